"""A repair story of a dripping pipe and a lot of water."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"tinkerer": GROWN, "plumber": GROWN, "child": ANYONE}
_WORDS = Translations(__name__, "pipe.toml", _ROLES)

_FLOOD = Thing("flood", 0, 0, "high", front=True)


_MOTIVE = asked(
    "Why does {tinkerer} reach for the telephone?",
    "To call for help with the burst pipe",
    ("burst", "flood", "mend"),
    ("feeling", "To boast about the finished repair"),
    ("character", "To tell {plumber} to stay at home"),
    ("object", "To order a new bath from the shop"),
    ("character", "To thank {plumber} for help with the repair"),
    ("motive", "To ask {plumber} for the bill of the repair"),
    ("character", "To reach the doctor for {plumber} before noon"),
)

_PREDICTION = asked(
    "What will {tinkerer} most likely do about the next dripping pipe?",
    "Call {plumber} straight away",
    ("burst", "flood", "mend"),
    ("causal", "Work on it with more force"),
    ("temporal", "Wait until the room is full"),
    ("object", "Buy a much bigger wrench"),
    ("motive", "Do nothing about it"),
    ("object", "Hide it with a cloth"),
)

_MEANING = asked(
    "What is the point of the story?",
    "A job that looked easy needed someone who knew how to do it",
    ("drip", "burst", "mend"),
    ("character", "A job that looked hard was done alone with a bit of patience"),
    ("temporal", "A leak that was left alone for weeks ended by drying up by itself"),
    ("causal", "A leak that a plumber had made worse was mended by an amateur"),
    ("feeling", "A leak that a plumber had made worse was the cause of a long quarrel"),
    ("temporal", "A leak that looked hard to mend ended by drying up"),
    ("character", "A leak that an amateur mended was made worse by a plumber"),
    ("character", "A job that looked hard needed someone who dared to do it alone"),
    ("causal", "A job that looked hard was easy to do after all"),
)

_INSTEAD = {
    "mend": wrongs(
        (
            "object",
            "{plumber} takes the whole pipe off the wall, and {tinkerer} puts it into the bin.",
        ),
        ("object", "{tinkerer} stops the pipe with a big cork, and the water goes down at once."),
        ("character", "{plumber} looks at the flood from the door and leaves the pipe spraying."),
        (
            "place",
            "{plumber} lets the water out through the door, "
            "and {tinkerer} is perfectly dry all over.",
        ),
        ("feeling", "{tinkerer}, dry and proud, bandages the pipe with one hand on the telephone."),
    ),
    "mop": wrongs(
        (
            "causal",
            "The bandage flies off the pipe, and a new jet soaks {plumber} from head to foot.",
        ),
        (
            "character",
            "{plumber} leaves without a word, and {tinkerer} is left to drink tea alone.",
        ),
        ("object", "{tinkerer}, still dripping wet, mops in vain, for the pipe is spraying on."),
        ("motive", "{tinkerer} chases {plumber} out of the house with a mop over the high bill."),
        (
            "place",
            "{tinkerer}, still dripping wet, climbs onto the roof to wait there for {plumber}.",
        ),
    ),
}


@template("burst-pipe", "home", _ROLES)
def burst_pipe(builder: StoryBuilder) -> TemplateStory:
    """A drop, a jet, a flood, a bandage, a mop."""
    place = builder.choose(("bathroom", "kitchen"))
    child = builder.chance(0.5)
    beats = [
        _drip(builder, place),
        _burst(builder, place),
        _flood(builder, place, child),
        _mend(builder, place),
    ]
    beats.append(_mop(builder, place))
    if builder.chance(0.6):
        beats.append(_tea(builder))
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("burst", _fixed(place)),
    )


def _drip(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "drip",
        "{tinkerer} kneels with a wrench and a smug smile to repair a dripping pipe.",
        Scene(
            place,
            (Actor("tinkerer", -100, "kneel", "smug", "right", holds=("wrench", "")),),
            (Thing("pipe", 20, 0, "dripping"),),
            (says("tinkerer", _WORDS["drip"]),),
            shot=any_shot(builder),
        ),
        {"pipe": "dripping", "clothes": "dry"},
        {"repair": "begun"},
        "tinkerer",
        "proud",
    )


def _burst(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "burst",
        "The pipe bursts during the repair, and a jet of water knocks {tinkerer} over backwards.",
        Scene(
            place,
            (Actor("tinkerer", -150, "slip", "scared", "right", wet=True),),
            (Thing("pipe", 60, 0, "burst"),),
            (sound("pipe", _WORDS["burst"]),),
            shot=any_shot(builder),
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


def _flood(builder: StoryBuilder, place: str, child: bool) -> Beat:
    return Beat(
        "flood",
        "In deep water {tinkerer} weeps into a telephone, the pipe sprays on, and {child} looks on."
        if child
        else "{tinkerer} stands deep in water and weeps into a telephone while the pipe sprays on.",
        Scene(
            place,
            (
                Actor("tinkerer", -150, "eat", "crying", "right", holds=("phone", ""), wet=True),
                *((Actor("child", 165, "stand", "surprised", "left"),) if child else ()),
            ),
            (Thing("pipe", 60, -14, "burst"), _FLOOD),
            (says("tinkerer", _WORDS["flood"]),),
            shot=any_shot(builder),
            focus=("tinkerer", *(("child",) if child else ()), "pipe"),
        ),
        {"pipe": "burst", "clothes": "wet"},
        {"water": "deep"},
        "tinkerer",
        "afraid",
    )


def _mend(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "mend",
        "{plumber} has bandaged the pipe, and {tinkerer} stands ashamed in the deep water.",
        Scene(
            place,
            (
                Actor("plumber", 140, "hold_out", "smug", "left", holds=("wrench", "")),
                Actor("tinkerer", -150, "stand", "embarrassed", "right", wet=True),
            ),
            (Thing("pipe", 0, -30, "mended"), _FLOOD),
            shot=any_shot(builder),
            focus=("plumber", "tinkerer", "pipe"),
        ),
        {"pipe": "burst", "water": "deep", "clothes": "wet"},
        {"pipe": "bandaged"},
        "plumber",
        "proud",
    )


def _mop(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "mop",
        "{tinkerer}, still dripping wet, mops up a last puddle under the bandaged pipe.",
        Scene(
            place,
            (Actor("tinkerer", -90, "dig", "effort", "right", holds=("mop", ""), wet=True),),
            (Thing("pipe", 70, 0, "mended"), Thing("puddle", 20, 10, "water")),
            shot=any_shot(builder),
        ),
        {"pipe": "bandaged", "water": "deep", "clothes": "wet"},
        {"water": "mopped up"},
        "tinkerer",
        "embarrassed",
    )


def _tea(builder: StoryBuilder) -> Beat:
    return Beat(
        "tea",
        "{tinkerer} smiles, dry in a blanket, at a table with two steaming cups, "
        "and {plumber} laughs.",
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
                    colour=builder.choose(("purple", "orange", "teal")),
                    front=True,
                ),
                Thing("home_table", 0, 0),
                Thing("cup", -24, -76, "full"),
                Thing("cup", 30, -76, "full", "second cup"),
            ),
            shot=any_shot(builder),
        ),
        {"pipe": "bandaged", "clothes": "wet"},
        {"clothes": "dry"},
        "tinkerer",
        "content",
    )
