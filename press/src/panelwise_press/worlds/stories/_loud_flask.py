"""A flask foams over or bursts in class, the floor is mopped, somebody says sorry and gets a book.

Who pours from what, what becomes of the flask, who teaches and in which mood, whether the floor
is mopped before or after the apology, and which lesson follows: all that only the pictures show.
A stain on the wall whose drips run further down shows the order.
"""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says, sound
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
from panelwise_press.worlds.stories._stages import NOT_YET, Spot, in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "loud_flask.toml", _ROLES)
_VARIABLES = (
    Variable("pupil", ("a", "b")),
    Variable("vessel", ("vial", "jug")),
    Variable("flask", ("foaming", "broken")),
    Variable("teacher", ("c", "d")),
    Variable("mood", ("angry", "amused")),
    Variable("first", ("mop", "sorry")),
    Variable("lesson", ("guitar", "easel")),
)
_FULL = {"vial": "blue", "jug": "full"}
_STAIN: dict[str, Spot] = {
    "burst": (150, -205, 0.9),
    "mop": (165, -225, 0.9),
    "sorry": (-95, -205, 0.9),
    "give": (120, -195, 0.75),
    "end": (80, -180, 0.75),
}
_QUESTIONS = (
    chronology("CAS", by("vessel", "first"), ("pour", "mop", "sorry"), error="temporal"),
    chronology("CPT", by("vessel", "flask"), ("pour", "burst"), error="object_state"),
    chronology("IMN", by("pupil", "flask"), ("pour", "burst", "sorry"), interrogative="why"),
    chronology(
        "ICM", by("teacher", "mood"), ("burst",), error="character_state", interrogative="why"
    ),
    chronology(
        "CFR",
        ends(teacher="book.with", vessel="full"),
        ("plan", "pour"),
        without="pour",
        interrogative="who",
    ),
    chronology("PBP", by("pupil", "lesson"), ("plan", "end")),
    blank_panel(
        by("teacher", "pupil"),
        ("plan", "sorry", "give", "end"),
        hidden="give",
        error="character_state",
    ),
    meaning(by("mood", "first"), ("burst", "mop", "sorry")),
    WorldQuestion("true", "true_statement", by("flask", "lesson"), ("plan", "burst")),
)


