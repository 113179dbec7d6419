"""A cake is baked; the recipe says how long, and a clock when it goes into the oven.

At what time it is done follows from both together: it takes two panels.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import named_pool
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": GROWN, "b": GROWN}
_WORDS = Translations(__name__, "baking_time.toml", _ROLES)
_HALF_HOURS = {"half": 1, "one": 2, "two": 4, "three": 6}
_TIMES = tuple(named_pool("times"))  # in the order of the clock, half hour by half hour
_VARIABLES = (Variable("length", tuple(_HALF_HOURS)), Variable("done", _TIMES))
_OPEN = (
    OpenWorldQuestion("done", _WORDS["ask"], "done", "times", ("recipe", "bake"), "when"),
)  # fmt: skip


@world_template("baking-time", "home", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def baking_time(builder: WorldBuilder) -> TemplateStory:
    """Read, baked, waited for."""
    start = _TIMES[_TIMES.index(builder["done"]) - _HALF_HOURS[builder["length"]]]
    return builder.story(_WORDS["title"], [_recipe(builder), _bake(start), _wait(), _done()])


def _recipe(builder: WorldBuilder) -> Beat:
    length = builder["length"]
    spans = {"half": "half an hour", "one": "one hour", "two": "two hours", "three": "three hours"}
    return Beat(
        "recipe",
        f"{{a}} reads in a book that the cake bakes for {spans[length]}, next to a bowl of dough.",
        Scene(
            "kitchen",
            (Actor("a", -30, "read", "neutral", "front", holds=("book", "open")),),
            (Thing("stool", 70, 0, "", id="stool"), Thing("dough", 70, -40, "small", id="dough")),
            (says("a", _WORDS[length]),),
        ),
        {"bowl": "full", "cake": "raw"},
        {"recipe": "read"},
        "a",
        "attentive",
    )


def _bake(start: str) -> Beat:
    return Beat(
        "bake",
        f"{{b}} points at the glowing oven with flat dough in it, next to an empty bowl; the"
        f" clock shows {start}.",
        Scene(
            "kitchen",
            (Actor("b", -95, "point", "smile", "right"),),
            (Thing("oven", 60, 0, "raw", id="oven"),
             Thing("stool", 200, 0, "", id="stool"),
             Thing("dough", 200, -40, "none", id="dough"),
             Thing("wall_clock", 200, -110, start, id="clock", scale=1.1)),
        ),
        {"recipe": "read", "bowl": "full", "cake": "raw"},
        {"bowl": "empty"},
        "b",
        "glad",
        frozenset({"recipe"}),
    )  # fmt: skip


def _wait() -> Beat:
    return Beat(
        "wait",
        "{a} and {b} sit on the floor before the oven, asleep; the cake in it has risen.",
        Scene(
            "kitchen",
            (
                Actor("a", -150, "sit_floor", "asleep", "right"),
                Actor("b", -80, "sit_floor", "asleep", "right"),
            ),
            (Thing("oven", 60, 0, "baking", id="oven"),),
        ),
        {"bowl": "empty", "cake": "raw"},
        {"cake": "risen", "bakers": "asleep"},
        "a",
        "tired",
        frozenset({"bowl"}),
    )


def _done() -> Beat:
    return Beat(
        "done",
        "{b} carries the cake from the open oven, and {a} cheers.",
        Scene(
            "kitchen",
            (
                Actor("a", -105, "cheer", "happy", "right"),
                Actor("b", 75, "hold_out", "smile", "left", holds=("birthday_cake", "bare")),
            ),
            (Thing("oven", 190, 0, "open", id="oven"),),
        ),
        {"cake": "risen", "bakers": "asleep"},
        {"cake": "baked", "bakers": "awake"},
        "b",
        "proud",
        frozenset({"bakers"}),
    )
