"""Packs and runs of before settings had sections: they open, score and rescore as they did.

``tests/data/flat_profiles.zip`` was written by version 0.1.0 at the last commit with flat profiles:
three packs without images, a run of two tasks in ``paper`` with a setting, a run in ``recommended``
with two; ``expected.json`` holds the results and figures that the same version gave for them.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from contextlib import closing
from pathlib import Path

import orjson
import pytest

import panelwise
from panelwise.benchmarks import PAPERS, profile_for
from panelwise.evaluation._store import RunStore

STORED = Path(__file__).parents[1] / "data/flat_profiles.zip"
RUNS = {
    "paper-run": "paper+invalid_policy=zero",
    "ours-run": "recommended+average=panel+ndcg_gain=exp2",
}


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    with zipfile.ZipFile(STORED) as archive:
        archive.extractall(tmp_path)
    return tmp_path


def figures(run: panelwise.Run) -> dict[str, object]:
    """As ``expected.json`` has them."""
    return {
        "profile": run.profile.name,
        "results": [[one.item, one.outcome, one.scores] for one in run.results()],
        "summary": {
            one.task: {"profile": one.profile}
            | {
                name: [m.headline.value, m.headline.n, m.all_items.value, m.chance]
                for name, m in one.metrics.items()
            }
            for one in panelwise.summarise(run)
        },
    }


@pytest.mark.parametrize("name", RUNS)
def test_a_run_of_before_gives_the_figures_that_it_gave(stored, name):
    expected = json.loads((stored / "expected.json").read_text("utf-8"))[name]
    run = panelwise.Run.open(stored / name)
    assert "ndcg_gain" in run.config["profile"]
    assert figures(run) == expected
    assert run.profile.name == RUNS[name]


@pytest.mark.parametrize("name", RUNS)
def test_it_is_rescored_to_the_same_and_stored_with_sections(stored, name):
    before = panelwise.Run.open(stored / name)
    after = panelwise.rescore(before)
    assert after.config["rescored"][-1]["changed"] == 0
    assert figures(after) == figures(before)
    assert after.config["profile"].keys() == {"name", "sections"}
    assert after.profiles == before.profiles


def test_its_profile_is_the_one_that_the_new_names_give(stored):
    ours = panelwise.Run.open(stored / "ours-run").profile
    changes = {"ordering.ndcg_gain": "exp2", "scoring.average": "panel"}
    assert ours == panelwise.RECOMMENDED.with_settings(changes)
    paper = panelwise.Run.open(stored / "paper-run").profiles
    for task in ("comix.dialog_generation", "stripcipher.frame_prediction"):
        same = profile_for(task, "paper", {"scoring.invalid_policy": "zero"})
        assert paper.of_task(task) == same


@pytest.mark.parametrize(
    ("profile", "digest"), [(panelwise.RECOMMENDED, "6acdde20"), (PAPERS["mangavqa"], "3d905c94")]
)
def test_what_a_judge_was_asked_before_is_found_again(profile, digest):
    """The digest in the name of its folder, as the version with flat profiles gave it."""
    values = orjson.dumps([{"solver": "a"}, profile.flat()], option=orjson.OPT_SORT_KEYS)
    assert hashlib.sha256(values).hexdigest()[:8] == digest


@pytest.mark.parametrize("name", ["dialogue", "choice", "orders"])
def test_a_pack_of_before_opens(stored, name):
    pack = panelwise.Pack.open(stored / name)
    assert "ndcg_gain" in pack.manifest["profile"]
    assert len(pack.items()) == len(pack)


@pytest.mark.parametrize(
    ("name", "task", "setting", "value"),
    [
        ("paper-run", "stripcipher.frame_prediction", "scoring.unanswered", "drop"),
        ("paper-run", "comix.dialog_generation", "dialogue.formula", "paper"),
        ("paper-run", "comix.dialog_generation", "scoring.unanswered", "wrong"),  # undeclared
        ("ours-run", None, "scoring.unanswered", "wrong"),
    ],
)
def test_a_setting_added_after_a_run_has_the_value_of_its_tasks_paper(
    stored, name, task, setting, value
):
    """In ``paper`` the declared one, also when a run of before is rescored; else the default."""
    panelwise.rescore(stored / name)  # stores it with sections
    section, _, key = setting.partition(".")
    run = panelwise.Run.open(stored / name)
    before, scored = run.profiles, figures(run)
    config = run.config
    for one in (config["profile"], *config["task_profiles"].values()):
        del one["sections"][section][key]
    with closing(RunStore(run.path)) as store:
        store.write_config(config)
    run = panelwise.Run.open(stored / name)
    profile = run.profiles.of_task(task or run.config["packs"][0]["task"])
    assert profile.as_dict()["sections"][section][key] == value
    again = panelwise.rescore(run)
    assert again.config["rescored"][-1]["changed"] == 0
    assert (again.profiles.default.name, figures(again)) == (before.default.name, scored)
    assert again.profiles.of_task(task or "") == before.of_task(task or "")
