"""Names of speakers in gold of a file. Source: specification 6.5, 7.11; AMB-49."""

from __future__ import annotations

from pydantic import AliasChoices, Field

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents._gold_shapes import GoldShape, Names

STAND_INS = ("narrator", "unknown")  # as the tasks call speakers whom nobody knows by name


class NamedLine(GoldShape):
    """Who says a line."""

    names: Names = Field([], validation_alias=AliasChoices("names", "name"))
    known: bool | None = None

    def speaker(self) -> Document:
        """Names, and whether they are real ones."""
        real = any(name.strip().casefold() not in STAND_INS for name in self.names)
        return {"names": self.names, "known": real if self.known is None else self.known}
