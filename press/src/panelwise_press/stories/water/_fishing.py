"""On the pier: what bites, and who eats it."""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Line, Scene, Shot, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"angler": ANYONE}
_WORDS = Translations(__name__, "fishing.toml", _ROLES)


def angling(state: str, expression: Expression = "smile") -> Actor:
    """The fisher, with the line slack, taut, or with something on it."""
    return Actor(
        "angler",
        -40,
        "pull" if state == "taut" else "hold_out",
        expression,
        "right",
        holds=("fishing_rod", state),
    )


def _bucket(state: str, x: float = -150) -> Thing:
    return Thing("fish_bucket", x, state=state)


_STOLEN_FISH_MOTIVE = TemplateQuestion(
    "Why does {angler} become so angry?",
    "Because a gull flies off with the fish.",
    (
        WrongAnswer("Because the fish slips off the line.", "causal"),
        WrongAnswer("Because the bucket falls into the sea.", "object"),
        WrongAnswer("Because nothing bites the whole day.", "temporal"),
        WrongAnswer("Because a gull keeps the fish away.", "motive"),
        WrongAnswer("Because {angler} drops the fish into the sea again.", "place"),
        WrongAnswer("Because the bucket tips over.", "object"),
        WrongAnswer("Because the fish is so very small.", "feeling"),
        WrongAnswer("Because {angler} pulls up nothing but an old boot.", "object"),
    ),
    ("stored", "robbed"),
)

_STOLEN_FISH_PREDICTION = TemplateQuestion(
    "What is {angler} most likely to do after the last panel?",
    "Go home with an empty bucket.",
    (
        WrongAnswer("Fry the big fish for supper.", "object"),
        WrongAnswer("Pull the fish out of the sea.", "temporal"),
        WrongAnswer("Thank the gull for its help.", "motive"),
        WrongAnswer("Put the fish in the bucket.", "causal"),
        WrongAnswer("Go home with a big fish in the bucket.", "temporal"),
        WrongAnswer("Sell a fish at market.", "place"),
        WrongAnswer("Go home with a happy smile.", "feeling"),
        WrongAnswer("Share a big fish with a hungry gull.", "motive"),
    ),
    ("bones",),
)

_STOLEN_FISH_MEANING = TemplateQuestion(
    "What does the story say as a whole?",
    "{angler} lands a fine fish, but a gull gets to eat it.",
    (
        WrongAnswer("{angler} lands a fine fish and gladly feeds a gull.", "motive"),
        WrongAnswer("{angler} hooks a fine fish, but the line breaks in the end.", "object"),
        WrongAnswer("{angler} hopes for a fish, but a gull scares them all off.", "causal"),
        WrongAnswer(
            "{angler} hopes for a fish, but the rod falls into the water and sinks.", "object"
        ),
        WrongAnswer("{angler} hopes for fish, but nothing ever bites at all.", "temporal"),
        WrongAnswer(
            "{angler} hopes for a fish all day, but only a gull comes to look at "
            "{angler.her} bait.",
            "character",
        ),
        WrongAnswer("{angler} hooks a fish and kindly lets it go.", "motive"),
    ),
    ("stored", "robbed", "bones"),
)

_STOLEN_FISH_INSTEAD = {
    "robbed": (
        WrongAnswer(
            "The fish leaps out of the bucket and back into the sea before {angler} can grab it.",
            "object",
        ),
        WrongAnswer(
            "{angler} lifts the fish out of the bucket and lets it swim away in the sea.",
            "motive",
        ),
        WrongAnswer(
            "{angler} chases a hungry gull away, and the fish stays safe in the bucket.", "causal"
        ),
        WrongAnswer(
            "A gull tips the bucket over, and the fish slides off the pier into the water.",
            "place",
        ),
        WrongAnswer(
            "{angler} carries the bucket home with the fish still in it and waves at a gull.",
            "place",
        ),
    ),
}


