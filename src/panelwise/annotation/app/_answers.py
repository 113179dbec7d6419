"""An answer as something to read: what was filled into a form, in words and drawn on pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.tasks import Option
from panelwise.tasks.forms import (
    ChoiceField,
    Field,
    Form,
    GroupsField,
    LinksField,
    OrderField,
    RowsField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """A shape on a picture, with what is written next to it."""

    points: tuple[tuple[float, float], ...]
    label: str
    words: str = ""

    @property
    def svg_points(self) -> str:
        """The corners as SVG has them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class OrderedCard:
    """A card of an order, with what can be seen or read on it.

    Attributes:
        label: of the card.
        text: empty: there is none.
        picture: the index of its picture; ``None``: there is none.
        box: the part of the picture that shows it; ``None``: all of it.
    """

    label: str
    text: str = ""
    picture: int | None = None
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class FilledField:
    """One field of an answer.

    Attributes:
        label: of the field.
        lines: what was filled in, line by line.
        picture: the index of the picture that ``shapes`` are drawn on, or that the field was
            answered next to; ``None``: there is none.
        shapes: drawn on it.
        box: the part of the picture that the field was answered next to; ``None``: all of it.
        before: the draft of a text; empty: there was none.
        cards: in the order that was answered; none where all are labels alone.
    """

    label: str
    lines: tuple[str, ...]
    picture: int | None = None
    shapes: tuple[DrawnShape, ...] = ()
    box: tuple[float, float, float, float] | None = None
    before: str = ""
    cards: tuple[OrderedCard, ...] = ()


def filled_fields(form: Form, values: Mapping[str, Any]) -> tuple[FilledField, ...]:
    """Every field of a form that was filled in."""
    return tuple(
        _filled(field, values[field.name])
        for field in form.fields
        if values.get(field.name) is not None
    )


def _filled(field: Field, value: Any) -> FilledField:
    if isinstance(field, ShapesField):
        shapes = tuple(drawn_shape(field, i, shape) for i, shape in enumerate(value))
        lines = tuple(f"{one.label}: {one.words}" if one.words else one.label for one in shapes)
        return FilledField(field.label, lines, field.image, shapes)
    if isinstance(field, TextField):
        return FilledField(field.label, (value,), field.image, box=field.box, before=field.initial)
    cards = _ordered_cards(field, value) if isinstance(field, OrderField) else ()
    return FilledField(field.label, tuple(_lines(field, value)), cards=cards)


def _ordered_cards(field: OrderField, order: Sequence[int]) -> tuple[OrderedCard, ...]:
    """The cards that show more than a label, in this order."""
    boxes = field.boxes or (None,) * len(field.cards)
    cards = [
        OrderedCard(one.label, one.text or "", 0 if box else one.image, box)
        for one, box in ((field.cards[at], boxes[at]) for at in order)
    ]
    return tuple(one for one in cards if one.text or one.picture is not None)


def _lines(field: Field, value: Any) -> list[str]:
    match field:
        case ChoiceField() | SeveralField():
            chosen = value if isinstance(field, SeveralField) else [value]
            return [_named(field.options[one]) for one in chosen]
        case OrderField():
            return [" → ".join(field.cards[one].label for one in value)]
        case RowsField():
            return [" · ".join(str(cell) for cell in row.values() if cell) for row in value]
        case LinksField():
            return [f"{link['from']} → {link['to'] or 'nobody'}" for link in value]
        case GroupsField():
            return [f"{shape}: {group}" for shape, group in value.items()]
    words = field.labels.get(value) if isinstance(field, ScaleField) else None
    return [f"{value}: {words}" if words else str(value)]


def _named(option: Option) -> str:
    return f"{option.label}: {option.text}" if option.text else option.label


def drawn_shape(field: ShapesField, index: int, shape: Mapping[str, Any]) -> DrawnShape:
    """A shape of an answer, and its label."""
    left, top, right, bottom = shape["box"]
    corners: Sequence[Sequence[float]] = shape.get("polygon") or (
        (left, top), (right, top), (right, bottom), (left, bottom)
    )  # fmt: skip
    number = f"{index + 1}" if field.ordered else str(shape.get("id", index + 1))
    kind = str(shape.get("class") or "")
    label = f"{number} {kind}".strip()
    words = " ".join(str(shape[key]) for key in ("name", "text") if shape.get(key))
    return DrawnShape(tuple((x, y) for x, y in corners), label, words)
