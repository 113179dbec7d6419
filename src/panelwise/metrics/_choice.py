"""Choosing one of k options. Source: specification 7.2."""

from __future__ import annotations

from collections.abc import Iterable

from panelwise.metrics._info import MetricInfo
from panelwise.metrics._policies import InvalidPolicy

CHOICE_METRICS: dict[str, MetricInfo] = {
    "accuracy": MetricInfo("accuracy", "the right option was chosen", binary=True, label="Accuracy")
}


def choice_scores(answer: int, gold: int, k: int) -> dict[str, float]:
    """``accuracy``: 1 when the right one of ``k`` options was chosen, else 0.

    Raises:
        ValueError: when the answer or gold is not one of the options 0 … k−1.

    >>> choice_scores(2, gold=2, k=4)
    {'accuracy': 1.0}
    """
    for name, option in (("answer", answer), ("gold", gold)):
        if not 0 <= option < k:
            raise ValueError(f"{name} is option {option}; the options are 0 … {k - 1}")
    return {"accuracy": float(answer == gold)}


def choice_chance(k: int) -> dict[str, float]:
    """The expected score of a uniform random option: ``accuracy`` 1/k.

    Raises:
        ValueError: for fewer than two options.

    >>> choice_chance(4)
    {'accuracy': 0.25}
    """
    if k < 2:
        raise ValueError(f"a choice has {k} options; it needs at least 2")
    return {"accuracy": 1 / k}


def invalid_choice_scores(k: int, policy: InvalidPolicy) -> dict[str, float] | None:
    """What a choice without a readable option scores; ``None`` when it is left out.

    Wrong under ``zero``, ``worst_case`` and ``identity_fallback`` (options have no presented
    order to fall back on); 1/k under ``chance``; left out under ``valid_only``.
    Source: specification 7.2; AMB-18.

    >>> invalid_choice_scores(4, "zero")
    {'accuracy': 0.0}
    """
    if policy == "valid_only":
        return None
    return choice_chance(k) if policy == "chance" else {"accuracy": 0.0}


def label_counts(chosen: Iterable[str], labels: Iterable[str]) -> dict[str, int]:
    """How often each label was chosen, in the order of ``labels``, zeros included.

    Raises:
        ValueError: for a chosen label that is none of them.

    >>> label_counts(["A", "C", "C"], ["A", "B", "C"])
    {'A': 1, 'B': 0, 'C': 2}
    """
    counts = dict.fromkeys(labels, 0)
    for label in chosen:
        if label not in counts:
            raise ValueError(f"'{label}' was chosen; the labels are {', '.join(counts)}")
        counts[label] += 1
    return counts
