"""A story between bedroom and kitchen: somebody is ill while somebody cooks."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_BED = Thing("child_bed")


_MOTIVE = asked(
    "Why does {cook} make soup?",
    "Because {patient} lies ill in bed",
    ("ill", "fill", "bring"),
    ("feeling", "Because {cook} is terribly hungry"),
    ("motive", "Because {cook} has many guests"),
    ("object", "Because the carrots are burnt"),
)

_PREDICTION = asked(
    "What will happen when {cook} falls ill one day?",
    "{patient} will look after {cook}",
    ("bring", "eat"),
    ("feeling", "{patient} will laugh at {cook}"),
    ("place", "{patient} will move to the sea"),
    ("object", "{patient} will hide every carrot"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Nobody who is ill should be alone",
    ("ill", "fill", "eat"),
    ("object", "Raw carrots heal every illness"),
    ("motive", "Whoever cooks wants to be paid"),
    ("causal", "Soup is what makes people ill"),
)


@template("soup-for-the-sick", "kitchen", {"patient": ANYONE, "cook": GROWN})
def soup_for_the_sick(t: Teller) -> Story:
    """Handkerchiefs pile up in one room, a soup comes about in another; they meet."""
    cover = t.choose(("teal", "red", "blue", "purple"))
    worse = t.chance(0.75)
    ill, cook = [_ill(t, cover)], [_slice(t), _fill(t)]
    if worse:
        ill.append(_worse(t, cover))
    if t.chance(0.6):
        cook.append(_simmer(t))
    soup = cook[-1].makes["soup"]
    tail = [_bring(t, cover, soup, worse), _eat(t, cover)]
    if t.chance(0.7):
        tail.append(_well(t, cover))
    return t.story(
        words("The Soup", "あったかスープ", "La bonne soupe", "La sopa", "一碗热汤"),
        [ill[0], *_woven(t, ill[1:], cook), *tail],
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("eat", _asleep(t, cover)),
    )


def _woven(t: Teller, some: list[Beat], others: list[Beat]) -> list[Beat]:
    """Two threads told in turns, each in its own order."""
    takes = t.shuffled([True] * len(some) + [False] * len(others))
    first, second = iter(some), iter(others)
    return [next(first) if take else next(second) for take in takes]


def _in_bed(state: str, cover: str) -> tuple[Thing, ...]:
    return (
        _BED,
        Thing("bed_cover", 20, -4, colour=cover, front=True),
        Thing("tissues", -150, 4, state, front=True),
    )


def _lying(t: Teller) -> float:
    """Where somebody lies so that the head is on the pillow: short people further up."""
    return -24 if t.cast["patient"].look.age == "child" else 0


def _ill(t: Teller, cover: str) -> Beat:
    return Beat(
        "ill",
        "{patient} lies ill in bed beside a single used handkerchief.",
        Scene(
            "bedroom",
            (Actor("patient", _lying(t), "lie", "sad", "right", -58),),
            _in_bed("one", cover),
            (sound("patient", "Achoo!", "ハクション！", "Atchoum !", "¡Achís!", "阿嚏！"),),
            shot=any_shot(t),
        ),
        {"handkerchiefs": "none", "patient": "ill"},
        {"handkerchiefs": "one beside the bed"},
        "patient",
        "unhappy",
    )


def _worse(t: Teller, cover: str) -> Beat:
    return Beat(
        "worse",
        "{patient} lies dizzy in bed beside a whole mountain of used handkerchiefs.",
        Scene(
            "bedroom",
            (Actor("patient", _lying(t), "lie", "dizzy", "right", -58),),
            _in_bed("many", cover),
            shot=any_shot(t),
        ),
        {"handkerchiefs": "one beside the bed", "patient": "ill"},
        {"handkerchiefs": "a mountain beside the bed"},
        "patient",
        "unhappy",
    )


def _slice(t: Teller) -> Beat:
    return Beat(
        "carrots",
        "{cook} stands in the kitchen at whole carrots on a board.",
        Scene(
            "kitchen",
            (Actor("cook", -110, "reach_out", "smile", "right"),),
            (Thing("home_table"), Thing("carrots", -20, -76, "whole")),
            shot=any_shot(t),
        ),
        {"soup": "not yet begun"},
        {"soup": "whole carrots"},
        "cook",
        "caring",
    )


def _fill(t: Teller) -> Beat:
    return Beat(
        "fill",
        "{cook} holds a pot heaped with raw vegetables in both arms.",
        Scene(
            "kitchen",
            (Actor("cook", -20, "carry", "smile", "right", holds=("soup_pot", "vegetables")),),
            (Thing("stove", 130),),
            shot=any_shot(t),
        ),
        {"soup": "whole carrots"},
        {"soup": "raw vegetables in the pot"},
        "cook",
        "caring",
    )


def _simmer(t: Teller) -> Beat:
    return Beat(
        "simmer",
        "{cook} watches the pot of soup that steams on the stove.",
        Scene(
            "kitchen",
            (Actor("cook", -60, "think", "smile", "right"),),
            (Thing("stove", 75), Thing("soup_pot", 75, -76, "steaming")),
            (
                says(
                    "cook",
                    "Smells good.",
                    "いいにおい。",
                    "Ça sent bon.",
                    "¡Qué bien huele!",
                    "好香啊。",
                ),
            ),
            shot=any_shot(t),
        ),
        {"soup": "raw vegetables in the pot"},
        {"soup": "steaming on the stove"},
        "cook",
        "content",
    )


def _bring(t: Teller, cover: str, soup: str, worse: bool) -> Beat:
    heap = "a mountain beside the bed" if worse else "one beside the bed"
    return Beat(
        "bring",
        "{cook} brings a steaming bowl to {patient}, who lies in bed.",
        Scene(
            "bedroom",
            (
                Actor("patient", _lying(t), "lie", "surprised", "right", -58),
                Actor("cook", 150, "hold_out", "smile", "left", holds=("soup_bowl", "full")),
            ),
            _in_bed("many" if worse else "one", cover),
            shot=any_shot(t),
        ),
        {"soup": soup, "handkerchiefs": heap, "patient": "ill"},
        {"soup": "a full bowl"},
        "cook",
        "caring",
    )


def _eat(t: Teller, cover: str) -> Beat:
    return Beat(
        "eat",
        "{patient} sits up in bed with an empty bowl and smiles at {cook}.",
        Scene(
            "bedroom",
            (
                Actor("patient", -45, "sit_floor", "happy", "right", -50, ("soup_bowl", "empty")),
                Actor("cook", 160, "hands_on_hips", "happy", "left"),
            ),
            (_BED, Thing("bed_cover", 40, -4, colour=cover, front=True)),
            (says("patient", "Thank you!", "ありがとう！", "Merci !", "¡Gracias!", "谢谢你！"),),
            shot=any_shot(t),
        ),
        {"soup": "a full bowl"},
        {"soup": "eaten up"},
        "patient",
        "glad",
    )


def _asleep(t: Teller, cover: str) -> Beat:
    return Beat(
        "eat",
        "{patient} is fast asleep, and {cook} eats the soup alone.",
        Scene(
            "bedroom",
            (
                Actor("patient", _lying(t), "lie", "asleep", "right", -58),
                Actor("cook", 150, "eat", "eating", "left", holds=("soup_bowl", "full")),
            ),
            (_BED, Thing("bed_cover", 20, -4, colour=cover, front=True)),
        ),
        {"soup": "a full bowl"},
        {"soup": "eaten by the cook"},
        "cook",
        "content",
    )


def _well(t: Teller, cover: str) -> Beat:
    return Beat(
        "well",
        "{patient} stands beside the empty bed, well and strong, and gives {cook} flowers.",
        Scene(
            "bedroom",
            (
                Actor("patient", 120, "hold_out", "happy", "right", holds=("bouquet", "fresh")),
                Actor("cook", 230, "cheer", "happy", "left"),
            ),
            (_BED, Thing("bed_cover", 20, 0, colour=cover)),
            shot=any_shot(t),
        ),
        {"soup": "eaten up", "patient": "ill"},
        {"patient": "well"},
        "patient",
        "happy",
    )
