"""CoMix's Table 8 of screenings: shares of panels by class, from a model and after people's check.

Source: CX-8, CX-T8; AMB-52.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.analysis import (
    Estimate,
    MeasuredCell,
    PaperColumn,
    PaperRow,
    PaperTable,
    PublishedRow,
    Score,
    difference_from_printed,
    published_table,
    summarise_screening,
)
from panelwise.errors import SettingError
from panelwise.evaluation import (
    Screening,
    check_file,
    only_screened,
    read_classes,
    read_screening,
)
from panelwise.experiments._fill import OTHER_ITEMS, paper_table
from panelwise.experiments._plan import Experiment

NOT_CHECKED = "nobody has checked a panel; fill in {file}"


@dataclass(frozen=True, slots=True)
class _Shares:
    """The shares of one column of one screening: class → share, or why there are none."""

    column: str
    heading: str
    of_class: Mapping[int, Estimate]
    note: str


def screened_table(plan: Experiment, files: Sequence[Path]) -> PaperTable:
    """The paper's table with two columns for every screening file: by the model, after the check.

    People's classes come from ``NAME-check.jsonl`` next to ``NAME.jsonl``. A panel that was not
    checked keeps the model's class.

    Args:
        plan: CX-T8.
        files: what ``panelwise screen --out`` wrote.

    Raises:
        InputError: for a file that cannot be read.
        SettingError: for two files of one name.
    """
    names = [path.stem for path in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SettingError(f"--screened: two files are called {twice}; rename one")
    table = paper_table(plan, [])
    rows: list[PaperRow] = [*table.rows]
    columns = [*table.columns]
    for path in files:
        for shares in _both(read_screening(path), path):
            key = f"{path.stem} {shares.column}"
            columns.append(PaperColumn(key, f"{path.stem}: {shares.heading}", "measured"))
            printed = published_table(plan.table).rows
            rows = [
                replace(row, cells=(*row.cells, _cell(path.stem, shares, of_class)))
                for row, of_class in zip(rows, printed, strict=True)
            ]
    notes = (*table.notes, OTHER_ITEMS)
    return replace(table, columns=tuple(columns), rows=tuple(rows), notes=notes)


def _both(screening: Screening, path: Path) -> tuple[_Shares, _Shares]:
    """Shares by the model's classes, and with people's in their place."""
    by_model = _Shares("auto_pct", "Auto", _by_class(screening), "")
    file = check_file(path)
    checked = only_screened(read_classes(file), screening) if file.exists() else {}
    column, heading = "after_manual_pct", "After manual check"
    if not checked:
        return by_model, _Shares(column, heading, {}, NOT_CHECKED.format(file=file))
    panels = tuple(
        replace(one, offence=checked.get(one.id, one.offence)) for one in screening.panels
    )
    to_check = screening.to_check
    done = sum(one.id in checked for one in to_check)
    note = f"{done} of {len(to_check)} panels checked; the others keep the model's class"
    after = _by_class(replace(screening, panels=panels))
    return by_model, _Shares(column, heading, after, note if done < len(to_check) else "")


def _by_class(screening: Screening) -> dict[int, Estimate]:
    return {one.code: one.share for one in summarise_screening(screening).classes}


def _cell(name: str, shares: _Shares, row: PublishedRow) -> MeasuredCell:
    code, printed = int(row["code"].printed), row[shares.column]
    share = shares.of_class.get(code, Estimate(None, None, None, 0, "none"))
    score = Score(share.value, share.low, share.high, share.n, share.method, None)
    heading = f"{code} {row['class'].printed}, {shares.heading}"
    cell = MeasuredCell(name, heading, score, percent=True, digits=1, note=shares.note)
    if printed.value is None or share.value is None:
        return replace(cell, printed=printed)
    difference = difference_from_printed(score, printed.value / 100, None)
    return replace(cell, printed=printed, difference=difference)
