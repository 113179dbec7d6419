"""How much a form takes, and how single values of it are checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from panelwise.errors import FormError
from panelwise.tasks._item import MAX_GOLD

FormValues = dict[str, Any]
"""What was filled in, by the name of the field; ``None`` in a field that was left empty."""

LONGEST_TEXT = 20_000  # characters of a text that is typed
LONGEST_NAME = 200  # characters of an id, a class, or the name of a person or group
MOST_SHAPES = MAX_GOLD
MOST_LINKS = 2 * MAX_GOLD
MOST_ROWS = MAX_GOLD
MOST_POINTS = 500  # corners of one polygon
_SHOWN = 40  # characters of a wrong value that an error repeats


class Checked:
    """What every field can do with a value from outside."""

    __slots__ = ()
    name: str

    def refused(self, what: str, remedy: str) -> FormError:
        """The error that says which field, what is wrong with it, and what to do."""
        return FormError(self.name, what, remedy)

    def sequence(self, value: Any, what: str, most: int) -> Sequence[Any]:
        """A list of at most ``most`` entries."""
        if not isinstance(value, list | tuple):
            raise self.refused(f"{shown(value)} is not a list of {what}", "give a list")
        if len(value) > most:
            raise self.refused(f"{len(value)} {what}, at most {most}", "remove some")
        return value

    def entry(self, value: Any, what: str, keys: frozenset[str]) -> dict[str, Any]:
        """An object that has no other keys than these."""
        if not isinstance(value, dict):
            raise self.refused(f"{shown(value)} is not a {what}", "give an object")
        strange = next((key for key in value if key not in keys), None)
        if strange is not None:
            known = ", ".join(sorted(keys))
            raise self.refused(
                f"a {what} has no {shown(strange)}", f"leave it out (known: {known})"
            )
        return value

    def index(self, value: Any, count: int, what: str) -> int:
        """The index of one of ``count`` things."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < count:
            raise self.refused(
                f"{shown(value)} is not the number of any {what}",
                f"give a number from 0 to {count - 1}",
            )
        return value

    def words(self, value: Any, what: str, most: int, *, empty: bool = True) -> str:
        """A text of at most ``most`` characters, of which a file can be written."""
        if not isinstance(value, str):
            raise self.refused(f"{shown(value)} is not a {what}", "give a text")
        if len(value) > most:
            raise self.refused(f"a {what} of {len(value)} characters, at most {most}", "shorten it")
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise self.refused(f"a {what} with a character that cannot be stored", "remove it")
        if not empty and not value.strip():
            raise self.refused(f"an empty {what}", "fill it in")
        return value

    def number(self, value: Any, what: str, low: float, high: float) -> float:
        """A finite number from ``low`` to ``high``."""
        right = isinstance(value, int | float) and not isinstance(value, bool)
        # Compared before it becomes a float: an integer of JSON can be too large for one.
        if not right or (isinstance(value, float) and not math.isfinite(value)):
            raise self.refused(f"{shown(value)} is not a {what}", "give a number")
        if not low <= value <= high:
            raise self.refused(
                f"a {what} of {shown(value)}", f"give a number from {low:g} to {high:g}"
            )
        return float(value)


def shown(value: Any) -> str:
    """A wrong value, short enough for a line."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        words = repr(value[: _SHOWN + 1])
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**_SHOWN:
        return "a number of many digits"
    elif isinstance(value, list | tuple):
        return "a list"
    elif isinstance(value, dict):
        return "an object"
    else:
        words = repr(value)
    return words if len(words) <= _SHOWN + 2 else f"{words[:_SHOWN]}…"
