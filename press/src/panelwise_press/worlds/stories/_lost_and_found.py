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
    crossed,
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
_OWNERS = {"a": "{a}", "b": "{b}"}
_FINDERS = {"c": "{c}", "d": "{d}"}
_TOYS = {"bear": "toy bear", "rabbit": "toy rabbit"}
_QUESTIONS = (
    chronology(
        "CAS",
        "What does the person who finds the toy do with it, in which order?",
        crossed(
            "Takes it out of the %s in the street, then %s.",
            {"mud": "mud", "bucket": "bucket"},
            {"wash": "washes it before drinking tea", "tea": "drinks tea before washing it"},
        ),
        by("landing", "first"),
        ("find", "wash", "tea"),
        error="temporal",
    ),
    chronology(
        "CPT",
        "Follow the toy from the first panel to the second. Which way does it go?",
        crossed(
            "From the school bag of %s into the %s.",
            _OWNERS,
            {"mud": "muddy puddle", "bucket": "bucket of water"},
        ),
        by("owner", "landing"),
        ("lose", "land"),
        error="object_state",
    ),
    chronology(
        "IMN",
        "At the end, somebody hands over a toy. Which earlier event made the two meet?",
        crossed("%s lost a %s in the street.", _OWNERS, _TOYS),
        by("owner", "toy"),
        ("lose", "poster"),
        interrogative="why",
    ),
    chronology(
        "ICM",
        "Why does somebody pick up the toy?",
        crossed(
            "Because %s %s.",
            _FINDERS,
            {
                "pity": "feels sorry for the lost thing",
                "annoyance": "is angry about the litter here",
            },
        ),
        by("finder", "mood"),
        ("find",),
        error="character_state",
        interrogative="why",
    ),
    chronology(
        "CFR",
        "Suppose that there had been no poster. Who would have which toy at the end?",
        crossed("%s would have the %s.", _FINDERS, _TOYS),
        ends("toy.with", "toy"),
        ("find", "poster"),
        without="poster",
        interrogative="who",
    ),
    chronology(
        "PBP",
        "The plan that the poster's owner has for the day can now be carried out. What comes next?",
        crossed("%s %s.", _OWNERS, {"kite": "flies the kite", "guitar": "plays the guitar"}),
        by("owner", "plan"),
        ("poster", "end"),
    ),
    blank_panel(
        crossed("%s hands the clean toy to %s.", _FINDERS, _OWNERS),
        by("finder", "owner"),
        ("find", "poster", "bring", "end"),
        hidden="bring",
        error="character_state",
    ),
    meaning(
        crossed(
            "Those who %s help %s.",
            {"pity": "feel pity", "annoyance": "grumble"},
            {"wash": "at once, and rest later", "tea": "in the end, after a rest"},
        ),
        by("mood", "first"),
        ("find", "wash", "tea"),
    ),
)


@world_template("lost-and-found", "street", _ROLES, _VARIABLES, _QUESTIONS)
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
        {"toy": toy, "toy.with": owner, "toy.state": "clean"},
        {"toy.with": "nobody"},
        owner,
        "carefree",
    )


def _land(builder: WorldBuilder) -> Beat:
    toy, mud = builder["toy"], builder["landing"] == "mud"
    place = (
        Thing("mud_puddle", 0, 0, "full", id="landing")
        if mud
        else Thing("fish_bucket", 0, 0, "water", id="landing", front=True)
    )
    return Beat(
        "land",
        f"The toy {toy} lies in a {'muddy puddle' if mud else 'bucket of water'}.",
        Scene(
            "street",
            (),
            (
                place,
                Thing(f"toy_{toy}", 0, -2 if mud else -24, _state(builder), id="toy"),
            ),
            focus=("landing", "toy"),
        ),
        {"toy": toy, "toy.with": "nobody", "toy.state": "clean"},
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
            (Actor(finder, 0, "hold_out", face, "right", holds=(f"toy_{toy}", _state(builder))),),
            (),
            (says(finder, _WORDS[mood]),),
        ),
        {"toy": toy, "toy.with": "nobody", "toy.state": _state(builder)},
        {"toy.with": finder, "finder.at": "street"},
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
                Thing(f"toy_{toy}", 0, -20, _state(builder), id="toy"),
                Thing("wash_tub", 0, 0, "suds", id="tub", front=True),
            ),
            shot="wide",
        ),
        {"toy": toy, "toy.with": finder, "toy.state": _state(builder)},
        {"toy.state": "washed"} | ({"finder.at": "home"} if builder["first"] == "wash" else {}),
        finder,
        "busy",
    )


def _tea(builder: WorldBuilder, place: str) -> Beat:
    finder, toy = builder["finder"], builder["toy"]
    washed = builder["first"] == "wash"
    state = "clean" if washed else _state(builder)
    return Beat(
        "tea",
        f"{{{finder}}} sits over a cup of tea, the {state} toy {toy} on the other stool.",
        Scene(
            place,
            (Actor(finder, -50, "sit", "smile", "right", holds=("cup", "full")),),
            (
                Thing("stool", -50, 0, "", id="seat"),
                Thing("stool", 60, 0, "", id="stool"),
                Thing(f"toy_{toy}", 60, -45, state, id="toy", scale=1.3),
            ),
            shot="wide",
        ),
        {"toy": toy, "toy.with": finder, "toy.state": "washed" if washed else _state(builder)},
        {"finder.rested": "yes"} | ({} if washed else {"finder.at": "home"}),
        finder,
        "content",
    )


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
                Actor(finder, -75, "hold_out", "surprised", "right", holds=(f"toy_{toy}", "clean")),
            ),
            (_thing_of_plan(plan, 115),),
            (says(owner, _WORDS[plan]),),
            shot="wide",
        ),
        {"toy": toy, "toy.with": finder, "toy.state": "washed", "finder.rested": "yes"},
        {"finder.at": "poster"},
        owner,
        "worried",
    )


def _thing_of_plan(plan: str, x: float) -> Thing:
    return Thing("kite" if plan == "kite" else "guitar", x, -60, "whole", id="plan")


def _bring(builder: WorldBuilder) -> Beat:
    owner, finder, toy = builder["owner"], builder["finder"], builder["toy"]
    return Beat(
        "bring",
        f"{{{finder}}} hands the clean toy {toy} to {{{owner}}}.",
        Scene(
            "street",
            (
                Actor(finder, -55, "hold_out", "smile", "right", holds=(f"toy_{toy}", "clean")),
                Actor(owner, 55, "reach_out", "happy", "left"),
            ),
        ),
        {"toy": toy, "toy.with": finder, "toy.state": "washed", "finder.at": "poster"},
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
            (Actor(owner, -20, "stand", "happy", "front", holds=(f"toy_{toy}", "clean")),),
            (_thing_of_plan(plan, 100),),
        ),
        {"toy": toy, "toy.with": owner, "toy.state": "washed"},
        {"owner": "comforted"},
        owner,
        "happy",
    )
