"""A schoolyard story: one sandwich for two."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"friend": CHILD, "owner": CHILD}
_WORDS = Translations(__name__, "sandwich.toml", _ROLES)

_CAUSES = {
    "stone": ("trips over a stone", Thing("big_stone", 135, 0, "", front=True)),
    "bag": ("trips over a school bag", Thing("backpack", 140, 0, "closed", front=True)),
}


_MOTIVE = asked(
    "Why does {owner} break the sandwich in two?",
    "To give a half to {friend}, who has lost a whole one",
    ("fall", "halve"),
    ("motive", "To keep a half for later and eat it up all alone"),
    ("causal", "To get rid of the half that has fallen into the mud"),
    ("feeling", "To show {friend} how much bigger {owner.her} sandwich is"),
    ("causal", "To see which of the two halves is bigger"),
    ("object", "To get rid of a half with too much cheese"),
    ("temporal", "To keep a half for supper and hide it well away from {friend}"),
)

_PREDICTION = asked(
    "What will {friend} most likely say to {owner} soon?",
    "“Thank you for giving me half of it!”",
    ("fall", "halve"),
    ("causal", "“Why did you push me into the mud?”"),
    ("motive", "“Why did you eat it all by yourself?”"),
    ("object", "“Mine tastes a lot better than yours does!”"),
    ("feeling", "“Why will you not share, {owner}?”"),
    ("causal", "“Why did you throw my sandwich away, {owner}?”"),
    ("character", "“What have you done to my nice sandwich?”"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "One child loses a sandwich, and the other shares a clean one.",
    ("fall", "halve"),
    ("motive", "One child loses a sandwich, and the other eats a clean one alone."),
    ("causal", "One child throws a sandwich away, and the other picks it up."),
    ("character", "One child takes the other's sandwich and runs away alone with it."),
    ("motive", "One child takes a sandwich from another and runs away."),
    ("feeling", "One child takes the other's sandwich, and the two of them fall out over it."),
    ("causal", "One child takes the other's sandwich, and they make up."),
)

_INSTEAD = {
    "fall": wrongs(
        ("object", "{friend} eats up {friend.her} sandwich and shows two empty hands."),
        ("causal", "{friend} trips, but {friend.her} sandwich stays safe and clean in both hands."),
        ("place", "{friend} packs {friend.her} whole sandwich away in a bag for the way home."),
        ("character", "{friend} and {owner} swap their sandwiches and take big bites."),
    ),
    "halve": wrongs(
        (
            "causal",
            "{friend} picks the sandwich up out of the mud and eats it under the eyes of {owner}.",
        ),
        (
            "character",
            "{friend} snatches the whole sandwich from {owner} and runs away alone to eat it up.",
        ),
        (
            "object",
            "{owner} drops the other sandwich, too, and both of them lie in the mud by {friend}.",
        ),
        (
            "place",
            "{owner} clears away the muddy sandwich, and {friend} kneels sadly on clean ground.",
        ),
        (
            "motive",
            "{owner} points and laughs at {friend} and walks away with a whole sandwich to eat.",
        ),
    ),
}


@template("shared-sandwich", "school", _ROLES)
def shared_sandwich(builder: StoryBuilder) -> TemplateStory:
    """One sandwich falls into the mud, the other is halved."""
    place = builder.choose(("schoolyard", "street"))
    beats = [_two(place)] if builder.chance() else []
    beats.append(_loses(place, builder.choose(tuple(_CAUSES))))
    beats.append(_halve(place))
    if builder.chance(0.7):
        beats.append(_eat(place))
    if len(beats) < 3:
        beats.insert(0, _two(place))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("halve", _keeps(place)),
            instead=_INSTEAD,
        ),
    )


def _mud(x: float) -> Thing:
    return Thing("sandwich", x, 8, "muddy", id="mud", front=True)


def _two(place: str) -> Beat:
    return Beat(
        "two",
        "{friend} and {owner} stand side by side and laugh, each with a whole sandwich.",
        Scene(
            place,
            (
                Actor("friend", -60, "hold_out", "happy", "right", holds=("sandwich", "whole")),
                Actor("owner", 65, "hold_up", "happy", "front", holds=("sandwich", "whole")),
            ),
        ),
        {"other_sandwich": "whole", "lost_sandwich": "in the hand"},
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
            (says("friend", _WORDS["fall"], "shout"),),
            motion=("friend", "mud"),
        ),
        {"lost_sandwich": "in the hand", "friend": "walking"},
        {"lost_sandwich": "in the mud"},
        "friend",
        "upset",
    )


def _halve(place: str) -> Beat:
    return Beat(
        "halve",
        "{owner} holds out two halves of a sandwich to {friend}, who is sad by the muddy one.",
        Scene(
            place,
            (
                Actor("owner", 70, "hold_out", "smile", "left", holds=("sandwich", "halves")),
                Actor("friend", -100, "kneel", "sad", "right"),
            ),
            (_mud(-185),),
            (says("owner", _WORDS["halve"]),),
        ),
        {"lost_sandwich": "in the mud", "other_sandwich": "whole"},
        {"other_sandwich": "halved"},
        "owner",
        "kind",
    )


def _keeps(place: str) -> Beat:
    return Beat(
        "halve",
        "{owner} turns away and eats a whole sandwich, and {friend} sits sadly by the muddy one.",
        Scene(
            place,
            (
                Actor("owner", 75, "eat", "eating", "right", holds=("sandwich", "whole")),
                Actor("friend", -85, "sit_floor", "sad", "right"),
            ),
            (_mud(0),),
        ),
        {"lost_sandwich": "in the mud", "other_sandwich": "whole"},
        {"other_sandwich": "being eaten"},
        "owner",
        "selfish",
    )


def _eat(place: str) -> Beat:
    return Beat(
        "eat",
        "{friend} and {owner} eat their halves face to face, away from the muddy sandwich.",
        Scene(
            place,
            (
                Actor("friend", -75, "eat", "eating", "right", holds=("sandwich", "bitten")),
                Actor("owner", 75, "eat", "eating", "left", holds=("sandwich", "bitten")),
            ),
            (_mud(165),),
            shot="wide",
        ),
        {"other_sandwich": "halved", "lost_sandwich": "in the mud"},
        {"other_sandwich": "being eaten"},
        "friend",
        "happy",
    )
