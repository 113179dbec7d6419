"""Somebody goes fishing and catches no fish; what it is takes one panel."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._things import THINGS, thing_of

_ROLES = {"a": CHILD, "b": GROWN}
_WORDS = Translations(__name__, "odd_catch.toml", _ROLES)
_VARIABLES = (Variable("angler", ("a", "b")), Variable("catch", THINGS))
_OPEN = (OpenWorldQuestion("catch", _WORDS["ask"], "catch", "things", ("pull",)),)


@world_template("odd-catch", "water", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def odd_catch(builder: WorldBuilder) -> TemplateStory:
    """Waited, bitten, pulled, left."""
    who, catch = builder["angler"], builder["catch"]
    rod = ("fishing_rod", "dry")
    wait = Beat(
        "wait",
        f"{{{who}}} sits on the pier with a fishing rod and is bored.",
        Scene("pier", (Actor(who, 0, "sit_floor", "neutral", "right", holds=rod),)),
        {"rod": "still"},
        {"angler": "bored"},
        who,
        "bored",
    )
    bite = Beat(
        "bite",
        f"{{{who}}} stands up, surprised, with the fishing rod.",
        Scene(
            "pier",
            (Actor(who, 0, "pull", "surprised", "right", holds=rod),),
            (),
            (says(who, _WORDS["bite"], "shout"),),
        ),
        {"angler": "bored", "rod": "still"},
        {"rod": "bent"},
        who,
        "surprised",
    )
    pull = Beat(
        "pull",
        f"{{{who}}} looks at what the catch is, dripping wet: {catch.replace('_', ' ')}.",
        Scene(
            "pier",
            (Actor(who, -130, "shrug", "surprised", "right", wet=True),),
            (thing_of(catch, -20, 0, "catch", 1.5),),
        ),
        {"rod": "bent"},
        {"angler": "wet"},
        who,
        "surprised",
    )
    leave = Beat(
        "leave",
        f"{{{who}}} goes home wet, the fishing rod in the hand.",
        Scene("street", (Actor(who, 0, "walk", "sad", "left", wet=True, holds=rod),)),
        {"angler": "wet", "rod": "bent"},
        {"catch": "left"},
        who,
        "disappointed",
    )
    return builder.story(_WORDS["title"], [wait, bite, pull, leave])
