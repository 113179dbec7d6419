"""A coin lies under one of four cups, the cups change places twice, and a child makes a guess.

Where the coin is in the end is never shown. It follows from the place where it was at first and
from both exchanges, so whether the guess is right takes four panels. A candle that burns down
shows what was first.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Pose, Scene, Thing
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

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN}
_WORDS = Translations(__name__, "four_cups.toml", _ROLES)
_MARKS = ("star", "heart", "ring", "square")
_FIRST = "star heart", "ring square"
_SECOND = "star ring", "heart square"
_VARIABLES = (
    Variable("start", _MARKS),
    Variable("first", _FIRST),  # which cups change places first
    Variable("second", _SECOND),  # and which after that
    Variable("guess", ("right", "wrong")),
    Variable("mistake", ("first", "second")),  # which of them a wrong guess mistakes
    Variable("guesser", ("a", "b")),
    Variable("distracted", ("a", "b")),
    Variable("wish", ("ice", "fruit")),
    Variable("mood", ("sure", "unsure")),
)
_ZOOM = 0.6  # pixels a centimetre, so that the flag, the arrows and the candle are seen
_OTHER = {"a": "b", "b": "a"}
_LANTERN: dict[str, Spot] = {"agree": (-150, 0, 0.85), "balloon": (-145, 0, 0.85)}
_WISHES = {"ice": "ice cream", "fruit": "fruit"}


def _moved(place: str, pair: str) -> str:
    """Where what was at a place is, after two cups have changed places."""
    one, other = pair.split()
    return {one: other, other: one}.get(place, place)


def _coin(world: World) -> str:
    """Where the coin is in the end."""
    return _moved(_moved(world["start"], world["first"]), world["second"])


def _flag(world: World) -> str:
    """Where the flag is put; a wrong one is where somebody looks who mistook one exchange."""
    first, second = world["first"], world["second"]
    if world["guess"] == "wrong":
        first = _other(_FIRST, first) if world["mistake"] == "first" else first
        second = _other(_SECOND, second) if world["mistake"] == "second" else second
    return _moved(_moved(world["start"], first), second)


def _other(pairs: tuple[str, ...], pair: str) -> str:
    (other,) = (one for one in pairs if one != pair)
    return other


def _eyes(world: World) -> str:
    return "away" if world["guesser"] == world["distracted"] else "open"


def _winner(world: World) -> str:
    guesser = world["guesser"]
    return guesser if world["guess"] == "right" else _OTHER[guesser]


_QUESTIONS = (
    chronology("CAS", by("first", "second"), ("swap1", "swap2"), error="temporal"),
    chronology(
        "CPT",
        WorldAnswer(("coin",), _coin),
        ("show", "swap1", "swap2"),
        error="object_state",
        interrogative="where",
    ),
    chronology(
        "IMN",
        WorldAnswer(("child", "eyes"), lambda world: f"{world['guesser']} {_eyes(world)}"),
        ("balloon", "end"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        by("mood", "guess"),
        ("show", "swap1", "swap2", "end"),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(coin="coin"),
        ("show", "swap2"),
        without="swap1",
        interrogative="where",
    ),
    chronology(
        "PBP",
        WorldAnswer(("child", "wish"), lambda world: f"{_winner(world)} {world['wish']}"),
        ("agree", "show", "swap1", "swap2", "end"),
    ),
    blank_panel(by("guesser", "guess"), ("show", "swap1", "swap2", "end"), hidden="choose"),
    meaning(
        WorldAnswer(("eyes", "guess"), lambda world: f"{_eyes(world)} {world['guess']}"),
        ("show", "swap1", "balloon", "swap2", "end"),
    ),
)


@world_template("four-cups", "fair", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def four_cups(builder: WorldBuilder) -> TemplateStory:
    """A coin, two exchanges, and a flag on a cup."""
    beats = [_agree(builder), _show(builder)]
    if builder.happens("swap1"):
        beats.append(_swap(builder, "first"))
    beats += [_balloon(builder), _swap(builder, "second"), _choose(builder), _end(builder)]
    beats = in_stages(beats, "candle_lantern", "0123456", _LANTERN, (-168, 0, 0.85))
    return builder.story(_WORDS["title"], beats)


def _grown_up(pose: Pose = "hold_out") -> Actor:
    return Actor("c", 172, pose, "smile", "left")


def _table(state: str) -> Thing:
    return Thing("cup_table", 0, 0, state, id="table")


def _tied_balloon(x: float) -> Thing:
    """The balloon above the lantern to which it is tied."""
    return Thing("balloon", x, -128, "whole", id="balloon")


def _agree(builder: WorldBuilder) -> Beat:
    wish = builder["wish"]
    return Beat(
        "agree",
        f"In front of a stall with {_WISHES[wish]}, {{a}} and {{b}} talk about a game.",
        Scene(
            "market",
            (
                Actor("a", -60, "point", "happy", "right"),
                Actor("b", 175, "stand", "happy", "left"),
            ),
            (_tied_balloon(-150), Thing("stall", 60, 0, wish, id="stall")),
            (says("a", _WORDS[wish]),),
            shot="wide",
        ),
        {"game": "none", "balloon": "there"},
        {"game": "agreed", "wish": wish},
        "a",
        "eager",
        frozenset({"game"}),
    )


def _show(builder: WorldBuilder) -> Beat:
    start = builder["start"]
    return Beat(
        "show",
        f"{{c}} stands at a table; a cup is up, and a coin is under it, at the {start}.",
        Scene(
            "market",
            (_grown_up(),),
            (_tied_balloon(-168), _table(f"lift {start}")),
            (says("c", _WORDS["show"]),),
            least_zoom=_ZOOM,
        ),
        {"game": "agreed", "flag": "none", "balloon": "there"},
        {"coin": start, "cups": "shown"},
        "c",
        "friendly",
        frozenset({"game", "cups"}),
    )


def _swap(builder: WorldBuilder, which: str) -> Beat:
    """The first or the second exchange."""
    one, other = builder[which].split()
    first = which == "first"
    before = builder["start"]
    if not first and builder.happens("swap1"):
        before = _moved(before, builder["first"])
    after = _moved(before, builder[which])
    coin = {"coin": after} if after != before else {}
    return Beat(
        "swap1" if first else "swap2",
        f"{{c}} makes the cups at the {one} and the {other} change places.",
        Scene(
            "market",
            (_grown_up("reach_out"),),
            (*([_tied_balloon(-168)] if first else []), _table(f"swap {one} {other}")),
            least_zoom=_ZOOM,
        ),
        {"flag": "none"} | ({"cups": "shown"} if first else {"cups": "once", "balloon": "gone"}),
        {"cups": "once" if first else "twice"} | coin,
        "c",
        "quick",
        frozenset({"cups", "coin", "balloon"}),
    )


def _balloon(builder: WorldBuilder) -> Beat:
    child = builder["distracted"]
    return Beat(
        "balloon",
        f"{{{child}}} turns away and points at a balloon that flies off.",
        Scene(
            "market",
            (Actor(child, -60, "point", "surprised", "right"),),
            (Thing("balloon", 70, -120, "whole", id="balloon"),),
            (says(child, _WORDS["balloon"]),),
            motion=("balloon",),
        ),
        {"cups": "once", "balloon": "there"},
        {"balloon": "gone"},
        child,
        "surprised",
        frozenset({"cups"}),
    )


def _choose(builder: WorldBuilder) -> Beat:
    child, place = builder["guesser"], _flag(builder.world)
    return Beat(
        "choose",
        f"{{{child}}} has put a flag on the cup at the {place}.",
        Scene(
            "market",
            (Actor(child, 168, "point", "thinking", "left"),),
            (_table(f"flag {place}"),),
            least_zoom=_ZOOM,
        ),
        {"cups": "twice"},
        {"flag": place, "flag.by": child},
        child,
        "tense",
        frozenset({"cups", "flag.by"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    child, place, mood = builder["guesser"], _flag(builder.world), builder["mood"]
    face: Expression = "smug" if mood == "sure" else "worried"
    return Beat(
        "end",
        f"{{{child}}} looks {'confident' if mood == 'sure' else 'uncertain'} next to the table;"
        f" the flag is at the {place}.",
        Scene(
            "market",
            (Actor(child, 168, "think" if mood == "unsure" else "hands_on_hips", face, "front"),),
            (_table(f"flag {place}"),),
            (says(child, _WORDS[mood]),),
            least_zoom=_ZOOM,
        ),
        {"cups": "twice", "flag": place, "flag.by": child},
        {"choice": "made"},
        child,
        "confident" if mood == "sure" else "uncertain",
        frozenset({"cups", "flag.by"}),
    )
