"""A classroom story: a sheet of paper lands on somebody's head."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view, top_of

_ROLES = {"pupil": CHILD, "teacher": GROWN}
_WORDS = Translations(__name__, "plane.toml", _ROLES)

_DESK = Thing("school_desk", -110, 4, "", id="desk", front=True)


_MOTIVE = asked(
    "Why does {teacher} look angry?",
    "Because the paper plane has hit {teacher.her} head",
    ("throw", "hit"),
    ("causal", "Because the paper plane has broken a window"),
    ("motive", "Because {pupil} has fallen fast asleep"),
    ("character", "Because {pupil} has scribbled on the blackboard"),
    ("object", "Because {pupil} has drawn {teacher} on paper"),
    ("causal", "Because {pupil} has wiped {teacher}'s sums off the board"),
    ("temporal", "Because {pupil} has come late to class"),
)


def _prediction(laughs: bool) -> TemplateQuestion:
    if laughs:
        return asked(
            "What will {pupil} most likely do with the paper plane in the air?",
            "Catch it and laugh about it",
            ("laugh",),
            ("feeling", "Duck and run off in tears"),
            ("motive", "Tear it up in front of {teacher}"),
            ("object", "Unfold it to wipe the board"),
            ("place", "Duck and hide behind a desk"),
            ("temporal", "Duck and run off home"),
            ("causal", "Duck and let it hit a window pane"),
        )
    return asked(
        "What will {pupil} most likely do for the rest of the lesson?",
        "Sit still and throw nothing more",
        ("hit", "wipe"),
        ("motive", "Fold a second plane and throw it"),
        ("feeling", "Make fun of {teacher} to the end"),
        ("temporal", "Wipe all the sums off the board"),
        ("character", "Fold planes for the rest of the class"),
        ("object", "Fold a hat and put it on"),
        ("causal", "Fold a boat out of the same sheet"),
    )


_MEANING = asked(
    "What is the point of the story?",
    "A child's prank hits the teacher, and the child has to make up for it.",
    ("throw", "hit", "wipe"),
    ("temporal", "A child's prank is found out before the child can even begin with it."),
    ("character", "A child's prank hits the teacher, and another child is punished for it."),
    ("causal", "A child's prank goes unnoticed, and the teacher works on in peace."),
    (
        "motive",
        "A child's prank goes unnoticed, and the point of the lesson is lost on the class.",
    ),
    ("character", "A child's prank goes unnoticed, and a friend joins in."),
    ("temporal", "A child's prank goes unnoticed, and a second one follows soon."),
)

_INSTEAD = {
    "hit": wrongs(
        ("object", "{teacher} turns round and tears up the paper plane before {pupil}'s eyes."),
        ("place", "The paper plane flies out of the window, and {teacher} goes on writing sums."),
        (
            "character",
            "The paper plane turns round and lands on {pupil}, and {teacher} notices nothing.",
        ),
        (
            "motive",
            "{teacher} picks up the paper plane and proudly pins it to the wall for all to see.",
        ),
        (
            "causal",
            "{pupil} runs after the paper plane, catches it in time and hides it in the desk.",
        ),
    ),
    "wipe": wrongs(
        (
            "object",
            "{teacher} crumples up the paper plane, and {pupil} has to put it in the waste bin.",
        ),
        (
            "causal",
            "{pupil} has to write an answer behind every sum, and {teacher} checks them all.",
        ),
        (
            "place",
            "{pupil} runs out of the school with the paper plane, and {teacher} is left alone.",
        ),
        (
            "motive",
            "{pupil} snatches the paper plane and tears it into tiny bits before {teacher}'s eyes.",
        ),
        (
            "character",
            "{teacher} sits down with the paper plane, and {pupil} writes sums on the board.",
        ),
    ),
}


@template("paper-plane", "school", _ROLES)
def paper_plane(builder: StoryBuilder) -> TemplateStory:
    """A sheet becomes a plane, and the plane lands on the teacher's head."""
    beats = [_blank()]
    if builder.chance(0.75):
        beats.append(_fold())
    before = "half folded" if len(beats) > 1 else "flat"
    beats += [_throw(before), _hit(builder), _wipe()]
    laughs = builder.chance()
    if laughs:
        beats.append(_laugh())
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_prediction(laughs)],
            meaning=[_MEANING],
            otherwise=("hit", _misses()),
            instead=_INSTEAD,
        ),
    )


