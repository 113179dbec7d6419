"""Snow and sun."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"builder": CHILD, "friend": ANYONE}
_WORDS = Translations(__name__, "seasons.toml", _ROLES)

_SNOWMAN_MOTIVE = TemplateQuestion(
    "Why does {builder} cover {builder.her} face with both hands?",
    "The sun is melting the snowman.",
    (
        WrongAnswer("The snow is falling into {builder.her} eyes.", "place"),
        WrongAnswer("A ball of snow has hit {builder.her} nose.", "object"),
        WrongAnswer("{friend} has kicked over the snowman.", "character"),
        WrongAnswer("A ball of snow has hit both of {builder.her} eyes.", "object"),
        WrongAnswer("{friend} has kicked snow into {builder.her} eyes.", "character"),
        WrongAnswer("The wind is far too cold.", "feeling"),
        WrongAnswer("The snow is far too deep.", "place"),
    ),
    ("melt",),
)

_SNOWMAN_PREDICTION = TemplateQuestion(
    "What will be left on that spot after a few more days of sunshine?",
    "Only a hat and a carrot on dry grass.",
    (
        WrongAnswer("Only a frozen puddle under new snow.", "causal"),
        WrongAnswer("Two balls of snow, one on top of the other.", "temporal"),
        WrongAnswer("A snowman, but without hat and carrot.", "object"),
        WrongAnswer("A snowman that is a few days old.", "temporal"),
        WrongAnswer("A snowman, but with a few more balls of snow.", "character"),
        WrongAnswer("Two balls of snow, and on one of them a carrot.", "object"),
        WrongAnswer("Only one big ball of snow.", "temporal"),
    ),
    ("melt", "puddle"),
)

_SNOWMAN_MEANING = TemplateQuestion(
    "Which sentence sums up the story best?",
    "A snowman is built with pride, but the warm sun turns it into a puddle.",
    (
        WrongAnswer(
            "A snowman is built with pride, but {friend} knocks it down in a fit of anger.",
            "character",
        ),
        WrongAnswer(
            "A snowman is built with pride and lasts from one winter all the way to the next.",
            "temporal",
        ),
        WrongAnswer(
            "A snowman is begun with pride, but there is too little snow to finish it.", "object"
        ),
        WrongAnswer("{friend} steals the hat of a snowman and is sorry for it.", "character"),
        WrongAnswer(
            "{friend} knocks down the snowman in a fit of anger, and {builder} puts "
            "the pieces up once more.",
            "feeling",
        ),
        WrongAnswer("It rains too much, and nobody builds a snowman at all.", "object"),
    ),
    ("finish", "melt", "puddle"),
)

_SNOWMAN_INSTEAD: dict[str, tuple[WrongAnswer, ...]] = {
    "melt": (
        WrongAnswer(
            "{friend} runs away with the hat of the snowman, and {builder} runs after the hat.",
            "character",
        ),
        WrongAnswer(
            "In a heavy snowfall {builder} bites off half of the carrot nose of the snowman.",
            "object",
        ),
        WrongAnswer("{builder} and {friend} push the whole snowman out into the street.", "place"),
        WrongAnswer(
            "Under a strong sun {builder} carries the head of the snowman away, hat and all.",
            "causal",
        ),
        WrongAnswer(
            "{builder} takes hat and carrot off the snowman and brings both into the house.",
            "object",
        ),
    ),
}


@template("snowman", "weather", _ROLES)
def snowman(builder: StoryBuilder) -> TemplateStory:
    """A ball, two balls, a snowman, half a snowman, a puddle in spring."""
    first = _snowman_roll(builder)
    second = _snowman_stack(builder)
    whole = _snowman_finish(builder)
    melting = _snowman_melt()
    gone = _snowman_puddle(builder)
    start = builder.choose((0, 0, 1))
    return builder.story(
        _WORDS["title"],
        [first, second, whole, melting, gone][start:],
        motive=[_SNOWMAN_MOTIVE],
        prediction=[_SNOWMAN_PREDICTION],
        meaning=[_SNOWMAN_MEANING],
        otherwise=("puddle", _snowman_snowfall()),
        instead=_SNOWMAN_INSTEAD,
    )


def _snowman_roll(builder: StoryBuilder) -> Beat:
    return Beat(
        "roll",
        "{builder} pushes one big ball of snow across the yard.",
        Scene(
            "snow_yard",
            (Actor("builder", -80, "push", "effort", "right"),),
            (Thing("snowman", 20, state="ball"),),
            shot=builder.choose(("wide", "medium")),
            weather=builder.choose(("snow", "clear")),
        ),
        needs={"snowman": "not begun"},
        makes={"snowman": "a ball"},
        actor="builder",
    )


def _snowman_stack(builder: StoryBuilder) -> Beat:
    return Beat(
        "stack",
        "{friend} heaves at two balls of snow, one on top of the other, and {builder} smiles.",
        Scene(
            "snow_yard",
            (
                Actor("builder", -110, "hands_on_hips", "smile", "right"),
                Actor("friend", 100, "reach_out", "effort", "left"),
            ),
            (Thing("snowman", 0, state="two"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"snowman": "a ball"},
        makes={"snowman": "two balls"},
        actor="friend",
    )


def _snowman_finish(builder: StoryBuilder) -> Beat:
    return Beat(
        "finish",
        "{builder} waves beside a finished snowman with a hat and a carrot nose.",
        Scene(
            "snow_yard",
            (Actor("builder", -110, "wave", "happy", "front"),),
            (Thing("snowman", 30, state="whole"),),
            (Line(_WORDS["finish"], "speech", "builder"),),
            shot=builder.choose(("wide", "medium")),
            time=builder.choose(("day", "evening")),
        ),
        needs={"snowman": "two balls"},
        makes={"snowman": "whole"},
        actor="builder",
        feeling="happy",
    )


def _snowman_melt() -> Beat:
    return Beat(
        "melt",
        "Under a strong sun {builder} covers {builder.her} face before a half-melted snowman.",
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


def _snowman_puddle(builder: StoryBuilder) -> Beat:
    return Beat(
        "puddle",
        "{builder} bends sadly over a puddle in the grass with a hat and a carrot in it.",
        Scene(
            "spring_yard",
            (Actor("builder", -120, "bend", "sad", "right"),),
            (Thing("snowman", 30, state="puddle"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"snowman": "half melted"},
        makes={"snowman": "a puddle"},
        actor="builder",
        feeling="sad",
    )


def _snowman_snowfall() -> Beat:
    return Beat(
        "snowfall",
        "Snow is falling, and {builder} cheers beside the half-melted snowman.",
        Scene(
            "snow_yard",
            (Actor("builder", -120, "cheer", "happy", "right"),),
            (Thing("snowman", 30, state="melting"),),
            shot="wide",
            weather="snow",
        ),
        needs={"snowman": "half melted"},
        actor="builder",
        feeling="happy",
    )
