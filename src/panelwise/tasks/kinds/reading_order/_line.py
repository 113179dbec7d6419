"""Lines of files of answers of the kind ``reading_order``."""

from __future__ import annotations

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    CornerBox,
    DocumentLine,
    GoldShape,
    Size,
    entries_of,
    write_list,
)


class _PlacedText(GoldShape):
    box: CornerBox


class ReadingOrderGold(GoldShape):
    """``{"size", "texts": [{"box"}]}`` in reading order."""

    size: Size
    texts: list[_PlacedText]

    @property
    def n(self) -> int:
        return len(self.texts)

    def document(self) -> Document:
        return self.model_dump()


class ReadingOrderLine(DocumentLine[ReadingOrderGold]):
    """Texts in order, and what was found."""

    def written(self) -> str:
        """A list of boxes as they were given."""
        return write_list(entries_of(self.answer, "texts"))
