"""A surprise party: two threads, a room and a present, meet in the dark."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

_SURPRISE_MOTIVE = Asked(
    "Why do {host} and {helper} crouch in the dark?",
    "They want to surprise somebody.",
    (
        WrongAnswer("They are afraid of a thunderstorm.", "feeling"),
        WrongAnswer("They have lost the key to a door.", "object"),
        WrongAnswer("They want to sleep until morning.", "motive"),
    ),
    ("hide", "shout"),
)

_SURPRISE_PREDICTION = Asked(
    "What is most likely to happen after the last panel?",
    "The old songs are sung for hours.",
    (
        WrongAnswer("The guitar is wrapped up once again.", "causal"),
        WrongAnswer("{guest} takes down all of the flags.", "object"),
        WrongAnswer("{helper} goes back to hide in a box.", "character"),
    ),
    ("play",),
)

_SURPRISE_MEANING = Asked(
    "What does this story say?",
    "Whoever prepares a joy in secret will share in it.",
    (
        WrongAnswer("Whoever is late will not get any of the best presents.", "causal"),
        WrongAnswer("An instrument must be practised for years in the dark.", "object"),
        WrongAnswer("It is wiser to ask what people want before giving it.", "motive"),
    ),
    ("hide", "play"),
)


@template("surprise", "festival", {"host": ANYONE, "helper": CHILD, "guest": ANYONE})
def surprise(t: Teller) -> Story:
    """Two threads, a room and a present, meet in the dark."""
    room = [
        _surprise_flags_heap(),
        _surprise_flags_hung(),
    ]
    present = [
        _surprise_present_open(),
        _surprise_present_wrapped(),
    ]
    first, second = t.shuffled([room, present])
    woven = t.choose(
        (
            [*first, *second],
            [first[0], second[0], first[1], second[1]],
            [first[0], second[0], second[1], first[1]],
        )
    )
    hide = _surprise_hide()
    shout = _surprise_shout()
    tear = _surprise_tear()
    play = _surprise_play()
    return t.story(
        words("Surprise", "サプライズ", "La surprise", "La sorpresa", "惊喜"),
        [*woven, hide, shout, tear, play],
        motive=[_SURPRISE_MOTIVE],
        prediction=[_SURPRISE_PREDICTION],
        meaning=[_SURPRISE_MEANING],
        otherwise=(
            "tear",
            _surprise_refused(),
        ),
    )


def _surprise_flags_heap() -> Beat:
    return Beat(
        "flags-heap",
        "{helper} kneels in a bare room before a heap of colourful flags.",
        Scene(
            "party_room",
            (Actor("helper", -70, "kneel", "thinking", "right"),),
            (Thing("garland", 40, state="heap"),),
            shot="medium",
        ),
        needs={"room": "bare"},
        makes={"flags": "in a heap"},
        actor="helper",
    )


def _surprise_flags_hung() -> Beat:
    return Beat(
        "flags-hung",
        "{helper} cheers under the garland that hangs across the whole room.",
        Scene(
            "party_room",
            (Actor("helper", 20, "cheer", "happy", "front"),),
            (Thing("garland", 0, state="hung"),),
            shot="wide",
        ),
        needs={"room": "bare", "flags": "in a heap"},
        makes={"room": "decorated", "flags": "hung up"},
        actor="helper",
        feeling="proud",
    )


def _surprise_present_open() -> Beat:
    return Beat(
        "present-open",
        "{host} puts a guitar into an open cardboard box on the ground.",
        Scene(
            "meadow",
            (Actor("host", -60, "bend", "smile", "right", holds=("guitar", "whole")),),
            (Thing("present", 60, state="bare", scale=1.5),),
            shot="medium",
        ),
        needs={"present": "not wrapped"},
        makes={"present": "in an open box"},
        actor="host",
        feeling="happy",
    )


def _surprise_present_wrapped() -> Beat:
    return Beat(
        "present-wrapped",
        "{host} carries a purple parcel with a yellow bow in both arms.",
        Scene(
            "meadow",
            (Actor("host", 0, "carry", "smile", "right", holds=("present", "wrapped")),),
            shot="medium",
        ),
        needs={"present": "in an open box"},
        makes={"present": "wrapped"},
        actor="host",
        feeling="happy",
    )


def _surprise_hide() -> Beat:
    return Beat(
        "hide",
        "In the dark room {host} and {helper} crouch beside the wrapped present under the flags.",
        Scene(
            "party_room",
            (
                Actor("host", -150, "crouch", "smug", "right"),
                Actor("helper", 140, "crouch", "smile", "left"),
            ),
            (Thing("garland", 0, state="hung"), Thing("present", 0, state="wrapped", front=True)),
            (Line(words("Shh!", "しーっ！", "Chut !", "¡Chis!", "嘘！"), "whisper", "host"),),
            shot="wide",
            time="night",
        ),
        needs={"room": "decorated", "present": "wrapped"},
        makes={"light": "off"},
        actor="host",
    )


def _surprise_shout() -> Beat:
    return Beat(
        "shout",
        "In the lit room {host} and {helper} leap up, and {guest} starts back in surprise.",
        Scene(
            "party_room",
            (
                Actor("host", -170, "jump", "happy", "right"),
                Actor("helper", -70, "cheer", "happy", "right"),
                Actor("guest", 150, "slip", "surprised", "left"),
            ),
            (
                Thing("garland", 0, state="hung"),
                Thing("present", -120, state="wrapped", front=True),
            ),
            (
                Line(
                    words("Surprise!", "サプライズ！", "Surprise !", "¡Sorpresa!", "惊喜！"),
                    "shout",
                    "helper",
                ),
            ),
            shot="wide",
        ),
        needs={"room": "decorated", "present": "wrapped", "light": "off"},
        makes={"light": "on", "guest": "there"},
        actor="host",
        feeling="happy",
    )


def _surprise_tear() -> Beat:
    return Beat(
        "tear",
        "{guest} kneels before the present, whose paper is half torn off.",
        Scene(
            "party_room",
            (Actor("guest", -70, "kneel", "happy", "right"),),
            (Thing("garland", 0, state="hung"), Thing("present", 50, state="torn", front=True)),
            shot="medium",
        ),
        needs={"room": "decorated", "present": "wrapped", "guest": "there", "light": "on"},
        makes={"present": "half unwrapped"},
        actor="guest",
        feeling="excited",
    )


def _surprise_play() -> Beat:
    return Beat(
        "play",
        "{guest} plays the new guitar beside the empty box, and {helper} dances.",
        Scene(
            "party_room",
            (
                Actor("guest", -90, "carry", "happy", "front", holds=("guitar", "whole")),
                Actor("helper", 150, "cheer", "happy", "left"),
            ),
            (Thing("garland", 0, state="hung"), Thing("present", 40, state="open", front=True)),
            (
                Line(
                    words("La la la!", "ラララ～！", "La la la !", "¡La la la!", "啦啦啦！"),
                    "speech",
                    "guest",
                ),
            ),
            shot="wide",
        ),
        needs={"room": "decorated", "present": "half unwrapped"},
        makes={"present": "unwrapped and played"},
        actor="guest",
        feeling="happy",
    )


def _surprise_refused() -> Beat:
    return Beat(
        "refused",
        "{guest} turns away from the wrapped present with folded brows.",
        Scene(
            "party_room",
            (Actor("guest", -70, "hands_on_hips", "angry", "left"),),
            (Thing("garland", 0, state="hung"), Thing("present", 50, state="wrapped")),
        ),
        needs={"present": "wrapped", "guest": "there"},
        actor="guest",
    )
