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
_QUESTIONS = (
    chronology("CAS", by("spot", "sooner"), ("come", "mend", "snack"), error="temporal"),
    chronology("CPT", by("first", "spot"), ("fly", "crash"), error="object_state"),
    chronology("IMN", by("taker", "spot"), ("crash", "end"), interrogative="why"),
    chronology(
        "ICM", by("helper", "mood"), ("come",), error="character_state", interrogative="how"
    ),
    chronology(
        "CFR",
        ends(first="flyer", spot="kite.at"),
        ("fly", "crash", "come"),
        without="come",
        interrogative="who",
    ),
    chronology("PBP", by("first", "pastime"), ("fly", "crash", "end")),
    blank_panel(
        by("helper", "taker"), ("come", "mend", "end"), hidden="give", error="character_state"
    ),
    meaning(by("mood", "sooner"), ("come", "mend", "snack", "end")),
    WorldQuestion(
        "true", "true_statement", by("pastime", "taker"), ("fly", "end"), error="object_state"
    ),
)


@world_template("kite-turns", "hill", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
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


def _fallen() -> Thing:
    return Thing("kite", 55, -28, "torn", id="kite", turn=24, front=True)


def _scraps(x: float) -> Thing:
    """What the torn kite leaves on the hill, to the end of the story."""
    return Thing("kite_scraps", x, 14, "", id="scraps", front=True, scale=1.1)


def _leaning(state: str) -> tuple[Thing, Thing]:
    """The kite, which leans on a stool."""
    kite = Thing("kite", 38, 2, state, id="kite", turn=16, front=True)
    return Thing("stool", 78, 0, "", id="stool"), kite


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
        {"kite": "whole", "scraps": "none"},
        {"kite.flown": "once"},
        first,
        "happy",
        frozenset({"kite.flown"}),
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
                _fallen(),
                _scraps(-10),
            ),
            (says(flyer, _WORDS["crash"], "shout"),),
            shot="wide",
            weather="wind",
            motion=("kite",),
        ),
        {"kite": "whole", "kite.flown": "once"},
        {"kite": "torn", "kite.at": builder["spot"], "scraps": "there", "flyer": flyer},
        flyer,
        "sad",
        frozenset({"kite.flown"}),
    )


def _come(builder: WorldBuilder) -> Beat:
    helper, glad = builder["helper"], builder["mood"] == "glad"
    face: Expression = "happy" if glad else "angry"
    return Beat(
        "come",
        f"{{{helper}}} kneels to take the torn kite from the {builder['spot']} and looks {face}.",
        Scene(
            "hill",
            (Actor(helper, -22, "kneel", face, "right"),),
            (_spot(builder, 55), _fallen(), _scraps(-85)),
            (says(helper, _WORDS[builder["mood"]]),),
            shot="wide",
        ),
        {"kite": "torn", "kite.at": builder["spot"], "scraps": "there"},
        {"kite.at": helper},
        helper,
        "glad" if glad else "cross",
    )


def _mend(builder: WorldBuilder, place: str) -> Beat:
    helper = builder["helper"]
    return Beat(
        "mend",
        f"{{{helper}}} kneels by the torn kite and puts a patch on it.",
        Scene(
            place,
            (Actor(helper, -30, "kneel", "neutral", "right", holds=("cloth_patch", "")),),
            _leaning("torn"),
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
        f"{{{helper}}} eats an ice cream, the {state} kite leaning on a stool.",
        Scene(
            place,
            (Actor(helper, -60, "hold_out", "eating", "right", holds=("ice_cream", "full")),),
            _leaning(state),
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
                Actor(taker, 90, "reach_out", "happy", "left"),
            ),
            (_scraps(10),),
            shot="wide",
        ),
        {"kite": "patched", "kite.at": helper, "helper.fed": "yes", "scraps": "there"},
        {"kite.at": taker},
        helper,
        "kind",
        frozenset({"helper.fed"}),
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
                Actor(other, 70, "cheer", "happy", "front"),
            ),
            (_scraps(10),),
            shot="wide",
            weather="wind",
        ),
        {"kite": "patched", "kite.at": taker, "scraps": "there"},
        {"game": "on"},
        taker,
        "happy",
        frozenset({"game"}),
    )
