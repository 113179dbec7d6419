"""The papers' own evaluation prompts, word for word."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import orjson


@cache
def printed_prompts() -> dict[str, str]:
    """Prompt id → exact text, as the papers print it.

    >>> printed_prompts()["stripcipher.prediction"][:24]
    'Based on the overall sto'
    """
    data = files("panelwise.benchmarks").joinpath("protocol/evaluation_prompts.json").read_bytes()
    return {entry["id"]: entry["text"] for entry in orjson.loads(data)}
