"""Probes: trained on some groups' options, they guess the right one of others'. Source: MS-13."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from panelwise.metrics.resampling import Cluster

FeatureRows = NDArray[np.float64]
T = TypeVar("T")
FOLDS = 5


@dataclass(frozen=True, slots=True)
class ProbeChoice:
    """Options as feature vectors, one of them right; ``group`` is never in train and test."""

    group: Cluster
    features: FeatureRows  # options × features
    right: int


@dataclass(frozen=True, slots=True)
class ProbeWording:
    """Options as bags of words, one of them right."""

    group: Cluster
    options: list[list[str]]
    right: int


def softmax_probe(choices: Sequence[ProbeChoice], seed: int = 0) -> list[float]:
    """Whether a linear probe, trained on other groups, picks the right option of each choice.

    A tie counts as the share of right options among the tied ones.
    """
    return _by_folds(choices, [choice.group for choice in choices], softmax_hits, seed)


def word_probe(wordings: Sequence[ProbeWording], seed: int = 0) -> list[float]:
    """Whether naive Bayes over words, trained on other groups, picks the right option."""
    return _by_folds(wordings, [wording.group for wording in wordings], word_hits, seed)


def _by_folds(
    asked: Sequence[T],
    groups: Sequence[Cluster],
    probe: Callable[[Sequence[T], Sequence[T]], list[float]],
    seed: int,
) -> list[float]:
    """Hits of a probe that is trained on four folds of the groups and asked about the fifth."""
    names = sorted(set(groups), key=str)
    np.random.default_rng(seed).shuffle(names)
    fold_of = {group: at % FOLDS for at, group in enumerate(names)}
    hits = [0.0] * len(asked)
    for fold in range(FOLDS):
        train = [one for one, group in zip(asked, groups, strict=True) if fold_of[group] != fold]
        held = [at for at, group in enumerate(groups) if fold_of[group] == fold]
        if train and held:
            found = probe(train, [asked[at] for at in held])
            for at, hit in zip(held, found, strict=True):
                hits[at] = hit
    return hits


def softmax_hits(train: Sequence[ProbeChoice], asked: Sequence[ProbeChoice]) -> list[float]:
    """Whether a linear probe picks the right option of choices it was not trained on."""
    weights, mean, spread = _fit(train)
    hits = []
    for choice in asked:
        scores = (choice.features - mean) / spread @ weights
        best = np.flatnonzero(scores >= scores.max() - 1e-12)
        hits.append(float(choice.right in best) / len(best))
    return hits


def _fit(train: Sequence[ProbeChoice]) -> tuple[FeatureRows, FeatureRows, FeatureRows]:
    """Multinomial logistic regression on the options of each choice, with a little shrinkage."""
    from scipy.optimize import minimize

    everything = np.concatenate([choice.features for choice in train])
    mean, spread = everything.mean(axis=0), everything.std(axis=0) + 1e-9
    stacks: dict[int, list[ProbeChoice]] = {}
    for choice in train:
        stacks.setdefault(len(choice.features), []).append(choice)
    blocks = [
        (
            (np.stack([c.features for c in group]) - mean) / spread,
            np.array([c.right for c in group]),
        )
        for group in stacks.values()
    ]

    def loss(weights: FeatureRows) -> tuple[float, FeatureRows]:
        total, slope = 0.5 * float(weights @ weights), weights.copy()
        for features, right in blocks:
            scores = features @ weights
            scores -= scores.max(axis=1, keepdims=True)
            share = np.exp(scores)
            share /= share.sum(axis=1, keepdims=True)
            rows = np.arange(len(right))
            total -= float(np.log(share[rows, right]).sum())
            share[rows, right] -= 1
            slope += np.einsum("no,nof->f", share, features)
        return total, slope

    start = np.zeros(everything.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B")
    return np.asarray(found.x), mean, spread


def word_hits(train: Sequence[ProbeWording], asked: Sequence[ProbeWording]) -> list[float]:
    """Naive Bayes over words: whether it picks the right options it was not trained on."""
    counts: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for wording in train:
        for at, option in enumerate(wording.options):
            weight = 1.0 if at == wording.right else 1 / (len(wording.options) - 1)
            bag = counts[at == wording.right]
            for word in set(option):
                bag[word] = bag.get(word, 0.0) + weight
    hits = []
    for wording in asked:
        scores = [
            sum(
                math.log((counts[1].get(word, 0) + 2) / (counts[0].get(word, 0) + 2))
                for word in set(option)
            )
            for option in wording.options
        ]
        best = [at for at, score in enumerate(scores) if score >= max(scores) - 1e-12]
        hits.append(float(wording.right in best) / len(best))
    return hits
