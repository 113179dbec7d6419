"""``panelwise experiment`` and ``panelwise suite`` as a user types them."""

from __future__ import annotations

import csv
import json
import re

import pytest

from panelwise.analysis import published_table
from panelwise.cli import run


def test_the_list_names_every_table_and_what_waits(capsys):
    assert run(["experiment", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "SC-E1   stripcipher.t4" in "\n".join(lines)
    assert any(line.startswith("CH-E7") and "lacks people" in line for line in lines)
    assert run(["experiment", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["handle"] for one in listed] == [line.split()[0] for line in lines]


def test_the_plan_can_be_read(capsys):
    assert run(["experiment", "show", "stripcipher.t6"]) == 0
    out = capsys.readouterr().out
    assert "build stripcipher.narrative_comprehension --set strips.input=shuffled" in out


def test_without_models_the_printed_table_is_all(capsys, tmp_path):
    assert run(["experiment", "stripcipher.t7", "--out", str(tmp_path)]) == 0
    assert "+Meaning" in capsys.readouterr().out
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    printed = published_table("stripcipher_t07_meaning_hint")
    assert [row["gpt_4o_mini"] for row in rows] == [
        row["gpt_4o_mini"].printed for row in printed.rows
    ]


@pytest.mark.parametrize(
    ("files", "what"),
    [(("manifest.json", "items.parquet"), "a pack"), (("run.json",), "a run")],
)
def test_nothing_is_written_into_a_pack_or_a_run(files, what, capsys, tmp_path):
    for name in files:
        (tmp_path / name).touch()
    assert run(["experiment", "stripcipher.t7", "--out", str(tmp_path)]) == 2
    assert f"{tmp_path} is {what}; give another folder with --out" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files)


def test_a_file_is_no_folder_for_results(capsys, tmp_path):
    (tmp_path / "out").touch()
    assert run(["experiment", "stripcipher.t7", "--out", str(tmp_path / "out")]) == 2
    assert f"{tmp_path / 'out'} is a file; give a folder with --out" in capsys.readouterr().err


def test_a_run_prints_the_papers_layout(capsys, tmp_path, press_folder):
    out = str(tmp_path / "out")
    named = ["--printed-as", "baseline:random=GPT-4o"]
    command = ["experiment", "sc-e6", "--model", "baseline:random", "--comics", str(press_folder)]
    assert run([*command, "--out", out, "--dry-run"]) == 0
    assert "baseline:random, not run" in capsys.readouterr().out
    assert not (tmp_path / "out/runs").exists()
    assert run([*command, "--out", out, *named]) == 0
    lines = capsys.readouterr().out.splitlines()
    heading = next(line for line in lines if line.startswith("Model "))
    words = ["Model", "3 Frames", "4 Frames", "5 Frames", "6 Frames"]
    assert heading.split() == " ".join(words).split()
    assert any(line.startswith("> baseline:random") for line in lines)
    latex = (tmp_path / "out/table.tex").read_text(encoding="utf-8")
    before, _, after = latex.partition("\\midrule\n")[2].partition("\\midrule\n")
    assert "Qwen2VL-7B & 57.06 & 60.51 & 53.09 & 55.26 \\\\\n" in before
    assert after.startswith("baseline:random (measured) & ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sc-e66", "--out", "o"], "unknown experiment 'sc-e66'"),
        (["sc-e6", "--model", "foo/bar", "--out", "o"], "unknown model 'foo/bar'"),
        (
            ["sc-e6", "--model", "baseline:random", "--packs", "gone", "--out", "o"],
            "holds no packs",
        ),
        (["sc-e6", "--size", "x", "--out", "o"], "write --size MODEL=VALUE"),
        (["sc-e6", "--size", "m=big", "--out", "o"], "write a number of billions"),
        (["sc-e6", "--profile", "foo", "--out", "o"], "unknown profile 'foo'"),
        (["sc-e6", "--decoding", "foo", "--out", "o"], "must be paper or default"),
        (["sc-e6", "--human", "gone.jsonl", "--out", "o"], "gone.jsonl: no such file"),
        (["sc-e6", "--comics", "a", "--packs", "b", "--out", "o"], "give one of them"),
        (
            ["sc-e6", "--model", "baseline:random", "--model", "baseline:random", "--out", "o"],
            "is given twice",
        ),
    ],
)
def test_a_mistake_is_one_line_and_writes_nothing(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["experiment", *arguments]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
    assert not (tmp_path / "o").exists()


def test_a_suite_prints_tasks_by_models(capsys, tmp_path, press_folder):
    file = tmp_path / "suite.yaml"
    file.write_text(
        f"comics: [{press_folder}]\ntasks: [stripcipher.narrative_comprehension]\n"
        "models: [baseline:random, baseline:constant]\ntransforms: [text_only]\n"
    )
    prices = "{model: openai/gpt-4o, settings: {max_tokens: 100}}"
    asked = tmp_path / "asked.yaml"
    asked.write_text(file.read_text().replace("baseline:constant", prices))
    command = ["suite", str(asked), "--out", str(tmp_path / "out")]
    assert run([*command, "--dry-run", "--pace", "60", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["model"] for one in found] == ["baseline:random"] * 2 + ["openai/gpt-4o"] * 2
    assert run([*command, "--dry-run", "--pace", "60"]) == 0
    *_, free, paid, both = table_rows(capsys.readouterr().out, "In total")
    assert free[:2] == ["baseline:random", "0"]
    assert paid[1:] == both[1:]
    assert paid[1] == str(sum(one["requests"] for one in found))
    assert paid[4] == f"{sum(one['input_cost'] for one in found if one['price']):.2f}"
    assert paid[5] == f"{int(paid[1]) * 100 * 10 / 1e6:.2f}"
    assert not (tmp_path / "out/runs").exists()
    assert run(["suite", str(file), "--out", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert "baseline:constant" in out
    assert "text_only minus plain" in out


def table_rows(printed, title):
    """The rows below a title, split at two spaces and more."""
    after = printed.partition(title)[2].strip().splitlines()
    rows = [re.split(r"\s{2,}", line.strip()) for line in after if line.strip()]
    return [row for row in rows if len(row) == len(rows[0])]


def test_drafts_are_estimated_without_asking(capsys, tmp_path, press_folder):
    command = ["experiment", "ch-e10", "--comics", str(press_folder), "--out", str(tmp_path / "o")]
    paid = ["--model", "openai/gpt-4o", "--set", "max_tokens=200", "--dry-run", "--json"]
    assert run([*command, *paid]) == 0
    [found] = json.loads(capsys.readouterr().out)
    direct, preprocessed = found["tasks"]
    assert (direct["task"], preprocessed["task"]) == ("direct", "preprocessed")
    assert direct["requests"] == direct["images"] == direct["items"] > 0
    assert direct["text_tokens"] > 0
    assert direct["image_tokens"] > 0
    tokens = sum(one["text_tokens"] + one["image_tokens"] for one in found["tasks"])
    assert found["input_cost"] == pytest.approx(tokens * 2.5 / 1e6)
    assert found["answers_cost"] == pytest.approx(found["requests"] * 200 * 10 / 1e6)
    assert not (tmp_path / "o/drafts").exists()


def test_a_dry_run_lets_no_paid_model_draft_wrong_options(capsys, tmp_path):
    out = ["--out", str(tmp_path / "o")]
    model = ["--model", "baseline:random", "--writer", "openai/gpt-4o", "--dry-run"]
    assert run(["experiment", "sc-e9", *model, *out]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "openai/gpt-4o would draft wrong options, which costs" in line
