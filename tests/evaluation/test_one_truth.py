"""Profile and scores of a run change together; ``run.json`` is a copy and no second truth."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from panelwise.errors import InputError
from panelwise.evaluation import Run, _rescore, evaluate, rescore
from panelwise.evaluation._engine import read_result
from panelwise.evaluation._store import RunStore, SampleKey
from panelwise.profile import RECOMMENDED
from panelwise.tasks.kinds import OrderingSettings

RANKS = RECOMMENDED.with_settings({"ordering.order_semantics": "rank_list"})


@pytest.fixture
def run(server, answer, make_pack) -> Run:
    """Six answers that are right as ranks, and wrong as orders."""
    server.script = lambda asked: answer("[1, 2, 0]")
    return evaluate(make_pack(6), server.name, out="run")


def die(*_: object) -> None:
    """End as by SIGKILL: nothing is written, closed or rolled back."""
    os._exit(9)


def killed(break_it: Callable[[], None], work: Callable[[], object]) -> None:
    """Do something in another process that dies where it was broken."""
    child = os.fork()
    if not child:
        try:
            break_it()
            work()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def before_the_first_score() -> None:
    RunStore.update = die


def after_half_the_scores() -> None:
    update, seen = RunStore.update, []

    def half(store, result):
        update(store, result)
        seen.append(result)
        if len(seen) == 3:
            die()

    RunStore.update = half


def before_the_profile() -> None:
    RunStore.write_config = die


def before_the_commit() -> None:
    write = RunStore.write_config
    RunStore.write_config = lambda store, config: (write(store, config), die())


def before_the_copy() -> None:
    _rescore.write_copy = die


def before_a_run_began() -> None:
    RunStore.recover = die


def agrees(folder: str = "run") -> str:
    """How a run says that it was read, after a look whether every score was."""
    run = Run.open(folder)
    items = {(pack.hash, item.id): item for pack in run.packs for item in pack.items()}
    for old, response in run.answers():
        key = SampleKey(old.pack, old.item, old.repeat)
        profile = run.profiles.of_task(items[old.pack, old.item].task)
        new = read_result(key, items[old.pack, old.item], response, None, profile)
        assert (old.status, old.answer, old.scores) == (new.status, new.answer, new.scores)
    return run.profile.section(OrderingSettings).order_semantics


def test_the_two_profiles_differ_here(run):
    before = [(result.answer, result.scores) for result in run.results()]
    after = [(result.answer, result.scores) for result in rescore(run, RANKS).results()]
    assert all(old != new for old, new in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "moment",
    [before_the_first_score, after_half_the_scores, before_the_profile, before_the_commit],
)
def test_a_kill_before_the_commit_leaves_all_as_it_was(run, moment):
    was = agrees()
    killed(moment, lambda: rescore("run", RANKS))
    assert agrees() == was != "rank_list"
    assert not Run.open("run").config["rescored"]
    rescore("run", RANKS)
    assert agrees() == "rank_list"


def test_a_kill_after_the_commit_leaves_all_new_and_an_old_copy(run):
    killed(before_the_copy, lambda: rescore("run", RANKS))
    assert read_copy()["profile"]["sections"]["ordering"]["order_semantics"] != "rank_list"
    assert agrees() == "rank_list"
    rescore("run")
    assert read_copy()["profile"]["sections"]["ordering"]["order_semantics"] == "rank_list"


def read_copy() -> dict:
    return json.loads(Path("run/run.json").read_text())


def test_an_error_leaves_all_as_it_was(run, monkeypatch):
    monkeypatch.setattr("panelwise.evaluation._rescore.versions", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        rescore("run", RANKS)
    assert agrees() != "rank_list"


@pytest.mark.parametrize("copy", ["{", None])
def test_a_lost_copy_is_written_again(run, server, make_pack, copy):
    before = Path("run/run.json").read_bytes()
    if copy is None:
        Path("run/run.json").unlink()
    else:
        Path("run/run.json").write_text(copy)
    assert Run.open("run").config == json.loads(before)
    evaluate(run.packs, server.name, out="run")
    assert len(json.loads(Path("run/run.json").read_bytes())["sittings"]) == 2
    assert len(server.asked) == 6


def test_a_copy_that_was_edited_changes_nothing(run):
    edited = read_copy() | {"profile": RANKS.as_dict()}
    Path("run/run.json").write_text(json.dumps(edited))
    assert agrees() != "rank_list"


def test_a_run_of_before_its_results_held_the_configuration_goes_on(run, server):
    database = sqlite3.connect("run/results.sqlite", isolation_level=None)
    database.execute("DROP TABLE configuration")
    database.execute("DROP TABLE batches")
    database.execute("ALTER TABLE requests DROP COLUMN batch")
    database.execute("PRAGMA user_version = 1")
    database.close()
    assert agrees() != "rank_list"
    evaluate(run.packs, server.name, out="run")
    assert len(server.asked) == 6
    rescore("run", RANKS)
    Path("run/run.json").unlink()
    assert agrees() == "rank_list"


@pytest.mark.parametrize("moment", [before_a_run_began, before_the_profile])
def test_a_folder_of_a_run_killed_before_it_began_can_be_used(make_pack, moment):
    pack = make_pack(2)
    killed(moment, lambda: evaluate(pack, "baseline:oracle", out="run"))
    assert not Path("run/run.json").exists()
    with pytest.raises(InputError, match="not a run"):
        Run.open("run")
    assert evaluate(pack, "baseline:oracle", out="run").status == "complete"


@pytest.mark.slow
def test_kill_minus_nine_at_any_moment_of_a_rescore(server, answer, make_pack):
    server.script = lambda asked: answer("[1, 2, 0]")
    evaluate(make_pack(800), server.name, out="run")
    code = """
import sys
from panelwise.evaluation import rescore
print(flush=True)
for number in range(100):
    rescore("run", settings={"ordering.order_semantics": ("rank_list", "order_list")[number % 2]})
"""
    moments = random.Random(13)
    for _ in range(20):
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        child.stdout.readline()
        time.sleep(moments.uniform(0, 1.5))
        child.send_signal(signal.SIGKILL)
        child.communicate()
        agrees()
