"""A map from a bottle, a hole in the sand, and a promise about what is in the chest.

Who finds the map, where the chest is, who digs, in which mood, before or after a sandwich, what is
in the chest, and what the finder promises to do if it is the one or the other. Sand towers in the
foreground, one more in each picture, show how far the day is.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable
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
from panelwise_press.worlds.stories._stages import Spot, in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "buried_find.toml", _ROLES)
_TOWERS: dict[str, Spot] = {"dig": (10, 106, 0.7), "open": (0, 96, 0.7)}
_VARIABLES = (
    Variable("finder", ("a", "b")),
    Variable("promise", ("swim_for_bear", "swim_for_drum")),
    Variable("digger", ("c", "d")),
    Variable("mood", ("keen", "cross")),
    Variable("sooner", ("dig", "eat")),
    Variable("spot", ("rock", "boat")),
    Variable("inside", ("bear", "drum")),
)


def _kept(ending: Ending) -> str:
    """Who does what, if the promise is kept."""
    swims = ending["promise"] == f"swim_for_{ending['inside']}"
    return f"{ending['finder']} {'swim' if swims else 'fish'}"


_QUESTIONS = (
    chronology("CAS", by("spot", "sooner"), ("dig", "eat"), error="temporal"),
    chronology("CPT", by("inside", "spot"), ("dig", "open"), error="object_state"),
    chronology("IMN", by("finder", "spot"), ("map", "dig"), interrogative="why"),
    chronology("ICM", by("digger", "mood"), ("ask",), error="character_state", interrogative="how"),
    chronology(
        "CFR",
        ends(spot="chest.at", finder="map.with"),
        ("map", "dig"),
        without="dig",
        interrogative="where",
    ),
    chronology("PBP", WorldAnswer(("finder", "next"), _kept), ("map", "open", "end")),
    blank_panel(
        by("digger", "inside"), ("ask", "dig", "open", "end"), hidden="give", error="object_state"
    ),
    meaning(by("mood", "sooner"), ("ask", "dig", "eat", "end")),
    WorldQuestion("true", "true_statement", by("finder", "promise"), ("map",), error="dialogue"),
)


@world_template("buried-find", "beach", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def buried_find(builder: WorldBuilder) -> TemplateStory:
    """A map, a hole, a chest, a present."""
    lunch = builder.choose(("sandwich", "banana"))
    work = [_dig(builder)] if builder.happens("dig") else []
    eat = [_eat(builder, lunch)]
    beats = [_map(builder), _ask(builder)]
    beats += work + eat if builder["sooner"] == "dig" else eat + work
    if work:
        beats += [_open(builder), _give(builder)]
    beats = in_stages(beats, "sand_towers", "123456", _TOWERS, (0, 88, 0.7))
    if work:
        beats.append(_end(builder))
    return builder.story(_WORDS["title"], beats)


def _spot(builder: WorldBuilder, x: float) -> Thing:
    """What marks the place of the chest."""
    if builder["spot"] == "rock":
        return Thing("rock", x, -8, "whole", id="spot")
    return Thing("boat", x, -14, "beached", id="spot", scale=0.75)


def _found(builder: WorldBuilder) -> str:
    """The prop in the chest."""
    return {"bear": "toy_bear", "drum": "drum"}[builder["inside"]]


def _held(builder: WorldBuilder) -> tuple[str, str]:
    return _found(builder), {"bear": "clean", "drum": "still"}[builder["inside"]]


def _map(builder: WorldBuilder) -> Beat:
    finder = builder["finder"]
    return Beat(
        "map",
        f"{{{finder}}} holds a map from a bottle and makes a promise.",
        Scene(
            "beach",
            (Actor(finder, 0, "hold_out", "happy", "front", holds=("treasure_map", "open")),),
            (Thing("bottle", 62, 6, "empty", id="bottle", turn=62, scale=1.3),),
            (says(finder, _WORDS[builder["promise"]]),),
        ),
        {"chest": "hidden"},
        {"map.with": finder},
        finder,
        "happy",
        frozenset({"chest"}),
    )


def _ask(builder: WorldBuilder) -> Beat:
    digger, keen = builder["digger"], builder["mood"] == "keen"
    face: Expression = "happy" if keen else "angry"
    return Beat(
        "ask",
        f"{{{digger}}} holds a clean spade and looks {face}.",
        Scene(
            "beach",
            (Actor(digger, 0, "hold_out", face, "right", holds=("toy_spade", "clean")),),
            (),
            (says(digger, _WORDS[builder["mood"]]),),
        ),
        {"chest": "hidden", "map.with": builder["finder"]},
        {"spade.with": digger},
        digger,
        "eager" if keen else "annoyed",
        frozenset({"chest", "map.with"}),
    )


def _dig(builder: WorldBuilder) -> Beat:
    digger = builder["digger"]
    return Beat(
        "dig",
        f"{{{digger}}} digs a deep hole next to a {builder['spot']}.",
        Scene(
            "beach",
            (Actor(digger, -95, "dig", "effort", "right", holds=("toy_spade", "sandy")),),
            (_spot(builder, 75), Thing("hole", -40, 14, "deep", id="hole")),
            shot="wide",
        ),
        {"chest": "hidden", "spade.with": digger},
        {"chest": "out", "hole.at": builder["spot"]},
        digger,
        "busy",
        frozenset({"chest"}),
    )


def _eat(builder: WorldBuilder, lunch: str) -> Beat:
    digger = builder["digger"]
    done = builder["sooner"] == "dig" and builder.happens("dig")
    spade = Thing("toy_spade", 84, 8, "sandy" if done else "clean", id="spade", scale=1.4)
    chest = (Thing("chest", -130, 0, "closed", id="chest"),) if done else ()
    return Beat(
        "eat",
        f"{{{digger}}} eats a {lunch} next to a {'sandy' if done else 'clean'} spade"
        f"{' and a closed chest' if done else ''}.",
        Scene(
            "beach",
            (Actor(digger, -30, "hold_out", "eating", "right", holds=(lunch, "whole")),),
            (spade, *chest),
            shot="wide",
        ),
        {"chest": "out" if done else "hidden", "spade.with": digger},
        {"digger.fed": "yes", "chest.at": builder["spot"]},
        digger,
        "content",
        frozenset({"chest.at"} if done else {"chest", "chest.at"}),
    )


def _open(builder: WorldBuilder) -> Beat:
    found, find = _found(builder), builder["inside"]
    state = _held(builder)[1]
    return Beat(
        "open",
        f"A {find} sits in an open chest next to a {builder['spot']}.",
        Scene(
            "beach",
            (),
            (
                _spot(builder, 75),
                Thing("chest", -55, 10, "empty", id="chest", scale=1.2),
                Thing(found, -55, -34, state, id="found"),
            ),
            shot="wide",
        ),
        {"chest": "out", "digger.fed": "yes", "hole.at": builder["spot"]},
        {"chest": "open", "found": find},
        unseen=frozenset({"digger.fed", "hole.at"}),
    )


def _give(builder: WorldBuilder) -> Beat:
    digger, finder = builder["digger"], builder["finder"]
    return Beat(
        "give",
        f"{{{digger}}} hands the {builder['inside']} to {{{finder}}}.",
        Scene(
            "beach",
            (
                Actor(digger, -55, "hold_out", "smile", "right", holds=_held(builder)),
                Actor(finder, 55, "reach_out", "happy", "left"),
            ),
        ),
        {"chest": "open", "found": builder["inside"]},
        {"found.with": finder},
        digger,
        "kind",
        frozenset({"chest"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    finder, find = builder["finder"], builder["inside"]
    return Beat(
        "end",
        f"{{{finder}}} holds the {find} on the pier.",
        Scene(
            "pier",
            (Actor(finder, -50, "hold_out", "happy", "right", holds=_held(builder)),),
            shot="wide",
        ),
        {"chest": "open", "found": find, "found.with": finder},
        {"finder": "glad"},
        finder,
        "happy",
        frozenset({"chest"}),
    )
