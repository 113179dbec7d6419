"""Whether the pictures matter: real ones, others of the same question, and blank ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.analysis import cluster_bounded, cluster_wilson
from panelwise.training.small_vlm._groups import PictureGroup

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class LookingShare:
    """A share with its 95 % interval, clustered by family."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LookingScores:
    """How a model answers questions of groups.

    Attributes:
        items: pictures that were asked about.
        families: of worlds; the clusters of all intervals.
        chance: of a guess.
        real: right answers.
        swapped: answers to another picture of the question that are right for the own one.
        blank: right answers to a blank picture, whose answer is the same for all pictures of a
            group and so right for one of them.
        gain: real less swapped, item by item.
        pairs: pairs of pictures of one question of which both are right.
        pair_chance: of a guess that the two answers differ.
        alike: pairs with the same answer to both.
    """

    items: int
    families: int
    chance: float
    real: LookingShare
    swapped: LookingShare
    blank: LookingShare
    gain: LookingShare
    pairs: LookingShare
    pair_chance: float
    alike: float

    @property
    def pictures_matter(self) -> bool:
        """Whether the interval of the gain lies above 0."""
        return self.gain.low > 0

    @property
    def verdict(self) -> str:
        """What the scores say: whether pictures matter, and whether it mostly does not look."""
        if not self.pictures_matter:
            return (
                "Real pictures do not give clearly more right answers than swapped ones: the"
                " interval of the difference includes 0."
            )
        clear = "Real pictures give more right answers than swapped ones (interval above 0)."
        if self.alike < 0.5:
            return clear
        return f"{clear} But {self.alike:.0%} of pairs get the same answer to both pictures."


def looking_scores(
    groups: Sequence[PictureGroup], score: Callable[[PictureGroup], NDArray[np.float64]]
) -> LookingScores:
    """Score a model.

    Args:
        groups: of at least two families.
        score: the scores of a group's options (columns) for its pictures (rows).

    Raises:
        ValueError: for groups of one family.
    """
    answers = [[int(row.argmax()) for row in score(one)] for one in groups]
    rows = [
        (one.family, given[k] == k, given[(k + 1) % len(given)] == k, k == 0, 1 / len(given))
        for one, given in zip(groups, answers, strict=True)
        for k in range(len(given))
    ]
    families, real, swapped, blank, chance = zip(*rows, strict=True)
    pairs = [
        (one.family, given[a] == a and given[b] == b, given[a] == given[b], len(given))
        for one, given in zip(groups, answers, strict=True)
        for a, b in combinations(range(len(given)), 2)
    ]
    pair_families, both, alike, sizes = zip(*pairs, strict=True)
    gains = [float(a) - float(b) for a, b in zip(real, swapped, strict=True)]
    low, high = cluster_bounded(gains, families, bounds=(-1.0, 1.0))
    return LookingScores(
        items=len(rows),
        families=len(set(families)),
        chance=float(np.mean(chance)),
        real=_share(real, families),
        swapped=_share(swapped, families),
        blank=_share(blank, families),
        gain=LookingShare(float(np.mean(gains)), low, high),
        pairs=_share(both, pair_families),
        pair_chance=float(np.mean([1 / (size * (size - 1)) for size in sizes])),
        alike=float(np.mean(alike)),
    )


def _share(values: Iterable[Any], families: Sequence[str]) -> LookingShare:
    shares = [float(one) for one in values]
    return LookingShare(float(np.mean(shares)), *cluster_wilson(shares, families))
