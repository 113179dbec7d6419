"""From runs to a paper's table: every column measured for every model, next to what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from panelwise.analysis import (
    MeasuredCell,
    PaperCell,
    PaperColumn,
    PaperRow,
    PaperTable,
    PublishedCell,
    PublishedRow,
    PublishedTable,
    Score,
    difference_from_printed,
    items_of_cell,
    mean_of_scores,
    model_labels,
    published_table,
)
from panelwise.experiments._plan import AsPrinted, Experiment, Mean, Measurement, PlanColumn
from panelwise.experiments._printed import by_name, printed_model, printed_row, rows_of
from panelwise.experiments._scores import NOTHING, Measured, column_score

OTHER_ITEMS = (
    "Printed figures are of the paper's own items, measured ones of yours: a difference is one of"
    " models and items together, unless the items are the paper's."
)


def paper_table(
    plan: Experiment, models: Sequence[Measured], named: Mapping[str, str] | None = None
) -> PaperTable:
    """The paper's table with the models that were measured.

    Args:
        plan: the experiment.
        models: what was measured; none for the printed table alone.
        named: model → the paper's name for it, where the two differ.
    """
    printed = published_table(plan.table) if plan.table else None
    given = named or {}
    if plan.models_in == "columns" and printed is not None:
        columns, rows = _models_as_columns(plan, printed, models, given)
    else:
        columns, rows = _models_as_rows(plan, printed, models, given)
    doubts = _doubts(rows)
    others = (OTHER_ITEMS,) if models and printed is not None else ()
    return PaperTable(
        experiment=plan.handle,
        title=plan.title,
        paper=printed.paper if printed else plan.source.partition(" ")[0],
        place=printed.place if printed else "",
        columns=columns,
        rows=rows,
        notes=(*plan.notes, *others, *doubts),
    )


def _models_as_rows(
    plan: Experiment,
    printed: PublishedTable | None,
    models: Sequence[Measured],
    given: Mapping[str, str],
) -> tuple[tuple[PaperColumn, ...], tuple[PaperRow, ...]]:
    columns = [PaperColumn(key, heading, "label") for key, heading in plan.labels]
    shown = _shown_columns(plan, printed)
    columns += [PaperColumn(key, heading, "published") for key, heading in shown]
    rows: list[PaperRow] = []
    found = rows_of(printed, plan.rows) if printed else ()
    called = model_labels(model.model for model in models)
    for row in found:
        labels = [row[key].printed for key, _ in plan.labels]
        rows.append(PaperRow((*labels, *(_printed_cell(plan, row, key) for key, _ in shown))))
    for model in models:
        rows += _rows_of_groups(plan, model, called[model.model]) if plan.groups else ()
    for model in models if not plan.groups else ():
        rows += _rows_of_model(
            plan, model, called[model.model], found, given, [key for key, _ in shown]
        )
    return tuple(columns), tuple(rows)


def _rows_of_model(
    plan: Experiment,
    model: Measured,
    label: str,
    found: Sequence[PublishedRow],
    given: Mapping[str, str],
    shown: Sequence[str],
) -> Iterator[PaperRow]:
    """The row of a model, or its rows where the paper has a table of one model."""
    keys = by_name([key for key, _ in plan.labels])
    names = dict.fromkeys(one.row for one in plan.columns if isinstance(one, Measurement))
    if not any(names):
        match = printed_row(model.model, found, keys, given)
        cells = _measured_cells(plan.columns, model, partial(_of_row, plan, match))
        labels = _labels(plan, model, label, match)
        yield PaperRow((*labels, *(cells.get(key) for key in shown)), measured=True)
        return
    same = printed_model(model.model, plan.models, given) is not None
    by_label = {row[keys[0]].printed: row for row in found}
    for name in names:
        some = [one for one in plan.columns if isinstance(one, Measurement) and one.row == name]
        place = partial(_of_row, plan, by_label.get(name) if same else None)
        cells = _measured_cells(some, model, place)
        labels_of = (f"{name}, {label}", *("" for _ in keys[1:]))
        yield PaperRow((*labels_of, *(cells.get(key) for key in shown)), measured=True)


def _rows_of_groups(plan: Experiment, model: Measured, label: str) -> Iterator[PaperRow]:
    """A row for each part of the items, as the paper has them."""
    for group, where in plan.groups:
        cells: list[PaperCell] = [f"{group}, {label}"]
        for one in plan.columns:
            assert isinstance(one, Measurement), "no mean of columns in a table by groups"
            part = replace(one, where={**one.where, **where})
            cell = _next_to(_measure(part, model), _Place(plan.table, None, one.column))
            cells.append(replace(cell, column=f"{one.heading} ({group})"))
        yield PaperRow(tuple(cells), measured=True)


def _shown_columns(plan: Experiment, printed: PublishedTable | None) -> list[tuple[str, str]]:
    """The columns of scores, those that cannot be measured included, in the paper's order."""
    measured = {one.column: one.heading for one in plan.columns}
    if plan.columns or printed is None:
        return list(measured.items())
    labels = {key for key, _ in plan.labels}
    return [(name, name) for name in printed.columns if name not in labels]


