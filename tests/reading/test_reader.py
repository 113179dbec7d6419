"""Readers: pages in, structured pages out, one direction for a whole book."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from PIL import Image

from panelwise.comics import Book, ComicImage, Page, Panel, Text, encode_png
from panelwise.errors import SettingError, UnavailableError
from panelwise.geometry import Box
from panelwise.reading import ClassicalReader, arrange_page, classical_reader, read_book
from panelwise.registry import Registry

FRAMES = [Box(20, 20, 190, 180), Box(210, 20, 380, 180), Box(20, 200, 380, 580)]


def framed_page(texts: tuple[Text, ...] | None = None) -> Page:
    """Two panels above one, grey in black frames on white paper."""
    pixels = np.full((600, 400, 3), 255, np.uint8)
    for frame in FRAMES:
        x0, y0, x1, y1 = frame.rounded()
        pixels[y0:y1, x0:x1] = 0
        pixels[y0 + 4 : y1 - 4, x0 + 4 : x1 - 4] = 170
    image = ComicImage.from_bytes(encode_png(Image.fromarray(pixels)), "page.png")
    return Page("p", 400, 600, image, texts=texts)


@dataclass(frozen=True)
class EchoReader:
    """Notes the direction it was asked for."""

    name: str = "echo"
    asked: list[str | None] = field(default_factory=list)

    def read(self, page, direction=None):
        self.asked.append(direction)
        return page


def found(page: Page) -> list[int]:
    return [max(range(3), key=lambda i: FRAMES[i].iou(panel.box)) for panel in page.panels]


def test_the_default_reader_finds_panels_and_puts_them_in_order():
    reader = classical_reader()
    assert reader.name == "default"
    assert found(reader.read(framed_page())) == [0, 1, 2]
    right_to_left = reader.read(framed_page(), "rtl")
    assert found(right_to_left) == [1, 0, 2]
    assert right_to_left.reading_direction == "rtl"
    assert right_to_left.order_confidence == 1


def test_pages_are_read_beside_each_other_and_come_in_their_order(monkeypatch):
    """The first page waits for the second: one after the other they would never end."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    threads = threading.active_count()
    started: list[str] = []
    second = threading.Event()

    class Slow:
        name = "slow"

        def read(self, page, direction=None):
            started.append(page.id)
            if page.id == "1":
                second.set()
            assert page.id != "0" or second.wait(5)
            return page

    book = Book("b", tuple(Page(str(k), 10, 10) for k in range(20)))
    pages = read_book(book, Slow(), "ltr")
    assert not started
    assert next(pages).id == "0"
    pages.close()  # as Ctrl-C does
    assert len(started) <= 4
    assert [page.id for page in read_book(book, Slow(), "ltr")] == [str(k) for k in range(20)]
    assert threading.active_count() == threads


def test_what_goes_wrong_with_a_page_comes_after_the_pages_before_it():
    book = Book("b", (replace(framed_page(), id="good"), Page("bad", 10, 10)))
    pages = read_book(book, classical_reader(), "ltr")
    assert next(pages).id == "good"
    with pytest.raises(UnavailableError, match="page bad has no image"):
        next(pages)


def test_it_is_registered_under_its_name():
    assert Registry("reader", "panelwise.readers").get("default") is classical_reader


def test_a_reader_keeps_the_pages_own_direction_unless_told():
    page = replace(framed_page(), reading_direction="rtl")
    assert found(ClassicalReader().read(page)) == [1, 0, 2]
    assert found(ClassicalReader().read(page, "ltr")) == [0, 1, 2]


def test_texts_are_kept_ordered_and_told_their_panel():
    low, right, left = (
        Text(Box(*box), {"en": name})
        for box, name in (
            ((50, 300, 90, 320), "low"),
            ((300, 40, 340, 60), "right"),
            ((40, 40, 80, 60), "left"),
        )
    )
    page = ClassicalReader().read(framed_page((low, right, left)))
    assert [(text.content, text.panel) for text in page.texts] == [
        ("left", 0),
        ("right", 1),
        ("low", 2),
    ]
    assert ClassicalReader().read(framed_page(())).texts == ()
    assert ClassicalReader().read(framed_page()).texts is None


def test_panels_from_elsewhere_can_be_arranged_by_any_rule():
    panels = [Panel(FRAMES[i], id=str(i)) for i in (2, 0, 1)]
    for rule in ("default", "magi", "xycut"):
        page = arrange_page(framed_page(), panels, "rtl", rule)
        assert [panel.id for panel in page.panels] == ["1", "0", "2"]


def test_a_page_without_an_image_cannot_be_read():
    with pytest.raises(UnavailableError, match="page p has no image"):
        ClassicalReader().read(Page("p", 10, 10))


def test_a_book_is_read_in_one_direction():
    book = Book("b", (Page("a", 100, 900), Page("b", 100, 140), Page("c", 100, 900)))
    reader = EchoReader()
    assert [page.id for page in read_book(book, reader)] == ["a", "b", "c"]
    assert reader.asked == ["ttb"] * 3


def test_what_the_book_knows_is_left_to_its_pages():
    book = Book("b", (Page("a", 100, 900),) * 2, direction_known=True)
    reader = EchoReader()
    list(read_book(book, reader))
    assert reader.asked == [None, None]
    list(read_book(book, reader, "rtl"))
    assert reader.asked[2:] == ["rtl", "rtl"]


def test_only_the_pages_asked_for_are_read_and_only_when_asked():
    book = Book("b", tuple(Page(name, 100, 140) for name in "abcd"))
    reader = EchoReader()
    pages = read_book(book, reader, "ltr", pages=[2, 0])
    assert reader.asked == []
    assert next(pages).id == "c"
    assert reader.asked == ["ltr"]
    assert [page.id for page in pages] == ["a"]


def test_mistakes_are_told_before_anything_is_read():
    book = Book("b", (Page("a", 100, 140),))
    with pytest.raises(SettingError, match="has no page 3"):
        read_book(book, EchoReader(), pages=[3])
    with pytest.raises(SettingError, match="did you mean 'auto'"):
        read_book(book, EchoReader(), "aut")  # type: ignore[arg-type]


@pytest.mark.shared
def test_a_manga_is_read_from_its_images_alone(shared):
    root = shared / "comics/openmantra"
    annotated = json.loads((root / "annotation.json").read_bytes())[2]["pages"][3]
    image = ComicImage.from_path(root / annotated["image_paths"]["ja"])
    frames = [Box.from_xywh(*(frame[k] for k in "xywh")) for frame in annotated["frame"]]
    (page,) = read_book(Book("b", (Page("p", *image.size, image),)), classical_reader(), "rtl")
    nearest = [max(range(len(frames)), key=lambda i: frames[i].iou(p.box)) for p in page.panels]
    assert nearest == sorted(nearest)
