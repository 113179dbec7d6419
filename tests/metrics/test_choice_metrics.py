"""Choosing one of k options."""

from __future__ import annotations

import pytest

from panelwise.metrics import (
    CHOICE_METRICS,
    choice_chance,
    choice_scores,
    invalid_choice_scores,
    label_counts,
)


def test_right_is_one_and_wrong_is_zero():
    assert choice_scores(1, gold=1, k=4) == {"accuracy": 1.0}
    assert choice_scores(0, gold=1, k=4) == {"accuracy": 0.0}
    assert set(CHOICE_METRICS) == {"accuracy"}
    assert CHOICE_METRICS["accuracy"].binary


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="answer is option 4; the options are 0 … 3"):
        choice_scores(4, gold=1, k=4)


def test_chance_is_one_over_the_number_of_options():
    assert choice_chance(2) == {"accuracy": 0.5}
    with pytest.raises(ValueError, match="1 options"):
        choice_chance(1)


def test_unreadable_answers_by_policy():
    assert invalid_choice_scores(4, "zero") == {"accuracy": 0.0}
    assert invalid_choice_scores(4, "chance") == {"accuracy": 0.25}
    assert invalid_choice_scores(4, "valid_only") is None


def test_letter_histograms_keep_letters_that_nobody_chose():
    assert label_counts(["A", "D", "D"], "ABCD") == {"A": 1, "B": 0, "C": 0, "D": 2}
    with pytest.raises(ValueError, match="'E' was chosen; the labels are A, B, C, D"):
        label_counts(["E"], "ABCD")


@pytest.mark.parametrize(("answer", "gold"), [(-1, 0), (4, 0), (0, -1), (0, 4)])
def test_options_run_from_0_to_k_less_1(answer, gold):
    with pytest.raises(ValueError, match="the options are 0 … 3"):
        choice_scores(answer, gold, 4)
    assert choice_scores(0, 0, 1) == choice_scores(3, 3, 4) == {"accuracy": 1.0}
    assert choice_scores(0, 3, 4) == {"accuracy": 0.0}
