"""A gull steals the lunch of somebody who fishes from a pier, and a child brings another.

Who fishes, what is pulled out, whether before or after the theft, which child comes and why, what
it brings, and what the day is to end with.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_questions import (
    WorldQuestion,
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": GROWN, "b": GROWN, "c": CHILD, "d": CHILD}
_WORDS = Translations(__name__, "pier_lunch.toml", _ROLES)
_VARIABLES = (
    Variable("angler", ("a", "b")),
    Variable("dusk", ("row", "fire")),
    Variable("hooked", ("fish", "boot")),
    Variable("sooner", ("bite", "theft")),
    Variable("child", ("c", "d")),
    Variable("mood", ("pity", "fun")),
    Variable("lunch", ("banana", "ice_cream")),
)
_LUNCHES = {"banana": "a banana", "ice_cream": "an ice cream"}
_QUESTIONS = (
    chronology("CAS", by("hooked", "sooner"), ("bite", "theft"), error="temporal"),
    chronology("CPT", by("lunch", "angler"), ("give", "end"), error="object_state"),
    chronology("IMN", by("lunch", "sooner"), ("bite", "theft", "end"), interrogative="why"),
    chronology("ICM", by("child", "mood"), ("come",), error="character_state"),
    chronology(
        "CFR",
        ends(angler="sandwich.with", hooked="caught"),
        ("wait", "bite", "theft"),
        without="theft",
        interrogative="who",
    ),
    chronology("PBP", by("angler", "dusk"), ("wait", "end")),
    blank_panel(by("child", "lunch"), ("come", "end"), hidden="give", error="object_state"),
    meaning(by("mood", "hooked"), ("bite", "come", "end")),
    WorldQuestion(
        "true", "true_statement", by("dusk", "lunch"), ("wait", "give", "end"), error="dialogue"
    ),
    WorldQuestion(
        "true-gull",
        "true_statement",
        by("sooner", "child"),
        ("bite", "theft", "come"),
        error="temporal",
    ),
)


@world_template("pier-lunch", "seaside", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def pier_lunch(builder: WorldBuilder) -> TemplateStory:
    """A rod, a gull, a gift."""
    stolen = builder.happens("theft")
    theft = [_theft(builder)] if stolen else []
    bite = [_bite(builder)]
    beats = [_wait(builder), *(bite + theft if builder["sooner"] == "bite" else theft + bite)]
    if stolen:
        beats += [_come(builder), _give(builder)]
    return builder.story(_WORDS["title"], [*beats, _end(builder)])


def _seat(x: float, *, full: bool) -> list[Thing]:
    """A stool, with the sandwich on it as long as nobody has taken it."""
    stool = Thing("stool", x, 0, "", id="stool")
    return [stool, Thing("sandwich", x, -42, "whole", id="lunch")] if full else [stool]


def _catch(builder: WorldBuilder, x: float) -> Thing:
    """What was pulled out."""
    if builder["hooked"] == "fish":
        return Thing("fish_bucket", x, 0, "fish", id="catch")
    return Thing("old_boot", x, 0, "wet", id="catch")


def _wait(builder: WorldBuilder) -> Beat:
    angler = builder["angler"]
    return Beat(
        "wait",
        f"{{{angler}}} fishes from the pier, a sandwich on a stool close by.",
        Scene(
            "pier",
            (Actor(angler, -30, "hold_out", "smile", "right", holds=("fishing_rod", "slack")),),
            tuple(_seat(-110, full=True)),
            (says(angler, _WORDS[builder["dusk"]]),),
            shot="wide",
        ),
        {"sandwich": "whole", "caught": "nothing", "rod.with": angler},
        {"sandwich.with": angler},
        angler,
        "content",
    )


def _bite(builder: WorldBuilder) -> Beat:
    angler, hooked = builder["angler"], builder["hooked"]
    early = builder["sooner"] == "bite" or not builder.happens("theft")
    return Beat(
        "bite",
        f"{{{angler}}} has a {hooked} on the line next to {'a' if early else 'no'} sandwich.",
        Scene(
            "pier",
            (Actor(angler, -30, "hold_out", "surprised", "right", holds=("fishing_rod", hooked)),),
            tuple(_seat(-110, full=early)),
            (says(angler, _WORDS["bite"]),),
            shot="wide",
        ),
        {"sandwich.with": angler if early else "gull", "rod.with": angler},
        {"caught": hooked},
        angler,
        "surprised",
    )


def _theft(builder: WorldBuilder) -> Beat:
    angler = builder["angler"]
    late = builder["sooner"] == "bite"
    there = [_catch(builder, -110)] if late else _seat(-110, full=False)
    return Beat(
        "theft",
        f"{{{angler}}} raises the rod and shouts at a gull with a sandwich"
        f"{', the catch near by' if late else ''}.",
        Scene(
            "pier",
            (Actor(angler, -40, "hold_up", "angry", "right", holds=("fishing_rod", "slack")),),
            (*there, Thing("gull", 70, -150, "sandwich", id="gull")),
            (says(angler, _WORDS["theft"]),),
            shot="wide",
            motion=("gull",),
        ),
        {"sandwich.with": angler, "caught": builder["hooked"] if late else "nothing"}
        | {"rod.with": angler},
        {"sandwich.with": "gull"},
        angler,
        "angry",
    )


def _come(builder: WorldBuilder) -> Beat:
    child, pity = builder["child"], builder["mood"] == "pity"
    face: Expression = "sad" if pity else "happy"
    return Beat(
        "come",
        f"{{{child}}} stands next to the {builder['hooked']} and looks {face}.",
        Scene(
            "pier",
            (Actor(child, -40, "stand", face, "front"),),
            (_catch(builder, 40),),
            (says(child, _WORDS[builder["mood"]]),),
        ),
        {"sandwich.with": "gull", "caught": builder["hooked"]},
        {"child": "here"},
        child,
        "sorry" if pity else "amused",
    )


def _held(builder: WorldBuilder) -> tuple[str, str]:
    lunch = builder["lunch"]
    return lunch, {"banana": "whole", "ice_cream": "full"}[lunch]


def _give(builder: WorldBuilder) -> Beat:
    child, angler = builder["child"], builder["angler"]
    return Beat(
        "give",
        f"{{{child}}} gives {_LUNCHES[builder['lunch']]} to {{{angler}}}.",
        Scene(
            "pier",
            (
                Actor(child, -55, "hold_out", "smile", "right", holds=_held(builder)),
                Actor(angler, 66, "reach_out", "happy", "left"),
            ),
        ),
        {"sandwich.with": "gull", "child": "here", "lunch": builder["lunch"]},
        {"lunch.with": angler},
        child,
        "kind",
    )


def _end(builder: WorldBuilder) -> Beat:
    angler = builder["angler"]
    stolen = builder.happens("theft")
    lunch = _held(builder) if stolen else ("sandwich", "whole")
    eaten = {"lunch.with": angler, "lunch": lunch[0]} if stolen else {"sandwich.with": angler}
    return Beat(
        "end",
        f"At dusk {{{angler}}} eats {lunch[0].replace('_', ' ')} next to the {builder['hooked']}.",
        Scene(
            "pier",
            (Actor(angler, -55, "hold_out", "eating", "right", holds=lunch),),
            (_catch(builder, 30),),
            shot="wide",
            time="evening",
        ),
        {**eaten, "caught": builder["hooked"]},
        {"day": "over"},
        angler,
        "content",
    )
