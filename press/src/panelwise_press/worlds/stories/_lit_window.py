"""Four children have rooms with signs, two exchange rooms, and a window is lit at night.

The house is seen from the street or from the yard, from where left and right are exchanged. So the
plan, the cards, the exchange and the side must be put together to know who is awake. A tree
that loses its leaves shows which panel is first, in the hall through a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from panelwise_press._scene import Actor, Facing, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.drawing.town import COLUMNS, MARKS, ROWS, window_at
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
from panelwise_press.worlds.stories._verdict import hand_over, holder

_CHILDREN = ("a", "b", "e", "f")
_ROLES = {"a": CHILD, "b": CHILD, "e": CHILD, "f": CHILD, "c": GROWN}
_WORDS = Translations(__name__, "lit_window.toml", _ROLES)
_VARIABLES = (
    Variable("turn", ("0", "1", "2", "3")),  # of the signs among the children
    Variable("lit", ("0", "1", "2", "3")),  # the sign of the room with light
    Variable("swap", ("ab", "ef")),  # who exchange rooms
    Variable("side", ("street", "yard")),  # from which the house is seen
    Variable("right", ("yes", "no")),  # whether the child with the broom was awake
    Variable("mood", ("glad", "cross")),
)
_TREES = {  # where the tree is, or the window through which it is seen: x, y and scale
    "plan": (225, -70, 0.95),
    "cards": (210, -45, 0.6),
    "swap": (0, -128, 0.75),
    "night": (225, 0, 0.9),
    "give": (170, 0, 0.8),
    "end": (-190, 0, 0.8),
}
_SEATS = {"a": -135.0, "b": -45.0, "e": 45.0, "f": 135.0}


def _swapped(swap: str, child: str) -> str:
    """With whom a child exchanges its card, or the child itself."""
    return swap[1 - swap.index(child)] if child in swap else child


def _first_owner(world: World, sign: int) -> str:
    return _CHILDREN[(sign + int(world["turn"])) % len(_CHILDREN)]


def _awake(world: World) -> str:
    return _swapped(world["swap"], _first_owner(world, int(world["lit"])))


def _blamed(world: World) -> str:
    """Who has to sweep: the child who was awake, or the one whose window is its mirror image."""
    sign = int(world["lit"]) ^ (world["right"] == "no")
    return _swapped(world["swap"], _first_owner(world, sign))


_SEEN = ("cards", "swap", "night")
_QUESTIONS = (
    chronology("CAS", by("right", "mood"), (*_SEEN, "end"), error="temporal"),
    chronology(
        "CPT", WorldAnswer(("child",), _awake), _SEEN, error="character_state", interrogative="who"
    ),
    chronology("IMN", by("side", "right"), (*_SEEN, "end"), interrogative="why"),
    chronology(
        "ICM",
        by("mood", "right"),
        (*_SEEN, "end"),
        error="character_state",
        interrogative="how",
    ),
    chronology("CFR", ends(child="awake"), ("cards", "night"), without="swap", interrogative="who"),
    chronology("PBP", by("swap", "right"), (*_SEEN, "end")),
    blank_panel(by("right", "mood"), (*_SEEN, "end"), hidden="give"),
    meaning(by("side", "right"), (*_SEEN, "end")),
)


@world_template("lit-window", "home", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def lit_window(builder: WorldBuilder) -> TemplateStory:
    """A plan, four cards, an exchange, and a light at night."""
    signs = builder.shuffled(MARKS)
    outer, inner = builder.shuffled(range(ROWS))
    cells = ((0, outer), (COLUMNS - 1, outer), (1, inner), (COLUMNS - 2, inner))
    beats = [_plan(signs, cells), _cards(builder, signs)]
    if builder.happens("swap"):
        beats.append(_swap(builder, signs))
    beats.append(_night(builder, cells[int(builder["lit"])]))
    child, broom = _blamed(builder.world), ("broom", "")
    world = {"host": "c", **builder.world}
    lines = (says("c", _WORDS[builder["mood"]]),)
    beats.append(hand_over(world, "back_lawn", child, broom, "sad"))
    beats.append(holder(world, "back_lawn", child, broom, lines))
    return builder.story(_WORDS["title"], [_with_tree(beat, at) for at, beat in enumerate(beats)])


def _with_tree(beat: Beat, bare: int) -> Beat:
    """The beat with the tree, one more of its boughs bare; nothing else tells the hour."""
    x, y, scale = _TREES[beat.id]
    prop = "tree_window" if beat.scene.place == "home_hall" else "autumn_tree"
    tree = Thing(prop, x, y, str(bare), id="tree", scale=scale)
    return replace(
        beat,
        scene=replace(beat.scene, things=(*beat.scene.things, tree)),
        needs={**beat.needs, "tree": str(bare)},
        makes={**beat.makes, "tree": str(bare + 1)},
        unseen=frozenset({"hour", "awake"} | ({"thing.with"} if beat.id == "plan" else set())),
    )


def _plan(signs: Sequence[str], cells: Sequence[tuple[int, int]]) -> Beat:
    """The board with the signs of the rooms, as they are seen from the street."""
    cards = tuple(
        Thing("mark_card", x, y - 5, sign, id=f"card {sign}")
        for sign, (x, y) in zip(signs, (window_at(*cell) for cell in cells), strict=True)
    )
    return Beat(
        "plan",
        "{c} shows a plan of the house with signs in four of its windows.",
        Scene(
            "home_hall",
            (Actor("c", -205, "point", "smile", "right"),),
            (Thing("bell_board", 0, 0, "", id="board"), *cards),
            (says("c", _WORDS["plan"]),),
            shot="wide",
            least_zoom=0.5,
        ),
        {"hour": "first"},
        {"hour": "plan", "thing.with": "c"},
        "c",
        "strict",
    )


def _with_cards(builder: WorldBuilder, signs: Sequence[str], *, swapped: bool) -> dict[str, str]:
    """The sign of each child."""
    found = {}
    for at, sign in enumerate(signs):
        child = _first_owner(builder.world, at)
        found[_swapped(builder["swap"], child) if swapped else child] = sign
    return found


def _cards(builder: WorldBuilder, signs: Sequence[str]) -> Beat:
    held = _with_cards(builder, signs, swapped=False)
    return Beat(
        "cards",
        "Four children hold the cards of their rooms.",
        Scene(
            "home_hall",
            tuple(
                Actor(child, x, "carry", "smile", "front", holds=("mark_card", held[child]))
                for child, x in _SEATS.items()
            ),
            (),
            (says("a", _WORDS["cards"]),),
            least_zoom=0.9,
        ),
        {"hour": "plan"},
        {"hour": "cards", "awake": _first_owner(builder.world, int(builder["lit"]))},
    )


def _swap(builder: WorldBuilder, signs: Sequence[str]) -> Beat:
    """The two exchange their cards; what is on them is not seen."""
    swap = builder["swap"]
    one, other = swap[0], swap[1]
    facing: dict[str, Facing] = {one: "right", other: "left"}
    awake = _awake(builder.world)
    changed = {} if awake == _first_owner(builder.world, int(builder["lit"])) else {"awake": awake}
    return Beat(
        "swap",
        f"{{{one}}} and {{{other}}} stretch out their hands to exchange their rooms.",
        Scene(
            "home_hall",
            (
                Actor(one, -62, "reach_out", "happy", facing[one]),
                Actor(other, 62, "reach_out", "happy", facing[other]),
            ),
            (),
            (says(one, _WORDS["swap"]),),
        ),
        {"hour": "cards"},
        {"hour": "swap"} | changed,
        one,
        "happy",
    )


def _night(builder: WorldBuilder, cell: tuple[int, int]) -> Beat:
    """The house at night; from the yard, left and right are exchanged."""
    yard = builder["side"] == "yard"
    lit = (COLUMNS - 1 - cell[0] if yard else cell[0], cell[1])
    windows = tuple(
        Thing("house_window", *window_at(column, row), "lit" if (column, row) == lit else "dark",
              id=f"window {column} {row}")
        for column in range(COLUMNS)
        for row in range(ROWS)
    )  # fmt: skip
    before = "swap" if builder.happens("swap") else "cards"
    return Beat(
        "night",
        f"At night, the house is seen from the {builder['side']}; one window is lit.",
        Scene(
            "meadow",
            (),
            (Thing("house_block", 0, 0, "back" if yard else "front", id="house"), *windows),
            (Line(_WORDS[builder["side"]], "caption"),),
            shot="wide",
            time="night",
            least_zoom=0.55,
        ),
        {"hour": before},
        {"hour": "evening"},
    )
