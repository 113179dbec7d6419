"""The mean of a judge's marks, and that mean corrected by what people say.

Source: specification 7.6; AMB-32; MS-11.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

LOWEST, HIGHEST = 1, 10

FailurePolicy = Literal["lowest", "exclude"]


@dataclass(frozen=True, slots=True)
class JudgeMean:
    """The mean of a judge's marks.

    Attributes:
        mean: from 1 to 10; ``None`` when there is nothing to average.
        n: items in the mean.
        failed: items on which the judge gave no mark, in the mean or not.
    """

    mean: float | None
    n: int
    failed: int


@dataclass(frozen=True, slots=True)
class CorrectedMean:
    """What people's mean over all items would be, from a judge's marks and a few of people's.

    Attributes:
        mean: the corrected mean.
        low: lower end of its 95 % interval.
        high: upper end.
        judge_mean: the judge's own mean over the same items.
        bias: mean over the anchors of what people say minus what the judge says.
        n: items that the judge marked.
        anchors: of these, the items that people marked too.
        left_out: items without a mark of the judge.
    """

    mean: float
    low: float
    high: float
    judge_mean: float
    bias: float
    n: int
    anchors: int
    left_out: int


def judge_mean(marks: Sequence[int | None], failures: FailurePolicy = "exclude") -> JudgeMean:
    """The mean of marks from 1 to 10.

    Args:
        marks: one per item; ``None`` where the judge gave no readable mark.
        failures: ``exclude`` leaves these out (``recommended``), ``lowest`` counts them as 1, as
            the released code does (``paper``); counted they are either way.

    Raises:
        ValueError: for a mark that is not from 1 to 10.

    >>> judge_mean([8, None, 6]), judge_mean([8, None, 6], "lowest").mean
    (JudgeMean(mean=7.0, n=2, failed=1), 5.0)
    """
    given = [mark for mark in marks if mark is not None]
    for mark in given:
        if not LOWEST <= mark <= HIGHEST:
            raise ValueError(f"a mark is {mark}; marks go from {LOWEST} to {HIGHEST}")
    failed = len(marks) - len(given)
    counted = given + [LOWEST] * failed if failures == "lowest" else given
    return JudgeMean(sum(counted) / len(counted) if counted else None, len(counted), failed)


def corrected_judge_mean(
    judge: Sequence[float | None], human: Sequence[float | None]
) -> CorrectedMean:
    """The mean that people would give, with a 95 % interval that holds however wrong the judge is.

    Args:
        judge: the judge's mark of each item, ``None`` where it failed.
        human: people's mark of each item, ``None`` where there is none. The items that people
            marked, the anchors, must have been drawn at random.

    With f the judge's marks of N items and y people's of n anchors, prediction-powered inference
    takes ``θ = mean_N(f) + mean_n(y − f)``. For anchors apart from the N items the variance is
    ``s²(f)/N + s²(y − f)/n``. Here the anchors are among them, so that the two means are not
    independent, and it is ``s²(y)/N + (1/n − 1/N)·s²(y − f)``: people's own variance where all
    items are anchors. The interval is θ ± t·√variance, t Student's with n − 1 degrees of freedom,
    as both variances come from n anchors; with the normal 1.96 ten anchors hold the truth 92.5
    times in 100.

    Raises:
        ValueError: for lists of different lengths, or fewer than two anchors.

    Source: A. Angelopoulos et al., Prediction-powered inference (Science, 2023), for the mean.

    >>> corrected = corrected_judge_mean([9, 8, 9, 7, 8, 9], [8, 7, None, None, 7, 8])
    >>> round(corrected.judge_mean, 2), corrected.bias, round(corrected.mean, 2)
    (8.33, -1.0, 7.33)
    """
    if len(judge) != len(human):
        raise ValueError(f"the judge has {len(judge)} items, people have {len(human)}")
    marks = [mark for mark in judge if mark is not None]
    pairs = [
        (mark, truth)
        for mark, truth in zip(judge, human, strict=True)
        if mark is not None and truth is not None
    ]
    if len(pairs) < 2:
        raise ValueError(f"a corrected mean needs at least 2 anchors, not {len(pairs)}")
    from scipy.special import stdtrit

    gaps = [truth - mark for mark, truth in pairs]
    n, total = len(pairs), len(marks)
    bias = math.fsum(gaps) / n
    own = math.fsum(marks) / total
    variance = _variance([truth for _, truth in pairs]) / total
    variance += (1 / n - 1 / total) * _variance(gaps)
    reach = float(stdtrit(n - 1, 0.975)) * math.sqrt(variance)
    return CorrectedMean(
        mean=own + bias,
        low=own + bias - reach,
        high=own + bias + reach,
        judge_mean=own,
        bias=bias,
        n=total,
        anchors=n,
        left_out=len(judge) - total,
    )


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
