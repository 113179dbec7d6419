"""JSON that a browser sent, and everything that it must not hold."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import orjson

from panelwise.annotation._given import HumanAnswer
from panelwise.errors import InputError

MAX_DRAFT = 1 << 19
DEEPEST = 12  # lists and objects in one another; corners of shapes need 6


def read_body(raw: bytes) -> Mapping[str, Any]:
    """The object that a request's body holds.

    NaN, infinite numbers and half characters are no JSON, whatever Python's own parser says.

    >>> read_body(b'{"values": {"order": [2, 0, 1]}}')
    {'values': {'order': [2, 0, 1]}}

    Raises:
        InputError: for anything else.
    """
    try:
        value: Any = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise InputError("the request is not JSON; load the page again") from None
    if not isinstance(value, dict):
        raise InputError("the request is no JSON object; load the page again")
    if _deeper(value, DEEPEST):
        raise InputError(f"the request is nested deeper than {DEEPEST} levels")
    return value


def _deeper(value: Any, levels: int) -> bool:
    inner = [value]
    for _ in range(levels):
        inner = [
            part
            for one in inner
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not inner:
            return False
    return any(isinstance(one, dict | list) for one in inner)


def draft_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody has filled in so far, as a browser sends it.

    Raises:
        InputError: for anything else, and for more than a draft may have.
    """
    if len(json.dumps(body)) > MAX_DRAFT:
        raise InputError(f"a draft has at most {MAX_DRAFT} characters")
    parts: dict[str, type] = {
        "values": dict,
        "note": str,
        "flag": str,
        "reason": str,
        "aside": dict,
    }
    kept = {name: body.get(name, kind()) for name, kind in parts.items()}
    if not all(isinstance(kept[name], kind) for name, kind in parts.items()):
        raise InputError("a draft needs values by field, and a note as a text")
    return kept


def read_answer(body: Mapping[str, Any]) -> HumanAnswer:
    """What a browser sent, with the types that it must have.

    Raises:
        InputError: for another type.
    """
    key, values, seconds = body.get("key"), body.get("values"), body.get("seconds", 0)
    words = [body.get(name) or "" for name in ("flag", "reason", "note")]
    if not isinstance(key, str) or not isinstance(values, dict):
        raise InputError("a submission needs a key and values")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise InputError("seconds must be a number")
    if not all(isinstance(word, str) for word in words):
        raise InputError("flag, reason and note must be texts")
    given = HumanAnswer(key, values, float(seconds), *words)
    given.check()
    return given


def with_body(handler: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """A handler that takes a request, a token and an object, as one that reads the object."""

    async def reading(request: Any, token: str) -> Any:
        from starlette.concurrency import run_in_threadpool

        body = read_body(await request.body())
        return await run_in_threadpool(handler, request, token, body)

    return reading
