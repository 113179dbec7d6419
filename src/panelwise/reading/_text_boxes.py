"""Text read by OCR: English and vertical Japanese lines with boxes, strings and confidences.

rapidocr of the extra ``[ocr]`` carries its weights (PP-OCRv6 small) in the wheel and asks no
network. A vertical column comes out as one text, like a horizontal line.

Its step that turns lines upside down is off: comics letter no line so, and on printed comics it
turned lettered sounds that were upright ("POP!" was read "idod").
"""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from panelwise.comics import Text
from panelwise.errors import MissingExtraError
from panelwise.geometry import Box, polygon_box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from panelwise.geometry import Polygon

    PixelArray = NDArray[np.uint8]

SURE = 0.5  # rapidocr's own limit: what it reads with less is mostly drawing
_LONGEST = 2000  # rapidocr shrinks what is longer, and small letters with it
_OVERLAP = 200  # between windows: more than the length of a line across their edge
_SMALLEST = 8  # pixels a side: nothing can be read in less
# Pixels of the shorter side to which panels are enlarged. It finds all 40 texts of 40 printed
# panels, as does rapidocr's own choice of 736 at three times the cost.
_UPSCALED_TO = 320
# Where lines are thinner than this (pixels, as the engine outlines them), their surroundings are
# searched again, enlarged: rows of Craphound (18 pixels, close together) were fused or lost, 2.4 %
# of its letters.
# They are read from the page as it is: read from the enlarged picture, 3.6 % of the letters of
# Craphound were wrong, from the page 2.9 % (5.5 % before).
_SMALL, _CLOSER = 22, 1.5
_AROUND = 90  # pixels around thin lines in which others are looked for; 40 misses some
_THREADS = 2
_lock = Lock()  # the engine keeps state while it works, and is loaded once


def find_text(pixels: PixelArray, confidence: float = SURE) -> tuple[Text, ...]:
    """The lines and columns of text on a page or panel, from top to bottom.

    Args:
        pixels: ``(height, width, 3)`` RGB. Pages longer than 2,000 pixels are read in windows.
        confidence: the least confidence of the reading, in [0, 1]; with 0 also what looks like
            text and could not be read.

    Each has its box, its slanted outline, ``contents`` under ``und`` and ``confidence``. The same
    pixels give the same texts. One engine serves a process, on two threads; the first call loads
    it.

    Raises:
        MissingExtraError: without the extra ``[ocr]``.

    Source: CV-8; AMB-14, AMB-40.
    """
    found: list[Text] = []
    for top, core_start, core_end, window in _windows(pixels):
        for outline, words, score in _read(window):
            shifted = tuple((x, y + top) for x, y in outline)
            box = polygon_box(shifted)
            if score >= confidence and core_start <= box.center[1] < core_end:
                found.append(Text(box, {"und": words}, polygon=shifted, confidence=round(score, 4)))
    return tuple(sorted(found, key=lambda text: (text.box.y0, text.box.x0, text.box)))


def residual_characters(pixels: PixelArray) -> int:
    """How many letters and digits OCR still reads: 0 to 2 where text was masked well.

    Raises:
        MissingExtraError: without the extra ``[ocr]``.

    Source: AMB-40.
    """
    return sum(
        character.isalnum() for text in find_text(pixels) for character in text.content or ""
    )


def _windows(pixels: PixelArray) -> Iterator[tuple[int, float, float, PixelArray]]:
    """Top, the rows whose texts are this window's, and the window."""
    height, width = pixels.shape[:2]
    if min(height, width) < _SMALLEST:
        return
    if height <= _LONGEST:
        yield 0, -np.inf, np.inf, pixels
        return
    count = -(-(height - _OVERLAP) // (_LONGEST - _OVERLAP))
    edges = [_OVERLAP / 2 + (height - _OVERLAP) * at / count for at in range(count + 1)]
    for at in range(count):
        top = max(0, round(edges[at] - _OVERLAP / 2))
        bottom = min(height, round(edges[at + 1] + _OVERLAP / 2))
        start = edges[at] if at else -np.inf
        end = edges[at + 1] if at + 1 < count else np.inf
        yield top, start, end, pixels[top:bottom]


def _read(pixels: PixelArray) -> list[tuple[Polygon, str, float]]:
    """Outline, words and confidence of every line, as the engine finds and reads them."""
    picture = np.ascontiguousarray(pixels[..., ::-1])
    with _lock:
        outlines = _detect(picture)
        if not len(outlines):
            return []
        read = _engine().recognize_txt(_engine().crop_text_regions(picture, outlines))
    return [
        (tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners), words, float(score))
        for corners, words, score in zip(outlines, read.txts, read.scores, strict=True)
        if words.strip()
    ]


