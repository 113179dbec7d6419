"""Whether two people found the same on a page, within what a hand can draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.geometry import Box

SAME_PANEL = 0.8  # overlap over union from which two boxes are the same
SAME_FIGURE = 0.5  # of texts and people, whose edges are a matter of taste
UNKNOWN = ("", "?")  # names of somebody who was not recognised

Shapes = Sequence[Mapping[str, Any]]
BoxCorners = tuple[float, ...]
DrawnLinks = Sequence[tuple[str, BoxCorners | None]]


def same_shapes(one: Shapes, other: Shapes, *, ordered: bool, least: float = SAME_PANEL) -> bool:
    """As many shapes of the same classes at the same places, in the same order if that counts."""
    if len(one) != len(other):
        return False
    if ordered:
        return all(_same_place(a, b, least) for a, b in zip(one, other, strict=True))
    return all(partner is not None for partner in partners(one, other, least))


def same_texts(one: Shapes, other: Shapes) -> bool:
    """The same texts in the same order, with the same words; line breaks don't count."""
    return same_shapes(one, other, ordered=True, least=SAME_FIGURE) and all(
        _words(a) == _words(b) for a, b in zip(one, other, strict=True)
    )


def same_people(one: Shapes, other: Shapes) -> bool:
    """The same characters and faces, and the same of them under one name."""
    if len(one) != len(other):
        return False
    found = partners(one, other, SAME_FIGURE)
    if any(partner is None for partner in found):
        return False
    names = [
        (a.get("name", ""), other[at].get("name", ""))
        for a, at in zip(one, found, strict=True)
        if at is not None
    ]
    if any((a in UNKNOWN) != (b in UNKNOWN) for a, b in names):
        return False
    pairs = {pair for pair in names if pair[0] not in UNKNOWN}
    return len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})


def same_links(one: Shapes, other: Shapes) -> bool:
    """The same links."""
    return {(a["from"], a["to"]) for a in one} == {(b["from"], b["to"]) for b in other}


def drawn_links(
    links: Sequence[Mapping[str, Any]], shapes: Shapes
) -> list[tuple[str, BoxCorners | None]]:
    """Links to shapes that were drawn along with them: each start, and the box of its end."""
    boxes = {one["id"]: tuple(one["box"]) for one in shapes}
    return [(one["from"], None if one["to"] is None else boxes[one["to"]]) for one in links]


def same_drawn_links(one: DrawnLinks, other: DrawnLinks) -> bool:
    """The same starts, and ends at the same places."""
    return len(one) == len(other) == drawn_links_shared(one, other)


def drawn_links_shared(one: DrawnLinks, other: DrawnLinks) -> int:
    """How many links of one have a counterpart of their own in the other: from the same start, both
    to nobody or to boxes that overlap by :data:`SAME_FIGURE`.
    """
    left = list(other)
    for start, end in one:
        match = next((link for link in left if link[0] == start and _same_end(end, link[1])), None)
        if match is not None:
            left.remove(match)
    return len(other) - len(left)


def partners(one: Shapes, other: Shapes, least: float) -> list[int | None]:
    """For each shape the place of its counterpart: each at most once, largest overlaps first."""
    pairs = sorted(
        (
            (-_overlap(a, b), i, j)
            for i, a in enumerate(one)
            for j, b in enumerate(other)
            if _same_place(a, b, least)
        ),
    )
    found: list[int | None] = [None] * len(one)
    taken: set[int] = set()
    for _, i, j in pairs:
        if found[i] is None and j not in taken:
            found[i] = j
            taken.add(j)
    return found


def _same_place(one: Mapping[str, Any], other: Mapping[str, Any], least: float) -> bool:
    return one.get("class") == other.get("class") and _overlap(one, other) >= least


def _overlap(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return Box(*one["box"]).iou(Box(*other["box"]))


def _same_end(one: BoxCorners | None, other: BoxCorners | None) -> bool:
    if one is None or other is None:
        return one is other
    return Box(*one).iou(Box(*other)) >= SAME_FIGURE


def _words(shape: Mapping[str, Any]) -> str:
    return " ".join(str(shape.get("text", "")).split())
