"""A child falls off a bicycle, a mechanic mends it, before or after lunch, and gets a gift.

Who falls over what and takes it how, who mends, whether lunch comes first, what is given, and what
is next on the list in the workshop: all that only the pictures show.
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

_ROLES = {"a": CHILD, "b": CHILD, "c": GROWN, "d": GROWN}
_WORDS = Translations(__name__, "bent_wheel.toml", _ROLES)
_VARIABLES = (
    Variable("rider", ("a", "b")),
    Variable("obstacle", ("stone", "puddle")),
    Variable("mood", ("crying", "angry")),
    Variable("mechanic", ("c", "d")),
    Variable("first", ("mend", "lunch")),
    Variable("gift", ("bouquet", "drum")),
    Variable("job", ("kite", "guitar")),
)
_QUESTIONS = (
    chronology("CAS", by("mechanic", "first"), ("mend", "lunch"), error="temporal"),
    chronology("CPT", by("gift", "mechanic"), ("come", "give", "end"), error="object_state"),
    chronology("IMN", by("rider", "obstacle"), ("crash", "come"), interrogative="why"),
    chronology("ICM", by("rider", "mood"), ("crash",), error="character_state"),
    chronology(
        "CFR",
        ends(rider="gift.with", gift="gift"),
        ("mend", "come"),
        without="mend",
        interrogative="who",
    ),
    chronology("PBP", by("mechanic", "job"), ("list", "mend")),
    blank_panel(
        by("rider", "gift"), ("come", "give", "end"), hidden="give", error="character_state"
    ),
    meaning(by("mood", "first"), ("crash", "mend", "lunch")),
    WorldQuestion("true", "true_statement", by("obstacle", "job"), ("crash", "list")),
)


@world_template("bent-wheel", "workshop", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def bent_wheel(builder: WorldBuilder) -> TemplateStory:
    """Bent, mended and thanked for."""
    place = builder.choose(("street", "park_path"))
    beats = [_crash(builder, place), _list(builder)]
    if builder.happens("mend"):
        work = [_mend(builder), _lunch(builder)]
        beats += work if builder["first"] == "mend" else work[::-1]
        beats += [_come(builder, "new"), _give(builder), _end(builder)]
    else:
        beats.append(_come(builder, "bent"))
    return builder.story(_WORDS["title"], beats)


def _bike(state: str, x: float) -> Thing:
    return Thing("bicycle", x, 0, state, id="bike")


def _box(state: str, x: float) -> Thing:
    return Thing("packed_lunch", x, 0, state, id="lunch", scale=1.3)


def _old_wheel(x: float) -> Thing:
    """The bent wheel, taken off."""
    return Thing("bike_wheel", x, 4, "bent", id="old_wheel", front=True)


def _crash(builder: WorldBuilder, place: str) -> Beat:
    rider, mood = builder["rider"], builder["mood"]
    stone = builder["obstacle"] == "stone"
    face: Expression = "crying" if mood == "crying" else "angry"
    obstacle = (
        Thing("big_stone", 112, 0, "", id="obstacle", front=True, scale=1.6)
        if stone
        else Thing("mud_puddle", 100, 4, "full", id="obstacle", front=True, scale=0.75)
    )
    return Beat(
        "crash",
        f"{{{rider}}} sits {mood} on the ground by a bent bicycle, in front of a"
        f" {'big stone' if stone else 'muddy puddle'}.",
        Scene(
            place,
            (Actor(rider, -95, "sit_floor", face, "right", dirty=not stone),),
            (_bike("bent", 25), obstacle),
            (says(rider, _WORDS[mood]),),
        ),
        {"rider": "away", "bike": "whole"},
        {"bike": "bent"},
        rider,
        "in tears" if mood == "crying" else "angry",
        frozenset({"rider"}),
    )


def _list(builder: WorldBuilder) -> Beat:
    mechanic, then = builder["mechanic"], builder["job"]
    return Beat(
        "list",
        f"Next to the bent bicycle, {{{mechanic}}} points at the list on the workshop's wall: a"
        f" bicycle, and below it a {then}.",
        Scene(
            "workshop",
            (Actor(mechanic, -60, "point", "neutral", "right"),),
            (
                Thing("day_plan", 48, -72, f"bicycle {then}", id="plan", scale=1.1),
                _box("full", -125),
                _bike("bent", 150),
            ),
            focus=(mechanic, "plan", "lunch", "bike"),
        ),
        {"bike": "bent", "job": then, "lunch": "there"},
        {"list": "read"},
        mechanic,
        "calm",
        frozenset({"list"}),
    )


def _mend(builder: WorldBuilder) -> Beat:
    mechanic, fed = builder["mechanic"], builder["first"] == "lunch"
    box = "an empty" if fed else "a full"
    return Beat(
        "mend",
        f"{{{mechanic}}} kneels with a wrench at the bicycle, its bent front wheel taken off, {box}"
        " lunch box at the side.",
        Scene(
            "workshop",
            (Actor(mechanic, 95, "kneel", "effort", "left"),),
            (
                _bike("bare", -25),
                _box("empty" if fed else "full", -145),
                _old_wheel(160),
                Thing("wrench", 72, -42, "", id="wrench", front=True, turn=-82, scale=0.8),
            ),
            shot="wide",
        ),
        {"bike": "bent", "lunch": "eaten" if fed else "there", "list": "read"},
        {"bike": "new"},
        mechanic,
        "busy",
        frozenset({"list"}),
    )


def _lunch(builder: WorldBuilder) -> Beat:
    mechanic = builder["mechanic"]
    done = builder["first"] == "mend"
    wheel = (_old_wheel(160),) if done else ()
    return Beat(
        "lunch",
        f"{{{mechanic}}} eats a sandwich next to the {'mended' if done else 'bent'} bicycle.",
        Scene(
            "workshop",
            (Actor(mechanic, 95, "eat", "eating", "left", holds=("sandwich", "bitten")),),
            (_bike("new" if done else "bent", -25), _box("apple", -145), *wheel),
            shot="wide",
        ),
        {"bike": "new" if done else "bent", "lunch": "there", "list": "read"},
        {"lunch": "eaten"},
        mechanic,
        "hungry",
        frozenset({"list"}),
    )


def _come(builder: WorldBuilder, state: str) -> Beat:
    rider, gift = builder["rider"], builder["gift"]
    mended = builder.happens("mend")
    box = (_box("empty", -5),) if mended else ()
    condition = "mended" if mended else "bent"
    return Beat(
        "come",
        f"{{{rider}}} walks in through the gate with a {gift}, towards the {condition} bicycle.",
        Scene(
            "workshop",
            (Actor(rider, -90, "hold_out", "happy", "right", holds=(gift, _STATES[gift])),),
            (Thing("open_gate", -140, 0, "", id="gate"), _bike(state, 110), *box),
            (says(rider, _WORDS["come"]),),
            shot="wide",
            motion=(rider,),
            least_zoom=0.15,
        ),
        {"bike": state, "gift": gift, "gift.with": rider} | ({"lunch": "eaten"} if mended else {}),
        {"rider": "back"},
        rider,
        "glad",
    )


_STATES = {"bouquet": "fresh", "drum": "still"}


def _give(builder: WorldBuilder) -> Beat:
    rider, mechanic, gift = builder["rider"], builder["mechanic"], builder["gift"]
    return Beat(
        "give",
        f"{{{rider}}} hands the {gift} to {{{mechanic}}} in front of the mended bicycle.",
        Scene(
            "workshop",
            (
                Actor(rider, -75, "hold_out", "happy", "right", holds=(gift, _STATES[gift])),
                Actor(mechanic, 95, "reach_out", "happy", "left"),
            ),
            (_bike("new", 165),),
            least_zoom=0.15,
        ),
        {"gift": gift, "gift.with": rider, "rider": "back", "bike": "new", "bike.at": "workshop"},
        {"gift.with": mechanic},
        rider,
        "grateful",
    )


def _end(builder: WorldBuilder) -> Beat:
    rider, mechanic, gift = builder["rider"], builder["mechanic"], builder["gift"]
    return Beat(
        "end",
        f"{{{mechanic}}} smiles over the {gift}, and {{{rider}}} pushes the mended bicycle out.",
        Scene(
            "workshop",
            (
                Actor(mechanic, -110, "hold_out", "happy", "right", holds=(gift, _STATES[gift])),
                Actor(rider, 40, "push", "happy", "right"),
            ),
            (Thing("open_gate", 175, 0, "", id="gate"), _bike("new", 130)),
            shot="wide",
            least_zoom=0.15,
        ),
        {"gift": gift, "gift.with": mechanic, "bike": "new", "bike.at": "workshop"},
        {"bike.at": "way home"},
        mechanic,
        "happy",
    )
