"""Finding people whose answers cannot be relied on, without gold.

Five tests, each of one null hypothesis, corrected (Holm) for how many people or pairs it looks at:
the chance that it suspects anybody in a crew of honest people is at most ``level``. Answers must
be hashable: texts normalised, orders as tuples. docs/agreement.md says how often each is right on
simulated crews.

Source: MS-19.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeVar

from panelwise.metrics._statistics import holm
from panelwise.metrics.agreement._crew import Crew, Distance
from panelwise.metrics.agreement._reliability import WorkerAnswer

T = TypeVar("T")

Suspicion = Literal["careless", "colluding", "tiring", "uneven", "hurried"]
LEVEL = 0.05
FEWEST_ANSWERS = 20  # of a person, or that a pair has in common; fewer say too little
SOUND = 0.9  # agreement over the crew's median, from which on being quick is no fault


@dataclass(frozen=True, slots=True)
class WorkerFinding:
    """What one test says of one person, or of a pair.

    Attributes:
        kind: what is suspected.
        workers: one person; two for ``colluding``.
        estimate: careless: agreement with the others beyond chance, over the crew's median;
            colluding: share of common items that one copied, beyond what is usual in the crew;
            tiring: how far agreement falls from the start of a session to its end; uneven:
            correlation of answers near each other in agreeing with the others; hurried: share of
            answers in less than a third of the usual time.
        p: corrected for all who were tested.
        flagged: whether the test suspects them.
        n: answers, or items in common, that it is based on.
    """

    kind: Suspicion
    workers: tuple[str, ...]
    estimate: float
    p: float
    flagged: bool
    n: int


def find_colluding(
    answers: Sequence[WorkerAnswer], *, least: float = 0.15, level: float = LEVEL
) -> list[WorkerFinding]:
    """Pairs of whom one copies from the other, or both from a third.

    The answers of the others say what is probably right, and each of the two has a confusion
    matrix: being good, lenient or of the same habits explains equal answers. Equal wrong answers
    beyond that are evidence of copying, and so is a lack of different ones. Estimated is the share
    of their common items that is copied, and tested by its likelihood ratio against what is usual
    in the crew, since items that mislead many people make everybody's answers alike. How much pairs
    of honest people differ is learnt from quantiles over pairs, so at most 15 % of all pairs may
    collude: five of thirteen people.

    People who copy from somebody who is nearly always right look like two people who are: there
    must be some equal mistakes to find them by.

    Args:
        answers: of everybody.
        least: smallest share that matters, beyond what is usual.
        level: chance that anybody in an honest crew is suspected.

    >>> crowd = [WorkerAnswer(w, i, (i * i + (i % 5 == 0)) % 4 if w < "c" else i * i % 4)
    ...          for i in range(100) for w in "abcdef"]
    >>> [finding.workers for finding in find_colluding(crowd) if finding.flagged]
    [('a', 'b')]
    """
    return _colluding(Crew.of(answers), least, level)


def find_careless(
    answers: Sequence[WorkerAnswer],
    *,
    distance: Distance | None = None,
    least: float = 0.6,
    level: float = LEVEL,
) -> list[WorkerFinding]:
    """People who agree with the others hardly more than chance would have it.

    Agreement beyond chance is the share of answers that a person gives by the consensus of the
    others and not by habit, by maximum likelihood; with a ``distance`` Cohen's κ with that
    consensus. Always giving the commonest answer earns nothing. Tested is whether it is less than
    ``least`` times the crew's median. The answers of people who collude should be taken out before,
    but for one of each group (:func:`review_workers` does).

    Args:
        answers: of everybody.
        distance: of two answers, 0 to 1, symmetric, for answers that may be nearly right: marks on
            a scale, orders. Without it answers are equal or not.
        least: the least agreement that is acceptable, over the crew's median.
        level: chance that anybody in an honest crew is suspected.

    >>> crowd = [WorkerAnswer(w, i, i * i % 4 if w != "f" else (7 * i // 3) % 4)
    ...          for i in range(100) for w in "abcdef"]
    >>> [finding.workers for finding in find_careless(crowd) if finding.flagged]
    [('f',)]
    """
    return _careless(Crew.of(answers, distance), least, level)


def find_tiring(
    answers: Sequence[WorkerAnswer],
    *,
    distance: Distance | None = None,
    least: float = 0.1,
    level: float = LEVEL,
) -> list[WorkerFinding]:
    """People whose agreement with the others falls in the course of their sessions.

    Of each answer: how close it is to the consensus without the person, less what is to be expected
    of them by that consensus. Tested is the slope over the place in the session, less that of the
    others on the same items if it is more than noise, so that hard items that come late do not
    count against anybody; a fall of less than ``least`` from start to end is not suspected however
    certain it is.

    Args:
        answers: in the order in which they were given.
        distance: as for :func:`find_careless`.
        least: smallest fall that matters.
        level: chance that anybody in an honest crew is suspected.

    >>> crowd = [WorkerAnswer(w, i, i * i % 4 if w != "f" or i < 60 else (7 * i // 3) % 4)
    ...          for i in range(100) for w in "abcdef"]
    >>> [finding.workers for finding in find_tiring(crowd) if finding.flagged]
    [('f',)]
    """
    return _tiring(Crew.of(answers, distance), least, level)


def find_uneven(
    answers: Sequence[WorkerAnswer],
    *,
    distance: Distance | None = None,
    least: float = 0.05,
    level: float = LEVEL,
) -> list[WorkerFinding]:
    """People who answer without care for stretches at a time.

    Tested is whether answers near each other are alike in agreeing with the others or not: the
    autocorrelation of what :func:`find_tiring` looks at, over ten answers, beyond the crew's
    median, since hard items may be next to each other for everybody.

    Args:
        answers: in the order in which they were given.
        distance: as for :func:`find_careless`.
        least: smallest mean correlation that matters.
        level: chance that anybody in an honest crew is suspected.

    >>> crowd = [WorkerAnswer(w, i, i * i % 4 if w != "f" or i % 50 < 30 else (7 * i // 3) % 4)
    ...          for i in range(200) for w in "abcdef"]
    >>> [finding.workers for finding in find_uneven(crowd) if finding.flagged]
    [('f',)]
    """
    return _uneven(Crew.of(answers, distance), least, level)


def find_hurried(
    answers: Sequence[WorkerAnswer],
    *,
    fraction: float = 1 / 3,
    share: float = 0.25,
    level: float = LEVEL,
) -> list[WorkerFinding]:
    """People who answer much of their work in a fraction of the time that others take for it.

    An answer is hurried if it took less than ``fraction`` of the median time of the others on the
    same item (of everybody on all items, where fewer than three others have a time). Tested is
    whether more than ``share`` of a person's answers are, by the binomial distribution.

    >>> crowd = [WorkerAnswer(w, i, "x", 10 + i % 7 if w != "f" else 2)
    ...          for i in range(40) for w in "abcdef"]
    >>> [finding.workers for finding in find_hurried(crowd) if finding.flagged]
    [('f',)]
    """
    import numpy as np
    from scipy.stats import binom

    timed = [(one.worker, one.item, one.seconds) for one in answers if one.seconds is not None]
    by_item: dict[Hashable, list[tuple[str, float]]] = {}
    for worker, item, seconds in timed:
        by_item.setdefault(item, []).append((worker, seconds))
    overall = float(np.median([seconds for *_, seconds in timed])) if timed else 0.0
    counts: dict[str, list[int]] = {}
    for worker, item, seconds in timed:
        others = [time for who, time in by_item[item] if who != worker]
        usual = float(np.median(others)) if len(others) > 2 else overall
        count = counts.setdefault(worker, [0, 0])
        count[0] += seconds < fraction * usual
        count[1] += 1
    counts = {worker: count for worker, count in counts.items() if count[1] >= FEWEST_ANSWERS}
    return _findings(
        "hurried",
        [(worker,) for worker in counts],
        [hurried / n for hurried, n in counts.values()],
        [float(binom.sf(hurried - 1, n, share)) for hurried, n in counts.values()],
        [n for _, n in counts.values()],
        level,
    )


def review_workers(
    answers: Sequence[WorkerAnswer], *, distance: Distance | None = None, level: float = 2 * LEVEL
) -> list[WorkerFinding]:
    """All five tests together, each at a fifth of ``level``; those that suspect somebody.

    Of people who collude one of each group takes part in the consensus, so that many equal answers
    do not pass for the truth. Somebody quick is suspected only if they agree less with the others
    than is usual (less than ``SOUND`` times the crew's median, at a level of .05).

    Args:
        answers: of everybody, in the order in which they were given.
        distance: as for :func:`find_careless`.
        level: chance that anybody in an honest crew is suspected by any of the tests.

    >>> crowd = [WorkerAnswer(w, i, i * i % 4 if w != "f" else (7 * i // 3) % 4)
    ...          for i in range(100) for w in "abcdef"]
    >>> [(finding.kind, finding.workers) for finding in review_workers(crowd)]
    [('careless', ('f',))]
    """
    each = level / 5
    colluding = find_colluding(answers, level=each)
    copies = _copies([finding.workers for finding in colluding if finding.flagged])
    crew = Crew.of([one for one in answers if one.worker not in copies], distance)
    worse = copies | _less_sound(crew)
    found = [
        *colluding,
        *_careless(crew, 0.6, each),
        *_tiring(crew, 0.1, each),
        *_uneven(crew, 0.05, each),
        *(one for one in find_hurried(answers, level=each) if worse.issuperset(one.workers)),
    ]
    return [finding for finding in found if finding.flagged]


def _less_sound(crew: Crew) -> set[str]:
    """Those who agree less than is usual, each for themselves."""
    from panelwise.metrics.agreement._attention import attentions

    if len(crew.workers) < 3:
        return set(crew.workers)
    found = attentions(crew)
    bound = SOUND * median(one.value for one in found)
    return {worker for worker, one in zip(crew.workers, found, strict=True)
            if one.p_below(bound) <= LEVEL}  # fmt: skip


def _copies(pairs: Sequence[tuple[str, ...]]) -> set[str]:
    """Everybody in a pair but the first of each group that pairs connect."""
    group: dict[str, str] = {}
    for one, other in pairs:
        first, second = group.setdefault(one, one), group.setdefault(other, other)
        for worker, of in list(group.items()):
            if of == second:
                group[worker] = first
    return {worker for worker, of in group.items() if worker != of}


def _colluding(crew: Crew, least: float, level: float) -> list[WorkerFinding]:
    from panelwise.metrics.agreement._copying import copied_shares

    return [
        WorkerFinding("colluding", (crew.workers[one.pair[0]], crew.workers[one.pair[1]]),
                      one.share, one.p, one.p <= level and one.share >= least, one.n)
        for one in copied_shares(crew, least, level, FEWEST_ANSWERS)
    ]  # fmt: skip


def _tested(crew: Crew, found: Sequence[T]) -> list[tuple[str, T, int]]:
    """What was found of each worker with enough answers, and how many those are."""
    numbers = [len(crew.answers_of(worker)) for worker, _ in enumerate(crew.workers)]
    return [(worker, one, n) for worker, one, n in zip(crew.workers, found, numbers, strict=True)
            if n >= FEWEST_ANSWERS]  # fmt: skip


def _careless(crew: Crew, least: float, level: float) -> list[WorkerFinding]:
    from panelwise.metrics.agreement._attention import attentions

    if len(crew.workers) < 3:
        return []
    tested = _tested(crew, attentions(crew))
    if not tested:
        return []
    usual = median(one.value for _, one, _ in tested)
    return _findings(
        "careless",
        [(worker,) for worker, *_ in tested],
        [one.value / usual if usual > 0 else math.nan for _, one, _ in tested],
        [one.p_below(least * usual) for _, one, _ in tested],
        [n for *_, n in tested],
        level,
    )


def _tiring(crew: Crew, least: float, level: float) -> list[WorkerFinding]:
    from scipy.stats import t

    from panelwise.metrics.agreement._course import falls

    if len(crew.workers) < 3:
        return []
    tested, p_values = [], []
    for worker, fall in enumerate(falls(crew)):
        n = len(crew.answers_of(worker))
        if n >= FEWEST_ANSWERS:
            p = float(t.sf(fall.size / max(fall.error, 1e-9), n - 2))
            tested.append((crew.workers[worker], fall.size, n))
            p_values.append(p if fall.size >= least else 1.0)
    names = [(name,) for name, *_ in tested]
    sizes = [size for _, size, _ in tested]
    return _findings("tiring", names, sizes, p_values, [n for *_, n in tested], level)


def _uneven(crew: Crew, least: float, level: float) -> list[WorkerFinding]:
    from scipy.special import ndtr

    from panelwise.metrics.agreement._course import stretches

    if len(crew.workers) < 3:
        return []
    tested = _tested(crew, stretches(crew))
    return _findings(
        "uneven",
        [(worker,) for worker, *_ in tested],
        [one.correlation for _, one, _ in tested],
        [float(ndtr(-one.z)) if one.correlation >= least else 1.0 for _, one, _ in tested],
        [n for *_, n in tested],
        level,
    )


def _findings(
    kind: Suspicion,
    workers: Sequence[tuple[str, ...]],
    estimates: Sequence[float],
    p_values: Sequence[float],
    numbers: Sequence[int],
    level: float,
) -> list[WorkerFinding]:
    """One finding of each, the most suspicious first."""
    found = [
        WorkerFinding(kind, names, float(estimate), p, p <= level, n)
        for names, estimate, p, n in zip(workers, estimates, holm(p_values), numbers, strict=True)
    ]
    return sorted(found, key=lambda finding: finding.p)
