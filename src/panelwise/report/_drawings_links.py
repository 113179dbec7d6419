"""Drawings of what belongs together: speakers, identities, and the order of texts.

Source: CX-3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from panelwise.profile import Profile
from panelwise.report._drawings_shapes import (
    Drawing,
    Entry,
    Listing,
    Mark,
    Numbers,
    Segment,
    View,
    box,
    centre,
    counted,
    curve,
    dot,
    line,
    verdict,
)
from panelwise.tasks import Answer, Document, Item

COLOURS = 8  # of groups; a letter stands in every point, so that colours may come again
UNKNOWN = "?"


def draw_speakers(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """A line from every text to whoever was answered: green right, red wrong; dashed: missed."""
    del profile
    texts: Mapping[str, Numbers] = gold["texts"]
    characters: Mapping[str, Numbers] = gold["characters"]
    right = dict.fromkeys((text, who) for text, who in gold["links"])
    said = dict.fromkeys((link[0], link[1]) for link in answer["links"])
    named = _names(item)
    marks = [box("who", corners, named(mark)) for mark, corners in characters.items()]
    marks += [box("text", corners, named(mark)) for mark, corners in texts.items()]
    states = {pair: "right" if pair in right else "wrong" for pair in said}
    states |= {pair: "missed" for pair in right if pair not in said}
    marks += [
        line(state, centre(texts[text]), centre(characters[who]))
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
        shown = tuple(("same" if who in true else "wrong", who) for who in answered)
        rows.append((state, (text, word, ", ".join(true), _spaced(shown))))
    fine_rows = sum(state == "hit" for state, _ in rows)
    summary = f"{fine_rows} of {counted(len(texts), 'text')} given to whoever says them."
    view = View("Who says what", _size(item), tuple(marks), summary)
    legend: tuple[Entry, ...] = (
        ("line", "right", "answered and right"),
        ("line", "wrong", "answered and wrong"),
        ("line", "missed", "right but not answered"),
        ("shape", "text", "text"),
        ("shape", "who", "character"),
    )
    listing = Listing("Speakers", ("Text", "State", "Right", "Answered"), tuple(rows))
    return Drawing(summary, (view,), (listing,), legend)


def draw_identities(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """A coloured point per person, as it is and as answered; groups that go together share it."""
    del profile
    characters: Mapping[str, Numbers] = gold["characters"]
    true: list[list[str]] = gold["groups"]
    known = {mark for group in true for mark in group}
    said = [[mark for mark in group if mark in characters] for group in answer["groups"]]
    names = _paired(true, said)
    page_of: Mapping[str, int] = gold.get("pages", {})
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
                marks, words = _points(here, groups, places, known, _names(item))
                views.append(View(title + of_page, size, marks, words, picture))
    rows = []
    for at, group in enumerate(true):
        told = said[names.index(at)] if at in names else []
        wrong = tuple(("wrong", mark) for mark in told if mark in known and mark not in group)
        there = tuple(("same", mark) for mark in group if mark in told)
        absent = tuple(("absent", mark) for mark in group if mark not in told)
        state = "hit" if not wrong and not absent else "miss" if not told else "extra"
        word = verdict(state, {"hit": "✓ right", "miss": "✗ missed", "extra": "◐ in part"}[state])
        cells = (_letter(at), word, ", ".join(group), _spaced((*there, *wrong, *absent)))
        rows.append((state, cells))
    for at, group in zip(names, said, strict=True):
        rest = tuple(("wrong", mark) for mark in group if mark in known)
        if at >= len(true) and rest:
            word = "+ invented" if len(group) > 1 else "+ alone"
            rows.append(("extra", (_letter(at), verdict("extra", word), "", _spaced(rest))))
    fine = sum(state == "hit" for state, _ in rows)
    unknown = len(characters) - len(known)
    summary = f"{fine} of {counted(len(true), 'group')} put together as they are."
    if unknown:
        summary += f" {counted(unknown, 'character')} of unknown identity not asked."
    listing = Listing("Groups", ("Group", "State", "Right", "Answered"), tuple(rows))
    legend: tuple[Entry, ...] = (
        ("piece", "same", "belongs here"),
        ("piece", "wrong", "does not belong here"),
        ("piece", "absent", "belongs here, was put elsewhere"),
    )
    return Drawing(summary, tuple(views), (listing,), legend)


def _names(item: Item) -> Callable[[str], str]:
    """The names to write on boxes: none where the picture that was sent has them already."""
    marked = "labels" in item.rendering.images[0].recipe
    return lambda mark: "" if marked else mark


def _paired(true: Sequence[Sequence[str]], said: Sequence[Sequence[str]]) -> list[int]:
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


def _points(
    characters: Mapping[str, Numbers],
    groups: Sequence[Sequence[str]],
    names: Sequence[int],
    known: set[str],
    named: Callable[[str], str],
) -> tuple[tuple[Mark, ...], str]:
    """The marks of some characters, each with the letter of its group, and the groups in words."""
    group_of = {mark: name for name, group in zip(names, groups, strict=True) for mark in group}
    marks: list[Mark] = []
    for mark, corners in characters.items():
        at = group_of.get(mark)
        state = "unknown" if at is None or mark not in known else f"group-{at % COLOURS}"
        marks.append(box(state, corners, named(mark)))
        label = UNKNOWN if at is None or mark not in known else _letter(at)
        marks.append(dot(state, centre(corners), label))
    told = [
        (_letter(name), [mark for mark in group if mark in characters])
        for name, group in zip(names, groups, strict=True)
    ]
    return tuple(marks), "; ".join(f"{name}: {', '.join(some)}" for name, some in told if some)


def _letter(at: int) -> str:
    """A, B, … Z, A2, B2, …"""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at % 26] + (str(at // 26 + 1) if at >= 26 else "")


def _spaced(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Marks with spaces between them."""
    return tuple(part for one in segments for part in (one, ("", " ")))[:-1]


