"""Lines of files of answers of the kind ``dialogue``."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    Field,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    DocumentLine,
    GoldShape,
    NamedLine,
    Words,
    entries_of,
    write_list,
)


class _SpokenLine(NamedLine):
    text: Words


class DialogueGold(GoldShape):
    """``{"lines": [{"name" or "names", "text", "known"}]}`` in reading order."""

    lines: Annotated[list[_SpokenLine], Field(min_length=1)]

    @property
    def n(self) -> int:
        return len(self.lines)

    def document(self) -> Document:
        return {
            "lines": [
                {"mark": f"T{k}", "text": line.text, **line.speaker()}
                for k, line in enumerate(self.lines, 1)
            ]
        }


class DialogueLine(DocumentLine[DialogueGold]):
    """A transcript, and what was answered."""

    def written(self) -> str:
        """A list of lines as they were given."""
        return write_list(entries_of(self.answer, "lines"))
