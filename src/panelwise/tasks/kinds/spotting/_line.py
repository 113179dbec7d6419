"""Lines of files of answers of the kind ``spotting``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import (
    Field,
    model_validator,
)

from panelwise.geometry import Point, polygon_box
from panelwise.metrics import usable_shape
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    BOX_KEYS,
    CornerBox,
    DocumentLine,
    GoldOutline,
    GoldShape,
    Size,
    as_number,
    entries_of,
    first_of,
    write_list,
)
from panelwise.tasks.kinds.spotting._keys import TEXT_KEYS

TextClass = Literal["dialogue", "narration", "onomatopoeia", "scene_text", "other"]


class _Text(GoldShape):
    text: str | None
    box: CornerBox | None = None
    polygon: GoldOutline | None = None
    label: TextClass = Field("other", alias="class")

    @model_validator(mode="after")
    def _has_place(self) -> _Text:
        if self.box is None and self.polygon is None:
            raise ValueError("a text needs a box or a polygon")
        return self

    def document(self) -> Document:
        found: Document = {"box": self.box, "text": self.text, "class": self.label}
        if self.polygon is not None:
            corners: list[Point] = [(x, y) for x, y in self.polygon]
            found |= {"polygon": self.polygon, "box": self.box or [*polygon_box(corners)]}
        return found


class SpottingGold(GoldShape):
    """``{"size", "texts": [{"box" or "polygon", "text", "class"}]}``; text ``null``: unreadable."""

    size: Size
    texts: list[_Text]

    @property
    def n(self) -> int:
        return len(self.texts)

    def document(self) -> Document:
        return {"size": self.size, "texts": [text.document() for text in self.texts]}


class SpottingLine(DocumentLine[SpottingGold]):
    """Texts with places, and what was found."""

    def written(self) -> str:
        """In the very shape that the released patterns read, too (MV-11)."""
        return write_list(_region(entry) for entry in entries_of(self.answer, "texts"))


def _region(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    box = first_of(entry, BOX_KEYS) or _bounds(entry.get("polygon"))
    text = first_of(entry, TEXT_KEYS)
    if box is None or text is None:
        return entry
    if isinstance(box, list):  # 10.0 is 10, as whole numbers are all the released patterns know
        box = [int(v) if isinstance(v, float) and v.is_integer() else v for v in box]
    return {"bbox_2d": box, "text_content": text}


def _bounds(polygon: Any) -> list[float] | None:
    """The box around a polygon that has an area."""
    if not isinstance(polygon, list) or not all(_is_corner(corner) for corner in polygon):
        return None
    if usable_shape(tuple((x, y) for x, y in polygon)) is None:
        return None
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return [min(xs), min(ys), max(xs), max(ys)]


def _is_corner(corner: Any) -> bool:
    return isinstance(corner, list) and len(corner) == 2 and None not in map(as_number, corner)
