"""The press describes panels as a person would: with what is said, and with what joins them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from panelwise.comics import Balloon, Book, Character, Identity, Page, SpeakerLink, Story, Text
from panelwise.drafting import PressWriter, apply_drafts, draft_descriptions, draft_questions
from panelwise.drafting._press_descriptions import (
    LAST,
    LATER,
    NEXT,
    REACTION,
    plain_story,
    written_descriptions,
)
from panelwise.geometry import Box
from panelwise.packs.transforms._transforms import without_dialogue
from panelwise_press import BookPlan, tellings_of
from panelwise_press._book import events_of, identities_of
from panelwise_press.lettering._outlines import rim
from panelwise_press.stories import TEMPLATES

BOX = Box(0, 0, 10, 10)
OPENING = re.compile(rf"({'|'.join((*REACTION, *NEXT, *LATER, *LAST))}),? ")


def described(book: Book) -> list[str]:
    return [text for story in book.stories for text in written_descriptions(book, story).values()]


def untouched(seed: int) -> Book:
    """A book of every template, its pages neither drawn nor lettered."""
    plan = BookPlan(seed, chapters=len(TEMPLATES))
    tellings = tellings_of(plan)
    stories = tuple(
        Story(one.id, events_of(one), causes=one.causes, author="press") for one in tellings
    )
    people = identities_of(plan, plan.cast())
    return Book("book", (Page("001", 9, 9, texts=()),), stories=stories, identities=people)


@pytest.mark.parametrize("seed", [1, 2])
def test_connectives_stand_where_an_earlier_panel_is_the_cause(seed):
    book = untouched(seed)
    for story in book.stories:
        caused = {later for _, later in story.causes}
        for at, text in enumerate(written_descriptions(book, story).values()):
            joined = OPENING.match(text)
            assert bool(joined) == (at in caused), text
            if joined:
                assert (joined[1] in LAST) == (at == len(story.events) - 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_of_the_order_is_left_without_connectives(seed):
    book = untouched(seed)
    for story in book.stories:
        texts = written_descriptions(book, story).values()
        for event, text in zip(story.events, texts, strict=True):
            assert without_dialogue(text) == without_dialogue(event.description)


def test_sentences_are_found_again_behind_what_was_added():
    book = untouched(3)
    for story in book.stories:
        texts = written_descriptions(book, story)
        events = tuple(replace(event, description=texts[event.panel]) for event in story.events)
        drafted = replace(story, events=events, author="press:truth")
        assert plain_story(drafted).events == story.events
        assert written_descriptions(book, plain_story(drafted)) == texts
        elsewhere = replace(drafted, author="a person")
        assert written_descriptions(book, plain_story(elsewhere)) == texts  # nothing added twice


def test_western_and_japanese_words_are_quoted_as_lettered(western, manga):
    for book in (western, manga):
        quoted = "".join(described(book))
        for page in book.pages:
            for text in page.texts:
                if text.kind != "scene_text":
                    assert f"‘{' '.join(text.content.split())}’" in quoted


def test_masking_changes_most_descriptions(western, manga):
    texts = described(western) + described(manga)
    changed = [text for text in texts if without_dialogue(text) != text]
    assert len(changed) >= 0.8 * len(texts)
    assert not any("‘" in without_dialogue(text) for text in texts)
    sentences = [event.description for story in western.stories for event in story.events]
    assert [without_dialogue(text) for text in sentences] == sentences  # nothing before


def spoken(*lines: tuple[str, str, str | None]) -> str:
    """The description of a panel in which people say lines: words, kind of balloon, speaker."""
    words = [
        Text(BOX, {"en": text}, "dialogue", panel=0, balloon=str(at), id=str(at))
        for at, (text, _, _) in enumerate(lines)
    ]
    page = Page(
        "001",
        99,
        99,
        texts=(*words, Text(BOX, {"en": "BANG"}, "onomatopoeia", panel=0, id="s")),
        characters=(Character(BOX, "1", id="c1"), Character(BOX, "2", id="c2")),
        balloons=tuple(
            Balloon(rim(kind, (40, 25), 10), str(at)) for at, (_, kind, _) in enumerate(lines)
        ),
        speakers=tuple(
            SpeakerLink(str(at), f"c{who}") for at, (_, _, who) in enumerate(lines) if who
        ),
    )
    people = (Identity("1", "Mia", looks="a girl with a hat"), Identity("2", "Ben"))
    [story] = untouched_story("Mia waits at the door.")
    book = Book("book", (page,), stories=(story,), identities=people)
    [text] = described(book)
    return text.removeprefix("Mia waits at the door. ").removesuffix(" There is a sound: ‘BANG’.")


def untouched_story(sentence: str) -> list[Story]:
    event = replace(untouched(1).stories[0].events[0], description=sentence)
    return [Story("story1", (event,), author="press")]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([("Hello!", "speech", "1")], "She says: ‘Hello!’"),
        ([("Who is it?", "speech", "1")], "She asks: ‘Who is it?’"),
        ([("Zzz…", "thought", "1")], "She snores: ‘Zzz…’"),
        ([("Open up!", "shout", "1")], "She shouts: ‘Open up!’"),
        ([("I wonder", "thought", "1")], "She thinks: ‘I wonder’."),
        ([("Me", "speech", None)], "Somebody outside the panel says: ‘Me’."),
        (
            [("Hi.", "speech", "1"), ("Hi.", "speech", "2")],
            "She says: ‘Hi.’ Somebody replies: ‘Hi.’",
        ),
        ([("One.", "speech", "1"), ("Two.", "speech", "1")], "She says: ‘One.’ and ‘Two.’"),
    ],
)
def test_the_balloon_shows_how_words_are_said(lines, words):
    assert spoken(*lines) == words


def test_questions_of_described_books_quote_the_sentences_alone(western):
    bare = replace(western, stories=())
    book = apply_drafts(bare, draft_descriptions(bare, PressWriter(western)))
    asked = draft_questions(book, PressWriter(book), sets=["B"])  # it knows no other words
    assert Counter(draft.status for draft in asked).keys() == {"accepted"}
    assert "‘" not in "".join(str(draft.result) for draft in asked if draft.kind == "questions")
