"""The vision-only guess at the order of shuffled panels."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import numpy as np
import pytest

from panelwise.comics import ComicImage
from panelwise.geometry import Box
from panelwise.reading import continuity_order


def panel(height: int = 60, width: int = 60, seed: int = 0, tone: int = 128) -> np.ndarray:
    noise = np.random.default_rng(seed).integers(-30, 30, (height, width, 3))
    return (tone + noise).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 10, 11, 16])
def test_every_set_gets_a_permutation(count):
    images = [panel(40 + 7 * i, 90 - 3 * i, seed=i) for i in range(count)]
    assert sorted(continuity_order(images)) == list(range(count))


@pytest.mark.parametrize("count", [4, 10, 13])
def test_equal_panels_keep_their_order(count):
    assert continuity_order([panel()] * count) == tuple(range(count))


@pytest.mark.parametrize("count", [6, 12])
def test_a_smooth_row_is_found_again_however_it_was_shuffled(count):
    row = [panel(50 + 12 * i, 80, seed=1) for i in range(count)]  # wide first, then ever taller
    for seed in range(5):
        positions = random.Random(seed).sample(range(count), count)
        order = continuity_order([row[i] for i in positions])
        assert [positions[i] for i in order] == list(range(count))


def test_panels_of_two_scenes_are_not_interleaved():
    dark = [panel(seed=i, tone=100) for i in range(3)]
    light = [panel(seed=10 + i, tone=170) for i in range(3)]
    order = continuity_order([dark[0], light[0], dark[1], light[1], dark[2], light[2]])
    assert sum(a % 2 != b % 2 for a, b in pairwise(order)) == 1


@pytest.mark.shared
def test_neighbours_on_real_pages_are_kept_more_often_than_by_chance(shared):
    kept = by_chance = 0.0
    root = shared / "comics/openmantra"
    for book in json.loads((root / "annotation.json").read_bytes()):
        for page in book["pages"][4::3]:
            frames = [Box.from_xywh(*(f[k] for k in "xywh")).rounded() for f in page["frame"]]
            if not 3 <= len(frames) <= 6:
                continue
            pixels = ComicImage.from_path(root / page["image_paths"]["ja"]).pixels()
            positions = random.Random(len(frames)).sample(range(len(frames)), len(frames))
            crops = [pixels[y0:y1, x0:x1] for x0, y0, x1, y1 in (frames[i] for i in positions)]
            order = [positions[i] for i in continuity_order(crops)]
            kept += sum(abs(a - b) == 1 for a, b in pairwise(order)) / (len(order) - 1)
            by_chance += 2 / len(order)
    assert kept > 1.05 * by_chance
