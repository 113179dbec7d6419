"""Books written as CBZ: the same bytes, and a ComicInfo.xml that says the same when read."""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zipfile
from dataclasses import replace

import pytest
from PIL import Image

from panelwise.cli import run
from panelwise.comics import Source, Text, comic_info, open_comic, write_cbz
from panelwise.errors import InputError
from panelwise.geometry import Box

SOURCE = Source(
    author="A. Author",
    series="Moons & Co",
    volume="3",
    year=1997,
    month=5,
    publisher="House",
    language="ja",
    colour=False,
)


@pytest.fixture
def book(tmp_path):
    for name, format_ in (("a10.png", "PNG"), ("a2.jpg", "JPEG")):
        Image.effect_noise((30, 20), 50).save(tmp_path / name, format_)
    (opened,) = open_comic(tmp_path, direction="rtl")
    return replace(opened, title="The <Moon>", source=SOURCE)


def test_a_cbz_keeps_bytes_order_source_and_direction(book, tmp_path):
    write_cbz(book, tmp_path / "out" / "b.cbz")

    (again,) = open_comic(tmp_path / "out" / "b.cbz")

    assert [page.id for page in again.pages] == ["001", "002"]
    assert [p.image.read() for p in again.pages] == [p.image.read() for p in book.pages]
    assert (again.title, again.source) == ("The <Moon>", SOURCE)
    assert {page.reading_direction for page in again.pages} == {"rtl"}
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["b.cbz"]


def test_elements_stand_in_the_order_of_the_schema_with_a_list_of_pages(book):
    pages = (replace(book.pages[0], layout="spread"), replace(book.pages[1], advert=True))
    root = ET.fromstring(comic_info(replace(book, pages=pages)))
    assert [element.tag for element in root] == [
        "Title",
        "Series",
        "Volume",
        "Year",
        "Month",
        "Writer",
        "Publisher",
        "PageCount",
        "LanguageISO",
        "BlackAndWhite",
        "Manga",
        "Pages",
    ]
    size = {"ImageWidth": "30", "ImageHeight": "20"}
    assert [page.attrib for page in root.find("Pages")] == [
        {"Image": "0", "DoublePage": "true"} | size,
        {"Image": "1", "Type": "Advertisement"} | size,
    ]


def test_what_is_not_known_is_not_written(book):
    text = Text(Box(0, 0, 9, 9), {"fr": "Oui"})
    pages = tuple(replace(p, reading_direction="ltr", texts=(text,)) for p in book.pages)
    root = ET.fromstring(comic_info(replace(book, title="a\x00b", source=Source(), pages=pages)))
    assert root.findtext("Title") == "a\ufffdb"
    assert root.findtext("LanguageISO") == "fr"
    assert root.find("Manga") is None
    assert root.find("BlackAndWhite") is None


def test_nothing_is_written_over_and_nothing_is_left_after_a_failure(book, tmp_path):
    write_cbz(book, tmp_path / "out" / "b.cbz")
    with pytest.raises(InputError, match="already exists"):
        write_cbz(book, tmp_path / "out" / "b.cbz")
    bare = replace(book, pages=(replace(book.pages[0], image=None),))
    with pytest.raises(InputError, match="has no image to write"):
        write_cbz(bare, tmp_path / "out" / "c.cbz")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["b.cbz"]


def test_convert_writes_a_cbz_a_book(book, tmp_path, capsys):
    out = tmp_path / "cbz"
    assert run(["convert", str(tmp_path), "--to", "cbz", "--out", str(out)]) == 0
    (written,) = out.iterdir()
    with zipfile.ZipFile(written) as archive:
        assert archive.namelist() == ["ComicInfo.xml", "001.jpg", "002.png"]
    assert capsys.readouterr().out.strip() == str(written)
