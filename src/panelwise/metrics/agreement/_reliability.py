"""How reliable each person is: Dawid and Skene's model without gold, and accuracy where there is.

Source: MS-19; A. P. Dawid and A. M. Skene, Applied Statistics 28 (1979).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from panelwise.metrics._statistics import wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class WorkerAnswer(NamedTuple):
    """One person's answer to one item.

    Lists of answers are in the order in which they were given.

    Attributes:
        worker: who answered.
        item: what was asked.
        answer: what was answered; equal answers must be equal values.
        seconds: time spent on it, where known.
        session: the session it was given in; tiring starts anew with each.
    """

    worker: str
    item: Hashable
    answer: Hashable
    seconds: float | None = None
    session: Hashable = None


@dataclass(frozen=True, slots=True)
class WorkerAccuracy:
    """Right answers to items with gold, with Wilson's 95 % interval."""

    right: int
    n: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class WorkerModel:
    """What Dawid and Skene's model learns from answers without gold.

    Attributes:
        answers: the answers that were given, the classes of the model.
        prior: the share of each class.
        posterior: item → probability of each class.
        confusion: person → rows: the true class, columns: the answer, as probabilities.
        reliability: person → expected share of right answers, ``Σ prior(k)·confusion(k, k)``.
        iterations: how many were made.
        converged: whether the posterior stopped changing before the limit.
        log_likelihood: of the answers, with the prior of ``smoothing``.
    """

    answers: tuple[Hashable, ...]
    prior: tuple[float, ...]
    posterior: dict[Hashable, tuple[float, ...]]
    confusion: dict[str, tuple[tuple[float, ...], ...]]
    reliability: dict[str, float]
    iterations: int
    converged: bool
    log_likelihood: float

    def best_answer(self, item: Hashable) -> tuple[Hashable, float]:
        """The most probable answer to an item, and its probability."""
        shares = self.posterior[item]
        best = max(range(len(shares)), key=shares.__getitem__)
        return self.answers[best], shares[best]


def gold_accuracy(
    answers: Sequence[WorkerAnswer], gold: Mapping[Hashable, Hashable]
) -> dict[str, WorkerAccuracy]:
    """Each person's accuracy on the (hidden) items with gold; those who had none are left out.

    >>> answers = [WorkerAnswer("Ann", item, "a") for item in range(10)]
    >>> accuracy = gold_accuracy(answers, {item: "a" if item < 8 else "b" for item in range(10)})
    >>> accuracy["Ann"].share, round(accuracy["Ann"].low, 4), round(accuracy["Ann"].high, 4)
    (0.8, 0.4902, 0.9433)
    """
    counts: dict[str, list[int]] = {}
    for one in answers:
        if one.item in gold:
            count = counts.setdefault(one.worker, [0, 0])
            count[0] += one.answer == gold[one.item]
            count[1] += 1
    return {
        worker: WorkerAccuracy(right, n, right / n, *wilson(right, n))
        for worker, (right, n) in counts.items()
    }


