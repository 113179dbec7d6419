"""Recomputing printed figures from other printed figures: what agrees within rounding, what not.

A figure agrees when what the others make it rounds to what is printed; one that only repeats
another must be the same to the last digit. Source: specification 2.2, 2.6, 3.6, 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from panelwise.analysis.published._published import (
    Doubt,
    PublishedCell,
    PublishedRow,
    PublishedTable,
    published_tables,
)
from panelwise.analysis.published._tasks import item_counts
from panelwise.analysis.published._twins import TWINS

PublishedTables = Mapping[str, PublishedTable]  # tables by id

_FLOAT_NOISE = 1e-9
_STRIPCIPHER_TASKS = ("prediction", "comprehension", "reorder_choice", "reorder_generation")


@dataclass(frozen=True, slots=True)
class Recomputation:
    """A printed figure beside the same figure worked out from others.

    Attributes:
        check: what is checked, the same words for all figures of one check.
        table: the id of the figure's table.
        row: the label of its row.
        column: its column.
        printed: the figure as printed.
        recomputed: what the other figures make it, in the same units.
        tolerance: how far the figure's rounding can move the two apart, in the same units.
        doubts: what is already known against the figure or the figures that make it.
        used: the ids of other tables whose figures make it.
    """

    check: str
    table: str
    row: str
    column: str
    printed: str
    recomputed: float
    tolerance: float
    doubts: tuple[Doubt, ...]
    used: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether rounding can explain the difference."""
        return abs(float(self.printed) - self.recomputed) <= self.tolerance + _FLOAT_NOISE


def recompute_published(
    tables: Iterable[PublishedTable] | None = None,
) -> tuple[Recomputation, ...]:
    """Every printed figure that other printed figures determine; disagreements stay in the list.

    Args:
        tables: all tables that :func:`published_tables` names, as carried or changed; the carried
            ones without.

    >>> [r.row for r in recompute_published() if r.column == "avg" and not r.agrees]
    []
    """
    book = {table.id: table for table in (published_tables() if tables is None else tables)}
    return (
        *_stripcipher_averages(book),
        *_stripcipher_frame_averages(book),
        *_chromic_overall(book),
        *_chromic_perspectives(book),
        *_comicvqa_averages(book),
        *_comicvqa_gaps(book),
        *_comicvqa_totals(book),
        *_printed_twice(book),
    )


def _stripcipher_averages(book: PublishedTables) -> Iterator[Recomputation]:
    table = book["stripcipher_t04_main"]
    check = "StripCipher Table 4: avg is the mean of four columns, failures as 0"
    for row in table.rows:
        yield _mean(check, table, row, "avg", [row[name] for name in _STRIPCIPHER_TASKS])


def _stripcipher_frame_averages(book: PublishedTables) -> Iterator[Recomputation]:
    table = book["stripcipher_t08_frame_counts"]
    check = "StripCipher Table 8: AVG is the mean of six models"
    *models, average = table.rows
    for column in table.columns[1:]:
        yield _mean(check, table, average, column, [row[column] for row in models])


def _chromic_overall(book: PublishedTables) -> Iterator[Recomputation]:
    table = book["chromic_t06_mcqa_by_style"]
    check = "CHROMIC Table 6: Overall is the mean over items (118, 231, 446)"
    for row in table.rows:
        yield _item_mean(check, table, row, "Overall", table, row, ("WC", "JC", "WCND"))


def _chromic_perspectives(book: PublishedTables) -> Iterator[Recomputation]:
    styles = book["chromic_t06_mcqa_by_style"]
    perspectives = book["chromic_t07_mcqa_by_perspective"]
    check = "CHROMIC Table 6: Overall is the mean over items of Table 7's perspectives"
    # The two tables list the same models in one order; Table 7 writes Gemma for Gemma-3.
    for row, parts in zip(styles.rows, perspectives.rows, strict=True):
        yield _item_mean(
            check, styles, row, "Overall", perspectives, parts, perspectives.columns[3:]
        )


