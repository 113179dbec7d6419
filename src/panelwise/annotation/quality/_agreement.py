"""How far people agree, field by field, and what they confuse.

Source: specification 7.12; MS-19.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from panelwise.annotation._state import State
from panelwise.annotation._unit import Purpose
from panelwise.annotation.quality._answers import (
    NOMINAL,
    AnsweredField,
    FormOf,
    UnitRound,
    answered_fields,
    turns,
)
from panelwise.metrics.agreement import (
    AgreementInterval,
    Coefficient,
    agreement_interval,
    distance_interval,
)
from panelwise.metrics.resampling import Cluster

CATEGORIES = 24  # of a choice, above which no table of confusions is made
COMPARED: tuple[Purpose, ...] = ("work", "hidden_gold")
TITLES = {
    "percentage": "share of equal pairs",
    "cohen": "Cohen's κ",
    "cohen_quadratic": "Cohen's κ, quadratic weights",
    "fleiss": "Fleiss' κ",
    "alpha_nominal": "Krippendorff's α, nominal",
    "alpha_ordinal": "Krippendorff's α, ordinal",
    "alpha_distance": "Krippendorff's α with distances",
}


@dataclass(frozen=True, slots=True)
class AgreementFigure:
    """One coefficient of agreement; ``value`` is ``None`` where everybody always said the same."""

    name: str
    title: str
    value: float | None
    low: float | None
    high: float | None
    observed: float

    @property
    def by_chance(self) -> float:
        """The agreement that chance gives."""
        if self.value is None or self.value == 1:
            return self.observed
        return (self.observed - self.value) / (1 - self.value)


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """How far people agree on one field.

    Attributes:
        stage: of the procedure.
        units: ``work``, or ``hidden_gold`` for items with known answers, which more people answer.
        field: its name.
        label: next to it.
        type: of the field; it decides which measures there are.
        items: that at least two people answered.
        people: who answered one of them.
        measures: with 95 % intervals; the last one is the most suitable for the type.
    """

    stage: str
    units: str
    field: str
    label: str
    type: str
    items: int
    people: int
    measures: tuple[AgreementFigure, ...]

    @property
    def best(self) -> AgreementFigure:
        """The most suitable measure."""
        return self.measures[-1]


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often two people gave this pair of different answers to the same item."""

    stage: str
    field: str
    one: str
    other: str
    count: int
    share: float  # of all pairs of answers to the same item


def field_agreements(state: State, form_of: FormOf, seed: int = 0) -> list[FieldAgreement]:
    """Agreement on every field of every stage that several people answered."""
    found = []
    for stage in state.procedure.stages:
        fields = answered_fields(state, stage, form_of)
        for purpose in COMPARED:
            given = turns(state, stage.name, (purpose,))
            for field in fields:
                table = _Table.of(state, field, given)
                if table.rows:
                    found.append(_agreement(field, purpose, table, seed))
    return found


def confusions(state: State, form_of: FormOf) -> list[Confusion]:
    """Pairs of different answers to the same item, the most frequent first."""
    found = []
    for stage in state.procedure.stages:
        given = turns(state, stage.name, COMPARED)
        for field in answered_fields(state, stage, form_of):
            if field.type not in (*NOMINAL, "scale"):
                continue
            pairs = Counter(_pairs(field, given))
            values = {value for pair in pairs for value in pair}
            if len(values) > CATEGORIES:
                continue
            total = sum(pairs.values())
            found += [
                Confusion(stage.name, field.name, field.word(one), field.word(other), count,
                          count / total)
                for (one, other), count in pairs.items() if one != other
            ]  # fmt: skip
    return sorted(found, key=lambda one: (-one.count, one.stage, one.field, one.one, one.other))


def _pairs(
    field: AnsweredField, given: dict[UnitRound, dict[str, Any]]
) -> Iterator[tuple[Any, Any]]:
    for people in given.values():
        values = [field.value(one) for one in people.values()]
        known = sorted((one for one in values if one is not None), key=str)
        yield from combinations(known, 2)


@dataclass(frozen=True, slots=True)
class _Table:
    """Items that two or more people answered × people."""

    rows: list[list[Any]]
    clusters: list[Cluster]
    people: list[str]

    @classmethod
    def of(
        cls, state: State, field: AnsweredField, given: dict[UnitRound, dict[str, Any]]
    ) -> _Table:
        kept: list[tuple[Cluster, dict[str, Any]]] = []
        for (unit, _), people in given.items():
            values = {name: field.value(one) for name, one in people.items()}
            values = {name: value for name, value in values.items() if value is not None}
            if len(values) > 1:
                kept.append((state.units[unit].cluster, values))
        names = sorted({name for _, values in kept for name in values})
        rows = [[values.get(name) for name in names] for _, values in kept]
        return cls(rows, [cluster for cluster, _ in kept], names)


def _agreement(field: AnsweredField, units: str, table: _Table, seed: int) -> FieldAgreement:
    rows, books = table.rows, table.clusters
    measures: list[AgreementFigure] = []
    for name in _coefficients(field, len(table.people)):
        scale = list(range(field.low, field.high + 1)) if name == "cohen_quadratic" else None
        found = agreement_interval(rows, name, books=books, categories=scale, seed=seed)
        measures.append(_measure(name, found))
    if not measures and (distance := field.distance) is not None:
        found = distance_interval(rows, distance, books=books, seed=seed)
        measures.append(_measure("alpha_distance", found))
    return FieldAgreement(
        field.stage, units, field.name, field.label, field.type, len(rows), len(table.people),
        tuple(measures),
    )  # fmt: skip


def _coefficients(field: AnsweredField, people: int) -> Sequence[Coefficient]:
    """Those that fit a field's type, the most suitable last; none for a distance."""
    two: tuple[Coefficient, ...] = ()
    if field.type == "scale":
        two = ("cohen_quadratic",) if people == 2 else ()
        return ("percentage", *two, "alpha_ordinal")
    if field.type in NOMINAL:
        two = ("cohen",) if people == 2 else ()
        return ("percentage", *two, "fleiss", "alpha_nominal")
    return ()


def _measure(name: str, found: AgreementInterval) -> AgreementFigure:
    return AgreementFigure(name, TITLES[name], found.value, found.low, found.high, found.observed)
