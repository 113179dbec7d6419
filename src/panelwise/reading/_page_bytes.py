"""Pages as bytes and back, exactly: a number that is whole stays so, and nothing is checked.

Page JSON is for other programs: it makes every coordinate a float and refuses pages that make no
sense. Here a page must come back as a reader gave it, whichever reader that is.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from itertools import repeat
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import orjson

from panelwise.comics import Page


@dataclasses.dataclass(frozen=True, slots=True)
class Unreadable:
    """A page that could not be read, and why."""

    fault: str


def page_bytes(page: Page | Unreadable) -> bytes:
    """A page without its picture."""
    if isinstance(page, Unreadable):
        plain: dict[str, Any] = {"fault": page.fault}
    else:
        names = [field.name for field in dataclasses.fields(Page)]
        plain = {name: getattr(page, name) for name in names if name != "image"}
    return orjson.dumps(plain, default=list, option=orjson.OPT_SERIALIZE_NUMPY)


def page_of(data: bytes) -> Page | Unreadable:
    """The page, or what was wrong with it."""
    plain = orjson.loads(data)
    found: Page | Unreadable = _built(Unreadable if "fault" in plain else Page, plain)
    return found


def _built(declared: Any, value: Any) -> Any:
    """A value of JSON as the type that a field declares."""
    origin = get_origin(declared)
    if value is None:
        return None
    if origin in (Union, UnionType):
        (inner,) = (one for one in get_args(declared) if one is not type(None))
        return _built(inner, value)
    if origin is tuple:
        first, *others = get_args(declared)
        kinds = repeat(first) if others == [Ellipsis] else (first, *others)
        return tuple(_built(kind, one) for kind, one in zip(kinds, value, strict=False))
    if isinstance(declared, type) and dataclasses.is_dataclass(declared):
        hints = _hints(declared)
        value = declared(**{name: _built(hints[name], one) for name, one in value.items()})
    elif isinstance(declared, type) and issubclass(declared, tuple):  # a named one
        value = declared(*value)
    return value


@cache
def _hints(declared: type) -> dict[str, Any]:
    return get_type_hints(declared)
