"""Small things that decide something are seen in every style, in the light of their panel."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from panelwise.geometry import Box
from panelwise_press import BookPlan
from panelwise_press._scene import Look, Scene
from panelwise_press.drawing import Sheet, draw_scene
from panelwise_press.styles import STYLES, Layer, Picture
from panelwise_press.styles._raster import luminance
from panelwise_press.worlds import FamilyPlan, worlds_of

CLEARLY = 30  # of 255: the mean change of the pixels in which a thing is drawn
FRAME = Box(0, 0, 150, 100)  # of a panel that shows 130 centimetres: no larger than on a page


@cache
def scene_of(template: str, beat: str) -> Scene:
    """A panel of a template in its first world."""
    plan = FamilyPlan(template, BookPlan(6))
    story = plan.story(worlds_of(plan.kind.variables)[0])
    return next(one.scene for one in story.beats if one.id == beat)


def with_thing(scene: Scene, name: str, state: str | None) -> Scene:
    """The surroundings of a thing, with the thing in a state or without it; nobody is there."""
    others = tuple(one for one in scene.things if one.id in ("wires", "table", "house", "board"))
    (thing,) = [one for one in scene.things if one.id == name]
    shown = () if state is None else (replace(thing, state=state),)
    return replace(scene, actors=(), things=(*others, *shown), lines=(), focus=(name,))


def printed(style: str, scene: Scene, window: Box) -> tuple[np.ndarray, np.ndarray]:
    """The greys of a part of a panel, as drawn and as the style prints it."""
    how, sheet = STYLES[style], Sheet(STYLES[style].ink, random.Random(0))
    draw_scene(sheet, scene, {}, FRAME, extents=({}, {"window": window}), hand="hand")
    layer = Layer(FRAME, "".join(sheet.elements))
    pixels = Picture(round(FRAME.x1), round(FRAME.y1), how.paper, (layer,)).pixels()
    drawn, seen = (
        luminance(one).astype(int) for one in (pixels, how.finish(pixels, random.Random(0)))
    )
    return drawn, seen


def change(style: str, one: Scene, other: Scene, window: Box) -> float:
    """By how much the picture changes where two scenes differ."""
    (drawn, seen), (drawn_after, seen_after) = (
        printed(style, scene, window) for scene in (one, other)
    )
    where = abs(drawn - drawn_after) > 4
    assert where.sum() > 20
    return float(abs(seen - seen_after)[where].mean())


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("template", "beat", "thing", "states"),
    [
        ("birds-on-wires", "morning", "bird 0", ("sits", None)),
        ("birds-on-wires", "evening", "bird 0", ("sits", None)),
        ("birds-on-wires", "cat", "bird 0", ("flies", None)),
        ("lit-window", "plan", "card star", ("star", "heart")),
        ("lit-window", "night", "window 1 1", ("lit", "dark")),
        ("two-buses", "board", "dial star", ("7:35", "7:25")),
        ("two-buses", "clock", "clock", ("7:35", "7:55")),
        ("lost-wallet", "crowd", "card0", ("ring", "square")),
        ("class-vote", "vote2", "rack", ("1", "2")),
        ("two-buses", "ticket", "bunch", ("3", "4")),
        ("two-rules", "draw", "jar", ("1", "2")),
        ("four-promises", "also", "bed", ("2", "3")),
        ("secret-present", "wrap", "window", ("3", "4")),
        ("secret-present", "night", "window", ("1 night", "2 night")),
    ],
)
def test_a_small_thing_is_seen(style, template, beat, thing, states):
    scene = scene_of(template, beat)
    (x, y), *_ = [(one.x, one.y) for one in scene.things if one.id == thing]
    window = Box(x - 60, y - 80, x + 60, y + 20)
    scenes = [with_thing(scene, thing, state) for state in states]
    assert change(style, *scenes, window) > CLEARLY


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("part", [{"accessory": "cap"}, {"pattern": "dots"}])
def test_what_people_in_a_crowd_wear_is_seen(style, part):
    scene = scene_of("lost-wallet", "crowd")
    name = scene.actors[0].person
    look = replace(dict(scene.extras)[name], accessory="hat", pattern="stripes")
    looks: tuple[Look, Look] = (look, replace(look, **part))
    alone = replace(scene, actors=(replace(scene.actors[0], x=0, y=0),), things=())
    one, other = (replace(alone, extras=((name, each),)) for each in looks)
    assert change(style, one, other, Box(-60, -150, 60, 0)) > CLEARLY
