"""Covering boxes: nothing inside stays readable, nothing outside changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from panelwise.comics import MASK_FILLS, mask_boxes
from panelwise.errors import SettingError
from panelwise.geometry import Box

WORDS = Box(58, 44, 180, 66)


def lettered(ground=(240, 230, 200)):
    page = Image.new("RGB", (200, 120), ground)
    ImageDraw.Draw(page).text((62, 46), "HELLO WORLD", fill="black", font_size=14)
    return page


def noise(seed=0, size=(40, 60)):
    return np.random.default_rng(seed).integers(0, 256, (*size, 3), dtype=np.uint8)


def test_the_median_fill_takes_the_colour_around_the_box():
    masked = np.asarray(mask_boxes(lettered(), [WORDS]))
    assert (masked == (240, 230, 200)).all()


def test_white_is_white_whatever_is_around():
    masked = np.asarray(mask_boxes(lettered(), [WORDS], fill="white", padding=0))
    assert (masked[44:66, 58:180] == 255).all()
    assert (masked[43, 58:180] == (240, 230, 200)).all()


def test_inpainting_continues_a_gradient():
    ramp = np.repeat(np.linspace(0, 255, 200).astype(np.uint8)[None, :, None], 100, 0).repeat(3, 2)
    spoiled = ramp.copy()
    spoiled[45:55, 90:110] = 0
    masked = mask_boxes(spoiled, [Box(90, 45, 110, 55)], fill="inpaint")
    assert np.abs(masked.astype(int) - ramp).max() <= 12


def test_blur_leaves_no_stroke():
    page = Image.new("RGB", (200, 120), "white")
    ImageDraw.Draw(page).text((62, 46), "HELLO WORLD", fill="black", font_size=14)
    masked = np.asarray(mask_boxes(page, [WORDS], fill="blur"))[45:65, 60:178, 0].astype(int)
    assert np.abs(np.diff(masked, axis=1)).max() < 12


def test_lines_of_one_text_do_not_colour_each_other():
    page = np.full((60, 60, 3), 255, np.uint8)
    for top in range(10, 50, 4):
        page[top : top + 2, 10:50] = 0
    lines = [Box(10, top, 50, top + 4) for top in range(10, 50, 4)]
    assert (mask_boxes(page, lines, padding=1) == 255).all()


def test_a_wholly_covered_picture_takes_its_own_median():
    page = np.full((20, 20, 3), 90, np.uint8)
    page[5:8] = 0
    assert (mask_boxes(page, [Box(0, 0, 20, 20)]) == 90).all()


def test_padding_grows_the_box_and_fractions_are_covered_whole():
    masked = mask_boxes(noise(), [Box(10.4, 10.6, 19.2, 19.2)], fill="white", padding=2)
    assert (masked[8:22, 8:22] == 255).all()


def test_a_picture_comes_back_as_a_picture_and_the_given_one_is_left_alone():
    page = lettered()
    before = page.tobytes()
    assert isinstance(mask_boxes(page, [WORDS]), Image.Image)
    assert page.tobytes() == before


@pytest.mark.parametrize("fill", MASK_FILLS)
def test_nothing_to_cover_changes_nothing(fill):
    page = noise()
    assert (mask_boxes(page, [], fill=fill) == page).all()
    assert (mask_boxes(page, [Box(100, 100, 120, 120)], fill=fill) == page).all()


corner = st.integers(-10, 50)


@given(
    st.sampled_from(MASK_FILLS),
    st.lists(st.tuples(corner, corner, st.integers(1, 20), st.integers(1, 20)), max_size=4),
    st.integers(0, 5),
)
def test_outside_the_padded_boxes_every_pixel_stays(fill, boxes, padding):
    page = noise()
    outside = np.ones(page.shape[:2], bool)
    for x, y, width, height in boxes:
        rows = slice(max(0, y - padding), max(0, y + height + padding))
        outside[rows, max(0, x - padding) : max(0, x + width + padding)] = False
    given_boxes = [Box.from_xywh(*box) for box in boxes]
    masked = mask_boxes(page, given_boxes, fill=fill, padding=padding)
    assert (masked[outside] == page[outside]).all()
    assert (masked == mask_boxes(page, given_boxes, fill=fill, padding=padding)).all()


def test_an_unknown_fill_is_one_line_that_names_the_known():
    with pytest.raises(SettingError, match="did you mean 'median'"):
        mask_boxes(noise(), [], fill="medium")
    with pytest.raises(SettingError, match="padding of -1"):
        mask_boxes(noise(), [], padding=-1)


def dotted(period, tone=None, size=(120, 160)):
    """Dark dots on light paper, one in every cell of a square grid."""
    y, x = np.indices(size)
    dots = ((x % period - period // 2) ** 2 + (y % period - period // 2) ** 2) <= (period / 3) ** 2
    return np.where(dots[..., None], tone or (40, 90, 60), (250, 245, 230)).astype(np.uint8)


@pytest.mark.parametrize("period", [4, 5, 8])
def test_the_local_fill_goes_on_with_a_screen(period):
    page = dotted(period)
    word = page.copy()
    word[50:70, 40:110] = 255
    masked = mask_boxes(word, [Box(40, 50, 110, 70)], fill="local")
    assert np.array_equal(masked, page)
    paper = mask_boxes(word, [Box(40, 50, 110, 70)], fill="median")
    assert (paper[50:70, 40:110].std(axis=(0, 1)) == 0).all()  # the box that is no longer there


def test_the_local_fill_has_the_tone_of_a_screen_without_period():
    rng = np.random.default_rng(2)
    page = np.where(rng.random((120, 160, 1)) < 0.4, 0, 255).astype(np.uint8).repeat(3, 2)
    masked = mask_boxes(page, [Box(40, 50, 110, 70)], fill="local")
    assert abs(masked[50:70, 40:110].mean() - 0.6 * 255) < 25


def test_the_local_fill_is_the_median_on_paper_also_where_lines_end_at_the_box():
    page = lettered()
    ImageDraw.Draw(page).line((0, 20, 190, 100), fill="black", width=2)
    local, median = (mask_boxes(page, [WORDS], fill=fill) for fill in ("local", "median"))
    assert np.array_equal(local, median)


def test_rows_on_a_screen_are_covered_one_after_the_other():
    page = dotted(6)
    rows = [Box(40, 40 + 16 * k, 110, 52 + 16 * k) for k in range(3)]
    word = page.copy()
    for row in rows:
        x0, y0, x1, y1 = row.rounded()
        word[y0:y1, x0:x1] = 255
    masked = mask_boxes(word, rows, fill="local")[40:84, 40:110]
    assert abs(masked.mean() - page[40:84, 40:110].mean()) < 10
    assert masked.std() > 0.5 * page.std()
