"""What ``paper`` means in each of the five papers, from the declaration to the score."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from panelwise.analysis import score_file
from panelwise.benchmarks import BENCHMARKS, PAPERS, paper_of, profile_for
from panelwise.cli import run as main
from panelwise.errors import UnknownNameError
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.settings import all_settings, setting_names

OWN = {
    "chromic": {"sequences.smallest_order": 2, "prompt.index_style": "bracketed"},
    "stripcipher": {
        "scoring.unanswered": "drop",
        "strips.input": "whole",
        "strips.silent_only": True,
        "strips.matched_orders": False,
    },
    "mangavqa": {
        "spotting.list_parser": "released",
        "text.normaliser": "mangalmm",
        "spotting.matcher": "greedy",
        "spotting.repeat_mode": "drop_all",
        "boxes.declared_frame": False,
        "judge.failures": "lowest",
    },
    "comicvqa": {
        "comicvqa.six_panels": True,
        "comicvqa.matched_orders": False,
        "distractors.tier": "any_book",
        "distractors.alike_shapes": False,
    },
    "comix": {"dialogue.formula": "paper", "text.normaliser": "raw"},
}


def values(profile):
    """Every setting by its name."""
    sections = profile.as_dict()["sections"]
    return {f"{name}.{key}": value for name, one in sections.items() for key, value in one.items()}


def half_read(path):
    """31 right and 31 unreadable answers to questions of four options."""
    options = ["a cat", "a dog", "a hen", "a cow"]
    lines = [
        {"id": k, "gold": "B", "answer": "B" if k % 2 else "Who knows?", "options": options}
        for k in range(62)
    ]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


def test_every_paper_has_the_values_that_it_or_its_code_names():
    """A change here changes what ``paper`` numbers mean; the sources are in ``_papers.py``."""
    bare = values(PAPER)
    for name, own in OWN.items():
        theirs = values(PAPERS[name])
        assert {key: theirs[key] for key in theirs if theirs[key] != bare[key]} == own


def test_the_docs_list_every_value():
    lines = Path("docs/scoring.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(r"\| `\w+\.\w+`", line)]
    expected = []
    for one in all_settings():
        theirs = [values(profile)[one.name] for profile in PAPERS.values()]
        cells = [str(value).lower() if value != one.default else "" for value in theirs]
        if any(cells):
            row = [f"`{one.name}`", str(one.default).lower(), *cells, one.source]
            expected.append("| " + " | ".join(row).replace("  ", " ") + " |")
    assert rows == expected
    text = "\n".join(lines)
    assert [name for name in setting_names() if f"`{name}" not in text] == []


def test_every_task_declares_its_paper():
    for name in BENCHMARKS.names():
        assert paper_of(name) == PAPERS[name.partition(".")[0]]
        assert profile_for(name) == RECOMMENDED
    assert paper_of("somebody.elses") == PAPER


@pytest.mark.parametrize(
    ("benchmark", "score", "n"),
    [
        (None, 0.5, 62),
        ("comicvqa", 0.5, 62),
        ("comicvqa.panel_sorting", 0.5, 62),
        ("chromic.chrono_mcq", 0.5, 62),
        ("stripcipher", 1.0, 31),
    ],
)
def test_unread_choices_are_wrong_where_the_paper_does_not_drop_them(
    tmp_path, benchmark, score, n, capsys
):
    file = half_read(tmp_path / "choice.jsonl")
    chosen = ["--benchmark", benchmark] if benchmark else []
    assert main(["score", "choice", str(file), "--profile", "paper", *chosen, "--json"]) == 0
    accuracy = json.loads(capsys.readouterr().out)["metrics"]["accuracy"]
    assert (accuracy["headline"]["value"], accuracy["headline"]["n"]) == (score, n)
    assert (accuracy["all_items"]["value"], accuracy["all_items"]["n"]) == (0.5, 62)


def test_a_setting_beats_the_paper_and_the_all_items_figure_is_printed(tmp_path, capsys):
    file = half_read(tmp_path / "choice.jsonl")
    command = ["score", "choice", str(file), "--profile", "paper", "--benchmark", "stripcipher"]
    assert main([*command, "--set", "scoring.unanswered=wrong", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["profile"] == "paper+scoring.unanswered=wrong"
    assert summary["metrics"]["accuracy"]["headline"]["value"] == 0.5
    assert main(command) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-2].split("  ")[-1] == "all items"
    assert printed[-1].split()[-1] == "0.500"
    with pytest.raises(UnknownNameError, match="did you mean 'stripcipher'"):
        score_file("choice", file, PAPER, benchmark="stripciper")


def test_a_kind_that_one_paper_alone_asks_is_scored_as_that_paper_does(tmp_path):
    line = {
        "id": 1,
        "gold": {"size": [100, 80], "texts": [{"box": [0, 0, 20, 20], "text": "えーー"}]},
        "answer": '[\n\t{"bbox_2d": [0, 0, 20, 20], "text_content": "え-"}]',
    }
    file = tmp_path / "spotting.jsonl"
    file.write_text(json.dumps(line))
    assert score_file("spotting", file, PAPER).score.value == 1
    assert score_file("spotting", file, RECOMMENDED).score.value < 1
