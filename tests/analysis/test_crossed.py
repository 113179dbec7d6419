"""Scores crossed by two facts of items."""

from __future__ import annotations

import json

import pytest

import panelwise
from drawn import draw_book
from panelwise.analysis import crossed, summarise
from panelwise.cli import run as command
from panelwise.errors import SettingError
from panelwise.metrics import wilson

SKILLS = ("who", "why")


def test_a_cell_is_the_score_of_its_items(make_run):
    """Twelve items in each of four cells; every Japanese "why" is wrong."""
    facts = [
        {"language": language, "skill": skill}
        for language in ("en", "ja")
        for skill in SKILLS
        for _ in range(12)
    ]
    golds = [at % 4 for at in range(48)]
    answers = [*golds[:36], *((gold + 1) % 4 for gold in golds[36:])]
    run = make_run(golds, answers, headline="accuracy", facts=facts)
    cells = {(cell.row, cell.column): cell for cell in crossed(run, "language", "skill")}
    assert {place: cell.score.value for place, cell in cells.items()} == {
        ("en", "who"): 1,
        ("en", "why"): 1,
        ("ja", "who"): 1,
        ("ja", "why"): 0,
    }
    one = cells["en", "who"]
    assert (one.score.low, one.score.high) == wilson(12, 12)
    assert (one.n, one.beats_guessing, cells["ja", "why"].beats_guessing) == (12, True, False)


def test_by_task_alone_it_is_the_summary(make_run):
    run = make_run([0, 1, 2, 3], [0, 1, 0, 0], headline="accuracy")
    [cell] = crossed(run, "task", "task")
    [summary] = summarise(run)
    assert cell.score == summary.headline.headline
    assert cell.guess == summary.headline.guess


def test_items_without_the_fact_are_counted_and_unknown_facts_refused(make_run):
    facts = [{"language": "en"}, {}, {}]
    run = make_run([0, 1, 2], [0, 1, 2], headline="accuracy", facts=facts)
    assert {cell.row: cell.n for cell in crossed(run)} == {"en": 1, "not said": 2}
    with pytest.raises(SettingError, match="did you mean 'language'"):
        crossed(run, "langage")


def test_the_constant_answer_beats_nothing(make_run):
    facts = [{"language": "en" if at < 20 else "ja"} for at in range(40)]
    golds = [at % 4 for at in range(40)]
    run = make_run(golds, [0] * 40, headline="accuracy", facts=facts)
    assert [cell.beats_guessing for cell in crossed(run)] == [False, False]


def test_the_command(tmp_path, capsys):
    book = draw_book(tmp_path / "book", [3, 4, 3])
    pack = panelwise.build("stripcipher.reordering_generation", book, out=tmp_path / "pack")
    panelwise.evaluate(pack, "baseline:oracle", out=tmp_path / "run")
    assert command(["matrix", str(tmp_path / "run"), "--rows", "panels", "--json"]) == 0
    cells = json.loads(capsys.readouterr().out)
    assert {cell["row"]: cell["score"]["value"] for cell in cells} == {"3": 1, "4": 1}
    assert command(["matrix", str(tmp_path / "run"), "--rows", "panels"]) == 0
    assert "stripcipher.reordering_generation" in capsys.readouterr().out
