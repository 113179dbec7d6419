"""A schoolyard story: one sandwich for two."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, titled

_CAUSES = {
    "stone": ("stumbles over a stone", Thing("big_stone", 135, 0, "", front=True)),
    "bag": ("stumbles over a school bag", Thing("backpack", 140, 0, "closed", front=True)),
}


_MOTIVE = asked(
    "Why does {owner} break the sandwich in two?",
    "To share it with {friend}, who has none left",
    ("fall", "halve"),
    ("motive", "To find out what is hidden inside the bread"),
    ("causal", "To throw one half of it into the mud"),
    ("feeling", "To show {friend} that {owner.she} is very angry"),
)

_PREDICTION = asked(
    "What will {friend} most likely do when {owner} is hungry one day?",
    "Share {friend.her} own food with {owner.them}",
    ("halve",),
    ("motive", "Hide {friend.her} own food from {owner.them}"),
    ("object", "Fetch the muddy sandwich for {owner.them}"),
    ("feeling", "Laugh about it and run off"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever has more should share it",
    ("fall", "halve"),
    ("motive", "Clever children eat in secret"),
    ("causal", "Muddy bread is still good to eat"),
    ("character", "Friends quarrel over every crumb"),
)


@template("shared-sandwich", "school", {"friend": CHILD, "owner": CHILD})
def shared_sandwich(teller: Teller) -> Story:
    """One sandwich falls into the mud, the other is halved."""
    place = teller.choose(("schoolyard", "street"))
    beats = [_two(place)] if teller.chance() else []
    beats.append(_loses(place, teller.choose(tuple(_CAUSES))))
    beats.append(_halve(place))
    if teller.chance(0.7):
        beats.append(_eat(place))
    if len(beats) < 3:
        beats.insert(0, _two(place))
    return in_view(
        teller,
        teller.story(
            titled("Half for You", "はんぶんこ", "Moitié-moitié", "Mitad para ti", "一人一半"),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("halve", _keeps(place)),
        ),
    )


def _mud(x: float) -> Thing:
    return Thing("sandwich", x, 8, "muddy", id="mud", front=True)


def _two(place: str) -> Beat:
    return Beat(
        "two",
        "{friend} and {owner} smile at each other, each holding a whole sandwich.",
        Scene(
            place,
            (
                Actor("friend", -60, "hold_out", "happy", "right", holds=("sandwich", "whole")),
                Actor("owner", 65, "hold_up", "happy", "front", holds=("sandwich", "whole")),
            ),
        ),
        {"sandwich": "whole", "lost": "held"},
        {"friend": "walking"},
        "friend",
        "happy",
    )


def _loses(place: str, cause: str) -> Beat:
    says_cause, thing = _CAUSES[cause]
    return Beat(
        "fall",
        f"{{friend}} {says_cause}, and {{friend.her}} sandwich lands in the mud.",
        Scene(
            place,
            (Actor("friend", 70, "fall", "crying", "left"),),
            (_mud(-90), thing),
            (
                says(
                    "friend",
                    "My sandwich!",
                    "ああ、サンドイッチが！",
                    "Mon sandwich !",
                    "¡Mi bocadillo!",
                    "我的三明治！",
                    "shout",
                ),
            ),
            motion=("friend", "mud"),
        ),
        {"lost": "held", "friend": "walking"},
        {"lost": "mud"},
        "friend",
        "upset",
    )


def _halve(place: str) -> Beat:
    return Beat(
        "halve",
        "{owner} offers one half of a sandwich to sad {friend} beside the muddy one.",
        Scene(
            place,
            (
                Actor("owner", 70, "hold_out", "smile", "left", holds=("sandwich", "halves")),
                Actor("friend", -100, "kneel", "sad", "right"),
            ),
            (_mud(-185),),
            (
                says(
                    "owner",
                    "Half for you!",
                    "はんぶんこしよう！",
                    "La moitié pour toi !",
                    "¡La mitad para ti!",
                    "分你一半！",
                ),
            ),
        ),
        {"lost": "mud", "sandwich": "whole"},
        {"sandwich": "halved"},
        "owner",
        "kind",
    )


def _keeps(place: str) -> Beat:
    return Beat(
        "halve",
        "{owner} eats the whole sandwich alone beside sad {friend}.",
        Scene(
            place,
            (
                Actor("owner", 75, "eat", "eating", "right", holds=("sandwich", "whole")),
                Actor("friend", -85, "sit_floor", "sad", "right"),
            ),
            (_mud(0),),
        ),
        {"lost": "mud", "sandwich": "whole"},
        {"sandwich": "eaten"},
        "owner",
        "selfish",
    )


def _eat(place: str) -> Beat:
    return Beat(
        "eat",
        "{friend} and {owner} both chew happily on the small rests of their halves.",
        Scene(
            place,
            (
                Actor("friend", -75, "eat", "eating", "right", holds=("sandwich", "bitten")),
                Actor("owner", 75, "eat", "eating", "left", holds=("sandwich", "bitten")),
            ),
            (_mud(165),),
            shot="wide",
        ),
        {"sandwich": "halved", "lost": "mud"},
        {"sandwich": "eaten"},
        "friend",
        "happy",
    )
