"""Somebody loses a wallet, and stands later among eleven others who have cards.

Four of the twelve look alike but for headgear and shirt; only both together identify the person.
Each of the four has a sign that nobody else has, so the card that the child gets says who gave it.
Clocks in all places show the hour.
"""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Look, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.drawing.town import MARKS, OTHER_MARKS
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

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "lost_wallet.toml", _ROLES)
_VARIABLES = (
    Variable("wears", ("hat", "cap")),
    Variable("shirt", ("stripes", "dots")),
    Variable("turn", ("0", "1", "2", "3")),  # of the signs among the four who look alike
    Variable("right", ("yes", "no")),  # whether the child finds the person who lost it
    Variable("finder", ("a", "b")),
    Variable("host", ("c", "d")),
    Variable("mood", ("glad", "unsure")),
)
_ALIKE = tuple((wears, shirt) for wears in ("hat", "cap") for shirt in ("stripes", "dots"))
_UNSEEN = {  # facts that a picture does not show
    "find": {"wallet"},
    "crowd": {"wallet", "card"},
    "end": {"wallet.with"},
}
_CLOCKS: dict[str, Spot] = {
    "drop": (-22, 0, 0.7),
    "crowd": (-255, 0, 0.65),
    "ask": (4, 0, 0.9),
    "give": (-22, 0, 0.9),
}
_OTHER_SHIRT = {"stripes": "dots", "dots": "stripes"}


def _sign(world: World, shirt: str) -> str:
    """The card of the person with the headgear of the one who lost the wallet, and a shirt."""
    return MARKS[(_ALIKE.index((world["wears"], shirt)) + int(world["turn"])) % len(MARKS)]


def _owners(world: World) -> str:
    return _sign(world, world["shirt"])


def _kept(world: World) -> str:
    """The card that the child has at the end."""
    right = world["right"] == "yes"
    return _sign(world, world["shirt"] if right else _OTHER_SHIRT[world["shirt"]])


_SEEN = ("drop", "crowd")
_QUESTIONS = (
    chronology("CAS", by("mood", "right"), (*_SEEN, "end"), error="temporal"),
    chronology(
        "CPT",
        WorldAnswer(("sign",), _owners),
        _SEEN,
        error="character_state",
    ),
    chronology("IMN", by("finder", "right"), (*_SEEN, "end"), interrogative="why"),
    chronology(
        "ICM",
        by("host", "right"),
        (*_SEEN, "ask", "end"),
        error="character_state",
        interrogative="how",
    ),
    chronology("CFR", ends(sign="card"), _SEEN, without="ask"),
    chronology(
        "PBP",
        WorldAnswer(("shirt", "right"), lambda ending: f"{ending['shirt']} {ending['right']}"),
        (*_SEEN, "end"),
    ),
    blank_panel(by("finder", "right"), (*_SEEN, "end"), hidden="give"),
    meaning(by("mood", "right"), (*_SEEN, "end")),
)


