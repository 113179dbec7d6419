"""``panelwise correct``: what is exported, and what is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import correcting_project, read_book_for
from panelwise.cli import run
from panelwise.comics import open_comic
from panelwise_press import print_comics


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("comics") / "press"
    print_comics(folder, books=2, seed=5, chapters=1)
    return folder


@pytest.fixture
def read(comics, tmp_path, monkeypatch):
    """A comic that has been read, in the working directory."""
    monkeypatch.chdir(tmp_path)
    comic = sorted(comics.glob("*.cbz"))[0]
    [book] = open_comic(comic)
    correcting_project(tmp_path / f"{comic.stem}.corrections", read_book_for(book, texts=False))
    return comic


def refused(capsys, *arguments):
    assert run([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    return said.err


def test_what_was_read_and_corrected_is_exported(read, tmp_path, capsys):
    assert run(["correct", str(read), "--export", "epub"]) == 0
    assert "0 pages corrected" in capsys.readouterr().err
    [made] = list(tmp_path.glob("*.corrected.epub"))
    [book] = open_comic(made)
    assert book.pages[0].panels
    assert "already exists" in refused(capsys, "correct", read, "--export", "epub")


def test_mistakes_are_a_line(read, comics, tmp_path, capsys):
    assert "epub" in refused(capsys, "correct", read, "--export", "epbu", "--out", tmp_path / "x")
    assert "--out is for --export" in refused(capsys, "correct", read, "--out", tmp_path / "x")
    said = refused(capsys, "correct", comics, "--book", "nobody")
    assert "2 comics; choose one with --book: book-0001, book-0002" in said
    assert run(["correct", str(comics), "--book", "book-0001", "--export", "md"]) == 0
    assert "book-0001.corrected.md written" in capsys.readouterr().err
    said = refused(capsys, "correct", read, "--project", tmp_path / "no", "--export", "md")
    assert "no corrections of" in said
    said = refused(capsys, "annotate", tmp_path / "p", "--procedure", "pages.gold")
    assert "--comic" in said
