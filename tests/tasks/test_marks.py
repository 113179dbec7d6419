"""Boxes and labels on a page hide nothing of what they mark."""

import numpy as np
import pytest
from PIL import Image

from panelwise.rendering._effects import marked

SIZE = (600, 800)
RED, BLUE = (220, 0, 0), (0, 60, 220)


@pytest.fixture
def page():
    noise = np.random.default_rng(0).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    return Image.fromarray(noise)


def unchanged(before, after, box):
    return np.array_equal(
        *(np.asarray(one)[box[1] : box[3], box[0] : box[2]] for one in (before, after))
    )


@pytest.mark.parametrize(
    "boxes",
    [
        [(200, 200, 260, 215)],
        [(200, 200, 260, 215), (200, 260, 260, 275), (330, 230, 390, 245)],
        [(10, 2, 80, 20), (500, 780, 590, 797), (10, 400, 80, 420)],  # no room above, none below
    ],
)
def test_labels_stand_beside_small_texts(page, boxes):
    labels = [f"T{k}" for k in range(1, len(boxes) + 1)]
    picture = marked(page, boxes, labels, [RED] * len(boxes))
    assert all(unchanged(page, picture, box) for box in boxes)
    changed = (np.asarray(page) != np.asarray(picture)).any(axis=2)
    for x0, y0, x1, y1 in boxes:
        assert changed[max(y0 - 60, 0) : y1 + 60, max(x0 - 80, 0) : x1 + 80].sum() > 300


def test_a_label_avoids_the_text_above(page):
    above, below = (200, 180, 300, 196), (200, 204, 300, 220)
    picture = marked(page, [above, below], ["1", "2"], [RED, RED])
    assert unchanged(page, picture, (205, 185, 295, 192))
    assert unchanged(page, picture, (205, 209, 295, 216))


def test_somebodys_head_is_to_be_seen(page):
    body = (100, 100, 220, 400)
    picture = marked(page, [body], ["C1"], [BLUE])
    assert unchanged(page, picture, body)


def test_numbers_of_panels_stand_inside_as_the_paper_shows(page):
    panel = (50, 50, 550, 700)
    picture = marked(page, [panel])
    assert not unchanged(page, picture, (60, 60, 75, 75))
    outside = np.asarray(picture) == np.asarray(page)
    assert outside[:50].all()
