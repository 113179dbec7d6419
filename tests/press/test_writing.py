"""What stands on a blackboard is in the truth: where its ink is seen, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from panelwise.comics import mask_boxes
from panelwise.geometry import Box
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import ask_boxes, ask_texts
from panelwise.tasks._draft import facts_of
from panelwise_press import BookPlan, print_book

PLAN = BookPlan(5, "clean", "western", "en", 1, templates=("paper-plane",), scale=0.5)


@pytest.fixture(scope="module")
def book():
    return print_book(PLAN, "school")


@pytest.fixture(scope="module")
def mirrored():
    return print_book(replace(PLAN, mirrored=True), "school")


def written(book):
    return [(page, text) for page in book.pages for text in page.texts if text.kind == "scene_text"]


def chalk(page, text):
    """How many light pixels there are in the box, on the board's green."""
    x0, y0, x1, y1 = text.box.rounded()
    return int((page.image.pixels()[y0:y1, x0:x1].min(axis=2) > 215).sum())


def test_every_row_that_is_seen_is_a_text_of_the_scene(book):
    found = written(book)
    assert len(found) >= 5
    for page, text in found:
        assert set(text.content.split()) <= {"8", "1", "+", "="}
        assert chalk(page, text) >= 4
        assert text.box.intersection(page.panels[text.panel].box) == pytest.approx(text.box.area)
    assert "8 + 1 =" in {text.content for _, text in found}
    ids = [text.id for text in found[0][0].texts]
    assert len(ids) == len(set(ids))


def test_a_mirrored_book_keeps_its_sums_readable(mirrored):
    contents = {text.content for _, text in written(mirrored)}
    assert "1 + 8 =" in contents
    assert not any(content.startswith("= ") for content in contents)
    assert len(written(mirrored)) >= 5


def test_no_sum_stays_where_texts_are_covered(book):
    """Covered pages have no light stroke on green that the bare board does not have."""
    for page, text in written(book):
        boxes = [other.box for other in page.texts]
        covered = mask_boxes(page.image.pixels(), boxes, fill="local")
        x0, y0, x1, y1 = text.box.rounded()
        assert covered[y0:y1, x0:x1].min(axis=2).max() <= 215


def test_a_silent_book_has_sums_and_is_silent():
    book = print_book(replace(PLAN, silent=True), "school")
    assert written(book)
    assert facts_of(book.pages, book)["silent"] is True


@pytest.mark.parametrize("profile", [RECOMMENDED, PAPER], ids=lambda p: p.name)
def test_writing_in_the_scene_is_no_class_of_the_papers(profile, book):
    page, text = written(book)[0]
    asked = ask_texts(book, page, profile, 0)
    (entry,) = (one for one in asked.gold["texts"] if Box(*one["box"]) == text.box)
    assert entry["text"] is None  # to read it or not costs nothing
    assert asked.n == sum(one.kind != "scene_text" for one in page.texts)
    boxes = ask_boxes(book, page, profile, 0).gold["boxes"]
    assert [*text.box] not in [one["box"] for one in boxes]
    bare = replace(page, texts=(text,))
    assert ask_texts(book, bare, profile, 0) == "no texts"
    assert np.isfinite(text.box).all()
