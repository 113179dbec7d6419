"""By map and boat to a chest."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

BOAT_SEAT = -18


_TREASURE_MOTIVE = Asked(
    "Why does {mate} dig under the palm tree?",
    "The cross on the map shows this place.",
    (
        WrongAnswer("A bird has buried its egg right there.", "object"),
        WrongAnswer("{captain} wants to plant another palm.", "motive"),
        WrongAnswer("The boat needs a dry place for repairs.", "causal"),
    ),
    ("map", "shallow"),
)


@template("treasure", "seaside", {"captain": CHILD, "mate": ANYONE})
def treasure(t: Teller) -> Story:
    """By map and boat to a chest; each deeper than before."""
    spade = ("toy_spade", "clean")
    gold = t.chance(0.6)
    beats = [
        _treasure_map(),
        _treasure_row(),
        _treasure_shallow(spade),
        _treasure_deep(),
        _treasure_closed(t),
        _treasure_open(t, gold),
    ]
    return t.story(
        words("The treasure", "たからさがし", "Le trésor", "El tesoro", "寻宝"),
        beats,
        motive=[_TREASURE_MOTIVE],
        prediction=[_treasure_prediction(gold)],
        meaning=[_treasure_meaning(gold)],
        otherwise=(
            "closed",
            _treasure_boot(),
        ),
    )


def _treasure_prediction(gold: bool) -> Asked:
    return Asked(
        "What are they most likely to do after the last panel?",
        "Row the gold back to where they set off."
        if gold
        else "Sail home tired and without any treasure.",
        (
            WrongAnswer("Bury the chest in the very same deep hole.", "causal"),
            WrongAnswer("Draw the map that shows the way to it.", "object"),
            WrongAnswer("Build a house for two beside the palm.", "motive"),
        ),
        ("open",),
    )


def _treasure_meaning(gold: bool) -> Asked:
    return Asked(
        "What does this story say?",
        "Only those who dig on find the treasure."
        if gold
        else "A map alone never makes anybody rich at all.",
        (
            WrongAnswer("A map is of use only to those who drew it.", "object"),
            WrongAnswer("The sea punishes whoever leaves the shore.", "place"),
            WrongAnswer("One friend always does less than the other.", "character"),
        ),
        ("deep", "open"),
    )


def _treasure_map() -> Beat:
    return Beat(
        "map",
        "{captain} holds up a map with a red cross for {mate} to see on the beach.",
        Scene(
            "beach",
            (
                Actor("captain", -60, "hold_out", "happy", "right", holds=("treasure_map", "open")),
                Actor("mate", 90, "stand", "surprised", "left"),
            ),
            shot="medium",
        ),
        needs={"party": "on the mainland"},
        makes={"goal": "known"},
        actor="captain",
        feeling="excited",
    )


def _treasure_row() -> Beat:
    return Beat(
        "row",
        "{captain} points ahead from the boat in which {mate} sits, far out at sea.",
        Scene(
            "open_sea",
            (
                Actor("captain", 50, "point", "happy", "right", y=BOAT_SEAT),
                Actor("mate", -60, "stand", "effort", "right", y=BOAT_SEAT),
            ),
            (Thing("boat", 0, state="whole", front=True),),
            (
                Line(
                    words("Land ahead!", "しまだ！", "Terre !", "¡Tierra!", "看到岛了！"),
                    "shout",
                    "captain",
                ),
            ),
            shot="wide",
        ),
        needs={"goal": "known", "party": "on the mainland"},
        makes={"party": "at sea"},
        actor="captain",
        feeling="happy",
    )


def _treasure_shallow(spade: tuple[str, str]) -> Beat:
    return Beat(
        "shallow",
        "{mate} digs under the palm tree; so far there is only a shallow hole.",
        Scene(
            "island",
            (
                Actor("mate", -90, "dig", "effort", "right", holds=spade),
                Actor("captain", 150, "think", "thinking", "left"),
            ),
            (Thing("hole", -20, state="shallow"),),
            shot="wide",
        ),
        needs={"party": "at sea", "hole": "none"},
        makes={"party": "on the island", "hole": "shallow"},
        actor="mate",
    )


def _treasure_deep() -> Beat:
    return Beat(
        "deep",
        "{mate} wipes a tired face beside a deep hole and a high heap of sand.",
        Scene(
            "island",
            (
                Actor("mate", -90, "bend", "dizzy", "right", dirty=True),
                Actor("captain", 190, "cheer", "surprised", "left"),
            ),
            (Thing("hole", 0, state="deep"),),
            (Line(words("CLONK!", "ゴツン！", "TOC !", "¡CLONC!", "咚！"), "sound", at="hole"),),
            shot="wide",
        ),
        needs={"party": "on the island", "hole": "shallow"},
        makes={"hole": "deep"},
        actor="mate",
    )


def _treasure_closed(t: Teller) -> Beat:
    return Beat(
        "closed",
        "{captain} and {mate}, both dusty with sand, kneel at a closed chest.",
        Scene(
            "island",
            (
                Actor("mate", -120, "kneel", "smile", "right", dirty=True),
                Actor("captain", 110, "kneel", "happy", "left", dirty=True),
            ),
            (Thing("chest", 0, state="closed"),),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"hole": "deep", "chest": "in the ground"},
        makes={"chest": "lifted out, closed"},
        actor="captain",
        feeling="excited",
    )


def _treasure_open(t: Teller, gold: bool) -> Beat:
    return Beat(
        "open",
        "The open chest is full of gold, and {captain} and {mate} throw up their arms."
        if gold
        else "{captain} and {mate} look sadly into an open chest with nothing in it.",
        Scene(
            "island",
            (
                Actor(
                    "mate",
                    -120,
                    "cheer" if gold else "shrug",
                    "happy" if gold else "sad",
                    "right",
                    dirty=True,
                ),
                Actor(
                    "captain",
                    120,
                    "cheer" if gold else "cover_face",
                    "happy" if gold else "crying",
                    "left",
                    dirty=True,
                ),
            ),
            (Thing("chest", 0, state="open" if gold else "empty"),),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"chest": "lifted out, closed"},
        makes={"chest": "open"},
        actor="captain",
        feeling="happy" if gold else "sad",
    )


def _treasure_boot() -> Beat:
    return Beat(
        "boot",
        "{captain} holds an old boot up, and {mate} hides {mate.her} face.",
        Scene(
            "island",
            (
                Actor("captain", 110, "hold_out", "sad", "left", holds=("old_boot", "wet")),
                Actor("mate", -110, "cover_face", "sad", "right", dirty=True),
            ),
        ),
        needs={"hole": "deep"},
        actor="captain",
    )
