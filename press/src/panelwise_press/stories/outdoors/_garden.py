"""Who is up the tree."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"climber": ANYONE, "helper": CHILD}
_WORDS = Translations(__name__, "garden.toml", _ROLES)

_CAT_IN_TREE_MOTIVE = TemplateQuestion(
    "Why does {climber} go up the ladder?",
    "To fetch the cat down to the lawn.",
    (
        WrongAnswer("To pick fruit from the top of the tree.", "object"),
        WrongAnswer("To saw off the branch over the fence.", "causal"),
        WrongAnswer("To hide from {helper} among the leaves.", "motive"),
        WrongAnswer("To hang up a swing for {helper}.", "object"),
        WrongAnswer("To look into a nest of birds.", "motive"),
        WrongAnswer("To tie a rope up in the tree for {helper}.", "causal"),
        WrongAnswer("To watch {helper} from up in the leaves of the tree.", "motive"),
    ),
    ("spot", "climb"),
)

_CAT_IN_TREE_PREDICTION = TemplateQuestion(
    "What will {climber} most likely say when the cat sits in the tree another time?",
    "“Wait, it comes down on its own.”",
    (
        WrongAnswer("“Hurry, it can never get down alone!”", "causal"),
        WrongAnswer("“Hold the ladder, I love it up there!”", "feeling"),
        WrongAnswer("“Look, I have never seen this cat.”", "character"),
        WrongAnswer("“Hurry, the branch breaks under so much weight!”", "causal"),
        WrongAnswer("“Hurry, a dog is after it!”", "place"),
        WrongAnswer("“Look, that is no cat at all!”", "feeling"),
    ),
    ("drop", "stroll"),
)

_CAT_IN_TREE_MEANING = TemplateQuestion(
    "Which sentence sums up the story best?",
    "{climber} goes up to fetch a cat and gets stuck, while the cat comes down by itself.",
    (
        WrongAnswer(
            "{climber} goes up to fetch a cat and carries the frightened cat safely back down.",
            "causal",
        ),
        WrongAnswer(
            "{climber} goes up to hide from {helper}, and it is a cat that gives the game away.",
            "motive",
        ),
        WrongAnswer(
            "{helper} goes up to fetch a cat, and {climber} takes the ladder away for a joke.",
            "character",
        ),
        WrongAnswer(
            "{helper} goes up to hide from {climber}, who takes the ladder away for a "
            "joke and runs off.",
            "motive",
        ),
        WrongAnswer(
            "{climber} takes the ladder away for a joke, runs off and leaves {helper} "
            "up in the tree with a cat.",
            "character",
        ),
        WrongAnswer("{climber} goes up to pick fruit, and a cat comes along to watch.", "motive"),
        WrongAnswer(
            "{climber} goes up to pick fruit and drops an apple on the head of "
            "{helper}, who is very angry.",
            "object",
        ),
    ),
    ("spot", "drop", "stroll"),
)

_CAT_IN_TREE_INSTEAD: dict[str, tuple[WrongAnswer, ...]] = {
    "drop": (
        WrongAnswer("{climber} carries the cat down the ladder in one arm, smiling.", "causal"),
        WrongAnswer("{climber} stands back on the lawn and carries the ladder away.", "place"),
        WrongAnswer(
            "The ladder lies broken in two; {climber} sits dazed on the lawn between the halves.",
            "object",
        ),
        WrongAnswer(
            "At the foot of the ladder {climber} hands the frightened cat to {helper}.", "character"
        ),
        WrongAnswer(
            "The branch lies on the ground; {climber} clings to the trunk below the cat.", "object"
        ),
    ),
    "stroll": (
        WrongAnswer(
            "The branch breaks off and falls on the lawn, {climber} and the cat with it.", "object"
        ),
        WrongAnswer(
            "The cat leaps over the fence and is gone while {climber} still hangs from the branch.",
            "place",
        ),
        WrongAnswer(
            "{helper} runs off over the lawn in tears while {climber} still hangs from the branch.",
            "feeling",
        ),
        WrongAnswer(
            "{helper} holds the ladder upright, and {climber} steps down from it with a smile.",
            "causal",
        ),
        WrongAnswer(
            "{helper} hangs from the branch beside {climber}, and the cat looks on.",
            "character",
        ),
    ),
}


@template("cat-in-tree", "garden", _ROLES)
def cat_in_tree(builder: StoryBuilder) -> TemplateStory:
    """A cat up a tree, a ladder, a fall of the ladder, a cat that walks off by itself."""
    tree_x = 60
    # Hands of one who hangs are higher above the feet of a grown-up; the branch stays where it is.
    hanging = -80 if builder.cast["climber"].look.age == "child" else -16
    ladder = Thing("wooden_ladder", -40, state="up", scale=1.3)
    fallen = Thing("wooden_ladder", -120, state="fallen")
    spot = _cat_in_tree_spot(tree_x)
    climb = _cat_in_tree_climb(builder, ladder, tree_x)
    drop = _cat_in_tree_drop(fallen, hanging, tree_x)
    stroll = _cat_in_tree_stroll(fallen, hanging, tree_x)
    stuck = _cat_in_tree_rescue()
    return builder.story(
        _WORDS["title"],
        [spot, climb, drop, stroll, *([stuck] if builder.chance(0.6) else [])],
        motive=[_CAT_IN_TREE_MOTIVE],
        prediction=[_CAT_IN_TREE_PREDICTION],
        meaning=[_CAT_IN_TREE_MEANING],
        otherwise=("drop", _cat_in_tree_saved(ladder, tree_x)),
        instead=_CAT_IN_TREE_INSTEAD,
    )


def _cat_in_tree_spot(tree_x: int) -> Beat:
    return Beat(
        "spot",
        "{helper} points at a cat that sits up in the big tree; no ladder is there.",
        Scene(
            "flower_garden",
            (Actor("helper", -120, "point", "worried", "right"),),
            (Thing("old_tree", tree_x, state="cat", scale=1.45),),
            (Line(_WORDS["spot"], speaker="helper"),),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "not there"},
        makes={"alarm": "raised"},
        actor="helper",
        feeling="worried",
    )


def _cat_in_tree_climb(builder: StoryBuilder, ladder: Thing, tree_x: int) -> Beat:
    cheering = builder.chance()
    return Beat(
        "climb",
        "{climber} climbs a ladder towards the cat in the tree"
        + (", and {helper} cheers {climber.them} on." if cheering else "."),
        Scene(
            "flower_garden",
            (
                Actor("climber", -50, "climb", "effort", "right", y=-70),
                *((Actor("helper", -170, "cheer", "happy", "right"),) if cheering else ()),
            ),
            (ladder, Thing("old_tree", tree_x, state="cat", scale=1.45)),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "not there", "alarm": "raised"},
        makes={"ladder": "against the tree"},
        actor="climber",
    )


def _cat_in_tree_drop(fallen: Thing, hanging: int, tree_x: int) -> Beat:
    return Beat(
        "drop",
        "The ladder lies on the ground; {climber} hangs from the branch beside the cat.",
        Scene(
            "flower_garden",
            (Actor("climber", -50, "hang", "scared", "right", y=hanging),),
            (fallen, Thing("old_tree", tree_x, state="cat", scale=1.45)),
            (Line(_WORDS["drop"], "sound", at="wooden_ladder"),),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "against the tree"},
        makes={"ladder": "fallen", "climber": "hanging"},
        actor="climber",
        feeling="scared",
    )


def _cat_in_tree_stroll(fallen: Thing, hanging: int, tree_x: int) -> Beat:
    return Beat(
        "stroll",
        "Down on the lawn the cat strolls off while {climber} still hangs from the branch.",
        Scene(
            "flower_garden",
            (Actor("climber", -50, "hang", "surprised", "right", y=hanging),),
            (
                Thing("old_tree", tree_x, state="plain", scale=1.45),
                Thing("house_cat", -200, 20, state="walking", front=True),
                fallen,
            ),
            (Line(_WORDS["stroll"], "thought", "climber"),),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "fallen", "climber": "hanging"},
        makes={"cat": "on the ground"},
        actor="climber",
        feeling="surprised",
    )


def _cat_in_tree_rescue() -> Beat:
    return Beat(
        "rescue",
        "{helper} points and laughs at {climber}, who sits dazed and dirty on the lawn by the cat.",
        Scene(
            "flower_garden",
            (
                Actor("climber", -60, "sit_floor", "dizzy", "left", dirty=True),
                Actor("helper", 150, "point", "happy", "left"),
            ),
            (
                Thing("old_tree", 60, state="plain", scale=1.45),
                Thing("house_cat", -150, 0, state="sitting"),
                Thing("wooden_ladder", -20, state="fallen"),
            ),
            shot="wide",
        ),
        needs={"cat": "on the ground", "climber": "hanging", "ladder": "fallen"},
        makes={"climber": "on the ground"},
        actor="helper",
        feeling="happy",
    )


def _cat_in_tree_saved(ladder: Thing, tree_x: int) -> Beat:
    return Beat(
        "saved",
        "{climber} stands beaming on the lawn by the ladder, the cat at {climber.her} feet.",
        Scene(
            "flower_garden",
            (Actor("climber", -120, "hands_on_hips", "happy", "right"),),
            (
                ladder,
                Thing("old_tree", tree_x, state="plain", scale=1.45),
                Thing("house_cat", -200, state="sitting"),
            ),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "against the tree"},
        makes={"cat": "on the ground"},
        actor="climber",
        feeling="happy",
    )
