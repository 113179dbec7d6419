"""CBT, CB7, PDF and EPUB: pages in order, bytes as they are, bounds, and what they say."""

from __future__ import annotations

import io
import pickle
import sys
import tarfile
import zipfile

import pytest
from PIL import Image

from panelwise.comics import open_comic
from panelwise.errors import InputError, UnsafeInputError

COMIC_INFO = b"<ComicInfo><Title>Tar</Title><Manga>YesAndRightToLeft</Manga></ComicInfo>"


def png(width=30, height=20):
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(buffer, "PNG")
    return buffer.getvalue()


def tar(path, members, mode="w"):
    with tarfile.open(path, mode) as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def seven_zip(path, members):
    libarchive = pytest.importorskip("libarchive")
    with libarchive.file_writer(str(path), "7zip") as archive:
        for name, data in members:
            archive.add_file_from_memory(name, len(data), data)
    return path


PAGES = [("s/10.png", png(10)), ("s/2.png", png(2)), ("__MACOSX/2.png", b"x"), ("n.txt", b"no")]


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_a_cbt_is_a_book_compressed_or_not(tmp_path, mode):
    path = tar(tmp_path / "Story.cbt", [*PAGES, ("ComicInfo.xml", COMIC_INFO)], mode)

    (book,) = open_comic(path)

    assert (book.id, book.title, book.direction_known) == ("Story", "Tar", True)
    assert [(page.id, page.width) for page in book.pages] == [("s/2", 2), ("s/10", 10)]
    assert {page.reading_direction for page in book.pages} == {"rtl"}
    assert [pickle.loads(pickle.dumps(page.image)).read() for page in book.pages] == [
        png(2),
        png(10),
    ]


@pytest.mark.extra
def test_a_cb7_is_a_book_under_any_name(tmp_path):
    for name in ("a.cb7", "a.cbz"):
        (book,) = open_comic(seven_zip(tmp_path / name, PAGES))
        assert [(page.id, page.width) for page in book.pages] == [("s/2", 2), ("s/10", 10)]
        assert book.pages[1].image.read() == png(10)


@pytest.mark.extra
def test_a_damaged_foreign_archive_is_one_line_without_addresses(tmp_path):
    pytest.importorskip("libarchive", reason="needs the extra [rar]")
    path = tmp_path / "a.cbr"
    path.write_bytes(b"Rar!\x1a\x07\x00rest")
    with pytest.raises(InputError, match="damaged or incomplete RAR") as error:
        open_comic(path)
    assert "archive_p" not in str(error.value)


@pytest.mark.parametrize(
    ("members", "kind", "says"),
    [
        ([("../1.png", png())], UnsafeInputError, "leads outside its folder"),
        ([("/1.png", png())], UnsafeInputError, "leads outside its folder"),
        ([("1.png", png()), ("./1.png", png())], InputError, "two members are named '1.png'"),
    ],
)
def test_a_tar_that_would_harm_or_mislead_is_refused(tmp_path, members, kind, says):
    with pytest.raises(kind, match=says):
        open_comic(tar(tmp_path / "a.cbt", members))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_links_and_pipes_in_a_tar_are_refused(tmp_path, kind):
    with tarfile.open(tmp_path / "a.cbt", "w") as archive:
        info = tarfile.TarInfo("1.png")
        info.type, info.linkname = kind, "/etc/passwd"
        archive.addfile(info)
    with pytest.raises(UnsafeInputError, match=r"'1\.png' is a link"):
        open_comic(tmp_path / "a.cbt")


def test_a_bomb_in_a_compressed_tar_is_stopped_while_it_expands(tmp_path, monkeypatch):
    monkeypatch.setattr("panelwise.comics._spool.MAX_SPOOLED_BYTES", 1 << 20)
    path = tar(tmp_path / "a.cbt", [("1.png", bytes(8 << 20))], "w:gz")
    with pytest.raises(UnsafeInputError, match=r"'1\.png' is too large"):
        open_comic(path)


def test_a_cut_tar_is_damaged(tmp_path):
    path = tar(tmp_path / "a.cbt", [("1.png", png()), ("2.png", bytes(50_000))], "w:gz")
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(InputError, match="damaged or incomplete tar archive"):
        open_comic(path)


@pytest.mark.extra
def test_a_page_of_a_pdf_that_is_one_jpeg_gives_its_bytes_and_others_are_rendered(tmp_path):
    pdfium = pytest.importorskip("pypdfium2")
    picture = Image.effect_noise((200, 300), 60)
    picture.save(tmp_path / "scan.pdf")
    document = pdfium.PdfDocument(tmp_path / "scan.pdf")
    document.new_page(360, 540)  # points: 5 × 7.5 inches
    document.save(tmp_path / "Story.pdf")

    (book,) = open_comic(tmp_path / "Story.pdf")

    assert [(page.id, page.width, page.height) for page in book.pages] == [
        ("1", 200, 300),
        ("2", 1000, 1500),
    ]
    assert [page.image.media_type for page in book.pages] == ["image/jpeg", "image/png"]
    for page in book.pages:
        assert page.image.decode().size == (page.width, page.height)
    assert book.pages[0].image.read().startswith(b"\xff\xd8")
    assert pickle.loads(pickle.dumps(book)).pages[1].image.read().startswith(b"\x89PNG")


@pytest.mark.extra
def test_a_damaged_pdf_is_one_line(tmp_path):
    pytest.importorskip("pypdfium2")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 and nothing more")
    with pytest.raises(
        InputError, match=r"a\.pdf: damaged PDF \([^()]+(\([^()]+\))?[^().]*\); copy"
    ):
        open_comic(tmp_path / "a.pdf")


