"""The shortcut audit finds what gives an answer away, and nothing where nothing does."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import panelwise
from drawn import draw_book
from panelwise.analysis import audit_shortcuts
from panelwise.analysis.shortcuts import ProbeChoice, ProbeWording, softmax_probe, word_probe
from panelwise.analysis.shortcuts._audit import _probes
from panelwise.analysis.shortcuts._features import (
    ProbeTask,
    _change,
    option_features,
    picture_features,
    text_features,
)
from panelwise.cli import run as command
from panelwise.errors import InputError
from panelwise.metrics.resampling import BookFamily
from panelwise.tasks import written_order

BOOKS, EACH = 10, 12


def asked(seed, leak=0.0, features=5):
    """Choices of four options; the first feature of the right one is ``leak`` higher."""
    rng = np.random.default_rng(seed)
    task = ProbeTask("option")
    for book in range(BOOKS):
        for _ in range(EACH):
            right = int(rng.integers(4))
            rows = rng.normal(size=(4, features))
            rows[right, 0] += leak
            options = [{f"f{k}": [float(row[k])] for k in range(features)} for row in rows]
            task.add(f"book{book}", options, right)
    return task


def test_a_leaking_feature_is_found_and_no_other():
    probes = {one.feature: one for one in _corrected(_probes("task", asked(1, leak=2.0)))}
    assert probes["f0"].above_chance
    assert probes["f0"].right.low > 0.25
    assert probes["all of these"].above_chance
    assert not any(probes[f"f{k}"].above_chance for k in range(1, 5))


def test_the_odd_one_out_is_found_whichever_way_it_is_odd():
    rng = np.random.default_rng(2)
    task = ProbeTask("option")
    for number in range(120):
        right = int(rng.integers(4))
        values = rng.normal(0, 0.2, 4)
        values[right] += rng.choice([-2, 2])
        task.add(f"book{number % 8}", [{"x": [float(v)]} for v in values], right)
    [probe] = _probes("task", task)
    assert probe.right.value > 0.8


def test_false_alarms_keep_their_level():
    """Thirty packs without a shortcut, six probes each, corrected: one or two alarms expected."""
    alarms = 0
    for seed in range(30):
        alarms += any(one.above_chance for one in _corrected(_probes("task", asked(seed))))
    assert alarms <= 5


def _corrected(probes):
    from panelwise.metrics import holm

    values = holm([one.p for one in probes])
    return [replace(one, p_holm=p) for one, p in zip(probes, values, strict=True)]


def test_a_book_is_never_in_train_and_test():
    """Each book's right option is marked by a value of its own: nothing carries over."""
    choices = []
    for book in range(10):
        own = np.stack([np.arange(10) == book, np.zeros(10)]).astype(float)
        choices += [ProbeChoice(f"b{book}", own[::-1] if book % 2 else own, book % 2)] * 5
    assert np.mean(softmax_probe(choices)) <= 0.6


def test_ties_count_as_shares_and_words_are_learnt():
    flat = [ProbeChoice(f"b{k}", np.zeros((4, 1)), 0) for k in range(10)]
    assert softmax_probe(flat) == [0.25] * 10
    wordings = [ProbeWording(f"b{k}", [["maybe", "so"], ["never"]], 0) for k in range(10)]
    assert word_probe(wordings) == [1.0] * 10


def test_features_of_words_and_pictures():
    long, short = text_features(["She runs home fast", "No"], "Who runs?")
    assert (long["characters"], short["words"]) == ([18.0], [1.0])
    assert long["words of the question"][0] > 0 == short["words of the question"][0]
    rng = np.random.default_rng(3)
    dark = rng.integers(0, 60, (40, 60, 3)).astype(np.uint8)
    light = np.full((40, 80, 3), 250, np.uint8)
    one, two = picture_features([dark, light], [light])
    assert one["brightness"][0] < two["brightness"][0]
    assert one["size"][0] == 60
    assert two["likeness to what is shown"] == [0, 0, 0]
    assert one["JPEG blocks"][0] >= 0


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shortcuts")
    book = draw_book(folder / "book", [4] * 16)
    return panelwise.build("stripcipher.reordering_generation", book, out=folder / "pack")


def test_orders_are_probed_by_pairs_of_panels(orders, capsys):
    probes = {one.feature: one for one in audit_shortcuts(orders)}
    assert {"place", "brightness", "bytes", "JPEG blocks", "all of these"} <= probes.keys()
    assert probes["place"].right.n == len(orders.items()) * 6
    assert probes["place"].chance == 0.5
    assert command(["shortcuts", str(orders.path), "--items", "12", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["unit"] for one in found["probes"]} == {"earlier of two panels"}
    assert found["probes"][0]["right"]["n"] == 72


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boards")
    book = draw_book(folder / "book", [5] * 3)
    return panelwise.build("comicvqa.panel_sorting", book, out=folder / "pack")


def test_options_on_one_board_are_looked_at_one_by_one(boards):
    features = option_features(boards, boards.items()[0])
    assert len({tuple(one["likeness of neighbours"]) for one in features}) > 1
    assert features[0].keys() >= {"size", "likeness to the others", "first panel"}


def test_options_that_are_orders_of_pictures_are_looked_at_as_sequences(tmp_path):
    book = draw_book(tmp_path / "book", [4] * 3)
    pack = panelwise.build("stripcipher.reordering_choice", book, out=tmp_path / "pack")
    for item in pack.items():
        panels = pack.panel_images(item)
        for option, features in zip(item.options, option_features(pack, item), strict=True):
            first = panels[written_order(option.text)[0]]
            assert features["first panel"] == [float(first.mean()) / 255, first.shape[1]]
            assert features.keys() >= {"likeness of neighbours", "first to last panel"}


def test_what_changes_from_the_first_to_the_last_panel_turns_with_the_order():
    (ends, trend), (back, falling) = _change([1, 4, 3]), _change([3, 4, 1])
    assert (ends, trend) == (2, 2) == (-back, -falling)
    assert _change([1, 2, 2, 1]) == (0, 0)


def test_packs_in_which_nothing_is_chosen_are_refused(tmp_path, capsys):
    book = draw_book(tmp_path / "book", [3])
    pack = panelwise.build("comix.detection", book, out=tmp_path / "pack")
    assert command(["shortcuts", str(pack.path)]) == 2
    assert "nothing is chosen or ordered in its items" in capsys.readouterr().err


def test_items_of_one_family_cannot_be_probed():
    rows = np.zeros((4, 2))
    some = [ProbeChoice(BookFamily("f"), rows, at) for at in range(4)]
    with pytest.raises(InputError, match="all items are of one family; probes need two"):
        _probes("task", ProbeTask("option", {"place": some}))
    some.append(ProbeChoice(BookFamily("g"), rows, 0))
    (probe,) = _probes("task", ProbeTask("option", {"place": some}))
    assert probe.folds_by == "families"
