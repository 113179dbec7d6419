"""A kitchen story of biscuits that vanish and of others that are baked together."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"baker": GROWN, "thief": CHILD}
_WORDS = Translations(__name__, "biscuits.toml", _ROLES)

_TABLE = Thing("home_table", 0)
_STOOL = Thing("stool", 112)
_ASLEEP = (Actor("baker", -165, "sit", "asleep", "left"),)
_ARMCHAIR = Thing("chair", -165, facing="left")


def _tray(state: str) -> Thing:
    return Thing("biscuits", 0, -74, state, scale=0.8)


_MOTIVE = asked(
    "Why does {thief} dare to eat the first heart?",
    "Because {baker} is asleep on a chair",
    ("first",),
    ("motive", "Because {baker} has handed it over"),
    ("place", "Because {baker} is out in the garden"),
    ("object", "Because {baker} is busy with the stars"),
    ("place", "Because {baker} is out on a walk"),
)

_PREDICTION = asked(
    "What will most likely happen to the stars left on the tray?",
    "{baker} and {thief} will eat them as well",
    ("stars",),
    ("object", "{baker} will put them back in the oven"),
    ("motive", "{thief} will get none of them as a punishment"),
    ("character", "{baker} will sell them to a neighbour"),
    ("place", "{baker} will sell them to the shop"),
    ("character", "A guest will take them all to a party"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "A child sneaks a whole tray of hearts and is forgiven over stars",
    ("belly", "found_out", "stars"),
    ("character", "A baker eats a whole tray of hearts and blames it on a child"),
    ("motive", "A child bakes a tray of hearts to surprise a tired, busy baker"),
    ("causal", "A tray of hearts burns while a baker naps, and stars replace it"),
    ("motive", "A child bakes a tray of hearts to cheer up a tired, unhappy baker"),
    ("character", "A baker eats a whole tray of hearts and hides the stars from a child"),
    ("causal", "A tray of hearts burns in the oven and ends up in the bin"),
    ("object", "A child drops a tray of hearts, and a baker replaces it"),
)

_INSTEAD = {
    "found_out": wrongs(
        ("object", "{baker} finds two hearts left on the tray and hands one of them to {thief}."),
        (
            "feeling",
            "{baker} is awake and laughs at a full tray of hearts, and {thief} claps on a stool.",
        ),
        (
            "causal",
            "{baker} wakes up and sends {thief} to bed without a single star for the rest of "
            "the day.",
        ),
        ("character", "{baker} wakes up and eats the last two hearts on the tray beside {thief}."),
        ("object", "{baker} sleeps on, and {thief} puts six hearts back onto the tray."),
    ),
    "help": wrongs(
        ("object", "{thief} and {baker} lay out a second batch of raw hearts on the emptied tray."),
        (
            "object",
            "{baker} shows {thief} how to cut moons out of raw dough and lays them on the tray.",
        ),
        (
            "character",
            "{baker} lays out stars of raw dough alone, "
            "and {thief} has to go to bed without tasting any.",
        ),
        (
            "causal",
            "{thief} eats the raw stars off the tray, and not a single one is left to bake.",
        ),
        (
            "temporal",
            "{thief} drops the tray, and every raw star lies squashed on the kitchen floor.",
        ),
    ),
}


@template("biscuit-thief", "kitchen", _ROLES)
def biscuit_thief(builder: StoryBuilder) -> TemplateStory:
    """Hearts raw, baked, fewer, gone; then stars."""
    cat, more = builder.chance(0.6), builder.chance(0.7)
    beats = [_shape(builder), _bake(builder), _first(builder)]
    if more:
        beats.append(_more(builder, cat))
    beats += [_belly(builder, beats[-1].makes["hearts"], cat and more), _found_out(builder)]
    if builder.chance(0.7):
        beats.append(_help(builder))
    beats.append(_stars(builder, "stars" in beats[-1].makes))
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("first", _asks()),
    )


def _shape(builder: StoryBuilder) -> Beat:
    return Beat(
        "shape",
        "{baker} lays out pale, unbaked hearts in two rows on a tray on the table.",
        Scene(
            "kitchen",
            (Actor("baker", -110, "reach_out", "smile", "right"),),
            (_TABLE, _tray("raw hearts")),
            shot=any_shot(builder),
        ),
        {"hearts": "not yet cut out"},
        {"hearts": "unbaked on the tray"},
        "baker",
        "cheerful",
    )


def _bake(builder: StoryBuilder) -> Beat:
    return Beat(
        "bake",
        "{baker} shows {thief} the baked hearts steaming on the tray, "
        "and {thief} cheers on a stool.",
        Scene(
            "kitchen",
            (
                Actor("baker", -120, "hold_out", "happy", "right"),
                Actor("thief", 112, "cheer", "happy", "left", -40),
            ),
            (_TABLE, _tray("baked hearts"), _STOOL),
            (says("baker", _WORDS["bake"]),),
            shot=any_shot(builder),
        ),
        {"hearts": "unbaked on the tray"},
        {"hearts": "golden, all eight on the tray"},
        "baker",
        "proud",
    )


def _first(builder: StoryBuilder) -> Beat:
    return Beat(
        "first",
        "{baker} sleeps on a chair while {thief} eats a heart, and one gap shows on the tray.",
        Scene(
            "kitchen",
            (*_ASLEEP, Actor("thief", 112, "eat", "eating", "left", -40, ("biscuit", "heart"))),
            (_ARMCHAIR, _TABLE, _tray("one missing"), _STOOL),
            (sound("baker", _WORDS["first"]),),
            shot=any_shot(builder),
        ),
        {"hearts": "golden, all eight on the tray"},
        {"hearts": "golden, one of them missing", "nap": "begun"},
        "thief",
        "excited",
    )


def _asks() -> Beat:
    return Beat(
        "first",
        "{thief} receives a heart from {baker}'s hand and smiles.",
        Scene(
            "kitchen",
            (
                Actor("baker", -75, "hold_out", "smile", "right", holds=("biscuit", "heart")),
                Actor("thief", 60, "hold_out", "happy", "left"),
            ),
        ),
        {"hearts": "golden, all eight on the tray"},
        {"hearts": "given away"},
        "thief",
        "glad",
    )


def _more(builder: StoryBuilder, cat: bool) -> Beat:
    helper = (Thing("cat", 0, -104, "sitting", scale=0.9),) if cat else ()
    tells = (
        "While {baker} sleeps, {thief} eats on beside a cat, "
        "and only two hearts are left on the tray."
        if cat
        else "While {baker} sleeps, {thief} takes a heart with a grin, "
        "and only two are left on the tray."
    )
    return Beat(
        "more",
        tells,
        Scene(
            "kitchen",
            (
                *_ASLEEP,
                Actor(
                    "thief",
                    112,
                    "eat" if cat else "hold_out",
                    "eating" if cat else "smug",
                    "left",
                    -40,
                    ("biscuit", "heart"),
                ),
            ),
            (_ARMCHAIR, *helper, _TABLE, _tray("two left"), _STOOL),
            shot=any_shot(builder),
        ),
        {"hearts": "golden, one of them missing", "nap": "begun"},
        {"hearts": "golden, only two left"},
        "thief",
        "delighted",
    )


def _belly(builder: StoryBuilder, before: str, cat: bool) -> Beat:
    fat = (Thing("cat", 0, 4, "fat", front=True),) if cat else ()
    tells = (
        "{thief} lies dizzy on the floor beside a fat cat; the tray holds only crumbs, "
        "and {baker} sleeps."
        if cat
        else "{thief} lies dizzy on the floor; the tray holds only crumbs, "
        "and {baker} is still asleep."
    )
    return Beat(
        "belly",
        tells,
        Scene(
            "kitchen",
            (*_ASLEEP, Actor("thief", 130, "lie", "dizzy", "left", 6)),
            (_ARMCHAIR, _TABLE, _tray("crumbs"), *fat),
            (says("thief", _WORDS["belly"]),),
            shot="wide",
        ),
        {"hearts": before, "nap": "begun"},
        {"hearts": "eaten up"},
        "thief",
    )


def _found_out(builder: StoryBuilder) -> Beat:
    return Beat(
        "found_out",
        "{baker} is awake and angry at the tray of crumbs, and {thief} weeps on a stool.",
        Scene(
            "kitchen",
            (
                Actor("baker", -120, "hands_on_hips", "angry", "right"),
                Actor("thief", 112, "stand", "crying", "left", -40),
            ),
            (_TABLE, _tray("crumbs"), _STOOL),
            (says("thief", _WORDS["found_out"]),),
            shot=any_shot(builder),
        ),
        {"hearts": "eaten up", "nap": "begun"},
        {"nap": "over"},
        "baker",
        "angry",
    )


def _help(builder: StoryBuilder) -> Beat:
    return Beat(
        "help",
        "{thief} and {baker} lay out stars of raw dough on the emptied tray from either side.",
        Scene(
            "kitchen",
            (
                Actor("baker", -110, "reach_out", "smile", "right"),
                Actor("thief", 105, "reach_out", "smile", "left", -40),
            ),
            (_TABLE, _tray("raw stars"), _STOOL),
            shot=any_shot(builder),
        ),
        {"hearts": "eaten up", "nap": "over", "stars": "not yet cut out"},
        {"stars": "unbaked on the tray"},
        "thief",
        "glad",
    )


def _stars(builder: StoryBuilder, helped: bool) -> Beat:
    needs = (
        {"stars": "unbaked on the tray"}
        if helped
        else {"hearts": "eaten up", "nap": "over", "stars": "not yet cut out"}
    )
    return Beat(
        "stars",
        "Baked stars steam on the tray where the hearts were, "
        "and {baker} and {thief} each eat one.",
        Scene(
            "kitchen",
            (
                Actor("baker", -115, "eat", "eating", "right", holds=("biscuit", "star")),
                Actor("thief", 112, "eat", "eating", "left", -40, ("biscuit", "star")),
            ),
            (_TABLE, _tray("baked stars"), _STOOL),
            shot=any_shot(builder),
        ),
        needs,
        {"stars": "golden on the tray"},
        "thief",
        "happy",
    )
