"""``panelwise audit``."""

from __future__ import annotations

import csv
import io
import json

import pytest

from panelwise.cli import run

RESULTS = "model,task a,task b,avg\nours,69.95,50.00,59.98\n=cmd,70.00,50.17,61.00\n"


def printed(capsys, *arguments: str) -> str:
    assert run(["audit", *arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def results(tmp_path) -> str:
    path = tmp_path / "results.csv"
    path.write_text(RESULTS, encoding="utf-8")
    return str(path)


def test_every_check_is_listed_with_its_verdict_and_figures(capsys):
    out = printed(capsys)
    assert "disagrees          CHROMIC Table 3: the subsets add up to Overall (AMB-11)" in out
    assert "446 + 234 + 118 = 798, printed 795" in out
    assert "cannot be checked  MangaVQA 6: NED is a mean (AMB-25)" in out
    last = out.splitlines()[-1]
    assert last == "125 checks: 70 agree, 37 disagree, 18 cannot be checked from the tables"


def test_a_table_shows_its_own_checks(capsys):
    out = printed(capsys, "comix_t8", "comix_t7")
    assert "101.0 %" in out
    assert "CHROMIC" not in out
    assert printed(capsys, "chromic_t01") == "there is no check of these tables\n"


def test_json_and_csv_carry_the_same_findings(capsys):
    found = json.loads(printed(capsys, "--format", "json"))
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "--format", "csv"))))
    assert [one["id"] for one in found] == [row["id"] for row in rows]
    assert [one["verdict"] for one in found] == [row["verdict"] for row in rows]


def test_shares_that_no_count_gives_are_shown(capsys, results):
    out = printed(capsys, "--file", results, "--n", "600")
    assert "task a: 1 of 2 figures are possible" in out
    assert "line 2, ours: 69.95 is no k/600: nearest 420/600 = 70.000; possible on 599" in out
    assert "task b: 2 of 2 figures are possible" in out


def test_a_mean_of_columns_is_checked_and_is_no_share_itself(capsys, results):
    asked = ("--file", results, "--mean-of", "task a, task b", "--is", "avg")
    out = printed(capsys, *asked)
    assert out.startswith("avg: 1 of 2 are the mean of task a, task b\n")
    assert "line 3, =cmd: printed 61.00, the mean is 60.085" in out
    assert "avg: 0 of" not in printed(capsys, *asked, "--n", "600")


def test_a_count_that_allows_everything_proves_nothing(capsys, tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("model,score\nours,53.2\n", encoding="utf-8")
    assert "score: cannot be checked" in printed(capsys, "--file", str(path), "--n", "1000")


def test_shares_from_0_to_1_are_named_as_such(capsys, tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("model,score\nours,0.349\n", encoding="utf-8")
    assert run(["audit", "--file", str(path), "--n", "123"]) == 0
    assert "--shares" in capsys.readouterr().err
    out = printed(capsys, "--file", str(path), "--n", "123", "--shares")
    assert "0.349 is no k/123" in out


def test_percentages_are_no_shares_from_0_to_1(capsys, tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("model,score\nours,34.9\n", encoding="utf-8")
    assert run(["audit", "--file", str(path), "--n", "123", "--shares"]) == 2
    message = capsys.readouterr().err
    assert "results.csv, line 2, score: 34.9 is no share from 0 to 1; leave out --shares" in message


def test_files_findings_as_csv_and_json(capsys, results):
    asked = ("--file", results, "--n", "600", "--mean-of", "task a,task b", "--is", "avg")
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *asked, "--format", "csv"))))
    assert [row["verdict"] for row in rows] == [
        "disagrees", "agrees", "agrees", "agrees", "agrees", "disagrees",
    ]  # fmt: skip
    assert rows[1]["row"] == "'=cmd"  # no spreadsheet takes it for a formula
    found = json.loads(printed(capsys, *asked, "--format", "json"))
    assert found["columns"][0]["figures"][0][2]["other"] == [599, 419]
    assert [one["agrees"] for one in found["means"]] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["comix_t88"], "unknown published table"),
        (["--n", "600"], "belong to a --file"),
        (["--file", "FILE"], "give --n"),
        (["comix_t8", "--file", "FILE", "--n", "600"], "either printed tables or a --file"),
        (["--file", "FILE", "--n", "0"], "above 0"),
        (["--file", "FILE", "--n", "many"], "--n"),
        (["--file", "FILE", "--n", "600", "--columns", "taska"], "did you mean 'task a'"),
        (["--file", "FILE", "--n", "600", "--columns", "model"], "line 2, column 'model'"),
        (["--file", "FILE", "--mean-of", "task a,task b"], "give both"),
        (["--file", "FILE", "--mean-of", "task a", "--is", "avg"], "two or more columns"),
        (["--file", "FILE.gone", "--n", "600"], "cannot be read"),
    ],
)
def test_a_mistake_is_one_line(capsys, results, arguments, hint):
    assert run(["audit", *(one.replace("FILE", results) for one in arguments)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert hint in said.err
