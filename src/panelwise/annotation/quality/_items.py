"""Items to look at again, items with several valid orders, and units that nobody may do.

Source: MS-14; MS-19; specification 1.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from panelwise.annotation._assignment import Queue
from panelwise.annotation._procedure import ACCEPTED, WorkStage
from panelwise.annotation._state import State, Worker
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.quality._answers import FormOf, UnitRound, answered_fields, turns
from panelwise.annotation.quality._people import StageAnswers
from panelwise.metrics.agreement import WorkerModel, common_precedences, supported_orders

SURE = 0.8  # probability above which the model's answer counts
FEW_RIGHT = 0.5  # of a hidden item's answers; fewer: the known answer may be wrong
LEAST_KNOWN = 4  # answers to a hidden item before that is said
SLOW = 4.0  # times the median of the stage


@dataclass(frozen=True, slots=True)
class ItemConcern:
    """A unit to look at again; ``weight`` orders them, the number of reasons first."""

    unit: str
    book: str
    place: str
    reasons: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class ValidOrder:
    """An order that more people gave than would by mistake."""

    order: tuple[int, ...]
    votes: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SeveralOrders:
    """A unit on which people agree on more than one order.

    Attributes:
        unit: which.
        stage: in which they answered.
        field: that they filled in.
        orders: the supported ones.
        always: pairs (earlier, later) in all of them.
        people: how many answered.
    """

    unit: str
    stage: str
    field: str
    orders: tuple[ValidOrder, ...]
    always: tuple[tuple[int, int], ...]
    people: int


@dataclass(frozen=True, slots=True)
class StuckStage:
    """Units of a stage that nobody who works may do, and what would help."""

    stage: str
    role: str
    units: tuple[str, ...]
    missing: str


def item_concerns(
    state: State,
    answers: Sequence[StageAnswers],
    models: Mapping[str, WorkerModel],
    suspected: Iterable[str],
) -> list[ItemConcern]:
    """Units to look at again, with every reason, the most reasons first."""
    doubted = set(suspected)
    reasons: dict[str, list[str]] = {}
    for unit in state.units.values():
        found = list(_reasons(state, unit, doubted))
        if found:
            reasons[unit.id] = found
    for one in answers:
        for name, why in _of_stage(state, one, models.get(one.stage.name)):
            reasons.setdefault(name, []).append(why)
    concerns = [
        ItemConcern(name, unit.book, unit.place if unit.purpose == "work" else unit.purpose,
                    tuple(why), float(len(why)))
        for name, why in reasons.items() for unit in (state.units[name],)
    ]  # fmt: skip
    return sorted(concerns, key=lambda one: (-one.weight, one.unit))


def several_orders(state: State, form_of: FormOf) -> list[SeveralOrders]:
    """Units on which people agree on more than one order (MS-14)."""
    found = []
    for stage in state.procedure.stages:
        for field in answered_fields(state, stage, form_of):
            if field.type != "order":
                continue
            for (unit, _), people in turns(state, stage.name).items():
                votes = [field.value(one) for one in people.values()]
                orders = supported_orders(votes)
                if len(orders) > 1:
                    kept: list[tuple[Any, ...]] = [one.order for one in orders]
                    pairs: set[tuple[Any, Any]] = common_precedences(kept)
                    valid = tuple(
                        ValidOrder(order, one.votes, one.share, one.low, one.high)
                        for one, order in zip(orders, kept, strict=True)
                    )
                    given = sum(vote is not None for vote in votes)
                    found.append(
                        SeveralOrders(unit, stage.name, field.name, valid,
                                      tuple(sorted(pairs)), given)
                    )  # fmt: skip
    return found


def stuck_stages(state: State) -> list[StuckStage]:
    """Units that nobody who may work now may do: everybody with the role did them already, say."""
    queue = Queue(state)
    found = []
    for stage in state.procedure.stages:
        able = [person for person in state.people.values() if _may_work(state, person, stage)]
        stuck = []
        for unit in state.work_units():
            if unit.place == stage.name and not _leased(unit):
                left = stage.people - len(unit.answers)
                may = (person for person in able if queue.may(person, unit, stage))
                free = sum(1 for _ in islice(may, max(0, left)))
                if free < left:
                    stuck.append((unit.id, left - free))
        if stuck:
            short = max(count for _, count in stuck)
            more = "one more person" if short == 1 else f"{short} more people"
            missing = f"{more} with the role {stage.role}"
            found.append(
                StuckStage(stage.name, stage.role, tuple(name for name, _ in stuck), missing)
            )
    return found


def _may_work(state: State, person: Worker, stage: WorkStage) -> bool:
    """Whether a person gets work of a stage at all."""
    procedure = state.procedure
    roles = procedure.qualified_roles or procedure.roles
    tested = procedure.qualification is not None and any(role in roles for role in person.roles)
    failed = tested and not person.qualified
    if failed and procedure.qualification is not None:
        failed = person.attempts >= procedure.qualification.attempts
    agreed = procedure.consent is None or person.agreed is not False
    return stage.role in person.roles and agreed and not person.paused and not failed


def _leased(unit: WorkUnit) -> bool:
    """Whether somebody has a unit open, or had it when the lease ran out."""
    return bool(unit.leases)


def _reasons(state: State, unit: WorkUnit, doubted: set[str]) -> Iterator[str]:
    """What one unit's own history says."""
    if unit.purpose == "hidden_gold":
        right = [bool(one.body.get("right")) for one in unit.events if one.name == "submitted"]
        if len(right) >= LEAST_KNOWN and sum(right) < FEW_RIGHT * len(right):
            given = f"{sum(right)} of {len(right)} people"
            yield f"only {given} gave the known answer, which may be wrong"
        return
    if unit.purpose != "work":
        return
    flags = Counter(one.flag for one in unit.history if one.flag)
    for flag, count in flags.items():
        yield f"flagged as {flag} by {count} of {len({one.person for one in unit.history})}"
    if unit.round > 1:
        yield f"rejected in {unit.round - 1} of {unit.round} rounds"
    verdicts = [one for one in unit.history if state.procedure.stage(one.stage).verdicts]
    now = [one for one in verdicts if one.round == unit.round and one.seq > unit.sent_back]
    accepting = sum(one.accepts for one in now)
    if unit.place == ACCEPTED and accepting < len(now):
        yield f"accepted, but {len(now) - accepting} of {len(now)} rejected it"
    if unit.sent_back:
        yield "sent back after it was accepted or removed"
    if unit.place == ACCEPTED and unit.answer and unit.answer.person in doubted:
        checked = any(one.person not in doubted for one in now)
        yield "answered by somebody who is suspected" + ("" if checked else ", and not checked")