def _comicvqa_averages(book: PublishedTables) -> Iterator[Recomputation]:
    for name, place in (("comicvqa_t3_two_panel", 3), ("comicvqa_t4_four_panel", 4)):
        table = book[name]
        check = f"ComicVQA Table {place}: the average is that of the three adjacent exchanges"
        (average,) = table.rows_where(comparison="average")
        parts = [row["accuracy"] for row in table.rows[:3]]
        yield _mean(check, table, average, "accuracy", parts)


def _comicvqa_gaps(book: PublishedTables) -> Iterator[Recomputation]:
    table = book["comicvqa_t6_vision_only"]
    (random,) = table.rows_where(approach="Random baseline")
    check = "ComicVQA Table 6: the gap is the accuracy less 25.0"
    for row in table.rows:
        if row["gap_to_random"].printed:
            gap = _number(row["accuracy"]) - _number(random["accuracy"])
            yield _compared(check, table, row, "gap_to_random", gap)


def _comicvqa_totals(book: PublishedTables) -> Iterator[Recomputation]:
    table = book["comicvqa_s33_splits"]
    *tasks, both = table.rows
    splits = ("train", "validation", "test")
    for row in table.rows:
        total = sum(_number(row[name]) for name in splits)
        yield _compared("ComicVQA 3.3: a task's splits add up", table, row, "total", total)
    for name in (*splits, "total"):
        total = sum(_number(row[name]) for row in tasks)
        yield _compared("ComicVQA 3.3: both tasks add up", table, both, name, total)


def _printed_twice(book: PublishedTables) -> Iterator[Recomputation]:
    for twin in TWINS:
        table, other = book[twin.table], book[twin.other]
        check = f"{table.paper} {table.place}: {twin.column} repeats {other.place}"
        for row in table.rows:
            own = {key: row[key].printed for key in twin.keys}
            wanted = own if twin.rows is None else twin.rows.get(tuple(own.values()))
            found = other.rows_where(**wanted) if wanted else ()
            if len(found) == 1 and row[twin.column].printed:
                value = _number(found[0][twin.other_column])
                compared = _compared(check, table, row, twin.column, value, rounded=False)
                yield replace(compared, used=(other.id,))


def _mean(
    check: str,
    table: PublishedTable,
    row: PublishedRow,
    column: str,
    cells: Sequence[PublishedCell],
) -> Recomputation:
    """The figure beside the plain mean of other cells; a cell without number counts as 0."""
    value = sum(cell.value or 0.0 for cell in cells) / len(cells)
    return _compared(check, table, row, column, value)


def _item_mean(
    check: str,
    table: PublishedTable,
    row: PublishedRow,
    column: str,
    parts_table: PublishedTable,
    parts: PublishedRow,
    columns: Sequence[str],
) -> Recomputation:
    """The figure beside the right answers of the parts over all items.

    A printed share of so few items stands for one count of right answers, the nearest; taking
    the shares themselves would add up their rounding.
    """
    counts = {name: item_counts()[parts_table.id, "*", name][0] for name in columns}
    right = sum(round(_number(parts[name]) * n) for name, n in counts.items())
    found = _compared(check, table, row, column, right / sum(counts.values()))
    known = [d for name in columns for d in parts[name].doubts if d.kind != "remark"]
    used = () if parts_table is table else (parts_table.id,)
    return replace(found, doubts=(*found.doubts, *dict.fromkeys(known)), used=used)


def _compared(
    check: str,
    table: PublishedTable,
    row: PublishedRow,
    column: str,
    value: float,
    *,
    rounded: bool = True,
) -> Recomputation:
    """A figure beside a value; two printings of one figure must not differ by rounding either."""
    cell = row[column]
    tolerance = cell.half_unit if rounded else 0.0
    return Recomputation(
        check, table.id, row.label, column, cell.printed, value, tolerance, cell.doubts
    )


def _number(cell: PublishedCell) -> float:
    """A cell's number; only cells that must have one are asked."""
    return float(cell.printed)
