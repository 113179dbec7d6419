"""The overlay of the order in which found texts are read. Source: specification 7.10."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.geometry import Box
from panelwise.metrics import Matching
from panelwise.tasks._item import Document
from panelwise.tasks.overlay import (
    Dot,
    Entry,
    Overlay,
    OverlayMark,
    Rectangle,
    Route,
    Row,
    Table,
    View,
    centre,
    verdict,
)
from panelwise.wording import counted

ORDERED = (Entry("line", "answered", "answered order"), Entry("line", "gold", "right order"))
HEADINGS = ("Answered as", "Text", "State")


def order_overlay(gold: Document, texts: Sequence[Box], matching: Matching) -> Overlay:
    """A smooth line through the found texts as they were read; dashed: through the true ones."""
    true = [text["box"] for text in gold["texts"]]
    at = dict(matching.pairs)
    ranks = sorted(at.values())
    marks: list[OverlayMark] = [Rectangle("text", corners) for corners in true]
    marks.append(Route("gold", [centre(corners) for corners in true]))
    if texts:
        marks.append(Route("answered", [centre(found) for found in texts]))
    in_order = 0
    matched = 0
    rows = []
    for place, found in enumerate(texts):
        state, words, name = "wrong", "+ fits no text", "–"
        if place in at:
            fine = ranks[matched] == at[place]  # among the found ones it is the next
            in_order, matched = in_order + fine, matched + 1
            state, name = "right" if fine else "wrong", f"T{at[place] + 1}"
            words = "✓ in place" if fine else "✗ out of place"
        marks.append(Dot(state, (found[2], found[3]), str(place + 1)))
        shown = "hit" if state == "right" else "extra"
        rows.append(Row(shown, (str(place + 1), name, verdict(shown, words))))
    missed = [f"T{k + 1}" for k in range(len(true)) if k not in at.values()]
    rows += [Row("miss", ("–", name, verdict("miss", "✗ missed"))) for name in missed]
    summary = f"{in_order} of {counted(matched, 'found text')} in place among them."
    view = View("The order of the texts", (0, 0), tuple(marks), summary)
    return Overlay(summary, (view,), (Table("Order of the texts", HEADINGS, tuple(rows)),), ORDERED)
