"""Four children promise a thing each, two want to exchange their promises, and one forgets.

Whether the exchange counts is said by two voices from outside the panel, of which only that of the
person in charge matters. So it takes the whole exchange of words to know who forgot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    WorldAnswer,
    blank_panel,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._things import thing_of

_CHILDREN = ("a", "b", "e", "f")
_ROLES = {"a": CHILD, "b": CHILD, "e": CHILD, "f": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "four_promises.toml", _ROLES)
_THINGS = ("kite", "drum", "guitar", "umbrella")
_VARIABLES = (
    Variable("turn", ("0", "1", "2", "3")),  # of the things among the children
    Variable("missing", _THINGS),
    Variable("swap", ("ab", "ef")),  # who want to exchange
    Variable("boss", ("c", "d")),  # who is in charge
    Variable("agrees", ("c", "d")),  # who says yes; the other says no
    Variable("right", ("yes", "no")),  # whether the child who is blamed forgot
)
_PARTNER = {"a": "b", "b": "a", "e": "f", "f": "e"}
# What the two have in both of the last panels, so that each of these says who is in the other.
_BOOK, _BAG = ("book", "closed"), ("backpack", "closed")
_SEATS = {"a": -165.0, "b": -55.0, "e": 55.0, "f": 165.0}


def _valid(world: World) -> str:
    return "yes" if world["agrees"] == world["boss"] else "no"


def _first(world: World, thing: str) -> str:
    """Who promised a thing at first."""
    return _CHILDREN[(_THINGS.index(thing) + int(world["turn"])) % len(_CHILDREN)]


def _forgot(world: World) -> str:
    child = _first(world, world["missing"])
    return _PARTNER[child] if _valid(world) == "yes" and child in world["swap"] else child


def _blamed(world: World) -> str:
    return _forgot(world) if world["right"] == "yes" else _PARTNER[_forgot(world)]


_TALK = ("meet", "promise", "also", "swap", "voices", "table")
_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("right", "valid"), lambda w: f"{w['right']} {_valid(w)}"),
        (*_TALK, "end"),
        error="temporal",
    ),
    chronology(
        "CPT",
        WorldAnswer(("child",), _forgot),
        _TALK,
        error="character_state",
        interrogative="who",
    ),
    chronology(
        "IMN",
        WorldAnswer(("boss", "right"), lambda w: f"{w['boss']} {w['right']}"),
        (*_TALK, "end"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        WorldAnswer(("boss", "valid"), lambda w: f"{w['boss']} {_valid(w)}"),
        ("meet", "voices"),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(child="forgot"),
        ("promise", "also", "table"),
        without="swap",
        interrogative="who",
    ),
    chronology(
        "PBP",
        WorldAnswer(("swap", "right"), lambda w: f"{w['swap']} {w['right']}"),
        (*_TALK, "end"),
    ),
    blank_panel(
        WorldAnswer(("boss", "right"), lambda w: f"{w['boss']} {w['right']}"),
        (*_TALK, "end"),
        hidden="blame",
    ),
    meaning(
        WorldAnswer(("valid", "right"), lambda w: f"{_valid(w)} {w['right']}"), (*_TALK, "end")
    ),
)


@world_template("four-promises", "garden", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def four_promises(builder: WorldBuilder) -> TemplateStory:
    """Promises, an exchange, two voices, and a table with three things."""
    places = builder.shuffled(range(len(_THINGS)))
    beats = [_meet(builder), *(_promise(builder, pair) for pair in ("ab", "ef"))]
    if builder.happens("swap"):
        beats += [_swap(builder), _voices(builder)]
    beats += [_table(builder, places), _blame(builder), _end(builder)]
    return builder.story(_WORDS["title"], beats)


def _flowers(opened: int) -> Thing:
    """The bed in front of everybody, in which one bud after the other opens."""
    return Thing("flower_row", 0, 44, str(opened), id="bed", front=True)


def _opened(opened: int, before: int) -> tuple[dict[str, str], dict[str, str]]:
    """What a beat needs, and what it makes, where more flowers have opened than before."""
    return {"flowers": str(before)}, {"flowers": str(opened)}


def _meet(builder: WorldBuilder) -> Beat:
    """The grown-ups stand at the two ends; they speak from there later."""
    boss = builder["boss"]
    other = "d" if boss == "c" else "c"
    children = zip(_CHILDREN, (-105.0, -35.0, 35.0, 105.0), strict=True)
    return Beat(
        "meet",
        f"{{{boss}}} tells four children to be in charge, and {{{other}}} to cook.",
        Scene(
            "back_lawn",
            (
                Actor("c", -195, "point", "smile", "right"),
                *(Actor(child, x, "stand", "smile", "front") for child, x in children),
                Actor("d", 195, "point", "smile", "left"),
            ),
            (_flowers(1),),
            tuple(says(one, _WORDS["decide" if one == boss else "cook"]) for one in ("c", "d")),
            shot="wide",
            least_zoom=0.5,
        ),
        {"flowers": "1"},
        {"boss": boss},
        boss,
        "sure",
        frozenset({"boss"}),
    )


def _promise(builder: WorldBuilder, speakers: Sequence[str]) -> Beat:
    """All four children are seen, and two of them say what they will bring."""
    things = {_first(builder.world, thing): thing for thing in _THINGS}
    first = speakers[0] == _CHILDREN[0]
    opened = 2 if first else 3
    needs, makes = _opened(opened, opened - 1)
    one, other = (f"{{{child}}} a {things[child]}" for child in speakers)
    forgot = {} if first else {"forgot": _first(builder.world, builder["missing"])}
    return Beat(
        "promise" if first else "also",
        f"{one}, {other}: this is what these two of four children promise.",
        Scene(
            "back_lawn",
            tuple(
                Actor(child, x, "stand", "happy" if child in speakers else "neutral", "front")
                for child, x in _SEATS.items()
            ),
            (_flowers(opened),),
            tuple(says(child, _WORDS[things[child]]) for child in speakers),
            shot="wide",
            least_zoom=0.6,
        ),
        needs,
        makes | forgot,
        unseen=frozenset({"forgot"}),
    )


def _pair(builder: WorldBuilder) -> tuple[str, str]:
    swap = builder["swap"]
    return swap[0], swap[1]


def _swap(builder: WorldBuilder) -> Beat:
    one, other = _pair(builder)
    needs, makes = _opened(4, 3)
    return Beat(
        "swap",
        f"{{{one}}} asks {{{other}}} to exchange what they bring.",
        Scene(
            "back_lawn",
            (
                Actor(one, -70, "reach_out", "smile", "right"),
                Actor(other, 70, "reach_out", "smile", "left"),
            ),
            (_flowers(4),),
            (says(one, _WORDS["swap"]), says(other, _WORDS["good"])),
        ),
        needs,
        makes,
        one,
        "hopeful",
    )


def _voices(builder: WorldBuilder) -> Beat:
    """The two who stand at the ends speak from outside the panel."""
    one, other = _pair(builder)
    said = {builder["agrees"]: "agree"}
    forgot = _forgot(builder.world)
    needs, makes = _opened(5, 4)
    changed = {"forgot": forgot} if forgot != _first(builder.world, builder["missing"]) else {}
    return Beat(
        "voices",
        f"{{{one}}} and {{{other}}} hear {{{builder['agrees']}}} agree, somebody else refuse.",
        Scene(
            "back_lawn",
            (
                Actor(one, -45, "stand", "neutral", "front"),
                Actor(other, 45, "stand", "neutral", "front"),
            ),
            (_flowers(5),),
            (
                Line(_WORDS[said.get("c", "refuse")], "speech", "c", off="left"),
                Line(_WORDS[said.get("d", "refuse")], "speech", "d", off="right"),
            ),
        ),
        needs,
        makes | changed,
        unseen=frozenset({"forgot"}),
    )


def _table(builder: WorldBuilder, places: Sequence[int]) -> Beat:
    missing = builder["missing"]
    things = tuple(
        thing_of(thing, -120 + 80 * places[at], -72, f"thing {thing}")
        for at, thing in enumerate(_THINGS)
        if thing != missing
    )
    needs, makes = _opened(6, 5 if builder.happens("swap") else 3)
    return Beat(
        "table",
        f"On the next day, three things are on the table; the {missing} is missing.",
        Scene(
            "back_lawn",
            (),
            (Thing("lab_table", 0, 0, "", id="table", scale=1.3), *_raised(things), _flowers(6)),
            (Line(_WORDS["next"], "caption"),),
            shot="wide",
            least_zoom=0.7,
        ),
        needs,
        makes,
    )


def _raised(things: Sequence[Thing]) -> tuple[Thing, ...]:
    """The things on the higher table."""
    return tuple(replace(thing, y=thing.y - 21) for thing in things)


def _blame(builder: WorldBuilder) -> Beat:
    boss, child = builder["boss"], _blamed(builder.world)
    needs, makes = _opened(7, 6)
    return Beat(
        "blame",
        f"{{{boss}}}, a book in one hand, points at {{{child}}}, who has a backpack.",
        Scene(
            "back_lawn",
            (
                Actor(boss, -80, "point", "angry", "right", holds=_BOOK),
                Actor(child, 75, "stand", "surprised", "left", holds=_BAG),
            ),
            (_flowers(7),),
            (says(boss, _WORDS["blame"]),),
        ),
        needs | {"boss": boss, "book.with": boss, "bag.with": child},
        makes,
        boss,
        "angry",
        frozenset({"boss"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    boss, child = builder["boss"], _blamed(builder.world)
    needs, makes = _opened(8, 7)
    return Beat(
        "end",
        f"{{{child}}} runs home with a backpack, sent by {{{boss}}}, who has a book.",
        Scene(
            "back_lawn",
            (
                Actor(child, 60, "run", "sad", "right", holds=_BAG),
                Actor(boss, -90, "point", "neutral", "right", holds=_BOOK),
            ),
            (_flowers(8),),
            (says(boss, _WORDS["fetch"]),),
        ),
        needs | {"book.with": boss, "bag.with": child},
        makes,
        child,
        "sad",
    )
