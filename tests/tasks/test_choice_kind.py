"""Scoring choices. Source: specification 7.2; AMB-18."""

from __future__ import annotations

import pytest

from panelwise.benchmarks import PAPERS
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import (
    Item,
    Option,
    Rendering,
    get_kind,
    headline_of,
    outcome_of,
    read_response,
    score_answer,
)

OPTIONS = tuple(Option(label, image=k) for k, label in enumerate("ABCD"))
ITEM = Item("c", "t", "choice", 4, Rendering((), (), "test"), 1, (), options=OPTIONS)
KIND = get_kind("choice")


@pytest.mark.parametrize(
    ("text", "scores", "outcome"),
    [
        ("B", {"accuracy": 1.0}, "correct"),
        ("The answer is C.", {"accuracy": 0.0}, "wrong"),
        ("B or C", {}, "unparsed"),
        ("I'm sorry, I can't help with that.", {}, "refused"),
    ],
)
def test_a_choice_is_right_or_wrong_or_unread(text, scores, outcome):
    parsed = read_response(ITEM, text, profile=RECOMMENDED)
    assert score_answer(ITEM, parsed, RECOMMENDED) == scores
    assert outcome_of(ITEM, parsed) == outcome


def test_without_an_answer_it_is_wrong_or_as_in_stripcipher_left_out():
    assert KIND.invalid_scores(ITEM, RECOMMENDED) == {"accuracy": 0.0}
    assert KIND.invalid_scores(ITEM, PAPER) == {"accuracy": 0.0}
    assert KIND.invalid_scores(ITEM, PAPERS["stripcipher"]) is None


def test_dropping_unanswered_choices_is_a_setting_of_its_own():
    counted = PAPERS["stripcipher"].with_settings({"scoring.unanswered": "wrong"})
    assert KIND.invalid_scores(ITEM, counted) == {"accuracy": 0.0}


def test_chance_and_headline():
    assert KIND.chance(ITEM, RECOMMENDED) == {"accuracy": 0.25}
    assert headline_of(ITEM) == "accuracy"
    assert KIND.metrics.keys() == {"accuracy"}
