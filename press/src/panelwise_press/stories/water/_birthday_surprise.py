"""A surprise party: two threads, a room and a present, meet in the dark."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"host": ANYONE, "helper": CHILD, "guest": ANYONE}
_WORDS = Translations(__name__, "birthday_surprise.toml", _ROLES)

_SURPRISE_MOTIVE = TemplateQuestion(
    "Why do {host} and {helper} crouch in the dark?",
    "They want to give {guest} a surprise.",
    (
        WrongAnswer("They want to keep {guest} out of the room.", "motive"),
        WrongAnswer("They are afraid of {guest}'s footsteps.", "feeling"),
        WrongAnswer("They want to unwrap {guest}'s present.", "object"),
        WrongAnswer("They are afraid of {guest}'s anger about the flags.", "feeling"),
        WrongAnswer("They are afraid of the night.", "feeling"),
        WrongAnswer("They want to keep the gift.", "object"),
        WrongAnswer("They want to play the guitar before {guest} comes.", "motive"),
    ),
    ("hide", "shout"),
)

_SURPRISE_PREDICTION = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "{guest} plays one more song on the guitar.",
    (
        WrongAnswer("{guest} asks what is inside the parcel.", "temporal"),
        WrongAnswer("{guest} leaves the guitar in the box unplayed.", "object"),
        WrongAnswer("{helper} hides from {guest} behind the present.", "causal"),
        WrongAnswer("{helper} hides a wrapped present in a dark room.", "temporal"),
        WrongAnswer("{helper} wraps up the present again.", "temporal"),
        WrongAnswer("{guest} asks {host} for a far bigger present.", "motive"),
    ),
    ("play",),
)

_SURPRISE_MEANING = TemplateQuestion(
    "What does the story say as a whole?",
    "{host} and {helper} prepare a surprise in secret, and {guest} is thrilled with the gift.",
    (
        WrongAnswer(
            "{host} and {helper} prepare a surprise in secret, but {guest} finds out too soon.",
            "causal",
        ),
        WrongAnswer(
            "{host} and {helper} prepare a surprise in secret, but nobody comes to see it.",
            "character",
        ),
        WrongAnswer(
            "{host} and {helper} prepare a surprise in secret, and {guest} is sad about the gift.",
            "object",
        ),
        WrongAnswer(
            "As {guest} learns of it too soon, the surprise of {host} and {helper} is "
            "no fun for anybody.",
            "character",
        ),
        WrongAnswer(
            "As {guest} comes home too soon, the surprise of {host} and {helper} comes "
            "to a sad end in a quarrel.",
            "causal",
        ),
        WrongAnswer(
            "As {guest} is angry about the gift, the surprise of {host} and {helper} "
            "turns into a quarrel.",
            "motive",
        ),
        WrongAnswer("As {helper} drops the gift, the surprise comes to a sad end.", "feeling"),
    ),
    ("hide", "play"),
)

_SURPRISE_INSTEAD = {
    "tear": (
        WrongAnswer("{guest} leaves with the present, still wrapped, under one arm.", "object"),
        WrongAnswer(
            "{helper} tears the flags off the wall, and {guest} gathers the pieces.", "place"
        ),
        WrongAnswer("{guest} drops the present, and the guitar inside breaks in two.", "causal"),
        WrongAnswer("{host} runs away with the present, and {guest} bursts into tears.", "motive"),
        WrongAnswer("{guest} happily lifts a big drum out of the half-torn paper.", "object"),
    ),
}


@template("surprise", "festival", _ROLES)
def surprise(builder: StoryBuilder) -> TemplateStory:
    """Two threads, a room and a present, meet in the dark."""
    room = [
        _surprise_flags_heap(),
        _surprise_flags_hung(),
    ]
    present = [
        _surprise_present_open(),
        _surprise_present_wrapped(),
    ]
    first, second = builder.shuffled([room, present])
    woven = builder.choose(
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
    return builder.story(
        _WORDS["title"],
        [*woven, hide, shout, tear, play],
        motive=[_SURPRISE_MOTIVE],
        prediction=[_SURPRISE_PREDICTION],
        meaning=[_SURPRISE_MEANING],
        instead=_SURPRISE_INSTEAD,
        otherwise=(
            "tear",
            _surprise_refused(),
        ),
    )


def _surprise_flags_heap() -> Beat:
    return Beat(
        "flags-heap",
        "{helper} kneels, deep in thought, in a bare room before a heap of colourful flags.",
        Scene(
            "party_room",
            (Actor("helper", -70, "kneel", "thinking", "right"),),
            (Thing("garland", 40, state="heap"),),
            shot="medium",
        ),
        needs={"room": "bare", "party": "in the making"},
        makes={"flags": "in a heap"},
        actor="helper",
    )


def _surprise_flags_hung() -> Beat:
    return Beat(
        "flags-hung",
        "{helper} proudly raises both arms under a string of flags that hangs across the room.",
        Scene(
            "party_room",
            (Actor("helper", 20, "cheer", "happy", "front"),),
            (Thing("garland", 0, state="hung"),),
            shot="wide",
        ),
        needs={"room": "bare", "flags": "in a heap", "party": "in the making"},
        makes={"room": "decorated", "flags": "hung up"},
        actor="helper",
        feeling="proud",
    )


def _surprise_present_open() -> Beat:
    return Beat(
        "present-open",
        "{host} bends down with a guitar over an open cardboard box on the grass.",
        Scene(
            "meadow",
            (Actor("host", -60, "bend", "smile", "right", holds=("guitar", "whole")),),
            (Thing("present", 60, state="bare", scale=1.5),),
            shot="medium",
        ),
        needs={"present": "not wrapped", "party": "in the making"},
        makes={"present": "in an open box"},
        actor="host",
        feeling="happy",
    )


def _surprise_present_wrapped() -> Beat:
    return Beat(
        "present-wrapped",
        "{host} carries a parcel, tied with a bow, in both arms.",
        Scene(
            "meadow",
            (Actor("host", 0, "carry", "smile", "right", holds=("present", "wrapped")),),
            shot="medium",
        ),
        needs={"present": "in an open box", "party": "in the making"},
        makes={"present": "wrapped"},
        actor="host",
        feeling="happy",
    )


def _surprise_hide() -> Beat:
    return Beat(
        "hide",
        "In the dark room under the flags {host} and {helper} crouch on either side of the "
        "wrapped present.",
        Scene(
            "party_room",
            (
                Actor("host", -150, "crouch", "smug", "right"),
                Actor("helper", 140, "crouch", "smile", "left"),
            ),
            (Thing("garland", 0, state="hung"), Thing("present", 0, state="wrapped", front=True)),
            (Line(_WORDS["hide"], "whisper", "host"),),
            shot="wide",
            time="night",
        ),
        needs={
            "party": "in the making",
            "guest": "away",
            "flags": "hung up",
            "present": "wrapped",
        },
        makes={"party": "about to begin"},
        actor="host",
    )


def _surprise_shout() -> Beat:
    return Beat(
        "shout",
        "In the bright room {host} and {helper} leap up, arms in the air, and {guest}, who "
        "has come "
        "in, topples back in surprise.",
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
            (Line(_WORDS["shout"], "shout", "helper"),),
            shot="wide",
        ),
        needs={"guest": "away"},
        makes={"party": "under way", "guest": "there"},
        actor="host",
        feeling="happy",
    )


def _surprise_tear() -> Beat:
    return Beat(
        "tear",
        "{guest} kneels happily before the present, its paper half torn off.",
        Scene(
            "party_room",
            (Actor("guest", -70, "kneel", "happy", "right"),),
            (Thing("garland", 0, state="hung"), Thing("present", 50, state="torn", front=True)),
            shot="medium",
        ),
        needs={"present": "wrapped", "guest": "there"},
        makes={"present": "half unwrapped"},
        actor="guest",
        feeling="excited",
    )


def _surprise_play() -> Beat:
    return Beat(
        "play",
        "{guest} plays the guitar beside the open box, and {helper} joyfully throws up both arms.",
        Scene(
            "party_room",
            (
                Actor("guest", -90, "carry", "happy", "front", holds=("guitar", "whole")),
                Actor("helper", 150, "cheer", "happy", "left"),
            ),
            (Thing("garland", 0, state="hung"), Thing("present", 40, state="open", front=True)),
            (Line(_WORDS["play"], "speech", "guest"),),
            shot="wide",
        ),
        needs={"present": "half unwrapped"},
        makes={"present": "unwrapped and played"},
        actor="guest",
        feeling="happy",
    )


def _surprise_refused() -> Beat:
    return Beat(
        "refused",
        "{guest} turns away from the wrapped present with an angry face.",
        Scene(
            "party_room",
            (Actor("guest", -70, "hands_on_hips", "angry", "left"),),
            (Thing("garland", 0, state="hung"), Thing("present", 50, state="wrapped")),
        ),
        needs={"present": "wrapped", "guest": "there"},
        actor="guest",
    )
