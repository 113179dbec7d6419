"""Figures of sums over pages: precision, recall and their harmonic mean.

``part`` over ``whole`` of all pages together; NaN where nothing is counted at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from panelwise.metrics import MetricInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def share(
    name: str,
    explanation: str,
    part: str,
    whole: str,
    *,
    of_failures: bool = False,
    label: str = "",
) -> MetricInfo:
    """The metric ``Σ part / Σ whole``; of failures the fewer the better."""
    return MetricInfo(
        name,
        explanation,
        higher_is_better=not of_failures,
        best=float(not of_failures),
        worst=lambda n: float(of_failures),
        parts=(part, whole),
        pooled=_share,
        label=label,
    )


def harmonic(
    name: str, explanation: str, hits: str, gold: str, predicted: str, *, label: str = ""
) -> MetricInfo:
    """The metric ``2 Σ hits / (Σ gold + Σ predicted)``: the harmonic mean of P and R."""
    return MetricInfo(
        name, explanation, parts=(hits, gold, predicted), pooled=_harmonic, label=label
    )


def mean_of_harmonics(
    name: str, explanation: str, classes: Sequence[str], *, label: str = ""
) -> MetricInfo:
    """The mean, over the classes that occur, of the harmonic mean of P and R."""
    parts = tuple(f"{part}_{one}" for one in classes for part in ("hits", "gold", "predicted"))
    return MetricInfo(name, explanation, parts=parts, pooled=_mean_of_harmonics, label=label)


def best_of_harmonics(name: str, explanation: str, ways: Sequence[Sequence[str]]) -> MetricInfo:
    """The largest harmonic mean of P and R over several ways to count ``(hits, predicted)``."""
    parts = ("gold", *(part for way in ways for part in way))
    return MetricInfo(name, explanation, parts=parts, pooled=_best_of_harmonics)


def _share(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return _divided(sums[..., 0], sums[..., 1])


def _harmonic(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return _divided(2 * sums[..., 0], sums[..., 1] + sums[..., 2])


def _best_of_harmonics(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    gold, hits, predicted = sums[..., :1], sums[..., 1::2], sums[..., 2::2]
    best: NDArray[np.float64] = _divided(2 * hits, gold + predicted).max(axis=-1)
    return best


def _mean_of_harmonics(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    by_class = sums.reshape(*sums.shape[:-1], -1, 3)
    each = _divided(2 * by_class[..., 0], by_class[..., 1] + by_class[..., 2])
    occurs = by_class[..., 1] > 0
    total = np.where(occurs, np.nan_to_num(each), 0).sum(axis=-1)
    return _divided(total, occurs.sum(axis=-1).astype(np.float64))


def _divided(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    result: NDArray[np.float64] = np.full(np.shape(below), np.nan)
    np.divide(above, below, out=result, where=np.asarray(below) > 0)
    return result


LOST = share(
    "lost",
    "share of the entries in answers that could not be parsed",
    *("lost_entries", "entries"),
    of_failures=True,
    label="Entries not readable",
)
