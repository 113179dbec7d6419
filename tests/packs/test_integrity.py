"""A pack that changed since it was built is refused, by whatever opens it."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import time
from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.cli import run
from panelwise.errors import InputError
from panelwise.packs import Pack, _integrity
from panelwise.packs._pack import write_items

TASK = "chromic.panel_reordering"


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Pack:
    """A pack of four items that no test may change."""
    folder = tmp_path_factory.mktemp("built")
    return panelwise.build(TASK, draw_book(folder / "book", [3, 4, 3, 4]), out=folder / "pack")


@pytest.fixture
def pack(built, tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    shutil.copytree(built.path, tmp_path / "pack")
    return tmp_path / "pack"


@pytest.fixture
def hashed(monkeypatch) -> list[str]:
    """The names of the pictures that are hashed from here on."""
    names: list[str] = []
    sha256 = _integrity.file_sha256

    def spy(path: Path) -> str:
        names.append(path.name)
        return sha256(path)

    monkeypatch.setattr(_integrity, "file_sha256", spy)
    return names


@pytest.fixture
def later(monkeypatch) -> None:
    """A minute has gone by since the files were written."""
    now = time.time_ns
    monkeypatch.setattr(_integrity.time, "time_ns", lambda: now() + 60 * 10**9)


def picture(pack: Path) -> Path:
    return next(iter(sorted((pack / "images").iterdir())))


def change_gold(pack: Path) -> None:
    items = Pack.open(pack).items()
    gold = tuple(reversed(items[0].gold))
    write_items(pack, [dataclasses.replace(items[0], gold=gold), *items[1:]])


def change_picture(path: Path) -> None:
    """One byte, and the date of before."""
    before = path.stat()
    data = bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_changed_gold_is_refused_with_both_hashes(pack):
    said = Pack.open(pack).hash
    change_gold(pack)
    with pytest.raises(InputError) as caught:
        Pack.open(pack)
    line = str(caught.value)
    assert line.startswith(f"{pack / 'items.parquet'}: changed since the pack was built")
    assert f"the manifest says {said}" in line
    assert len(line.partition("content hash is ")[2].partition(",")[0]) == 64
    assert "\n" not in line


def test_another_packs_items_are_refused(pack, tmp_path):
    book = draw_book(tmp_path / "book", [3, 4, 3, 4])
    other = panelwise.build(TASK, book, out=tmp_path / "other", seed=9)
    shutil.copyfile(other.path / "items.parquet", pack / "items.parquet")
    with pytest.raises(InputError, match=f"content hash is {other.hash}, the manifest says"):
        Pack.open(pack)


def test_a_manifest_that_counts_other_items_is_refused(pack):
    manifest = json.loads((pack / "manifest.json").read_text())
    (pack / "manifest.json").write_text(json.dumps(manifest | {"items": 3}))
    with pytest.raises(InputError, match=r"holds 4 items, manifest\.json says 3"):
        Pack.open(pack)


@pytest.mark.parametrize("remembered", [False, True])
def test_a_changed_picture_with_its_old_date_is_refused(pack, remembered, later):
    if remembered:
        Pack.open(pack)
    path = picture(pack)
    change_picture(path)
    with pytest.raises(InputError) as caught:
        Pack.open(pack)
    line = str(caught.value)
    assert line.startswith(f"{path}: changed since the pack was built: its SHA-256 is ")
    assert line.count(path.name) == 1
    assert "\n" not in line


def test_a_picture_that_is_another_file_of_the_same_date_is_refused(pack, later, tmp_path):
    Pack.open(pack)
    path = picture(pack)
    shutil.copy2(path, tmp_path / "copy")
    change_picture(tmp_path / "copy")
    (tmp_path / "copy").replace(path)
    with pytest.raises(InputError, match="changed since the pack was built"):
        Pack.open(pack)


def test_every_verb_refuses_a_changed_pack(pack, tmp_path, capsys):
    before = tmp_path / "run"
    assert run(["evaluate", str(pack), "--model", "baseline:oracle", "--out", str(before)]) == 0
    change_gold(pack)
    capsys.readouterr()
    out = str(tmp_path / "out")
    for command in (
        ["evaluate", str(pack), "--model", "baseline:oracle", "--out", out],
        ["rescore", str(before)],
        ["report", str(before), "--out", out],
        ["compare", str(before), str(before)],
        ["check", str(pack)],
        ["show", str(pack)],
        ["export", str(pack), "--to", "huggingface", "--out", out],
        ["rehydrate", str(pack), str(tmp_path)],
    ):
        assert run(command) == 2, command
        [line] = capsys.readouterr().err.splitlines()
        assert "items.parquet: changed since the pack was built" in line, command
        assert not Path(out).exists()


def test_what_did_not_change_is_hashed_once(pack, hashed, later):
    Pack.open(pack)
    assert len(hashed) == len(list((pack / "images").iterdir()))
    hashed.clear()
    opened = Pack.open(pack)
    assert not hashed
    assert "_items" not in vars(opened)  # nor was the table read
    path = picture(pack)
    os.utime(path)
    Pack.open(pack)
    assert hashed == [path.name]


def test_check_hashes_everything_always(pack, hashed, later):
    Pack.open(pack)
    hashed.clear()
    assert run(["check", str(pack)]) == 0
    assert len(hashed) == len(list((pack / "images").iterdir()))


def test_what_changed_a_moment_ago_is_not_remembered(pack, hashed):
    """A file that is written twice within a tick of the clock keeps its times."""
    Pack.open(pack)
    hashed.clear()
    Pack.open(pack)
    assert len(hashed) == len(list((pack / "images").iterdir()))


def test_a_copy_of_a_pack_is_hashed_for_itself(pack, hashed, later, tmp_path):
    Pack.open(pack)
    shutil.copytree(pack, tmp_path / "copy")
    hashed.clear()
    Pack.open(tmp_path / "copy")
    assert hashed


@pytest.mark.parametrize("memory", [b"", b"[]", b'{"hash": 1}', b"\xff"])
def test_a_memory_that_cannot_be_read_costs_time_only(pack, later, tmp_path, memory):
    Pack.open(pack)
    [file] = (tmp_path / "cache" / "packs").iterdir()
    file.write_bytes(memory)
    assert len(Pack.open(pack)) == 4


def test_a_cache_that_cannot_be_written_costs_time_only(pack, later, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "file"))
    assert len(Pack.open(pack)) == 4


def test_a_pack_without_images_is_verified_as_far_as_it_goes(pack):
    shutil.rmtree(pack / "images")
    manifest = json.loads((pack / "manifest.json").read_text())
    (pack / "manifest.json").write_text(json.dumps(manifest | {"images": False}))
    assert len(Pack.open(pack)) == 4
    change_gold(pack)
    with pytest.raises(InputError, match="changed since the pack was built"):
        Pack.open(pack)
