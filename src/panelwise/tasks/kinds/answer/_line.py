"""Lines of files of answers of the kind ``answer``."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated

from pydantic import (
    BeforeValidator,
    Field,
    RootModel,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds._lines import ReadLine
from panelwise.tasks.kinds.documents import DocumentLine, Words, listed


class AnswerGold(RootModel[Annotated[list[Words], BeforeValidator(listed), Field(min_length=1)]]):
    """The right answer, or several that are right."""

    @property
    def n(self) -> int:
        return 1

    def document(self) -> Document:
        return {"question": "", "answers": self.root}


class OpenLine(DocumentLine[AnswerGold]):
    """The right answer, and what was answered."""

    def read(self) -> ReadLine:
        """Words are read as a model's words, also where an object wraps them."""
        return replace(super().read(), structured=False)

    def written(self) -> str:
        """The words of an object, or else the whole of it."""
        content = self.answer.get("text") if isinstance(self.answer, dict) else None
        return content if isinstance(content, str) else json.dumps(self.answer, ensure_ascii=False)
