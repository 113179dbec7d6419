"""Figures that are made of sums: value, interval, and the test of two runs."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from document_items import result_of
from panelwise.analysis import RunData, compare, summarise
from panelwise.analysis._intervals import estimate_ratio, estimate_ratio_difference
from panelwise.analysis._paired_tests import exchange, sign_flip
from panelwise.profile import RECOMMENDED
from panelwise.tasks import (
    Item,
    Rendering,
    SourcePage,
)

WORDS = ("Stop!", "Who is there?", "It was the wind.", "Come in.")


def share(sums):
    with np.errstate(invalid="ignore"):
        return sums[..., 0] / sums[..., 1]


def page(number, texts=4):
    gold = [
        {"box": [10, 40 * k, 90, 40 * k + 30], "text": WORDS[k], "class": "dialogue"}
        for k in range(texts)
    ]
    return Item(
        id=f"p{number}",
        task="test.ocr",
        kind="spotting",
        n=texts,
        rendering=Rendering((), (), "test/1"),
        gold={"size": [100, 200], "texts": gold},
        sources=(SourcePage(f"book{number % 7}", str(number), "", "0"),),
    )


def run_of(name, items, found):
    """A run in which ``found[k]`` texts of page k were found and read right."""
    results = []
    for item, count in zip(items, found, strict=True):
        texts = item.gold["texts"][:count] if count is not None else None
        listed = [{"bbox_2d": t["box"], "text_content": t["text"]} for t in texts or ()]
        text = str(listed).replace("'", '"') if texts is not None else "I see nothing."
        results.append(result_of(item, text))
    return RunData(name, name, RECOMMENDED, {"pack": items}, results)


def test_a_data_sets_rates_are_those_of_all_its_texts():
    items = [page(0, 4), page(1, 1)]
    [summary] = summarise(run_of("a", items, [1, 1]))
    values = {name: metric.headline.value for name, metric in summary.metrics.items()}
    assert values["detection_recall"] == pytest.approx(2 / 5), "not the mean of 1/4 and 1"
    assert values["detection_precision"] == 1
    assert values["detection_hmean"] == pytest.approx(4 / 7)
    assert values["recall_dialogue"] == pytest.approx(2 / 5)
    assert values["recall_onomatopoeia"] is None


def test_a_page_that_nobody_could_read_counts_as_nothing_found():
    items = [page(0), page(1)]
    [summary] = summarise(run_of("a", items, [4, None]))
    assert summary.coverage == 0.5
    assert summary.metrics["detection_recall"].headline.value == 0.5
    assert summary.metrics["detection_recall"].valid_only.value == 1
    assert summary.outcomes == {"correct": 1, "unparsed": 1}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=8, max_size=20))
def test_the_interval_holds_the_value_and_stays_in_bounds(found):
    items = [page(k) for k in range(len(found))]
    [summary] = summarise(run_of("a", items, found))
    estimate = summary.score
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    assert estimate.high > estimate.low, "no data set of a few pages is certain"


def test_books_are_the_clusters_where_there_are_enough():
    items = [page(k) for k in range(14)]
    [summary] = summarise(run_of("a", items, [k % 5 for k in range(14)]))
    assert summary.score.method == "cluster_bounded"
    few = [page(7 * k) for k in range(14)]
    [summary] = summarise(run_of("a", few, [k % 5 for k in range(14)]))
    assert summary.score.method == "bounded"


def test_two_runs_that_differ_alike_on_every_page_are_not_certain_to():
    items = [page(k) for k in range(14)]
    comparison = compare([run_of("a", items, [4] * 14), run_of("b", items, [2] * 14)])
    difference = comparison.tests[0].difference
    assert difference.low < difference.value < difference.high


def test_a_ratio_of_sums_is_covered_about_as_often_as_it_says():
    random = np.random.default_rng(0)
    hits = 0
    for _ in range(200):
        sizes = random.integers(1, 30, 40)
        right = random.binomial(sizes, 0.6)
        ids = [str(k) for k in range(40)]
        rows = np.stack([right, sizes], axis=1).astype(float).tolist()
        estimate = estimate_ratio(rows, share, books=["b"] * 40, items=ids, bounds=(0, 1))
        hits += estimate.low <= 0.6 <= estimate.high
    assert 180 <= hits <= 199


def test_runs_are_compared_by_exchanging_their_counts():
    items = [page(k) for k in range(14)]
    better, worse = [4, 3, 4, 2, 4, 3, 4] * 2, [2, 1, 2, 1, 1, 2, 3] * 2
    comparison = compare([run_of("a", items, better), run_of("b", items, worse)])
    [test] = comparison.tests
    assert test.test == "exchange_by_book"
    assert test.metric == "e2e_hmean_ned"
    assert test.p == 2 / 2**7
    gold = 56
    ours, theirs = 2 * 48 / (gold + 48), 2 * 24 / (gold + 24)
    assert test.difference.value == pytest.approx(ours - theirs)
    assert test.difference.low < test.difference.value < test.difference.high


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8),
    st.integers(1, 3),
)
def test_for_a_mean_the_exchange_is_the_sign_flip(pairs, books):
    clusters = [k % books for k in range(len(pairs))]
    one = [[float(a), 1.0] for a, _ in pairs]
    two = [[float(b), 1.0] for _, b in pairs]
    differences = [a - b for a, b in pairs]
    assert exchange(one, two, clusters, share) == pytest.approx(sign_flip(differences, clusters))


def test_the_exchange_equals_a_count_of_all_patterns():
    one = [[3.0, 4.0], [1.0, 2.0], [5.0, 5.0], [0.0, 3.0]]
    two = [[1.0, 4.0], [2.0, 2.0], [2.0, 6.0], [1.0, 1.0]]

    def gap(pattern):
        ours = [a if keep else b for keep, a, b in zip(pattern, one, two, strict=True)]
        theirs = [b if keep else a for keep, a, b in zip(pattern, one, two, strict=True)]
        rates = [sum(r[0] for r in side) / sum(r[1] for r in side) for side in (ours, theirs)]
        return abs(rates[0] - rates[1])

    observed = gap([True] * 4)
    patterns = list(itertools.product([True, False], repeat=4))
    expected = sum(gap(p) >= observed - 1e-12 for p in patterns) / len(patterns)
    assert exchange(one, two, "abcd", share) == pytest.approx(expected)


def test_many_clusters_are_drawn_and_p_is_never_zero():
    one, two = [[1.0, 1.0]] * 40, [[0.0, 1.0]] * 40
    assert exchange(one, two, list(range(40)), share) == 1 / 10_001


def test_nothing_to_divide_by_is_no_figure():
    given = {"books": ["b"] * 3, "items": ["a", "b", "c"], "bounds": (0, 1)}
    empty = estimate_ratio([[0.0, 0.0]] * 3, share, **given)
    assert (empty.value, empty.low, empty.n) == (None, None, 3)
    assert estimate_ratio([], share, books=[], items=[], bounds=(0, 1)).n == 0
    nothing = estimate_ratio_difference([], [], share, books=[], items=[], span=1)
    assert nothing.value is None
    alone = estimate_ratio([[1.0, 2.0]], share, books=["b"], items=["a"], bounds=(0, 1))
    assert (alone.value, alone.low) == (0.5, None)
    assert not math.isnan(alone.value)