def _detect(picture: PixelArray) -> NDArray[np.float32]:
    """Outlines ``(n, 4, 2)`` of lines; around small letters also what only a closer look finds."""
    outlines = _outlines(picture)
    if not len(outlines) or np.median(_thickness(outlines)) >= _SMALL:
        return outlines
    found = []
    for area in _areas(outlines, picture.shape[1], picture.shape[0]):
        x0, y0, x1, y1 = area.rounded()
        larger = cv2.resize(
            picture[y0:y1, x0:x1], None, fx=_CLOSER, fy=_CLOSER, interpolation=cv2.INTER_CUBIC
        )
        inside = _outlines(np.asarray(larger, np.uint8)) / np.float32(_CLOSER)
        found.append(inside + np.array([x0, y0], np.float32))
    return np.concatenate(found)


def _areas(outlines: NDArray[np.float32], width: int, height: int) -> list[Box]:
    """Boxes around lines that do not overlap, none too small for the engine."""
    areas: list[Box] = []
    for outline in outlines:
        area = _surroundings(polygon_box([(float(x), float(y)) for x, y in outline]), width, height)
        while joined := [one for one in areas if one.intersection(area)]:
            areas = [one for one in areas if one not in joined]
            area = Box.around([area, *joined])
        areas.append(area)
    return sorted(areas)


def _surroundings(box: Box, width: int, height: int) -> Box:
    """A box with a margin, of at least the size that the engine would otherwise enlarge it to."""
    least = _UPSCALED_TO / _CLOSER
    across = max(_AROUND, (least - box.width) / 2)
    down = max(_AROUND, (least - box.height) / 2)
    wide = Box(box.x0 - across, box.y0 - down, box.x1 + across, box.y1 + down)
    return Box(*(float(edge) for edge in wide.clipped(width, height).rounded()))


def _outlines(picture: PixelArray) -> NDArray[np.float32]:
    found = _engine()(picture, use_det=True, use_cls=False, use_rec=False).boxes
    return np.zeros((0, 4, 2), np.float32) if found is None else np.asarray(found, np.float32)


def _thickness(outlines: NDArray[np.float32]) -> NDArray[np.float32]:
    sides = np.linalg.norm(outlines[:, [1, 2]] - outlines[:, [0, 1]], axis=-1)
    return np.asarray(sides.min(axis=1), np.float32)


@cache
def _engine() -> Any:
    try:
        from omegaconf import flag_override
        from rapidocr import RapidOCR
    except ImportError:
        raise MissingExtraError.of("finding text", "ocr") from None
    engine = RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.text_score": 0.0,
            "Global.use_cls": False,
            "Global.max_side_len": round(_LONGEST * _CLOSER) + 1,
            "Det.limit_side_len": _UPSCALED_TO,
        }
    )
    with flag_override(engine.cfg, ["allow_objects", "struct"], [True, False]):
        engine.cfg.Det.session = _session("PP-OCRv6_det_small.onnx")
        engine.cfg.Rec.session = _session("PP-OCRv6_rec_small.onnx")
    return engine


def _session(weights: str) -> Any:
    """A session on weights of the wheel whose threads sleep while they wait.

    Left to itself, onnxruntime lets them spin: twice the CPU for the same answer.
    """
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False
    options.inter_op_num_threads = 1
    options.intra_op_num_threads = min(_THREADS, os.cpu_count() or 1)
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    path = files("rapidocr") / "models" / weights
    return InferenceSession(str(path), sess_options=options, providers=["CPUExecutionProvider"])
