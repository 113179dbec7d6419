"""A street story of a bicycle: a wheel is bent, taken off and replaced."""

from __future__ import annotations

from dataclasses import replace

from panelwise.press._scene import Actor, DayTime, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_TIMES: tuple[DayTime, ...] = ("day", "evening")


_MOTIVE = asked(
    "Why does {mechanic} work on the bicycle?",
    "Because its front wheel is bent",
    ("crash", "puton"),
    ("object", "Because its saddle is too low"),
    ("motive", "Because {rider} wants a new colour"),
    ("causal", "Because the rain has made it rusty"),
)

_PREDICTION = asked(
    "What will {rider} most likely do before the next stone?",
    "Ride off to one side and past it",
    ("crash", "leave"),
    ("causal", "Speed up and hit it once more"),
    ("place", "Turn back to the workshop for tea"),
    ("object", "Take the yellow wheel off and walk"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Only skilled hands will put a wheel right",
    ("crash", "puton", "leave"),
    ("motive", "Old bicycles are better than any new ones"),
    ("causal", "Riding carefully is no help against stones"),
    ("character", "Mechanics only make things worse than they were"),
)


@template("new-wheel", "street", {"rider": ANYONE, "mechanic": GROWN})
def new_wheel(teller: Teller) -> Story:
    """A bicycle hits a stone; a mechanic takes off the bent wheel and puts on a yellow one."""
    place = teller.choose(("street", "market"))
    colour = teller.choose(("red", "blue", "leaf", "purple"))
    time = teller.choose(_TIMES)
    beats = [_ride(), _crash()]
    if teller.chance(0.7):
        beats.append(_push())
    if teller.chance(0.8):
        beats.append(_take_off())
    before = "off" if beats[-1].id == "takeoff" else "bent"
    beats += [_put_on(before), _leave()]
    indoors = ("takeoff", "puton")
    return in_view(
        teller,
        teller.story(
            titled(
                "The Yellow Wheel", "黄色い車輪", "La roue jaune", "La rueda amarilla", "黄色的轮子"
            ),
            [
                _set(beat, "workshop" if beat.id in indoors else place, colour, time)
                for beat in beats
            ],
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("crash", _set(_steer(), place, colour, time)),
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
        {"wheel": "black"},
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
            (sound("bike", "CRASH!", "ガシャン", "CRAC !", "¡CRAC!", "哐当！"),),
            motion=("rider", "bike"),
        ),
        {"wheel": "black", "rider": "riding"},
        {"wheel": "bent", "rider": "down"},
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
        {"wheel": "black"},
        {"rider": "past"},
        "rider",
        "proud",
    )


def _push() -> Beat:
    return Beat(
        "push",
        "{rider} pushes the bicycle with the bent wheel along on foot, tired and sad.",
        Scene(
            "street",
            (Actor("rider", -105, "push", "sad", "right"),),
            (_bike("bent", 10),),
            (
                says(
                    "rider",
                    "What a pity...",
                    "こまったなあ…",
                    "Quel dommage...",
                    "Qué lástima...",
                    "真可惜……",
                    "thought",
                ),
            ),
        ),
        {"wheel": "bent", "rider": "down"},
        {"rider": "walking"},
        "rider",
        "sad",
    )


def _take_off() -> Beat:
    return Beat(
        "takeoff",
        "{mechanic} holds the bent wheel beside the bicycle, which has no front wheel.",
        Scene(
            "workshop",
            (Actor("mechanic", 135, "hold_out", "thinking", "left", holds=("bike_wheel", "bent")),),
            (_bike("bare", -30),),
        ),
        {"wheel": "bent"},
        {"wheel": "off"},
        "mechanic",
        "thoughtful",
    )


def _put_on(before: str) -> Beat:
    return Beat(
        "puton",
        "{mechanic} kneels at the new yellow front wheel, and {rider} cheers.",
        Scene(
            "workshop",
            (
                Actor("mechanic", 112, "kneel", "smile", "left"),
                Actor("rider", -135, "cheer", "happy", "right"),
            ),
            (_bike("mended"), Thing("bike_wheel", 185, 0, "bent")),
            (
                says(
                    "mechanic",
                    "As good as new!",
                    "これでだいじょうぶ！",
                    "Comme neuf !",
                    "¡Como nuevo!",
                    "跟新的一样！",
                ),
            ),
            shot="wide",
        ),
        {"wheel": before},
        {"wheel": "yellow"},
        "mechanic",
        "satisfied",
    )


def _leave() -> Beat:
    return Beat(
        "leave",
        "{rider} rides along with a yellow wheel at the front of the bicycle.",
        Scene(
            "street",
            (Actor("rider", -28, "sit", "happy", "right", -42),),
            (_bike("mended"),),
            (sound("bike", "RING!", "チリン！", "DRING !", "¡RIN!", "叮铃！"),),
            motion=("bike",),
        ),
        {"wheel": "yellow"},
        {"rider": "off"},
        "rider",
        "happy",
    )
