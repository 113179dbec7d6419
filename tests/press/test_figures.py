"""People and the camera: every pose and face draws, extents are true, nothing in focus is cut."""

import io
import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from drawn import mirrored
from panelwise.geometry import Box
from panelwise_press._scene import (
    EXPRESSIONS,
    POSES,
    Accessory,
    Actor,
    Garment,
    Hair,
    Line,
    Look,
    Scene,
    Shot,
    Thing,
)
from panelwise_press.drawing import (
    PLACES,
    PROPS,
    Drawn,
    Figure,
    Ink,
    Pen,
    Sheet,
    draw_person,
    draw_scene,
)

AGES = {"child": 115, "elder": 150, "adult": 160}
FACINGS = ("left", "right", "front", "back")
CAST = {
    "anna": Look(age="child", hair="tails", garment="skirt"),
    "ben": Look(hair="spiky", accessory="glasses"),
    "carla": Look(age="elder", hair="bun", garment="dress", accessory="hat"),
}
PLACE = next(iter(PLACES))


def a_sheet(ink: Ink | None = None) -> Sheet:
    return Sheet(ink or Ink(), random.Random(0))


def figure(look: Look, actor: Actor) -> tuple[Figure, Sheet]:
    sheet = a_sheet(Ink(line=1.5))
    return draw_person(Pen(sheet), look, actor), sheet


def holds(outer: Box, inner: Box, slack: float = 0.5) -> bool:
    return outer.contains(inner, slack)


