"""A classroom story: a blot on a painting turns into something fine."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory, WrongAnswer
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"painter": CHILD, "friend": CHILD, "teacher": GROWN}
_WORDS = Translations(__name__, "blot.toml", _ROLES)

_RESCUES = ("tree", "cat", "balloon")

_MOTIVE = asked(
    "Why does {friend} paint on {painter}'s picture?",
    "To save the picture that {friend.her} own fall has spoilt",
    ("spill", "cry", "rescue"),
    ("motive", "To take revenge for the paint that {painter} has spilt"),
    ("character", "To finish the house that {painter} is unable to paint"),
    ("causal", "To cover the house, which {painter} is ashamed of"),
    ("feeling", "To take revenge for all the praise that {teacher} gives to {painter}"),
    ("causal", "To take revenge, because {teacher} has scolded {friend.them}"),
    ("object", "To take revenge for a prank {painter} has played"),
)

_PREDICTION = asked(
    "What will most likely happen to the painting after the last panel?",
    "The painting will stay up on the wall for all to see",
    ("frame",),
    ("causal", "The painting will be thrown out because of the blot on it"),
    ("object", "The painting will be put back on its easel to dry"),
    ("character", "{painter} will tear up the painting in anger at {friend}"),
    ("temporal", "The painting will be put back on the easel to be finished"),
    ("character", "{friend} will put it back on its easel and start all over again"),
    ("place", "The painting will be hidden in the cupboard"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "{friend} spoils {painter}'s painting by accident and makes up for it with a good idea.",
    ("spill", "rescue", "frame"),
    (
        "motive",
        "{friend} spoils {painter}'s painting out of envy and is punished by {teacher} for it.",
    ),
    (
        "character",
        "{painter} spoils {friend}'s painting by accident and makes up for it with a clean"
        " new sheet.",
    ),
    ("causal", "{painter} throws away {painter.her} painting because of a blot and gives up art."),
    (
        "feeling",
        "{friend} spoils {painter}'s painting in a quarrel and is sent out of"
        " the classroom by {teacher}.",
    ),
    (
        "character",
        "{painter} spoils {friend}'s painting out of envy and is punished by {teacher}.",
    ),
    (
        "place",
        "{friend} spoils {painter}'s painting out of envy, is found out and has"
        " to tidy up the whole room.",
    ),
)


def _instead(rescue: str) -> dict[str, tuple[WrongAnswer, ...]]:
    """Refuted by the framed painting, on which the house and what the blot became are whole."""
    one, other = (thing for thing in _RESCUES if thing != rescue)
    return {
        "rescue": wrongs(
            (
                "object",
                f"With a brush {{friend}} turns the blot into a {one} beside the house, and"
                " {painter} stares.",
            ),
            (
                "causal",
                f"{{painter}} dries {{painter.her}} tears and paints a {other} over the blot while"
                " {friend} watches.",
            ),
            (
                "object",
                "{friend} wipes off the blot until the house is left alone, and {painter} stares.",
            ),
            (
                "character",
                "{painter} pushes {friend} aside and paints over the whole sheet, the house too.",
            ),
            (
                "motive",
                "{friend} tears the spoilt painting to pieces, and {painter} picks them up with"
                " a sad face.",
            ),
        ),
        "hug": wrongs(
            (
                "feeling",
                f"{{painter}} angrily tears the painting of the house and the {rescue} to pieces.",
            ),
            ("object", f"{{friend}} paints the house over until only the {rescue} is left."),
            ("causal", f"{{painter}} washes the {rescue} off the sheet with a wet cloth."),
            (
                "temporal",
                f"{{friend}} falls a second time, and paint covers the house and the {rescue}.",
            ),
            (
                "character",
                f"{{teacher}} shakes {{teacher.her}} head and cuts the {rescue} out of the"
                " painting.",
            ),
        ),
    }


@template("blot", "school", _ROLES)
def blot(builder: StoryBuilder) -> TemplateStory:
    """A friend ruins a painting with a blot and turns the blot into a picture."""
    rescue = builder.choose(_RESCUES)
    beats = [_begin()] if builder.chance() else []
    beats += [_house(), _spill(), _cry(), _rescue(rescue)]
    if builder.chance():
        beats.append(_hug(rescue))
    beats.append(_frame(rescue, builder.chance()))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("rescue", _new_sheet()),
            instead=_instead(rescue),
        ),
    )


def _easel(state: str, x: float = 30) -> Thing:
    return Thing("easel", x, 0, state, id="picture")


_SPILT = Thing("paint_pot", 110, 6, "tipped", id="pot", front=True, colour="purple")


def _saved(rescue: str) -> str:
    return f"a house and a {rescue}"


def _begin() -> Beat:
    return Beat(
        "begin",
        "{painter} sets up an easel with a blank sheet of paper on it.",
        Scene(
            "classroom", (Actor("painter", -88, "reach_out", "smile", "right"),), (_easel("blank"),)
        ),
        {"picture": "not begun"},
        {"picture": "a blank sheet"},
        "painter",
        "eager",
    )


def _house() -> Beat:
    return Beat(
        "house",
        "{painter} points proudly at a spotless painting of a house on the easel.",
        Scene(
            "classroom",
            (Actor("painter", -85, "point", "happy", "right"),),
            (_easel("house"),),
            (says("painter", _WORDS["house"]),),
        ),
        {"picture": "a blank sheet"},
        {"picture": "a house"},
        "painter",
        "proud",
    )


def _spill() -> Beat:
    return Beat(
        "spill",
        "{friend} falls, and paint flies out of a pot towards the painting of the house.",
        Scene(
            "classroom",
            (Actor("friend", 165, "fall", "scared", "left"),),
            (
                _easel("house", -70),
                Thing("paint_pot", 75, -100, "flying", id="pot", turn=-80, front=True),
            ),
            (says("friend", _WORDS["spill"], "shout"),),
            motion=("pot", "friend"),
        ),
        {"picture": "a house", "pot": "in the hand"},
        {"pot": "in the air"},
        "friend",
        "scared",
    )


def _cry() -> Beat:
    return Beat(
        "cry",
        "{painter} covers {painter.her} eyes beside the blot on the painting; {friend}"
        " hangs {friend.her} head.",
        Scene(
            "classroom",
            (
                Actor("painter", -80, "cover_face", "crying", "front"),
                Actor("friend", 165, "bow", "embarrassed", "left"),
            ),
            (_easel("blot"), _SPILT),
        ),
        {"picture": "a house", "pot": "in the air"},
        {"picture": "spoilt by a blot", "pot": "on the floor"},
        "painter",
        "sad",
    )


def _rescue(rescue: str) -> Beat:
    return Beat(
        "rescue",
        f"With a brush {{friend}} turns the blot into a {rescue} beside the house, and"
        f" {{painter}} stares.",
        Scene(
            "classroom",
            (
                Actor("friend", 128, "hold_out", "smile", "left", holds=("brush", "")),
                Actor("painter", -85, "stand", "surprised", "right"),
            ),
            (_easel(rescue),),
        ),
        {"picture": "spoilt by a blot"},
        {"picture": _saved(rescue)},
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
        {"picture": "spoilt by a blot"},
        {"picture": "a blank sheet"},
        "painter",
        "angry",
    )


def _hug(rescue: str) -> Beat:
    return Beat(
        "hug",
        f"{{painter}} and {{friend}} hug beside the painting of the house and the {rescue}.",
        Scene(
            "classroom",
            (
                Actor("painter", -105, "hug", "happy", "right"),
                Actor("friend", -55, "hug", "happy", "left"),
            ),
            (_easel(rescue, 60),),
        ),
        {"picture": _saved(rescue), "friends.arms": "empty"},
        {"friends.arms": "full"},
        "painter",
        "happy",
    )


def _frame(rescue: str, praised: bool) -> Beat:
    line = says("teacher", _WORDS["frame"])
    return Beat(
        "frame",
        "{painter} and {friend} cheer as {teacher} points at their painting in a frame on"
        " the wall.",
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
        {"picture": _saved(rescue)},
        {"picture": "framed"},
        "teacher",
        "delighted",
    )
