"""Stages are seen from the side from which the order of speaking is that of reading."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from panelwise.comics import Page
from panelwise.geometry import Point
from panelwise_press import BookPlan
from panelwise_press._page import PageJob, print_together
from panelwise_press._scene import Actor, Line, Scene
from panelwise_press.layouts import plan_pages
from panelwise_press.styles import STYLES
from panelwise_press.worlds import FamilyPlan, worlds_of
from panelwise_press.worlds._staging import first_speaker, seen_mirrored

WORDS = dict.fromkeys(("en", "ja", "fr", "es", "zh"), "!")


def talk(*speakers: tuple[str, float]) -> Scene:
    """A panel in which some people speak, each at a place of the stage."""
    actors = tuple(Actor(who, x) for who, x in dict.fromkeys(speakers))
    return Scene("street", actors, (), tuple(Line(WORDS, "speech", who) for who, _ in speakers))


LEFT_FIRST, RIGHT_FIRST = talk(("a", -60), ("b", 60)), talk(("b", 60), ("a", -60))
ALONE = talk(("a", -60), ("a", -60))
VOICES = Scene("street", (), (), tuple(Line(WORDS, "speech", w, off=s) for w, s in
               (("a", "left"), ("b", "right"))))  # fmt: skip


@pytest.mark.parametrize(
    ("scene", "found"),
    [(LEFT_FIRST, 1), (RIGHT_FIRST, -1), (ALONE, 0), (Scene("street"), 0), (VOICES, 1)],
)
def test_the_side_of_the_first_speaker(scene, found):
    assert first_speaker(scene) == found


@pytest.mark.parametrize("chance", [True, False])
def test_the_first_speaker_stands_where_reading_begins(chance):
    assert seen_mirrored([ALONE, LEFT_FIRST], "rtl", chance)
    assert not seen_mirrored([ALONE, LEFT_FIRST], "ltr", chance)
    assert seen_mirrored([RIGHT_FIRST], "ltr", chance)
    assert not seen_mirrored([RIGHT_FIRST], "rtl", chance)


@pytest.mark.parametrize("chance", [True, False])
def test_elsewhere_chance_decides(chance):
    assert seen_mirrored([ALONE], "rtl", chance) is chance
    assert seen_mirrored([LEFT_FIRST], "ttb", chance) is chance


def tails(page: Page) -> list[list[tuple[Point, Point]]]:
    """For each panel, the ways from what is said to the faces of those who say it."""
    texts = {text.id: text for text in page.texts}
    faces = {face.id: face.box.center for face in page.faces}
    ways: list[list[tuple[Point, Point]]] = [[] for _ in page.panels]
    for link in page.speakers:
        face = faces.get(link.character.replace("c", "f", 1))
        if face is not None:
            text = texts[link.text]
            ways[text.panel].append((text.box.center, face))
    return ways


def side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return all(
        side(*this, there[0]) != side(*this, there[1])
        for this, there in ((one, other), (other, one))
    )


@pytest.mark.parametrize(
    ("template", "layout"),
    [("four-promises", "western"), ("four-promises", "rtl"), ("birds-on-wires", "rtl")],
)
def test_no_tails_of_balloons_cross(template, layout):
    plan = FamilyPlan(template, BookPlan(4, "clean", layout, "ja", chapters=1))
    story = plan.story(worlds_of(plan.kind.variables)[0])
    talks = [beat for beat in story.beats if first_speaker(beat.scene)][:3]
    beats = tuple(replace(one, scene=replace(one.scene, least_zoom=0)) for one in talks)
    (page,) = plan_pages(layout, [len(beats)], plan.book.chance("layout"))
    mirrored = seen_mirrored([beat.scene for beat in beats], page.direction, chance=False)
    job = PageJob(
        page, replace(story, beats=beats), STYLES["clean"], "ja", mirrored, plan.book.chance("page")
    )
    ((_, truth),) = print_together([job])
    ways = tails(truth)
    assert any(len(some) > 1 for some in ways)
    for some in ways:
        assert not any(cross(*pair) for pair in itertools.combinations(some, 2))
