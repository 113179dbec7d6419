"""Two children play ghosts in sheets that differ by a sign, and one ghost eats from the cake.

Only the panels in which they put the sheets on show who is under which, and after a break they may
wear each other's. So nobody knows from one panel who ate, or whether the right one is seized.
"""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    Ending,
    WorldAnswer,
    blank_panel,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._stages import Spot, in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "two_ghosts.toml", _ROLES)
_VARIABLES = (
    Variable("first", ("a", "b")),  # who wears the star before the break
    Variable("later", ("a", "b")),  # and who after it
    Variable("eater", ("star", "heart")),
    Variable("seized", ("star", "heart")),
    Variable("host", ("c", "d")),
    Variable("mood", ("cross", "amused")),
    Variable("task", ("dishes", "sweeping")),
)
_OTHER = {"a": "b", "b": "a"}
_HIDDEN = frozenset({"rule", "round", "search", "seized.guilty"})  # the balloons show the order
_BESIDE: Spot = (175, 0, 0.8)
_BALLOONS: dict[str, Spot] = {
    "dress": (0, -6, 0.8),
    "rest": (190, -4, 0.8),
    "seize": (150, 0, 0.8),
    "end": (60, 14, 0.8),
}


def _wearer(star: str, mark: str) -> str:
    """Who is under the sheet with a mark, when ``star`` wears the star."""
    return star if mark == "star" else _OTHER[star]


def _nibbler(world: World) -> str:
    return _wearer(world["first"], world["eater"])


def _caught(world: World) -> str:
    return _wearer(world["later"], world["seized"])


def _guilty(world: World) -> str:
    return "yes" if _caught(world) == _nibbler(world) else "no"


def _first_star(ending: Ending) -> str:
    """Whether the child who has the star first eats, and whether that child is seized."""
    star = ending["first"]
    return f"{_nibbler(ending) == star} {_caught(ending) == star}"


def _changed_to(ending: Ending) -> str:
    """Who eats, and what that child wears after the break."""
    nibbler = _nibbler(ending)
    return f"{nibbler} {'star' if ending['later'] == nibbler else 'heart'}"


_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("eats", "caught"), _first_star),
        ("dress", "eat", "rest", "seize"),
        error="temporal",
    ),
    chronology(
        "CPT",
        WorldAnswer(("child", "sign"), _changed_to),
        ("dress", "eat", "rest"),
        error="character_state",
    ),
    chronology(
        "IMN",
        WorldAnswer(("child", "guilty"), lambda ending: f"{_caught(ending)} {_guilty(ending)}"),
        ("dress", "eat", "unmask"),
        interrogative="who",
    ),
    chronology(
        "ICM",
        WorldAnswer(("child", "mood"), lambda ending: f"{_nibbler(ending)} {ending['mood']}"),
        ("dress", "eat", "find"),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(child="seized.child", guilty="seized.guilty"),
        ("dress", "eat", "seize"),
        without="rest",
        interrogative="who",
    ),
    chronology(
        "PBP",
        WorldAnswer(("child", "task"), lambda ending: f"{_nibbler(ending)} {ending['task']}"),
        ("announce", "dress", "eat"),
    ),
    blank_panel(
        WorldAnswer(("host", "child"), lambda ending: f"{ending['host']} {_caught(ending)}"),
        ("rest", "seize", "end"),
        hidden="unmask",
        error="character_state",
    ),
    meaning(
        WorldAnswer(("mood", "guilty"), lambda ending: f"{ending['mood']} {_guilty(ending)}"),
        ("dress", "eat", "find", "rest", "seize"),
    ),
)


