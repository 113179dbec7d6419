"""How often intervals hold the true value where books differ; docs/measured.md has the figures.

Every case is drawn a few hundred times; its hits may be as few as an interval that covers .93
would have in 1 of 1,000 such tests.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr

from panelwise.analysis._detection_precision import ap50_interval
from panelwise.analysis._intervals import (
    estimate_difference,
    estimate_mean,
    estimate_ratio,
    estimate_ratio_difference,
    hybrid_difference,
)
from panelwise.geometry import Box
from panelwise.metrics import DetectionPage, FoundBox, TrueBox, detection_scores

BOOKS = [6, 10, 20]
CORRELATIONS = [0.05, 0.2]


def shares(rng, mean, correlation, books, shared=None):
    """A share for each book; ``shared``: normal numbers that two runs have in common."""
    scale = (1 - correlation) / correlation
    if shared is None:
        return rng.beta(mean * scale, (1 - mean) * scale, books)
    place = ndtr(0.8**0.5 * shared + 0.2**0.5 * rng.normal(size=books))
    return stats.beta.ppf(place, mean * scale, (1 - mean) * scale)


def in_books(rng, count, mean):
    return np.repeat(np.arange(count), np.maximum(1, rng.poisson(mean, count)))


def enough(hits: int, tries: int, coverage: float = 0.93) -> bool:
    """Whether so few hits are no surprise (1 in 1,000) at that coverage."""
    return hits >= stats.binom.ppf(0.001, tries, coverage)


def placed(books):
    return {"books": list(map(str, books)), "items": range(len(books))}


def hits_and_gold(rng, share):
    gold = rng.integers(1, 15, len(share))
    return np.stack([rng.binomial(gold, share), gold], 1).astype(float)


def hits_gold_found(rng, share):
    right = hits_and_gold(rng, share)
    false = rng.poisson(right[:, 1] * (1 - share))
    return np.column_stack([right, right[:, 0] + false])


def crowded(rng, share):
    """Scores that crowd about the book's, weighed by the panels: NDCG just below perfect."""
    spread = 30.0
    scores = rng.beta(np.maximum(share * spread, 1e-3), np.maximum((1 - share) * spread, 1e-3))
    weights = rng.integers(3, 9, len(share))
    return np.stack([scores * weights, weights], 1)


def recall(sums):
    return sums[..., 0] / sums[..., 1]


def f1(sums):
    return 2 * sums[..., 0] / (sums[..., 1] + sums[..., 2])


POOLED = {"recall": (hits_and_gold, recall), "f1": (hits_gold_found, f1), "ndcg": (crowded, recall)}


def truth(kind, mean, correlation):
    rows, pooled = POOLED[kind]
    rng = np.random.default_rng(99)
    return float(
        pooled(rows(rng, np.repeat(shares(rng, mean, correlation, 40_000), 8)).sum(axis=0))
    )


def pooled_hits(kind, mean, correlation, count, draws):
    rows, pooled = POOLED[kind]
    rng, true, hits, width = np.random.default_rng(count), truth(kind, mean, correlation), 0, 0.0
    for _ in range(draws):
        books = in_books(rng, count, 8)
        parts = rows(rng, shares(rng, mean, correlation, count)[books])
        found = estimate_ratio(parts.tolist(), pooled, **placed(books), bounds=(0.0, 1.0))
        hits += found.low <= true <= found.high
        width += (found.high - found.low) / draws
    return hits, width


def difference_hits(kind, means, correlation, count, draws, *, related):
    rows, pooled = POOLED[kind]
    rng, hits, width = np.random.default_rng(count), 0, 0.0
    true = truth(kind, means[0], correlation) - truth(kind, means[1], correlation)
    for _ in range(draws):
        books = in_books(rng, count, 8)
        shared = rng.normal(size=count) if related else None
        sides = [
            rows(rng, shares(rng, mean, correlation, count, shared)[books]).tolist()
            for mean in means
        ]
        found = estimate_ratio_difference(*sides, pooled, **placed(books), span=1.0)
        hits += found.low <= true <= found.high
        width += (found.high - found.low) / draws
    return hits, width


def mean_difference_hits(means, correlation, count, draws, *, related):
    """Of 0/1 scores."""
    rng, hits, width = np.random.default_rng(count), 0, 0.0
    for _ in range(draws):
        books = in_books(rng, count, 8)
        shared = rng.normal(size=count) if related else None
        one, two = (
            rng.random(len(books)) < shares(rng, mean, correlation, count, shared)[books]
            for mean in means
        )
        differences = (one.astype(float) - two).tolist()
        found = estimate_difference(differences, **placed(books), span=1.0)
        hits += found.low <= means[0] - means[1] <= found.high
        width += (found.high - found.low) / draws
    return hits, width


