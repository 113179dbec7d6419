"""One metric over a set of samples: value, interval, what guessing scores on those very items.

Source: specification 1.4 and 7.1; AMB-3, AMB-5, AMB-6.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean, estimate_ratio
from panelwise.analysis._samples import Sample
from panelwise.analysis._summary_types import MetricSummary
from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.tasks import Guesses, GuessLevel, drops_unread, guess_level


def summarise_metric(
    samples: Sequence[Sample], info: MetricInfo, kind: str, profile: Profile, guesses: Guesses
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
    level = _guess_level(readable if drops else samples, info, guesses)
    return MetricSummary(
        metric=info.name,
        all_items=everything,
        valid_only=valid,
        headline=headline,
        chance=level.random,
        higher_is_better=info.higher_is_better,
        chance_adjusted=_adjusted(headline.value, level.random, info.best),
        constant=level.constant,
        why_no_chance=level.why_not,
    )


def estimate(samples: Iterable[Sample], info: MetricInfo) -> Estimate:
    """A metric with its interval; samples for which it is undefined are left out."""
    if info.pooled is not None:
        return estimate_pooled(samples, info)
    scored = [sample for sample in samples if info.name in sample.scores]
    return estimate_mean(
        [sample.scores[info.name] for sample in scored],
        books=[sample.item.cluster for sample in scored],
        items=[sample.question for sample in scored],
        weights=[sample.weight for sample in scored],
        binary=info.binary,
        bounds=metric_bounds(scored, info),
    )


def estimate_pooled(samples: Iterable[Sample], info: MetricInfo) -> Estimate:
    """A metric of sums over all samples, with its interval."""
    assert info.pooled is not None
    scored = [sample for sample in samples if set(info.parts) <= sample.scores.keys()]
    return estimate_ratio(
        [[sample.scores[part] for part in info.parts] for sample in scored],
        info.pooled,
        books=[sample.item.cluster for sample in scored],
        items=[sample.question for sample in scored],
        bounds=pooled_bounds(info),
    )


def pooled_bounds(info: MetricInfo) -> tuple[float, float]:
    """The least and the greatest value of a metric of sums; it has no number of things."""
    worst = info.worst(1)
    return min(worst, info.best), max(worst, info.best)


def metric_bounds(samples: Iterable[Sample], info: MetricInfo) -> tuple[float, float] | None:
    """The least and the greatest value that these samples can have."""
    ends = {info.best, *(info.worst(sample.item.n) for sample in samples)}
    return (min(ends), max(ends)) if len(ends) > 1 else None


def _guess_level(samples: Sequence[Sample], info: MetricInfo, guesses: Guesses) -> GuessLevel:
    """What guessing scores on these very samples, averaged as their scores are."""
    needed = {*info.parts} if info.pooled else {info.name}
    scored = [(one.weight, one.guessed) for one in samples if needed <= one.scores.keys()]
    return guess_level(scored, [(one.weight, one.guessed) for one in samples], info, guesses)


def _adjusted(value: float | None, chance: float | None, best: float) -> float | None:
    """``(value − chance)/(best − chance)``; undefined where guessing is already perfect."""
    if value is None or chance is None or math.isclose(chance, best):
        return None
    return (value - chance) / (best - chance)