@world_template("lost-wallet", "town", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def lost_wallet(builder: WorldBuilder) -> TemplateStory:
    """A wallet on the road, twelve people with cards, and somebody points."""
    street = builder.choose(("street", "park_path"))
    base = Look(
        hair="short",
        hair_colour=builder.choose(("bark", "ink", "brown")),
        skin=builder.choose(("skin", "tan")),
        top=builder.choose(("yellow", "pink", "orange")),
        bottom=builder.choose(("blue", "stone")),
        accessory_colour="teal",
    )
    crowds = [_crowd(builder, base, turn) for turn in range(len(MARKS))]
    crowd = crowds[int(builder["turn"])]
    beats = [_drop(builder, base, street), _find(builder, street), crowd]
    if builder.happens("ask"):
        beats.append(_ask(builder))
    beats = in_stages(
        [*beats, _give(builder), _end(builder)], "street_clock", "123456", _CLOCKS, (-90, 0, 0.8)
    )
    return builder.story(
        _WORDS["title"],
        [replace(beat, unseen=frozenset({"hour", *_UNSEEN.get(beat.id, ())})) for beat in beats],
    )


def _dressed(base: Look, wears: str, shirt: str) -> Look:
    accessory = {"hat": "hat", "cap": "cap"}.get(wears, "none")
    return replace(base, accessory=accessory, pattern=shirt)  # type: ignore[arg-type]


def _drop(builder: WorldBuilder, base: Look, street: str) -> Beat:
    wears, shirt = builder["wears"], builder["shirt"]
    return Beat(
        "drop",
        f"Somebody with a {wears} and {shirt} on the shirt walks on and loses a wallet.",
        Scene(
            street,
            (Actor("owner", 62, "walk", "smile", "right"),),
            (Thing("wallet", -85, 4, "", id="wallet", scale=0.8),),
            extras=(("owner", _dressed(base, wears, shirt)),),
        ),
        {"hour": "first", "wallet": "lost"},
        {"hour": "drop"},
    )


def _find(builder: WorldBuilder, street: str) -> Beat:
    finder = builder["finder"]
    return Beat(
        "find",
        f"{{{finder}}} finds the wallet.",
        Scene(
            street,
            (Actor(finder, 0, "hold_out", "surprised", "right", holds=("wallet", "")),),
            (),
            (says(finder, _WORDS["find"]),),
        ),
        {"hour": "drop", "wallet": "lost"},
        {"hour": "find", "wallet": "found", "wallet.with": finder},
        finder,
        "surprised",
    )


def _crowd(builder: WorldBuilder, base: Look, turn: int) -> Beat:
    """Twelve people in two rows; who stands where is drawn for every turn of the signs."""
    looks = [_dressed(base, *one) for one in _ALIKE]
    odd = [("hat", "plain"), ("cap", "plain"), ("none", "stripes"), ("none", "dots")]
    looks += [_dressed(base, *one) for one in (*odd, *odd)]
    signs = [MARKS[(at + turn) % len(MARKS)] for at in range(len(_ALIKE))]
    signs += builder.shuffled(OTHER_MARKS * len(MARKS))
    slots = builder.shuffled(
        [(x, y) for y, first in ((-146.0, -190.0), (0.0, -160.0)) for x in
         (first + 70 * k for k in range(6))]
    )  # fmt: skip
    people = sorted(zip(slots, looks, signs, strict=True), key=lambda one: one[0][1])
    return Beat(
        "crowd",
        "Twelve people stand in two rows and have cards with signs.",
        Scene(
            "back_lawn",
            tuple(
                Actor(f"extra{at}", x, "stand", "smile", "front", y)
                for at, ((x, y), _, _) in enumerate(people)
            ),
            (
                Thing("tribune", 0, 0, "", id="stand"),
                *(
                    Thing("mark_card", x, y - 24, sign, id=f"card{at}", front=True, scale=0.95)
                    for at, ((x, y), _, sign) in enumerate(people)
                ),
            ),
            shot="wide",
            least_zoom=0.72,
            extras=tuple((f"extra{at}", look) for at, (_, look, _) in enumerate(people)),
        ),
        {"hour": "find", "wallet": "found"},
        {"hour": "crowd", "card": _owners(builder.world)},
    )


def _ask(builder: WorldBuilder) -> Beat:
    host, finder = builder["host"], builder["finder"]
    return Beat(
        "ask",
        f"{{{host}}}, a book in one hand, points somebody out to {{{finder}}}, who has the wallet.",
        Scene(
            "back_lawn",
            (
                Actor(finder, -60, "hold_out", "neutral", "right", holds=("wallet", "")),
                Actor(host, 70, "point", "smile", "right", holds=("book", "closed")),
            ),
            (),
            (says(host, _WORDS["ask"]),),
        ),
        {"hour": "crowd", "wallet.with": finder, "book.with": host},
        {"hour": "ask", "advice.by": host},
        host,
        "sure",
    )


def _give(builder: WorldBuilder) -> Beat:
    """The child holds the wallet out to somebody outside the panel; the adviser looks on."""
    finder, host = builder["finder"], builder["host"]
    asked = builder.happens("ask")
    child = Actor(finder, 40, "hold_out", "happy", "right", holds=("wallet", ""))
    adviser = Actor(host, -80, "stand", "smile", "right", holds=("book", "closed"))
    return Beat(
        "give",
        f"{{{finder}}} holds the wallet out to somebody who is not seen; {{{host}}} has a book.",
        Scene(
            "back_lawn",
            (adviser, child) if asked else (child,),
            (),
            (says(finder, _WORDS["give"]),),
        ),
        {"hour": "ask" if asked else "crowd", "wallet.with": finder}
        | ({"book.with": host} if asked else {}),
        {"hour": "give"},
        finder,
        "kind",
    )


def _end(builder: WorldBuilder) -> Beat:
    finder, mood = builder["finder"], builder["mood"]
    sign = _kept(builder.world) if builder.happens("ask") else _owners(builder.world)
    return Beat(
        "end",
        f"{{{finder}}} has got a card with a {sign} and is {mood}.",
        Scene(
            "doorstep",
            (
                Actor(
                    finder,
                    0,
                    "hold_out",
                    "happy" if mood == "glad" else "thinking",
                    "front",
                    holds=("mark_card", sign),
                ),
            ),
            (),
            (says(finder, _WORDS[mood]),),
        ),
        {"hour": "give"},
        {"hour": "end", "wallet.with": "somebody", "card": sign}
        if sign != _owners(builder.world)
        else {"hour": "end", "wallet.with": "somebody"},
        finder,
        mood,
    )
