"""Running the detector by OpenCV, and reading pages with it.

The network takes an RGB picture of ``side`` × ``side`` pixels and gives, for each class and each
point of four grids, five numbers: the logit of a score, and the distances from the point to the
left, top, right and bottom of a box, before softplus, in steps of the grid.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import orjson

from panelwise.comics import Page, ReadingDirection
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.reading._file_detector import FileDetector
from panelwise.reading._found_boxes import FoundBoxes, on_page, page_with_boxes
from panelwise.reading._letterbox import letterboxed, suppressed
from panelwise.reading.learned._metadata import MARK, onnx_metadata

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

CLASSES = ("panel", "text", "balloon", "character", "face", "sound")
STRIDES = (8, 16, 32, 64)
SAME = 0.6  # IoU above which two boxes of a class are one
LEAST = 0.05  # scores below are not even looked at
_DEFAULT_LEAST = 0.4
_MOST = 300  # boxes of one class that are looked at
VERSION = "1"

FoundByClass = dict[str, tuple["Vectors", "Vectors"]]  # corners in page pixels, scores


class LearnedDetector:
    """A detector file run by ``cv2.dnn``.

    Args:
        path: an ONNX file written by ``panelwise train detector``.

    Raises:
        InputError: for a file that is not one, or that this version cannot run.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        about = onnx_metadata(self.path)
        if about.get(MARK) != VERSION:
            raise InputError(
                f"{self.path}: not a detector made by panelwise train detector, version {VERSION}"
                f" (version in its metadata: {about.get(MARK, 'none')})"
            )
        try:
            self.side = int(about["side"])
            self.least: dict[str, float] = orjson.loads(about["least"])
        except (KeyError, ValueError):
            raise InputError(
                f"{self.path}: its metadata lacks side or least; restore it from a copy"
            ) from None
        self._lock = threading.Lock()

    def detect(self, pixels: NDArray[np.uint8], least: Mapping[str, float]) -> FoundByClass:
        """What is on a page.

        Args:
            pixels: RGB, H × W × 3.
            least: the least score of each class; classes without one are left out.

        Returns:
            Class → corners (n × 4, pixels of the page) and scores, the surest first.
        """
        picture, scale, left, top = letterboxed(pixels, (self.side, self.side))
        found = decoded(self.raw(picture), self.side, least)
        move = np.array([left, top, left, top], np.float32)
        return {name: ((boxes - move) / scale, scores) for name, (boxes, scores) in found.items()}

    def raw(self, picture: Vectors) -> Vectors:
        """The network's numbers, classes × 5 × points, for a batch of one picture."""
        with self._lock:  # a network of OpenCV serves one thread at a time
            self._network.setInput(picture)
            output = self._network.forward()
        found: Vectors = np.asarray(output, np.float32)[0]
        points = sum((self.side // stride) ** 2 for stride in STRIDES)
        if found.shape != (len(CLASSES), 5, points):
            raise InputError(
                f"{self.path}: gives {found.shape}; a detector gives {(len(CLASSES), 5, points)}"
            )
        return found

    @cached_property
    def _network(self) -> Any:
        try:
            return cv2.dnn.readNetFromONNX(str(self.path))
        except cv2.error as error:
            reason = " ".join(str(error).split())[:200]
            raise SettingError(  # no fault of the page, which would be skipped
                f"{self.path}: not a readable detector ({reason}); export or download it again"
            ) from None


class LearnedReader(FileDetector):
    """Finds panels, texts, balloons, characters, faces and sounds; no extra is needed.

    Args:
        path: a detector of ``panelwise train detector``.
        least: the least score of a box of any class; by default those stored in the file, at which
            F1 was best on the pages for validation.
        name: how results name the reader.

    Raises:
        InputError: for a file that is no such detector.
    """

    def __init__(self, path: str | Path, least: float | None = None, name: str = "") -> None:
        self._detector = LearnedDetector(path)
        self.path = self._detector.path
        stored = {one: self._detector.least.get(one, _DEFAULT_LEAST) for one in CLASSES}
        self._least = stored if least is None else dict.fromkeys(CLASSES, least)
        self.name = name or f"onnx:{path}"

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page with what the detector finds, panels in reading order, all with confidence.

        Raises:
            UnavailableError: for a page without an image.
            InputError: for a damaged image.
        """
        return page_with_boxes(page, self.boxes(page), direction, f"reader {self.name}")

    def boxes(self, page: Page) -> FoundBoxes:
        """What is on a page: for each class boxes in pixels, with their scores.

        Raises:
            UnavailableError: for a page without an image.
            InputError: for a damaged image.
        """
        if page.image is None:
            raise UnavailableError(f"page {page.id} has no image to find anything in")
        return {
            name: [
                (box, round(float(score), 4))
                for corners, score in zip(*boxes, strict=True)
                if (box := on_page(corners, page.width, page.height)) is not None
            ]
            for name, boxes in self._detector.detect(page.image.pixels(), self._least).items()
        }


def grid_points(side: int) -> tuple[Vectors, Vectors]:
    """Centres (points × 2: x, y) of the cells of all grids in pixels, and the step of each."""
    centres, steps = [], []
    for stride in STRIDES:
        at = (np.arange(side // stride, dtype=np.float32) + 0.5) * stride
        x, y = np.meshgrid(at, at)
        centres.append(np.stack([x.ravel(), y.ravel()], axis=1))
        steps.append(np.full(x.size, stride, np.float32))
    return np.concatenate(centres), np.concatenate(steps)


def decoded(raw: Vectors, side: int, least: Mapping[str, float]) -> FoundByClass:
    """Boxes in pixels of the letterboxed picture, the surest first, without duplicates.

    Args:
        raw: classes × 5 × points, as the network gives it.
        side: of the picture.
        least: the least score of each class that is looked for.
    """
    centres, steps = grid_points(side)
    found: FoundByClass = {}
    for at, name in enumerate(CLASSES):
        if name not in least:
            continue
        limit = max(least[name], LEAST)
        chosen = np.flatnonzero(raw[at, 0] >= np.log(limit / (1 - limit)))
        chosen = chosen[np.argsort(-raw[at, 0, chosen], kind="stable")][:_MOST]
        scores = 1 / (1 + np.exp(-raw[at, 0, chosen]))
        reach = np.logaddexp(0, raw[at, 1:, chosen]) * steps[chosen, None]
        near, far = centres[chosen] - reach[:, :2], centres[chosen] + reach[:, 2:]
        boxes = np.concatenate([near, far], axis=1).astype(np.float32)
        kept = suppressed(boxes, scores, np.zeros(len(scores), np.int64), SAME)
        found[name] = boxes[kept], scores[kept].astype(np.float32)
    return found
