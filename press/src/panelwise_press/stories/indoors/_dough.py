"""A kitchen story of too much flour: dough that will not stop growing."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"baker": GROWN, "guest": ANYONE}
_WORDS = Translations(__name__, "dough.toml", _ROLES)

_TABLE = Thing("home_table", 0, front=True)


_MOTIVE = asked(
    "Why does {baker} throw up {baker.her} hands at the table?",
    "Because the dough has grown too big",
    ("flood",),
    ("object", "Because the bread has burnt black"),
    ("character", "Because {guest} has stolen the dough"),
    ("place", "Because the bowl is on the floor"),
    ("place", "Because the bread has fallen off the table"),
    ("character", "Because {guest} has stolen a loaf of bread"),
    ("object", "Because a pot has boiled over"),
)

_SLEEPY = asked(
    "What will {baker} and {guest} most likely do after the last panel?",
    "Rest on the floor until they feel better",
    ("full",),
    ("object", "Bake a second loaf of the very same size"),
    ("feeling", "Get up and dance around the empty table"),
    ("place", "Sit down at the table to a large dinner"),
    ("object", "Get up and fry some fresh eggs"),
    ("place", "Run up the street until they are hungry"),
    ("feeling", "Dance on the table until they feel hungry again"),
)

_HUNGRY = asked(
    "What will {baker} and {guest} most likely do after the last panel?",
    "Go on eating from the half that is left",
    ("feast",),
    ("object", "Push the half loaf back into the oven"),
    ("motive", "Throw the half loaf away without a bite"),
    ("causal", "Wait for the half loaf to grow whole"),
    ("character", "Give the half loaf to the birds"),
    ("object", "Sell the half loaf and bake a cake"),
    ("causal", "Go on kneading the dough that is left in the bowl"),
    ("object", "Go on baking with the dough that is left"),
)

_MEANING = asked(
    "What is the point of the story?",
    "Dough that grows out of hand turns into a giant feast for two",
    ("flood", "loaf", "feast"),
    ("causal", "Dough that is left alone goes bad and spoils a feast for two"),
    ("character", "A loaf that two people fight over ends up as nothing but crumbs"),
    ("object", "A loaf too small for two people makes a baker try a bigger one"),
    ("causal", "Dough that is left alone by the stove goes bad and has to be thrown away"),
    ("place", "A loaf that two people fight over ends up in the bin"),
    ("feeling", "A loaf too small for two people is the cause of a long quarrel"),
)

_INSTEAD = {
    "loaf": wrongs(
        ("object", "{baker} cheers and {guest} stares at a tiny roll that steams on a huge plate."),
        (
            "causal",
            "{baker} pulls a loaf as black as coal out of the oven, "
            "and {guest} turns up {guest.her} nose.",
        ),
        ("place", "{baker} scrapes all of the dough into a bin, and {guest} holds the lid down."),
        (
            "character",
            "{guest} and {baker} eat the dough raw by the handful until the table is bare.",
        ),
        (
            "object",
            "{baker} cheers beside a gigantic cake with candles, and {guest} blows them out.",
        ),
    ),
    "feast": wrongs(
        ("place", "{guest} and {baker} wrap up the whole loaf in a cloth and put it away uneaten."),
        ("character", "{guest} walks off home with the whole loaf, and {baker} waves goodbye."),
        (
            "motive",
            "{baker} throws the loaf out of the window before {guest} can taste a single slice.",
        ),
        (
            "object",
            "{guest} and {baker} cut the loaf open, find it raw inside and do not eat a bite.",
        ),
        (
            "character",
            "{baker} eats the whole of the loaf alone, "
            "and {guest} watches hungrily across the table.",
        ),
    ),
}


@template("giant-dough", "kitchen", _ROLES)
def giant_dough(builder: StoryBuilder) -> TemplateStory:
    """A bowl, a table, an oven, a loaf, crumbs."""
    nap = builder.chance(0.6)
    beats = [_knead(builder)]
    if nap:
        beats.append(_nap(builder))
    beats.append(_flood(builder, nap))
    if builder.chance(0.6):
        beats.append(_stuff(builder))
    beats += [_loaf(builder, beats[-1].makes["dough"]), _feast(builder)]
    full = builder.chance(0.5)
    if full:
        beats.append(_full(builder))
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_SLEEPY if full else _HUNGRY],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("flood", _cat_steals()),
    )


def _knead(builder: StoryBuilder) -> Beat:
    return Beat(
        "knead",
        "{baker} works hard at a small lump of dough in a bowl beside a sack of flour.",
        Scene(
            "kitchen",
            (Actor("baker", -100, "reach_out", "effort", "right"),),
            (
                Thing("home_table", 20),
                Thing("dough", 0, -76, "small", front=True, scale=0.8),
                Thing("flour_sack", 66, -76, "full", scale=builder.choose((0.8, 1.0))),
            ),
            shot=any_shot(builder),
        ),
        {"dough": "not yet kneaded"},
        {"dough": "small"},
        "baker",
        "cheerful",
    )


def _nap(builder: StoryBuilder) -> Beat:
    return Beat(
        "nap",
        "The dough rises over the rim of its bowl while {baker} is asleep on a chair.",
        Scene(
            "kitchen",
            (Actor("baker", -130, "sit", "asleep", "left"),),
            (
                Thing("chair", -130, facing="left"),
                Thing("home_table", 10),
                Thing("dough", 10, -76, "risen"),
            ),
            (sound("baker", _WORDS["nap"]),),
            shot=any_shot(builder),
        ),
        {"dough": "small"},
        {"dough": "over the rim of the bowl"},
        "baker",
        "content",
    )


def _flood(builder: StoryBuilder, nap: bool) -> Beat:
    return Beat(
        "flood",
        "A mountain of dough covers the whole table, and {baker} throws up both hands in fright.",
        Scene(
            "kitchen",
            (Actor("baker", -165, "cheer", "scared", "right"),),
            (_TABLE, Thing("dough", 0, -76, "huge", front=True)),
            (says("baker", _WORDS["flood"], "shout"),),
            shot=any_shot(builder),
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


def _stuff(builder: StoryBuilder) -> Beat:
    return Beat(
        "stuff",
        "{baker} and {guest} push the mountain of dough into the oven with all their strength.",
        Scene(
            "kitchen",
            (
                Actor("baker", -130, "push", "effort", "right"),
                Actor("guest", 130, "push", "effort", "left"),
            ),
            (Thing("oven", 0, 0, "stuffed"),),
            shot=any_shot(builder),
        ),
        {"dough": "all over the table"},
        {"dough": "stuffed into the oven"},
        "baker",
        "excited",
    )


def _loaf(builder: StoryBuilder, before: str) -> Beat:
    return Beat(
        "loaf",
        "{baker} cheers and {guest} stares at a gigantic loaf that steams on the table.",
        Scene(
            "kitchen",
            (
                Actor("baker", -175, "cheer", "happy", "right"),
                Actor("guest", 175, "stand", "surprised", "left"),
            ),
            (Thing("home_table"), Thing("giant_loaf", 0, -76, "whole")),
            (says("guest", _WORDS["loaf"]),),
            shot=any_shot(builder),
        ),
        {"dough": before},
        {"dough": "baked into a gigantic loaf"},
        "baker",
        "proud",
    )


def _feast(builder: StoryBuilder) -> Beat:
    return Beat(
        "feast",
        "{guest} and {baker} each bite into a thick slice, and only half of the loaf is left.",
        Scene(
            "kitchen",
            (
                Actor("guest", -175, "eat", "eating", "right", holds=("bread_slice", "")),
                Actor("baker", 150, "eat", "eating", "left", holds=("bread_slice", "")),
            ),
            (Thing("home_table"), Thing("giant_loaf", 0, -76, "half")),
            shot=any_shot(builder),
        ),
        {"dough": "baked into a gigantic loaf"},
        {"dough": "half eaten"},
        "guest",
        "content",
    )


def _full(builder: StoryBuilder) -> Beat:
    return Beat(
        "full",
        "{baker} and {guest} lie flat and dizzy on the floor, and only crumbs are on the table.",
        Scene(
            "kitchen",
            (
                Actor("baker", -95, "lie", "dizzy", "right", 10),
                Actor("guest", 105, "lie", "dizzy", "left", 10),
            ),
            (Thing("home_table"), Thing("giant_loaf", 0, -76, "crumbs")),
            (says("baker", _WORDS["full"]),),
            shot="wide",
        ),
        {"dough": "half eaten"},
        {"dough": "eaten up"},
        "baker",
    )
