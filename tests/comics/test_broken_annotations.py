"""A broken annotation file is an error that names it, never a book without annotation.

Every format's own files are broken byte by byte as files break: encodings, cuts, comments, document
types, misspelt names. Opening the folder gives what it gave before, or an error.
"""

from __future__ import annotations

import re

import pytest

from format_strategies import image_of, white
from panelwise.cli import run
from panelwise.comics import (
    Book,
    Character,
    Face,
    Identity,
    Page,
    Panel,
    SpeakerLink,
    Text,
    open_comic,
)
from panelwise.comics.formats import format_names, get_format
from panelwise.errors import InputError
from panelwise.geometry import Box

# Format → its file, and its image, in a folder laid out as the format expects.
LAYOUTS = {
    "page-json": ("pages.json", "1.jpg"),
    "coco": ("coco.json", "T/003.jpg"),
    "openmantra": ("annotation.json", "T/3.jpg"),
    "mokuro": ("T.mokuro", "T/003.jpg"),
    "kumiko": ("kumiko.json", "T/003.jpg"),
    "mangalmm": ("ocr.jsonl", "T_000003.jpg"),
    "popmanga": ("annotations/T/003.jpg.json", "images/T/003.jpg"),
    "dcm772": ("groundtruth/T/003.txt", "images/T/003.jpg"),
    "ebdtheque": ("GT/T_003.svg", "Pages/T_003.jpg"),
    "comix": ("T.xml", "images/T/003.jpg"),
    "manga109": ("annotations/T.xml", "images/T/003.jpg"),
    "coo": ("coo.xml", "images/T/003.jpg"),
    "manga109dialog": ("manga109dialog/T.xml", "images/T/003.jpg"),
}
PAGE_IDS = {"openmantra": "3", "mangalmm": "000003", "ebdtheque": "T_003"}


def laid_out(root, name, suffix=None):
    """A small book in the files of a format; the file that is to be broken."""
    file, image = LAYOUTS[name]
    path = root / (file if suffix is None else f"pages{suffix}")
    for needed in (root / image, path):
        needed.parent.mkdir(parents=True, exist_ok=True)
    white(root / image)
    page = Page(
        PAGE_IDS.get(name, "003"),
        64,
        48,
        image_of(root, image),
        "rtl",
        panels=(Panel(Box(1, 1, 60, 40), id="p1"),),
        texts=(
            Text(Box(4, 4, 20, 20), {"ja": "ああ"}, "dialogue", id="t1"),
            Text(Box(30, 4, 50, 20), {"ja": "ドン"}, "onomatopoeia", id="t2"),
        ),
        characters=(Character(Box(5, 22, 20, 38), "anna", id="c1", full_box=Box(5, 22, 20, 60)),),
        faces=(Face(Box(6, 23, 12, 30), "anna", id="f1"),),
        speakers=(SpeakerLink("t1", "c1"),) if name in ("page-json", "manga109dialog") else (),
    )
    book = Book("T", (page,), identities=(Identity("anna", "Anna"),), direction_known=True)
    if name == "manga109dialog":
        (root / "annotations").mkdir()
        get_format("manga109").write([book], root / "annotations" / "T.xml")
    get_format(name).write([book], path)
    return path


