"""Everything about a project's quality at one moment, and what follows from it. Source: MS-19."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from panelwise.annotation._procedure import ACCEPTED, REMOVED
from panelwise.annotation._state import State
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.quality._agreement import (
    Confusion,
    FieldAgreement,
    confusions,
    field_agreements,
)
from panelwise.annotation.quality._answers import FormOf, session_places
from panelwise.annotation.quality._drift import (
    DriftStep,
    PersonDrift,
    person_drifts,
    session_drift,
)
from panelwise.annotation.quality._items import (
    ItemConcern,
    SeveralOrders,
    StuckStage,
    item_concerns,
    several_orders,
    stuck_stages,
)
from panelwise.annotation.quality._people import (
    PersonQuality,
    Share,
    judgements,
    known_results,
    peer_agreement,
    person_qualities,
    stage_answers,
    worker_model,
)
from panelwise.annotation.quality._progress import WorkProgress, progress_of
from panelwise.annotation.quality._suspicion import Suspected, suspected_people
from panelwise.annotation.quality._time import TimeAndPay, time_and_pay
from panelwise.wording import counted

TENTATIVE, RELIABLE = 0.667, 0.8
"""Krippendorff's customary limits: below the first, draw no conclusions; from the second, rely."""

COMMON = 0.6  # agreement by chance, above which coefficients say little


