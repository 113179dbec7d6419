"""The overlay of groups of characters: who is the same person. Source: CX-3."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds.documents._legends import names_on
from panelwise.tasks.overlay import (
    Coordinates,
    Dot,
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

COLOURS = 8  # of groups; every dot has a letter, so that colours may come again
UNKNOWN = "?"
GROUPED = (
    Entry("piece", "same", "belongs here"),
    Entry("piece", "wrong", "does not belong here"),
    Entry("piece", "absent", "belongs here, was put elsewhere"),
)
HEADINGS = ("Group", "State", "Right", "Answered")
Groups = Sequence[Sequence[str]]


def groups_overlay(item: Item, gold: Document, answer: Document) -> Overlay:
    """A coloured dot per person, as it is and as answered; groups that go together share it."""
    characters: Mapping[str, Coordinates] = gold["characters"]
    true: list[list[str]] = gold["groups"]
    known = {mark for group in true for mark in group}
    said = [[mark for mark in group if mark in characters] for group in answer.get("groups", ())]
    names = _paired(true, said)
    rows = _rows(true, said, names, known)
    fine = sum(row.state == "hit" for row in rows)
    unknown = len(characters) - len(known)
    summary = f"{fine} of {counted(len(true), 'group')} put together as they are."
    if unknown:
        summary += f" {counted(unknown, 'character')} of unknown identity not asked."
    views = _views(item, gold, (true, said), names, known)
    return Overlay(summary, views, (Table("Groups", HEADINGS, rows),), GROUPED)


def _views(
    item: Item, gold: Document, both: tuple[Groups, Groups], names: Sequence[int], known: set[str]
) -> tuple[View, ...]:
    """For every picture the right groups and the answered ones."""
    characters: Mapping[str, Coordinates] = gold["characters"]
    page_of: Mapping[str, int] = gold.get("pages", {})
    true, said = both
    views = []
    for picture, image in enumerate(item.rendering.images):
        here = {mark: at for mark, at in characters.items() if page_of.get(mark, 0) == picture}
        of_page = f", page {picture + 1}" if page_of else ""
        for title, groups, places in (
            ("Right groups", true, range(len(true))),
            ("Answered groups", said, names),
        ):
            if groups:
                size = (image.width, image.height)
                marks, words = _dots(here, groups, places, known, names_on(item))
                views.append(View(title + of_page, size, marks, words, picture))
    return tuple(views)


def _rows(true: Groups, said: Groups, names: Sequence[int], known: set[str]) -> tuple[Row, ...]:
    """A row for every true group, then one for every group that was invented."""
    rows = []
    for at, group in enumerate(true):
        answered = said[names.index(at)] if at in names else []
        wrong = [Piece("wrong", mark) for mark in answered if mark in known and mark not in group]
        there = [Piece("same", mark) for mark in group if mark in answered]
        absent = [Piece("absent", mark) for mark in group if mark not in answered]
        state = "hit" if not wrong and not absent else "miss" if not answered else "extra"
        word = verdict(state, {"hit": "✓ right", "miss": "✗ missed", "extra": "◐ in part"}[state])
        cells = (_letter(at), word, ", ".join(group), spaced([*there, *wrong, *absent]))
        rows.append(Row(state, cells))
    for at, group in zip(names, said, strict=True):
        rest = [Piece("wrong", mark) for mark in group if mark in known]
        if at >= len(true) and rest:
            word = verdict("extra", "+ invented" if len(group) > 1 else "+ alone")
            rows.append(Row("extra", (_letter(at), word, "", spaced(rest))))
    return tuple(rows)


def _paired(true: Groups, said: Groups) -> list[int]:
    """The name of each answered group: that of the true one it shares most with, or a new one."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    names = [-1] * len(said)
    if said and true:
        shared = np.array([[len(set(a) & set(b)) for b in true] for a in said])
        for i, j in zip(*linear_sum_assignment(shared, maximize=True), strict=True):
            names[i] = int(j) if shared[i, j] else -1
    new = len(true)
    for at, name in enumerate(names):
        if name < 0:
            names[at], new = new, new + 1
    return names


def _dots(
    characters: Mapping[str, Coordinates],
    groups: Groups,
    names: Sequence[int],
    known: set[str],
    named: Callable[[str], str],
) -> tuple[tuple[OverlayMark, ...], str]:
    """The marks of some characters, each with the letter of its group, and the groups in words."""
    group_of = {mark: name for name, group in zip(names, groups, strict=True) for mark in group}
    marks: list[OverlayMark] = []
    for mark, corners in characters.items():
        at = group_of.get(mark)
        state = "unknown" if at is None or mark not in known else f"group-{at % COLOURS}"
        marks.append(Rectangle(state, corners, named(mark)))
        label = UNKNOWN if at is None or mark not in known else _letter(at)
        marks.append(Dot(state, centre(corners), label))
    listed = [
        (_letter(name), [mark for mark in group if mark in characters])
        for name, group in zip(names, groups, strict=True)
    ]
    return tuple(marks), "; ".join(f"{name}: {', '.join(some)}" for name, some in listed if some)


def _letter(at: int) -> str:
    """A, B, … Z, A2, B2, …"""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at % 26] + (str(at // 26 + 1) if at >= 26 else "")
