"""A string snaps, a drum helps."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

_CONCERT_MOTIVE = Asked(
    "Why does {drummer} bring the instrument?",
    "To save the evening for {singer}.",
    (
        WrongAnswer("To show that {singer} plays badly.", "motive"),
        WrongAnswer("To sell it to a man in the hall.", "object"),
        WrongAnswer("To hide behind it on the stage.", "feeling"),
    ),
    ("tears", "drum"),
)

_CONCERT_PREDICTION = Asked(
    "What are {singer} and {drummer} most likely to do later on?",
    "Play a concert together once more.",
    (
        WrongAnswer("Quarrel about who broke a drum.", "causal"),
        WrongAnswer("Give up making music for good.", "motive"),
        WrongAnswer("Throw the flowers into the sea.", "object"),
    ),
    ("together",),
)

_CONCERT_MEANING = Asked(
    "What does this story say?",
    "With a friend the music goes on after a mishap.",
    (
        WrongAnswer("Only whoever plays alone will be given the flowers.", "character"),
        WrongAnswer("A good musician never needs any instrument at all.", "object"),
        WrongAnswer("Whoever practises too much will break what he loves.", "causal"),
    ),
    ("tears", "together"),
)


@template("concert", "festival", {"singer": ANYONE, "drummer": CHILD})
def concert(t: Teller) -> Story:
    """A string snaps; a drum helps; flowers for both."""
    guitar = "guitar"
    playing = _concert_play(t, guitar)
    snap = _concert_snap(t, guitar)
    tears = _concert_tears(guitar)
    drum = _concert_drum(guitar)
    together = _concert_together(guitar)
    flowers = _concert_flowers(t)
    return t.story(
        words("The concert", "コンサート", "Le concert", "El concierto", "音乐会"),
        [
            playing,
            snap,
            *([tears] if t.chance(0.7) else [_seated(tears)]),
            drum,
            together,
            *([flowers] if t.chance(0.7) else []),
        ],
        motive=[_CONCERT_MOTIVE],
        prediction=[_CONCERT_PREDICTION],
        meaning=[_CONCERT_MEANING],
        otherwise=(
            "drum",
            _concert_alone(guitar),
        ),
    )


def _concert_play(t: Teller, guitar: str) -> Beat:
    return Beat(
        "play",
        "{singer} plays an unbroken guitar on the stage with a broad smile, all alone.",
        Scene(
            "stage",
            (Actor("singer", 0, "carry", "happy", "front", holds=(guitar, "whole")),),
            (),
            (
                Line(
                    words("La, la, la…", "ラララ…", "La, la, la…", "La, la, la…", "啦、啦、啦……"),
                    "speech",
                    "singer",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"string": "whole"},
        makes={"music": "playing"},
        actor="singer",
        feeling="happy",
    )


def _concert_snap(t: Teller, guitar: str) -> Beat:
    return Beat(
        "snap",
        "{singer} stares with horror at a string that flies off the guitar.",
        Scene(
            "stage",
            (Actor("singer", 0, "carry", "surprised", "front", holds=(guitar, "snapped")),),
            (),
            (
                Line(
                    words("TWANG!", "ブチッ！", "TZING !", "¡CLANC!", "崩！"), "sound", at="singer"
                ),
            ),
            shot=t.choose(("close", "medium")),
            focus=("singer",),
        ),
        needs={"string": "whole", "music": "playing"},
        makes={"string": "snapped", "music": "silent"},
        actor="singer",
        feeling="scared",
    )


def _concert_tears(guitar: str) -> Beat:
    return Beat(
        "tears",
        "{singer} sits on the boards and weeps, the broken guitar lying beside {singer.them}.",
        Scene(
            "stage",
            (Actor("singer", -50, "sit_floor", "crying", "front"),),
            (Thing(guitar, 90, state="snapped"),),
            shot="wide",
        ),
        needs={"string": "snapped", "music": "silent"},
        makes={"singer": "in tears"},
        actor="singer",
        feeling="sad",
    )


def _concert_drum(guitar: str) -> Beat:
    return Beat(
        "drum",
        "{drummer} carries a drum onto the stage towards {singer}, who sits there in tears.",
        Scene(
            "stage",
            (
                Actor("singer", -110, "sit_floor", "crying", "right"),
                Actor("drummer", 90, "carry", "smile", "left", holds=("drum", "still")),
            ),
            (Thing(guitar, -190, state="snapped"),),
            (
                Line(
                    words(
                        "I can help!", "てつだうよ！", "Je peux aider !", "¡Te ayudo!", "我来帮忙！"
                    ),
                    speaker="drummer",
                ),
            ),
            shot="wide",
        ),
        needs={"string": "snapped", "singer": "in tears", "music": "silent"},
        makes={"drum": "on the stage"},
        actor="drummer",
        feeling="cheerful",
    )


def _concert_together(guitar: str) -> Beat:
    return Beat(
        "together",
        "{drummer} beats the drum while {singer} dances and sings with arms up high.",
        Scene(
            "stage",
            (
                Actor("singer", -100, "cheer", "happy", "right"),
                Actor("drummer", 110, "stand", "happy", "left"),
            ),
            (Thing("drum", 60, state="beaten", front=True), Thing(guitar, -200, state="snapped")),
            (
                Line(
                    words("BOOM BOOM!", "ドンドン！", "BOUM BOUM !", "¡BUM BUM!", "咚咚！"),
                    "sound",
                    at="drum",
                ),
            ),
            shot="wide",
        ),
        needs={"string": "snapped", "drum": "on the stage", "singer": "in tears"},
        makes={"singer": "dancing", "music": "playing"},
        actor="singer",
        feeling="happy",
    )


def _concert_flowers(t: Teller) -> Beat:
    return Beat(
        "flowers",
        "{singer} and {drummer} bow side by side, each with a bunch of flowers.",
        Scene(
            "stage",
            (
                Actor("singer", -80, "hold_up", "happy", "front", holds=("bouquet", "fresh")),
                Actor("drummer", 80, "hold_up", "happy", "front", holds=("bouquet", "fresh")),
            ),
            (Thing("drum", 190, state="still"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"drum": "on the stage", "singer": "dancing"},
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


def _seated(beat: Beat) -> Beat:
    """The same tears seen from near, the guitar in the arms."""
    from dataclasses import replace

    scene = Scene(
        "stage",
        (Actor("singer", 0, "carry", "crying", "front", holds=("guitar", "snapped")),),
        shot="medium",
    )
    return replace(
        beat,
        scene=scene,
        tells="{singer} weeps aloud with the broken guitar held in {singer.her} arms.",
    )
