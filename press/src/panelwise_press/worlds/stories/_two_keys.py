"""Two people say where their spare keys are; one of them is locked out in the rain.

Where that key is follows from what the person has said: it takes two panels. Bananas that are
eaten, and puddles of rain, show the order.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import named_pool, paired
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": GROWN, "b": GROWN}
_WORDS = Translations(__name__, "two_keys.toml", _ROLES)
_PLACES = tuple(named_pool("places"))
_VARIABLES = (Variable("outside", ("a", "b")), Variable("where", _PLACES))
_OPEN = (
    OpenWorldQuestion(
        "where", _WORDS["ask"], "where", "places", ("talk", "locked"), "where", "exact"
    ),
)


@world_template("two-keys", "street", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def two_keys(builder: WorldBuilder) -> TemplateStory:
    """Talked about, and missed."""
    other = paired(_PLACES, builder.rng)[builder["where"]]
    where = {"a": other, "b": other} | {builder["outside"]: builder["where"]}
    beats = [_talk(where), _leave(), _locked(builder), _run(builder)]
    return builder.story(_WORDS["title"], beats)


def _talk(where: dict[str, str]) -> Beat:
    return Beat(
        "talk",
        f"{{a}} has left a spare key here: {where['a']}, and {{b}} here: {where['b']}.",
        Scene(
            "living_room",
            (
                Actor("a", -95, "hold_out", "neutral", "right", holds=("banana", "whole")),
                Actor("b", 95, "hold_out", "neutral", "left", holds=("banana", "whole")),
            ),
            (),
            tuple(says(role, _WORDS[f"at_{where[role]}"]) for role in "ab"),
            shot="wide",
        ),
        {"banana": "whole"},
        {"banana": "bitten"},
    )


def _leave() -> Beat:
    return Beat(
        "leave",
        "{a} and {b} wave goodbye to each other.",
        Scene(
            "street",
            (
                Actor("a", -70, "wave", "smile", "right", holds=("banana", "bitten")),
                Actor("b", 70, "wave", "smile", "left", holds=("banana", "bitten")),
            ),
            shot="wide",
        ),
        {"banana": "bitten", "puddles": "none"},
        {"banana": "skin"},
    )


def _locked(builder: WorldBuilder) -> Beat:
    outside = builder["outside"]
    return Beat(
        "locked",
        f"{{{outside}}} stands in the rain before a door and cannot get in.",
        Scene(
            "doorstep",
            (Actor(outside, 25, "hold_out", "worried", "right", holds=("banana", "skin")),),
            (Thing("puddle", -85, 14, "water", id="puddle", scale=0.6),),
            (says(outside, _WORDS["locked"], "shout"),),
            shot="wide",
            weather="rain",
        ),
        {"banana": "skin", "puddles": "none"},
        {"puddles": "small"},
        outside,
        "worried",
    )


def _run(builder: WorldBuilder) -> Beat:
    outside = builder["outside"]
    return Beat(
        "run",
        f"{{{outside}}} runs through the rain.",
        Scene(
            "street",
            (Actor(outside, 0, "run", "effort", "right", wet=True),),
            (
                Thing("puddle", -95, 14, "water", id="puddle"),
                Thing("puddle", 75, 8, "water", id="big puddle", scale=1.3),
            ),
            shot="wide",
            weather="rain",
        ),
        {"puddles": "small"},
        {"puddles": "big"},
        outside,
        "hurried",
    )
