"""Boxes answered in other numbers than pixels, and finding out in which."""

from __future__ import annotations

from math import isqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from panelwise.errors import SettingError
from panelwise.geometry import Box
from panelwise.metrics import (
    COORDINATE_FRAMES,
    CoordinateFrame,
    TextRegion,
    best_frame,
    coordinate_frame,
    matches_greedy,
    qwen_size,
    spotting_counts,
    spotting_scores,
    to_pixels,
)

WIDTH, HEIGHT = 1654, 1170  # a spread of Manga109
TRUE = [Box(40, 30, 160, 330), Box(900, 620, 1000, 1100), Box(1500, 60, 1640, 260)]
ANSWERS = {
    "pixels": (900, 620, 1000, 1100),
    "qwen_pixels": (900 * 1652 / 1654, 620 * 1176 / 1170, 1000 * 1652 / 1654, 1100 * 1176 / 1170),
    "qwen_pixels_12mp": (
        900 * 1652 / 1654,
        620 * 1176 / 1170,
        1000 * 1652 / 1654,
        1100 * 1176 / 1170,
    ),
    "thousandths": (900 / 1.654, 620 / 1.17, 1000 / 1.654, 1100 / 1.17),
    "fractions": (900 / 1654, 620 / 1170, 1000 / 1654, 1100 / 1170),
}

sides = st.integers(28, 4000)


@pytest.mark.parametrize("name", COORDINATE_FRAMES)
def test_every_frame_leads_back_to_the_pixels(name):
    numbers = ANSWERS[name.removesuffix("_y_first")]
    if name.endswith("_y_first"):
        numbers = (numbers[1], numbers[0], numbers[3], numbers[2])
    [box] = to_pixels([Box(*numbers)], coordinate_frame(name), WIDTH, HEIGHT)
    assert box == pytest.approx(TRUE[1])


def test_frames_are_named_and_unknown_ones_refused():
    assert len(COORDINATE_FRAMES) == 9
    assert coordinate_frame("fractions_y_first") == CoordinateFrame("fractions", y_first=True)
    with pytest.raises(SettingError, match="unknown coordinate frame 'thousands'; did you mean"):
        coordinate_frame("thousands")


def test_a_page_of_four_megapixels_tells_qwens_limits_apart():
    """A box in the far corner, as a model answers that saw nearly all pixels of 1654 × 2339."""
    [box] = to_pixels([Box(826, 0, 1652, 2352)], coordinate_frame("qwen_pixels_12mp"), 1654, 2339)
    assert box == pytest.approx((827, 0, 1654, 2339))
    [shrunk] = to_pixels([Box(602, 0, 1204, 1708)], coordinate_frame("qwen_pixels"), 1654, 2339)
    assert shrunk == pytest.approx((827, 0, 1654, 2339))


def test_qwen_resizes_a_manga_spread_almost_to_itself():
    assert qwen_size(1654, 1170) == (1652, 1176)


@pytest.mark.parametrize(
    ("size", "resized"),
    [
        ((28, 28), (56, 56)),
        ((1680, 1260), (1680, 1260)),
        ((3508, 2480), (1708, 1204)),
        ((10, 10), (56, 56)),
        ((42, 98), (56, 112)),  # 1.5 and 3.5 steps: halves go to the even number
    ],
)
def test_qwen_sizes(size, resized):
    assert qwen_size(*size) == resized


@given(sides, sides)
def test_qwen_sizes_are_whole_steps_within_the_bounds(width, height):
    across, down = qwen_size(width, height)
    assert across % 28 == down % 28 == 0
    assert across * down <= 2_116_800 or min(across, down) == 28
    assert across * down >= 3_136


@given(st.integers(1500, 4000), st.integers(1500, 4000))
def test_too_large_images_shrink_to_the_exact_floor(width, height):
    """The most steps k with (28·k)² · other ≤ side · most, in whole numbers."""
    resized = qwen_size(width, height)
    for side, other, ours in zip((width, height), (height, width), resized, strict=True):
        steps = isqrt(side * 2_116_800 // other) // 28
        assume((28 * steps) ** 2 * other != side * 2_116_800)  # the last bit of a root decides
        assert ours == 28 * steps


def answers_in(frame: CoordinateFrame) -> list[Box]:
    """The true boxes, told in a frame."""
    [far] = to_pixels([Box(0, 0, 1, 1)], CoordinateFrame(frame.unit), WIDTH, HEIGHT)
    told = [Box(b.x0 / far.x1, b.y0 / far.y1, b.x1 / far.x1, b.y1 / far.y1) for b in TRUE]
    return [Box(b.y0, b.x0, b.y1, b.x1) for b in told] if frame.y_first else told


def hmean(answers: list[Box], frame: CoordinateFrame) -> float:
    gold = [TextRegion(box, "") for box in TRUE]
    found = [TextRegion(box, "") for box in to_pixels(answers, frame, WIDTH, HEIGHT)]
    return spotting_scores(spotting_counts(matches_greedy(gold, found)))["detection_hmean"]


@pytest.mark.parametrize("name", COORDINATE_FRAMES)
def test_the_best_frame_is_the_one_that_was_meant(name):
    meant = coordinate_frame(name)
    answers = answers_in(meant)
    diagnosis = best_frame(lambda frame: hmean(answers, frame), declared=name)
    assert (diagnosis.declared, diagnosis.best) == (name, name)
    assert diagnosis.scores[name] == 1
    assert list(diagnosis.scores) == list(COORDINATE_FRAMES)


def test_a_zero_may_be_a_mismatch_of_frames():
    answers = answers_in(coordinate_frame("thousandths_y_first"))
    diagnosis = best_frame(lambda frame: hmean(answers, frame), declared="pixels")
    assert diagnosis.scores["pixels"] == 0
    assert diagnosis.best == "thousandths_y_first"


def test_ties_go_to_the_declared_frame():
    """On a Manga109 spread Qwen's pixels are almost the image's: neither can be told apart."""
    answers = answers_in(coordinate_frame("pixels"))
    for declared in ("pixels", "qwen_pixels"):
        assert best_frame(lambda frame: hmean(answers, frame), declared).best == declared
    assert best_frame(lambda _: 0.0, "fractions").best == "fractions"
    with pytest.raises(SettingError, match="unknown coordinate frame"):
        best_frame(lambda _: 0.0, "inches")


@pytest.mark.parametrize(
    ("size", "resized"),
    [
        ((50, 60), (56, 56)),  # 3,136 pixels: as few as may be
        ((1690, 1250), (1680, 1260)),  # 2,116,800 pixels: as many as may be
        ((1, 1), (56, 56)),
        ((28, 84), (56, 112)),  # 2,352 pixels; grown by √(3136 / 2352), then rounded up
        ((40, 40), (56, 56)),  # to one step each side, which is too few
        ((10, 400), (28, 392)),  # at least one step
        ((6, 500), (28, 504)),
        ((14, 700), (28, 700)),  # half a step is rounded to none
        ((4000, 3000), (1680, 1260)),
        ((200, 20000), (140, 14532)),
    ],
)
def test_sizes_at_the_bounds_of_the_processor(size, resized):
    assert qwen_size(*size) == resized
