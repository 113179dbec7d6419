"""Two children fly a kite in turns, and it is torn in the second flight.

Who flies first, what the other one does meanwhile, where the kite comes down, who mends it, in
which mood, before or after an ice cream, and who takes it back. Who flies next follows from the
turns that were agreed on.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Pose, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_questions import (
    WorldQuestion,
    blank_panel,
    by,
    chronology,
    crossed,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "kite_turns.toml", _ROLES)
_VARIABLES = (
    Variable("first", ("a", "b")),
    Variable("pastime", ("book", "guitar")),
    Variable("spot", ("puddle", "stone")),
    Variable("helper", ("c", "d")),
    Variable("mood", ("glad", "cross")),
    Variable("sooner", ("mend", "snack")),
    Variable("taker", ("a", "b")),
)
_OTHER = {"a": "b", "b": "a"}
_FIRST = {"a": "{a}", "b": "{b}"}
_SECOND = {"a": "{b}", "b": "{a}"}
_HELPERS = {"c": "{c}", "d": "{d}"}
_QUESTIONS = (
    chronology(
        "CAS",
        "What does the grown-up do, in which order?",
        crossed(
            "Takes the kite from the %s, then %s.",
            {"puddle": "puddle", "stone": "stone"},
            {"mend": "mends it before eating", "snack": "eats before mending it"},
        ),
        by("spot", "sooner"),
        ("come", "mend", "snack"),
        error="temporal",
    ),
    chronology(
        "CPT",
        "Follow the kite until it falls. Who flies it first, and where does it come down?",
        crossed(
            "%s flies it first, and it comes down %s.",
            _FIRST,
            {"puddle": "in a puddle", "stone": "on a stone"},
        ),
        by("first", "spot"),
        ("fly", "crash"),
        error="object_state",
    ),
    chronology(
        "IMN",
        "Who holds a patched kite at the end, and why is there a patch?",
        crossed(
            "%s holds it, and it had come down %s.",
            _FIRST,
            {"puddle": "in the puddle", "stone": "on the stone"},
        ),
        by("taker", "spot"),
        ("crash", "end"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        "How does the grown-up who picks up the torn kite feel about it?",
        crossed(
            "%s is %s.",
            _HELPERS,
            {
                "glad": "happy about a thing to mend",
                "cross": "angry about careless children",
            },
        ),
        by("helper", "mood"),
        ("come",),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        "Suppose that no grown-up had come. Who would stand by the torn kite, and where?",
        crossed("%s would stand by the %s.", _FIRST, {"puddle": "puddle", "stone": "stone"}),
        ends("flyer", "kite.at"),
        ("fly", "crash", "come"),
        without="come",
        interrogative="who",
    ),
    chronology(
        "PBP",
        "The children go on in the turns that they agreed on at first. What comes next?",
        crossed(
            "%s flies the kite, and the other child %s.",
            _FIRST,
            {"book": "reads a book", "guitar": "plays guitar"},
        ),
        by("first", "pastime"),
        ("fly", "crash", "end"),
    ),
    blank_panel(
        crossed("%s hands the patched kite to %s.", _HELPERS, _FIRST),
        by("helper", "taker"),
        ("come", "mend", "end"),
        hidden="give",
        error="character_state",
    ),
    meaning(
        crossed(
            "Somebody who %s mends a torn kite, and %s.",
            {"glad": "cheers at first", "cross": "scolds at first"},
            {"mend": "has an ice cream after that", "snack": "has an ice cream before that"},
        ),
        by("mood", "sooner"),
        ("come", "mend", "snack", "end"),
    ),
    WorldQuestion(
        "true",
        "true_statement",
        "Which statement about the comic is true?",
        crossed(
            "One child has a %s while the other flies; %s holds the kite in the last panel.",
            {"book": "book", "guitar": "guitar"},
            _FIRST,
        ),
        by("pastime", "taker"),
        ("fly", "end"),
        error="object_state",
    ),
)


@world_template("kite-turns", "hill", _ROLES, _VARIABLES, _QUESTIONS)
def kite_turns(builder: WorldBuilder) -> TemplateStory:
    """A flight each, a torn kite, a patch."""
    place = builder.choose(("park_path", "back_lawn"))
    beats = [_fly(builder), _crash(builder)]
    if builder.happens("come"):
        rest = [_mend(builder, place), _snack(builder, place)]
        rest = rest if builder["sooner"] == "mend" else rest[::-1]
        beats += [_come(builder), *rest, _give(builder), _end(builder)]
    return builder.story(_WORDS["title"], beats)


def _idle(builder: WorldBuilder, x: float) -> Actor:
    """The child that is waiting, with the book or the guitar."""
    who = _OTHER[builder["first"]]
    poses: dict[str, tuple[Pose, tuple[str, str]]] = {
        "book": ("read", ("book", "open")),
        "guitar": ("carry", ("guitar", "whole")),
    }
    pose, holds = poses[builder["pastime"]]
    return Actor(who, x, pose, "smile", "front", holds=holds)


def _spot(builder: WorldBuilder, x: float) -> Thing:
    """Where the kite came down."""
    if builder["spot"] == "puddle":
        return Thing("puddle", x, 4, "water", id="spot")
    return Thing("big_stone", x, 0, "", id="spot", scale=1.8)


def _fly(builder: WorldBuilder) -> Beat:
    first = builder["first"]
    other = _OTHER[first]
    return Beat(
        "fly",
        f"{{{first}}} flies a kite next to {{{other}}}, who has a {builder['pastime']}.",
        Scene(
            "hill",
            (Actor(first, -45, "reach_up", "happy", "right"), _idle(builder, 95)),
            (Thing("kite", 112, -205, "flying", id="kite", scale=0.9),),
            (says(first, _WORDS["turns"]),),
            shot="wide",
            weather="wind",
        ),
        {"kite": "whole"},
        {"kite.flown": "once"},
        first,
        "happy",
    )


def _crash(builder: WorldBuilder) -> Beat:
    flyer = _OTHER[builder["first"]]
    where = "in a puddle" if builder["spot"] == "puddle" else "on a stone"
    return Beat(
        "crash",
        f"{{{flyer}}} cries and points at the kite, which lies torn {where}.",
        Scene(
            "hill",
            (Actor(flyer, -75, "point", "crying", "right"),),
            (
                _spot(builder, 55),
                Thing("kite", 55, -28, "torn", id="kite", turn=24, front=True),
            ),
            (says(flyer, _WORDS["crash"], "shout"),),
            shot="wide",
            weather="wind",
        ),
        {"kite": "whole", "kite.flown": "once"},
        {"kite": "torn", "kite.at": builder["spot"], "flyer": flyer},
        flyer,
        "sad",
    )


def _come(builder: WorldBuilder) -> Beat:
    helper, glad = builder["helper"], builder["mood"] == "glad"
    face: Expression = "happy" if glad else "angry"
    return Beat(
        "come",
        f"{{{helper}}} holds the torn kite next to the {builder['spot']} and looks {face}.",
        Scene(
            "hill",
            (Actor(helper, -55, "hold_out", face, "right", holds=("kite", "torn")),),
            (_spot(builder, 70),),
            (says(helper, _WORDS[builder["mood"]]),),
        ),
        {"kite": "torn", "kite.at": builder["spot"]},
        {"kite.at": helper},
        helper,
        "glad" if glad else "cross",
    )


def _mend(builder: WorldBuilder, place: str) -> Beat:
    helper = builder["helper"]
    return Beat(
        "mend",
        f"{{{helper}}} kneels on the ground and puts a patch on the kite.",
        Scene(
            place,
            (Actor(helper, -18, "kneel", "effort", "right"),),
            (Thing("stool", 40, 0, "", id="stool"), Thing("kite", 40, -70, "patched", id="kite")),
            shot="wide",
        ),
        {"kite": "torn", "kite.at": helper},
        {"kite": "patched"},
        helper,
        "busy",
    )


def _snack(builder: WorldBuilder, place: str) -> Beat:
    helper = builder["helper"]
    state = "patched" if builder["sooner"] == "mend" else "torn"
    return Beat(
        "snack",
        f"{{{helper}}} eats an ice cream, the {state} kite on a stool.",
        Scene(
            place,
            (Actor(helper, -60, "hold_out", "eating", "right", holds=("ice_cream", "full")),),
            (Thing("stool", 55, 0, "", id="stool"), Thing("kite", 55, -70, state, id="kite")),
            shot="wide",
        ),
        {"kite": state, "kite.at": helper},
        {"helper.fed": "yes"},
        helper,
        "content",
    )


def _give(builder: WorldBuilder) -> Beat:
    helper, taker = builder["helper"], builder["taker"]
    return Beat(
        "give",
        f"{{{helper}}} hands the patched kite to {{{taker}}}.",
        Scene(
            "hill",
            (
                Actor(helper, -60, "hold_out", "smile", "right", holds=("kite", "patched")),
                Actor(taker, 60, "reach_out", "happy", "left"),
            ),
        ),
        {"kite": "patched", "kite.at": helper, "helper.fed": "yes"},
        {"kite.at": taker},
        helper,
        "kind",
    )


def _end(builder: WorldBuilder) -> Beat:
    taker = builder["taker"]
    other = _OTHER[taker]
    return Beat(
        "end",
        f"{{{taker}}} holds the patched kite, and {{{other}}} cheers.",
        Scene(
            "hill",
            (
                Actor(taker, -55, "hold_out", "happy", "right", holds=("kite", "patched")),
                Actor(other, 60, "cheer", "happy", "front"),
            ),
            weather="wind",
        ),
        {"kite": "patched", "kite.at": taker},
        {"game": "on"},
        taker,
        "happy",
    )
