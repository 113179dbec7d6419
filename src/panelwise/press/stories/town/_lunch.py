"""A story between home and school: a lunch box left behind."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_BOARD = Thing("blackboard", 40, -20, "begun", id="behind")
_TABLE = Thing("home_table", 60, 0, "", id="table")


_MOTIVE = asked(
    "Why does {parent} run through the street?",
    "To bring {pupil} the forgotten lunch box",
    ("leave", "run", "handover"),
    ("motive", "To buy a bigger lunch box for {pupil}"),
    ("character", "To take the lunch box away from {friend}"),
    ("causal", "To be home before the rain begins"),
)

_PREDICTION = asked(
    "What will {pupil} most likely do on the next morning?",
    "Take the lunch box along from the table",
    ("leave", "hungry"),
    ("object", "Leave the school bag open on the street"),
    ("causal", "Run off even earlier and without a bag"),
    ("character", "Wait until {friend} brings the lunch box"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Grown people look after forgetful ones",
    ("leave", "run", "handover"),
    ("motive", "Whoever forgets things deserves no food"),
    ("causal", "Running makes people hungry and unhappy"),
    ("character", "Friends at school matter more than a home"),
)


@template("forgotten-lunch", "school", {"pupil": CHILD, "parent": GROWN, "friend": CHILD})
def forgotten_lunch(teller: Teller) -> Story:
    """A child forgets its lunch box, goes hungry, and somebody from home comes running."""
    chase = [_see(), _run("door")] if teller.chance(0.6) else [_run("table")]
    hungry = teller.choose(range(len(chase) + 1))
    middle = [*chase[:hungry], _hungry(), *chase[hungry:]]
    beats = [_pack(), _leave(), *middle, _hand_over()]
    beats.append(_eat_together() if teller.chance(0.6) else _eat_alone())
    return in_view(
        teller,
        teller.story(
            titled(
                "The Forgotten Lunch",
                "わすれたおべんとう",
                "Le repas oublié",
                "El almuerzo olvidado",
                "忘带的午饭",
            ),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("leave", _takes_it()),
        ),
    )


def _on_table(state: str) -> Thing:
    return Thing("lunch_box", 60, -74, state, id="lunch", front=True)


def _pack() -> Beat:
    return Beat(
        "pack",
        "At home {parent} fills the open lunch box on the table with a sandwich.",
        Scene(
            "breakfast_room",
            (Actor("parent", -30, "reach_out", "smile", "right"),),
            (_TABLE, _on_table("open")),
        ),
        {"box": "open"},
        {"box": "closed", "box.at": "table"},
        "parent",
        "caring",
    )


def _leave() -> Beat:
    return Beat(
        "leave",
        "{pupil} runs off with the school bag, and the closed lunch box stays on the table.",
        Scene(
            "breakfast_room",
            (Actor("pupil", -105, "run", "happy", "left", holds=("backpack", "closed")),),
            (_TABLE, _on_table("closed")),
            (
                says(
                    "pupil",
                    "I'm late! Bye!",
                    "ちこくだ！いってきます！",
                    "En retard ! Salut !",
                    "¡Llego tarde! ¡Adiós!",
                    "要迟到啦！再见！",
                    "shout",
                ),
            ),
            motion=("pupil",),
        ),
        {"box": "closed", "box.at": "table", "pupil": "home"},
        {"pupil": "away"},
        "pupil",
        "hurried",
    )


def _takes_it() -> Beat:
    return Beat(
        "leave",
        "{pupil} walks off with the lunch box in hand, and the table is empty.",
        Scene(
            "breakfast_room",
            (Actor("pupil", -90, "walk", "happy", "left", holds=("lunch_box", "closed")),),
            (_TABLE,),
        ),
        {"box": "closed"},
        {"box.at": "pupil"},
        "pupil",
        "cheerful",
    )


def _see() -> Beat:
    return Beat(
        "see",
        "{parent} stands at the front door with the lunch box and looks out in alarm.",
        Scene(
            "doorstep",
            (Actor("parent", 40, "hold_out", "surprised", "left", holds=("lunch_box", "closed")),),
            shot="wide",
        ),
        {"box": "closed", "box.at": "table", "pupil": "away"},
        {"box.at": "door"},
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
            (says("parent", "Wait!", "まって！", "Attends !", "¡Espera!", "等等！", "shout"),),
            motion=("parent",),
        ),
        {"box": "closed", "box.at": before, "pupil": "away"},
        {"box.at": "street"},
        "parent",
        "hurried",
    )


def _hungry() -> Beat:
    return Beat(
        "hungry",
        "In the classroom {pupil} stares sadly into the empty school bag; the desk is bare.",
        Scene(
            "classroom",
            (Actor("pupil", -75, "stand", "sad", "right"),),
            (
                _BOARD,
                Thing("school_desk", 45, 0, ""),
                Thing("backpack", 45, -64, "empty"),
            ),
            (sound("pupil", "GROWL", "グ～", "GRRR", "GRRR", "咕噜"),),
        ),
        {"pupil": "away", "stomach": "quiet"},
        {"stomach": "hungry"},
        "pupil",
        "sad",
    )


def _hand_over() -> Beat:
    return Beat(
        "handover",
        "In the classroom {parent} holds out the lunch box to {pupil}, who jumps for joy.",
        Scene(
            "classroom",
            (
                Actor("parent", -90, "hold_out", "smile", "right", holds=("lunch_box", "closed")),
                Actor("pupil", 80, "cheer", "happy", "left"),
            ),
            (_BOARD,),
            (
                says(
                    "parent",
                    "You forgot this!",
                    "わすれものだよ！",
                    "Tu as oublié ça !",
                    "¡Se te olvidó esto!",
                    "你忘了这个！",
                ),
            ),
        ),
        {"box.at": "street", "stomach": "hungry"},
        {"box.at": "school", "stomach": "glad"},
        "parent",
        "relieved",
    )


def _eat_together() -> Beat:
    return Beat(
        "eat",
        "{pupil} and {friend} each eat half a sandwich; the lunch box on the desk is empty.",
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
        {"box.at": "school"},
        {"box": "empty"},
        "pupil",
        "content",
    )


def _eat_alone() -> Beat:
    return Beat(
        "eat",
        "{pupil} eats the sandwich at the desk, and the lunch box is empty.",
        Scene(
            "classroom",
            (Actor("pupil", -70, "eat", "eating", "right", holds=("sandwich", "half")),),
            (
                _BOARD,
                Thing("school_desk", 30, 0, ""),
                Thing("lunch_box", 30, -64, "empty", id="lunch"),
            ),
        ),
        {"box.at": "school"},
        {"box": "empty"},
        "pupil",
        "content",
    )
