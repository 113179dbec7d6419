"""Whether answers are right as often as they are confident. Source: MS-5."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._samples import RunData, Sample, samples_by_task
from panelwise.analysis.calibration._confidence import (
    LEVELS,
    ConfidenceSource,
    confidences,
    level_of,
)
from panelwise.evaluation import Run
from panelwise.metrics.resampling import Cluster

BINS = 10
DRAWS = 2000
COVERAGES = (1.0, 0.8, 0.6, 0.4, 0.2)
Key = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class ConfidentAnswer:
    """A readable answer: how confident it is, and whether it is right."""

    confidence: float | str
    right: bool
    cluster: Cluster
    question: Hashable


@dataclass(frozen=True, slots=True)
class ConfidenceBin:
    """Answers of about one confidence.

    ``low`` and ``high`` bound the bin, ``confidence`` is the mean in it, ``right`` the share of
    right answers with its interval. ``level`` is of a bin on people's scale: low, medium, high.
    """

    low: float
    high: float
    confidence: float | None
    right: Estimate
    level: str = ""


@dataclass(frozen=True, slots=True)
class SelectiveAccuracy:
    """The share of right answers among the most confident ones.

    ``coverage`` is the share of answers that are kept: those of confidence ``threshold`` or more.
    """

    coverage: float
    threshold: float
    right: Estimate


@dataclass(frozen=True, slots=True)
class Calibration:
    """How confident the answers of one run to one task are, and how often right.

    Attributes:
        source: where the confidence comes from.
        answers: readable answers with a confidence.
        without: readable answers without one.
        right: the share of right ones among the former.
        gap: mean confidence minus share of right answers; above 0 is overconfident.
        brier: the mean squared difference of confidence and right (1) or wrong (0).
        ece: expected calibration error: the mean distance of confidence and share right over
            ten bins of equal width, weighted by their answers. It is above 0 for finite samples.
        ece_by_chance: the 95th percentile of what a perfectly calibrated run with these
            confidences would have.
        ece_p: how often that run's is as large as ``ece`` (answers independent).
        bins: of equal width, where there are answers.
        levels: on people's scale of three.
        selective: the most confident answers alone.
    """

    run: str
    task: str
    source: ConfidenceSource
    answers: int
    without: int
    right: Estimate
    gap: Estimate | None
    brier: Estimate | None
    ece: float | None
    ece_by_chance: float | None
    ece_p: float | None
    bins: tuple[ConfidenceBin, ...]
    levels: tuple[ConfidenceBin, ...]
    selective: tuple[SelectiveAccuracy, ...]


def calibration(run: Run) -> tuple[Calibration, ...]:
    """The calibration of a run's readable answers, by task and source of confidence.

    An answer is right where its outcome is ``correct``. Confidences in words (low, medium, high)
    have levels alone. Empty where no answer has a confidence.

    Raises:
        InputError: as :func:`panelwise.analysis.summarise`.
    """
    data = RunData.of(run)
    responses = {(r.pack, r.item, r.repeat): said for r, said in run.answers()}
    found = []
    for task in samples_by_task(data):
        by_source: dict[ConfidenceSource, list[ConfidentAnswer]] = {}
        readable = [sample for sample in task.samples if sample.readable]
        for sample in readable:
            said = responses.get((sample.pack, sample.item.id, sample.result.repeat))
            known = confidences(sample.item, said, sample.result.answer) if said else {}
            for source, value in known.items():
                by_source.setdefault(source, []).append(_answer(sample, value))
        found += [
            calibration_of(run.name, task.task, source, some, len(readable) - len(some))
            for source, some in by_source.items()
        ]
    return tuple(found)


def calibration_of(
    run: str,
    task: str,
    source: ConfidenceSource,
    answers: Sequence[ConfidentAnswer],
    without: int = 0,
    *,
    seed: int = 0,
) -> Calibration:
    """The calibration of answers of known confidence."""
    numbers = [float(one.confidence) for one in answers if not isinstance(one.confidence, str)]
    in_words = len(numbers) < len(answers)
    rights = [float(one.right) for one in answers]
    differences = [] if in_words else [c - r for c, r in zip(numbers, rights, strict=True)]
    squares = [difference**2 for difference in differences]
    ece, by_chance, p = (None, None, None) if in_words else _ece_test(numbers, rights, seed)
    return Calibration(
        run=run,
        task=task,
        source=source,
        answers=len(answers),
        without=without,
        right=_mean(answers, rights, binary=True),
        gap=None if in_words else _mean(answers, differences, bounds=(-1.0, 1.0)),
        brier=None if in_words else _mean(answers, squares),
        ece=ece,
        ece_by_chance=by_chance,
        ece_p=p,
        bins=() if in_words else _bins(answers, numbers),
        levels=_levels(answers),
        selective=() if in_words else _selective(answers, numbers),
    )


def expected_calibration_error(confidence: Sequence[float], right: Sequence[float]) -> float:
    """The mean distance of confidence and share right over ten bins, weighted by their answers."""
    return float(_ece(np.asarray(confidence), np.asarray(right)[None, :])[0])


def _ece(
    confidence: np.ndarray[tuple[int], np.dtype[np.float64]],
    rights: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Of several draws ``(draws, answers)`` of what is right."""
    places = np.minimum(BINS - 1, (confidence * BINS).astype(int))
    gaps = confidence - rights
    sums = np.stack([gaps[:, places == place].sum(axis=1) for place in range(BINS)])
    return np.asarray(np.abs(sums).sum(axis=0) / len(confidence))


