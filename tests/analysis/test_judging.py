"""A judge's marks beside people's: how they agree, and what people would have given."""

from __future__ import annotations

import json

import pytest

from loopback import chat, said
from open_answers import open_pack
from panelwise.analysis import judged_against_people
from panelwise.errors import InputError
from panelwise.evaluation import evaluate, judge_run
from panelwise.metrics import compare_ratings, corrected_judge_mean

JUDGE = [9, 8, 9, 7, 8, 9, 3, 5]


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """Runs of eight answers with the marks of ``JUDGE``; None where the judge fails."""
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    questions = {f"Question {number}?": ("yes",) for number in range(8)}
    pack = open_pack(tmp_path / "pack", questions)

    def make(given=JUDGE, repeats=1):
        replies = {f'answer {number}"': str(mark or "no") for number, mark in enumerate(given)}

        def answer(body):
            return "answer " + said(body, "user")[9:-1]

        def mark(body):
            return next(reply for text, reply in replies.items() if text in said(body, "user"))

        with chat(answer) as model, chat(mark) as judge:
            run = evaluate(pack, f"{model.url}#a", out=tmp_path / "run", repeats=repeats)
            judge_run(run, [f"{judge.url}#judge"])
        return run

    return make


@pytest.fixture
def people(tmp_path):
    def write(marks, more=""):
        lines = [json.dumps({"id": f"book/{item:02d}", "mark": mark}) for item, mark in marks]
        file = tmp_path / "people.jsonl"
        file.write_text("\n".join(lines) + "\n" + more, "utf-8")
        return file

    return write


def test_agreement_and_the_corrected_mean_are_those_of_the_metrics(judged, people):
    told = judged_against_people(judged(), people([(0, 8), (1, 7), (4, 7), (5, 8.5), (6, 4)]))
    human = [8, 7, None, None, 7, 8.5, 4, None]
    assert told.agreement == compare_ratings(JUDGE, human)
    assert told.corrected == corrected_judge_mean(JUDGE, human)
    assert told.anchors == 5


def test_the_corrected_mean_by_hand(judged, people):
    """People give the first and the last one less: 7.25 − 1."""
    told = judged_against_people(judged(), people([(0, 8), (7, 4)])).corrected
    assert (told.judge_mean, told.bias, told.mean) == (7.25, -1.0, 6.25)
    assert told.low < 6.25 < told.high


def test_several_people_are_averaged(judged, people):
    told = judged_against_people(judged(), people([(0, 8), (0, 6), (7, 5)]))
    assert told.agreement.mean_difference == pytest.approx(1.0)
    assert told.anchors == 2


def test_an_item_on_which_the_judge_failed_is_left_out(judged, people):
    told = judged_against_people(judged([None, *JUDGE[1:]]), people([(0, 8), (1, 8), (7, 5)]))
    assert (told.anchors, told.agreement.left_out, told.corrected.left_out) == (2, 6, 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "book/99", "mark": 3}', "line 3: the run has no open answer to 'book/99'"),
        ('{"id": "book/01", "mark": 11}', "line 3: mark: must be at most 10"),
        ('{"id": "book/01", "mark": 0}', "line 3: mark: must be at least"),
        ('{"id": "book/01", "mark": "8"}', "line 3: mark: must be a number"),
        ('{"id": "book/01", "mark": true}', "line 3: mark: must be a number"),
        ('{"id": "book/01", "mark": NaN}', "line 3: mark: must be"),
        ('{"id": "book/01"}', "line 3: mark: missing"),
        ('{"id": "book/01", "ma', "line 3: not JSON at column"),
        ("7", "line 3: must be an object"),
    ],
)
def test_a_line_that_is_no_mark_is_named(judged, people, line, message):
    with pytest.raises(InputError) as raised:
        judged_against_people(judged(), people([(0, 8), (1, 7)], line + "\n"))
    assert f"people.jsonl, {message}" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_too_few_marks_no_file_and_repeats_are_refused(judged, people, tmp_path):
    run = judged()
    with pytest.raises(InputError, match=r"people.jsonl has marks of 1 judged item; at least 2"):
        judged_against_people(run, people([(0, 8)]))
    with pytest.raises(InputError, match=r"nowhere.jsonl: cannot be read"):
        judged_against_people(run, tmp_path / "nowhere.jsonl")


def test_a_run_that_asks_twice_is_refused(judged, people):
    with pytest.raises(InputError, match="several answers to 'book/00'"):
        judged_against_people(judged(repeats=2), people([(0, 8), (1, 7)]))
