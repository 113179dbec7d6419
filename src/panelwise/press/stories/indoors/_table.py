"""A repair story of a table that loses its legs bit by bit."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_MOTIVE = asked(
    "Why does {sawyer} pick up the saw?",
    "Because the table stands askew",
    ("tilt", "shorter"),
    ("object", "Because the stove needs firewood"),
    ("motive", "Because {guest} has lost a bet"),
    ("place", "Because a tree blocks the door"),
)

_PREDICTION = asked(
    "Where will the tea most likely stand from this day on?",
    "On the board on the floor",
    ("flat",),
    ("object", "On four new legs of steel"),
    ("place", "On the roof, out of reach"),
    ("temporal", "On the tall, tilting table"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever repairs too much will ruin it",
    ("shorter", "flat"),
    ("motive", "Whoever owns a saw must build houses"),
    ("object", "Long legs are what makes a table safe"),
    ("character", "Only guests know how to mend a table"),
)


@template("wobbly-table", "home", {"sawyer": GROWN, "guest": ANYONE})
def wobbly_table(t: Teller) -> Story:
    """Tall, shorter, low, flat."""
    place = t.choose(("living_room", "kitchen", "bare_room"))
    beats = [_tilt(t, place), _shorter(t, place), _low(t, place), _flat(t, place)]
    if t.chance(0.25):
        del beats[2]
        beats[2] = _flat(t, place, "shorter, still aslant")
    if t.chance(0.5):
        beats.append(_visit(t, place))
    return t.story(
        words(
            "The Wobbly Table", "ガタガタテーブル", "La table bancale", "La mesa coja", "摇晃的桌子"
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("shorter", _wedge(place)),
    )


def _tilt(t: Teller, place: str) -> Beat:
    return Beat(
        "tilt",
        "A cup slides down a tilting table on long legs, and {sawyer} watches it in alarm.",
        Scene(
            place,
            (Actor("sawyer", -140, "reach_out", "surprised", "right"),),
            (Thing("wobbly_table", 10, 0, "tall"), Thing("cup", 78, -96, "sliding")),
            (says("sawyer", "My tea!", "お茶が！", "Mon thé !", "¡Mi té!", "我的茶！"),),
            shot=any_shot(t),
        ),
        {"table": "tall and aslant"},
        {"fault": "found"},
        "sawyer",
        "worried",
    )


def _shorter(t: Teller, place: str) -> Beat:
    return Beat(
        "shorter",
        "{sawyer} holds a saw beside a tilting table of middling height and one piece of wood.",
        Scene(
            place,
            (Actor("sawyer", -150, "kneel", "effort", "right", holds=("saw", "")),),
            (
                Thing("wobbly_table", 10, 0, "shorter"),
                Thing("leg_pieces", -100, 18, "one", front=True),
            ),
            (sound("wobbly_table", "Crrk, crrk", "ギコギコ", "Crr, crr", "Ris, ras", "吱嘎吱嘎"),),
            shot=any_shot(t),
        ),
        {"table": "tall and aslant", "fault": "found"},
        {"table": "shorter, still aslant"},
        "sawyer",
        "annoyed",
    )


def _wedge(place: str) -> Beat:
    return Beat(
        "shorter",
        "{sawyer} has pushed a book under a leg, and the tall table stands straight.",
        Scene(
            place,
            (Actor("sawyer", -130, "hands_on_hips", "smug", "right"),),
            (
                Thing("wobbly_table", 10, 0, "tall", turn=-7),
                Thing("book", 84, 6, "closed", turn=90, scale=0.7),
            ),
        ),
        {"table": "tall and aslant"},
        {"table": "tall and straight"},
        "sawyer",
        "proud",
    )


def _low(t: Teller, place: str) -> Beat:
    return Beat(
        "low",
        "{sawyer} kneels angrily at a table as low as a footstool, among several pieces of wood.",
        Scene(
            place,
            (Actor("sawyer", 140, "kneel", "angry", "left", holds=("saw", "")),),
            (
                Thing("wobbly_table", -20, 0, "low"),
                Thing("leg_pieces", -145, 10, "some"),
            ),
            shot=any_shot(t),
        ),
        {"table": "shorter, still aslant"},
        {"table": "very low, still aslant"},
        "sawyer",
        "angry",
    )


def _flat(t: Teller, place: str, before: str = "very low, still aslant") -> Beat:
    return Beat(
        "flat",
        "{sawyer} sits with a saw at a table top without legs; behind it lies a heap of wood.",
        Scene(
            place,
            (Actor("sawyer", -135, "sit_floor", "dizzy", "right", holds=("saw", "")),),
            (
                Thing("wobbly_table", 20, 4, "flat", front=True),
                Thing("leg_pieces", 170, 0, "many"),
            ),
            shot=any_shot(t),
        ),
        {"table": before},
        {"table": "flat on the floor"},
        "sawyer",
        "disappointed",
    )


def _visit(t: Teller, place: str) -> Beat:
    return Beat(
        "visit",
        "{guest} and {sawyer} have tea on the floor, two cups on the bare table top.",
        Scene(
            place,
            (
                Actor("sawyer", -120, "sit_floor", "smile", "right"),
                Actor("guest", 125, "sit_floor", "happy", "left"),
            ),
            (
                Thing("wobbly_table", 0, 6, "flat", front=True),
                Thing("cup", -34, -8, "full", front=True),
                Thing("cup", 34, -8, "full", "second cup", front=True),
            ),
            (
                says(
                    "guest",
                    "How cosy!",
                    "いいかんじ！",
                    "Comme c'est douillet !",
                    "¡Qué acogedor!",
                    "真舒服！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"table": "flat on the floor"},
        {"cup": "standing on the flat board"},
        "guest",
        "happy",
    )
