"""Pictures of panels: composites, rows, crops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from panelwise.comics import Panel
from panelwise.errors import SettingError, UnsafeInputError
from panelwise.geometry import Box
from panelwise.profile import RECOMMENDED
from panelwise.rendering import cells_of, cook
from panelwise.rendering._cut import cut_of
from panelwise.rendering._render import composite_recipe as composite_of_cuts
from panelwise.rendering._render import crop_recipe as crop_of_cut
from panelwise.rendering._render import marked_page_recipe, page_recipe
from panelwise.rendering._render import row_recipe as row_of_cuts


def cuts(page, panels):
    return [cut_of(page, panel) for panel in panels]


def composite_recipe(page, panels, profile, *, index_base):
    return composite_of_cuts(cuts(page, panels), profile, index_base=index_base)


def row_recipe(page, panels, profile):
    return row_of_cuts(cuts(page, panels), profile)


def crop_recipe(page, panel):
    return crop_of_cut(cut_of(page, panel))


PAGE = Image.new("RGB", (1000, 1500), "white")
PANELS = [Panel(Box(20 + 5 * k, 30, 320 + 40 * k, 400 + 60 * k)) for k in range(6)]


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_a_composite_keeps_its_aspect_and_its_longest_side(count):
    recipe = composite_recipe("page", PANELS[:count], RECOMMENDED, index_base=0)
    picture = cook(recipe, {"page": PAGE})
    assert picture.width <= 3 * picture.height
    assert max(picture.size) <= 2048


@given(st.lists(st.tuples(st.integers(60, 2500), st.integers(60, 2500)), min_size=2, max_size=8))
def test_pictures_of_any_panels_stay_within_their_bounds(sizes):
    panels = [Panel(Box.from_xywh(0, 0, *size)) for size in sizes]
    composite = composite_recipe("page", panels, RECOMMENDED, index_base=0)
    for recipe in (composite, row_recipe("page", panels, RECOMMENDED)):
        cells = cells_of(recipe)
        width = max(cell[2] for cell in cells) + recipe["gutter"]
        height = max(cell[3] for cell in cells) + recipe["gutter"]
        assert max(width, height) <= 2048
        one_a_row = len({cell[1] for cell in cells}) == len(cells)
        assert recipe["kind"] == "row" or one_a_row or width <= 3 * height


def test_a_small_composite_is_not_enlarged():
    panels = [Panel(Box(0, 0, 80, 50)), Panel(Box(0, 60, 40, 110))]
    recipe = composite_recipe("page", panels, RECOMMENDED, index_base=0)
    assert cells_of(recipe) == [(20, 20, 100, 70), (120, 20, 160, 70)]
    assert cook(recipe, {"page": PAGE}).size == (180, 90)


def test_a_panel_wider_than_three_heights_stands_alone_on_its_row():
    strip = Panel(Box(0, 0, 900, 100))
    recipe = composite_recipe("page", [strip, strip, strip], RECOMMENDED, index_base=0)
    assert [cell[1] for cell in cells_of(recipe)] == [20, 140, 260]


@pytest.mark.parametrize(
    "recipe", [page_recipe("page"), marked_page_recipe("page", [[0, 0, 5, 5]])]
)
def test_a_page_has_no_cells(recipe):
    assert cells_of(recipe) == []


def test_gutters_are_white():
    recipe = composite_recipe("page", PANELS, RECOMMENDED, index_base=0)
    picture = np.asarray(cook(recipe | {"tags": None}, {"page": Image.new("RGB", PAGE.size)}))
    gutter = np.ones(picture.shape[:2], bool)
    for x0, y0, x1, y1 in cells_of(recipe):
        gutter[y0:y1, x0:x1] = False
    assert (picture[gutter] == 255).all()
    assert (picture[~gutter] == 0).all()


@pytest.mark.parametrize("base", [0, 1])
def test_tags_count_from_the_number_that_the_prompt_names(base):
    recipe = composite_recipe("page", PANELS[:3], RECOMMENDED, index_base=base)
    assert recipe["tags"] == [str(base + k) for k in range(3)]
    without = RECOMMENDED.with_settings({"composite.tags": False})
    assert composite_recipe("page", PANELS, without, index_base=base)["tags"] is None


def test_panels_of_a_composite_have_one_height_and_do_not_touch():
    recipe = composite_recipe("page", PANELS, RECOMMENDED, index_base=0)
    cells = [Box(*cell) for cell in cells_of(recipe)]
    assert len({cell.height for cell in cells}) == 1
    for i, a in enumerate(cells):
        assert all(a.distance(b) >= 20 for b in cells[i + 1 :])


def test_every_panel_of_a_composite_carries_its_tag():
    black = Image.new("RGB", PAGE.size, (90, 140, 90))
    tagged = composite_recipe("page", PANELS[:2], RECOMMENDED, index_base=0)
    plain = tagged | {"tags": None}
    difference = np.asarray(cook(tagged, {"page": black})) != np.asarray(
        cook(plain, {"page": black})
    )
    for x0, y0, x1, y1 in cells_of(tagged):
        corner = difference[y0 : y0 + (y1 - y0) // 4, x0 : x0 + (x1 - x0) // 4]
        assert corner.any()
    assert difference.mean() < 0.05


def test_neighbours_of_a_slanted_panel_are_hidden():
    page = Image.new("RGB", (200, 200), (10, 20, 200))
    triangle = Panel(Box(0, 0, 100, 100), polygon=((0, 0), (100, 0), (0, 100)))
    crop = np.asarray(cook(crop_recipe("page", triangle), {"page": page}))
    assert tuple(crop[10, 10]) == (10, 20, 200)
    assert tuple(crop[90, 90]) == (255, 255, 255)


def test_a_panel_beyond_the_page_is_white_there():
    page = Image.new("RGB", (100, 100), (0, 0, 0))
    crop = np.asarray(cook(crop_recipe("page", Panel(Box(-20, 50, 50, 120))), {"page": page}))
    assert crop.shape == (70, 70, 3)
    assert tuple(crop[0, 0]) == (255, 255, 255)
    assert tuple(crop[0, 30]) == (0, 0, 0)


def test_frames_stand_in_one_row_with_white_margins():
    recipe = row_recipe("page", PANELS[:5], RECOMMENDED)
    cells = cells_of(recipe)
    assert len({cell[1] for cell in cells}) == 1
    picture = np.asarray(cook(recipe, {"page": Image.new("RGB", PAGE.size)}))
    assert (picture[:, :16] == 255).all()


def test_the_smallest_panel_is_a_pixel():
    recipe = composite_recipe("page", [Panel(Box(5, 5, 5.2, 5.2))] * 2, RECOMMENDED, index_base=0)
    assert cook(recipe, {"page": PAGE}).width > 1


def test_gutters_that_leave_no_room_are_a_mistake_of_the_settings():
    wide = RECOMMENDED.with_settings({"composite.gutter": 999_999})
    with pytest.raises(SettingError, match="gutters of 999999 do not fit in 2048 pixels"):
        cells_of(composite_recipe("page", PANELS, wide, index_base=0))


def test_absurd_sizes_are_refused_before_memory_is_taken():
    huge = Panel(Box(0, 0, 1e8, 1e8))
    with pytest.raises(UnsafeInputError, match="on a page of 1000×1500; correct its box"):
        cook(crop_recipe("page", huge), {"page": PAGE})
    recipe = composite_recipe("page", PANELS, RECOMMENDED, index_base=0)
    with pytest.raises(UnsafeInputError, match="pixels is not made"):
        cook(recipe | {"gutter": 10**5, "side": 10**9}, {"page": PAGE})
