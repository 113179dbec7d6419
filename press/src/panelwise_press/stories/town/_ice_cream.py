"""A street story of three scoops that fall, and of comfort."""

from __future__ import annotations

from dataclasses import replace

from panelwise_press._scene import Actor, DayTime, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"child": CHILD, "seller": GROWN}
_WORDS = Translations(__name__, "ice_cream.toml", _ROLES)

_TIMES: tuple[DayTime, ...] = ("day", "evening")
_GIFTS = {"ice_cream": "full", "balloon": "whole", "cream_cake": "whole"}
_GIVEN = {"ice_cream": "a new ice cream", "balloon": "a balloon", "cream_cake": "a cake"}
_THE_GIFT = {"ice_cream": "the new ice cream", "balloon": "the balloon", "cream_cake": "the cake"}

# Refuted by the three round scoops that lie on the ground at the end.
_INSTEAD = {
    "trip": wrongs(
        ("object", "{child} trips over a stone and saves the three scoops in both hands."),
        (
            "place",
            "{child} sits down on a stone and eats up the three scoops in the cone, one after"
            " another.",
        ),
        (
            "character",
            "{child} hands the cone to {seller}, who eats up all of the three scoops with"
            " pleasure.",
        ),
        (
            "causal",
            "{child} trips over a stone, and the three scoops stick to {child.her} clothes.",
        ),
        (
            "motive",
            "{child} turns back at a stone and returns the cone with the three scoops to {seller}.",
        ),
    ),
    "cry": wrongs(
        ("object", "{child} puts the scoops back into the cone and eats them up."),
        ("character", "{seller} sweeps up the scoops until the ground is quite clean."),
        ("causal", "{child} steps into the scoops and squashes them flat on the ground."),
        ("place", "{child} carries the scoops from the ground back to the stall."),
    ),
}


@template("dropped-ice-cream", "street", _ROLES)
def dropped_ice_cream(builder: StoryBuilder) -> TemplateStory:
    """A child buys an ice cream, stumbles, and is comforted."""
    place = builder.choose(("market", "street"))
    gift = builder.choose(tuple(_GIFTS))
    beats = [_buy(place, builder.choose(("teal", "blue", "pink"))), _trip(place)]
    if builder.chance():
        beats.append(_cry(place))
    beats.append(_give(place, gift))
    time = builder.choose(_TIMES)
    beats = [replace(beat, scene=replace(beat.scene, time=time)) for beat in beats]
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_why_gift(gift)],
            prediction=[_what_follows(gift)],
            meaning=[_meaning(gift)],
            otherwise=("trip", _jumped(place)),
            instead=_INSTEAD,
        ),
    )


def _buy(place: str, colour: str) -> Beat:
    return Beat(
        "buy",
        "At an ice cream stall {seller} hands a cone with three scoops to {child}, who cheers.",
        Scene(
            place,
            (
                Actor("child", -55, "cheer", "happy", "right"),
                Actor("seller", 45, "hold_out", "smile", "left", holds=("ice_cream", "full")),
            ),
            (Thing("stall", 110, 0, "ice", colour=colour),),
            (says("child", _WORDS["buy"]),),
        ),
        {"ice_cream": "at the stall"},
        {"ice_cream": "in the cone"},
        "seller",
        "happy",
    )


def _trip(place: str) -> Beat:
    return Beat(
        "trip",
        "{child} trips over a stone, and the three scoops drop out of the cone onto the ground.",
        Scene(
            place,
            (Actor("child", 20, "fall", "scared", "left", holds=("ice_cream", "empty")),),
            (
                Thing("big_stone", 66, 0),
                Thing("ice_cream", -85, 4, "spilt", id="scoops", front=True),
            ),
            (sound("scoops", _WORDS["trip"]),),
            motion=("child",),
        ),
        {"ice_cream": "in the cone"},
        {"ice_cream": "on the ground", "child": "shaken"},
        "child",
        "scared",
    )


