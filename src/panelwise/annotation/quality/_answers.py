"""Answers as tables: what several people said about the same thing, field by field."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State
from panelwise.annotation._unit import Purpose, WorkUnit
from panelwise.annotation.screens import DrawnLinks, drawn_links, drawn_links_shared
from panelwise.geometry import Box
from panelwise.metrics.agreement import (
    box_distance,
    grouping_distance,
    link_distance,
    order_distance,
    set_distance,
    text_distance,
)
from panelwise.tasks.forms import UNCERTAIN, Field, Form, LinksField, ScaleField

FormOf = Callable[[WorkUnit, WorkStage], Form]
"""The form that a unit was answered with in a stage that asks for an answer."""
AnswerDistance = Callable[[Any, Any], float]
UnitRound = tuple[str, int]
"""A unit and its round: what several people answer independently."""
VERDICT = "verdict"
NOMINAL = ("choice", VERDICT)
SESSION_GAP = 30 * 60.0  # seconds without a submission, after which a session is over
_DISTANCES: Mapping[str, AnswerDistance] = {
    "several": set_distance,
    "order": order_distance,
    "text": text_distance,
    "shapes": box_distance,
    "links": link_distance,
    "rows": set_distance,
}


@dataclass(frozen=True, slots=True)
class AnsweredField:
    """A field that people filled in.

    Attributes:
        stage: in which they did.
        name: in the form.
        label: next to it.
        type: of the form's field; ``verdict`` for verdicts.
        options: what the numbers of a choice mean.
        low: of a scale.
        high: of a scale.
        drawn: of links, the field in which each person draws the shapes that links end at.
    """

    stage: str
    name: str
    label: str
    type: str
    options: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    drawn: str = ""

    def value(self, given: Submission) -> Any:
        """What somebody answered, as agreement is computed of it; ``None`` for nothing."""
        raw = None if given.flag else given.values.get(self.name)
        if raw is not None and self.drawn:
            return tuple(sorted(drawn_links(raw, given.values.get(self.drawn) or ()), key=str))
        return None if raw is None else _comparable(self.type, raw)

    @property
    def distance(self) -> AnswerDistance | None:
        """How far two answers are apart, from 0 to 1; ``None`` for categories."""
        if self.type == "scale":
            width = max(1, self.high - self.low)
            return lambda one, other: abs(one - other) / width
        if self.drawn:
            return _drawn_distance
        return _groups_distance if self.type == "groups" else _DISTANCES.get(self.type)

    def word(self, value: Any) -> str:
        """A category in words."""
        if self.type == "choice" and isinstance(value, int) and value < len(self.options):
            return self.options[value]
        return str(value)


def turns(
    state: State, stage: str, purposes: Iterable[Purpose] = ("work",)
) -> dict[UnitRound, dict[str, Submission]]:
    """What each person last answered, by unit and round, in the order of the log."""
    wanted = set(purposes)
    found: dict[UnitRound, dict[str, Submission]] = {}
    for unit in state.units.values():
        if unit.purpose in wanted:
            for one in unit.history:
                if one.stage == stage:
                    found.setdefault((unit.id, one.round), {})[one.person] = one
    return found


def answered_fields(state: State, stage: WorkStage, form_of: FormOf) -> list[AnsweredField]:
    """Every field that somebody filled in, in the order of the forms."""
    if stage.verdicts:
        return [AnsweredField(stage.name, VERDICT, "Verdict", VERDICT)]
    found: dict[str, AnsweredField] = {}
    for unit in state.units.values():
        keys = {
            key for one in unit.history if one.stage == stage.name and not one.flag
            for key, value in one.values.items() if value is not None
        }  # fmt: skip
        if keys - found.keys():
            for field in form_of(unit, stage).fields:
                if field.name in keys:
                    found.setdefault(field.name, _described(stage.name, field))
    return list(found.values())


def main_field(fields: Sequence[AnsweredField]) -> AnsweredField | None:
    """The field that stands for the whole answer: the first."""
    return fields[0] if fields else None


def session_places(given: Sequence[Submission]) -> Iterator[tuple[Submission, int, int]]:
    """Each of a person's submissions with the number of its session and its place there."""
    session, place, before = 0, 0, None
    for one in given:
        if before is not None and one.at - before > SESSION_GAP:
            session, place = session + 1, 0
        yield one, session, place
        place, before = place + 1, one.at


def _described(stage: str, field: Field) -> AnsweredField:
    options = tuple(option.text or option.label for option in getattr(field, "options", None) or ())
    low, high = (field.low, field.high) if isinstance(field, ScaleField) else (0, 0)
    about = field.shapes if isinstance(field, LinksField) else ()
    drawn = about if isinstance(about, str) else ""
    return AnsweredField(stage, field.name, field.label, field.type, options, low, high, drawn)


def _comparable(kind: str, raw: Any) -> Hashable:
    """A hashable value of what a form stored."""
    make = _COMPARABLE.get(kind)
    value: Hashable = raw if make is None else make(raw)
    return value


_COMPARABLE: Mapping[str, Callable[[Any], Hashable]] = {
    "scale": lambda raw: None if raw == UNCERTAIN else raw,
    "order": tuple,
    "several": tuple,
    "text": lambda raw: " ".join(str(raw).split()),
    "shapes": lambda raw: tuple(Box(*shape["box"]) for shape in raw if shape.get("box")),
    "links": lambda raw: tuple(sorted((link["from"], link["to"] or "") for link in raw)),
    "groups": lambda raw: tuple(sorted(raw.items())),
    "rows": lambda raw: tuple(tuple(row.values()) for row in raw),
}


def _groups_distance(one: Sequence[tuple[str, str]], other: Sequence[tuple[str, str]]) -> float:
    """Of the shapes that both grouped; 1 where there are none."""
    first, second = dict(one), dict(other)
    both = sorted(first.keys() & second.keys())
    if not both:
        return 1.0 if first or second else 0.0
    return grouping_distance([first[key] for key in both], [second[key] for key in both])


def _drawn_distance(one: DrawnLinks, other: DrawnLinks) -> float:
    """One minus F1 of links, whose ends are the same if their boxes overlap."""
    count = len(one) + len(other)
    return 1.0 - 2.0 * drawn_links_shared(one, other) / count if count else 0.0
