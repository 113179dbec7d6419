"""An image encoder from a file: any ONNX vision model with the preprocessing that belongs to it.

CLIP, SigLIP or DINOv2 exported in the usual layout, ``preprocessor_config.json`` beside the model
or one folder up. Source: specification CV-E5, 7.13, whose authors asked CLIP, SigLIP and DINOv2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import orjson
from pydantic import BaseModel, Field, ValidationError

from panelwise.errors import InputError, MissingExtraError
from panelwise.files import first_fault, not_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]
    Vectors = NDArray[np.float32]

CONFIG = "preprocessor_config.json"
OUTPUTS = ("image_embeds", "pooler_output")  # in this order; else the only one of two dimensions
BATCH = 8
# Pillow's numbers of its filters, which the configuration uses, as OpenCV's; areas keep detail.
_FILTERS = {0: cv2.INTER_NEAREST, 1: cv2.INTER_LANCZOS4, 2: cv2.INTER_LINEAR, 3: cv2.INTER_CUBIC}


class _Preprocessing(BaseModel):
    """What is done to pixels before the model sees them, as exporters write it."""

    size: int | dict[str, int]
    do_center_crop: bool = False
    crop_size: int | dict[str, int] | None = None
    resample: int = Field(default=3, ge=0, le=5)
    rescale_factor: float = 1 / 255
    image_mean: tuple[float, float, float] = (0.0, 0.0, 0.0)
    image_std: tuple[float, float, float] = (1.0, 1.0, 1.0)


class OnnxEncoder:
    """Pictures to unit vectors by an ONNX model of yours.

    Args:
        path: the model; it takes ``(n, 3, height, width)`` float32 and gives ``(n, dimensions)``.

    Raises:
        InputError: when the model or its configuration is missing or cannot be used.
        MissingExtraError: without ``onnxruntime``, which the extra ``[ocr]`` brings.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise InputError(
                f"{self.path}: no such file; give an ONNX model, or an image encoder of"
                " panelwise list encoders"
            )
        places = (self.path.parent / CONFIG, self.path.parent.parent / CONFIG)
        found = next((place for place in places if place.is_file()), None)
        if found is None:
            raise InputError(
                f"{self.path}: no {CONFIG} beside it or one folder up; copy the one that the model"
                " was published with"
            )
        self._configuration = found.read_bytes()
        try:
            self._prepare = _Preprocessing.model_validate(orjson.loads(self._configuration))
        except orjson.JSONDecodeError as error:
            raise InputError(not_json(str(found), str(error))) from None
        except ValidationError as error:
            raise InputError(f"{found}: {first_fault(error)}") from None

    @property
    def name(self) -> str:
        """``onnx:`` and the file's name."""
        return f"onnx:{self.path.name}"

    def identity(self) -> dict[str, Any]:
        """Hashes of the model and of its preprocessing."""
        model = hashlib.sha256()
        with self.path.open("rb") as stream:
            while block := stream.read(1 << 20):
                model.update(block)
        preprocessing = hashlib.sha256(self._configuration).hexdigest()
        return {"encoder": "onnx", "model": model.hexdigest(), "preprocessing": preprocessing}

    def encode(self, images: Sequence[PixelArray]) -> Vectors:
        """``(n, dimensions)``; pictures of any size, ``(height, width, 3)`` RGB."""
        session, source, target = self._session
        rows = [np.zeros((0, target[1]), np.float32)]
        for start in range(0, len(images), BATCH):
            batch = np.stack([self._prepared(image) for image in images[start : start + BATCH]])
            rows.append(session.run([target[0]], {source: batch})[0])
        vectors = np.concatenate(rows).astype(np.float64)
        if not np.isfinite(vectors).all():
            raise InputError(
                f"{self.path}: it returns values that are not finite numbers; export the model"
                " again"
            )
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(length > 0, length, 1)).astype(np.float32)

    @cached_property
    def _session(self) -> tuple[Any, str, tuple[str, int]]:
        """The loaded model, its input's name, and its output's name and dimensions."""
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
            reason = " ".join(str(error).split())[:200]
            raise InputError(f"{self.path}: cannot be loaded ({reason})") from None
        source = next((one.name for one in session.get_inputs() if len(one.shape) == 4), None)
        flat = {one.name: one.shape[1] for one in session.get_outputs() if len(one.shape) == 2}
        chosen = next((name for name in OUTPUTS if name in flat), None)
        if chosen is None and len(flat) == 1:
            chosen = next(iter(flat))
        if source is None or chosen is None or len(session.get_inputs()) != 1:
            raise InputError(
                f"{self.path} takes {[one.name for one in session.get_inputs()]} and gives"
                f" {[one.name for one in session.get_outputs()]}; an image encoder takes one"
                f" batch of pictures and gives {' or '.join(OUTPUTS)}"
            )
        width = flat[chosen]
        return session, source, (chosen, width if isinstance(width, int) else 0)

    def _prepared(self, image: PixelArray) -> NDArray[np.float32]:
        """One picture, ``(3, height, width)``."""
        config = self._prepare
        resized = _resized(image, config.size, _FILTERS.get(config.resample, cv2.INTER_AREA))
        if config.do_center_crop:
            resized = _centre(resized, *_sides(config.crop_size or config.size))
        scaled = resized.astype(np.float32) * config.rescale_factor
        mean, spread = np.array(config.image_mean), np.array(config.image_std)
        normal = (scaled - mean) / spread
        return np.ascontiguousarray(normal.transpose(2, 0, 1), np.float32)


def _resized(image: PixelArray, size: int | dict[str, int], how: int) -> PixelArray:
    height, width = image.shape[:2]
    shortest = size if isinstance(size, int) else size.get("shortest_edge")
    if shortest:
        factor = shortest / min(height, width)
        wanted = (max(shortest, round(height * factor)), max(shortest, round(width * factor)))
    else:
        wanted = _sides(size)
    shrinks = wanted[0] < height and wanted[1] < width
    scaled = cv2.resize(
        image, (wanted[1], wanted[0]), interpolation=cv2.INTER_AREA if shrinks else how
    )
    return scaled.astype(np.uint8)


def _sides(size: int | dict[str, int]) -> tuple[int, int]:
    if isinstance(size, int):
        return size, size
    if "shortest_edge" in size:
        return size["shortest_edge"], size["shortest_edge"]
    return size["height"], size["width"]


def _centre(image: PixelArray, height: int, width: int) -> PixelArray:
    """The middle of a picture; black around one that is too small."""
    tall, wide = max(image.shape[0], height), max(image.shape[1], width)
    top, left = (tall - image.shape[0]) // 2, (wide - image.shape[1]) // 2
    canvas = np.zeros((tall, wide, 3), np.uint8)
    canvas[top : top + image.shape[0], left : left + image.shape[1]] = image
    y, x = (tall - height) // 2, (wide - width) // 2
    return canvas[y : y + height, x : x + width]
