"""A story between home and school: a lunch box left behind."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"pupil": CHILD, "parent": GROWN, "friend": CHILD}
_WORDS = Translations(__name__, "lunch.toml", _ROLES)

_BOARD = Thing("blackboard", 40, -20, "begun", id="behind")
_TABLE = Thing("home_table", 60, 0, "", id="table")

_MOTIVE = asked(
    "Why does {parent} run through the street?",
    "To bring {pupil} the lunch box left on the table",
    ("leave", "run", "handover"),
    ("motive", "To catch {pupil}, who has taken a wrong lunch box"),
    ("character", "To bring {friend} the lunch box left on the table"),
    ("place", "To fetch the lunch box left in the classroom"),
    ("object", "To catch {pupil}, who has run off without the school bag"),
    ("motive", "To catch {pupil} playing in the street"),
    ("character", "To catch {friend}, who has got the lunch box"),
)

_PREDICTION = asked(
    "What will {pupil} most likely do with the lunch box after school?",
    "Take it home with nothing left in it",
    ("eat",),
    ("object", "Eat the second sandwich out of it"),
    ("causal", "Take it home as full as it came"),
    ("character", "Wait for {parent} to bring it back to school"),
    ("object", "Eat the apple out of the lunch box"),
    ("character", "Eat the second sandwich together with {friend}"),
    ("place", "Wait for {friend} to bring it back from home"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "{pupil} leaves the lunch behind in a hurry, and {parent} runs all the way to school with it.",
    ("leave", "run", "handover"),
    (
        "motive",
        "{pupil} leaves the lunch behind on purpose, and {parent} eats it up alone at the table.",
    ),
    (
        "character",
        "{parent} forgets to pack the lunch box, and {friend} brings {pupil} half a sandwich to"
        " school.",
    ),
    (
        "causal",
        "{pupil} loses the lunch on the way to school, and {parent} finds it lying open in the"
        " street.",
    ),
    (
        "feeling",
        "{parent} forgets to pack the lunch box, and {friend} cheers {pupil} up"
        " with a funny story at school.",
    ),
    ("object", "{parent} forgets to pack a sandwich, and {pupil} goes hungry at school."),
    (
        "causal",
        "{parent} forgets to pack a sandwich, and {friend} brings {pupil} a big"
        " piece of apple pie all the way to school.",
    ),
)

# Refuted by the last panel: the sandwich is eaten in the classroom, by the empty lunch box.
_INSTEAD = {
    "handover": wrongs(
        (
            "object",
            "In the classroom {parent} hands {pupil} an apple and takes the lunch box home.",
        ),
        ("causal", "In the street {parent} drops the lunch box, and a car crushes it flat."),
        (
            "character",
            "In the classroom {friend} takes the lunch box and leaves nothing for {pupil}.",
        ),
        ("place", "In the street {parent} meets {pupil}, who eats up the whole sandwich there."),
        ("motive", "In the classroom {parent} eats up the sandwich, and {pupil} cries."),
    ),
}


@template("forgotten-lunch", "school", _ROLES)
def forgotten_lunch(builder: StoryBuilder) -> TemplateStory:
    """A child forgets its lunch box, goes hungry, and somebody from home comes running."""
    chase = [_see(), _run("door")] if builder.chance(0.6) else [_run("table")]
    hungry = builder.choose(range(len(chase) + 1))
    middle = [*chase[:hungry], _hungry(), *chase[hungry:]]
    beats = [_pack(), _leave(), *middle, _hand_over()]
    beats.append(_eat_together() if builder.chance(0.6) else _eat_alone())
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("leave", _takes_it()),
            instead=_INSTEAD,
        ),
    )


def _on_table(state: str) -> Thing:
    return Thing("lunch_box", 60, -74, state, id="lunch", front=True)


def _pack() -> Beat:
    return Beat(
        "pack",
        "At home {parent} packs a sandwich and an apple into the lunch box on the table.",
        Scene(
            "breakfast_room",
            (Actor("parent", -30, "reach_out", "smile", "right"),),
            (_TABLE, _on_table("open")),
        ),
        {"lunch_box": "open"},
        {"lunch_box": "closed", "lunch_box.at": "table"},
        "parent",
        "caring",
    )


def _leave() -> Beat:
    return Beat(
        "leave",
        "{pupil} runs off with the school bag, and the closed lunch box stays behind on the table.",
        Scene(
            "breakfast_room",
            (Actor("pupil", -105, "run", "happy", "left", holds=("backpack", "closed")),),
            (_TABLE, _on_table("closed")),
            (says("pupil", _WORDS["leave"], "shout"),),
            motion=("pupil",),
        ),
        {"lunch_box": "closed", "lunch_box.at": "table", "pupil.at": "home"},
        {"pupil.at": "away"},
        "pupil",
        "hurried",
    )


def _takes_it() -> Beat:
    return Beat(
        "leave",
        "{pupil} walks off with the lunch box in hand, and nothing stays behind on the table.",
        Scene(
            "breakfast_room",
            (Actor("pupil", -90, "walk", "happy", "left", holds=("lunch_box", "closed")),),
            (_TABLE,),
        ),
        {"lunch_box": "closed"},
        {"lunch_box.at": "pupil"},
        "pupil",
        "cheerful",
    )


def _see() -> Beat:
    return Beat(
        "see",
        "{parent} stands at the front door with the lunch box in hand and looks alarmed.",
        Scene(
            "doorstep",
            (Actor("parent", 40, "hold_out", "surprised", "left", holds=("lunch_box", "closed")),),
            shot="wide",
        ),
        {"lunch_box": "closed", "lunch_box.at": "table", "pupil.at": "away"},
        {"lunch_box.at": "door"},
        "parent",
        "alarmed",
    )


def _run(before: str) -> Beat:
    return Beat(
        "run",
        "{parent} runs along the street with the lunch box in hand.",
        Scene(
            "street",
            (Actor("parent", 0, "run", "effort", "right", holds=("lunch_box", "closed")),),
            (),
            (says("parent", _WORDS["run"], "shout"),),
            motion=("parent",),
        ),
        {"lunch_box": "closed", "lunch_box.at": before, "pupil.at": "away"},
        {"lunch_box.at": "street"},
        "parent",
        "hurried",
    )


def _hungry() -> Beat:
    return Beat(
        "hungry",
        "In the classroom {pupil} looks sadly at the empty school bag on the desk.",
        Scene(
            "classroom",
            (Actor("pupil", -75, "stand", "sad", "right"),),
            (
                _BOARD,
                Thing("school_desk", 45, 0, ""),
                Thing("backpack", 45, -64, "empty"),
            ),
            (sound("pupil", _WORDS["hungry"]),),
        ),
        {"pupil.at": "away", "pupil.mood": "calm"},
        {"pupil.mood": "hungry"},
        "pupil",
        "sad",
    )


def _hand_over() -> Beat:
    return Beat(
        "handover",
        "In the classroom {parent} holds out the lunch box to {pupil}, who cheers.",
        Scene(
            "classroom",
            (
                Actor("parent", -90, "hold_out", "smile", "right", holds=("lunch_box", "closed")),
                Actor("pupil", 80, "cheer", "happy", "left"),
            ),
            (_BOARD,),
            (says("parent", _WORDS["handover"]),),
        ),
        {"lunch_box.at": "street"},
        {"lunch_box.at": "school", "pupil.mood": "glad"},
        "parent",
        "relieved",
    )


def _eat_together() -> Beat:
    return Beat(
        "eat",
        "{pupil} and {friend} each eat half a sandwich beside the empty lunch box on the desk.",
        Scene(
            "classroom",
            (
                Actor("pupil", -75, "eat", "eating", "right", holds=("sandwich", "half")),
                Actor("friend", 115, "eat", "eating", "left", holds=("sandwich", "half")),
            ),
            (
                _BOARD,
                Thing("school_desk", 20, 0, ""),
                Thing("lunch_box", 20, -64, "empty", id="lunch"),
            ),
        ),
        {"lunch_box.at": "school"},
        {"lunch_box": "empty"},
        "pupil",
        "content",
    )


def _eat_alone() -> Beat:
    return Beat(
        "eat",
        "{pupil} eats the sandwich beside the empty lunch box on the desk.",
        Scene(
            "classroom",
            (Actor("pupil", -70, "eat", "eating", "right", holds=("sandwich", "half")),),
            (
                _BOARD,
                Thing("school_desk", 30, 0, ""),
                Thing("lunch_box", 30, -64, "empty", id="lunch"),
            ),
        ),
        {"lunch_box.at": "school"},
        {"lunch_box": "empty"},
        "pupil",
        "content",
    )
