"""How a detector does on pages that it was not trained on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from panelwise.geometry import Box
from panelwise.metrics import (
    DetectionPage,
    FoundBox,
    TrueBox,
    detection_f1,
    detection_scores,
    match_boxes,
)
from panelwise.outputs import write_file
from panelwise.reading.learned import CLASSES, FoundByClass, LearnedDetector
from panelwise.training.detector._data import BoxedPage
from panelwise.training.detector._options import SCORES

_LEAST = 0.05
_TRIED = tuple(round(0.1 + 0.05 * step, 2) for step in range(16))
_UNTRIED = 0.4  # of a class that no page for validation annotates


@dataclass(frozen=True, slots=True)
class DetectorScores:
    """Scores by class, of the classes that the pages annotate.

    Attributes:
        pages: how many.
        ap50: average precision at IoU .50.
        f1: at ``least``, which was chosen on the same pages.
        least: the score from which on boxes count, for every class.
    """

    pages: int
    ap50: Mapping[str, float]
    f1: Mapping[str, float]
    least: Mapping[str, float]


def validated(detector: LearnedDetector, pages: Sequence[BoxedPage]) -> DetectorScores:
    """Run the detector by OpenCV on every page."""
    all_classes = dict.fromkeys(CLASSES, _LEAST)
    found = [detector.detect(page.image.pixels(), all_classes) for page in pages]
    return scored(found, pages)


def scored(found: Sequence[FoundByClass], pages: Sequence[BoxedPage]) -> DetectorScores:
    """Scores of what was found, class by class, on the pages that annotate the class."""
    ap50, f1, least = {}, {}, dict.fromkeys(CLASSES, _UNTRIED)
    for at, name in enumerate(CLASSES):
        both = [
            (_found_boxes(name, one), _true_boxes(page, at))
            for one, page in zip(found, pages, strict=True)
            if page.known[at]
        ]
        if not any(true for _, true in both):
            continue
        detections = [
            DetectionPage(some, [TrueBox(box, name) for box in true]) for some, true in both
        ]
        ap50[name] = detection_scores(detections, [name]).classes[0].ap50 or 0.0
        tried = {limit: _f1(both, limit) for limit in _TRIED}
        least[name] = max(tried, key=lambda limit: (tried[limit], limit))
        f1[name] = tried[least[name]]
    return DetectorScores(len(pages), ap50, f1, least)


def write_scores(folder: Path, stored: Mapping[str, Any]) -> None:
    """Write the scores of a training into its folder."""
    write_file(folder / SCORES, orjson.dumps(stored, option=orjson.OPT_INDENT_2) + b"\n")


def _found_boxes(name: str, found: FoundByClass) -> list[FoundBox]:
    return [
        FoundBox(_box(corners), name, float(score))
        for corners, score in zip(*found[name], strict=True)
    ]


def _true_boxes(page: BoxedPage, label: int) -> list[Box]:
    return [_box(corners) for corners in page.boxes[page.labels == label]]


def _box(corners: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Box:
    return Box(*(float(edge) for edge in corners))


def _f1(pages: Sequence[tuple[list[FoundBox], list[Box]]], limit: float) -> float:
    return (
        detection_f1(
            [
                match_boxes([one.box for one in found if (one.score or 0) >= limit], true)
                for found, true in pages
            ]
        )
        or 0.0
    )
