"""Detection as COCO scores it: average precision and recall per class, and their means.

Found boxes are taken from the surest down. Each takes the free true box that it overlaps most, at
IoU ≥ the threshold; a box that takes none but lies in a region that nobody need find (COCO's
crowd) by at least that share of its own area counts for nothing. Precision, made monotone, is
read off at the 101 recalls 0, .01, …, 1. Source: specification 7.7; AMB-45.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from panelwise.geometry import Box
from panelwise.metrics._detection import Matching, match_boxes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ClassMetric = Literal["ap50", "ap", "ar10", "ar100", "ar_limit", "precision50", "recall50", "f1_50"]
COCO_LIMIT = 100  # COCO looks at no more boxes of one class on one image


@dataclass(frozen=True, slots=True)
class FoundBox:
    """A box that somebody found; ``score`` is how sure, ``None`` for those who do not say."""

    box: Box
    label: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class TrueBox:
    """A box that is there; ``ignore`` marks a region that need not be found (COCO's crowd)."""

    box: Box
    label: str
    ignore: bool = False


@dataclass(frozen=True, slots=True)
class DetectionPage:
    """What was found on a page and what is there."""

    found: Sequence[FoundBox]
    true: Sequence[TrueBox]


@dataclass(frozen=True, slots=True)
class ClassDetection:
    """How well the boxes of one class were found; ``None`` where a value is not defined.

    Attributes:
        label: the class.
        true: true boxes, without regions to ignore.
        found: found boxes.
        ap50: average precision at IoU .50.
        ap: the mean of average precision at IoU .50, .55, …, .95.
        ar10: recall of the 10 surest boxes of a page, mean over the same ten thresholds.
        ar100: the same for the 100 surest.
        ar_limit: the same for as many as :attr:`DetectionScores.limit` says.
        precision50: right share of all found boxes, matched one to one at IoU .50.
        recall50: found share of all true boxes, likewise.
        f1_50: their harmonic mean.
        tied: share of found boxes whose score another one has too; 1 where nobody gave scores.
            Among ties the order of the pages decides, so AP is then no property of the boxes.
    """

    label: str
    true: int
    found: int
    ap50: float | None
    ap: float | None
    ar10: float | None
    ar100: float | None
    ar_limit: float | None
    precision50: float | None
    recall50: float | None
    f1_50: float | None
    tied: float


@dataclass(frozen=True, slots=True)
class DetectionScores:
    """Detection of several classes.

    Attributes:
        classes: one entry per class asked for, in that order.
        limit: how many boxes of one class on one page ``ap50``, ``ap`` and ``ar_limit`` look at.
        has_scores: whether the found boxes came with scores. Without, there is one operating
            point: read ``precision50``, ``recall50`` and ``f1_50``, not the average precision.
    """

    classes: tuple[ClassDetection, ...]
    limit: int
    has_scores: bool

    def mean(
        self, metric: ClassMetric = "ap50", predictable: Collection[str] | None = None
    ) -> float | None:
        """The mean of a metric over the classes that occur; ``None`` when it has no value.

        Args:
            metric: a field of :class:`ClassDetection`.
            predictable: the classes that the detector can find at all; ``None`` takes all, so
                that a class it never finds counts 0.

        Raises:
            ValueError: for a predictable class that was not scored.
        """
        labels = {scores.label for scores in self.classes}
        unknown = sorted(set(predictable or ()) - labels)
        if unknown:
            raise ValueError(f"classes {unknown} were not scored; scored are {sorted(labels)}")
        counted = [
            scores for scores in self.classes if predictable is None or scores.label in predictable
        ]
        values: list[float | None] = [getattr(scores, metric) for scores in counted if scores.true]
        # A precision of nothing found is not defined, yet a class never found must cost.
        return sum(value or 0.0 for value in values) / len(values) if values else None


def detection_scores(
    pages: Sequence[DetectionPage], classes: Sequence[str], limit: int | None = None
) -> DetectionScores:
    """COCO's scores of every class, and precision, recall and F1 at one operating point.

    Args:
        pages: found and true boxes; boxes of other classes are not looked at (CX-1).
        classes: the classes to score.
        limit: most boxes of one class on a page; by default as many as any page has, and at
            least COCO's 100. The result says which it was.

    Raises:
        ValueError: when some boxes have scores and others none, a score is not a number, or the
            limit is below 1.

    >>> page = DetectionPage([FoundBox(Box(0, 0, 9, 10), "panel", 0.8)],
    ...                      [TrueBox(Box(0, 0, 10, 10), "panel")])
    >>> scores = detection_scores([page], ["panel", "face"])
    >>> scores.classes[0].ap50, scores.classes[0].ap, scores.mean("f1_50"), scores.limit
    (1.0, 0.9, 1.0, 100)
    """
    if limit is not None and limit < 1:
        raise ValueError(f"the limit is {limit} boxes; it must be at least 1")
    has_scores = _has_scores(pages)
    most = max(
        (
            count
            for page in pages
            for label, count in Counter(found.label for found in page.found).items()
            if label in classes
        ),
        default=0,
    )
    limit = max(COCO_LIMIT, most) if limit is None else limit
    scored = tuple(_class_scores(pages, label, limit) for label in classes)
    return DetectionScores(scored, limit, has_scores)


def resampled_ap50(
    pages: Sequence[DetectionPage],
    label: str,
    limit: int,
    weights: Iterable[NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The AP50 of a class in many weightings of the pages; NaN where no true box has any weight.

    Args:
        pages: as for :func:`detection_scores`.
        label: the class.
        limit: most boxes of the class on a page.
        weights: pieces ``(resamples, pages)``: how many times each page was drawn.
    """
    import numpy as np

    matched = [
        _match(
            [box for box in page.found if box.label == label],
            [box for box in page.true if box.label == label],
        )
        for page in pages
    ]
    order, hits, ignored = _surest_first(matched, limit)
    place = np.repeat(np.arange(len(pages)), [len(one.scores[:limit]) for one in matched])[order]
    there = np.array([sum(b.label == label and not b.ignore for b in page.true) for page in pages])
    values = []
    for piece in weights:
        drawn = piece[:, place]
        right = (drawn * hits[0]).cumsum(axis=1)
        counted = (drawn * ~ignored[0]).cumsum(axis=1)
        for curve, count, true in zip(right, counted, piece @ there, strict=True):
            values.append(_area(curve, count, true) if true else math.nan)
    return np.array(values)


def _has_scores(pages: Sequence[DetectionPage]) -> bool:
    scores = [found.score for page in pages for found in page.found]
    absent = sum(score is None for score in scores)
    if 0 < absent < len(scores):
        raise ValueError(f"{absent} of {len(scores)} found boxes have no score; give all or none")
    if any(score is not None and not math.isfinite(score) for score in scores):
        raise ValueError("a found box has a score that is not a finite number")
    return absent == 0


def _class_scores(pages: Sequence[DetectionPage], label: str, limit: int) -> ClassDetection:
    found = [[box for box in page.found if box.label == label] for page in pages]
    true = [[box for box in page.true if box.label == label] for page in pages]
    matched = [_match(mine, theirs) for mine, theirs in zip(found, true, strict=True)]
    there = sum(not box.ignore for boxes in true for box in boxes)
    points = [_operating_point(mine, theirs) for mine, theirs in zip(found, true, strict=True)]
    hits = sum(len(point.pairs) for point in points)
    kept = sum(point.found for point in points)
    counts = Counter(box.score for boxes in found for box in boxes)
    boxes = sum(counts.values())
    precisions = _average_precisions(matched, there, limit) if there else None
    return ClassDetection(
        label=label,
        true=there,
        found=boxes,
        ap50=precisions[0] if precisions else None,
        ap=sum(precisions) / len(precisions) if precisions else None,
        ar10=_average_recall(matched, there, 10),
        ar100=_average_recall(matched, there, 100),
        ar_limit=_average_recall(matched, there, limit),
        precision50=hits / kept if kept else None,
        recall50=hits / there if there else None,
        f1_50=2 * hits / (kept + there) if kept + there else None,
        tied=sum(count for count in counts.values() if count > 1 or None in counts) / boxes
        if boxes
        else 0.0,
    )


def _operating_point(found: Sequence[FoundBox], true: Sequence[TrueBox]) -> Matching:
    """One to one at IoU .50, without the boxes that lie in a region to ignore."""
    boxes = [box.box for box in found]
    matching = match_boxes(boxes, [box.box for box in true if not box.ignore])
    taken = {mine for mine, _ in matching.pairs}
    regions = [box.box for box in true if box.ignore]
    inside = sum(
        place not in taken and any(_share(box, region) >= 0.5 for region in regions)
        for place, box in enumerate(boxes)
    )
    return Matching(matching.pairs, matching.found - inside, matching.true)


@dataclass(frozen=True, slots=True)
class _PageMatches:
    """Found boxes of one page from the surest down: ``hits``, ``ignored`` are (thresholds, n)."""

    scores: NDArray[np.float64]
    hits: NDArray[np.bool_]
    ignored: NDArray[np.bool_]


def _thresholds() -> NDArray[np.float64]:
    import numpy as np

    return np.linspace(0.5, 0.95, 10)


def _match(found: Sequence[FoundBox], true: Sequence[TrueBox]) -> _PageMatches:
    import numpy as np

    thresholds = _thresholds()[:, None]
    surest = sorted(found, key=lambda box: -_score(box))
    real = [box.box for box in true if not box.ignore]
    regions = [box.box for box in true if box.ignore]
    free = np.ones((len(thresholds), len(real)), dtype=bool)
    hits = np.zeros((len(thresholds), len(surest)), dtype=bool)
    ignored = np.zeros_like(hits)
    rows = np.arange(len(thresholds))
    for place, mine in enumerate(surest):
        if real:
            overlap = np.array([mine.box.iou(theirs) for theirs in real])
            usable = np.where(free & (overlap >= thresholds), overlap, -np.inf)
            best = len(real) - 1 - usable[:, ::-1].argmax(axis=1)  # of equals COCO takes the last
            hit = usable[rows, best] >= 0
            free[rows[hit], best[hit]] = False
            hits[:, place] = hit
        inside = max((_share(mine.box, region) for region in regions), default=0.0)
        ignored[:, place] = ~hits[:, place] & (inside >= thresholds[:, 0])
    return _PageMatches(np.array([_score(box) for box in surest]), hits, ignored)


def _score(box: FoundBox) -> float:
    return 1.0 if box.score is None else box.score


def _share(box: Box, region: Box) -> float:
    """How much of a box lies in a region."""
    return box.intersection(region) / box.area if box.area > 0 else 0.0


def _average_recall(pages: Sequence[_PageMatches], true: int, limit: int) -> float | None:
    if not true:
        return None
    return float(sum(page.hits[:, :limit].sum() for page in pages)) / (true * len(_thresholds()))


def _average_precisions(pages: Sequence[_PageMatches], true: int, limit: int) -> list[float]:
    """One average precision per threshold."""
    _, hits, ignored = _surest_first(pages, limit)
    right, counted = hits.cumsum(axis=1), (~ignored).cumsum(axis=1)
    return [_area(curve, count, true) for curve, count in zip(right, counted, strict=True)]


def _surest_first(
    pages: Sequence[_PageMatches], limit: int
) -> tuple[NDArray[np.intp], NDArray[np.bool_], NDArray[np.bool_]]:
    """The order of all boxes from the surest down, and ``hits`` and ``ignored`` in that order."""
    import numpy as np

    scores = np.concatenate([page.scores[:limit] for page in pages])
    order = np.argsort(-scores, kind="stable")
    hits = np.concatenate([page.hits[:, :limit] for page in pages], axis=1)[:, order]
    ignored = np.concatenate([page.ignored[:, :limit] for page in pages], axis=1)[:, order]
    return order, hits, ignored


def _area(right: NDArray[Any], counted: NDArray[Any], true: float) -> float:
    """Precision made monotone, read off at 101 recalls; ``right`` and ``counted`` grow by box."""
    import numpy as np

    precision = np.divide(right, counted, out=np.zeros(right.shape), where=counted > 0)
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
    reached = np.searchsorted(right / true, np.linspace(0, 1, 101), side="left")
    return float(np.append(best_from_here, 0.0)[reached].mean())  # a recall not reached scores 0
