"""What the camera holds in the town, and where things lie on heads."""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Age, Person
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import StoryBuilder

_HEIGHTS: dict[Age, float] = {"child": 115, "adult": 160, "elder": 150}


def top_of(person: Person) -> float:
    """The height on the stage where something lies on somebody's head."""
    return -_HEIGHTS[person.look.age]


_BACKDROPS = ("stall", "street_lamp", "clothes_line", "child_bed", "home_table", "lab_table")


def in_view(builder: StoryBuilder, story: TemplateStory) -> TemplateStory:
    """The story, every person and thing held by the camera; of furniture, what it happens to show.

    A scene that already says what its camera holds keeps that. Some views, at random, are wider
    than need be, so that the distance tells nothing about the order.
    """
    other = story.otherwise
    beats = [_in_view(beat) for beat in story.beats]
    return replace(
        story,
        beats=tuple(_wider(beat) if builder.chance(0.25) else beat for beat in beats),
        otherwise=other and (other[0], _in_view(other[1])),
    )


def _wider(beat: Beat) -> Beat:
    return replace(beat, scene=replace(beat.scene, shot="wide"))


def _in_view(beat: Beat) -> Beat:
    scene = beat.scene
    things = [
        thing.name
        for thing in scene.things
        if thing.prop not in _BACKDROPS and thing.name != "behind"
    ]
    focus = scene.focus or (*(actor.person for actor in scene.actors), *things)
    return replace(beat, scene=replace(scene, focus=focus))