def draw_text_order(item: Item, answer: Answer | None) -> Drawing | None:
    """A spline through the numbered texts in the answered order; dashed: the right one.

    ``None`` for an ordering of anything else.
    """
    boxes = marked_texts(item)
    if boxes is None or not isinstance(item.gold, tuple):
        return None
    gold = item.gold
    order = [at for at in answer if at < len(boxes)] if isinstance(answer, tuple) else []
    marks = [box("text", corners) for corners in boxes]
    if tuple(order) != gold:
        marks.append(curve("gold", [centre(boxes[at]) for at in gold]))
    marks.append(curve("answered", [centre(boxes[at]) for at in order]))
    shown, places = (order, "answered") if order else (list(gold), "right")
    for place, at in enumerate(shown):
        fine = place < len(gold) and gold[place] == at
        state = ("right" if fine else "wrong") if order else "gold"
        marks.append(dot(state, (boxes[at][2], boxes[at][3]), str(place + 1)))
    base = item.index_base
    right = " ".join(str(at + base) for at in gold)
    said = " ".join(str(at + base) for at in order) or "no order"
    summary = f"Right order: {right}; answered: {said}."
    view = View(
        f"The order of the texts; numbers: {places} place", _size(item), tuple(marks), summary
    )
    legend: tuple[Entry, ...] = (("line", "answered", "answered order"),)
    if tuple(order) != gold:
        legend += (("line", "gold", "right order"),)
    return Drawing(summary, (view,), (), legend)


def marked_texts(item: Item) -> Sequence[Numbers] | None:
    """The boxes of the texts that an ordering numbers on its page; ``None`` if it orders others."""
    recipe = item.rendering.images[0].recipe if len(item.rendering.images) == 1 else {}
    boxes = recipe.get("boxes")
    if item.kind != "ordering" or "texts" not in item.meta or not isinstance(boxes, list):
        return None
    return boxes if len(boxes) == item.n else None


def _size(item: Item) -> tuple[int, int]:
    image = item.rendering.images[0]
    return image.width, image.height
