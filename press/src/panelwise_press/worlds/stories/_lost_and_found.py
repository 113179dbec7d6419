"""A toy falls from a bag, somebody finds it, washes it and brings it back.

Who loses it, which toy it is, where it falls, who finds it and in which mood, whether it is washed
before or after tea, and what its owner means to do with it: all that only the pictures show.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_questions import (
    blank_panel,
    by,
    chronology,
    ends,
    meaning,
)
from panelwise_press.worlds._world_template import WorldBuilder, world_template

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "lost_and_found.toml", _ROLES)
_VARIABLES = (
    Variable("owner", ("a", "b")),
    Variable("toy", ("bear", "rabbit")),
    Variable("landing", ("mud", "bucket")),
    Variable("finder", ("c", "d")),
    Variable("mood", ("pity", "annoyance")),
    Variable("first", ("wash", "tea")),
    Variable("plan", ("kite", "guitar")),
)
_QUESTIONS = (
    chronology("CAS", by("landing", "first"), ("find", "wash", "tea"), error="temporal"),
    chronology("CPT", by("owner", "landing"), ("lose", "land"), error="object_state"),
    chronology("IMN", by("owner", "toy"), ("lose", "poster"), interrogative="why"),
    chronology(
        "ICM", by("finder", "mood"), ("find",), error="character_state", interrogative="why"
    ),
    chronology(
        "CFR",
        ends(finder="toy.with", toy="toy"),
        ("find", "poster"),
        without="poster",
        interrogative="who",
    ),
    chronology("PBP", by("owner", "plan"), ("poster", "end")),
    blank_panel(
        by("finder", "owner"),
        ("find", "poster", "bring", "end"),
        hidden="bring",
        error="character_state",
    ),
    meaning(by("mood", "first"), ("find", "wash", "tea")),
)


@world_template("lost-and-found", "street", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def lost_and_found(builder: WorldBuilder) -> TemplateStory:
    """Lost, found, washed and brought back."""
    place = builder.choose(("kitchen", "living_room"))
    beats = [_lose(builder), _land(builder), _find(builder)]
    home = [_wash(builder), _tea(builder, place)]
    beats += home if builder["first"] == "wash" else home[::-1]
    if builder.happens("poster"):
        beats += [_poster(builder), _bring(builder), _end(builder)]
    return builder.story(_WORDS["title"], beats)


def _state(builder: WorldBuilder) -> str:
    """What the fall has made of the toy."""
    return {"mud": "muddy", "bucket": "wet"}[builder["landing"]]


def _landing(builder: WorldBuilder, x: float) -> Thing:
    """Where the toy has fallen."""
    if builder["landing"] == "mud":
        return Thing("mud_puddle", x, 0, "full", id="landing")
    return Thing("fish_bucket", x, 0, "water", id="landing", front=True)


def _lose(builder: WorldBuilder) -> Beat:
    owner, toy = builder["owner"], builder["toy"]
    return Beat(
        "lose",
        f"{{{owner}}} runs off with an open school bag, and a clean toy {toy} falls out.",
        Scene(
            "street",
            (Actor(owner, -70, "run", "happy", "left", holds=("backpack", "empty")),),
            (Thing(f"toy_{toy}", 45, -26, "clean", id="toy", turn=35),),
            motion=("toy", owner),
        ),
        {"toy": toy, "toy.with": owner, "toy.state": "clean", "seams": "whole"},
        {"toy.with": "nobody"},
        owner,
        "carefree",
    )


def _land(builder: WorldBuilder) -> Beat:
    toy, mud = builder["toy"], builder["landing"] == "mud"
    splash = (-34, 0.62, "brown") if mud else (-38, 0.5, "water")
    return Beat(
        "land",
        f"The toy {toy} falls into a {'muddy puddle' if mud else 'bucket of water'}.",
        Scene(
            "street",
            (),
            (
                _landing(builder, 0),
                Thing(f"toy_{toy}", 0, splash[0], "clean", id="toy"),
                Thing(
                    "mud_splash",
                    0,
                    0 if mud else -34,
                    "",
                    id="splash",
                    front=True,
                    scale=splash[1],
                    colour=splash[2],
                ),
            ),
            focus=("landing", "toy"),
        ),
        {"toy": toy, "toy.with": "nobody", "toy.state": "clean", "seams": "whole"},
        {"toy.state": _state(builder)},
    )


def _find(builder: WorldBuilder) -> Beat:
    finder, toy, mood = builder["finder"], builder["toy"], builder["mood"]
    face: Expression = "sad" if mood == "pity" else "angry"
    return Beat(
        "find",
        f"{{{finder}}} holds the {_state(builder)} toy {toy} and looks {face}.",
        Scene(
            "street",
            (
                Actor(
                    finder,
                    0,
                    "hold_out",
                    face,
                    "right",
                    holds=(f"toy_{toy}", f"{_state(builder)} torn"),
                ),
            ),
            (_landing(builder, 80),),
            (says(finder, _WORDS[mood]),),
            shot="wide",
        ),
        {"toy": toy, "toy.with": "nobody", "toy.state": _state(builder), "seams": "whole"},
        {"toy.with": finder, "seams": "torn", "finder.at": "street"},
        finder,
        "sorry" if mood == "pity" else "annoyed",
    )


def _wash(builder: WorldBuilder) -> Beat:
    finder, toy = builder["finder"], builder["toy"]
    return Beat(
        "wash",
        f"{{{finder}}} kneels on the lawn and scrubs the toy {toy} in a tub of suds.",
        Scene(
            "back_lawn",
            (Actor(finder, -74, "kneel", "effort", "right"),),
            (
                Thing(
                    f"toy_{toy}", 0, -58, f"{_state(builder)} {_mended(builder, 'wash')}", id="toy"
                ),
                Thing("wash_tub", 0, 0, "suds", id="tub", front=True),
            ),
            shot="wide",
        ),
        {"toy": toy, "toy.with": finder, "toy.state": _state(builder)}
        | _before_home(builder, "wash"),
        {"toy.state": "washed"} | _at_home(builder, "wash"),
        finder,
        "busy",
    )


def _tea(builder: WorldBuilder, place: str) -> Beat:
    finder, toy = builder["finder"], builder["toy"]
    washed = builder["first"] == "wash"
    state = "clean" if washed else _state(builder)
    dirt = "washed" if washed else _state(builder)
    return Beat(
        "tea",
        f"{{{finder}}} sits over a cup of tea, the {state} toy {toy} on the other stool.",
        Scene(
            place,
            (Actor(finder, -50, "sit", "smile", "right", holds=("cup", "full")),),
            (
                Thing("stool", -50, 0, "", id="seat"),
                Thing("stool", 60, 0, "", id="stool"),
                Thing(
                    f"toy_{toy}", 60, -45, f"{state} {_mended(builder, 'tea')}", id="toy", scale=1.3
                ),
            ),
            shot="wide",
        ),
        {"toy": toy, "toy.with": finder, "toy.state": dirt} | _before_home(builder, "tea"),
        {"finder.rested": "yes"} | _at_home(builder, "tea"),
        finder,
        "content",
        frozenset({"finder.rested"}),
    )


def _mended(builder: WorldBuilder, beat: str) -> str:
    """How the toy looks in a beat at home: the finder covers one of three holes in each of them."""
    return "patch" if builder["first"] == beat else "patches"


def _before_home(builder: WorldBuilder, beat: str) -> dict[str, str]:
    """How the toy was before a beat at home."""
    return {"seams": "torn" if builder["first"] == beat else "one patch"}


def _at_home(builder: WorldBuilder, beat: str) -> dict[str, str]:
    first = builder["first"] == beat
    return {"seams": "one patch", "finder.at": "home"} if first else {"seams": "two patches"}


def _poster(builder: WorldBuilder) -> Beat:
    owner, finder, toy = builder["owner"], builder["finder"], builder["toy"]
    plan = builder["plan"]
    return Beat(
        "poster",
        f"{{{owner}}} holds a poster of the toy {toy}, a {plan} close by, and"
        f" {{{finder}}} comes along with the toy.",
        Scene(
            "street",
            (
                Actor(owner, 35, "hold_out", "worried", "front", holds=("toy_poster", toy)),
                Actor(
                    finder,
                    -75,
                    "hold_out",
                    "surprised",
                    "right",
                    holds=(f"toy_{toy}", "clean mended"),
                ),
            ),
            _thing_of_plan(plan, 115),
            (says(owner, _WORDS[plan]),),
            shot="wide",
        ),
        {"toy": toy, "toy.with": finder, "toy.state": "washed", "finder.rested": "yes"}
        | {"seams": "two patches"},
        {"finder.at": "poster", "seams": "three patches"},
        owner,
        "worried",
        frozenset({"finder.rested"}),
    )


def _thing_of_plan(plan: str, x: float) -> tuple[Thing, Thing]:
    """The kite or the guitar, which leans on a stool."""
    leaning = Thing("kite", x, 2, "whole", id="plan", turn=16, front=True)
    if plan == "guitar":
        leaning = Thing("guitar", x, -4, "whole", id="plan", turn=-30, front=True)
    return Thing("stool", x + 40, 0, "", id="stool"), leaning


def _bring(builder: WorldBuilder) -> Beat:
    owner, finder, toy = builder["owner"], builder["finder"], builder["toy"]
    return Beat(
        "bring",
        f"{{{finder}}} hands the clean toy {toy} to {{{owner}}}.",
        Scene(
            "street",
            (
                Actor(
                    finder, -55, "hold_out", "smile", "right", holds=(f"toy_{toy}", "clean mended")
                ),
                Actor(owner, 55, "reach_out", "happy", "left"),
            ),
        ),
        {"toy": toy, "toy.with": finder, "toy.state": "washed", "finder.at": "poster"}
        | {"seams": "three patches"},
        {"toy.with": owner},
        finder,
        "glad",
    )


def _end(builder: WorldBuilder) -> Beat:
    owner, toy, plan = builder["owner"], builder["toy"], builder["plan"]
    return Beat(
        "end",
        f"{{{owner}}} holds the clean toy {toy} next to the {plan}.",
        Scene(
            "doorstep",
            (
                Actor(
                    owner, -85, "hold_out", "happy", "right", holds=(f"toy_{toy}", "clean mended")
                ),
            ),
            _thing_of_plan(plan, 60),
            shot="wide",
        ),
        {"toy": toy, "toy.with": owner, "toy.state": "washed", "seams": "three patches"},
        {"owner": "comforted"},
        owner,
        "happy",
        frozenset({"owner"}),
    )
