"""The sample comics in the package: they open with exact ground truth, and can be drawn again."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pytest

from panelwise.comics import Book, Page, open_comic
from panelwise.geometry import box_polygon, polygon_box

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "draw_sample.py"
MADE = ("README.md", "little-changes.cbz", "migi-kara.cbz", "pages.jsonl")


@pytest.fixture(scope="module")
def sample():
    with as_file(files("panelwise.experiments") / "sample") as folder:
        yield folder


@pytest.fixture(scope="module")
def books(sample) -> tuple[Book, ...]:
    return open_comic(sample)


@pytest.fixture(scope="module")
def pages(books) -> list[Page]:
    return [page for book in books for page in book.pages]


def test_the_folder_opens_as_a_western_and_a_japanese_book(books):
    assert [(book.id, book.title, len(book.pages)) for book in books] == [
        ("little-changes", "Little Changes", 12),
        ("migi-kara", "Migi kara", 12),
    ]
    assert [{page.reading_direction for page in book.pages} for book in books] == [{"ltr"}, {"rtl"}]
    assert all(book.direction_known for book in books)


def test_anyone_may_pass_them_on(books):
    for book in books:
        assert (book.source.licence, book.source.redistribution) == ("CC0-1.0", "full")


def test_pages_are_silent_and_tell_a_story_each(pages):
    assert all(page.texts == () for page in pages)
    assert len({page.story for page in pages}) == len(pages)


def test_there_is_enough_for_every_ordering_task(pages):
    counts = [len(page.panels) for page in pages]
    assert min(counts) >= 3
    assert max(counts) <= 8
    assert sum(count <= 4 for count in counts) >= 8


def test_every_page_decodes_at_its_announced_size(pages):
    for page in pages:
        assert page.image is not None
        assert page.image.pixels().shape == (page.height, page.width, 3) == (1260, 900, 3)


def test_panels_lie_on_the_page_and_apart(pages):
    for page in pages:
        boxes = [panel.box for panel in page.panels]
        assert all(box == box.clipped(page.width, page.height) for box in boxes)
        # Slanted neighbours share a corner of their boxes, never more.
        assert all(a.iou(b) < 0.15 for n, a in enumerate(boxes) for b in boxes[:n])


def test_the_box_of_a_slanted_panel_holds_its_polygon(pages):
    slanted = [panel for page in pages for panel in page.panels if panel.polygon]
    assert len(slanted) > 20
    assert all(polygon_box(panel.outline) == panel.box for panel in slanted)


def test_frames_stand_exactly_where_the_annotation_says(pages):
    """Just inside every edge is the ink of the frame, just outside the white of the gutter."""
    for page in pages:
        assert page.image is not None
        grey = page.image.pixels().mean(axis=2)
        for panel in page.panels:
            corners = np.array(panel.outline or box_polygon(panel.box))
            middle = corners.mean(axis=0)
            for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
                edge = (start + end) / 2
                inwards = np.array([start[1] - end[1], end[0] - start[0]])
                inwards = inwards / np.hypot(*inwards)
                assert inwards @ (middle - edge) > 0
                for depth, dark in ((1.5, True), (-3.0, False)):
                    # Pixel (x, y) covers [x, x + 1): its centre is half a pixel further.
                    x, y = np.floor(edge + depth * inwards).astype(int)
                    assert (grey[y, x] < 100) == dark, (page.id, panel.box, depth)


def test_the_first_panel_is_where_the_reader_starts(books):
    left, right = ([page.panels[0].box.center[0] for page in book.pages] for book in books)
    assert max(left) <= 450 <= min(right)


def test_an_archive_alone_tells_its_title_and_direction(sample):
    western, manga = (open_comic(sample / name)[0] for name in MADE[1:3])
    assert (western.title, manga.title) == ("Little Changes", "Migi kara")
    assert (manga.direction_known, manga.pages[0].reading_direction) == (True, "rtl")


def test_the_books_stay_small(sample):
    assert all((sample / name).stat().st_size < 700_000 for name in MADE)
    for name in MADE[1:3]:
        with zipfile.ZipFile(sample / name) as archive:
            assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.slow
def test_drawing_again_gives_the_same_bytes(sample, tmp_path):
    if not SCRIPT.is_file():
        pytest.skip("needs examples/draw_sample.py of the repository")
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True, timeout=300)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(MADE)
    for name in MADE:
        assert (tmp_path / name).read_bytes() == (sample / name).read_bytes(), name
