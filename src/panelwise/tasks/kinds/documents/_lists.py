"""Structure in what a model wrote: JSON whole, JSON mended, or objects picked up one by one.

A list of things that were found is final thing by thing: of one that is cut off, or has a broken
entry, the others count, and the number of lost ones is reported. No pattern here takes more than
linear time or a bounded number of steps from one place: models in a loop write whatever there is.
Source: specification 7.0 (OCR lists).
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Read = TypeVar("Read")
FARTHEST = 1e9  # no page is as large; a model may write a number of any length
_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\\?\Z))|,(?=\s*+[\]}])', re.DOTALL)
_OPEN = re.compile(r"[\[{]")
# Strings, to pass over the brackets in them; an apostrophe opens one where Python would have it.
# One that is never closed ends with the text, or every quotation mark in it would be tried.
_TOKEN = re.compile(
    r""""(?:[^"\\]|\\.)*+(?:"|\\?\Z)|(?<=[\[{(,: ])'(?:[^'\\]|\\.)*+(?:'|\\?\Z)|[\[\]{}]""",
    re.DOTALL,
)
_STRING = r"""(?:"(?:[^"\\]|\\.){0,2000}+"|(?<=[\[{(,: ])'(?:[^'\\]|\\.){0,2000}+')"""
_FLAT = rf"""(?:[^{{}}"']|{_STRING}|')"""
_OBJECT = re.compile(
    rf"""\{{(?=\s*+["'])(?:{_FLAT}|\{{{_FLAT}*+\}})*+\}}""", re.DOTALL
)  # with objects in it, but not in those
_BEGUN = re.compile(r"""\{\s*+["']""")
_WRAPPER = re.compile(r"""\{\s*+["']\w{1,40}["']\s*+:\s*+\[\s*+(?=\{|\Z)""")
_PAIR = re.compile(r'"([^"\\]{1,40})"\s*+:\s*+("(?:[^"\\]|\\.){0,2000}+")', re.DOTALL)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class FoundList:
    """What was found in a text.

    Attributes:
        entries: the objects of a list, in order.
        rule: ``json`` or ``fenced`` for a list that is as it should be; ``embedded`` in words;
            ``mended`` of stray commas, or written as in Python; ``objects`` picked up one by one.
        discarded: entries that are no object, or cannot be read.
        cut: whether the list ends before its end.
    """

    entries: tuple[dict[str, Any], ...]
    rule: str
    discarded: int = 0
    cut: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing had to be repaired."""
        return self.rule in ("json", "fenced") and not self.discarded


def find_objects(text: str) -> FoundList | None:
    """The list of objects in an answer; ``None`` when there is neither a list nor an object.

    >>> find_objects('Here: [{"a": 1}, {"a": 2}]').entries
    ({'a': 1}, {'a': 2})
    >>> find_objects('[{"a": 1}, {"a": ')
    FoundList(entries=({'a': 1},), rule='objects', discarded=1, cut=True)
    >>> find_objects("[]").entries, find_objects("nothing here")
    ((), None)
    """
    for rule, value in _values(text):
        listed = _listed(value)
        if listed is None and rule == "json":
            listed = [value]
        if listed is None:
            continue  # one object among others, which are picked up below
        kept = tuple(entry for entry in listed if isinstance(entry, dict))
        if kept or not listed or rule == "json":
            return FoundList(kept, rule, len(listed) - len(kept))
    return _one_by_one(text)


def find_json(text: str, read: Callable[[Any], Read]) -> tuple[Read, str] | None:
    """What ``read`` makes of the first list or object in which it finds anything, and the rule.

    >>> find_json('As in [1]: {"T1": "C2"}', lambda value: value if "T1" in value else None)
    ({'T1': 'C2'}, 'embedded')
    """
    made = ((read(value), rule) for rule, value in _values(text))
    return next(((one, rule) for one, rule in made if one), None)


def find_pairs(text: str) -> dict[str, str]:
    """Whole ``"key": "value"`` pairs of an object that is broken or cut off.

    >>> find_pairs('{"T1": "Anna", "T2": "Bo')
    {'T1': 'Anna'}
    """
    pairs = {}
    for key, quoted in _PAIR.findall(text):
        value, _ = _loaded(f"[{quoted}]")
        if isinstance(value, list):
            pairs[key] = value[0]
    return pairs


def unwrapped(value: Any, marks: Collection[str] = ()) -> Any:
    """What an object holds that holds one list or object only, and not under a mark.

    >>> unwrapped({"answer": {"links": [["T1", "C1"]]}}), unwrapped({"T1": ["C1"]}, ["T1"])
    ([['T1', 'C1']], {'T1': ['C1']})
    """
    while isinstance(value, dict) and len(value) == 1:
        [(key, inner)] = value.items()
        if not isinstance(inner, list | dict) or as_mark(key) in marks:
            break
        value = inner
    return value


def first_of(entry: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """The value under the first of the keys that an entry has."""
    return next((entry[key] for key in keys if key in entry), None)


def as_text(value: Any) -> str | None:
    """A string, halves of characters replaced: no file could hold them; else ``None``."""
    return _HALF_CHARACTER.sub("\ufffd", value) if isinstance(value, str) else None


def as_number(value: Any) -> float | None:
    """A number below a billion, else ``None``: truth values, NaN and infinity are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -FARTHEST < value < FARTHEST else None


