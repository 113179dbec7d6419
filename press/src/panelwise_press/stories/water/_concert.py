"""A string snaps, a drum helps."""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"singer": ANYONE, "drummer": CHILD}
_WORDS = Translations(__name__, "concert.toml", _ROLES)

_CONCERT_MOTIVE = TemplateQuestion(
    "Why does {drummer} carry a drum onto the stage?",
    "To help {singer} out after the mishap.",
    (
        WrongAnswer("To drown out {singer}'s fine guitar.", "motive"),
        WrongAnswer("To swap the drum for {singer}'s guitar.", "object"),
        WrongAnswer("To store the drum after the concert.", "causal"),
        WrongAnswer("To show {singer} that a drum beats a fine guitar.", "motive"),
        WrongAnswer("To disturb {singer}'s new song.", "object"),
        WrongAnswer("To take the drum along to another concert.", "temporal"),
    ),
    ("tears", "drum"),
)

_CONCERT_PREDICTION = TemplateQuestion(
    "What are {singer} and {drummer} most likely to do after the last panel?",
    "Look forward to their next concert.",
    (
        WrongAnswer("Cry over a drum with a torn skin.", "object"),
        WrongAnswer("Quarrel about who gets the drum.", "motive"),
        WrongAnswer("Leave without having made any music.", "causal"),
        WrongAnswer("Quarrel about who has torn the skin of the drum.", "causal"),
        WrongAnswer("Leave the stage in tears.", "feeling"),
        WrongAnswer("Cry over the music that nobody wanted to hear.", "feeling"),
    ),
    ("together",),
)

_CONCERT_MEANING = TemplateQuestion(
    "Which sentence sums up the story best?",
    "When the guitar fails, {drummer} saves the show with a drum.",
    (
        WrongAnswer("When the drum fails, {singer} saves the show with a guitar.", "character"),
        WrongAnswer(
            "When the guitar fails, {singer} walks off in the middle of the show.", "motive"
        ),
        WrongAnswer("When the guitar fails, {drummer} mends it with a new string.", "object"),
        WrongAnswer(
            "When the drum fails, {singer} walks off and leaves {drummer} alone with the guitar.",
            "character",
        ),
        WrongAnswer(
            "{drummer} breaks the guitar in the middle of the show and mends it with a new string.",
            "causal",
        ),
        WrongAnswer("{singer} sings the whole show without a break.", "temporal"),
        WrongAnswer("{singer} mends the guitar with a brand-new string.", "object"),
    ),
    ("tears", "together"),
)

_CONCERT_INSTEAD = {
    "drum": (
        WrongAnswer(
            "{drummer} hands {singer} a brand-new guitar, and {singer} plays on with a smile.",
            "object",
        ),
        WrongAnswer(
            "{drummer} kneels down beside the broken guitar and ties a new string to it for "
            "{singer}.",
            "causal",
        ),
        WrongAnswer(
            "{singer} angrily hurls the broken guitar off the stage, and {drummer} jumps out "
            "of the way.",
            "feeling",
        ),
        WrongAnswer(
            "{drummer} carries the broken guitar off the stage, and {singer} follows in tears.",
            "place",
        ),
    ),
    "together": (
        WrongAnswer(
            "The drum bursts under {drummer}'s sticks, and {singer} covers both ears.", "object"
        ),
        WrongAnswer(
            "{singer} kicks the drum off the stage, and {drummer} stands there in tears.", "motive"
        ),
        WrongAnswer(
            "{drummer} chases {singer} off the stage for good and beats the drum alone.",
            "character",
        ),
        WrongAnswer(
            "{drummer} carries the drum away unplayed because {singer} will not stop crying.",
            "causal",
        ),
        WrongAnswer(
            "{singer} walks off home, and {drummer} is left with the drum on an empty stage.",
            "place",
        ),
    ),
}


@template("concert", "festival", _ROLES)
def concert(builder: StoryBuilder) -> TemplateStory:
    """A string snaps; a drum helps; flowers for both."""
    guitar = "guitar"
    playing = _concert_play(builder, guitar)
    snap = _concert_snap(builder, guitar)
    tears = _concert_tears(guitar)
    drum = _concert_drum(guitar)
    together = _concert_together(guitar)
    flowers = _concert_flowers(builder)
    return builder.story(
        _WORDS["title"],
        [
            playing,
            snap,
            *([tears] if builder.chance(0.7) else [_embraced(tears)]),
            drum,
            together,
            *([flowers] if builder.chance(0.7) else []),
        ],
        motive=[_CONCERT_MOTIVE],
        prediction=[_CONCERT_PREDICTION],
        meaning=[_CONCERT_MEANING],
        instead=_CONCERT_INSTEAD,
        otherwise=(
            "drum",
            _concert_alone(guitar),
        ),
    )


