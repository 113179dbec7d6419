"""Engines: order, room in memory, what survives an interrupt, and what is refused."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from drawn import draw_book
from panelwise.cli import run
from panelwise.comics import Book, ComicImage, Face, Page, SpeakerLink
from panelwise.errors import InputError, MissingExtraError, UnknownNameError, UserError
from panelwise.geometry import Box
from panelwise.outputs import Kept, new_folder
from panelwise.reading import Unreadable, classical_reader, read_library
from panelwise.reading._page_bytes import page_bytes, page_of
from panelwise.workers import (
    LOCAL,
    Codec,
    LocalEngine,
    WorkPiece,
    engine,
    fingerprint,
    finished,
)

TEXT = Codec(lambda number: b"%d" % number, lambda data, job: int(data))


def pieces(numbers):
    return (WorkPiece(f"number {number}", f"{number:04d}", number) for number in numbers)


@pytest.mark.parametrize("count", [1, 3])
def test_results_come_in_the_order_of_the_jobs(count):
    assert list(LocalEngine(count).map(abs, range(-9, 0))) == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert list(LocalEngine(count).map(abs, [-1, -2], in_python=True)) == [1, 2]


def test_only_a_few_jobs_are_taken_before_results_are():
    taken = []
    jobs = (taken.append(number) or number for number in itertools.count())
    results = LocalEngine(2).map(abs, jobs)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(taken) <= 8
    results.close()


class TasksOfRay:
    """What the engine uses of Ray, for tasks that return what they are given."""

    def __init__(self):
        self.connected, self.cancelled = True, []

    def remote(self, *given):
        return given[-1] if len(given) > 1 else self

    def options(self, **given):
        return self

    def cluster_resources(self):
        return {"CPU": 1}

    def get(self, task):
        return task

    def cancel(self, task, force):
        assert self.connected, "No owner found for object."
        self.cancelled.append(task)


def test_tasks_of_ray_end_before_it_disconnects():
    """A command that is interrupted closes its iterators later, and must not print errors then."""
    from panelwise.workers._ray import RayEngine
    from panelwise.workers._ray_nodes import SharedFiles

    tasks = TasksOfRay()
    ray = RayEngine(tasks, SharedFiles({}, {}, None, ""))
    results = ray.map(abs, [5, 6, 7, 8])
    assert next(results) == 5
    ray.cancel()
    tasks.connected = False
    results.close()
    assert tasks.cancelled == [5, 6, 7]


def test_what_is_finished_is_not_computed_again(tmp_path):
    kept = Kept.of(tmp_path / "out")
    done = []

    def square(number):
        done.append(number)
        if number == 5 and len(done) <= 6:
            raise RuntimeError("the machine is switched off")
        return number * number

    def squares():
        return list(finished(LocalEngine(1), square, pieces(range(8)), kept, TEXT))

    with pytest.raises(RuntimeError):
        squares()
    assert done == [0, 1, 2, 3, 4, 5]
    assert squares() == [0, 1, 4, 9, 16, 25, 36, 49]
    assert done == [0, 1, 2, 3, 4, 5, 5, 6, 7]


@pytest.mark.parametrize(
    "held", [held for size in range(5) for held in itertools.combinations(range(4), size)]
)
def test_order_does_not_depend_on_what_was_there(held, tmp_path):
    kept = Kept(tmp_path)
    for number in held:
        kept.put(f"{number:04d}", b"%d" % -number)
    found = list(finished(LocalEngine(2), abs, pieces(range(4)), kept, TEXT))
    assert found == [-number if number in held else number for number in range(4)]


def test_finished_pieces_survive_an_interrupt_and_go_with_the_result(tmp_path):
    out = tmp_path / "out"
    kept = Kept.of(out)
    with pytest.raises(KeyboardInterrupt, match="same command continues"), new_folder(out):  # noqa: PT012
        kept.put("ab", b"1")
        raise KeyboardInterrupt
    assert kept.get("ab") == b"1"
    assert not out.exists()
    with new_folder(out) as folder:
        (folder / "file").write_text("")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_nothing_is_left_after_a_users_mistake(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(InputError), new_folder(out):  # noqa: PT012
        Kept.of(out).put("ab", b"1")
        raise InputError("no such setting")
    assert list(out.iterdir()) == []


def test_a_folder_with_finished_pieces_counts_as_empty(tmp_path):
    Kept.of(tmp_path).put("ab", b"1")
    with new_folder(tmp_path) as folder:
        (folder / "file").write_text("")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


class CountingReader:
    """Reads as the built-in reader, and notes which pages."""

    name = "counting"

    def __init__(self):
        self.read_pages = []

    def read(self, page, direction=None):
        self.read_pages.append(page.id)
        return classical_reader().read(page, direction)


def library(folder: Path) -> list[Book]:
    """Two books of two pages, one of them damaged."""
    folder.mkdir(exist_ok=True)
    drawn = draw_book(folder / "drawn", [2, 3, 2, 4])
    for number, path in enumerate(sorted(drawn.rglob("*.png"))):
        path.rename(folder / f"{number}.png")
    shutil.rmtree(drawn)
    (folder / "2.png").write_bytes((folder / "2.png").read_bytes()[:200])
    return opened(folder)


def opened(folder: Path) -> list[Book]:
    images = [ComicImage.from_path(path) for path in sorted(folder.iterdir())]
    pages = [Page(image.relative[0], *image.size, image) for image in images]
    return [Book("one", tuple(pages[:2])), Book("two", tuple(pages[2:]))]


def test_pages_are_read_once_and_damaged_ones_are_reported_each_time(tmp_path, caplog):
    kept = Kept.of(tmp_path / "out")
    reader = CountingReader()
    books = library(tmp_path / "comics")

    def read():
        return list(read_library(books, reader, "ltr", kept=kept))

    first = read()
    assert [(at, index, page and page.id) for at, index, page in first] == [
        (0, 0, "0"),
        (0, 1, "1"),
        (1, 0, None),
        (1, 1, "3"),
    ]
    assert sorted(reader.read_pages) == ["0", "1", "2", "3"]
    direct = list(read_library(books, classical_reader(), "ltr"))
    assert [page and page.panels for *_, page in first] == [
        page and page.panels for *_, page in direct
    ]
    assert read() == first
    assert len(reader.read_pages) == 4
    assert caplog.text.count("2.png: damaged image") == 3


def test_a_page_comes_back_from_its_bytes_as_it_was(press_books):
    whole = replace(
        press_books[0].pages[0],
        order_confidence=1,
        panels_by="reader x",
        faces=(Face(Box(1, 2, 3.5, 4), "bea", 0.25),),
        speakers=(SpeakerLink("t", "c", certain=True),),
    )
    for page in (whole, Page("p", 10, 10), Page("p", 10, 10, texts=())):
        back = page_of(page_bytes(page))
        assert repr(back) == repr(replace(page, image=None))  # 1 is not 1.0
    assert page_of(page_bytes(Unreadable("damaged"))) == Unreadable("damaged")


def test_a_page_is_read_again_when_its_picture_or_the_reader_changed(tmp_path):
    kept = Kept.of(tmp_path / "out")
    reader = CountingReader()
    list(read_library(library(tmp_path / "comics"), reader, "ltr", kept=kept))
    Image.new("RGB", (400, 600)).save(tmp_path / "comics" / "2.png")  # repaired
    books = opened(tmp_path / "comics")
    list(read_library(books, reader, "ltr", kept=kept))
    assert reader.read_pages.count("0") == 1
    list(read_library(books, reader, "rtl", kept=kept))
    assert reader.read_pages.count("0") == 2
    reader.name = "other"
    list(read_library(books, reader, "rtl", kept=kept))
    assert reader.read_pages.count("0") == 3


KILLED = """
import os, sys
from pathlib import Path
from panelwise.cli import _read, main

