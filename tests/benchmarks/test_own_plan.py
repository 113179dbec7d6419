"""A task of another package whose plan is its own is built, answered and scored."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.benchmarks import profile_for
from panelwise.tasks.kinds import ScoringSettings
from plug_in import install

__all__ = ["install"]
CODE = Path(__file__).with_name("own_plan.py").read_text(encoding="utf-8")


def test_it_imports_public_names_alone():
    nodes = ast.walk(ast.parse(CODE))
    modules = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    assert not [module for module in modules if "._" in module]


def test_it_is_built_answered_and_scored_like_any_other(install, tmp_path):
    install("my_plans", CODE, {"panelwise.benchmarks": "myplans.earlier = my_plans:earlier"})
    comics = draw_book(tmp_path / "comics", [3, 1, 4, 5])
    pack = panelwise.build("myplans.earlier", comics, out=tmp_path / "pack")
    assert pack.manifest["excluded"] == {"not two panels": 1}
    assert [len(item.rendering.images) for item in pack.items()] == [2, 2, 2]
    [summary] = panelwise.summarise(
        panelwise.evaluate(pack, "baseline:oracle", out=tmp_path / "run")
    )
    assert (summary.score.value, summary.score.n, summary.score.chance) == (1, 3, 0.5)


def test_paper_means_what_the_task_declares(install):
    install("my_plans", CODE, {"panelwise.benchmarks": "myplans.earlier = my_plans:earlier"})
    paper = profile_for("myplans.earlier", "paper")
    assert paper.section(ScoringSettings).unanswered == "drop"
    assert paper.section(ScoringSettings).invalid_policy == "valid_only"  # as in all papers


def test_comics_that_cannot_feed_it_are_refused_with_the_reason(install, tmp_path):
    install("my_plans", CODE, {"panelwise.benchmarks": "myplans.earlier = my_plans:earlier"})
    comics = draw_book(tmp_path / "comics", [1])
    with pytest.raises(panelwise.UnavailableError, match="not two panels: 1"):
        panelwise.build("myplans.earlier", comics, out=tmp_path / "pack")
