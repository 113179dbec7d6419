"""Which books to annotate, from a table of who appears where (CoMix's "Pow").

Source: CX-4; AMB-46. The score grows with the length of a series, so that long ones
fill the list (the paper's Figure 7); a cap on the books of one series is the remedy.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from panelwise.errors import InputError, SettingError
from panelwise.files import text_lines
from panelwise.metrics import pow_scores, select_books

_COLUMNS = ("book", "character")


@dataclass(frozen=True, slots=True)
class ChosenBook:
    """A book that was chosen, its series (if it has one), its characters and its score."""

    book: str
    series: str | None
    characters: int
    score: float


@dataclass(slots=True)
class _Casts:
    """Who appears in a book, and the series of books that have one."""

    characters: dict[str, set[str]] = field(default_factory=dict)
    series: dict[str, str] = field(default_factory=dict)


def choose_books(
    table: str | Path,
    top: int,
    *,
    compare: Literal["id", "set"] = "id",
    max_per_series: int | None = None,
) -> list[ChosenBook]:
    """The books whose characters appear in the most other books, best first.

    Args:
        table: CSV with the columns ``book`` and ``character``, a row for each character of a book
            (an empty one for a book without), and, if there are series, ``series``.
        top: most books.
        compare: what another book is: one of another ``id``, or as the paper printed it one with
            another ``set`` of characters.
        max_per_series: most books of one series.

    Raises:
        InputError: one line: the file, the line, and what is wrong there.
        SettingError: for a number below 1, or an unknown ``compare``.
    """
    if compare not in ("id", "set"):
        raise SettingError(f"compare={compare}: must be id or set")
    for name, number in (("top", top), ("max_per_series", max_per_series)):
        if number is not None and number < 1:
            raise SettingError(f"{name}={number}: must be at least 1")
    casts = _read(Path(table))
    scores = pow_scores(casts.characters, compare=compare)
    return [
        ChosenBook(book, casts.series.get(book), len(casts.characters[book]), scores[book])
        for book in select_books(scores, casts.series, top, max_per_series)
    ]


def _read(path: Path) -> _Casts:
    casts = _Casts()
    rows = csv.DictReader(text_lines(path), strict=True)
    try:
        if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or ())]:
            raise InputError(
                f"{path} lacks {', '.join(missing)}; it needs the columns book, character"
                " (series is optional)"
            )
        for row in rows:
            _add(row, casts, f"{path}, line {rows.line_num}")
    except csv.Error as error:
        raise InputError(
            f"{path}, line {rows.reader.line_num} is not CSV ({error}); give a CSV table with the"
            " columns book, character (series is optional)"
        ) from None
    if not casts.characters:
        raise InputError(f"{path} has no books; give a row for each character of a book")
    return casts


def _add(row: Mapping[str | None, Any], casts: _Casts, where: str) -> None:
    if None in row:
        raise InputError(f"{where} has more cells than there are columns; quote those with commas")
    book, character, series = (
        (row.get(name) or "").strip() for name in ("book", "character", "series")
    )
    if not book:
        raise InputError(f"{where}: names no book")
    known = casts.series.setdefault(book, series) if series else casts.series.get(book, "")
    if series and known != series:
        raise InputError(f"{where}: '{book}' is of series '{series}' here, '{known}' before")
    cast = casts.characters.setdefault(book, set())
    if character:
        cast.add(character)
