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
    crossed,
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
_ANGLERS = {"a": "{a}", "b": "{b}"}
_CHILDREN = {"c": "{c}", "d": "{d}"}
_HOOKED = {"fish": "fish", "boot": "boot"}
_LUNCHES = {"banana": "a banana", "ice_cream": "an ice cream"}
_QUESTIONS = (
    chronology(
        "CAS",
        "What does the grown-up go through on the pier, in which order?",
        crossed(
            "Pulls out a %s %s.",
            _HOOKED,
            {
                "bite": "before a gull takes the lunch",
                "theft": "after a gull has taken the lunch",
            },
        ),
        by("hooked", "sooner"),
        ("bite", "theft"),
        error="temporal",
    ),
    chronology(
        "CPT",
        "Follow the new lunch through the last panels. What is it, and to whom does it go?",
        crossed("It is %s, and it goes to %s.", _LUNCHES, _ANGLERS),
        by("lunch", "angler"),
        ("give", "end"),
        error="object_state",
    ),
    chronology(
        "IMN",
        "Why does a child bring something to eat?",
        crossed(
            "So that %s makes up for a sandwich stolen %s.",
            _LUNCHES,
            {"bite": "after the catch", "theft": "before the catch"},
        ),
        by("lunch", "sooner"),
        ("bite", "theft", "end"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        "With which feeling does a child watch what has happened on the pier?",
        crossed(
            "%s %s.",
            _CHILDREN,
            {"pity": "is truly sorry about it", "fun": "finds it all very funny"},
        ),
        by("child", "mood"),
        ("come",),
        error="character_state",
    ),
    chronology(
        "CFR",
        "Suppose that no gull had come. Who would eat the sandwich at the end, and next to"
        " which catch?",
        crossed("%s would eat it next to a %s.", _ANGLERS, _HOOKED),
        ends("sandwich.with", "caught"),
        ("wait", "bite", "theft"),
        without="theft",
        interrogative="who",
    ),
    chronology(
        "PBP",
        "It is dusk in the last panel. If all goes to plan, what comes next?",
        crossed(
            "%s %s.",
            _ANGLERS,
            {"row": "rows out in a boat", "fire": "lights a campfire"},
        ),
        by("angler", "dusk"),
        ("wait", "end"),
    ),
    blank_panel(
        crossed("%s hands over %s.", _CHILDREN, _LUNCHES),
        by("child", "lunch"),
        ("come", "end"),
        hidden="give",
        error="object_state",
    ),
    meaning(
        crossed(
            "%s is kind in the end, and a day %s ends well.",
            {"pity": "A child who is sorry at first", "fun": "A child who laughs at first"},
            {"fish": "with a fish on the hook", "boot": "with a boot on the hook"},
        ),
        by("mood", "hooked"),
        ("bite", "come", "end"),
    ),
    WorldQuestion(
        "true",
        "true_statement",
        "Which statement about the comic is true?",
        crossed(
            "Somebody plans to %s at dusk and is given %s.",
            {"row": "go rowing", "fire": "light a fire"},
            _LUNCHES,
        ),
        by("dusk", "lunch"),
        ("wait", "give", "end"),
        error="dialogue",
    ),
    WorldQuestion(
        "true-gull",
        "true_statement",
        "Which statement about the gull is true?",
        crossed(
            "It comes %s, and %s sees what it did.",
            {"bite": "after the catch", "theft": "before the catch"},
            _CHILDREN,
        ),
        by("sooner", "child"),
        ("bite", "theft", "come"),
        error="temporal",
    ),
)


@world_template("pier-lunch", "seaside", _ROLES, _VARIABLES, _QUESTIONS)
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
                Actor(angler, 66, "reach_out", "surprised", "left"),
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
