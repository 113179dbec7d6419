"""Somebody oversleeps; a clock shows when. It takes one panel."""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import named_pool
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": CHILD, "b": CHILD}
_WORDS = Translations(__name__, "old_clock.toml", _ROLES)
_VARIABLES = (Variable("woken", ("a", "b")), Variable("time", tuple(named_pool("times"))))
_STOOL = Thing("stool", -215, 0, "", id="stool")
_OPEN = (OpenWorldQuestion("time", _WORDS["ask"], "time", "times", ("wake",), "when"),)


@world_template("old-clock", "home", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def old_clock(builder: WorldBuilder) -> TemplateStory:
    """Asleep, awake, away."""
    who, time = builder["woken"], builder["time"]
    bed = (Thing("child_bed", -60, 0, "", id="bed"), Thing("bed_cover", -32, -4, "", id="cover"))
    sleep = Beat(
        "sleep",
        f"At night {{{who}}} sleeps in bed.",
        Scene(
            "child_room",
            (Actor(who, -78, "lie", "asleep", "right", -58),),
            (
                bed[0],
                Thing("bed_cover", -32, -4, "", id="cover", front=True),
                _STOOL,
                _lantern("0"),
            ),
            time="night",
            extras=((who, replace(builder.cast[who].look, accessory="none")),),
        ),
        {"day": "not begun", "candle": "tall"},
        {"sleeper": "asleep"},
        who,
        "asleep",
        frozenset({"day"}),
    )
    wake = Beat(
        "wake",
        f"{{{who}}} stands next to the bed, shocked by the clock, which shows {time}.",
        Scene(
            "child_room",
            (Actor(who, 95, "stand", "surprised", "front"),),
            (
                *bed,
                Thing("wall_clock", -35, -112, time, id="clock", scale=1.1),
                _STOOL,
                _lantern("6"),
            ),
            (says(who, _WORDS["late"], "shout"),),
        ),
        {"sleeper": "asleep", "day": "not begun", "shirt": "clean"},
        {"day": "begun", "candle": "burnt down"},
        who,
        "shocked",
        frozenset({"sleeper", "day"}),
    )
    return builder.story(_WORDS["title"], [sleep, wake, *_hurry(who)])


def _hurry(who: str) -> tuple[Beat, Beat]:
    """Tea is spilled, and the stains stay."""
    drink = Beat(
        "drink",
        f"{{{who}}} gulps down a cup of tea and spills some of it.",
        Scene(
            "kitchen",
            (Actor(who, 0, "eat", "effort", "right", holds=("cup", "full")),),
            (Thing("mud_splash", 24, -62, "", id="splash", front=True, scale=0.3, turn=180),),
        ),
        {"day": "begun", "shirt": "clean"},
        {"tea": "drunk", "shirt": "stained"},
        who,
        "hurried",
        frozenset({"day", "tea"}),
    )
    away = Beat(
        "away",
        f"{{{who}}} runs through the street with tea stains.",
        Scene("street", (Actor(who, 0, "run", "effort", "right", dirty=True),), motion=(who,)),
        {"tea": "drunk", "shirt": "stained"},
        {"sleeper": "away"},
        who,
        "hurried",
        frozenset({"tea"}),
    )
    return drink, away


def _lantern(burnt: str) -> Thing:
    """The candle next to the bed; it burns down overnight."""
    return Thing("candle_lantern", -215, -40, burnt, id="candle", scale=0.75)
