"""Vertical scrolls: cut at bands of background, art without frames, order and its confidence."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image

from panelwise.comics import ComicImage, Page, encode_png, open_comic
from panelwise.geometry import Box
from panelwise.reading import ClassicalReader, order_panels

WIDTH, HEIGHT = 400, 1800
# Drawn by hand on the six pages, as people see them: ours, not its author's.
TORINOME = {
    "000": [(60, 280, 790, 825)],
    "001": [
        *((62, 60, 790, 572), (62, 590, 790, 785), (296, 803, 790, 1189), (62, 803, 285, 1189)),
        *((334, 1208, 790, 1528), (62, 1208, 324, 1528), (62, 1548, 790, 1985)),
        *((514, 2002, 788, 2294), (66, 2002, 506, 2294), (69, 2311, 796, 2508)),
        *((69, 2528, 796, 2770), (0, 2791, 850, 3320)),
    ],
    "002": [
        *((232, 155, 628, 210), (220, 500, 640, 580), (52, 790, 792, 1168), (130, 1388, 784, 1760)),
        *((102, 1982, 778, 2384), (98, 2530, 802, 2936), (182, 3152, 720, 3616)),
    ],
    "003": [
        *((138, 55, 744, 442), (164, 646, 736, 1020), (116, 1270, 716, 1636)),
        *((134, 1806, 712, 2196), (144, 2546, 732, 2948), (130, 3222, 752, 3588)),
    ],
    "004": [
        *((172, 112, 738, 472), (54, 600, 630, 992), (96, 1128, 644, 1474), (124, 1698, 770, 1984)),
        *((106, 2170, 740, 2520), (154, 2680, 758, 3088), (144, 3228, 714, 3650)),
    ],
    "005": [
        *((98, 130, 740, 668), (120, 860, 792, 1302), (118, 1600, 660, 2012)),
        *((210, 2318, 700, 2846), (236, 3090, 662, 3596)),
    ],
}
ROWS = [(60, 460), (560, 900), (1000, 1400), (1460, 1740)]


def read(pixels: np.ndarray) -> Page:
    image = ComicImage.from_bytes(encode_png(Image.fromarray(pixels)), "scroll.png")
    page = Page("scroll", pixels.shape[1], pixels.shape[0], image)
    return ClassicalReader().read(page, "ttb")


def background(kind: str) -> np.ndarray:
    if kind == "gradient":
        shades = np.linspace(5, 75, HEIGHT).astype(np.uint8)
        return np.repeat(np.repeat(shades[:, None, None], WIDTH, 1), 3, 2)
    return np.full((HEIGHT, WIDTH, 3), {"white": 255, "black": 0, "rose": 190}[kind], np.uint8)


def paint(page: np.ndarray, box: Box, seed: int) -> None:
    """A picture of blobs, clipped to its box."""
    random = np.random.default_rng(seed)
    x0, y0, x1, y1 = box.rounded()
    art = np.full((y1 - y0, x1 - x0, 3), int(random.integers(120, 160)), np.uint8)
    for _ in range(40):
        centre = int(random.integers(x1 - x0)), int(random.integers(y1 - y0))
        shade = int(random.integers(20, 250))
        cv2.circle(art, centre, int(random.integers(8, 40)), (shade, 255 - shade, shade // 2), -1)
    cv2.rectangle(art, (0, 0), (x1 - x0 - 1, y1 - y0 - 1), (30, 110, 60), 3)
    page[y0:y1, x0:x1] = art


def matches(gold: list[Box], page: Page, least: float) -> int:
    return sum(any(box.iou(panel.box) >= least for panel in page.panels) for box in gold)


@pytest.mark.parametrize("kind", ["white", "black", "rose", "gradient"])
@pytest.mark.parametrize("margin", [0, 30], ids=["full width", "with margins"])
def test_panels_are_parted_by_bands_of_any_background(kind, margin):
    pixels = background(kind)
    gold = [Box(margin, top, WIDTH - margin, bottom) for top, bottom in ROWS]
    for seed, box in enumerate(gold):
        paint(pixels, box, seed)

    page = read(pixels)

    assert len(page.panels) == 4
    assert matches(gold, page, 0.9) == 4
    assert [panel.box.y0 for panel in page.panels] == sorted(p.box.y0 for p in page.panels)
    assert page.layout == "scroll"


def test_art_without_frames_is_found_and_balloons_between_are_left_out():
    pixels = background("black")
    gold = []
    for top in (100, 700, 1300):
        wings = [(40, top + 60), (200, top), (360, top + 90), (230, top + 150), (120, top + 220)]
        cv2.fillPoly(pixels, [np.array(wings, np.int32)], (200, 200, 200))
        gold.append(Box(40, top, 361, top + 221))
        cv2.ellipse(pixels, (90, top + 380), (40, 60), 0, 0, 360, (255, 255, 255), -1)
        cv2.ellipse(pixels, (310, top + 390), (40, 60), 0, 0, 360, (255, 255, 255), -1)

    page = read(pixels)

    assert len(page.panels) == 3
    assert matches(gold, page, 0.85) == 3
    assert page.order_confidence is not None
    assert page.order_confidence > 0.9


def test_blank_rows_and_walls_inside_a_frame_do_not_part_a_panel():
    pixels = background("white")
    gold = [Box(30, 60, 370, 460), Box(60, 560, 340, 900)]
    for box in gold:
        x0, y0, x1, y1 = box.rounded()
        cv2.rectangle(pixels, (x0, y0), (x1 - 1, y1 - 1), (0, 0, 0), 3)
        cv2.rectangle(pixels, (x0, y0 + 150), (x1 - 1, y0 + 230), (170, 170, 170), -1)
        cv2.line(pixels, (x0 + 90, y0 + 152), (x0 + 90, y0 + 228), (0, 0, 0), 3)

    page = read(pixels)

    assert matches(gold, page, 0.9) == len(page.panels) == 2


@pytest.mark.parametrize("kind", ["white", "rose", "gradient"])
def test_a_line_down_the_whole_page_is_no_frame(kind):
    pixels = background(kind)
    gold = [Box(30, top, WIDTH - 30, bottom) for top, bottom in ROWS]
    for seed, box in enumerate(gold):
        paint(pixels, box, seed)
    pixels[:, :3] = 0

    page = read(pixels)

    assert matches(gold, page, 0.8) == len(page.panels) == 4


def test_staggered_panels_of_a_scroll_are_told_apart():
    pixels = background("white")
    gold = [Box(20, 60, 190, 400), Box(210, 160, 380, 560), Box(20, 640, 380, 1000)]
    for seed, box in enumerate(gold):
        paint(pixels, box, seed)

    page = read(pixels)

    assert [panel.box.rounded()[0] < 100 for panel in page.panels] == [True, False, True]
    assert matches(gold, page, 0.85) == 3
    assert page.order_confidence is not None
    assert page.order_confidence <= 0.5


def test_a_scroll_on_which_nothing_is_found_is_one_panel_of_little_confidence():
    page = read(background("rose"))
    assert [panel.box for panel in page.panels] == [Box(0, 0, WIDTH, HEIGHT)]
    assert page.order_confidence == 0.1


def test_a_row_in_a_scroll_reads_from_the_left_as_surely_as_a_coin_falls():
    row = [Box(210, 0, 400, 100), Box(0, 2, 190, 98), Box(0, 200, 400, 300)]
    order = order_panels(row, "ttb")
    assert order.indices == (1, 0, 2)
    assert order.confidence == 0.5


@pytest.mark.shared
def test_torinome_is_cut_where_people_see_its_panels(shared):
    hits, found = 0, 0
    for page in open_comic(shared / "comics/torinome")[0].pages:
        read_page = ClassicalReader().read(page, "ttb")
        gold = [Box(*corners) for corners in TORINOME[page.id]]
        hits += matches(gold, read_page, 0.5)
        found += len(read_page.panels)
    assert sum(map(len, TORINOME.values())) == 38
    assert (hits, found) == (36, 36)
