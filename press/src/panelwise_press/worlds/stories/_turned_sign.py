"""A child follows two signs to something on a board, and somebody has turned one of the signs.

Where the child arrives is not shown. It follows from the board, both signs that are followed, and
the one that was turned: there each arm points down the other road. The board says which signs lead
to what, not which of them is at the left, so it agrees with the posts in every world.
"""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Expression, Facing, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    WorldAnswer,
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._stages import Spot, in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN}
_WORDS = Translations(__name__, "turned_sign.toml", _ROLES)
_VARIABLES = (
    Variable("animals", ("star", "heart")),  # the sign of the road to the bear and the rabbit
    Variable("first", ("ring", "square")),  # the sign of the road to the bear and to the drum
    Variable("turn1", ("star", "heart")),
    Variable("turn2", ("ring", "square")),
    Variable("prank", ("first", "second")),
    Variable("runner", ("a", "b")),
    Variable("mood", ("sure", "unsure")),
    Variable("gear", ("spade", "umbrella")),
)
_OTHER = {"a": "b", "b": "a", "star": "heart", "heart": "star", "ring": "square", "square": "ring"}
_HIDDEN = frozenset({"hunt", "signs", "way", "rest", "goal"})  # the snow shows the order
_FIR: Spot = (222, -24, 0.9)
_FIRS: dict[str, Spot] = {
    "routes": (170, -14, 0.9),
    "start": (-120, -4, 0.9),
    "rest": (140, -14, 0.9),
    "end": (200, -14, 0.9),
}
_GEAR = {"spade": ("toy_spade", "clean"), "umbrella": ("umbrella", "open")}


def _roads(world: World, *, prank: bool = True) -> tuple[str, str]:
    """The signs of the roads that the child really takes."""
    one, two = world["turn1"], world["turn2"]
    if prank and world["prank"] == "first":
        one = _OTHER[one]
    if prank and world["prank"] == "second":
        two = _OTHER[two]
    return one, two


def _goal(world: World, *, prank: bool = True) -> str:
    one, two = _roads(world, prank=prank)
    goals = ("bear", "rabbit") if one == world["animals"] else ("drum", "guitar")
    return goals[0] if two == world["first"] else goals[1]


def _wanted(world: World) -> str:
    """What the board shows at the end of the road that the child means to take."""
    return "animals" if world["turn1"] == world["animals"] else "music"


def _found(world: World) -> str:
    return "animals" if _roads(world)[0] == world["animals"] else "music"


