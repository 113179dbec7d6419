"""Names of people in every language, from ``names.toml``."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from panelwise.errors import InputError
from panelwise_press._scene import Language
from panelwise_press._translations import place_of, read_toml

Pronoun = Literal["she", "he"]
PRONOUNS: tuple[Pronoun, ...] = ("she", "he")

_SPELLINGS = ("latin", "ja", "zh")


@cache
def names(
    module: str = __name__, file: str = "names.toml"
) -> dict[Pronoun, tuple[dict[Language, str], ...]]:
    """The names that people may have, by pronoun, in the order of a file next to a module.

    Raises:
        InputError: for a file that cannot be read, a name that is not spelt in every script, or one
            that is there twice.
    """
    lists = read_toml(module, file)
    where = place_of(module, file)
    return {key: _checked(f"{where}: {key}", lists.get(key)) for key in PRONOUNS}


def _checked(where: str, listed: Any) -> tuple[dict[Language, str], ...]:
    if not isinstance(listed, list) or not listed:
        raise InputError(f"{where} is not a list of names")
    for number, name in enumerate(listed, 1):
        if not isinstance(name, dict) or set(name) != set(_SPELLINGS) or not all(name.values()):
            raise InputError(f"{where}: name {number} needs exactly {', '.join(_SPELLINGS)}")
    spelt = [name["latin"] for name in listed]
    if twice := sorted({name for name in spelt if spelt.count(name) > 1}):
        raise InputError(f"{where} has {twice[0]!r} twice")
    return tuple(_in_every_language(**name) for name in listed)


def _in_every_language(latin: str, ja: str, zh: str) -> dict[Language, str]:
    return {"en": latin, "ja": ja, "fr": latin, "es": latin, "zh": zh}
