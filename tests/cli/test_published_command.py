"""``panelwise published``."""

from __future__ import annotations

import csv
import io
import json

import pytest

from panelwise.cli import run


def printed(capsys, *arguments: str) -> str:
    assert run(["published", *arguments]) == 0
    return capsys.readouterr().out


def test_without_a_name_the_tables_are_listed(capsys):
    out = printed(capsys).splitlines()
    assert len(out) == 51
    assert "CHROMIC, Table 6: MCQA accuracy per comic type" in "\n".join(out)


def test_a_table_prints_its_doubts_as_footnotes(capsys):
    out = printed(capsys, "chromic_t07")
    row = next(line for line in out.splitlines() if line.startswith("Qwen-Max"))
    assert "0.349 [1] [2]" in row
    assert "[2] wrong: 0.349 in PBP is impossible on 123 items" in out


def test_csv_and_json_carry_the_cells_and_their_doubts(capsys):
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "chromic_t07", "--format", "csv"))))
    assert len(rows) == 14
    assert rows[2]["PBP"] == "0.349"
    assert "PBP: wrong: " in rows[2]["doubts"]
    table = json.loads(printed(capsys, "chromic_t07", "--format", "json"))
    cell = table["rows"][2]["PBP"]
    assert (cell["printed"], cell["value"]) == ("0.349", 0.349)
    assert [doubt["kind"] for doubt in cell["doubts"]] == ["remark", "wrong"]


def test_a_task_shows_what_stands_beside_it(capsys):
    out = printed(capsys, "--task", "chromic.chrono_mcq")
    assert "best model: 0.507 GPT-4o, n = 795 (CHROMIC, Table 6)" in out
    assert "people: 0.679 Human, n = 165 (CHROMIC, Table 8)" in out
    assert "chance: 0.250 (four options)" in out
    found = json.loads(printed(capsys, "--task", "chromic.chrono_mcq", "--format", "json"))
    assert found["best"]["who"] == "GPT-4o"
    rows = csv.DictReader(
        io.StringIO(printed(capsys, "--task", "chromic.chrono_mcq", "--format", "csv"))
    )
    assert len(list(rows)) == len(found["figures"]) == 149


def test_check_lists_what_agrees_and_what_does_not(capsys):
    out = printed(capsys, "--check")
    assert "failures as 0: 17 of 17 agree" in out
    assert "(118, 231, 446): 14 of 14 agree" in out
    assert "perspectives: 13 of 14 agree" in out
    assert out.rstrip().endswith("141 of 144 printed figures agree")
    found = json.loads(printed(capsys, "--check", "--format", "json"))
    assert sum(one["agrees"] for one in found) == 141


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["chromic_t06_mcqa_by_stile"], "did you mean 'chromic_t06_mcqa_by_style'"),
        (["--task", "comicvqa.panel_sort"], "did you mean 'comicvqa.panel_sorting'"),
        (["chromic_t06", "--check"], "give only one of a table"),
    ],
)
def test_a_mistake_is_one_line(capsys, arguments, hint):
    assert run(["published", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert hint in said.err
