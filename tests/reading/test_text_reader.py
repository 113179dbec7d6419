"""Texts read on whole pages: found, assigned to panels, in reading order."""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw, ImageFont

from panelwise.comics import (
    Book,
    ComicImage,
    Page,
    Panel,
    Source,
    Text,
    encode_png,
    open_comic,
)
from panelwise.errors import MissingExtraError, SettingError, UnavailableError
from panelwise.geometry import Box
from panelwise.metrics import ned
from panelwise.reading import (
    TextReader,
    _line_cache,
    _text_reader,
    can_read_texts,
    classical_reader,
    find_lines,
    read,
    read_book,
    read_texts,
)
from panelwise.reading._text_reader import in_language, known_language
from panelwise_press import print_comics

SAID = {
    "WHERE IS\nMY COFFEE?": (60, 60),
    "I DRANK IT\nALL": (360, 200),
    "THEN MAKE\nSOME MORE!": (60, 380),
}


def squeezed(words):
    return "".join(unicodedata.normalize("NFKC", words).split()).upper()


@pytest.fixture
def ocr():
    pytest.importorskip("rapidocr", reason="needs the extra 'ocr'")
    pytest.importorskip("onnxruntime", reason="needs the extra 'ocr'")


@pytest.fixture
def no_ocr(monkeypatch):
    monkeypatch.setitem(sys.modules, "rapidocr", None)


def drawn_page(scale=1.0):
    """Two panels, three balloons of two rows each."""
    picture = Image.new("RGB", (640, 640), "white")
    draw = ImageDraw.Draw(picture)
    for box in ((20, 20, 620, 320), (20, 340, 620, 620)):
        draw.rectangle(box, outline="black", width=4)
    for words, at in SAID.items():
        draw.multiline_text(at, words, fill="black", font=ImageFont.load_default(28), spacing=6)
    picture = picture.resize((round(640 * scale), round(640 * scale)), Image.Resampling.LANCZOS)
    image = ComicImage.from_bytes(encode_png(picture), "page.png")
    return Page("p", *picture.size, image)


def row(words, x, y):
    return Text(Box(x, y, x + 10 * len(words), y + 20), {"und": words}, confidence=0.9)


def test_given_lines_become_texts_of_the_page_without_ocr(no_ocr):
    panels = (Panel(Box(200, 0, 400, 200)), Panel(Box(0, 0, 190, 200)))
    page = Page("p", 400, 200, panels=panels, reading_direction="rtl")
    lines = [row("LAST", 20, 20), row("FIRST", 380, 10), row("THEN", 210, 60)]
    read = read_texts(page, lines)
    assert [(text.content, text.panel) for text in read.texts] == [
        ("FIRST", 0),
        ("THEN", 0),
        ("LAST", 1),
    ]
    assert all(text.box.x0 >= 0 and text.box.x1 <= page.width for text in read.texts)
    assert read.panels == panels


def test_what_was_hardly_read_is_no_text():
    lines = [replace(row("XZW", 10, 10), confidence=0.55), row("HELLO", 10, 100)]
    assert [text.content for text in read_texts(Page("p", 300, 200), lines).texts] == ["HELLO"]


def test_texts_that_a_page_has_are_kept(no_ocr):
    known = (row("KNOWN", 60, 60),)
    page = replace(drawn_page(), texts=known)
    assert [text.content for text in TextReader().read(page).texts] == ["KNOWN"]


def test_without_the_extra_panels_are_read_and_texts_are_refused(no_ocr, monkeypatch, tmp_path):
    path = tmp_path / "page.png"
    path.write_bytes(drawn_page().image.read())
    monkeypatch.setattr("panelwise.reading._text_reader.find_spec", lambda name: None)
    assert not can_read_texts()
    [(_, page)] = read(path)
    assert len(page.panels) == 2
    assert page.texts is None
    with pytest.raises(MissingExtraError, match=r"\[ocr\]"):
        read(path, texts=True)


def test_a_page_without_an_image_is_refused():
    with pytest.raises(UnavailableError, match="has no image"):
        read_texts(Page("p", 10, 10))


@pytest.mark.extra
@pytest.mark.parametrize("scale", [0.6, 1.0, 3.5])
def test_balloons_of_a_page_of_any_size_are_read_in_order(ocr, scale):
    page = TextReader().read(drawn_page(scale), "ltr")
    assert [squeezed(text.content) for text in page.texts] == [squeezed(words) for words in SAID]
    assert [text.panel for text in page.texts] == [0, 0, 1]
    for text, (x, y) in zip(page.texts, SAID.values(), strict=True):
        assert text.box.x0 == pytest.approx(x * scale, abs=16 * scale)
        assert text.box.y0 == pytest.approx((y + 6) * scale, abs=16 * scale)
        assert text.confidence > 0.8


@pytest.mark.extra
def test_reading_twice_gives_the_same(ocr):
    page = drawn_page()
    assert read_texts(page) == read_texts(page)


