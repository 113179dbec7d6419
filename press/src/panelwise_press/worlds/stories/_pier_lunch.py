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


def _seat(x: float, *, full: bool) -> tuple[Thing, Thing]:
    """A stool, on it the sandwich, or its crumbs after somebody has taken it."""
    prop, state = ("sandwich", "whole") if full else ("sandwich_crumbs", "")
    return Thing("stool", x, 0, "", id="stool"), Thing(prop, x, -42, state, id="sandwich")


def _bucket(state: str) -> Thing:
    """The bucket at the end of the pier, for what is pulled out."""
    return Thing("fish_bucket", 30, 0, state, id="caught")


def _low_sun(height: float) -> Thing:
    """The sun of the evening, which sinks from panel to panel."""
    return Thing("bright_sun", 112, -height, "shining", id="sun", scale=0.7)


def _wait(builder: WorldBuilder) -> Beat:
    angler = builder["angler"]
    return Beat(
        "wait",
        f"{{{angler}}} fishes from the pier, a sandwich on a stool close by.",
        Scene(
            "pier",
            (Actor(angler, -30, "hold_out", "smile", "right", holds=("fishing_rod", "slack")),),
            (*_seat(-110, full=True), _bucket("empty")),
            (says(angler, _WORDS[builder["dusk"]]),),
            shot="wide",
        ),
        {"sandwich": "whole", "sandwich.with": angler, "caught": "nothing", "rod.with": angler},
        {"day": "begun"},
        angler,
        "content",
        frozenset({"day"}),
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
            (*_seat(-110, full=early), _bucket("empty")),
            (says(angler, _WORDS["bite"]),),
            shot="wide",
        ),
        {"sandwich.with": angler if early else "gull", "caught": "nothing", "rod.with": angler}
        | {"sandwich": "whole" if early else "stolen"},
        {"caught": hooked},
        angler,
        "surprised",
    )


def _theft(builder: WorldBuilder) -> Beat:
    angler = builder["angler"]
    late = builder["sooner"] == "bite"
    caught = builder["hooked"] if late else "nothing"
    bucket = _bucket(builder["hooked"] if late else "empty")
    return Beat(
        "theft",
        f"{{{angler}}} raises the rod and shouts at a gull with a sandwich"
        f", the bucket {'full' if late else 'empty'}.",
        Scene(
            "pier",
            (Actor(angler, -40, "hold_up", "angry", "right", holds=("fishing_rod", "slack")),),
            (*_seat(-110, full=False), bucket, Thing("gull", 70, -150, "sandwich", id="gull")),
            (says(angler, _WORDS["theft"]),),
            shot="wide",
            motion=("gull",),
        ),
        {"sandwich.with": angler, "caught": caught, "rod.with": angler},
        {"sandwich.with": "gull", "sandwich": "stolen"},
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
            (*_seat(-110, full=False), _bucket(builder["hooked"])),
            (says(child, _WORDS[builder["mood"]]),),
        ),
        {"sandwich.with": "gull", "sandwich": "stolen", "light": "day"}
        | {"caught": builder["hooked"]},
        {"child": "here"},
        child,
        "sorry" if pity else "amused",
        frozenset({"child"}),
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
                Actor(child, -130, "hold_out", "smile", "right", holds=_held(builder)),
                Actor(angler, 25, "reach_out", "happy", "left"),
            ),
            (
                *_seat(-205, full=False),
                _low_sun(115),
                Thing("hand_arrow", -52, -20, "", id="arrow", front=True),
            ),
            shot="wide",
            focus=(child, angler, "stool", "sun"),
            least_zoom=0.15,
            time="evening",
        ),
        {"sandwich.with": "gull", "sandwich": "stolen", "child": "here"}
        | {"lunch": builder["lunch"]},
        {"lunch.with": angler, "light": "evening"},
        child,
        "kind",
        frozenset({"child"}),
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
            (_bucket(builder["hooked"]), _low_sun(70)),
            shot="wide",
            focus=(angler, "caught", "sun"),
            least_zoom=0.15,
            time="evening",
        ),
        {**eaten, "caught": builder["hooked"]} | ({"light": "evening"} if stolen else {}),
        {"day": "over"},
        angler,
        "content",
        frozenset({"day"}),
    )
