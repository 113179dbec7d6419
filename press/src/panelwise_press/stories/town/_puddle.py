"""A street story of traffic: a puddle, a car, and an apology."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"walker": ANYONE, "driver": GROWN}
_WORDS = Translations(__name__, "puddle.toml", _ROLES)

_GIFTS = {
    "ice_cream": ("full", "an ice cream"),
    "cream_cake": ("whole", "a cream cake"),
    "balloon": ("whole", "a balloon"),
}


_MOTIVE = asked(
    "Why does {driver} get out of the car?",
    "To say sorry to {walker} for the mud",
    ("splash", "scold"),
    ("motive", "To blame {walker} for the dirty car"),
    ("place", "To ask {walker} the way to the market"),
    ("object", "To look for a scratch on the car door"),
    ("causal", "To blame {walker} for a scratch on the car"),
    ("place", "To ask {walker} for directions"),
    ("character", "To blame {walker} for crossing too late"),
)

_PREDICTION = asked(
    "What will {driver} most likely do when a puddle lies ahead the following day?",
    "Slow down if anybody pauses beside it",
    ("splash", "scold"),
    ("motive", "Speed up so that it splashes higher"),
    ("causal", "Drive through it as fast as the day before"),
    ("feeling", "Laugh at anybody who gets wet beside it"),
    ("causal", "Drive through it as fast as the car can go"),
    ("feeling", "Speed up and drive on laughing"),
    ("character", "Speed up when a walker pauses beside it"),
)

_MEANING = asked(
    "What is the point of the story?",
    "A careless driver is sorry for a splash and makes up for it.",
    ("splash", "scold"),
    ("motive", "A careless driver laughs about the splash and simply drives on."),
    ("character", "A careless walker jumps into a puddle and splashes a driver."),
    ("causal", "A careful driver stops in time, and so nobody is splashed at all."),
    ("causal", "A careless walker runs in front of a car and is hurt."),
    ("place", "A careless walker falls into the puddle and is helped out by a driver."),
    ("object", "A careless walker jumps into a puddle and gets muddy."),
)


def _instead(called: str) -> dict[str, tuple[WrongAnswer, ...]]:
    return {
        "scold": wrongs(
            (
                "object",
                "{walker} has jumped aside in time, and not a drop of mud has hit {walker.them}.",
            ),
            (
                "character",
                "{driver} is covered in mud from top to toe, and {walker} stands by quite clean.",
            ),
            (
                "motive",
                "{walker} throws mud into the face of {driver}, who kneels beside the car.",
            ),
            (
                "causal",
                "{walker} lies hurt on the ground before the car, and {driver} runs for a doctor.",
            ),
            (
                "temporal",
                "{driver} has wiped off all the mud, and {walker} is as clean as at first.",
            ),
        ),
        "give": wrongs(
            (
                "causal",
                "{driver} drives off in the car and leaves muddy {walker} standing in the street.",
            ),
            ("object", f"{{walker}}, perfectly clean and dry, takes {called} from {{driver}}."),
            (
                "motive",
                "{walker} pushes {driver} into the mud, and both of them are muddy all over.",
            ),
            ("character", f"{{walker}} holds out {called} to {{driver}}, who is muddy and sad."),
        ),
    }


@template("puddle-splash", "street", _ROLES)
def puddle_splash(builder: StoryBuilder) -> TemplateStory:
    """A car empties a puddle over somebody; its driver makes up for it."""
    colour = builder.choose(("red", "teal", "yellow", "white"))
    gift = builder.choose(tuple(_GIFTS))
    beats = [_wait(), _splash(colour), _scold(colour)]
    if builder.chance(0.7):
        beats.append(_give(gift))
    if builder.chance(0.5) or len(beats) == 3:
        beats.append(_wash())
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("splash", _slow(colour)),
            instead=_instead(_GIFTS[gift][1]),
        ),
    )


def _wait() -> Beat:
    return Beat(
        "wait",
        "{walker}, neat and clean, waits at the red light beside a big muddy puddle.",
        Scene(
            "street",
            (Actor("walker", -60, "stand", "smile", "front"),),
            (
                Thing("traffic_light", -140, -6, "red", id="light"),
                Thing("mud_puddle", 85, -28, "full", id="puddle"),
            ),
        ),
        {"puddle": "full", "walker": "clean"},
        {"walker.at": "puddle"},
        "walker",
        "cheerful",
    )


def _splash(colour: str) -> Beat:
    return Beat(
        "splash",
        "A car races through the puddle, and frightened {walker} is hit by a wave of mud.",
        Scene(
            "street",
            (Actor("walker", -85, "cover_face", "scared", "right"),),
            (
                Thing("car", 125, -30, "driving", id="car", colour=colour),
                Thing("mud_splash", -15, -10, "", id="splash", front=True),
                Thing("traffic_light", -160, -6, "red", id="light"),
            ),
            (sound("splash", _WORDS["splash"]),),
            motion=("car",),
        ),
        {"puddle": "full", "walker": "clean", "walker.at": "puddle"},
        {"puddle": "shallow", "walker": "muddy"},
        "walker",
        "scared",
    )


def _slow(colour: str) -> Beat:
    return Beat(
        "splash",
        "A car stops before the puddle, and {walker} waves thankfully.",
        Scene(
            "street",
            (Actor("walker", -85, "wave", "happy", "right"),),
            (
                Thing("car", 190, -30, "driving", id="car", colour=colour, facing="left"),
                Thing("mud_puddle", 10, -28, "full", id="puddle"),
            ),
        ),
        {"puddle": "full"},
        {"walker": "thankful"},
        "walker",
        "thankful",
    )


def _scold(colour: str) -> Beat:
    return Beat(
        "scold",
        "Muddy {walker} is angry, and {driver} bows in shame beside the parked car.",
        Scene(
            "street",
            (
                Actor("walker", -105, "hands_on_hips", "angry", "right", dirty=True),
                Actor("driver", 75, "bow", "embarrassed", "left"),
            ),
            (
                Thing("car", 170, -30, "driving", id="car", colour=colour),
                Thing("mud_puddle", -10, -30, "shallow", id="puddle"),
            ),
            (says("driver", _WORDS["scold"]),),
        ),
        {"puddle": "shallow", "walker": "muddy"},
        {"driver": "sorry"},
        "walker",
        "angry",
    )


def _give(gift: str) -> Beat:
    state, called = _GIFTS[gift]
    return Beat(
        "give",
        f"{{driver}} holds out {called} to {{walker}}, who is still muddy but cheers.",
        Scene(
            "market",
            (
                Actor("driver", 75, "hold_out", "smile", "left", holds=(gift, state)),
                Actor("walker", -80, "cheer", "happy", "right", dirty=True),
            ),
            (Thing("mud_puddle", -80, 12, "shallow", id="drips"),),
        ),
        {"walker": "muddy", "driver": "sorry"},
        {"gift": "given"},
        "driver",
        "kind",
    )


def _wash() -> Beat:
    return Beat(
        "wash",
        "{walker} stands clean and wet behind a tub of muddy water; {driver} holds out a cloth.",
        Scene(
            "back_lawn",
            (
                Actor("walker", -50, "stand", "happy", "front", wet=True),
                Actor("driver", 120, "hold_out", "happy", "left", holds=("wiping_cloth", "")),
            ),
            (Thing("wash_tub", -50, 10, "brown", front=True),),
        ),
        {"walker": "muddy", "driver": "sorry"},
        {"walker": "washed"},
        "walker",
        "happy",
    )
