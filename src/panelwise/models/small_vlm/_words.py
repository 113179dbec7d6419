"""Words of an option, found in the tokens of a picture.

The projector learns first that some token of a picture points towards the word embedding of each
word that describes it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from panelwise.models.small_vlm._network import TOKENS

REFERENCES = 32  # pictures of the training that others are compared with
_SHARP = 3.0  # so tokens that find a word are as long as embeddings are
_WORD = re.compile(r"[a-z0-9:]+")
_SAY_NOTHING = frozenset(
    "a an the and of with in to at on is for by who it as which from".split()  # noqa: SIM905
)


def words_of(text: str) -> list[str]:
    """The words of a text that say something, each once.

    >>> words_of("A girl with curly hair, at 5:00.")
    ['girl', 'curly', 'hair', '5:00']
    """
    found = dict.fromkeys(_WORD.findall(text.lower()))
    return [word for word in found if word not in _SAY_NOTHING]


def word_vectors(words: Sequence[str], table: Any, tokens: Callable[[str], Sequence[int]]) -> Any:
    """For each word the mean embedding of its tokens, n × embedding.

    Args:
        words: n of them.
        table: the word embeddings of the language model.
        tokens: the tokenizer.
    """
    import torch

    return torch.stack([table[list(tokens(f" {word}"))].float().mean(0) for word in words])


def build_finder(embedding: int) -> Any:
    """A ``torch.nn.Module`` that finds words in tokens, before training.

    It takes tokens, n × TOKENS × embedding, and word vectors, and gives log-odds, n × words.
    ``near`` is the part of them that depends on the picture.
    """
    import torch
    from torch import nn

    class Finder(nn.Module):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.centre = nn.Buffer(torch.zeros(embedding))  # of all word embeddings
            self.references = nn.Buffer(torch.zeros(REFERENCES, TOKENS, embedding))
            self.rarity = nn.Linear(embedding, 1)
            nn.init.zeros_(self.rarity.weight)
            nn.init.constant_(self.rarity.bias, -4.0)  # most words do not describe a picture
            self.trust = nn.Parameter(torch.tensor(0.1))  # in the language model

        def near(self, tokens: Any, vectors: Any) -> Any:
            towards = nn.functional.normalize(vectors - self.centre, dim=1)
            near = torch.logsumexp(_SHARP * tokens @ towards.T, 1)
            return near - math.log(tokens.shape[1])

        def forward(self, tokens: Any, vectors: Any) -> Any:
            return self.near(tokens, vectors) + self.rarity(vectors - self.centre)[:, 0]

    return Finder()


def option_words(options: Sequence[str]) -> tuple[list[str], Any]:
    """All words of some options, and which option has which: options × words, 0 or 1."""
    import torch

    each = [words_of(option) for option in options]
    words = list(dict.fromkeys(word for some in each for word in some)) or ["nothing"]
    return words, torch.tensor([[float(word in some) for word in words] for some in each])
