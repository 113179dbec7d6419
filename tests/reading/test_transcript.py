"""Transcripts: what is known of a comic as text, in the order of reading, in three formats."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from PIL import Image

from panelwise.comics import (
    Book,
    Character,
    ComicImage,
    Event,
    Identity,
    Page,
    Panel,
    PanelRef,
    SpeakerLink,
    Story,
    Text,
    encode_png,
)
from panelwise.errors import MissingExtraError, SettingError
from panelwise.geometry import Box
from panelwise.reading import Transcript, transcribe, transcript_of
from panelwise_press import print_comics

PANELS = (Panel(Box(210, 10, 390, 290)), Panel(Box(10, 10, 190, 290)))


def said(words, x, y, *, language="en", **more):
    return Text(Box(x, y, x + 50, y + 20), {language: words}, **more)


def book(texts, panels=PANELS, **more):
    page = Page("001", 400, 300, panels=panels, texts=tuple(texts), reading_direction="rtl")
    return Book("b", (replace(page, **more),), title="A <b>bold</b> tale")


def transcript(*books):
    return Transcript(tuple(transcript_of(one) for one in books))


@pytest.fixture
def told():
    """Mina speaks in the first panel, a sound is in the second."""
    texts = (
        said("Who is there?", 300, 20, kind="dialogue", id="t1"),
        said("ドン", 100, 50, language="ja", kind="onomatopoeia"),
        said("That night…", 20, 20, kind="narration", panel=1),
    )
    one = book(
        texts,
        characters=(Character(Box(300, 100, 380, 280), "mina", id="c1"),),
        speakers=(SpeakerLink("t1", "c1"),),
    )
    return replace(one, identities=(Identity("mina", "Mina"),))


class Outline(HTMLParser):
    """Tags in order, text by its language, and what scripts or handlers there are."""

    def __init__(self, html):
        super().__init__()
        self.headings, self.by_language, self.tags, self.alts = [], {}, [], []
        self.placed, self.places, self.directions = [], [], []
        self._open = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append(tag)
        if tag == "img":
            self.alts.append(given["alt"])
            assert given["src"].startswith("data:image/jpeg;base64,")
        if tag == "p" and "word" in given.get("class", ""):
            self.placed.append((given["class"], given["lang"], given["dir"]))
        if tag == "foreignobject":
            self.places.append([float(given[name]) for name in ("x", "y", "width", "height")])
        assert not any(name.startswith("on") for name in given)
        if tag == "article":
            self.directions.append(given["data-direction"])
        if tag not in ("img", "meta", "input"):
            self._open.append((tag, given))

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag, "tags are nested"

    def handle_data(self, data):
        if not self._open or not data.strip():
            return
        tag, given = self._open[-1]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((tag, data))
        if "lang" in given and tag == "span":
            self.by_language.setdefault(given["lang"], []).append(data)


def test_json_tells_pages_panels_and_texts_in_reading_order(told):
    [made] = transcript(told).to_json()["books"]
    [page] = made["pages"]
    assert (page["number"], page["page"], page["reading_direction"]) == (1, "001", "rtl")
    first, second = page["panels"]
    assert first["box"] == [210, 10, 390, 290]
    assert first["texts"] == [
        {
            "words": "Who is there?",
            "language": "en",
            "kind": "dialogue",
            "speaker": "Mina",
            "box": [300, 20, 350, 40],
            "confidence": None,
        }
    ]
    assert [text["words"] for text in second["texts"]] == ["ドン", "That night…"]
    assert first["present"] == ["Mina"]


def test_alternative_text_stands_alone(told):
    first, second = transcript(told).books[0].pages[0].panels
    assert first.alt == "Panel 1. Shows Mina. Mina: Who is there?"
    assert second.alt == "Panel 2. Sound: ドン Caption: That night…"
    (empty,) = transcript(book((), PANELS[:1])).books[0].pages[0].panels
    assert empty.alt == "Panel 1. Without words."


def test_a_told_event_is_the_description_of_its_panel(told):
    event = Event(PanelRef("001", 1), "A door slams shut.")
    story = Story("s", (event,))
    panels = transcript(replace(told, stories=(story,))).books[0].pages[0].panels
    assert [panel.seen for panel in panels] == ["Shows Mina.", "A door slams shut."]


def test_markdown_has_headings_and_a_line_for_each_text(told):
    text = transcript(told).to_markdown()
    assert text.startswith("# A \\<b\\>bold\\</b\\> tale\n\n## Page 1\n\n### Panel 1\n\n")
    assert "- **Mina:** Who is there?\n" in text
    assert "- **Sound:** ドン\n- **Caption:** That night…\n" in text


def test_html_has_landmarks_headings_and_languages(told):
    outline = Outline(transcript(told).to_html())
    assert {"html", "header", "nav", "main", "article"} <= set(outline.tags)
    assert outline.headings == [
        ("h1", "Transcript of A <b>bold</b> tale"),
        ("h2", "Page 1"),
        ("h3", "Panel 1"),
        ("h3", "Panel 2"),
    ]
    assert outline.by_language == {"en": ["Who is there?", "That night…"], "ja": ["ドン"]}
    assert "b" in outline.tags
    assert outline.directions == ["rtl"]
    assert "img" not in outline.tags


def test_several_books_have_a_heading_each(told):
    outline = Outline(transcript(told, replace(told, id="c", title="Second")).to_html())
    assert [level for level, _ in outline.headings] == ["h1", *["h2", "h3", "h4", "h4"] * 2]


def test_a_picture_has_its_words_over_their_places(told):
    image = ComicImage.from_bytes(encode_png(Image.new("RGB", (400, 300), "navy")), "1.png")
    texts = (
        *told.pages[0].texts[:2],
        Text(Box(20, 20, 40, 120), {"ja": "こん\nにちは"}),
        Text(Box(50, 200, 150, 230), {"ar": "مرحبا"}),
        Text(Box(50, 240, 150, 260), {"und": "?"}),
    )
    page = replace(told.pages[0], image=image, texts=texts, panels=PANELS[1:])
    outline = Outline(transcript(replace(told, pages=(page,))).to_html(images=True))
    assert outline.alts == ["Page 1; its panels and words follow"]
    assert outline.places[2] == [20, 20, 20, 100]
    assert outline.placed == [
        ("word", "en", "ltr"),
        ("word", "ja", "ltr"),  # much wider than high
        ("word columns", "ja", "ltr"),
        ("word", "ar", "rtl"),
        ("word", "", "auto"),
    ]
    assert "こんにちは" in outline.by_language["ja"], "no space where a line breaks"


def test_a_page_without_panels_still_tells_its_texts():
    made = transcript(book((said("Alone", 5, 5), said("", 5, 50)), panels=()))
    [panel] = made.books[0].pages[0].panels
    assert panel.panel is None
    assert [text.words for text in panel.texts] == ["Alone"]
    assert "### " not in made.to_markdown()
    silent = transcript(book((), panels=()))
    assert "Neither panels nor words." in silent.to_markdown()
    assert "Neither panels nor words." in silent.to_html()


def test_what_cannot_be_seen_is_not_carried():
    made = transcript(book((said("one\ntwo\x07\u202ethree", 20, 20),)))
    assert made.books[0].pages[0].panels[1].texts[0].words == "one two three"


hostile = st.text(
    st.sampled_from("<>&\"'`*_[]()#+-.!|~$\\1 aあ=:/\n") | st.characters(exclude_categories=["Cs"]),
    max_size=40,
)


@settings(max_examples=150)
@given(hostile)
def test_no_words_become_markup(words):
    made = transcript(book((said(words, 20, 20),)))
    [panel] = [p for p in made.books[0].pages[0].panels if p.number == 2]
    seen = [text.words for text in panel.texts]
    outline = Outline(made.to_html())
    assert outline.by_language.get("en", []) == seen
    assert outline.tags.count("script") == 1, "the page's own"
    tokens = MarkdownIt("commonmark").parse(made.to_markdown())
    items = [t.content for k, t in enumerate(tokens) if tokens[k - 2].type == "list_item_open"]
    kinds = {token.type for token in tokens if token.type != "inline"}
    inside = [
        child for k, t in enumerate(tokens) if tokens[k - 2].type == "list_item_open"
        for child in t.children
    ]  # fmt: skip
    assert len(items) == len(seen)
    assert kinds <= {
        *("heading_open", "heading_close", "paragraph_open", "paragraph_close"),
        *("bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"),
    }
    assert {child.type for child in inside} <= {"text", "text_special"}
    assert "".join(child.content for child in inside) == "".join(seen)


def test_formats_are_checked(told):
    made = transcript(told)
    assert json.loads(made.write("json")) == made.to_json()
    assert made.write("md") == made.to_markdown()
    with pytest.raises(SettingError, match="unknown format 'htm'; did you mean 'html'"):
        made.write("htm")
    with pytest.raises(SettingError, match="cannot contain images"):
        made.write("md", images=True)


def test_printed_comics_are_transcribed_as_they_were_written(tmp_path):
    (truth,) = print_comics(tmp_path / "press", seed=5, chapters=1)
    steps = []
    made = transcribe(tmp_path / "press", progress=lambda *step: steps.append(step))
    assert steps[-1] == ("pages", len(truth.pages), len(truth.pages))
    told = [
        text.words for page in made.books[0].pages for panel in page.panels for text in panel.texts
    ]
    written = [text.content for page in truth.pages for text in page.texts]
    assert sorted(told) == sorted(" ".join(words.split()) for words in written)
    names = {identity.name for identity in truth.identities}
    speakers = {t.speaker for p in made.books[0].pages for s in p.panels for t in s.texts}
    assert speakers - {None} <= names
    assert speakers != {None}


def test_reading_texts_needs_the_extra(tmp_path, monkeypatch):
    path = tmp_path / "page.png"
    Image.new("RGB", (200, 300), "white").save(path)
    monkeypatch.setattr("panelwise.reading._text_reader.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"\[ocr\]"):
        transcribe(path)
    with pytest.raises(SettingError, match="unknown reading direction"):
        transcribe(path, direction="up")
