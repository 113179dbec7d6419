"""A story between bedroom and kitchen: somebody is ill while somebody cooks."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"patient": ANYONE, "cook": GROWN}
_WORDS = Translations(__name__, "soup.toml", _ROLES)

_BED = Thing("child_bed")


_MOTIVE = asked(
    "Why does {cook} make soup?",
    "To bring it to {patient}, who is ill",
    ("ill", "fill", "bring"),
    ("feeling", "To eat it alone out of great hunger"),
    ("motive", "To sell it to {patient} for some money"),
    ("character", "To show {patient} how carrots are cut"),
    ("object", "To eat the soup with a neighbour"),
    ("character", "To show {patient} how to make soup"),
    ("motive", "To sell it to a neighbour"),
)

_PREDICTION = asked(
    "What will {patient} most likely do when {cook} lies ill in bed one day?",
    "Cook something warm for {cook}",
    ("bring", "eat"),
    ("object", "Use up all the tissues at home"),
    ("place", "Keep away from {cook}'s room"),
    ("motive", "Ask {cook} for a bowl of soup"),
    ("feeling", "Play a trick on {cook} all day"),
    ("object", "Eat up all the carrots in one day"),
    ("character", "Ask {cook} to get out of bed and cook"),
)

_MEANING = asked(
    "What is the gist of the story?",
    "Somebody ill is looked after and soon has a reason to smile",
    ("ill", "fill", "bring", "eat"),
    ("character", "Somebody ill is left alone and has to get up and make soup"),
    ("causal", "Somebody eats a bad soup and is ill in bed from it for days"),
    ("motive", "Somebody cooks for many guests and is ill before they sit down"),
    ("character", "Somebody cooks for many guests and has to eat all of the soup alone"),
    ("causal", "Somebody eats a bad soup and gets angry with a cook"),
    ("temporal", "Somebody eats a bad soup and is the first of many to be ill in bed"),
)

_INSTEAD = {
    "bring": wrongs(
        (
            "causal",
            "{cook} drops the pot on the way, "
            "and all of the soup runs out across the bedroom floor.",
        ),
        (
            "character",
            "{cook} eats up all of the soup at the stove, "
            "and {patient} goes without a single spoonful.",
        ),
        (
            "place",
            "{patient} has left the bed for a long walk, "
            "and {cook} stands with the soup in an empty room.",
        ),
        (
            "object",
            "{cook} brings a cup of tea to {patient}, who pushes it away and turns to the wall.",
        ),
        (
            "object",
            "{cook} brings a big cake with candles to {patient}, who blows them out in bed.",
        ),
    ),
    "eat": wrongs(
        ("feeling", "{patient} spits the soup out, and {cook} storms off in anger with the bowl."),
        (
            "object",
            "{patient} tips the soup over the bed, "
            "and {cook} carries the ruined bed out of the room.",
        ),
        (
            "causal",
            "{patient} grows so ill over the soup that {cook} has a doctor take "
            "{patient.them} away.",
        ),
        (
            "motive",
            "{patient} sends {cook} away, and the soup is poured out of the window untouched.",
        ),
        (
            "character",
            "{cook} drops the bowl of soup and falls ill beside the bed, "
            "and {patient} calls a doctor.",
        ),
    ),
}


@template("soup-for-the-sick", "kitchen", _ROLES)
def soup_for_the_sick(builder: StoryBuilder) -> TemplateStory:
    """Handkerchiefs pile up in one room, a soup comes about in another; they meet."""
    cover = builder.choose(("teal", "red", "blue", "purple"))
    worse = builder.chance(0.75)
    ill, cook = [_ill(builder, cover)], [_slice(builder), _fill(builder)]
    if worse:
        ill.append(_worse(builder, cover))
    if builder.chance(0.6):
        cook.append(_simmer(builder))
    soup = cook[-1].makes["soup"]
    tail = [_bring(builder, cover, soup, worse), _eat(builder, cover)]
    if builder.chance(0.7):
        tail.append(_well(builder, cover))
    return builder.story(
        _WORDS["title"],
        [ill[0], *_woven(builder, ill[1:], cook), *tail],
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("eat", _asleep(builder, cover)),
    )


def _woven(builder: StoryBuilder, some: list[Beat], others: list[Beat]) -> list[Beat]:
    """Two threads in turns, each in its own order."""
    takes = builder.shuffled([True] * len(some) + [False] * len(others))
    first, second = iter(some), iter(others)
    return [next(first) if take else next(second) for take in takes]


def _in_bed(state: str, cover: str) -> tuple[Thing, ...]:
    return (
        _BED,
        Thing("bed_cover", 20, -4, colour=cover, front=True),
        Thing("tissues", -150, 4, state, front=True),
    )


def _lying(builder: StoryBuilder) -> float:
    """Where somebody lies so that the head is on the pillow: short people further up."""
    return -24 if builder.cast["patient"].look.age == "child" else 0


def _ill(builder: StoryBuilder, cover: str) -> Beat:
    return Beat(
        "ill",
        "{patient} lies ill in bed, and a single used tissue is on the floor.",
        Scene(
            "bedroom",
            (Actor("patient", _lying(builder), "lie", "sad", "right", -58),),
            _in_bed("one", cover),
            (sound("patient", _WORDS["ill"]),),
            shot=any_shot(builder),
        ),
        {"tissues": "none", "patient": "ill"},
        {"tissues": "one beside the bed", "illness": "begun"},
        "patient",
        "unhappy",
    )


def _worse(builder: StoryBuilder, cover: str) -> Beat:
    return Beat(
        "worse",
        "{patient} lies dizzy in bed, and a whole heap of used tissues is on the floor.",
        Scene(
            "bedroom",
            (Actor("patient", _lying(builder), "lie", "dizzy", "right", -58),),
            _in_bed("many", cover),
            shot=any_shot(builder),
        ),
        {"tissues": "one beside the bed", "patient": "ill", "visit": "still to come"},
        {"tissues": "a heap beside the bed"},
        "patient",
        "unhappy",
    )


def _slice(builder: StoryBuilder) -> Beat:
    return Beat(
        "carrots",
        "{cook} gets whole carrots ready on a board on the kitchen table.",
        Scene(
            "kitchen",
            (Actor("cook", -110, "reach_out", "smile", "right"),),
            (Thing("home_table"), Thing("carrots", -20, -76, "whole")),
            shot=any_shot(builder),
        ),
        {"soup": "not yet begun"},
        {"soup": "whole carrots"},
        "cook",
        "caring",
    )


def _fill(builder: StoryBuilder) -> Beat:
    return Beat(
        "fill",
        "{cook} carries a pot heaped with the carrots and other raw vegetables to the stove.",
        Scene(
            "kitchen",
            (Actor("cook", -20, "carry", "smile", "right", holds=("soup_pot", "vegetables")),),
            (Thing("stove", 130),),
            shot=any_shot(builder),
        ),
        {"soup": "whole carrots"},
        {"soup": "raw vegetables in the pot"},
        "cook",
        "caring",
    )


def _simmer(builder: StoryBuilder) -> Beat:
    return Beat(
        "simmer",
        "{cook} watches the soup, which steams in a pot on the stove.",
        Scene(
            "kitchen",
            (Actor("cook", -60, "think", "smile", "right"),),
            (Thing("stove", 75), Thing("soup_pot", 75, -76, "steaming")),
            (says("cook", _WORDS["simmer"]),),
            shot=any_shot(builder),
        ),
        {"soup": "raw vegetables in the pot"},
        {"soup": "steaming on the stove"},
        "cook",
        "content",
    )


def _bring(builder: StoryBuilder, cover: str, soup: str, worse: bool) -> Beat:
    """However many tissues lie there by this time: the soup does not depend on them."""
    return Beat(
        "bring",
        "{cook} brings a steaming bowl of soup to {patient}, who lies in bed and looks surprised.",
        Scene(
            "bedroom",
            (
                Actor("patient", _lying(builder), "lie", "surprised", "right", -58),
                Actor("cook", 150, "hold_out", "smile", "left", holds=("soup_bowl", "full")),
            ),
            _in_bed("many" if worse else "one", cover),
            shot=any_shot(builder),
        ),
        {"soup": soup, "illness": "begun", "patient": "ill"},
        {"soup": "a full bowl", "visit": "begun"},
        "cook",
        "caring",
    )


def _eat(builder: StoryBuilder, cover: str) -> Beat:
    return Beat(
        "eat",
        "{patient} sits up in bed with an empty bowl and smiles at {cook}, who smiles back.",
        Scene(
            "bedroom",
            (
                Actor("patient", -45, "sit_floor", "happy", "right", -50, ("soup_bowl", "empty")),
                Actor("cook", 160, "hands_on_hips", "happy", "left"),
            ),
            (_BED, Thing("bed_cover", 40, -4, colour=cover, front=True)),
            (says("patient", _WORDS["eat"]),),
            shot=any_shot(builder),
        ),
        {"soup": "a full bowl"},
        {"soup": "eaten up"},
        "patient",
        "glad",
    )


def _asleep(builder: StoryBuilder, cover: str) -> Beat:
    return Beat(
        "eat",
        "{patient} is fast asleep, and {cook} eats the soup alone.",
        Scene(
            "bedroom",
            (
                Actor("patient", _lying(builder), "lie", "asleep", "right", -58),
                Actor("cook", 150, "eat", "eating", "left", holds=("soup_bowl", "full")),
            ),
            (_BED, Thing("bed_cover", 20, -4, colour=cover, front=True)),
        ),
        {"soup": "a full bowl"},
        {"soup": "eaten by the cook"},
        "cook",
        "content",
    )


def _well(builder: StoryBuilder, cover: str) -> Beat:
    return Beat(
        "well",
        "{patient} is well and thanks {cook} for the soup with flowers, and {cook} is delighted.",
        Scene(
            "bedroom",
            (
                Actor("patient", 120, "hold_out", "happy", "right", holds=("bouquet", "fresh")),
                Actor("cook", 230, "cheer", "happy", "left"),
            ),
            (_BED, Thing("bed_cover", 20, 0, colour=cover)),
            shot=any_shot(builder),
        ),
        {"soup": "eaten up", "patient": "ill"},
        {"patient": "well"},
        "patient",
        "happy",
    )
