"""Runs whose results somebody changed or cut: one line that names the file and the row."""

from __future__ import annotations

import json
import shutil
import sqlite3

import pytest

import panelwise
from panelwise.errors import InputError
from press_packs import print_small


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("damaged")
    print_small(folder / "comics", books=1, layout="strip", seed=3)
    panelwise.build("chromic.panel_reordering", folder / "comics", out=folder / "pack", seed=1)
    panelwise.evaluate(folder / "pack", "baseline:random", out=folder / "run")
    return folder


def changed(finished, *statements):
    folder = finished / "changed"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(finished / "run", folder)
    with sqlite3.connect(folder / "results.sqlite") as database:
        for statement in statements:
            database.execute(statement)
    database.close()
    return folder


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("DROP TABLE packs", "no such table: packs"),
        ("ALTER TABLE results DROP COLUMN latency", "no such column: latency"),
        ("UPDATE results SET scores = '{'", r"result 1: damaged \(unexpected end"),
        ("UPDATE results SET scores = '[1]'", r"result 1: damaged \(scores: "),
        ("UPDATE results SET flags = '7'", r"result 1: damaged \(flags: "),
        ("UPDATE results SET outcome = 'odd'", r"result 1: damaged \(outcome: "),
        ("UPDATE results SET cost = 'free'", r"result 1: damaged \(cost: "),
        ("UPDATE results SET body = x'0011'", r"result 1: damaged \(Error -3"),
        (
            "UPDATE results SET item = 'none' WHERE rowid = 1",
            "'none', which none of its packs",
        ),
    ],
)
def test_a_changed_row_is_refused_by_name(finished, statement, what):
    folder = changed(finished, statement)
    with pytest.raises(InputError, match=what) as caught:
        panelwise.rescore(folder)
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [{"packs": "x"}, {"packs": [{}]}, {"profile": "recommended"}, {"limit": "x"}, {"model": 7}],
)
def test_a_configuration_of_wrong_types(finished, wrong):
    folder = changed(finished)
    config = json.loads((folder / "run.json").read_text()) | wrong
    changed_body = json.dumps(config).replace("'", "''")
    folder = changed(finished, f"UPDATE configuration SET body = '{changed_body}'")
    with pytest.raises(InputError, match=rf"results.sqlite: damaged \({next(iter(wrong))}"):
        panelwise.Run.open(folder)


def test_a_profile_of_another_version(finished):
    folder = changed(finished)
    config = json.loads((folder / "run.json").read_text())
    config["profile"]["later"] = 1
    folder = changed(finished, f"UPDATE configuration SET body = '{json.dumps(config)}'")
    with pytest.raises(InputError, match="'later' is not known; damaged, or newer"):
        panelwise.rescore(folder)
