"""Which settings there are, and which a task obeys: declared, listed, and held to the code."""

from __future__ import annotations

import importlib
import json
import re
import warnings
from pathlib import Path

import pytest

from panelwise.benchmarks import (
    BENCHMARKS,
    PAPERS,
    get_task,
    paper_of,
    require_obeyed,
    sections_of,
    setting_rows,
)
from panelwise.cli import run as main
from panelwise.errors import SettingError, UnavailableError
from panelwise.profile import RECOMMENDED, Profile
from panelwise.settings import all_sections, setting_names
from panelwise.tasks.kinds import get_kind, kind_names


def test_every_setting_is_a_row_with_the_value_of_each_paper():
    rows = setting_rows()
    assert [row.name for row in rows] == setting_names()
    by_name = {row.name: row for row in rows}
    assert by_name["distractors.tier"].papers == dict.fromkeys(PAPERS, "same_book") | {
        "comicvqa": "any_book"
    }
    assert by_name["distractors.tier"].values == "any_book, same_book, same_scene"
    for name, profile in PAPERS.items():
        stored = profile.as_dict()["sections"]
        theirs = {
            f"{section}.{key}": value
            for section, values in stored.items()
            for key, value in values.items()
        }
        assert {row.name: row.papers[name] for row in rows} == theirs


def test_a_task_lists_what_it_obeys_with_the_values_of_its_paper():
    rows = {row.name: row for row in setting_rows("chromic.panel_reordering")}
    assert {name.partition(".")[0] for name in rows} == {
        *("composite", "gold", "ordering", "prompt", "scoring", "sequences"),
    }
    assert rows["sequences.smallest_order"].papers == {"chromic": 2}
    assert rows["ordering.ndcg_gain"].source.endswith("AMB-4")


def test_every_section_is_obeyed_by_some_task():
    obeyed = {one for name in BENCHMARKS.names() for one in sections_of(get_task(name))}
    assert obeyed == set(all_sections().values())


@pytest.mark.parametrize("kind", kind_names())
def test_a_kind_declares_the_sections_that_its_folder_reads(kind):
    folder = Path(importlib.import_module(type(get_kind(kind)).__module__).__file__).parent
    code = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    read = set(re.findall(r"\.section\((\w+)\)", code))
    assert read <= {one.__name__ for one in get_kind(kind).settings}


def test_a_task_declares_every_section_that_its_plan_reads(press_books, monkeypatch):
    read: set[type] = set()
    section = Profile.section

    def recorded(profile, declared):
        read.add(declared)
        return section(profile, declared)

    monkeypatch.setattr(Profile, "section", recorded)
    for name in BENCHMARKS.names():
        task = get_task(name)
        read.clear()
        task.prompts(RECOMMENDED)
        task.prompts(paper_of(name))
        try:
            task.plan(press_books, RECOMMENDED, 0)
        except UnavailableError:
            continue
        assert read <= set(task.settings), name


def test_the_command_prints_them(capsys):
    assert main(["settings", "comicvqa.missing_panel"]) == 0
    printed = capsys.readouterr().out
    assert (
        """\
distractors.tier=same_book
    where the wrong panels of a missing-panel item come from
    values: any_book, same_book, same_scene
    in paper: comicvqa any_book
    source: ComicVQA 3: "from the same split", CV-7, AMB-39
"""
        in printed
    )
    assert "ordering." not in printed
    assert main(["settings", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == setting_names()
    assert main(["settings", "chromic.panel_reorder"]) == 2
    assert "did you mean 'chromic.panel_reordering'?" in capsys.readouterr().err


def test_a_flat_name_on_the_command_line_says_the_new_one_once(tmp_path, capsys):
    file = tmp_path / "orders.jsonl"
    file.write_text(json.dumps({"id": 1, "gold": [1, 2, 0], "answer": [1, 2, 0]}))
    assert main(["score", "ordering", str(file), "--set", "ndcg_gain=exp2", "--json"]) == 0
    said = capsys.readouterr()
    line = "warning: the setting 'ndcg_gain' is now called 'ordering.ndcg_gain'"
    assert said.err.splitlines().count(line) == 1
    assert json.loads(said.out)["profile"] == "recommended+ordering.ndcg_gain=exp2"


def test_who_obeys_a_setting_is_checked_without_a_warning_of_its_own():
    """The profile warns of a former name; a second line would say the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        require_obeyed(["average"], ["comicvqa.panel_sorting"])
    with pytest.raises(SettingError, match="ndcg_gain"):
        require_obeyed(["ndcg_gain"], ["mangavqa.manga_vqa"])
