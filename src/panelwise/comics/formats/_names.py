"""Names in annotation files, and names that were meant to be others.

Formats pass over keys and tags that they do not know, because files carry more than we read. A
misspelt one is no such key: it would leave pages without what they are annotated with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from pydantic import TypeAdapter

from panelwise.errors import InputError

_KEY = re.compile(rb'"([A-Za-z_][A-Za-z0-9_]{1,63})"\s*:')
# Objects whose keys are anybody's: languages, things in a story, variables of its world.
_OPEN = re.compile(
    rb'"(?:contents|image_paths|needs|makes|states|world)"\s*:\s*'
    rb'\{(?:[^{}"]++|"(?:[^"\\]++|\\.)*+")*+\}',
    re.DOTALL,
)
MOST_NAMES = 1000  # looked at in a file: no format has a hundred, and hostile files have millions
LONG = 8  # from so many letters on, two slips are taken for a misspelling


def refuse_misspelt_keys(data: bytes, known: frozenset[str], where: str) -> None:
    """Refuse JSON with a key that is one slip away from one that the format knows.

    Raises:
        InputError: with the line.
    """
    for name, at in islice(_first_places(_OPEN.sub(_blanked, data)), MOST_NAMES):
        meant = misspelt(name, known)
        if meant is not None:
            line = data.count(b"\n", 0, at) + 1
            place = where if ", line " in where else f"{where}, line {line}"
            raise InputError(f"{place}: unknown key '{name}'; did you mean '{meant}'?")


def _blanked(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", match[0])


def _first_places(data: bytes) -> Iterator[tuple[str, int]]:
    seen: set[bytes] = set()
    for match in _KEY.finditer(data):
        if match[1] not in seen:
            seen.add(match[1])
            yield match[1].decode(), match.start()


@lru_cache(maxsize=4096)
def misspelt(name: str, known: frozenset[str]) -> str | None:
    """The known name that an unknown one was meant to be; ``None`` if it is just another.

    >>> misspelt("panles", frozenset({"panels", "page"})), misspelt("notes", frozenset({"page"}))
    ('panels', None)
    """
    if name in known:
        return None
    return next((other for other in sorted(known) if _is_slip(name, other)), None)


def near_names(names: Iterable[str], wanted: frozenset[str]) -> bool:
    """Whether all wanted names are there but one, and that one misspelt.

    A plural is another name: a file with "pages" of its own is none whose "page" is misspelt.
    """
    found = set(names)
    missing = wanted - found
    plurals = {f"{name}s" for name in missing}
    return len(missing) == 1 and any(misspelt(name, missing) for name in found - plurals)


def names(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


@cache
def vocabulary(adapter: TypeAdapter[Any]) -> frozenset[str]:
    """Every key that a shape knows, at whatever depth."""
    return frozenset(_properties(adapter.json_schema()))


def _properties(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from properties
        for part in schema.values():
            yield from _properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _properties(part)


def _is_slip(name: str, other: str) -> bool:
    """Whether a few letters are lost, added, changed, or two neighbours exchanged."""
    if abs(len(name) - len(other)) > 2:
        return False
    if max(len(name), len(other)) < 4:
        return len(name) == len(other) and sorted(name) == sorted(other)
    return _distance(name.lower(), other.lower()) <= (2 if len(other) >= LONG else 1)


def _distance(a: str, b: str) -> int:
    """Edits from one word to another, an exchange of neighbours being one of them."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and (x, y) == (b[j - 2], a[i - 2]):
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