@world_template("loud-flask", "school", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def loud_flask(builder: WorldBuilder) -> TemplateStory:
    """Poured, mopped, excused and rewarded."""
    beats = [_plan(builder)]
    if builder.happens("pour"):
        after = [_mop(builder), _sorry(builder)]
        beats += [_pour(builder), _burst(builder)]
        beats += after if builder["first"] == "mop" else after[::-1]
        beats += [_give(builder), _end(builder)]
    else:
        beats.append(_wait(builder))
    states = (NOT_YET, "1", "2", "3", "4", "5")
    stained = in_stages(beats[1:], "running_stain", states, _STAIN, (0, 0, 1))
    return builder.story(_WORDS["title"], [beats[0], *stained])


def _flask(state: str, x: float = 40, y: float = -72) -> Thing:
    return Thing("flask", x, y, state, id="flask", front=True, scale=0.8)


_TABLE = Thing("lab_table", 30, 0, "", id="table")


def _plan(builder: WorldBuilder) -> Beat:
    teacher, lesson = builder["teacher"], builder["lesson"]
    return Beat(
        "plan",
        f"{{{teacher}}}, a thick book in one hand, points at the plan on the wall: a flask, and"
        f" below it a picture of {'a guitar' if lesson == 'guitar' else 'an easel'}.",
        Scene(
            "classroom",
            (Actor(teacher, -55, "point", "neutral", "right", holds=("book", "closed")),),
            (
                Thing("day_plan", 45, -62, f"flask {lesson}", id="plan"),
                Thing("stool", 125, 0, "", id="stool"),
                _flask("clear", 125, -42),
            ),
            focus=(teacher, "plan", "flask"),
        ),
        {"book.with": teacher, "lesson": lesson, "flask": "clear"},
        {},
        teacher,
        "calm",
    )


def _wait(builder: WorldBuilder) -> Beat:
    pupil, vessel = builder["pupil"], builder["vessel"]
    return Beat(
        "wait",
        f"{{{pupil}}} holds a full {vessel} and pours nothing.",
        Scene(
            "classroom",
            (Actor(pupil, -60, "hold_out", "neutral", "right", holds=(vessel, _FULL[vessel])),),
            (_TABLE, _flask("clear")),
        ),
        {"full": vessel},
        {"pupil": "waits"},
        pupil,
    )


def _pour(builder: WorldBuilder) -> Beat:
    pupil, vessel = builder["pupil"], builder["vessel"]
    return Beat(
        "pour",
        f"{{{pupil}}} pours from a {vessel} into the flask on the table.",
        Scene(
            "classroom",
            (Actor(pupil, -36, "pour", "smile", "right", -77, (vessel, _FULL[vessel])),),
            (
                Thing("stool", -36, 0, "", id="stool", scale=1.7),
                replace(_TABLE, front=True),
                _flask("blue"),
            ),
        ),
        {"full": vessel},
        {"full": "nothing", "flask": "blue"},
        pupil,
        "curious",
    )


def _burst(builder: WorldBuilder) -> Beat:
    teacher, mood, flask = builder["teacher"], builder["mood"], builder["flask"]
    face: Expression = "angry" if mood == "angry" else "happy"
    what = "foams over" if flask == "foaming" else "has burst to pieces"
    return Beat(
        "burst",
        f"The flask {what}, and {{{teacher}}} beside it looks {mood}.",
        Scene(
            "classroom",
            (Actor(teacher, -62, "hands_on_hips", face, "front"),),
            (_TABLE, _flask(flask)),
            (says(teacher, _WORDS[mood]), sound("flask", _WORDS["bang"])),
            focus=(teacher, "flask", "running_stain"),
        ),
        {},
        {"flask": flask, "floor": "wet"},
        teacher,
        mood,
        frozenset({"floor"}),
    )


def _mop(builder: WorldBuilder) -> Beat:
    pupil = builder["pupil"]
    return Beat(
        "mop",
        f"{{{pupil}}} mops a big puddle off the floor below the flask on the table.",
        Scene(
            "classroom",
            (Actor(pupil, -40, "dig", "effort", "right", holds=("mop", "")),),
            (_TABLE, _flask(builder["flask"], 100), Thing("puddle", 20, 8, "water", id="puddle")),
            shot="wide",
        ),
        {"floor": "wet", "flask": builder["flask"]},
        {"floor": "dry"},
        pupil,
        "busy",
    )


def _sorry(builder: WorldBuilder) -> Beat:
    pupil, teacher = builder["pupil"], builder["teacher"]
    wet = builder["first"] == "sorry"
    puddle = (Thing("puddle", 0, 2, "water", id="puddle"),) if wet else ()
    return Beat(
        "sorry",
        f"{{{pupil}}} bows to {{{teacher}}} on the {'wet' if wet else 'dry'} floor.",
        Scene(
            "classroom",
            (
                Actor(pupil, -60, "bow", "sad", "right"),
                Actor(teacher, 60, "stand", "neutral", "left", holds=("book", "closed")),
            ),
            puddle,
            shot="wide",
        ),
        {"floor": "wet" if wet else "dry", "book.with": teacher},
        {"pupil": "forgiven"},
        pupil,
        "sorry",
        frozenset({"pupil"}),
    )


def _give(builder: WorldBuilder) -> Beat:
    pupil, teacher = builder["pupil"], builder["teacher"]
    return Beat(
        "give",
        f"{{{teacher}}} hands the thick book to {{{pupil}}}.",
        Scene(
            "classroom",
            (
                Actor(teacher, -55, "hold_out", "smile", "right", holds=("book", "closed")),
                Actor(pupil, 55, "reach_out", "happy", "left"),
            ),
        ),
        {"book.with": teacher, "pupil": "forgiven"},
        {"book.with": pupil},
        teacher,
        "kind",
        frozenset({"pupil"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    pupil = builder["pupil"]
    return Beat(
        "end",
        f"{{{pupil}}} sits and reads the thick book.",
        Scene(
            "classroom",
            (Actor(pupil, -10, "read", "happy", "front", holds=("book", "open")),),
        ),
        {"book.with": pupil},
        {"book": "read"},
        pupil,
        "content",
    )
