"""Bodies and faces that the frame cuts off have a full box: that of the figure drawn whole."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import panelwise
from drawn import mirrored as in_a_mirror
from panelwise.geometry import Box
from panelwise_press import BookPlan, press, print_book
from panelwise_press._bodies import bodies_in, faces_in
from panelwise_press._page import resized
from panelwise_press._scene import POSES, Actor, Look, Scene
from panelwise_press._suite import truth_of
from panelwise_press.drawing import PLACES, Drawn, Ink, Sheet, draw_scene

PLAN = BookPlan(3, "clean", "rtl", "en", chapters=1, scale=0.25)
LOOKS = {"anna": Look(age="child", hair="tails"), "ben": Look(hair="spiky")}
PLACE = next(iter(PLACES))
WIDE = Box(0, 0, 900, 600)
frames = st.builds(
    lambda x, y, width, height: Box(x, y, x + width, y + height),
    st.integers(-300, 600),
    st.integers(-300, 600),
    st.integers(1, 600),
    st.integers(1, 600),
)


def drawn(shot: str, frame: Box, pose: str = "stand", *, mirrored: bool = False) -> Drawn:
    actors = (Actor("anna", -60, pose, facing="right"), Actor("ben", 90, facing="left"))
    sheet = Sheet(Ink(), random.Random(0), revised=True)
    scene = Scene(PLACE, actors, shot=shot, focus=("anna",))
    return draw_scene(sheet, scene, LOOKS, frame, mirrored=mirrored, hand="one")


def bodies(scene: Drawn, frame: Box):
    return {body.id.partition("-")[2]: body for body in bodies_in(scene, {}, frame, 0)}


@pytest.fixture(scope="module")
def book():
    return print_book(PLAN, "b")


@pytest.mark.parametrize("pose", ["stand", "run", "point", "cheer"])
def test_a_figure_that_the_frame_cuts_off_is_as_large_as_drawn_whole(pose):
    near, far = drawn("close", WIDE, pose), drawn("wide", WIDE, pose)
    cut, whole = bodies(near, WIDE)["anna"], bodies(far, WIDE)["anna"]
    assert whole.full_box is None
    assert cut.box.y1 == WIDE.y1 < cut.full_box.y1
    for side in ("width", "height"):  # in centimetres; lines are a little thicker far away
        shown, true = getattr(cut.full_box, side), getattr(whole.box, side)
        assert shown / near.zoom == pytest.approx(true / far.zoom, rel=0.05)


@given(frames, st.sampled_from(POSES))
@settings(max_examples=40, deadline=None)
def test_a_full_box_is_there_if_and_only_if_the_frame_cuts_something_off(frame, pose):
    scene = drawn("medium", WIDE, pose)
    for seen, boxes in ((bodies_in, scene.persons), (faces_in, scene.faces)):
        for one in seen(scene, {}, frame, 0):
            true = boxes[one.id.partition("-")[2]]
            assert (one.full_box or one.box) == true
            assert true.contains(one.box)
            assert (one.full_box is None) == frame.contains(true)


def test_full_boxes_are_mirrored_with_the_stage():
    plain = bodies(drawn("close", WIDE), WIDE)
    turned = bodies(drawn("close", WIDE, mirrored=True), WIDE)
    assert plain["anna"].full_box is not None
    for name, body in plain.items():
        pairs = ((body.box, turned[name].box), (body.full_box, turned[name].full_box))
        for mine, theirs in pairs:
            assert (mine is None) == (theirs is None)
            if mine is not None:
                assert theirs == pytest.approx(in_a_mirror(mine, WIDE.width), abs=0.01)


def test_a_mirrored_twin_mirrors_them(book):
    twin = print_book(PLAN.twin(mirrored=True), "b")
    [page], [other] = book.pages, twin.pages
    mine, theirs = (
        {body.id: body.full_box for body in (*one.characters, *one.faces) if body.full_box}
        for one in (page, other)
    )
    assert mine
    assert mine.keys() == theirs.keys()
    for name, full in mine.items():
        assert theirs[name] == pytest.approx(in_a_mirror(full, page.width), abs=0.5)


def test_they_follow_the_size_of_the_page(book):
    [page] = book.pages
    small = resized(page, page.width // 2, page.height // 2)
    for body, other in zip(page.characters, small.characters, strict=True):
        if body.full_box is None:
            assert other.full_box is None
        else:
            assert other.full_box == pytest.approx([edge / 2 for edge in body.full_box], rel=0.02)


def test_the_file_of_a_printed_book_has_them(tmp_path):
    press([PLAN], tmp_path / "comics")
    lines = (tmp_path / "comics" / "pages.jsonl").read_text("utf-8").splitlines()
    written = [body for line in lines for body in json.loads(line).get("characters", ())]
    cut = [body for body in written if "full_box" in body]
    assert 0 < len(cut) < len(written)
    [opened] = panelwise.open(tmp_path / "comics")
    read = [body.full_box for page in opened.pages for body in page.characters if body.full_box]
    assert [list(full) for full in read] == [body["full_box"] for body in cut]


def test_the_hash_of_the_truth_does_not_cover_them(book):
    """Frozen suites are older than full boxes."""
    [page] = book.pages
    without = tuple(replace(body, full_box=None) for body in page.characters)
    assert without != page.characters
    assert truth_of(replace(book, pages=(replace(page, characters=without),))) == truth_of(book)
    moved = tuple(replace(body, box=body.box._replace(x0=0)) for body in page.characters)
    assert truth_of(replace(book, pages=(replace(page, characters=moved),))) != truth_of(book)