def places_hits(mean, correlation, count, draws):
    """Of a share of four places, as accuracy on four panels is."""
    rng, hits, width = np.random.default_rng(count), 0, 0.0
    for _ in range(draws):
        books = in_books(rng, count, 8)
        values = rng.binomial(4, shares(rng, mean, correlation, count)[books]) / 4
        found = estimate_mean(values.tolist(), **placed(books), bounds=(0.0, 1.0))
        hits += found.low <= mean <= found.high
        width += (found.high - found.low) / draws
    return hits, width


def drawn_pages(rng, count, mean, correlation, per):
    books = in_books(rng, count, per)
    found_share = shares(rng, mean, correlation, count)
    pages = []
    for book in books:
        true = [TrueBox(Box(k * 20, 0, k * 20 + 10, 10), "p") for k in range(rng.integers(3, 9))]
        found = [
            FoundBox(one.box, "p", float(rng.normal(1.5)))
            for one in true
            if rng.random() < found_share[book]
        ]
        wrong = rng.poisson(len(true) * (1 - found_share[book]))
        found += [
            FoundBox(Box(k * 20, 50, k * 20 + 10, 60), "p", float(rng.normal(0)))
            for k in range(wrong)
        ]
        pages.append(DetectionPage(found, true))
    return pages, list(map(str, books))


def ap50_hits(mean, correlation, count, draws):
    rng = np.random.default_rng(99)
    true = detection_scores(drawn_pages(rng, 500, mean, correlation, 4)[0], ["p"]).mean("ap50")
    rng, hits, width = np.random.default_rng(count), 0, 0.0
    for _ in range(draws):
        pages, books = drawn_pages(rng, count, mean, correlation, 6)
        scores = detection_scores(pages, ["p"])
        found = ap50_interval(pages, scores, ["p"], books=books, items=range(len(pages)))
        hits += found.low <= true <= found.high
        width += (found.high - found.low) / draws
    return hits, width


@pytest.mark.parametrize("kind", POOLED)
def test_a_figure_of_sums_near_1_is_covered_with_six_books(kind):
    hits, _ = pooled_hits(kind, 0.95, 0.2, 6, 60)
    assert enough(hits, 60)


@pytest.mark.slow
@pytest.mark.parametrize("count", BOOKS)
@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("mean", [0.5, 0.8, 0.95, 0.99])
@pytest.mark.parametrize("kind", POOLED)
def test_figures_of_sums(kind, mean, correlation, count):
    hits, _ = pooled_hits(kind, mean, correlation, count, 300)
    assert enough(hits, 300)


@pytest.mark.slow
@pytest.mark.parametrize("count", BOOKS)
@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("mean", [0.5, 0.8, 0.95, 0.99])
def test_means_of_places(mean, correlation, count):
    hits, _ = places_hits(mean, correlation, count, 300)
    assert enough(hits, 300)


@pytest.mark.slow
@pytest.mark.parametrize("related", [False, True])
@pytest.mark.parametrize("count", BOOKS)
@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("means", [(0.8, 0.7), (0.5, 0.5), (0.95, 0.9), (0.99, 0.98)])
def test_differences_of_two_runs(means, correlation, count, related):
    case = (means, correlation, count, 200)
    assert enough(mean_difference_hits(*case, related=related)[0], 200)
    for kind in POOLED:
        assert enough(difference_hits(kind, *case, related=related)[0], 200), kind


@pytest.mark.slow
@pytest.mark.parametrize("count", BOOKS)
@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("mean", [0.5, 0.8, 0.95, 0.99])
def test_average_precision(mean, correlation, count):
    hits, _ = ap50_hits(mean, correlation, count, 60)
    assert enough(hits, 60)


@pytest.mark.slow
@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("counts", [(6, 6), (10, 10), (6, 20)])
@pytest.mark.parametrize("means", [(0.9, 0.6), (0.98, 0.95)])
def test_a_cut_off_between_books_keeps_its_level(means, counts, correlation):
    rng = np.random.default_rng(counts[0])
    hits = 0
    for _ in range(200):
        sides = []
        for mean, count in zip(means, counts, strict=True):
            books = in_books(rng, count, 8)
            right = rng.random(len(books)) < shares(rng, mean, correlation, count)[books]
            sides.append(estimate_mean(right.astype(float).tolist(), **placed(books), binary=True))
        assert {one.method for one in sides} == {"cluster_wilson"}
        found = hybrid_difference(*sides)
        hits += found.low <= means[0] - means[1] <= found.high
    assert enough(hits, 200, 0.95)
