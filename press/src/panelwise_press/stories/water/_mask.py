"""A fright, and who laughs last."""

from __future__ import annotations

from panelwise_press._scene import Actor, DayTime, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"joker": CHILD, "elder": GROWN}
_WORDS = Translations(__name__, "mask.toml", _ROLES)

_MASK_MOTIVE = TemplateQuestion(
    "Why does {elder} fall over?",
    "Out of fright at the monster mask.",
    (
        WrongAnswer("Because of a hard push from {joker}.", "causal"),
        WrongAnswer("From laughing too hard at {joker}.", "feeling"),
        WrongAnswer("In an attempt to make {joker} laugh.", "motive"),
        WrongAnswer("From dancing too fast round and round {joker}.", "feeling"),
        WrongAnswer("In an attempt to jump over {joker}.", "motive"),
        WrongAnswer("Because {joker} pulls a chair away from {elder}.", "causal"),
        WrongAnswer("Because {elder} slips on a toy.", "object"),
    ),
    ("scare", "sorry"),
)

_MASK_PREDICTION = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "{elder} catches {joker}, and the two of them laugh.",
    (
        WrongAnswer("{joker} puts on the mask and scares {elder}.", "temporal"),
        WrongAnswer("{elder} sits on the ground and goes on crying.", "feeling"),
        WrongAnswer("{joker} cries over a mask that has been broken.", "object"),
        WrongAnswer("{joker} shouts in anger at {elder} and will not play any more.", "feeling"),
        WrongAnswer(
            "{elder} cries on the ground, and {joker} bends down to say sorry.", "temporal"
        ),
        WrongAnswer("{joker} runs away from {elder} in tears.", "motive"),
    ),
    ("swapped",),
)

_MASK_MEANING = TemplateQuestion(
    "What does the story say as a whole?",
    "{joker} scares {elder} with a mask and is chased for it in fun.",
    (
        WrongAnswer("{joker} scares {elder} with a mask and never owns up to it.", "motive"),
        WrongAnswer("{joker} tries to scare {elder} and is only laughed at for it.", "causal"),
        WrongAnswer("{elder} scares {joker} with a mask and is sorry in the end.", "character"),
        WrongAnswer(
            "{elder} scares {joker} with a mask and laughs until both of them fall over.",
            "character",
        ),
        WrongAnswer("{elder} scares {joker} with a mask and never owns up to it.", "motive"),
        WrongAnswer("{joker} breaks a mask and blames it on {elder}.", "object"),
        WrongAnswer(
            "{joker} tries to scare {elder} with a mask but gets nothing for it but a yawn.",
            "feeling",
        ),
    ),
    ("scare", "sorry", "swapped"),
)

_MASK_INSTEAD = {
    "sorry": (
        WrongAnswer("{elder} tears the mask in two and throws the pieces at {joker}.", "object"),
        WrongAnswer(
            "{joker} runs off for good with the mask still on and leaves {elder} to lie "
            "there alone.",
            "motive",
        ),
        WrongAnswer(
            "The mask falls off and breaks to pieces, and {joker} sits beside {elder} in tears.",
            "object",
        ),
        WrongAnswer(
            "{elder} drives {joker} away for good, and {joker} takes the mask along in tears.",
            "character",
        ),
        WrongAnswer(
            "{joker} stamps on the mask until nothing is left of it, and {elder} nods grimly.",
            "feeling",
        ),
    ),
}


@template("mask", "festival", _ROLES)
def mask(builder: StoryBuilder) -> TemplateStory:
    """A scare, a fall, a mask taken off, a laugh, a mask on the other face."""
    place = builder.choose(("party_room", "meadow"))
    times: tuple[DayTime, ...] = ("day", "evening", "night")
    time = builder.choose(times)
    masked = Thing("scary_mask", -110, -62, state="whole", front=True, scale=1.15)
    found = _mask_found(place, time)
    scare = _mask_scare(masked, place, time)
    sorry = _mask_sorry(builder, place, time)
    swapped = _mask_swapped(place, time)
    return builder.story(
        _WORDS["title"],
        [found, scare, sorry, swapped],
        motive=[_MASK_MOTIVE],
        prediction=[_MASK_PREDICTION],
        meaning=[_MASK_MEANING],
        instead=_MASK_INSTEAD,
        otherwise=(
            "scare",
            _mask_unimpressed(masked, place),
        ),
    )


def _mask_found(place: str, time: DayTime) -> Beat:
    return Beat(
        "found",
        "{joker} holds a monster mask with horns and smiles slyly.",
        Scene(
            place,
            (Actor("joker", 0, "hold_out", "smug", "right", holds=("scary_mask", "whole")),),
            shot="medium",
            time=time,
        ),
        needs={"mask": "in the hands", "elder": "calm"},
        makes={"plan": "made"},
        actor="joker",
        feeling="mischievous",
    )


def _mask_scare(masked: Thing, place: str, time: DayTime) -> Beat:
    return Beat(
        "scare",
        "{joker} appears with the monster mask on, and {elder} falls over in fright.",
        Scene(
            place,
            (
                Actor("joker", -110, "cheer", "neutral", "front"),
                Actor("elder", 120, "fall", "scared", "left"),
            ),
            (masked,),
            (Line(_WORDS["scare"], "shout", "joker"),),
            shot="wide",
            time=time,
        ),
        needs={"mask": "in the hands", "elder": "calm", "plan": "made"},
        makes={"mask": "on the face", "elder": "frightened"},
        actor="elder",
        feeling="scared",
    )


def _mask_sorry(builder: StoryBuilder, place: str, time: DayTime) -> Beat:
    return Beat(
        "sorry",
        "{joker}, mask in hand, bends down with a worried face to {elder}, who sits crying.",
        Scene(
            place,
            (
                Actor("joker", -90, "bend", "worried", "right", holds=("scary_mask", "whole")),
                Actor("elder", 90, "sit_floor", "crying", "left"),
            ),
            (),
            (Line(_WORDS["sorry"], speaker="joker"),),
            shot=builder.choose(("wide", "medium")),
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
        "{elder}, with the monster mask on, chases {joker}, who runs off laughing.",
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
        actor="joker",
        feeling="happy",
    )


def _mask_unimpressed(masked: Thing, place: str) -> Beat:
    return Beat(
        "unimpressed",
        "{elder} points and laughs at {joker}, who has the monster mask on.",
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