@template("stolen-fish", "seaside", _ROLES)
def stolen_fish(builder: StoryBuilder) -> TemplateStory:
    """Waiting, a bite, a fish in the bucket, a gull, bones."""
    shots: list[Shot] = [builder.choose(("wide", "medium")) for _ in range(3)]
    return builder.story(
        _WORDS["title"],
        [
            _stolen_fish_wait(),
            _stolen_fish_bite(),
            _stolen_fish_landed(),
            _stolen_fish_stored(shots),
            _stolen_fish_robbed(),
            _stolen_fish_bones(shots),
        ],
        motive=[_STOLEN_FISH_MOTIVE],
        prediction=[_STOLEN_FISH_PREDICTION],
        meaning=[_STOLEN_FISH_MEANING],
        instead=_STOLEN_FISH_INSTEAD,
        otherwise=(
            "landed",
            _stolen_fish_boot_instead(),
        ),
    )


def _stolen_fish_wait() -> Beat:
    return Beat(
        "wait",
        "{angler} fishes from a pier, the float in quiet water and an empty bucket close by.",
        Scene("pier", (angling("slack"),), (_bucket("empty"),), shot="wide"),
        needs={"fish": "in the sea", "bucket": "empty"},
        makes={"line": "slack in the water"},
        actor="angler",
        feeling="content",
    )


def _stolen_fish_bite() -> Beat:
    return Beat(
        "bite",
        "{angler} leans back and pulls with clenched teeth as the rod bends down to the water.",
        Scene(
            "pier",
            (angling("taut", expression="effort"),),
            (_bucket("empty"),),
            (Line(_WORDS["bite"], kind="shout", speaker="angler"),),
            shot="wide",
        ),
        needs={"line": "slack in the water", "bucket": "empty", "fish": "in the sea"},
        makes={"line": "taut"},
        actor="angler",
        feeling="excited",
    )


def _stolen_fish_landed() -> Beat:
    return Beat(
        "landed",
        "{angler} laughs as a big fish hangs dripping from the line, the bucket still empty.",
        Scene(
            "pier",
            (angling("fish", expression="happy"),),
            (_bucket("empty"),),
            shot="wide",
        ),
        needs={"line": "taut", "bucket": "empty", "fish": "in the sea"},
        makes={"line": "out of the water", "fish": "on the line"},
        actor="angler",
        feeling="happy",
    )


def _stolen_fish_stored(shots: list[Shot]) -> Beat:
    return Beat(
        "stored",
        "{angler} stands smugly, hands on hips, beside the bucket, out of which the fish sticks.",
        Scene(
            "pier",
            (Actor("angler", -20, "hands_on_hips", "smug", "right"),),
            (_bucket("fish"),),
            shot=shots[0],
        ),
        needs={"fish": "on the line", "bucket": "empty"},
        makes={"bucket": "holding the fish", "fish": "in the bucket"},
        actor="angler",
        feeling="proud",
    )


def _stolen_fish_robbed() -> Beat:
    return Beat(
        "robbed",
        "A gull flies off with the fish, and {angler} angrily reaches up after the bird.",
        Scene(
            "pier",
            (Actor("angler", -20, "reach_up", "angry", "right"),),
            (_bucket("empty"), Thing("gull", 110, -190, state="fish")),
            (Line(_WORDS["robbed"], kind="shout", speaker="angler"),),
            shot="wide",
            motion=("gull",),
        ),
        needs={"bucket": "holding the fish", "fish": "in the bucket"},
        makes={"bucket": "robbed", "fish": "carried off"},
        actor="angler",
        feeling="angry",
    )


def _stolen_fish_bones(shots: list[Shot]) -> Beat:
    return Beat(
        "bones",
        "{angler} looks sadly at a fat gull that sleeps beside the bare bones of the fish.",
        Scene(
            "pier",
            (Actor("angler", -110, "stand", "sad", "right"),),
            (Thing("fish", -20, -12, state="bones"), Thing("gull", 40, -2, state="full")),
            shot=shots[1],
        ),
        needs={"fish": "carried off"},
        makes={"fish": "eaten to the bones"},
        actor="angler",
        feeling="sad",
    )


def _stolen_fish_boot_instead() -> Beat:
    return Beat(
        "boot-instead",
        "{angler} looks sadly at an old boot that hangs dripping from the line.",
        Scene(
            "pier",
            (angling("boot", expression="sad"),),
            (_bucket("empty"),),
            shot="wide",
        ),
        needs={"line": "taut", "bucket": "empty"},
        makes={"line": "a boot on it"},
        actor="angler",
        feeling="disappointed",
    )
