"""Overlays of boxes by class. Source: specification 7.7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from panelwise.geometry import Box
from panelwise.metrics import match_boxes
from panelwise.profile import Profile
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents._boxes import placed_boxes
from panelwise.tasks.kinds.documents._legends import EXTRA, FOUND, MISSED
from panelwise.tasks.kinds.documents._settings import BoxSettings
from panelwise.tasks.overlay import Overlay, OverlayMark, Rectangle, Row, Table, View

HEADINGS = ("Class", "There", "✓ Found", "✗ Missed", "+ Too many")


def boxes_overlay(gold: Document, answer: Document, profile: Profile, iou: float) -> Overlay:
    """Boxes by class: found, missed and claimed where none is, at the IoU that is scored."""
    width, height = gold["size"]
    views: list[View] = []
    rows: list[Row] = []
    said: list[str] = []
    for name in gold["classes"]:
        true = [Box(*one["box"]) for one in gold["boxes"] if one["class"] == name]
        named = [one for one in answer["boxes"] if one["class"] == name]
        claimed = placed_boxes(named, gold["size"], profile)
        pairs = match_boxes(claimed, true, iou).pairs
        hit, used = {j for _, j in pairs}, {i for i, _ in pairs}
        marks: list[OverlayMark] = [
            Rectangle("hit" if j in hit else "miss", one) for j, one in enumerate(true)
        ]
        marks += [Rectangle("extra", one) for i, one in enumerate(claimed) if i not in used]
        missed, extra = len(true) - len(hit), len(claimed) - len(used)
        plural = f"{name}s"
        words = f"{plural}: {len(hit)} of {len(true)} found, {extra} too many"
        said.append(words)
        views.append(View(plural.capitalize(), (width, height), tuple(marks), words))
        state = "hit" if not missed and not extra else "miss" if missed else "extra"
        rows.append(Row(state, (plural, *map(str, (len(true), len(hit), missed, extra)))))
    table = Table(f"Boxes by class, at IoU {iou:g}", HEADINGS, tuple(rows))
    return Overlay("; ".join(said) + ".", tuple(views), (table,), (FOUND, MISSED, EXTRA))


def parts_overlay(
    gold: Document, answer: Document, profile: Profile, parts: dict[str, str]
) -> Overlay:
    """The boxes of some parts of a page's document, each part a class."""

    def boxes(page: Document) -> list[Document]:
        return [
            {"class": label, "box": one["box"]}
            for part, label in parts.items()
            for one in page[part]
        ]

    named = {"size": gold["size"], "classes": [*parts.values()], "boxes": boxes(gold)}
    return boxes_overlay(
        named, {"boxes": boxes(answer)}, profile, profile.section(BoxSettings).link_iou
    )


def together(gold: Document, parts: Sequence[Overlay]) -> Overlay:
    """Several overlays of one page as one."""
    size = (gold["size"][0], gold["size"][1])
    return Overlay(
        " ".join(one.summary for one in parts),
        tuple(replace(view, size=size) for one in parts for view in one.views),
        tuple(table for one in parts for table in one.tables),
        tuple(dict.fromkeys(entry for one in parts for entry in one.legend)),
    )
