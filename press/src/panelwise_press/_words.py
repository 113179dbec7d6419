"""Names in sentences: ``{thrower}``, ``{thrower.she}``, ``{thrower.her}``, ``{thrower.them}``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from panelwise_press._scene import Language, Person

_ELIDED = re.compile(r"\b([Dd]|[Qq]u)e (?=[AEIOUYH])")  # "de Anna", "parce que Hugo"
_PRONOUNS = {"she": ("she", "her", "her"), "he": ("he", "his", "him")}


class Named:
    """A person as a format string speaks of them."""

    def __init__(self, name: str, pronoun: str) -> None:
        self.name = name
        self.she, self.her, self.them = _PRONOUNS[pronoun]

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)


def fill(sentence: str, cast: Mapping[str, Person], language: Language = "en") -> str:
    """The sentence with everybody's name in a language; its first letter upper case.

    >>> from panelwise_press._scene import Look
    >>> ben = Person("ben", {"en": "Ben", "ja": "ベン"}, Look(), "he")
    >>> fill("{a.she} takes {a.her} ball", {"a": ben})
    'He takes his ball'

    French elides before a vowel:

    >>> adam = Person("adam", {"fr": "Adam"}, Look(), "he")
    >>> fill("le sac de {a}, parce que {a} le perd", {"a": adam}, "fr")
    "Le sac d'Adam, parce qu'Adam le perd"
    """
    named = {role: Named(person.names[language], person.pronoun) for role, person in cast.items()}
    text = sentence.format(**named)
    if language == "fr":
        text = _ELIDED.sub(r"\1'", text)
    return text[:1].upper() + text[1:]
