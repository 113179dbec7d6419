"""Two people buy a present each and wrap it; one of them is given, and nobody opens it.

What is in it follows from who bought what, and who gives: it takes two panels.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import paired
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._things import THINGS, thing_of

_ROLES = {"a": GROWN, "b": GROWN, "c": CHILD}
_WORDS = Translations(__name__, "two_presents.toml", _ROLES)
_VARIABLES = (Variable("giver", ("a", "b")), Variable("thing", THINGS))
_PAPER = {"a": ("present", "wrapped"), "b": ("present", "dotted")}
_OPEN = (OpenWorldQuestion("in-it", _WORDS["ask"], "thing", "things", ("buy", "give")),)


@world_template("two-presents", "home", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def two_presents(builder: WorldBuilder) -> TemplateStory:
    """Bought, wrapped and given."""
    room = builder.choose(("kitchen", "living_room", "breakfast_room"))
    other = paired(THINGS, builder.rng)[builder["thing"]]
    bought = {"a": other, "b": other} | {builder["giver"]: builder["thing"]}
    paper = _PAPER[builder["giver"]]
    beats = [_buy(bought), _wrap(room, bought), _give(builder), _guess(room, paper)]
    return builder.story(_WORDS["title"], beats)


def _both(y: float, bought: dict[str, str]) -> tuple[Thing, Thing]:
    """The two things next to each other, at a height."""
    return thing_of(bought["a"], -66, y, "one", 1.2), thing_of(bought["b"], 66, y, "other", 1.2)


def _buy(bought: dict[str, str]) -> Beat:
    named = {role: thing.replace("_", " ") for role, thing in bought.items()}
    return Beat(
        "buy",
        f"In the shop {{a}} stands by this: {named['a']}, and {{b}} by this: {named['b']}.",
        Scene(
            "shop",
            (
                Actor("a", -182, "hold_out", "smile", "right"),
                Actor("b", 182, "hold_out", "smile", "left"),
            ),
            (Thing("lab_table", 0, 0, "", id="counter"), *_both(-72, bought)),
            shot="wide",
        ),
        {"things.at": "shop", "presents": "bare"},
        {"things": "bought"},
        unseen=frozenset({"things"}),
    )


def _wrap(room: str, bought: dict[str, str]) -> Beat:
    papers = ((_PAPER["a"][1], -66), (_PAPER["b"][1], 66))
    sheets = (Thing("gift_paper", x, -72, state, id=f"paper_{state}") for state, x in papers)
    return Beat(
        "wrap",
        "At a table, {a} folds plain paper and {b} dotted paper around what they have bought.",
        Scene(
            room,
            (
                Actor("a", -182, "hold_out", "smile", "right"),
                Actor("b", 182, "hold_out", "smile", "left"),
            ),
            (Thing("lab_table", 0, 0, "", id="table"), *sheets, *_both(-78, bought)),
            shot="wide",
        ),
        {"things": "bought", "presents": "bare"},
        {"things.at": "home", "presents": "wrapped"},
        unseen=frozenset({"things"}),
    )


def _give(builder: WorldBuilder) -> Beat:
    giver = builder["giver"]
    return Beat(
        "give",
        f"{{{giver}}} hands a wrapped present to {{c}}.",
        Scene(
            "doorstep",
            (
                Actor(giver, -60, "hold_out", "smile", "right", holds=_PAPER[giver]),
                Actor("c", 80, "reach_out", "happy", "left"),
            ),
        ),
        {"presents": "wrapped", "present.with": giver},
        {"present.with": "c"},
        giver,
        "glad",
    )


def _guess(room: str, paper: tuple[str, str]) -> Beat:
    return Beat(
        "guess",
        "{c} holds the wrapped present and wonders what is in it.",
        Scene(
            room,
            (Actor("c", 0, "carry", "thinking", "right", holds=paper),),
            (),
            (says("c", _WORDS["guess"], "thought"),),
        ),
        {"presents": "wrapped", "present.with": "c"},
        {"child": "curious"},
        "c",
        "curious",
        frozenset({"child"}),
    )
