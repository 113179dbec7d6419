"""Layouts: what a reader, and what nobody, may conclude from where panels stand."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from panelwise.comics import ReadingDirection
from panelwise.errors import SettingError
from panelwise.geometry import Box, box_polygon, polygon_area, polygon_box
from panelwise_press.layouts import LAYOUTS, Frame, PagePlan, plan_pages

layouts = st.sampled_from(sorted(LAYOUTS))
counts = st.integers(1, 24)
seeds = st.integers(0, 10**9)


def box_of(frame: Frame) -> Box:
    return polygon_box(frame.polygon)


def is_plain(page: PagePlan) -> bool:
    """Nothing slants, overlaps or lies inside something else."""
    return all(
        set(frame.polygon) == set(box_polygon(box_of(frame))) and not frame.over and not frame.inset
        for frame in page.frames
    )


def read(boxes: list[Box], direction: ReadingDirection) -> list[Box]:
    """The order of boxes by one rule alone: the widest gutter right through them parts first."""
    if len(boxes) < 2:
        return boxes
    cuts = []
    for axis in (1, 0):
        ordered = sorted(boxes, key=lambda box: box[axis])
        end = ordered[0][axis + 2]
        for at, box in enumerate(ordered[1:], 1):
            if box[axis] >= end:
                cuts.append((box[axis] - end, axis, ordered[:at], ordered[at:]))
            end = max(end, box[axis + 2])
    _, axis, low, high = max(cuts, key=lambda cut: cut[:2])
    if axis == 0 and direction == "rtl":
        low, high = high, low
    return read(low, direction) + read(high, direction)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_count_has_pages_in_every_layout(name: str) -> None:
    for count in range(1, 25):
        pages = plan_pages(name, [count], random.Random(count))
        assert [beat for page in pages for beat in page.beats] == list(range(count))
        sizes = [len(page.frames) for page in pages]
        assert sizes == [len(page.beats) for page in pages]
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= LAYOUTS[name].most
        assert len({page.gutter for page in pages}) == 1


@given(layouts, counts, seeds)
@settings(max_examples=40, deadline=None)
def test_frames_are_inside_the_page_and_well_shaped(name: str, count: int, seed: int) -> None:
    for page in plan_pages(name, [count], random.Random(seed)):
        for frame in page.frames:
            box = box_of(frame)
            assert box.x0 >= 0
            assert box.y0 >= 0
            assert box.x1 <= page.width
            assert box.y1 <= page.height
            assert min(box.width, box.height) >= 170
            assert 0.4 <= box.width / box.height <= 3.2
            touches = box.x0 == 0 or box.y0 == 0 or box.x1 == page.width or box.y1 == page.height
            assert touches == frame.bleed
            assert not (frame.bleed and frame.border)


@given(layouts, counts, seeds)
@settings(max_examples=40, deadline=None)
@example("rtl", 4, 4154772)  # a panel over an inset
def test_only_overs_and_insets_share_area_and_little(name: str, count: int, seed: int) -> None:
    for page in plan_pages(name, [count], random.Random(seed)):
        for at, frame in enumerate(page.frames):
            box = box_of(frame)
            for before, other in enumerate(page.frames[:at]):
                shared = box.intersection(box_of(other))
                if frame.inset and before == at - 1:
                    assert shared == pytest.approx(box.area)
                    assert shared <= 0.12 * box_of(other).area
                elif frame.over and before == at - 1:
                    # An inset, at least 180 wide, ends 16 from the side of its host, and up to 46
                    # of the host are covered.
                    most = (46 - 16) / 180 if other.inset else 0.12
                    assert 0 < shared <= most * min(box.area, box_of(other).area)
                    assert frame.border
                    assert other.border
                else:
                    # Boxes of slanted frames reach into each other, but frames do not.
                    assert shared == 0 or not is_plain(page)


@given(layouts, counts, seeds)
@settings(max_examples=80, deadline=None)
def test_the_widest_gutter_tells_the_order(name: str, count: int, seed: int) -> None:
    for page in plan_pages(name, [count], random.Random(seed)):
        if is_plain(page):
            boxes = [box_of(frame) for frame in page.frames]
            assert read(boxes[::-1], page.direction) == boxes


@given(layouts, st.lists(counts, min_size=1, max_size=3), seeds)
@settings(max_examples=20, deadline=None)
def test_one_seed_one_plan(name: str, many: list[int], seed: int) -> None:
    first = plan_pages(name, many, random.Random(seed))
    assert first == plan_pages(name, many, random.Random(seed))
    assert sorted({page.story for page in first}) == list(range(len(many)))


def test_traditions_look_like_themselves() -> None:
    def pages(name: str, count: int) -> list[PagePlan]:
        rng = random.Random(name)
        return [page for _ in range(60) for page in plan_pages(name, [count], rng)]

    assert {page.direction for page in pages("rtl", 6)} == {"rtl"}
    assert {page.gutter for page in pages("western", 5)} == {"white", "black"}
    manga = [frame for page in pages("rtl", 6) for frame in page.frames]
    for flag in ("bleed", "inset", "over"):
        assert 0 < sum(getattr(frame, flag) for frame in manga) < len(manga) / 4
    assert any(
        box_of(frame).x0 < page.width / 2 - 50 and box_of(frame).x1 > page.width / 2 + 50
        for page in pages("spread", 8)
        for frame in page.frames
    )
    scroll = pages("scroll", 12)
    assert all(page.layout == "scroll" and page.height > 3 * page.width for page in scroll)
    columns = plan_pages("four_panel", [8], random.Random(0))[0]
    assert len({box_of(frame).x0 for frame in columns.frames[:4]}) == 1
    assert box_of(columns.frames[0]).x0 > box_of(columns.frames[4]).x0


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_a_mirrored_page_is_the_page_read_from_the_other_side(seed: int) -> None:
    page = plan_pages("rtl", [6], random.Random(seed))[0]
    assert page.mirrored().direction == "ltr"
    assert page.mirrored().mirrored() == page
    for frame, mirrored in zip(page.frames, page.mirrored().frames, strict=True):
        assert box_of(mirrored).x0 == pytest.approx(page.width - box_of(frame).x1)
        assert mirrored.polygon[0][0] < mirrored.polygon[1][0]  # clockwise again


def test_unknown_layouts_and_empty_stories_are_refused() -> None:
    with pytest.raises(SettingError, match="did you mean 'western'"):
        plan_pages("westen", [4], random.Random(0))
    with pytest.raises(SettingError, match="0 panels"):
        plan_pages("rtl", [4, 0], random.Random(0))


FEATURES = ("width", "height", "aspect", "area", "slant", "border", "bleed")


def shape_of(frame: Frame) -> tuple[float, ...]:
    box, (a, b, c, d) = box_of(frame), frame.polygon
    slant = (abs(a[0] - d[0]) + abs(b[0] - c[0])) / box.height
    slant += (abs(a[1] - b[1]) + abs(c[1] - d[1])) / box.width
    area = polygon_area(frame.polygon)
    return (
        box.width,
        box.height,
        round(box.width / box.height, 6),
        area,
        round(slant, 6),
        frame.border,
        frame.bleed,
    )


@pytest.mark.parametrize("name", LAYOUTS)
def test_shapes_do_not_tell_the_place_in_the_order(name: str) -> None:
    """Rank correlation of every feature with the place, within stories (MS-13).

    The interval is clustered by story, and holds for all features and layouts together.
    """
    products, spread = [], np.zeros(len(FEATURES))
    places = 0.0
    for story in range(300):
        rng = random.Random(f"leak {name} {story}")
        frames = [f for page in plan_pages(name, [rng.randint(4, 10)], rng) for f in page.frames]
        ranks = np.column_stack(
            [rankdata(column) for column in zip(*map(shape_of, frames), strict=True)]
        )
        ranks = (ranks - ranks.mean(axis=0)) / len(frames)
        place = (np.arange(len(frames)) - (len(frames) - 1) / 2) / len(frames)
        products.append(place @ ranks)
        spread += (ranks**2).sum(axis=0)
        places += (place**2).sum()
    scale = np.sqrt(spread * places)
    correlation = np.sum(products, axis=0)
    error = np.sqrt(np.sum(np.square(products), axis=0))
    z = 3.3  # 95 % for fifty intervals together
    leaks = {
        feature: (correlation[at] / scale[at], z * error[at] / scale[at])
        for at, feature in enumerate(FEATURES)
        if abs(correlation[at]) > z * error[at]
    }
    assert not leaks


def test_slants_do_not_match_across_a_gutter() -> None:
    facing = []
    for story in range(300):
        page = plan_pages("rtl", [6], random.Random(story))[0]
        for frame, following in pairwise(page.frames):
            (left, _, _, low), (_, right, bottom, _) = frame.polygon, following.polygon
            if following.over or following.inset or right[0] > left[0] + 1:
                continue
            slants = left[0] - low[0], right[0] - bottom[0]
            if any(slants):
                facing.append(slants)
    first, second = np.array(facing).T
    assert len(first) > 150
    assert abs(np.corrcoef(first, second)[0, 1]) < 1.96 / len(first) ** 0.5
