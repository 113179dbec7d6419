"""Average precision and recall of detectors that say how sure they are.

Source: REQUIREMENTS 7.7; AMB-45.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.errors import SettingError
from panelwise.evaluation import Result
from panelwise.geometry import Box
from panelwise.metrics import (
    ClassDetection,
    DetectionPage,
    DetectionScores,
    FoundBox,
    TrueBox,
    coordinate_frame,
    detection_scores,
    to_pixels,
    usable_shape,
)
from panelwise.profile import Profile
from panelwise.registry import did_you_mean
from panelwise.tasks import Document, Item

MEASURES: tuple[Literal["ap50", "ap", "ar10", "ar100"], ...] = ("ap50", "ap", "ar10", "ar100")
Measures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class DetectionPrecision:
    """What the scores of found boxes are worth.

    Attributes:
        classes: an entry per class, in the order in which pages ask for them.
        mean: ``ap50``, ``ap``, ``ar10`` and ``ar100``, mean over the classes that occur; one that
            was never found counts 0.
        predictable: the classes that the detector can find at all; ``None`` when nobody said.
        mean_predictable: the mean over these alone, where somebody did.
        pages: pages, those without a readable answer included: there nothing was found.
        limit: how many boxes of one class on a page ``ap50`` and ``ap`` look at.
        notes: why these figures are not to be trusted, if they are not.
    """

    classes: tuple[ClassDetection, ...]
    mean: Measures
    predictable: tuple[str, ...] | None
    mean_predictable: Measures | None
    pages: int
    limit: int
    notes: tuple[str, ...]


def detection_precision(
    items: Sequence[Item],
    results: Sequence[Result],
    profile: Profile,
    predictable: Sequence[str] | None = None,
) -> DetectionPrecision | str:
    """Average precision of detection items, each with its result; or why there is none.

    Args:
        items: of the kind ``detection``.
        results: one per item, in the same order.
        profile: in whose coordinate frame the boxes are meant.
        predictable: classes for the second mean.

    Raises:
        SettingError: for a predictable class that no page asks for.
    """
    asked = [label for item in items for label in _gold(item)["classes"]]
    classes = tuple(dict.fromkeys(asked))
    for label in predictable or ():
        if label not in classes:
            raise SettingError(f"no page asks for '{label}' boxes; {did_you_mean(label, classes)}")
    pages = [_page(item, one, profile) for item, one in zip(items, results, strict=True)]
    sure = [box.score for page in pages for box in page.found]
    unsure = sum(score is None or not math.isfinite(score) for score in sure)
    if 0 < unsure < len(sure):
        return f"no average precision: {unsure} of {len(sure)} boxes have no score that is a number"
    if unsure:
        pages = [_unscored(page) for page in pages]
    scores = detection_scores(pages, classes)
    return DetectionPrecision(
        classes=scores.classes,
        mean=_mean(scores, None),
        predictable=tuple(predictable) if predictable else None,
        mean_predictable=_mean(scores, predictable) if predictable else None,
        pages=len(pages),
        limit=scores.limit,
        notes=tuple(_doubts(scores)),
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


def _page(item: Item, result: Result, profile: Profile) -> DetectionPage:
    gold = _gold(item)
    true = [TrueBox(Box(*box["box"]), box["class"]) for box in gold["boxes"]]
    answer = result.answer if isinstance(result.answer, dict) else {"boxes": []}
    numbers = [Box(*box["box"]) for box in answer["boxes"]]
    placed = to_pixels(numbers, coordinate_frame(profile.coord_frame), *gold["size"])
    found = [
        FoundBox(shape, box["class"], box.get("score"))
        for place, box in zip(placed, answer["boxes"], strict=True)
        if isinstance(shape := usable_shape(place), Box)
    ]
    return DetectionPage(found, true)


def _unscored(page: DetectionPage) -> DetectionPage:
    return DetectionPage([FoundBox(box.box, box.label) for box in page.found], page.true)


def _gold(item: Item) -> Document:
    assert isinstance(item.gold, dict)
    return item.gold
