"""The command line: stable contracts that people script."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from drawn import draw_book
from panelwise.cli import run
from panelwise.evaluation import Run

READ_KEYS = {
    "page",
    "image",
    "width",
    "height",
    "reading_direction",
    "panels",
    "texts",
    "order_confidence",
}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [3, 4, 3])


@pytest.fixture
def pack(book: Path, tmp_path: Path, capsys) -> Path:
    out = tmp_path / "pack"
    assert run(["build", "chromic.panel_reordering", str(book), "--out", str(out)]) == 0
    capsys.readouterr()
    return out


def lines(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refused(capsys, *arguments: str) -> str:
    """A user's mistake: exit 2, nothing on standard output, one line on standard error."""
    assert run(list(arguments)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    assert said.err.startswith("panelwise: ")
    return said.err


def test_read_prints_a_json_line_a_page(book, capsys):
    assert run(["read", str(book), "--direction", "ttb"]) == 0
    pages = lines(capsys)
    assert [len(page["panels"]) for page in pages] == [3, 4, 3]
    for page in pages:
        assert set(page) >= READ_KEYS
        assert {"box", "polygon", "confidence"} <= set(page["panels"][0])
        tops = [panel["box"][1] for panel in page["panels"]]
        assert tops == sorted(tops)


def test_read_draws_overlays_on_copies(book, tmp_path, capsys):
    before = (book / "000.png").read_bytes()
    out = tmp_path / "out"
    assert run(["read", str(book), "--overlay", "--out", str(out)]) == 0
    assert len((out / "pages.jsonl").read_text().splitlines()) == 3
    assert len(list(out.rglob("*.png"))) == 3
    sheet = (out / "index.html").read_text()
    sources = re.findall(r'<img src="([^"]+)"', sheet)
    assert sorted(out / source for source in sources) == sorted(out.rglob("*.png"))
    assert (book / "000.png").read_bytes() == before


def test_order_gives_orders_confidence_and_reasons(tmp_path, capsys):
    file = tmp_path / "boxes.json"
    page = {"id": "p", "width": 100, "height": 100, "reading_direction": "rtl"}
    page |= {"panels": [[0, 0, 45, 45], [55, 0, 100, 45], [0, 55, 100, 100]]}
    page |= {"texts": [[5, 60, 20, 70], [60, 5, 70, 20]]}
    file.write_text(json.dumps({"pages": [page]}))
    for rule in ("default", "magi", "xycut"):
        assert run(["order", str(file), "--rule", rule]) == 0
        [ordered] = json.loads(capsys.readouterr().out)["pages"]
        assert ordered["panel_order"] == [1, 0, 2]
        assert ordered["text_order"] == [1, 0]
        assert 0 <= ordered["confidence"] <= 1
        assert ordered["reasons"]


def test_show_prints_the_prompt_and_writes_the_images(pack, tmp_path, capsys):
    out = tmp_path / "look"
    assert run(["show", str(pack), "--item", "pages/001", "--out", str(out), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    [message] = shown["messages"]
    assert message["parts"][0] == {"image": 1}
    assert "exactly 4 elements" in message["parts"][1]["text"]
    assert sorted(shown["right"]) == [0, 1, 2, 3]
    assert shown["chance"]["exact_match"] == pytest.approx(1 / 23)
    assert (out / "image-1.png").read_bytes() == Path(
        pack / "images" / shown["images"][0]["sha256"]
    ).read_bytes()


def test_show_puts_every_image_on_a_line_of_its_own(book, tmp_path, capsys):
    out = tmp_path / "frames"
    assert run(["build", "stripcipher.reordering_generation", str(book), "--out", str(out)]) == 0
    assert run(["show", str(out)]) == 0
    assert "Frame 1:\n[image 1]\nFrame 2:\n[image 2]\n" in capsys.readouterr().out


@pytest.mark.parametrize(("status", "told"), [(0, False), (3, True)])
def test_a_report_without_a_browser_says_so_in_one_line(
    book, tmp_path, capfd, monkeypatch, status, told
):
    launcher = tmp_path / "bin" / "xdg-open"
    launcher.parent.mkdir()
    launcher.write_text(f"#!/bin/sh\necho 'x-www-browser: not found' >&2\nexit {status}\n")
    launcher.chmod(0o755)
    monkeypatch.setenv("PATH", f"{launcher.parent}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    assert run(["build", "chromic.panel_reordering", str(book), "--out", "pack"]) == 0
    assert run(["evaluate", "pack", "--model", "baseline:oracle", "--out", "run"]) == 0
    capfd.readouterr()
    assert run(["report", "run", "--out", "report", "--open"]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert lines[0].startswith("report: ")
    assert [line.startswith("no browser could be opened") for line in lines[1:]] == [True] * told


def test_from_a_pack_to_a_report(pack, tmp_path, capsys):
    runs = []
    for model in ("oracle", "reversed"):
        out = str(tmp_path / model)
        runs.append(out)
        command = ["evaluate", str(pack), "--model", f"baseline:{model}", "--out", out, "--json"]
        assert run(command) == 0
        [task] = json.loads(capsys.readouterr().out)["tasks"]
        assert (task["n"], task["coverage"]) == (3, 1.0)
        assert {"chance", "all_items", "valid_only"} <= set(task["metrics"]["accuracy"])
    assert run(["rescore", runs[0], "--profile", "paper", "--json"]) == 0
    rescored = capsys.readouterr()
    assert json.loads(rescored.out)["tasks"][0]["profile"] == "paper"
    assert "0 of 3 answers read or scored differently than before\n" in rescored.err
    assert (
        "built with recommended, so its prompts, pictures and orders are those of" in rescored.err
    )
    assert "again with --profile paper" in rescored.err
    assert run(["rescore", runs[0], "--profile", "recommended"]) == 0
    back = capsys.readouterr()
    [task] = Run.open(runs[0]).config["packs"]
    assert f"\nprompt {task['task']}" in back.out
    assert "built with" not in back.err
    paper = ["evaluate", str(pack), "--model", "baseline:oracle", "--profile", "paper"]
    assert run([*paper, "--out", str(tmp_path / "paper")]) == 0
    assert "built with recommended, so its prompts" in capsys.readouterr().err
    assert run(["compare", runs[1], str(tmp_path / "paper")]) == 0
    untested = capsys.readouterr()
    assert "(paper; recommended) are not tested against each other" in untested.err
    assert "verdict" not in untested.out
    assert run(["compare", *runs]) == 0
    table = capsys.readouterr()
    assert f"\nprompt {task['task']}" in table.out
    assert "Holm" not in table.out + table.err  # one comparison needs no correction
    assert run(["compare", *runs, "--json"]) == 0
    [test] = json.loads(capsys.readouterr().out)["tests"]
    changed = tmp_path / "changed"
    assert run(["compare", *runs, "--out", str(changed)]) == 0
    said = capsys.readouterr()
    assert re.search(r"^from .*: 0 gained, [1-9]\d* lost, \d+ ans", said.out, re.MULTILINE)
    assert said.err.endswith(f"report of changes: {changed / 'changes.html'}\n")
    assert (changed / "changes.csv").is_file()
    assert test["difference"]["value"] > 0
    report = tmp_path / "report"
    assert run(["report", *runs, "--out", str(report)]) == 0
    assert (report / "index.html").is_file()
    board = tmp_path / "leaderboard"
    assert run(["leaderboard", str(report), runs[0], "--out", str(board)]) == 0
    assert capsys.readouterr().err.endswith(f"leaderboard: {board / 'index.html'}\n")
    assert (board / "report" / "index.html").is_file()


def test_a_limited_run_asks_the_first_items_alone(pack, tmp_path, capsys):
    out = str(tmp_path / "run")
    command = ["evaluate", str(pack), "--model", "baseline:random", "--out", out]
    assert run([*command, "--limit", "2", "--set", "seed=3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"][0]["n"] == 2


def test_rehydrate_gives_images_back(book, tmp_path, capsys):
    out = str(tmp_path / "bare")
    build = ["build", "chromic.panel_reordering", str(book), "--out", out, "--annotations-only"]
    assert run(build) == 0
    capsys.readouterr()
    assert "rehydrate" in refused(
        capsys, "evaluate", out, "--model", "http://127.0.0.1:9/v1#m", "--out", f"{out}-run"
    )
    assert run(["rehydrate", out, str(book)]) == 0
    assert "3 images restored and checked" in capsys.readouterr().err


def test_a_service_that_is_not_there_is_a_run_that_failed(pack, tmp_path, capsys):
    # Port 9 (discard) has no listener here; the run is refused, told in one line, and kept.
    model = "http://127.0.0.1:9/v1#m"
    assert run(["evaluate", str(pack), "--model", model, "--out", str(tmp_path / "r")]) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_score_takes_answers_from_anywhere(tmp_path, capsys):
    file = tmp_path / "answers.jsonl"
    file.write_text(
        '{"id": 1, "gold": [2, 0, 1], "answer": "The order is [2, 0, 1]."}\n'
        '{"id": 2, "gold": [1, 0, 2], "answer": [0, 1, 2]}\n'
        '{"id": 3, "gold": [0, 2, 1], "answer": "I cannot tell."}\n'
    )
    assert run(["score", "ordering", str(file), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    exact = summary["metrics"]["exact_match"]
    assert exact["all_items"]["value"] == pytest.approx(1 / 3)
    assert exact["valid_only"]["value"] == 0.5
    assert exact["chance"] == pytest.approx(1 / 6)
    assert summary["coverage"] == pytest.approx(2 / 3)
    assert run(["score", "ordering", str(file), "--profile", "paper", "--json"]) == 0
    paper = json.loads(capsys.readouterr().out)["metrics"]["exact_match"]
    assert paper["headline"]["value"] == 0.5


def test_score_reads_choices(tmp_path, capsys):
    file = tmp_path / "answers.jsonl"
    file.write_text(
        '{"id": "a", "gold": "B", "answer": "(B)"}\n{"id": "b", "gold": 0, "answer": 1}'
    )
    assert run(["score", "choice", str(file), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["metrics"]["accuracy"]["headline"]["value"] == 0.5


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 1, "gold": [0, 1]', "line 1"),
        ('{"id": 1, "answer": "x"}', "gold: missing; found id, answer"),
        ('{"id": 1, "gold": [0], "anwser": "x"}', "answer: missing; found id, gold, anwser"),
        ('{"id": 1, "gold": [0, 0], "answer": "x"}', "once each"),
        ('{"id": 1, "gold": [NaN, 1], "answer": "x"}', "line 1"),
        (
            '{"id": 1, "gold": [0, 1], "answer": 1}\n{"id": 1, "gold": [0, 1], "answer": 1}',
            "line 2",
        ),
        ("", "no answers"),
    ],
)
def test_score_names_the_line_that_is_wrong(tmp_path, capsys, line, message):
    file = tmp_path / "answers.jsonl"
    file.write_text(line)
    assert message in refused(capsys, "score", "ordering", str(file))


@pytest.mark.alone
def test_demo_does_all_of_it(tmp_path, capsys):
    out = tmp_path / "demo"
    assert run(["demo", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert (out / "report" / "index.html").is_file()
    assert str(out / "report" / "index.html") in said.err
    assert "oracle" in said.out
    assert "is not empty" in refused(capsys, "demo", "--out", str(out))


@pytest.mark.parametrize("what", ["tasks", "models", "readers", "formats"])
def test_list_names_what_is_installed(what, capsys):
    assert run(["list", what, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows
    assert all(row["name"] and row["about"] for row in rows)


def test_doctor_finds_this_installation_sound(capsys):
    assert run(["doctor"]) == 0
    assert "BAD" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bulid"], "Did you mean 'build'"),
        (["build", "chromic.panel_reorder", "x", "--out", "y"], "did you mean"),
        (["read", "nowhere"], "nowhere: no such file or folder"),
        (["read", ".", "--reader", "defualt"], "did you mean 'default'"),
        (["order", "nowhere.json"], "nowhere.json: cannot be read"),
        (["show", "."], "not a pack"),
        (["show", "nowhere"], "no such folder; check the path"),
        (["draft"], "give a command: descriptions, panels"),
        (
            [
                "build",
                "chromic.panel_reordering",
                ".",
                "--out",
                "y",
                "--set",
                "text.normaliser=nfc",
            ],
            "must be one of mangalmm, nfkc, raw; did you mean 'nfkc'?",
        ),
        (["evaluate", ".", "--model", "baseline:random"], "not a pack"),
        (["compare", "one"], "is not a run"),
        (["score", "orderings", "x"], "did you mean 'ordering'"),
        (["list", "task"], "did you mean 'tasks'"),
        (["rescore", "nowhere"], "nowhere"),
        (["build", "chromic.panel_reordering", "x"], "--out"),
        (["evaluate", "x", "--modle", "y"], "--modle; did you mean --model"),
        (["train", "chromic.t5"], "panelwise train list lists all recipes ("),
        (["experiment", "chromic.t55"], "did you mean 'chromic.t5'?"),
        (["demo", "--direction", "left"], "unknown reading direction 'left'"),
    ],
)
def test_a_mistake_is_one_line(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message.lower() in refused(capsys, *arguments).lower()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["--model", "baseline:radnom"], "did you mean 'random'"),
        (["--model", "gpt-4o"], "openai/gpt-4o"),
        (["--model", "baseline:random", "--profile", "papper"], "did you mean 'paper'"),
        (
            ["--model", "baseline:random", "--set", "ndcg_gian=exp2"],
            "did you mean 'ordering.ndcg_gain'",
        ),
        (["--model", "baseline:random", "--set", "seed"], "key=value"),
        (["--model", "recorded:nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_a_mistake_in_who_is_asked_is_one_line(capsys, pack, tmp_path, settings, message):
    out = str(tmp_path / "run")
    assert message in refused(capsys, "evaluate", str(pack), *settings, "--out", out)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('{"pages": [{"id": 1', "line 1: not JSON"),
        ("PK\x03", "panelwise read orders the panels of comics"),
        ('{"pages": [{"id": 1, "width": 9, "height": 9, "panels": [[5, 0, 1, 4]]}]}', "x0 < x1"),
        ('{"pages": [{"id": 1, "width": 9, "height": 9, "panels": [[0, 0, 1]]}]}', "panels.0"),
        ('{"pages": [{"id": 1, "height": 9, "panels": []}]}', "width"),
    ],
)
def test_order_names_the_place_that_is_wrong(capsys, tmp_path, document, message):
    file = tmp_path / "boxes.json"
    file.write_text(document)
    assert message in refused(capsys, "order", str(file))


def test_help_imports_nothing_heavy():
    heavy = ["numpy", "cv2", "pyarrow", "scipy", "pydantic", "aiohttp", "rich", "PIL"]
    code = (
        "import sys, panelwise; from panelwise.cli import run\n"
        "run(['--help'])\n"
        f"print('HEAVY', sorted(set({heavy}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HEAVY []" in done.stdout
    assert "rehydrate" in done.stdout


def test_the_reader_of_a_pipe_may_leave(book):
    command = f"{sys.executable} -m panelwise read {book} | head -c 10"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_help_lists_every_verb_with_a_whole_sentence(capsys):
    assert run(["-h"]) == 0
    short = capsys.readouterr().out
    assert run(["--help"]) == 0
    assert capsys.readouterr().out == short
    verbs = short.partition("Commands:\n")[2].splitlines()
    assert len(verbs) > 25
    assert [line for line in verbs if not line.endswith(".") or line.endswith("...")] == []


@pytest.mark.parametrize("group", ["train", "draft", "experiment", "annotations"])
def test_descriptions_of_commands_fit_their_line(group, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run([group, "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    assert listed
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


def test_shells_complete_verbs():
    asked = {
        "_PANELWISE_COMPLETE": "complete_bash",
        "COMP_WORDS": "panelwise resc",
        "COMP_CWORD": "1",
    }
    command = [sys.executable, "-m", "panelwise"]
    done = subprocess.run(
        command, env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["rescore"]


def test_flags_and_settings_of_a_model_are_one(pack, tmp_path, capsys):
    argv = ["evaluate", str(pack), "--model", "baseline:random", "--out", str(tmp_path / "r")]
    assert run([*argv, "--temperature", "0.5"]) == 2
    assert "'temperature'; baseline:random takes seed" in capsys.readouterr().err
    assert run([*argv, "--set", "temprature=0.5"]) == 2
    said = capsys.readouterr().err
    assert "unknown setting 'temprature'; nothing in this call takes 'temperature', either" in said
    assert said.endswith("; baseline:random takes seed\n")
    assert run([*argv, "--max-tokens", "9", "--set", "max_tokens=8"]) == 2
    assert "--max-tokens 9 and --set max_tokens=8: give one of them" in capsys.readouterr().err


def test_the_doctor_lists_every_extra_with_a_command_that_works_here(capsys):
    from panelwise.errors import install_command

    assert run(["doctor", "--json"]) in (0, 1)
    findings = {row["what"]: row for row in json.loads(capsys.readouterr().out)}
    extras = {
        "[annotate]",
        "[postgres]",
        "[press]",
        "[ocr]",
        "[embed]",
        "[detector]",
        "[faster-rcnn]",
        "[hf]",
        "[pandas]",
        "[pdf]",
        "[rar]",
        "[ray]",
        "[sign]",
        "[inspect]",
        "[train]",
        "[small-vlm]",
    }
    assert extras == {what for what in findings if what.startswith("[")}
    assert not any("plug-in" in row["finding"] for row in findings.values())  # all have a purpose
    missing = [row for what, row in findings.items() if what.startswith("[") and not row["ok"]]
    assert all(install_command(row["what"][1:-1]) in row["finding"] for row in missing)
    command = install_command("ocr")
    assert command.startswith(sys.executable)
    assert "[ocr]" in command


def test_options_of_the_model_show_their_defaults(capsys):
    assert run(["evaluate", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "sent at once. Default: 64." in said
    assert "temperature. Default: the service's." in said
    assert "in tokens. Default: the service's (hf: 4096;" in said
    assert '"adjusted" is (score - chance) / (perfect - chance)' in said


def test_settings_of_a_key_instead_of_a_task_says_how_to_list_all(capsys):
    assert run(["settings", "ordering.ndcg_gain"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "unknown task 'ordering.ndcg_gain'" in line
    assert line.endswith("without a task, panelwise settings lists every setting")