def _cry(place: str) -> Beat:
    return Beat(
        "cry",
        "{child} kneels beside the scoops on the ground and weeps bitterly.",
        Scene(
            place,
            (Actor("child", -75, "kneel", "crying", "right"),),
            (Thing("ice_cream", 20, 6, "spilt", id="scoops", front=True),),
        ),
        {"ice_cream": "on the ground", "child": "shaken"},
        {"child": "crying"},
        "child",
        "sad",
    )


def _give(place: str, gift: str) -> Beat:
    return Beat(
        "gift",
        f"{{seller}} gives {_GIVEN[gift]} to {{child}} across the three scoops on the ground.",
        Scene(
            place,
            (
                Actor("seller", 75, "hold_out", "smile", "left", holds=(gift, _GIFTS[gift])),
                Actor("child", -75, "cheer", "happy", "right"),
            ),
            (Thing("ice_cream", 0, 10, "spilt", id="scoops", front=True),),
            (
                says("seller", _WORDS["gift_seller"]),
                says("child", _WORDS["gift_child"]),
            ),
        ),
        {"ice_cream": "on the ground"},
        {"child": "comforted"},
        "seller",
        "kind",
    )


def _why_gift(gift: str) -> TemplateQuestion:
    return asked(
        f"Why does {{seller}} give {_GIVEN[gift]} to {{child}}?",
        "{seller.she} is sorry for {child}, who has lost all the scoops",
        ("trip", "gift"),
        ("motive", "{seller.she} wants to thank {child} for picking up all the scoops"),
        ("causal", "{seller.she} is sorry for having bumped into {child} before"),
        ("object", "{seller.she} has handed {child} an empty cone by mistake"),
        ("object", "{seller.she} has handed {child} only one scoop of ice cream by mistake"),
        ("character", "{seller.she} is sorry for having let the scoops fall"),
        ("place", "{seller.she} is sorry for having pushed {child} against the wooden stall"),
        ("causal", "{seller.she} is sorry that the cone was empty when it was sold"),
    )


def _what_follows(gift: str) -> TemplateQuestion:
    thing = _THE_GIFT[gift]
    return asked(
        "What will {child} most likely do right after the last panel?",
        f"Take {thing} and walk on with a smile",
        ("gift",),
        ("feeling", f"Turn down {thing} and walk on in tears"),
        ("character", f"Ask {{seller}} to give {thing} to somebody else"),
        ("object", "Pick up the cone, in which two scoops are left"),
        ("feeling", "Weep and ask {seller} for something else"),
        ("motive", f"Hand {thing} right back to {{seller}}"),
        ("causal", f"Ask {{seller}} for something else instead of {thing}"),
    )


def _meaning(gift: str) -> TemplateQuestion:
    thing = _GIVEN[gift]
    return asked(
        "What is the point of the story?",
        f"{{child}} loses {{child.her}} ice cream by accident, and {{seller}} makes up for it"
        f" with {thing}.",
        ("trip", "gift"),
        (
            "motive",
            "{child} throws {child.her} ice cream at {seller} in anger, and {seller} chases"
            " {child.them} from the stall.",
        ),
        (
            "character",
            f"{{seller}} drops {{child}}'s ice cream by accident, and {{child}} cheers"
            f" {{seller.them}} up with {thing}.",
        ),
        (
            "causal",
            f"{{child}} shares {{child.her}} ice cream with {{seller}}, who gives {{child.them}}"
            f" {thing} in return.",
        ),
        (
            "motive",
            "{seller} drops {child}'s ice cream out of spite, and {child} gets the money back.",
        ),
        (
            "feeling",
            "{seller} drops {child}'s ice cream and laughs out loud, and {child}"
            " walks away from the stall in tears.",
        ),
        ("causal", "{seller} drops {child}'s ice cream, and {child} weeps in front of the stall."),
    )


def _jumped(place: str) -> Beat:
    return Beat(
        "trip",
        "{child} jumps over a stone and keeps all of the three scoops in the cone.",
        Scene(
            place,
            (Actor("child", 0, "jump", "happy", "left", -35, ("ice_cream", "full")),),
            (Thing("big_stone", 0, 0),),
            motion=("child",),
        ),
        {"ice_cream": "in the cone"},
        {"ice_cream": "safe"},
        "child",
        "proud",
    )
