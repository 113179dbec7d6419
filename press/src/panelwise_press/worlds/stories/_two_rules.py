"""A stall gives a toy for each sign, and a second notice exchanges the toys by day or at night.

The parcel stays closed. What is in it follows from the board, the ticket that a child has drawn,
the second notice, and whether the child comes by day or at night.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    Ending,
    WorldAnswer,
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN, "e": GROWN}
_WORDS = Translations(__name__, "two_rules.toml", _ROLES)
_VARIABLES = (
    Variable("board", ("bear", "rabbit")),  # what the star wins
    Variable("star", ("a", "b")),  # who draws it
    Variable("swap", ("sun", "moon")),  # when the toys are exchanged
    Variable("winner", ("a", "b")),
    Variable("time", ("day", "night")),
    Variable("receiver", ("c", "d")),
    Variable("wish", ("bear", "rabbit")),
    Variable("mood", ("glad", "unsure")),
)
_OTHER = {"a": "b", "b": "a", "bear": "rabbit", "rabbit": "bear"}


def _sign(world: World) -> str:
    """What the ticket of the child shows who fetches the parcel."""
    return "star" if world["winner"] == world["star"] else "heart"


def _exchanged(world: World) -> bool:
    """Whether the child comes when the second notice applies."""
    return (world["swap"] == "sun") == (world["time"] == "day")


def _prize(world: World, *, notice: bool = True) -> str:
    toy = world["board"] if _sign(world) == "star" else _OTHER[world["board"]]
    return _OTHER[toy] if notice and _exchanged(world) else toy


def _fits(world: World) -> str:
    return "yes" if _prize(world) == world["wish"] else "no"


def _meaning(ending: Ending) -> str:
    return f"{'other' if _exchanged(ending) else 'plain'} {_fits(ending)}"


_PROOF = ("board", "draw", "notice", "fetch")
_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("sign", "time"), lambda world: f"{_sign(world)} {world['time']}"),
        ("draw", "fetch"),
        error="temporal",
    ),
    chronology(
        "CPT",
        WorldAnswer(("winner", "prize"), lambda world: f"{world['winner']} {_prize(world)}"),
        _PROOF,
        error="object_state",
    ),
    chronology(
        "IMN",
        WorldAnswer(("receiver", "fits"), lambda world: f"{world['receiver']} {_fits(world)}"),
        ("wish", *_PROOF),
    ),
    chronology(
        "ICM",
        WorldAnswer(("mood", "prize"), lambda world: f"{world['mood']} {_prize(world)}"),
        _PROOF,
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(receiver="parcel.with", prize="prize"),
        ("board", "draw", "fetch", "end"),
        without="notice",
        interrogative="who",
    ),
    chronology(
        "PBP",
        WorldAnswer(("receiver", "prize"), lambda world: f"{world['receiver']} {_prize(world)}"),
        (*_PROOF, "end"),
    ),
    blank_panel(by("winner", "receiver"), ("fetch", "end"), "give", error="character_state"),
    meaning(WorldAnswer(("rule", "fits"), _meaning), ("wish", *_PROOF)),
)


@world_template("two-rules", "fair", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def two_rules(builder: WorldBuilder) -> TemplateStory:
    """A wish, a rule, an exception, and a parcel."""
    room = builder.choose(("living_room", "breakfast_room"))
    beats = [_wish(builder, room), _board(builder), _draw(builder)]
    if builder.happens("notice"):
        beats.append(_notice(builder))
    beats += [_fetch(builder), _give(builder), _end(builder, room)]
    return builder.story(_WORDS["title"], beats)


def _wish(builder: WorldBuilder, room: str) -> Beat:
    who, toy = builder["receiver"], builder["wish"]
    return Beat(
        "wish",
        f"{{{who}}} holds an old picture of a toy {toy}.",
        Scene(
            room,
            (Actor(who, 0, "hold_out", "sad", "front", holds=("toy_photo", toy)),),
            (),
            (says(who, _WORDS["wish"]),),
        ),
        {"fair": "closed"},
        {"wish": toy},
        who,
        "wistful",
    )


def _board(builder: WorldBuilder) -> Beat:
    toy = builder["board"]
    return Beat(
        "board",
        f"{{e}} points at a board: a star wins a {toy}, a heart wins a {_OTHER[toy]}.",
        Scene(
            "fair",
            (Actor("e", -95, "point", "happy", "right"),),
            (Thing("prize_board", 45, 0, toy, id="board"),),
            (says("e", _WORDS["board"]),),
        ),
        {"fair": "closed"},
        {"fair": "open", "star.wins": toy},
        "e",
        "friendly",
    )


def _draw(builder: WorldBuilder) -> Beat:
    star = builder["star"]
    signs = {star: "star", _OTHER[star]: "heart"}
    return Beat(
        "draw",
        f"{{{star}}} has a ticket with a star, {{{_OTHER[star]}}} one with a heart.",
        Scene(
            "fair",
            (
                Actor("a", -70, "hold_out", "happy", "front", holds=("ticket", signs["a"])),
                Actor("b", 70, "hold_out", "happy", "front", holds=("ticket", signs["b"])),
            ),
        ),
        {"fair": "open", "tickets": "none"},
        {"tickets": "drawn", "star.with": star, "heart.with": _OTHER[star]},
        star,
        "happy",
    )


def _notice(builder: WorldBuilder) -> Beat:
    when = builder["swap"]
    return Beat(
        "notice",
        f"{{e}} points at a second notice: when the {when} shines, the signs are exchanged.",
        Scene(
            "fair",
            (Actor("e", -95, "point", "smile", "right"),),
            (Thing("swap_notice", 45, 0, when, id="notice"),),
            (says("e", _WORDS[when]),),
        ),
        {"tickets": "drawn", "notice": "none", "parcel.with": "stall"},
        {"notice": when},
        "e",
        "friendly",
    )


def _fetch(builder: WorldBuilder) -> Beat:
    child, mood, time = builder["winner"], builder["mood"], builder["time"]
    notice = {"notice": builder["swap"]} if builder.happens("notice") else {}
    return Beat(
        "fetch",
        f"{{{child}}} takes a tied parcel at the stall, {'by day' if time == 'day' else 'at night'}"
        f" and looks {'pleased' if mood == 'glad' else 'puzzled'}.",
        Scene(
            "fair",
            (
                Actor(
                    child,
                    -75,
                    "hold_out",
                    "happy" if mood == "glad" else "thinking",
                    "front",
                    holds=("parcel", "tied"),
                ),
                Actor("e", 60, "wave", "smile", "front"),
            ),
            (Thing("sky_light", -8, -200, "moon" if time == "night" else "sun", id="light"),),
            (says(child, _WORDS[mood]),),
            time="night" if time == "night" else "day",
        ),
        {"tickets": "drawn", f"{_sign(builder.world)}.with": child} | notice,
        {
            f"{_sign(builder.world)}.with": "stall",
            "parcel.with": child,
            "prize": _prize(builder.world, notice=builder.happens("notice")),
            "prize.of": child,
        },
        child,
        "pleased" if mood == "glad" else "puzzled",
    )


def _give(builder: WorldBuilder) -> Beat:
    child, who = builder["winner"], builder["receiver"]
    return Beat(
        "give",
        f"{{{child}}} hands the tied parcel to {{{who}}}.",
        Scene(
            "doorstep",
            (
                Actor(child, -60, "hold_out", "smile", "right", holds=("parcel", "tied")),
                Actor(who, 60, "reach_out", "happy", "left"),
            ),
        ),
        {"parcel.with": child},
        {"parcel.with": who},
        child,
        "kind",
    )


def _end(builder: WorldBuilder, room: str) -> Beat:
    who = builder["receiver"]
    return Beat(
        "end",
        f"{{{who}}} holds the parcel, which is still tied, and says thanks.",
        Scene(
            room,
            (Actor(who, 0, "hold_out", "happy", "front", holds=("parcel", "tied")),),
            (),
            (says(who, _WORDS["thanks"]),),
        ),
        {"parcel.with": who},
        {"thanks": "said"},
        who,
        "happy",
    )
