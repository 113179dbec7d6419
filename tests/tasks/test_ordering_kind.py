"""Scoring orders. Source: specification 7.1; AMB-3."""

from __future__ import annotations

import dataclasses

import pytest

from panelwise.errors import UnknownNameError
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import (
    Item,
    Parsed,
    Rendering,
    get_kind,
    headline_of,
    outcome_of,
    read_response,
    score_answer,
)

EMPTY = Rendering((), (), "test")
ITEM = Item("o", "t", "ordering", 4, EMPTY, (2, 0, 3, 1), ())


def scores_of(text: str, profile=RECOMMENDED) -> dict[str, float]:
    return score_answer(ITEM, read_response(ITEM, text, profile=profile), profile)


def test_the_golden_answer_scores_as_published():
    scores = scores_of("[2, 3, 0, 1]")
    assert (scores["exact_match"], scores["accuracy"], scores["mae"]) == (0, 0.5, 0.5)
    assert scores["spearman"] == pytest.approx(0.8)
    assert scores["ndcg"] == pytest.approx(0.982122, abs=1e-6)


def test_every_metric_of_the_kind_is_scored():
    assert scores_of("[2, 0, 3, 1]").keys() == get_kind("ordering").metrics.keys()


def test_the_profile_chooses_the_formula():
    labels = RECOMMENDED.with_settings({"ordering.mae_space": "label"})
    assert scores_of("[2, 3, 0, 1]", labels)["mae"] == 1.5


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("[2, 0, 3, 1]", "correct"),
        ("[2, 3, 0, 1]", "partial"),
        ("[1, 3, 0, 2]", "wrong"),
        ("[2, 0, 3]", "unparsed"),
        ("", "no_answer"),
    ],
)
def test_outcomes(text, outcome):
    assert outcome_of(ITEM, read_response(ITEM, text, profile=RECOMMENDED)) == outcome


def test_an_unread_answer_has_no_scores_of_its_own():
    assert score_answer(ITEM, Parsed("invalid", reason="none found"), RECOMMENDED) == {}


class TestWithoutAnAnswer:
    kind = get_kind("ordering")

    def test_the_recommended_profile_gives_nothing_and_the_error_of_chance(self):
        scores = self.kind.invalid_scores(ITEM, RECOMMENDED)
        assert scores is not None
        assert (scores["exact_match"], scores["accuracy"], scores["mae"]) == (0, 0, 1.25)

    def test_the_paper_profile_leaves_it_out(self):
        assert self.kind.invalid_scores(ITEM, PAPER) is None

    def test_chance_is_that_of_a_uniform_order(self):
        uniform = dataclasses.replace(ITEM, meta={"shuffle": "uniform"})
        chance = self.kind.chance(uniform, RECOMMENDED)
        assert chance["exact_match"] == pytest.approx(1 / 24)
        assert chance["mae"] == pytest.approx(1.25)


def test_the_headline_is_the_benchmarks_or_exact_match():
    assert headline_of(ITEM) == "exact_match"
    assert headline_of(dataclasses.replace(ITEM, meta={"headline": "accuracy"})) == "accuracy"
    assert headline_of(dataclasses.replace(ITEM, meta={"headline": "beauty"})) == "exact_match"


def test_an_unknown_kind_is_named_with_a_hint():
    with pytest.raises(UnknownNameError, match="did you mean 'ordering'"):
        get_kind("orderin")
