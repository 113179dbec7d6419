"""A street story of three scoops that fall, and of comfort."""

from __future__ import annotations

from dataclasses import replace

from panelwise.press._scene import Actor, DayTime, Scene, Thing
from panelwise.press._story import Asked, Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_TIMES: tuple[DayTime, ...] = ("day", "evening")
_GIFTS = {"ice_cream": "full", "balloon": "whole", "cream_cake": "whole"}
_GIVEN = {"ice_cream": "a new ice cream", "balloon": "a balloon", "cream_cake": "a cake"}


_PREDICTION = asked(
    "How will {child} most likely walk home?",
    "Slowly, with both eyes on the ground",
    ("trip", "gift"),
    ("causal", "Quickly, with both eyes on the sky"),
    ("feeling", "Angrily, without a word of thanks"),
    ("character", "Alone, hiding from the kind seller"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Children are always glad of a kind soul",
    ("trip", "gift"),
    ("causal", "Sweet things always make children clumsy"),
    ("motive", "Nobody should ever buy food in the street"),
    ("character", "Grown people laugh at children's bad luck"),
)


@template("dropped-ice-cream", "street", {"child": CHILD, "seller": GROWN})
def dropped_ice_cream(teller: Teller) -> Story:
    """A child buys an ice cream, stumbles, and is comforted."""
    place = teller.choose(("market", "street"))
    gift = teller.choose(tuple(_GIFTS))
    beats = [_buy(place, teller.choose(("teal", "blue", "pink"))), _trip(place)]
    if teller.chance():
        beats.append(_cry(place))
    beats.append(_give(place, gift, beats[-1].makes["child"]))
    time = teller.choose(_TIMES)
    beats = [replace(beat, scene=replace(beat.scene, time=time)) for beat in beats]
    return in_view(
        teller,
        teller.story(
            titled("Three Scoops", "三だんアイス", "Trois boules", "Tres bolas", "三球冰淇淋"),
            beats,
            motive=[_why_gift(gift)],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("trip", _jumped(place)),
        ),
    )


def _buy(place: str, colour: str) -> Beat:
    return Beat(
        "buy",
        "{seller} at the ice cream stall hands a cone with three scoops to {child}.",
        Scene(
            place,
            (
                Actor("child", -55, "cheer", "happy", "right"),
                Actor("seller", 45, "hold_out", "smile", "left", holds=("ice_cream", "full")),
            ),
            (Thing("stall", 110, 0, "ice", colour=colour),),
            (
                says(
                    "child",
                    "Three scoops!",
                    "三だんアイスだ！",
                    "Trois boules !",
                    "¡Tres bolas!",
                    "三个球！",
                ),
            ),
        ),
        {"scoops": "cone"},
        {"scoops": "bought"},
        "seller",
        "happy",
    )


def _trip(place: str) -> Beat:
    return Beat(
        "trip",
        "{child} stumbles over a stone, and the scoops drop out of the cone onto the ground.",
        Scene(
            place,
            (Actor("child", 20, "fall", "scared", "left", holds=("ice_cream", "empty")),),
            (
                Thing("big_stone", 66, 0),
                Thing("ice_cream", -85, 4, "spilt", id="scoops", front=True),
            ),
            (sound("scoops", "PLOP", "ベチャ", "FLOC", "PLOF", "啪嗒"),),
            motion=("child",),
        ),
        {"scoops": "bought"},
        {"scoops": "ground", "child": "shaken"},
        "child",
        "scared",
    )


def _cry(place: str) -> Beat:
    return Beat(
        "cry",
        "{child} kneels beside the scoops on the ground and cries.",
        Scene(
            place,
            (Actor("child", -75, "kneel", "crying", "right"),),
            (Thing("ice_cream", 20, 6, "spilt", id="scoops", front=True),),
        ),
        {"scoops": "ground", "child": "shaken"},
        {"child": "crying"},
        "child",
        "sad",
    )


def _give(place: str, gift: str, before: str) -> Beat:
    return Beat(
        "gift",
        f"{{seller}} gives {_GIVEN[gift]} to {{child}} across the spilt scoops.",
        Scene(
            place,
            (
                Actor("seller", 75, "hold_out", "smile", "left", holds=(gift, _GIFTS[gift])),
                Actor("child", -75, "cheer", "happy", "right"),
            ),
            (Thing("ice_cream", 0, 10, "spilt", id="scoops", front=True),),
            (
                says(
                    "seller",
                    "This one is on me.",
                    "これはおまけだよ。",
                    "Cadeau !",
                    "Te lo regalo.",
                    "这个送给你。",
                ),
                says("child", "Thank you!", "ありがとう！", "Merci !", "¡Gracias!", "谢谢！"),
            ),
        ),
        {"scoops": "ground", "child": before},
        {"child": "comforted"},
        "seller",
        "kind",
    )


def _why_gift(gift: str) -> Asked:
    return asked(
        f"Why does {{seller}} give {_GIVEN[gift]} to {{child}}?",
        "{seller.she} wants to comfort {child} after the mishap",
        ("trip", "gift"),
        ("motive", "{seller.she} wants to earn more money from {child}"),
        ("causal", "{seller.she} wants to thank {child} for some help"),
        ("character", "{seller.she} wants {child} to carry it to a hungry friend"),
    )


def _jumped(place: str) -> Beat:
    return Beat(
        "trip",
        "{child} jumps over a stone and keeps all three scoops in the cone.",
        Scene(
            place,
            (Actor("child", 0, "jump", "happy", "left", -35, ("ice_cream", "full")),),
            (Thing("big_stone", 0, 0),),
            motion=("child",),
        ),
        {"scoops": "bought"},
        {"scoops": "safe"},
        "child",
        "proud",
    )
