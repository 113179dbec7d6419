"""A child is ill in hospital, takes a bitter medicine, and is visited with a toy.

Who is ill and in which mood, who comes with which toy through which weather, whether the toy comes
before the medicine, and what the plan on the wall has next: all that only the pictures show.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing, Weather
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

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "get_well.toml", _ROLES)
_VARIABLES = (
    Variable("patient", ("a", "b")),
    Variable("mood", ("scared", "angry")),
    Variable("visitor", ("c", "d")),
    Variable("toy", ("bear", "rabbit")),
    Variable("weather", ("rain", "snow")),
    Variable("first", ("medicine", "toy")),
    Variable("after", ("kite", "drum")),
)
_QUESTIONS = (
    chronology("CAS", by("patient", "first"), ("medicine", "visit"), error="temporal"),
    chronology("CPT", by("weather", "patient"), ("pack", "way", "visit"), error="scene_transition"),
    chronology("IMN", by("visitor", "toy"), ("pack", "end"), interrogative="why"),
    chronology(
        "ICM", by("patient", "mood"), ("ill",), error="character_state", interrogative="why"
    ),
    chronology(
        "CFR",
        ends(visitor="toy.with", toy="toy"),
        ("pack", "visit"),
        without="visit",
        interrogative="who",
    ),
    chronology("PBP", by("patient", "after"), ("ill", "medicine")),
    blank_panel(
        by("patient", "visitor"), ("visit", "give", "end"), hidden="give", error="character_state"
    ),
    meaning(by("mood", "first"), ("ill", "medicine", "visit")),
    WorldQuestion("true", "true_statement", by("weather", "after"), ("ill", "way")),
)


@world_template("get-well", "hospital", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def get_well(builder: WorldBuilder) -> TemplateStory:
    """Ill, visited and thankful."""
    home = builder.choose(("living_room", "breakfast_room"))
    beats = [_ill(builder), _pack(builder, home)]
    if builder.happens("visit"):
        bed = [_medicine(builder), _visit(builder)]
        beats.append(_way(builder))
        beats += bed if builder["first"] == "medicine" else bed[::-1]
        beats += [_give(builder), _end(builder, home)]
    else:
        beats.append(_medicine(builder))
    return builder.story(_WORDS["title"], beats)


_BED = Thing("child_bed", 0, 0, "", id="bed")
_COVER = Thing("bed_cover", 40, -4, "", id="cover", front=True)
_STOOL = Thing("stool", -140, 0, "", id="stool")


def _vial(state: str) -> Thing:
    return Thing("vial", -140, -40, state, id="vial", scale=1.1)


def _box(state: str) -> Thing:
    """The visitor's box beside the bed: still tied, or emptied."""
    return Thing("parcel", 150, 0, state, id="box", scale=0.7)


def _given(toy: str) -> Thing:
    """The toy on the cover, so large that a narrow panel shows which one it is."""
    return Thing(f"toy_{toy}", 62, -56, "clean", id="toy", front=True, scale=1.35)


def _ill(builder: WorldBuilder) -> Beat:
    patient, mood, after = builder["patient"], builder["mood"], builder["after"]
    face: Expression = "scared" if mood == "scared" else "angry"
    return Beat(
        "ill",
        f"{{{patient}}} sits in a hospital bed and looks {mood}; the plan on the wall shows a vial,"
        f" and below it a {after}.",
        Scene(
            "ward",
            (Actor(patient, -45, "sit_floor", face, "right", -50),),
            (
                _BED,
                _COVER,
                Thing("day_plan", 75, -84, f"vial {after}", id="plan", scale=0.85),
            ),
            (says(patient, _WORDS[mood]),),
            focus=(patient, "plan"),
        ),
        {"in.bed": patient, "after": after},
        {"plan": "shown"},
        patient,
        mood,
    )


