"""The twin gap, with and without a control, and canaries in answers."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import panelwise
from drawn import draw_book
from panelwise.analysis import gap_beyond_control, twin_gaps
from panelwise.analysis._intervals import cluster_variance
from panelwise.cli import run as command
from panelwise.errors import InputError


def run_of(make_run, name, right, pack="pack", books=None):
    """A run whose answers to choices with gold A, B, C, D, … are right or one option further."""
    golds = [at % 4 for at in range(len(right))]
    answers = [gold if hit else (gold + 1) % 4 for gold, hit in zip(golds, right, strict=True)]
    made = make_run(golds, answers, name=name, headline="accuracy", books=books)
    items = {pack: made.items["pack"]}
    return replace(made, items=items, results=[replace(one, pack=pack) for one in made.results])


def test_a_gap_is_the_paired_difference_of_the_same_items_of_two_packs(make_run):
    """Thirty items right in both, nine only as they were, one only mirrored."""
    original = run_of(make_run, "original", [1] * 39 + [0])
    twin = run_of(make_run, "twin", [1] * 30 + [0] * 9 + [1], pack="mirrored")
    [gap] = twin_gaps(original, [twin])
    assert gap.gap.value == pytest.approx(8 / 40)
    assert gap.gap.low > 0
    assert gap.test.p == pytest.approx(stats.binomtest(1, 10).pvalue)
    assert gap.shown
    assert (gap.original_score.value, gap.twin_score.value) == (39 / 40, 31 / 40)


@pytest.mark.parametrize("who", ["guesses", "one option", "oracle"])
def test_no_gap_is_claimed_of_runs_that_remember_nothing(make_run, who):
    shown = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        rights = {
            "guesses": rng.random((2, 60)) < 0.25,
            "one option": np.tile(np.arange(60) % 4 == 0, (2, 1)),
            "oracle": np.ones((2, 60), bool),
        }[who]
        original = run_of(make_run, "original", rights[0])
        twin = run_of(make_run, "twin", rights[1], pack="mirrored")
        [gap] = twin_gaps(original, [twin])
        shown += gap.shown
    assert shown <= (2 if who == "guesses" else 0)


def test_runs_without_a_common_item_are_refused(make_run):
    original = run_of(make_run, "original", [1, 0])
    other = run_of(make_run, "other", [1, 0], pack="p")
    items = {"p": [replace(one, id=f"else-{one.id}") for one in other.items["p"]]}
    results = [replace(one, item=f"else-{one.item}") for one in other.results]
    with pytest.raises(InputError, match="shares no item with original"):
        twin_gaps(original, [replace(other, items=items, results=results)])
    with pytest.raises(InputError, match="two runs are called"):
        twin_gaps(original, [original])


def test_a_run_on_packs_with_different_transforms_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    panelwise.print_comics("comics", books=1, layout="strip", seed=1)
    task = "chromic.panel_reordering"
    plain = panelwise.build(task, "comics", out="plain", seed=1)
    moved = panelwise.build(task, "comics", out="moved", seed=1, transforms=["mirror:1"])
    both = panelwise.evaluate([plain, moved], "baseline:random", out="both")
    twin = panelwise.evaluate(moved, "baseline:random", out="twin")
    alone = panelwise.evaluate(plain, "baseline:random", out="alone")
    with pytest.raises(InputError, match="both holds packs with different transforms; evaluate"):
        twin_gaps(both, [twin])
    with pytest.raises(InputError, match="both holds packs with different transforms; evaluate"):
        gap_beyond_control(alone, twin, (both, twin))


def test_the_interval_beyond_a_control_iswelch_s(make_run):
    rng = np.random.default_rng(1)
    rights = [rng.random(n) < share for n, share in ((50, 0.9), (50, 0.5), (30, 0.7), (30, 0.7))]
    runs = [run_of(make_run, f"r{k}", right, pack=f"p{k}") for k, right in enumerate(rights)]
    found = gap_beyond_control(runs[0], runs[1], (runs[2], runs[3]))
    first = rights[0].astype(float) - rights[1]
    second = rights[2].astype(float) - rights[3]
    expected = stats.ttest_ind(first, second, equal_var=False).confidence_interval()
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.value == pytest.approx(first.mean() - second.mean())


def test_the_interval_beyond_a_control_keeps_its_level_with_books():
    """Ten books each, whose gaps differ; the true difference of the gaps is 0.2."""
    from panelwise.analysis._contamination import welch

    covered = []
    for seed in range(400):
        rng = np.random.default_rng(seed)
        pairs = []
        for centre in (0.3, 0.1):
            books = np.repeat(np.arange(10), 8)
            values = rng.normal(centre, 0.2, 10)[books] + rng.normal(0, 0.5, 80)
            pairs.append((values.mean(), cluster_variance(values, books.tolist()), 10, 80))
        found = welch(*pairs)
        covered.append(found.low <= 0.2 <= found.high)
    assert 0.92 <= np.mean(covered) <= 0.98


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    folder = tmp_path_factory.mktemp("twins")
    book = draw_book(folder / "book", [3] * 12)
    for name, transforms in (("original", []), ("mirrored", ["mirror:1"])):
        pack = panelwise.build(
            "stripcipher.reordering_generation", book, out=folder / name, transforms=transforms
        )
        lines = []
        for number, item in enumerate(pack.items()):
            right = name == "original" or number < 4
            order = item.gold if right else (*item.gold[1:], item.gold[0])
            answer = "-".join(str(index + 1) for index in order)
            if number == 0 and name == "original":
                answer = f"panelwise-canary-{pack.hash}\n{answer}"
            lines.append(json.dumps({"id": item.id, "answer": answer}))
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
        panelwise.evaluate(pack, f"recorded:{folder}/{name}.jsonl", out=folder / f"run-{name}")
    return folder


def test_the_command_prints_gaps_and_canaries(twins, capsys):
    runs = [str(twins / "run-original"), str(twins / "run-mirrored")]
    assert command(["twins", *runs, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    [gap] = found["gaps"]
    assert gap["transforms"] == ["mirror:1"]
    assert gap["gap"]["value"] == pytest.approx(8 / 12)
    assert [hit["run"] for hit in found["canaries"]] == ["run-original"]
    assert command(["twins", *runs, "--control", *reversed(runs)]) == 0
    assert "gap beyond control" in capsys.readouterr().out
    card = (twins / "original" / "README.md").read_text()
    assert f"panelwise-canary-{panelwise.Pack.open(twins / 'original').hash}" in card
