"""The circular score: right whichever way the options are turned."""

from __future__ import annotations

import pytest

from panelwise.analysis import summarise


def turns(question):
    return [{"rotation_of": question}] * 4


def test_a_question_counts_when_it_is_right_in_every_rotation(make_run):
    """Two questions of four options, asked in all four rotations; the second fails once."""
    golds = [0, 3, 2, 1, 0, 3, 2, 1]
    answers = [0, 3, 2, 1, 0, 3, 2, 0]
    facts = turns("a") + turns("b")
    (summary,) = summarise(make_run(golds, answers, facts=facts, headline="accuracy"))
    assert summary.circular is not None
    assert summary.circular.questions == 2
    assert summary.circular.all_right.value == 0.5
    assert summary.circular.chance == pytest.approx(1 / 256)
    assert summary.headline.headline.value == 7 / 8


def test_an_unread_answer_is_not_right_and_not_the_same(make_run):
    (summary,) = summarise(
        make_run([0, 3, 2, 1], [0, 3, 2, None], facts=turns("a"), headline="accuracy")
    )
    assert summary.circular is not None
    assert summary.circular.all_right.value == 0
    assert summary.circular.consistent.value == 0


def test_one_letter_throughout_is_never_right_throughout(make_run):
    (summary,) = summarise(
        make_run([0, 3, 2, 1], [0, 0, 0, 0], facts=turns("a"), headline="accuracy")
    )
    assert summary.circular is not None
    assert summary.circular.all_right.value == 0


def test_packs_that_were_not_turned_have_none(make_run):
    (summary,) = summarise(make_run([0, 1], [0, 1], headline="accuracy"))
    assert summary.circular is None
