"""A stall gives a toy for each sign, and a second notice exchanges the toys by day or at night.

The parcel stays closed. What is in it follows from the board, the ticket that a child has drawn,
the second notice, and whether the child comes by day or at night. A jar fills with coins.
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
    beats = [_wish(builder), _board(builder), _draw(builder)]
    if builder.happens("notice"):
        beats.append(_notice(builder))
    beats += [_fetch(builder), _give(builder), _end(builder, room)]
    return builder.story(_WORDS["title"], beats)


def _jar(coins: int, x: float) -> tuple[Thing, ...]:
    """The jar of the stall, with ever more coins in it."""
    return (
        Thing("stool", x, 0, "", id="stool", scale=1.3),
        Thing("coin_jar", x, -56, str(coins), id="jar"),
    )


def _wish(builder: WorldBuilder) -> Beat:
    who, toy = builder["receiver"], builder["wish"]
    return Beat(
        "wish",
        f"{{{who}}} stands at a fair with an old picture of a toy {toy}.",
        Scene(
            "fair",
            (Actor(who, 0, "hold_out", "sad", "front", holds=("toy_photo", toy)),),
            _jar(0, 120),
            (says(who, _WORDS["wish"]),),
        ),
        {"coins": "0"},
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
            (Thing("prize_board", 45, 0, toy, id="board"), *_jar(1, 165)),
            (says("e", _WORDS["board"]),),
        ),
        {"coins": "0"},
        {"coins": "1", "star.wins": toy},
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
            _jar(2, 170),
        ),
        {"coins": "1"},
        {"coins": "2", "tickets": "drawn", "star.with": star, "heart.with": _OTHER[star]},
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
            (Thing("swap_notice", 45, 0, when, id="notice"), *_jar(3, 165)),
            (says("e", _WORDS[when]),),
        ),
        {"coins": "2", "tickets": "drawn"},
        {"coins": "3", "notice": when},
        "e",
        "friendly",
        frozenset({"tickets"}),
    )


def _fetch(builder: WorldBuilder) -> Beat:
    child, mood, time = builder["winner"], builder["mood"], builder["time"]
    notice = {"notice": builder["swap"]} if builder.happens("notice") else {}
    sign = f"{_sign(builder.world)}.with"
    coins = 3 if notice else 2
    return Beat(
        "fetch",
        f"{{{child}}} gets a tied parcel from {{e}} at the stall,"
        f" {'by day' if time == 'day' else 'at night'}"
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
                Actor("e", 75, "reach_out", "smile", "left"),
            ),
            (
                Thing("sky_light", -8, -190, "moon" if time == "night" else "sun", id="light"),
                Thing("hand_arrow", -5, -20, "", id="arrow", facing="left", front=True),
                *_jar(coins + 1, 165),
            ),
            (says(child, _WORDS[mood]),),
            time="night" if time == "night" else "day",
        ),
        {"coins": str(coins), "parcel.with": "stall", sign: child} | notice,
        {
            "coins": str(coins + 1),
            sign: "stall",
            "parcel.with": child,
            "prize": _prize(builder.world, notice=builder.happens("notice")),
            "prize.of": child,
        },
        child,
        "pleased" if mood == "glad" else "puzzled",
        frozenset({sign, "notice", "prize"}),
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
            (Thing("hand_arrow", 0, -20, "", id="arrow", front=True),),
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
