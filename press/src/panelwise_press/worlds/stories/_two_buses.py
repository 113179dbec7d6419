"""A child has a ticket for one of two buses, and a clock on the way says whether it has gone.

The board with two departures, the ticket and the hands of the clock must be read together; a
grown-up says which it is, and may be wrong. On the way, the child loses one balloon after another.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
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

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "two_buses.toml", _ROLES)
_SIGNS = ("ring", "star")
_VARIABLES = (
    # By how many minutes all is later: the clock alone does not say which bus is gone.
    Variable("later", ("0", "20", "40", "60")),
    Variable("first", _SIGNS),  # of the bus that leaves earlier
    Variable("ticket", _SIGNS),
    Variable("gone", ("yes", "no")),  # whether the bus of the ticket has left
    Variable("right", ("yes", "no")),  # what the grown-up says about it
    Variable("child", ("a", "b")),
    Variable("host", ("c", "d")),
    Variable("mood", ("glad", "cross")),
)
_BALLOONS = 5
_COLOURS = ("red", "teal", "yellow", "purple", "orange")  # in the order in which they are lost
_EARLY, _LATE, _APART = 15, 45, 10  # minutes: the departures, and the clock from that of the ticket
_OTHER = {"ring": "star", "star": "ring"}
_ACTS = {"yes": "leaves", "no": "waits"}  # by whether the bus is said to be gone


def _time(world: World, hour: int, minute: int) -> str:
    """A time of day in this world, such as 4:25."""
    minutes = 60 * hour + minute + int(world["later"])
    return f"{minutes // 60}:{minutes % 60:02}"


def _minute(world: World) -> int:
    """Of the clock when the child comes."""
    leaves = _EARLY if world["ticket"] == world["first"] else _LATE
    return leaves + (_APART if world["gone"] == "yes" else -_APART)


def _said(world: World) -> str:
    """Whether the grown-up says that the bus is gone."""
    if world["right"] == "yes":
        return world["gone"]
    return "no" if world["gone"] == "yes" else "yes"


def _act(world: World) -> str:
    return _ACTS[_said(world)]


_READ = ("board", "ticket", "clock")
_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("act", "right"), lambda w: f"{_act(w)} {w['right']}"),
        (*_READ, "advice", "end"),
        error="temporal",
    ),
    chronology("CPT", by("first", "gone"), _READ, error="object_state"),
    chronology("IMN", by("child", "right"), (*_READ, "advice"), interrogative="why"),
    chronology(
        "ICM",
        by("mood", "gone"),
        (*_READ, "end"),
        error="character_state",
        interrogative="how",
    ),
    chronology("CFR", ends(child="traveller", act="act"), _READ, without="advice"),
    chronology("PBP", by("host", "right"), (*_READ, "advice")),
    blank_panel(
        WorldAnswer(("act", "right"), lambda w: f"{_act(w)} {w['right']}"),
        (*_READ, "advice", "end"),
        hidden="go",
    ),
    meaning(by("gone", "right"), (*_READ, "advice")),
)


@world_template("two-buses", "town", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def two_buses(builder: WorldBuilder) -> TemplateStory:
    """A board, a ticket, a clock, and somebody who knows better."""
    hour = builder.choose(range(1, 11))
    beats = [_board(builder, hour), _ticket(builder), _clock(builder, hour)]
    if builder.happens("advice"):
        beats.append(_advice(builder))
    return builder.story(_WORDS["title"], [*beats, _go(builder), _end(builder)])


def _balloons(builder: WorldBuilder, beat: str) -> int:
    """How many balloons the child has left in a panel."""
    if beat == "end":
        return 0
    lost = ("board", "ticket", "clock", "advice", "go").index(beat)
    return _BALLOONS - lost + (beat == "go" and not builder.happens("advice"))


def _loses(builder: WorldBuilder, beat: str) -> tuple[dict[str, str], dict[str, str]]:
    """One balloon fewer: what a beat needs, and what it makes."""
    left = _balloons(builder, beat)
    return {"balloons": str(left + 1)}, {"balloons": str(left)}


def _bunch(builder: WorldBuilder, beat: str) -> tuple[str, str]:
    return "balloon_bunch", str(_balloons(builder, beat))


def _lost(builder: WorldBuilder, beat: str, x: float, y: float, state: str = "whole") -> Thing:
    """The balloon that flies away, or bursts; it has the colour of the one that is missing."""
    colour = _COLOURS[_BALLOONS - _balloons(builder, beat) - 1]
    return Thing("balloon", x, y, state, id="lost balloon", scale=0.75, colour=colour)


def _board(builder: WorldBuilder, hour: int) -> Beat:
    first, host, child = builder["first"], builder["host"], builder["child"]
    minutes = {first: _EARLY, _OTHER[first]: _LATE}
    times = {sign: _time(builder.world, hour, minutes[sign]) for sign in _SIGNS}
    return Beat(
        "board",
        f"A board says when two buses leave, that with the {first} first.",
        Scene(
            "street",
            (
                Actor(host, -180, "point", "smile", "right"),
                Actor(child, 195, "stand", "thinking", "left", holds=_bunch(builder, "board")),
            ),
            (
                Thing("depart_board", 0, 0, "", id="board"),
                *(Thing("mark_card", x, -166, sign, id=f"card {sign}")
                  for sign, x in zip(_SIGNS, (-57, 57), strict=True)),
                *(Thing("dial", x, -78, times[sign], id=f"dial {sign}")
                  for sign, x in zip(_SIGNS, (-57, 57), strict=True)),
            ),
            (says(host, _WORDS["board"]),),
            least_zoom=0.75,
        ),
        {"balloons": str(_BALLOONS), "traveller": child},
        {"departures": "known"},
        host,
        "helpful",
    )  # fmt: skip


def _ticket(builder: WorldBuilder) -> Beat:
    child, sign = builder["child"], builder["ticket"]
    needs, makes = _loses(builder, "ticket")
    return Beat(
        "ticket",
        f"{{{child}}} has a ticket with a {sign}.",
        Scene(
            "doorstep",
            (Actor(child, 0, "hold_out", "happy", "front", holds=("mark_card", sign)),),
            (
                Thing("stool", -95, 0, "", id="seat"),
                Thing("balloon_bunch", -95, -45, str(_balloons(builder, "ticket")), id="bunch"),
                _lost(builder, "ticket", 46, -118),
            ),
            (says(child, _WORDS["ticket"]),),
        ),
        needs | {"traveller": child, "ticket.with": child, "ticket": sign},
        makes,
        child,
        "happy",
    )


def _clock(builder: WorldBuilder, hour: int) -> Beat:
    child = builder["child"]
    time = _time(builder.world, hour, _minute(builder.world))
    needs, makes = _loses(builder, "clock")
    return Beat(
        "clock",
        f"{{{child}}} runs past a clock, at {time}.",
        Scene(
            "park_path",
            (Actor(child, -85, "run", "effort", "right", holds=_bunch(builder, "clock")),),
            (
                Thing("clock_post", 45, 0, "", id="post"),
                Thing("dial", 45, -150, time, id="clock"),
                _lost(builder, "clock", -190, -110),
            ),
            least_zoom=0.75,
        ),
        needs | {"traveller": child},
        makes,
        child,
        "hurried",
    )


def _advice(builder: WorldBuilder) -> Beat:
    host, child = builder["host"], builder["child"]
    gone = _said(builder.world) == "yes"
    needs, makes = _loses(builder, "advice")
    return Beat(
        "advice",
        f"{{{host}}} says that the bus {'has left' if gone else 'is still to come'}.",
        Scene(
            "park_path",
            (
                Actor(child, -65, "stand", "thinking", "right", holds=_bunch(builder, "advice")),
                Actor(host, 65, "hands_on_hips", "neutral", "left"),
            ),
            (_lost(builder, "advice", -150, -130),),
            (says(host, _WORDS["gone" if gone else "comes"]),),
        ),
        needs | {"traveller": child},
        makes | {"advice.by": host},
        host,
        "sure",
    )


def _does(builder: WorldBuilder) -> str:
    """What the child does: what it hears, or what the clock says if nobody says anything."""
    world = builder.world
    return _act(world) if builder.happens("advice") else _ACTS[world["gone"]]


def _go(builder: WorldBuilder) -> Beat:
    child, act = builder["child"], _does(builder)
    leaves = act == "leaves"
    needs, makes = _loses(builder, "go")
    return Beat(
        "go",
        f"{{{child}}} {'walks away from' if leaves else 'sits down next to'} the bus stop.",
        Scene(
            "street",
            (
                Actor(
                    child,
                    -150 if leaves else -70,
                    "walk" if leaves else "sit",
                    "sad" if leaves else "smile",
                    "left" if leaves else "right",
                    holds=_bunch(builder, "go"),
                ),
            ),
            (
                Thing("stool", -70, 0, "", id="seat"),
                Thing("depart_board", 90, 0, "", id="stop", scale=0.7),
                *(
                    Thing("mark_card", x, -116, sign, id=f"card {sign}", scale=0.7)
                    for sign, x in zip(_SIGNS, (50, 130), strict=True)
                ),
                _lost(builder, "go", -20, -120),
            ),
        ),
        needs | {"traveller": child},
        makes | {"act": act},
        child,
        "sad" if leaves else "hopeful",
    )


def _end(builder: WorldBuilder) -> Beat:
    child, mood, sign = builder["child"], builder["mood"], builder["ticket"]
    leaves = _does(builder) == "leaves"
    left = str(_balloons(builder, "go"))
    face: Expression = "smile" if mood == "glad" else "angry"
    return Beat(
        "end",
        f"In the evening, {{{child}}} is {'at home' if leaves else 'still at the stop'}, {mood},"
        f" with the {sign} ticket;"
        " the last balloon has burst.",
        Scene(
            "child_room" if leaves else "street",
            (Actor(child, -40, "hold_out", face, "front", holds=("mark_card", sign)),),
            (
                Thing("stool", 35, 0, "", id="seat"),
                _lost(builder, "end", 95, 0, "burst"),
            ),
            (says(child, _WORDS[mood]),),
            time="evening",
        ),
        {"balloons": left, "traveller": child, "ticket.with": child, "ticket": sign},
        {"balloons": "0"},
        child,
        mood,
    )
