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
    beats = [_buy(bought), _wrap(room), _give(builder), _guess(room, _PAPER[builder["giver"]])]
    return builder.story(_WORDS["title"], beats)


def _buy(bought: dict[str, str]) -> Beat:
    named = {role: thing.replace("_", " ") for role, thing in bought.items()}
    return Beat(
        "buy",
        f"In the shop {{a}} stands by this: {named['a']}, and {{b}} by this: {named['b']}.",
        Scene(
            "shop",
            (
                Actor("a", -195, "reach_out", "smile", "right"),
                Actor("b", 195, "reach_out", "smile", "left"),
            ),
            (
                Thing("stool", -62, 0, "", id="left", scale=1.4),
                Thing("stool", 62, 0, "", id="right", scale=1.4),
                thing_of(bought["a"], -62, -56, "one", 1.25),
                thing_of(bought["b"], 62, -56, "other", 1.25),
            ),
            shot="wide",
        ),
        {"presents": "bare"},
        {"presents": "bought"},
    )


def _wrap(room: str) -> Beat:
    return Beat(
        "wrap",
        "{a} and {b} have a wrapped present each, in different paper.",
        Scene(
            room,
            (
                Actor("a", -60, "carry", "smile", "front", holds=_PAPER["a"]),
                Actor("b", 60, "carry", "smile", "front", holds=_PAPER["b"]),
            ),
        ),
        {"presents": "bought"},
        {"presents": "wrapped"},
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
                Actor("c", 60, "reach_out", "happy", "left"),
            ),
        ),
        {"presents": "wrapped"},
        {"presents": "given"},
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
        {"presents": "given"},
        {"child": "curious"},
        "c",
        "curious",
    )
