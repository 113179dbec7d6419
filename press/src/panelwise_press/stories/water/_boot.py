"""On the pier: what is pulled out, and what becomes of it."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories.water._fishing import angling

_ROLES = {"angler": ANYONE}
_WORDS = Translations(__name__, "boot.toml", _ROLES)

_THE_BOOT_MOTIVE = TemplateQuestion(
    "Why does {angler} keep the old boot?",
    "{angler.she} wants to grow a flower in it.",
    (
        WrongAnswer("{angler.she} wants to wear it on rainy days.", "object"),
        WrongAnswer("{angler.she} wants to catch a fish with it.", "causal"),
        WrongAnswer("{angler.she} wants to return it to its owner.", "motive"),
        WrongAnswer("{angler.she} wants to fill it with shells on the beach.", "place"),
        WrongAnswer("{angler.she} wants to cut it to bits.", "object"),
        WrongAnswer("{angler.she} wants to sell the old boot.", "motive"),
        WrongAnswer("{angler.she} hopes to pull up the other one too.", "causal"),
    ),
    ("idea", "planted"),
)

_THE_BOOT_PREDICTION = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "{angler} waters the flower in the boot.",
    (
        WrongAnswer("{angler} puts the boot on for a walk.", "object"),
        WrongAnswer("{angler} throws the boot back in the sea.", "causal"),
        WrongAnswer("{angler} pulls the flower out in anger.", "feeling"),
        WrongAnswer("{angler} ties the boot to the line.", "temporal"),
        WrongAnswer("{angler} ties the boot to the rod and goes fishing.", "causal"),
        WrongAnswer("{angler} fills the boot with bait.", "object"),
        WrongAnswer("{angler} throws the flower into the sea in anger.", "feeling"),
    ),
    ("planted",),
)

_THE_BOOT_MEANING = TemplateQuestion(
    "What is the point of the story?",
    "{angler} hopes for a fish, gets an old boot and makes it into a flowerpot.",
    (
        WrongAnswer(
            "{angler} hopes for a fish, gets an old boot and goes home in a bad mood.", "feeling"
        ),
        WrongAnswer(
            "{angler} hopes for a fish, gets an old boot and at last pulls up a fish too.", "object"
        ),
        WrongAnswer(
            "{angler} loses an old boot in the sea, fishes it up and puts it back on.", "motive"
        ),
        WrongAnswer(
            "{angler} loses an old boot in the sea and goes home without it in a bad mood.",
            "feeling",
        ),
        WrongAnswer("{angler} loses a boot in the sea and buys a new pair.", "object"),
        WrongAnswer("{angler} pulls up an old boot and throws it back.", "motive"),
        WrongAnswer(
            "{angler} loses an old boot in the sea, fishes for it all day and never gets it back.",
            "temporal",
        ),
    ),
    ("boot", "planted"),
)

_THE_BOOT_INSTEAD = {
    "idea": (
        WrongAnswer("{angler} throws the boot in a high arc back into the sea.", "motive"),
        WrongAnswer(
            "The line breaks, and the boot splashes down and sinks to the bottom of the sea.",
            "object",
        ),
        WrongAnswer("{angler} cuts the boot into small pieces to use as bait.", "causal"),
        WrongAnswer(
            "{angler} leaves the boot behind on the pier and goes home without it.", "place"
        ),
        WrongAnswer(
            "A gull takes the old boot off the line and carries it far out over the sea.",
            "character",
        ),
    ),
}


@template("the-boot", "seaside", _ROLES)
def the_boot(builder: StoryBuilder) -> TemplateStory:
    """A bite, an old boot, a flower in the boot."""
    waiting = builder.chance()
    begin = _the_boot_wait()
    return builder.story(
        _WORDS["title"],
        [
            *([begin] if waiting else []),
            _the_boot_bite(),
            _the_boot_boot(),
            _the_boot_idea(builder),
            _the_boot_planted(builder),
        ],
        motive=[_THE_BOOT_MOTIVE],
        prediction=[_THE_BOOT_PREDICTION],
        meaning=[_THE_BOOT_MEANING],
        instead=_THE_BOOT_INSTEAD,
        otherwise=(
            "boot",
            _the_boot_fish_instead(),
        ),
    )


def _the_boot_wait() -> Beat:
    return Beat(
        "wait",
        "{angler} sleeps standing on a pier, rod in hand, while the float rests in the water.",
        Scene("pier", (angling("slack", expression="asleep"),), shot="wide"),
        needs={"boot": "in the sea"},
        makes={"line": "slack in the water"},
        actor="angler",
        feeling="content",
    )


def _the_boot_bite() -> Beat:
    return Beat(
        "bite",
        "{angler} leans back and pulls with clenched teeth as the rod bends down to the water.",
        Scene(
            "pier",
            (angling("taut", expression="effort"),),
            (),
            (Line(_WORDS["bite"], "sound", at="angler"),),
            shot="wide",
        ),
        needs={"line": "slack in the water", "boot": "in the sea"},
        makes={"line": "taut"},
        actor="angler",
        feeling="excited",
    )


def _the_boot_boot() -> Beat:
    return Beat(
        "boot",
        "{angler} looks sadly at an old boot that hangs dripping from the line.",
        Scene(
            "pier",
            (angling("boot", expression="sad"),),
            (),
            (Line(_WORDS["boot"], speaker="angler"),),
            shot="wide",
        ),
        needs={"line": "taut", "boot": "in the sea"},
        makes={"line": "out of the water", "boot": "on the line"},
        actor="angler",
        feeling="disappointed",
    )


def _the_boot_idea(builder: StoryBuilder) -> Beat:
    return Beat(
        "idea",
        "{angler} holds the wet boot in both arms and looks up, deep in thought.",
        Scene(
            builder.choose(("pier", "beach")),
            (Actor("angler", 0, "carry", "thinking", "front", holds=("old_boot", "wet")),),
            shot="medium",
        ),
        needs={"boot": "on the line"},
        makes={"boot": "in the arms"},
        actor="angler",
    )


def _the_boot_planted(builder: StoryBuilder) -> Beat:
    return Beat(
        "planted",
        "{angler} kneels happily beside the boot, out of which a flower grows.",
        Scene(
            builder.choose(("meadow", "party_room")),
            (Actor("angler", -70, "kneel", "happy", "right"),),
            (Thing("old_boot", 40, state="planted", scale=1.4),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"boot": "in the arms"},
        makes={"boot": "a flower pot"},
        actor="angler",
        feeling="happy",
    )


def _the_boot_fish_instead() -> Beat:
    return Beat(
        "fish-instead",
        "{angler} laughs as a big fish hangs dripping from the line.",
        Scene("pier", (angling("fish", expression="happy"),), shot="wide"),
        needs={"line": "taut"},
        makes={"line": "a fish on it"},
        actor="angler",
        feeling="happy",
    )
