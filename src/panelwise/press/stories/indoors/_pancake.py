"""A kitchen story of a pancake that flies too high."""

from __future__ import annotations

from panelwise.press._scene import Actor, Age, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_CROWN: dict[Age, float] = {"child": -118, "adult": -163, "elder": -153}
_LAMP = Thing("wall_lamp", 40, -196, "pancake")
_STOVE = Thing("stove", 95)


@template("flying-pancake", "kitchen", {"cook": GROWN, "eater": ANYONE})
def flying_pancake(t: Teller) -> Story:
    """Batter, a toss, a lamp, a head."""
    cat = t.chance(0.35)
    beats = [_pour(t), _toss(t), _stuck(t), _drop(t, cat)]
    if t.chance(0.6):
        beats.append(_wear(t, cat))
    if len(beats) == 5 and t.chance(0.3):
        del beats[0]
    return t.story(
        words(
            "The Flying Pancake",
            "空とぶパンケーキ",
            "La crêpe volante",
            "La tortita voladora",
            "飞天煎饼",
        ),
        beats,
        motive=[_motive(cat)],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("stuck", _caught()),
    )


def _motive(cat: bool) -> Asked:
    whom = "the cat" if cat else "{eater}"
    return asked(
        f"Why does the pancake come down on {whom}?",
        f"Because {whom} is under the lamp",
        ("stuck", "drop"),
        ("motive", f"Because {{cook}} takes aim at {whom}"),
        ("object", f"Because {whom} has shaken the lamp"),
        ("causal", "Because the lamp breaks off its arm"),
    )


_PREDICTION = asked(
    "How will {cook} most likely turn over the pancakes to come?",
    "With a much gentler swing of the pan",
    ("toss", "stuck"),
    ("object", "With a throw right through the window"),
    ("place", "With a jump from the top of the stove"),
    ("motive", "With all of them stuck on the lamp"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "People who show off make a mess",
    ("toss", "stuck", "drop"),
    ("motive", "Whoever is hungry must cook alone"),
    ("causal", "Lamps are always hung far too low"),
    ("character", "Guests should never enter a kitchen"),
)


def _pour(t: Teller) -> Beat:
    return Beat(
        "pour",
        "{cook} pours pale batter from a blue jug into the pan on the stove.",
        Scene(
            "kitchen",
            (Actor("cook", 8, "wave", "smile", "right"),),
            (
                _STOVE,
                Thing("pan", 100, -78, "batter", facing="left"),
                Thing("pouring_batter", 90, -88, scale=0.6),
                Thing("jug", 58, -98, "pouring", front=True),
            ),
            shot=any_shot(t),
        ),
        {"pancake": "still in the jug"},
        {"pancake": "liquid in the pan"},
        "cook",
        "cheerful",
    )


def _toss(t: Teller) -> Beat:
    return Beat(
        "toss",
        "{cook} swings the empty pan, and a golden pancake turns over high in the air.",
        Scene(
            "kitchen",
            (Actor("cook", -20, "hold_out", "happy", "right", holds=("pan", "empty")),),
            (Thing("stove", 150), Thing("pancake", 68, -172, "flying")),
            (says("cook", "Hop!", "それっ！", "Hop !", "¡Hop!", "嘿！"),),
            shot=any_shot(t),
        ),
        {"pancake": "liquid in the pan"},
        {"pancake": "in the air"},
        "cook",
        "proud",
    )


def _stuck(t: Teller) -> Beat:
    return Beat(
        "stuck",
        "The pancake hangs over the lamp on the wall, and {cook} gapes up at it with an empty pan.",
        Scene(
            "kitchen",
            (Actor("cook", -70, "hold_out", "surprised", "right", holds=("pan", "empty")),),
            (_LAMP,),
            (says("cook", "Oh dear…", "あれれ…", "Oh là là…", "Ay, ay…", "哎呀……"),),
            shot=any_shot(t),
        ),
        {"pancake": "in the air"},
        {"pancake": "on the lamp"},
        "cook",
        "worried",
    )


def _caught() -> Beat:
    return Beat(
        "stuck",
        "{cook} catches the golden pancake in the pan and beams with joy.",
        Scene(
            "kitchen",
            (Actor("cook", 0, "hold_out", "happy", "right", holds=("pan", "pancake")),),
            (Thing("wall_lamp", 60, -196),),
        ),
        {"pancake": "in the air"},
        {"pancake": "safe in the pan"},
        "cook",
        "proud",
    )


def _hat(t: Teller, cat: bool, x: float) -> tuple[Thing, ...]:
    if cat:
        return (
            Thing("cat", x, 0, "sitting"),
            Thing("pancake", x, -78, "hat", front=True, scale=0.75),
        )
    return (Thing("pancake", x, _CROWN[t.cast["eater"].look.age] + 6, "hat", front=True),)


def _drop(t: Teller, cat: bool) -> Beat:
    whom = "cat" if cat else "{eater}"
    victim = () if cat else (Actor("eater", 40, "stand", "surprised", "front"),)
    told = (
        "The pancake has dropped from the lamp onto the cat, and {cook} is horrified."
        if cat
        else "The pancake has dropped from the lamp onto {eater}'s head before {cook}'s eyes."
    )
    return Beat(
        "drop",
        told,
        Scene(
            "kitchen",
            (Actor("cook", -135, "hold_out", "scared", "right", holds=("pan", "empty")), *victim),
            (Thing("wall_lamp", 40, -196), *_hat(t, cat, 40)),
            (
                sound(
                    "cat" if whom == "cat" else "pancake",
                    "Plop!",
                    "ペタッ",
                    "Ploc !",
                    "¡Plof!",
                    "啪嗒！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"pancake": "on the lamp"},
        {"pancake": "on a head"},
        "cook",
        "scared",
    )


def _wear(t: Teller, cat: bool) -> Beat:
    """The last laugh: the pancake is eaten where it landed."""
    return Beat(
        "wear",
        "{eater} and {cook} laugh while the fat, happy cat sits beside a bitten pancake."
        if cat
        else "{eater} bites into the pancake with delight, and {cook} laughs.",
        _cat_eats(t) if cat else _eater_eats(t),
        {"pancake": "on a head"},
        {"pancake": "half eaten"},
        "eater",
        "happy",
    )


def _cat_eats(t: Teller) -> Scene:
    return Scene(
        "kitchen",
        (
            Actor("cook", -100, "hands_on_hips", "happy", "right"),
            Actor("eater", 110, "cheer", "happy", "left"),
        ),
        (Thing("cat", 0, 0, "fat"), Thing("pancake", 52, 0, "bitten", front=True)),
        shot=any_shot(t),
    )


def _eater_eats(t: Teller) -> Scene:
    return Scene(
        "kitchen",
        (
            Actor("cook", -85, "hands_on_hips", "happy", "right"),
            Actor("eater", 55, "eat", "eating", "left", holds=("pancake", "bitten")),
        ),
        lines=(
            says(
                "eater",
                "Still tasty!",
                "でも、おいしい！",
                "Délicieuse quand même !",
                "¡Qué rica!",
                "还是很好吃！",
            ),
        ),
        shot=any_shot(t),
    )
