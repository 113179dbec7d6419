"""Fields without places on a picture: choices, orders, texts and scales."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from panelwise.tasks._item import Option
from panelwise.tasks.forms._limits import LONGEST_TEXT, Checked, FormValues, shown


@dataclass(frozen=True, slots=True)
class Field(Checked):
    """What every field has.

    Attributes:
        name: unique in its form.
        label: what people read next to it.
        help: a sentence more, if one is needed.
        required: whether it must be filled in; an empty list or text is then an answer only where
            the field says so.
        needed: when a field that is not required has to be filled in; empty: never.
    """

    type: ClassVar[str]

    name: str
    label: str
    help: str = field(default="", kw_only=True)
    required: bool = field(default=True, kw_only=True)
    needed: str = field(default="", kw_only=True)

    def as_json(self) -> dict[str, Any]:
        """The field as plain JSON values, its ``type`` first."""
        values = {one.name: as_plain(getattr(self, one.name)) for one in fields(self)}
        if not self.needed:
            del values["needed"]  # stored forms of earlier versions have none
        return {"type": self.type, **values}

    def check(self, value: Any, values: FormValues) -> Any:
        """A clean value.

        Args:
            value: from a browser or a sheet; not ``None``.
            values: the clean values of the fields before this one.

        Raises:
            FormError: for a value that the field does not take.
        """
        raise NotImplementedError


def as_plain(value: Any) -> Any:
    """A value of a field as JSON has it."""
    if isinstance(value, Option):
        return {"label": value.label, "text": value.text, "image": value.image}
    if isinstance(value, tuple | list):
        return [as_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): as_plain(one) for key, one in value.items()}
    plain = getattr(value, "as_json", None)
    return value if plain is None else plain()


@dataclass(frozen=True, slots=True)
class ChoiceField(Field):
    """One of some options; its value is the index of the option."""

    type = "choice"
    options: tuple[Option, ...]

    def check(self, value: Any, values: FormValues) -> int:
        del values
        return self.index(value, len(self.options), "option")


@dataclass(frozen=True, slots=True)
class SeveralField(Field):
    """Some of the options, from ``least`` to ``most`` of them; a list of their indices.

    >>> options = tuple(Option(label) for label in "ABC")
    >>> SeveralField("all", "Which?", options, least=1, most=2).check([2, 0], {})
    [0, 2]
    """

    type = "several"
    options: tuple[Option, ...]
    least: int = 0
    most: int | None = None

    def check(self, value: Any, values: FormValues) -> list[int]:
        del values
        most = len(self.options) if self.most is None else self.most
        given = self.sequence(value, "options", most)
        chosen = sorted({self.index(one, len(self.options), "option") for one in given})
        if len(chosen) != len(given):
            raise self.refused("an option was chosen twice", "choose it once")
        if len(chosen) < self.least:
            raise self.refused(f"{len(chosen)} chosen", f"choose at least {self.least}")
        return chosen


@dataclass(frozen=True, slots=True)
class OrderField(Field):
    """Cards to be put in order; a list of the indices of all cards, first things first.

    Attributes:
        cards: with a picture or a text each, or a label alone.
        boxes: of each card, the part of the first picture that shows it, in pixels; empty: unknown,
            or the cards have pictures of their own.
    """

    type = "order"
    cards: tuple[Option, ...]
    boxes: tuple[tuple[float, float, float, float], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As of any field, without ``boxes`` where they are unknown."""
        values = Field.as_json(self)
        if not self.boxes:
            del values["boxes"]
        return values

    def check(self, value: Any, values: FormValues) -> list[int]:
        del values
        count = len(self.cards)
        order = [self.index(one, count, "panel") for one in self.sequence(value, "panels", count)]
        if len(order) != count or len(set(order)) != count:
            raise self.refused(
                f"{len(set(order))} of {count} cards in order", "put every card in its place once"
            )
        return order


@dataclass(frozen=True, slots=True)
class TextField(Field):
    """A text in one's own words.

    Attributes:
        lines: how high the field is.
        initial: what it holds at first.
        language: of the text, as in ``lang`` of HTML; empty if unknown.
        vertical: whether it is set in columns.
        image: the index of a picture that is shown next to it; ``None``: there is none.
        box: the part of that picture, in its pixels; ``None``: all of it.
    """

    type = "text"
    lines: int = 1
    initial: str = ""
    language: str = ""
    vertical: bool = False
    image: int | None = None
    box: tuple[float, float, float, float] | None = None

    def check(self, value: Any, values: FormValues) -> str:
        del values
        return self.words(value, "text", LONGEST_TEXT, empty=not self.required)


UNCERTAIN = "uncertain"
"""The value of a scale on which a person could not decide."""


@dataclass(frozen=True, slots=True)
class ScaleField(Field):
    """A whole number of a scale, or ``"uncertain"`` where that may be said.

    Attributes:
        low: the lowest number.
        high: the highest.
        labels: words for some or all of them.
        uncertain: whether ``"uncertain"`` is an answer.
    """

    type = "scale"
    low: int
    high: int
    labels: Mapping[int, str] = field(default_factory=dict)
    uncertain: bool = False

    def check(self, value: Any, values: FormValues) -> int | str:
        del values
        if value == UNCERTAIN and self.uncertain:
            return UNCERTAIN
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refused(f"{shown(value)} is not a whole number", self._remedy())
        if not self.low <= value <= self.high:
            raise self.refused(f"{shown(value)} is not on the scale", self._remedy())
        return value

    def _remedy(self) -> str:
        also = " or 'uncertain'" if self.uncertain else ""
        return f"give a number from {self.low} to {self.high}{also}"
