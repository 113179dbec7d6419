"""A classroom story: a sheet of paper flies into somebody's hair."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled, top_of

_DESK = Thing("school_desk", -110, 4, "", id="desk", front=True)


_MOTIVE = asked(
    "Why does {teacher} look angry?",
    "Because the paper plane has hit {teacher.her} head",
    ("throw", "hit"),
    ("causal", "Because all the sums on the board are wrong"),
    ("character", "Because {pupil} has fallen asleep at the desk"),
    ("motive", "Because it is long past the end of the school day"),
)

_PREDICTION = asked(
    "What will {pupil} most likely do with the next sheet of paper?",
    "Write the sums from the board on it",
    ("hit",),
    ("object", "Eat it up behind the school desk"),
    ("causal", "Stick it right into {teacher}'s hair"),
    ("place", "Throw it out into the schoolyard at once"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Teachers are the ones whom pranks will hit",
    ("throw", "hit"),
    ("motive", "Paper is far too good for writing on it"),
    ("character", "Teachers never notice what happens behind them"),
    ("causal", "Whoever writes a lot will be hit by something"),
)


@template("paper-plane", "school", {"pupil": CHILD, "teacher": GROWN})
def paper_plane(teller: Teller) -> Story:
    """A sheet becomes a plane, and the plane lands in the teacher's hair."""
    beats = [_blank()]
    if teller.chance(0.75):
        beats.append(_fold())
    beats += [_throw(beats[-1].makes["paper"]), _hit(teller)]
    beats.append(_wipe())
    if teller.chance():
        beats.append(_laugh())
    return in_view(
        teller,
        teller.story(
            titled(
                "The Paper Plane", "紙ひこうき", "L'avion en papier", "El avión de papel", "纸飞机"
            ),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("hit", _caught()),
        ),
    )


def _board(state: str) -> Thing:
    return Thing("blackboard", 70, 0, state, id="board")


def _blank() -> Beat:
    return Beat(
        "blank",
        "{pupil} sits bored before an empty sheet while {teacher} writes the first sum.",
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
        {"paper": "blank", "board": "begun"},
        {"paper": "seen"},
        "pupil",
        "bored",
    )


def _fold() -> Beat:
    return Beat(
        "fold",
        "{pupil} has folded the sheet halfway and smiles slyly.",
        Scene(
            "classroom",
            (Actor("pupil", -125, "sit", "smug", "right"),),
            (_DESK, Thing("paper", -72, -62, "folded", id="paper", front=True)),
        ),
        {"paper": "seen"},
        {"paper": "folded"},
        "pupil",
        "sly",
    )


def _throw(before: str) -> Beat:
    return Beat(
        "throw",
        "{pupil} throws a paper plane while {teacher} fills the blackboard with sums.",
        Scene(
            "classroom",
            (
                Actor("pupil", -115, "throw", "happy", "right"),
                Actor("teacher", 110, "write", "neutral", "back"),
            ),
            (_board("full"), Thing("paper", -8, -128, "plane", id="paper", front=True, turn=-8)),
            (sound("paper", "WHOOSH", "ヒュー", "FIOUU", "FIUU", "嗖——"),),
            motion=("paper",),
        ),
        {"paper": before, "board": "begun"},
        {"paper": "flying", "board": "full"},
        "pupil",
        "cheerful",
    )


def _hit(teller: Teller) -> Beat:
    top = top_of(teller.cast["teacher"])
    return Beat(
        "hit",
        "The paper plane sticks in {teacher}'s hair, and {teacher.she} turns round angrily.",
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
            (
                says(
                    "teacher",
                    "Who was that?",
                    "だれですか？",
                    "Qui a fait ça ?",
                    "¿Quién ha sido?",
                    "是谁干的？",
                    "shout",
                ),
            ),
        ),
        {"paper": "flying", "board": "full"},
        {"paper": "hair"},
        "teacher",
        "angry",
    )


def _caught() -> Beat:
    return Beat(
        "hit",
        "{teacher} turns round in time and catches the paper plane with a laugh.",
        Scene(
            "classroom",
            (Actor("teacher", 60, "hold_up", "happy", "left", holds=("paper", "plane")),),
            (_board("full"),),
        ),
        {"paper": "flying"},
        {"paper": "caught"},
        "teacher",
        "amused",
    )


def _wipe() -> Beat:
    return Beat(
        "wipe",
        "{pupil} has to wipe the blackboard, and {teacher} holds the paper plane.",
        Scene(
            "classroom",
            (
                Actor("pupil", 20, "reach_up", "sad", "back"),
                Actor("teacher", 165, "hold_out", "neutral", "left", holds=("paper", "plane")),
            ),
            (_board("empty"),),
            (says("pupil", "I am sorry.", "ごめんなさい。", "Pardon.", "Lo siento.", "对不起。"),),
        ),
        {"paper": "hair", "board": "full"},
        {"board": "wiped", "paper": "taken"},
        "pupil",
        "sorry",
    )


def _laugh() -> Beat:
    return Beat(
        "laugh",
        "{teacher} laughs and throws the plane to {pupil} before the empty blackboard.",
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
        {"paper": "taken", "board": "wiped"},
        {"paper": "thrown back"},
        "teacher",
        "amused",
    )
