"""Answers that differ, side by side for an adjudicator: in words, and drawn on pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation.app._answers import (
    DrawnShape,
    FilledField,
    OrderedCard,
    drawn_shape,
    filled_fields,
)
from panelwise.tasks.forms import Form, GivenShape, GroupsField, LinksField, ShapesField


@dataclass(frozen=True, slots=True)
class DrawnPass:
    """What one answer drew on one picture.

    Attributes:
        name: "Pass 1", and the flag if there is one.
        shapes: with their labels.
        lines: from the middle of a shape to that of another, ``x0, y0, x1, y1``.
    """

    name: str
    shapes: list[DrawnShape] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """As ``passes.js`` reads it."""
        shapes = [{"points": one.svg_points, "label": one.label, "words": one.words}
                  for one in self.shapes]  # fmt: skip
        return {"name": self.name, "shapes": shapes, "lines": [list(line) for line in self.lines]}


@dataclass(frozen=True, slots=True)
class ComparedField:
    """A field of all answers.

    Attributes:
        label: of the field.
        said: each answer in words.
        cards: of each answer, the cards of an order that can be seen or read.
    """

    label: str
    said: tuple[str, ...]
    cards: tuple[tuple[OrderedCard, ...], ...]

    @property
    def differs(self) -> bool:
        """Whether the answers are not all the same."""
        return len(set(self.said)) > 1


def pass_names(candidates: Sequence[Submission]) -> tuple[str, ...]:
    """What the answers are called; who gave them is not shown."""
    return tuple(
        f"Pass {number}, flagged as {one.flag}: {one.reason}" if one.flag else f"Pass {number}"
        for number, one in enumerate(candidates, 1)
    )


def compared_fields(form: Form, candidates: Sequence[Submission]) -> tuple[ComparedField, ...]:
    """Every field of a form in every answer."""
    given = [{one.label: one for one in filled_fields(form, each.values)} for each in candidates]
    nothing = FilledField("", ())
    found = []
    for label in (one.label for one in form.fields):
        filled = [one.get(label, nothing) for one in given]
        said = tuple("; ".join(one.lines) or "–" for one in filled)
        if any(one is not nothing for one in filled):
            found.append(ComparedField(label, said, tuple(one.cards for one in filled)))
    return tuple(found)


def drawn_passes(form: Form, candidates: Sequence[Submission]) -> dict[int, list[DrawnPass]]:
    """What every answer drew, by the index of the picture; pictures without shapes are left out."""
    names = pass_names(candidates)
    drawn: dict[int, list[DrawnPass]] = {}
    for place, one in enumerate(candidates):
        for index, shape in _shapes(form, one.values):
            drawn.setdefault(index, [DrawnPass(name) for name in names])[place].shapes.append(shape)
        for index, line in _links(form, one.values):
            drawn.setdefault(index, [DrawnPass(name) for name in names])[place].lines.append(line)
    return drawn


def _shapes(form: Form, values: Mapping[str, Any]) -> Iterator[tuple[int, DrawnShape]]:
    for one in form.fields:
        value = values.get(one.name)
        if isinstance(one, ShapesField):
            for place, shape in enumerate(value or ()):
                yield one.image, drawn_shape(one, place, shape)
        elif isinstance(one, GroupsField) and not isinstance(one.shapes, str):
            for given in one.shapes:
                if given.box is not None and value and given.id in value:
                    yield given.image, DrawnShape(_corners(given), str(value[given.id]))


def _links(
    form: Form, values: Mapping[str, Any]
) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
    for one in form.fields:
        if not isinstance(one, LinksField) or isinstance(one.shapes, str):
            continue
        known = {shape.id: shape for shape in one.shapes if shape.box is not None}
        for link in values.get(one.name) or ():
            start, end = known.get(link["from"]), known.get(link["to"])
            if start is not None and end is not None:
                yield start.image, (*_middle(start), *_middle(end))


def _corners(shape: GivenShape) -> tuple[tuple[float, float], ...]:
    if shape.polygon or shape.box is None:
        return tuple(shape.polygon)
    left, top, right, bottom = shape.box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _middle(shape: GivenShape) -> tuple[float, float]:
    assert shape.box is not None, "shapes without a place are left out before"
    left, top, right, bottom = shape.box
    return (left + right) / 2, (top + bottom) / 2
