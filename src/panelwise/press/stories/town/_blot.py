"""A classroom story: a blot on a painting turns into something fine."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, titled

_RESCUES = {"tree": "a tree", "cat": "a cat", "balloon": "a balloon"}


_MOTIVE = asked(
    "Why does {friend} paint on {painter}'s picture?",
    "To make good the damage done by the paint pot",
    ("spill", "cry", "rescue"),
    ("motive", "To win the frame for a picture of {friend.her} own"),
    ("feeling", "To make {painter} even more angry than before"),
    ("character", "To obey {teacher}, who has ordered a new red house"),
)

_PREDICTION = asked(
    "What will {friend} most likely do with the next paint pot?",
    "Put it right back on the table",
    ("spill", "frame"),
    ("causal", "Run even faster with it than before"),
    ("object", "Hang it on the wall in a golden frame"),
    ("motive", "Throw it at the picture once more"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Any stain will do for a new and better picture",
    ("cry", "rescue", "frame"),
    ("motive", "It is better to paint at home than with friends"),
    ("causal", "Only pictures without any mistakes are ever hung up"),
    ("character", "Whoever spoils a picture should be left alone"),
)


@template("blot", "school", {"painter": CHILD, "friend": CHILD, "teacher": GROWN})
def blot(teller: Teller) -> Story:
    """A friend spoils a painting with a blot and turns the blot into a picture."""
    rescue = teller.choose(tuple(_RESCUES))
    beats = [_begin()] if teller.chance() else []
    beats += [_house(), _spill(), _cry(), _rescue(rescue)]
    if teller.chance():
        beats.append(_hug(rescue))
    beats.append(_frame(rescue, teller.chance()))
    return in_view(
        teller,
        teller.story(
            titled("The Blot", "絵のしみ", "La tache", "La mancha", "一块污渍"),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("rescue", _new_sheet()),
        ),
    )


def _easel(state: str, x: float = 30) -> Thing:
    return Thing("easel", x, 0, state, id="picture")


_SPILT = Thing("paint_pot", 110, 6, "tipped", id="pot", front=True, colour="purple")


def _begin() -> Beat:
    return Beat(
        "begin",
        "{painter} thinks in front of an easel with a blank sheet.",
        Scene(
            "classroom", (Actor("painter", -75, "think", "thinking", "right"),), (_easel("blank"),)
        ),
        {"picture": "blank"},
        {"picture": "planned"},
        "painter",
        "thoughtful",
    )


def _house() -> Beat:
    return Beat(
        "house",
        "{painter} points proudly at the clean painting of a house.",
        Scene(
            "classroom",
            (Actor("painter", -85, "point", "happy", "right"),),
            (_easel("house"),),
            (says("painter", "It is finished!", "できた！", "Fini !", "¡Terminado!", "画好了！"),),
        ),
        {"picture": "planned"},
        {"picture": "house"},
        "painter",
        "proud",
    )


def _spill() -> Beat:
    return Beat(
        "spill",
        "{friend} trips, and a pot of purple paint flies towards the painting of a house.",
        Scene(
            "classroom",
            (Actor("friend", 165, "fall", "scared", "left"),),
            (
                _easel("house", -70),
                Thing("paint_pot", 75, -100, "flying", id="pot", turn=-80, front=True),
            ),
            (
                says(
                    "friend",
                    "Look out!",
                    "あぶない！",
                    "Attention !",
                    "¡Cuidado!",
                    "小心！",
                    "shout",
                ),
            ),
            motion=("pot", "friend"),
        ),
        {"picture": "house", "pot": "full"},
        {"pot": "flying"},
        "friend",
        "scared",
    )


def _cry() -> Beat:
    return Beat(
        "cry",
        "{painter} cries because of the big blot on the painting; {friend} is ashamed.",
        Scene(
            "classroom",
            (
                Actor("painter", -80, "cover_face", "crying", "front"),
                Actor("friend", 165, "bow", "embarrassed", "left"),
            ),
            (_easel("blot"), _SPILT),
        ),
        {"picture": "house", "pot": "flying"},
        {"picture": "blot", "pot": "tipped"},
        "painter",
        "sad",
    )


def _rescue(rescue: str) -> Beat:
    return Beat(
        "rescue",
        f"{{friend}} has painted the blot over: it is {_RESCUES[rescue]} beside the house.",
        Scene(
            "classroom",
            (
                Actor("friend", 125, "reach_out", "effort", "left"),
                Actor("painter", -85, "stand", "surprised", "right"),
            ),
            (_easel(rescue),),
        ),
        {"picture": "blot"},
        {"picture": rescue},
        "friend",
        "eager",
    )


def _new_sheet() -> Beat:
    return Beat(
        "rescue",
        "{painter} puts a blank sheet on the easel and turns away from {friend}.",
        Scene(
            "classroom",
            (
                Actor("painter", -85, "hands_on_hips", "angry", "left"),
                Actor("friend", 140, "stand", "sad", "left"),
            ),
            (_easel("blank"),),
        ),
        {"picture": "blot"},
        {"picture": "new"},
        "painter",
        "angry",
    )


def _hug(rescue: str) -> Beat:
    return Beat(
        "hug",
        f"{{painter}} and {{friend}} hug beside the painting with {_RESCUES[rescue]}.",
        Scene(
            "classroom",
            (
                Actor("painter", -105, "hug", "happy", "right"),
                Actor("friend", -55, "hug", "happy", "left"),
            ),
            (_easel(rescue, 60),),
        ),
        {"picture": rescue, "friends": "apart"},
        {"friends": "hugging"},
        "painter",
        "happy",
    )


def _frame(rescue: str, praised: bool) -> Beat:
    line = says(
        "teacher",
        "What a fine picture!",
        "すてきな絵ですね！",
        "Quel beau tableau !",
        "¡Qué cuadro tan bonito!",
        "画得真好！",
    )
    return Beat(
        "frame",
        "{teacher} claps at the painting, which hangs on the wall in a golden frame.",
        Scene(
            "classroom",
            (
                Actor("painter", -140, "cheer", "happy", "front"),
                Actor("friend", -75, "cheer", "happy", "front"),
                Actor("teacher", 130, "point", "happy", "left"),
            ),
            (Thing("framed_painting", 10, -130, rescue, id="picture"),),
            (line,) if praised else (),
            shot="wide",
        ),
        {"picture": rescue},
        {"picture": "framed"},
        "teacher",
        "delighted",
    )
