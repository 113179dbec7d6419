"""Snow and rain."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

_SNOWMAN_MOTIVE = Asked(
    "Why does {builder} hold {builder.her} head in the sunshine?",
    "The warmth destroys a work of snow.",
    (
        WrongAnswer("The light is too bright for reading.", "place"),
        WrongAnswer("A snowball has hit the window pane.", "object"),
        WrongAnswer("{friend} has run away with a carrot.", "character"),
    ),
    ("melt",),
)

_SNOWMAN_PREDICTION = Asked(
    "What is {builder} most likely to do when winter comes back?",
    "Build a new one out of fresh snow.",
    (
        WrongAnswer("Look for the puddle under the snow.", "causal"),
        WrongAnswer("Plant carrots all around the fence.", "object"),
        WrongAnswer("Stay indoors until the spring sets in.", "motive"),
    ),
    ("puddle",),
)

_SNOWMAN_MEANING = Asked(
    "What does this story say?",
    "Whatever is made of snow never lasts long.",
    (
        WrongAnswer("Two who work together are quicker than one.", "motive"),
        WrongAnswer("Whoever feels cold should go out in the sun.", "causal"),
        WrongAnswer("A fine hat makes a friend out of a stranger.", "object"),
    ),
    ("finish", "puddle"),
)


@template("snowman", "weather", {"builder": CHILD, "friend": ANYONE})
def snowman(t: Teller) -> Story:
    """A ball, two balls, a snowman, half a snowman, a puddle in spring."""
    first = _snowman_roll(t)
    second = _snowman_stack(t)
    whole = _snowman_finish(t)
    melting = _snowman_melt()
    gone = _snowman_puddle(t)
    start = t.choose((0, 0, 1))
    return t.story(
        words("The snowman", "ゆきだるま", "Le bonhomme de neige", "El muñeco de nieve", "雪人"),
        [first, second, whole, melting, gone][start:],
        motive=[_SNOWMAN_MOTIVE],
        prediction=[_SNOWMAN_PREDICTION],
        meaning=[_SNOWMAN_MEANING],
        otherwise=(
            "melt",
            _snowman_night(),
        ),
    )


def _snowman_roll(t: Teller) -> Beat:
    return Beat(
        "roll",
        "{builder} pushes one big ball of snow across the yard.",
        Scene(
            "snow_yard",
            (Actor("builder", -80, "push", "effort", "right"),),
            (Thing("snowman", 20, state="ball"),),
            shot=t.choose(("wide", "medium")),
            weather=t.choose(("snow", "clear")),
        ),
        needs={"snowman": "not begun"},
        makes={"snowman": "a ball"},
        actor="builder",
    )


def _snowman_stack(t: Teller) -> Beat:
    return Beat(
        "stack",
        "{builder} and {friend} look at two balls of snow, one on top of the other.",
        Scene(
            "snow_yard",
            (
                Actor("builder", -110, "hands_on_hips", "smile", "right"),
                Actor("friend", 120, "reach_out", "effort", "left"),
            ),
            (Thing("snowman", 0, state="two"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"snowman": "a ball"},
        makes={"snowman": "two balls"},
        actor="friend",
    )


def _snowman_finish(t: Teller) -> Beat:
    return Beat(
        "finish",
        "{builder} waves beside a finished snowman with a hat and a carrot nose.",
        Scene(
            "snow_yard",
            (Actor("builder", -110, "wave", "happy", "front"),),
            (Thing("snowman", 30, state="whole"),),
            (
                Line(
                    words(
                        "Hello, you!", "こんにちは！", "Bonjour, toi !", "¡Hola, tú!", "你好呀！"
                    ),
                    "speech",
                    "builder",
                ),
            ),
            shot=t.choose(("wide", "medium")),
            time=t.choose(("day", "evening")),
        ),
        needs={"snowman": "two balls"},
        makes={"snowman": "whole"},
        actor="builder",
        feeling="happy",
    )


def _snowman_melt() -> Beat:
    return Beat(
        "melt",
        "Under a strong sun {builder} holds {builder.her} head before a half-melted snowman.",
        Scene(
            "snow_yard",
            (Actor("builder", -120, "cover_face", "scared", "right"),),
            (
                Thing("snowman", 30, state="melting"),
                Thing("bright_sun", 160, -250, state="shining"),
            ),
            shot="wide",
        ),
        needs={"snowman": "whole"},
        makes={"snowman": "half melted"},
        actor="builder",
        feeling="scared",
    )


def _snowman_puddle(t: Teller) -> Beat:
    return Beat(
        "puddle",
        "In the green yard {builder} bends sadly over a puddle with a hat and a carrot in it.",
        Scene(
            "spring_yard",
            (Actor("builder", -120, "bend", "sad", "right"),),
            (Thing("snowman", 30, state="puddle"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"snowman": "half melted"},
        makes={"snowman": "a puddle"},
        actor="builder",
        feeling="sad",
    )


def _snowman_night() -> Beat:
    return Beat(
        "night",
        "Under the stars the snowman stands unharmed with {builder} asleep beside it.",
        Scene(
            "snow_yard",
            (Actor("builder", -110, "sit_floor", "asleep", "right"),),
            (Thing("snowman", 30, state="whole"),),
            time="night",
        ),
        needs={"snowman": "whole"},
        actor="builder",
    )


_PUDDLE_JUMP_MOTIVE = Asked(
    "Why does {jumper} steal up so quietly?",
    "To make a big splash by surprise.",
    (
        WrongAnswer("To catch a frog for {walker}.", "object"),
        WrongAnswer("To keep the new shoes quite dry.", "causal"),
        WrongAnswer("To read along in the same book.", "motive"),
    ),
    ("dare", "leap"),
)

_PUDDLE_JUMP_PREDICTION = Asked(
    "What do {jumper} and {walker} most need at home?",
    "A bath for two before they eat.",
    (
        WrongAnswer("A spade to dig up the garden path.", "object"),
        WrongAnswer("A judge to settle their bad quarrel.", "feeling"),
        WrongAnswer("A second book for the long evening.", "causal"),
    ),
    ("together",),
)

_PUDDLE_JUMP_MEANING = Asked(
    "What does this story say?",
    "Whoever is angry should jump in and join the fun.",
    (
        WrongAnswer("Whoever reads while walking should mind the road.", "place"),
        WrongAnswer("Children should always be kept away from puddles.", "character"),
        WrongAnswer("Clean clothes are worth more than a good friend.", "object"),
    ),
    ("splash", "together"),
)


@template("puddle-jump", "weather", {"jumper": CHILD, "walker": ANYONE})
def puddle_jump(t: Teller) -> Story:
    """A dry walker, a jump, a muddy walker, another jump, two muddy ones."""
    spot = _puddle_jump_dare()
    leap = _puddle_jump_leap()
    splash = _puddle_jump_splash(t)
    both = _puddle_jump_together()
    wash = _puddle_jump_bath(t)
    return t.story(
        words("The puddle", "みずたまり", "La flaque", "El charco", "水坑"),
        [spot, leap, splash, both, *([wash] if t.chance() else [])],
        motive=[_PUDDLE_JUMP_MOTIVE],
        prediction=[_PUDDLE_JUMP_PREDICTION],
        meaning=[_PUDDLE_JUMP_MEANING],
        otherwise=(
            "splash",
            _puddle_jump_missed(),
        ),
    )


def _puddle_jump_dare() -> Beat:
    return Beat(
        "dare",
        "{jumper}, dry and clean, sneaks towards a brown puddle by which clean {walker} reads.",
        Scene(
            "park_path",
            (
                Actor("jumper", -150, "sneak", "smug", "right"),
                Actor("walker", 140, "read", "neutral", "front"),
            ),
            (Thing("puddle", 0, 16, state="mud"),),
            shot="wide",
        ),
        needs={"jumper": "clean", "walker": "clean"},
        makes={"plan": "made"},
        actor="jumper",
        feeling="cheerful",
    )


def _puddle_jump_leap() -> Beat:
    return Beat(
        "leap",
        "{jumper} jumps high above the puddle, still clean, as {walker} looks up in fright.",
        Scene(
            "park_path",
            (
                Actor("jumper", -10, "jump", "happy", "front", y=-70),
                Actor("walker", 150, "stand", "scared", "left"),
            ),
            (Thing("puddle", 0, 16, state="mud"),),
            (Line(words("Yippee!", "やっほー！", "Youpi !", "¡Yupi!", "耶！"), "shout", "jumper"),),
            shot="wide",
        ),
        needs={"jumper": "clean", "walker": "clean", "plan": "made"},
        makes={"jumper": "in the air"},
        actor="jumper",
        feeling="happy",
    )


def _puddle_jump_splash(t: Teller) -> Beat:
    return Beat(
        "splash",
        "{jumper} stands in the puddle full of mud, and mud drips from {walker}, who is furious.",
        Scene(
            "park_path",
            (
                Actor("jumper", -10, "shrug", "embarrassed", "right", dirty=True),
                Actor("walker", 140, "hands_on_hips", "angry", "left", dirty=True),
            ),
            (Thing("puddle", 0, 16, state="mud", front=True),),
            (
                Line(
                    words("SPLOSH!", "バシャッ！", "PLOUF !", "¡CHOF!", "啪嗒！"),
                    "sound",
                    at="puddle",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"jumper": "in the air", "walker": "clean"},
        makes={"jumper": "muddy", "walker": "muddy", "mood": "bad"},
        actor="walker",
        feeling="angry",
    )


def _puddle_jump_together() -> Beat:
    return Beat(
        "together",
        "{walker} and {jumper}, both covered in mud, leap into the puddle hand in hand.",
        Scene(
            "park_path",
            (
                Actor("jumper", -50, "jump", "happy", "front", y=-60, dirty=True),
                Actor("walker", 50, "jump", "happy", "front", y=-60, dirty=True),
            ),
            (Thing("puddle", 0, 16, state="mud", scale=1.3),),
            shot="wide",
        ),
        needs={"jumper": "muddy", "walker": "muddy", "mood": "bad"},
        makes={"mood": "good"},
        actor="walker",
        feeling="happy",
    )


def _puddle_jump_bath(t: Teller) -> Beat:
    return Beat(
        "bath",
        "{walker} and {jumper} laugh under the rain, which has washed them clean.",
        Scene(
            "park_path",
            (
                Actor("jumper", -80, "cheer", "happy", "right", wet=True),
                Actor("walker", 80, "cheer", "happy", "left", wet=True),
            ),
            shot=t.choose(("wide", "medium")),
            weather="rain",
        ),
        needs={"jumper": "muddy", "walker": "muddy", "mood": "good"},
        makes={"jumper": "washed", "walker": "washed"},
        actor="walker",
        feeling="happy",
    )


def _puddle_jump_missed() -> Beat:
    return Beat(
        "missed",
        "{jumper} sits in the mud alone, and {walker}, still clean, laughs.",
        Scene(
            "park_path",
            (
                Actor("jumper", -10, "sit_floor", "crying", "right", dirty=True),
                Actor("walker", 150, "point", "happy", "left"),
            ),
            (Thing("puddle", 0, 16, state="mud"),),
        ),
        needs={"jumper": "in the air", "walker": "clean"},
        makes={"jumper": "muddy"},
        actor="walker",
        feeling="happy",
    )
