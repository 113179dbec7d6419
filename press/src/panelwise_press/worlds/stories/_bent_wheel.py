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
        beats += [_come(builder, "mended"), _give(builder), _end(builder)]
    else:
        beats.append(_come(builder, "bent"))
    return builder.story(_WORDS["title"], beats)


def _bike(state: str, x: float, scale: float = 1.0) -> Thing:
    return Thing("bicycle", x, 0, state, id="bike", scale=scale)


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
        {"rider": "away"},
        {"bike": "bent"},
        rider,
        "in tears" if mood == "crying" else "angry",
    )


def _list(builder: WorldBuilder) -> Beat:
    mechanic, then = builder["mechanic"], builder["job"]
    return Beat(
        "list",
        f"{{{mechanic}}} points at the list on the workshop's wall: a bicycle, and below it a"
        f" {then}.",
        Scene(
            "workshop",
            (Actor(mechanic, -50, "point", "neutral", "right", holds=("wrench", "")),),
            (Thing("day_plan", 45, -62, f"bicycle {then}", id="plan"),),
            focus=(mechanic, "plan"),
        ),
        {"bike": "bent", "job": then},
        {"list": "read", "wrench.with": mechanic},
        mechanic,
        "calm",
    )


def _mend(builder: WorldBuilder) -> Beat:
    mechanic, fed = builder["mechanic"], builder["first"] == "lunch"
    box = "an empty" if fed else "a full"
    return Beat(
        "mend",
        f"{{{mechanic}}} kneels with a wrench at the bicycle without a front wheel, {box} lunch"
        " box at the side.",
        Scene(
            "workshop",
            (Actor(mechanic, 95, "kneel", "effort", "left", holds=("wrench", "")),),
            (
                _bike("bare", -25),
                Thing("packed_lunch", -145, 0, "empty" if fed else "full", id="box", scale=1.2),
            ),
            shot="wide",
        ),
        {"bike": "bent", "lunch": "eaten" if fed else "there"}
        | {"list": "read", "wrench.with": mechanic},
        {"bike": "mended"},
        mechanic,
        "busy",
    )


def _lunch(builder: WorldBuilder) -> Beat:
    mechanic = builder["mechanic"]
    state = "mended" if builder["first"] == "mend" else "bent"
    return Beat(
        "lunch",
        f"{{{mechanic}}} eats a sandwich, a wrench close by; the {state} bicycle stands there.",
        Scene(
            "workshop",
            (Actor(mechanic, 95, "eat", "eating", "left", holds=("sandwich", "bitten")),),
            (
                _bike(state, -25),
                Thing("packed_lunch", -145, 0, "full", id="box", scale=1.2),
                Thing("wrench", 150, -10, "", id="wrench", turn=35, front=True),
            ),
            shot="wide",
        ),
        {"bike": state, "lunch": "there", "list": "read", "wrench.with": mechanic},
        {"lunch": "eaten"},
        mechanic,
        "hungry",
    )


def _come(builder: WorldBuilder, state: str) -> Beat:
    rider, gift = builder["rider"], builder["gift"]
    return Beat(
        "come",
        f"{{{rider}}} walks into the workshop with a {gift}, past the {state} bicycle.",
        Scene(
            "workshop",
            (Actor(rider, -75, "hold_out", "happy", "right", holds=(gift, _STATES[gift])),),
            (_bike(state, 75),),
            (says(rider, _WORDS["come"]),),
            shot="wide",
        ),
        {"bike": state, "gift": gift, "gift.with": rider}
        | ({"lunch": "eaten"} if builder.happens("mend") else {}),
        {"rider": "back"},
        rider,
        "glad",
    )


_STATES = {"bouquet": "fresh", "drum": "still"}


def _give(builder: WorldBuilder) -> Beat:
    rider, mechanic, gift = builder["rider"], builder["mechanic"], builder["gift"]
    return Beat(
        "give",
        f"{{{rider}}} hands the {gift} to {{{mechanic}}}.",
        Scene(
            "workshop",
            (
                Actor(rider, -55, "hold_out", "happy", "right", holds=(gift, _STATES[gift])),
                Actor(mechanic, 55, "reach_out", "happy", "left"),
            ),
        ),
        {"gift": gift, "gift.with": rider, "rider": "back"},
        {"gift.with": mechanic},
        rider,
        "grateful",
    )


def _end(builder: WorldBuilder) -> Beat:
    mechanic, gift = builder["mechanic"], builder["gift"]
    return Beat(
        "end",
        f"{{{mechanic}}} smiles over the {gift}.",
        Scene(
            "workshop",
            (Actor(mechanic, 0, "hold_out", "happy", "right", holds=(gift, _STATES[gift])),),
        ),
        {"gift": gift, "gift.with": mechanic},
        {"mechanic.face": "smiling"},
        mechanic,
        "happy",
    )
