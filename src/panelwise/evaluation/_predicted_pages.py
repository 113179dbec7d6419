"""Files of what a detector or a reader of texts found: COCO results, or a record for each page.

::

    [{"image_id": 7, "category_id": 1, "bbox": [x, y, width, height], "score": 0.9}, …]
    {"page": "book/001", "seconds": 0.2, "boxes": [{"class": "text", "bbox": [x0, y0, x1, y1],
     "score": 0.9, "text": "…"}]}

Numbers of images and categories mean nothing by themselves: ``FILE.map.json`` beside ``FILE.json``,
or the COCO file that was predicted for, says what they are. Source: CX-6, MV-E12, MV-E15.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import orjson
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from panelwise.errors import InputError
from panelwise.files import MAX_BYTES, first_fault, json_records, read_json_bytes
from panelwise.geometry import Box

MAX_VALUES = 20_000_000
CLASSES = ("panel", "character", "text", "face")
_ALSO = {"frame": "panel", "body": "character", "person": "character", "onomatopoeia": "text"}
Seconds = Annotated[float, Field(gt=0)]
PredictedSide = Annotated[float, Field(ge=0, le=1e6)]
PredictedEdge = Annotated[float, Field(ge=-1e6, le=1e6)]


@dataclass(frozen=True, slots=True)
class PredictedBox:
    """One box in pixels of the picture that was predicted for."""

    label: str
    box: Box
    score: float | None = None
    text: str | None = None


@dataclass(slots=True)
class PredictedPage:
    """What was found on a page; ``size`` of the picture and ``seconds`` where they are said."""

    name: str
    boxes: list[PredictedBox] = field(default_factory=list)
    size: tuple[float, float] | None = None
    seconds: float | None = None


class _CocoBox(BaseModel):
    image_id: int | str
    category_id: int | str
    bbox: tuple[PredictedEdge, PredictedEdge, PredictedSide, PredictedSide]
    score: float | None = None
    text: str | None = None


class _PageBox(BaseModel):
    label: str = Field(alias="class")
    bbox: tuple[PredictedEdge, PredictedEdge, PredictedEdge, PredictedEdge]
    score: float | None = None
    text: str | None = None


class _PageRecord(BaseModel):
    page: str
    boxes: list[_PageBox]
    seconds: Seconds | None = None
    width: Seconds | None = None
    height: Seconds | None = None


class _MapImage(BaseModel):
    id: int | str
    file_name: str
    width: Seconds | None = None
    height: Seconds | None = None
    seconds: Seconds | None = None


class _MapCategory(BaseModel):
    id: int | str
    name: str


class _Map(BaseModel):
    """What the numbers of a results file mean, as an object or as COCO has it."""

    categories: dict[str, str | None] | list[_MapCategory] = Field(default_factory=dict)
    images: dict[str, str] | list[_MapImage] = Field(default_factory=dict)
    seconds: Seconds | dict[str, Seconds] | None = None

    def names(self) -> dict[str, str | None]:
        """Category → class."""
        if isinstance(self.categories, dict):
            return self.categories
        return {str(one.id): one.name for one in self.categories}

    def pages(self) -> dict[str, PredictedPage]:
        """Image → its page, without boxes yet."""
        if isinstance(self.images, dict):
            found = {key: PredictedPage(name) for key, name in self.images.items()}
        else:
            found = {str(one.id): _without_boxes(one) for one in self.images}
        for key, page in found.items():
            page.seconds = page.seconds or self.seconds_of(key)
        return found

    def seconds_of(self, image: str) -> float | None:
        """The time of an image: its own, or the one of all."""
        return self.seconds.get(image) if isinstance(self.seconds, dict) else self.seconds


_COCO, _RECORD, _MAP = TypeAdapter(_CocoBox), TypeAdapter(_PageRecord), TypeAdapter(_Map)


@dataclass(frozen=True, slots=True)
class PredictedPages:
    """The pages of a file, and its hash; ``complete`` where a page not in it has no boxes."""

    pages: tuple[PredictedPage, ...]
    digest: str
    complete: bool


def holds_predictions(path: Path) -> bool:
    """Whether a file holds boxes, and not answers to items."""
    if not path.is_file():
        return False
    data = read_json_bytes(path, MAX_VALUES)
    return (
        _as_object(data) is not None
        or "image_id" in (first := _first(data, path))
        or ("page" in first and "boxes" in first)
    )


def predicted_pages(path: Path) -> PredictedPages:
    """What a file says was found.

    Raises:
        InputError: when it cannot be read, or names a category that means nothing.
    """
    data = read_json_bytes(path, MAX_VALUES)
    beside = path.with_name(f"{path.stem}.map.json")
    extra = read_json_bytes(beside, MAX_VALUES) if beside.is_file() else b"{}"
    digest = hashlib.sha256(data + extra).hexdigest()
    whole = _as_object(data)
    if whole is not None:
        means = _validated(_MAP, {k: whole[k] for k in _MAP_KEYS if k in whole}, str(path))
        boxes = ((f"{path}: annotation {n}", one) for n, one in enumerate(whole["annotations"], 1))
        return PredictedPages(tuple(_of_coco(boxes, means, path)), digest, complete=True)
    if "image_id" in _first(data, path):
        means = _validated(_MAP, orjson.loads(extra), str(beside))
        found = json_records(io.BytesIO(data), str(path), line_bytes=MAX_BYTES)
        boxes = ((one.where, one.value) for one in found)
        return PredictedPages(tuple(_of_coco(boxes, means, beside)), digest, complete=True)
    return PredictedPages(tuple(_of_records(data, path)), digest, complete=False)


_MAP_KEYS = ("images", "categories", "seconds")


def _as_object(data: bytes) -> dict[str, Any] | None:
    """A COCO file with images and annotations; ``None`` for anything else."""
    if data.lstrip()[:1] != b"{":
        return None
    try:
        found = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None  # lines
    whole = isinstance(found, dict) and isinstance(found.get("annotations"), list)
    return found if whole and "images" in found else None


def _first(data: bytes, path: Path) -> Mapping[str, Any]:
    try:
        record = next(json_records(io.BytesIO(data), str(path), line_bytes=MAX_BYTES), None)
    except InputError:
        return {}  # who reads it says what is wrong
    return record.value if record is not None and isinstance(record.value, dict) else {}


def _of_coco(
    boxes: Iterator[tuple[str, Any]], means: _Map, map_file: Path
) -> Iterator[PredictedPage]:
    pages, names = means.pages(), means.names()
    for where, value in boxes:
        one = _validated(_COCO, value, where)
        category, image = str(one.category_id), str(one.image_id)
        if names and category not in names:
            raise InputError(f"{where}: category {category} is not in {map_file}; add it there")
        name = names.get(category, category)
        if name is None:
            continue
        label = _label(name, f"{where}: category {category}", map_file)
        page = pages.setdefault(image, PredictedPage(image, seconds=means.seconds_of(image)))
        page.boxes.append(PredictedBox(label, Box.from_xywh(*one.bbox), one.score, one.text))
    yield from pages.values()


def _of_records(data: bytes, path: Path) -> Iterator[PredictedPage]:
    for record in json_records(io.BytesIO(data), str(path), line_bytes=MAX_BYTES):
        one = _validated(_RECORD, record.value, record.where)
        boxes = [
            PredictedBox(_label(box.label, record.where, path), Box(*box.bbox), box.score, box.text)
            for box in one.boxes
        ]
        size = (one.width, one.height) if one.width and one.height else None
        yield PredictedPage(one.page, boxes, size, one.seconds)


def _without_boxes(image: _MapImage) -> PredictedPage:
    size = (image.width, image.height) if image.width and image.height else None
    return PredictedPage(image.file_name, [], size, image.seconds)


def _label(name: str, where: str, file: Path) -> str:
    plain = name.strip().lower().removesuffix("s")
    label = _ALSO.get(plain, plain)
    if label not in CLASSES:
        known = ", ".join(CLASSES)
        raise InputError(
            f"{where}: is '{name}', and classes are {known}; map it in {file.name}, to null to"
            " leave it out"
        )
    return label


def _validated(adapter: TypeAdapter[Any], value: Any, where: str) -> Any:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise InputError(f"{where}: {first_fault(error)}") from None
