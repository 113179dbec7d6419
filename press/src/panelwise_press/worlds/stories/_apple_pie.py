"""Two people pick apples, somebody eats of them at night, and a pie is made of the others.

How many are in it follows from what both have picked, and what was eaten: it takes three panels.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import named_pool
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": GROWN, "b": GROWN, "c": CHILD}
_WORDS = Translations(__name__, "apple_pie.toml", _ROLES)
_VARIABLES = (
    Variable("eaten", ("1", "2")),
    Variable("split", ("even", "odd")),
    Variable("left", tuple(named_pool("numbers"))),
)
_OPEN = (
    OpenWorldQuestion(
        "left", _WORDS["ask"], "left", "numbers", ("morning", "evening", "night"), "how"
    ),
)


@world_template("apple-pie", "home", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def apple_pie(builder: WorldBuilder) -> TemplateStory:
    """Picked, picked, eaten and baked."""
    picked = int(builder["left"]) + int(builder["eaten"])
    first = (picked + (builder["split"] == "odd")) // 2
    beats = [_morning(first), _evening(picked - first), _night(builder), _pie()]
    return builder.story(_WORDS["title"], beats)


def _apples(count: int) -> str:
    return "one apple" if count == 1 else f"{count} apples"


def _crates(x: float, state: str) -> tuple[Thing, Thing]:
    """Both crates in the kitchen, the second on the first."""
    return (
        Thing("apple_crate", x, 0, state, id="first", scale=0.8),
        Thing("apple_crate", x, -49.6, state, id="second", scale=0.8, colour="teal"),
    )


def _morning(count: int) -> Beat:
    return Beat(
        "morning",
        f"By day {{a}} has picked {_apples(count)}.",
        Scene(
            "meadow",
            (Actor("a", -115, "wave", "happy", "right"),),
            (Thing("apple_crate", 30, 0, str(count), id="first", scale=1.15),),
        ),
        {"crates": "none"},
        {"crates": "one open"},
        "a",
        "glad",
    )


def _evening(count: int) -> Beat:
    return Beat(
        "evening",
        f"In the evening {{b}} has picked {_apples(count)}, in a crate on the closed first one.",
        Scene(
            "meadow",
            (Actor("b", 115, "wave", "happy", "left"),),
            (
                Thing("apple_crate", -30, 0, "closed", id="first", scale=1.15),
                Thing("apple_crate", -30, -71, str(count), id="second", scale=1.15, colour="teal"),
            ),
            (says("b", _WORDS["more"]),),
            time="evening",
        ),
        {"crates": "one open"},
        {"crates": "one closed, one open"},
        "b",
        "glad",
    )


def _night(builder: WorldBuilder) -> Beat:
    eaten = builder["eaten"]
    return Beat(
        "night",
        f"At night {{c}} has eaten {_apples(int(eaten))}.",
        Scene(
            "kitchen",
            (Actor("c", -60, "stand", "smug", "right"),),
            (
                Thing("stool", 15, 0, "", id="stool"),
                Thing("apple_cores", 15, -40, eaten, id="cores"),
                *_crates(115, "closed"),
            ),
            (says("c", _WORDS["yum"]),),
            time="night",
        ),
        {"crates": "one closed, one open"},
        {"crates": "both closed"},
        "c",
        "smug",
    )


def _pie() -> Beat:
    return Beat(
        "pie",
        "By day {a} and {b} stand at the glowing oven, both crates empty.",
        Scene(
            "kitchen",
            (
                Actor("a", -125, "stand", "smile", "right"),
                Actor("b", 130, "stand", "smile", "left"),
            ),
            (Thing("oven", 0, 0, "baking", id="oven"), *_crates(232, "0")),
        ),
        {"crates": "both closed"},
        {"crates": "both empty"},
        "a",
        "content",
    )
