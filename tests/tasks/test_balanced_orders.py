"""Which order an item is shown in: seeded per item, balanced per length."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.errors import UnavailableError
from panelwise.tasks import is_allowed
from panelwise.tasks._balanced_orders import (
    assign_orders,
    assign_positions,
    balanced_orders,
    distractors,
    inverse,
    turned_orders,
)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_all_orders_come_before_any_comes_again(n):
    orders = list(permutations(range(n)))
    assert sorted(islice(balanced_orders(n, "uniform", 7), len(orders))) == orders


@pytest.mark.parametrize("n", [3, 4, 6, 9])
def test_every_index_takes_every_place_equally_often(n):
    block = list(islice(balanced_orders(n, "uniform", 3), 10 * n))
    for place in range(n):
        assert Counter(order[place] for order in block) == dict.fromkeys(range(n), 10)


@pytest.mark.parametrize("shuffle", ["non_identity", "derangement"])
def test_the_rule_keeps_orders_out(shuffle):
    for order in islice(balanced_orders(4, shuffle, 0), 200):
        fixed = sum(place == index for place, index in enumerate(order))
        assert fixed < 4 if shuffle == "non_identity" else fixed == 0


def test_one_thing_has_no_other_order():
    with pytest.raises(UnavailableError, match="no order of 1"):
        next(balanced_orders(1, "non_identity", 0))


def test_items_of_one_length_are_not_all_shown_alike():
    dealt = assign_orders({f"strip-{k}": 4 for k in range(46)}, "non_identity", seed=1)
    assert max(Counter(dealt.values()).values()) == 2  # 23 orders, each twice


def test_an_item_of_another_length_changes_nothing():
    items = {f"strip-{k}": 4 for k in range(10)}
    with_more = assign_orders(items | {"long": 7}, "uniform", seed=1)
    assert assign_orders(items, "uniform", seed=1) == {key: with_more[key] for key in items}


def test_the_seed_decides():
    items = {f"strip-{k}": 5 for k in range(20)}
    assert assign_orders(items, "uniform", 1) == assign_orders(
        dict(reversed(items.items())), "uniform", 1
    )
    assert assign_orders(items, "uniform", 1) != assign_orders(items, "uniform", 2)


def test_right_options_stand_everywhere_equally_often():
    positions = assign_positions({f"q{k}": 5 for k in range(40)}, 4, seed=5)
    assert Counter(positions.values()) == dict.fromkeys(range(4), 10)


def test_right_options_are_balanced_among_the_items_of_every_length():
    lengths = {f"q{k}": 3 + k % 3 for k in range(71)}
    positions = assign_positions(lengths, 4, seed=5)
    for n in (3, 4, 5):
        counts = Counter(positions[item] for item in lengths if lengths[item] == n)
        assert set(counts.values()) <= {5, 6}
    assert positions == assign_positions(dict(reversed(lengths.items())), 4, seed=5)
    assert positions != assign_positions(lengths, 4, seed=6)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30), st.sampled_from([2, 4]), st.integers())
def test_right_options_are_balanced_among_all_items_too(lengths, count, seed):
    """Six missing panels in five places had three right answers 1 and three 4."""
    asked = {f"q{k}": n for k, n in enumerate(lengths)}
    positions = assign_positions(asked, count, seed)
    for some in (asked, *({item for item in asked if asked[item] == n} for n in set(lengths))):
        counts = [sum(positions[item] == place for item in some) for place in range(count)]
        assert max(counts) - min(counts) <= 1


@given(st.permutations(range(5)), st.integers(0, 9))
def test_distractors_are_different_wrong_orders(gold, seed):
    wrong = distractors(tuple(gold), 3, "uniform", seed, "item")
    assert len({tuple(gold), *wrong}) == 4
    assert all(sorted(order) == list(range(5)) for order in wrong)


@pytest.mark.parametrize("rule", ["non_identity", "derangement"])
@pytest.mark.parametrize("n", [4, 8])
def test_no_distractor_can_be_struck_out_by_who_knows_the_rule(n, rule):
    gold = next(balanced_orders(n, rule, 0))
    for k in range(50):
        assert all(is_allowed(order, rule) for order in distractors(gold, 3, rule, 0, str(k)))


def test_three_things_keep_to_the_rule_that_leaves_enough_orders():
    for k in range(50):
        assert (0, 1, 2) not in distractors((1, 0, 2), 3, "non_identity", 0, str(k))
        # There are two derangements of three, so three distractors cannot all be derangements.
        assert len(set(distractors((1, 2, 0), 3, "derangement", 0, str(k)))) == 3


def test_two_things_have_too_few_wrong_orders():
    with pytest.raises(UnavailableError, match="2 things have fewer than 3"):
        distractors((1, 0), 3, "uniform", 0, "item")


def test_two_seeds_and_two_items_get_other_distractors():
    gold = (3, 0, 4, 1, 2)
    found = [distractors(gold, 3, "uniform", seed, item) for seed in (0, 1) for item in "ab"]
    assert len({tuple(orders) for orders in found}) == 4


def test_the_only_order_that_a_pair_may_be_shown_in_is_the_turned_one():
    assert set(islice(balanced_orders(2, "non_identity", 0), 5)) == {(1, 0)}


def test_without_the_identity_places_stay_balanced_to_one():
    """23 orders of four are dealt before any comes again; each index is first six times, or
    five: the identity would have been the sixth."""
    orders = list(islice(balanced_orders(4, "non_identity", 3), 23))
    assert len(set(orders)) == 23
    assert sorted(Counter(order[0] for order in orders).values()) == [5, 6, 6, 6]


@given(st.permutations(range(6)))
def test_the_inverse_undoes(order):
    back = inverse(tuple(order))
    assert tuple(order[k] for k in back) == tuple(range(6))


@given(st.permutations(range(6)), st.sampled_from(["uniform", "non_identity", "derangement"]))
def test_from_every_order_of_a_circle_the_others_look_the_same(order, rule):
    """Which order is right changes none of the ways in which the four differ."""
    gold = tuple(order)
    if not is_allowed(gold, rule):
        return
    circle = [gold, *turned_orders(gold, rule, 3, "item")]
    assert len(set(circle)) == 4

    def others_from(right):
        """The orders as they would be written if the things were numbered by the right one."""
        number = {thing: at for at, thing in enumerate(right)}
        return {tuple(number[thing] for thing in other) for other in circle}

    assert len({frozenset(others_from(right)) for right in circle}) == 1
    assert all(
        is_allowed(one, "uniform" if rule == "uniform" else "non_identity") for one in circle
    )


@pytest.mark.parametrize("gold", list(permutations(range(4)))[1:])
def test_four_things_always_have_a_circle_without_the_shown_order(gold):
    assert (0, 1, 2, 3) not in turned_orders(gold, "non_identity", 1, "item")


def test_three_things_have_no_circle_of_four():
    with pytest.raises(UnavailableError, match="3 things have no circle of 4 orders"):
        turned_orders((2, 0, 1), "uniform", 1, "item")
