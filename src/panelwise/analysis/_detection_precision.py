"""Average precision and recall of detectors that say how sure they are.

Source: specification 7.7; AMB-45.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_without
from panelwise.analysis._summary_types import DetectionPrecision, Measures
from panelwise.errors import SettingError
from panelwise.evaluation import Result
from panelwise.metrics import (
    DetectionPage,
    DetectionScores,
    FoundBox,
    detection_scores,
    resampled_ap50,
)
from panelwise.metrics.resampling import weights_without
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
    clusters, ids = [item.cluster for item in items], [item.id for item in items]

    def interval(labels: Sequence[str]) -> Estimate:
        return ap50_interval(pages, scores, labels, books=clusters, items=ids)

    return DetectionPrecision(
        classes=scores.classes,
        ap50={label: interval([label]) for label in classes},
        mean=_mean(scores, None),
        mean_ap50=interval(classes),
        predictable=tuple(predictable) if predictable else None,
        mean_predictable=_mean(scores, predictable) if predictable else None,
        mean_predictable_ap50=interval(predictable) if predictable else None,
        pages=len(pages),
        limit=scores.limit,
        has_scores=scores.has_scores,
        notes=tuple(_doubts(scores)),
    )


def ap50_interval(
    pages: Sequence[DetectionPage],
    scores: DetectionScores,
    labels: Sequence[str],
    *,
    books: Sequence[Hashable],
    items: Sequence[Hashable],
) -> Estimate:
    """The mean AP50 of some classes that were scored, with an interval by book or by page.

    Args:
        pages: as they were scored.
        scores: of these pages.
        labels: the classes; of a single one, its own AP50.
        books: the book or family of each page.
        items: the name of each page.
    """
    import numpy as np

    def without(groups: NDArray[np.intp], kept: Sequence[int]) -> NDArray[np.float64]:
        some = [pages[place] for place in kept]
        values = np.stack(
            [resampled_ap50(some, one, scores.limit, weights_without(groups)) for one in labels]
        )
        known = ~np.isnan(values)  # a class that no other book has leaves the mean
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(known, values, 0).sum(axis=0) / known.sum(axis=0))

    occurring = [
        {box.label for box in page.found} | {box.label for box in page.true} for page in pages
    ]
    return estimate_without(
        scores.mean("ap50", labels),
        without,
        counts=[not there.isdisjoint(labels) for there in occurring],
        books=books,
        items=items,
        bounds=(0.0, 1.0),
    )


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
