"""A letter in a bottle."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

BOAT_SEAT = -18


_BOTTLE_POST_MOTIVE = Asked(
    "Why does {finder} cross the sea?",
    "To meet whoever wrote the letter.",
    (
        WrongAnswer("To sell bottles on the far shore.", "motive"),
        WrongAnswer("To fetch a doctor for the island.", "character"),
        WrongAnswer("To catch the fish for a big feast.", "object"),
    ),
    ("read", "met"),
)

_BOTTLE_POST_PREDICTION = Asked(
    "What are {writer} and {finder} most likely to do later on?",
    "Run about the whole beach for fun.",
    (
        WrongAnswer("Throw the boat back into the waves.", "object"),
        WrongAnswer("Look for the bottle on the sea bed.", "causal"),
        WrongAnswer("Pretend that they have never met.", "motive"),
    ),
    ("met",),
)

_BOTTLE_POST_MEANING = Asked(
    "What does this story say?",
    "The sea brings friends to those who write to it.",
    (
        WrongAnswer("What the sea has taken it will never give back.", "object"),
        WrongAnswer("It is unwise to leave one's island without a map.", "place"),
        WrongAnswer("Whoever writes long letters has no time for play.", "motive"),
    ),
    ("filled", "met"),
)


@template("bottle-post", "seaside", {"writer": CHILD, "finder": ANYONE})
def bottle_post(t: Teller) -> Story:
    """A letter goes out in a bottle, and an answer comes back by boat."""
    beats = [
        _bottle_post_write(),
        _bottle_post_filled(),
        _bottle_post_afloat(t),
        _bottle_post_found(t),
        _bottle_post_read(),
        _bottle_post_rowing(),
        _bottle_post_met(),
    ]
    return t.story(
        words(
            "Bottle post",
            "びんの てがみ",
            "Une bouteille à la mer",
            "El mensaje en la botella",
            "漂流瓶",
        ),
        beats,
        motive=[_BOTTLE_POST_MOTIVE],
        prediction=[_BOTTLE_POST_PREDICTION],
        meaning=[_BOTTLE_POST_MEANING],
        otherwise=(
            "found",
            _bottle_post_sunk(),
        ),
    )


def _bottle_post_write() -> Beat:
    return Beat(
        "write",
        "{writer} sits on the beach and looks at an empty sheet, an empty bottle beside it.",
        Scene(
            "beach",
            (Actor("writer", -60, "read", "thinking", "right", holds=("letter", "blank")),),
            (Thing("bottle", 50, state="empty", scale=1.3),),
            shot="medium",
        ),
        needs={"letter": "blank", "bottle": "empty"},
        makes={"letter": "begun"},
        actor="writer",
    )


def _bottle_post_filled() -> Beat:
    return Beat(
        "filled",
        "{writer} raises a corked bottle with a paper roll in it at the edge of the sea.",
        Scene(
            "beach",
            (Actor("writer", 0, "throw", "happy", "right", holds=("bottle", "letter")),),
            shot="medium",
        ),
        needs={"letter": "begun", "bottle": "empty"},
        makes={"bottle": "closed with the letter in it"},
        actor="writer",
        feeling="happy",
    )


def _bottle_post_afloat(t: Teller) -> Beat:
    return Beat(
        "afloat",
        "The bottle floats all alone on the wide sea between the waves.",
        Scene(
            "open_sea",
            (),
            (
                Thing("bottle", 0, 0, state="floating", scale=1.7),
                Thing("wave", -170, 20, state="small"),
            ),
            shot=t.choose(("wide", "medium")),
            time=t.choose(("day", "night")),
        ),
        needs={"bottle": "closed with the letter in it"},
        makes={"bottle": "out at sea"},
    )


def _bottle_post_found(t: Teller) -> Beat:
    return Beat(
        "found",
        "{finder} on a small island bends down to a bottle that lies in the sand.",
        Scene(
            "island",
            (Actor("finder", -30, "bend", "surprised", "right"),),
            (Thing("bottle", 60, 4, state="floating", scale=1.4),),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"bottle": "out at sea", "finder": "on the island"},
        makes={"bottle": "washed up"},
        actor="finder",
        feeling="surprised",
    )


def _bottle_post_read() -> Beat:
    return Beat(
        "read",
        "{finder} reads the letter under the palm tree, the empty bottle at {finder.her} feet.",
        Scene(
            "island",
            (Actor("finder", -60, "read", "happy", "right", holds=("letter", "written")),),
            (Thing("bottle", 40, state="empty", scale=1.4),),
            (
                Line(
                    words("A friend!", "ともだちだ！", "Un ami !", "¡Un amigo!", "是朋友！"),
                    "thought",
                    "finder",
                ),
            ),
            shot="wide",
        ),
        needs={"bottle": "washed up", "letter": "begun", "finder": "on the island"},
        makes={"bottle": "opened", "letter": "read"},
        actor="finder",
        feeling="happy",
    )


def _bottle_post_rowing() -> Beat:
    return Beat(
        "rowing",
        "{finder} crosses the sea in a small boat and waves a letter with a heart on it.",
        Scene(
            "open_sea",
            (
                Actor(
                    "finder",
                    0,
                    "hold_out",
                    "happy",
                    "left",
                    y=BOAT_SEAT,
                    holds=("letter", "answer"),
                ),
            ),
            (Thing("boat", 0, state="whole", front=True),),
            shot="wide",
        ),
        needs={"letter": "read", "finder": "on the island"},
        makes={"finder": "at sea"},
        actor="finder",
        feeling="happy",
    )


def _bottle_post_met() -> Beat:
    return Beat(
        "met",
        "{writer} and {finder} hug on the beach beside the boat that was pulled ashore.",
        Scene(
            "beach",
            (
                Actor("writer", -110, "hug", "happy", "right"),
                Actor("finder", -60, "hug", "happy", "left"),
            ),
            (Thing("boat", 130, state="beached"),),
            shot="wide",
        ),
        needs={"finder": "at sea"},
        makes={"finder": "ashore"},
        actor="finder",
        feeling="happy",
    )


def _bottle_post_sunk() -> Beat:
    return Beat(
        "sunk",
        "A fish looks at the bottle, which lies deep under the water.",
        Scene(
            "open_sea",
            (),
            (
                Thing("bottle", 30, 40, state="letter"),
                Thing("fish", -60, 30, state="alive"),
            ),
        ),
        needs={"bottle": "out at sea"},
        makes={"bottle": "sunk"},
    )
