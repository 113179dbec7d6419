"""Books of one family are one cluster: they share everything but what is drawn."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from panelwise.analysis import compare, estimate_mean, summarise
from panelwise.analysis.shortcuts import ProbeChoice, softmax_probe
from panelwise.metrics.resampling import BookFamily, choose_clusters, cluster_of

BOOKS = [f"b{k}" for k in range(48)]
OF_FAMILIES = [{"family": f"f{k // 4}"} for k in range(48)]  # 12 families of four books


def test_an_item_is_clustered_by_its_family_and_without_one_by_its_book(make_run):
    data = make_run([0, 0], [0, 0], books=["a", "b"], facts=[{"family": "a"}, {}])
    first, second = data.items["pack"]
    assert (first.book, first.cluster) == ("a", BookFamily("a"))
    assert (second.book, second.cluster) == ("b", "b")
    assert first.cluster != replace(first, meta={}).cluster  # a book may have a family's name
    assert cluster_of("a", None) == "a"


def test_the_interval_is_that_of_the_families(make_run):
    right = [int(k % 4 < k // 12) for k in range(48)]
    data = make_run([0] * 48, [0 if one else 1 for one in right], books=BOOKS, facts=OF_FAMILIES)
    score = summarise(data)[0].headline.headline
    # Wilson's interval, its n divided by the design effect of the families, with t of 11.
    share, t = sum(right) / 48, 2.2009851600
    sums = [sum(right[4 * k : 4 * k + 4]) - 4 * share for k in range(12)]
    variance = 12 / 11 * sum(one**2 for one in sums) / 48**2
    n = 48 / max(1, variance / (share * (1 - share) / 48))
    centre, reach = (
        share + t**2 / (2 * n),
        t * math.sqrt(share * (1 - share) / n + t**2 / (4 * n**2)),
    )
    assert score.method == "cluster_wilson"
    assert score.low == pytest.approx((centre - reach) / (1 + t**2 / n), abs=1e-9)
    assert score.high == pytest.approx((centre + reach) / (1 + t**2 / n), abs=1e-9)


def test_items_without_a_family_keep_their_numbers(make_run):
    answers = [0 if k % 3 else 1 for k in range(48)]
    plain = summarise(make_run([0] * 48, answers, books=BOOKS))[0]
    single = summarise(
        make_run([0] * 48, answers, books=BOOKS, facts=[{"family": book} for book in BOOKS])
    )[0]
    assert plain.headline == single.headline  # a family of one book is a book
    assert (plain.unit, single.unit) == ("book", "family")


def test_a_test_exchanges_whole_families_and_says_so(make_run):
    ours = make_run([0] * 48, [0] * 48, books=BOOKS, facts=OF_FAMILIES, name="ours")
    theirs = make_run([0] * 48, [1] * 44 + [0] * 4, books=BOOKS, facts=OF_FAMILIES, name="theirs")
    (test,) = compare([ours, theirs]).tests
    assert (test.test, test.units) == ("sign_flip_by_family", 12)
    assert test.p == pytest.approx(2 / 2**11)  # 11 families differ, all in one direction


def test_few_families_are_few_however_many_their_books(make_run):
    facts = [{"family": f"f{k // 12}"} for k in range(48)]
    summary = summarise(make_run([0] * 48, [0] * 48, books=BOOKS, facts=facts))[0]
    assert (summary.few_books, summary.unit) == (4, "family")
    assert choose_clusters([BookFamily("f")] * 9, range(9)) == ("item", range(9))


def test_intervals_by_family_cover_the_truth_and_those_by_book_do_not():
    rng = np.random.default_rng(3)
    books = [f"b{k}" for k in range(96)]
    families = [BookFamily(f"f{k // 8}") for k in range(96)]
    covered: Counter[str] = Counter()
    for _ in range(200):
        chance = np.repeat(rng.beta(1.2, 1.2, 12), 8)  # how hard a family is, the same in its books
        hits = (rng.random(96) < chance).astype(float).tolist()
        for name, clusters in (("family", families), ("book", books)):
            found = estimate_mean(hits, books=clusters, items=range(96), binary=True)
            covered[name] += (found.low or 0.0) <= 0.5 <= (found.high or 0.0)
    assert 0.93 <= covered["family"] / 200 <= 0.99
    assert covered["book"] / 200 < 0.8


def test_folds_of_probes_never_divide_a_family():
    """A probe that has seen the other books of a family would know the answer of the last one."""
    rng = np.random.default_rng(5)
    choices = []
    for family in range(10):
        rows = rng.normal(size=(4, 4))  # the options of one family's text
        choices += [ProbeChoice(BookFamily(f"f{family}"), rows, at) for at in range(4)]
    hits = softmax_probe(choices)
    by_family = [sum(hits[4 * k : 4 * k + 4]) for k in range(10)]
    assert by_family == [1.0] * 10  # trained on other families alone, it is exactly at chance
