"""A kitchen story of biscuits that vanish and of others that are baked together."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_TABLE = Thing("home_table", 0)
_STOOL = Thing("stool", 112)
_ASLEEP = (Actor("baker", -165, "sit", "asleep", "left"),)
_ARMCHAIR = Thing("chair", -165, facing="left")


def _tray(state: str) -> Thing:
    return Thing("biscuits", 0, -74, state, scale=0.8)


_MOTIVE = asked(
    "Why does {thief} take {thief.her} first biscuit at that moment?",
    "Because {baker} is asleep and sees nothing",
    ("first",),
    ("motive", "Because {baker} has put it into {thief.her} hand"),
    ("object", "Because it is the last biscuit on the tray"),
    ("place", "Because {baker} has gone out into the garden"),
)

_PREDICTION = asked(
    "What will {thief} most likely do when biscuits are baked once more?",
    "Ask for a few before eating any",
    ("found_out", "stars"),
    ("motive", "Eat them raw, off the tray"),
    ("object", "Feed the whole tray to birds"),
    ("place", "Hide all of them under the bed"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Only shared sweets taste good",
    ("belly", "found_out", "stars"),
    ("object", "Stars are healthier than hearts"),
    ("causal", "Whoever sleeps loses every friend"),
    ("character", "Children must never enter kitchens"),
)


@template("biscuit-thief", "kitchen", {"baker": GROWN, "thief": CHILD})
def biscuit_thief(t: Teller) -> Story:
    """Hearts raw, baked, fewer, gone; then stars."""
    cat = t.chance(0.6)
    beats = [_shape(t), _bake(t), _first(t)]
    if t.chance(0.7):
        beats.append(_more(t, cat))
    beats += [_belly(t, beats[-1].makes["hearts"], cat), _found_out(t)]
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
        otherwise=("first", _asks()),
    )


def _shape(t: Teller) -> Beat:
    return Beat(
        "shape",
        "{baker} lays pale, unbaked hearts on a tray on the table.",
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
        "{baker} presents a steaming tray of golden hearts to {thief}, who smells them.",
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
        "{baker} sleeps on a chair, and {thief} eats a heart; a single gap is on the tray.",
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
        "Two hearts are left on the tray; {thief} chews, and a cat sits at it while {baker} sleeps."
        if cat
        else "Only two hearts are left on the tray, and {thief} grins beside sleeping {baker}."
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
    told = "{thief} lies dizzy on the floor below a tray of crumbs, and {baker} still sleeps."
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
        "{baker} is awake and angry at the empty tray, and {thief} weeps.",
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
        {"hearts": "eaten up", "nap": "begun", "theft": "still a secret"},
        {"nap": "over", "theft": "found out"},
        "baker",
        "angry",
    )


def _help(t: Teller) -> Beat:
    return Beat(
        "help",
        "{thief} and {baker} lay pale, unbaked stars on a tray together.",
        Scene(
            "kitchen",
            (
                Actor("baker", -110, "reach_out", "smile", "right"),
                Actor("thief", 105, "reach_out", "smile", "left", -40),
            ),
            (_TABLE, _tray("raw stars"), _STOOL),
            shot=any_shot(t),
        ),
        {"theft": "found out", "stars": "not yet cut out"},
        {"stars": "unbaked on the tray"},
        "thief",
        "glad",
    )


def _stars(t: Teller, helped: bool) -> Beat:
    needs = (
        {"stars": "unbaked on the tray"}
        if helped
        else {"theft": "found out", "stars": "not yet cut out"}
    )
    return Beat(
        "stars",
        "Golden stars steam on the tray, and {baker} and {thief} each eat one with a smile.",
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
