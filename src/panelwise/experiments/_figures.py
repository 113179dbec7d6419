"""The figures of an experiment: what changes between conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from panelwise.analysis import (
    ConditionFigure,
    ConditionPoint,
    ConditionSeries,
    Estimate,
    MeasuredCell,
    PairedTest,
    PaperTable,
    PublishedCell,
    paired_conditions,
    paired_units,
)
from panelwise.benchmarks import get_task
from panelwise.experiments._plan import AsPrinted, ByPart, BySize, Experiment, Measurement, Paired
from panelwise.experiments._printed import SIZES, billions, family
from panelwise.experiments._scores import Measured


def condition_figures(
    plan: Experiment, table: PaperTable, models: Sequence[Measured]
) -> tuple[ConditionFigure, ...]:
    """The experiment's figures; none where it compares no conditions, or nothing was measured."""
    found: list[ConditionFigure] = []
    for drawn in plan.contrasts:
        if isinstance(drawn, BySize):
            found += [_by_size(plan, table, column) for column in drawn.columns]
        elif isinstance(drawn, Paired):
            found.append(_paired(plan, drawn, table, models))
        else:
            found.append(_by_part(plan, drawn, table))
    return tuple(one for one in found if one.series)


def _paired(
    plan: Experiment, drawn: Paired, table: PaperTable, models: Sequence[Measured]
) -> ConditionFigure:
    named = {one.column: one for one in plan.columns if isinstance(one, Measurement)}
    wanted = [named[column] for column in drawn.columns]
    series = []
    for model in models:
        cells = _cells_of(table, model.model)
        points = [_point(cells[one.heading], one.heading) for one in wanted]
        series.append(
            ConditionSeries(model.model, tuple(points), tests=_tests(plan, wanted, model))
        )
    title, metric = _title(plan, wanted), _metric(plan, wanted[0])
    return ConditionFigure(title, metric, tuple(series), paired=True)


def _title(plan: Experiment, wanted: Sequence[Measurement]) -> str:
    """The experiment's title; where it has several figures, with what is drawn."""
    if len(plan.contrasts) == 1:
        return plan.title
    return f"{plan.title}: {' and '.join(one.heading for one in wanted)}"


def _tests(
    plan: Experiment, wanted: Sequence[Measurement], model: Measured
) -> tuple[PairedTest, ...]:
    """Each way of asking against the first one."""
    base, metric = wanted[0].heading, wanted[0].metric
    units = {o.heading: model.units[o.pack][o.metric] for o in wanted if o.pack in model.units}
    if units:
        return paired_units(units, plan.handle, metric) if next(iter(units)) == base else ()
    # Questions whose wrong options were drafted say so at the end of their ids.
    drafted = {pack.name: f"-{pack.drafted}" if pack.drafted else "" for pack in plan.packs}
    runs = {o.heading: model.runs[o.pack] for o in wanted if o.pack in model.runs}
    if next(iter(runs), "") != base:
        return ()
    if any(run.profile != runs[base].profile for run in runs.values()):
        return ()  # one of them was scored again under another; the table's notes say so
    where = {one.heading: one.where for one in wanted}
    ends = {one.heading: drafted[one.pack] for one in wanted if drafted[one.pack]}
    return paired_conditions(runs, metric, where, ends)


def _by_part(plan: Experiment, drawn: ByPart, table: PaperTable) -> ConditionFigure:
    headings = {one.column: one.heading for one in plan.columns}
    at = drawn.at or (None,) * len(drawn.columns)
    series = []
    for name in dict.fromkeys(cell.model for cell in table.measured):
        cells = _cells_of(table, name)
        points = [
            _point(cells[headings[column]], headings[column], place)
            for column, place in zip(drawn.columns, at, strict=True)
        ]
        series.append(ConditionSeries(name, tuple(points)))
    if drawn.at:
        series += _printed_parts(drawn, table)
    first = next(one for one in plan.columns if one.column == drawn.columns[0])
    metric = _metric(plan, first) if isinstance(first, Measurement) else ""
    return ConditionFigure(plan.title, metric, tuple(series), drawn.axis, radar=drawn.radar)


def _printed_parts(drawn: ByPart, table: PaperTable) -> Iterator[ConditionSeries]:
    """The printed rows, one series each."""
    places = {column.key: index for index, column in enumerate(table.columns)}
    scale = 100 if any(cell.percent for cell in table.measured) else 1
    for row in table.rows:
        if row.measured:
            continue
        points = [
            ConditionPoint(column, _value(row.cells[places[column]], scale), at=at)
            for column, at in zip(drawn.columns, drawn.at, strict=True)
        ]
        yield ConditionSeries(str(row.cells[0]), tuple(points), measured=False)


def _by_size(plan: Experiment, table: PaperTable, column: str) -> ConditionFigure:
    """One line per family: printed ones, and measured ones whose size is known."""
    one = next(one for one in plan.columns if one.column == column)
    at = next(index for index, key in enumerate(table.columns) if key.key == column)
    sizes = [index for index, key in enumerate(table.columns) if key.key in SIZES]
    named = next(index for index in range(len(table.columns)) if index not in sizes)
    lines: dict[tuple[str, bool], list[ConditionPoint]] = {}
    for row in table.rows:
        name = str(row.cells[named])
        size = next(filter(None, (billions(str(row.cells[index])) for index in sizes)), None)
        size = size or (billions(name) if row.measured else None)
        if size is None:
            continue
        cell = row.cells[at]
        chance = cell.score.chance if isinstance(cell, MeasuredCell) else None
        value = _value(cell, 100 if not isinstance(one, AsPrinted) and one.percent else 1)
        label = f"{size:g}B"
        lines.setdefault((family(name), row.measured), []).append(
            ConditionPoint(label, value, chance, size)
        )
    series = [
        ConditionSeries(name, tuple(sorted(points, key=lambda point: point.at or 0)), measured)
        for (name, measured), points in lines.items()
    ]
    axis = "billions of parameters"
    metric = _metric(plan, one) if isinstance(one, Measurement) else one.heading
    return ConditionFigure(f"{plan.title}: {one.heading}", metric, tuple(series), axis)


def _value(cell: object, scale: int) -> Estimate:
    """A cell's score; of a printed cell without an interval."""
    if isinstance(cell, MeasuredCell):
        return cell.score
    value = cell.value if isinstance(cell, PublishedCell) else None
    return Estimate(None if value is None else value / scale, None, None, 0, "none")


def _cells_of(table: PaperTable, model: str) -> dict[str, MeasuredCell]:
    return {cell.column: cell for cell in table.measured if cell.model == model}


def _point(cell: MeasuredCell, label: str, at: float | None = None) -> ConditionPoint:
    return ConditionPoint(label, cell.score, cell.score.chance, at)


def _metric(plan: Experiment, one: Measurement) -> str:
    if one.metric:
        return one.metric
    return get_task(next(pack.task for pack in plan.packs if pack.name == one.pack)).headline
