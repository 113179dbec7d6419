"""The JSON of a service, whatever is in it, as plain values that can be stored again.

An answer was paid for. What Python's and JavaScript's writers let through and the standard
forbids (NaN, half a character, a byte order mark, a line break in a string) is therefore mended,
not refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import orjson

from panelwise.errors import PermanentError, UnreadableAnswerError

MAX_DEPTH = 64  # a completion with log probabilities and tools has about ten levels
MAX_VALUES = 2_000_000  # log probabilities of 20 candidates for 10,000 tokens are 600,000
TOO_DEEP = "(too deep)"
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_HTML = re.compile(rb"\s*<(!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_BOM = b"\xef\xbb\xbf"


def read_json(body: bytes, clean: Callable[[str], str]) -> Any:
    """The value of a body: dicts, lists, texts, floats, bools, ``None``, integers of 64 bits.

    Args:
        body: as it came.
        clean: applied to every text and every key.

    Raises:
        UnreadableAnswerError: when it is no JSON.
        PermanentError: when it holds more than ``MAX_VALUES``.
    """
    body = body.removeprefix(_BOM)
    if sum(map(body.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise PermanentError(f"the answer holds more than {MAX_VALUES} values")
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return _plain(_mended(body), clean, MAX_DEPTH)
    return value if _is_plain(body, clean) else _plain(value, clean, MAX_DEPTH)


def unstreamed(body: bytes) -> bytes:
    r"""The JSON of an error that came as an event of a stream, with status 200; else the body.

    Streams are never asked for, but gateways answer so when their own request broke off.

    >>> unstreamed(b'event: error\ndata: {"error": {"type": "overloaded_error"}}\n\n')
    b'{"error": {"type": "overloaded_error"}}'
    """
    if not body.lstrip().startswith((b"data:", b"event:", b":")):
        return body
    lines = [line.removeprefix(b"data:").strip() for line in body.splitlines()]
    errors = [line for line in lines if line.startswith(b"{") and b'"error"' in line]
    return errors[-1] if errors else body


def is_html(body: bytes) -> bool:
    """Whether a body is a web page: that of a gateway, or of a server's front page.

    >>> is_html(b"<!DOCTYPE html><title>502 Bad Gateway</title>"), is_html(b'{"html": 1}')
    (True, False)
    """
    return _HTML.match(body.removeprefix(_BOM)) is not None


def _mended(body: bytes) -> Any:
    try:
        return json.loads(
            body.decode("utf-8", "replace"), strict=False, parse_constant=_none, parse_int=_number
        )
    except (ValueError, RecursionError):
        if is_html(body):
            raise UnreadableAnswerError(
                "the answer is a web page (HTML), not JSON; check that the address is the API's"
            ) from None
        raise UnreadableAnswerError("the answer is not JSON, or incomplete") from None


def _none(_: str) -> None:
    return None


def _number(digits: str) -> float:
    return int(digits) if len(digits) <= 18 else float(digits)  # 64 bits hold 18 digits


def _is_plain(body: bytes, clean: Callable[[str], str]) -> bool:
    """Whether strict JSON is plain as it is: surely not too deep, and with nothing to clean.

    Where a line break and a quotation mark are all that is escaped, every text and key stands in
    the body as it is.
    """
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH:
        return False
    text = body.decode().replace(r"\n", "\n").replace(r"\"", '"')
    return "\\" not in text and clean(text) == text


def _plain(value: Any, clean: Callable[[str], str], depth: int) -> Any:
    """A copy that can be written: no half characters, no infinities, no further down than depth."""
    if isinstance(value, str):
        return clean(_HALF_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", value))
    if isinstance(value, list | dict) and depth == 0:
        return TOO_DEEP
    if isinstance(value, list):
        return [_plain(one, clean, depth - 1) for one in value]
    if isinstance(value, dict):
        return {
            _plain(key, clean, depth): _plain(one, clean, depth - 1) for key, one in value.items()
        }
    return value
