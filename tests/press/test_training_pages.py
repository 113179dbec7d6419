"""Pages for training detectors: what is on them, and what they leave for testing."""

import random

import numpy as np
import pytest

from panelwise.geometry import polygon_box
from panelwise.workers import LocalEngine
from panelwise_press import print_training_pages
from panelwise_press._training_pages import (
    LONG_SIDE,
    UNSEEN_STYLE,
    training_book,
    training_page,
    unseen_plans,
    unseen_templates,
)
from panelwise_press.layouts import varied_page
from panelwise_press.stories import TEMPLATES
from panelwise_press.styles import STYLES, varied_style


def test_frames_are_large_enough_and_inside_their_page():
    shapes, gaps, on_top, counts = set(), 0, 0, set()
    for seed in range(120):
        plan = varied_page(random.Random(seed))
        boxes = [polygon_box(frame.polygon) for frame in plan.frames]
        shapes.add(plan.width > plan.height)
        counts.add(len(boxes))
        on_top += any(frame.over for frame in plan.frames)
        gaps += plan.gutter == "black"
        for box in boxes:
            assert -0.1 <= box.x0 < box.x1 <= plan.width + 0.1, seed
            assert min(box.width, box.height) >= 100, seed
    assert shapes == {True, False}
    assert max(counts) >= 10
    assert on_top > 20
    assert gaps > 5


def test_styles_differ_and_are_never_the_one_for_testing():
    styles = [varied_style(random.Random(seed)) for seed in range(40)]
    assert len({tuple(sorted(style.ink.colours.items())) for style in styles}) == 40
    assert 10 < sum(style.colour for style in styles) < 30
    assert all(style.finish is not STYLES[UNSEEN_STYLE].finish for style in styles)


def test_some_stories_are_kept_for_testing():
    unseen = set(unseen_templates())
    assert 5 <= len(unseen) <= 0.25 * len(TEMPLATES)
    plans = unseen_plans(30)
    assert {name for plan in plans for name in plan.templates} <= unseen
    assert {plan.style for plan in plans} == {UNSEEN_STYLE}
    assert len({plan.layout for plan in plans}) == 7


@pytest.mark.slow
def test_every_class_has_boxes_on_the_page(tmp_path):
    seen = {"panels": 0, "texts": 0, "sounds": 0, "balloons": 0, "characters": 0, "faces": 0}
    most = 0
    for number in range(12):
        pixels, page = training_page(random.Random(number))
        assert max(pixels.shape) == LONG_SIDE
        assert (page.width, page.height) == (pixels.shape[1], pixels.shape[0])
        sounds = [text for text in page.texts if text.kind == "onomatopoeia"]
        most = max(most, len(page.texts))
        seen["sounds"] += len(sounds)
        for name in ("panels", "texts", "balloons", "characters", "faces"):
            seen[name] += len(getattr(page, name))
        for box in (*(one.box for one in page.panels), *(one.box for one in page.texts)):
            assert box.clipped(page.width, page.height).area >= 0.99 * box.area
        for text in page.texts:  # lettering is darker or lighter than what is around it
            x0, y0, x1, y1 = text.box.clipped(page.width, page.height).rounded()
            assert np.ptp(pixels[y0:y1, x0:x1]) > 60
    assert all(seen.values()), seen
    assert most >= 10


@pytest.mark.slow
def test_the_same_seed_gives_the_same_pages(tmp_path):
    one, two = (training_book(3, "a", 2) for _ in range(2))
    assert [page.image.read() for page in one.pages] == [page.image.read() for page in two.pages]
    [book] = print_training_pages(tmp_path / "drawn", 2, seed=3, engine=LocalEngine(1))
    assert len(book.pages) == 2
    assert book.source.licence == "CC0-1.0"
    assert [page.image.read() for page in book.pages] != [page.image.read() for page in one.pages]
