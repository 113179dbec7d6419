"""Two in the mud."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"jumper": CHILD, "walker": ANYONE}
_WORDS = Translations(__name__, "puddle_jump.toml", _ROLES)

_PUDDLE_JUMP_MOTIVE = TemplateQuestion(
    "Why does {jumper} sneak up to the puddle?",
    "To startle {walker} with a big splash.",
    (
        WrongAnswer("To catch a frog for {walker} in there.", "object"),
        WrongAnswer("To get past {walker} with dry feet.", "causal"),
        WrongAnswer("To pull {walker} out of the deep mud.", "motive"),
        WrongAnswer("To look for a coin in the mud.", "object"),
        WrongAnswer("To get past the puddle with dry feet.", "causal"),
        WrongAnswer("To pull a toy out of the mud for {walker}.", "character"),
        WrongAnswer("To keep {walker} from stepping in the puddle.", "motive"),
    ),
    ("dare", "leap"),
)

_PUDDLE_JUMP_MEANING = TemplateQuestion(
    "What happens in this story, in one sentence?",
    "{jumper} splashes {walker} with mud, and after some anger both enjoy it.",
    (
        WrongAnswer(
            "{jumper} splashes {walker} with mud, and in a rage {walker} walks off all alone.",
            "feeling",
        ),
        WrongAnswer(
            "{walker} pushes {jumper} into the mud, and both of them are sorry for it.", "character"
        ),
        WrongAnswer(
            "{walker} warns {jumper} of the mud, and both walk around it without a stain.", "causal"
        ),
        WrongAnswer(
            "{jumper} pushes {walker} into the mud and walks off all alone in a rage.", "feeling"
        ),
        WrongAnswer(
            "{walker} warns {jumper} of the mud, but {jumper} slips and falls into it alone.",
            "causal",
        ),
        WrongAnswer("{walker} pushes {jumper} into the mud as an unkind joke.", "character"),
        WrongAnswer("{walker} warns {jumper} of the mud and slips in it.", "object"),
        WrongAnswer(
            "{walker} warns {jumper} of the mud, and the two of them go home in peace to play.",
            "motive",
        ),
    ),
    ("leap", "splash", "together"),
)

_PUDDLE_JUMP_INSTEAD: dict[str, tuple[WrongAnswer, ...]] = {
    "splash": (
        WrongAnswer(
            "{jumper} lands on the dry path beyond the puddle, and {walker}, still clean, sighs.",
            "place",
        ),
        WrongAnswer(
            "{walker} catches {jumper} in mid-air, and not a speck of mud hits either of the two.",
            "causal",
        ),
        WrongAnswer(
            "{jumper} lies in the mud and cries, and {walker}, still clean, walks away whistling.",
            "feeling",
        ),
        WrongAnswer(
            "Mud has hit only {walker}; {jumper} stands by the puddle, clean and grinning.",
            "character",
        ),
        WrongAnswer(
            "{jumper} stands in a dried-up puddle, just as clean as {walker}, and looks puzzled.",
            "object",
        ),
    ),
    "together": (
        WrongAnswer(
            "{walker} shovels sand into the puddle until the last of the mud is gone.", "object"
        ),
        WrongAnswer(
            "{walker} stamps off home in a rage, and {jumper}, stained with mud, is left alone.",
            "character",
        ),
        WrongAnswer(
            "{walker} and {jumper}, stained with mud, walk away from each other without a word.",
            "feeling",
        ),
        WrongAnswer(
            "{walker} takes {jumper} by the ear and leads {jumper.them} home to the bathtub.",
            "place",
        ),
        WrongAnswer(
            "The hot sun dries up the puddle, and {walker} sulks beside muddy {jumper}.", "causal"
        ),
    ),
}


def _puddle_jump_prediction(washed: bool) -> TemplateQuestion:
    """What they lack depends on whether the rain has washed them."""
    bath = "A bath, for both are stained with mud."
    towels = "Towels, for both are soaked with rain."
    return TemplateQuestion(
        "What do {jumper} and {walker} most need at home?",
        towels if washed else bath,
        (
            WrongAnswer(bath if washed else towels, "object"),
            WrongAnswer("A plaster, for one of them is hurt.", "character"),
            WrongAnswer("A peacemaker, for both are furious.", "feeling"),
            WrongAnswer("A bed, for {jumper} is half asleep.", "character"),
            WrongAnswer("An ice pack, for both have bumped their heads.", "causal"),
            WrongAnswer("A kind word, for {walker} has not stopped crying.", "feeling"),
            WrongAnswer("A doctor, for both have sore hands and knees.", "object"),
        ),
        ("together", "bath"),
    )


@template("puddle-jump", "weather", _ROLES)
def puddle_jump(builder: StoryBuilder) -> TemplateStory:
    """A dry walker, a jump, a muddy walker, another jump, two muddy ones."""
    spot = _puddle_jump_dare()
    leap = _puddle_jump_leap()
    splash = _puddle_jump_splash(builder)
    both = _puddle_jump_together()
    wash = [_puddle_jump_bath(builder)] if builder.chance() else []
    return builder.story(
        _WORDS["title"],
        [spot, leap, splash, both, *wash],
        motive=[_PUDDLE_JUMP_MOTIVE],
        prediction=[_puddle_jump_prediction(bool(wash))],
        meaning=[_PUDDLE_JUMP_MEANING],
        otherwise=("splash", _puddle_jump_missed()),
        instead=_PUDDLE_JUMP_INSTEAD,
    )


def _puddle_jump_dare() -> Beat:
    return Beat(
        "dare",
        "{jumper}, still clean, sneaks up to a puddle of mud behind the back of clean {walker}.",
        Scene(
            "park_path",
            (
                Actor("jumper", -150, "sneak", "smug", "right"),
                Actor("walker", 140, "stand", "smile", "right"),
            ),
            (Thing("puddle", 0, 16, state="mud"),),
            shot="wide",
        ),
        needs={"jumper": "clean", "walker": "clean"},
        actor="jumper",
        feeling="cheerful",
    )


def _puddle_jump_leap() -> Beat:
    return Beat(
        "leap",
        "{jumper}, still clean, jumps high above the puddle, and clean {walker} turns in fright.",
        Scene(
            "park_path",
            (
                Actor("jumper", -10, "jump", "happy", "front", y=-70),
                Actor("walker", 150, "stand", "scared", "left"),
            ),
            (Thing("puddle", 0, 16, state="mud"),),
            (Line(_WORDS["leap"], "shout", "jumper"),),
            shot="wide",
        ),
        needs={"jumper": "clean", "walker": "clean"},
        makes={"jumper": "in the air"},
        actor="jumper",
        feeling="happy",
    )


def _puddle_jump_splash(builder: StoryBuilder) -> Beat:
    return Beat(
        "splash",
        "{jumper}, who shrugs at the puddle, and {walker}, who is furious, are stained with mud.",
        Scene(
            "park_path",
            (
                Actor("jumper", -10, "shrug", "embarrassed", "right", dirty=True),
                Actor("walker", 140, "hands_on_hips", "angry", "left", dirty=True),
            ),
            (Thing("puddle", 0, 16, state="mud", front=True),),
            (Line(_WORDS["splash"], "sound", at="puddle"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"jumper": "in the air", "walker": "clean"},
        makes={"jumper": "muddy", "walker": "muddy", "mood": "bad"},
        actor="walker",
        feeling="angry",
    )


def _puddle_jump_together() -> Beat:
    return Beat(
        "together",
        "{walker} and {jumper}, stained with mud, jump over the puddle side by side, laughing.",
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


def _puddle_jump_bath(builder: StoryBuilder) -> Beat:
    return Beat(
        "bath",
        "{walker} and {jumper} cheer by the puddle, washed clean and soaked by the rain.",
        Scene(
            "park_path",
            (
                Actor("jumper", -80, "cheer", "happy", "right", wet=True),
                Actor("walker", 80, "cheer", "happy", "left", wet=True),
            ),
            (Thing("puddle", 0, 16, state="mud"),),
            shot=builder.choose(("wide", "medium")),
            weather="rain",
        ),
        needs={"jumper": "muddy", "walker": "muddy"},
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