@world_template("two-ghosts", "home", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def two_ghosts(builder: WorldBuilder) -> TemplateStory:
    """Two sheets, a cake, a break, and somebody is seized."""
    room = builder.choose(("living_room", "breakfast_room"))
    beats = [_announce(builder, room), _dress(builder), _eat(builder, room)]
    if builder.happens("rest"):
        beats.append(_rest(builder))
    beats += [
        _find(builder, room),
        _seize(builder),
        _unmask(builder),
        _end(builder, room),
    ]
    marked = in_stages(beats, "party_balloons", "01234567", _BALLOONS, _BESIDE)
    hidden = [replace(one, unseen=_HIDDEN | one.unseen) for one in marked]
    return builder.story(_WORDS["title"], hidden)


def _table(cake: str) -> tuple[Thing, ...]:
    return (
        Thing("home_table", 60, 0, "", id="table"),
        Thing("birthday_cake", 60, -76, cake, id="cake"),
    )


def _with_tool(builder: WorldBuilder, x: float, face: Expression) -> Actor:
    """The grown-up with what the work is done with."""
    broom = builder["task"] == "sweeping"
    return Actor(
        builder["host"],
        x,
        "dig" if broom else "carry",
        face,
        "right",
        holds=("broom", "") if broom else ("plates", "dirty"),
    )


def _tool(builder: WorldBuilder, x: float) -> tuple[Thing, Thing]:
    """The broom or the plates, put down on a stool for the child who has to do the work."""
    tool = Thing("plates", x, -45, "dirty", id="tool")
    if builder["task"] == "sweeping":
        tool = Thing("broom", x + 40, 4, "", id="tool", turn=-32)
    return Thing("stool", x, 0, "", id="place"), tool


def _sheets(star: str) -> tuple[Actor, ...]:
    """Both children, each holding a sheet; a child is in the same place whatever it has."""
    signs = {star: "star", _OTHER[star]: "heart"}
    return (
        Actor("a", -85, "hold_out", "happy", "right", holds=("ghost_sheet", signs["a"])),
        Actor("b", 85, "hold_out", "happy", "left", holds=("ghost_sheet", signs["b"])),
    )


def _announce(builder: WorldBuilder, room: str) -> Beat:
    host, task = builder["host"], builder["task"]
    tool = "a broom" if task == "sweeping" else "plates"
    return Beat(
        "announce",
        f"{{{host}}} stands next to a whole cake with {tool} and warns everybody.",
        Scene(
            room,
            (_with_tool(builder, -75, "smile"),),
            _table("candles"),
            (says(host, _WORDS[task]),),
        ),
        {"cake": "whole", "tool": task, "tool.with": host},
        {"rule": "known"},
        host,
        "strict",
    )


def _dress(builder: WorldBuilder) -> Beat:
    star = builder["first"]
    other = _OTHER[star]
    return Beat(
        "dress",
        f"{{{star}}} holds up a sheet with a star, {{{other}}} one with a heart.",
        Scene("child_room", _sheets(star)),
        {"rule": "known", "cake": "whole"},
        {"star.first": star, "heart.first": other, "round": "first"},
        star,
        "happy",
        frozenset({"cake"}),
    )


def _eat(builder: WorldBuilder, room: str) -> Beat:
    mark = builder["eater"]
    wearer = _wearer(builder["first"], mark)
    return Beat(
        "eat",
        f"A ghost with a {mark} reaches for the cake, from which a piece is missing.",
        Scene(
            room,
            (),
            (*_table("cut"), Thing("ghost", -48, 0, f"{mark} reach", id="ghost", scale=0.92)),
        ),
        {"cake": "whole", "round": "first", f"{mark}.first": wearer},
        {"cake": "cut"},
    )


def _rest(builder: WorldBuilder) -> Beat:
    star = builder["later"]
    other = _OTHER[star]
    return Beat(
        "rest",
        f"In the garden, {{{star}}} has the sheet with the star now, {{{other}}} the other.",
        Scene(
            "back_lawn",
            _sheets(star),
            (
                Thing("stool", 0, 0, "", id="stool"),
                Thing("jug", 0, -45, "full", id="jug"),
            ),
            (says("a", _WORDS["again"]),),
        ),
        {"cake": "cut", "round": "first"},
        {"round": "second", "star.later": star, "heart.later": other},
        star,
        "happy",
        frozenset({"cake"}),
    )


def _find(builder: WorldBuilder, room: str) -> Beat:
    host, mood = builder["host"], builder["mood"]
    tool = "a broom" if builder["task"] == "sweeping" else "plates"
    return Beat(
        "find",
        f"{{{host}}}, with {tool}, is {mood} to see that a piece of the cake is missing.",
        Scene(
            room,
            (_with_tool(builder, -75, "angry" if mood == "cross" else "happy"),),
            _table("cut"),
            (says(host, _WORDS[mood]),),
        ),
        {
            "cake": "cut",
            "tool": builder["task"],
            "tool.with": host,
            "round": "second",
            "search": "none",
        },
        {"search": "on"},
        host,
        mood,
    )


def _seize(builder: WorldBuilder) -> Beat:
    host, mark = builder["host"], builder["seized"]
    return Beat(
        "seize",
        f"{{{host}}} lays hands on the ghost with the {mark}.",
        Scene(
            "home_hall",
            (Actor(host, -62, "reach_out", "smug", "right"),),
            (Thing("ghost", 48, 0, mark, id="ghost", scale=0.92),),
            (says(host, _WORDS["caught"], "shout"),),
        ),
        {"search": "on"},
        {"seized": mark},
        host,
        "sure",
    )


def _unmask(builder: WorldBuilder) -> Beat:
    host, mark = builder["host"], builder["seized"]
    star = builder["later"] if builder.happens("rest") else builder["first"]
    child = _wearer(star, mark)
    guilty = child == _nibbler(builder.world)
    return Beat(
        "unmask",
        f"{{{host}}} holds the sheet with the {mark}, and {{{child}}} stands there.",
        Scene(
            "home_hall",
            (
                Actor(host, -70, "hold_out", "smug", "right", holds=("ghost_sheet", mark)),
                Actor(child, 70, "stand", "surprised", "left"),
            ),
        ),
        {"search": "on", "seized": mark, f"{mark}.later": child},
        {
            f"{mark}.later": "nobody",
            "seized.child": child,
            "seized.guilty": "yes" if guilty else "no",
        },
        host,
        "sure",
    )


def _end(builder: WorldBuilder, room: str) -> Beat:
    host, mark = builder["host"], builder["seized"]
    tool = "a broom" if builder["task"] == "sweeping" else "plates"
    return Beat(
        "end",
        f"{{{host}}} waits and points at {tool} near the cut cake; the {mark} sheet hangs over a"
        " stool.",
        Scene(
            room,
            (Actor(host, -75, "point", "neutral", "left"),),
            (
                *_tool(builder, -175),
                *_table("cut"),
                Thing("stool", 175, 0, "", id="stool"),
                Thing("ghost_sheet", 175, -6, mark, id="sheet"),
            ),
        ),
        {
            "cake": "cut",
            "tool": builder["task"],
            f"{mark}.later": "nobody",
        },
        {"search": "over", "tool.with": "nobody"},
        host,
        "waiting",
    )
