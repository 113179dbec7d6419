"""``paper`` in packs and runs: every task as its own paper did it."""

from __future__ import annotations

import json

import orjson
import pytest

import panelwise
from panelwise.benchmarks import PAPERS
from panelwise.evaluation import Run, evaluate, rescore
from panelwise.profile import PAPER


@pytest.fixture
def two_papers(pack_of, tmp_path):
    """A choice pack of CHROMIC and one of StripCipher; half of their answers can be read."""
    names = ("chromic.chrono_mcq", "stripcipher.frame_prediction")
    packs = [pack_of(name, profile="paper") for name in names]
    lines = {}
    for pack in packs:
        for k, item in enumerate(pack.items()):
            right = item.options[item.gold].label
            lines[item.id] = {"id": item.id, "answer": right if k % 2 else "Who knows?"}
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines.values()))
    return packs, f"recorded:{file}"


def test_a_run_over_two_papers_scores_each_as_its_paper_does(two_papers, tmp_path):
    packs, model = two_papers
    run = evaluate(packs, model, out=tmp_path / "run", profile="paper")
    chromic, stripcipher = panelwise.summarise(run)
    assert chromic.headline.headline == chromic.headline.all_items
    assert (stripcipher.score.value, chromic.profile) == (1, "paper")
    assert stripcipher.headline.all_items.value < 1
    again = evaluate(packs, model, out=tmp_path / "run", profile="paper")  # the same run goes on
    assert again.profiles == run.profiles
    ours = rescore(run, "recommended")
    assert {one.score.n for one in panelwise.summarise(ours)} == {len(pack) for pack in packs}
    back = rescore(ours, PAPER)
    assert back.profiles == run.profiles
    counted = rescore(back, settings={"scoring.unanswered": "wrong"})
    assert panelwise.summarise(counted)[1].score.value < 1


def test_a_pack_is_built_by_the_values_of_its_own_paper(two_papers):
    for pack in two_papers[0]:
        theirs = PAPERS[pack.manifest["task"].partition(".")[0]]
        assert pack.manifest["profile"] == theirs.as_dict()


def test_a_run_stored_with_one_profile_for_all_tasks_still_opens(two_papers, tmp_path):
    packs, model = two_papers
    run = evaluate(packs[1], model, out=tmp_path / "run", profile="paper")
    config = run.config | {"profile": PAPERS["stripcipher"].as_dict()}
    del config["task_profiles"]
    (run.path / "run.json").write_bytes(orjson.dumps(config))
    old = Run.open(run.path)
    assert old.profile == PAPERS["stripcipher"]
    [summary] = panelwise.summarise(old)
    assert summary.score.value == 1