def dawid_skene(
    answers: Sequence[WorkerAnswer],
    *,
    smoothing: float = 0.01,
    tolerance: float = 1e-6,
    limit: int = 500,
) -> WorkerModel:
    """True answers and each person's confusion matrix, by expectation maximisation.

    Starts from the shares of votes. Each round estimates ``prior(k)`` and
    ``confusion[person](k, l) = P(answers l | truth is k)`` from the posterior, then
    ``posterior[item](k) ∝ prior(k)·Π confusion[person](k, answer)``; it ends once no posterior
    changes by more than ``tolerance``. Answers of three people or more are needed: with two, the
    model cannot say which of them is right. A person who answers an item twice counts twice.

    Args:
        answers: of everybody; items may have different numbers of them.
        smoothing: counts added to every cell of a confusion matrix, so that an answer nobody
            gave is improbable, not impossible; 0 is the published estimate.
        tolerance: of the posterior, at which it has converged.
        limit: most rounds.

    Raises:
        ValueError: for fewer than three people.

    >>> rows = [("Ann", "aabb"), ("Bo", "aabb"), ("Cy", "abba")]
    >>> model = dawid_skene([WorkerAnswer(w, i, a) for w, row in rows for i, a in enumerate(row)])
    >>> model.best_answer(1)[0], model.converged, model.reliability["Ann"] > 0.95
    ('a', True, True)
    """
    import numpy as np

    workers = list(dict.fromkeys(one.worker for one in answers))
    items = list(dict.fromkeys(one.item for one in answers))
    classes = list(dict.fromkeys(one.answer for one in answers))
    if len(workers) < 3:
        raise ValueError(f"{len(workers)} people answered; the model needs three or more")
    codes = _codes(answers, workers, items, classes)
    k = len(classes)
    posterior, iterations, change = _votes(codes, len(items), k), 0, np.inf
    while iterations < limit and change > tolerance:
        prior, confusion = _maximise(posterior, codes, len(workers), smoothing)
        before = posterior
        posterior, likelihood = _expect(prior, confusion, codes, len(items))
        iterations, change = iterations + 1, float(np.abs(posterior - before).max())
    penalty = smoothing * float(np.log(np.maximum(confusion, 1e-300)).sum()) if smoothing else 0.0
    by_worker = dict(zip(workers, confusion, strict=True))
    return WorkerModel(
        answers=tuple(classes),
        prior=tuple(map(float, prior)),
        posterior={item: tuple(map(float, posterior[i])) for i, item in enumerate(items)},
        confusion={
            worker: tuple(tuple(map(float, row)) for row in matrix)
            for worker, matrix in by_worker.items()
        },
        reliability={one: float(prior @ np.diag(matrix)) for one, matrix in by_worker.items()},
        iterations=iterations,
        converged=change <= tolerance,
        log_likelihood=likelihood + penalty,
    )


def _codes(
    answers: Sequence[WorkerAnswer],
    workers: Sequence[str],
    items: Sequence[Hashable],
    classes: Sequence[Hashable],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Worker, item and class of each answer, as numbers."""
    import numpy as np

    number = [{name: place for place, name in enumerate(names)} for names in (workers, items)]
    of_class = {name: place for place, name in enumerate(classes)}
    return (
        np.array([number[0][one.worker] for one in answers], np.intp),
        np.array([number[1][one.item] for one in answers], np.intp),
        np.array([of_class[one.answer] for one in answers], np.intp),
    )


def _votes(
    codes: tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]], items: int, k: int
) -> Numbers:
    import numpy as np

    _, item, given = codes
    votes = np.bincount(item * k + given, minlength=items * k).reshape(items, k)
    return np.asarray(votes / votes.sum(axis=1, keepdims=True), dtype=np.float64)


def _maximise(
    posterior: Numbers,
    codes: tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]],
    workers: int,
    smoothing: float,
) -> tuple[Numbers, Numbers]:
    """The shares of classes, and confusion matrices ``workers × truth × answer``."""
    import numpy as np

    worker, item, given = codes
    k = posterior.shape[1]
    counts = np.zeros((workers, k, k))
    for truth in range(k):
        cells = np.bincount(worker * k + given, posterior[item, truth], minlength=workers * k)
        counts[:, truth, :] = cells.reshape(workers, k)
    counts += smoothing
    totals = counts.sum(axis=2, keepdims=True)
    # Without smoothing, a class that a person never met says nothing of what they answer to it.
    confusion = np.where(totals > 0, counts / np.where(totals > 0, totals, 1), 1 / k)
    return posterior.mean(axis=0), confusion


def _expect(
    prior: Numbers,
    confusion: Numbers,
    codes: tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]],
    items: int,
) -> tuple[Numbers, float]:
    """The posterior of every item, and the log-likelihood of the answers."""
    import numpy as np
    from scipy.special import logsumexp

    worker, item, given = codes
    with np.errstate(divide="ignore"):
        log_confusion, log_prior = np.log(confusion), np.log(prior)
    scores = np.tile(log_prior, (items, 1))
    for truth in range(len(prior)):
        scores[:, truth] += np.bincount(item, log_confusion[worker, truth, given], minlength=items)
    totals = logsumexp(scores, axis=1, keepdims=True)
    return np.exp(scores - totals), float(totals.sum())
