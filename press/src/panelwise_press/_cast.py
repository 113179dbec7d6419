"""Who appears in a book: people told apart at a glance, with names in every language."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar, cast

from panelwise_press._scene import Accessory, Age, Garment, Hair, Language, Look, Person

T = TypeVar("T")
Pronoun = Literal["she", "he"]

# Latin spelling, katakana, hanzi. Short, so that they fit a balloon; no two start alike within a
# gender, so that nobody mixes them up.
_NAMES: dict[Pronoun, tuple[tuple[str, str, str], ...]] = {
    "she": (
        ("Anna", "アンナ", "安娜"),
        ("Bea", "ベア", "贝娅"),
        ("Clara", "クララ", "克拉拉"),
        ("Dora", "ドラ", "朵拉"),
        ("Emma", "エマ", "艾玛"),
        ("Flora", "フローラ", "芙罗拉"),
        ("Ida", "イーダ", "伊达"),
        ("Julia", "ジュリア", "朱莉娅"),
        ("Lina", "リナ", "莉娜"),
        ("Mia", "ミア", "米娅"),
        ("Nora", "ノラ", "诺拉"),
        ("Rosa", "ローザ", "罗莎"),
        ("Sofia", "ソフィア", "索菲娅"),
        ("Tina", "ティナ", "蒂娜"),
    ),
    "he": (
        ("Adam", "アダム", "亚当"),
        ("Ben", "ベン", "本"),
        ("Carlo", "カルロ", "卡洛"),
        ("David", "ダビド", "大卫"),
        ("Emil", "エミール", "埃米尔"),
        ("Felix", "フェリクス", "菲利克斯"),
        ("Hugo", "ウーゴ", "雨果"),
        ("Ivan", "イワン", "伊万"),
        ("Leo", "レオ", "莱奥"),
        ("Marco", "マルコ", "马可"),
        ("Noah", "ノア", "诺亚"),
        ("Oscar", "オスカル", "奥斯卡"),
        ("Paul", "パウル", "保罗"),
        ("Theo", "テオ", "特奥"),
    ),
}
_ALIASES: dict[tuple[Age, Pronoun], str] = {
    ("child", "she"): "the girl",
    ("child", "he"): "the boy",
    ("adult", "she"): "the woman",
    ("adult", "he"): "the man",
    ("elder", "she"): "the old woman",
    ("elder", "he"): "the old man",
}
_HAIR: dict[tuple[Age, Pronoun], tuple[Hair, ...]] = {
    ("child", "she"): ("tails", "bob", "long", "ponytail", "curly"),
    ("child", "he"): ("spiky", "short", "curly"),
    ("adult", "she"): ("long", "ponytail", "bob", "bun", "curly"),
    ("adult", "he"): ("short", "spiky", "bald", "curly"),
    ("elder", "she"): ("bun", "curly", "bob"),
    ("elder", "he"): ("bald", "short"),
}
_ACCESSORIES: dict[tuple[Age, Pronoun], tuple[Accessory, ...]] = {
    ("child", "she"): ("none", "bow", "cap", "glasses"),
    ("child", "he"): ("none", "cap", "glasses", "scarf"),
    ("adult", "she"): ("none", "glasses", "scarf", "hat"),
    ("adult", "he"): ("none", "beard", "glasses", "moustache"),
    ("elder", "she"): ("glasses", "scarf", "none"),
    ("elder", "he"): ("beard", "moustache", "glasses", "hat"),
}
_HAIR_COLOURS = ("bark", "brown", "orange", "ink", "yellow")
_SKINS = ("skin", "skin", "tan", "umber")
_TOPS = ("red", "teal", "yellow", "purple", "blue", "orange", "pink", "pine")
_BOTTOMS = ("blue", "brown", "stone", "steel", "bark", "sand")
# Enough of every age and gender that each template finds whom it needs.
_PARTS: tuple[tuple[Age, Pronoun], ...] = (
    ("child", "she"),
    ("child", "he"),
    ("adult", "she"),
    ("adult", "he"),
    ("elder", "she"),
    ("elder", "he"),
    ("child", "she"),
    ("child", "he"),
    ("adult", "she"),
)


def draw_cast(rng: random.Random) -> tuple[Person, ...]:
    """Nine people: four children, three adults, two old ones; no two dressed or named alike."""
    names = {pronoun: rng.sample(known, len(known)) for pronoun, known in _NAMES.items()}
    tops = _dealt(rng, _TOPS, len(_PARTS))
    people = []
    used: set[tuple[Hair, str]] = set()
    for index, part in enumerate(_PARTS):
        spelt = names[part[1]].pop()
        look = _look(rng, part, tops[index], used)
        used.add((look.hair, look.hair_colour))
        people.append(
            Person(f"person{index + 1}", _spelt(*spelt), look, part[1], (_ALIASES[part],))
        )
    return tuple(people)


def renamed_cast(people: Sequence[Person], rng: random.Random) -> tuple[Person, ...]:
    """The same people under names that none of them had."""
    taken = {person.names["en"] for person in people}
    free = {
        pronoun: rng.sample(rest, len(rest))
        for pronoun, known in _NAMES.items()
        if (rest := [name for name in known if name[0] not in taken])
    }
    return tuple(replace(person, names=_spelt(*free[person.pronoun].pop())) for person in people)


def _spelt(latin: str, katakana: str, hanzi: str) -> dict[Language, str]:
    return {"en": latin, "ja": katakana, "fr": latin, "es": latin, "zh": hanzi}


def _look(
    rng: random.Random, part: tuple[Age, Pronoun], top: str, used: set[tuple[Hair, str]]
) -> Look:
    """A look whose hair nobody else has."""
    age, pronoun = part
    heads = [
        (hair, colour)
        for hair in _HAIR[part]
        for colour in (("grey", "white") if age == "elder" else _HAIR_COLOURS)
    ]
    hair, colour = rng.choice([head for head in heads if head not in used] or heads)
    dresses = ("trousers", "skirt", "dress") if pronoun == "she" else ("trousers", "shorts")
    garment = cast(Garment, rng.choice(dresses if age == "child" else dresses[:2]))
    if age != "child" and garment == "shorts":
        garment = "trousers"
    return Look(
        age=age,
        hair=hair,
        hair_colour=colour,
        skin=rng.choice(_SKINS),
        garment=garment,
        top=top,
        bottom=rng.choice([name for name in _BOTTOMS if name != top]),
        accessory=rng.choice(_ACCESSORIES[part]),
        accessory_colour=rng.choice([name for name in _TOPS if name != top]),
        build=rng.choice((0.9, 1.0, 1.0, 1.15)),
    )


_HAIRS: dict[Hair, str] = {
    "short": "short hair",
    "spiky": "spiky hair",
    "long": "long hair",
    "bun": "hair in a bun",
    "tails": "hair in two tails",
    "curly": "curly hair",
    "bob": "chin-long hair",
    "bald": "bald head",
    "ponytail": "hair in a ponytail",
}
_HAIR_COLOUR_NAMES = {
    "bark": "dark brown",
    "ink": "black",
    "orange": "red",
    "yellow": "fair",
    "grey": "grey",
    "white": "white",
    "brown": "brown",
}
_COLOURS = {"pine": "dark green", "teal": "blue-green"}


def looks_of(person: Person, *, in_colour: bool) -> str:
    """By what to know somebody in a picture, in words; colours only where they are printed."""
    look = person.look
    hair = _HAIRS[look.hair]
    if in_colour and look.hair != "bald":
        hair = f"{_HAIR_COLOUR_NAMES[look.hair_colour]} {hair}"
    who = _ALIASES[look.age, person.pronoun].removeprefix("the ")
    if look.hair == "bald":
        hair = f"a {hair}"
    worn = [] if look.accessory == "none" else [_worn(look.accessory)]
    colour = _COLOURS.get(look.top, look.top)
    if look.garment == "dress":
        worn.append(f"{_article(colour)} {colour} dress" if in_colour else "a dress")
    else:
        top = f"{_article(colour)} {colour} top" if in_colour else ""
        worn += [top, f"a {look.garment}" if look.garment == "skirt" else look.garment]
    return f"{_article(who)} {who} with {', '.join([hair, *filter(None, worn)])}"


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _worn(accessory: Accessory) -> str:
    return accessory if accessory == "glasses" else f"a {accessory}"


def _dealt(rng: random.Random, options: Sequence[T], count: int) -> list[T]:
    """As many as wanted, none twice before all were dealt once."""
    dealt: list[T] = []
    while len(dealt) < count:
        dealt += rng.sample(options, len(options))
    return dealt[:count]