def as_mark(value: Any) -> str:
    """A mark such as ``T1`` or 1 in capitals; empty for what is neither a string nor whole."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < FARTHEST:
        value = str(value)
    return value.strip().upper() if isinstance(value, str) else ""


def _values(text: str) -> Iterator[tuple[str, Any]]:
    """Every list or object that stands by itself, and the rule that found it."""
    for rule, candidate in _candidates(text):
        value, mended = _loaded(candidate)
        if isinstance(value, tuple):  # objects with commas between them, to Python
            value = list(value)
        if isinstance(value, list | dict):
            yield ("mended" if mended else rule), value


def _candidates(text: str) -> Iterator[tuple[str, str]]:
    yield "json", text.strip()
    for match in _FENCE.finditer(text):
        yield "fenced", match[1].strip()
    at = 0
    while opened := _OPEN.search(text, at):
        end = _closing(text, opened.start())
        if end is None:
            break  # what follows is within something that was never closed
        yield "embedded", text[opened.start() : end]
        at = end


def _loaded(text: str) -> tuple[Any, bool]:
    """The value of a JSON text, or ``None``, and whether it had to be mended.

    Mended are commas before a closing bracket, line breaks in strings, and literals of Python.
    """
    if not text or text[0] not in "[{":
        return None, False
    try:
        return json.loads(text), False
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(_TRAILING_COMMA.sub(r"\1", text), strict=False), True
    except (ValueError, RecursionError):
        pass
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd escapes in a model's strings
        try:
            return ast.literal_eval(text), True
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None, False


def _listed(value: Any) -> list[Any] | None:
    """A list, or the entries of the lists in an object; ``None`` for an entry by itself."""
    value = unwrapped(value)
    if isinstance(value, list):
        return value
    lists = [inner for inner in value.values() if isinstance(inner, list) and inner]
    if not lists or not all(isinstance(inner[0], dict) for inner in lists):
        return None  # a list of anything else is a box
    return [entry for inner in lists for entry in inner]


def _one_by_one(text: str) -> FoundList | None:
    """Objects picked out of a text that is no whole list."""
    matches = list(_OBJECT.finditer(text))
    values = [_loaded(match[0])[0] for match in matches]
    entries = tuple(value for value in values if isinstance(value, dict))
    bounds = [0, *(place for match in matches for place in match.span()), len(text)]
    gaps = [text[a:b] for a, b in zip(bounds[::2], bounds[1::2], strict=True)]
    begun = [len(_BEGUN.findall(gap)) - len(_WRAPPER.findall(gap)) for gap in gaps]
    discarded = len(values) - len(entries) + sum(begun)
    if not matches and not any(_BEGUN.search(gap) for gap in gaps):
        return None
    cut = begun[-1] > 0 or ("[" in gaps[0] and "]" not in gaps[-1])
    return FoundList(entries, "objects", discarded, cut)


def _closing(text: str, start: int) -> int | None:
    """Where the bracket is closed that opens at ``start``, strings passed over."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in ("[", "{"):
            depth += 1
        elif token[0] in ("]", "}"):
            depth -= 1
            if depth == 0:
                return token.end()
    return None
