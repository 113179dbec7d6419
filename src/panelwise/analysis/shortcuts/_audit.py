"""How far simple features alone get in a pack, without reading a comic. Source: MS-13."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from panelwise.analysis._estimate import SIGNIFICANT, Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._paired_tests import sign_flip
from panelwise.analysis.shortcuts._features import ProbeTask, probe_tasks
from panelwise.analysis.shortcuts._probe import (
    FOLDS,
    ProbeChoice,
    ProbeWording,
    softmax_probe,
    word_probe,
)
from panelwise.errors import InputError
from panelwise.metrics import holm
from panelwise.metrics.resampling import Cluster, choose_clusters, cluster_unit
from panelwise.packs import Pack

TOGETHER, WORDED = "all of these", "wording"
Probed = TypeVar("Probed", ProbeChoice, ProbeWording)


@dataclass(frozen=True, slots=True)
class ShortcutProbe:
    """What a probe that sees one feature alone gets right.

    Attributes:
        unit: what is chosen: an option, or the earlier of two panels.
        feature: its name; ``all of these`` sees all but the wording, ``wording`` the words.
        right: the share of right choices, of books that the probe was not trained on. The books of
            a family are never divided between training and test.
        chance: of guessing.
        p, p_holm: of the difference from chance (two-sided sign-flip test), alone and corrected
            for all probes of the task.
        folds_by: ``books`` or ``families``; or ``items`` where there are fewer than five books,
            none of them of a family: then a probe may know a book.
    """

    task: str
    unit: str
    feature: str
    right: Estimate
    chance: float
    p: float
    p_holm: float
    folds_by: str

    @property
    def above_chance(self) -> bool:
        """Whether the feature is a shortcut."""
        value = self.right.value
        return value is not None and value > self.chance and self.p_holm <= SIGNIFICANT


def audit_shortcuts(pack: Pack, *, items: int | None = None) -> tuple[ShortcutProbe, ...]:
    """The probes of every feature, task by task, the strongest first.

    Args:
        pack: with pictures, if options or panels are pictures.
        items: at most so many, drawn evenly over the pack.

    Raises:
        InputError: for pictures that are not at hand, or if all items are of one family.
    """
    listed = pack.items()
    if items is not None and items < len(listed):
        places = np.linspace(0, len(listed) - 1, items).astype(int).tolist()
        listed = [listed[at] for at in places]
    found: list[ShortcutProbe] = []
    for task, probed in probe_tasks(pack, listed).items():
        probes = _probes(task, probed)
        corrected = holm([probe.p for probe in probes])
        some = [replace(probe, p_holm=p) for probe, p in zip(probes, corrected, strict=True)]
        found += sorted(some, key=_over_chance, reverse=True)
    return tuple(found)


def _over_chance(probe: ShortcutProbe) -> float:
    return (probe.right.value or 0.0) - probe.chance


def _probes(task: str, probed: ProbeTask) -> list[ShortcutProbe]:
    whole = max(map(len, probed.choices.values()), default=0)
    by_feature = {name: some for name, some in probed.choices.items() if len(some) == whole}
    choices = dict(probed.choices)
    if len(by_feature) > 1:
        choices[TOGETHER] = [_joined(some) for some in zip(*by_feature.values(), strict=True)]
    found = []
    for name, some in choices.items():
        folded, by = _folded(some)
        books = [one.group for one in some]
        sizes = [len(one.features) for one in some]
        found.append(_probe(task, probed.unit, name, softmax_probe(folded), books, sizes, by))
    if probed.wordings:
        worded, by = _folded(probed.wordings)
        books = [one.group for one in probed.wordings]
        sizes = [len(one.options) for one in probed.wordings]
        found.append(_probe(task, probed.unit, WORDED, word_probe(worded), books, sizes, by))
    return found


def _probe(
    task: str,
    unit: str,
    feature: str,
    hits: Sequence[float],
    books: Sequence[Cluster],
    sizes: Sequence[int],
    folds_by: str,
) -> ShortcutProbe:
    places = list(range(len(hits)))
    binary = set(hits) <= {0.0, 1.0}
    right = estimate_mean(hits, books=books, items=places, binary=binary, bounds=(0.0, 1.0))
    over = [hit - 1 / size for hit, size in zip(hits, sizes, strict=True)]
    _, clusters = choose_clusters(books, places)
    p = sign_flip(over, clusters)
    chance = math.fsum(1 / size for size in sizes) / len(sizes)
    return ShortcutProbe(task, unit, feature, right, chance, p, p, folds_by)


def _joined(some: Sequence[ProbeChoice]) -> ProbeChoice:
    rows = np.concatenate([one.features for one in some], axis=1)
    return ProbeChoice(some[0].group, rows, some[0].right)


def _folded(some: Sequence[Probed]) -> tuple[list[Probed], str]:
    groups = {one.group for one in some}
    if cluster_unit(groups) == "family":
        if len(groups) == 1:
            raise InputError(
                "all items are of one family; probes need two: one to learn from, one to test on"
            )
        return list(some), "families"
    if len(groups) >= FOLDS:
        return list(some), "books"
    return [replace(one, group=f"{at:06d}") for at, one in enumerate(some)], "items"
