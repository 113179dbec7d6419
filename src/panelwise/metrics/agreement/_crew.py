"""The answers of a crew as arrays, with the consensus of everybody else about each of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from panelwise.metrics.agreement._reliability import WorkerAnswer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Codes = NDArray[np.intp]

Distance = Callable[[Any, Any], float]
ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Crew:
    """Answers as numbers; the last one where a person answered an item several times.

    Attributes:
        workers: their names.
        worker: of each answer.
        item: of each answer.
        given: the class of each answer.
        progress: of each answer, its place in the session from 0 to 1.
        support: of each answer, how close it is to the consensus of the others: its probability,
            or one minus its expected distance.
        consensus: answers × classes, the consensus of the others.
        closeness: classes × classes, 1 for the same; 0 for others, or one minus their distance.
        skills: of each person, the share of items answered by the truth and not by habit.
    """

    workers: tuple[str, ...]
    worker: Codes
    item: Codes
    given: Codes
    progress: Numbers
    support: Numbers
    consensus: Numbers
    closeness: Numbers
    skills: Numbers

    @classmethod
    def of(cls, answers: Sequence[WorkerAnswer], distance: Distance | None = None) -> Crew:
        import numpy as np

        last = {(one.worker, one.item): one for one in answers}
        kept = list(last.values())
        codes = []
        for names in (
            [one.worker for one in kept],
            [one.item for one in kept],
            [one.answer for one in kept],
        ):
            number: dict[Hashable, int] = {}
            codes.append(
                np.array([number.setdefault(name, len(number)) for name in names], np.intp)
            )
        worker, item, given = codes
        workers = tuple(dict.fromkeys(one.worker for one in kept))
        classes = int(given.max(initial=-1)) + 1
        table = np.full((len(workers), int(item.max(initial=-1)) + 1), -1, np.intp)
        table[worker, item] = given
        skills = _skills(table, classes)
        consensus = _consensus_without(skills, worker, item, given, classes)
        names = list(dict.fromkeys(one.answer for one in kept))
        closeness = np.eye(classes)
        if distance is not None:
            closeness = np.array([[1 - distance(a, b) for b in names] for a in names])
        return cls(
            workers=workers,
            worker=worker,
            given=given,
            item=item,
            progress=_progress(kept),
            support=(consensus * closeness[given]).sum(axis=1),
            consensus=consensus,
            closeness=closeness,
            skills=skills,
        )

    def answers_of(self, worker: int) -> Codes:
        """The places of a person's answers."""
        import numpy as np

        return np.flatnonzero(self.worker == worker)

    def agreement_beyond_chance(self, worker: int) -> tuple[float, float, float]:
        """Mean support of a person's answers, that of their habits alone, and its error."""
        import numpy as np

        places = self.answers_of(worker)
        n = len(places)
        given, consensus = self.given[places], self.consensus[places]
        habits = self.closeness @ (np.bincount(given, minlength=len(self.closeness)) / n)
        truth = consensus.mean(axis=0)
        influence = self.support[places] - consensus @ habits - (truth @ self.closeness)[given]
        error = float(influence.std(ddof=1) / np.sqrt(n)) if n > 1 else np.inf
        return float(self.support[places].mean()), float(truth @ habits), error

    def ease(self) -> Numbers:
        """Of each answer, the mean support of the others on its item; the crew's, if none."""
        import numpy as np

        totals = np.bincount(self.item, self.support)
        counts = np.bincount(self.item)
        others = counts[self.item] - 1
        mean = float(self.support.mean()) if len(self.support) else 0.0
        rest = totals[self.item] - self.support
        return np.where(others > 0, rest / np.maximum(others, 1), mean)


def _skills(table: Codes, classes: int) -> Numbers:
    """Of each person, the share of items answered by the truth; by habit on the rest.

    How often two people give the same answer follows from both skills and the shares of their
    answers. A person's skill is the weighted median of what the agreement with each of the others
    implies, so that a few who collude move nobody's.
    """
    import numpy as np

    workers = len(table)
    skills = np.full(workers, 0.7)
    if not workers:
        return skills
    common, equal = np.zeros((workers, workers)), np.zeros((workers, workers))
    habits = np.zeros((workers, classes))
    for one, row in enumerate(table):
        both = (table >= 0) & (row >= 0)
        common[one] = both.sum(axis=1)
        equal[one] = (both & (table == row)).sum(axis=1)
        habits[one] = np.bincount(row[row >= 0], minlength=classes)
    habits = habits / np.maximum(habits.sum(axis=1, keepdims=True), 1)
    share = equal / np.maximum(common, 1)
    # Those who share more items than usual weigh no more: they may be the ones who collude.
    others = np.where(np.eye(workers) > 0, 0, common)
    usual = [float(np.median(row[row > 0])) if (row > 0).any() else 0.0 for row in others]
    capped = np.minimum(others, np.array(usual)[:, None])
    for _ in range(ROUNDS):
        rest, slope = _by_skill(skills, habits)
        implied = (share - rest) / np.maximum(slope, 1e-6)
        weight = capped * np.maximum(slope, 0)
        updated = np.array([_weighted_median(*row) for row in zip(implied, weight, strict=True)])
        updated = np.clip(updated, 0, 1)
        if np.abs(updated - skills).max(initial=0) < 1e-4:
            break
        skills = (skills + updated) / 2
    return skills


def _by_skill(skills: Numbers, habits: Numbers) -> tuple[Numbers, Numbers]:
    """Expected agreement of each with each: what it is without skill, and what skill adds."""
    truth = habits.sum(axis=0) / max(len(habits), 1)
    by_truth = habits @ truth
    by_habit = habits @ habits.T
    other = skills[None, :]
    rest = other * by_truth[:, None] + (1 - other) * by_habit
    return rest, other + (1 - other) * by_truth[None, :] - rest


def _weighted_median(values: Numbers, weights: Numbers) -> float:
    import numpy as np

    order = np.argsort(values)
    below = np.cumsum(weights[order])
    if not len(below) or below[-1] <= 0:
        return 0.0
    return float(values[order][np.searchsorted(below, below[-1] / 2)])


def _consensus_without(
    skills: Numbers, worker: Codes, item: Codes, given: Codes, classes: int
) -> Numbers:
    """For each answer, the distribution of the true one by everybody else.

    The model has one skill per person, and all wrong answers are as probable: it needs few answers,
    however many classes there are.
    """
    import numpy as np

    if not len(given):
        return np.zeros((0, 0))
    accuracy = np.clip(skills + (1 - skills) / classes, 0.01, 0.99)
    weights = np.log(accuracy * max(classes - 1, 1) / (1 - accuracy))[worker]
    items = int(item.max()) + 1
    cells = np.bincount(item * classes + given, weights, minlength=items * classes)
    prior = np.log((np.bincount(given, minlength=classes) + 1.0) / (len(given) + classes))
    rest = cells.reshape(items, classes)[item] + prior
    rest[np.arange(len(given)), given] -= weights
    without = np.exp(rest - rest.max(axis=1, keepdims=True))
    return np.asarray(without / without.sum(axis=1, keepdims=True), dtype=np.float64)


def _progress(answers: Sequence[WorkerAnswer]) -> Numbers:
    import numpy as np

    places: dict[tuple[str, Hashable], list[int]] = {}
    for place, one in enumerate(answers):
        places.setdefault((one.worker, one.session), []).append(place)
    progress = np.zeros(len(answers))
    for session in places.values():
        progress[session] = np.linspace(0, 1, len(session)) if len(session) > 1 else 0.5
    return progress
