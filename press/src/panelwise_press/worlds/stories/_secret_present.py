"""A present is bought in a shop, wrapped, hidden over night, and given.

Who buys what and in which mood, whether a cake is made before it is wrapped, for whom it is,
whether that child peeps at night, and what the plan has next: all that only the pictures show.
Meanwhile the tree outside the windows loses its leaves.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_questions import (
    WorldQuestion,
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "secret_present.toml", _ROLES)
_VARIABLES = (
    Variable("child", ("a", "b")),
    Variable("after", ("kite", "bicycle")),
    Variable("buyer", ("c", "d")),
    Variable("item", ("guitar", "drum")),
    Variable("mood", ("worried", "delighted")),
    Variable("first", ("wrap", "cake")),
    Variable("night", ("peeps", "sleeps")),
)
_QUESTIONS = (
    chronology("CAS", by("buyer", "first"), ("buy", "wrap", "cake"), error="temporal"),
    chronology("CPT", by("item", "child"), ("buy", "wrap", "give", "end"), error="object_state"),
    chronology(
        "IMN", by("child", "night"), ("night", "end"), error="character_state", interrogative="why"
    ),
    chronology("ICM", by("buyer", "mood"), ("buy",), error="character_state", interrogative="why"),
    chronology(
        "CFR",
        ends(buyer="item.with", item="item"),
        ("buy", "give"),
        without="give",
        interrogative="who",
    ),
    chronology("PBP", by("child", "after"), ("plan", "end")),
    blank_panel(
        by("buyer", "child"), ("wrap", "give", "end"), hidden="give", error="character_state"
    ),
    meaning(by("mood", "night"), ("buy", "night", "end")),
    WorldQuestion("true", "true_statement", by("first", "after"), ("plan", "wrap", "cake")),
)


@world_template("secret-present", "shop", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def secret_present(builder: WorldBuilder) -> TemplateStory:
    """Bought, wrapped, perhaps seen, and given."""
    room = builder.choose(("kitchen", "breakfast_room"))
    work = [_wrap(builder, room), _cake(builder, room)]
    beats = [_plan(builder), _buy(builder)]
    beats += work if builder["first"] == "wrap" else work[::-1]
    beats.append(_night(builder))
    if builder.happens("give"):
        beats += [_give(builder), _end(builder)]
    return builder.story(_WORDS["title"], beats)


_LEAVES = 6  # tufts of leaves on the tree at first


def _tree(leaves: int, x: float, y: float, *, night: bool = False) -> Thing:
    """A window, and outside it a tree with ever fewer leaves."""
    state = f"{leaves} night" if night else str(leaves)
    return Thing("autumn_window", x, y, state, id="window", scale=0.8)


def _falls(leaves: int) -> tuple[dict[str, str], dict[str, str]]:
    """What a beat needs, and what it makes, where the tree has this many tufts left."""
    return {"leaves": str(leaves + 1)}, {"leaves": str(leaves)}


def _at_work(builder: WorldBuilder, beat: str) -> int:
    """How many tufts are left where the present or the cake is made."""
    return 4 if builder["first"] == beat else 3


def _item(builder: WorldBuilder) -> tuple[str, str]:
    return {"guitar": ("guitar", "whole"), "drum": ("drum", "still")}[builder["item"]]


def _plan(builder: WorldBuilder) -> Beat:
    child, after = builder["child"], builder["after"]
    return Beat(
        "plan",
        f"{{{child}}} points at the plan on the wall: a present, and below it a {after}.",
        Scene(
            "child_room",
            (Actor(child, -50, "point", "happy", "right"),),
            (
                Thing("day_plan", 40, -50, f"present {after}", id="plan", scale=0.9),
                _tree(_LEAVES, -55, -122),
            ),
            focus=(child, "plan", "window"),
        ),
        {"child": child, "after": after, "leaves": str(_LEAVES)},
        {"plan": "shown"},
        child,
        "eager",
        frozenset({"plan"}),
    )


def _buy(builder: WorldBuilder) -> Beat:
    buyer, mood = builder["buyer"], builder["mood"]
    item, state = _item(builder)
    face: Expression = "worried" if mood == "worried" else "happy"
    needs, makes = _falls(5)
    return Beat(
        "buy",
        f"{{{buyer}}} stands with a wallet at the counter of a shop, where a {item} lies, and looks"
        f" {mood}.",
        Scene(
            "shop",
            (Actor(buyer, -70, "hold_out", face, "right", holds=("wallet", "")),),
            (
                Thing("home_table", 60, 0, "", id="table"),
                Thing(item, 60, -96 if item == "guitar" else -76, state, id="item", front=True),
                _tree(5, 195, -70),
            ),
            (says(buyer, _WORDS[mood]),),
            focus=(buyer, "item", "window"),
        ),
        needs | {"buyer": buyer, "item": item, "plan": "shown", "present": "none"},
        makes | {"item.with": buyer},
        buyer,
        mood,
        frozenset({"plan", "present", "item.with"}),
    )


def _on_stool(*things: Thing) -> tuple[Thing, ...]:
    """What is next to the table, and shows what has been made ready."""
    return (Thing("stool", 135, 0, "", id="stool", scale=1.3), *things)


def _wrap(builder: WorldBuilder, room: str) -> Beat:
    buyer = builder["buyer"]
    late = builder["first"] == "cake"
    leaves = _at_work(builder, "wrap")
    needs, makes = _falls(leaves)
    cake = (Thing("birthday_cake", 135, -52, "candles", id="cake", scale=0.8),) if late else ()
    return Beat(
        "wrap",
        f"{{{buyer}}} ties the bow of a wrapped present; {'a' if late else 'no'} cake is there.",
        Scene(
            room,
            (Actor(buyer, -95, "reach_out", "smile", "right"),),
            (
                Thing("home_table", 10, 0, "", id="table"),
                Thing("present", 0, -76, "wrapped", id="present"),
                *_on_stool(*cake),
                _tree(leaves, 145, -126),
            ),
            shot="wide",
        ),
        needs
        | {
            "buyer": buyer,
            "item.with": buyer,
            "cake": "made" if late else "none",
            "present": "none",
        },
        makes | {"present": "wrapped"},
        buyer,
        "careful",
        frozenset({"item.with"} if late else {"item.with", "cake"}),
    )


def _cake(builder: WorldBuilder, room: str) -> Beat:
    buyer = builder["buyer"]
    late = builder["first"] == "wrap"
    leaves = _at_work(builder, "cake")
    needs, makes = _falls(leaves)
    item, state = _item(builder)
    other = (
        Thing("present", 135, -52, "wrapped", id="present")
        if late
        else Thing(item, 128, -64 if item == "guitar" else -52, state, id="item", scale=0.8)
    )
    return Beat(
        "cake",
        f"{{{buyer}}} puts candles on a cake, beside it"
        f" {'the wrapped present' if late else f'the {item}, not wrapped'}.",
        Scene(
            room,
            (Actor(buyer, -95, "reach_out", "smile", "right"),),
            (
                Thing("home_table", 10, 0, "", id="table"),
                Thing("birthday_cake", 0, -76, "candles", id="cake"),
                *_on_stool(other),
                _tree(leaves, 145, -126),
            ),
            shot="wide",
        ),
        needs
        | {
            "buyer": buyer,
            "item.with": buyer,
            "cake": "none",
            "present": "wrapped" if late else "none",
        }
        | ({} if late else {"item": item}),
        makes | {"cake": "made"},
        buyer,
        "busy",
        frozenset({"item.with", "cake"}),
    )


def _night(builder: WorldBuilder) -> Beat:
    child = builder["child"]
    peeps = builder["night"] == "peeps"
    item, state = _item(builder)
    needs, makes = _falls(2)
    high = -48 if item == "guitar" else -30  # it looks out of the box
    tells = (
        f"At night {{{child}}} bends over the open present and sees the {item} in it."
        if peeps
        else f"At night {{{child}}} sleeps in bed beside the wrapped present."
    )
    return Beat(
        "night",
        tells,
        Scene(
            "child_room",
            (
                Actor(child, 10, "reach_out", "surprised", "right")
                if peeps
                else Actor(child, -78, "lie", "asleep", "right", -58),
            ),
            (
                Thing("child_bed", -60, 0, "", id="bed"),
                Thing("bed_cover", -32, -4, "", id="cover", front=not peeps),
                *((Thing(item, 88, high, state, id="item", scale=0.7, turn=2),) if peeps else ()),
                Thing("present", 88, 0, "open" if peeps else "wrapped", id="present"),
                _tree(2, -60, -105, night=True),
            ),
            focus=(child, "present", "window"),
            time="night",
        ),
        needs
        | {"child": child, "present": "wrapped", "cake": "made"}
        | ({"item": item} if peeps else {}),
        makes | {"secret": "known" if peeps else "kept"},
        child,
        "curious" if peeps else "asleep",
        frozenset({"cake", "secret", "present"} if peeps else {"cake", "secret"}),
    )


def _give(builder: WorldBuilder) -> Beat:
    child, buyer = builder["child"], builder["buyer"]
    needs, makes = _falls(1)
    return Beat(
        "give",
        f"{{{buyer}}} hands the wrapped present to {{{child}}}.",
        Scene(
            "child_room",
            (
                Actor(buyer, -60, "hold_out", "smile", "right", holds=("present", "wrapped")),
                Actor(child, 60, "reach_out", "happy", "left"),
            ),
            (Thing("hand_arrow", 0, -20, "", id="arrow", front=True), _tree(1, 45, -125)),
        ),
        needs
        | {
            "buyer": buyer,
            "child": child,
            "present": "wrapped",
            "cake": "made",
            "item.with": buyer,
            "secret": "known" if builder["night"] == "peeps" else "kept",
        },
        makes | {"item.with": child},
        buyer,
        "glad",
        frozenset({"cake", "secret"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    child = builder["child"]
    peeped = builder["night"] == "peeps"
    needs, makes = _falls(0)
    item, state = _item(builder)
    return Beat(
        "end",
        f"{{{child}}} holds the {item} and looks {'smug' if peeped else 'surprised'}, the paper"
        " torn.",
        Scene(
            "child_room",
            (
                Actor(
                    child,
                    -30,
                    "hold_out",
                    "smug" if peeped else "surprised",
                    "front",
                    holds=(item, state),
                ),
            ),
            (Thing("present", 85, 0, "torn", id="present"), _tree(0, 60, -85)),
            focus=(child, "present", "window"),
        ),
        needs | {"child": child, "item": item, "item.with": child, "cake": "made"},
        makes | {"present": "open"},
        child,
        "smug" if peeped else "surprised",
        frozenset({"cake"}),
    )