def test_a_text_called_pdf_is_none_whether_or_not_the_extra_is_installed(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    (tmp_path / "a.pdf").write_text("hello")
    with pytest.raises(InputError, match=r"a\.pdf: not a PDF, despite its name; "):
        open_comic(tmp_path / "a.pdf")


CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"""
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf"><metadata
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Moon &amp; I</dc:title>
 <dc:creator>A. Author</dc:creator><dc:language>ja</dc:language></metadata>
<manifest><item id="nav" href="regions.xhtml" properties="data-nav"/>
 <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
 <item id="a" href="a.svg" media-type="image/svg+xml"/>
 <item id="c" href="art/c%201.png" media-type="image/png"/>
 <item id="t" href="text.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine page-progression-direction="{direction}"><itemref idref="b"/><itemref idref="a"/>
 <itemref idref="t"/><itemref idref="c"/></spine></package>"""
PAGE_B = """<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head>
<meta name="viewport" content="width=100, height=200"/></head><body>&nbsp;<img src="art/z.png"/>
</body></html>"""
PAGE_A = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 viewBox="0 0 10 10"><image xlink:href="art/a.png"/></svg>"""
REGIONS = """<html xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="region-based"><ol>
 <li><a href="b.xhtml#xywh=pixel:50,0,50,100" epub:type="panel"/>
  <ol><li><a href="b.xhtml#xywh=percent:50,0,10,10" epub:type="text-area"/></li></ol></li>
 <li><a href="b.xhtml#xywh=percent:0,50,100,50" epub:type="panel"/></li></ol></nav></body></html>"""


def epub(path, direction="rtl", **changed):
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": PACKAGE.format(direction=direction),
        "OEBPS/b.xhtml": PAGE_B,
        "OEBPS/a.svg": PAGE_A,
        "OEBPS/text.xhtml": "<html><body><p>Printed in heaven.</p></body></html>",
        "OEBPS/regions.xhtml": REGIONS,
        "OEBPS/art/z.png": png(200, 400),
        "OEBPS/art/a.png": png(11),
        "OEBPS/art/c 1.png": png(12),
        "OEBPS/art/unused.png": png(13),
    } | {name.replace("__", "/"): data for name, data in changed.items()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_an_epub_follows_its_spine_its_direction_and_its_regions(tmp_path):
    (book,) = open_comic(epub(tmp_path / "Story.epub"))

    assert [(page.id, page.width) for page in book.pages] == [
        ("OEBPS/art/z", 200),
        ("OEBPS/art/a", 11),
        ("OEBPS/art/c 1", 12),
    ]
    assert (book.title, book.source.author, book.source.language) == ("Moon & I", "A. Author", "ja")
    assert {page.reading_direction for page in book.pages} == {"rtl"}
    assert [tuple(panel.box) for panel in book.pages[0].panels] == [
        (100, 0, 200, 200),
        (0, 200, 200, 400),
    ]
    assert book.pages[1].panels == ()
    assert book.pages[0].image.read() == png(200, 400)


@pytest.mark.parametrize(("says", "known"), [("ltr", True), ("default", False)])
def test_the_direction_of_an_epub_is_known_where_it_is_said(tmp_path, says, known):
    (book,) = open_comic(epub(tmp_path / "a.zip", says))  # known by its first member
    assert book.direction_known is known
    assert book.pages[0].reading_direction == "ltr"


@pytest.mark.parametrize(
    ("name", "content", "kind", "says"),
    [
        (
            "OEBPS/book.opf",
            '<!DOCTYPE p [<!ENTITY a "b">]><p>&a;</p>',
            UnsafeInputError,
            "entities",
        ),
        ("OEBPS/book.opf", "<package>", InputError, "book.opf: not well-formed"),
        ("OEBPS/book.opf", "<p>" * 500, UnsafeInputError, "nested deeper"),
        ("OEBPS/book.opf", "<package/>", InputError, "no page of this EPUB is a picture"),
        (
            "META-INF/container.xml",
            "<container/>",
            InputError,
            "not an EPUB, because '' is missing",
        ),
    ],
)
def test_a_hostile_or_broken_epub_is_refused(tmp_path, name, content, kind, says):
    with pytest.raises(kind, match=says):
        open_comic(epub(tmp_path / "a.epub", **{name: content}))


def test_a_broken_page_of_an_epub_is_named_and_left_out(tmp_path, caplog):
    path = epub(tmp_path / "a.epub", **{"OEBPS/a.svg": "<svg", "OEBPS/art/c 1.png": "no image"})
    (book,) = open_comic(path)
    assert [page.id for page in book.pages] == ["OEBPS/art/z"]
    assert ["a.svg" in caplog.messages[0], "c 1.png" in caplog.messages[1]] == [True, True]


def test_containers_in_a_folder_are_a_book_each(tmp_path):
    tar(tmp_path / "one.cbt", PAGES)
    epub(tmp_path / "two.epub")
    assert [book.id for book in open_comic(tmp_path)] == ["one", "two"]


@pytest.mark.parametrize("suffix", ["cbr", "cb7"])
def test_a_file_that_is_no_archive_is_named_so(suffix, tmp_path):
    path = tmp_path / f"book.{suffix}"
    path.write_bytes(b"<html>" + bytes(range(256)) * 4)
    with pytest.raises(InputError, match="not a RAR, 7-Zip or tar archive, despite its name"):
        open_comic(path)
