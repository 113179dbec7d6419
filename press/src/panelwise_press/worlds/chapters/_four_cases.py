"""Four things are packed into four cases, four people take them away, and one case comes back.

What is in it, and who had it, follows from a panel of the first pages and one of the last.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Line, Pose, Scene, Thing
from panelwise_press._story import Beat
from panelwise_press._template import CHILD
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._chapter_template import Chapter, chapter_template
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_template import WorldBuilder
from panelwise_press.worlds.chapters._matches import PEOPLE, asked, matched, third, ways
from panelwise_press.worlds.stories import thing_of

_ROLES = {"a": CHILD, "b": CHILD, "c": ("adult",), "d": ("adult",), "e": ("elder",)}
_WORDS = Translations(__name__, "four_cases.toml", _ROLES)
_THINGS = ("bear", "cup", "book", "drum")
_CASES = ("box", "chest", "bag", "present")
_DRAWN = {
    "box": ("moving_box", "plain", 0.9),
    "chest": ("chest", "closed", 1.0),
    "bag": ("backpack", "closed", 1.1),
    "present": ("present", "wrapped", 1.1),
}
_VARIABLES = (
    ways("packed"),
    ways("taken"),
    Variable("found", _CASES),
    Variable("loser", PEOPLE),
)
_PACKED = tuple(f"packs-{one}" for one in _CASES)
_TAKEN = tuple(f"takes-{one}" for one in PEOPLE)


def _inside(case: str, world: World) -> str:
    return matched(case, _CASES, _THINGS, world["packed"])


def _taker(case: str, world: World) -> str:
    return matched(case, _CASES, PEOPLE, world["taken"])


def _case(person: str, world: World) -> str:
    return matched(person, PEOPLE, _CASES, world["taken"])


def _loose(world: World) -> str:
    """The thing that lies in the grass."""
    return third(world["found"], _CASES, world["loser"], PEOPLE, _THINGS)


def _source(world: World) -> str:
    """The case that it was in."""
    return matched(_loose(world), _THINGS, _CASES, world["packed"])


_QUESTIONS = (
    asked("inside", "IMN", "thing", lambda w: _inside(w["found"], w), (*_PACKED, "ashore"), "what"),
    asked("taker", "IMN", "child", lambda w: _taker(w["found"], w), (*_TAKEN, "ashore"), "who"),
    asked("lost", "CAS", "case", lambda w: _case(w["loser"], w), (*_TAKEN, "cries"), "which"),
    asked(
        "missing",
        "ICM",
        "thing",
        lambda w: _inside(_case(w["loser"], w), w),
        (*_PACKED, *_TAKEN, "cries"),
        "what",
    ),
    asked("source", "CPT", "case", _source, (*_PACKED, "grass"), "which"),
    asked(
        "bring",
        "PBP",
        "child",
        lambda w: _taker(_source(w), w),
        (*_PACKED, *_TAKEN, "grass"),
        "who",
    ),
)


@chapter_template("four-cases", "travel", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def four_cases(builder: WorldBuilder) -> Chapter:
    """Packed, taken away, washed ashore, and missed."""
    place = builder.choose(("doorstep", "street", "back_lawn"))
    packs = tuple(_packs(builder, case) for case in _CASES)
    takes = tuple(_takes(builder, who, place) for who in PEOPLE)
    return Chapter(_WORDS["title"], (packs, takes), (_ashore(builder), _grass(builder)))


def _thing(case: str, x: float) -> Thing:
    prop, state, scale = _DRAWN[case]
    return Thing(prop, x, 0, state, id="case", scale=scale)


def _packs(builder: WorldBuilder, case: str) -> Beat:
    thing = _inside(case, builder.world)
    return Beat(
        f"packs-{case}",
        f"{{e}} points at a {thing} that goes into the {case}.",
        Scene(
            "living_room",
            (Actor("e", -95, "point", "smile", "right"),),
            (thing_of(thing, -8, 0, "thing"), _thing(case, 85)),
            (says("e", _WORDS[f"packs_{case}"]),),
            least_zoom=0.3,
        ),
        {},
        {f"{case}.holds": thing},
        "e",
        "careful",
    )


def _takes(builder: WorldBuilder, who: str, place: str) -> Beat:
    case = _case(who, builder.world)
    return Beat(
        f"takes-{who}",
        f"{{{who}}} says goodbye; the {case} is next to {{{who}.them}}.",
        Scene(
            place,
            (Actor(who, -50, "wave", "happy", "front"),),
            (_thing(case, 50),),
            (says(who, _WORDS[f"takes_{who}"]),),
            least_zoom=0.3,
        ),
        {},
        {f"{who}.case": case},
        who,
        "happy",
    )


def _ashore(builder: WorldBuilder) -> tuple[Beat, ...]:
    """A case lies on the beach, and its packer finds it."""
    case = builder["found"]

    def scene(pose: Pose, mood: Expression, words: str = "") -> Scene:
        lines = (says("e", _WORDS[words]),) if words else ()
        return Scene(
            "beach",
            (Actor("e", -75, pose, mood, "right"),),
            (_thing(case, 40),),
            lines,
            least_zoom=0.3,
        )

    return (
        Beat(
            "ashore",
            f"The {case} lies alone on the beach.",
            Scene("beach", (), (_thing(case, 40),), focus=("case",), least_zoom=0.3),
            {},
            {"beach": "lonely"},
        ),
        Beat(
            "comes",
            f"{{e}} runs up to the {case} on the beach.",
            scene("run", "surprised"),
            {"beach": "lonely"},
            {"beach": "visited"},
            "e",
            "surprised",
        ),
        Beat(
            "knows",
            f"{{e}} points at the {case} on the beach and knows it again.",
            scene("point", "happy", "knows"),
            {"beach": "visited"},
            {"case": "known"},
            "e",
            "happy",
        ),
        Beat(
            "wonders",
            f"{{e}} thinks about who had the {case}.",
            scene("think", "thinking"),
            {"case": "known"},
            {"case": "pondered"},
            "e",
            "thoughtful",
        ),
    )


def _missed(loser: str) -> tuple[Beat, Beat]:
    """Somebody has lost a case and is comforted."""
    return (
        Beat(
            "cries",
            f"{{{loser}}} sits on the pavement with empty hands and cries.",
            Scene(
                "street",
                (Actor(loser, 0, "sit_floor", "crying", "front"),),
                (),
                (says(loser, _WORDS["cries"]),),
            ),
            {},
            {"comfort": "needed"},
            loser,
            "sad",
        ),
        Beat(
            "comforts",
            f"{{e}} comes and comforts {{{loser}}}.",
            Scene(
                "street",
                (
                    Actor(loser, 40, "sit_floor", "sad", "left"),
                    Actor("e", -55, "reach_out", "worried", "right"),
                ),
            ),
            {"comfort": "needed"},
            {"comfort": "given"},
            "e",
            "worried",
        ),
    )


def _grass(builder: WorldBuilder) -> tuple[Beat, ...]:
    """Somebody has lost a case; elsewhere, the next day, one of the four things lies in the grass.

    The thing need not be from the case that was lost, so these are two events.
    """
    thing = _loose(builder.world)
    lies = thing_of(thing, 45, 0, "thing")
    return (
        *_missed(builder["loser"]),
        Beat(
            "grass",
            f"A {thing} lies in the grass without its case.",
            Scene(
                "meadow",
                (),
                (lies,),
                (Line(_WORDS["later"], "caption"),),
                focus=("thing",),
                least_zoom=0.3,
            ),
            {},
            {"thing": "lies"},
        ),
        Beat(
            "picks",
            f"{{e}} finds the {thing} in the grass.",
            Scene(
                "meadow",
                (Actor("e", -40, "kneel", "surprised", "right"),),
                (lies,),
                (says("e", _WORDS["picks"]),),
                least_zoom=0.3,
            ),
            {"thing": "lies", "comfort": "given"},
            {"thing": "found"},
            "e",
            "surprised",
        ),
    )
