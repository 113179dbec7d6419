"""Probes of memory: what is asked, what it is compared with, and the gap. Source: MS-4."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image

import panelwise
from open_answers import open_pack
from panelwise.analysis import cutoff_splits, recall_gaps
from panelwise.benchmarks import build_probe
from panelwise.cli import run as command
from panelwise.errors import InputError, UnknownNameError
from panelwise.evaluation import evaluate
from press_packs import print_small


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recall") / "comics"
    print_small(folder, layout="western", chapters=2, books=2, seed=3)
    return folder


@pytest.fixture(scope="module")
def packs(comics):
    names = ("dialogue", "title", "title_from_words")
    return {name: build_probe(name, comics, out=comics.parent / name) for name in names}


def answered(pack, tmp_path, answer, name="run"):
    """A run that answers what a function of the item says."""
    path = tmp_path / f"{name}.jsonl"
    lines = [json.dumps({"id": item.id, "answer": answer(item)}) for item in pack.items()]
    path.write_text("\n".join(lines))
    return evaluate(pack, f"recorded:{path}", out=tmp_path / name)


def test_removed_words_are_gone_from_the_picture_and_nowhere_else(packs, comics):
    pages = {(b.id, p.id): p for b in panelwise.open(comics) for p in b.pages}
    for item in packs["dialogue"].items():
        (source,) = item.sources
        page = pages[source.book, source.page]
        (image,) = item.rendering.images
        [box] = image.recipe["mask"]
        before = np.asarray(page.image.decode().convert("L"), int)
        with Image.open(packs["dialogue"].image_path(image.sha256)) as picture:
            after = np.asarray(picture.convert("L"), int)
        changed = np.argwhere(before != after)
        assert len(changed)
        (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
        assert min(left - box[0], top - box[1], box[2] - right, box[3] - bottom) >= -12
        words = item.gold["answers"][0]
        assert words not in item.rendering.text
        assert words not in item.gold["control"]


@pytest.mark.parametrize("name", ["dialogue", "title", "title_from_words"])
def test_who_knows_everything_has_a_gap_and_who_repeats_one_thing_has_none(packs, tmp_path, name):
    knows = recall_gaps(answered(packs[name], tmp_path, lambda i: i.gold["answers"][0], "knows"))
    assert all(gap.score.value == 1 and gap.gap.value > 0.5 for gap in knows)
    same = packs[name].items()[0].gold["answers"][0]
    dull = recall_gaps(answered(packs[name], tmp_path, lambda i: same, "same"))
    assert all(gap.gap.value < 0.5 for gap in dull)
    silent = recall_gaps(answered(packs[name], tmp_path, lambda i: "", "silent"))
    assert all(gap.score.value == gap.gap.value == 0 for gap in silent)


def test_what_is_asked(packs):
    asked = {item.meta["asked"] for item in packs["title"].items()}
    assert {"title", "page"} <= asked
    for item in packs["title_from_words"].items():
        assert not item.rendering.images
        assert item.rendering.text.startswith("The words on one page of a comic:")
        if item.meta["asked"] != "page":
            assert item.gold["answers"][0].casefold() not in item.rendering.text.casefold()


def test_the_gap_beyond_a_control_that_is_alike_is_nothing(packs, tmp_path):
    pack = packs["dialogue"]
    first = answered(pack, tmp_path, lambda i: i.gold["answers"][0], "first")
    [gap] = recall_gaps(first, answered(pack, tmp_path, lambda i: i.gold["answers"][0], "second"))
    assert gap.beyond.value == pytest.approx(0)
    assert gap.beyond.low < 0 < gap.beyond.high
    nothing = answered(pack, tmp_path, lambda i: i.gold["control"][0], "nothing")
    [gap] = recall_gaps(first, nothing)
    assert gap.beyond.low > 0


def test_the_gap_is_split_at_a_training_cutoff(packs, tmp_path):
    pack = packs["dialogue"]
    books = pack.manifest["books"]
    run = answered(
        pack, tmp_path, lambda i: i.gold["answers"][0] if i.book == books[0]["id"] else ""
    )
    for book, date in zip(run.packs[0].manifest["books"], ("1948", "2025-01"), strict=True):
        book["published"] = date
    [split] = cutoff_splits(run, "2024")
    assert (split.asked, split.metric) == ("dialogue", "recall gap")
    assert split.before.value > 0.5
    assert split.after.value == 0.0
    assert (split.before.n, split.after.n, len(pack)) == (1, 1, 2)
    assert split.verdict == "too few to tell"  # one item has no interval


def test_the_commands_build_and_report(comics, tmp_path, capsys):
    out = tmp_path / "pack"
    assert command(["probe", "dialogue", str(comics), "--out", str(out)]) == 0
    assert "items written to" in capsys.readouterr().out
    run = answered(panelwise.packs.Pack.open(out), tmp_path, lambda i: "no idea")
    assert command(["recall", str(run.path)]) == 0
    said = capsys.readouterr()
    assert "dialogue" in said.out
    assert "--control" in said.err
    asked = ["recall", str(run.path), "--control", str(run.path), "--cutoff", "2024"]
    assert command([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["recall"][0]["beyond"]["value"] == 0
    assert found["cutoff"][0]["undated"] == len(panelwise.packs.Pack.open(out))
    assert command(asked) == 0
    assert "from comics without a known date" in capsys.readouterr().err


def test_other_packs_and_names_are_refused(comics, tmp_path):
    with pytest.raises(UnknownNameError, match="unknown probe 'titles'"):
        build_probe("titles", comics, out=tmp_path / "x")
    pack = open_pack(tmp_path / "open", {"Where?": ("home",)})
    run = answered(pack, tmp_path, lambda item: "home")
    with pytest.raises(InputError, match="not a run on a probe"):
        recall_gaps(run)
