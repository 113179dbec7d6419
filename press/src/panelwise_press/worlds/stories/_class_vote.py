"""Three children vote on what their class will do, and nobody says how it ends.

The result follows from the three slips, each in a panel of its own. If one were missing, the
wish of the grown-up would count in a tie. The rack of slips gets empty, the boxes are locked, and
the lunch box gets empty, too.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing, Weather
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

_ROLES = {"a": CHILD, "b": CHILD, "e": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "class_vote.toml", _ROLES)
_BOTH = ("kite", "guitar")
_VARIABLES = (
    Variable("v1", _BOTH),
    Variable("v2", _BOTH),
    Variable("v3", _BOTH),
    Variable("wish", _BOTH),  # of the grown-up
    Variable("lead", ("c", "d")),
    Variable("bringer", ("a", "b")),
    Variable("weather", ("rain", "clear")),
    Variable("mood", ("sure", "unsure")),
)
_SLIPS = 3
_VOTERS = {"v1": "a", "v2": "b", "v3": "e"}


def _result(world: World, *, third: bool = True) -> str:
    """What gets the most votes; in a tie, what the grown-up wishes."""
    if world["v1"] == world["v2"]:
        return world["v1"]
    return world["v3"] if third else world["wish"]


def _decides(world: World) -> str:
    return "no" if world["v1"] == world["v2"] else "yes"


def _wins(world: World) -> str:
    return "yes" if _result(world) == world["wish"] else "no"


def _vote_and_weather(world: World) -> str:
    vote = world["v1" if world["bringer"] == "a" else "v2"]
    return f"{vote} {world['weather']}"


_VOTES = ("vote1", "vote2", "vote3")
_QUESTIONS = (
    chronology(
        "CAS",
        WorldAnswer(("vote", "weather"), _vote_and_weather),
        ("vote1", "vote2", "morning"),
        error="temporal",
    ),
    chronology(
        "CPT",
        WorldAnswer(("v3", "decides"), lambda world: f"{world['v3']} {_decides(world)}"),
        _VOTES,
        error="object_state",
    ),
    chronology(
        "IMN",
        WorldAnswer(("lead", "wins"), lambda world: f"{world['lead']} {_wins(world)}"),
        ("rule", *_VOTES),
    ),
    chronology(
        "ICM",
        WorldAnswer(("mood", "result"), lambda world: f"{world['mood']} {_result(world)}"),
        _VOTES,
        error="character_state",
        interrogative="how",
    ),
    chronology(
        "CFR",
        ends(result="result", lead="lead"),
        ("rule", "vote1", "vote2"),
        without="vote3",
    ),
    chronology(
        "PBP",
        WorldAnswer(("lead", "result"), lambda world: f"{world['lead']} {_result(world)}"),
        (*_VOTES, "end"),
    ),
    blank_panel(by("bringer", "lead"), ("morning", "end"), "give", error="character_state"),
    meaning(
        WorldAnswer(("decides", "wins"), lambda world: f"{_decides(world)} {_wins(world)}"),
        ("rule", *_VOTES),
    ),
)


@world_template("class-vote", "school", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def class_vote(builder: WorldBuilder) -> TemplateStory:
    """A rule, three slips, and a morning."""
    beats = [_rule(builder), _vote(builder, 1), _vote(builder, 2)]
    if builder.happens("vote3"):
        beats.append(_vote(builder, 3))
    beats += [_morning(builder), _give(builder), _end(builder)]
    return builder.story(_WORDS["title"], beats)


def _rule(builder: WorldBuilder) -> Beat:
    lead, wish = builder["lead"], builder["wish"]
    return Beat(
        "rule",
        f"{{{lead}}} holds a {wish} in front of the class and explains the vote.",
        Scene(
            "classroom",
            (Actor(lead, -190, "hold_out", "smile", "right", holds=(wish, "whole")),),
            _boxes(_SLIPS, x=80),
            (says(lead, _WORDS["rule"]),),
        ),
        {"slips": str(_SLIPS), "boxes": "open", "day": "first"},
        {"rule": "known", "wish": wish, "lead": lead},
        lead,
        "friendly",
        frozenset({"day", "rule"}),
    )


def _boxes(slips: int, choice: str = "", x: float = 0) -> tuple[Thing, Thing]:
    """The two boxes, perhaps with a slip in one, and the rack of the slips that are left."""
    return (
        Thing("ballot", x, 0, choice, id="ballot"),
        Thing("slip_rack", x, -4, str(slips), id="rack"),
    )


def _vote(builder: WorldBuilder, number: int) -> Beat:
    """One of the three slips; only the third child says something."""
    voter, choice, mood = _VOTERS[f"v{number}"], builder[f"v{number}"], builder["mood"]
    face: Expression = "smile"
    if number == 3:
        face = "happy" if mood == "sure" else "thinking"
    before, left = str(_SLIPS - number + 1), str(_SLIPS - number)
    return Beat(
        f"vote{number}",
        f"{{{voter}}} votes for the {choice}.",
        Scene(
            "classroom",
            (Actor(voter, -150, "point", face, "right"),),
            _boxes(_SLIPS - number, choice),
            (says(voter, _WORDS[mood]),) if number == 3 else (),
        ),
        {"rule": "known", "slips": before, "boxes": "open", "day": "first"},
        {"slips": left},
        voter,
        "certain" if mood == "sure" else "doubtful",
        frozenset({"day", "rule"}),
    )


def _weather(builder: WorldBuilder) -> Weather:
    return "rain" if builder["weather"] == "rain" else "clear"


def _morning(builder: WorldBuilder) -> Beat:
    child = builder["bringer"]
    rain = builder["weather"] == "rain"
    weather = "rain" if rain else "morning sun"
    sun = () if rain else (Thing("bright_sun", 150, -140, "shining", id="sun", scale=0.8),)
    return Beat(
        "morning",
        f"{{{child}}} crosses the lawn with a lunch box in the {weather}.",
        Scene(
            "back_lawn",
            (Actor(child, 0, "hold_out", "smile", "right", holds=("packed_lunch", "full")),),
            (*sun, *_left(builder)),
            (says(child, _WORDS["morning"]),),
            weather=_weather(builder),
        ),
        {
            "day": "first",
            "slips": str(_unused(builder)),
            "boxes": "open",
            "lunch_box.with": child,
            "lunch": "whole",
            "weather": builder["weather"],
        },
        {"day": "second", "boxes": "locked"},
        child,
        "cheerful",
        frozenset({"day"}),
    )


def _unused(builder: WorldBuilder) -> int:
    """How many slips are left after the vote."""
    return 0 if builder.happens("vote3") else 1


def _left(builder: WorldBuilder) -> tuple[Thing, ...]:
    """What stands outside after the vote: the boxes are locked."""
    return _boxes(_unused(builder), "locked", x=-150)


def _give(builder: WorldBuilder) -> Beat:
    child, lead = builder["bringer"], builder["lead"]
    return Beat(
        "give",
        f"{{{child}}} hands a lunch box to {{{lead}}}.",
        Scene(
            "schoolyard",
            (
                Actor(child, -58, "hold_out", "smile", "right", holds=("packed_lunch", "full")),
                Actor(lead, 58, "reach_out", "happy", "left"),
            ),
            (Thing("hand_arrow", 0, -20, "", id="arrow", front=True),),
            weather=_weather(builder),
        ),
        {
            "day": "second",
            "lunch_box.with": child,
            "lunch": "whole",
            "weather": builder["weather"],
        },
        {"lunch_box.with": lead},
        child,
        "friendly",
        frozenset({"day"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    lead = builder["lead"]
    third = builder.happens("vote3")
    return Beat(
        "end",
        f"{{{lead}}} calls in the schoolyard; only an apple is left in the lunch box.",
        Scene(
            "schoolyard",
            (Actor(lead, 0, "hold_out", "happy", "front", holds=("packed_lunch", "apple")),),
            (),
            (says(lead, _WORDS["end"]),),
            weather=_weather(builder),
        ),
        {
            "day": "second",
            "lunch_box.with": lead,
            "lunch": "whole",
            "weather": builder["weather"],
        },
        {"lunch": "eaten", "outing": "begun", "result": _result(builder.world, third=third)},
        lead,
        "cheerful",
        frozenset({"day", "outing", "result"}),
    )
