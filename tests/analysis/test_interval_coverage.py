"""How often intervals hold the true value where books differ; docs/measured.md has the figures.

The floors are what was measured, not 95 %: for average precision and for differences of pooled
metrics the bootstrap falls short where books are few or nearly all is right.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from panelwise.analysis._intervals import (
    estimate_drawn,
    estimate_mean,
    estimate_ratio_difference,
    hybrid_difference,
)
from panelwise.geometry import Box
from panelwise.metrics import DetectionPage, FoundBox, TrueBox, resampled_ap50, resampling
from panelwise.metrics.resampling import drawn_weights


def shares(rng, mean, correlation, books):
    scale = (1 - correlation) / correlation
    return rng.beta(mean * scale, (1 - mean) * scale, books)


def in_books(rng, count, mean):
    return np.repeat(np.arange(count), np.maximum(1, rng.poisson(mean, count)))


def enough(hits: int, tries: int, coverage: float) -> bool:
    """Whether so few hits are no surprise (1 in 1,000) at that coverage."""
    return hits >= stats.binom.ppf(0.001, tries, coverage)


@pytest.mark.slow
@pytest.mark.parametrize("correlation", [0.05, 0.2])
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
            given = {"books": list(map(str, books)), "items": range(len(books)), "binary": True}
            sides.append(estimate_mean(right.astype(float).tolist(), **given))
        assert {one.method for one in sides} == {"cluster_wilson"}
        found = hybrid_difference(*sides)
        hits += found.low <= means[0] - means[1] <= found.high
    assert enough(hits, 200, 0.95)


@pytest.mark.slow
@pytest.mark.parametrize("correlation", [0.05, 0.2])
@pytest.mark.parametrize("count", [6, 10])
@pytest.mark.parametrize("means", [(0.8, 0.7), (0.5, 0.5), (0.95, 0.9)])
def test_differences_of_pooled_metrics(means, count, correlation, monkeypatch):
    monkeypatch.setattr(resampling, "RESAMPLES", 400)
    rng = np.random.default_rng(count)
    hits = 0
    for _ in range(100):
        books = in_books(rng, count, 8)
        gold = rng.integers(1, 15, len(books))
        rows = [
            np.stack([rng.binomial(gold, shares(rng, mean, correlation, count)[books]), gold], 1)
            for mean in means
        ]
        found = estimate_ratio_difference(
            *(one.tolist() for one in rows),
            lambda sums: sums[..., 0] / sums[..., 1],
            books=list(map(str, books)),
            items=range(len(books)),
            bounds=(-1, 1),
        )
        hits += found.low <= means[0] - means[1] <= found.high
    assert enough(hits, 100, 0.88)


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


def ap50(pages) -> float:
    return float(resampled_ap50(pages, "p", 100, [np.ones((1, len(pages)))])[0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mean", "correlation", "count", "coverage"),
    [(0.8, 0.2, 6, 0.9), (0.8, 0.2, 20, 0.95), (0.95, 0.05, 6, 0.75)],
)
def test_average_precision(mean, correlation, count, coverage, monkeypatch):
    monkeypatch.setattr(resampling, "RESAMPLES", 300)
    truth = ap50(drawn_pages(np.random.default_rng(99), 250, mean, correlation, 4)[0])
    rng = np.random.default_rng(count)
    hits = 0
    for _ in range(60):
        pages, books = drawn_pages(rng, count, mean, correlation, 6)
        items = list(range(len(pages)))
        drawn = resampled_ap50(pages, "p", 100, drawn_weights(books, items))
        found = estimate_drawn(ap50(pages), drawn, books=books, items=items, bounds=(0.0, 1.0))
        hits += found.low <= truth <= found.high
    assert enough(hits, 60, coverage)
