"""A street story of a bicycle: a wheel is bent, taken off and replaced."""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, DayTime, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"rider": ANYONE, "mechanic": GROWN}
_WORDS = Translations(__name__, "wheels.toml", _ROLES)

_TIMES: tuple[DayTime, ...] = ("day", "evening")


_MOTIVE = asked(
    "Why does {mechanic} work on the bicycle?",
    "Because its front wheel is bent",
    ("crash", "puton"),
    ("object", "Because its chain has come off"),
    ("motive", "Because {rider} wants a new bell"),
    ("causal", "Because a thief took its saddle"),
    ("object", "Because the chain is broken"),
    ("causal", "Because a thief took the saddle off it"),
    ("motive", "Because {rider} wants a lamp on it"),
)

_PREDICTION = asked(
    "What will {rider} most likely do when another stone lies in the way?",
    "Steer past it at a safe distance",
    ("crash", "leave"),
    ("causal", "Ride straight on, stone or no stone"),
    ("place", "Turn back for the workshop at once"),
    ("object", "Take off the front wheel and walk"),
    ("object", "Turn back for a new wheel"),
    ("character", "Turn back and ask {mechanic} to take it away"),
    ("causal", "Ride straight on at full speed"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "A stone bends a wheel, and a mechanic puts on another.",
    ("crash", "puton", "leave"),
    ("causal", "A stone bends a wheel, and the rider has to walk home."),
    ("character", "A mechanic bends a wheel, and the rider is angry about it."),
    ("motive", "A rider finds black wheels dull and has a good one replaced."),
    ("causal", "A mechanic bends a wheel and gives up the work."),
    ("object", "A rider finds black wheels dull and has them both painted."),
    ("feeling", "A rider finds black wheels dull and gives up cycling."),
)

_INSTEAD = {
    "puton": wrongs(
        (
            "object",
            "In the workshop {mechanic} hammers the black wheel straight and puts it back on.",
        ),
        (
            "place",
            "{rider} leaves the bicycle behind at the workshop and walks off slowly on foot.",
        ),
        (
            "character",
            "{mechanic} keeps the bicycle and rides off on it before the eyes of {rider}.",
        ),
        (
            "causal",
            "{mechanic} shrugs, because the bicycle is past mending, and {rider} begins to weep.",
        ),
        (
            "temporal",
            "In the workshop {mechanic} fits light wheels at both ends, and {rider} looks on.",
        ),
    ),
}


@template("new-wheel", "street", _ROLES)
def new_wheel(builder: StoryBuilder) -> TemplateStory:
    """A bicycle hits a stone; a mechanic takes off the bent wheel and puts on a yellow one."""
    place = builder.choose(("street", "market"))
    colour = builder.choose(("red", "blue", "leaf", "purple"))
    time = builder.choose(_TIMES)
    beats = [_ride(), _crash()]
    if builder.chance(0.7):
        beats.append(_push())
    if builder.chance(0.8):
        beats.append(_take_off())
    before = "taken off" if beats[-1].id == "takeoff" else "bent"
    beats += [_put_on(before), _leave()]
    indoors = ("takeoff", "puton")
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            [
                _set(beat, "workshop" if beat.id in indoors else place, colour, time)
                for beat in beats
            ],
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("crash", _set(_steer(), place, colour, time)),
            instead=_INSTEAD,
        ),
    )


def _set(beat: Beat, place: str, colour: str, time: DayTime) -> Beat:
    """The beat moved to a place, its bicycle painted."""
    things = tuple(
        replace(thing, colour=colour) if thing.prop == "bicycle" else thing
        for thing in beat.scene.things
    )
    return replace(beat, scene=replace(beat.scene, place=place, things=things, time=time))


def _bike(state: str, x: float = 0, y: float = 0, turn: float = 0) -> Thing:
    return Thing("bicycle", x, y, state, id="bike", front=True, turn=turn)


def _ride() -> Beat:
    return Beat(
        "ride",
        "{rider} rides cheerfully on a bicycle with two black wheels towards a big stone.",
        Scene(
            "street",
            (Actor("rider", -28, "sit", "happy", "right", -42),),
            (_bike("whole"), Thing("big_stone", 150, 0)),
            shot="wide",
            motion=("bike",),
        ),
        {"wheel": "whole"},
        {"rider": "riding"},
        "rider",
        "cheerful",
    )


def _crash() -> Beat:
    return Beat(
        "crash",
        "The bicycle hits the stone, its front wheel bends, and {rider} tumbles off.",
        Scene(
            "street",
            (Actor("rider", -120, "fall", "scared", "right"),),
            (_bike("bent", 40, -16, -24), Thing("big_stone", 112, 0, front=True)),
            (sound("bike", _WORDS["crash"]),),
            motion=("rider", "bike"),
        ),
        {"wheel": "whole", "rider": "riding"},
        {"wheel": "bent", "rider": "on the ground"},
        "rider",
        "scared",
    )


def _steer() -> Beat:
    return Beat(
        "crash",
        "{rider} has steered around the stone and rides on unharmed.",
        Scene(
            "street",
            (Actor("rider", -28, "sit", "smug", "right", -42),),
            (_bike("whole"), Thing("big_stone", -140, 0)),
            motion=("bike",),
        ),
        {"wheel": "whole"},
        {"rider": "past"},
        "rider",
        "proud",
    )


def _push() -> Beat:
    return Beat(
        "push",
        "{rider} sadly pushes the bicycle with the bent front wheel away on foot.",
        Scene(
            "street",
            (Actor("rider", -105, "push", "sad", "right"),),
            (_bike("bent", 10),),
            (says("rider", _WORDS["push"], "thought"),),
        ),
        {"wheel": "bent", "rider": "on the ground"},
        {"rider": "walking", "bike.at": "workshop"},
        "rider",
        "sad",
    )


def _take_off() -> Beat:
    return Beat(
        "takeoff",
        "{mechanic} holds the bent wheel in the workshop; the bicycle has no front wheel.",
        Scene(
            "workshop",
            (Actor("mechanic", 135, "hold_out", "thinking", "left", holds=("bike_wheel", "bent")),),
            (_bike("bare", -30),),
        ),
        {"wheel": "bent", "bike.at": "workshop"},
        {"wheel": "taken off"},
        "mechanic",
        "thoughtful",
    )


def _put_on(before: str) -> Beat:
    return Beat(
        "puton",
        "In the workshop {mechanic} kneels by the new, light front wheel, and {rider} cheers.",
        Scene(
            "workshop",
            (
                Actor("mechanic", 112, "kneel", "smile", "left"),
                Actor("rider", -135, "cheer", "happy", "right"),
            ),
            (_bike("mended"), Thing("bike_wheel", 185, 0, "bent")),
            (says("mechanic", _WORDS["puton"]),),
            shot="wide",
        ),
        {"wheel": before} | ({"bike.at": "workshop"} if before == "bent" else {}),
        {"wheel": "replaced"},
        "mechanic",
        "satisfied",
    )


def _leave() -> Beat:
    return Beat(
        "leave",
        "{rider} rides along with a light wheel at the front of the bicycle.",
        Scene(
            "street",
            (Actor("rider", -28, "sit", "happy", "right", -42),),
            (_bike("mended"),),
            (sound("bike", _WORDS["leave"]),),
            motion=("bike",),
        ),
        {"wheel": "replaced"},
        {"rider": "off"},
        "rider",
        "happy",
    )
