"""Pages draw themselves."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from panelwise.comics import ComicImage, Page, Panel, Text, encode_png
from panelwise.geometry import Box


def drawn(page: Page) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(page._repr_png_())).convert("RGB")).astype(int)


def coloured(pixels: np.ndarray) -> np.ndarray:
    return np.ptp(pixels, axis=2) > 60


PANELS = (Panel(Box(10, 10, 190, 140)), Panel(Box(210, 10, 390, 140)))


def test_a_page_draws_its_panels_even_without_an_image():
    pixels = drawn(Page("p", 400, 600, panels=PANELS))
    assert pixels.shape == (600, 400, 3)
    assert coloured(pixels[75:76, 8:14]).any()
    assert (pixels[300:] == 255).all()


def test_each_panel_has_its_own_colour_and_number():
    pixels = drawn(Page("p", 400, 600, panels=PANELS))
    first, second = pixels[138:142, 100].min(axis=0), pixels[138:142, 300].min(axis=0)
    assert np.abs(first - second).max() > 60
    assert not np.array_equal(pixels[10:32, 10:32], pixels[10:32, 210:232])


@pytest.mark.parametrize(("direction", "corner"), [("ltr", 12), ("rtl", 180)])
def test_the_number_stands_in_the_starting_corner(direction, corner):
    page = Page("p", 400, 600, panels=PANELS[:1], reading_direction=direction)
    badge = coloured(drawn(page)[12:30])
    assert badge[:, corner - 1 : corner + 9].mean() > 0.5
    assert badge[:, 90:110].mean() < 0.1


def test_numbers_of_panels_that_share_a_corner_do_not_cover_each_other():
    page = Page("p", 400, 600, panels=(PANELS[0], Panel(Box(10, 10, 60, 60))))
    badges = coloured(drawn(page)[12:52, 14:24]).mean(axis=1) > 0.4
    assert badges.mean() > 0.8


def test_texts_are_thin_and_the_image_shows_through():
    grey = Image.new("RGB", (400, 600), (120, 120, 120))
    image = ComicImage.from_bytes(encode_png(grey), "p.png")
    pixels = drawn(Page("p", 400, 600, image, texts=(Text(Box(50, 400, 150, 450)),)))
    assert (pixels[425, 100] == 120).all()
    assert 1 <= coloured(pixels[425, 140:160][None]).sum() <= 3


def test_a_scroll_is_drawn_in_tiles_from_the_left():
    pixels = drawn(Page("p", 100, 1000, panels=(Panel(Box(0, 900, 100, 1000)),)))
    assert pixels.shape == (2 * 150 + 16, 6 * 100 + 5 * 16, 3)
    assert (pixels[:150, :100] == 255).all()
    assert not (pixels[166:266, :100] == 255).all()


def test_a_huge_page_is_drawn_small():
    pixels = drawn(Page("p", 20_000, 30_000, panels=(Panel(Box(0, 0, 20_000, 30_000)),)))
    assert pixels.shape[0] * pixels.shape[1] < 1_600_000
    assert drawn(Page("p", 3, 2, panels=(Panel(Box(0, 0, 3, 2)),))).shape == (2, 3, 3)
