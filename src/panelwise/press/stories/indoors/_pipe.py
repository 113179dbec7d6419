"""A repair story of a dripping pipe and a great deal of water."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_FLOOD = Thing("flood", 0, 0, "high", front=True)


_MOTIVE = asked(
    "Why does {tinkerer} make a call in the water?",
    "Because the pipe is broken",
    ("burst", "flood", "mend"),
    ("feeling", "Because {tinkerer.she} is terribly bored"),
    ("motive", "Because {tinkerer.she} wants a new duck"),
    ("place", "Because {tinkerer.she} is lost at sea"),
)

_PREDICTION = asked(
    "What will {tinkerer} most likely do about the drip to come?",
    "Call {plumber} at once",
    ("burst", "mend"),
    ("object", "Tug even harder"),
    ("motive", "Sit in the tub"),
    ("causal", "Wait for a flood"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Any leak is a job for an expert",
    ("burst", "mend"),
    ("motive", "Water is a joy wherever it may be"),
    ("object", "Old pipes are stronger than new ones"),
    ("character", "Plumbers make every trouble worse"),
)


@template("burst-pipe", "home", {"tinkerer": GROWN, "plumber": GROWN, "child": ANYONE})
def burst_pipe(t: Teller) -> Story:
    """A drop, a jet, a flood, a bandage, a mop."""
    place = t.choose(("bathroom", "kitchen"))
    child = t.chance(0.5)
    beats = [_drip(t, place), _burst(t, place), _flood(t, place, child), _mend(t, place)]
    beats.append(_mop(t, place))
    if t.chance(0.6):
        beats.append(_tea(t))
    return t.story(
        words(
            "Only a Little Drop", "ちいさなしずく", "Une petite goutte", "Solo una gotita", "一滴水"
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("burst", _fixed(place)),
    )


def _drip(t: Teller, place: str) -> Beat:
    return Beat(
        "drip",
        "{tinkerer} kneels dry and smug with a wrench before a pipe that only drips.",
        Scene(
            place,
            (Actor("tinkerer", -100, "kneel", "smug", "right", holds=("wrench", "")),),
            (Thing("pipe", 20, 0, "dripping"),),
            (says("tinkerer", "Easy!", "かんたん！", "Facile !", "¡Fácil!", "很简单！"),),
            shot=any_shot(t),
        ),
        {"pipe": "dripping", "clothes": "dry"},
        {"repair": "begun"},
        "tinkerer",
        "proud",
    )


def _burst(t: Teller, place: str) -> Beat:
    return Beat(
        "burst",
        "A thick jet bursts from the pipe and throws {tinkerer} back, soaking wet.",
        Scene(
            place,
            (Actor("tinkerer", -150, "slip", "scared", "right", wet=True),),
            (Thing("pipe", 60, 0, "burst"),),
            (sound("pipe", "FSHHH!", "ブシャー！", "PCHHH !", "¡FSSSH!", "哗——！"),),
            shot=any_shot(t),
        ),
        {"pipe": "dripping", "clothes": "dry", "repair": "begun"},
        {"pipe": "burst", "clothes": "wet"},
        "tinkerer",
        "scared",
    )


def _fixed(place: str) -> Beat:
    return Beat(
        "burst",
        "{tinkerer} cheers, dry from head to foot, beside a pipe with a neat bandage.",
        Scene(
            place,
            (Actor("tinkerer", -110, "cheer", "happy", "right"),),
            (Thing("pipe", 30, 0, "mended"),),
        ),
        {"pipe": "dripping", "clothes": "dry"},
        {"pipe": "bandaged"},
        "tinkerer",
        "proud",
    )


def _flood(t: Teller, place: str, child: bool) -> Beat:
    return Beat(
        "flood",
        "{tinkerer} stands knee-deep in water with a telephone while the pipe goes on spraying.",
        Scene(
            place,
            (
                Actor("tinkerer", -150, "eat", "crying", "right", holds=("phone", ""), wet=True),
                *((Actor("child", 165, "cheer", "happy", "left"),) if child else ()),
            ),
            (Thing("pipe", 60, -14, "burst"), _FLOOD),
            (
                says(
                    "tinkerer",
                    "Please hurry!",
                    "はやく来て！",
                    "Venez vite !",
                    "¡Venga rápido!",
                    "请快点来！",
                ),
            ),
            shot=any_shot(t),
            focus=("tinkerer", *(("child",) if child else ()), "pipe"),
        ),
        {"pipe": "burst", "clothes": "wet"},
        {"water": "knee-high"},
        "tinkerer",
        "afraid",
    )


def _mend(t: Teller, place: str) -> Beat:
    return Beat(
        "mend",
        "{plumber} has bandaged the pipe, and {tinkerer} looks on in the knee-high water.",
        Scene(
            place,
            (
                Actor("plumber", 140, "hold_out", "smug", "left", holds=("wrench", "")),
                Actor("tinkerer", -150, "stand", "embarrassed", "right", wet=True),
            ),
            (Thing("pipe", 0, -30, "mended"), _FLOOD),
            shot=any_shot(t),
            focus=("plumber", "tinkerer", "pipe"),
        ),
        {"pipe": "burst", "water": "knee-high", "clothes": "wet"},
        {"pipe": "bandaged"},
        "plumber",
        "proud",
    )


def _mop(t: Teller, place: str) -> Beat:
    return Beat(
        "mop",
        "{tinkerer}, still wet, mops the last puddle below the bandaged pipe.",
        Scene(
            place,
            (Actor("tinkerer", -90, "dig", "effort", "right", holds=("mop", ""), wet=True),),
            (Thing("pipe", 70, 0, "mended"), Thing("puddle", 20, 10, "water")),
            shot=any_shot(t),
        ),
        {"pipe": "bandaged", "water": "knee-high", "clothes": "wet"},
        {"water": "mopped up"},
        "tinkerer",
        "embarrassed",
    )


def _tea(t: Teller) -> Beat:
    return Beat(
        "tea",
        "{tinkerer} sits dry under a blanket with hot tea, and {plumber} laughs beside a cup.",
        Scene(
            "living_room",
            (
                Actor("tinkerer", -100, "sit", "smile", "front"),
                Actor("plumber", 100, "sit", "happy", "left"),
            ),
            (
                Thing("chair", -100),
                Thing("chair", 100, id="second chair", facing="left"),
                Thing(
                    "towel_wrap",
                    -100,
                    -2,
                    colour=t.choose(("purple", "orange", "teal")),
                    front=True,
                ),
                Thing("home_table", 0, 0),
                Thing("cup", -24, -76, "full"),
                Thing("cup", 30, -76, "full", "second cup"),
            ),
            shot=any_shot(t),
        ),
        {"pipe": "bandaged", "water": "mopped up", "clothes": "wet"},
        {"clothes": "dry"},
        "tinkerer",
        "content",
    )