write_line = _read.write_line

def write_and_die(text):
    write_line(text)
    os.kill(os.getpid(), 9)

_read.write_line = write_and_die
main()
"""


def test_a_killed_read_continues_and_writes_the_same_bytes(tmp_path):
    library(tmp_path / "comics")
    command = ["read", str(tmp_path / "comics"), "--no-texts", "--out"]
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    assert run([*command, str(whole)]) == 3
    again = [sys.executable, "-c", KILLED, *command, str(resumed)]
    assert subprocess.run(again, capture_output=True, check=False).returncode == -9
    assert not resumed.exists()
    assert any(path.is_file() for path in Kept.of(resumed).folder.rglob("*"))
    assert run([*command, str(resumed)]) == 3
    assert (resumed / "pages.jsonl").read_bytes() == (whole / "pages.jsonl").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"comics", "whole", "resumed"}


def test_names_of_engines(tmp_path):
    with engine("local") as chosen:
        assert chosen is LOCAL
    with pytest.raises(UnknownNameError, match="'spark'; choose local or ray"), engine("spark"):
        raise AssertionError


def test_without_the_extra_ray_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr("panelwise.workers._choose.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="--engine ray needs the extra"), engine("ray"):
        raise AssertionError


@pytest.mark.parametrize("address", ["s3://bucket/comics", "gs:/bucket", "https://host/a.cbz"])
def test_addresses_of_remote_storage_are_refused(address):
    from panelwise.workers._ray_nodes import refuse_addresses

    with pytest.raises(UserError, match="addresses are not supported; mount the storage on every"):
        refuse_addresses([Path(address)])
    refuse_addresses([Path("comics"), Path("/data/s3/a.cbz"), Path("c:/comics")])


def test_a_machine_says_what_it_lacks(tmp_path):
    from panelwise.workers._ray_nodes import SharedFiles, look_of, problem_here

    (tmp_path / "a.cbz").write_bytes(b"1234")
    mark = tmp_path / "mark"
    mark.write_text("text")
    code = {"panelwise": fingerprint()}

    def problem(code=code, looks=None, marked=(str(mark), "text")):
        return problem_here(SharedFiles(code, looks or {}, marked, ""))

    looks = {str(tmp_path): look_of(tmp_path), str(tmp_path / "a.cbz"): "4 bytes"}
    assert problem(looks=looks) is None
    assert "another version of panelwise" in problem(code={"panelwise": "0"})
    assert "does not see /nowhere; mount it" in problem(looks={"/nowhere": "4 bytes"})
    assert "sees other files at" in problem(looks={str(tmp_path / "a.cbz"): "5 bytes"})
    assert "the folder of the result" in problem(marked=(str(mark), "other"))


class Cluster:
    """A list of machines, as Ray gives it; each call takes the next one."""

    def __init__(self, *listings: str) -> None:
        self._listings = list(listings)

    def nodes(self) -> list[dict[str, object]]:
        names = self._listings.pop(0) if len(self._listings) > 1 else self._listings[0]
        return [
            {"NodeID": name, "NodeManagerHostname": name, "Alive": True, "Resources": {"CPU": 1.0}}
            for name in names
        ]


@pytest.mark.parametrize("later", ["ab", "a"], ids=["still there", "left"])
def test_a_machine_that_leaves_during_the_check_does_not_count(later, monkeypatch):
    from panelwise.workers import _ray_nodes

    faults = {"a": None, "b": "cannot run Panelwise"}
    monkeypatch.setattr(_ray_nodes, "_asked", lambda ray, node, shared: node["NodeID"])
    monkeypatch.setattr(_ray_nodes, "_answer", lambda ray, name, task: faults[task])
    cluster = Cluster("ab", later)
    if later == "ab":
        with pytest.raises(InputError, match=r"machine b \(b\) cannot run Panelwise"):
            _ray_nodes.check_nodes(cluster, [], None, [])
    else:
        _ray_nodes.check_nodes(cluster, [], None, [])
