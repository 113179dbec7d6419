"""Every task of choices and orders of stories, built from press books: the same twice, balanced,
and scored as it should be. Tasks about what stands on a page: ``tests/benchmarks``.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from statistics import mean

import pytest

import panelwise
from panelwise.benchmarks import BENCHMARKS
from panelwise.packs import check_items
from panelwise.profile import RECOMMENDED
from panelwise.tasks import (
    Item,
    get_kind,
    headline_of,
    is_allowed,
    read_response,
    score_answer,
    shuffle_of,
)

TASKS = [
    task
    for task in BENCHMARKS.names()
    if BENCHMARKS.get(task).kind in ("choice", "ordering") and not task.startswith("comix")
]
CHOICES = [
    "chromic.chrono_mcq",
    "comicvqa.four_panel_binary",
    "comicvqa.missing_panel",
    "comicvqa.panel_sorting",
    "comicvqa.two_panel_order",
    "stripcipher.frame_prediction",
    "stripcipher.narrative_comprehension",
    "stripcipher.reordering_choice",
    "stripcipher.reordering_with_meaning",
]
ORDERINGS = sorted(set(TASKS) - set(CHOICES))


def written(item: Item, answer) -> str:
    """An answer as the prompt asks for it."""
    if isinstance(answer, int):
        label = item.options[answer].label
        return f"The answer is: Option ({label})" if "comicvqa" in item.task else label
    return str([index + item.index_base for index in answer])


def scored(item: Item, answer) -> dict[str, float]:
    parsed = read_response(item, written(item, answer), profile=RECOMMENDED)
    assert parsed.status == "ok"
    return score_answer(item, parsed, RECOMMENDED)


# One of every sort of picture: page, composite, board of panels, board of orders, blank, frames.
PICTURED = [
    "chromic.chrono_mcq",
    "chromic.panel_reordering",
    "comicvqa.missing_panel",
    "comicvqa.panel_sorting",
    "stripcipher.frame_prediction",
    "stripcipher.reordering_generation",
]


@pytest.mark.parametrize("task", PICTURED)
def test_a_pack_without_pictures_is_the_same_and_gets_them_back_byte_for_byte(
    task, pack_of, press_folder, tmp_path
):
    first = pack_of(task)
    bare = panelwise.build(task, press_folder, out=tmp_path / "bare", annotations_only=True)
    assert bare.items() == first.items()
    assert bare.hash == first.hash
    assert not (bare.path / "images").exists()
    done = panelwise.rehydrate(bare.path, press_folder)
    assert done.reencoded == 0
    for folder in (first.path, bare.path):
        assert any((folder / "images").iterdir())
    pictures = [
        {file.name: file.read_bytes() for file in (folder / "images").iterdir()}
        for folder in (first.path, bare.path)
    ]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("task", ["comicvqa.missing_panel", "chromic.chrono_mcq"])
def test_one_seed_gives_one_pack_and_another_seed_another(task, pack_of, press_folder, tmp_path):
    first = pack_of(task)
    again = panelwise.build(task, press_folder, out=tmp_path / "again")
    other = panelwise.build(task, press_folder, out=tmp_path / "other", seed=1)
    assert again.manifest == first.manifest
    for name in ("items.parquet", "README.md", "manifest.json"):
        assert (again.path / name).read_bytes() == (first.path / name).read_bytes()
    assert other.hash != first.hash


@pytest.mark.parametrize("task", TASKS)
def test_a_perfect_answer_is_perfect(task, pack_of):
    for item in pack_of(task).items():
        assert scored(item, item.gold)[headline_of(item)] == 1


@pytest.mark.parametrize("task", CHOICES)
def test_over_all_options_accuracy_is_one_in_k(task, pack_of):
    for item in pack_of(task).items():
        found = [scored(item, option)["accuracy"] for option in range(item.n)]
        assert sorted(found) == [0] * (item.n - 1) + [1]
        assert get_kind("choice").chance(item, RECOMMENDED)["accuracy"] == pytest.approx(1 / item.n)


def balance_group(item: Item) -> object:
    """The group of items among which positions are balanced."""
    if item.task in ("comicvqa.four_panel_binary", "comicvqa.two_panel_order"):
        return item.id.rpartition("/")[2]
    if item.task.startswith("stripcipher.reordering"):
        return item.meta["panels"]
    return item.meta.get("masked_position")


@pytest.mark.parametrize("task", CHOICES)
def test_a_constant_answer_gains_nothing(task, pack_of):
    groups: dict[object, Counter[int]] = defaultdict(Counter)
    for item in pack_of(task).items():
        groups[balance_group(item)][item.gold] += 1
    for golds in groups.values():
        count = sum(golds.values())
        options = 2 if task in ("comicvqa.four_panel_binary", "comicvqa.two_panel_order") else 4
        assert set(golds.values()) <= {count // options, -(-count // options)}


def test_the_sought_panel_stands_everywhere_equally_often(pack_of):
    items = pack_of("comicvqa.missing_panel").items()
    positions = Counter(item.meta["masked_position"] for item in items)
    assert set(positions) == {1, 2, 3, 4, 5}
    assert max(positions.values()) - min(positions.values()) <= 1


@pytest.mark.parametrize("task", ORDERINGS)
def test_a_random_order_scores_what_chance_says(task, pack_of):
    checked = 0
    for item in pack_of(task).items():
        if item.n > 5:
            continue
        orders = [
            order
            for order in itertools.permutations(range(item.n))
            if is_allowed(order, shuffle_of(item))
        ]
        chance = get_kind("ordering").chance(item, RECOMMENDED)
        if checked < 2:
            found = [scored(item, order) for order in orders]
            for metric in ("exact_match", "accuracy", "mae", "kendall_tau", "ndcg"):
                assert mean(f[metric] for f in found) == pytest.approx(chance[metric])
        checked += 1
    assert checked


@pytest.mark.parametrize("task", ORDERINGS)
def test_the_order_told_backwards_is_worst(task, pack_of):
    for item in pack_of(task).items():
        scores = scored(item, item.gold[::-1])
        assert scores["exact_match"] == 0
        assert scores["spearman"] == scores["kendall_tau"] == pytest.approx(-1)
        assert scores["accuracy"] == (item.n % 2) / item.n
        assert scores["mae"] == (item.n**2 // 2) / item.n


@pytest.mark.parametrize("task", ORDERINGS)
def test_ranks_instead_of_an_order_are_told_apart(task, pack_of):
    for item in pack_of(task).items():
        ranks = tuple(item.gold.index(shown) for shown in range(item.n))
        parsed = read_response(item, written(item, ranks), profile=RECOMMENDED)
        assert ("inverse_of_gold" in parsed.flags) == (ranks != item.gold)


@pytest.mark.parametrize("task", TASKS)
def test_one_other_answer_moves_one_score(task, pack_of):
    items = pack_of(task).items()
    answers = {item.id: item.gold for item in items}
    before = {item.id: scored(item, answers[item.id]) for item in items}
    moved = items[len(items) // 2]
    gold = moved.gold
    answers[moved.id] = (gold + 1) % moved.n if isinstance(gold, int) else (*gold[1:], gold[0])
    after = {item.id: scored(item, answers[item.id]) for item in items}
    assert {item.id for item in items if before[item.id] != after[item.id]} == {moved.id}
    assert after[moved.id][headline_of(moved)] == 0


@pytest.mark.parametrize("task", TASKS)
def test_the_quality_gates_refuse_nothing(task, pack_of):
    assert check_items(pack_of(task).items()).refused == ()
