"""The task with a plan of its own that CONTRIBUTING.md adds is built, answered and scored."""

from __future__ import annotations

from collections import Counter

import pytest

import panelwise
from drawn import draw_book
from panelwise.benchmarks import profile_for
from panelwise.tasks.kinds import ScoringSettings
from plug_in import install, walks

__all__ = ["install"]
WALK = walks()["task with a plan of its own"]


def test_it_is_built_answered_and_scored_like_any_other(install, tmp_path):
    install(*WALK)
    comics = draw_book(tmp_path / "comics", [3, 1, 4, 5, 2])
    pack = panelwise.build("myplans.earlier", comics, out=tmp_path / "pack")
    assert pack.manifest["excluded"] == {"not two panels": 1}
    assert [len(item.rendering.images) for item in pack.items()] == [2, 2, 2, 2]
    assert Counter(item.gold for item in pack.items()) == {0: 2, 1: 2}, "both equally often"
    [summary] = panelwise.summarise(
        panelwise.evaluate(pack, "baseline:oracle", out=tmp_path / "run")
    )
    assert (summary.score.value, summary.score.n, summary.score.chance) == (1, 4, 0.5)


def test_paper_means_what_the_task_declares(install):
    install(*WALK)
    paper = profile_for("myplans.earlier", "paper")
    assert paper.section(ScoringSettings).unanswered == "drop"
    assert paper.section(ScoringSettings).invalid_policy == "valid_only"  # as in all papers


def test_comics_that_cannot_feed_it_are_refused_with_the_reason(install, tmp_path):
    install(*WALK)
    comics = draw_book(tmp_path / "comics", [1])
    with pytest.raises(panelwise.UnavailableError, match=r"1 \w+: not two panels"):
        panelwise.build("myplans.earlier", comics, out=tmp_path / "pack")
