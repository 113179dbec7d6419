"""Biscuits are gone, a child has to wash up for it, and the true thief is found.

Who bakes which biscuits, who is blamed, in which mood, which animal ate them, whether the plates
are washed before that is known, and what the plan in the kitchen has next: only the pictures show.
A jar that fills under a dripping tap shows the order.
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
from panelwise_press.worlds.stories._stages import Spot, in_stages

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "empty_tray.toml", _ROLES)
_VARIABLES = (
    Variable("baker", ("c", "d")),
    Variable("shape", ("heart", "star")),
    Variable("child", ("a", "b")),
    Variable("mood", ("angry", "sad")),
    Variable("thief", ("cat", "dog")),
    Variable("first", ("wash", "find")),
    Variable("after", ("bicycle", "easel")),
)
_TAP: dict[str, Spot] = {
    "plan": (132, 0, 0.85),
    "bake": (150, 0, 0.85),
    "give": (150, 0, 0.85),
    "end": (112, 0, 0.85),
}
_TAP_AT: Spot = (188, 0, 0.85)
_QUESTIONS = (
    chronology("CAS", by("child", "first"), ("wash", "find"), error="temporal"),
    chronology("CPT", by("shape", "thief"), ("bake", "gone", "find"), error="object_state"),
    chronology("IMN", by("child", "thief"), ("find", "end"), interrogative="why"),
    chronology("ICM", by("baker", "mood"), ("gone",), error="character_state", interrogative="why"),
    chronology(
        "CFR",
        ends(baker="tray.with", shape="tray"),
        ("bake", "gone"),
        without="theft",
        interrogative="who",
    ),
    chronology("PBP", by("baker", "after"), ("plan", "bake")),
    blank_panel(
        by("baker", "child"),
        ("bake", "find", "give", "end"),
        hidden="give",
        error="character_state",
    ),
    meaning(by("mood", "first"), ("gone", "wash", "find")),
    WorldQuestion("true", "true_statement", by("shape", "after"), ("plan", "bake")),
)


@world_template("empty-tray", "kitchen", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def empty_tray(builder: WorldBuilder) -> TemplateStory:
    """Baked, stolen, suspected and made good."""
    beats = [_plan(builder), _bake(builder)]
    if builder.happens("theft"):
        after = [_wash(builder), _find(builder)]
        beats.append(_gone(builder))
        beats += after if builder["first"] == "wash" else after[::-1]
        beats += [_give(builder), _end(builder)]
    beats = in_stages(beats, "dripping_tap", "1234567", _TAP, _TAP_AT)
    return builder.story(_WORDS["title"], beats)


def _plan(builder: WorldBuilder) -> Beat:
    baker, after = builder["baker"], builder["after"]
    return Beat(
        "plan",
        f"{{{baker}}} points at the plan in the kitchen: an oven, and below it a picture of"
        f" {'a bicycle' if after == 'bicycle' else 'an easel'}.",
        Scene(
            "kitchen",
            (Actor(baker, -50, "point", "smile", "right"),),
            (Thing("day_plan", 45, -62, f"oven {after}", id="plan"),),
            focus=(baker, "plan", "dripping_tap"),
        ),
        {"after": after},
        {},
        baker,
        "calm",
    )


def _bake(builder: WorldBuilder) -> Beat:
    baker, shape = builder["baker"], builder["shape"]
    return Beat(
        "bake",
        f"{{{baker}}} carries a tray of fresh {shape} biscuits.",
        Scene(
            "kitchen",
            (Actor(baker, 0, "hold_out", "happy", "front", holds=("biscuits", f"baked {shape}s")),),
        ),
        {"tray": shape, "shape": shape},
        {"tray.with": baker},
        baker,
        "proud",
    )


def _gone(builder: WorldBuilder) -> Beat:
    baker, child, mood = builder["baker"], builder["child"], builder["mood"]
    face: Expression = "angry" if mood == "angry" else "crying"
    return Beat(
        "gone",
        f"{{{baker}}} stands {mood} at a tray with nothing but crumbs and points at"
        f" {{{child}}}, who shrugs.",
        Scene(
            "kitchen",
            (
                Actor(baker, -75, "point", face, "right"),
                Actor(child, 95, "shrug", "worried", "front"),
            ),
            (
                Thing("stool", 10, 0, "", id="stool"),
                Thing("biscuits", 10, -42, "crumbs", id="tray", scale=0.6, front=True),
            ),
            (says(baker, _WORDS[mood]),),
        ),
        {"tray": builder["shape"]},
        {"tray": "empty", "child": "suspected"},
        baker,
        mood,
    )


def _wash(builder: WorldBuilder) -> Beat:
    child = builder["child"]
    early = builder["first"] == "wash"
    face: Expression = "sad" if early else "smile"
    return Beat(
        "wash",
        f"{{{child}}} stands at the sink with a cloth, {'sad' if early else 'smiling'}, a pile of"
        " dirty plates at hand.",
        Scene(
            "kitchen",
            (Actor(child, -75, "reach_out", face, "right", -28, ("wiping_cloth", "")),),
            (
                Thing("stool", -75, 0, "", id="stool", scale=0.7),
                Thing("sink", 40, 0, "suds", id="sink"),
                Thing("plates", 80, -78, "dirty", id="plates", front=True, scale=0.7),
            ),
            (says(child, _WORDS["wash"]),),
            shot="wide",
        ),
        {
            "plates": "dirty",
            "child": "suspected" if early else "cleared",
            "cloth.with": child,
        },
        {"plates": "clean"},
        child,
        "sad" if early else "content",
        frozenset({"child"}),
    )


def _find(builder: WorldBuilder) -> Beat:
    child, thief = builder["child"], builder["thief"]
    plates = "clean" if builder["first"] == "wash" else "dirty"
    animal = (
        Thing("cat", 75, 0, "fat", id="thief", scale=1.15)
        if thief == "cat"
        else Thing("puppy", 75, 0, "fluffy", id="thief")
    )
    return Beat(
        "find",
        f"{{{child}}}, a cloth in one hand, points at the {thief}, which sits among biscuits in"
        f" front of the {plates} plates.",
        Scene(
            "kitchen",
            (Actor(child, -60, "point", "surprised", "right", holds=("wiping_cloth", "")),),
            (
                Thing("stool", -140, 0, "", id="stool", scale=1.2),
                Thing("plates", -140, -48, plates, id="plates", scale=0.8),
                animal,
                Thing("biscuit", 122, -4, builder["shape"], id="rest", front=True),
            ),
            (says(child, _WORDS["look"]),),
            shot="wide",
        ),
        {"plates": plates, "child": "suspected"} | {"shape": builder["shape"], "cloth.with": child},
        {"child": "cleared", "thief": thief},
        child,
        "surprised",
        frozenset({"child"}),
    )


def _give(builder: WorldBuilder) -> Beat:
    baker, child, shape = builder["baker"], builder["child"], builder["shape"]
    return Beat(
        "give",
        f"{{{baker}}} hands a {shape} biscuit to {{{child}}}.",
        Scene(
            "kitchen",
            (
                Actor(baker, -55, "hold_out", "smile", "right", holds=("biscuit", shape)),
                Actor(child, 55, "reach_out", "happy", "left"),
            ),
        ),
        {"child": "cleared", "plates": "clean", "shape": shape},
        {"biscuit.with": child},
        baker,
        "sorry",
        frozenset({"child", "plates"}),
    )


def _end(builder: WorldBuilder) -> Beat:
    child, shape = builder["child"], builder["shape"]
    return Beat(
        "end",
        f"{{{child}}} eats the {shape} biscuit.",
        Scene(
            "kitchen",
            (Actor(child, 0, "eat", "eating", "right", holds=("biscuit", shape)),),
        ),
        {"biscuit.with": child, "shape": shape},
        {"biscuit": "eaten"},
        child,
        "happy",
    )
