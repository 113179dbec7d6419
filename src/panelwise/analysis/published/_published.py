"""The papers' printed tables as data: every cell as printed, with the doubts that hang on it.

The figures are the papers' own and are carried with attribution (``published/README.md``). A cell
that is wrong keeps its printed value; known problems are listed next to it.
Source: specification 2, 3, 5, 9.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from panelwise.errors import UnknownNameError
from panelwise.registry import unknown_name

DoubtKind = Literal["wrong", "doubtful", "remark"]
_KINDS: dict[str, DoubtKind] = {kind: kind for kind in get_args(DoubtKind)}
_MARKS = ("bold_cells", "underlined")  # columns that say which cells the paper sets off


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against a printed value, or must be known to read it.

    Attributes:
        kind: ``wrong``: it cannot be right as printed; ``doubtful``: it disagrees with another
            figure or fits no number of items, and which side errs is open; ``remark``: nothing
            is amiss, but the value is misread without it.
        text: the evidence, in one line.
    """

    kind: DoubtKind
    text: str


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """One cell of a printed table.

    Attributes:
        printed: its text, as printed; empty where the table has nothing.
        marked: whether the paper sets it in bold or underlines it.
        doubts: what hangs on it.
    """

    printed: str
    marked: bool = False
    doubts: tuple[Doubt, ...] = ()

    @property
    def value(self) -> float | None:
        """The number, in the table's own units; None for words, blanks and StripCipher's ``*``.

        >>> PublishedCell("0.517").value, PublishedCell("*").value
        (0.517, None)
        """
        try:
            return float(self.printed)
        except ValueError:
            return None

    @property
    def half_unit(self) -> float:
        """Half a unit of the last printed digit: how far rounding may have moved the value."""
        return 0.5 * 10.0 ** -len(self.printed.partition(".")[2])


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row: its label, which is its first three cells, and its cells by column."""

    label: str
    cells: Mapping[str, PublishedCell]

    def __getitem__(self, column: str) -> PublishedCell:
        return self.cells[column]


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A printed table.

    Attributes:
        id: its name here.
        paper: whose table it is.
        place: where it stands in the paper ("Table 6").
        caption: what it shows.
        units: what its numbers are.
        columns: the names of its columns, in order.
        rows: its rows, in order.
    """

    id: str
    paper: str
    place: str
    caption: str
    units: str
    columns: tuple[str, ...]
    rows: tuple[PublishedRow, ...]

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Every doubt of the table once, in the order in which its cells raise them."""
        return tuple(
            dict.fromkeys(
                doubt
                for row in self.rows
                for column in self.columns
                for doubt in row[column].doubts
            )
        )

    def rows_where(self, **cells: str) -> tuple[PublishedRow, ...]:
        """The rows whose named cells read as given.

        >>> table = published_table("stripcipher_t04_main")
        >>> [row["avg"].printed for row in table.rows_where(model="Qwen2.5VL")]
        ['34.77', '40.06']
        """
        return tuple(
            row
            for row in self.rows
            if all(row[column].printed == text for column, text in cells.items())
        )


@cache
def published_tables() -> tuple[PublishedTable, ...]:
    """Every printed table that is carried here, paper by paper."""
    return tuple(_load(entry) for entry in read_data("tables.csv"))


def published_table(name: str) -> PublishedTable:
    """One printed table, by its id or the short form that names its place ("chromic.t6").

    Raises:
        UnknownNameError: there is no table of this name.

    >>> published_table("chromic_t06_mcqa_by_style").rows[0]["Overall"].printed
    '0.507'
    """
    known = {table.id: table for table in published_tables()}
    plain = _plain(name)
    found = [table for key, table in known.items() if f"{_plain(key)}_".startswith(f"{plain}_")]
    if len(found) != 1:
        line = unknown_name("published table", name, known, "panelwise published")
        raise UnknownNameError(line)
    return found[0]


def _plain(name: str) -> str:
    """A table's name without case, with "_" for ".", without zeros before a table's number."""
    return re.sub(r"_([a-z])0+(?=\d)", r"_\1", name.lower().replace(".", "_"))


def read_data(name: str) -> list[dict[str, str]]:
    """The rows of a data file of ``published/``, by column name."""
    text = files("panelwise.analysis").joinpath("published", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _load(entry: Mapping[str, str]) -> PublishedTable:
    raw = read_data(f"tables/{entry['id']}.csv")
    columns = tuple(name for name in raw[0] if name not in _MARKS)
    doubts = _doubts_by_cell().get(entry["id"], {})
    rows = []
    for cells in raw:
        label = " | ".join(list(cells.values())[:3])
        marked = {name for mark in _MARKS for name in cells.get(mark, "").split(";")}
        rows.append(
            PublishedRow(
                label,
                {
                    name: PublishedCell(
                        cells[name],
                        name in marked,
                        (*doubts.get(("*", name), ()), *doubts.get((label, name), ())),
                    )
                    for name in columns
                },
            )
        )
    about = {name: entry[name] for name in ("id", "paper", "place", "caption", "units")}
    return PublishedTable(**about, columns=columns, rows=tuple(rows))


@cache
def _doubts_by_cell() -> dict[str, dict[tuple[str, str], tuple[Doubt, ...]]]:
    """Table → (row's label or ``*`` for all rows, column) → doubts."""
    found: dict[str, dict[tuple[str, str], tuple[Doubt, ...]]] = {}
    for line in read_data("doubts.csv"):
        cells = found.setdefault(line["table"], {})
        doubt = Doubt(_KINDS[line["kind"]], line["doubt"])
        for column in line["columns"].split(";"):
            key = (line["row"], column)
            cells[key] = (*cells.get(key, ()), doubt)
    return found
