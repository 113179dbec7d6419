"""A child is ill in hospital, takes a bitter medicine, and is visited with a toy.

Who is ill and in which mood, who comes with which toy through which weather, whether the toy comes
before the medicine, and what the plan on the wall has next: all that only the pictures show. On a
sheet on the wall one day after another is crossed out, and mud splashes onto the box on the way.
"""

from __future__ import annotations

from dataclasses import replace

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
    return builder.story(_WORDS["title"], _dated(beats))


def _dated(beats: list[Beat]) -> list[Beat]:
    """The beats with a sheet on the wall in each room, one more day crossed out on each."""
    done, day = [], 1
    for beat in beats:
        if beat.id == "way":
            done.append(beat)
            continue
        x, y = _SHEETS[beat.id]
        sheet = Thing("crossed_days", x, y, str(day), id="days")
        scene = replace(beat.scene, things=(sheet, *beat.scene.things))
        focus = (*scene.focus, "days") if scene.focus else ()
        day += 1
        done.append(
            replace(
                beat,
                scene=replace(scene, focus=focus),
                needs={**beat.needs, "days": str(day - 1)},
                makes={**beat.makes, "days": str(day)},
            )
        )
    return done


_SHEETS = {
    "ill": (165, -112),
    "pack": (-165, -112),
    "medicine": (150, -112),
    "visit": (150, -112),
    "give": (5, -168),
    "end": (-115, -112),
}
_BED = Thing("child_bed", 0, 0, "", id="bed")
_COVER = Thing("bed_cover", 40, -4, "", id="cover", front=True)
_STOOL = Thing("stool", -140, 0, "", id="stool")


def _bottle(state: str) -> Thing:
    return Thing("medicine", -140, -40, state, id="medicine", scale=1.1)


def _box(state: str) -> Thing:
    """The visitor's box next to the bed: still tied, or emptied; the mud on it stays."""
    return Thing("parcel", 150, 0, state, id="box", scale=0.7)


def _given(toy: str) -> Thing:
    """The toy on the cover, so large that a narrow panel shows which one it is."""
    return Thing(f"toy_{toy}", 62, -56, "clean", id="toy", front=True, scale=1.35)


def _ill(builder: WorldBuilder) -> Beat:
    patient, mood, after = builder["patient"], builder["mood"], builder["after"]
    face: Expression = "scared" if mood == "scared" else "angry"
    return Beat(
        "ill",
        f"{{{patient}}} sits in a hospital bed and looks {mood}; the plan on the wall shows a"
        f" bottle of medicine, and below it a {after}.",
        Scene(
            "ward",
            (Actor(patient, -45, "sit_floor", face, "right", -50),),
            (
                _BED,
                _COVER,
                Thing("day_plan", 75, -84, f"medicine {after}", id="plan", scale=0.85),
            ),
            (says(patient, _WORDS[mood]),),
            focus=(patient, "plan"),
        ),
        {"in.bed": patient, "after": after},
        {"plan": "shown"},
        patient,
        mood,
        frozenset({"plan"}),
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
        {"toy": toy, "toy.with": visitor, "plan": "shown", "mud": "none"},
        {"box": "packed"},
        visitor,
        "caring",
        frozenset({"plan", "box"}),
    )


def _way(builder: WorldBuilder) -> Beat:
    visitor = builder["visitor"]
    rain = builder["weather"] == "rain"
    weather: Weather = "rain" if rain else "snow"
    splash = Thing("mud_splash", 62, -8, "", id="splash", front=True, scale=0.62)
    puddle = (Thing("puddle", 40, 6, "mud", id="puddle"), splash)
    return Beat(
        "way",
        f"{{{visitor}}} carries the tied box along the street through the {weather};"
        " mud splashes onto it.",
        Scene(
            "street",
            (Actor(visitor, 0, "carry", "effort", "right", holds=("parcel", "tied"), wet=rain),),
            puddle,
            weather=weather,
            shot="wide",
            focus=(visitor, "splash"),
        ),
        {"box": "packed", "toy.with": visitor, "weather": weather, "mud": "none"},
        {"visitor.at": "street", "mud": "on box"},
        visitor,
        "determined",
        frozenset({"box", "toy.with", "visitor.at"}),
    )


def _medicine(builder: WorldBuilder) -> Beat:
    patient, toy = builder["patient"], builder["toy"]
    had = builder["first"] == "toy" and builder.happens("visit")
    given: tuple[Thing, ...] = ()
    if builder.happens("visit"):
        given = (_box("muddy_open"), _given(toy)) if had else (_box("muddy"),)
    return Beat(
        "medicine",
        f"{{{patient}}} sits in bed with the empty bottle of medicine,"
        f" {'the' if had else 'no'} toy on the cover.",
        Scene(
            "ward",
            (Actor(patient, -45, "sit_floor", "dizzy", "right", -50, ("medicine", "empty")),),
            (_STOOL, _BED, _COVER, *given),
            shot="wide",
        ),
        {"medicine": "full", "in.bed": patient}
        | {"toy.with": patient if had else builder["visitor"]}
        | ({"visitor.at": "hospital" if had else "street", "mud": "on box"} if given else {}),
        {"medicine": "empty"},
        patient,
        "disgusted",
        frozenset({"toy.with", "visitor.at"}),
    )


def _visit(builder: WorldBuilder) -> Beat:
    patient, visitor, toy = builder["patient"], builder["visitor"], builder["toy"]
    taken = builder["first"] == "medicine"
    bottle = "empty" if taken else "full"
    return Beat(
        "visit",
        f"{{{patient}}} sits in bed behind the toy {toy}; the bottle of medicine next to the bed is"
        f" {bottle}.",
        Scene(
            "ward",
            (Actor(patient, -45, "sit_floor", "happy", "right", -50),),
            (_STOOL, _BED, _bottle(bottle), _COVER, _box("muddy_open"), _given(toy)),
            shot="wide",
        ),
        {"medicine": bottle, "toy": toy, "toy.with": visitor, "visitor.at": "street"}
        | {"in.bed": patient, "mud": "on box"},
        {"toy.with": patient, "visitor.at": "hospital"},
        patient,
        "happy",
        frozenset({"toy.with", "visitor.at"}),
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
        frozenset({"medicine"}),
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
