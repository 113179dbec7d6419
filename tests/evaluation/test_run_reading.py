"""A run on disk: complete, small, without secrets, readable as tables, readable again later."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3

import pytest

from panelwise.analysis import summarise
from panelwise.errors import InputError
from panelwise.evaluation import Run, evaluate, open_runs, rescore
from panelwise.profile import RECOMMENDED


def test_run_json_says_everything(server, make_pack):
    pack = make_pack(2)
    settings = {"temperature": "0", "max_tokens": "64"}
    config = evaluate(pack, server.name, settings=settings).config
    assert config["model"] == server.name
    assert config["identity"]["model"] == {"api": "openai.chat", "url": server.url, "model": "m"}
    assert config["identity"]["sampling"] == {"temperature": 0.0, "max_tokens": 64}
    assert config["packs"][0]["hash"] == pack.hash
    assert config["profile"] == RECOMMENDED.as_dict()
    assert config["prompts"] == ["test/1"]
    assert {"panelwise", "python", "numpy"} <= set(config["versions"])
    assert config["samples"] == 2
    assert config["started"] <= config["finished"]


def test_tables(server, make_pack):
    run = evaluate(make_pack(3), server.name)
    table = run.to_arrow()
    assert table.num_rows == 3
    assert table.column("outcome").to_pylist() == ["correct"] * 3
    assert table.column("answer").to_pylist() == ["[2,0,1]"] * 3
    assert table.column("cost").to_pylist() == [None] * 3
    frame = run.to_pandas()
    assert frame["score_exact_match"].mean() == 1.0
    assert set(frame["solver"]) == {server.name}


@pytest.mark.parametrize("profile", ["recommended", "paper"])
def test_the_mean_of_the_scores_in_a_table_is_the_headline(make_pack, tmp_path, profile):
    pack = make_pack(4)
    [right, wrong, half, _] = pack.items()
    said = {right.id: "[2, 0, 1]", wrong.id: "[0, 1, 2]", half.id: "[2, 1, 0]"}
    lines = [json.dumps({"id": item.id, "answer": said.get(item.id, "?")}) for item in pack.items()]
    (tmp_path / "said.jsonl").write_text("\n".join(lines))
    run = evaluate(pack, f"recorded:{tmp_path / 'said.jsonl'}", out="run", profile=profile)
    frame = run.to_pandas()
    [summary] = summarise(run)
    headline = summary.score
    assert frame["score"].mean() == pytest.approx(headline.value)
    assert frame["score"].count() == headline.n == (4 if profile == "recommended" else 3)
    assert set(frame["headline"]) == {summary.headline_metric}
    assert list(frame["task"]) == [item.task for item in pack.items()]
    assert list(frame["book"]) == [pack.item(one).book for one in frame["item"]]
    assert list(frame["n"]) == [3] * 4
    assert [json.loads(gold) for gold in frame["gold"]] == [[2, 0, 1]] * 4
    assert set(frame["weight"]) == {1.0}


def test_a_table_of_nothing(make_pack, server, fail, hasty):
    server.script = lambda asked: fail(500)
    run = evaluate(make_pack(1), server.name, patience=hasty)
    assert run.to_arrow().column("outcome").to_pylist() == ["provider_error"]


def test_run_and_pack_move_together(make_pack, tmp_path):
    (tmp_path / "project").mkdir()
    pack = make_pack(2, "project/pack")
    evaluate(pack, "baseline:oracle", out="project/run")
    shutil.move(tmp_path / "project", tmp_path / "elsewhere")
    run = Run.open(tmp_path / "elsewhere" / "run")
    assert [item.id for item in run.items()] == ["book0/0000", "book1/0001"]


def test_a_pack_of_none_of_the_runs_is_refused(make_pack):
    first, second, other = (make_pack(n, f"pack{n}") for n in (1, 2, 3))
    evaluate(first, "baseline:oracle", out="one")
    evaluate(second, "baseline:oracle", out="two")
    assert [len(run) for run in open_runs(["one", "two"], ["pack1", "pack2"])] == [1, 2]
    with pytest.raises(InputError, match=r"pack3 .* is not a pack of one, two") as refused:
        open_runs(["one", "two"], ["pack1", "pack3"])
    for pack in (first, second, other):
        assert pack.hash[:12] in str(refused.value)


def test_a_pack_that_is_gone_or_changed_is_one_line(make_pack, tmp_path):
    pack = make_pack(2)
    run = evaluate(pack, "baseline:oracle", out="run")
    shutil.move(pack.path, tmp_path / "away")
    with pytest.raises(InputError, match=r"the pack of run \(hash \w{12}…\) is gone; give"):
        Run.open("run").items()
    assert len(Run.open("run", [tmp_path / "away"]).items()) == 2
    other = make_pack(1, "other")
    with pytest.raises(
        InputError, match=f"is gone, and other .hash {other.hash[:12]}…. is another"
    ):
        Run.open("run", ["other"]).items()
    make_pack(3)
    with pytest.raises(InputError, match="changed since run was run on it"):
        Run.open("run").items()
    assert len(list(run.results())) == 2


def test_items_are_those_that_were_asked(make_pack):
    run = evaluate(make_pack(5), "baseline:oracle", limit=2)
    assert len(run.items()) == len(run) == 2


def test_what_is_no_run(tmp_path):
    with pytest.raises(InputError, match="not a run"):
        Run.open(tmp_path)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        Run.open(tmp_path)
    (tmp_path / "run.json").write_text('{"schema_version": 99}')
    with pytest.raises(InputError, match="schema version 99, this panelwise reads 1"):
        Run.open(tmp_path)


def test_results_of_a_newer_panelwise(make_pack):
    evaluate(make_pack(1), "baseline:oracle", out="run")
    database = sqlite3.connect("run/results.sqlite")
    database.execute("PRAGMA user_version = 99")
    database.commit()
    database.close()
    with pytest.raises(InputError, match="written by a newer panelwise"):
        rescore("run")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_run_on_a_medium_that_cannot_be_written(make_pack, tmp_path):
    evaluate(make_pack(2), "baseline:oracle", out="run")
    (tmp_path / "run").chmod(0o555)
    assert len(list(Run.open("run").results())) == 2


def test_results_stay_small_and_images_stay_out(server, make_pack, answer):
    server.script = lambda asked: answer("Step by step. " * 200 + "[2, 0, 1]")
    run = evaluate(make_pack(300, images=2), server.name)
    size = sum(path.stat().st_size for path in run.path.iterdir())
    assert size / 300 < 3000
    assert b"frame 1" not in (run.path / "results.sqlite").read_bytes()


def test_rescoring_asks_nobody_and_is_recorded(server, make_pack, answer):
    server.script = lambda asked: answer("[1, 2, 0]")  # the ranks of gold, not gold
    pack = make_pack(2)
    run = evaluate(pack, server.name, out="run")
    assert {result.outcome for result in run.results()} != {"correct"}
    asked = len(server.asked)
    same = rescore(run)
    assert same.config["rescored"][0]["changed"] == 0
    ranks = RECOMMENDED.with_settings({"ordering.order_semantics": "rank_list"})
    changed = rescore("run", ranks)
    assert len(server.asked) == asked
    assert changed.profile == ranks
    assert len(changed.config["rescored"]) == 2
    assert Run.open("run").config["rescored"][1]["profile_before"] == RECOMMENDED.as_dict()
    assert changed.config["rescored"][1]["changed"] == 2
    assert {result.outcome for result in changed.results()} == {"correct"}
    assert {result.response for result in changed.results()} == {"[1, 2, 0]"}


def test_progress_is_told(server, make_pack, fail, answer):
    replies = iter([fail(429, **{"Retry-After": "1"})])
    server.script = lambda asked: next(replies, None) or answer()

    class Watcher:
        def __init__(self):
            self.states = []

        def update(self, state):
            self.states.append(state)

    watcher = Watcher()
    evaluate(make_pack(20), server.name, progress=watcher)
    last = watcher.states[-1]
    assert last.finished
    assert (last.total, last.done, last.failed, last.cached) == (20, 20, 0, 0)
    assert last.tokens == 20 * 110
    assert last.cost is None
    assert any((state.waiting_on or "").startswith("429: 1 s") for state in watcher.states)
    assert all(not state.finished for state in watcher.states[:-1])
