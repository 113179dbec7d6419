"""A long story of moving house, and of a cat that moves in its own way."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_ON_VAN = (20.0, -98.0)


_MOTIVE = asked(
    "Why does {owner} hold up an empty bowl in the old room?",
    "Because {owner.she} is looking for the cat",
    ("search",),
    ("feeling", "Because {owner.she} is hungry for soup"),
    ("object", "Because {owner.she} has washed the dishes"),
    ("character", "Because {mover} has asked for some water"),
)

_PREDICTION = asked(
    "What will the cat most likely do with other boxes?",
    "Climb into every one of them",
    ("hide", "leap"),
    ("feeling", "Run from them in great fear"),
    ("object", "Fill them with fish and milk"),
    ("character", "Carry them to {mover}'s van"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever is missed is often near",
    ("tape", "search", "leap"),
    ("place", "New rooms are darker than old ones"),
    ("motive", "Movers like to take pets from people"),
    ("object", "Boxes are too dear to be thrown away"),
)


@template("moving-cat", "home", {"owner": ANYONE, "mover": GROWN})
def moving_cat(t: Teller) -> Story:
    """A cat in a box, a search, a journey, a box that shakes, a box that is a bed."""
    beats = [_pack(t), _hide(t), _tape(t), _search(t), _load(t)]
    if t.chance(0.7):
        beats.append(_drive(t))
    beats += [_carry(t, beats[-1].makes["box"])]
    if t.chance(0.7):
        beats.append(_weep(t))
    beats += [_shake(t, "weeping" in beats[-1].makes), _leap(t)]
    if t.chance(0.7):
        beats.append(_settle(t))
    return t.story(
        words(
            "The Cat Moves House",
            "ねこのひっこし",
            "Le chat déménage",
            "La mudanza del gato",
            "猫咪搬家",
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("leap", _still_in()),
    )


def _pack(t: Teller) -> Beat:
    thing = t.choose((("book", "closed"), ("guitar", "whole"), ("toy_bear", "clean")))
    return Beat(
        "pack",
        "{owner} stands in a bare room with something to pack; a cat sits by the open box.",
        Scene(
            "bare_room",
            (Actor("owner", -120, "hold_out", "smile", "right", holds=thing),),
            (Thing("moving_box", 10, 0, "open"), Thing("cat", 115, 2, "sitting")),
            shot=any_shot(t),
        ),
        {"cat": "on the floor", "box": "open"},
        {"packing": "begun"},
        "owner",
        "cheerful",
    )


def _hide(t: Teller) -> Beat:
    return Beat(
        "hide",
        "The cat peeps out of the open box while {owner} looks the other way.",
        Scene(
            "bare_room",
            (Actor("owner", -130, "think", "thinking", "left"),),
            (Thing("moving_box", 20, 0, "cat"),),
            shot=any_shot(t),
        ),
        {"cat": "on the floor", "box": "open", "packing": "begun"},
        {"cat": "in the box"},
        "owner",
        "thoughtful",
    )


def _tape(t: Teller) -> Beat:
    return Beat(
        "tape",
        "{owner} pulls a strip of tape over a half-closed box, and a tail sticks out of it.",
        Scene(
            "bare_room",
            (Actor("owner", -116, "reach_out", "smile", "right"),),
            (Thing("moving_box", 10, 0, "taping", scale=1.2),),
            (sound("moving_box", "Rrrip", "ビリビリ", "Scratch", "Ris, ras", "嘶啦"),),
            shot=any_shot(t),
        ),
        {"cat": "in the box", "box": "open"},
        {"box": "taped, with a tail sticking out"},
        "owner",
        "content",
    )


def _search(t: Teller) -> Beat:
    return Beat(
        "search",
        "{owner} holds out an empty bowl; behind {owner.them} a tail sticks out of the taped box.",
        Scene(
            "bare_room",
            (Actor("owner", 0, "hold_out", "worried", "right", holds=("cat_bowl", "")),),
            (Thing("moving_box", -120, 0, "taped"),),
            (says("owner", "Kitty?", "ねこちゃん？", "Minou ?", "¿Gatito?", "小猫？"),),
            shot=any_shot(t),
        ),
        {"cat": "in the box", "box": "taped, with a tail sticking out"},
        {"search": "begun"},
        "owner",
        "worried",
    )


def _load(t: Teller) -> Beat:
    return Beat(
        "load",
        "{mover} carries the box with the tail in the street towards an empty van.",
        Scene(
            "street",
            (Actor("mover", -190, "carry", "effort", "right", holds=("moving_box", "taped")),),
            (Thing("van", 40, 0, "empty"),),
            shot=any_shot(t),
        ),
        {"box": "taped, with a tail sticking out"},
        {"box": "at the van"},
        "mover",
        "busy",
    )


def _drive(t: Teller) -> Beat:
    place, time = t.choose((("street", "evening"), ("street", "day"), ("street", "night")))
    x, y = _ON_VAN
    return Beat(
        "drive",
        "The van drives off with the box on it; the tail sticks out, and {owner} follows.",
        Scene(
            place,
            (Actor("owner", -230, "walk", "sad", "right"),),
            (Thing("moving_box", x - 50, y + 38, "taped"), Thing("van", 0, 0, "empty", front=True)),
            shot="wide",
            time="evening" if time == "evening" else "night" if time == "night" else "day",
            motion=("van",),
        ),
        {"box": "at the van"},
        {"box": "on the moving van"},
        "owner",
        "sad",
    )


def _carry(t: Teller, before: str) -> Beat:
    return Beat(
        "carry",
        "{mover} brings the box with the tail into a new room full of other boxes.",
        Scene(
            "new_room",
            (Actor("mover", -110, "carry", "smile", "right", holds=("moving_box", "taped")),),
            (
                Thing("moving_box", 60, 0, "plain", "second box"),
                Thing("moving_box", 68, -60, "plain", "third box"),
            ),
            shot=any_shot(t),
        ),
        {"box": before},
        {"box": "in the new room"},
        "mover",
        "cheerful",
    )


def _weep(t: Teller) -> Beat:
    return Beat(
        "weep",
        "{owner} weeps over an empty bowl before the stacked boxes and the quiet tail.",
        Scene(
            "new_room",
            (Actor("owner", -100, "sit_floor", "crying", "left"),),
            (
                Thing("cat_bowl", -170, 8, "", front=True),
                Thing("moving_box", 130, 0, "taped"),
                Thing("moving_box", 40, 0, "plain", "second box"),
                Thing("moving_box", 46, -60, "plain", "third box"),
            ),
            shot=any_shot(t),
        ),
        {"box": "in the new room", "cat": "in the box", "search": "begun"},
        {"weeping": "begun"},
        "owner",
        "sad",
    )


def _shake(t: Teller, wept: bool) -> Beat:
    needs = {"box": "in the new room", "cat": "in the box", "search": "begun"}
    return Beat(
        "shake",
        "A box with a tail shakes, and {owner} starts back from it in surprise.",
        Scene(
            "new_room",
            (Actor("owner", -110, "shrug", "surprised", "right"),),
            (Thing("moving_box", 40, 0, "shaking", scale=1.2),),
            (sound("moving_box", "Meow!", "ニャーッ！", "Miaou !", "¡Miau!", "咪！"),),
            shot=any_shot(t),
        ),
        {**needs, "weeping": "begun"} if wept else needs,
        {"box": "shaking", **({"weeping": "over"} if wept else {})},
        "owner",
        "surprised",
    )


def _leap(t: Teller) -> Beat:
    return Beat(
        "leap",
        "The cat leaps out of the open box, and {owner} stretches both arms into the air for joy.",
        Scene(
            "new_room",
            (Actor("owner", -120, "cheer", "happy", "right"),),
            (
                Thing("moving_box", 70, 0, "torn"),
                Thing("cat", 52, -78, "leaping"),
            ),
            (
                says(
                    "owner",
                    "There you are!",
                    "ここにいたの！",
                    "Te voilà !",
                    "¡Aquí estás!",
                    "你在这儿啊！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"box": "shaking", "cat": "in the box"},
        {"cat": "out of the box", "box": "open and empty"},
        "owner",
        "happy",
    )


def _still_in() -> Beat:
    return Beat(
        "leap",
        "{mover} carries the shaking box out of the room, and {owner} hides {owner.her} face.",
        Scene(
            "new_room",
            (
                Actor("owner", -130, "cover_face", "scared", "front"),
                Actor("mover", 60, "carry", "worried", "right", holds=("moving_box", "shaking")),
            ),
        ),
        {"box": "shaking", "cat": "in the box"},
        {"box": "carried away"},
        "owner",
        "afraid",
    )


def _settle(t: Teller) -> Beat:
    return Beat(
        "settle",
        "The cat sleeps on a cushion in its box, and {owner} reads beside it.",
        Scene(
            "new_room",
            (Actor("owner", -100, "sit", "smile", "right", holds=("book", "open")),),
            (Thing("chair", -100), Thing("moving_box", 50, 0, "bed")),
            shot=any_shot(t),
            time=t.choose(("day", "evening", "night")),
        ),
        {"cat": "out of the box", "box": "open and empty"},
        {"cat": "asleep", "box": "a bed for the cat"},
        "owner",
        "content",
    )
