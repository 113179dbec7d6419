"""A walk to the letter box in the rain: a gust takes the umbrella, a splash ruins the clothes.

Who walks there, what comes after the letter box on the list, what drives through the puddle,
whether the gust comes before the splash, how the walker takes it, and who brings the umbrella back
in which state.
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
from panelwise_press.worlds.stories._stages import in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "rainy_errand.toml", _ROLES)
_VARIABLES = (
    Variable("walker", ("a", "b")),
    Variable("list", ("ice_first", "drum_first")),
    Variable("sooner", ("gust", "splash")),
    Variable("vehicle", ("bus", "car")),
    Variable("mood", ("fun", "tears")),
    Variable("umbrella", ("whole", "broken")),
    Variable("catcher", ("c", "d")),
)
_QUESTIONS = (
    chronology("CAS", by("sooner", "mood"), ("gust", "splash"), error="temporal"),
    chronology("CPT", by("umbrella", "catcher"), ("gust", "find"), error="object_state"),
    chronology("IMN", by("vehicle", "umbrella"), ("splash", "end")),
    chronology("ICM", by("walker", "mood"), ("splash",), error="character_state"),
    chronology(
        "CFR",
        ends(walker="umbrella.with", vehicle="stained.by"),
        ("start", "splash"),
        without="gust",
        interrogative="who",
    ),
    chronology("PBP", by("walker", "list"), ("start", "end")),
    blank_panel(by("catcher", "umbrella"), ("find", "end"), hidden="give", error="object_state"),
    meaning(by("mood", "umbrella"), ("splash", "gust", "find", "end")),
    WorldQuestion(
        "true", "true_statement", by("vehicle", "list"), ("start", "splash"), error="object_state"
    ),
    WorldQuestion(
        "true-gust",
        "true_statement",
        by("sooner", "umbrella"),
        ("gust", "find"),
        error="character_state",
    ),
)


@world_template("rainy-errand", "street", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def rainy_errand(builder: WorldBuilder) -> TemplateStory:
    """Rain, a gust, a splash, and the letter box."""
    windy = builder.happens("gust")
    gust = [_gust(builder)] if windy else []
    way = [*gust, _splash(builder)] if builder["sooner"] == "gust" else [_splash(builder), *gust]
    beats = [_start(builder), *way]
    if windy:
        beats += [_find(builder), _give(builder)]
    beats = in_stages([*beats, _end(builder)], "growing_puddle", "012345", {}, (-30, 24, 1))
    return builder.story(_WORDS["title"], beats)


def _held(builder: WorldBuilder) -> tuple[str, str]:
    """The umbrella after its flight."""
    flown = builder["umbrella"] == "broken" and builder.happens("gust")
    return "umbrella", "broken" if flown else "open"


def _start(builder: WorldBuilder) -> Beat:
    walker = builder["walker"]
    return Beat(
        "start",
        f"{{{walker}}} sets out under an open umbrella with a letter and reads out a list.",
        Scene(
            "doorstep",
            (Actor(walker, -10, "hold_out", "happy", "right", holds=("umbrella", "open")),),
            (),
            (says(walker, _WORDS[builder["list"]]),),
            shot="wide",
            weather="rain",
        ),
        {"roof": "open", "umbrella.with": walker, "walker": "clean"},
        {"errand": "begun"},
        walker,
        "cheerful",
        frozenset({"errand"}),
    )


def _gust(builder: WorldBuilder) -> Beat:
    walker = builder["walker"]
    muddy = builder["sooner"] == "splash"
    broken = builder["umbrella"] == "broken"
    flying = Thing("umbrella", 40, -84, "inside_out", id="umbrella", turn=40)
    if not broken:
        flying = Thing("umbrella", 40, -84, "open", id="umbrella", turn=40)
    return Beat(
        "gust",
        f"The wind takes the {'broken' if broken else 'open'} umbrella from {{{walker}}}.",
        Scene(
            "street",
            (Actor(walker, -80, "reach_out", "surprised", "right", dirty=muddy, wet=True),),
            (flying,),
            (says(walker, _WORDS["gust"]),),
            weather="rain",
            motion=("umbrella",),
        ),
        {"umbrella.with": walker, "roof": "open", "walker": "muddy" if muddy else "clean"},
        {"umbrella.with": "nobody", "walker.wet": "yes"} | ({"roof": "broken"} if broken else {}),
        walker,
        "startled",
    )


def _splash(builder: WorldBuilder) -> Beat:
    walker, vehicle = builder["walker"], builder["vehicle"]
    fun = builder["mood"] == "fun"
    face: Expression = "happy" if fun else "crying"
    dry = builder["sooner"] == "splash" or not builder.happens("gust")
    holds = ("umbrella", "open") if dry else None
    return Beat(
        "splash",
        f"A {vehicle} splashes {{{walker}}}, who looks {face}, with mud.",
        Scene(
            "street",
            (Actor(walker, -90, "hold_out", face, "right", holds=holds, dirty=True, wet=not dry),),
            (
                Thing(
                    vehicle,
                    85,
                    -22,
                    "driving",
                    id="vehicle",
                    scale=0.5 if vehicle == "bus" else 0.78,
                ),
                Thing("mud_splash", -34, 6, "", id="splash", front=True, scale=0.5),
            ),
            (says(walker, _WORDS[builder["mood"]]),),
            weather="rain",
        ),
        {"walker": "clean", "umbrella.with": walker if dry else "nobody"}
        | ({"roof": "open"} if dry else {}),
        {"walker": "muddy", "stained.by": vehicle},
        walker,
        "amused" if fun else "sad",
    )


def _find(builder: WorldBuilder) -> Beat:
    catcher, broken = builder["catcher"], builder["umbrella"] == "broken"
    return Beat(
        "find",
        f"{{{catcher}}} has caught the {'broken' if broken else 'whole'} umbrella.",
        Scene(
            "park_path",
            (Actor(catcher, 0, "hold_out", "surprised", "right", holds=_held(builder)),),
            shot="wide",
            weather="rain",
        ),
        {"roof": _held(builder)[1]},
        {"umbrella.with": catcher},
        catcher,
        "surprised",
    )


def _give(builder: WorldBuilder) -> Beat:
    catcher, walker = builder["catcher"], builder["walker"]
    state = _held(builder)[1]
    return Beat(
        "give",
        f"{{{catcher}}} brings the {state} umbrella to {{{walker}}}.",
        Scene(
            "street",
            (
                Actor(catcher, -70, "hold_out", "smile", "right", holds=_held(builder)),
                Actor(walker, 62, "reach_out", "smile", "left", dirty=True, wet=True),
            ),
            shot="wide",
            weather="rain",
        ),
        {"umbrella.with": catcher, "roof": state, "walker": "muddy"},
        {"umbrella.with": walker},
        catcher,
        "kind",
    )


def _end(builder: WorldBuilder) -> Beat:
    walker, wet = builder["walker"], builder.happens("gust")
    return Beat(
        "end",
        f"{{{walker}}}, stained and under a {_held(builder)[1]} umbrella, is at the letter box.",
        Scene(
            "street",
            (
                Actor(
                    walker,
                    -45,
                    "hold_out",
                    "smile",
                    "right",
                    holds=_held(builder),
                    dirty=True,
                    wet=wet,
                ),
            ),
            (Thing("letter_box", 55, 0, "", id="box"),),
            shot="wide",
            weather="rain",
        ),
        {"umbrella.with": walker, "roof": _held(builder)[1], "walker": "muddy"}
        | ({"walker.wet": "yes"} if wet else {}),
        {"letter": "posted"},
        walker,
        "glad",
        frozenset({"letter"}),
    )
