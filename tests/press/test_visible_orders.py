"""Stories in which something changes for good: their pictures alone prove the order."""

from __future__ import annotations

import random

import pytest

from panelwise.comics import have_one_order
from panelwise_press._cast import draw_cast
from panelwise_press._story import Beat
from panelwise_press._template import cast_of
from panelwise_press.stories import Scene
from panelwise_press.worlds import WorldSolver, get_world_template
from panelwise_press.worlds._variables import worlds_of
from panelwise_press.worlds.stories._stages import NOT_YET, in_stages

LASTING = {  # what changes for good, by template
    "birds-on-wires": "autumn_tree",
    "crooked-picture": "sliced_cake",
    "empty-seat": "candle_lantern",
    "empty-tray": "dripping_tap",
    "lit-window": "tree",
    "lost-wallet": "street_clock",
    "rainy-errand": "growing_puddle",
    "right-door": "snowman",
    "street-music": "painted_fence",
    "sunflower-turns": "sunflower",
    "turned-sign": "fir_in_snow",
    "two-cakes": "lying_snow",
    "two-ghosts": "party_balloons",
}
PROVEN = (  # by what happens, too
    "apple-pie",
    "baking-time",
    "bent-wheel",
    "buried-find",
    "class-vote",
    "four-promises",
    "get-well",
    "kite-turns",
    "lost-and-found",
    "loud-flask",
    "odd-catch",
    "old-clock",
    "pier-lunch",
    "secret-present",
    "two-buses",
    "two-keys",
    "two-presents",
    "two-rules",
)


def solver_of(name: str) -> WorldSolver:
    template = get_world_template(name)
    cast = cast_of(name, template.roles, draw_cast(random.Random(0)), random.Random(1))
    worlds = worlds_of(template.variables)
    stories = {
        tuple(world.values()): template.story(cast, world, lambda: random.Random(2))
        for world in worlds
    }
    return WorldSolver(stories, {})


@pytest.mark.parametrize("name", [*LASTING, *PROVEN])
def test_every_run_of_panels_has_one_order_by_its_pictures(name):
    for beats in solver_of(name).pictured.values():
        runs = [beats[i:j] for i in range(len(beats)) for j in range(i + 2, len(beats) + 1)]
        assert all(have_one_order(run) for run in runs)


@pytest.mark.parametrize("name", LASTING)
def test_what_changes_for_good_looks_the_same_in_all_worlds_and_new_in_each_panel(name):
    stories = solver_of(name).stories.values()
    seen = {
        tuple(
            thing.state
            for beat in story.beats
            for thing in beat.scene.things
            if thing.name == LASTING[name]
        )
        for story in stories
    }
    (states,) = seen
    fewest = min(len(story.beats) for story in stories) - 1  # it may begin in the second panel
    assert len(states) == len(set(states)) >= fewest


def test_a_thing_in_stages_is_in_the_pictures_and_the_facts():
    beats = [Beat(name, "", Scene("street")) for name in ("first", "second", "third")]
    at = {"third": (5.0, 0.0, 2.0)}
    staged = in_stages(beats, "sliced_cake", (NOT_YET, "0", "1"), at, (9, 0, 1))
    shown = [[(thing.state, thing.x) for thing in beat.scene.things] for beat in staged]
    assert shown == [[], [("0", 9)], [("1", 5)]]
    assert [beat.needs["sliced_cake"] for beat in staged] == [NOT_YET, "0", "1"]
    assert [beat.makes["sliced_cake"] for beat in staged] == ["0", "1", "end"]