def painted(sheet: Sheet, width: int, height: int) -> Box:
    """The box of every pixel that is not white, from a picture."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(sheet.elements)}</svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    pixels = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("L"))
    rows, columns = np.nonzero(pixels < 250)
    return Box(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


@pytest.mark.parametrize("age", AGES)
def test_every_pose_of_every_age_and_facing_stays_within_bounds(age: str) -> None:
    tall = AGES[age]
    for pose, facing in itertools.product(POSES, FACINGS):
        drawn, sheet = figure(Look(age=age), Actor("a", pose=pose, facing=facing))
        body = drawn.body
        assert all(map(math.isfinite, body)), pose
        assert 0.3 * tall < body.height < 1.75 * tall, (pose, facing, body)
        assert body.width < 1.6 * tall, (pose, facing, body)
        assert body.y1 < 8, (pose, facing, body)
        assert body.center[0] + 0.75 * body.width > -20, (pose, facing, body)
        assert body.center[0] - 0.75 * body.width < 20, (pose, facing, body)
        assert len(sheet.elements) <= 60, (pose, facing)


def test_every_expression_draws_in_every_facing_and_differs_from_every_other() -> None:
    for facing in ("left", "right", "front"):
        seen = set()
        for expression in EXPRESSIONS:
            drawn, sheet = figure(Look(), Actor("a", expression=expression, facing=facing))
            assert drawn.face is not None
            assert len(sheet.elements) <= 60
            seen.add("".join(sheet.elements))
        assert len(seen) == len(EXPRESSIONS)


def test_every_pose_looks_different() -> None:
    seen = {
        "".join(figure(Look(), Actor("a", pose=pose, facing="right"))[1].elements) for pose in POSES
    }
    assert len(seen) == len(POSES)


def test_every_look_draws_from_every_side() -> None:
    for facing in FACINGS:
        actor = Actor("a", facing=facing, wet=True, dirty=True)
        for hair in Hair.__args__:
            for garment in Garment.__args__:
                _, sheet = figure(Look(hair=hair, garment=garment), actor)
                assert len(sheet.elements) < 90  # curls, drops and mud together
        for accessory in Accessory.__args__:
            figure(Look(accessory=accessory), actor)


@pytest.mark.parametrize(("pose", "facing"), list(itertools.product(POSES, FACINGS)))
def test_a_face_lies_inside_the_body_and_the_mouth_inside_the_face(pose: str, facing: str) -> None:
    for age in AGES:
        drawn, _ = figure(Look(age=age), Actor("a", x=40, y=-20, pose=pose, facing=facing))
        assert holds(drawn.body, drawn.head)
        if facing == "back":
            assert drawn.face is None
            continue
        assert drawn.face is not None
        assert holds(drawn.body, drawn.face, 2)
        x, y = drawn.mouth
        assert drawn.face.x0 < x < drawn.face.x1
        assert drawn.face.y0 < y < drawn.face.y1


def test_left_is_right_in_a_mirror() -> None:
    for pose in POSES:
        right, _ = figure(Look(), Actor("a", pose=pose, facing="right"))
        left, _ = figure(Look(), Actor("a", pose=pose, facing="left"))
        assert left.body == pytest.approx(mirrored(right.body, 0))
        assert left.mouth == pytest.approx((-right.mouth[0], right.mouth[1]))


def test_heights_of_the_ages() -> None:
    for age, tall in AGES.items():
        drawn, _ = figure(Look(age=age), Actor("a", facing="front"))
        assert drawn.body.height == pytest.approx(tall, rel=0.06)
        assert drawn.body.y1 == pytest.approx(0, abs=3)


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("facing", ["left", "front"])
def test_extents_are_what_the_picture_shows(pose: str, facing: str) -> None:
    sheet = a_sheet()
    pen = Pen(sheet, (1.5, 0, 300, 0, 1.5, 360))
    look = Look(hair="long", accessory="hat", garment="dress")
    drawn = draw_person(pen, look, Actor("a", pose=pose, facing=facing))
    shown = painted(sheet, 600, 420)
    for stated, seen in zip(drawn.body, shown, strict=True):
        # A smooth outline may bulge a little beyond its points.
        assert stated == pytest.approx(seen, abs=5)


def test_what_is_held_is_drawn_but_does_not_count_as_body() -> None:
    prop = "banana"
    state = next(iter(PROPS[prop].states))
    for pose, facing in itertools.product(POSES, FACINGS):
        bare, _ = figure(Look(), Actor("a", pose=pose, facing=facing))
        actor = Actor("a", pose=pose, facing=facing, holds=(prop, state))
        drawn, _ = figure(Look(), actor)
        assert drawn.held is not None
        if pose not in ("hug", "catch"):  # arms close around what they hold
            assert drawn.body == pytest.approx(bare.body, abs=14)
        near = min(
            math.dist(
                (
                    min(max(x, drawn.held.x0), drawn.held.x1),
                    min(max(y, drawn.held.y0), drawn.held.y1),
                ),
                (x, y),
            )
            for x, y in drawn.hands
        )
        assert near < 45, (pose, facing)


def a_scene(shot: Shot, **more: object) -> Scene:
    actors = (
        Actor("anna", -90, "run", "happy", "right"),
        Actor("ben", 60, "stand", "angry", "left"),
        Actor("carla", 150, "sit", "sad", "left"),
    )
    things = (Thing("banana", 10, state="whole"), Thing("banana", -200, -60, "skin", "second"))
    return replace(Scene(PLACE, actors, things, shot=shot), **more)  # type: ignore[arg-type]


def drawn(scene: Scene, frame: Box, **how: object) -> tuple[Drawn, Sheet]:
    sheet = a_sheet()
    return draw_scene(sheet, scene, CAST, frame, **how), sheet  # type: ignore[arg-type]


def test_the_same_scene_is_the_same_drawing() -> None:
    frame = Box(20, 30, 420, 330)
    for shot in Shot.__args__:
        scene = a_scene(shot, time="night", weather="rain", motion=("anna", "banana"))
        assert drawn(scene, frame)[1].elements == drawn(scene, frame)[1].elements
    trembling = Ink(wobble=1.5)
    first, second = a_sheet(trembling), a_sheet(trembling)
    draw_scene(first, a_scene("wide"), CAST, frame)
    draw_scene(second, a_scene("wide"), CAST, frame)
    assert first.elements == second.elements


def test_a_mirrored_stage_exchanges_left_and_right() -> None:
    frame = Box(0, 0, 400, 300)
    plain, _ = drawn(a_scene("wide"), frame)
    turned, _ = drawn(a_scene("wide"), frame, mirrored=True)
    for name, box in plain.persons.items():
        assert turned.persons[name] == pytest.approx(mirrored(box, 400), abs=0.01)


aspects = st.floats(0.4, 3.5)
rooms = st.floats(0, 0.4)
spots = st.floats(-260, 260)
someone = st.builds(
    Actor,
    st.just("ben"),
    spots,
    st.sampled_from(POSES),
    st.sampled_from(EXPRESSIONS),
    st.sampled_from(FACINGS),
    st.floats(-150, 0),
)


@given(someone, someone, spots, aspects, rooms, st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_wide_view_cuts_nobody_and_nothing(
    one: Actor, two: Actor, x: float, aspect: float, room: float, mirrored: bool
) -> None:
    scene = Scene(
        PLACE, (one, replace(two, person="anna")), (Thing("banana", x, state="whole"),), shot="wide"
    )
    frame = Box(10, 20, 10 + 300 * aspect, 320)
    found, _ = drawn(scene, frame, headroom=room, mirrored=mirrored)
    for box in (*found.persons.values(), *found.things.values()):
        assert holds(frame, box, 1)
        assert box.y0 >= frame.y0 + room * frame.height - 1


@given(someone, someone, aspects, rooms, st.sampled_from(["medium", "close", "wide"]))
@settings(max_examples=60, deadline=None)
def test_heads_in_focus_are_never_cut(
    one: Actor, two: Actor, aspect: float, room: float, shot: Shot
) -> None:
    two = replace(two, person="anna")
    frame = Box(0, 0, 300 * aspect, 300)
    for focus in (("ben",), ("ben", "anna")):
        scene = Scene(PLACE, (one, two), shot=shot, focus=focus)
        found, _ = drawn(scene, frame, headroom=room)
        for name in focus:
            if name in found.faces:
                assert holds(frame, found.faces[name], 1)
                assert found.faces[name].y0 >= room * frame.height - 1


@given(aspects, st.floats(0, 0.3))
@settings(max_examples=30, deadline=None)
def test_over_a_shoulder_one_sees_the_other(aspect: float, room: float) -> None:
    frame = Box(0, 0, 300 * aspect, 300)
    found, _ = drawn(a_scene("over_shoulder", focus=("ben",)), frame, headroom=room)
    assert holds(frame, found.faces["ben"], 1)
    assert "anna" in found.persons
    assert "anna" not in found.faces


def test_a_close_head_fills_about_half_of_the_frame() -> None:
    for name in CAST:
        frame = Box(0, 0, 300, 300)
        found, _ = drawn(a_scene("close", focus=(name,)), frame)
        assert 0.35 < found.faces[name].height / frame.height < 0.75


def test_ground_stays_in_the_lower_part() -> None:
    for aspect in (0.4, 1, 2, 3.5):
        frame = Box(0, 0, 300 * aspect, 300)
        found, _ = drawn(a_scene("wide"), frame)
        assert found.persons["ben"].y1 > 0.7 * frame.height


def test_a_thing_in_the_hand_is_named_and_mouths_are_where_faces_are() -> None:
    holding = Actor("ben", holds=("banana", "whole"))
    found, _ = drawn(Scene(PLACE, (holding,)), Box(0, 0, 300, 300))
    assert found.things.keys() == {"banana"}
    assert holds(found.faces["ben"], Box(*found.mouths["ben"], *found.mouths["ben"]))


def test_a_shout_in_a_close_view_bursts() -> None:
    frame = Box(0, 0, 300, 300)
    calm = a_scene("close", focus=("ben",))
    words = dict.fromkeys(("en", "ja", "fr", "es", "zh"), "!")
    loud = replace(calm, lines=(Line(words, "shout", "ben"),))  # type: ignore[arg-type]
    assert len(drawn(loud, frame)[1].elements) > len(drawn(calm, frame)[1].elements) + 20


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (Scene("nowhere at all"), "nowhere at all"),
        (Scene(PLACE[:-1]), PLACE),
        (Scene(PLACE, things=(Thing("banan"),)), "did you mean 'banana'"),
        (Scene(PLACE, things=(Thing("banana", state="blue"),)), "whole"),
        (Scene(PLACE, (Actor("ben", holds=("banan", "whole")),)), "banana"),
        (Scene(PLACE, motion=("ghost",)), "ghost"),
    ],
)
def test_mistakes_in_a_scene_are_named(scene: Scene, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        drawn(scene, Box(0, 0, 300, 300))
