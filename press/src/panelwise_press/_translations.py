"""Words in every language, from TOML files next to the code that uses them.

A file has a table for each text, with a string for each language::

    [notice]
    en = "My wallet is gone, {finder}!"
    ja = "さいふがない！"
    …

``{finder}`` becomes the name of the person in that role, in the language of the text. The table
``[questions]`` is for the questions of a world template.
"""

from __future__ import annotations

import string
import sys
import tomllib
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import Any

from panelwise.errors import InputError
from panelwise.registry import did_you_mean
from panelwise_press._scene import LANGUAGES, Language

_QUESTIONS = "questions"


def read_toml(module: str, file: str) -> dict[str, Any]:
    """The contents of a TOML file next to a module.

    Raises:
        InputError: when there is no such file, or it is not TOML in UTF-8.
    """
    where = place_of(module, file)
    try:
        return tomllib.loads(where.read_bytes().decode("utf-8"))
    except OSError as error:
        raise InputError(f"{where}: {error.strerror or 'cannot be read'}") from error
    except ValueError as error:
        raise InputError(f"{where}: not TOML in UTF-8 ({error})") from error


def place_of(module: str, file: str) -> Path:
    """The path of a file next to a module."""
    return Path(sys.modules[module].__file__ or "").with_name(file)


class Translations:
    """The texts of a TOML file, by key; read and checked as a whole when the first is asked for.

    Args:
        module: ``__name__`` of the module next to the file.
        file: its name: ``wallet.toml``.
        roles: whose names a text may contain in braces.

    Raises:
        InputError: by every use, for a file that cannot be read, a missing or unknown language, a
            brace that names no role; by ``[key]`` for a key that the file does not have. The
            message is one line with file and key.
    """

    def __init__(self, module: str, file: str, roles: Collection[str] = ()) -> None:
        self._module = module
        self._file = file
        self._roles = roles

    def __getitem__(self, key: str) -> dict[Language, str]:
        if key not in self._texts:
            hint = did_you_mean(key, self._texts)
            raise InputError(f"{self.place}: no text [{key}]; {hint}")
        return self._texts[key]

    def keys(self) -> list[str]:
        """The keys, in the order of the file."""
        return list(self._texts)

    @property
    def place(self) -> Path:
        """The path of the file."""
        return place_of(self._module, self._file)

    @property
    def questions(self) -> dict[str, Any]:
        """The table ``[questions]`` as it is in the file; empty where there is none."""
        found = self._tables.get(_QUESTIONS, {})
        return found if isinstance(found, dict) else {}

    @cached_property
    def _texts(self) -> dict[str, dict[Language, str]]:
        return {
            key: _checked(f"{self.place}: [{key}]", table, self._roles)
            for key, table in self._tables.items()
            if key != _QUESTIONS
        }

    @cached_property
    def _tables(self) -> dict[str, Any]:
        return read_toml(self._module, self._file)


def _checked(where: str, table: Any, roles: Collection[str]) -> dict[Language, str]:
    """A text in every language, in the order of :data:`LANGUAGES`."""
    if not isinstance(table, dict):
        raise InputError(f"{where} is not a table of languages")
    for language in table:
        if language not in LANGUAGES:
            raise InputError(
                f"{where} has {language!r}, which is not one of {', '.join(LANGUAGES)}"
            )
    for language in LANGUAGES:
        text = table.get(language)
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"{where} has no text for {language!r}")
        for name in placeholders(f"{where} {language}", text):
            if name not in roles:
                known = f"roles: {', '.join(roles)}" if roles else "it has no roles"
                raise InputError(
                    f"{where} has {{{name}}} in {language!r}, which is not a role; {known}"
                )
    return {language: table[language] for language in LANGUAGES}


def placeholders(where: str, text: str) -> list[str]:
    """The names in braces, in a text that an error calls ``where``."""
    try:
        return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise InputError(f"{where}: {error}") from error
