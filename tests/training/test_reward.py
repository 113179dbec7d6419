"""Verifiable rewards: 1 for a right answer, 0 for guessing, the least for what cannot be read.

Source: MS-22; SC-E2.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from document_items import DETECTION
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import Item, Option, Rendering
from panelwise.training import item_record, reward, trl_reward

LETTERS = "ABCDE"


def order(gold, shuffle="uniform", accepted=()) -> Item:
    meta = {"headline": "accuracy", "shuffle": shuffle}
    words = Rendering((), (), "test/1")
    return Item(
        "o", "t", "ordering", len(gold), words, tuple(gold), (), accepted=accepted, meta=meta
    )


def choice(gold: int, n: int) -> Item:
    options = tuple(Option(letter, f"option {letter}") for letter in LETTERS[:n])
    return Item("c", "t", "choice", n, Rendering((), (), "test/1"), gold, (), options=options)


RULES = {
    "uniform": lambda order: True,
    "non_identity": lambda order: order != tuple(range(len(order))),
    "derangement": lambda order: all(k != one for k, one in enumerate(order)),
}


@pytest.mark.parametrize("rule", ["uniform", "non_identity"])
@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize("metric", ["exact_match", "accuracy", "kendall_tau"])
def test_no_guess_earns_anything_on_average(n, rule, metric):
    """Over all orders that the shuffling rule may have drawn, each as likely."""
    drawn = [one for one in permutations(range(n)) if RULES[rule](one)]
    earned = {
        said: fmean(reward(order(gold, rule), str(list(said)), metric=metric) for gold in drawn)
        for said in permutations(range(n))
    }
    assert max(earned.values()) <= 1e-9  # constants
    assert fmean(earned[said] for said in drawn) <= 1e-9  # who draws by the same rule
    if rule == "uniform" or metric == "exact_match":
        assert fmean(earned[said] for said in drawn) == pytest.approx(0, abs=1e-9)


def test_where_a_guess_cannot_be_bounded_whole_orders_are_rewarded():
    item = order((1, 2, 0), "derangement")
    with pytest.raises(UnavailableError, match="what guessing scores by accuracy is not known"):
        reward(item, "[1, 2, 0]")
    assert reward(item, "[1, 2, 0]", metric="exact_match") == 1
    drawn = [(1, 2, 0), (2, 0, 1)]
    for said in drawn:
        earned = [
            reward(order(g, "derangement"), str(list(said)), metric="exact_match") for g in drawn
        ]
        assert fmean(earned) == pytest.approx(0)
    with pytest.raises(UnavailableError, match="guessing is always right"):
        reward(order((1, 0), "non_identity"), "[1, 0]")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_a_constant_option_earns_nothing(n):
    for constant in LETTERS[:n]:
        earned = fmean(reward(choice(gold, n), constant) for gold in range(n))
        assert earned == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("item", [order((2, 0, 1)), choice(1, 4)], ids=["order", "choice"])
@pytest.mark.parametrize("profile", [RECOMMENDED, PAPER])
def test_what_cannot_be_read_earns_the_least(item, profile):
    right = "[2, 0, 1]" if item.kind == "ordering" else "B"
    wrong = "[0, 1, 2]" if item.kind == "ordering" else "C"
    assert reward(item, right, profile=profile) == 1
    least = reward(item, wrong, profile=profile)
    assert least < 0
    for text in ("", "I cannot help with that.", "[7, 7, 7]", "<think>[2, 0, 1] or B", "A or B?"):
        assert reward(item, text, profile=profile) <= least
        assert reward(item, text, profile=profile) == reward(item, "", profile=profile)


@given(st.text(max_size=60))
def test_no_text_earns_more_than_a_right_answer_or_less_than_the_worst(text):
    assert -1 <= reward(order((2, 0, 1)), text) <= 1


def test_every_accepted_order_is_right_and_chance_knows_it():
    item = order((0, 1, 2), accepted=((0, 1, 2), (1, 0, 2)))
    assert reward(item, "[1, 0, 2]") == reward(item, "[0, 1, 2]") == 1
    whole = reward(item, "[2, 1, 0]", metric="exact_match")
    assert whole == pytest.approx(-0.5)  # chance is 2 in 6


def test_the_record_of_an_item_scores_as_the_item():
    item = order((2, 0, 1), shuffle="non_identity")
    record = json.dumps(item_record(item))
    for text in ("[2, 0, 1]", "[0, 2, 1]", "nothing"):
        assert reward(record, text) == reward(item, text) == reward(json.loads(record), text)
    with pytest.raises(InputError, match="not an item of a reward export"):
        reward("{}", "[0, 1]")


def test_it_is_a_reward_function_of_trl():
    records = [json.dumps(item_record(order((1, 0)))), json.dumps(item_record(choice(0, 4)))]
    said = [
        [{"role": "assistant", "content": "[1, 0]"}],
        [{"role": "assistant", "content": [{"type": "text", "text": "B"}]}],
    ]
    assert trl_reward(said, records, prompt=["…", "…"]) == [1.0, pytest.approx(-1 / 3)]


def test_only_orders_and_choices_have_one():
    with pytest.raises(UnavailableError, match="only orders and choices can be rewarded"):
        reward(DETECTION, "[]")
    with pytest.raises(
        SettingError, match="has no metric 'beauty' to reward; it has accuracy, adj"
    ):
        reward(order((1, 0)), "[1, 0]", metric="beauty")
    every = replace(order((0, 1)), accepted=((0, 1), (1, 0)))
    with pytest.raises(UnavailableError, match="guessing is always right"):
        reward(every, "[0, 1]")
