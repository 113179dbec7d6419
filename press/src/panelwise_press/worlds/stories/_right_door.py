"""Two people live next to each other; a parcel comes, and one of them says whose it is.

The number of the right door follows from who lives where, and whose parcel it is: two panels.
A snowman that melts shows which panel is first.
"""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import named_pool, paired
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._stages import Spot, in_stages

_ROLES = {"a": GROWN, "b": GROWN, "c": CHILD}
_WORDS = Translations(__name__, "right_door.toml", _ROLES)
_NUMBERS = tuple(named_pool("numbers"))
_VARIABLES = (Variable("owner", ("a", "b")), Variable("door", _NUMBERS))
_UNSEEN = frozenset({"parcel", "neighbours", "owner"})
_SNOWMEN: dict[str, Spot] = {
    "doors": (0, 26, 0.45),
    "find": (125, -6, 0.7),
    "mine": (150, -4, 0.7),
    "carry": (-175, 0, 0.7),
}
_OPEN = (
    OpenWorldQuestion(
        "door", _WORDS["ask"], "door", "numbers", ("doors", "mine"), "which", "exact"
    ),
)


@world_template("right-door", "street", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def right_door(builder: WorldBuilder) -> TemplateStory:
    """Found, claimed and delivered."""
    other = paired(_NUMBERS, builder.rng)[builder["door"]]
    doors = {"a": other, "b": other} | {builder["owner"]: builder["door"]}
    beats = [_doors(doors), _find(), _mine(builder), _carry(builder)]
    first, *others = in_stages(
        beats, "snowman", ("whole", "melting", "heap", "puddle"), _SNOWMEN, (0, 12, 0.5)
    )
    snowman, *fronts = first.scene.things
    in_front = replace(first, scene=replace(first.scene, things=(*fronts, snowman)))
    seen = [replace(beat, unseen=_UNSEEN) for beat in (in_front, *others)]
    return builder.story(_WORDS["title"], seen)


def _doors(doors: dict[str, str]) -> Beat:
    return Beat(
        "doors",
        f"{{a}} stands next to the door {doors['a']}, and {{b}} next to the door {doors['b']}.",
        Scene(
            "street",
            (Actor("a", -165, "wave", "smile", "right"), Actor("b", 165, "wave", "smile", "left")),
            (
                Thing("front_door", -75, 0, doors["a"], id="left"),
                Thing("front_door", 75, 0, doors["b"], id="right"),
            ),
        ),
        {"parcel": "missing"},
        {"neighbours": "seen"},
    )


def _find() -> Beat:
    return Beat(
        "find",
        "{c} finds a parcel in the street.",
        Scene(
            "street",
            (Actor("c", -45, "crouch", "surprised", "right"),),
            (Thing("parcel", 40, 0, "tied", id="parcel"),),
        ),
        {"neighbours": "seen", "parcel": "missing"},
        {"parcel": "found"},
        "c",
        "surprised",
    )


def _mine(builder: WorldBuilder) -> Beat:
    owner = builder["owner"]
    return Beat(
        "mine",
        f"{{{owner}}} says that the parcel that {{c}} holds is his or hers.",
        Scene(
            "street",
            (
                Actor("c", -60, "hold_out", "smile", "right", holds=("parcel", "tied")),
                Actor(owner, 60, "point", "happy", "left"),
            ),
            (),
            (says(owner, _WORDS["mine"]),),
        ),
        {"parcel": "found"},
        {"owner": "known"},
        owner,
        "glad",
    )


def _carry(builder: WorldBuilder) -> Beat:
    owner = builder["owner"]
    return Beat(
        "carry",
        f"{{c}} comes to a front door with the parcel, and {{{owner}}} follows.",
        Scene(
            "doorstep",
            (
                Actor("c", 25, "carry", "happy", "right", holds=("parcel", "tied")),
                Actor(owner, -85, "walk", "smile", "right"),
            ),
            shot="wide",
        ),
        {"owner": "known", "parcel": "found"},
        {"parcel": "on its way"},
        "c",
        "helpful",
    )
