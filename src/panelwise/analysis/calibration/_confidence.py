"""The confidence of an answer: recorded, stated in its words, or from its tokens. Source: MS-5."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, TypeGuard

from panelwise.models import Response
from panelwise.tasks import Item, stated_confidence

ConfidenceSource = Literal["recorded", "stated", "tokens"]
LEVELS = ("low", "medium", "high")
MOST_TOKENS = 64  # the probability of a longer text is none of an answer


def confidences(
    item: Item, response: Response, answer: object
) -> dict[ConfidenceSource, float | str]:
    """The confidence by each source that there is: in [0, 1], or ``low``, ``medium``, ``high``.

    ``recorded`` comes with a recorded answer, ``stated`` is what the response says ("Confidence:
    85 %"), ``tokens`` the probability of the answer's tokens, where the service was asked for it.
    """
    found: dict[ConfidenceSource, float | str] = {}
    recorded = response.raw.get("confidence")
    if isinstance(recorded, str) and recorded in LEVELS:
        found["recorded"] = recorded
    elif _is_number(recorded) and 0 <= recorded <= 1:
        found["recorded"] = float(recorded)
    stated = stated_confidence(response.text)
    if stated is not None:
        found["stated"] = stated
    label = item.options[answer].label if isinstance(answer, int) and item.options else None
    tokens = token_probability(response.raw, label)
    if tokens is not None:
        found["tokens"] = tokens
    return found


def token_probability(raw: Mapping[str, Any], label: str | None = None) -> float | None:
    """The probability of a chat completion's answer, by the log-probabilities of its tokens.

    Of an option: that of the last token that is its label. Otherwise, and where no token is the
    label: that of the whole text, if it has at most 64 tokens. ``None`` without log-probabilities.

    >>> content = [{"token": "B", "logprob": -0.5}, {"token": ".", "logprob": -0.25}]
    >>> raw = {"choices": [{"logprobs": {"content": content}}]}
    >>> round(token_probability(raw, "B"), 3), round(token_probability(raw), 3)
    (0.607, 0.472)
    """
    choices = raw.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    logs = first.get("logprobs") if isinstance(first, dict) else None
    content = logs.get("content") if isinstance(logs, dict) else None
    tokens = [one for one in content if _is_token(one)] if isinstance(content, list) else []
    if not tokens or len(tokens) < len(content or ()):
        return None
    named = [one for one in tokens if label and one["token"].strip(" \n\t.:,;()[]*\"'") == label]
    if named:
        return math.exp(min(0.0, named[-1]["logprob"]))
    if len(tokens) > MOST_TOKENS:
        return None
    return math.exp(min(0.0, math.fsum(one["logprob"] for one in tokens)))


def level_of(confidence: float | str) -> str:
    """A confidence on people's scale of three: thirds of [0, 1].

    >>> level_of(0.2), level_of(0.5), level_of(0.9), level_of("low")
    ('low', 'medium', 'high', 'low')
    """
    if isinstance(confidence, str):
        return confidence
    return LEVELS[min(2, int(3 * confidence))]


def _is_token(one: object) -> bool:
    return (
        isinstance(one, dict)
        and isinstance(one.get("token"), str)
        and _is_number(one.get("logprob"))
    )


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
