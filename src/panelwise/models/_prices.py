"""What tokens cost, where it is known.

Prices change without notice: the table is dated, and ``price_in`` and ``price_out`` override it.
A model that is not in it has no cost; nothing is ever invented.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PRICES_DATE = "2025-08"  # as the provider's pricing page printed them; check them yourself


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


def openai_price(model: str) -> Price | None:
    """The listed price of a model of OpenAI's own service, ``None`` when it is not listed.

    >>> openai_price("gpt-4o-2024-08-06") == openai_price("gpt-4o")
    True
    >>> openai_price("my-finetune") is None
    True
    """
    undated = re.sub(r"-\d{4}-\d{2}-\d{2}$", "", model)
    return OPENAI_PRICES.get(model) or OPENAI_PRICES.get(undated)
