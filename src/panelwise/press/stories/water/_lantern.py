"""A lantern on the water."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, Teller, template

_LANTERN_MOTIVE = Asked(
    "Why do {maker} and {friend} wave at the sky?",
    "Their light is on its way upwards.",
    (
        WrongAnswer("A bird has taken away a present.", "object"),
        WrongAnswer("A friend flies past in a balloon.", "character"),
        WrongAnswer("They try to drive away a cloud.", "motive"),
    ),
    ("lit", "gone"),
)

_LANTERN_PREDICTION = Asked(
    "What is most likely to happen after the last panel?",
    "The light is off over the water, hard to see.",
    (
        WrongAnswer("The sun comes up over the water within a minute.", "place"),
        WrongAnswer("{friend} folds the lantern flat and pockets it.", "object"),
        WrongAnswer("{maker} falls into the lake and calls for help.", "causal"),
    ),
    ("gone",),
)

_LANTERN_MEANING = Asked(
    "What does this story say?",
    "Some lights are made in order to be let go again.",
    (
        WrongAnswer("Whoever is afraid of the dark should stay at home.", "feeling"),
        WrongAnswer("A light that is shared by many burns twice as long.", "causal"),
        WrongAnswer("What others have made should never be touched.", "motive"),
    ),
    ("lit", "gone"),
)


@template("lantern", "festival", {"maker": ANYONE, "friend": ANYONE})
def lantern(t: Teller) -> Story:
    """A folded lantern is unfolded, lit, and let go."""
    lamp, place, where = "paper_lantern", *t.choose((("meadow", "meadow"), ("beach", "beach")))
    return t.story(
        words("The lantern", "とうろう", "La lanterne", "El farolillo", "天灯"),
        [
            _lantern_folded(t, lamp, place, where),
            _lantern_unfolded(lamp, place),
            _lantern_lit(t, lamp, place),
            _lantern_gone(lamp, place),
        ],
        motive=[_LANTERN_MOTIVE],
        prediction=[_LANTERN_PREDICTION],
        meaning=[_LANTERN_MEANING],
        otherwise=(
            "gone",
            _lantern_dropped(lamp, place),
        ),
    )


def _lantern_folded(t: Teller, lamp: str, place: str, where: str) -> Beat:
    return Beat(
        "folded",
        f"{{friend}} hands {{maker}} a flat, folded lantern on the {where}.",
        Scene(
            place,
            (
                Actor("maker", 70, "hands_on_hips", "smile", "left"),
                Actor("friend", -80, "hold_out", "smile", "right", holds=(lamp, "flat")),
            ),
            shot=t.choose(("wide", "medium")),
            time="evening",
        ),
        needs={"lantern": "folded"},
        makes={"lantern": "handed over"},
        actor="friend",
    )


def _lantern_unfolded(lamp: str, place: str) -> Beat:
    return Beat(
        "unfolded",
        "{maker} holds up an unfolded lantern that does not shine yet.",
        Scene(
            place,
            (Actor("maker", 0, "hold_out", "happy", "right", holds=(lamp, "dark")),),
            shot="medium",
            time="evening",
        ),
        needs={"lantern": "handed over"},
        makes={"lantern": "unfolded and dark"},
        actor="maker",
        feeling="happy",
    )


def _lantern_lit(t: Teller, lamp: str, place: str) -> Beat:
    return Beat(
        "lit",
        "The lantern glows in the hands of {maker} under a dark sky with stars.",
        Scene(
            place,
            (
                Actor("maker", -50, "hold_out", "smile", "right", holds=(lamp, "lit")),
                Actor("friend", 130, "stand", "surprised", "left"),
            ),
            (),
            (
                Line(
                    words(
                        "How bright!",
                        "きれい！",
                        "Quelle lumière !",
                        "¡Qué luz!",
                        "好亮啊！",
                    ),
                    speaker="friend",
                ),
            ),
            shot=t.choose(("wide", "medium")),
            time="night",
        ),
        needs={"lantern": "unfolded and dark"},
        makes={"lantern": "glowing in the hands"},
        actor="maker",
        feeling="content",
    )


def _lantern_gone(lamp: str, place: str) -> Beat:
    return Beat(
        "gone",
        "High above the water flies the glowing lantern; {maker} and {friend} wave at it.",
        Scene(
            place,
            (
                Actor("maker", -130, "wave", "happy", "right"),
                Actor("friend", -40, "reach_up", "happy", "right"),
            ),
            (Thing(lamp, 120, -220, state="flying"),),
            shot="wide",
            time="night",
        ),
        needs={"lantern": "glowing in the hands"},
        makes={"lantern": "flying"},
        actor="maker",
        feeling="happy",
    )


def _lantern_dropped(lamp: str, place: str) -> Beat:
    return Beat(
        "dropped",
        "{maker} looks down at a dark lantern that lies on the grass.",
        Scene(
            place,
            (Actor("maker", -60, "shrug", "sad", "right"),),
            (Thing(lamp, 50, state="dark"),),
            time="night",
        ),
        needs={"lantern": "glowing in the hands"},
        makes={"lantern": "out"},
        actor="maker",
        feeling="sad",
    )