def _board(state: str) -> Thing:
    return Thing("blackboard", 70, 0, state, id="board")


def _blank() -> Beat:
    return Beat(
        "blank",
        "{pupil} sits bored before an empty sheet while {teacher} writes a sum on the board.",
        Scene(
            "classroom",
            (
                Actor("pupil", -110, "sit", "thinking", "right"),
                Actor("teacher", 95, "write", "neutral", "back"),
            ),
            (
                _DESK,
                _board("begun"),
                Thing("paper", -66, -62, "blank", id="paper", front=True, scale=0.6),
            ),
            shot="wide",
        ),
        {"paper": "flat", "board": "almost empty"},
        {"sheet": "on the desk"},
        "pupil",
        "bored",
    )


def _fold() -> Beat:
    return Beat(
        "fold",
        "{pupil} has folded the sheet halfway and smiles slyly behind the desk.",
        Scene(
            "classroom",
            (Actor("pupil", -125, "sit", "smug", "right"),),
            (_DESK, Thing("paper", -72, -62, "folded", id="paper", front=True)),
        ),
        {"paper": "flat", "sheet": "on the desk"},
        {"paper": "half folded"},
        "pupil",
        "sly",
    )


def _throw(before: str) -> Beat:
    return Beat(
        "throw",
        "{pupil} throws a paper plane while {teacher} stands writing at a blackboard full of sums.",
        Scene(
            "classroom",
            (
                Actor("pupil", -115, "throw", "happy", "right"),
                Actor("teacher", 110, "write", "neutral", "back"),
            ),
            (_board("full"), Thing("paper", -8, -128, "plane", id="paper", front=True, turn=-8)),
            (sound("paper", _WORDS["throw"]),),
            motion=("paper",),
        ),
        {"paper": before, "sheet": "on the desk", "board": "almost empty"},
        {"paper": "flying", "board": "full of sums"},
        "pupil",
        "cheerful",
    )


def _hit(builder: StoryBuilder) -> Beat:
    top = top_of(builder.cast["teacher"])
    return Beat(
        "hit",
        "The paper plane hits {teacher}'s head, {teacher.she} is angry, and {pupil} looks ashamed.",
        Scene(
            "classroom",
            (
                Actor("teacher", 70, "hands_on_hips", "angry", "front"),
                Actor("pupil", -110, "cover_face", "embarrassed", "right"),
            ),
            (
                _board("full"),
                Thing("paper", 50, top + 18, "plane", id="paper", front=True, turn=20),
            ),
            (says("teacher", _WORDS["hit"], "shout"),),
        ),
        {"paper": "flying", "board": "full of sums"},
        {"paper": "on the head"},
        "teacher",
        "angry",
    )


def _misses() -> Beat:
    return Beat(
        "hit",
        "The paper plane lies on the floor as a crumpled ball, and {teacher} goes on writing.",
        Scene(
            "classroom",
            (Actor("teacher", 95, "write", "neutral", "back"),),
            (_board("full"), Thing("paper", -40, 2, "crumpled", id="paper", front=True)),
        ),
        {"paper": "flying", "board": "full of sums"},
        {"paper": "crumpled"},
        "teacher",
        "calm",
    )


def _wipe() -> Beat:
    return Beat(
        "wipe",
        "{pupil} has to wipe the blackboard, and {teacher} stands by with the paper plane.",
        Scene(
            "classroom",
            (
                Actor("pupil", 20, "reach_up", "sad", "back", holds=("wiping_cloth", "")),
                Actor("teacher", 165, "hold_out", "neutral", "left", holds=("paper", "plane")),
            ),
            (_board("empty"),),
            (says("pupil", _WORDS["wipe"]),),
        ),
        {"paper": "on the head", "board": "full of sums"},
        {"board": "wiped", "paper": "taken away"},
        "pupil",
        "sorry",
    )


def _laugh() -> Beat:
    return Beat(
        "laugh",
        "{teacher} laughs and throws the paper plane to cheering {pupil} by the empty board.",
        Scene(
            "classroom",
            (
                Actor("teacher", 120, "throw", "happy", "left"),
                Actor("pupil", -120, "cheer", "happy", "right"),
            ),
            (
                _board("empty"),
                Thing("paper", 10, -130, "plane", id="paper", facing="left", front=True),
            ),
            shot="wide",
            motion=("paper",),
        ),
        {"paper": "taken away", "board": "wiped"},
        {"paper": "thrown back"},
        "teacher",
        "amused",
    )
