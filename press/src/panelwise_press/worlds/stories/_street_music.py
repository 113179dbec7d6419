"""A child plays in the market square and changes the instrument after every shower.

Who plays, on which instrument first, what the coins are for, which animal comes to listen and
whether before or after the rain, who pays, and whether for the music or for an end of it.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    Ending,
    WorldAnswer,
    WorldQuestion,
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._stages import in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "street_music.toml", _ROLES)
_VARIABLES = (
    Variable("player", ("a", "b")),
    Variable("tune", ("guitar", "drum")),
    Variable("wish", ("ice", "balloon")),
    Variable("animal", ("cat", "puppy")),
    Variable("sooner", ("rain", "visit")),
    Variable("payer", ("c", "d")),
    Variable("motive", ("praise", "protest")),
)
_OTHER = {"guitar": "drum", "drum": "guitar"}


def _heard(world: World) -> str:
    """The instrument that the animal hears."""
    return world["tune"] if world["sooner"] == "visit" else _OTHER[world["tune"]]


def _listens(ending: Ending) -> str:
    return f"{ending['animal']} {_heard(ending.world)}"


_QUESTIONS = (
    chronology("CAS", by("tune", "sooner"), ("start", "rain", "visit"), error="temporal"),
    chronology(
        "CPT", by("player", "payer"), ("start", "listen", "pay", "end"), error="character_state"
    ),
    chronology("IMN", by("payer", "wish"), ("start", "listen", "end"), interrogative="why"),
    chronology(
        "ICM", by("payer", "motive"), ("listen",), error="character_state", interrogative="why"
    ),
    chronology(
        "CFR",
        ends(player="instruments.with", tune="instrument"),
        ("start", "end"),
        without="rain",
        interrogative="who",
    ),
    chronology("PBP", by("player", "tune"), ("start", "rain", "end")),
    blank_panel(
        by("payer", "animal"), ("visit", "listen", "end"), hidden="pay", error="character_state"
    ),
    meaning(by("motive", "wish"), ("start", "listen", "end")),
    WorldQuestion(
        "true",
        "true_statement",
        WorldAnswer(("animal", "tune"), _listens),
        ("visit",),
        error="object_state",
    ),
)


@world_template("street-music", "market", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def street_music(builder: WorldBuilder) -> TemplateStory:
    """A rule, a shower, a listener, coins."""
    rain = [_rain(builder)] if builder.happens("rain") else []
    visit = [_visit(builder)]
    middle = rain + visit if builder["sooner"] == "rain" else visit + rain
    beats = [_start(builder), *middle, _listen(builder), _pay(builder), _end(builder)]
    painted = in_stages(beats, "painted_fence", "012345", {}, (0, -32, 1))
    return builder.story(_WORDS["title"], painted)


def _with(name: str) -> tuple[str, str]:
    return name, {"guitar": "whole", "drum": "still"}[name]


def _second(builder: WorldBuilder) -> str:
    """What is played after the shower, if there is one."""
    tune = builder["tune"]
    return _OTHER[tune] if builder.happens("rain") else tune


def _playing(
    player: str, tune: str, face: Expression, *, wet: bool = False
) -> tuple[Actor, list[Thing]]:
    """The child with a guitar in both arms, or behind a drum on the ground."""
    if tune == "guitar":
        return Actor(player, -45, "carry", face, "front", holds=_with(tune), wet=wet), []
    drum = Thing("drum", -45, 16, "beaten", id="drum", front=True)
    return Actor(player, -45, "hold_out", face, "front", wet=wet), [drum]


def _animal(builder: WorldBuilder, x: float) -> Thing:
    animal = builder["animal"]
    state = "sitting" if animal == "cat" else "fluffy"
    scale = 0.85 if animal == "puppy" else 1
    return Thing(animal, x, 6, state, id="animal", front=True, scale=scale)


def _wet_ground(wet: bool) -> list[Thing]:
    """What a shower leaves behind."""
    return [Thing("puddle", -135, 20, "water", id="puddle")] if wet else []


def _start(builder: WorldBuilder) -> Beat:
    player, tune = builder["player"], builder["tune"]
    other = _OTHER[tune]
    actor, drum = _playing(player, tune, "happy")
    return Beat(
        "start",
        f"{{{player}}} plays the {tune}, an empty hat and a {other} on the ground.",
        Scene(
            "market",
            (actor,),
            (
                *drum,
                Thing("coin_hat", 35, 8, "empty", id="hat", front=True),
                Thing(other, 115, -4, _with(other)[1], id="other", front=True),
            ),
            (says(player, _WORDS["rule"]), says(player, _WORDS[builder["wish"]])),
            shot="wide",
        ),
        {"hat": "empty", "ground": "dry", "animal": "away"},
        {"instruments.with": player},
        player,
        "cheerful",
        unseen=frozenset({"instruments.with"}),
    )


def _rain(builder: WorldBuilder) -> Beat:
    player, tune = builder["player"], builder["tune"]
    visited = builder["sooner"] == "visit"
    actor, drum = _playing(player, tune, "worried", wet=True)
    return Beat(
        "rain",
        f"{{{player}}} plays the {tune} in the rain{', an animal near by' if visited else ''}.",
        Scene(
            "market",
            (actor,),
            (
                *drum,
                Thing("coin_hat", 35, 8, "empty", id="hat", front=True),
                *([_animal(builder, 126)] if visited else []),
            ),
            shot="wide",
            weather="rain",
        ),
        {"hat": "empty", "ground": "dry", "instruments.with": player}
        | ({"animal": "here", "kind": builder["animal"]} if visited else {"animal": "away"}),
        {"ground": "wet"},
        player,
        "worried",
    )


def _visit(builder: WorldBuilder) -> Beat:
    player, heard = builder["player"], _heard(builder.world)
    if not builder.happens("rain"):
        heard = builder["tune"]
    wet = builder["sooner"] == "rain" and builder.happens("rain")
    actor, drum = _playing(player, heard, "smile")
    return Beat(
        "visit",
        f"A {builder['animal']} has come to listen to {{{player}}}, who plays the {heard}.",
        Scene(
            "market",
            (actor,),
            (
                *drum,
                Thing("coin_hat", 35, 8, "empty", id="hat", front=True),
                _animal(builder, 126),
                *_wet_ground(wet),
            ),
            shot="wide",
        ),
        {"hat": "empty", "ground": "wet" if wet else "dry", "instruments.with": player}
        | {"animal": "away", "kind": builder["animal"]},
        {"animal": "here"},
        player,
        "content",
    )


def _listen(builder: WorldBuilder) -> Beat:
    payer, praise = builder["payer"], builder["motive"] == "praise"
    wet = builder.happens("rain")
    face: Expression = "happy" if praise else "angry"
    return Beat(
        "listen",
        f"{{{payer}}} holds a purse, looks {face}, and has an animal close by.",
        Scene(
            "market",
            (Actor(payer, -75, "hold_out", face, "right", holds=("coin_purse", "")),),
            (
                Thing("coin_hat", 35, 8, "empty", id="hat", front=True),
                _animal(builder, 126),
                *_wet_ground(wet),
            ),
            (says(payer, _WORDS[builder["motive"]]),),
            shot="wide",
        ),
        {"hat": "empty", "animal": "here", "kind": builder["animal"]}
        | {"ground": "wet" if wet else "dry"},
        {"purse.with": payer},
        payer,
        "moved" if praise else "annoyed",
        frozenset({"purse.with"}),
    )


def _pay(builder: WorldBuilder) -> Beat:
    payer = builder["payer"]
    return Beat(
        "pay",
        f"{{{payer}}} bends over the hat and puts coins into it; the animal looks on.",
        Scene(
            "market",
            (Actor(payer, -68, "reach_out", "neutral", "right", holds=("coin_purse", "")),),
            (
                Thing("coin_hat", 35, 8, "full", id="hat", front=True),
                Thing("coin", 30, -48, "", id="coin", front=True),
                _animal(builder, 126),
                *_wet_ground(builder.happens("rain")),
            ),
            shot="wide",
        ),
        {"hat": "empty", "animal": "here", "kind": builder["animal"], "purse.with": payer},
        {"hat": "full"},
        payer,
    )


def _end(builder: WorldBuilder) -> Beat:
    player, last = builder["player"], _second(builder)
    actor, drum = _playing(player, last, "happy", wet=True)
    return Beat(
        "end",
        f"In a shower {{{player}}} laughs over a full hat, with the {last} at hand.",
        Scene(
            "market",
            (actor,),
            (*drum, Thing("coin_hat", 35, 8, "full", id="hat", front=True), _animal(builder, 126)),
            shot="wide",
            weather="rain",
        ),
        {"hat": "full", "animal": "here", "kind": builder["animal"]}
        | {"instruments.with": player, "instrument": last},
        {"player.glad": "yes"},
        player,
        "happy",
        frozenset({"player.glad"}),
    )
