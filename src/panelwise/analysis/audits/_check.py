"""What an audit consists of: checks, each a sentence that must hold, and what became of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from panelwise.analysis.audits._counts import attainment
from panelwise.analysis.published import PublishedCell, PublishedRow, PublishedTables, item_counts

Verdict = Literal["agrees", "disagrees", "cannot be checked"]
FLOAT_NOISE = 1e-9
_REACH = 10  # how many questions may be missing before another count is no explanation


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """What became of one check.

    Attributes:
        id: the check's name, the paper first.
        claim: the sentence that must hold if the paper is right.
        verdict: whether the tables bear it out.
        evidence: the numbers, or why it cannot be checked, line by line.
        reference: where it is discussed (AMB-11, specification 9).
        tables: the ids of the tables that it looks at.
    """

    id: str
    claim: str
    verdict: Verdict
    evidence: tuple[str, ...]
    reference: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a claim holds, and the numbers that say so."""

    holds: bool
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and how to judge it from the tables; ``judge`` is the reason where none can."""

    id: str
    claim: str
    reference: str
    tables: tuple[str, ...]
    judge: Callable[[PublishedTables], Judgement] | str

    def finding(self, book: PublishedTables) -> AuditFinding:
        """Judge the claim."""
        verdict: Verdict = "cannot be checked"
        if isinstance(self.judge, str):
            evidence: tuple[str, ...] = (self.judge,)
        else:
            judged = self.judge(book)
            verdict, evidence = ("agrees" if judged.holds else "disagrees"), judged.evidence
        return AuditFinding(self.id, self.claim, verdict, evidence, self.reference, self.tables)


def said(holds: bool, *evidence: str) -> Judgement:
    """A judgement on a line or two of evidence."""
    return Judgement(holds, evidence)


def against(exceptions: Sequence[str], otherwise: str) -> Judgement:
    """A claim without exceptions holds; ``otherwise`` is its evidence then."""
    return Judgement(not exceptions, tuple(exceptions) or (otherwise,))


def row(book: PublishedTables, table: str, **cells: str) -> PublishedRow:
    """The one row whose named cells read as given."""
    (found,) = book[table].rows_where(**cells)
    return found


def number(cell: PublishedCell) -> float:
    """A cell's number, a K for thousands taken off."""
    return float(cell.printed.removesuffix("K"))


def count(book: PublishedTables, table: str, column: str, **cells: str) -> int:
    """A cell that counts."""
    return int(number(row(book, table, **cells)[column]))


def name_of(found: PublishedRow) -> str:
    """A row by the model it is of, or by its first cell, and by its size."""
    first = next(iter(found.cells))
    key = next((key for key in ("model", "method", "approach") if key in found.cells), first)
    parts = [found[key].printed]
    parts += [found[size].printed for size in ("size", "params", "row") if size in found.cells]
    return " ".join(part for part in parts if part)


def sums(
    table: str,
    total: str,
    parts: Sequence[str],
    *,
    rows: Sequence[str] = (),
    half_unit: float = 0.0,
) -> Callable[[PublishedTables], Judgement]:
    """In each row (of those that begin so) the parts add up to the total.

    Args:
        table: the table's id.
        total: the column of the total.
        parts: the columns that are added.
        rows: the first cells of the rows; all rows without.
        half_unit: how far rounding moved each figure; 0 for exact counts.
    """

    def judge(book: PublishedTables) -> Judgement:
        exceptions, detail = [], []
        for found in book[table].rows:
            if rows and next(iter(found.cells.values())).printed not in rows:
                continue
            printed = [found[part].printed for part in parts]
            added = sum(number(found[part]) for part in parts)
            line = f"{name_of(found)}: {' + '.join(printed)} = {added:g}, "
            line += f"printed {found[total].printed}"
            detail.append(line)
            if abs(added - number(found[total])) > half_unit * (len(parts) + 1) + FLOAT_NOISE:
                exceptions.append(line)
        return against(exceptions, "; ".join(detail))

    return judge


def possible(
    table: str,
    columns: Sequence[str],
    n: int | None = None,
    *,
    percent: bool = True,
    without: Sequence[str] = (),
) -> Callable[[PublishedTables], Judgement]:
    """Every figure of the columns is k of the questions that it stands on.

    The numbers of questions are ``n``, or those of ``item_counts.csv``. ``without`` names the
    first cells of rows that are no shares of questions.
    """

    def judge(book: PublishedTables) -> Judgement:
        found = [
            (one, column, asked)
            for one in book[table].rows
            if next(iter(one.cells.values())).printed not in without
            for column in columns
            if (asked := n or _questions(table, one, column)) and one[column].value is not None
        ]
        return attainable(found, percent=percent)

    return judge


def attainable(
    figures: Sequence[tuple[PublishedRow, str, int]], *, percent: bool = True
) -> Judgement:
    """Each cell (row, column) is k of n."""
    assert figures, "a test of nothing cannot fail"
    exceptions = []
    for found, column, n in figures:
        tested = attainment(found[column].printed, n, percent=percent, reach=_REACH)
        if not tested.possible:
            exceptions.append(f"{name_of(found)}, {column}: {tested}")
    return against(exceptions, f"all {len(figures)} figures are possible")


def _questions(table: str, found: PublishedRow, column: str) -> int | None:
    counts = item_counts()
    n = counts.get((table, found.label, column)) or counts.get((table, "*", column))
    return n[0] if n else None


def strays(values: Sequence[tuple[str, float]], tolerance: float) -> set[str]:
    """Whose value lies farther than a tolerance from the median of all."""
    middle = median(value for _, value in values)
    return {who for who, value in values if abs(value - middle) > tolerance}


def one_level(
    values: Sequence[tuple[str, float]], tolerance: float, unit: str, digits: int = 2
) -> Judgement:
    """All values lie within a tolerance of their median: one quantity stands behind all rows."""
    off = strays(values, tolerance)
    far = [f"{who}: {value:.{digits}f}" for who, value in values if who in off]
    near = [value for who, value in values if who not in off]
    span = f"{min(near):.{digits}f} to {max(near):.{digits}f} {unit}" if near else "none alike"
    if far:
        return said(False, f"{len(near)} of {len(values)} rows imply {span}", *far)
    return said(True, f"all {len(values)} rows imply {span}")
