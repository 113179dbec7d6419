"""A story of a wall, a pot of paint and a cat: one mishap with two consequences."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_MOTIVE = asked(
    "Why does {painter} paint flowers on the wall?",
    "To make good use of the prints",
    ("prints", "flowers"),
    ("object", "To empty a pot that is too full"),
    ("motive", "To win a silly bet with {child}"),
    ("character", "To follow an order of {child}"),
)

_PREDICTION = asked(
    "Where will {painter} most likely put the open pot when painting goes on?",
    "Where no cat can get at it",
    ("tip",),
    ("place", "Right before the cat's paws"),
    ("object", "Upside down on the floor"),
    ("causal", "Into the tub with the cat"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "New ideas are often made by mistake",
    ("prints", "flowers", "proud"),
    ("character", "Cats make better friends than people"),
    ("object", "White walls are the most beautiful"),
    ("motive", "Children should do all the painting"),
)


@template("cat-and-paint", "home", {"painter": GROWN, "child": CHILD})
def cat_and_paint(t: Teller) -> Story:
    """Half a wall, a tipped pot, prints; a bath and a flower wall; both together."""
    paint = t.choose(("orange", "red", "purple", "pink"))
    beats = [_start(t), _half(t, paint), _tip(t, paint), _prints(t, paint)]
    bath = [_bath(t), *([_towel(t)] if t.chance(0.6) else [])]
    clean = bath[-1].makes["cat"]
    order = t.choose(range(len(bath) + 1))
    beats += [*bath[:order], _flowers(t, paint), *bath[order:], _proud(t, paint, clean)]
    if t.chance(0.3):
        del beats[0]
    return t.story(
        words(
            "The Cat Paints Too",
            "ねこもペンキぬり",
            "Le chat peint aussi",
            "El gato también pinta",
            "猫咪也来刷墙",
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("tip", _sleepy(paint)),
    )


def _wall(state: str, paint: str = "orange") -> Thing:
    return Thing("room_wall", 40, 0, state, colour=paint)


def _start(t: Teller) -> Beat:
    return Beat(
        "start",
        "{painter} lifts a wet brush before a bare white wall, and a white cat looks on.",
        Scene(
            "bare_room",
            (Actor("painter", -60, "reach_up", "smile", "right", holds=("brush", "")),),
            (_wall("bare"), Thing("cat", 130, 4, "sitting", front=True)),
            shot=any_shot(t),
            focus=("painter", "cat"),
        ),
        {"wall": "bare", "cat": "white"},
        {"painting": "begun"},
        "painter",
        "cheerful",
    )


def _half(t: Teller, paint: str) -> Beat:
    helped = t.chance()
    helper = (Actor("child", 150, "cheer", "happy", "left"),) if helped else ()
    return Beat(
        "half",
        "{painter} stands content before a wall that is painted down to the middle line.",
        Scene(
            "bare_room",
            (Actor("painter", -40, "hands_on_hips", "happy", "front"), *helper),
            (_wall("half"), Thing("colour_pot", 95, 12, "standing", front=True, colour=paint)),
            shot=any_shot(t),
            focus=("painter", "colour_pot", *(("child",) if helped else ())),
        ),
        {"wall": "bare", "painting": "begun"},
        {"wall": "half painted"},
        "painter",
        "content",
    )


def _tip(t: Teller, paint: str) -> Beat:
    return Beat(
        "tip",
        "The white cat leaps and knocks a pot over; paint spreads, and {painter} cries out.",
        Scene(
            "bare_room",
            (Actor("painter", -120, "reach_out", "scared", "right", holds=("brush", "")),),
            (
                _wall("half"),
                Thing("cat", 128, -14, "leaping", front=True),
                Thing("colour_pot", 38, 14, "tipped", front=True, colour=paint),
            ),
            (
                says(
                    "painter",
                    "No, kitty!",
                    "だめっ、ねこちゃん！",
                    "Non, minou !",
                    "¡No, gatito!",
                    "不要啊，小猫！",
                    "shout",
                ),
            ),
            shot=any_shot(t),
            focus=("painter", "cat", "colour_pot"),
        ),
        {"wall": "half painted", "cat": "white"},
        {"pot": "tipped over"},
        "painter",
        "scared",
    )


def _sleepy(paint: str) -> Beat:
    return Beat(
        "tip",
        "The white cat sleeps beside the pot, and {painter} gives it a smile.",
        Scene(
            "bare_room",
            (Actor("painter", -110, "crouch", "smile", "right"),),
            (
                _wall("half"),
                Thing("cat", 20, 8, "asleep", front=True),
                Thing("colour_pot", 120, 8, "standing", front=True, colour=paint),
            ),
            focus=("painter", "cat", "colour_pot"),
        ),
        {"wall": "half painted", "cat": "white"},
        {"cat": "asleep"},
        "painter",
        "content",
    )


def _prints(t: Teller, paint: str) -> Beat:
    return Beat(
        "prints",
        "Coloured paw prints run all over the wall, and {painter} points at the painted cat.",
        Scene(
            "bare_room",
            (Actor("painter", -110, "point", t.choose(("angry", "surprised")), "right"),),
            (_wall("prints", paint), Thing("cat", 90, 10, "painted", colour=paint, front=True)),
            (
                says(
                    "painter",
                    "What a mess!",
                    "なんてこと！",
                    "Quel gâchis !",
                    "¡Qué desastre!",
                    "真是一团糟！",
                ),
            ),
            shot=any_shot(t),
            focus=("painter", "cat"),
        ),
        {"wall": "half painted", "pot": "tipped over", "cat": "white"},
        {"wall": "half painted, full of paw prints", "cat": "covered in paint"},
        "painter",
        "upset",
    )


def _bath(t: Teller) -> Beat:
    return Beat(
        "bath",
        "{child} scrubs the cat in a tub full of suds in the bathroom.",
        Scene(
            "bathroom",
            (Actor("child", -100, "reach_out", "effort", "right"),),
            (Thing("cat", 10, 4, "tub", front=True),),
            (sound("cat", "Meow!", "ニャー！", "Miaou !", "¡Miau!", "咪——！"),),
            shot=any_shot(t),
        ),
        {"cat": "covered in paint"},
        {"cat": "clean, in the suds"},
        "child",
        "busy",
    )


def _towel(t: Teller) -> Beat:
    return Beat(
        "drip",
        "{child} is wet and laughs at the clean cat, from which water drips.",
        Scene(
            "bathroom",
            (Actor("child", -70, "shrug", "happy", "right", wet=True),),
            (Thing("cat", 60, 4, "wet", front=True),),
            shot=any_shot(t),
        ),
        {"cat": "clean, in the suds"},
        {"cat": "clean, dripping wet"},
        "child",
        "happy",
    )


def _flowers(t: Teller, paint: str) -> Beat:
    return Beat(
        "flowers",
        "{painter} holds a brush to the wall, where every paw print has become a flower.",
        Scene(
            "bare_room",
            (Actor("painter", -150, "reach_out", "smile", "right", holds=("brush", "")),),
            (
                _wall("flowers", paint),
                Thing("colour_pot", 150, 10, "standing", front=True, colour=paint),
            ),
            shot=any_shot(t),
            focus=("painter", "colour_pot"),
        ),
        {"wall": "half painted, full of paw prints"},
        {"wall": "blue with flowers"},
        "painter",
        "glad",
    )


def _proud(t: Teller, paint: str, clean: str) -> Beat:
    return Beat(
        "proud",
        "{child}, {painter} and the white cat are together before the wall of flowers.",
        Scene(
            "bare_room",
            (
                Actor("painter", -90, "cheer", "happy", "front"),
                Actor("child", 40, "cheer", "happy", "front"),
            ),
            (_wall("flowers", paint), Thing("cat", 130, 6, "sitting", front=True)),
            (
                says(
                    "child",
                    "Beautiful!",
                    "きれい！",
                    "Que c'est beau !",
                    "¡Qué bonito!",
                    "真漂亮！",
                ),
            ),
            shot=any_shot(t),
            focus=("painter", "child", "cat"),
        ),
        {"wall": "blue with flowers", "cat": clean},
        {"cat": "clean and dry"},
        "child",
        "proud",
    )
