"""Lines of files of answers of the kind ``detection``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import (
    Field,
    model_validator,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    CLASSES,
    CornerBox,
    DocumentLine,
    GoldShape,
    Size,
    entries_of,
    write_list,
)

BoxClass = Literal["panel", "character", "text", "face"]


class _LabelledBox(GoldShape):
    label: BoxClass = Field(alias="class")
    box: CornerBox


class DetectionGold(GoldShape):
    """``{"size", "boxes": [{"class", "box"}], "classes"}``.

    ``classes`` are those that were asked for; without, all that occur in the file: a box of a
    class that a page does not have is then an invented one.
    """

    size: Size
    boxes: list[_LabelledBox]
    classes: list[BoxClass] | None = None

    @model_validator(mode="after")
    def _asked_for(self) -> DetectionGold:
        other = {box.label for box in self.boxes} - set(self.classes or CLASSES)
        if other:
            raise ValueError(
                f"boxes have the class {', '.join(sorted(other))}, which classes does not list"
            )
        return self

    @property
    def n(self) -> int:
        return len(self.boxes)

    def document(self) -> Document:
        boxes = [{"class": box.label, "box": box.box} for box in self.boxes]
        return {"size": self.size, "classes": self.classes or [], "boxes": boxes}


class DetectionLine(DocumentLine[DetectionGold]):
    """Boxes with classes, and what was found."""

    @classmethod
    def complete(cls, lines: Sequence[Self]) -> None:
        """Where a page does not say which classes were asked for: all that occur on any page."""
        occur = {box.label for line in lines for box in line.gold.boxes}
        for line in lines:
            if line.gold.classes is None:
                line.gold.classes = [label for label in CLASSES if label in occur]

    def written(self) -> str:
        """A list of boxes as they were given."""
        return write_list(entries_of(self.answer, "boxes"))