def broken(data, suffix):
    """What happens to files: a name for each, and the bytes that remain."""
    text = data.decode("utf-8")
    yield "UTF-16 with a mark", text.encode("utf-16")
    yield "UTF-16 without a mark", text.encode("utf-16-le")
    yield "UTF-8 with a mark", b"\xef\xbb\xbf" + data
    yield "a NUL at the start", b"\0" + data
    yield "first byte missing", data[1:]
    yield "last bracket missing", data.rstrip()[:-1]
    if suffix != ".txt":  # a page of DCM772 may say nothing, and any part of a line is a number
        yield "empty", b""
        yield "blank", b" \n\n"
        for share in (0.02, 0.2, 0.5, 0.8, 0.97):
            yield f"cut at {share:.0%}", data[: max(1, int(len(data) * share))]
    yield "a comment line", b"// written by hand\n" + data
    yield "another comment line", b"# written by hand\n" + data
    yield "Latin-1", text.encode("utf-8").replace("ア".encode(), b"\xe9") + b"\xe9"
    if suffix in (".xml", ".svg"):
        at = data.index(b"?>") + 2 if b"?>" in data else 0
        yield "a DOCTYPE", data[:at] + b"<!DOCTYPE book>" + data[at:]
        yield "an entity", data[:at] + b'<!DOCTYPE b [<!ENTITY e "x">]>' + data[at:]
    for name in sorted(set(re.findall(rb"[\"<\s]([a-z_][a-z0-9_]{3,})(?=\"\s*:|[\s/>=])", data))):
        for slip in (name[:1] + name[2:3] + name[1:2] + name[3:], name[:-2] + name[-1:]):
            if slip in (name, b"text_a"):  # a language is called as its file calls it
                continue
            whole = re.compile(rb"(?<![\w.])" + re.escape(name) + rb"(?=\"\s*:|[\s/>=])")
            yield f"{name.decode()} once {slip.decode()}", whole.sub(slip, data, count=1)
            yield f"{name.decode()} as {slip.decode()}", whole.sub(slip, data)


CASES = [(name, None) for name in LAYOUTS] + [("page-json", ".jsonl")]


def refusal(folder, before):
    """Why a folder is not opened; ``None`` where it gives what it gave before."""
    try:
        after = open_comic(folder)
    except InputError as error:
        return str(error)
    return None if after == before else "opened as another book"


@pytest.mark.parametrize(("name", "suffix"), CASES)
def test_no_break_leaves_a_book_without_its_annotation(tmp_path, name, suffix):
    path = laid_out(tmp_path, name, suffix)
    good, before = path.read_bytes(), open_comic(tmp_path)
    [page] = before[0].pages
    assert page.panels or page.texts or page.characters
    for what, data in broken(good, path.suffix):
        if data == good:
            continue
        path.write_bytes(data)
        told = refusal(tmp_path, before)
        assert told is None or (str(path) in told and "\n" not in told), f"{what}: {told}"


def test_every_format_is_broken_here():
    assert set(LAYOUTS) == set(format_names())


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "page-json",
            b'"panels"',
            b'"panles"',
            "line 26: unknown key 'panles'; did you mean 'panels'",
        ),
        ("coco", b"{", b"// COCO\n{", "line 1: not JSON"),
        ("manga109", b"<frame", b"<farme", "line 8: unknown name 'farme'; did you mean 'frame'"),
        ("coo", b"<book", b"<!DOCTYPE book><book", "line 2: declares a document type"),
        ("dcm772", b"8 1", b"8 one", "line 1: expected a finite number"),
    ],
)
def test_the_error_names_file_and_line(tmp_path, capsys, name, old, new, told):
    path = laid_out(tmp_path, name)
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    assert run(["read", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert f"{path}, {told}" in error
    assert error.count("\n") == 1


@pytest.mark.filterwarnings("ignore:.*not read")
def test_files_that_are_no_annotation_do_not_stop_a_book(tmp_path):
    white(tmp_path / "1.png")
    (tmp_path / "metadata.json").write_text('{"title": "A", "pages": 12, "size": [1, 2]}')
    (tmp_path / "gt.json").write_text(
        '{"license": "CC0", "pages": [{"image": "1.png", "width": 64, "height": 48, "panels": []}]}'
    )
    (tmp_path / "cover.svg").write_text(
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
        '<svg xmlns="http://www.w3.org/2000/svg"><polygon points="1,2 3,4 5,1"/></svg>'
    )
    assert [len(book.pages) for book in open_comic(tmp_path)] == [1]


def test_words_and_states_that_look_like_keys_are_none(tmp_path):
    path = laid_out(tmp_path, "page-json")
    said = path.read_bytes().replace("ああ".encode(), rb"\"pagse\": {")
    path.write_bytes(said.replace(b'"ja"', b'"kidn"'))
    [text, _] = open_comic(tmp_path)[0].pages[0].texts
    assert text.contents == {"kidn": '"pagse": {'}
