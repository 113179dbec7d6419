"""Two children water a sunflower in turns; somebody grown-up guards it and finds a guest.

Who begins, whether they change every day or every two days, with what they water, which animal
comes, whether before or after the rain, who guards the plant and how the guest is received.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import (
    Ending,
    WorldAnswer,
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
_WORDS = Translations(__name__, "sunflower_turns.toml", _ROLES)
_VARIABLES = (
    Variable("first", ("a", "b")),
    Variable("turns", ("one_day", "two_days")),
    Variable("vessel", ("can", "bucket")),
    Variable("sooner", ("rain", "visit")),
    Variable("animal", ("cat", "dog")),
    Variable("guard", ("c", "d")),
    Variable("mood", ("welcome", "grumble")),
)
_OTHER = {"a": "b", "b": "a"}
_GROWTH = ("hole", "sprout", "shoot", "stalk", "bud", "bloom")


def _second_child(world: World) -> str:
    """Who waters on the second day."""
    return world["first"] if world["turns"] == "two_days" else _OTHER[world["first"]]


def _third_day(ending: Ending) -> str:
    """Who waters on the third day, and with what."""
    return f"{_OTHER[_second_child(ending.world)]} {ending['vessel']}"


_QUESTIONS = (
    chronology("CAS", by("animal", "sooner"), ("rain", "visit"), error="temporal"),
    chronology("CPT", by("first", "sooner"), ("sow", "visit"), error="object_state"),
    chronology("IMN", by("first", "animal"), ("sow", "end"), interrogative="why"),
    chronology(
        "ICM", by("guard", "mood"), ("visit",), error="character_state", interrogative="how"
    ),
    chronology(
        "CFR",
        ends(first="watered.by", vessel="vessel"),
        ("sow", "second"),
        without="second",
        interrogative="who",
    ),
    chronology(
        "PBP", WorldAnswer(("child", "vessel"), _third_day), ("sow", "second"), interrogative="who"
    ),
    blank_panel(
        by("guard", "animal"), ("rain", "visit", "end"), hidden="feed", error="character_state"
    ),
    meaning(by("turns", "mood"), ("sow", "second", "visit", "end")),
    WorldQuestion(
        "true",
        "true_statement",
        by("turns", "animal"),
        ("sow", "second", "visit"),
        error="dialogue",
    ),
)


@world_template("sunflower-turns", "garden", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def sunflower_turns(builder: WorldBuilder) -> TemplateStory:
    """A seed, two days, rain and a guest, a flower."""
    beats = [_sow(builder)]
    if builder.happens("second"):
        middle = [_rain(builder), _visit(builder)]
        middle = middle if builder["sooner"] == "rain" else middle[::-1]
        beats += [_second(builder), *middle, _feed(builder), _end(builder)]
    grown = in_stages(beats, "sunflower", _GROWTH, {}, (40, 24, 1))
    return builder.story(_WORDS["title"], grown)


def _height(builder: WorldBuilder, beat: str) -> str:
    """How far the plant is in the rain or when the animal comes: it grows in between."""
    return "shoot" if builder["sooner"] == beat else "stalk"


def _animal(builder: WorldBuilder, x: float) -> Thing:
    if builder["animal"] == "cat":
        return Thing("cat", x, 8, "sitting", id="animal")
    return Thing("puppy", x, 8, "fluffy", id="animal", scale=0.85)


def _vessel(builder: WorldBuilder) -> tuple[str, str]:
    return {"can": ("watering_can", "pouring"), "bucket": ("fish_bucket", "water")}[
        builder["vessel"]
    ]


def _sow(builder: WorldBuilder) -> Beat:
    first, vessel = builder["first"], builder["vessel"]
    return Beat(
        "sow",
        f"{{{first}}} waters a bare hole from a {vessel} and states a rule.",
        Scene(
            "flower_garden",
            (Actor(first, -60, "hold_out", "happy", "right", holds=_vessel(builder)),),
            (),
            (says(first, _WORDS[builder["turns"]]),),
        ),
        {},
        {"watered.by": first, "vessel": vessel},
        first,
        "happy",
    )


def _second(builder: WorldBuilder) -> Beat:
    child = _second_child(builder.world)
    return Beat(
        "second",
        f"{{{child}}} waters a tiny sprout from a {builder['vessel']} on the second day.",
        Scene(
            "flower_garden",
            (Actor(child, -60, "hold_out", "smile", "right", holds=_vessel(builder)),),
            (),
            (says(child, _WORDS["second"]),),
        ),
        {},
        {},
        child,
        "content",
    )


def _rain(builder: WorldBuilder) -> Beat:
    guard, height = builder["guard"], _height(builder, "rain")
    return Beat(
        "rain",
        f"{{{guard}}} holds an umbrella in the rain next to a {height}.",
        Scene(
            "flower_garden",
            (Actor(guard, -45, "hold_out", "neutral", "right", holds=("umbrella", "open")),),
            (),
            (says(guard, _WORDS["rain"]),),
            shot="wide",
            weather="rain",
        ),
        {"umbrella.with": guard},
        {},
        guard,
    )


def _visit(builder: WorldBuilder) -> Beat:
    guard, height = builder["guard"], _height(builder, "visit")
    welcome = builder["mood"] == "welcome"
    face: Expression = "happy" if welcome else "angry"
    return Beat(
        "visit",
        f"{{{guard}}}, a closed umbrella in one hand, looks {face} at a {builder['animal']} next"
        f" to a {height}.",
        Scene(
            "flower_garden",
            (Actor(guard, -45, "point", face, "right", holds=("umbrella", "closed")),),
            (_animal(builder, 145),),
            (says(guard, _WORDS[builder["mood"]]),),
            shot="wide",
        ),
        {"umbrella.with": guard, "kind": builder["animal"]},
        {},
        guard,
        "delighted" if welcome else "annoyed",
    )


def _bowl(builder: WorldBuilder, x: float) -> Thing:
    return Thing(f"{builder['animal']}_bowl", x, 16, "", id="bowl", front=True)


def _feed(builder: WorldBuilder) -> Beat:
    guard = builder["guard"]
    return Beat(
        "feed",
        f"{{{guard}}} kneels and puts down a bowl for the {builder['animal']}.",
        Scene(
            "flower_garden",
            (Actor(guard, -60, "kneel", "smile", "right"),),
            (
                _animal(builder, 145),
                _bowl(builder, 0),
                Thing("umbrella", -130, -8, "closed", id="umbrella", turn=-80),
            ),
            shot="wide",
        ),
        {"bowl": "in the house", "umbrella.with": guard, "kind": builder["animal"]},
        {"bowl": "outside"},
        guard,
        "kind",
    )


def _end(builder: WorldBuilder) -> Beat:
    return Beat(
        "end",
        f"The {builder['animal']} is at a bowl under a sunflower in full bloom.",
        Scene(
            "flower_garden",
            (),
            (_animal(builder, 145), _bowl(builder, 60)),
            shot="wide",
        ),
        {"bowl": "outside", "kind": builder["animal"]},
        {},
    )
