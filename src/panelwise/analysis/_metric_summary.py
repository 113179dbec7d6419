"""One metric over a set of samples: value, interval, chance of those very items.

Source: REQUIREMENTS 1.4 and 7.1; AMB-3, AMB-5, AMB-6.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from panelwise.analysis._intervals import estimate_mean, estimate_ratio
from panelwise.analysis._samples import Sample, drops_unread
from panelwise.analysis._summary_types import Estimate, MetricSummary
from panelwise.metrics import MetricInfo
from panelwise.profile import Profile


def summarise_metric(
    samples: Sequence[Sample], info: MetricInfo, kind: str, profile: Profile
) -> MetricSummary:
    """One metric over a set of samples.

    Chance is that of the samples behind the headline: answers that are valid on short pages only
    must not be measured against the chance of long ones (AMB-5).
    """
    drops = drops_unread(kind, profile)
    readable = [sample for sample in samples if sample.readable]
    everything = estimate(samples, info)
    valid = estimate(readable, info)
    headline = valid if drops else everything
    chance = weighted_chance(readable if drops else samples, info.name)
    return MetricSummary(
        metric=info.name,
        all_items=everything,
        valid_only=valid,
        headline=headline,
        chance=chance,
        higher_is_better=info.higher_is_better,
        chance_adjusted=_adjusted(headline.value, chance, info.best),
    )


def estimate(samples: Iterable[Sample], info: MetricInfo) -> Estimate:
    """A metric with its interval; samples for which it is undefined are left out."""
    if info.pooled is not None:
        return estimate_pooled(samples, info)
    scored = [sample for sample in samples if info.name in sample.scores]
    return estimate_mean(
        [sample.scores[info.name] for sample in scored],
        books=[sample.item.book for sample in scored],
        items=[sample.question for sample in scored],
        weights=[sample.weight for sample in scored],
        binary=info.binary,
        bounds=_bounds(scored, info),
    )


def estimate_pooled(samples: Iterable[Sample], info: MetricInfo) -> Estimate:
    """A metric of sums over all samples, with its interval."""
    assert info.pooled is not None
    scored = [sample for sample in samples if set(info.parts) <= sample.scores.keys()]
    return estimate_ratio(
        [[sample.scores[part] for part in info.parts] for sample in scored],
        info.pooled,
        books=[sample.item.book for sample in scored],
        items=[sample.question for sample in scored],
        bounds=_bounds(scored, info),
    )


def _bounds(samples: Iterable[Sample], info: MetricInfo) -> tuple[float, float] | None:
    """The least and the greatest value that these samples can have."""
    ends = {info.best, *(info.worst(sample.item.n) for sample in samples)}
    return (min(ends), max(ends)) if len(ends) > 1 else None


def weighted_chance(samples: Iterable[Sample], metric: str) -> float | None:
    """What guessing scores on these very samples, averaged as their scores are."""
    scored = [sample for sample in samples if metric in sample.scores]
    if any(metric not in sample.chance for sample in scored):
        return None  # nobody guesses where texts stand
    total = math.fsum(sample.weight for sample in scored)
    guessed = math.fsum(sample.weight * sample.chance[metric] for sample in scored)
    return guessed / total if scored else None


def _adjusted(value: float | None, chance: float | None, best: float) -> float | None:
    """``(value − chance)/(best − chance)``; undefined where guessing is already perfect."""
    if value is None or chance is None or math.isclose(chance, best):
        return None
    return (value - chance) / (best - chance)
