"""A kitchen story of biscuits that vanish and of others that are baked together."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing, words
from panelwise_press._story import Beat, Story
from panelwise_press._teller import CHILD, GROWN, Teller, template
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

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


@template("biscuit-thief", "kitchen", {"baker": GROWN, "thief": CHILD})
def biscuit_thief(t: Teller) -> Story:
    """Hearts raw, baked, fewer, gone; then stars."""
    cat, more = t.chance(0.6), t.chance(0.7)
    beats = [_shape(t), _bake(t), _first(t)]
    if more:
        beats.append(_more(t, cat))
    beats += [_belly(t, beats[-1].makes["hearts"], cat and more), _found_out(t)]
    if t.chance(0.7):
        beats.append(_help(t))
    beats.append(_stars(t, "stars" in beats[-1].makes))
    return t.story(
        words(
            "The Biscuit Thief",
            "クッキーどろぼう",
            "Le voleur de biscuits",
            "El ladrón de galletas",
            "饼干小偷",
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("first", _asks()),
    )


def _shape(t: Teller) -> Beat:
    return Beat(
        "shape",
        "{baker} lays out pale, unbaked hearts in two rows on a tray on the table.",
        Scene(
            "kitchen",
            (Actor("baker", -110, "reach_out", "smile", "right"),),
            (_TABLE, _tray("raw hearts")),
            shot=any_shot(t),
        ),
        {"hearts": "not yet cut out"},
        {"hearts": "unbaked on the tray"},
        "baker",
        "cheerful",
    )


def _bake(t: Teller) -> Beat:
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
            (
                says(
                    "baker",
                    "Let them cool first!",
                    "さめるまで、まってね。",
                    "Laisse-les refroidir !",
                    "¡Deja que se enfríen!",
                    "先放凉再吃！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"hearts": "unbaked on the tray"},
        {"hearts": "golden, all eight on the tray"},
        "baker",
        "proud",
    )


def _first(t: Teller) -> Beat:
    return Beat(
        "first",
        "{baker} sleeps on a chair while {thief} eats a heart, and one gap shows on the tray.",
        Scene(
            "kitchen",
            (*_ASLEEP, Actor("thief", 112, "eat", "eating", "left", -40, ("biscuit", "heart"))),
            (_ARMCHAIR, _TABLE, _tray("one missing"), _STOOL),
            (sound("baker", "Zzz…", "グーグー", "Zzz…", "Zzz…", "呼噜……"),),
            shot=any_shot(t),
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


def _more(t: Teller, cat: bool) -> Beat:
    helper = (Thing("cat", 0, -104, "sitting", scale=0.9),) if cat else ()
    told = (
        "While {baker} sleeps, {thief} eats on beside a cat, "
        "and only two hearts are left on the tray."
        if cat
        else "While {baker} sleeps, {thief} takes a heart with a grin, "
        "and only two are left on the tray."
    )
    return Beat(
        "more",
        told,
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
            shot=any_shot(t),
        ),
        {"hearts": "golden, one of them missing", "nap": "begun"},
        {"hearts": "golden, only two left"},
        "thief",
        "delighted",
    )


def _belly(t: Teller, before: str, cat: bool) -> Beat:
    fat = (Thing("cat", 0, 4, "fat", front=True),) if cat else ()
    told = (
        "{thief} lies dizzy on the floor beside a fat cat; the tray holds only crumbs, "
        "and {baker} sleeps."
        if cat
        else "{thief} lies dizzy on the floor; the tray holds only crumbs, "
        "and {baker} is still asleep."
    )
    return Beat(
        "belly",
        told,
        Scene(
            "kitchen",
            (*_ASLEEP, Actor("thief", 130, "lie", "dizzy", "left", 6)),
            (_ARMCHAIR, _TABLE, _tray("crumbs"), *fat),
            (
                says(
                    "thief",
                    "Ooh, my tummy…",
                    "おなかが…",
                    "Oh, mon ventre…",
                    "Ay, mi barriga…",
                    "我的肚子……",
                ),
            ),
            shot="wide",
        ),
        {"hearts": before, "nap": "begun"},
        {"hearts": "eaten up"},
        "thief",
    )


def _found_out(t: Teller) -> Beat:
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
            (says("thief", "I'm sorry!", "ごめんなさい！", "Pardon !", "¡Perdón!", "对不起！"),),
            shot=any_shot(t),
        ),
        {"hearts": "eaten up", "nap": "begun"},
        {"nap": "over"},
        "baker",
        "angry",
    )


def _help(t: Teller) -> Beat:
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
            shot=any_shot(t),
        ),
        {"hearts": "eaten up", "nap": "over", "stars": "not yet cut out"},
        {"stars": "unbaked on the tray"},
        "thief",
        "glad",
    )


def _stars(t: Teller, helped: bool) -> Beat:
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
            shot=any_shot(t),
        ),
        needs,
        {"stars": "golden on the tray"},
        "thief",
        "happy",
    )
