"""The vision-only baseline: what is measured, and how a candidate is compared with its context."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from panelwise.errors import SettingError
from panelwise.reading import AGGREGATIONS, FeatureEncoder, context_similarity, strip_of

CONTEXT = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]], np.float32)
CANDIDATES = np.array([[1, 0, 0], [0, 0, 2], [1, 1, 1]], np.float32)


def plain(colour, size=(80, 120)):
    return np.zeros((*size, 3), np.uint8) + np.array(colour, np.uint8)


def striped(axis):
    stripes = np.arange(96) // 8 % 2 * 255
    grid = np.broadcast_to(stripes[:, None] if axis == 0 else stripes[None], (96, 96))
    return np.repeat(grid[..., None], 3, axis=2).astype(np.uint8)


def test_rows_are_of_length_one_and_the_same_every_time():
    images = [plain((200, 30, 30)), striped(0), striped(1), plain((0, 0, 0), (3, 500))]
    rows = FeatureEncoder().encode(images)
    assert rows.shape == (4, 272)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert (rows == FeatureEncoder().encode(images)).all()
    assert FeatureEncoder().encode([]).shape == (0, 272)


def test_colours_and_edge_directions_are_told_apart():
    red, dark_red, blue, rows, columns = FeatureEncoder().encode(
        [plain((200, 30, 30)), plain((190, 40, 40)), plain((30, 30, 200)), striped(0), striped(1)]
    )
    assert red @ dark_red > red @ blue
    assert rows @ columns < 0.8


def test_size_alone_changes_little():
    page = np.random.default_rng(0).integers(0, 255, (8, 8, 3), dtype=np.uint8)
    large = page.repeat(32, 0).repeat(32, 1)
    one, other = FeatureEncoder().encode([large, large[::2, ::2]])
    assert one @ other > 0.97


def test_the_mean_and_the_highest_cosine():
    root = 1 / np.sqrt(2)
    assert context_similarity(CANDIDATES, CONTEXT) == pytest.approx(
        [(1 + root) / 4, 1 / 4, (3 + np.sqrt(2)) / np.sqrt(3) / 4]
    )
    assert context_similarity(CANDIDATES, CONTEXT, "max") == pytest.approx([1, 1, np.sqrt(2 / 3)])


@pytest.mark.parametrize(
    ("masked", "neighbours"), [(0, [0]), (1, [0, 1]), (2, [1, 2]), (3, [2, 3]), (4, [3])]
)
def test_neighbours_are_the_visible_panels_beside_the_gap(masked, neighbours):
    assert context_similarity(CANDIDATES, CONTEXT, "neighbours", masked) == pytest.approx(
        context_similarity(CANDIDATES, CONTEXT[neighbours])
    )


def test_a_strip_is_one_picture_of_all():
    panels = [plain((255, 0, 0), (50, 100)), plain((0, 0, 255), (100, 50))]
    strip = strip_of(panels, 60)
    assert strip.shape == (60, 150, 3)
    assert strip[30, 0].tolist() == [255, 0, 0]
    assert strip[30, -1].tolist() == [0, 0, 255]
    encoder = FeatureEncoder()
    candidates, context = encoder.encode(panels), encoder.encode([strip])
    assert context_similarity(candidates, context, "strip") == pytest.approx(
        (candidates @ context.T)[:, 0], abs=1e-6
    )


matrix = npst.arrays(np.float32, (4, 3), elements=st.floats(-100, 100, width=32))


@given(matrix, matrix, st.sampled_from(["mean", "max", "neighbours"]), st.integers(0, 4))
def test_scores_stay_between_minus_one_and_one_and_length_does_not_matter(a, b, how, masked):
    scores = context_similarity(a, b, how, masked)
    assert (np.abs(scores) <= 1 + 1e-9).all()
    assert context_similarity(a * 4, b, how, masked) == pytest.approx(scores, abs=1e-6)


@pytest.mark.parametrize(
    ("how", "masked", "context"),
    [
        ("median", None, CONTEXT),
        ("neighbours", None, CONTEXT),
        ("neighbours", 5, CONTEXT),
        ("strip", None, CONTEXT),
        *[(how, 0, CONTEXT[:0]) for how in AGGREGATIONS],
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(how, masked, context):
    with pytest.raises(SettingError) as refused:
        context_similarity(CANDIDATES, context, how, masked)
    assert "\n" not in str(refused.value)
