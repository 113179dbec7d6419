"""Settings of models and solvers, as typed on a command line, read once and completely."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean


def _within(value: float, low: float, high: float) -> float:
    if not low <= value <= high:  # NaN is not within anything either
        raise ValueError
    return value


def _range(low: float, high: float) -> str:
    return f"from {low:g}" + ("" if high == math.inf else f" to {high:g}")


@dataclass(frozen=True, slots=True)
class Setting:
    """How the text of a setting is read (``ValueError`` when it cannot be), and what it must be."""

    read: Callable[[str], Any]
    wanted: str


def number(low: float, high: float = math.inf) -> Setting:
    """A finite number from ``low`` to ``high``."""
    return Setting(
        lambda text: _within(float(text), low, min(high, 1e300)), f"a number {_range(low, high)}"
    )


def whole(low: int, high: float = math.inf) -> Setting:
    """A whole number from ``low`` to ``high``."""
    return Setting(
        lambda text: _within(int(text), low, high), f"a whole number {_range(low, high)}"
    )


def one_of(*choices: str) -> Setting:
    """One of some words."""
    return Setting(lambda text: choices[choices.index(text)], " or ".join(choices))


def _reasoning(text: str) -> str | int:
    """``off``, ``low``, ``medium``, ``high`` or a number of tokens."""
    return text if text in ("off", "low", "medium", "high") else int(_within(int(text), 1, 1e6))


DECODING: dict[str, Setting] = {
    "temperature": number(0.0, 5.0),
    "top_p": number(0.0, 1.0),
    "top_k": whole(-1),  # vLLM: -1 is all
    "seed": whole(0),
    "max_tokens": whole(1),
    "reasoning": Setting(_reasoning, "off, low, medium, high or a number of tokens"),
    "logprobs": one_of("on"),
}
"""The fields of ``Sampling``; every model reads them, though its provider may refuse some."""
SERVICE_SETTINGS: dict[str, Setting] = {
    "timeout": number(0.001, 86_400.0),
    "price_in": number(0.0),
    "price_out": number(0.0),
    "concurrency": whole(1, 4096),
    "images": one_of("several", "one"),
}
"""What a model behind a URL takes besides."""
HOSTED_SETTINGS: dict[str, Setting] = SERVICE_SETTINGS | {
    "url": Setting(str, "a base URL, including the version")
}
"""What a provider with an address of its own takes: ``url`` is another one that speaks the same."""
LOCAL_SETTINGS: dict[str, Setting] = {
    "timeout": SERVICE_SETTINGS["timeout"],
    "images": SERVICE_SETTINGS["images"],
    "min_pixels": whole(1),
    "max_pixels": whole(1),
    "batch": whole(1, 4096),
}
"""What a checkpoint in this process takes besides."""


def read_settings(
    settings: Mapping[str, str],
    known: Mapping[str, Setting],
    who: str,
    *,
    unlisted: Collection[str] = (),
) -> dict[str, Any]:
    """Typed values of the settings given; those not given are absent.

    Args:
        settings: key → text.
        known: key → what it must be.
        who: whose settings they are, for messages.
        unlisted: known keys that messages do not name.

    Raises:
        SettingError: for an unknown key or a value that it cannot take.

    >>> read_settings({"temperature": "0"}, DECODING, "openai/gpt-4o")
    {'temperature': 0.0}
    """
    values: dict[str, Any] = {}
    for key, text in settings.items():
        if key not in known:
            hint = did_you_mean(key, known.keys() - set(unlisted))
            raise SettingError(f"{who} has no setting '{key}'; {hint}")
        try:
            values[key] = known[key].read(text)
        except ValueError:
            raise SettingError(f"{key}={text}: must be {known[key].wanted}") from None
    return values
