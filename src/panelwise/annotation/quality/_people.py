"""How reliable each person is: known answers, what reviewers say, agreement with the others.

Source: MS-19; SC-12.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State
from panelwise.annotation._unit import Purpose, WorkUnit
from panelwise.annotation.quality._answers import (
    NOMINAL,
    AnsweredField,
    FormOf,
    UnitRound,
    answered_fields,
    main_field,
    turns,
)
from panelwise.metrics import wilson
from panelwise.metrics.agreement import WorkerAnswer, WorkerModel, dawid_skene

AnswerRow = tuple[Submission, Any, UnitRound]
"""A submission, its answer to a field, and what was answered."""
CLASSES = 12  # of answers; with more there is too little to estimate a confusion matrix from
LEAST_ITEMS = 20  # answered by several people, before the model is estimated


@dataclass(frozen=True, slots=True)
class Share:
    """A share of right answers with Wilson's 95 % interval; ``None`` of none."""

    right: int
    of: int
    share: float | None
    low: float | None
    high: float | None

    @classmethod
    def of_counts(cls, right: int, of: int) -> Share:
        """The share of a count."""
        return cls(right, of, right / of, *wilson(right, of)) if of else cls(0, 0, *[None] * 3)


@dataclass(frozen=True, slots=True)
class PersonQuality:
    """One person.

    Attributes:
        person: as in the log.
        roles: what the person may do.
        agreed: to the consent.
        qualified: in the test; ``None`` before it.
        paused: why the person gets no work.
        submissions: that count.
        hidden: right answers to hidden items with known answers.
        test: right answers in the test.
        judged: answers that reviewers accepted, of those on which most of them were of one mind.
        agreement: mean agreement with others on the same item, 0 to 1; ``None`` without any.
        compared: on how many answers that is based.
        model: the expected share of right answers by Dawid and Skene's model, by stage.
    """

    person: str
    roles: tuple[str, ...]
    agreed: bool | None
    qualified: bool | None
    paused: str
    submissions: int
    hidden: Share
    test: Share
    judged: Share
    agreement: float | None
    compared: int
    model: dict[str, float]


@dataclass(frozen=True, slots=True)
class StageAnswers:
    """The main field of a stage and everybody's answers to it.

    Attributes:
        further: answers to each other field with few possible values, such as a confidence.
    """

    stage: WorkStage
    field: AnsweredField
    answers: tuple[WorkerAnswer, ...]
    submissions: tuple[Submission, ...]
    further: tuple[tuple[WorkerAnswer, ...], ...] = ()

    @property
    def shared(self) -> int:
        """How many items several people answered."""
        return sum(count > 1 for count in Counter(one.item for one in self.answers).values())


def stage_answers(state: State, form_of: FormOf, sessions: Mapping[int, int]) -> list[StageAnswers]:
    """The answers of every stage, with hidden items, in the order in which they were given.

    Args:
        state: of the project.
        form_of: the forms.
        sessions: the session of each submission, by its place in the log.
    """
    found = []
    for stage in state.procedure.stages:
        fields = answered_fields(state, stage, form_of)
        field = main_field(fields)
        if field is None:
            continue
        rows = _rows(state, field)
        further = tuple(
            _worker_answers(_rows(state, one), sessions)
            for one in fields if one != field and one.type in (*NOMINAL, "scale")
        )  # fmt: skip
        given = tuple(one for one, *_ in rows)
        found.append(StageAnswers(stage, field, _worker_answers(rows, sessions), given, further))
    return found


def _rows(state: State, field: AnsweredField) -> list[AnswerRow]:
    """Everybody's answers to a field, in the order in which they were given."""
    purposes: tuple[Purpose, ...] = ("work", "hidden_gold")
    rows = [
        (one, value, turn)
        for turn, people in turns(state, field.stage, purposes).items()
        for one in people.values()
        if (value := field.value(one)) is not None
    ]
    return sorted(rows, key=lambda row: row[0].seq)


