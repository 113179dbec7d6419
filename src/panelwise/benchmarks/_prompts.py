"""The papers' own evaluation prompts, word for word."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import orjson


@cache
def printed_prompts() -> dict[str, str]:
    """Prompt id → exact text, as the papers print it.

    >>> printed_prompts()["stripcipher.prediction"][:24]
    'Based on the overall sto'
    """
    return {entry["id"]: entry["text"] for entry in _entries()}


@cache
def printed_table(prompt: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table of the paper that a prompt quotes.

    Raises:
        KeyError: for a prompt or a table that is not there.

    >>> printed_table("comix.offence", "TABLE 7")[1][:2]
    ('0', 'Neutral')
    """
    attached = {entry["id"]: entry.get("attachments", {}) for entry in _entries()}
    return tuple(tuple(row) for row in attached[prompt][name])


@cache
def _entries() -> list[dict[str, Any]]:
    data = files("panelwise.benchmarks").joinpath("protocol/evaluation_prompts.json").read_bytes()
    return orjson.loads(data)  # type: ignore[no-any-return]
