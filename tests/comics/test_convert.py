"""``panelwise convert --to``: books of the press in every format and back, and what is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from panelwise.cli import run
from panelwise.comics import Book, Character, ComicImage, Page, encode_png, open_comic
from panelwise.comics.datasets import write_books
from panelwise.comics.formats import format_names, get_format
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise_press import BookPlan, press

# What each format holds of a book, by the names under which losses are printed.
BOXES = {"panels", "texts", "characters", "faces"}
HELD = {
    "page-json": {"everything"},
    "coco": {*BOXES, "places of panels in reading order", "kinds of texts", "words of texts"},
    "openmantra": {"panels", "places of panels in reading order"},
    "mokuro": {"texts"},
    "kumiko": {"panels"},
    "mangalmm": {"texts"},
    "popmanga": {"panels", "texts", "characters", "speakers"},
    "dcm772": {"panels", "characters", "faces"},
    "ebdtheque": {"panels", "texts", "characters", "balloons"},
    "comix": {*BOXES, "balloons", "speakers", "identities of characters", "names of characters"},
    "manga109": {
        *BOXES,
        "speakers",
        "identities of faces",
        "names of characters",
        "kinds of texts",
    },
    "coo": {"pages"},
    "manga109dialog": {"panels", "characters", "faces", "speakers"},
}
PLANS = {
    "rtl": BookPlan(25, "manga", "rtl", "ja", 1, scale=0.3),
    "ltr": BookPlan(68, "clean", "western", "en", 1, scale=0.3),
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A book of the press read from the right, and one read from the left, in CBZ."""
    folders = {}
    for name, plan in PLANS.items():
        folders[name] = tmp_path_factory.mktemp("press") / name
        press([plan], folders[name])
    return folders


@pytest.mark.parametrize("direction", PLANS)
@pytest.mark.parametrize("name", HELD)
def test_a_press_book_comes_back_with_what_the_format_holds(printed, tmp_path, name, direction):
    [book] = open_comic(printed[direction])
    out = tmp_path / "out"
    written = write_books([book], out, name)
    lost = {loss.what: loss for loss in written.lost}
    assert HELD[name].isdisjoint(lost)
    assert all(0 < loss.lost <= loss.of for loss in written.lost)
    assert all(file.is_file() for file in written.files)
    [back] = open_comic(out)
    assert len(back.pages) == len(book.pages)
    for before, after in zip(book.pages, back.pages, strict=True):
        assert after.image.sha256 == before.image.sha256
        for kind in ("panels", "texts", "characters", "faces"):
            boxes = [[one.box.rounded() for one in getattr(p, kind) or ()] for p in (before, after)]
            assert (sorted(boxes[0]) == sorted(boxes[1])) == (kind not in lost or not boxes[0])
        directions = before.reading_direction == after.reading_direction
        assert directions == ("reading directions of pages" not in lost)
    assert (back.stories == book.stories) == (name == "page-json")


def test_every_format_is_written_here():
    assert set(HELD) == set(format_names())


def test_books_get_files_of_their_own_where_a_format_wants_one_a_book(printed, tmp_path):
    books = [replace(open_comic(path)[0], id="One & only") for path in printed.values()]
    written = write_books(books, tmp_path / "out", "comix")
    assert [file.name for file in written.files] == ["One-only.xml", "One-only-2.xml"]
    assert [len(get_format("comix").read(file)[0].pages) for file in written.files] == [
        len(book.pages) for book in books
    ]
    whole = write_books(books, tmp_path / "whole", "manga109")
    assert len(open_comic(tmp_path / "whole")) == 2
    assert {file.parent.name for file in whole.files} == {"annotations", "coo", "manga109dialog"}


@pytest.mark.parametrize("name", ["page-json", "coco", "comix"])
def test_full_boxes_are_kept_or_counted(tmp_path, name):
    image = ComicImage.from_bytes(encode_png(Image.new("RGB", (64, 48))), "T/003.png")
    people = (Character(Box(1, 1, 9, 9), full_box=Box(-3, 1, 9, 99)), Character(Box(9, 9, 20, 20)))
    page = Page("003", 64, 48, image, "rtl", characters=people)
    written = write_books([Book("T", (page,), direction_known=True)], tmp_path / "out", name)
    [back] = open_comic(tmp_path / "out")
    kept = [body.full_box for body in back.pages[0].characters]
    lost = [str(loss) for loss in written.lost if "full" in loss.what]
    if name == "comix":
        assert (kept, lost) == ([None, None], ["full boxes of characters (1 of 1)"])
    else:
        assert (kept, lost) == ([Box(-3, 1, 9, 99), None], [])


def test_the_command_says_what_is_not_held(printed, tmp_path, capsys):
    command = ["convert", str(printed["ltr"]), "--to", "openmantra", "--out", str(tmp_path / "o")]
    assert run(command) == 0
    said = capsys.readouterr()
    assert said.out == f"{tmp_path / 'o' / 'annotation.json'}\n"
    assert "not held by openmantra: " in said.err
    assert "reading directions of pages (1 of 1)" in said.err
    assert run(command) == 2
    assert "is not empty" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(set(HELD) - {"page-json", "coo"}))
def test_nothing_is_left_after_a_failure(printed, tmp_path, monkeypatch, name):
    [book] = open_comic(printed["rtl"])

    def fails(*_):
        raise InputError("it would be read back as something else")

    monkeypatch.setattr(type(get_format(name)), "write", fails)
    with pytest.raises(InputError, match="something else"):
        write_books([book], tmp_path / "out", name)
    assert list(tmp_path.iterdir()) == []


def test_files_added_to_a_folder_are_taken_away_after_a_failure(printed, tmp_path, monkeypatch):
    [book] = open_comic(printed["rtl"])
    (tmp_path / "mine.txt").write_text("kept")

    def fails(*_):
        raise InputError("no room")

    monkeypatch.setattr(type(get_format("coco")), "write", fails)
    with pytest.raises(InputError, match="no room"):
        write_books([book], tmp_path, "coco")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_page_without_image_is_named_where_the_format_needs_one(tmp_path):
    with pytest.raises(InputError, match="book 'b', page '001': kumiko needs an image"):
        write_books([Book("b", (Page("1", 10, 10),))], tmp_path / "out", "kumiko")
    assert list(tmp_path.iterdir()) == []
