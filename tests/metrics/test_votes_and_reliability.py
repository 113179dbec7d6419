"""Votes, the orders that they support, and how reliable people are."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.metrics.agreement import (
    WorkerAnswer,
    common_precedences,
    count_votes,
    dawid_skene,
    gold_accuracy,
    supported_orders,
)

# Dawid and Skene (1979), table 1: five anaesthetists on 45 patients, the first of them three times.
PATIENTS = """1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223
4444444 2223343 1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221
2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222
2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222"""
OBSERVERS = "1112345"


def anaesthetists():
    return [
        WorkerAnswer(worker, patient, answer)
        for patient, row in enumerate(PATIENTS.split())
        for worker, answer in zip(OBSERVERS, row, strict=True)
    ]


def test_the_example_of_dawid_and_skene():
    model = dawid_skene(anaesthetists(), smoothing=0, tolerance=1e-9)
    assert model.converged
    shares = dict(zip(model.answers, model.prior, strict=True))
    assert [round(shares[one], 2) for one in "1234"] == [0.40, 0.42, 0.11, 0.07]
    order = [model.answers.index(one) for one in "1234"]
    first = np.array(model.confusion["1"])[np.ix_(order, order)]
    assert first.round(2).tolist()[:2] == [[0.89, 0.11, 0, 0], [0.07, 0.88, 0.05, 0]]
    assert model.best_answer(2)[0] == "2"  # the paper's patient 3: three said 1, four said 2


def test_one_step_by_hand():
    """A second formula, by loops and plain probabilities, for the fixed point."""
    answers = anaesthetists()
    model = dawid_skene(answers, smoothing=0, tolerance=1e-10)
    for item in range(45):
        scores = [
            prior
            * math.prod(
                model.confusion[one.worker][k][model.answers.index(one.answer)]
                for one in answers
                if one.item == item
            )
            for k, prior in enumerate(model.prior)
        ]
        assert [score / sum(scores) for score in scores] == pytest.approx(
            model.posterior[item], abs=1e-6
        )
    assert sum(model.posterior[i][0] for i in range(45)) / 45 == pytest.approx(
        model.prior[0], abs=1e-6
    )


def test_the_likelihood_never_falls():
    values = [
        dawid_skene(anaesthetists(), smoothing=0, limit=limit).log_likelihood
        for limit in range(1, 12)
    ]
    assert all(b >= a - 1e-9 for a, b in pairwise(values))
    assert not dawid_skene(anaesthetists(), limit=2).converged


def test_the_model_recovers_the_truth_where_a_vote_does_not():
    random = np.random.default_rng(4)
    truth = random.integers(0, 3, 300)
    skill = {"a": 0.95, "b": 0.95, "c": 0.4, "d": 0.4, "e": 0.4}
    answers = [
        WorkerAnswer(who, i, int(t if random.random() < right else random.integers(0, 3)))
        for i, t in enumerate(truth)
        for who, right in skill.items()
    ]
    model = dawid_skene(answers)
    found = np.mean([model.best_answer(i)[0] == t for i, t in enumerate(truth)])
    votes = [count_votes([one.answer for one in answers[5 * i : 5 * i + 5]]) for i in range(300)]
    voted = np.mean([vote.winner == t for vote, t in zip(votes, truth, strict=True)])
    assert found > voted + 0.03
    for who, right in skill.items():
        assert model.reliability[who] == pytest.approx(right + (1 - right) / 3, abs=0.07)


def test_two_people_are_too_few():
    with pytest.raises(ValueError, match="2 people answered; the model needs three or more"):
        dawid_skene([WorkerAnswer("a", 1, "x"), WorkerAnswer("b", 1, "y")])


def test_accuracy_on_hidden_gold():
    answers = [WorkerAnswer("Ann", i, i % 2) for i in range(20)] + [WorkerAnswer("Bo", 99, 1)]
    accuracy = gold_accuracy(answers, dict.fromkeys(range(10), 0))
    assert list(accuracy) == ["Ann"]
    assert (accuracy["Ann"].right, accuracy["Ann"].n) == (5, 10)
    assert accuracy["Ann"].low == pytest.approx(0.2366, abs=1e-4)


def test_ties_have_no_winner():
    tie = count_votes(["b", "a", "b", "a", "c"])
    assert (tie.winner, tie.tied, tie.share, tie.is_majority) == (None, ("b", "a"), 0.4, False)
    plurality = count_votes(["a", "a", "b", "c"])
    assert (plurality.winner, plurality.is_majority) == ("a", False)
    nothing = count_votes([None, None])
    assert (nothing.winner, nothing.tied, nothing.n, nothing.share) == (None, (), 0, 0)


@given(st.lists(st.none() | st.sampled_from("abc")))
def test_counts_are_complete(votes):
    count = count_votes(votes)
    assert sum(count.counts.values()) == count.n == len(votes) - votes.count(None)
    assert (count.winner is None) == (len(count.tied) != 1)
    assert all(count.counts[answer] == max(count.counts.values()) for answer in count.tied)


def test_several_orders_are_supported_and_mistakes_are_not():
    def orders(votes):
        return ["".join(one.order) for one in supported_orders(votes)]

    assert orders(["abc"] * 3 + ["acb"] * 2) == ["abc", "acb"]
    assert orders(["abc"] * 11 + ["acb"] * 2) == ["abc"]  # two of thirteen may be mistakes
    assert orders(["abc", "acb", "bca"]) == []
    assert orders([]) == orders([None, "abc"]) == []
    (only,) = supported_orders(["abc"] * 5)
    assert (only.share, only.votes, only.high) == (1, 5, 1)
    assert only.low == pytest.approx(0.5655, abs=1e-4)


def test_mistakes_are_supported_as_rarely_as_said():
    random = np.random.default_rng(0)
    false = 0
    for _ in range(1000):
        votes = ["abc" if random.random() < 0.95 else "acb" for _ in range(7)]
        false += any("".join(one.order) == "acb" for one in supported_orders(votes))
    assert false / 1000 <= 0.06


def test_precedences_that_all_orders_share():
    assert common_precedences(["abcd", "acbd"]) == {
        ("a", "b"), ("a", "c"), ("a", "d"), ("b", "d"), ("c", "d"),
    }  # fmt: skip
    assert common_precedences([]) == set()
    with pytest.raises(ValueError, match="orders of different things"):
        common_precedences(["ab", "xy"])
