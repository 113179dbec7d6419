"""A lantern on the water."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"maker": ANYONE, "friend": ANYONE}
_WORDS = Translations(__name__, "lantern.toml", _ROLES)

_LANTERN_MOTIVE = TemplateQuestion(
    "Why do {maker} and {friend} wave at the sky?",
    "Because their lantern is floating up there.",
    (
        WrongAnswer("Because a friend is passing in a balloon.", "character"),
        WrongAnswer("Because the dark sky frightens both of them.", "feeling"),
        WrongAnswer("Because they cannot get their lantern lit.", "object"),
        WrongAnswer("Because a plane is flying past.", "object"),
        WrongAnswer("Because they want a friend in a balloon to come down.", "motive"),
        WrongAnswer("Because the balloon in the dark sky frightens them.", "feeling"),
    ),
    ("lit", "gone"),
)

_LANTERN_PREDICTION = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "The lantern drifts off until it is a tiny dot.",
    (
        WrongAnswer("{friend} folds the lantern flat and carries it home.", "object"),
        WrongAnswer("{maker} lights the lantern for the first time.", "temporal"),
        WrongAnswer("{maker} and {friend} fight over who may hold it.", "motive"),
        WrongAnswer("{friend} hangs the lantern in a tree.", "place"),
        WrongAnswer("{friend} is the last to hold the lantern.", "temporal"),
        WrongAnswer("{maker} and {friend} search the ground for the torn lantern.", "causal"),
        WrongAnswer(
            "{maker} unfolds the lantern, and {friend} is the first to hold it up.", "temporal"
        ),
    ),
    ("gone",),
)

_LANTERN_MEANING = TemplateQuestion(
    "What is the story about, as a whole?",
    "{maker} and {friend} send a glowing lantern up into the night.",
    (
        WrongAnswer("{maker} and {friend} wait in vain for a lantern to shine.", "object"),
        WrongAnswer("{maker} and {friend} quarrel until a lantern is torn to shreds.", "feeling"),
        WrongAnswer("{maker} and {friend} lose a lantern and look for it in the dark.", "causal"),
        WrongAnswer("{maker} keeps a glowing lantern and sends {friend} away.", "motive"),
        WrongAnswer(
            "{maker} keeps a glowing lantern by the bed and sleeps all through the night.", "place"
        ),
        WrongAnswer("The lantern is lost in a storm, and {maker} goes home.", "feeling"),
        WrongAnswer("{friend} breaks the lantern and runs away in tears.", "character"),
        WrongAnswer("The lantern is a gift that {maker} sends back to {friend}.", "object"),
        WrongAnswer("A glowing lantern is too heavy to rise, and the night stays dark.", "causal"),
    ),
    ("lit", "gone"),
)

_LANTERN_INSTEAD = {
    "lit": (
        WrongAnswer(
            "{maker} drops the unlit lantern, and the paper lies on the ground in shreds.",
            "object",
        ),
        WrongAnswer(
            "The lantern falls into the water and sinks, and {maker} looks on in dismay.", "place"
        ),
        WrongAnswer(
            "{maker} folds the unlit lantern flat and puts it back into {friend}'s hands.",
            "causal",
        ),
        WrongAnswer(
            "{friend} snatches the dark lantern and runs away, and {maker} stays behind alone.",
            "motive",
        ),
        WrongAnswer(
            "The lantern goes up in flames, and only ash is left in {maker}'s hand.", "object"
        ),
    ),
}


@template("lantern", "festival", _ROLES)
def lantern(builder: StoryBuilder) -> TemplateStory:
    """A folded lantern is unfolded, lit, and let go."""
    lamp, place, where = (
        "paper_lantern",
        *builder.choose((("meadow", "in the meadow"), ("beach", "on the beach"))),
    )
    return builder.story(
        _WORDS["title"],
        [
            _lantern_folded(builder, lamp, place, where),
            _lantern_unfolded(lamp, place),
            _lantern_lit(builder, lamp, place),
            _lantern_gone(lamp, place),
        ],
        motive=[_LANTERN_MOTIVE],
        prediction=[_LANTERN_PREDICTION],
        meaning=[_LANTERN_MEANING],
        instead=_LANTERN_INSTEAD,
        otherwise=(
            "gone",
            _lantern_dropped(lamp, place),
        ),
    )


def _lantern_folded(builder: StoryBuilder, lamp: str, place: str, where: str) -> Beat:
    return Beat(
        "folded",
        f"In the evening {{friend}} holds out a flat, folded lantern to {{maker}} {where}.",
        Scene(
            place,
            (
                Actor("maker", 70, "hands_on_hips", "smile", "left"),
                Actor("friend", -80, "hold_out", "smile", "right", holds=(lamp, "flat")),
            ),
            shot=builder.choose(("wide", "medium")),
            time="evening",
        ),
        needs={"lantern": "folded"},
        makes={"lantern": "handed over"},
        actor="friend",
    )


def _lantern_unfolded(lamp: str, place: str) -> Beat:
    return Beat(
        "unfolded",
        "{maker} laughs and holds a big lantern, unfolded but unlit, by its top.",
        Scene(
            place,
            (Actor("maker", 0, "hold_out", "happy", "right", holds=(lamp, "dark")),),
            shot="medium",
            time="evening",
        ),
        needs={"lantern": "handed over"},
        makes={"lantern": "unfolded and dark"},
        actor="maker",
        feeling="happy",
    )


def _lantern_lit(builder: StoryBuilder, lamp: str, place: str) -> Beat:
    return Beat(
        "lit",
        "At night the lantern glows in {maker}'s hand, and {friend} looks on with wide eyes.",
        Scene(
            place,
            (
                Actor("maker", -50, "hold_out", "smile", "right", holds=(lamp, "lit")),
                Actor("friend", 130, "stand", "surprised", "left"),
            ),
            (),
            (Line(_WORDS["lit"], speaker="friend"),),
            shot=builder.choose(("wide", "medium")),
            time="night",
        ),
        needs={"lantern": "unfolded and dark"},
        makes={"lantern": "glowing in the hand"},
        actor="maker",
        feeling="content",
    )


def _lantern_gone(lamp: str, place: str) -> Beat:
    return Beat(
        "gone",
        "{maker} and {friend} wave at the glowing lantern, which floats high in the night sky.",
        Scene(
            place,
            (
                Actor("maker", -130, "wave", "happy", "right"),
                Actor("friend", -40, "reach_up", "happy", "right"),
            ),
            (Thing(lamp, 120, -220, state="flying"),),
            shot="wide",
            time="night",
        ),
        needs={"lantern": "glowing in the hand"},
        makes={"lantern": "flying"},
        actor="maker",
        feeling="happy",
    )


def _lantern_dropped(lamp: str, place: str) -> Beat:
    return Beat(
        "dropped",
        "{maker} shrugs sadly beside a dark lantern that stands on the ground.",
        Scene(
            place,
            (Actor("maker", -60, "shrug", "sad", "right"),),
            (Thing(lamp, 50, state="dark"),),
            time="night",
        ),
        needs={"lantern": "glowing in the hand"},
        makes={"lantern": "out"},
        actor="maker",
        feeling="sad",
    )
