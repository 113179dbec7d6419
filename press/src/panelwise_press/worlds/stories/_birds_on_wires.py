"""Two children bet on how many birds will sit on three wires in the evening.

Only who counts the birds in two panels knows who wins, and whether the ice cream goes to the right
child. A tree that loses its leaves shows how much of the day has passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from panelwise_press._scene import Actor, DayTime, Line, Scene, Thing
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
from panelwise_press.worlds.stories._stages import Spot, in_stages
from panelwise_press.worlds.stories._verdict import hand_over, holder, judged, parity

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "birds_on_wires.toml", _ROLES)
_VARIABLES = (
    Variable("count", ("8", "9", "10", "11")),  # birds on the wires in the morning
    Variable("leave", ("2", "3")),  # because of the cat
    Variable("trend", ("more", "fewer")),  # in the evening, by one
    Variable("hopes", ("a", "b")),  # who says that there will be more
    Variable("right", ("yes", "no")),  # whether the winner gets the ice cream
    Variable("host", ("c", "d")),
    Variable("mood", ("glad", "cross")),
)
_OTHER = {"a": "b", "b": "a"}
_OPEN = "back_lawn"  # where nothing but the sky is behind the birds
_COLUMNS = (-115.0, -69.0, -23.0, 23.0, 69.0, 115.0)
_TREE: Spot = (203, 0, 0.72)
_UNSEEN = frozenset({"hour", "winner"})  # the tree tells the hour
_SLOTS = tuple((x, y) for y in (-190.0, -140.0, -90.0) for x in _COLUMNS)


def _come(world: World) -> int:
    """How many birds come for the bread."""
    return int(world["leave"]) + (1 if world["trend"] == "more" else -1)


def _evening(world: World) -> int:
    return int(world["count"]) - int(world["leave"]) + _come(world)


def _winner(world: World) -> str:
    return world["hopes"] if world["trend"] == "more" else _OTHER[world["hopes"]]


def _holder(world: World) -> str:
    return judged(world["right"], _winner(world), _OTHER[_winner(world)])


def _said_more(world: World) -> str:
    """Whether the child who says "more" wins, and whether that child gets the ice cream."""
    more = world["hopes"]
    return f"{_winner(world) == more} {_holder(world) == more}"


_COUNTS = ("morning", "evening")
_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("wins", "gets"), _said_more),
        ("bet", *_COUNTS, "end"),
        error="temporal",
    ),
    chronology(
        "CPT",
        WorldAnswer(("trend", "even"), lambda w: f"{w['trend']} {parity(_evening(w.world))}"),
        _COUNTS,
        error="object_state",
    ),
    chronology(
        "IMN",
        WorldAnswer(("child", "right"), lambda w: f"{_holder(w)} {w['right']}"),
        ("bet", *_COUNTS, "end"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        WorldAnswer(("mood", "right"), lambda w: f"{w['mood']} {w['right']}"),
        ("bet", *_COUNTS, "end"),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(child="winner", even="number"),
        ("bet", "morning", "cat"),
        without="bread",
        interrogative="who",
    ),
    chronology(
        "PBP",
        WorldAnswer(("host", "right"), lambda w: f"{w['host']} {w['right']}"),
        ("bet", *_COUNTS, "end"),
    ),
    blank_panel(
        WorldAnswer(("child", "right"), lambda w: f"{_holder(w)} {w['right']}"),
        ("bet", *_COUNTS, "end"),
        hidden="give",
    ),
    meaning(
        WorldAnswer(("trend", "right"), lambda w: f"{w['trend']} {w['right']}"),
        ("bet", *_COUNTS, "end"),
    ),
)


@world_template("birds-on-wires", "meadow", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def birds_on_wires(builder: WorldBuilder) -> TemplateStory:
    """A bet, a cat, some bread, and birds that must be counted twice."""
    place = builder.choose(("back_lawn", "park_path"))
    # Each number of birds has places of its own, so that no two numbers differ by one bird.
    morning, evening = ([builder.shuffled(_SLOTS)[:n] for n in range(13)] for _ in range(2))
    world = builder.world
    beats = [
        _bet(builder, place),
        _perched(builder, "morning", morning[int(world["count"])]),
        _cat(builder),
    ]
    if builder.happens("bread"):
        beats.append(_bread(builder))
    beats.append(_perched(builder, "evening", evening[_evening(world)]))
    child = _holder(world)
    cone = ("ice_cream", "full")
    said = (says(builder["host"], _WORDS[builder["mood"]]),)
    paid = (
        hand_over(world, place, child, cone, "happy"),
        holder(world, place, child, cone, said, ("bread_slice", "")),
    )
    beats += [replace(beat, scene=replace(beat.scene, time="evening")) for beat in paid]
    grown = in_stages(beats, "autumn_tree", "0123456", {"give": (165, 0, 0.72)}, _TREE)
    return builder.story(_WORDS["title"], [replace(beat, unseen=_UNSEEN) for beat in grown])


def _bet(builder: WorldBuilder, place: str) -> Beat:
    host, hopes = builder["host"], builder["hopes"]
    words = {hopes: "more", _OTHER[hopes]: "fewer"}
    return Beat(
        "bet",
        f"{{{hopes}}} bets on more birds, {{{_OTHER[hopes]}}} on fewer; {{{host}}} has ice cream.",
        Scene(
            place,
            (
                Actor("a", -120, "point", "happy", "right"),
                Actor(host, -10, "hold_out", "smile", "right", holds=("ice_cream", "full")),
                Actor("b", 120, "point", "happy", "left"),
            ),
            (),
            (says("a", _WORDS[words["a"]]), says("b", _WORDS[words["b"]])),
            least_zoom=0.55,
        ),
        {"hour": "dawn", "thing.with": host},
        {"hour": "bet"},
        hopes,
        "keen",
    )


def _perched(builder: WorldBuilder, when: str, slots: Sequence[tuple[float, float]]) -> Beat:
    """The wires with the birds of a time of day."""
    times: dict[str, DayTime] = {"morning": "day", "evening": "evening"}
    birds = tuple(
        Thing("wire_bird", x, y, "sits", id=f"bird {number}", facing=_turned(x))
        for number, (x, y) in enumerate(sorted(slots))
    )
    before = "bet" if when == "morning" else "bread" if builder.happens("bread") else "cat"
    after = {} if when == "morning" else _result(builder)
    return Beat(
        when,
        f"In the {when}, {len(slots)} birds sit on three wires.",
        Scene(
            _OPEN,
            (),
            (Thing("wires", 0, 0, "", id="wires"), *birds),
            (Line(_WORDS[when], "caption"),),
            shot="wide",
            time=times[when],
            least_zoom=0.7,
        ),
        {"hour": before},
        {"hour": when} | after,
    )


def _turned(x: float) -> Literal["left", "right"]:
    return "left" if x in (-115.0, -23.0, 69.0) else "right"


def _result(builder: WorldBuilder) -> dict[str, str]:
    """Who wins, and whether the number of birds is even."""
    world = builder.world
    number = _evening(world)
    if builder.happens("bread"):
        return {"winner": _winner(world), "number": parity(number)}
    return {"winner": _OTHER[world["hopes"]], "number": parity(number - _come(world))}


def _flock(number: int, rise: float) -> tuple[Thing, ...]:
    """Birds in the air; they take the same places whatever their number."""
    places = ((20, -150), (95, -185), (-45, -195), (135, -120))
    return tuple(
        Thing("wire_bird", x, y * rise, "flies", id=f"bird {at}")
        for at, (x, y) in enumerate(places[:number])
    )


def _cat(builder: WorldBuilder) -> Beat:
    leave = int(builder["leave"])
    return Beat(
        "cat",
        f"A cat sits below, and {leave} birds fly away.",
        Scene(
            _OPEN,
            (),
            (Thing("house_cat", -70, 0, "sitting", id="cat"), *_flock(leave, 1.0)),
            (Line(_WORDS["cat"], "caption"),),
            shot="wide",
        ),
        {"hour": "morning"},
        {"hour": "cat"},
    )


def _bread(builder: WorldBuilder) -> Beat:
    come, host = _come(builder.world), builder["host"]
    return Beat(
        "bread",
        f"{{{host}}} holds out bread, and {come} birds fly up.",
        Scene(
            _OPEN,
            (Actor(host, -90, "hold_out", "smile", "right", holds=("bread_slice", "")),),
            _flock(come, 0.95),
            (Line(_WORDS["bread"], "caption"),),
            shot="wide",
        ),
        {"hour": "cat", "bread_slice.with": host},
        {"hour": "bread"},
        host,
        "patient",
    )
