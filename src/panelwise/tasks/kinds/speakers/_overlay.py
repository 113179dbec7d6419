"""The overlay of links from texts to characters. Source: CX-3."""

from __future__ import annotations

from collections.abc import Mapping

from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds.documents import names_on, picture_size
from panelwise.tasks.overlay import (
    Arrow,
    Coordinates,
    Entry,
    Overlay,
    OverlayMark,
    Piece,
    Rectangle,
    Row,
    Table,
    View,
    centre,
    spaced,
    verdict,
)
from panelwise.wording import counted

LINKED = (
    Entry("line", "right", "answered and right"),
    Entry("line", "wrong", "answered and wrong"),
    Entry("line", "missed", "right but not answered"),
    Entry("shape", "text", "text"),
    Entry("shape", "who", "character"),
)
HEADINGS = ("Text", "State", "Right", "Answered")


def overlay(item: Item, gold: Document, answer: Document) -> Overlay:
    """A line from every text to the answered speaker: green right, red wrong; dashed: missed."""
    texts: Mapping[str, Coordinates] = gold["texts"]
    characters: Mapping[str, Coordinates] = gold["characters"]
    right = dict.fromkeys((text, who) for text, who in gold["links"])
    said = dict.fromkeys((link[0], link[1]) for link in answer["links"])
    named = names_on(item)
    marks: list[OverlayMark] = [
        Rectangle("who", corners, named(mark)) for mark, corners in characters.items()
    ]
    marks += [Rectangle("text", corners, named(mark)) for mark, corners in texts.items()]
    states = {pair: "right" if pair in right else "wrong" for pair in said}
    states |= {pair: "missed" for pair in right if pair not in said}
    marks += [
        Arrow(state, centre(texts[text]), centre(characters[who]))
        for (text, who), state in states.items()
    ]
    rows = []
    for text in texts:
        answered = [who for one, who in said if one == text]
        true = [who for one, who in right if one == text]
        fine = any(who in true for who in answered)
        state = "hit" if fine else "extra" if answered else "miss"
        words = "✓ right" if fine else "✗ wrong" if answered else "– no speaker"
        word = verdict("hit" if fine else "miss", words)
        shown = [Piece("same" if who in true else "wrong", who) for who in answered]
        rows.append(Row(state, (text, word, ", ".join(true), spaced(shown))))
    fine_rows = sum(row.state == "hit" for row in rows)
    summary = f"{fine_rows} of {counted(len(texts), 'text')} given to the right speaker."
    view = View("Who says what", picture_size(item), tuple(marks), summary)
    return Overlay(summary, (view,), (Table("Speakers", HEADINGS, tuple(rows)),), LINKED)
