"""Lettering: pairs of letters, found in the finer features of a picture.

A word embedding says what a word means, not how it is spelt. So texts are recognised by their
pairs of letters, which are also those of words that were never seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from panelwise.models.small_vlm._sight import FINE, MIDDLE

_ALPHABET = " abcdefghijklmnopqrstuvwxyz"
PAIRS = tuple(first + second for first in _ALPHABET for second in _ALPHABET)
_NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}
_LETTERS = re.compile(r"[a-z]+")
_ASKED = re.compile(r"\b(?:is|are) written\b", re.IGNORECASE)  # no prompt of a task says this
_WIDTH = 96  # channels between features and pairs


def asks_to_read(question: str) -> bool:
    """Whether a question asks what is written.

    >>> asks_to_read("What is written in the balloon?"), asks_to_read("Who is in the picture?")
    (True, False)
    """
    return _ASKED.search(question) is not None


def pairs_of(text: str) -> list[str]:
    """The pairs of letters of a text, each once, with the beginnings and ends of its words.

    >>> pairs_of("So, so it is!")
    [' s', 'so', 'o ', ' i', 'it', 't ', 'is', 's ']
    """
    words = (f" {word} " for word in _LETTERS.findall(text.lower()))
    return list(dict.fromkeys(word[at : at + 2] for word in words for at in range(len(word) - 1)))


def texts_have(texts: Sequence[str]) -> Any:
    """Which text has which pair: texts × PAIRS, 0 or 1."""
    import torch

    has = torch.zeros(len(texts), len(PAIRS))
    for row, text in zip(has, texts, strict=True):
        row[[_NUMBERS[pair] for pair in pairs_of(text)]] = 1
    return has


def build_letters(seed: int) -> Any:
    """A ``torch.nn.Module`` that finds pairs of letters, with random weights.

    It takes features at steps of 8 and 16 pixels and gives n × PAIRS: how clearly each pair is to
    be seen in some place. ``log_odds`` turns this into log-odds.
    """
    import torch
    from torch import nn

    class Letters(nn.Module):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.even = nn.GroupNorm(1, FINE + MIDDLE)
            self.near = nn.Conv2d(FINE + MIDDLE, _WIDTH, 3, padding=1)
            self.wide = nn.Conv2d(_WIDTH, _WIDTH, 3, padding=1)
            self.out = nn.Conv2d(_WIDTH, len(PAIRS), 1)
            self.rarity = nn.Parameter(torch.full((len(PAIRS),), -3.0))
            self.usual = nn.Buffer(torch.zeros(len(PAIRS)))  # of other pictures

        def forward(self, fine: Any, middle: Any) -> Any:
            large = nn.functional.interpolate(middle, scale_factor=2)
            x = torch.relu(self.near(self.even(torch.cat([fine, large], 1))))
            x = self.out(x + torch.relu(self.wide(x)))
            return torch.logsumexp(x.flatten(2), 2) - math.log(x.shape[2] * x.shape[3])

        def log_odds(self, found: Any) -> Any:
            return found + self.rarity

    with torch.random.fork_rng([]):
        torch.manual_seed(seed)
        return Letters()
