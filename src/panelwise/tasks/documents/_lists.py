"""Structure in what a model wrote: JSON whole, JSON mended, or what can be told apart by pattern.

A list of things that were found is final thing by thing: of one that is cut off, or has a broken
entry, the others count, and how many were lost is told. Source: REQUIREMENTS 7.0 (OCR lists).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_FENCE = re.compile(r"```[a-zA-Z]*\n(.*?)(?:```|\Z)", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[\]}])")
MAX_ENTRIES = 20_000  # a model in a loop must not cost minutes


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a text.

    Attributes:
        entries: the objects of a list, in order.
        rule: ``json``, ``fenced`` or ``embedded`` for a whole list; ``objects`` for objects picked
            up one by one.
        discarded: entries that are no object, or cannot be read.
        cut: whether the text ends within an entry.
    """

    entries: tuple[dict[str, Any], ...]
    rule: str
    discarded: int = 0
    cut: bool = False


def find_objects(text: str) -> Found | None:
    """The list of objects in an answer; ``None`` when there is neither a list nor an object.

    >>> find_objects('Here: [{"a": 1}, {"a": 2}]').entries
    ({'a': 1}, {'a': 2})
    >>> find_objects('[{"a": 1}, {"a": ')
    Found(entries=({'a': 1},), rule='objects', discarded=1, cut=True)
    >>> find_objects("[]").entries, find_objects("nothing here")
    ((), None)
    """
    for rule, candidate in _candidates(text):
        value = _loaded(candidate)
        listed = _as_list(value)
        if listed is not None:
            kept = tuple(entry for entry in listed if isinstance(entry, dict))
            return Found(kept, rule, len(listed) - len(kept))
    return _one_by_one(text)


def find_json(text: str) -> tuple[Any, str] | None:
    """The first whole JSON value in an answer and the rule that found it, else ``None``.

    >>> find_json('Sure! {"T1": "C2"}')
    ({'T1': 'C2'}, 'embedded')
    """
    for rule, candidate in _candidates(text):
        value = _loaded(candidate)
        if isinstance(value, list | dict):
            return value, rule
    return None


def _candidates(text: str) -> Iterator[tuple[str, str]]:
    yield "json", text.strip()
    for match in _FENCE.finditer(text):
        yield "fenced", match[1].strip()
    for opened in re.finditer(r"[\[{]", text):
        piece = _balanced(text, opened.start())
        if piece is not None:
            yield "embedded", piece
            break  # the outermost first; a second structure is an afterthought


def _loaded(text: str) -> Any:
    """The value of a JSON text, of one with trailing commas, or of a Python literal."""
    if not text or text[0] not in "[{":
        return None
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.loads(attempt)
        except (ValueError, RecursionError):
            continue
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _as_list(value: Any) -> list[Any] | None:
    """A list, the one list of an object, or a single object as a list."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        lists = [inner for inner in value.values() if isinstance(inner, list)]
        nested = [inner for inner in lists if inner and isinstance(inner[0], dict)]
        if len(nested) == 1:
            return nested[0]
        return lists[0] if len(value) == 1 and lists == [[]] else [value]
    return None


def _one_by_one(text: str) -> Found | None:
    """Objects picked out of a text that is no whole JSON."""
    entries: list[dict[str, Any]] = []
    discarded, cut, at, begun = 0, False, 0, False
    while len(entries) + discarded < MAX_ENTRIES:
        start = text.find("{", at)
        if start < 0:
            break
        begun = True
        piece = _balanced(text, start)
        if piece is None:
            following = text.find("{", start + 1)
            discarded += 1
            if following < 0:
                cut = True
                break
            at = following  # a broken entry: go on with the next
            continue
        value = _loaded(piece)
        if isinstance(value, dict):
            entries.append(value)
        else:
            discarded += 1
        at = start + len(piece)
    return Found(tuple(entries), "objects", discarded, cut) if begun else None


def _balanced(text: str, start: int) -> str | None:
    """The text from a bracket to the one that closes it, strings passed over; ``None`` without."""
    depth, quoted, escaped = 0, False, False
    for at in range(start, len(text)):
        char = text[at]
        if escaped:
            escaped = False
        elif quoted:
            if char == "\\":
                escaped = True
            elif char == '"':
                quoted = False
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
            if depth == 0:
                return text[start : at + 1]
    return None
