"""A paper's table with measured scores, as text, Markdown, LaTeX, CSV and JSON.

The table keeps the paper's layout, so a cell has room for a score alone; a second table has a line
for every measured cell: interval, n, chance, and the difference from the printed score.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from panelwise.analysis import (
    ConditionFigure,
    ConditionSeries,
    Estimate,
    MeasuredCell,
    PairedTest,
    PaperCell,
    PaperTable,
    PublishedCell,
    model_labels,
)
from panelwise.outputs import write_file
from panelwise.report._condition_chart import condition_svg
from panelwise.report._formats import (
    csv_text,
    latex_table,
    latex_text,
    markdown_table,
    markdown_text,
    summary_json,
)
from panelwise.report._words import MISSING, p_value
from panelwise.wording import PAGE, Numerals

FAILED = "*"  # as StripCipher prints it
MEASURED = "measured"
_MEASURED = ("Model", "Column", "Measured", "95 % interval", "n", "Chance", "Coverage")
_PRINTED = ("Printed", "Printed n", "Difference", "95 % interval of it")
CELL_COLUMNS = (
    *("model", "column", "value", "low", "high", "interval", "n", "chance", "coverage", "failed"),
    *("printed", "printed_n", "difference", "difference_low", "difference_high", "note"),
)


def layout_rows(table: PaperTable, style: Numerals = PAGE) -> list[list[str]]:
    """The table's rows as texts, in the paper's layout and with its number of decimals."""
    return [[cell_text(cell, style) for cell in row.cells] for row in table.rows]


def layout_headings(table: PaperTable) -> list[str]:
    """The table's headings in the paper's words."""
    return [column.heading for column in table.columns]


def cell_text(cell: PaperCell, style: Numerals = PAGE) -> str:
    """A cell as the paper would print it; a printed one as printed."""
    if cell is None:
        return style.missing
    if isinstance(cell, str):
        return cell
    if isinstance(cell, PublishedCell):
        return cell.printed or style.missing
    if cell.failed:
        return FAILED
    return style.figure(_scaled(cell.score.value, cell), cell.digits)


def measured_table(
    table: PaperTable, style: Numerals = PAGE
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Headings, and a line for every measured cell: interval, n, chance.

    Where the paper prints one of the models, also what it prints and the difference.
    """
    called = model_labels(cell.model for cell in table.measured)
    rows = [[called[cell.model], *_measured_row(cell, style)] for cell in table.measured]
    if any(cell.printed is not None for cell in table.measured):
        return (*_MEASURED, *_PRINTED), rows
    return _MEASURED, [row[: len(_MEASURED)] for row in rows]


def _measured_row(cell: MeasuredCell, style: Numerals) -> list[str]:
    score, difference = cell.score, cell.difference
    gap = difference.value if difference is not None else None
    sign = "+" if gap is not None and gap > 0 else ""
    return [
        cell.column,
        cell_text(cell, style),
        _interval(score, cell, style),
        str(score.n),
        style.figure(_scaled(score.chance, cell), cell.digits),
        style.missing if cell.coverage is None else f"{cell.coverage:.0%}",
        style.missing if cell.printed is None else cell.printed.printed,
        style.missing if cell.printed_n is None else str(cell.printed_n),
        sign + style.figure(_scaled(gap, cell), cell.digits),
        style.missing if difference is None else _interval(difference, cell, style),
    ]


def _interval(estimate: Estimate, cell: MeasuredCell, style: Numerals) -> str:
    ends = [_scaled(end, cell) for end in (estimate.low, estimate.high)]
    if None in ends:
        return style.missing
    return f"[{', '.join(style.figure(end, cell.digits) for end in ends)}]"


def _scaled(value: float | None, cell: MeasuredCell) -> float | None:
    return value * 100 if value is not None and cell.percent else value


