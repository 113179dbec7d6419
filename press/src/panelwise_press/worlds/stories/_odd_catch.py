"""Somebody goes fishing and catches no fish; what it is takes one panel."""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._things import THINGS, hanging

_ROLES = {"a": CHILD, "b": GROWN}
_WORDS = Translations(__name__, "odd_catch.toml", _ROLES)
_VARIABLES = (Variable("angler", ("a", "b")), Variable("catch", THINGS))
_HAND = {"child": (28, -50), "adult": (41, -79), "elder": (43, -70)}  # of who holds out a rod
_OPEN = (OpenWorldQuestion("catch", _WORDS["ask"], "catch", "things", ("pull",)),)


@world_template("odd-catch", "water", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def odd_catch(builder: WorldBuilder) -> TemplateStory:
    """Waited, bitten, pulled, left."""
    who = builder["angler"]
    wait = Beat(
        "wait",
        f"{{{who}}} stands on the pier with a fishing rod and is bored.",
        Scene(
            "pier",
            (Actor(who, -40, "hold_out", "neutral", "right", holds=("fishing_rod", "slack")),),
            (_lunch("whole"),),
            shot="wide",
        ),
        {"rod": "whole", "sandwich": "whole"},
        {"angler": "bored"},
        who,
        "bored",
    )
    bite = Beat(
        "bite",
        f"{{{who}}} pulls, surprised, at the bent fishing rod.",
        Scene(
            "pier",
            (Actor(who, -40, "pull", "surprised", "right", holds=("fishing_rod", "taut")),),
            (_lunch("half"),),
            (says(who, _WORDS["bite"], "shout"),),
            shot="wide",
        ),
        {"angler": "bored", "rod": "whole", "sandwich": "whole"},
        {"line": "taut", "sandwich": "half"},
        who,
        "surprised",
        frozenset({"angler"}),
    )
    leave = Beat(
        "leave",
        f"{{{who}}} goes home, a broken fishing rod in the hand.",
        Scene(
            "street",
            (Actor(who, 0, "walk", "sad", "right", holds=("fishing_rod", "broken")),),
            shot="wide",
        ),
        {"catch": "out", "rod": "whole"},
        {"catch": "left", "rod": "broken"},
        who,
        "disappointed",
        frozenset({"catch"}),
    )
    return builder.story(_WORDS["title"], [wait, bite, _pull(builder), leave])


def _lunch(state: str) -> Thing:
    """A sandwich behind the angler, of which ever less is left."""
    return Thing("sandwich", -125, 0, state, id="sandwich")


def _pull(builder: WorldBuilder) -> Beat:
    who, catch = builder["angler"], builder["catch"]
    across, up = _HAND[builder.cast[who].look.age]
    below = up + 58  # the hook hangs 50 below the hand
    return Beat(
        "pull",
        f"{{{who}}} looks at what hangs on the line, above the water: {catch.replace('_', ' ')}.",
        Scene(
            "pier",
            (Actor(who, -40, "hold_out", "surprised", "right", holds=("fishing_rod", "out")),),
            (
                Thing("drips", across + 80, below + 10, "", id="drips"),
                _lunch("bitten"),
                replace(hanging(catch, across + 80, below, "catch", 0.95), front=True),
            ),
        ),
        {"line": "taut", "rod": "whole", "sandwich": "half"},
        {"catch": "out", "sandwich": "bitten"},
        who,
        "surprised",
        frozenset({"line"}),
    )
