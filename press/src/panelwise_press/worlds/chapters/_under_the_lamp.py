"""Four people show what they like best, and where they live; much later, one thing is found.

Whose it is, where its finder lives, and for whom a present is: each follows from a panel of the
first pages and one of the last.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
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
_WORDS = Translations(__name__, "under_the_lamp.toml", _ROLES)
_THINGS = ("guitar", "drum", "kite", "umbrella")
_DOORS = ("3", "8", "12", "17")
_VARIABLES = (
    ways("likes"),
    ways("lives"),
    Variable("left", _THINGS),
    Variable("finder", PEOPLE),
)
_LIKES = tuple(f"likes-{one}" for one in PEOPLE)
_LIVES = tuple(f"lives-{one}" for one in PEOPLE)


def _owner(world: World) -> str:
    return matched(world["left"], _THINGS, PEOPLE, world["likes"])


def _door(world: World) -> str:
    """Where the present lies."""
    return third(world["left"], _THINGS, world["finder"], PEOPLE, _DOORS)


def _surprised(world: World) -> str:
    """Whose door that is."""
    return matched(_door(world), _DOORS, PEOPLE, world["lives"])


def _home(person: str, world: World) -> str:
    return matched(person, PEOPLE, _DOORS, world["lives"])


def _best(person: str, world: World) -> str:
    return matched(person, PEOPLE, _THINGS, world["likes"])


_QUESTIONS = (
    asked("owner", "IMN", "child", _owner, (*_LIKES, "lies"), "who"),
    asked("own", "CAS", "thing", lambda w: _best(w["finder"], w), (*_LIKES, "sees"), "which"),
    asked("home", "PBP", "door", lambda w: _home(w["finder"], w), (*_LIVES, "sees"), "which"),
    asked(
        "return",
        "CFR",
        "door",
        lambda w: _home(_owner(w), w),
        (*_LIKES, *_LIVES, "lies"),
        "which",
    ),
    asked("present", "PBP", "child", _surprised, (*_LIVES, "waits"), "who"),
    asked(
        "taste",
        "IMN",
        "thing",
        lambda w: _best(_surprised(w), w),
        (*_LIKES, *_LIVES, "waits"),
        "which",
    ),
)


@chapter_template("under-the-lamp", "street", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def under_the_lamp(builder: WorldBuilder) -> Chapter:
    """Shown, left behind, found; and a present for one of the four."""
    place = builder.choose(("meadow", "schoolyard", "park_path"))
    likes = tuple(_likes(builder, who, place) for who in PEOPLE)
    lives = tuple(_lives(builder, who) for who in PEOPLE)
    return Chapter(_WORDS["title"], (likes, lives), (_lamp(builder), _present(builder)))


def _likes(builder: WorldBuilder, who: str, place: str) -> Beat:
    thing = _best(who, builder.world)
    return Beat(
        f"likes-{who}",
        f"{{{who}}} stands next to a {thing} and is proud of it.",
        Scene(
            place,
            (Actor(who, -48, "hands_on_hips", "happy", "right"),),
            (thing_of(thing, 52, 0, "thing", 1.1),),
            (says(who, _WORDS[f"likes_{who}"]),),
            least_zoom=0.3,
        ),
        {},
        {f"{who}.thing": thing},
        who,
        "proud",
    )


def _lives(builder: WorldBuilder, who: str) -> Beat:
    door = _home(who, builder.world)
    return Beat(
        f"lives-{who}",
        f"{{{who}}} waves next to the door with the number {door}.",
        Scene(
            "street",
            (Actor(who, -62, "wave", "smile", "right"),),
            (Thing("front_door", 58, 0, door, id="door"),),
            least_zoom=0.4,
        ),
        {},
        {f"{who}.door": door},
        who,
        "friendly",
    )


def _lamp(builder: WorldBuilder) -> tuple[Beat, ...]:
    """A thing lies under a street lamp; somebody finds it and takes it along."""
    thing, finder = builder["left"], builder["finder"]
    lamp = Thing("street_lamp", -95, 0, "on", id="lamp")
    left = thing_of(thing, -30, 0, "thing", 1.1)

    def scene(*actors: Actor, left_there: bool = True, words: str = "") -> Scene:
        return Scene(
            "park_path",
            actors,
            (lamp, left) if left_there else (lamp,),
            (says(finder, _WORDS[words]),) if words else (),
            time="evening",
            least_zoom=0.3,
        )

    return (
        Beat(
            "lies", f"A {thing} lies under a street lamp, all alone.", scene(), {}, {"lost": "lies"}
        ),
        Beat(
            "sees",
            f"{{{finder}}} is surprised to see the {thing} under the lamp.",
            scene(Actor(finder, 75, "stand", "surprised", "left"), words="sees"),
            {"lost": "lies"},
            {"finder": "here"},
            finder,
            "surprised",
        ),
        Beat(
            "takes",
            f"{{{finder}}} kneels down to the {thing}.",
            scene(Actor(finder, 62, "kneel", "smile", "left")),
            {"lost": "lies", "finder": "here"},
            {"finder": "down"},
            finder,
            "glad",
        ),
        Beat(
            "leaves",
            f"{{{finder}}} walks off with the {thing}; nothing is under the lamp.",
            scene(
                Actor(finder, 75, "walk", "happy", "right", holds=(left.prop, left.state)),
                left_there=False,
            ),
            {"finder": "down"},
            {"lost": "gone"},
            finder,
            "happy",
        ),
    )


def _present(builder: WorldBuilder) -> tuple[Beat, ...]:
    """A present is put in front of a door."""
    number = _door(builder.world)
    door = Thing("front_door", 58, 0, number, id="door")
    present = Thing("present", 0, 0, "wrapped", id="present", front=True)
    holds = ("present", "wrapped")
    return (
        Beat(
            "brings",
            "{e} walks along the street at night with a wrapped present.",
            Scene("street", (Actor("e", 0, "walk", "smile", "right", holds=holds),), time="night"),
            {},
            {"present": "carried"},
            "e",
            "glad",
        ),
        Beat(
            "puts",
            f"{{e}} kneels and puts the present in front of the door with the number {number}.",
            Scene(
                "street",
                (Actor("e", -70, "kneel", "smile", "right"),),
                (door, present),
                time="night",
                least_zoom=0.4,
            ),
            {"present": "carried"},
            {"present": "put"},
            "e",
            "glad",
        ),
        Beat(
            "waits",
            f"The present waits alone in front of the door with the number {number}.",
            Scene(
                "street",
                (),
                (door, present),
                focus=("door", "present"),
                time="night",
                least_zoom=0.4,
            ),
            {"present": "put"},
            {"present": "alone"},
        ),
        Beat(
            "slips",
            "{e} sneaks away with empty hands.",
            Scene(
                "street",
                (Actor("e", 0, "sneak", "smug", "left"),),
                (),
                (says("e", _WORDS["slips"]),),
                time="night",
            ),
            {"present": "alone"},
            {"giver": "gone"},
            "e",
            "pleased",
        ),
    )