def _ece_test(
    confidence: Sequence[float], right: Sequence[float], seed: int
) -> tuple[float, float, float]:
    """The error, and what perfectly calibrated answers of these confidences would have."""
    values = np.asarray(confidence, np.float64)
    observed = expected_calibration_error(confidence, right)
    random = np.random.default_rng(seed)
    drawn = _ece(values, (random.random((DRAWS, len(values))) < values).astype(np.float64))
    p = (1 + int((drawn >= observed - 1e-12).sum())) / (1 + DRAWS)
    return observed, float(np.quantile(drawn, 0.95)), p


def _bins(
    answers: Sequence[ConfidentAnswer], numbers: Sequence[float]
) -> tuple[ConfidenceBin, ...]:
    places = [min(BINS - 1, int(value * BINS)) for value in numbers]
    found = []
    for place in sorted(set(places)):
        here = [k for k, one in enumerate(places) if one == place]
        some = [answers[k] for k in here]
        mean = sum(numbers[k] for k in here) / len(here)
        right = _mean(some, [float(one.right) for one in some], binary=True)
        found.append(ConfidenceBin(place / BINS, (place + 1) / BINS, mean, right))
    return tuple(found)


def _levels(answers: Sequence[ConfidentAnswer]) -> tuple[ConfidenceBin, ...]:
    found = []
    for at, level in enumerate(LEVELS):
        some = [one for one in answers if level_of(one.confidence) == level]
        if some:
            right = _mean(some, [float(one.right) for one in some], binary=True)
            found.append(ConfidenceBin(at / 3, (at + 1) / 3, None, right, level))
    return tuple(found)


def _selective(
    answers: Sequence[ConfidentAnswer], numbers: Sequence[float]
) -> tuple[SelectiveAccuracy, ...]:
    """Ties stay together: where many answers are equally confident, all of them are kept."""
    ordered = sorted(numbers, reverse=True)
    found: dict[float, SelectiveAccuracy] = {}
    for coverage in COVERAGES:
        threshold = ordered[max(1, round(coverage * len(ordered))) - 1]
        kept = [one for one, value in zip(answers, numbers, strict=True) if value >= threshold]
        right = _mean(kept, [float(one.right) for one in kept], binary=True)
        found[threshold] = SelectiveAccuracy(len(kept) / len(answers), threshold, right)
    return tuple(found.values())


def _answer(sample: Sample, confidence: float | str) -> ConfidentAnswer:
    right = sample.result.outcome == "correct"
    return ConfidentAnswer(confidence, right, sample.item.cluster, sample.question)


def _mean(
    answers: Sequence[ConfidentAnswer],
    values: Sequence[float],
    *,
    binary: bool = False,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Estimate:
    return estimate_mean(
        values,
        books=[one.cluster for one in answers],
        items=[one.question for one in answers],
        binary=binary,
        bounds=bounds,
    )
