"""Finding people whose answers cannot be relied on, without gold.

Four tests, each of one null hypothesis, corrected (Holm) for how many people or pairs it looks at:
the chance that it suspects anybody in a crew of honest people is at most ``level``. Answers must
be hashable: texts normalised, orders as tuples. docs/agreement.md says how often each is right on
simulated crews.

Source: MS-19.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from panelwise.metrics._statistics import holm
from panelwise.metrics.agreement._crew import Crew, Distance
from panelwise.metrics.agreement._reliability import WorkerAnswer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Suspicion = Literal["careless", "colluding", "tiring", "hurried"]
LEVEL = 0.05
MEDIAN_OF_CHI_SQUARED = 0.4549  # with one degree of freedom
FEWEST_ANSWERS = 20  # of a person, or that a pair has in common; fewer say too little


@dataclass(frozen=True, slots=True)
class WorkerFinding:
    """What one test says of one person, or of a pair.

    Attributes:
        kind: what is suspected.
        workers: one person; two for ``colluding``.
        estimate: careless: agreement with the others beyond chance, over the crew's median;
            colluding: share of common items with equal answers, less what was expected;
            tiring: how far agreement falls from the start of a session to its end; hurried: share
            of answers in less than a third of the usual time.
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
    """Pairs who give equal answers more often than their skill and their habits explain.

    Two people who answer independently, one by the truth on a share s of items and by habit on the
    rest, the other likewise, agree on a share of their common items that follows from both skills.
    Equal wrong answers go beyond it. A person's skill is the median of what their agreement with
    each of the others implies, and how much pairs of honest people differ is learnt from quantiles
    over pairs, so at most 15 % of all pairs may collude: five of thirteen people.

    Args:
        answers: of everybody.
        least: smallest share of common items, beyond what was expected, that matters. Honest people
            who are lenient or misread the guidelines in the same way agree a little more, too.
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

    Agreement beyond chance is Cohen's κ between a person's answers and the consensus without them
    (their own habits are chance, so that always giving the commonest answer earns nothing).
    Tested is whether it is less than ``least`` times the crew's median. The answers of people who
    collude should be taken out before, but for one of each group (:func:`review_workers` does).

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

    Of each answer: how close it is to the consensus without the person, less what the others reach
    on the same item, so that hard items do not count against those who happen to meet them
    late. Tested is the slope over the place in the session; a fall of less than ``least`` from
    start to end is not suspected however certain it is.

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
    """All four tests together, each at a quarter of ``level``; those that suspect somebody.

    Of people who collude one of each group takes part in the consensus, so that many equal answers
    do not pass for the truth.

    Args:
        answers: of everybody, in the order in which they were given.
        distance: as for :func:`find_careless`.
        level: chance that anybody in an honest crew is suspected by any of the tests.

    >>> crowd = [WorkerAnswer(w, i, i * i % 4 if w != "f" else (7 * i // 3) % 4)
    ...          for i in range(100) for w in "abcdef"]
    >>> [(finding.kind, finding.workers) for finding in review_workers(crowd)]
    [('careless', ('f',))]
    """
    each = level / 4
    colluding = find_colluding(answers, level=each)
    copies = _copies([finding.workers for finding in colluding if finding.flagged])
    kept = [one for one in answers if one.worker not in copies]
    crew = Crew.of(kept, distance)
    found = [
        *colluding,
        *_careless(crew, 0.6, each),
        *_tiring(crew, 0.1, each),
        *find_hurried(answers, level=each),
    ]
    return [finding for finding in found if finding.flagged]


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
    import numpy as np
    from scipy.stats import t

    known = crew.agreements
    first, second = np.nonzero(np.triu(known.common >= FEWEST_ANSWERS, k=1))
    if not len(first):
        return []
    n, equal = known.common[first, second], known.equal[first, second]
    expected = np.clip(known.expected[first, second], 0.001, 0.999)
    z = (equal - n * expected) / np.sqrt(n * expected * (1 - expected))
    spread = max(1.0, float(np.median(z**2)) / MEDIAN_OF_CHI_SQUARED, _upper_spread(z))
    beyond = equal / n - expected
    p_values = t.sf(z / math.sqrt(spread), len(first))
    return _findings(
        "colluding",
        [(crew.workers[a], crew.workers[b]) for a, b in zip(first, second, strict=True)],
        [float(gap) for gap in beyond],
        [float(p) for p in np.where(beyond >= least, p_values, 1.0)],
        [int(count) for count in n],
        level,
    )


def _upper_spread(z: NDArray[np.float64]) -> float:
    """The variance that the place of the upper 15 % speaks of, which few who collude cannot move.

    People who are lenient, or misread the guidelines, in the same way agree more than others do.
    """
    import numpy as np
    from scipy.special import ndtri

    return float(max(0.0, np.quantile(z, 0.85)) / ndtri(0.85)) ** 2


def _careless(crew: Crew, least: float, level: float) -> list[WorkerFinding]:
    import numpy as np
    from scipy.stats import t

    tested, skills, errors = [], [], []
    for worker, _ in enumerate(crew.workers):
        places = crew.answers_of(worker)
        if len(places) < FEWEST_ANSWERS or len(crew.workers) < 3:
            continue
        agreed, chance, gap = crew.agreement_beyond_chance(worker)
        tested.append((worker, len(places)))
        skills.append((agreed - chance) / max(1 - chance, 1e-9))
        errors.append(gap / max(1 - chance, 1e-9))
    if not tested:
        return []
    usual = float(np.median(skills))
    bound = least * usual
    p = [
        float(t.sf((bound - skill) / max(error, 0.5 / n), n - 1))
        for skill, error, (_, n) in zip(skills, errors, tested, strict=True)
    ]
    names = [(crew.workers[worker],) for worker, _ in tested]
    shares = [skill / usual if usual > 0 else math.nan for skill in skills]
    return _findings("careless", names, shares, p, [n for _, n in tested], level)


def _tiring(crew: Crew, least: float, level: float) -> list[WorkerFinding]:
    from scipy.stats import t

    tested, falls, p_values = [], [], []
    easy = crew.ease()
    for worker, name in enumerate(crew.workers):
        places = crew.answers_of(worker)
        if len(places) < FEWEST_ANSWERS or len(crew.workers) < 3:
            continue
        beyond = crew.support[places] - easy[places]
        slope, error = _slope(crew.progress[places], beyond, crew.consensus[places].max(axis=1))
        tested.append((name, len(places)))
        falls.append(-slope)
        p = float(t.sf(-slope / max(error, 1e-9), len(places) - 2))
        p_values.append(p if -slope >= least else 1.0)
    names = [(name,) for name, _ in tested]
    return _findings("tiring", names, falls, p_values, [n for _, n in tested], level)


def _slope(
    place: NDArray[np.float64], values: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[float, float]:
    """Weighted least squares: the slope, and its error whatever the variances are."""
    total = float(weights.sum())
    centred = place - float((weights * place).sum()) / total
    square = float((weights * centred**2).sum())
    if square < 1e-12:
        return 0.0, 0.0
    slope = float((weights * centred * values).sum()) / square
    rest = values - float((weights * values).sum()) / total - slope * centred
    n = len(place)
    return slope, math.sqrt(float(((weights * centred * rest) ** 2).sum()) * n / (n - 2)) / square


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
