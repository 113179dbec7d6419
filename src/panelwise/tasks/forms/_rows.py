"""Rows of words: a table that grows as somebody writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from panelwise.tasks.forms._fields import Field
from panelwise.tasks.forms._limits import LONGEST_TEXT, MOST_ROWS, FormValues, shown
from panelwise.wording import counted


@dataclass(frozen=True, slots=True)
class FormColumn:
    """A column of a table: any words, or one of the options."""

    name: str
    label: str
    options: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        options = None if self.options is None else list(self.options)
        return {"name": self.name, "label": self.label, "options": options}


@dataclass(frozen=True, slots=True)
class RowsField(Field):
    """Rows of a table; a list of objects that have a text for each column.

    Rows in which nothing was written are left out. In the others one of the options is chosen in
    each column that has options.

    Attributes:
        columns: in their order.
        least: how few rows there may be.
        most: how many.
        initial: the rows that are there at first.
    """

    type = "rows"
    columns: tuple[FormColumn, ...]
    least: int = 0
    most: int = MOST_ROWS
    initial: tuple[Mapping[str, str], ...] = ()

    def check(self, value: Any, values: FormValues) -> list[dict[str, str]]:
        del values
        keys = frozenset(column.name for column in self.columns)
        rows = [
            row
            for one in self.sequence(value, "rows", self.most)
            if any((row := self._row(self.entry(one, "row", keys))).values())
        ]
        if len(rows) < self.least:
            raise self.refused(counted(len(rows), "row"), f"fill in at least {self.least}")
        for number, row in enumerate(rows, 1):
            for column in self.columns:
                if column.options is not None and not row[column.name]:
                    raise self.refused(
                        f"row {number} has no {column.label.lower()}",
                        f"choose one of {', '.join(column.options)}, or delete the row",
                    )
        return rows

    def _row(self, value: dict[str, Any]) -> dict[str, str]:
        row: dict[str, str] = {}
        for column in self.columns:
            words = self.words(value.get(column.name, ""), column.label, LONGEST_TEXT).strip()
            if words and column.options is not None and words not in column.options:
                raise self.refused(
                    f"{column.label} {shown(words)}", f"choose one of {', '.join(column.options)}"
                )
            row[column.name] = words
        return row
