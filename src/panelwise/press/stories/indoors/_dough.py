"""A kitchen story of too much flour: dough that will not stop growing."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_TABLE = Thing("home_table", 0, front=True)


_MOTIVE = asked(
    "Why does {baker} share the loaf with {guest}?",
    "Because it is far too big for one person",
    ("flood", "loaf", "feast"),
    ("feeling", "Because {baker} does not like fresh bread"),
    ("motive", "Because {guest} has paid a lot of money"),
    ("object", "Because the loaf is too small and burnt"),
)

_PREDICTION = asked(
    "What will {baker} most likely do before baking bread anew?",
    "Fill half a bowl with dough",
    ("flood",),
    ("object", "Buy many more sacks of flour"),
    ("place", "Move the oven into the garden"),
    ("feeling", "Cry about the missing bread"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "A mishap can be a feast for two",
    ("flood", "loaf", "feast"),
    ("character", "Bakers are always very lonely"),
    ("causal", "Sleep makes good food go bad"),
    ("motive", "Sharing is only for the poor"),
)


@template("giant-dough", "kitchen", {"baker": GROWN, "guest": ANYONE})
def giant_dough(t: Teller) -> Story:
    """A bowl, a table, an oven, a loaf, crumbs."""
    nap = t.chance(0.6)
    beats = [_knead(t)]
    if nap:
        beats.append(_nap(t))
    beats.append(_flood(t, nap))
    if t.chance(0.6):
        beats.append(_stuff(t))
    beats += [_loaf(t, beats[-1].makes["dough"]), _feast(t)]
    if t.chance(0.5):
        beats.append(_full(t))
    return t.story(
        words("Too Much Dough", "ふくらみすぎた生地", "Trop de pâte", "Demasiada masa", "太多面团"),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("flood", _cat_steals()),
    )


def _knead(t: Teller) -> Beat:
    return Beat(
        "knead",
        "{baker} kneads a small lump of dough in a bowl beside a full sack of flour.",
        Scene(
            "kitchen",
            (Actor("baker", -100, "reach_out", "effort", "right"),),
            (
                Thing("home_table", 20),
                Thing("dough", 0, -76, "small", front=True, scale=0.8),
                Thing("flour_sack", 66, -76, "full", scale=t.choose((0.8, 1.0))),
            ),
            shot=any_shot(t),
        ),
        {"dough": "not yet kneaded"},
        {"dough": "small"},
        "baker",
        "cheerful",
    )


def _nap(t: Teller) -> Beat:
    return Beat(
        "nap",
        "{baker} sleeps on a chair while the dough swells over the rim of its bowl.",
        Scene(
            "kitchen",
            (Actor("baker", -130, "sit", "asleep", "left"),),
            (
                Thing("chair", -130, facing="left"),
                Thing("home_table", 10),
                Thing("dough", 10, -76, "risen"),
            ),
            (sound("baker", "Zzz…", "グーグー", "Rrr… zzz…", "Zzz…", "呼噜……"),),
            shot=any_shot(t),
        ),
        {"dough": "small"},
        {"dough": "over the rim of the bowl"},
        "baker",
        "content",
    )


def _flood(t: Teller, nap: bool) -> Beat:
    return Beat(
        "flood",
        "A mountain of dough covers the whole table, and {baker} throws up {baker.her} hands.",
        Scene(
            "kitchen",
            (Actor("baker", -165, "cheer", "scared", "right"),),
            (_TABLE, Thing("dough", 0, -76, "huge", front=True)),
            (
                says(
                    "baker",
                    "Help! It's growing!",
                    "たすけて！ふくらむ！",
                    "Au secours ! Ça gonfle !",
                    "¡Socorro! ¡Crece!",
                    "救命！它在变大！",
                    "shout",
                ),
            ),
            shot=any_shot(t),
        ),
        {"dough": "over the rim of the bowl" if nap else "small"},
        {"dough": "all over the table"},
        "baker",
        "scared",
    )


def _cat_steals() -> Beat:
    return Beat(
        "flood",
        "{baker} shrugs, for the dough is gone and a fat cat sits on the table.",
        Scene(
            "kitchen",
            (Actor("baker", -120, "shrug", "embarrassed", "right"),),
            (Thing("home_table", 10), Thing("cat", 0, -76, "fat")),
        ),
        {},
        {"dough": "inside the cat"},
        "baker",
        "surprised",
    )


def _stuff(t: Teller) -> Beat:
    return Beat(
        "stuff",
        "{baker} and {guest} push the swelling dough into the oven with all their strength.",
        Scene(
            "kitchen",
            (
                Actor("baker", -130, "push", "effort", "right"),
                Actor("guest", 130, "push", "effort", "left"),
            ),
            (Thing("oven", 0, 0, "stuffed"),),
            shot=any_shot(t),
        ),
        {"dough": "all over the table"},
        {"dough": "stuffed into the oven"},
        "baker",
        "excited",
    )


def _loaf(t: Teller, before: str) -> Beat:
    return Beat(
        "loaf",
        "A gigantic steaming loaf covers the table, and {baker} cheers beside {guest}.",
        Scene(
            "kitchen",
            (
                Actor("baker", -175, "cheer", "happy", "right"),
                Actor("guest", 175, "stand", "surprised", "left"),
            ),
            (Thing("home_table"), Thing("giant_loaf", 0, -76, "whole")),
            (
                says(
                    "guest",
                    "What a loaf!",
                    "でっかいパン！",
                    "Quel pain !",
                    "¡Vaya pan!",
                    "好大的面包！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"dough": before},
        {"dough": "baked into a gigantic loaf"},
        "baker",
        "proud",
    )


def _feast(t: Teller) -> Beat:
    return Beat(
        "feast",
        "{guest} and {baker} each eat a thick slice, and half of the loaf is gone.",
        Scene(
            "kitchen",
            (
                Actor("guest", -175, "eat", "eating", "right", holds=("bread_slice", "")),
                Actor("baker", 150, "eat", "eating", "left", holds=("bread_slice", "")),
            ),
            (Thing("home_table"), Thing("giant_loaf", 0, -76, "half")),
            shot=any_shot(t),
        ),
        {"dough": "baked into a gigantic loaf"},
        {"dough": "half eaten"},
        "guest",
        "content",
    )


def _full(t: Teller) -> Beat:
    return Beat(
        "full",
        "Nothing but crumbs is on the table, and {baker} and {guest} lie flat on the floor.",
        Scene(
            "kitchen",
            (
                Actor("baker", -95, "lie", "dizzy", "right", 10),
                Actor("guest", 105, "lie", "dizzy", "left", 10),
            ),
            (Thing("home_table"), Thing("giant_loaf", 0, -76, "crumbs")),
            (
                says(
                    "baker",
                    "I'm so full…",
                    "おなかいっぱい…",
                    "J'ai trop mangé…",
                    "No puedo más…",
                    "好饱啊……",
                ),
            ),
            shot="wide",
        ),
        {"dough": "half eaten"},
        {"dough": "eaten up"},
        "baker",
    )
