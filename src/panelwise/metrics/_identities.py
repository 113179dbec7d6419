"""Who is who: characters of a page grouped by identity, or ranked by likeness.

Characters whose identity nobody knows are left out; with fewer than two others there is nothing
to group, and the page has no score. Source: AMB-43 (AMI is the headline).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

IDENTITY_METRICS = (
    "ami",
    "nmi",
    "ari",
    "pairwise_f1",
    "bcubed_precision",
    "bcubed_recall",
    "bcubed_f1",
)


@dataclass(frozen=True, slots=True)
class RetrievalScores:
    """Every character asks for the others of its identity.

    Attributes:
        precision_at_1: share of questions whose most alike character is right.
        r_precision: right share of the R most alike, R being how many others there are.
        map_at_r: ``(1/R) Σ_{k ≤ R} P(k)·right(k)``, P(k) the right share of the first k.
        mrr: one over the place of the first right one.
        queries: characters that have another of their identity.
        alone: characters that have none and so cannot ask.
    """

    precision_at_1: float
    r_precision: float
    map_at_r: float
    mrr: float
    queries: int
    alone: int

    def as_scores(self) -> dict[str, float]:
        """The measures by name, for :func:`mean_over_pages`."""
        return {
            "precision_at_1": self.precision_at_1,
            "r_precision": self.r_precision,
            "map_at_r": self.map_at_r,
            "mrr": self.mrr,
        }


def identity_scores(
    predicted: Sequence[Hashable | None], gold: Sequence[Hashable | None]
) -> dict[str, float] | None:
    """How alike two groupings of the same characters are; ``None`` with fewer than two known.

    Args:
        predicted: the group of each character; ``None`` is a group of its own.
        gold: its identity; ``None`` is unknown and leaves the character out.

    Returns:
        ``ami`` and ``nmi``: mutual information over the mean entropy, adjusted for chance or
        not; ``ari``: the adjusted Rand index; ``pairwise_f1``: F1 of the pairs put together;
        ``bcubed_precision``, ``bcubed_recall``: mean over characters of the shared part of its
        predicted group and of its true one, and their harmonic mean ``bcubed_f1``. Equal
        groupings score 1 on all, also where a formula would be 0/0.

    Raises:
        ValueError: for lists of different lengths.

    >>> scores = identity_scores([1, 1, 2, 2], ["Ann", "Ann", "Bob", "Ann"])
    >>> round(scores["pairwise_f1"], 3), round(scores["bcubed_f1"], 3)
    (0.4, 0.706)
    """
    if len(predicted) != len(gold):
        raise ValueError(f"{len(predicted)} characters were grouped, {len(gold)} have a gold entry")
    known = [place for place, who in enumerate(gold) if who is not None]
    if len(known) < 2:
        return None
    groups = [
        ("alone", place) if predicted[place] is None else ("group", predicted[place])
        for place in known
    ]
    return _grouping_scores(_Contingency.of(groups, [gold[place] for place in known]))


def retrieval_scores(
    similarity: Sequence[Sequence[float]], gold: Sequence[Hashable | None]
) -> RetrievalScores | None:
    """How well likeness finds the same character; ``None`` when no identity occurs twice.

    Args:
        similarity: n × n, higher is more alike; row i is what i asks. The diagonal is unused.
        gold: identity of each; ``None`` is unknown and is neither asked nor answered.

    Of equally alike characters the wrong ones come first: a constant earns nothing by its order.

    Raises:
        ValueError: for a matrix of another shape, or with values that are not numbers.

    >>> retrieval_scores([[1, 0.9, 0.2], [0.9, 1, 0.3], [0.2, 0.3, 1]], ["Ann", "Ann", "Bob"])
    RetrievalScores(precision_at_1=1.0, r_precision=1.0, map_at_r=1.0, mrr=1.0, queries=2, alone=1)
    """
    n = len(gold)
    if len(similarity) != n or any(len(row) != n for row in similarity):
        raise ValueError(f"the similarity of {n} characters must be {n} × {n}")
    if any(math.isnan(row[j]) for i, row in enumerate(similarity) for j in range(n) if i != j):
        raise ValueError("the similarity holds a value that is not a number")
    known = [place for place, who in enumerate(gold) if who is not None]
    rows = []
    for asking in known:
        others = [(-similarity[asking][j], gold[j] == gold[asking]) for j in known if j != asking]
        right = [same for _, same in sorted(others)]
        if any(right):
            rows.append(_ranking_scores(right))
    if not rows:
        return None
    first, r_precision, map_at_r, mrr = (
        math.fsum(some) / len(rows) for some in zip(*rows, strict=True)
    )
    return RetrievalScores(first, r_precision, map_at_r, mrr, len(rows), len(known) - len(rows))


def retrieval_chance(gold: Sequence[Hashable | None]) -> dict[str, float] | None:
    """The expected :func:`retrieval_scores` of likeness drawn at random, every ranking as likely.

    >>> retrieval_chance(["Ann", "Ann", "Bob"])["precision_at_1"]
    0.5
    """
    known = [who for who in gold if who is not None]
    wanted = [known.count(who) - 1 for who in known if known.count(who) > 1]
    if not wanted:
        return None
    rows = [_ranking_chance(len(known) - 1, right) for right in wanted]
    names = ("precision_at_1", "r_precision", "map_at_r", "mrr")
    return {
        name: math.fsum(some) / len(rows)
        for name, some in zip(names, zip(*rows, strict=True), strict=True)
    }


def _ranking_chance(others: int, right: int) -> tuple[float, float, float, float]:
    """The expected scores of one ranking of ``others``, of whom ``right`` are the same person."""
    share = right / others
    after_a_hit = (right - 1) / max(others - 1, 1)  # that another place holds a right one, too
    precision = math.fsum(
        share * (1 + (place - 1) * after_a_hit) / place for place in range(1, right + 1)
    )
    firsts = range(1, others - right + 2)
    rankings = math.comb(others, right)
    mrr = math.fsum(math.comb(others - first, right - 1) / rankings / first for first in firsts)
    return share, share, precision / right, mrr


def _ranking_scores(right: Sequence[bool]) -> tuple[float, float, float, float]:
    wanted = sum(right)
    hits = 0
    precisions = 0.0
    for place, hit in enumerate(right[:wanted], start=1):
        hits += hit
        precisions += hit * hits / place
    return float(right[0]), hits / wanted, precisions / wanted, 1 / (right.index(True) + 1)


@dataclass(frozen=True, slots=True)
class _Contingency:
    """How many characters each predicted group shares with each true one."""

    cells: Counter[tuple[Hashable, Hashable]]
    predicted: Counter[Hashable]
    true: Counter[Hashable]
    n: int

    @classmethod
    def of(cls, predicted: Sequence[Hashable], gold: Sequence[Hashable]) -> _Contingency:
        cells = Counter(zip(predicted, gold, strict=True))
        return cls(cells, Counter(predicted), Counter(gold), len(gold))

    @property
    def is_identity(self) -> bool:
        return len(self.cells) == len(self.predicted) == len(self.true)


def _grouping_scores(table: _Contingency) -> dict[str, float]:
    if table.is_identity:
        return dict.fromkeys(IDENTITY_METRICS, 1.0)
    information = _mutual_information(table)
    mean_entropy = (_entropy(table.predicted, table.n) + _entropy(table.true, table.n)) / 2
    chance = _expected_information(table)
    together = _pairs(table.cells)
    predicted, true = _pairs(table.predicted), _pairs(table.true)
    expected = predicted * true / math.comb(table.n, 2)
    precision = _shared(table, table.predicted, 0)
    recall = _shared(table, table.true, 1)
    values = (
        (information - chance) / (mean_entropy - chance),
        information / mean_entropy,
        (together - expected) / ((predicted + true) / 2 - expected),
        2 * together / (predicted + true),
        precision,
        recall,
        2 * precision * recall / (precision + recall),
    )
    return dict(zip(IDENTITY_METRICS, values, strict=True))


def _pairs(sizes: Counter[Hashable] | Counter[tuple[Hashable, Hashable]]) -> int:
    return sum(math.comb(size, 2) for size in sizes.values())


def _shared(table: _Contingency, sizes: Counter[Hashable], side: int) -> float:
    """Mean over characters of how much of its group on one side its cell is."""
    return math.fsum(size**2 / sizes[cell[side]] for cell, size in table.cells.items()) / table.n


def _entropy(sizes: Counter[Hashable], n: int) -> float:
    return -math.fsum(size / n * math.log(size / n) for size in sizes.values())


def _mutual_information(table: _Contingency) -> float:
    n = table.n
    return math.fsum(
        size / n * math.log(n * size / (table.predicted[mine] * table.true[theirs]))
        for (mine, theirs), size in table.cells.items()
    )


def _expected_information(table: _Contingency) -> float:
    """Mean mutual information over all groupings with these group sizes.

    A cell of groups with a and b of n characters is hypergeometric. Source: Vinh, Epps and Bailey,
    Information Theoretic Measures for Clusterings Comparison, JMLR 2010. Groups of one size have
    the same cells, so each pair of sizes is worked out once.
    """
    n = table.n
    log_factorial = [math.lgamma(k + 1) for k in range(n + 1)]
    total = 0.0
    for a, times_a in Counter(table.predicted.values()).items():
        for b, times_b in Counter(table.true.values()).items():
            fixed = sum(log_factorial[k] for k in (a, b, n - a, n - b)) - log_factorial[n]
            for k in range(max(1, a + b - n), min(a, b) + 1):
                parts = (k, a - k, b - k, n - a - b + k)
                chance = math.exp(fixed - sum(log_factorial[part] for part in parts))
                total += times_a * times_b * chance * k / n * math.log(n * k / (a * b))
    return total
