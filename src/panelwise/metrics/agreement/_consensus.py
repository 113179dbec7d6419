"""What a crew's answers say of the truth, and how probable each person's answers are by it.

Source: A. P. Dawid and A. M. Skene, Applied Statistics 28 (1979).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import softmax

from panelwise.metrics.agreement._crew import Crew

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Codes = NDArray[np.intp]

MOST_CLASSES = 30  # for confusion matrices; with more there are too few answers of each
WEIGHT = 2.0  # answers that skill and habits count for, in each row of a confusion matrix
ROUNDS = 30
CLOSE = 0.01  # change of probabilities at which the estimation ends
LEAST_SKILL = 0.02
EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class CrewMember:
    """One person's answers, in the order of the items.

    Attributes:
        places: of the answers in the crew.
        items: that the person answered.
        given: the classes of the answers.
        habits: the share of each class in them.
        skill: share of items answered by the truth, and not by habit.
        likelihood: answers × truths, the probability of the answer if that is the truth.
        counts: truths × classes, how often the person gave each answer to items of which the truth
            is probably that one; ``None`` without a confusion matrix.
    """

    places: Codes
    items: Codes
    given: Codes
    habits: Numbers
    skill: float
    likelihood: Numbers
    counts: Numbers | None = None

    def confusion(self, counts: Numbers) -> Numbers:
        """Probabilities of answers by truth: the fewer counts, the nearer to skill and habits."""
        expected = self.skill * np.eye(len(counts)) + (1 - self.skill) * self.habits
        table = (counts + WEIGHT * expected) / (counts.sum(axis=1, keepdims=True) + WEIGHT)
        return np.asarray(table, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the answers of those who are ``kept`` say of the truth.

    Attributes:
        people: of the crew, everybody.
        kept: of each, whether the answers count.
        log: items × truths, the logarithm of the probability but for a constant.
    """

    people: Sequence[CrewMember]
    kept: Sequence[bool]
    log: Numbers

    def of(self, who: int, places: Codes | None = None) -> Numbers:
        """``log`` of the items of some of a person's answers, with these answers taken out."""
        person, chosen = self.people[who], slice(None) if places is None else places
        log = self.log[person.items[chosen]]
        taken = np.log(person.likelihood[chosen]) if self.kept[who] else 0.0
        return np.asarray(log - taken, dtype=np.float64)

    def without(self, log: Numbers, who: int, places: Codes) -> Numbers:
        """``log`` with some answers of another person taken out as well."""
        return log - np.log(self.people[who].likelihood[places]) if self.kept[who] else log


def by_skill(crew: Crew, kept: Sequence[bool]) -> Consensus:
    """A consensus that few people cannot move, for any number of classes.

    The truth of an item is one of the answers given to it, or one of all others: the last column.
    """
    people = _people(crew)
    local: list[dict[int, int]] = [{} for _ in range(_items(people))]
    columns = [
        [local[item].setdefault(int(answer), len(local[item]))
         for item, answer in zip(one.items, one.given, strict=True)]
        for one in people
    ]  # fmt: skip
    shares = np.mean([one.habits for one in people], axis=0)
    prior = np.zeros((len(local), 1 + max(map(len, local))))
    for item, answers in enumerate(local):
        prior[item, : len(answers)] = shares[list(answers)]
    prior[:, -1] = 1 - prior.sum(axis=1)
    for who, (one, same) in enumerate(zip(people, columns, strict=True)):
        by_habit = (1 - one.skill) * one.habits[one.given]
        likelihood = np.repeat(by_habit[:, None], prior.shape[1], axis=1)
        likelihood[np.arange(len(same)), same] += one.skill
        people[who] = replace(one, likelihood=likelihood)
    return Consensus(people, kept, _log(people, kept, np.maximum(prior, EPSILON)))


def by_confusion(crew: Crew, kept: Sequence[bool]) -> Consensus:
    """A consensus by everybody's confusion matrix, so that lenient and strict people agree.

    Expectation maximisation over the answers of those who are kept.
    """
    people = _people(crew)
    classes = len(crew.closeness)
    prior = np.mean([one.habits for one in people], axis=0)
    for who, one in enumerate(people):
        table = one.confusion(np.zeros((classes, classes)))
        people[who] = replace(one, likelihood=table[:, one.given].T)
    items = _items(people)
    for _ in range(ROUNDS):
        log = _log(people, kept, np.tile(prior, (items, 1)))
        prior = (softmax(log, axis=1).sum(axis=0) + 1) / (items + classes)
        before = people
        people = [_counted(one, log, counts) for one, counts in zip(people, kept, strict=True)]
        changes = [np.abs(one.likelihood - was.likelihood).max(initial=0)
                   for one, was in zip(people, before, strict=True)]  # fmt: skip
        if max(changes) < CLOSE:
            break
    return Consensus(people, kept, _log(people, kept, np.tile(prior, (items, 1))))


def _people(crew: Crew) -> list[CrewMember]:
    classes = len(crew.closeness)
    found = []
    for worker, skill in enumerate(np.clip(crew.skills, LEAST_SKILL, 1 - LEAST_SKILL)):
        places = crew.answers_of(worker)
        places = places[np.argsort(crew.item[places])]
        given = crew.given[places]
        habits = (np.bincount(given, minlength=classes) + 1 / classes) / (len(given) + 1)
        nothing = np.ones((len(given), 0))
        found.append(CrewMember(places, crew.item[places], given, habits, float(skill), nothing))
    return found


def _counted(person: CrewMember, log: Numbers, kept: bool) -> CrewMember:
    """A person with the confusion matrix that follows from what is known of the truth."""
    own = log[person.items] if kept else log[person.items] + np.log(person.likelihood)
    counts = softmax(own, axis=1).T @ np.eye(log.shape[1])[person.given]
    likelihood = person.confusion(counts)[:, person.given].T
    return replace(person, likelihood=likelihood, counts=counts)


def _log(people: Sequence[CrewMember], kept: Sequence[bool], prior: Numbers) -> Numbers:
    log = np.log(prior)
    for person, counts in zip(people, kept, strict=True):
        if counts:
            log[person.items] += np.log(person.likelihood)
    return np.asarray(log, dtype=np.float64)


def _items(people: Sequence[CrewMember]) -> int:
    return 1 + max(int(person.items.max(initial=-1)) for person in people)
