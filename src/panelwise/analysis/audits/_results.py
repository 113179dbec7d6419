"""The audit of anybody's results: a table whose first line names its columns.

Source: MS-25.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from panelwise.analysis.audits._counts import Attainment, always_attainable, attainment
from panelwise.errors import InputError, SettingError, UnsafeInputError
from panelwise.files import read_regular
from panelwise.registry import did_you_mean

MOST_BYTES = 20_000_000
MOST_CELLS = 200_000
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15})?", re.ASCII)
_NO_SCORE = frozenset({"", "*", "-", "–", "—", "n/a", "nan"})
_FLOAT_NOISE = 1e-9


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of results, every cell as written, without the ``%`` behind a number.

    Attributes:
        name: where it was read from.
        columns: the names of its columns.
        rows: its rows, each with its line in the file.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ColumnAudit:
    """One column under the integer-denominator test.

    Attributes:
        column: its name.
        can_fail: whether any share so printed could be impossible; if not, nothing is shown.
        figures: line, first cell of the row, and what became of the figure.
    """

    column: str
    can_fail: bool
    figures: tuple[tuple[int, str, Attainment], ...]


@dataclass(frozen=True, slots=True)
class MeanAudit:
    """One row whose cell should be the mean of others.

    Attributes:
        line: its line in the file.
        row: its first cell.
        printed: the mean as printed.
        mean: the mean of the parts, those without a score as 0.
        missing: parts without a score.
        agrees: whether rounding of all cells explains the difference; None where parts are missing.
    """

    line: int
    row: str
    printed: str
    mean: float
    missing: int
    agrees: bool | None


def read_results(path: str | Path) -> ResultTable:
    """A CSV table of results.

    Raises:
        InputError: one line that says what is wrong with the file, and where.
    """
    source = Path(path)
    try:
        text = read_regular(source, MOST_BYTES).decode("utf-8-sig")
    except UnsafeInputError:
        raise InputError(f"{source} is larger than 20 MB; give a table of results") from None
    except UnicodeDecodeError:
        raise InputError(
            f"{source} is not a CSV file in UTF-8; save the table as CSV, encoded in UTF-8"
        ) from None
    return parse_results(text, str(source))


def parse_results(text: str, name: str = "results") -> ResultTable:
    r"""As :func:`read_results`, for text at hand.

    >>> parse_results("model,score\nours,53.2%").rows
    ((2, ('ours', '53.2')),)
    """
    if re.match(r"\s*[\[{]\s*[\[{\"]", text):
        raise InputError(
            f"{name} looks like JSON, not CSV; give a CSV table whose first line names its columns"
        )
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        rows, count = [], 0
        for cells in reader:
            count += max(1, len(cells))
            if count > MOST_CELLS:
                why = f"the table has more than {MOST_CELLS} cells"
                raise InputError(f"{name}, line {reader.line_num}: {why}; audit a part of it")
            if cells:
                rows.append((reader.line_num, tuple(map(_plain, cells))))
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num} is not CSV ({error})") from None
    if len(rows) < 2:
        raise InputError(f"{name} has no rows; give a line of column names and rows below it")
    columns = rows[0][1]
    if len(columns) == 1 and (other := re.search("[;\t]", columns[0])):
        mark = {";": "semicolons", "\t": "tabs"}[other[0]]
        raise InputError(
            f"{name}, line 1: the cells seem to be separated by {mark}; save the table with commas"
            " between cells and points in decimals"
        )
    twice = Counter(columns).most_common(1)[0]
    if twice[1] > 1:
        raise InputError(f"{name}, line 1: names the column '{twice[0]}' twice; rename one")
    for line, row in rows:
        if len(row) != len(columns):
            why = f"{len(row)} cells under {len(columns)} column names"
            raise InputError(f"{name}, line {line}: {why}; every column needs one cell")
        if not all(cell.isprintable() for cell in row):
            raise InputError(f"{name}, line {line} holds a line break or a control character")
    return ResultTable(name, columns, tuple(rows[1:]))


def audit_shares(
    table: ResultTable, n: int, columns: Sequence[str] = (), *, percent: bool = True
) -> tuple[ColumnAudit, ...]:
    r"""Whether every share of some columns is k/n for a whole k, within its own rounding.

    Args:
        table: the results.
        n: the number of questions behind every share.
        columns: which columns; without, those of numbers with at least one decimal.
        percent: whether the shares are printed in percent; else from 0 to 1.

    Raises:
        InputError: a cell of a named column is no number; no column has decimals; a share from 0
            to 1 is above 1.
        SettingError: there is no such column; n is not above 0.

    >>> table = parse_results("model,score\nours,50.50\ntheirs,50.51")
    >>> [str(figure) for _, _, figure in audit_shares(table, 200)[0].figures]
    ['50.50 is 101/200', '50.51 is no k/200: nearest 101/200 = 50.500; possible on 198: 100/198']
    """
    if n < 1:
        raise SettingError(f"{n} questions; give the number of questions, above 0")
    found = []
    for column in columns or _columns_of_shares(table):
        scored = _scored(table, column)
        if not percent:
            _require_shares(table, column, scored)
        decimals = max((_decimals(cell) for _, _, cell in scored), default=0)
        figures = tuple((at, row, attainment(cell, n, percent=percent)) for at, row, cell in scored)
        found.append(
            ColumnAudit(column, not always_attainable(n, decimals, percent=percent), figures)
        )
    return tuple(found)


def _require_shares(
    table: ResultTable, column: str, scored: Sequence[tuple[int, str, str]]
) -> None:
    for line, _, cell in scored:
        if float(cell) > 1:
            raise InputError(
                f"{table.name}, line {line}, {column}: {cell} is no share from 0 to 1; leave out"
                " --shares to read percentages, or name the columns of shares with --columns"
            )


def audit_mean(table: ResultTable, parts: Sequence[str], whole: str) -> tuple[MeanAudit, ...]:
    r"""Whether a column is the plain mean of others, within the rounding of all.

    Raises:
        InputError: a cell of these columns is no number.
        SettingError: there is no such column, or fewer than two parts.

    >>> table = parse_results("model,a,b,avg\nours,10.0,20.0,15.0\ntheirs,10.0,20.0,16.0")
    >>> [row.agrees for row in audit_mean(table, ["a", "b"], "avg")]
    [True, False]
    """
    if len(parts) < 2 or whole in parts:
        raise SettingError(f"'{', '.join(parts)}': name two or more columns besides '{whole}'")
    cells = {
        name: {line: cell for line, _, cell in _scored(table, name)} for name in (*parts, whole)
    }
    found = []
    for line, row in table.rows:
        printed = cells[whole].get(line)
        if printed is None:
            continue
        scores = [cells[part][line] for part in parts if line in cells[part]]
        mean = sum(map(float, scores)) / len(parts)
        slack = sum(map(_half_unit, scores)) / len(parts) + _half_unit(printed)
        close = abs(mean - float(printed)) <= slack + _FLOAT_NOISE
        missing = len(parts) - len(scores)
        found.append(MeanAudit(line, row[0], printed, mean, missing, None if missing else close))
    return tuple(found)


def _plain(cell: str) -> str:
    text = cell.strip()
    bare = text.removesuffix("%").rstrip()
    return bare if _NUMBER.fullmatch(bare) else text


def _columns_of_shares(table: ResultTable) -> tuple[str, ...]:
    found = []
    for index, column in enumerate(table.columns):
        cells = [row[index] for _, row in table.rows]
        numbers = [cell for cell in cells if _NUMBER.fullmatch(cell)]
        rest = {cell.lower() for cell in cells if not _NUMBER.fullmatch(cell)}
        if any("." in cell for cell in numbers) and rest <= _NO_SCORE:
            found.append(column)
    if not found:
        numeric = [
            column
            for index, column in enumerate(table.columns)
            if any(_NUMBER.fullmatch(row[index]) for _, row in table.rows)
        ]
        raise InputError(
            f"{table.name}: no column holds numbers with decimals; name the columns of shares with"
            f" --columns (columns with numbers: {', '.join(numeric) or 'none'})"
        )
    return tuple(found)


def _scored(table: ResultTable, column: str) -> list[tuple[int, str, str]]:
    """Line, first cell and number of every row that has a score in the column."""
    if column not in table.columns:
        hint = did_you_mean(column, table.columns)
        raise SettingError(f"{table.name} has no column '{column}'; {hint}")
    index = table.columns.index(column)
    found = []
    for line, row in table.rows:
        if row[index].lower() in _NO_SCORE:
            continue
        if not _NUMBER.fullmatch(row[index]):
            why = f"'{row[index][:40]}' is not a number such as 53.2"
            raise InputError(f"{table.name}, line {line}, column '{column}': {why}")
        found.append((line, row[0], row[index]))
    return found


def _decimals(cell: str) -> int:
    return len(cell.partition(".")[2])


def _half_unit(cell: str) -> float:
    return 0.5 * 10.0 ** -_decimals(cell)
