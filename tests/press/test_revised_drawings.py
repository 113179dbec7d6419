"""The drawings of worlds: visible props and faces, panels that do not overlap."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from panelwise.geometry import Box, box_polygon, polygon_box
from panelwise_press._scene import Actor, Look, Scene, Thing
from panelwise_press.drawing import PROPS, Ink, Pen, Sheet, draw_person, draw_scene
from panelwise_press.drawing._halo import with_halo
from panelwise_press.drawing._laid import laid
from panelwise_press.layouts import Frame, PagePlan, plan_pages
from panelwise_press.lettering import Spoke, Spoken, letter_together
from panelwise_press.styles import STYLES

AGES = ("child", "adult", "elder")


def a_sheet(ink: Ink | None = None) -> Sheet:
    return Sheet(ink or Ink(), random.Random(1), revised=True)


def figure(look: Look, actor: Actor, *, revised: bool = True):
    return draw_person(Pen(Sheet(Ink(), random.Random(1), revised)), look, actor)


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize("facing", ["left", "right"])
def test_a_bending_head_stays_above_what_lies_before_the_feet(age: str, facing: str) -> None:
    side = 1 if facing == "right" else -1
    lies = Box.around([Box(side * 35, -45, side * 35, 0), Box(side * 95, -45, side * 95, 0)])
    head = figure(Look(age=age), Actor("a", pose="bend", facing=facing)).head
    assert head.intersection(lies) == 0
    assert (
        figure(Look(age=age), Actor("a", pose="bend", facing=facing), revised=False).head.y1 > -45
    )


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize("pose", ["carry", "hug", "hold_out"])
@pytest.mark.parametrize("facing", ["left", "right"])
def test_a_held_thing_leaves_the_face_free_and_hands_stay_on_it(
    age: str, pose: str, facing: str
) -> None:
    drawn = figure(Look(age=age), Actor("a", pose=pose, facing=facing, holds=("parcel", "tied")))
    assert drawn.held is not None
    assert drawn.face is not None
    assert drawn.held.intersection(drawn.face) < 0.12 * drawn.face.area
    x, y = drawn.hands[0]
    assert drawn.held.x0 - 8 <= x <= drawn.held.x1 + 8
    assert drawn.held.y0 <= y <= drawn.held.y1


def test_an_umbrella_stays_over_the_head() -> None:
    drawn = figure(Look(), Actor("a", facing="right", holds=("umbrella", "open")))
    assert drawn.held is not None
    assert drawn.held.y0 < drawn.head.y0


def test_no_rain_falls_on_faces_or_under_an_umbrella() -> None:
    sheet, look = a_sheet(), {"a": Look(), "b": Look()}
    actors = (Actor("a", -60), Actor("b", 60, facing="right", holds=("umbrella", "open")))
    scene = Scene("meadow", actors, weather="rain")
    drawn = draw_scene(sheet, scene, look, Box(0, 0, 500, 400))
    drops = [
        box
        for element, box in zip(sheet.elements, sheet.boxes, strict=True)
        if f'stroke="{Ink().colours["water"]}"' in element
    ]
    assert len(drops) > 30
    dry = [*drawn.heads.values(), drawn.things["umbrella"]]
    assert all(box.intersection(place) == pytest.approx(0, abs=9) for box in drops for place in dry)


@pytest.mark.parametrize(("style", "rims"), [("ink", 1), ("manga", 1), ("clean", 0), ("flat", 0)])
def test_props_have_a_white_rim_where_all_inks_are_grey(style: str, rims: int) -> None:
    sheet = a_sheet(STYLES[style].ink)
    with_halo(Pen(sheet), lambda pen: pen.box(0, 0, 10, 20, "steel"))
    *whites, thing = sheet.elements
    assert len(whites) == rims
    assert all(one.count("#ffffff") == 2 for one in whites)
    assert sheet.ink.colours["steel"] in thing


def test_a_letter_of_a_turned_or_mirrored_head_is_upright() -> None:
    for turn, flip in ((0, False), (-84, False), (90, True)):
        pen = Pen(a_sheet()).at(30, 40, 2, turn, flip).upright(0, 0)
        assert pen.to_page(1, 0) == pytest.approx((32, 40))
        assert pen.to_page(0, 1) == pytest.approx((30, 42))


def test_a_slanting_frame_cuts_nothing_that_the_camera_looks_at() -> None:
    clear, frame = Box(60, 40, 360, 340), Box(0, 0, 400, 400)
    scene = Scene("street", (Actor("a", -80), Actor("b", 80)), (Thing("banana"),), shot="wide")
    looks = {"a": Look(), "b": Look()}
    for mirrored in (False, True):
        sheet = a_sheet()
        drawn = draw_scene(sheet, scene, looks, frame, clear=clear, mirrored=mirrored)
        seen = Box.around([*drawn.persons.values(), *drawn.things.values()])
        assert seen.intersection(clear) == pytest.approx(seen.area)
        assert Box.around(sheet.boxes).intersection(frame) == pytest.approx(frame.area)


def test_panels_of_a_tidied_page_do_not_overlap_and_slanting_ones_have_a_line() -> None:
    overlapping = 0
    for seed in range(60):
        for page in plan_pages("rtl", [6], random.Random(seed)):
            overlapping += any(frame.over for frame in page.frames)
            for one in (page, page.mirrored()):
                frames = [frame for frame in one.tidied().frames if not frame.inset]
                for first, second in pairwise(frames):
                    if second.over:
                        boxes = polygon_box(first.polygon), polygon_box(second.polygon)
                        assert boxes[0].intersection(boxes[1]) == 0
                assert all(frame.border or frame.bleed or not frame.slants for frame in frames)
    assert overlapping > 5


def test_a_covered_panel_is_cut_where_the_other_one_begins() -> None:
    under, over = box_polygon(Box(0, 0, 120, 100)), box_polygon(Box(90, -9, 200, 109))
    page = PagePlan(
        200, 100, "ltr", "grid", "white", (Frame(under), Frame(over, over=True)), 0, (0, 1)
    )
    assert polygon_box(page.tidied().frames[0].polygon) == Box(0, 0, 90, 100)
    assert polygon_box(page.mirrored().tidied().frames[0].polygon) == Box(110, 0, 200, 100)


def test_a_tail_reaches_the_face_behind_a_thing_that_differs_between_worlds() -> None:
    face, thing, mouth = Box(280, 260, 330, 310), Box(180, 120, 420, 330), (305.0, 295.0)
    spoke = Spoke(a_sheet(), [Spoken("Yes.", "speech", mouth)], (face, thing), (face, thing))
    frame = box_polygon(Box(0, 0, 600, 400))
    ((found,),) = letter_together(
        [spoke], frame, direction="ltr", language="en", size=16, rng=random.Random(1)
    )
    assert found.balloon is not None
    assert min(face.distance(Box(x, y, x, y)) for x, y in found.balloon) < 16


@pytest.mark.parametrize("name", ["kite", "guitar", "broom", "wrench", "pencil", "umbrella"])
def test_what_cannot_stand_lies_where_it_stood(name: str) -> None:
    upright, lies = Box(0, 0, 0, 0), Box(0, 0, 0, 0)
    for turn in (0.0, 360.0):  # by a full turn it is turned already, and stays as it is
        sheet = a_sheet()
        scene = Scene("meadow", (), (Thing(name, 20, -40, turn=turn, scale=0.5),))
        box = draw_scene(
            sheet, scene, {}, Box(0, 0, 500, 400), extents=({}, {name: Box(-60, -120, 60, 0)})
        )
        lies, upright = (box.things[name], upright) if turn == 0 else (lies, box.things[name])
    assert lies.height < upright.height
    assert lies.y1 == pytest.approx(upright.y1, abs=2)
    assert lies.center[0] == pytest.approx(upright.center[0], abs=2)


def test_a_flying_kite_and_a_turned_one_stay_as_they_are() -> None:
    for thing in (Thing("kite", state="flying"), Thing("kite", turn=24), Thing("kite", 0, -200)):
        pen = Pen(a_sheet())
        assert laid(PROPS["kite"], thing, pen) is pen


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_sum_on_the_blackboard_is_read_from_left_to_right(mirrored: bool) -> None:
    sheet = a_sheet()
    scene = Scene("classroom", (), (Thing("blackboard", state="begun"),))
    draw_scene(sheet, scene, {}, Box(0, 0, 500, 400), mirrored=mirrored)
    middles = {one.sign: sheet.boxes[one.start].center[0] for one in sheet.writing}
    assert sorted(middles, key=middles.__getitem__)[-1] == "="
