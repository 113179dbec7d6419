"""A school story of science: two liquids, much foam, a bang, and a floor to wipe."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_TABLE = Thing("lab_table", 40, 0, "", id="table")


_MOTIVE = asked(
    "Why does {pupil} pour two liquids into the flask?",
    "To find out what comes of the mixture",
    ("first", "second"),
    ("motive", "To clean the flask for another pupil"),
    ("object", "To make a sweet drink for the break"),
    ("causal", "To put out the fire on the long table"),
)

_PREDICTION = asked(
    "What will {teacher} most likely ask of {pupil} next time?",
    "To take only a few drops of each liquid",
    ("second", "sooty"),
    ("causal", "To fill a much bigger flask to the brim"),
    ("place", "To mix the liquids at home in the bedroom"),
    ("object", "To put the pieces of glass into a vase"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "New mixtures should never be tried all alone",
    ("second", "bang", "sooty"),
    ("motive", "Whoever wants to be clean should stay at school"),
    ("character", "Teachers know beforehand how everything ends"),
    ("causal", "Liquids of two colours can always be drunk safely"),
)


@template("experiment", "school", {"pupil": CHILD, "teacher": GROWN})
def experiment(teller: Teller) -> Story:
    """Blue and red are mixed in a flask, in either order; the rest follows by itself."""
    first, second = teller.shuffled(["blue", "red"])
    beats = [_pour_first(first, second), _pour_second(second)]
    if teller.chance(0.7):
        beats.append(_foam())
    before = beats[-1].makes["flask"]
    beats += [_bang(before), _sooty()]
    if teller.chance(0.75):
        beats.append(_wipe(teller.chance()))
    return in_view(
        teller,
        teller.story(
            titled("The Experiment", "じっけん", "L'expérience", "El experimento", "实验"),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("bang", _fizzles(before)),
        ),
    )


def _flask(state: str, x: float = 40) -> Thing:
    return Thing("flask", x, -72, state, id="flask", front=True)


def _pour_first(first: str, second: str) -> Beat:
    return Beat(
        "first",
        f"{{pupil}} pours {first} liquid into the flask; a vial of {second} still stands by.",
        Scene(
            "classroom",
            (Actor("pupil", -45, "pour", "smile", "right", -20, ("vial", first)),),
            (_TABLE, _flask(first), Thing("vial", 125, -72, second, id="rest", front=True)),
        ),
        {"flask": "clear", "rest": "full"},
        {"flask": first},
        "pupil",
        "curious",
    )


def _pour_second(second: str) -> Beat:
    first = "red" if second == "blue" else "blue"
    return Beat(
        "second",
        f"{{pupil}} adds the {second} liquid, and the purple mixture in the flask bubbles.",
        Scene(
            "classroom",
            (Actor("pupil", -45, "pour", "thinking", "right", -20, ("vial", second)),),
            (_TABLE, _flask("purple"), Thing("vial", 125, -72, "empty", id="rest", front=True)),
            (sound("flask", "BLUB BLUB", "ブクブク", "GLOU GLOU", "GLU GLU", "咕嘟咕嘟"),),
            shot="medium",
        ),
        {"flask": first, "rest": "full"},
        {"flask": "purple", "rest": "empty"},
        "pupil",
        "curious",
    )


def _foam() -> Beat:
    return Beat(
        "foam",
        "Foam wells out of the flask, and {pupil} and {teacher} shrink back from it.",
        Scene(
            "classroom",
            (
                Actor("pupil", -115, "cover_face", "scared", "right"),
                Actor("teacher", 185, "hold_up", "scared", "left"),
            ),
            (_TABLE, _flask("foaming")),
            (
                says(
                    "teacher",
                    "Everybody back!",
                    "みんな、さがって！",
                    "Reculez tous !",
                    "¡Todos atrás!",
                    "大家后退！",
                    "shout",
                ),
            ),
        ),
        {"flask": "purple"},
        {"flask": "foaming"},
        "pupil",
        "scared",
    )


def _bang(before: str) -> Beat:
    return Beat(
        "bang",
        "The flask bursts with a big bang over the table, and {pupil} ducks.",
        Scene(
            "classroom",
            (Actor("pupil", -135, "crouch", "scared", "left"),),
            (_TABLE, Thing("flask_blast", 50, -130, "", id="blast", front=True)),
            (sound("blast", "BANG!", "ドカーン！", "BOUM !", "¡BUM!", "砰！"),),
            shot="wide",
        ),
        {"flask": before},
        {"flask": "broken", "wall": "stained"},
        "pupil",
        "scared",
    )


def _fizzles(before: str) -> Beat:
    return Beat(
        "bang",
        "The mixture in the flask stops bubbling, and {pupil} shrugs.",
        Scene(
            "classroom",
            (Actor("pupil", -85, "shrug", "neutral", "front"),),
            (_TABLE, _flask("blue")),
        ),
        {"flask": before},
        {"flask": "quiet"},
        "pupil",
        "disappointed",
    )


def _sooty() -> Beat:
    return Beat(
        "sooty",
        "Dirty {pupil} and dirty {teacher} stand dizzy by the pieces before the stained wall.",
        Scene(
            "classroom",
            (
                Actor("pupil", -125, "stand", "dizzy", "front", dirty=True),
                Actor("teacher", 195, "shrug", "dizzy", "front", dirty=True),
            ),
            (
                Thing("wall_stains", 40, -170, "many", id="stains"),
                _TABLE,
                Thing("flask", 40, -72, "broken", id="flask", front=True),
            ),
            (
                says(
                    "pupil",
                    "It works...",
                    "せ、せいこうだ…",
                    "Ça marche...",
                    "Funciona...",
                    "成、成功了……",
                ),
            ),
        ),
        {"flask": "broken", "wall": "stained"},
        {"pupil": "dirty"},
        "pupil",
        "dizzy",
    )


def _wipe(cheerful: bool) -> Beat:
    return Beat(
        "wipe",
        "{pupil}, still dirty, wipes the wall until only one purple stain is left.",
        Scene(
            "classroom",
            (
                Actor(
                    "pupil",
                    70,
                    "reach_up",
                    "happy" if cheerful else "effort",
                    "right",
                    dirty=True,
                    holds=("wiping_cloth", ""),
                ),
            ),
            (
                Thing("wall_stains", 0, -140, "few", id="stains"),
                Thing("wash_tub", -40, 0, "suds", id="tub", scale=0.8),
            ),
        ),
        {"wall": "stained", "pupil": "dirty"},
        {"wall": "wiped"},
        "pupil",
        "cheerful" if cheerful else "busy",
    )
