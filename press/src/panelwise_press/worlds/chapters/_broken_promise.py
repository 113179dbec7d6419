"""Four people promise a job and a time for it; much later, nobody comes, and somebody sleeps.

Who should have come, and what the sleeper promised, follows from a panel of the first pages and
one of the last.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Facing, Pose, Scene, Thing
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
_WORDS = Translations(__name__, "broken_promise.toml", _ROLES)
_TOOLS = ("broom", "can", "saw", "wrench")
_HELD = {
    "broom": ("broom", ""),
    "can": ("watering_can", "full"),
    "saw": ("saw", ""),
    "wrench": ("wrench", ""),
}
_TIMES = ("2", "5", "8", "11")
_VARIABLES = (
    ways("jobs"),
    ways("times"),
    Variable("missed", _TIMES),
    Variable("sleeper", PEOPLE),
)
_JOBS = tuple(f"promises-{one}" for one in PEOPLE)
_HOURS = tuple(f"chooses-{one}" for one in PEOPLE)


def _job(person: str, world: World) -> str:
    return matched(person, PEOPLE, _TOOLS, world["jobs"])


def _hour(person: str, world: World) -> str:
    return matched(person, PEOPLE, _TIMES, world["times"])


def _absent(world: World) -> str:
    """Who should be there at the time that is missed."""
    return matched(world["missed"], _TIMES, PEOPLE, world["times"])


def _unused(world: World) -> str:
    """The tool that lies in the yard."""
    return third(world["missed"], _TIMES, world["sleeper"], PEOPLE, _TOOLS)


def _idle(world: World) -> str:
    """Who promised the job that takes this tool."""
    return matched(_unused(world), _TOOLS, PEOPLE, world["jobs"])


_QUESTIONS = (
    asked("absent", "IMN", "child", _absent, (*_HOURS, "late"), "who"),
    asked("undone", "CFR", "job", lambda w: _job(_absent(w), w), (*_JOBS, *_HOURS, "late"), "what"),
    asked("sleeper", "CAS", "job", lambda w: _job(w["sleeper"], w), (*_JOBS, "sleeps"), "what"),
    asked("when", "CAS", "time", lambda w: _hour(w["sleeper"], w), (*_HOURS, "sleeps"), "when"),
    asked("tool", "IMN", "child", _idle, (*_JOBS, "unused"), "who"),
    asked(
        "hour",
        "PBP",
        "time",
        lambda w: _hour(_idle(w), w),
        (*_JOBS, *_HOURS, "unused"),
        "when",
    ),
)


@chapter_template("broken-promise", "work", _ROLES, _VARIABLES, _QUESTIONS, _WORDS)
def broken_promise(builder: WorldBuilder) -> Chapter:
    """Promised, and later nobody comes."""
    place = builder.choose(("park_path", "back_lawn", "meadow"))
    jobs = tuple(_promises(builder, who, place) for who in PEOPLE)
    hours = tuple(_chooses(builder, who) for who in PEOPLE)
    return Chapter(_WORDS["title"], (jobs, hours), (_late(builder), _asleep(builder)))


def _promises(builder: WorldBuilder, who: str, place: str) -> Beat:
    tool = _job(who, builder.world)
    return Beat(
        f"promises-{who}",
        f"{{{who}}} holds up a {tool} and makes a promise.",
        Scene(
            place,
            (Actor(who, 0, "hold_out", "happy", "right", holds=_HELD[tool]),),
            (),
            (says(who, _WORDS[f"promises_{who}"]),),
            shot="wide",
            least_zoom=0.3,
        ),
        {},
        {f"{who}.tool": tool},
        who,
        "eager",
    )


def _clock(hour: str) -> Thing:
    return Thing("wall_clock", 55, -120, f"{hour}:00", id="clock", scale=1.6)


def _chooses(builder: WorldBuilder, who: str) -> Beat:
    hour = _hour(who, builder.world)
    return Beat(
        f"chooses-{who}",
        f"{{{who}}} points at a clock at {hour}:00.",
        Scene(
            "workshop",
            (Actor(who, -50, "point", "smile", "right"),),
            (_clock(hour),),
            (says(who, _WORDS[f"chooses_{who}"]),),
        ),
        {},
        {f"{who}.time": hour},
        who,
        "willing",
    )


def _late(builder: WorldBuilder) -> tuple[Beat, ...]:
    """Somebody waits under the clock, and nobody comes."""
    hour = builder["missed"]

    def scene(pose: Pose, mood: Expression, words: str = "", facing: Facing = "right") -> Scene:
        lines = (says("e", _WORDS[words]),) if words else ()
        return Scene("workshop", (Actor("e", -60, pose, mood, facing),), (_clock(hour),), lines)

    return (
        Beat(
            "enters",
            f"{{e}} comes into the workshop, where the clock is at {hour}:00.",
            scene("walk", "smile"),
            {},
            {"overseer": "there"},
            "e",
            "cheerful",
        ),
        Beat(
            "late",
            f"The clock in the workshop is at {hour}:00.",
            Scene("workshop", (), (_clock(hour),), focus=("clock",)),
            {"overseer": "there"},
            {"time": hour},
        ),
        Beat(
            "misses",
            f"{{e}} is angry under the clock at {hour}:00, because nobody has come.",
            scene("hands_on_hips", "angry", "misses"),
            {"time": hour},
            {"overseer": "angry"},
            "e",
            "angry",
        ),
        Beat(
            "goes",
            f"{{e}} runs off, away from the clock at {hour}:00.",
            scene("run", "angry", facing="left"),
            {"overseer": "angry"},
            {"overseer": "gone"},
            "e",
            "angry",
        ),
    )


def _asleep(builder: WorldBuilder) -> tuple[Beat, ...]:
    """Somebody sleeps, and a tool lies unused."""
    sleeper, tool = builder["sleeper"], _unused(builder.world)
    lies = thing_of("watering_can" if tool == "can" else tool, 45, 0, "tool", 1.3)
    return (
        Beat(
            "sleeps",
            f"{{{sleeper}}} sits in the grass and sleeps.",
            Scene("back_lawn", (Actor(sleeper, 0, "sit_floor", "asleep", "front"),)),
            {},
            {"sleeper": "asleep"},
            sleeper,
            "sleepy",
        ),
        Beat(
            "sees",
            f"{{e}} finds {{{sleeper}}} asleep.",
            Scene(
                "back_lawn",
                (
                    Actor(sleeper, 70, "sit_floor", "asleep", "front"),
                    Actor("e", -85, "hands_on_hips", "surprised", "right"),
                ),
            ),
            {"sleeper": "asleep"},
            {"sleeper": "seen"},
            "e",
            "surprised",
        ),
        Beat(
            "unused",
            f"A {tool} lies unused in the grass.",
            Scene("back_lawn", (), (lies,), focus=("tool",), least_zoom=0.3),
            {},
            {"tool": "unused"},
        ),
        Beat(
            "picks",
            f"{{e}} kneels down to the {tool}.",
            Scene(
                "back_lawn",
                (Actor("e", -45, "kneel", "sad", "right"),),
                (lies,),
                (says("e", _WORDS["picks"]),),
                least_zoom=0.3,
            ),
            {"tool": "unused", "sleeper": "seen"},
            {"tool": "found"},
            "e",
            "disappointed",
        ),
    )
