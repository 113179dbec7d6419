"""At the beach or on a pier: what a gull takes."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"eater": ANYONE}
_WORDS = Translations(__name__, "beach.toml", _ROLES)

_GREEDY_GULL_MOTIVE = TemplateQuestion(
    "Why does the gull stand so close to {eater} in the first panel?",
    "Because the big sandwich tempts the bird.",
    (
        WrongAnswer("Because the bird has a hurt wing.", "character"),
        WrongAnswer("Because {eater} is about to feed the bird.", "motive"),
        WrongAnswer("Because the bird is too full to move.", "temporal"),
        WrongAnswer("Because {eater} has caught the bird.", "causal"),
        WrongAnswer("Because {eater} has tied the bird to a long string.", "causal"),
        WrongAnswer("Because the bird has a hurt leg and cannot walk.", "character"),
        WrongAnswer("Because the bird and {eater} are good friends.", "character"),
        WrongAnswer("Because the bird is far too cold to fly away.", "feeling"),
        WrongAnswer("Because {eater} hides the big sandwich from the bird.", "motive"),
    ),
    ("unpack", "theft"),
)

_GREEDY_GULL_PREDICTION = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "The gull goes on sleeping in the same spot.",
    (
        WrongAnswer("The gull flies out to sea with the sandwich.", "object"),
        WrongAnswer("{eater} sits down and eats the big sandwich.", "causal"),
        WrongAnswer("{eater} tells the gull off in great anger.", "feeling"),
        WrongAnswer("{eater} sits down to share the sandwich with the gull.", "motive"),
        WrongAnswer("{eater} sits down to feed the gull.", "causal"),
        WrongAnswer("The gull flies out to sea and drops the sandwich.", "object"),
        WrongAnswer("The gull brings back the sandwich and begs again.", "temporal"),
    ),
    ("full",),
)

_GREEDY_GULL_MEANING = TemplateQuestion(
    "Which sentence sums up the story best?",
    "A gull steals {eater}'s sandwich and ends up too full to fly.",
    (
        WrongAnswer("A gull begs for {eater}'s sandwich until the two share.", "motive"),
        WrongAnswer("A gull snatches {eater}'s sandwich but soon drops it at sea.", "object"),
        WrongAnswer("A gull is fed by {eater} until the bird can eat no more.", "causal"),
        WrongAnswer("A gull robs {eater}, who stays furious to the very end.", "feeling"),
        WrongAnswer(
            "A gull snatches {eater}'s sandwich but soon loses it to a second, bigger gull.",
            "object",
        ),
        WrongAnswer(
            "A gull begs for {eater}'s sandwich until it is sent off and flies away hungry.",
            "motive",
        ),
        WrongAnswer(
            "A gull snatches {eater}'s sandwich, but {eater} soon takes it back.", "causal"
        ),
    ),
    ("theft", "full"),
)

_GREEDY_GULL_INSTEAD = {
    "hungry": (
        WrongAnswer(
            "{eater} sits on the ground and happily eats the sandwich that the gull has dropped.",
            "causal",
        ),
        WrongAnswer(
            "The gull drops the whole sandwich into the sea, and {eater} looks after it in tears.",
            "object",
        ),
        WrongAnswer(
            "The gull, as slim as before, stands before {eater} and begs with an empty beak.",
            "character",
        ),
        WrongAnswer(
            "{eater} catches the gull by the tail and pulls the whole sandwich out of its beak.",
            "object",
        ),
        WrongAnswer(
            "The gull brings back the whole sandwich, and {eater} takes it with a smile.",
            "motive",
        ),
    ),
}


@template("greedy-gull", "seaside", _ROLES)
def greedy_gull(builder: StoryBuilder) -> TemplateStory:
    """A sandwich, a gull, no sandwich, a gull that is too fat to fly."""
    place = builder.choose(("beach", "pier"))
    x = -60
    whole = _greedy_gull_unpack(builder, place, x)
    theft = _greedy_gull_theft(place, x)
    angry = _greedy_gull_hungry(builder, place)
    full = _greedy_gull_full(builder, place)
    return builder.story(
        _WORDS["title"],
        [whole, theft, angry, full],
        motive=[_GREEDY_GULL_MOTIVE],
        prediction=[_GREEDY_GULL_PREDICTION],
        meaning=[_GREEDY_GULL_MEANING],
        instead=_GREEDY_GULL_INSTEAD,
        otherwise=(
            "theft",
            _greedy_gull_shared(place),
        ),
    )


def _greedy_gull_unpack(builder: StoryBuilder, place: str, x: int) -> Beat:
    return Beat(
        "unpack",
        "{eater} happily holds a big sandwich, and a slim gull stands behind {eater.them}, "
        "watching.",
        Scene(
            place,
            (Actor("eater", x, "hold_out", "happy", "left", holds=("sandwich", "whole")),),
            (Thing("gull", 40, state="standing", facing="left"),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"sandwich": "in the hand", "gull": "slim"},
        actor="eater",
        feeling="happy",
    )


def _greedy_gull_theft(place: str, x: int) -> Beat:
    return Beat(
        "theft",
        "The gull flies away with the sandwich in its beak, and {eater} reaches after the "
        "bird in vain.",
        Scene(
            place,
            (Actor("eater", x - 40, "reach_out", "surprised", "right"),),
            (Thing("gull", 90, -190, state="sandwich"),),
            (Line(_WORDS["theft"], kind="shout", speaker="eater"),),
            shot="wide",
            motion=("gull",),
        ),
        needs={"sandwich": "in the hand", "gull": "slim"},
        makes={"sandwich": "in the beak"},
        actor="eater",
        feeling="surprised",
    )


def _greedy_gull_hungry(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "hungry",
        "{eater} sits angrily on the ground while the gull flies overhead with the sandwich.",
        Scene(
            place,
            (Actor("eater", -30, "sit_floor", "angry", "front"),),
            (Thing("gull", 170, -210, state="sandwich"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"sandwich": "in the beak"},
        makes={"eater": "sitting"},
        actor="eater",
        feeling="angry",
    )


def _greedy_gull_full(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "full",
        "The gull, fat and round, sleeps on the ground while {eater} points at the bird and "
        "laughs.",
        Scene(
            place,
            (Actor("eater", -70, "point", "happy", "right"),),
            (Thing("gull", 70, state="full"),),
            (Line(_WORDS["full"], speaker="eater"),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"sandwich": "in the beak", "gull": "slim"},
        makes={"sandwich": "eaten", "gull": "fat"},
        actor="eater",
        feeling="happy",
    )


def _greedy_gull_shared(place: str) -> Beat:
    return Beat(
        "shared",
        "{eater} breaks off a piece of the sandwich and gives it to the gull.",
        Scene(
            place,
            (Actor("eater", -60, "bend", "smile", "right", holds=("sandwich", "half")),),
            (Thing("gull", 60, state="standing", facing="left"),),
        ),
        needs={"sandwich": "in the hand", "gull": "slim"},
        actor="eater",
    )
