"""The people of a book: distinct at a glance, with names in every language."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, cast

from panelwise_press._names import Pronoun, names
from panelwise_press._scene import Accessory, Age, Garment, Hair, Look, Person

T = TypeVar("T")

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
    free = {pronoun: rng.sample(known, len(known)) for pronoun, known in names().items()}
    tops = _drawn(rng, _TOPS, len(_PARTS))
    people = []
    used: set[tuple[Hair, str]] = set()
    for index, part in enumerate(_PARTS):
        name = free[part[1]].pop()
        look = _look(rng, part, tops[index], used)
        used.add((look.hair, look.hair_colour))
        people.append(Person(f"person{index + 1}", name, look, part[1], (_ALIASES[part],)))
    return tuple(people)


def renamed_cast(people: Sequence[Person], rng: random.Random) -> tuple[Person, ...]:
    """The same people under names that none of them had."""
    taken = {person.names["en"] for person in people}
    free = {
        pronoun: rng.sample(rest, len(rest))
        for pronoun, known in names().items()
        if (rest := [name for name in known if name["en"] not in taken])
    }
    return tuple(replace(person, names=free[person.pronoun].pop()) for person in people)


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


def _drawn(rng: random.Random, options: Sequence[T], count: int) -> list[T]:
    """As many as wanted, none twice before all were drawn once."""
    drawn: list[T] = []
    while len(drawn) < count:
        drawn += rng.sample(options, len(options))
    return drawn[:count]
