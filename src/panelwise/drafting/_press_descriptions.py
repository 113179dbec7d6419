"""What panels of the press tell, in the words of a person who describes them.

The truth of a panel is one sentence. A person also writes what is said, in quotation marks, and
joins the panels by what one of them brings about. Both can be taken away again, so that a test
without dialogue and connectives (CH-E6, AMB-14) differs from one with them.

Source: CH-P1 (speech in single quotes, causes that can be felt), CH-E6.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from panelwise.comics import Book, Identity, Page, PanelRef, Story, Text
from panelwise.geometry import Polygon

# Openings of a sentence by what joins its panel to earlier ones.
REACTION = ("Because of that,", "That is why", "So")
NEXT = ("Then", "Next,", "After that,", "A moment later,")
LATER = ("Later,", "Some time later,", "Afterwards,")
LAST = ("Finally,", "In the end,")
_OPENING = re.compile(rf"(?:{'|'.join((*REACTION, *NEXT, *LATER, *LAST))}),? ")
# Feelings that answer what has just happened, unlike fright, which may come with the event itself.
_ANSWERING = {
    *("afraid", "angry", "annoyed", "delighted", "disappointed", "embarrassed", "grateful"),
    *("relieved", "sad", "sorry", "unhappy", "upset", "worried"),
}
_STRUCK = _ANSWERING | {"alarmed", "frightened", "scared", "shocked", "surprised"}
_PREPOSITIONS = {
    *("above", "across", "after", "along", "at", "before", "behind", "beside", "by", "down"),
    *("from", "in", "inside", "near", "on", "over", "through", "turned", "under", "up", "while"),
    "with",
}
_SNORE = re.compile(r"[zr\W]+|[ぐグうウーzｚ…\s]+|[呼噜…\s]+", re.IGNORECASE)
_NOTCH = math.radians(20)  # a corner that points inwards, more than rounded pixels make of a curve


def plain_story(story: Story) -> Story:
    """A story of the press in its own sentences, without what drafts add to them."""
    if story.author != "press:truth":
        return story
    events = tuple(replace(event, description=_plain(event.description)) for event in story.events)
    return replace(story, events=events)


def written_descriptions(book: Book, story: Story) -> dict[PanelRef, str]:
    """A description of each panel, with what is said and what joins it to earlier panels.

    Args:
        book: with the texts of its pages.
        story: with its causes, in its own sentences (:func:`plain_story`). Descriptions that
            somebody else wrote are left as they are.
    """
    if story.author not in ("press", "press:truth"):
        return {event.panel: event.description for event in story.events}
    pages = {page.id: page for page in book.pages}
    cast = _Cast(book.identities, [event.description for event in story.events])
    written = {}
    used: Counter[tuple[str, ...]] = Counter({(): _chance(story)})
    for at, event in enumerate(story.events):
        known = _connectives(story, at, cast)
        sentence = event.description
        if known:
            sentence = _joined(known[(used[()] + used[known]) % len(known)], sentence, cast)
            used[known] += 1
        said = _said(pages[event.panel.page], event.panel.panel, event.description, cast)
        written[event.panel] = " ".join([sentence, *said])
    return written


def _plain(text: str) -> str:
    opening = _OPENING.match(text)
    text = text[opening.end() :] if opening else text
    sentence = text.partition(". ")[0].removesuffix(".")
    return f"{sentence[:1].upper()}{sentence[1:]}."


class _Cast:
    """The people of a story as its sentences name them."""

    def __init__(self, people: Sequence[Identity], sentences: Sequence[str]) -> None:
        words = set(re.findall(r"\w+", " ".join(sentences)))
        self._names: dict[str, str] = {}
        self._pronouns: dict[str, str] = {}
        for person in people:
            known = (person.name, *person.aliases)
            name = next((one for one in known if one and one in words), None)
            if name is not None:
                self._names[person.id] = name
            # "a girl with a bob", "an old man with a hat"
            who = (person.looks or "").partition(" with ")[0].rpartition(" ")[2]
            pronoun = {"girl": "She", "woman": "She", "boy": "He", "man": "He"}.get(who)
            if pronoun is not None:
                self._pronouns[person.id] = pronoun

    def named(self, sentence: str) -> list[str]:
        """The people that a sentence names."""
        words = set(re.findall(r"\w+", sentence))
        return [person for person, name in self._names.items() if name in words]

    def opens(self, sentence: str, person: str | None = None) -> bool:
        """Whether a sentence opens with a name, that of a person if one is given."""
        first = re.match(r"\w*", sentence)
        names = self._names.values() if person is None else [self._names.get(person)]
        return first is not None and first[0] in names

    def subject(self, person: str | None, sentence: str) -> str:
        """Who speaks: a pronoun where the sentence before names nobody else."""
        if person is None:
            return "Somebody outside the panel"
        if self.named(sentence) == [person] and person in self._pronouns:
            return self._pronouns[person]
        return self._names.get(person, "Somebody")


def _connectives(story: Story, at: int, cast: _Cast) -> tuple[str, ...]:
    """What may join a panel to those that brought about what it shows; empty if none did."""
    makers = [i for i, j in story.causes if j == at]
    if not makers:
        return ()
    event, before = story.events[at], story.events[at - 1]
    if at == len(story.events) - 1:
        return LAST
    if at - 1 not in makers or event.scene != before.scene:
        return LATER
    struck = before.actor != event.actor or before.feeling in _STRUCK
    if struck and event.feeling in _ANSWERING and cast.opens(event.description, event.actor):
        return REACTION
    return NEXT


def _joined(opening: str, sentence: str, cast: _Cast) -> str:
    """A sentence behind a connective."""
    if cast.opens(sentence):
        return f"{opening} {sentence}"
    clause = sentence.partition(" ")[0].lower() in _PREPOSITIONS
    comma = "," if clause and not opening.endswith(",") else ""
    return f"{opening}{comma} {sentence[:1].lower()}{sentence[1:]}"


def _said(page: Page, panel: int, sentence: str, cast: _Cast) -> Iterator[str]:
    """A sentence for each speaker, for sounds and for captions, in the order of reading."""
    speakers = {link.text: link.character for link in page.speakers}
    people = {body.id: body.identity for body in page.characters}
    outlines = {balloon.id: balloon.polygon for balloon in page.balloons}
    texts = [text for text in page.texts or () if text.panel == panel and text.content]

    def voice(text: Text) -> tuple[str, str]:
        if text.kind != "dialogue":
            return text.kind or "", ""
        person = people.get(speakers.get(text.id or "", ""))
        snoring = _SNORE.fullmatch(text.content or "") is not None
        verb = "snores" if snoring else _verb(outlines.get(text.balloon or ""))
        return cast.subject(person, sentence), verb

    before: set[str] = set()
    for (who, verb), group in groupby(texts, voice):
        words = [" ".join((text.content or "").split()) for text in group]
        if who == "scene_text":  # rows of a board, some of them half hidden
            words = [max(words, key=len)]
        yield f"{_lead(who, verb, words, before - {who})}: {_quoted(words)}"
        if verb:
            before.add(who)


def _lead(who: str, verb: str, words: Sequence[str], others: set[str]) -> str:
    """What introduces a quotation; ``others`` have spoken before."""
    if who == "onomatopoeia":
        return "There is a sound" if len(words) == 1 else "There are sounds"
    if who == "narration":
        return "A caption reads"
    if who == "scene_text":
        return "A sum on the board reads"
    if verb == "says" and words[-1].endswith(("?", "？")):
        return f"{who} asks"
    return f"{who} replies" if verb == "says" and others else f"{who} {verb}"


def _verb(outline: Polygon | None) -> str:
    """By the outline of a balloon: spikes are a shout, puffs a thought."""
    if outline is None:
        return "says"
    area = sum(
        ax * by - bx * ay
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )
    turns = [
        _turn(outline[at - 2], outline[at - 1], outline[at]) * math.copysign(1, area)
        for at in range(len(outline))
    ]
    notches = sum(turn < -_NOTCH for turn in turns)
    if notches > len(outline) / 3:
        return "shouts"
    return "thinks" if notches > 5 else "says"


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """The angle by which a line through three points turns."""
    one, two = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return math.remainder(two - one, math.tau)


def _quoted(words: Sequence[str]) -> str:
    """Quotations in a row, with a full stop where the last has no end of its own."""
    *most, last = [f"‘{one}’" for one in words]
    listed = f"{', '.join(most)} and {last}" if most else last
    return listed if words[-1][-1] in ".!?…。！？" else f"{listed}."


def _chance(story: Story) -> int:
    """A number of the story, so that not all begin with the same connective."""
    return hashlib.sha256(story.events[0].description.encode()).digest()[0]
