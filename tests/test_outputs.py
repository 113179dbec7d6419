"""Results appear whole or not at all, and nobody's files are touched."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from panelwise.errors import InputError
from panelwise.outputs import PART, new_folder, unfinished, write_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def killed(code: str, *arguments: object) -> None:
    """Run code in a process that ends as by SIGKILL: nothing of it is cleaned up."""
    head = "import os, sys\nfrom pathlib import Path\nfrom panelwise import outputs\n"
    done = subprocess.run([sys.executable, "-c", head + code, *map(str, arguments)], check=False)
    assert done.returncode == 9


HALF = """
with outputs.new_folder(sys.argv[1]) as folder:
    (folder / "half").write_text("half")
    os._exit(9)
"""


def test_nothing_is_seen_under_the_name_before_it_is_complete(tmp_path):
    out = tmp_path / "deep" / "out"
    with new_folder(out) as folder:
        (folder / "a").write_text("a")
        assert not out.exists()
    assert names(out) == ["a"]
    assert names(tmp_path / "deep") == ["out"]


def test_an_empty_folder_is_filled_and_stays_the_same_folder(tmp_path):
    """It may be a mounted disk or the working directory, which cannot be renamed over."""
    before = tmp_path.stat().st_ino
    with new_folder(tmp_path) as folder:
        (folder / "images").mkdir()
        (folder / "images" / "a").write_text("a")
        assert names(tmp_path) == [folder.name]
    assert names(tmp_path) == ["images"]
    assert tmp_path.stat().st_ino == before


def test_the_working_directory_can_be_the_result(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with new_folder(".") as folder:
        (folder / "a").write_text("a")
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize("exists", [False, True])
def test_after_an_error_nothing_is_left(tmp_path, exists):
    out = tmp_path / "out"
    if exists:
        out.mkdir()
    with pytest.raises(ZeroDivisionError), new_folder(out) as folder:  # noqa: PT012
        (folder / "a").write_text("a")
        raise ZeroDivisionError
    assert names(tmp_path) == ["out"] * exists
    assert not exists or names(out) == []


@pytest.mark.parametrize("exists", [False, True])
def test_a_killed_attempt_is_replaced(tmp_path, exists):
    out = tmp_path / "out"
    if exists:
        out.mkdir()
    killed(HALF, out)
    assert not (out / "half").exists()
    with new_folder(out) as folder:
        assert names(folder) == [".writing"]
        (folder / "whole").write_text("whole")
    assert names(tmp_path) == ["out"]
    assert names(out) == ["whole"]


def test_a_kill_while_files_are_moved_up_is_made_good(tmp_path):
    """The older result is gone by then: the new one, which is complete, is finished."""
    code = """
rename = Path.rename
def once(path, to):
    rename(path, to)
    os._exit(9)
Path.rename = once
with outputs.new_folder(sys.argv[1], lambda folder: ["a", "b", "old"]) as folder:
    (folder / "a").write_text("new a")
    (folder / "b").write_text("new b")
"""
    for name in ("a", "b", "old", "mine"):
        (tmp_path / name).write_text(name)
    killed(code, tmp_path)
    with pytest.raises(InputError, match="is not empty"), new_folder(tmp_path):
        pass
    assert {name: (tmp_path / name).read_text() for name in names(tmp_path)} == {
        "a": "new a",
        "b": "new b",
        "mine": "mine",
    }


def test_work_that_was_killed_while_it_wrote_a_part_starts_over(tmp_path):
    code = """
with outputs.unfinished(sys.argv[1], ["part"]), outputs.new_folder(sys.argv[1] + "/part"):
    os._exit(9)
"""
    out = tmp_path / "out"
    killed(code, out)
    assert f".part.{PART}" in names(out)
    with unfinished(out, ["other", "part"]):
        (out / "other").mkdir()
    assert names(out) == ["other"]


def test_what_is_there_is_kept(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(InputError, match="is not empty; give a"), new_folder(tmp_path):
        pytest.fail("opened")
    with pytest.raises(InputError, match="is a file"), new_folder(tmp_path / "thesis.tex"):
        pytest.fail("opened")
    assert names(tmp_path) == ["thesis.tex"]


def test_an_older_result_is_replaced_and_files_beside_it_stay(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "stale").write_text("stale")
    (tmp_path / "notes").write_text("mine")
    with new_folder(tmp_path, lambda folder: ["old"]) as folder:
        (folder / "old").mkdir()
        assert (tmp_path / "old" / "stale").exists()
    assert names(tmp_path) == ["notes", "old"]
    assert names(tmp_path / "old") == []


def test_a_users_file_of_the_same_name_is_in_the_way(tmp_path):
    with pytest.raises(InputError, match="notes: blocks the"), new_folder(tmp_path) as folder:  # noqa: PT012
        (folder / "notes").write_text("ours")
        (tmp_path / "notes").write_text("mine")
    assert (tmp_path / "notes").read_text() == "mine"
    assert names(tmp_path) == ["notes"]


@pytest.mark.parametrize("exists", [False, True])
def test_two_processes_do_not_write_one_folder(tmp_path, exists):
    out = tmp_path / "out"
    if exists:
        out.mkdir()
    with new_folder(out) as folder:
        (folder / "a").write_text("a")
        with pytest.raises(InputError, match="another process is writing it"), new_folder(out):
            pytest.fail("opened")
    assert names(out) == ["a"]


def test_errors_name_the_folder_that_was_given(tmp_path):
    out = tmp_path / "out"
    with pytest.raises(InputError) as caught, new_folder(out) as folder:
        raise InputError(f"{folder}/x: two of them")
    assert str(caught.value) == f"{out}/x: two of them"


def test_a_full_disk_is_named(tmp_path):
    with pytest.raises(InputError) as caught, new_folder(tmp_path / "out"):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert "out: no space left on the disk of /" in str(caught.value)
    assert "make room there and give the same command again" in str(caught.value)
    assert names(tmp_path) == []


def test_an_error_of_a_file_that_was_read_keeps_its_own_words(tmp_path):
    with pytest.raises(FileNotFoundError), new_folder(tmp_path / "out"):
        (tmp_path / "comic.png").read_bytes()


def test_a_file_is_replaced_whole(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "file"
    write_file(path, b"old")

    def full(part, data):
        with part.open("wb") as file:
            file.write(data[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="file: no space left on the disk of"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(path.parent) == ["file"]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    read, write = os.pipe()
    with os.fdopen(read, "rb") as reader:
        write_file(f"/dev/fd/{write}", b"words")
        os.close(write)
        assert reader.read() == b"words"
