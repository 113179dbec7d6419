"""A school story of science: two liquids, much foam, a bang, and a floor to wipe."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"pupil": CHILD, "teacher": GROWN}
_WORDS = Translations(__name__, "experiment.toml", _ROLES)

_TABLE = Thing("lab_table", 40, 0, "", id="table")
_STOOL = Thing("stool", -34, 0, scale=1.4)
_ON_STOOL = -56

_MOTIVE = asked(
    "Why does {pupil} pour two liquids into one flask?",
    "Because {pupil.she} is curious about the mixture",
    ("first", "second"),
    ("feeling", "Because {pupil.she} is angry and wants revenge"),
    ("character", "Because {teacher} stands by and tells {pupil.them} to"),
    ("causal", "Because {pupil.she} needs suds to wipe the wall with"),
    ("object", "Because {teacher} stands by and asks for a full flask"),
    ("feeling", "Because {teacher} stands by and nods"),
)

_MEANING = asked(
    "What is the point of the story?",
    "Out of curiosity {pupil} mixes two liquids, and the flask blows up in a great mess.",
    ("second", "bang", "sooty"),
    ("motive", "Out of anger {pupil} smashes a flask on the floor, and {teacher} has to clean up."),
    (
        "causal",
        "Out of curiosity {pupil} mixes two liquids, and they turn into a harmless purple drink.",
    ),
    ("character", "Out of curiosity {teacher} mixes two liquids, and {pupil} runs away in time."),
    (
        "character",
        "Out of anger {teacher} smashes a flask on the floor, and {pupil} has to"
        " clean up the whole mess.",
    ),
    ("causal", "Out of anger {pupil} smashes the flask and is punished by {teacher}."),
    (
        "object",
        "Out of anger {pupil} smashes a vial on the floor, and {teacher} is hurt"
        " by the flying glass.",
    ),
)

# Refuted by the broken flask on the table, the stains on the wall and the dirt on the pupil.
_INSTEAD = {
    "bang": wrongs(
        ("place", "The flask slides off the table and breaks on the floor in front of {pupil}."),
        ("causal", "{pupil} pours the purple mixture back into the vials and rinses the flask."),
        (
            "character",
            "{teacher} carries the flask out of the room at arm's length, and {pupil} clears the"
            " table.",
        ),
        (
            "object",
            "The table falls over together with the flask, and {pupil} jumps quickly out of the"
            " way.",
        ),
    ),
    "sooty": wrongs(
        (
            "object",
            "{pupil} and {teacher} stand dirty and dazed beside the flask, which is still whole.",
        ),
        (
            "place",
            "{pupil} and {teacher} stand dirty and dazed beside the broken flask and the"
            " spotless wall.",
        ),
        (
            "character",
            "{teacher}, smeared with dirt, stands by the broken flask, and {pupil} is not dirty"
            " at all.",
        ),
        (
            "causal",
            "{teacher} has wiped off all the purple stains, and {pupil} stands dazed beside the"
            " broken flask.",
        ),
        (
            "temporal",
            "{teacher} washes the last dirt off {pupil}'s face beside the broken flask.",
        ),
    ),
}


@template("experiment", "school", _ROLES)
def experiment(builder: StoryBuilder) -> TemplateStory:
    """Blue and red are mixed in a flask, in either order; the rest follows by itself."""
    first, second = builder.shuffled(["blue", "red"])
    beats = [_pour_first(first, second), _pour_second(second)]
    if builder.chance(0.7):
        beats.append(_foam())
    before = beats[-1].makes["flask"]
    beats += [_bang(before), _sooty()]
    wiped = builder.chance(0.75)
    if wiped:
        beats.append(_wipe(builder.chance()))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_what_follows(wiped)],
            meaning=[_MEANING],
            otherwise=("bang", _fizzles(before)),
            instead=_INSTEAD,
        ),
    )


def _what_follows(wiped: bool) -> TemplateQuestion:
    last = "last " if wiped else ""
    return asked(
        "What will {pupil} most likely do right after the last panel?",
        f"Wipe the {last}purple stain{'' if wiped else 's'} off the wall",
        ("wipe",) if wiped else ("sooty",),
        ("causal", f"Put out the {last}flames on the long table"),
        ("object", "Pour the rest of the mixture into a vial"),
        ("place", "Mop up the water that covers the floor"),
        ("object", f"Mop the {last}ink from the floor"),
        ("causal", "Put the table the right way up"),
        ("place", "Pour the rest of the mixture into a new vial"),
        ("object", "Pour the last drops into vials"),
    )


def _flask(state: str, x: float = 40) -> Thing:
    return Thing("flask", x, -72, state, id="flask", front=True, scale=0.7)


def _pour_first(first: str, second: str) -> Beat:
    return Beat(
        "first",
        f"{{pupil}} pours {first} liquid into the flask; a vial of {second} liquid stands by.",
        Scene(
            "classroom",
            (Actor("pupil", -34, "pour", "smile", "right", _ON_STOOL, ("vial", first)),),
            (_STOOL, _TABLE, _flask(first), Thing("vial", 125, -72, second, id="rest", front=True)),
        ),
        {"flask": "empty"},
        {"flask": first},
        "pupil",
        "curious",
    )


def _pour_second(second: str) -> Beat:
    first = "red" if second == "blue" else "blue"
    return Beat(
        "second",
        f"{{pupil}} adds the {second} liquid, and the mixture in the flask bubbles up in purple.",
        Scene(
            "classroom",
            (Actor("pupil", -34, "pour", "thinking", "right", _ON_STOOL, ("vial", second)),),
            (
                _STOOL,
                _TABLE,
                _flask("purple"),
                Thing("vial", 125, -72, "empty", id="rest", front=True),
            ),
            (sound("flask", _WORDS["second"]),),
            shot="medium",
        ),
        {"flask": first},
        {"flask": "purple"},
        "pupil",
        "curious",
    )


def _foam() -> Beat:
    return Beat(
        "foam",
        "Foam wells out of the flask; {teacher} throws up both hands, and {pupil} covers"
        " {pupil.her} face.",
        Scene(
            "classroom",
            (
                Actor("pupil", -115, "cover_face", "scared", "right"),
                Actor("teacher", 185, "hold_up", "scared", "left"),
            ),
            (_TABLE, _flask("foaming")),
            (says("teacher", _WORDS["foam"], "shout"),),
        ),
        {"flask": "purple"},
        {"flask": "foaming"},
        "pupil",
        "scared",
    )


def _bang(before: str) -> Beat:
    foams = before == "foaming"
    return Beat(
        "bang",
        f"The {'foaming ' if foams else ''}flask explodes over the table in a purple burst,"
        " and {pupil} crouches in fright.",
        Scene(
            "classroom",
            (Actor("pupil", -135, "crouch", "scared", "left", dirty=True),),
            (
                _TABLE,
                *([Thing("flask", 40, -72, "foaming", id="flask")] if foams else []),
                Thing("flask_blast", 50, -140, "", id="blast", front=True, scale=0.9),
            ),
            (sound("blast", _WORDS["bang"]),),
            shot="wide",
        ),
        {"flask": before},
        {"flask": "broken", "wall": "stained", "pupil.face": "dirty"},
        "pupil",
        "scared",
    )


def _fizzles(before: str) -> Beat:
    return Beat(
        "bang",
        "The mixture in the flask turns blue and stops bubbling, and {pupil} shrugs.",
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
        "{pupil} and {teacher} stand dirty and dazed beside the broken flask and the stained wall.",
        Scene(
            "classroom",
            (
                Actor("pupil", -125, "stand", "dizzy", "front", dirty=True),
                Actor("teacher", 195, "shrug", "dizzy", "front", dirty=True),
            ),
            (
                Thing("wall_stains", 40, -170, "many", id="stains"),
                _TABLE,
                _flask("broken"),
            ),
            (says("pupil", _WORDS["sooty"]),),
        ),
        {"flask": "broken", "wall": "stained", "pupil.face": "dirty"},
        {"pupil.mood": "dazed"},
        "pupil",
        "dizzy",
    )


def _wipe(cheerful: bool) -> Beat:
    return Beat(
        "wipe",
        "{pupil}, smeared with dirt, wipes the wall, on which only one purple stain is left.",
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
        {"wall": "stained", "pupil.face": "dirty"},
        {"wall": "wiped"},
        "pupil",
        "cheerful" if cheerful else "busy",
    )
