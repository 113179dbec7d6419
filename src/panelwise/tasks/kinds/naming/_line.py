"""Lines of files of answers of the kind ``naming``."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import (
    Field,
    model_validator,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    DocumentLine,
    GoldShape,
    MarkLabel,
    NamedLine,
    as_mark,
    check_once,
)


class _MarkedLine(NamedLine):
    mark: MarkLabel

    @model_validator(mode="after")
    def _has_name(self) -> _MarkedLine:
        if not self.names:
            raise ValueError("names is empty; leave the line out where nobody knows one")
        return self


class NamingGold(GoldShape):
    """``{"lines": [{"mark", "names", "known"}]}``."""

    lines: Annotated[list[_MarkedLine], Field(min_length=1)]

    @model_validator(mode="after")
    def _has_marks(self) -> NamingGold:
        check_once(line.mark for line in self.lines)
        return self

    @property
    def n(self) -> int:
        return len(self.lines)

    def document(self) -> Document:
        return {"lines": [{"mark": one.mark, "text": None, **one.speaker()} for one in self.lines]}


class NamingLine(DocumentLine[NamingGold]):
    """Names of marked lines, and what was answered.

    >>> gold = {"lines": [{"mark": "t1", "name": "Anna"}]}
    >>> NamingLine(id="a", gold=gold, answer=[{"mark": "t1", "name": "Anna"}]).written()
    '{"T1": "Anna"}'
    """

    def written(self) -> str:
        """An object from marks to names; of a mark named twice the first name."""
        inner = self.answer
        if isinstance(inner, dict):
            inner = next((inner[key] for key in ("lines", "names") if key in inner), inner)
        if not isinstance(inner, list):
            return json.dumps(inner, ensure_ascii=False)
        names: dict[str, Any] = {}
        for entry in inner:
            if isinstance(entry, dict) and as_mark(entry.get("mark")):
                name = entry.get("name", entry.get("names"))
                name = name[0] if isinstance(name, list) and name else name
                names.setdefault(as_mark(entry["mark"]), name)
        return json.dumps(names, ensure_ascii=False)
