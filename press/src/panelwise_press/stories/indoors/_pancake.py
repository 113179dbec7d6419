"""A kitchen story of a pancake that flies too high."""

from __future__ import annotations

from panelwise_press._scene import Actor, Age, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"cook": GROWN, "eater": ANYONE}
_WORDS = Translations(__name__, "pancake.toml", _ROLES)

_CROWN: dict[Age, float] = {"child": -118, "adult": -163, "elder": -153}
_LAMP = Thing("wall_lamp", 40, -196, "pancake")
_STOVE = Thing("stove", 95)


@template("flying-pancake", "kitchen", _ROLES)
def flying_pancake(builder: StoryBuilder) -> TemplateStory:
    """Batter, a toss, a lamp, a head."""
    cat = builder.chance(0.35)
    beats = [_pour(builder), _toss(builder), _stuck(builder), _drop(builder, cat)]
    if builder.chance(0.6):
        beats.append(_wear(builder, cat))
    if len(beats) == 5 and builder.chance(0.3):
        del beats[0]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_motive(cat)],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_instead(cat),
        otherwise=("stuck", _caught()),
    )


def _motive(cat: bool) -> TemplateQuestion:
    whom = "the cat" if cat else "{eater}"
    return asked(
        f"Why does the pancake land on {whom}?",
        f"Because {whom} is right under the lamp",
        ("stuck", "drop"),
        ("motive", f"Because {{cook}} has thrown it at {whom}"),
        ("object", f"Because {whom} has pulled at the lamp"),
        ("causal", "Because the lamp has come off the wall"),
        ("motive", f"Because {{cook}} has dropped it on {whom}"),
        ("object", "Because the pan has a big hole"),
        ("causal", f"Because the wind has blown it to {whom}"),
    )


_PREDICTION = asked(
    "How will {cook} most likely turn over the next pancake?",
    "With a small, careful toss",
    ("toss", "stuck", "drop"),
    ("object", "With the help of the lamp"),
    ("causal", "With a toss even higher up"),
    ("feeling", "With both eyes tightly shut"),
    ("temporal", "With the same high toss as before"),
    ("place", "With a toss right over the lamp"),
    ("feeling", "With a quick, wild toss"),
)

_MEANING = asked(
    "What is the gist of the story?",
    "A cook tosses a pancake far too high, and it comes down on a head",
    ("toss", "stuck", "drop"),
    ("motive", "A cook throws a pancake in anger, and it hits a lamp to pieces"),
    ("causal", "A cook leaves a pancake on the heat for long, and it burns black"),
    ("character", "A cook flips a pancake with skill, and a guest claps at the show"),
    ("motive", "A cook throws a pancake at a lamp in anger, and it comes down in pieces"),
    ("feeling", "A cook flips a pancake with great skill, and it is the pride of the day"),
    ("causal", "A cook drops a pancake in a fire, and it goes to waste"),
)


def _instead(cat: bool) -> dict[str, tuple[WrongAnswer, ...]]:
    who = "A cat" if cat else "{eater}"
    return {
        "stuck": wrongs(
            (
                "place",
                "The pancake sails out of the window, and {cook} leans out after it with the pan.",
            ),
            (
                "causal",
                "The pancake falls onto the hot stove and burns, and {cook} fans the smoke away.",
            ),
            (
                "character",
                f"{who} snatches the pancake out of the air and swallows the whole of it at once.",
            ),
            (
                "object",
                "The pancake tears into three pieces in the air, and {cook} catches one of them.",
            ),
            (
                "object",
                "The pancake smashes the lamp to pieces, "
                "and {cook} ducks away under the empty pan in fright.",
            ),
        ),
        "drop": wrongs(
            (
                "object",
                "The pancake burns to a black crisp on the lamp, "
                "and {cook} throws it into the bin.",
            ),
            (
                "character",
                "{cook} pulls the pancake off the lamp and eats it up alone, "
                "down to the last crumb.",
            ),
            (
                "place",
                "The pancake drops from the lamp into a bucket of dirty water, and {cook} groans.",
            ),
            (
                "place",
                "The pancake slides off the lamp and sails out of the window, "
                "and {cook} waves after it.",
            ),
            ("causal", "The pancake drops from the lamp onto the stove and goes up in flames."),
        ),
    }


