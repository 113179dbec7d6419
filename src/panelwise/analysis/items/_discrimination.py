"""How well items tell runs apart, and those whose gold is to be looked at. Source: MS-12."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterator

import numpy as np
from numpy.typing import NDArray

from panelwise.analysis.items._matrix import Matrix, RunMatrix, answers_to
from panelwise.analysis.items._types import Suspect

EXACT_RUNS = 7  # 5,040 orders of the runs
RANDOM_ORDERS = 9_999
SUSPICIOUS = 0.1  # the share of false alarms that is accepted among suspicious items


def item_rest(scores: Matrix) -> Matrix:
    """The correlation of each item's scores with the runs' scores on all other items.

    NaN where either does not vary. ``scores`` is runs × items.
    """
    item, rest = _centred(scores), _rest(scores)
    norms = np.sqrt((item**2).sum(axis=0) * (rest**2).sum(axis=0))
    known = norms > 1e-12
    found = np.full(scores.shape[1], np.nan)
    found[known] = (item * rest).sum(axis=0)[known] / norms[known]
    return found


def negative_p(scores: Matrix, *, seed: int = 0) -> Matrix:
    """The probability of such a negative item-rest correlation if the item ignores ability.

    A permutation test: an item that has nothing to do with ability is as likely to be solved by
    any other runs. All orders of up to seven runs, 9,999 random ones of more, where the observed
    one counts, too. 1 where the correlation is not defined.
    """
    item, rest = _centred(scores), _rest(scores)
    observed = (item * rest).sum(axis=0)
    varies = ((item**2).sum(axis=0) > 1e-12) & ((rest**2).sum(axis=0) > 1e-12)
    least = observed + 1e-9 * (1 + np.abs(observed))
    hits, count = np.zeros(scores.shape[1]), 0
    for order in _orders(len(scores), seed):
        hits += (item[order] * rest).sum(axis=0) <= least
        count += 1
    if len(scores) > EXACT_RUNS:
        hits, count = hits + 1, count + 1
    return np.where(varies, hits / count, 1.0)


def false_discovery(values: Matrix) -> Matrix:
    """Benjamini and Hochberg's adjusted p-values.

    >>> false_discovery(np.array([0.01, 0.02, 0.5])).tolist()
    [0.03, 0.03, 0.5]
    """
    order = np.argsort(values, kind="stable")
    raised = values[order] * len(values) / np.arange(1, len(values) + 1)
    adjusted = np.minimum.accumulate(raised[::-1])[::-1]
    found = np.empty(len(values))
    found[order] = np.minimum(adjusted, 1.0)
    return found


def suspects(matrix: RunMatrix, reversed_p: Matrix) -> tuple[Suspect, ...]:
    """Items whose gold is to be looked at, the clearest first.

    Two reasons: stronger runs fail what weaker ones solve (the item-rest correlation is negative;
    permutation test, false discovery rate at most 10 %); or the runs that beat guessing give one
    and the same other answer more often than guesses would (binomial, Bonferroni over items).

    Args:
        matrix: runs × items.
        reversed_p: of :func:`negative_p`.
    """
    scores = matrix.means
    values, corrected = item_rest(scores), false_discovery(reversed_p)
    totals = scores.mean(axis=1)
    found = []
    for at, q in enumerate(corrected):
        reasons = []
        if q <= SUSPICIOUS:
            reasons.append(_reversed_words(scores[:, at], totals, float(values[at]), float(q)))
        agreed, chance = _agreed(matrix, at)
        if agreed is not None:
            reasons.append(agreed)
        if reasons:
            order = min(float(q) if q <= SUSPICIOUS else 1.0, chance)
            found.append((order, at, tuple(reasons)))
    return tuple(
        Suspect(matrix.items[at].id, matrix.items[at].book, reasons)
        for _, at, reasons in sorted(found)
    )


def _reversed_words(item: Matrix, totals: Matrix, value: float, q: float) -> str:
    order = np.argsort(-totals, kind="stable")
    half = len(order) // 2
    best, worst = item[order[:half]].mean(), item[order[-half:]].mean()
    return (
        f"the better half of the runs scores {best:.2f} on it, the worse half {worst:.2f}"
        f" (item-rest correlation {value:.2f}, q = {q:.2g})"
    )


def _agreed(matrix: RunMatrix, at: int) -> tuple[str | None, float]:
    """The one wrong answer of the runs that beat guessing, with its probability by guessing."""
    space = answers_to(matrix.items[at])
    strong = [k for k, above in enumerate(matrix.above_guessing) if above]
    if space is None or space < 2 or len(strong) < 2:
        return None, 1.0
    given: Counter[Hashable] = Counter(
        matrix.answers[k][at] for k in strong if matrix.answers[k][at] is not None
    )
    gold = matrix.items[at].gold
    wrong = [(count, answer) for answer, count in given.most_common() if answer != gold]
    if not wrong or 2 * wrong[0][0] <= len(strong):
        return None, 1.0
    count, answer = wrong[0]
    chance = (space - 1) * _at_least(count, len(strong), 1 / space) * len(matrix.items)
    if chance > 0.05:
        return None, 1.0
    words = (
        f"{count} of the {len(strong)} runs that beat guessing answer {_shown(matrix, at, answer)}"
    )
    return words, chance


def _shown(matrix: RunMatrix, at: int, answer: Hashable) -> str:
    item = matrix.items[at]
    if isinstance(answer, int) and 0 <= answer < len(item.options):
        return item.options[answer].label
    if isinstance(answer, tuple):
        return ", ".join(str(index + item.index_base) for index in answer)
    return str(answer)


def _at_least(hits: int, tries: int, chance: float) -> float:
    return math.fsum(
        math.comb(tries, k) * chance**k * (1 - chance) ** (tries - k)
        for k in range(hits, tries + 1)
    )


def _centred(scores: Matrix) -> Matrix:
    return np.asarray(scores - scores.mean(axis=0))


def _rest(scores: Matrix) -> Matrix:
    return _centred(scores.sum(axis=1, keepdims=True) - scores)


def _orders(runs: int, seed: int) -> Iterator[NDArray[np.intp]]:
    if runs <= EXACT_RUNS:
        yield from map(np.array, itertools.permutations(range(runs)))
        return
    random = np.random.default_rng(seed)
    for _ in range(RANDOM_ORDERS):
        yield random.permutation(runs)
