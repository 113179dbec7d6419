"""A child paints a picture, and the person who hangs it up has a mishap.

Who paints what and thinks what of it, who hangs it up, with tea before or after the ladder is
there, what falls, and what the plan on the wall has next: all that only the pictures show. A cake
that is eaten slice by slice shows the order.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
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
from panelwise_press.worlds.stories._stages import Spot, in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "crooked_picture.toml", _ROLES)
_VARIABLES = (
    Variable("painter", ("a", "b")),
    Variable("subject", ("cat", "balloon")),
    Variable("mood", ("proud", "unsure")),
    Variable("helper", ("c", "d")),
    Variable("first", ("tea", "ladder")),
    Variable("mishap", ("ladder", "picture")),
    Variable("after", ("drum", "kite")),
)
_CAKE: dict[str, Spot] = {"plan": (138, 0, 0.85), "paint": (185, 0, 0.9)}
_CAKE_AT: Spot = (-215, 0, 0.9)
_QUESTIONS = (
    chronology("CAS", by("helper", "first"), ("tea", "ladder", "climb"), error="temporal"),
    chronology("CPT", by("subject", "mishap"), ("paint", "climb", "end"), error="object_state"),
    chronology("IMN", by("painter", "subject"), ("paint", "climb"), interrogative="why"),
    chronology(
        "ICM", by("painter", "mood"), ("paint",), error="character_state", interrogative="why"
    ),
    chronology(
        "CFR",
        ends(painter="picture.with", subject="picture"),
        ("paint", "climb"),
        without="hanging",
        interrogative="who",
    ),
    chronology("PBP", by("painter", "after"), ("plan", "paint")),
    blank_panel(
        by("helper", "mishap"), ("climb", "fall", "end"), hidden="fall", error="causal_reasoning"
    ),
    meaning(by("mood", "mishap"), ("paint", "climb", "end")),
    WorldQuestion("true", "true_statement", by("first", "after"), ("plan", "tea", "ladder")),
)


@world_template("crooked-picture", "home", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def crooked_picture(builder: WorldBuilder) -> TemplateStory:
    """Painted, hung up, and fallen."""
    room = builder.choose(("new_room", "bare_room"))
    beats = [_plan(builder), _paint(builder)]
    if builder.happens("hanging"):
        before = [_tea(builder, room), _ladder(builder, room)]
        beats += before if builder["first"] == "tea" else before[::-1]
        beats += [_climb(builder, room), _fall(builder, room), _end(builder, room)]
    beats = in_stages(beats, "sliced_cake", "0123456", _CAKE, _CAKE_AT)
    return builder.story(_WORDS["title"], beats)


def _picture(builder: WorldBuilder, x: float, y: float, turn: float = 0) -> Thing:
    return Thing("framed_painting", x, y, builder["subject"], id="picture", scale=0.62, turn=turn)


def _up(x: float) -> Thing:
    return Thing("wooden_ladder", x, 0, "up", id="ladder")


def _plan(builder: WorldBuilder) -> Beat:
    painter, after = builder["painter"], builder["after"]
    return Beat(
        "plan",
        f"{{{painter}}} points at the plan on the wall: an easel, and below it a {after}.",
        Scene(
            "child_room",
            (Actor(painter, -50, "point", "smile", "right"),),
            (Thing("day_plan", 40, -50, f"easel {after}", id="plan", scale=0.9),),
            focus=(painter, "plan", "sliced_cake"),
        ),
        {"after": after},
        {},
        painter,
        "calm",
    )


def _paint(builder: WorldBuilder) -> Beat:
    painter, subject, mood = builder["painter"], builder["subject"], builder["mood"]
    face: Expression = "happy" if mood == "proud" else "worried"
    return Beat(
        "paint",
        f"{{{painter}}} stands with a brush at a painting of a {subject} and looks {mood}.",
        Scene(
            "child_room",
            (Actor(painter, -110, "reach_out", face, "right", holds=("brush", "")),),
            (Thing("easel", 30, 0, subject, id="easel"),),
            (says(painter, _WORDS[mood]),),
        ),
        {"picture": subject},
        {"picture.with": painter, "painting": "finished"},
        painter,
        mood,
    )


def _tea(builder: WorldBuilder, room: str) -> Beat:
    helper = builder["helper"]
    late = builder["first"] == "ladder"
    return Beat(
        "tea",
        f"{{{helper}}} sits on a stool with a cup of tea; {'a' if late else 'no'} ladder is there.",
        Scene(
            room,
            (Actor(helper, -70, "sit", "smile", "right", holds=("cup", "full")),),
            (
                Thing("stool", -70, 0, "", id="seat"),
                *((_up(60),) if late else ()),
                _picture(builder, 135, -8),
            ),
            shot="wide",
        ),
        {
            "ladder": "up" if late else "none",
            "tea": "there",
            "picture": builder["subject"],
            "picture.with": builder["painter"],
            "painting": "finished",
        },
        {"tea": "drunk"},
        helper,
        "content",
    )


def _ladder(builder: WorldBuilder, room: str) -> Beat:
    helper = builder["helper"]
    late = builder["first"] == "tea"
    cup = () if late else (Thing("cup", -115, -40, "full", id="cup", scale=1.2),)
    return Beat(
        "ladder",
        f"{{{helper}}} pushes a ladder to the wall; {'no' if late else 'a full'} cup is on the"
        " stool.",
        Scene(
            room,
            (Actor(helper, 0, "push", "effort", "right"),),
            (Thing("stool", -115, 0, "", id="seat"), *cup, _up(60), _picture(builder, 135, -8)),
            shot="wide",
        ),
        {
            "tea": "drunk" if late else "there",
            "picture": builder["subject"],
            "picture.with": builder["painter"],
            "painting": "finished",
        },
        {"ladder": "up"},
        helper,
        "busy",
        frozenset({"tea"} if late else ()),
    )


def _climb(builder: WorldBuilder, room: str) -> Beat:
    helper, subject = builder["helper"], builder["subject"]
    return Beat(
        "climb",
        f"{{{helper}}} stands on the ladder and hangs up the painting of a {subject}.",
        Scene(
            room,
            (Actor(helper, -34, "hold_out", "smile", "right", -62),),
            (_up(-25), _picture(builder, 75, -140)),
            shot="wide",
        ),
        {
            "ladder": "up",
            "tea": "drunk",
            "picture": subject,
            "picture.with": builder["painter"],
            "painting": "finished",
        },
        {"picture.with": "wall", "on.ladder": helper},
        helper,
        "careful",
        frozenset({"tea"}),
    )


def _fall(builder: WorldBuilder, room: str) -> Beat:
    helper, subject = builder["helper"], builder["subject"]
    ladder = builder["mishap"] == "ladder"
    return Beat(
        "fall",
        f"{{{helper}}} falls off the ladder beside the painting of a {subject}."
        if ladder
        else f"The painting of a {subject} falls past {{{helper}}} on the ladder.",
        Scene(
            room,
            (
                Actor(helper, -95, "fall", "scared", "right", -62)
                if ladder
                else Actor(helper, -34, "hold_out", "scared", "right", -62),
            ),
            (
                Thing("wooden_ladder", -25, 0, "up", id="ladder", turn=-34 if ladder else 0),
                _picture(builder, 75, -140) if ladder else _picture(builder, 80, -60, 35),
            ),
            shot="wide",
            motion=(helper,) if ladder else (),
        ),
        {"ladder": "up", "picture": subject, "picture.with": "wall", "on.ladder": helper},
        {"ladder": "fallen"} if ladder else {"picture.with": "floor"},
        helper,
        "scared",
    )


def _end(builder: WorldBuilder, room: str) -> Beat:
    helper, subject = builder["helper"], builder["subject"]
    ladder = builder["mishap"] == "ladder"
    return Beat(
        "end",
        f"{{{helper}}} sits dizzy beside the fallen ladder; the painting of a {subject} hangs."
        if ladder
        else f"{{{helper}}} stands by the ladder; the painting of a {subject} lies on the floor.",
        Scene(
            room,
            (
                Actor(helper, -90, "sit_floor", "dizzy", "right")
                if ladder
                else Actor(helper, -90, "cover_face", "embarrassed", "front"),
            ),
            (
                Thing("wooden_ladder", -5, 0, "fallen" if ladder else "up", id="ladder"),
                _picture(builder, 75, -140) if ladder else _picture(builder, 95, -12, 20),
            ),
            shot="wide",
        ),
        {"picture": subject, "picture.with": "wall" if ladder else "floor"}
        | {"ladder": "fallen" if ladder else "up"},
        {},
        helper,
        "dizzy" if ladder else "ashamed",
    )
