"""XML of annotation formats: streamed, without document types, and never half."""

import tracemalloc

import pytest

from format_strategies import white
from panelwise.comics import open_comic
from panelwise.comics.formats import comix, coo, ebdtheque, manga109, manga109dialog
from panelwise.errors import InputError, UnsafeInputError

MANGA = (
    '<book title="T"><characters/><pages><page index="3" width="64" height="48"/></pages></book>'
)
COMIX = f"<annotations>{MANGA.replace('index', 'id')}</annotations>"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">'
    '<svg class="Page"><image x:href="a.png" width="64" height="48"/></svg></svg>'
)
FORMATS = [
    pytest.param(manga109, MANGA, id="manga109"),
    pytest.param(coo, MANGA, id="coo"),
    pytest.param(comix, COMIX, id="comix"),
    pytest.param(ebdtheque, SVG, id="ebdtheque"),
]
BOMB = """<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>"""
FETCH = """<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">"""


@pytest.fixture
def path(tmp_path):
    white(tmp_path / "a.png")
    return tmp_path / "file.xml"


@pytest.mark.parametrize(("format_", "text"), FORMATS)
@pytest.mark.parametrize("before", [BOMB, FETCH, "\n<!-- hello -->\n<!DOCTYPE x>"])
def test_document_types_and_entities_are_refused(path, format_, text, before):
    path.write_text(before + text)
    with pytest.raises(UnsafeInputError, match=r"file\.xml, line \d+: declares a document type"):
        format_.read(path)


@pytest.mark.parametrize(("format_", "text"), FORMATS)
def test_an_undeclared_entity_is_no_xml(path, format_, text):
    path.write_text(text.replace("><", ">&secret;<", 1))
    with pytest.raises(InputError, match=r"line 1: not well-formed XML \(undefined entity\)"):
        format_.read(path)


@pytest.mark.parametrize(("format_", "text"), FORMATS)
@pytest.mark.parametrize("keep", [0.0, 0.3, 0.6, 0.95])
def test_half_a_file_is_told_with_the_line_where_it_ends(path, format_, text, keep):
    path.write_text("<!-- one -->\n" + text[: int(len(text) * keep)])
    with pytest.raises(InputError, match=r"file\.xml, line 2: not well-formed XML \(") as caught:
        format_.read(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("format_", "text"), FORMATS)
def test_any_encoding_that_xml_knows_is_read(path, format_, text):
    path.write_bytes(b'<?xml version="1.0" encoding="UTF-16"?>'.decode().encode("utf-16"))
    whole = f'<?xml version="1.0" encoding="UTF-16"?>{text}'
    path.write_bytes(whole.encode("utf-16"))
    assert len(format_.read(path)[0].pages) == 1
    path.write_bytes(b'<?xml version="1.0" encoding="klingon"?>' + text.encode())
    with pytest.raises(InputError, match="not well-formed XML"):
        format_.read(path)


@pytest.mark.parametrize(("format_", "text"), FORMATS)
def test_absurd_depth_is_refused(path, format_, text):
    deep = "<a>" * 1000 + "</a>" * 1000
    path.write_text(text.replace("><", f">{deep}<", 1))
    with pytest.raises(UnsafeInputError, match="more than 64 deep"):
        format_.read(path)


def test_a_file_that_is_missing_or_of_another_kind_is_told(path):
    for format_ in (manga109, coo, manga109dialog, comix, ebdtheque):
        with pytest.raises(InputError, match=r"file\.xml"):
            format_.read(path)
    path.write_text("<html/>")
    for format_ in (manga109, coo, comix, ebdtheque):
        with pytest.raises(InputError, match=r"file\.xml: .*(root|no <)"):
            format_.read(path)
    with pytest.raises(InputError, match="not a known annotation file"):
        open_comic(path.parent, annotations=path)


def test_what_is_held_at_a_time_is_one_page(path):
    """20 MB on 400 pages: beyond the books themselves memory does not grow with the file."""
    noise = f'<weather sun="no">{"rain, " * 8_600}</weather>'
    frame = '<frame id="{}" xmin="10" ymin="20" xmax="30" ymax="40"/>'
    with path.open("w") as stream:
        stream.write('<book title="T"><characters/><pages>')
        for index in range(400):
            frames = "".join(frame.format(f"{index}-{at}") for at in range(20))
            stream.write(f'<page index="{index}" width="64" height="48">{noise}{frames}</page>')
        stream.write("</pages></book>")
    assert path.stat().st_size > 20e6
    (book,), peak, kept = measured(manga109, path)
    assert sum(len(page.panels) for page in book.pages) == 8_000
    assert peak - kept < 4e6


def measured(format_, path):
    """Books, the most memory that reading took, and the memory that they take themselves."""
    tracemalloc.start()
    try:
        books = format_.read(path)
        kept, peak = tracemalloc.get_traced_memory()
        return books, peak, kept
    finally:
        tracemalloc.stop()
