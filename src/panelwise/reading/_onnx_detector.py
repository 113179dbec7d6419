"""A detector from a file: YOLO, RT-DETR or D-FINE as ONNX, in the layouts that exporters write.

==============================  =======================================================
inputs → outputs                layout
==============================  =======================================================
1 → (1, 4 + classes, anchors)   YOLOv8 and later: boxes and scores of classes
1 → (1, found, 6)               YOLO with suppression inside: corners, score, class
1 → (1, queries, 4 + classes)   RT-DETR of ultralytics: fractions of the picture
pixel_values → logits, boxes    RT-DETR and D-FINE of transformers: fractions
images, sizes → labels, …       RT-DETR and D-FINE of their authors: pixels of the page
==============================  =======================================================

Class names come from the file's metadata (``names``), from ``FILE.names.json`` beside it, or from
``config.json`` (``id2label``) beside it or one folder up. Source: specification CX-6.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import orjson

from panelwise.comics import Page, ReadingDirection
from panelwise.errors import (
    InputError,
    MissingExtraError,
    PanelwiseError,
    SettingError,
    UnavailableError,
)
from panelwise.files import not_json
from panelwise.geometry import Box
from panelwise.reading._file_detector import FileDetector
from panelwise.reading._found_boxes import on_page, page_with_boxes
from panelwise.reading._letterbox import batch_of, letterboxed, suppressed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

SIDE = 640  # where a model takes pictures of any size and does not say which
LEAST_SCORE, SAME = 0.25, 0.7  # of a box that counts; IoU above which two boxes are one (YOLO)
WANTED = (
    "give an export of YOLO, RT-DETR or D-FINE that takes one RGB picture (1, 3, height, width)"
)
_CODE = re.compile(r"^\[ONNXRuntimeError\] : \d+ : \w+ : ")
_CLASSES = {
    **{name: name for name in ("panel", "character", "text", "face")},
    **{"frame": "panel", "body": "character", "person": "character", "onomatopoeia": "text"},
}
_Found = tuple["Vectors", "Vectors", "NDArray[np.int64]"]  # corners, scores, classes


class OnnxReader(FileDetector):
    """Finds panels, characters, texts and faces by a detector of yours, as far as it has them.

    Args:
        path: of the ONNX file; ``PATH@0.1`` also takes boxes whose score is .1 (.25 by default).

    Raises:
        InputError: when there is no such file.
        SettingError: for a least score that is none.

    Attributes:
        path: of the file, without the least score.
        least: the least score that was given, if any.
    """

    def __init__(self, path: str) -> None:
        name, mark, least = path.rpartition("@")
        self.path = Path(name if mark else path)
        self.least = _score(least) if mark else None
        self._least = LEAST_SCORE if self.least is None else self.least
        self.name = f"onnx:{path}"
        if not self.path.is_file():
            raise InputError(f"{self.path}: no such file; give the ONNX file of a detector")

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page with what the detector finds, panels in reading order, all with confidence.

        Raises:
            UnavailableError: for a page without an image.
            InputError: for a damaged image.
            SettingError: for a model that is no detector, or not one of these layouts.
            MissingExtraError: without ``onnxruntime``, which the extra ``[ocr]`` brings.
        """
        if page.image is None:
            raise UnavailableError(f"page {page.id} has no image to find anything in")
        pixels = page.image.pixels()
        found: dict[str, list[tuple[Box, float]]] = {kind: [] for kind in self._kinds.values()}
        for corners, score, label in zip(*self._found(pixels), strict=True):
            kind = self._kinds.get(int(label))
            box = on_page(corners, page.width, page.height)
            if kind is not None and box is not None:
                found[kind].append((box, round(float(score), 4)))
        return page_with_boxes(page, found, direction, f"reader {self.name}")

    def _found(self, pixels: NDArray[np.uint8]) -> _Found:
        """What :meth:`_detect` finds; whatever fails there is a fault of the file, not of the page.

        Raises:
            SettingError: in that case.
        """
        try:
            return self._detect(pixels)
        except (PanelwiseError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001 - those of onnxruntime have no other root
            reason = _reason(error)
            raise SettingError(
                f"{self.path}: not usable as a detector ({reason}); {WANTED}"
            ) from None

    def _detect(self, pixels: NDArray[np.uint8]) -> _Found:
        """Corners in pixels of the page, scores and numbers of classes."""
        session, names = self._session, [one.name for one in self._session.get_inputs()]
        height, width = pixels.shape[:2]
        if len(names) == 2:
            sizes = np.array([[width, height]], np.int64)
            given = {names[0]: _stretched(pixels, self._side), names[1]: sizes}
            found = self._of_authors(
                dict(zip(self._outputs, session.run(None, given), strict=True))
            )
        elif {"logits", "pred_boxes"} <= set(self._outputs):
            given = {names[0]: _stretched(pixels, self._side)}
            logits, boxes = session.run(["logits", "pred_boxes"], given)
            found = _best(_corners(boxes[0], width, height), 1 / (1 + np.exp(-logits[0])))
        elif self._fractions:
            [rows] = session.run(None, {names[0]: _stretched(pixels, self._side)})[:1]
            found = _best(_corners(rows[0, :, :4], width, height), rows[0, :, 4:])
        else:
            picture, scale, left, top = letterboxed(pixels, self._side)
            found = _of_yolo(session.run(None, {names[0]: picture})[0][0])
            moved = (found[0] - np.array([left, top, left, top], np.float32)) / scale
            found = (moved, *found[1:])
        sure = found[1] >= self._least
        corners, scores, labels = found[0][sure], found[1][sure], found[2][sure]
        kept = suppressed(corners, scores, labels, SAME) if self._overlapping else slice(None)
        return corners[kept], scores[kept], labels[kept]

    def _of_authors(self, outputs: Mapping[str, Any]) -> _Found:
        try:
            boxes, scores, labels = (outputs[name][0] for name in ("boxes", "scores", "labels"))
        except KeyError:
            raise self._strange() from None
        return np.asarray(boxes, np.float32), np.asarray(scores, np.float32), labels

    @cached_property
    def _session(self) -> Any:
        try:
            import onnxruntime
        except ImportError:
            raise MissingExtraError.of(f"{self.name} (onnxruntime)", "ocr") from None
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        try:
            session = onnxruntime.InferenceSession(
                str(self.path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001 - its errors have no other root
            reason = _reason(error)
            raise SettingError(  # no fault of the page, which would be skipped
                f"{self.path}: not a readable detector ({reason}); export or download it again"
            ) from None
        shapes = [one.shape for one in session.get_inputs()]
        if len(shapes) not in (1, 2) or not _takes_one_picture(shapes[0]):
            raise self._strange(session)
        return session

    def _strange(self, session: Any = None) -> SettingError:
        asked = session or self._session
        takes = [f"{one.name} {one.shape}" for one in asked.get_inputs()]
        gives = [f"{one.name} {one.shape}" for one in asked.get_outputs()]
        return SettingError(
            f"{self.path} takes {', '.join(takes)} and gives {', '.join(gives)}; {WANTED}"
        )

    @property
    def _outputs(self) -> list[str]:
        return [one.name for one in self._session.get_outputs()]

    @cached_property
    def _metadata(self) -> Mapping[str, str]:
        found: Mapping[str, str] = self._session.get_modelmeta().custom_metadata_map
        return found

    @cached_property
    def _side(self) -> tuple[int, int]:
        """Height and width of the pictures that the model takes."""
        shape = self._session.get_inputs()[0].shape[2:]
        if all(isinstance(side, int) for side in shape):
            return shape[0], shape[1]
        stated = _literal(self._metadata.get("imgsz", ""))
        if isinstance(stated, list) and len(stated) == 2:
            return int(stated[0]), int(stated[1])
        return SIDE, SIDE

    @cached_property
    def _fractions(self) -> bool:
        """Whether rows are queries with a score for each class, as RT-DETR's of ultralytics."""
        rows, values = self._rows_and_values
        finished = values == 6 and (len(self._names) != 2 or "end2end" in self._metadata)
        return values == 4 + len(self._names) and rows > values and not finished

    @cached_property
    def _overlapping(self) -> bool:
        """Whether one thing may have several boxes, which YOLO leaves to its user."""
        one_input = len(self._session.get_inputs()) == 1 and "logits" not in self._outputs
        return one_input and self._rows_and_values[0] == 4 + len(self._names)

    @cached_property
    def _rows_and_values(self) -> tuple[int, int]:
        shape = self._session.get_outputs()[0].shape
        if len(shape) != 3:
            raise self._strange()
        rows, values = (side if isinstance(side, int) else 1 << 30 for side in shape[1:])
        if rows != 4 + len(self._names) and values not in (6, 4 + len(self._names)):
            raise SettingError(
                f"{self.path} has {len(self._names)} class names and gives {shape}; give the"
                f" names of its classes as {self.path.stem}.names.json"
            )
        return rows, values

    @cached_property
    def _names(self) -> dict[int, str]:
        """Number of a class → its name."""
        beside = self.path.with_name(f"{self.path.stem}.names.json")
        folders = (self.path.parent, self.path.parent.parent)
        configs = (folder / "config.json" for folder in folders)
        found: Any = _literal(self._metadata.get("names", ""))
        if beside.is_file():
            found = _json(beside)
        elif found is None:
            config = next((one for one in configs if one.is_file()), None)
            read = _json(config) if config is not None else None
            found = read.get("id2label") if isinstance(read, dict) else None
        if isinstance(found, list):
            found = dict(enumerate(found))
        numbered = isinstance(found, dict) and all(str(key).isdecimal() for key in found)
        if not found or not numbered:
            raise SettingError(
                f"{self.path}: names no classes by number; write them into {beside.name}, for"
                ' example {"0": "panel", "1": "text"}'
            )
        return {int(key): str(name) for key, name in found.items()}

    @cached_property
    def _kinds(self) -> dict[int, str]:
        """Number of a class → panel, character, text or face; other classes are left out."""
        plain = {key: name.strip().lower() for key, name in self._names.items()}
        known = {
            key: kind
            for key, name in plain.items()
            if (kind := _CLASSES.get(name, _CLASSES.get(name.removesuffix("s"))))
        }
        if not known:
            names = ", ".join(plain.values())
            raise SettingError(
                f"{self.path}: its classes are {names}, and none is a panel, character, text or"
                f" face; rename them in {self.path.stem}.names.json"
            )
        return known


def _reason(error: Exception) -> str:
    """What onnxruntime said, without its error code."""
    return _CODE.sub("", " ".join(str(error).split()))[:200]


def _takes_one_picture(shape: Sequence[int | str | None]) -> bool:
    """Whether an input is (1, 3, height, width), where each side may be left open."""
    if len(shape) != 4:
        return False
    batch, colours, *sides = (side if isinstance(side, int) else None for side in shape)
    return batch in (1, None) and colours in (3, None) and 0 not in sides


def _score(text: str) -> float:
    try:
        least = float(text)
    except ValueError:
        least = -1.0
    if not 0 <= least < 1:
        raise SettingError(f"onnx:PATH@{text}: the least score must be at least 0 and below 1")
    return least


def _literal(text: str) -> Any:
    """A value as exporters write it into metadata: of Python or of JSON; ``None`` for others."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None


def _json(path: Path) -> Any:
    try:
        return orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise SettingError(not_json(str(path), str(error))) from None


def _stretched(pixels: NDArray[np.uint8], side: tuple[int, int]) -> Vectors:
    """The picture at the model's size, whatever its shape."""
    resized = cv2.resize(pixels, (side[1], side[0]), interpolation=cv2.INTER_LINEAR)
    return batch_of(resized)


def _of_yolo(rows: Vectors) -> _Found:
    """What YOLO gives: values by anchors, or found boxes with corners, score and class."""
    if rows.shape[1] == 6 and rows.shape[0] != 6:
        return rows[:, :4], rows[:, 4], rows[:, 5].astype(np.int64)
    return _best(_corners(rows[:4].T, 1, 1), rows[4:].T)


def _corners(boxes: Vectors, width: int, height: int) -> Vectors:
    """Centres and sides as corners, in the picture's pixels."""
    centre, half = boxes[:, :2], boxes[:, 2:4] / 2
    scale = np.array([width, height, width, height], np.float32)
    corners: Vectors = np.concatenate([centre - half, centre + half], axis=1) * scale
    return corners


def _best(corners: Vectors, scores: Vectors) -> _Found:
    """Every box with its likeliest class."""
    labels = scores.argmax(axis=1)
    return corners, scores[np.arange(len(labels)), labels], labels