def _of_stage(
    state: State, one: StageAnswers, model: WorkerModel | None
) -> Iterator[tuple[str, str]]:
    """What the answers of a stage say of units of work."""
    by_item: dict[UnitRound, list[Any]] = {}
    for given in one.answers:
        item: Any = given.item
        by_item.setdefault(item, []).append(given.answer)
    for (name, round_), values in by_item.items():
        unit = state.units[name]
        if unit.purpose != "work" or one.stage.verdicts or unit.round != round_:
            continue
        counts = Counter(values).most_common()
        if one.field.distance is None and len(values) > 1 and 2 * counts[0][1] <= len(values):
            yield name, f"no majority: the commonest answer has {counts[0][1]} of {len(values)}"
        if model is not None and unit.place == ACCEPTED and unit.answer is not None:
            best, probability = model.best_answer((name, round_))
            if probability >= SURE and one.field.value(unit.answer) not in (None, best):
                likely = f"{one.field.word(best)} (probability {probability:.2f})"
                yield name, f"the answers speak for {likely}, not for what was accepted"
    yield from _slow(state, one)


def _slow(state: State, one: StageAnswers) -> Iterator[tuple[str, str]]:
    """Units that everybody took long for."""
    from statistics import median

    times: dict[str, list[float]] = {}
    for given in one.submissions:
        if given.seconds and state.units[given.unit].purpose == "work":
            times.setdefault(given.unit, []).append(given.seconds)
    usual = median([second for own in times.values() for second in own]) if times else 0.0
    for name, own in times.items():
        if len(own) > 1 and usual and min(own) > SLOW * usual:
            yield name, f"everybody took more than {SLOW:g} times the usual {usual:.0f} s"
