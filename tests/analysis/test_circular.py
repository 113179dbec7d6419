"""The circular score: right whichever way the options are turned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from panelwise.analysis import compare, summarise
from panelwise.benchmarks import PAPERS
from panelwise.cli._run_output import circular_lines
from panelwise.metrics import wilson


def turns(question):
    return [{"rotation_of": question}] * 4


def test_a_question_counts_when_it_is_right_in_every_rotation(make_run):
    """Two questions of four options, asked in all four rotations; the second fails once."""
    golds = [0, 3, 2, 1, 0, 3, 2, 1]
    answers = [0, 3, 2, 1, 0, 3, 2, 0]
    facts = turns("a") + turns("b")
    (summary,) = summarise(make_run(golds, answers, facts=facts, headline="accuracy"))
    found = summary.circular
    assert found is not None
    assert (found.questions, found.unfinished) == (2, 0)
    assert (found.all_right.value, found.all_right.n) == (0.5, 2)
    assert found.mean.value == summary.score.value == 7 / 8
    assert found.chance == pytest.approx(1 / 256)
    assert found.mean_chance == 1 / 4
    assert found.consistent_chance == pytest.approx(1 / 64)
    low, high = wilson(1, 2)
    assert (found.all_right.low, found.all_right.high) == (low, high)


def rotated(run, texts="abcd"):
    """The same run with options whose words go round from item to item."""
    items = [
        replace(
            item,
            options=tuple(
                replace(option, text=texts[(place + turn) % 4])
                for place, option in enumerate(item.options)
            ),
        )
        for turn, item in enumerate(run.items["pack"])
    ]
    return replace(run, items={"pack": items})


def test_the_same_words_are_consistent_and_the_same_letter_is_not(make_run):
    """Gold is "a" and moves one place up a turn; "b" stands a place behind it, always wrong."""
    golds, facts = [0, 3, 2, 1], turns("a")
    for answers, right, same in (
        ([0, 3, 2, 1], 1, 1),  # always "a"
        ([1, 0, 3, 2], 0, 1),  # always "b"
        ([0, 0, 0, 0], 0, 0),  # always the letter A
    ):
        run = rotated(make_run(golds, answers, facts=facts, headline="accuracy"))
        (summary,) = summarise(run)
        assert summary.circular is not None
        assert (summary.circular.all_right.value, summary.circular.consistent.value) == (
            right,
            same,
        )


def test_a_run_prints_its_score_without_a_preference_for_a_place(make_run):
    golds, facts = [0, 3, 2, 1] * 2, turns("a") + turns("b")
    (summary,) = summarise(make_run(golds, [0] * 8, facts=facts, headline="accuracy"))
    circular, mean, same = circular_lines(summary)
    assert circular.startswith("circular score 0.000")
    assert mean.startswith("mean over rotations 0.250")
    assert same.endswith("answers by place: A 8, B 0, C 0, D 0")
    (plain,) = summarise(make_run([0], [0], headline="accuracy"))
    assert circular_lines(plain) == []


def test_a_question_that_was_not_asked_in_every_rotation_does_not_count(make_run):
    golds = [0, 3, 2, 1, 0, 3, 2, 1]
    answers = [0, 3, 2, 0, 0, 3, ..., ...]
    facts = turns("a") + turns("b")
    (summary,) = summarise(make_run(golds, answers, facts=facts, headline="accuracy"))
    assert summary.circular is not None
    assert (summary.circular.questions, summary.circular.unfinished) == (1, 1)
    assert summary.circular.all_right.value == 0
    (summary,) = summarise(make_run(golds[:1], [0], facts=turns("a")[:1], headline="accuracy"))
    assert summary.circular is not None
    assert (summary.circular.questions, summary.circular.all_right.value) == (0, None)
    assert summary.circular.chance is None


def test_the_chance_of_being_right_throughout_falls_with_the_number_of_options(make_run):
    """k options asked k times: k^-k for all right, k^(1-k) for the same choice throughout."""
    run = make_run([0, 1], [0, 1], facts=turns("a")[:2], headline="accuracy")
    items = [replace(one, n=2, options=one.options[:2]) for one in run.items["pack"]]
    (summary,) = summarise(replace(run, items={"pack": items}))
    found = summary.circular
    assert found is not None
    assert (found.questions, found.unfinished) == (1, 0)
    assert (found.chance, found.mean_chance, found.consistent_chance) == (1 / 4, 1 / 2, 1 / 2)


def test_repeats_of_a_question_are_counted_apart_and_cluster(make_run):
    golds = [0, 3, 2, 1] * 2
    answers = [[0, 0], [3, 3], [2, 2], [1, 2]] * 2
    facts = turns("a") + turns("b")
    run = make_run(golds, answers, facts=facts, headline="accuracy")
    results = [replace(result, repeat=k % 2) for k, result in enumerate(run.results)]
    (summary,) = summarise(replace(run, results=results))
    assert summary.circular is not None
    assert summary.circular.questions == 4
    assert summary.circular.all_right.value == 0.5
    assert summary.circular.all_right.method == "cluster_wilson"


def test_a_paper_that_drops_unread_answers_does_not_drop_them_here(make_run):
    run = make_run(
        [0, 3, 2, 1],
        [0, 3, 2, None],
        facts=turns("a"),
        headline="accuracy",
        profile=PAPERS["stripcipher"],
    )
    (summary,) = summarise(run)
    assert summary.score.value == 1
    assert summary.circular is not None
    assert summary.circular.all_right.value == 0
    assert summary.circular.mean.value == 3 / 4


def test_the_rotations_of_a_question_are_one_cluster_of_the_headline(make_run):
    """Eight questions, each right or wrong throughout: 32 samples tell as much as 8."""
    golds, facts, answers = [], [], []
    for question in range(8):
        golds += [0, 3, 2, 1]
        answers += [0, 3, 2, 1] if question % 2 else [1, 0, 3, 2]
        facts += turns(f"q{question}")
    turned = make_run(golds, answers, facts=facts, headline="accuracy")
    headline = summarise(turned)[0].score
    loose = summarise(make_run(golds, answers, headline="accuracy"))[0].score
    assert (headline.value, headline.method) == (0.5, "cluster_wilson")
    assert headline.high - headline.low > 1.9 * (loose.high - loose.low)
    other = replace(make_run(golds, golds, facts=facts, headline="accuracy"), name="other")
    (test,) = compare([turned, other]).tests
    assert test.test == "sign_flip"
    assert test.p == pytest.approx(2 / 2**4)  # four questions differ, not sixteen items


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
