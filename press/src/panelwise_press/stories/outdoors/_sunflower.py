"""What grows in the garden."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"gardener": ANYONE}
_WORDS = Translations(__name__, "sunflower.toml", _ROLES)

_RAIN = "In the rain "

_SUNFLOWER_MOTIVE = TemplateQuestion(
    "Why does {gardener} pour out the watering can?",
    "To make the young plant grow.",
    (
        WrongAnswer("To wash the mud off the fence.", "object"),
        WrongAnswer("To get rid of an ugly weed.", "motive"),
        WrongAnswer("To soften the soil for a new hole.", "causal"),
        WrongAnswer("To clean a pair of boots.", "object"),
        WrongAnswer("To wash out the dirty can.", "place"),
        WrongAnswer("To soften the soil around a weed.", "causal"),
        WrongAnswer("To empty the can before the rain comes.", "temporal"),
    ),
    ("sprout",),
)

_SUNFLOWER_PREDICTION = TemplateQuestion(
    "What is {gardener} most likely to do in the garden next spring?",
    "Sow another seed and water the sprout.",
    (
        WrongAnswer("Leave the bed bare in disappointment.", "feeling"),
        WrongAnswer("Pull up every sprout as a bad weed.", "object"),
        WrongAnswer("Move to a garden where things do grow.", "place"),
        WrongAnswer("Dig up the garden in a search for gold.", "motive"),
        WrongAnswer("Cover every bit of soil with stone.", "object"),
        WrongAnswer("Sulk beside a bed without flowers.", "feeling"),
        WrongAnswer("Sell the garden and move to another place.", "place"),
    ),
    ("sprout", "bloom"),
)

_SUNFLOWER_MEANING = TemplateQuestion(
    "What is the story about, in one sentence?",
    "{gardener} starts with a hole in bare soil and ends up with a giant flower.",
    (
        WrongAnswer(
            "{gardener} waters a plant far too much and ends up with nothing but bare soil.",
            "causal",
        ),
        WrongAnswer(
            "{gardener} takes a sprout for a weed and pulls the plant up by its roots.", "object"
        ),
        WrongAnswer(
            "{gardener} waits in vain for a seed to grow and buys a flower at the market.", "place"
        ),
        WrongAnswer("{gardener} digs a hole and finds a giant root in the soil.", "place"),
        WrongAnswer(
            "{gardener} takes a sprout for a weed and digs the whole bed over in a bad mood.",
            "feeling",
        ),
        WrongAnswer("{gardener} buys a seed, which is eaten by a hungry bird.", "temporal"),
        WrongAnswer(
            "{gardener} takes a sprout for a weed and buys a better flower at the market in town.",
            "motive",
        ),
    ),
    ("sow", "sprout", "bloom"),
)


def _sunflower_instead(where: str) -> dict[str, tuple[WrongAnswer, ...]]:
    """What did not become of the plant; ``where`` opens each sentence about the stalk."""
    stalk: tuple[WrongAnswer, ...] = (
        WrongAnswer("{gardener} kneels before a sprout that lies withered on the soil.", "object"),
        WrongAnswer(
            "{gardener} pulls the sprout out of the soil and throws it over the fence.", "causal"
        ),
        WrongAnswer(
            "{gardener} weeps over a bare bed of soil with a small dark hole in it.", "feeling"
        ),
        WrongAnswer(
            "{gardener} stares at a closed bud in a pot on the other side of the fence.", "place"
        ),
        WrongAnswer(
            "{gardener} stares at a young tree that has grown in the bed in its place.", "object"
        ),
    )
    return {
        "stalk": tuple(WrongAnswer(where + wrong.text, wrong.kind) for wrong in stalk),
        "sprout": (
            WrongAnswer("{gardener} pulls a tiny sprout out of the soil.", "causal"),
            WrongAnswer("{gardener} weeps over a sprout with withered leaves.", "feeling"),
            WrongAnswer("{gardener} plants a young tree in the hole in the bed.", "object"),
            WrongAnswer("{gardener} waters a sprout in a pot on the fence.", "place"),
            WrongAnswer("{gardener} fills the empty hole with stones and mud.", "object"),
        ),
    }


@template("sunflower", "garden", _ROLES)
def sunflower(builder: StoryBuilder) -> TemplateStory:
    """Seed, sprout, stalk, bloom."""
    can = ("watering_can", "pouring")
    rain = builder.chance()
    skip = builder.choose(("none", "none", "stalk"))
    hole = _sunflower_sow(builder)
    sprout = _sunflower_sprout(builder, can)
    stalk = _sunflower_stalk(rain)
    bloom = _sunflower_bloom(builder, skip)
    return builder.story(
        _WORDS["title"],
        [
            hole,
            sprout,
            *([stalk] if skip == "none" else []),
            bloom,
        ],
        motive=[_SUNFLOWER_MOTIVE],
        prediction=[_SUNFLOWER_PREDICTION],
        meaning=[_SUNFLOWER_MEANING],
        otherwise=("bloom", _sunflower_withered(skip)),
        instead=_sunflower_instead(_RAIN if rain else ""),
    )


def _sunflower_sow(builder: StoryBuilder) -> Beat:
    return Beat(
        "sow",
        "{gardener} crouches beside a small dark hole in a bare bed of soil.",
        Scene(
            "flower_garden",
            (Actor("gardener", -80, "crouch", "smile", "right"),),
            (Thing("sunflower", 30, state="hole"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"plant": "a seed"},
        makes={"plant": "in the soil"},
        actor="gardener",
    )


def _sunflower_sprout(builder: StoryBuilder, can: tuple[str, str]) -> Beat:
    return Beat(
        "sprout",
        "From a can {gardener} waters a tiny sprout with two leaves.",
        Scene(
            "flower_garden",
            (Actor("gardener", -95, "hold_out", "smile", "right", holds=can),),
            (Thing("sunflower", 30, state="sprout"),),
            (Line(_WORDS["sprout"], speaker="gardener"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"plant": "in the soil"},
        makes={"plant": "a sprout"},
        actor="gardener",
        feeling="content",
    )


def _sunflower_stalk(rain: bool) -> Beat:
    return Beat(
        "stalk",
        (_RAIN if rain else "")
        + "{gardener} stares at a tall stalk with two big leaves and a closed bud.",
        Scene(
            "flower_garden",
            (Actor("gardener", -90, "think", "surprised", "right", wet=rain),),
            (Thing("sunflower", 40, state="stalk"),),
            shot="wide",
            weather="rain" if rain else "clear",
        ),
        needs={"plant": "a sprout"},
        makes={"plant": "a stalk with a bud"},
        actor="gardener",
        feeling="surprised",
    )


def _sunflower_bloom(builder: StoryBuilder, skip: str) -> Beat:
    return Beat(
        "bloom",
        "{gardener} cheers beside a huge sunflower in full bloom.",
        Scene(
            "flower_garden",
            (Actor("gardener", -90, "cheer", "happy", "right"),),
            (Thing("sunflower", 40, state="bloom"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"plant": "a stalk with a bud" if skip == "none" else "a sprout"},
        makes={"plant": "in bloom"},
        actor="gardener",
        feeling="happy",
    )


def _sunflower_withered(skip: str) -> Beat:
    return Beat(
        "withered",
        "{gardener} weeps beside a bare bed with a small dark hole in it.",
        Scene(
            "flower_garden",
            (Actor("gardener", -90, "cover_face", "crying", "right"),),
            (Thing("sunflower", 40, state="hole"),),
        ),
        needs={"plant": "a stalk with a bud" if skip == "none" else "a sprout"},
        makes={"plant": "gone"},
        actor="gardener",
        feeling="sad",
    )