def _pour(builder: StoryBuilder) -> Beat:
    return Beat(
        "pour",
        "{cook} pours batter out of a jug into the pan on the stove.",
        Scene(
            "kitchen",
            (Actor("cook", 8, "wave", "smile", "right"),),
            (
                _STOVE,
                Thing("pan", 100, -78, "batter", facing="left"),
                Thing("pouring_batter", 90, -88, scale=0.6),
                Thing("jug", 58, -98, "pouring", front=True),
            ),
            shot=any_shot(builder),
        ),
        {"pancake": "still in the jug"},
        {"pancake": "liquid in the pan"},
        "cook",
        "cheerful",
    )


def _toss(builder: StoryBuilder) -> Beat:
    return Beat(
        "toss",
        "{cook} laughs and tosses the pancake out of the pan high up into the air.",
        Scene(
            "kitchen",
            (Actor("cook", -20, "hold_out", "happy", "right", holds=("pan", "empty")),),
            (Thing("stove", 150), Thing("pancake", 68, -172, "flying")),
            (says("cook", _WORDS["toss"]),),
            shot=any_shot(builder),
        ),
        {"pancake": "liquid in the pan"},
        {"pancake": "in the air"},
        "cook",
        "proud",
    )


def _stuck(builder: StoryBuilder) -> Beat:
    return Beat(
        "stuck",
        "The pancake hangs on the lamp above, and {cook} stands there shocked with an empty pan.",
        Scene(
            "kitchen",
            (Actor("cook", -70, "hold_out", "surprised", "right", holds=("pan", "empty")),),
            (_LAMP,),
            (says("cook", _WORDS["stuck"]),),
            shot=any_shot(builder),
        ),
        {"pancake": "in the air"},
        {"pancake": "on the lamp"},
        "cook",
        "worried",
    )


def _caught() -> Beat:
    return Beat(
        "stuck",
        "{cook} catches the pancake in the pan and beams with joy.",
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


def _hat(builder: StoryBuilder, cat: bool, x: float) -> tuple[Thing, ...]:
    if cat:
        return (
            Thing("cat", x, 0, "sitting"),
            Thing("pancake", x, -78, "hat", front=True, scale=0.75),
        )
    return (Thing("pancake", x, _CROWN[builder.cast["eater"].look.age] + 6, "hat", front=True),)


def _drop(builder: StoryBuilder, cat: bool) -> Beat:
    whom = "cat" if cat else "{eater}"
    victim = () if cat else (Actor("eater", 40, "stand", "surprised", "front"),)
    tells = (
        "The pancake drops from the lamp onto the cat's head, and {cook} looks on in horror."
        if cat
        else "The pancake drops from the lamp onto {eater}'s head, and {cook} looks on in horror."
    )
    return Beat(
        "drop",
        tells,
        Scene(
            "kitchen",
            (Actor("cook", -135, "hold_out", "scared", "right", holds=("pan", "empty")), *victim),
            (Thing("wall_lamp", 40, -196), *_hat(builder, cat, 40)),
            (
                sound(
                    "cat" if whom == "cat" else "pancake",
                    _WORDS["drop"],
                ),
            ),
            shot=any_shot(builder),
        ),
        {"pancake": "on the lamp"},
        {"pancake": "on a head"},
        "cook",
        "scared",
    )


def _wear(builder: StoryBuilder, cat: bool) -> Beat:
    """The last laugh: the pancake is eaten where it landed."""
    return Beat(
        "wear",
        "The fat cat has bitten into the pancake, and {eater} and {cook} laugh on either side."
        if cat
        else "{eater} takes the pancake and bites into it with delight, and {cook} laughs.",
        _cat_eats(builder) if cat else _eater_eats(builder),
        {"pancake": "on a head"},
        {"pancake": "half eaten"},
        "eater",
        "happy",
    )


def _cat_eats(builder: StoryBuilder) -> Scene:
    return Scene(
        "kitchen",
        (
            Actor("cook", -100, "hands_on_hips", "happy", "right"),
            Actor("eater", 125, "point", "happy", "left"),
        ),
        (Thing("cat", 0, 0, "fat"), Thing("pancake", 52, 0, "bitten", front=True)),
        shot=any_shot(builder),
    )


def _eater_eats(builder: StoryBuilder) -> Scene:
    return Scene(
        "kitchen",
        (
            Actor("cook", -85, "hands_on_hips", "happy", "right"),
            Actor("eater", 55, "eat", "eating", "left", holds=("pancake", "bitten")),
        ),
        lines=(says("eater", _WORDS["eat"]),),
        shot=any_shot(builder),
    )
