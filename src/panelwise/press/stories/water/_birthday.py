"""Birthdays: cakes, presents, surprises."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import CHILD, GROWN, Teller, template

TABLE = Thing("party_table", 0, state="set")


def _cake(state: str, x: float = 0) -> Thing:
    return Thing("birthday_cake", x, -72, state=state)


_BIRTHDAY_CAKE_MOTIVE = Asked(
    "Why does {star} lie on the floor at the end?",
    "{star.she} has eaten far too much.",
    (
        WrongAnswer("{star.she} has slipped on a candle.", "causal"),
        WrongAnswer("{star.she} is hiding from a guest.", "motive"),
        WrongAnswer("{star.she} is looking for a coin.", "object"),
    ),
    ("cut", "gone"),
)

_BIRTHDAY_CAKE_PREDICTION = Asked(
    "What is most likely to happen after the last panel?",
    "{star} lies about for the whole afternoon.",
    (
        WrongAnswer("{star} asks for a second cake at once.", "character"),
        WrongAnswer("{star} lights all the candles once more.", "causal"),
        WrongAnswer("{star} runs a race against {baker} outside.", "motive"),
    ),
    ("gone",),
)

_BIRTHDAY_CAKE_MEANING = Asked(
    "What does this story say?",
    "Whoever eats all the cake will be sorry afterwards.",
    (
        WrongAnswer("A wish comes true only when it is not told to anybody.", "causal"),
        WrongAnswer("Baking together is more fun than eating all alone.", "motive"),
        WrongAnswer("A party without any guests is no real party at all.", "character"),
    ),
    ("cut", "gone"),
)


@template("birthday-cake", "festival", {"star": CHILD, "baker": GROWN})
def birthday_cake(t: Teller) -> Story:
    """Candles set, lit, blown out; the cake cut, the plate empty."""
    start = t.choose(("bare", "candles"))
    setting = _birthday_cake_decorate(t)
    lit = _birthday_cake_light(t)
    blown = _birthday_cake_blow(t)
    cut = _birthday_cake_cut(t)
    gone = _birthday_cake_gone()
    beats = [*([setting] if start == "bare" else []), lit, blown, cut, gone]
    return t.story(
        words("The cake", "おたんじょうびケーキ", "Le gâteau", "La tarta", "生日蛋糕"),
        beats,
        motive=[_BIRTHDAY_CAKE_MOTIVE],
        prediction=[_BIRTHDAY_CAKE_PREDICTION],
        meaning=[_BIRTHDAY_CAKE_MEANING],
        otherwise=(
            "blow",
            _birthday_cake_relit(),
        ),
    )


def _birthday_cake_decorate(t: Teller) -> Beat:
    return Beat(
        "decorate",
        "{baker} reaches out to a cake that has no candles yet; {star} looks on with big eyes.",
        Scene(
            "party_room",
            (
                Actor("baker", -130, "reach_out", "smile", "right"),
                Actor("star", 130, "stand", "surprised", "left"),
            ),
            (TABLE, _cake("bare")),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"candles": "not on the cake"},
        makes={"candles": "unlit"},
        actor="baker",
        feeling="happy",
    )


def _birthday_cake_light(t: Teller) -> Beat:
    return Beat(
        "light",
        "All candles burn on the cake, and {star} takes a deep breath in front of it.",
        Scene(
            "party_room",
            (
                Actor("star", 120, "bend", "effort", "left"),
                Actor("baker", -140, "cheer", "happy", "right"),
            ),
            (TABLE, _cake("lit")),
            (
                Line(
                    words(
                        "Make a wish!",
                        "ねがいごとを！",
                        "Fais un vœu !",
                        "¡Pide un deseo!",
                        "许个愿吧！",
                    ),
                    speaker="baker",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"candles": "unlit"},
        makes={"candles": "burning"},
        actor="star",
        feeling="excited",
    )


def _birthday_cake_blow(t: Teller) -> Beat:
    return Beat(
        "blow",
        "Smoke rises from the candles and {star} throws both arms into the air.",
        Scene(
            "party_room",
            (Actor("star", 130, "cheer", "happy", "left"),),
            (TABLE, _cake("blown")),
            (
                Line(
                    words("Pfff!", "フーッ！", "Pfff !", "¡Fuuu!", "呼——"),
                    "sound",
                    at="birthday_cake",
                ),
            ),
            shot=t.choose(("close", "medium")),
            focus=("star", "birthday_cake"),
        ),
        needs={"candles": "burning"},
        makes={"candles": "blown out"},
        actor="star",
        feeling="happy",
    )


def _birthday_cake_cut(t: Teller) -> Beat:
    return Beat(
        "cut",
        "A large piece is missing from the cake, and {star} chews with full cheeks.",
        Scene(
            "party_room",
            (
                Actor("star", 130, "eat", "eating", "left"),
                Actor("baker", -140, "stand", "smile", "right"),
            ),
            (TABLE, _cake("cut")),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"candles": "blown out", "cake": "whole"},
        makes={"cake": "cut"},
        actor="star",
        feeling="content",
    )


def _birthday_cake_gone() -> Beat:
    return Beat(
        "gone",
        "Only crumbs are left on the plate; {star} lies on the floor with a round belly.",
        Scene(
            "party_room",
            (Actor("star", 130, "lie", "dizzy", "left"),),
            (TABLE, _cake("crumbs")),
            shot="wide",
        ),
        needs={"cake": "cut"},
        makes={"cake": "eaten"},
        actor="star",
    )


def _birthday_cake_relit() -> Beat:
    return Beat(
        "relit",
        "{star} puffs hard, but every candle on the cake goes on burning.",
        Scene(
            "party_room",
            (Actor("star", 130, "bend", "dizzy", "left"),),
            (TABLE, _cake("lit")),
        ),
        needs={"candles": "burning"},
        actor="star",
    )
