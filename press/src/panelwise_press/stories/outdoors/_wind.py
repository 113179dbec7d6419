"""A kite, a tree, a patch."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"flyer": CHILD, "climber": ANYONE}
_WORDS = Translations(__name__, "wind.toml", _ROLES)

_KITE_MOTIVE = TemplateQuestion(
    "Why is {flyer} in tears under the tree?",
    "The kite is torn and out of reach.",
    (
        WrongAnswer("The kite has been swept far away.", "place"),
        WrongAnswer("{climber} will not return the kite.", "character"),
        WrongAnswer("The kite is too heavy for the wind.", "causal"),
        WrongAnswer("{climber} has torn the kite to pieces in anger.", "motive"),
        WrongAnswer("{climber} will not let go of the string of the kite.", "character"),
        WrongAnswer("The wind is far too weak.", "causal"),
    ),
    ("caught",),
)

_KITE_PREDICTION = TemplateQuestion(
    "Where is {flyer} likely to fly the kite another time?",
    "On open ground, far away from trees.",
    (
        WrongAnswer("As near as can be to a tall tree.", "place"),
        WrongAnswer("In the house, where no wind blows.", "causal"),
        WrongAnswer("Nowhere, for the tear stays open.", "object"),
        WrongAnswer("In a wood, far away from any open ground.", "place"),
        WrongAnswer("Nowhere, for the kite has been given away.", "motive"),
        WrongAnswer("In a yard with high walls.", "place"),
    ),
    ("caught", "mend"),
)

_KITE_MEANING = TemplateQuestion(
    "What is the story about, in one sentence?",
    "{climber} gets the torn kite out of the tree, and a patch makes it whole.",
    (
        WrongAnswer(
            "{climber} tears the kite out of envy and has to mend it with a patch of cloth.",
            "motive",
        ),
        WrongAnswer(
            "{flyer} gets the torn kite out of the tree, and {climber} throws it away unmended.",
            "character",
        ),
        WrongAnswer(
            "{flyer} lets go of the kite, and the wind brings it back without a tear.", "causal"
        ),
        WrongAnswer(
            "{climber} tears the kite out of envy and throws it away in front of {flyer}.", "motive"
        ),
        WrongAnswer(
            "{flyer} lets go of the kite, and the wind carries it off over the tree for good.",
            "causal",
        ),
        WrongAnswer("{flyer} lets go of the kite, and {climber} keeps it for good.", "object"),
    ),
    ("caught", "down", "mend"),
)

_KITE_INSTEAD: dict[str, tuple[WrongAnswer, ...]] = {
    "down": (
        WrongAnswer("The torn kite comes loose and is blown away over the hill.", "place"),
        WrongAnswer(
            "{climber}, stained with dirt, hands {flyer} a brand-new kite by the tree.", "object"
        ),
        WrongAnswer("{climber} tears the kite to shreds in front of {flyer}.", "character"),
        WrongAnswer("{flyer} shrugs and leaves the torn kite in the tree for good.", "feeling"),
        WrongAnswer(
            "{climber} falls on the kite under the tree and breaks its frame in two.", "causal"
        ),
    ),
    "mend": (
        WrongAnswer(
            "{flyer} throws the torn kite into the grass, and {climber} shrugs.", "feeling"
        ),
        WrongAnswer(
            "{flyer} holds a new kite without a patch and smiles; {climber} waves.", "object"
        ),
        WrongAnswer(
            "{climber} walks off with the torn kite, and {flyer} waves goodbye sadly.", "character"
        ),
        WrongAnswer("{flyer} hangs the torn kite up on a wall, and {climber} nods.", "place"),
        WrongAnswer(
            "{flyer} pulls at the tear until the kite is in two pieces; {climber} cries.", "causal"
        ),
    ),
}


@template("kite", "weather", _ROLES)
def kite(builder: StoryBuilder) -> TemplateStory:
    """Whole, flying, caught, brought down torn, patched, flying with a patch."""
    stand = _kite_ready()
    fly = _kite_fly()
    caught = _kite_caught()
    down = _kite_down()
    mend = _kite_mend(builder)
    again = _kite_soar(builder)
    beats = [stand, fly, caught, down, mend, again]
    first, last = builder.choose(((0, 6), (0, 6), (1, 6), (0, 5)))
    return builder.story(
        _WORDS["title"],
        beats[first:last],
        motive=[_KITE_MOTIVE],
        prediction=[_KITE_PREDICTION],
        meaning=[_KITE_MEANING],
        otherwise=("caught", _kite_gone()),
        instead=_KITE_INSTEAD,
    )


def _kite_ready() -> Beat:
    return Beat(
        "ready",
        "{flyer} holds an undamaged kite in the wind on the hill.",
        Scene(
            "hill",
            (Actor("flyer", 0, "hold_out", "happy", "right", holds=("kite", "whole")),),
            shot="medium",
            weather="wind",
        ),
        needs={"kite": "whole, in the hands"},
        makes={"game": "begun"},
        actor="flyer",
        feeling="happy",
    )


def _kite_fly() -> Beat:
    return Beat(
        "fly",
        "{flyer} runs over the hill and flies an undamaged kite on its string.",
        Scene(
            "hill",
            (Actor("flyer", -130, "run", "happy", "left"),),
            (Thing("kite", 50, -186, state="flying", scale=1.15),),
            shot="wide",
            weather="wind",
        ),
        needs={"kite": "whole, in the hands", "game": "begun"},
        makes={"kite": "whole, in the air"},
        actor="flyer",
        feeling="happy",
    )


def _kite_caught() -> Beat:
    return Beat(
        "caught",
        "{flyer} cries and reaches for the kite, which hangs torn up in a tree.",
        Scene(
            "hill",
            (Actor("flyer", -140, "reach_up", "crying", "right"),),
            (Thing("old_tree", 60, state="kite"),),
            (Line(_WORDS["caught"], "shout", "flyer"),),
            shot="wide",
        ),
        needs={"kite": "whole, in the air"},
        makes={"kite": "torn, in the tree"},
        actor="flyer",
        feeling="sad",
    )


def _kite_down() -> Beat:
    return Beat(
        "down",
        "{climber}, stained with dirt, hands {flyer} the torn kite by the tree.",
        Scene(
            "hill",
            (
                Actor(
                    "climber", 20, "hold_out", "smile", "left", holds=("kite", "torn"), dirty=True
                ),
                Actor("flyer", -130, "reach_out", "sad", "right"),
            ),
            (Thing("old_tree", 150, state="plain"),),
            shot="wide",
        ),
        needs={"kite": "torn, in the tree"},
        makes={"kite": "torn, in the hands"},
        actor="climber",
    )


def _kite_mend(builder: StoryBuilder) -> Beat:
    return Beat(
        "mend",
        "{flyer} smiles and holds the kite, a patch over the tear; {climber} waves.",
        Scene(
            builder.choose(("flower_garden", "park_path")),
            (
                Actor("flyer", -70, "hold_out", "smile", "right", holds=("kite", "patched")),
                Actor("climber", 130, "wave", "happy", "left", dirty=True),
            ),
            shot="medium",
        ),
        needs={"kite": "torn, in the hands"},
        makes={"kite": "patched, in the hands"},
        actor="flyer",
        feeling="glad",
    )


def _kite_soar(builder: StoryBuilder) -> Beat:
    return Beat(
        "soar",
        "{flyer} flies the patched kite on its string, and {climber} points and smiles.",
        Scene(
            "hill",
            (
                Actor("flyer", -110, "reach_up", "happy", "right"),
                Actor("climber", -210, "point", "happy", "right", dirty=True),
            ),
            (Thing("kite", 82, -258, state="patched_flying", scale=1.15),),
            shot="wide",
            weather="wind",
            time=builder.choose(("day", "evening")),
        ),
        needs={"kite": "patched, in the hands"},
        makes={"kite": "patched, in the air"},
        actor="flyer",
        feeling="happy",
    )


def _kite_gone() -> Beat:
    return Beat(
        "gone",
        "{flyer} reaches after an undamaged kite that flies off over the tree.",
        Scene(
            "hill",
            (Actor("flyer", -140, "reach_up", "surprised", "right"),),
            (
                Thing("old_tree", 60, state="plain"),
                Thing("kite", 190, -330, state="whole", turn=30),
            ),
            shot="wide",
        ),
        needs={"kite": "whole, in the air"},
        makes={"kite": "flown off"},
        actor="flyer",
        feeling="surprised",
    )