def _worker_answers(
    rows: Sequence[AnswerRow], sessions: Mapping[int, int]
) -> tuple[WorkerAnswer, ...]:
    return tuple(
        WorkerAnswer(one.person, turn, value, one.seconds or None, sessions.get(one.seq, 0))
        for one, value, turn in rows
    )


def peer_agreement(answers: StageAnswers) -> dict[int, float]:
    """How far each answer agrees with those of the others to the same item, by place in the log."""
    distance = answers.field.distance or (lambda one, other: float(one != other))
    items: dict[object, list[tuple[int, object]]] = {}
    for one, given in zip(answers.answers, answers.submissions, strict=True):
        items.setdefault(one.item, []).append((given.seq, one.answer))
    found: dict[int, float] = {}
    for rows in items.values():
        for seq, value in rows if len(rows) > 1 else ():
            gaps = [distance(value, other) for which, other in rows if which != seq]
            known = [gap for gap in gaps if not math.isnan(gap)]
            if known:
                found[seq] = 1 - sum(known) / len(known)
    return found


def judgements(state: State) -> dict[int, bool]:
    """What reviewers said of answers of one person, by place in the log; ties are left out."""
    found: dict[int, bool] = {}
    for unit in state.work_units():
        for given, verdicts in _judged(state, unit):
            accepting = sum(one.accepts for one in verdicts)
            if 2 * accepting != len(verdicts):
                found[given.seq] = 2 * accepting > len(verdicts)
    return found


def known_results(state: State, purpose: Purpose) -> dict[int, tuple[str, bool]]:
    """Who was right on units with a known answer, by place in the log."""
    return {
        event.seq: (event.person, bool(event.body.get("right")))
        for unit in state.units.values() if unit.purpose == purpose
        for event in unit.events if event.name == "submitted"
    }  # fmt: skip


def worker_model(answers: StageAnswers) -> WorkerModel | None:
    """Dawid and Skene's model of a stage; ``None`` where there is too little for it."""
    classes = {one.answer for one in answers.answers}
    people = {one.worker for one in answers.answers}
    few = len(people) < 3 or answers.shared < LEAST_ITEMS or len(classes) < 2
    if few or answers.field.type not in (*NOMINAL, "scale") or len(classes) > CLASSES:
        return None
    return dawid_skene(answers.answers)


def person_qualities(
    state: State,
    peers: Mapping[int, float],
    judged: Mapping[int, bool],
    models: Mapping[str, WorkerModel],
) -> list[PersonQuality]:
    """Everybody who takes part.

    Args:
        state: of the project.
        peers: agreement with others, of all stages.
        judged: what reviewers said.
        models: by stage.
    """
    hidden, test = (known_results(state, one) for one in ("hidden_gold", "qualification"))
    found = []
    for person in state.people.values():
        own = [one.seq for one in person.submissions]
        near = [peers[seq] for seq in own if seq in peers]
        verdicts = [judged[seq] for seq in own if seq in judged]
        found.append(
            PersonQuality(
                person.name, person.roles, person.agreed, person.qualified, person.paused, len(own),
                _share(hidden[seq][1] for seq in own if seq in hidden),
                _share(test[seq][1] for seq in own if seq in test),
                _share(iter(verdicts)),
                sum(near) / len(near) if near else None, len(near),
                {stage: model.reliability[person.name] for stage, model in models.items()
                 if person.name in model.reliability},
            )
        )  # fmt: skip
    return found


def _judged(state: State, unit: WorkUnit) -> Iterator[tuple[Submission, list[Submission]]]:
    """Each answer that one person gave, with the verdicts on it."""
    procedure = state.procedure
    starts = [i for i, one in enumerate(unit.history) if not procedure.stage(one.stage).verdicts]
    for start, end in pairwise([*starts, len(unit.history)]):
        given, verdicts = unit.history[start], unit.history[start + 1 : end]
        if verdicts and procedure.stage(given.stage).people == 1:
            yield given, verdicts


def _share(given: Iterator[bool]) -> Share:
    found = list(given)
    return Share.of_counts(sum(found), len(found))