def _concert_play(builder: StoryBuilder, guitar: str) -> Beat:
    return Beat(
        "play",
        "{singer}, alone on the stage, plays the guitar and sings with a broad smile.",
        Scene(
            "stage",
            (Actor("singer", 0, "carry", "happy", "front", holds=(guitar, "whole")),),
            (),
            (Line(_WORDS["play"], "speech", "singer"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"string": "whole"},
        makes={"music": "playing"},
        actor="singer",
        feeling="happy",
    )


def _concert_snap(builder: StoryBuilder, guitar: str) -> Beat:
    return Beat(
        "snap",
        "{singer} stares open-mouthed as a string of the guitar snaps.",
        Scene(
            "stage",
            (Actor("singer", 0, "carry", "surprised", "front", holds=(guitar, "snapped")),),
            (),
            (Line(_WORDS["snap"], "sound", at="singer"),),
            shot=builder.choose(("close", "medium")),
            focus=("singer",),
        ),
        needs={"string": "whole", "music": "playing"},
        makes={"string": "snapped", "music": "silent"},
        actor="singer",
        feeling="surprised",
    )


def _concert_tears(guitar: str) -> Beat:
    return Beat(
        "tears",
        "{singer} sits weeping on the stage, with the broken guitar beside {singer.them}.",
        Scene(
            "stage",
            (Actor("singer", -50, "sit_floor", "crying", "front"),),
            (Thing(guitar, 90, state="snapped"),),
            shot="wide",
        ),
        needs={"string": "snapped", "music": "silent", "drum": "not there"},
        makes={"singer": "in tears"},
        actor="singer",
        feeling="sad",
    )


def _concert_drum(guitar: str) -> Beat:
    return Beat(
        "drum",
        "{drummer} carries a drum towards {singer}, who sits crying beside the broken guitar.",
        Scene(
            "stage",
            (
                Actor("singer", -110, "sit_floor", "crying", "right"),
                Actor("drummer", 90, "carry", "smile", "left", holds=("drum", "still")),
            ),
            (Thing(guitar, -190, state="snapped"),),
            (Line(_WORDS["drum"], speaker="drummer"),),
            shot="wide",
        ),
        needs={"string": "snapped", "music": "silent", "drum": "not there"},
        makes={"drum": "on the stage"},
        actor="drummer",
        feeling="cheerful",
    )


def _concert_together(guitar: str) -> Beat:
    return Beat(
        "together",
        "{drummer} beats the drum, and {singer} laughs, both arms up in the air.",
        Scene(
            "stage",
            (
                Actor("singer", -100, "cheer", "happy", "right"),
                Actor("drummer", 110, "stand", "happy", "left"),
            ),
            (Thing("drum", 60, state="beaten", front=True), Thing(guitar, -200, state="snapped")),
            (Line(_WORDS["together"], "sound", at="drum"),),
            shot="wide",
        ),
        needs={"string": "snapped", "drum": "on the stage"},
        makes={"singer": "cheerful", "music": "playing"},
        actor="singer",
        feeling="happy",
    )


def _concert_flowers(builder: StoryBuilder) -> Beat:
    return Beat(
        "flowers",
        "{singer} and {drummer} happily hold up a bunch of flowers each beside the drum.",
        Scene(
            "stage",
            (
                Actor("singer", -80, "hold_up", "happy", "front", holds=("bouquet", "fresh")),
                Actor("drummer", 80, "hold_up", "happy", "front", holds=("bouquet", "fresh")),
            ),
            (Thing("drum", 190, state="still"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"drum": "on the stage", "music": "playing"},
        makes={"flowers": "handed over"},
        actor="singer",
        feeling="proud",
    )


def _concert_alone(guitar: str) -> Beat:
    return Beat(
        "alone",
        "{drummer} walks away from {singer}, who sits on the stage in tears.",
        Scene(
            "stage",
            (
                Actor("singer", -110, "sit_floor", "crying", "right"),
                Actor("drummer", 110, "walk", "neutral", "right"),
            ),
            (Thing(guitar, -190, state="snapped"),),
        ),
        needs={"string": "snapped", "singer": "in tears"},
        actor="drummer",
    )


def _embraced(beat: Beat) -> Beat:
    """The same tears seen from near, the guitar in the arms."""
    scene = Scene(
        "stage",
        (Actor("singer", 0, "carry", "crying", "front", holds=("guitar", "snapped")),),
        shot="medium",
    )
    return replace(
        beat,
        scene=scene,
        tells="{singer} stands weeping with the broken guitar in {singer.her} arms.",
    )
