"""Runs on disk, answered by baselines: from a pack to a comparison."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from panelwise.analysis import RunData, compare, summarise
from panelwise.evaluation import Run, evaluate
from panelwise.packs import Made, Pack, write_pack
from panelwise.tasks import Item, Rendering, SourcePage, Turn

ORDERS = [order for order in itertools.permutations(range(4)) if order != (0, 1, 2, 3)]


def words_only(number: int, task: str) -> Made:
    rendering = Rendering((Turn("user", (f"Order the panels of strip {number}.",)),), (), "t/1")
    book = f"book{number % 8}"
    item = Item(
        id=f"{book}/{number:03}",
        task=task,
        kind="ordering",
        n=4,
        rendering=rendering,
        gold=ORDERS[number % len(ORDERS)],
        sources=(SourcePage(book, str(number), "p.png", "0" * 64),),
        meta={"headline": "accuracy"},
    )
    return Made(item, {})


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pack:
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    made = [words_only(number, "test.ordering") for number in range(96)]
    return write_pack(tmp_path / "pack", made, {"task": "test.ordering"}, "A pack.")


def answered(pack: Pack, who: str, **options) -> Run:
    return evaluate(pack, f"baseline:{who}", out=pack.path.parent / who, **options)


def test_the_oracle_is_perfect_and_random_answers_lie_at_chance(pack):
    (oracle,) = summarise(answered(pack, "oracle"))
    assert (oracle.n, oracle.coverage, oracle.headline_metric) == (96, 1.0, "accuracy")
    assert oracle.score.value == oracle.headline.chance_adjusted == 1
    assert oracle.metrics["mae"].headline.value == 0
    (random,) = summarise(answered(pack, "random"))
    assert random.metrics["accuracy"].headline.method == "cluster_bounded"
    assert random.metrics["exact_match"].headline.method == "cluster_wilson"
    for name in ("accuracy", "exact_match", "spearman", "pairwise_accuracy", "mae"):
        metric = random.metrics[name]
        assert metric.headline.low <= metric.chance <= metric.headline.high


def test_the_identity_baseline_is_what_position_bias_looks_like(pack):
    (summary,) = summarise(answered(pack, "identity"))
    assert summary.bias.identity_rate == 1
    assert summary.bias.identity_expected == 0
    assert summary.metrics["exact_match"].headline.value == 0
    assert summary.bias.first_index == {0: 96}


def test_a_limited_run_holds_the_items_it_was_to_answer(pack):
    run = answered(pack, "oracle", limit=10, repeats=2)
    data = RunData.of(run)
    assert [len(items) for items in data.items.values()] == [10]
    (summary,) = summarise(run)
    assert summary.n == 20


def test_oracle_beats_random_beyond_luck(pack):
    comparison = compare([answered(pack, "oracle"), answered(pack, "random")])
    (test,) = comparison.tests
    assert (test.first, test.second, test.n) == ("oracle", "random", 96)
    assert test.test == "sign_flip_by_book"
    assert test.p == pytest.approx(2 / 2**8)
    assert test.difference.low > 0.5
