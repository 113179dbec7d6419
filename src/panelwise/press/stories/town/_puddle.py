"""A street story of traffic: a puddle, a car, and an apology."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_GIFTS = {
    "ice_cream": ("full", "an ice cream"),
    "cream_cake": ("whole", "a cream cake"),
    "balloon": ("whole", "a balloon"),
}


_MOTIVE = asked(
    "Why does {driver} get out of the car?",
    "To say sorry to {walker} for the mud",
    ("splash", "scold"),
    ("motive", "To ask {walker} for the way to town"),
    ("object", "To fetch some water from the puddle"),
    ("character", "To sell the old car to {walker} soon"),
)

_PREDICTION = asked(
    "What will {driver} most likely do before the next puddle?",
    "Wait for the people before driving on",
    ("splash", "scold"),
    ("motive", "Drive fast and aim straight at people"),
    ("object", "Stop and fill the puddle up with water"),
    ("causal", "Get out and jump into it with both feet"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever does harm should make up for it",
    ("splash", "scold"),
    ("motive", "Whoever owns a car may do as he likes"),
    ("causal", "Mud in the street brings good luck to all"),
    ("place", "Nobody is safe from mud at the front door"),
)


@template("puddle-splash", "street", {"walker": ANYONE, "driver": GROWN})
def puddle_splash(teller: Teller) -> Story:
    """A car empties a puddle over somebody; its driver makes up for it."""
    colour = teller.choose(("red", "teal", "yellow", "white"))
    gift = teller.choose(tuple(_GIFTS))
    beats = [_wait(), _splash(colour), _scold(colour)]
    if teller.chance(0.7):
        beats.append(_give(gift))
    if teller.chance(0.5) or len(beats) == 3:
        beats.append(_wash(beats[-1].makes["driver"]))
    return in_view(
        teller,
        teller.story(
            titled("The Puddle", "水たまり", "La flaque", "El charco", "水坑"),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("splash", _slow(colour)),
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
        {"walker": "waiting"},
        "walker",
        "cheerful",
    )


def _splash(colour: str) -> Beat:
    return Beat(
        "splash",
        "A car races through the puddle, and a wave of mud hits {walker}.",
        Scene(
            "street",
            (Actor("walker", -85, "cover_face", "scared", "right"),),
            (
                Thing("car", 125, -30, "driving", id="car", colour=colour),
                Thing("mud_splash", -15, -10, "", id="splash", front=True),
                Thing("traffic_light", -160, -6, "red", id="light"),
            ),
            (sound("splash", "SPLASH!", "バシャーン", "SPLATCH !", "¡PLAS!", "哗啦！"),),
            motion=("car",),
        ),
        {"puddle": "full", "walker": "waiting"},
        {"puddle": "shallow", "walker": "splashed"},
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
        "Muddy {walker} is angry with {driver}, who bows in shame before the parked car.",
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
            (
                says(
                    "driver",
                    "I am so sorry!",
                    "ほんとうにごめんなさい！",
                    "Oh, pardon !",
                    "¡Lo siento mucho!",
                    "真对不起！",
                ),
            ),
        ),
        {"puddle": "shallow", "walker": "splashed"},
        {"walker": "muddy", "driver": "sorry"},
        "walker",
        "angry",
    )


def _give(gift: str) -> Beat:
    state, called = _GIFTS[gift]
    return Beat(
        "give",
        f"{{driver}} gives {called} to {{walker}}, who is still muddy but smiles.",
        Scene(
            "market",
            (
                Actor("driver", 75, "hold_out", "smile", "left", holds=(gift, state)),
                Actor("walker", -80, "cheer", "happy", "right", dirty=True),
            ),
            (Thing("mud_puddle", -80, 12, "shallow", id="drips"),),
        ),
        {"walker": "muddy", "driver": "sorry"},
        {"driver": "forgiven"},
        "driver",
        "kind",
    )


def _wash(before: str) -> Beat:
    return Beat(
        "wash",
        "{walker} stands clean and dripping wet behind a tub of brown water; {driver} cheers.",
        Scene(
            "back_lawn",
            (
                Actor("walker", -50, "stand", "happy", "front", wet=True),
                Actor("driver", 120, "cheer", "happy", "left"),
            ),
            (Thing("wash_tub", -50, 10, "brown", front=True),),
        ),
        {"walker": "muddy", "driver": before},
        {"walker": "washed"},
        "walker",
        "happy",
    )
