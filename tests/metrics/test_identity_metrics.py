"""Who is who: groupings and rankings of characters."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from panelwise.metrics import (
    IDENTITY_METRICS,
    identity_scores,
    mean_over_pages,
    retrieval_chance,
    retrieval_scores,
)
from reference_scores import load

PERFECT = dict.fromkeys(IDENTITY_METRICS, 1.0)


@st.composite
def groupings(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    n = draw(st.integers(2, 25))
    values = st.lists(st.integers(0, 5), min_size=n, max_size=n)
    return draw(values), draw(values)


@pytest.mark.parametrize("case", load()["groupings"], ids=lambda case: len(case["gold"]))
def test_information_and_rand_index_are_what_scikit_learn_said(case):
    scores = identity_scores(case["predicted"], case["gold"])
    for name in ("ami", "nmi", "ari"):
        assert scores[name] == pytest.approx(case[name], abs=1e-9), name


@pytest.mark.extra
@given(groupings())
def test_information_and_rand_index_equal_scikit_learn(pair):
    cluster = pytest.importorskip("sklearn.metrics", reason="compares with scikit-learn")
    predicted, gold = pair
    scores = identity_scores(predicted, gold)
    assert scores["ami"] == pytest.approx(
        cluster.adjusted_mutual_info_score(gold, predicted), abs=1e-9
    )
    assert scores["nmi"] == pytest.approx(
        cluster.normalized_mutual_info_score(gold, predicted), abs=1e-9
    )
    assert scores["ari"] == pytest.approx(cluster.adjusted_rand_score(gold, predicted), abs=1e-9)


@given(groupings())
def test_pairs_and_bcubed_equal_their_definitions(pair):
    predicted, gold = pair
    scores = identity_scores(predicted, gold)
    together = [
        (predicted[i] == predicted[j], gold[i] == gold[j])
        for i, j in itertools.combinations(range(len(gold)), 2)
    ]
    claimed = sum(mine for mine, _ in together) + sum(theirs for _, theirs in together)
    hits = sum(mine and theirs for mine, theirs in together)
    assert scores["pairwise_f1"] == pytest.approx(2 * hits / claimed if claimed else 1)

    def shared(one, other):
        shares = []
        for i in range(len(one)):
            group = [j for j in range(len(one)) if one[j] == one[i]]
            shares.append(sum(other[j] == other[i] for j in group) / len(group))
        return sum(shares) / len(shares)

    assert scores["bcubed_precision"] == pytest.approx(shared(predicted, gold))
    assert scores["bcubed_recall"] == pytest.approx(shared(gold, predicted))


def test_bcubed_by_hand():
    # Two groups of 5 hold 4 + 1 and 3 + 1 + 1 characters of three identities.
    predicted = [1] * 5 + [2] * 5
    gold = ["a"] * 4 + ["b"] + ["b"] * 3 + ["a", "c"]
    scores = identity_scores(predicted, gold)
    assert scores["bcubed_precision"] == pytest.approx((16 + 1 + 9 + 1 + 1) / 5 / 10)
    assert scores["bcubed_recall"] == pytest.approx((16 / 5 + 1 / 4 + 9 / 4 + 1 / 5 + 1) / 10)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=20))
def test_the_same_grouping_under_other_names_is_perfect(gold):
    assert identity_scores([f"cluster {who}" for who in gold], gold) == PERFECT


@given(groupings(), st.randoms(use_true_random=False))
def test_the_order_of_characters_is_irrelevant_and_no_score_is_above_1(pair, shuffler):
    predicted, gold = pair
    order = shuffler.sample(range(len(gold)), len(gold))
    scores = identity_scores(predicted, gold)
    assert scores == pytest.approx(
        identity_scores([predicted[k] for k in order], [gold[k] for k in order])
    )
    assert all(value <= 1 + 1e-9 for value in scores.values())


def test_trivial_groupings_earn_nothing_beyond_chance():
    gold = ["Ann", "Ann", "Bob", "Bob", "Cy"]
    for trivial in ([0] * 5, list(range(5)), [None] * 5):
        scores = identity_scores(trivial, gold)
        assert scores["ami"] == pytest.approx(0, abs=1e-9)
        assert scores["ari"] == pytest.approx(0, abs=1e-9)


def test_a_character_in_no_group_is_alone():
    assert identity_scores([None, None, 1], ["Ann", "Bob", "Cy"]) == PERFECT
    assert identity_scores([None, 0, 0], "aab") == identity_scores([7, 0, 0], "aab")


def test_unknown_identities_are_left_out_and_small_pages_counted():
    assert identity_scores([1, 1, 2], ["Ann", "Ann", None]) == PERFECT
    assert identity_scores([1, 1], ["Ann", None]) is None
    assert identity_scores([], []) is None
    pages = [
        identity_scores([1, 2], "aa"),
        identity_scores([1], "a"),
        identity_scores([1, 1], "aa"),
    ]
    means = mean_over_pages(pages)
    assert (means.means["bcubed_recall"], means.pages, means.skipped) == (0.75, 2, 1)
    with pytest.raises(ValueError, match="3 characters were grouped, 1 have a gold entry"):
        identity_scores([1, 2, 3], ["Ann"])


@pytest.mark.extra
def test_a_chapter_of_a_thousand_characters_is_no_trouble():
    cluster = pytest.importorskip("sklearn.metrics", reason="compares with scikit-learn")
    rng = np.random.default_rng(3)
    gold = rng.integers(0, 40, 1000).tolist()
    predicted = [
        who if keep else 99 for who, keep in zip(gold, rng.random(1000) < 0.7, strict=True)
    ]
    expected = cluster.adjusted_mutual_info_score(gold, predicted)
    assert identity_scores(predicted, gold)["ami"] == pytest.approx(expected)


def test_retrieval_by_hand():
    gold = ["a", "a", "a", "b", "b"]
    similarity = np.zeros((5, 5))
    similarity[0] = [9, 0.9, 0.2, 0.8, 0.1]  # a b a b → places 1 and 3 of 4
    similarity[1] = [0.9, 9, 0.8, 0.1, 0.2]  # a a
    similarity[2] = [0.3, 0.2, 9, 0.9, 0.8]  # b b a a
    similarity[3] = [0.1, 0.2, 0.3, 9, 0.9]  # right at once
    similarity[4] = [0.9, 0.8, 0.1, 0.7, 9]  # third
    scores = retrieval_scores(similarity.tolist(), gold)
    assert scores.precision_at_1 == pytest.approx(3 / 5)
    assert scores.r_precision == pytest.approx((1 / 2 + 1 + 0 + 1 + 0) / 5)
    assert scores.map_at_r == pytest.approx((1 / 2 + 1 + 0 + 1 + 0) / 5)
    assert scores.mrr == pytest.approx((1 + 1 + 1 / 3 + 1 + 1 / 3) / 5)
    assert (scores.queries, scores.alone) == (5, 0)
    assert mean_over_pages([scores.as_scores(), None]).means["mrr"] == scores.mrr


def test_map_at_r_weighs_early_hits_more():
    # R = 3: right at places 2 and 3 gives (1/2 + 2/3) / 3.
    similarity = [[0] * 5 for _ in range(5)]
    similarity[0] = [0, 0.8, 0.7, 0.1, 0.9]
    only_first = retrieval_scores(similarity, ["a", "a", "a", "a", "b"])
    rest_worst = 3 * 0 + (1 / 2 + 2 / 3) / 3  # the others tie, and ties go against them
    others = 3 * (1 / 2 + 2 / 3 + 3 / 4 * 0) / 3
    assert only_first.map_at_r == pytest.approx((rest_worst + others) / 4)


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=9), st.randoms(use_true_random=False))
def test_likeness_that_knows_the_identities_is_perfect_in_any_order(gold, shuffler):
    assume(len(set(gold)) < len(gold))
    similarity = [[float(a == b) for b in gold] for a in gold]
    scores = retrieval_scores(similarity, gold)
    assert (scores.precision_at_1, scores.r_precision, scores.map_at_r, scores.mrr) == (1, 1, 1, 1)
    rough = [[float(shuffler.randint(0, 2)) for _ in gold] for _ in gold]
    order = shuffler.sample(range(len(gold)), len(gold))
    before = retrieval_scores(rough, gold)
    after = retrieval_scores(
        [[rough[i][j] for j in order] for i in order], [gold[k] for k in order]
    )
    assert math.isclose(before.map_at_r, after.map_at_r)
    assert math.isclose(before.mrr, after.mrr)
    assert before.queries + before.alone == len(gold)


def test_equal_likeness_earns_nothing_by_its_order():
    scores = retrieval_scores([[1.0] * 4 for _ in range(4)], ["a", "a", "b", "b"])
    assert (scores.precision_at_1, scores.map_at_r) == (0, 0)


def test_retrieval_without_a_question_or_with_a_wrong_matrix():
    assert retrieval_scores([[1, 0], [0, 1]], ["a", "b"]) is None
    assert retrieval_scores([[1, 0], [0, 1]], ["a", None]) is None
    with pytest.raises(ValueError, match="must be 2 × 2"):
        retrieval_scores([[1, 0, 1], [0, 1, 1]], ["a", "b"])
    with pytest.raises(ValueError, match="not a number"):
        retrieval_scores([[1, math.nan], [0, 1]], ["a", "a"])


def test_likeness_at_random_is_the_mean_over_all_rankings():
    """Every order of the others, for every character: five characters, 24 rankings each."""
    gold = ["Ann", "Bob", "Ann", None, "Ann", "Bob", "Cid"]
    known = [place for place, who in enumerate(gold) if who is not None]
    expected = retrieval_chance(gold)
    sums = dict.fromkeys(expected, 0.0)
    orders = list(itertools.permutations(range(len(known) - 1)))
    for order in orders:
        table = [[0.0] * len(gold) for _ in gold]
        for asking in known:
            others = [place for place in known if place != asking]
            for rank, at in enumerate(order):
                table[asking][others[at]] = -float(rank)
        for name, value in retrieval_scores(table, gold).as_scores().items():
            sums[name] += value
    assert expected == pytest.approx({name: total / len(orders) for name, total in sums.items()})
    assert retrieval_chance(["Ann", "Bob", None]) is None


def test_chance_of_retrieval_by_hand():
    # Four others of whom two are right: shares 1/2; the second place right after a hit: 1/3.
    chance = retrieval_chance(["a", "a", "a", "b", None, "c"])
    assert chance["precision_at_1"] == chance["r_precision"] == pytest.approx(1 / 2)
    assert chance["map_at_r"] == pytest.approx((1 / 2 + 1 / 2 * (1 + 1 / 3) / 2) / 2)
    # The first right one is first, second or third in 3, 2 and 1 of the 6 rankings.
    assert chance["mrr"] == pytest.approx((3 + 2 / 2 + 1 / 3) / 6)
    assert retrieval_chance(["a", "b", None, None]) is None
