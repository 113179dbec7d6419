"""Wrong options that their wording does not give away.

A right answer that is always the longest, or the one most like the question, is found without the
comic (MS-13). Which rank it has among the four is drawn by chance, and wrong options are chosen
that give it this rank.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence

from panelwise.comics import WrongOption

WRONG = 3
_MOST = 14  # of a pool that are weighed: 364 triples


def alike(
    answer: str, pool: Sequence[WrongOption], asked: str, rng: random.Random
) -> tuple[WrongOption, ...]:
    """Three of a pool among which the answer stands out neither by length nor by its words.

    The answer's ranks by length, by overlap with the question and by overlap with the other
    options are drawn evenly from first to fourth; of the triples that come nearest to these ranks
    one is drawn.
    """
    pool = rng.sample(pool, min(len(pool), _MOST))
    targets = [rng.randrange(WRONG + 1) for _ in range(3)]
    triples = list(itertools.combinations(pool, WRONG))
    misses = [
        sum(
            abs(rank - target)
            for rank, target in zip(
                _ranks(answer, [option.text for option in triple], asked), targets, strict=True
            )
        )
        for triple in triples
    ]
    best = [triple for triple, miss in zip(triples, misses, strict=True) if miss == min(misses)]
    return tuple(rng.sample(rng.choice(best), WRONG))


def stands_out(answer: str, others: Sequence[str], asked: str) -> bool:
    """Whether the answer shares more, or less, of its words with the question than all others."""
    question = _words(asked)
    mine, *theirs = (
        len(bag & question) / max(len(bag), 1) for bag in map(_words, (answer, *others))
    )
    return not theirs or mine > max(theirs) or mine < min(theirs)


def _ranks(answer: str, others: Sequence[str], asked: str) -> tuple[int, int, int]:
    """How many options are longer, nearer to the question, nearer to the rest than the answer."""
    bags = [_words(text) for text in (answer, *others)]
    question = _words(asked)
    lengths = [len(text) for text in (answer, *others)]
    to_question = [len(bag & question) / max(len(bag), 1) for bag in bags]
    to_rest = [
        sum(_shared(bag, other) for at, other in enumerate(bags) if at != k)
        for k, bag in enumerate(bags)
    ]
    length, near, like = (
        sum(value > values[0] for value in values[1:]) for values in (lengths, to_question, to_rest)
    )
    return length, near, like


def _shared(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(len(one | other), 1)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
