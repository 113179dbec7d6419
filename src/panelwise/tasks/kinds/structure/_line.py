"""Lines of files of answers of the kind ``structure``."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import (
    BeforeValidator,
    Field,
    model_validator,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    CornerBox,
    DocumentLine,
    GoldShape,
    MarkLabel,
    Size,
    check_once,
    listed,
)


class _OrderedText(GoldShape):
    box: CornerBox
    speakers: Annotated[list[MarkLabel], BeforeValidator(listed)] = Field([])


class _Body(GoldShape):
    id: MarkLabel
    box: CornerBox
    person: MarkLabel | None = None


class StructureGold(GoldShape):
    """``{"size", "texts": [{"box", "speakers"}], "characters": [{"id", "box", "person"}]}``.

    The texts stand in reading order.
    """

    size: Size
    texts: list[_OrderedText]
    characters: list[_Body]

    @model_validator(mode="after")
    def _names_its_own(self) -> StructureGold:
        ids = [one.id for one in self.characters]
        check_once(ids)
        absent = {who for text in self.texts for who in text.speakers} - set(ids)
        if absent:
            raise ValueError(
                f"a text is said by '{min(absent)}', who is not a character of the page"
            )
        return self

    @property
    def n(self) -> int:
        return len(self.texts)

    def document(self) -> Document:
        return self.model_dump()


class StructureLine(DocumentLine[StructureGold]):
    """A page, and what was found."""

    def written(self) -> str:
        """The object as it was given."""
        return json.dumps(self.answer, ensure_ascii=False)
