"""People whose answers should be looked at.

Where several people answer the same, the tests of
:func:`panelwise.metrics.agreement.review_workers` are made for every stage. Where each unit has one
answer, what reviewers and hidden items say is compared between people. All tests together suspect
anybody in an honest crew with a probability of at most ``LEVEL``.

Source: MS-19; docs/agreement.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from panelwise.annotation._state import State
from panelwise.annotation.quality._answers import session_places
from panelwise.annotation.quality._people import StageAnswers, known_results
from panelwise.metrics import holm
from panelwise.metrics.agreement import WorkerFinding, find_colluding, review_workers

LEVEL = 0.10
MATTERS = 0.10  # smallest difference of shares that is suspected
FEWEST = 8  # known results of a person
FEWEST_TREND = 20  # for a trend
PEOPLE = 3

SuspicionKind = Literal[
    "careless", "colluding", "tiring", "uneven", "hurried", "failing", "rejected"
]
WORDS: Mapping[SuspicionKind, str] = {
    "careless": "agrees with the others hardly more than by chance",
    "colluding": "give more equal answers, wrong ones above all, than their habits explain",
    "tiring": "gets worse in the course of a session",
    "uneven": "answers without care for stretches at a time",
    "hurried": "takes under a third of the time that others take, and agrees less with them",
    "failing": "is wrong on hidden items more often than the others, or than the test allows",
    "rejected": "has more answers rejected than the others",
}


@dataclass(frozen=True, slots=True)
class Suspected:
    """A reason to look at somebody's answers; not a verdict.

    Attributes:
        kind: of what.
        people: one, or two for ``colluding``.
        stage: in which; empty for hidden items and reviews of all stages.
        why: in words.
        estimate: as in ``WorkerFinding``; of ``failing`` and ``rejected`` the share of
            errors beyond that of the others.
        p: corrected for how many people or pairs were tested.
        n: answers that it is based on.
    """

    kind: SuspicionKind
    people: tuple[str, ...]
    stage: str
    why: str
    estimate: float
    p: float
    n: int


PersonOutcomes = Mapping[str, Sequence[bool]]
"""Of each person, in order: was the answer right, or accepted?"""


def suspected_people(
    state: State, answers: Sequence[StageAnswers], judged: Mapping[int, bool]
) -> list[Suspected]:
    """Everybody whom a test suspects."""
    tested = [one for one in answers if one.shared and _people(one) >= PEOPLE]
    found = []
    for one in tested:
        findings = _found_in(one, LEVEL / 2 / len(tested))
        found += [
            Suspected(finding.kind, finding.workers, one.stage.name, WORDS[finding.kind],
                      finding.estimate, finding.p, finding.n)
            for finding in findings
        ]  # fmt: skip
    results = known_results(state, "hidden_gold")
    hidden = _by_person(results)
    known = {seq: right for seq, (_, right) in results.items()} | dict(judged)
    reviewed = {
        name: [judged[one.seq] for one in who.submissions if one.seq in judged]
        for name, who in state.people.items()
    }
    both = {
        name: _in_order(state, name, known)
        for name in {*hidden, *(name for name, own in reviewed.items() if own)}
    }
    each = LEVEL / 6
    found += _worse("failing", hidden, each, _bar(state)) + _worse("rejected", reviewed, each)
    tiring = {one.people for one in found if one.kind == "tiring"}
    return found + [one for one in _fading(both, each) if one.people not in tiring]


def _found_in(one: StageAnswers, level: float) -> list[WorkerFinding]:
    """What the tests say of the first field, and who copies in the others, at a sixth of a level.

    A confidence, for instance, is hardly the same for two people who are both right.
    """
    part = level / 6 if one.further else 0.0
    findings = review_workers(one.answers, distance=one.field.distance, level=level - part)
    copied = {frozenset(found.workers) for found in findings if found.kind == "colluding"}
    for answers in one.further:
        for pair in find_colluding(answers, level=part / len(one.further)):
            if pair.flagged and frozenset(pair.workers) not in copied:
                copied.add(frozenset(pair.workers))
                findings.append(pair)
    return findings


def _bar(state: State) -> float:
    """The share of known answers that the procedure asks for: in its test, or on hidden items."""
    test, hidden = state.procedure.qualification, state.procedure.hidden_gold
    return test.above if test else hidden.pause_below if hidden else 0.0


def _worse(
    kind: SuspicionKind, outcomes: PersonOutcomes, level: float, bar: float = 0.0
) -> list[Suspected]:
    """Those with more errors than all the others together, or than the bar allows.

    Fisher's exact test against the others, and the binomial test of a share of right answers of at
    least ``bar`` where there is one, both of everybody (Holm). A known answer may be wrong, which
    makes everybody miss the bar; so the others must do better by ``MATTERS`` in both.
    """
    from scipy.stats import binom, fisher_exact

    counts = {
        name: (own.count(False), len(own))
        for name, own in ((name, list(given)) for name, given in outcomes.items())
        if len(own) >= FEWEST
    }
    if len(counts) < PEOPLE:
        return []
    errors, total = (sum(column) for column in zip(*counts.values(), strict=True))
    gaps, p_values = [], []
    for wrong, n in counts.values():
        others, rest = errors - wrong, total - n
        table: Any = [[wrong, n - wrong], [others, rest - others]]
        gaps.append(wrong / n - others / rest)
        p_values.append(float(fisher_exact(table, alternative="greater").pvalue))
    if bar:
        p_values += [float(binom.cdf(n - wrong, n, bar)) for wrong, n in counts.values()]
    corrected = holm(p_values)
    least = [min(corrected[k :: len(counts)]) for k in range(len(counts))]
    return [
        Suspected(kind, (name,), "", WORDS[kind], gap, p, n)
        for (name, (_, n)), gap, p in zip(counts.items(), gaps, least, strict=True)
        if p <= level and gap >= MATTERS
    ]


def _fading(outcomes: Mapping[str, Sequence[tuple[float, bool]]], level: float) -> list[Suspected]:
    """Those whose errors come late in their sessions (Mann and Whitney's test, Holm).

    Args:
        outcomes: place in the session, and whether the answer was right.
        level: as everywhere.
    """
    from scipy.stats import mannwhitneyu

    tested, p_values, falls = [], [], []
    for name, own in sorted(outcomes.items()):
        wrong = [place for place, right in own if not right]
        right = [place for place, right in own if right]
        if len(own) < FEWEST_TREND or not wrong or not right:
            continue
        middle = sorted(place for place, _ in own)[len(own) // 2]
        early = [was for place, was in own if place < middle] or [True]
        late = [was for place, was in own if place >= middle]
        tested.append((name, len(own)))
        falls.append(sum(early) / len(early) - sum(late) / len(late))
        p_values.append(float(mannwhitneyu(wrong, right, alternative="greater").pvalue))
    return [
        Suspected("tiring", (name,), "", WORDS["tiring"], fall, p, n)
        for (name, n), fall, p in zip(tested, falls, holm(p_values), strict=True)
        if p <= level and fall >= MATTERS
    ]


def _in_order(state: State, person: str, known: Mapping[int, bool]) -> list[tuple[float, bool]]:
    """Place in the session and outcome of all of a person's answers that have one."""
    who = state.people[person]
    return [
        (float(place), known[one.seq])
        for one, _, place in session_places(who.submissions)
        if one.seq in known
    ]


def _by_person(results: Mapping[int, tuple[str, bool]]) -> dict[str, list[bool]]:
    found: dict[str, list[bool]] = {}
    for _, (person, right) in sorted(results.items()):
        found.setdefault(person, []).append(right)
    return found


def _people(answers: StageAnswers) -> int:
    return len({one.worker for one in answers.answers})