def _labels(
    plan: Experiment, model: Measured, label: str, match: PublishedRow | None
) -> Iterator[str]:
    """The model's name and what else the paper says of models; of others, the size if given."""
    name, *_ = by_name([key for key, _ in plan.labels])
    for key, _ in plan.labels:
        if key == name:
            yield label
        elif key in ("size", "params") and model.size is not None:
            yield f"{model.size:g}B"
        else:
            yield match[key].printed if match is not None else ""


def _models_as_columns(
    plan: Experiment,
    printed: PublishedTable,
    models: Sequence[Measured],
    given: Mapping[str, str],
) -> tuple[tuple[PaperColumn, ...], tuple[PaperRow, ...]]:
    columns = [PaperColumn(key, heading, "label") for key, heading in plan.labels]
    columns += [PaperColumn(key, name, "published") for key, name in plan.models]
    called = model_labels(model.model for model in models)
    columns += [PaperColumn(name, label, "measured") for name, label in called.items()]
    first, *others = [key for key, _ in plan.labels]
    found = {row[first].printed: row for row in printed.rows}
    keys = [key for key, _ in plan.models]
    by_model = []
    for model in models:
        match = printed_model(model.model, plan.models, given)
        place = partial(_of_column, found, printed.id, keys, match)
        by_model.append(_measured_cells(plan.columns, model, place))
    rows = []
    for one in plan.columns:
        row = found.get(one.column)
        cells: list[PaperCell] = [one.heading]
        cells += [row[key].printed if row is not None else "" for key in others]
        cells += [row[key] if row is not None else None for key, _ in plan.models]
        cells += [cells_of[one.column] for cells_of in by_model]
        rows.append(PaperRow(tuple(cells)))
    return tuple(columns), tuple(rows)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the paper prints a score, if it does."""

    table: str = ""
    row: PublishedRow | None = None
    column: str = ""

    @property
    def cell(self) -> PublishedCell | None:
        if self.row is None or self.column not in self.row.cells:
            return None
        return self.row[self.column] if self.row[self.column].printed else None

    @property
    def n(self) -> int | None:
        if self.row is None:
            return None
        return items_of_cell(self.table, self.row, self.column)[0]


def _of_column(
    rows: Mapping[str, PublishedRow],
    table: str,
    columns: Sequence[str],
    column: str | None,
    one: PlanColumn,
) -> _Place:
    row = rows.get(one.column)
    return _Place(table, row if column else None, column or next(iter(columns), ""))


_PlaceOf = Callable[[PlanColumn], _Place]


def _of_row(plan: Experiment, row: PublishedRow | None, one: PlanColumn) -> _Place:
    other = one.table if isinstance(one, Measurement) else ""
    if not other:
        return _Place(plan.table, row, one.column)
    joined = _joined(plan, row, other) if row is not None else None
    return _Place(other, joined, one.column)


def _joined(plan: Experiment, row: PublishedRow, table: str) -> PublishedRow | None:
    """The row of another table that has the same labels."""
    labels = {key: row[key].printed for key, _ in plan.labels}
    found = published_table(table).rows_where(**labels)
    return found[0] if len(found) == 1 else None


def _printed_cell(plan: Experiment, row: PublishedRow, key: str) -> PublishedCell | None:
    one = next((one for one in plan.columns if one.column == key), None)
    return _of_row(plan, row, one).cell if one is not None else row[key]


def _measured_cells(
    columns: Sequence[PlanColumn], model: Measured, place_of: _PlaceOf
) -> dict[str, MeasuredCell]:
    """Column → what was measured of one model."""
    cells: dict[str, MeasuredCell] = {}
    for one in columns:
        if isinstance(one, Mean):
            cell = _mean(one, model, cells)
        elif isinstance(one, AsPrinted):
            cell = MeasuredCell(model.model, one.heading, NOTHING, note=one.why)
        else:
            cell = _measure(one, model)
        cells[one.column] = _next_to(cell, place_of(one))
    return cells


def _measure(one: Measurement, model: Measured) -> MeasuredCell:
    heading = f"{one.row}, {one.heading}" if one.row else one.heading
    empty = MeasuredCell(model.model, heading, NOTHING, one.percent)
    scored = column_score(one, model)
    if scored is None:
        return replace(empty, note=model.missing.get(one.pack, f"no pack {one.pack}"))
    found = scored.found
    if not found.n:
        facts = "; ".join(f"{key} {' or '.join(some)}" for key, some in one.where.items())
        why = f"no items with {facts}" if facts else "no items answered"
        return replace(empty, note=scored.note or why)
    unread = "no answer could be read" if found.coverage == 0 else ""
    undefined = "" if found.score.value is not None else "has no value on these items"
    return replace(
        empty,
        score=found.score,
        higher_is_better=found.higher_is_better,
        coverage=found.coverage,
        failed=found.coverage == 0,
        note=model.missing.get(one.pack, "") or unread or scored.note or undefined,
    )


def _mean(one: Mean, model: Measured, cells: Mapping[str, MeasuredCell]) -> MeasuredCell:
    parts = [cells[name] for name in one.of]
    missing = [part.column for part in parts if part.score.value is None and not part.failed]
    note = f"{', '.join(missing)} not measured" if missing else ""
    scores = [_counted(part) for part in parts]
    failed = [part.column for part in parts if part.failed]
    if failed:
        note = "; ".join(filter(None, [note, f"{', '.join(failed)} failed, counted as 0"]))
    mean = mean_of_scores(scores, one.weights)
    if len(failed) == len(parts):  # nothing was read, so there is nothing of which 0 is the mean
        mean = replace(mean, low=None, high=None)
    return MeasuredCell(model.model, one.heading, mean, one.percent, note=note)


def _counted(part: MeasuredCell) -> Score:
    """A column in a mean: one that failed counts 0."""
    if not part.failed:
        return part.score
    return Score(0.0, 0.0, 0.0, part.score.n, "none", part.score.chance)


def _next_to(cell: MeasuredCell, place: _Place) -> MeasuredCell:
    """A cell with what the paper prints in its place, and with the paper's number of decimals."""
    digits = _digits(place, cell.percent)
    printed = place.cell
    if printed is None:
        return replace(cell, digits=digits)
    cell = replace(cell, digits=digits, printed=printed, printed_n=place.n)
    if printed.value is None or cell.score.value is None:
        return cell
    value = printed.value / 100 if cell.percent else printed.value
    return replace(cell, difference=difference_from_printed(cell.score, value, place.n))


def _digits(place: _Place, percent: bool) -> int:
    """As many decimals as the paper mostly prints in the column."""
    rows = published_table(place.table).rows if place.table else ()
    cells = (row[place.column].printed for row in rows if place.column in row.cells)
    decimals = [len(text.partition(".")[2]) for text in cells if "." in text and _is_number(text)]
    return max(set(decimals), key=decimals.count) if decimals else 2 if percent else 3


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _doubts(rows: Sequence[PaperRow]) -> tuple[str, ...]:
    """What is known to be wrong with the printed cells, once each."""
    cells = (cell for row in rows for cell in row.cells if isinstance(cell, PublishedCell))
    found = dict.fromkeys(doubt for cell in cells for doubt in cell.doubts)
    return tuple(f"{doubt.kind}: {doubt.text}" for doubt in found if doubt.kind != "remark")
