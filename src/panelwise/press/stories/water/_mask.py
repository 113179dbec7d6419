"""A fright, and who laughs last."""

from __future__ import annotations

from panelwise.press._scene import Actor, DayTime, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import CHILD, GROWN, Teller, template

_MASK_MOTIVE = Asked(
    "Why does {elder} fall over?",
    "Out of fright at a monster's face.",
    (
        WrongAnswer("Because of a stone in the grass.", "object"),
        WrongAnswer("From laughing at a good old joke.", "feeling"),
        WrongAnswer("So that {joker} can win the game.", "motive"),
    ),
    ("scare",),
)

_MASK_PREDICTION = Asked(
    "What is most likely to happen after the last panel?",
    "{joker} is caught and both of them laugh.",
    (
        WrongAnswer("{joker} breaks the mask in two in anger.", "object"),
        WrongAnswer("{elder} sends for a doctor because of it.", "causal"),
        WrongAnswer("{elder} goes to bed without any supper.", "motive"),
    ),
    ("swapped",),
)

_MASK_MEANING = Asked(
    "What does this story say?",
    "Whoever frightens others should laugh with them.",
    (
        WrongAnswer("Whoever wears a mask can never be trusted by day.", "motive"),
        WrongAnswer("Old people should not be out so late in the year.", "character"),
        WrongAnswer("The finest masks are those that are made at home.", "object"),
    ),
    ("sorry", "swapped"),
)


@template("mask", "festival", {"joker": CHILD, "elder": GROWN})
def mask(t: Teller) -> Story:
    """A scare, a fall, a mask taken off, a laugh, a mask on the other face."""
    place = t.choose(("party_room", "meadow"))
    times: tuple[DayTime, ...] = ("day", "evening", "night")
    time = t.choose(times)
    masked = Thing("scary_mask", -110, -62, state="whole", front=True, scale=1.15)
    found = _mask_found(place, time)
    scare = _mask_scare(masked, place, time)
    sorry = _mask_sorry(t, place, time)
    swapped = _mask_swapped(place, time)
    return t.story(
        words("The mask", "おめん", "Le masque", "La máscara", "面具"),
        [found, scare, sorry, swapped],
        motive=[_MASK_MOTIVE],
        prediction=[_MASK_PREDICTION],
        meaning=[_MASK_MEANING],
        otherwise=(
            "scare",
            _mask_unimpressed(masked, place),
        ),
    )


def _mask_found(place: str, time: DayTime) -> Beat:
    return Beat(
        "found",
        "{joker} holds a monster mask in {joker.her} hands and grins.",
        Scene(
            place,
            (Actor("joker", 0, "hold_out", "smug", "right", holds=("scary_mask", "whole")),),
            shot="medium",
            time=time,
        ),
        needs={"mask": "in the hands", "elder": "calm"},
        makes={"plan": "made"},
        actor="joker",
        feeling="cheerful",
    )


def _mask_scare(masked: Thing, place: str, time: DayTime) -> Beat:
    return Beat(
        "scare",
        "Somebody with the face of a monster jumps out at {elder}, who falls over backwards.",
        Scene(
            place,
            (
                Actor("joker", -110, "cheer", "neutral", "front"),
                Actor("elder", 120, "fall", "scared", "left"),
            ),
            (masked,),
            (Line(words("RAAAH!", "ガオー！", "GRAAA !", "¡GRRR!", "嗷呜！"), "shout", "joker"),),
            shot="wide",
            time=time,
        ),
        needs={"mask": "in the hands", "elder": "calm", "plan": "made"},
        makes={"mask": "on the face", "elder": "frightened"},
        actor="joker",
        feeling="excited",
    )


def _mask_sorry(t: Teller, place: str, time: DayTime) -> Beat:
    return Beat(
        "sorry",
        "{joker}, mask in hand, bends down to {elder}, who sits shaking on the ground.",
        Scene(
            place,
            (
                Actor("joker", -90, "bend", "worried", "right", holds=("scary_mask", "whole")),
                Actor("elder", 90, "sit_floor", "crying", "left"),
            ),
            (),
            (
                Line(
                    words(
                        "It's only me!",
                        "ごめんなさい！",
                        "Ce n'est que moi !",
                        "¡Soy yo!",
                        "是我呀！",
                    ),
                    speaker="joker",
                ),
            ),
            shot=t.choose(("wide", "medium")),
            time=time,
        ),
        needs={"mask": "on the face", "elder": "frightened"},
        makes={"mask": "taken off", "elder": "sitting on the ground"},
        actor="joker",
        feeling="worried",
    )


def _mask_swapped(place: str, time: DayTime) -> Beat:
    return Beat(
        "swapped",
        "A grown-up with the face of a monster chases {joker}, who runs off laughing.",
        Scene(
            place,
            (
                Actor("elder", -110, "run", "neutral", "right"),
                Actor("joker", 130, "run", "happy", "right"),
            ),
            (Thing("scary_mask", -92, -72, state="whole", front=True, scale=1.15),),
            shot="wide",
            time=time,
            motion=("joker",),
        ),
        needs={"mask": "taken off", "elder": "sitting on the ground"},
        makes={"mask": "on the other face", "elder": "playing"},
        actor="elder",
        feeling="cheerful",
    )


def _mask_unimpressed(masked: Thing, place: str) -> Beat:
    return Beat(
        "unimpressed",
        "{elder} laughs at a child with the face of a monster.",
        Scene(
            place,
            (
                Actor("joker", -110, "cheer", "neutral", "front"),
                Actor("elder", 120, "point", "happy", "left"),
            ),
            (masked,),
        ),
        needs={"mask": "in the hands", "elder": "calm"},
        makes={"mask": "on the face"},
        actor="elder",
        feeling="happy",
    )