def _pack(builder: WorldBuilder, home: str) -> Beat:
    visitor, toy = builder["visitor"], builder["toy"]
    return Beat(
        "pack",
        f"{{{visitor}}} puts a toy {toy} into a box on the table at home.",
        Scene(
            home,
            (Actor(visitor, -70, "reach_out", "smile", "right"),),
            (Thing("home_table", 45, 0, "", id="table"), Thing("parcel", 35, -76, toy, id="box")),
            (says(visitor, _WORDS["pack"]),),
            focus=(visitor, "box"),
        ),
        {"toy": toy, "toy.with": visitor, "plan": "shown"},
        {"box": "packed"},
        visitor,
        "caring",
    )


def _way(builder: WorldBuilder) -> Beat:
    visitor = builder["visitor"]
    rain = builder["weather"] == "rain"
    weather: Weather = "rain" if rain else "snow"
    puddle = (Thing("puddle", 0, 6, "water", id="puddle"),) if rain else ()
    return Beat(
        "way",
        f"{{{visitor}}} carries the tied box along the street through the {weather}.",
        Scene(
            "street",
            (Actor(visitor, 0, "carry", "effort", "right", holds=("parcel", "tied"), wet=rain),),
            puddle,
            weather=weather,
            shot="wide",
            focus=(visitor,),
        ),
        {"box": "packed", "toy.with": visitor, "weather": weather},
        {"visitor.at": "street"},
        visitor,
        "determined",
    )


def _medicine(builder: WorldBuilder) -> Beat:
    patient, toy = builder["patient"], builder["toy"]
    had = builder["first"] == "toy" and builder.happens("visit")
    given: tuple[Thing, ...] = ()
    if builder.happens("visit"):
        given = (_box("open"), _given(toy)) if had else (_box("tied"),)
    return Beat(
        "medicine",
        f"{{{patient}}} sits in bed with the emptied vial, {'the' if had else 'no'} toy on the"
        " cover.",
        Scene(
            "ward",
            (Actor(patient, -45, "sit_floor", "dizzy", "right", -50, ("vial", "empty")),),
            (_STOOL, _BED, _COVER, *given),
            shot="wide",
        ),
        {"medicine": "full", "in.bed": patient}
        | {"toy.with": patient if had else builder["visitor"]}
        | ({"visitor.at": "hospital" if had else "street"} if given else {}),
        {"medicine": "empty"},
        patient,
        "disgusted",
    )


def _visit(builder: WorldBuilder) -> Beat:
    patient, visitor, toy = builder["patient"], builder["visitor"], builder["toy"]
    taken = builder["first"] == "medicine"
    vial = "empty" if taken else "full"
    return Beat(
        "visit",
        f"{{{patient}}} sits in bed behind the toy {toy}; the vial beside the bed is {vial}.",
        Scene(
            "ward",
            (Actor(patient, -45, "sit_floor", "happy", "right", -50),),
            (_STOOL, _BED, _vial("empty" if taken else "red"), _COVER, _box("open"), _given(toy)),
            shot="wide",
        ),
        {"medicine": vial, "toy": toy, "toy.with": visitor, "visitor.at": "street"}
        | {"in.bed": patient},
        {"toy.with": patient, "visitor.at": "hospital"},
        patient,
        "happy",
    )


def _give(builder: WorldBuilder) -> Beat:
    patient, visitor = builder["patient"], builder["visitor"]
    return Beat(
        "give",
        f"{{{patient}}} is up and gives a paper plane to {{{visitor}}}.",
        Scene(
            "ward",
            (
                Actor(patient, -55, "hold_out", "smile", "right", holds=("paper", "plane")),
                Actor(visitor, 60, "reach_out", "happy", "left"),
            ),
        ),
        {"medicine": "empty", "visitor.at": "hospital"},
        {"plane.with": visitor},
        patient,
        "grateful",
    )


def _end(builder: WorldBuilder, home: str) -> Beat:
    visitor = builder["visitor"]
    return Beat(
        "end",
        f"{{{visitor}}} is at home with the paper plane and beams.",
        Scene(
            home,
            (Actor(visitor, 0, "hold_out", "happy", "right", holds=("paper", "plane")),),
        ),
        {"plane.with": visitor},
        {"visitor.at": "home"},
        visitor,
        "happy",
    )
