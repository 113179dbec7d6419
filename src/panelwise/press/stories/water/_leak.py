"""A rock, a hole, and home."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, Teller, template

BOAT_SEAT = -18


_LEAK_MOTIVE = Asked(
    "Why does {friend} empty a bucket over the side?",
    "So that the boat does not go under.",
    (
        WrongAnswer("So that the fish can swim away.", "object"),
        WrongAnswer("To cool the rock in the hot sun.", "place"),
        WrongAnswer("To play a trick on {rower}.", "motive"),
    ),
    ("leak", "bail"),
)

_LEAK_PREDICTION = Asked(
    "What is the wisest thing for them to do after the last panel?",
    "To have the boat mended properly.",
    (
        WrongAnswer("To take the patch off once more.", "causal"),
        WrongAnswer("To row straight back to the rock.", "place"),
        WrongAnswer("To fill the boat with sea water.", "object"),
    ),
    ("patch",),
)

_LEAK_MEANING = Asked(
    "What does this story say?",
    "Two who work hand in hand bring any boat home.",
    (
        WrongAnswer("Whoever cannot swim should never go near the water.", "character"),
        WrongAnswer("A new boat is always to be preferred to an old one.", "object"),
        WrongAnswer("Those who wave at others are punished by the sea.", "causal"),
    ),
    ("bail", "patch"),
)


@template("leak", "seaside", {"rower": ANYONE, "friend": ANYONE})
def leak(t: Teller) -> Story:
    """A rock, a hole, water; a patch, and home."""
    beats = [
        _leak_calm(),
        _leak_rock(),
        _leak_leak(),
        _leak_bail(),
        _leak_patch(),
        _leak_home(),
    ]
    return t.story(
        words("The leak", "あなのあいた ボート", "La fuite", "La vía de agua", "漏水的船"),
        beats if t.chance(0.7) else beats[:-1],
        motive=[_LEAK_MOTIVE],
        prediction=[_LEAK_PREDICTION],
        meaning=[_LEAK_MEANING],
        otherwise=(
            "rock",
            _leak_missed(),
        ),
    )


def _leak_calm() -> Beat:
    return Beat(
        "calm",
        "{rower} and {friend} sit relaxed in a dry, sound boat on the open sea.",
        Scene(
            "open_sea",
            (
                Actor("rower", -50, "stand", "smile", "right", y=BOAT_SEAT),
                Actor("friend", 50, "wave", "happy", "right", y=BOAT_SEAT),
            ),
            (Thing("boat", 0, state="whole", front=True),),
            shot="wide",
        ),
        needs={"boat": "whole"},
        makes={"trip": "begun"},
        actor="rower",
        feeling="happy",
    )


def _leak_rock() -> Beat:
    return Beat(
        "rock",
        "The boat runs into a pointed rock and {rower} and {friend} are thrown about.",
        Scene(
            "open_sea",
            (
                Actor("rower", -70, "slip", "scared", "right", y=BOAT_SEAT),
                Actor("friend", 20, "slip", "surprised", "right", y=BOAT_SEAT),
            ),
            (
                Thing("rock", 170, 10, state="whole"),
                Thing("boat", 0, state="whole", front=True, turn=-7),
            ),
            (Line(words("CRASH!", "ガツン！", "CRAC !", "¡CRAS!", "砰！"), "sound", at="rock"),),
            shot="wide",
        ),
        needs={"boat": "whole", "trip": "begun"},
        makes={"boat": "struck by a rock"},
        feeling="scared",
        actor="rower",
    )


def _leak_leak() -> Beat:
    return Beat(
        "leak",
        "Water sprays from a hole in the side of the boat, and {rower} points at it.",
        Scene(
            "open_sea",
            (
                Actor("rower", -50, "point", "scared", "right", y=BOAT_SEAT + 10),
                Actor("friend", 60, "cover_face", "scared", "left", y=BOAT_SEAT + 10),
            ),
            (Thing("boat", 0, state="leaking", front=True),),
            (
                Line(
                    words("A hole!", "あなだ！", "Un trou !", "¡Un agujero!", "有个洞！"),
                    "shout",
                    "rower",
                ),
            ),
            shot="wide",
        ),
        needs={"boat": "struck by a rock"},
        makes={"boat": "leaking"},
        actor="rower",
        feeling="scared",
    )


def _leak_bail() -> Beat:
    return Beat(
        "bail",
        "{friend}, dripping wet, empties a bucket over the side of the half-sunk boat.",
        Scene(
            "open_sea",
            (
                Actor(
                    "friend",
                    60,
                    "pour",
                    "effort",
                    "right",
                    y=BOAT_SEAT + 26,
                    wet=True,
                    holds=("fish_bucket", "water"),
                ),
                Actor("rower", -60, "cheer", "worried", "right", y=BOAT_SEAT + 26, wet=True),
            ),
            (Thing("boat", 0, state="flooded", front=True),),
            shot="wide",
        ),
        needs={"boat": "leaking"},
        makes={"boat": "half sunk", "crew": "wet"},
        actor="friend",
    )


def _leak_patch() -> Beat:
    return Beat(
        "patch",
        "{rower} and {friend}, both wet, laugh over a yellow patch on the side of the boat.",
        Scene(
            "open_sea",
            (
                Actor("rower", -50, "hands_on_hips", "happy", "right", y=BOAT_SEAT, wet=True),
                Actor("friend", 60, "cheer", "happy", "left", y=BOAT_SEAT, wet=True),
            ),
            (Thing("boat", 0, state="patched", front=True),),
            shot="wide",
        ),
        needs={"boat": "half sunk", "crew": "wet"},
        makes={"boat": "patched"},
        actor="rower",
        feeling="relieved",
    )


def _leak_home() -> Beat:
    return Beat(
        "home",
        "{rower} kisses the sand of the shore; {friend} lies beside, both still dripping.",
        Scene(
            "beach",
            (
                Actor("rower", -90, "bow", "happy", "left", wet=True),
                Actor("friend", 80, "lie", "happy", "right", wet=True),
            ),
            shot="wide",
        ),
        needs={"boat": "patched", "crew": "wet"},
        makes={"crew": "ashore"},
        actor="rower",
        feeling="relieved",
    )


def _leak_missed() -> Beat:
    return Beat(
        "missed",
        "The boat glides safely past a pointed rock, and {friend} waves at it.",
        Scene(
            "open_sea",
            (
                Actor("rower", -110, "stand", "smile", "left", y=BOAT_SEAT),
                Actor("friend", -30, "wave", "happy", "right", y=BOAT_SEAT),
            ),
            (
                Thing("rock", 200, 10, state="whole"),
                Thing("boat", -70, state="whole", front=True),
            ),
        ),
        needs={"boat": "whole", "trip": "begun"},
        actor="rower",
    )
