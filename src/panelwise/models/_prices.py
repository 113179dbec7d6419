"""What tokens cost, where it is known.

Prices change without notice: the tables are dated, and ``price_in`` and ``price_out`` override
them. A model that is in none has no cost; nothing is ever invented.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PRICES_DATE = "2025-08 (OpenAI), 2026-10 (Gemini), 2026-11 (Anthropic)"
"""When the providers' pages printed these prices; check them yourself."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, discounts for cached prompts or batches left out."""

    tokens_in: float
    tokens_out: float

    def cost(self, tokens_in: int | None, tokens_out: int | None) -> float | None:
        """US dollars for one request; ``None`` when the provider did not count its tokens.

        >>> Price(2.5, 10.0).cost(4000, 200)
        0.012
        """
        if tokens_in is None or tokens_out is None:
            return None
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1e6

    def halved(self) -> Price:
        """What OpenAI, Anthropic and Google ask for requests of a batch."""
        return Price(self.tokens_in / 2, self.tokens_out / 2)


OPENAI_PRICES = {
    "gpt-4o": Price(2.50, 10.00),
    "gpt-4o-2024-05-13": Price(5.00, 15.00),
    "gpt-4o-mini": Price(0.15, 0.60),
    "gpt-4.1": Price(2.00, 8.00),
    "gpt-4.1-mini": Price(0.40, 1.60),
    "gpt-4.1-nano": Price(0.10, 0.40),
    "o3": Price(2.00, 8.00),
    "o4-mini": Price(1.10, 4.40),
    "gpt-5": Price(1.25, 10.00),
    "gpt-5-mini": Price(0.25, 2.00),
    "gpt-5-nano": Price(0.05, 0.40),
}


# The overview pages of platform.claude.com; tiered prices ("from") are left out.
ANTHROPIC_PRICES = {
    "claude-fable-5-1": Price(10.00, 50.00),
    "claude-opus-5-5": Price(4.00, 20.00),
    "claude-opus-5": Price(5.00, 25.00),
    "claude-opus-4-8": Price(5.00, 25.00),
    "claude-opus-4-5": Price(5.00, 25.00),
    "claude-opus-4-1": Price(15.00, 75.00),
    "claude-opus-4": Price(15.00, 75.00),
    "claude-sonnet-5-5": Price(2.00, 10.00),
    "claude-sonnet-5": Price(2.00, 10.00),
    "claude-sonnet-4-5": Price(3.00, 15.00),
    "claude-sonnet-4": Price(3.00, 15.00),
    "claude-haiku-4-5": Price(1.00, 5.00),
    "claude-3-7-sonnet": Price(3.00, 15.00),
    "claude-3-5-sonnet": Price(3.00, 15.00),
    "claude-3-5-haiku": Price(0.80, 4.00),
    "claude-3-haiku": Price(0.25, 1.25),
    "claude-3-opus": Price(15.00, 75.00),
}

# ai.google.dev/gemini-api/docs/pricing; of Pro for prompts of up to 200,000 tokens. Prices that
# end on a printed day are left out.
GEMINI_PRICES = {
    "gemini-3.5-flash": Price(1.50, 9.00),
    "gemini-3.5-flash-lite": Price(0.30, 2.50),
    "gemini-3.1-pro-preview": Price(2.00, 12.00),
    "gemini-2.5-pro": Price(1.25, 10.00),
    "gemini-2.5-flash": Price(0.30, 2.50),
    "gemini-2.5-flash-lite": Price(0.10, 0.40),
}


def openai_price(model: str) -> Price | None:
    """The listed price of a model of OpenAI's own service, ``None`` when it is not listed.

    >>> openai_price("gpt-4o-2024-08-06") == openai_price("gpt-4o")
    True
    >>> openai_price("my-finetune") is None
    True
    """
    undated = re.sub(r"-\d{4}-\d{2}-\d{2}$", "", model)
    return OPENAI_PRICES.get(model) or OPENAI_PRICES.get(undated)


def anthropic_price(model: str) -> Price | None:
    """The listed price of a model of Anthropic's own service, ``None`` when it is not listed.

    >>> anthropic_price("claude-sonnet-4-5-20250929")
    Price(tokens_in=3.0, tokens_out=15.0)
    """
    undated = re.sub(r"-(20\d{6}|latest)$", "", model)
    return ANTHROPIC_PRICES.get(undated) or ANTHROPIC_PRICES.get(undated.removesuffix("-0"))


def gemini_price(model: str) -> Price | None:
    """The listed price of a model of Google's own service, ``None`` when it is not listed.

    >>> gemini_price("gemini-2.5-pro")
    Price(tokens_in=1.25, tokens_out=10.0)
    """
    return GEMINI_PRICES.get(model)