@pytest.mark.extra
def test_read_fills_texts_where_the_extra_is_installed_and_not_when_told_not_to(ocr, tmp_path):
    path = tmp_path / "page.png"
    path.write_bytes(drawn_page().image.read())
    [(_, page)] = read(path, direction="ltr")
    assert len(page.texts) == 3
    [(_, page)] = read(path, direction="ltr", texts=False)
    assert page.texts is None


@pytest.mark.extra
@pytest.mark.parametrize(
    ("language", "layout", "style", "least"),
    [("en", "western", "flat", 0.8), ("ja", "rtl", "manga", 0.6)],
)
def test_what_is_lettered_on_printed_pages_is_read(ocr, tmp_path, language, layout, style, least):
    (book,) = print_comics(
        tmp_path / "press", layout=layout, style=style, language=language, seed=4, chapters=2
    )
    bare = tuple(Page(p.id, p.width, p.height, p.image) for p in book.pages)
    pages = read_book(replace(book, pages=bare), TextReader(), book.pages[0].reading_direction)
    spoken = right = 0
    for truth, page in zip(book.pages, pages, strict=True):
        found = {squeezed(text.content): text.box for text in page.texts}
        for text in truth.texts:
            if text.kind in ("dialogue", "narration"):
                spoken += 1
                box = found.get(squeezed(text.content))
                right += box is not None and box.intersection(text.box) > 0.8 * text.box.area
    assert spoken >= 3
    assert right >= least * spoken


@pytest.mark.extra
@pytest.mark.shared
def test_balloons_of_a_real_manga_page_are_read_in_order(ocr, shared):
    folder = shared / "comics/openmantra"
    books = open_comic(folder)
    truth = next(b for b in books if "siora" in b.id or "siora" in str(b.title)).pages[3]
    bare = replace(truth, texts=None, panels=())
    page = TextReader().read(bare, "rtl")
    pairs = [
        (text, found)
        for text in truth.texts
        for found in page.texts
        if text.box.iou(found.box) > 0.5
    ]
    assert len(pairs) >= 0.8 * len(truth.texts)
    assert [page.texts.index(found) for _, found in pairs] == sorted(
        page.texts.index(found) for _, found in pairs
    )
    assert all("ja" in found.contents for _, found in pairs)
    assert ned((squeezed(a.content), squeezed(b.content)) for a, b in pairs) > 0.9


@pytest.mark.extra
@pytest.mark.shared
def test_captions_of_a_real_western_page_are_read_whole(ocr, shared):
    image = ComicImage.from_path(shared / "comics/craphound/images/page7.jpg")
    page = read_texts(classical_reader().read(Page("7", *image.size, image)))
    assert len(page.texts) < 20
    assert any("DECIDE THAT YOU NEED TO CLEAN OUT" in text.content for text in page.texts)


def test_the_language_of_texts_is_the_users_or_the_files_or_unknown(tmp_path):
    texts = (Text(Box(0, 0, 9, 9), {"und": "OUI"}), Text(Box(20, 0, 29, 9), {"ja": "はい"}))
    page = Page("p", 100, 100, texts=texts)
    known = in_language(page, "fr").texts
    assert [text.contents for text in known] == [{"fr": "OUI"}, {"ja": "はい"}]
    assert in_language(page, None) == page
    assert known_language(Book("b", (page,), source=Source(language="fr"))) == "fr"
    assert known_language(Book("b", (page,), source=Source(language="French, I think"))) is None
    with pytest.raises(SettingError, match="'French' is not a language code; write for example en"):
        read([tmp_path], language="French")


def test_a_picture_is_read_once(ocr, tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path))
    page = drawn_page()
    first = find_lines(page)
    assert len(first) == 6
    monkeypatch.setattr(_text_reader, "find_text", None)  # OCR must not be asked again
    assert find_lines(page) == first


def test_a_damaged_reading_is_replaced(ocr, tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path))
    first = find_lines(drawn_page())
    [kept] = tmp_path.rglob("*.json")
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-9], b"[[1, 2]]", b'{"a": 1}'):
        kept.write_bytes(damaged)
        assert find_lines(drawn_page()) == first
        assert kept.read_bytes() == whole


def test_other_pixels_and_another_engine_are_read_anew(ocr, tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path))
    find_lines(drawn_page())
    find_lines(drawn_page(scale=1.5))
    assert len(list(tmp_path.rglob("*.json"))) == 2
    monkeypatch.setattr(_line_cache, "_reader", lambda: "rapidocr 4")
    find_lines(drawn_page())
    assert len(list(tmp_path.rglob("*.json"))) == 3


def test_reading_goes_on_where_nothing_can_be_kept(ocr, tmp_path, monkeypatch, caplog):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "file"))
    assert len(find_lines(drawn_page())) == len(find_lines(drawn_page())) == 6
    assert sum("are not cached" in message for message in caplog.messages) == 1