def cell_notes(table: PaperTable) -> list[str]:
    """Why cells are empty, a line for each reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for cell in table.measured:
        if cell.note:
            found.setdefault((cell.model, cell.note), []).append(cell.column)
    called = model_labels(model for model, _ in found)
    return [
        f"{called[model]}, {', '.join(columns)}: {note}" for (model, note), columns in found.items()
    ]


def paired_lines(figures: Sequence[ConditionFigure]) -> list[str]:
    """The paired differences between conditions, a line each."""
    lines = []
    called = model_labels(one.name for figure in figures for one in figure.series)
    named = [(one.name, test.first, test.second) for one, test in _tested(figures)]
    for figure in figures:
        about = f"{figure.title}: " if len(set(named)) < len(named) else ""
        for one in figure.series:
            for test in one.tests:
                gap = test.difference
                lines.append(
                    f"{about}{called[one.name]}: {test.first} minus {test.second}:"
                    f" {_signed(gap.value)} {PAGE.interval(gap.low, gap.high)},"
                    f" p = {p_value(test.p)}, p (Holm) = {p_value(test.p_holm)}, {test.n} items"
                )
            if figure.paired:
                lines += [f"{about}{called[one.name]}: {line}" for line in _untested(one)]
    return lines


def _untested(series: ConditionSeries) -> list[str]:
    """Conditions that were not compared with the first one since one of the two has no score."""
    base, *others = series.points
    tested = {test.first for test in series.tests}
    lines = []
    for point in others:
        empty = next((one for one in (base, point) if one.score.value is None), None)
        if empty is not None and point.label not in tested:
            about = f"{point.label} minus {base.label}"
            lines.append(f"{about}: {MISSING}, p = {MISSING}: {empty.label} has no score")
    return lines


def _tested(figures: Sequence[ConditionFigure]) -> list[tuple[ConditionSeries, PairedTest]]:
    return [(one, test) for figure in figures for one in figure.series for test in one.tests]


def _signed(value: float | None) -> str:
    return ("+" if value is not None and value > 0 else "") + PAGE.figure(value)


def table_heading(table: PaperTable) -> str:
    """Which experiment, which table of which paper."""
    where = f" ({table.paper}, {table.place})" if table.place else f" ({table.paper})"
    return f"{table.experiment}: {table.title}{where}"


def paper_markdown(table: PaperTable, figures: Sequence[ConditionFigure] = ()) -> str:
    """The table, the measured cells and the notes."""
    blocks = [f"## {markdown_text(table_heading(table))}\n"]
    blocks.append(markdown_table(layout_headings(table), _marked(table)))
    if table.measured:
        blocks += ["### Measured\n", markdown_table(*measured_table(table))]
    notes = [*table.notes, *cell_notes(table), *paired_lines(figures)]
    blocks.append("".join(f"- {markdown_text(note)}\n" for note in notes))
    return "\n".join(blocks)


def _marked(table: PaperTable) -> list[list[str]]:
    """Rows in which it can be seen which were measured."""
    return [
        [f"{text[0]} ({MEASURED})", *text[1:]] if row.measured else text
        for row, text in zip(table.rows, layout_rows(table), strict=True)
    ]


def paper_latex(table: PaperTable, figures: Sequence[ConditionFigure] = ()) -> str:
    """The same for ``booktabs``, with a rule between printed and measured rows."""
    rows = [_marked(table)[k] for k, row in enumerate(table.rows) if not row.measured]
    ours = [_marked(table)[k] for k, row in enumerate(table.rows) if row.measured]
    notes = [*table.notes, *cell_notes(table), *paired_lines(figures)]
    title = latex_text(table_heading(table))
    blocks = ["% Needs \\usepackage{booktabs}, and LuaLaTeX or XeLaTeX where names are not Latin\n"]
    blocks.append(
        latex_table(
            layout_headings(table), rows, title, [latex_text(note) for note in notes], more=ours
        )
    )
    if table.measured:
        blocks.append(latex_table(*measured_table(table), f"{title}, measured", []))
    return "\n".join(blocks)


def layout_csv(table: PaperTable) -> str:
    """The table in the paper's layout, under the names of the published table's columns."""
    keys = ["source", *(column.key for column in table.columns)]
    lines = [
        dict(
            zip(
                keys,
                [MEASURED if row.measured else "published", *map(_plain, row.cells)],
                strict=True,
            )
        )
        for row in table.rows
    ]
    return csv_text(lines, keys)


def _plain(cell: PaperCell) -> str:
    """A cell as a number that programs can read; empty where there is none."""
    if isinstance(cell, MeasuredCell):
        value = _scaled(cell.score.value, cell)
        return FAILED if cell.failed else "" if value is None else f"{value:.{cell.digits}f}"
    if isinstance(cell, PublishedCell):
        return cell.printed
    return cell or ""


def cells_csv(table: PaperTable) -> str:
    """One line per measured cell, in the metric's own unit."""
    return csv_text([_cell_line(cell) for cell in table.measured], CELL_COLUMNS)


def _cell_line(cell: MeasuredCell) -> dict[str, Any]:
    gap = cell.difference
    return {
        "model": cell.model,
        "column": cell.column,
        "value": cell.score.value,
        "low": cell.score.low,
        "high": cell.score.high,
        "interval": cell.score.method,
        "n": cell.score.n,
        "chance": cell.score.chance,
        "coverage": cell.coverage,
        "failed": cell.failed,
        "printed": cell.printed.printed if cell.printed else None,
        "printed_n": cell.printed_n,
        "difference": gap.value if gap else None,
        "difference_low": gap.low if gap else None,
        "difference_high": gap.high if gap else None,
        "note": cell.note,
    }


def paper_json(table: PaperTable, figures: Sequence[ConditionFigure] = ()) -> str:
    """Everything, for programs."""
    return summary_json(
        {**dataclasses.asdict(table), "figures": [dataclasses.asdict(one) for one in figures]}
    )


def write_paper_table(
    table: PaperTable, figures: Sequence[ConditionFigure], folder: Path
) -> tuple[Path, ...]:
    """Write the table in every form, and its figures as SVG, into a folder.

    Raises:
        InputError: where it cannot be written.
    """
    texts = {
        "table.md": paper_markdown(table, figures),
        "table.tex": paper_latex(table, figures),
        "table.csv": layout_csv(table),
        "cells.csv": cells_csv(table),
        "table.json": paper_json(table, figures),
    }
    for number, figure in enumerate(figures, 1):
        texts[f"figure{'' if len(figures) == 1 else f'-{number}'}.svg"] = condition_svg(figure)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_file(folder / name, text.encode())
    return tuple(folder / name for name in texts)