_QUESTIONS = (
    chronology("CAS", by("turn1", "turn2"), ("fork1", "fork2"), error="temporal"),
    chronology(
        "CPT",
        WorldAnswer(("goal",), _goal),
        ("routes", "prank", "fork1", "fork2"),
        error="scene_transition",
        interrogative="where",
    ),
    chronology(
        "IMN",
        WorldAnswer(("runner", "kind"), lambda world: f"{world['runner']} {_wanted(world)}"),
        ("routes", "fork1"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        WorldAnswer(("mood", "kind"), lambda world: f"{world['mood']} {_found(world)}"),
        ("routes", "prank", "fork1", "fork2"),
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(goal="goal"),
        ("routes", "fork1", "fork2"),
        without="prank",
        interrogative="where",
    ),
    chronology(
        "PBP",
        WorldAnswer(("runner", "kind"), lambda world: f"{world['runner']} {_found(world)}"),
        ("routes", "prank", "fork1"),
    ),
    blank_panel(by("runner", "turn2"), ("prank", "end"), hidden="fork2"),
    meaning(by("mood", "prank"), ("prank", "fork2")),
)


@world_template("turned-sign", "hill", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def turned_sign(builder: WorldBuilder) -> TemplateStory:
    """A board, a prank, and two forks, while it snows."""
    beats = [_routes(builder), _start(builder)]
    if builder.happens("prank"):
        beats.append(_prank(builder))
    beats += [_fork1(builder), _rest(builder), _fork2(builder), _end(builder)]
    snowed = [replace(one, scene=replace(one.scene, weather="snow")) for one in beats[1:]]
    marked = in_stages([beats[0], *snowed], "fir_in_snow", "0123456", _FIRS, _FIR)
    return builder.story(_WORDS["title"], [replace(one, unseen=_HIDDEN) for one in marked])


def _routes(builder: WorldBuilder) -> Beat:
    one, two = builder["animals"], builder["first"]
    return Beat(
        "routes",
        f"{{c}} points at a board: the {one} leads to the animals, the {two} to the bear.",
        Scene(
            "meadow",
            (Actor("c", -165, "point", "smile", "right"),),
            (Thing("route_board", 15, 0, f"{one} {two}", id="routes"),),
            (says("c", _WORDS["routes"]),),
        ),
        {"hunt": "none"},
        {"hunt": "open"},
        "c",
        "friendly",
    )


def _runner(builder: WorldBuilder, x: float, facing: Facing) -> Actor:
    face: Expression = "smile" if builder["mood"] == "sure" else "worried"
    return Actor(builder["runner"], x, "walk", face, facing, holds=_GEAR[builder["gear"]])


def _with_gear(builder: WorldBuilder) -> dict[str, str]:
    """What every panel with the child shows: who has what."""
    return {"gear": builder["gear"], "gear.with": builder["runner"]}


def _start(builder: WorldBuilder) -> Beat:
    runner, gear = builder["runner"], builder["gear"]
    return Beat(
        "start",
        f"{{{runner}}} sets off from home with {'an' if gear == 'umbrella' else 'a'} {gear}.",
        Scene(
            "doorstep",
            (Actor(runner, 0, "walk", "happy", "right", holds=_GEAR[gear]),),
            (),
            (says(runner, _WORDS["start"]),),
        ),
        {"hunt": "open"} | _with_gear(builder),
        {"hunt": "on"},
        runner,
        "eager",
    )


def _prank(builder: WorldBuilder) -> Beat:
    other = _OTHER[builder["runner"]]
    # The other way round than at the fork: it has been turned when the child comes.
    signs = "heart star" if builder["prank"] == "first" else "square ring"
    return Beat(
        "prank",
        f"{{{other}}} turns the signpost with {' and '.join(signs.split())} and giggles.",
        Scene(
            "hill",
            (Actor(other, -62, "reach_out", "smug", "right"),),
            (Thing("signpost", 0, 0, f"{signs} turned", id="post"),),
            shot="wide",
        ),
        {"hunt": "on", "way": "not begun", "signs": "right"},
        {"signs": "turned"},
        other,
        "gleeful",
    )


def _fork1(builder: WorldBuilder) -> Beat:
    runner, sign = builder["runner"], builder["turn1"]
    left = sign == "star"
    return Beat(
        "fork1",
        f"{{{runner}}} walks off below the arm with the {sign}.",
        Scene(
            "hill",
            (
                Actor(
                    runner,
                    -112 if left else 112,
                    "walk",
                    "smile",
                    "left" if left else "right",
                    holds=_GEAR[builder["gear"]],
                ),
            ),
            (Thing("signpost", 0, 0, "star heart", id="first post"),),
            shot="wide",
        ),
        {"hunt": "on", "signs": "turned", "first post": "there"} | _with_gear(builder),
        {"way": "half"},
        runner,
        "happy",
    )


def _rest(builder: WorldBuilder) -> Beat:
    runner, gear = builder["runner"], builder["gear"]
    return Beat(
        "rest",
        f"{{{runner}}} sits on a stone between the forks, the {gear} in hand.",
        Scene(
            "hill",
            (Actor(runner, 0, "sit", "smile", "right", holds=_GEAR[gear]),),
            (Thing("big_stone", 0, 0, "", id="stone", scale=1.5),),
            (says(runner, _WORDS["rest"]),),
        ),
        {"way": "half", "rest": "none"} | _with_gear(builder),
        {"rest": "taken"},
        runner,
        "calm",
    )


def _fork2(builder: WorldBuilder) -> Beat:
    runner, sign, mood = builder["runner"], builder["turn2"], builder["mood"]
    left = sign == "ring"
    return Beat(
        "fork2",
        f"{{{runner}}}, {'confident' if mood == 'sure' else 'in doubt'}, walks off below the arm"
        f" with the {sign}.",
        Scene(
            "hill",
            (_runner(builder, -112 if left else 112, "left" if left else "right"),),
            (Thing("signpost", 0, 0, "ring square", id="second post"),),
            (says(runner, _WORDS[mood]),),
            shot="wide",
        ),
        {"way": "half", "rest": "taken", "second post": "there"} | _with_gear(builder),
        {"way": "whole"},
        runner,
        "confident" if mood == "sure" else "doubtful",
    )


def _end(builder: WorldBuilder) -> Beat:
    runner = builder["runner"]
    prank = builder.happens("prank")
    road = _roads(builder.world, prank=prank)[1]
    return Beat(
        "end",
        f"{{{runner}}} walks past a milestone with a {road}.",
        Scene(
            "meadow",
            (Actor(runner, -55, "walk", "smile", "right", holds=_GEAR[builder["gear"]]),),
            (Thing("milestone", 60, 0, road, id="milestone"),),
            shot="wide",
        ),
        {"way": "whole"} | _with_gear(builder),
        {"road": road, "goal": _goal(builder.world, prank=prank)},
        runner,
        "happy",
    )