@dataclass(frozen=True, slots=True)
class BatchQuality:
    """The units of one book.

    Attributes:
        batch: the book.
        units: of work.
        accepted: of them.
        removed: of them.
        first_time: units accepted by their reviewers in the first round, of those judged.
        concerns: units to look at again.
        seconds: spent on it.
    """

    batch: str
    units: int
    accepted: int
    removed: int
    first_time: Share
    concerns: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A sentence that follows from the figures; ``act`` says whether something is to be done."""

    words: str
    act: bool


@dataclass(frozen=True, slots=True)
class QualityReport:
    """Everything about a project's quality after some events.

    Attributes:
        title: of the project.
        procedure: its name.
        events: how many are in the log.
        conclusions: what follows from the rest.
        progress: how far it is.
        agreement: by field.
        people: how reliable each is.
        suspected: whose answers should be looked at.
        drift: of everybody, by the place in the session.
        person_drift: of each.
        confusions: the most frequent pairs of different answers.
        concerns: items to look at again.
        orders: items with several valid orders.
        stuck: units that nobody may do.
        time: and pay.
        batches: by book.
    """

    title: str
    procedure: str
    events: int
    conclusions: tuple[Conclusion, ...]
    progress: WorkProgress
    agreement: tuple[FieldAgreement, ...]
    people: tuple[PersonQuality, ...]
    suspected: tuple[Suspected, ...]
    drift: tuple[DriftStep, ...]
    person_drift: tuple[PersonDrift, ...]
    confusions: tuple[Confusion, ...]
    concerns: tuple[ItemConcern, ...]
    orders: tuple[SeveralOrders, ...]
    stuck: tuple[StuckStage, ...]
    time: TimeAndPay
    batches: tuple[BatchQuality, ...]

    def as_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)

    def suspicions_of(self, person: str) -> list[Suspected]:
        """What is suspected of a person."""
        return [one for one in self.suspected if person in one.people]


def quality_report(state: State, form_of: FormOf, *, seed: int = 0) -> QualityReport:
    """Everything about a project's quality.

    Args:
        state: of the project; it must not change meanwhile.
        form_of: the form of a unit in a stage that asks for an answer.
        seed: of the bootstrap intervals.
    """
    sessions = {
        one.seq: session
        for person in state.people.values()
        for one, session, _ in session_places(person.submissions)
    }
    answers = stage_answers(state, form_of, sessions)
    models = {one.stage.name: model for one in answers if (model := worker_model(one))}
    peers = {seq: value for one in answers for seq, value in peer_agreement(one).items()}
    judged = judgements(state)
    known = {seq: right for seq, (_, right) in known_results(state, "hidden_gold").items()}
    quality = {**peers, **{seq: float(right) for seq, right in {**judged, **known}.items()}}
    suspected = suspected_people(state, answers, judged)
    doubted = {name for one in suspected for name in one.people}
    concerns = item_concerns(state, answers, models, doubted)
    progress, time = progress_of(state), time_and_pay(state)
    agreement = field_agreements(state, form_of, seed)
    people = person_qualities(state, peers, judged, models)
    stuck, orders = stuck_stages(state), several_orders(state, form_of)
    conclusions = (
        *_of_progress(progress, stuck),
        *_of_agreement(agreement),
        *_of_people(people, suspected),
        *_of_items(concerns, orders),
        *_of_time(time),
    )
    return QualityReport(
        state.title, state.procedure.name, state.last, conclusions, progress, tuple(agreement),
        tuple(people), tuple(suspected), tuple(session_drift(state, quality)),
        tuple(person_drifts(state, quality)), tuple(confusions(state, form_of)), tuple(concerns),
        tuple(orders), tuple(stuck), time, tuple(_batches(state, judged, concerns)),
    )  # fmt: skip


def _batches(
    state: State, judged: dict[int, bool], concerns: list[ItemConcern]
) -> Iterator[BatchQuality]:
    books: dict[str, list[WorkUnit]] = {}
    for unit in state.work_units():
        books.setdefault(unit.book, []).append(unit)
    doubts = Counter(one.book for one in concerns if one.place in (ACCEPTED, REMOVED))
    for book, units in sorted(books.items()):
        places = Counter(unit.place for unit in units)
        first = [
            judged[one.seq] for unit in units for one in unit.history
            if one.round == 1 and one.seq in judged
        ]  # fmt: skip
        yield BatchQuality(
            book, len(units), places[ACCEPTED], places[REMOVED],
            Share.of_counts(sum(first), len(first)), doubts[book],
            sum(one.seconds for unit in units for one in unit.history),
        )  # fmt: skip


def _of_progress(progress: WorkProgress, stuck: list[StuckStage]) -> Iterator[Conclusion]:
    yield Conclusion(
        f"{progress.accepted} of {counted(progress.units, 'unit')} accepted,"
        f" {progress.removed} removed, {progress.open} open.",
        False,
    )
    for one in stuck:
        yield Conclusion(
            f"{counted(len(one.units), 'unit')} in {one.stage} cannot go on:"
            f" {one.missing} would be needed.",
            True,
        )


def _of_agreement(found: list[FieldAgreement]) -> Iterator[Conclusion]:
    for one in found:
        best, where = one.best, f"{one.stage}, {one.label} ({one.units.replace('_', ' ')})"
        if best.value is None:
            yield Conclusion(f"{where}: everybody always gave the same answer.", False)
            continue
        between = "" if best.low is None else f" [{best.low:.2f}, {best.high:.2f}]"
        low = best.value if best.low is None else best.low
        if best.value < TENTATIVE and best.by_chance >= COMMON:
            said = (
                f"low although {best.observed:.0%} of pairs agree: one answer is so common that"
                " people would often agree by chance"
            )
        elif best.value < TENTATIVE:
            said = f"too low to rely on (below {TENTATIVE})"
        elif low < TENTATIVE:
            said = f"not shown to be above {TENTATIVE}; more items are needed"
        else:
            said = "reliable" if low >= RELIABLE else f"enough for tentative use, below {RELIABLE}"
        act = low < TENTATIVE
        yield Conclusion(f"{where}: {best.title} {best.value:.2f}{between}, {said}.", act)


def _of_people(people: list[PersonQuality], suspected: list[Suspected]) -> Iterator[Conclusion]:
    right = sum(one.hidden.right for one in people)
    of = sum(one.hidden.of for one in people)
    if of:
        known = Share.of_counts(right, of)
        yield Conclusion(
            f"Hidden items: {right} of {of} right, {known.share:.0%}"
            f" [{known.low:.0%}, {known.high:.0%}].",
            False,
        )
    names = {name for one in suspected for name in one.people}
    if names:
        kinds = Counter(one.kind for one in suspected)
        which = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        yield Conclusion(
            f"Look at the answers of {len(names)} of {len(people)} people ({which}).", True
        )


def _of_items(concerns: list[ItemConcern], orders: list[SeveralOrders]) -> Iterator[Conclusion]:
    if concerns:
        yield Conclusion(f"{counted(len(concerns), 'item')} to look at again.", True)
    if orders:
        yield Conclusion(
            f"{counted(len(orders), 'item')} with several orders that people agree on.", True
        )


def _of_time(time: TimeAndPay) -> Iterator[Conclusion]:
    if time.people:
        yield Conclusion(
            f"{time.hours:.1f} hours by {counted(len(time.people), 'person', 'people')},"
            f" {time.pay:.2f} {time.currency} due.",
            False,
        )
