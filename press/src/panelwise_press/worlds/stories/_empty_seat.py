"""Four children camp next to a present, and somebody opens it in the evening or in the night.

Who was absent from the fire when the present was opened follows from three panels; whether the
right child is scolded, from one more. A candle that burns down shows the order.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, DayTime, Expression, Facing, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    WorldAnswer,
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._stages import Spot, in_stages

_CHILDREN = ("a", "b", "e", "f")
_ROLES = {"a": CHILD, "b": CHILD, "e": CHILD, "f": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "empty_seat.toml", _ROLES)
_VARIABLES = (
    Variable("evening", _CHILDREN),  # who is away from the fire
    Variable("night", ("next", "last")),  # who is away then, counted from that child
    Variable("when", ("evening", "night")),  # the present is opened
    Variable("right", ("yes", "no")),  # whether the child who sweeps has opened it
    Variable("host", ("c", "d")),
    Variable("mood", ("cross", "amused")),
)
_SEATS = {"a": -140.0, "b": -74.0, "e": 74.0, "f": 140.0}
_CAMP = "meadow"
_LANTERN: dict[str, Spot] = {"dusk": (205, 0, 0.8), "dark": (205, 0, 0.8), "scold": (150, 0, 0.8)}
_ON_TABLE: Spot = (118, -76, 0.7)


def _away(world: World, when: str) -> str:
    """Who is not at the fire."""
    if when == "evening":
        return world["evening"]
    step = 1 if world["night"] == "next" else -1
    return _CHILDREN[(_CHILDREN.index(world["evening"]) + step) % len(_CHILDREN)]


def _thief(world: World) -> str:
    return _away(world, world["when"])


def _blamed_for(world: World) -> str:
    """When the child who sweeps was away."""
    other = "night" if world["when"] == "evening" else "evening"
    return world["when"] if world["right"] == "yes" else other


def _blamed(world: World) -> str:
    return _away(world, _blamed_for(world))


def _first_away(world: World) -> str:
    sweeps = "yes" if _blamed_for(world) == "evening" else "no"
    return f"{world['when']} {sweeps}"


_FIRES = ("dusk", "dark")
_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("opens", "sweeps"), _first_away),
        (*_FIRES, "doze", "end"),
        error="temporal",
    ),
    chronology(
        "CPT",
        WorldAnswer(("thief",), _thief),
        (*_FIRES, "doze"),
        error="object_state",
        interrogative="who",
    ),
    chronology(
        "IMN",
        WorldAnswer(("away", "right"), lambda world: f"{_blamed_for(world)} {world['right']}"),
        (*_FIRES, "doze", "end"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        by("mood", "when"),
        ("doze", "find"),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(host="finder", present="found"),
        ("doze", "find"),
        without="slip",
        interrogative="who",
    ),
    chronology("PBP", by("host", "right"), ("gift", *_FIRES, "doze", "end")),
    blank_panel(by("host", "right"), ("find", *_FIRES, "doze", "end"), hidden="scold"),
    meaning(by("mood", "right"), ("find", *_FIRES, "doze", "end")),
)


@world_template("empty-seat", "camp", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def empty_seat(builder: WorldBuilder) -> TemplateStory:
    """A present, a fire at two times, and a child that is scolded."""
    beats = [_gift(builder), _fire(builder, "evening"), _doze(builder)]
    beats += [_fire(builder, "night"), _find(builder), _scold(builder), _end(builder)]
    return builder.story(
        _WORDS["title"], in_stages(beats, "candle_lantern", "0123456", _LANTERN, _ON_TABLE)
    )


def _tent(present: str) -> tuple[Thing, ...]:
    return (
        Thing("home_table", 65, 0, "", id="table"),
        Thing("present", 38, -76, present, id="present", scale=1.2),
    )


def _gift(builder: WorldBuilder) -> Beat:
    host = builder["host"]
    return Beat(
        "gift",
        f"{{{host}}} stands next to a wrapped present and lifts a finger.",
        Scene(
            _CAMP,
            (Actor(host, -75, "point", "smile", "right"),),
            _tent("wrapped"),
            (says(host, _WORDS["tomorrow"]),),
        ),
        {"present": "wrapped", "daytime": "day"},
        {},
        host,
        "strict",
    )


def _fire(builder: WorldBuilder, when: DayTime) -> Beat:
    """The fire in the evening or at night; one of four seats is empty."""
    away = _away(builder.world, when)
    night = when == "night"
    there = [child for child in _CHILDREN if child != away]
    names = ", ".join(f"{{{child}}}" for child in there)
    return Beat(
        "dark" if night else "dusk",
        f"{names} sit around a fire {'at night' if night else 'in the evening'}.",
        Scene(
            _CAMP,
            tuple(
                Actor(child, _SEATS[child], "sit_floor", "smile", _turned(child)) for child in there
            ),
            (
                Thing("campfire", 0, 0, "burning", id="fire"),
                *(Thing("sleeping_mat", x, 4, "", id=f"mat {x:.0f}") for x in _SEATS.values()),
            ),
            shot="wide",
            time=when,
            least_zoom=0.7,
        ),
        {},
        {"daytime": when},
        there[0],
        "cosy",
    )


def _turned(child: str) -> Facing:
    return "right" if _SEATS[child] < 0 else "left"


def _torn(builder: WorldBuilder, when: str) -> bool:
    """Whether the present is opened at this time, or would be if nobody left in the evening."""
    return builder["when"] == when and (when == "night" or builder.happens("slip"))


def _doze(builder: WorldBuilder) -> Beat:
    """What the present looks like between the evening and the night; only a cat is there."""
    torn = _torn(builder, "evening")
    return Beat(
        "doze",
        f"In the evening, a cat sits next to the present, which is"
        f" {'torn open' if torn else 'still wrapped'}.",
        Scene(
            _CAMP,
            (),
            (
                *_tent("torn" if torn else "wrapped"),
                Thing("house_cat", -75, 0, "sitting", id="cat"),
            ),
            time="evening",
        ),
        {"daytime": "evening"} | ({} if torn else {"present": "wrapped"}),
        {"present": "torn"} if torn else {},
    )


def _find(builder: WorldBuilder) -> Beat:
    host, mood = builder["host"], builder["mood"]
    face: Expression = "angry" if mood == "cross" else "happy"
    torn = _torn(builder, "evening") or _torn(builder, "night")
    before = "torn" if _torn(builder, "evening") else "wrapped"
    changed = {"present": "torn"} if before == "wrapped" and torn else {}
    return Beat(
        "find",
        f"In the morning, {{{host}}} has a broom, sees the torn present and is {mood}.",
        Scene(
            _CAMP,
            (Actor(host, -85, "hold_out", face, "right", holds=("broom", "")),),
            _tent("torn"),
            (says(host, _WORDS[mood]),),
        ),
        {"broom.with": host} | ({} if changed else {"present": before}),
        {"daytime": "day", "finder": host, "found": "torn" if torn else "wrapped"} | changed,
        host,
        "angry" if mood == "cross" else "amused",
        frozenset({"finder", "found"}),
    )


def _scold(builder: WorldBuilder) -> Beat:
    host, child = builder["host"], _blamed(builder.world)
    return Beat(
        "scold",
        f"{{{host}}} hands a broom to {{{child}}}.",
        Scene(
            _CAMP,
            (
                Actor(host, -65, "hold_out", "neutral", "right", holds=("broom", "")),
                Actor(child, 65, "reach_out", "sad", "left"),
            ),
            (),
            (says(host, _WORDS["scold"]),),
        ),
        {"daytime": "day", "broom.with": host},
        {"broom.with": child},
        host,
        "strict",
    )


def _end(builder: WorldBuilder) -> Beat:
    child = _blamed(builder.world)
    return Beat(
        "end",
        f"{{{child}}} sweeps next to the torn present.",
        Scene(
            _CAMP,
            (Actor(child, -95, "dig", "sad", "right", holds=("broom", "")),),
            _tent("torn"),
        ),
        {"daytime": "day", "broom.with": child},
        {},
        child,
        "sad",
    )
