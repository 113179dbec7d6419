"""A cosy story of a scarf that grows while its wool shrinks."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_MOTIVE = asked(
    "Why does the scarf go around {child} so many times?",
    "Because it is far too long",
    ("long", "wear"),
    ("causal", "Because it has a big hole"),
    ("character", "Because {child} is a giant"),
    ("object", "Because it is made of rope"),
)

_PREDICTION = asked(
    "What will {knitter} most likely knit for {child} after this?",
    "Something smaller and shorter",
    ("long", "wear"),
    ("object", "A scarf from the same huge ball"),
    ("motive", "Nothing, for {child} was ungrateful"),
    ("place", "A blanket for the whole town"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Love never knows when it should stop",
    ("long", "wear"),
    ("causal", "Knitting in winter makes people ill"),
    ("motive", "Gifts are made only to be sold"),
    ("character", "Children dislike what is made by hand"),
)


@template("endless-scarf", "home", {"knitter": GROWN, "child": CHILD})
def endless_scarf(t: Teller) -> Story:
    """A few rows, a scarf, far too much scarf, a cocoon."""
    colour = t.choose(("red", "teal", "purple", "orange", "blue"))
    place = t.choose(("living_room", "bedroom"))
    beats = [_begin(t, place, colour)]
    if t.chance(0.6):
        beats.append(_half(t, place, colour))
    beats += [_long(t, place, colour, beats[-1].makes["scarf"]), _wear(t, colour)]
    return t.story(
        words(
            "The Endless Scarf",
            "ながーいマフラー",
            "L'écharpe sans fin",
            "La bufanda infinita",
            "长长的围巾",
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("long", _unravel(place, colour)),
    )


def _begin(t: Teller, place: str, colour: str) -> Beat:
    return Beat(
        "begin",
        "{knitter} knits the first rows of a scarf beside an enormous ball of wool.",
        Scene(
            place,
            (Actor("knitter", -60, "sit", "smile", "right"),),
            (
                Thing("chair", -60),
                Thing("knitting", -18, -74, "begun", front=True, colour=colour),
                Thing("wool", 75, 4, "big", colour=colour, scale=1.2),
            ),
            (
                sound(
                    "knitting", "Click, click", "カチカチ", "Clic, clic", "Clic, clic", "咔嗒咔嗒"
                ),
            ),
            shot=any_shot(t),
        ),
        {"scarf": "nothing but a ball of wool"},
        {"scarf": "a few rows long"},
        "knitter",
        "content",
    )


def _half(t: Teller, place: str, colour: str) -> Beat:
    return Beat(
        "half",
        "{knitter}'s knitting reaches down to the floor, and only a small ball of wool is left.",
        Scene(
            place,
            (
                Actor("knitter", -60, "sit", "happy", "right"),
                *((Actor("child", 130, "stand", "smile", "left"),) if t.chance() else ()),
            ),
            (
                Thing("chair", -60),
                Thing("knitting", -18, -74, "half", front=True, colour=colour),
                Thing("wool", 70, 4, "small", colour=colour),
            ),
            shot=any_shot(t),
        ),
        {"scarf": "a few rows long"},
        {"scarf": "long enough to reach the floor"},
        "knitter",
        "happy",
    )


def _long(t: Teller, place: str, colour: str, before: str) -> Beat:
    return Beat(
        "long",
        "{knitter}'s scarf winds in loops over the whole floor, and no wool is left.",
        Scene(
            place,
            (Actor("knitter", -60, "sit", t.choose(("surprised", "embarrassed")), "right"),),
            (
                Thing("chair", -60),
                Thing("knitting", -18, -74, "long", front=True, colour=colour),
                Thing("scarf_loops", 0, 2, "", front=True, colour=colour),
            ),
            (
                says(
                    "knitter",
                    "Oops, too long…",
                    "あら、長すぎた…",
                    "Oups, trop longue…",
                    "Uy, demasiado larga…",
                    "哎呀，太长了……",
                ),
            ),
            shot=any_shot(t),
        ),
        {"scarf": before},
        {"scarf": "endlessly long, on the floor"},
        "knitter",
        "surprised",
    )


def _unravel(place: str, colour: str) -> Beat:
    return Beat(
        "long",
        "A cat sits before a big ball of wool, and {knitter} mourns the scarf it has unravelled.",
        Scene(
            place,
            (Actor("knitter", -60, "sit", "crying", "right"),),
            (
                Thing("chair", -60),
                Thing("cat", 50, 0, "sitting"),
                Thing("wool", 140, 4, "big", colour=colour),
            ),
        ),
        {},
        {"scarf": "unravelled"},
        "knitter",
        "sad",
    )


def _wear(t: Teller, colour: str) -> Beat:
    return Beat(
        "wear",
        "{child} stands wound into the scarf like a cocoon beside proud {knitter}.",
        Scene(
            t.choose(("snow_yard", "home_hall", "living_room")),
            (
                Actor("child", 60, "stand", "happy", "front"),
                Actor("knitter", -85, "hands_on_hips", "happy", "right"),
            ),
            (Thing("scarf_cocoon", 60, 0, "", front=True, colour=colour),),
            (
                says(
                    "child",
                    "Warm!",
                    "あったかい！",
                    "Bien au chaud !",
                    "¡Qué calentito!",
                    "好暖和！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"scarf": "endlessly long, on the floor"},
        {"scarf": "wound about the child"},
        "child",
        "happy",
    )
