"""What wind and rain do to an umbrella."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"walker": ANYONE, "friend": ANYONE}
_WORDS = Translations(__name__, "umbrella.toml", _ROLES)

_UMBRELLA_MOTIVE = TemplateQuestion(
    "Why does {walker} start to run?",
    "To get the umbrella back.",
    (
        WrongAnswer("To get home before dark.", "temporal"),
        WrongAnswer("To get rid of the umbrella.", "object"),
        WrongAnswer("To get warm after all the rain.", "motive"),
        WrongAnswer("To get out of the way of a dog.", "place"),
        WrongAnswer("To run a race with {friend}.", "character"),
        WrongAnswer("To start a race against the wind.", "motive"),
        WrongAnswer("To be home on time.", "temporal"),
    ),
    ("flown",),
)

_UMBRELLA_PREDICTION = TemplateQuestion(
    "What will {walker} most likely look for on getting home?",
    "A dry set of clothes to change into.",
    (
        WrongAnswer("A cool drink after a walk in the heat.", "feeling"),
        WrongAnswer("A needle to sew up the old umbrella.", "object"),
        WrongAnswer("A brush to scrub off all that mud.", "causal"),
        WrongAnswer("A brush for the muddy umbrella.", "object"),
        WrongAnswer("A straw hat to put on for walks in the sun.", "object"),
        WrongAnswer("A fan to cool off after the heat.", "feeling"),
    ),
    ("wet",),
)


_MEANING_SHARED = TemplateQuestion(
    "Which sentence sums up the story best?",
    "The wind takes one umbrella from {walker}, and {friend} shares another.",
    (
        WrongAnswer(
            "The wind takes one umbrella from {friend}, and {walker} shares another.",
            "character",
        ),
        WrongAnswer(
            "{friend} takes one umbrella from {walker}, and the wind brings it back.",
            "motive",
        ),
        WrongAnswer(
            "The wind breaks one umbrella, and {walker} and {friend} wait under a tree.",
            "place",
        ),
        WrongAnswer("{friend} breaks the umbrella of {walker} and owns up to it.", "place"),
        WrongAnswer(
            "{friend} breaks the umbrella of {walker} and has to go and buy "
            "{walker.them} another one.",
            "object",
        ),
        WrongAnswer("{friend} breaks the umbrella of {walker} out of spite.", "motive"),
        WrongAnswer(
            "{friend} takes one umbrella from {walker} and runs off with it through "
            "the heavy rain.",
            "causal",
        ),
    ),
    ("flown", "wet", "shared"),
)

_MEANING_ALONE = TemplateQuestion(
    "Which sentence sums up the story best?",
    "The wind takes the umbrella away, and {walker} is left out in the rain.",
    (
        WrongAnswer(
            "The wind turns the umbrella over, and {walker} bends it back in time.", "object"
        ),
        WrongAnswer(
            "{walker} leaves the umbrella at home and is soaked from the very first step.",
            "place",
        ),
        WrongAnswer(
            "{walker} lets go of the umbrella and is glad to feel the rain at last.", "feeling"
        ),
        WrongAnswer(
            "{walker} leaves the umbrella at home and waits under a roof until the rain is over.",
            "place",
        ),
        WrongAnswer("{walker} gives the umbrella away to a wet stranger.", "character"),
        WrongAnswer(
            "{walker} leaves the umbrella at home and has to turn back for it in the rain.",
            "motive",
        ),
        WrongAnswer("{walker} shuts the umbrella and walks home quite dry.", "object"),
    ),
    ("dry", "flown", "wet"),
)


def _umbrella_meaning(shared: bool) -> TemplateQuestion:
    """What it comes to depends on whether somebody shares an umbrella in the end."""
    return _MEANING_SHARED if shared else _MEANING_ALONE


_UMBRELLA_INSTEAD: dict[str, tuple[WrongAnswer, ...]] = {
    "flown": (
        WrongAnswer(
            "{walker} bends the umbrella back into shape and stays dry under it.", "object"
        ),
        WrongAnswer(
            "{walker} turns back in anger and carries the umbrella home, still dry.", "motive"
        ),
        WrongAnswer(
            "{walker} finds a roof and waits there, dry, until the rain has stopped.", "place"
        ),
        WrongAnswer(
            "The rain stops, and {walker} shuts the umbrella with a smile on {walker.her} face.",
            "feeling",
        ),
    ),
    "wet": (
        WrongAnswer("{walker} stands dry and glad under the umbrella, open as before.", "object"),
        WrongAnswer(
            "{walker} stands dry under the roof of a house and looks at the rain.", "place"
        ),
        WrongAnswer("{walker} dances in bright sunshine, without a drop of rain.", "causal"),
        WrongAnswer(
            "{walker} and {friend}, both dry, fold up the umbrella with a laugh.", "character"
        ),
    ),
}


@template("umbrella", "weather", _ROLES)
def umbrella(builder: StoryBuilder) -> TemplateStory:
    """Open, inside out, gone; wet; shared."""
    place = builder.choose(("park_path", "hill"))
    dry = _umbrella_dry(builder, place)
    turned = _umbrella_turned(place)
    flown = _umbrella_flown(place)
    wet = _umbrella_wet(builder, place)
    shared = _umbrella_shared(builder, place)
    beats = [dry, turned, flown, wet, *([shared] if builder.chance(0.7) else [])]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_UMBRELLA_MOTIVE],
        prediction=[_UMBRELLA_PREDICTION],
        meaning=[_umbrella_meaning(shared in beats)],
        otherwise=("flown", _umbrella_mended(place)),
        instead=_UMBRELLA_INSTEAD,
    )


def _umbrella_dry(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "dry",
        "{walker} stays dry and content in the rain under an open umbrella.",
        Scene(
            place,
            (Actor("walker", 0, "hold_out", "smile", "right", holds=("umbrella", "open")),),
            shot=builder.choose(("medium", "wide")),
            weather="rain",
        ),
        needs={"umbrella": "open", "walker": "dry"},
        makes={"walk": "begun"},
        actor="walker",
        feeling="content",
    )


def _umbrella_turned(place: str) -> Beat:
    return Beat(
        "turned",
        "A gust has turned {walker}'s umbrella inside out in the rain.",
        Scene(
            place,
            (Actor("walker", 0, "pull", "effort", "right", holds=("umbrella", "inside_out")),),
            (),
            (Line(_WORDS["turned"], "sound", at="walker"),),
            shot="medium",
            weather="rain",
        ),
        needs={"umbrella": "open", "walker": "dry", "walk": "begun"},
        makes={"umbrella": "inside out"},
        actor="walker",
    )


def _umbrella_flown(place: str) -> Beat:
    return Beat(
        "flown",
        "Turned inside out, the umbrella flies off, and {walker} runs after it.",
        Scene(
            place,
            (Actor("walker", -120, "run", "scared", "right"),),
            (Thing("umbrella", 110, -220, state="inside_out", turn=52),),
            shot="wide",
            weather="rain",
            motion=("umbrella",),
        ),
        needs={"umbrella": "inside out", "walker": "dry"},
        makes={"umbrella": "blown away"},
        actor="walker",
        feeling="scared",
    )


def _umbrella_wet(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "wet",
        "{walker} stands sad and soaked in the rain without an umbrella.",
        Scene(
            place,
            (Actor("walker", 0, "stand", "sad", "front", wet=True),),
            (Thing("puddle", 0, 20, state="water", front=True),),
            shot=builder.choose(("wide", "medium")),
            weather="rain",
        ),
        needs={"umbrella": "blown away", "walker": "dry"},
        makes={"walker": "soaked"},
        actor="walker",
        feeling="sad",
    )


def _umbrella_shared(builder: StoryBuilder, place: str) -> Beat:
    # A child has to lift the umbrella over the head of a grown-up.
    ages = builder.cast["friend"].look.age, builder.cast["walker"].look.age
    lifts = ages[0] == "child" != ages[1]
    return Beat(
        "shared",
        "{friend} holds a whole umbrella over soaked {walker}, and both smile.",
        Scene(
            place,
            (
                Actor(
                    "friend",
                    0 if lifts else -30,
                    "hold_up" if lifts else "hold_out",
                    "happy",
                    "right",
                    holds=("umbrella", "open"),
                ),
                Actor("walker", 55, "stand", "happy", "left", wet=True),
            ),
            (),
            (Line(_WORDS["shared"], "speech", "friend"),),
            shot=builder.choose(("wide", "medium")),
            weather="rain",
        ),
        needs={"umbrella": "blown away", "walker": "soaked"},
        makes={"friend": "there"},
        actor="friend",
        feeling="happy",
    )


def _umbrella_mended(place: str) -> Beat:
    return Beat(
        "mended",
        "{walker} laughs, dry, under an open umbrella with a puddle at {walker.her} feet.",
        Scene(
            place,
            (Actor("walker", 0, "hold_out", "happy", "front", holds=("umbrella", "open")),),
            (Thing("puddle", 0, 20, state="water"),),
            weather="rain",
        ),
        needs={"umbrella": "inside out", "walker": "dry"},
        makes={"umbrella": "open"},
        actor="walker",
        feeling="happy",
    )
