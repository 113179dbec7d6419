"""A full disk is named in one line, and the same command continues when there is room."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web

from drawn import draw_book
from loopback import CHAT, completion, serving
from panelwise.cli import run


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, of 600 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    if sys.platform != "linux":
        pytest.skip("needs tmpfs")
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [4] * 12)


@pytest.fixture
def pack(book: Path, tmp_path: Path, capsys) -> Path:
    command = ["build", "chromic.panel_reordering", str(book), "--out", str(tmp_path / "pack")]
    assert run(command) == 0
    return tmp_path / "pack"


@pytest.fixture
def answered(pack: Path, tmp_path: Path, capsys) -> Path:
    out = tmp_path / "answered"
    command = ["evaluate", str(pack), "--model", "baseline:random", "--out", str(out)]
    assert run(command) == 0
    return out


def fill(disk: Path, but: int) -> Path:
    """Leave so many bytes."""
    filler = disk / "filler"
    with filler.open("wb") as file:
        file.write(bytes(600 * 1024 - but))
    return filler


def goes_on(command: list[object], disk: Path, capsys, code: int = 2, but: int = 20_000) -> str:
    """The command on a full disk, in one line; and again, when there is room."""
    filler = fill(disk, but)
    before = {path.name for path in disk.iterdir()}
    capsys.readouterr()
    assert run([str(word) for word in command]) == code
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    assert f"no space left on the disk of {disk}; make room there" in said
    left = {path.name for path in disk.iterdir()} - before
    filler.unlink()
    assert run([str(word) for word in command]) == 0
    # What goes on; everything else vanished.
    assert left <= {"run", "cache", f".{Path(str(command[-1])).name}.panelwise-work"}
    assert not list(disk.glob(".*.panelwise-work"))
    return said


def test_build(disk, book, capsys):
    out = disk / "pack"
    goes_on(["build", "chromic.panel_reordering", book, "--out", out], disk, capsys)
    assert run(["check", str(out)]) == 0


def test_read(disk, book, capsys):
    command = ["read", "--no-texts", "--overlay", book, "--out", disk / "out"]
    goes_on(command, disk, capsys, but=4096)


def test_convert(disk, book, capsys):
    goes_on(["convert", book, "--out", disk / "out"], disk, capsys, but=4096)


def test_export(disk, pack, capsys):
    goes_on(["export", pack, "--to", "huggingface", "--out", disk / "out"], disk, capsys)


def test_report(disk, answered, capsys):
    goes_on(["report", answered, "--out", disk / "report"], disk, capsys)


@pytest.mark.parametrize("but", [4096, 60_000])
def test_a_run(disk, pack, capsys, but):
    """Full at once, or when results are stored."""
    command = ["evaluate", pack, "--model", "baseline:random", "--out", disk / "run"]
    filler = fill(disk, but)
    assert run([str(word) for word in command]) in {1, 2}
    said = capsys.readouterr().err
    assert said.splitlines()[-1].startswith("panelwise: ")
    assert f"no space left on the disk of {disk}; make room there" in said
    filler.unlink()
    assert run([str(word) for word in command]) == 0


def test_rescore(disk, pack, capsys):
    out = disk / "run"
    assert run(["evaluate", str(pack), "--model", "baseline:random", "--out", str(out)]) == 0
    used = sum(path.stat().st_blocks * 512 for path in out.iterdir())
    goes_on(["rescore", out, "--profile", "paper"], disk, capsys, but=used + 8192)


def test_a_full_cache_costs_no_answer(disk, pack, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PANELWISE_CACHE", str(disk / "cache"))
    asked = []

    async def answer(request):
        asked.append(await request.read())
        return web.json_response(completion(random.Random(len(asked)).randbytes(10_000).hex()))

    with serving(web.post(CHAT, answer)) as url:
        command = ["evaluate", pack, "--model", f"{url}#m", "--out", tmp_path / "run"]
        goes_on([*command, "--set", "concurrency=1"], disk, capsys, 1, 110_000)
    assert len(asked) == len(set(asked)) == 12
