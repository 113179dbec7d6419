"""Average precision and recall of detectors that say how sure they are.

Source: specification 7.7; AMB-45.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from panelwise.analysis._intervals import estimate_drawn
from panelwise.analysis._summary_types import DetectionPrecision, Estimate, Measures
from panelwise.errors import SettingError
from panelwise.evaluation import Result
from panelwise.metrics import (
    DetectionPage,
    DetectionScores,
    FoundBox,
    detection_scores,
    resampled_ap50,
)
from panelwise.metrics.resampling import drawn_weights
from panelwise.profile import Profile
from panelwise.registry import did_you_mean
from panelwise.tasks import Item
from panelwise.tasks.kinds import RatesBoxes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEASURES: tuple[Literal["ap50", "ap", "ar10", "ar100"], ...] = ("ap50", "ap", "ar10", "ar100")


def detection_precision(
    kind: RatesBoxes,
    items: Sequence[Item],
    results: Sequence[Result],
    profile: Profile,
    predictable: Sequence[str] | None = None,
) -> DetectionPrecision | str:
    """Average precision of boxes, each item with its result; or why there is none.

    Args:
        kind: of the items.
        items: those of one task.
        results: one per item, in the same order.
        profile: in whose coordinate frame the boxes are meant.
        predictable: classes for the second mean.

    Raises:
        SettingError: for a predictable class that no page asks for.
    """
    rated = [
        kind.rated_boxes(item, result.answer, profile)
        for item, result in zip(items, results, strict=True)
    ]
    classes = tuple(dict.fromkeys(label for one in rated for label in one.classes))
    for label in predictable or ():
        if label not in classes:
            raise SettingError(f"no page asks for '{label}' boxes; {did_you_mean(label, classes)}")
    if not classes:
        return "no average precision: no class was asked for"
    pages = [one.page for one in rated]
    sure = [box.score for page in pages for box in page.found]
    unsure = sum(score is None or not math.isfinite(score) for score in sure)
    if 0 < unsure < len(sure):
        return f"no average precision: {unsure} of {len(sure)} boxes have no score that is a number"
    if unsure:
        pages = [_unscored(page) for page in pages]
    scores = detection_scores(pages, classes)
    ap50, means = _intervals(pages, scores, predictable, items)
    return DetectionPrecision(
        classes=scores.classes,
        ap50=ap50,
        mean=_mean(scores, None),
        mean_ap50=means[0],
        predictable=tuple(predictable) if predictable else None,
        mean_predictable=_mean(scores, predictable) if predictable else None,
        mean_predictable_ap50=means[1] if predictable else None,
        pages=len(pages),
        limit=scores.limit,
        has_scores=scores.has_scores,
        notes=tuple(_doubts(scores)),
    )


def _intervals(
    pages: Sequence[DetectionPage],
    scores: DetectionScores,
    predictable: Sequence[str] | None,
    items: Sequence[Item],
) -> tuple[dict[str, Estimate], tuple[Estimate, Estimate]]:
    """AP50 by class, and its means over all and over predictable classes, drawing whole books."""
    import numpy as np

    books, pages_drawn = [item.book for item in items], [item.id for item in items]
    labels = [one.label for one in scores.classes]
    drawn = np.stack(
        [
            resampled_ap50(pages, label, scores.limit, drawn_weights(books, pages_drawn))
            for label in labels
        ]
    )

    def estimate(value: float | None, resampled: NDArray[np.float64]) -> Estimate:
        return estimate_drawn(value, resampled, books=books, items=pages_drawn, bounds=(0.0, 1.0))

    def mean(some: Sequence[str] | None) -> Estimate:
        chosen = drawn[[some is None or label in some for label in labels]]
        known = ~np.isnan(chosen)
        totals = np.where(known, chosen, 0).sum(axis=0)
        with np.errstate(invalid="ignore"):
            return estimate(scores.mean("ap50", some), totals / known.sum(axis=0))

    by_class = zip(scores.classes, drawn, strict=True)
    ap50 = {one.label: estimate(one.ap50, row) for one, row in by_class}
    return ap50, (mean(None), mean(predictable))


def _doubts(scores: DetectionScores) -> Iterable[str]:
    boxes = sum(one.found for one in scores.classes)
    tied = sum(one.tied * one.found for one in scores.classes)
    if boxes and not scores.has_scores:
        yield (
            "no box has a score: there is one operating point (precision, recall and F1 above), and"
            " average precision depends on the order of the pages"
        )
    elif tied:
        yield (
            f"{tied / boxes:.0%} of the boxes share their score with another of their class: among"
            " these the order of the pages decides average precision"
        )
    if scores.limit > 100:
        yield f"up to {scores.limit} boxes of a class on a page count, more than COCO's 100"


def _mean(scores: DetectionScores, predictable: Sequence[str] | None) -> Measures:
    return {measure: scores.mean(measure, predictable) for measure in MEASURES}


def _unscored(page: DetectionPage) -> DetectionPage:
    return DetectionPage([FoundBox(box.box, box.label) for box in page.found], page.true)
