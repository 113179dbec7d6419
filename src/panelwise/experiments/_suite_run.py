"""Carrying out a suite: packs, runs, one table of tasks by models, one figure for each task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.analysis import (
    ConditionFigure,
    ConditionPoint,
    ConditionSeries,
    MeasuredCell,
    PairedTest,
    PaperColumn,
    PaperRow,
    PaperTable,
    Score,
    model_labels,
    paired_conditions,
    score_of_part,
)
from panelwise.benchmarks import get_task
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.evaluation import Run, RunPlan
from panelwise.experiments._model_runs import (
    ModelRuns,
    RunOptions,
    interruptible,
    own_folder,
    require_models,
)
from panelwise.experiments._packs import PacksFrom, Say, built_pack, drawn_comics
from panelwise.experiments._plan import DrawnComics, PackPlan
from panelwise.experiments._scores import Measured
from panelwise.experiments._suite import (
    PLAIN,
    SuiteModel,
    SuitePlan,
    SuiteTask,
    read_suite,
    require_suite_settings,
    setting_texts,
)
from panelwise.packs import Pack, stratified, write_subset
from panelwise.report import write_paper_table
from panelwise.wording import counted

# What is drawn where a suite names no comics: something for every task.
_DRAWN = (DrawnComics("western"), DrawnComics("four_panel"), DrawnComics("strip", silent=True))


@dataclass(frozen=True, slots=True)
class SuiteDone:
    """What a suite left.

    Attributes:
        table: a row for each task and way to put it, a column for each model.
        figures: what each transform does to each task.
        packs: "TASK" or "TASK TRANSFORM" → pack.
        runs: model → the same names → run.
        stopped: what did not come to its end; the same call continues it.
        folder: where all of it is.
    """

    table: PaperTable
    figures: tuple[ConditionFigure, ...]
    packs: Mapping[str, Pack]
    runs: Mapping[str, Mapping[str, Run]]
    stopped: tuple[str, ...]
    folder: Path


def run_suite(
    suite: str | Path | SuitePlan,
    out: str | Path,
    *,
    quick: bool = False,
    books: int = 4,
    options: RunOptions | None = None,
    say: Say = lambda text: None,
) -> SuiteDone:
    """Build a suite's packs, ask its models, compare.

    The same call goes on where an earlier one stopped.

    Args:
        suite: a file, or what :func:`read_suite` made of one.
        out: a folder.
        quick: only a part of every pack, spread over books and lengths: ``suite.quick`` samples
            for each model in all, in ``out/quick``.
        books: how many are drawn of each collection, where the suite names no comics.
        options: how models are asked; profile, repeats, limit and settings are the suite's.
        say: called with a line of progress.

    Raises:
        UserError: for a mistake in the suite; nothing was asked then.
        UnavailableError: when no pack can be had.
        KeyboardInterrupt: after Ctrl-C or SIGTERM; its text names the suite's folder.
    """
    ready = _read(suite, out)
    with interruptible(ready.folder):
        asked = _models(ready, quick, books, options or RunOptions(), say)
        return _carried_out(ready.plan, asked)


def plan_suite(
    suite: str | Path | SuitePlan,
    out: str | Path,
    *,
    quick: bool = False,
    books: int = 4,
    options: RunOptions | None = None,
    say: Say = lambda text: None,
) -> tuple[RunPlan, ...]:
    """What :func:`run_suite` would ask, for estimates; packs are built, nothing is asked.

    The arguments and errors are those of :func:`run_suite`.
    """
    asked = _models(_read(suite, out), quick, books, options or RunOptions(), say)
    return tuple(
        plan for name, runs in asked.models.items() for plan in runs.planned(name).values()
    )


@dataclass(frozen=True, slots=True)
class _Ready:
    """A suite without a mistake, the folder that its comics are relative to, and its own."""

    plan: SuitePlan
    base: Path
    folder: Path


@dataclass(frozen=True, slots=True)
class _Asked:
    """A suite's packs, why others are missing, and its models by name, not asked yet."""

    folder: Path
    packs: Mapping[str, Pack]
    missing: Mapping[str, str]
    models: Mapping[str, ModelRuns]


def _read(suite: str | Path | SuitePlan, out: str | Path) -> _Ready:
    base = Path() if isinstance(suite, SuitePlan) else Path(suite).parent
    plan = suite if isinstance(suite, SuitePlan) else read_suite(suite)
    folder = own_folder(out)
    if isinstance(suite, SuitePlan):  # a file's are checked where they are written
        require_models([model.model for model in plan.models])
        for key in ("tasks", "models", "settings"):
            require_suite_settings(plan, key)
    return _Ready(plan, base, folder)


def _models(ready: _Ready, quick: bool, books: int, options: RunOptions, say: Say) -> _Asked:
    plan, folder = ready.plan, ready.folder
    packs, missing = _packs(plan, ready.base, folder, books, say)
    if quick:
        folder = folder / "quick"
        packs = _smaller(plan, packs, folder)
        say(f"quick: {counted(sum(map(len, packs.values())), 'item')} for each model")
    limit = None if quick else plan.limit
    how = replace(options, profile=plan.profile, repeats=plan.repeats, limit=limit)
    models = {}
    for model in plan.models:
        own = replace(how, settings=_settings(plan, model))
        models[model.model] = ModelRuns(plan.profile, own, folder, packs, missing, say)
    return _Asked(folder, packs, missing, models)


def _carried_out(plan: SuitePlan, asked: _Asked) -> SuiteDone:
    done: list[Measured] = []
    runs: dict[str, dict[str, Run]] = {}
    stopped: list[str] = []
    for name, one in asked.models.items():
        done.append(one.measured(name, {}))
        runs |= one.runs
        stopped += one.stopped
    table, figures = _table(plan, done, asked.missing), _figures(plan, done)
    write_paper_table(table, figures, asked.folder)
    return SuiteDone(table, figures, asked.packs, runs, tuple(stopped), asked.folder)


def _settings(plan: SuitePlan, model: SuiteModel) -> dict[str, str]:
    """The suite's settings with the model's own."""
    return setting_texts(plan.settings) | setting_texts(model.settings)


def pack_name(task: SuiteTask, way: str) -> str:
    """How a suite calls a pack: by task and transforms."""
    return task.name if way == PLAIN else f"{task.name} {way}"


def _packs(
    plan: SuitePlan, base: Path, out: Path, books: int, say: Say
) -> tuple[dict[str, Pack], dict[str, str]]:
    """Every task in every way that it can be put, and why the others are missing."""
    source = PacksFrom(tuple(base / one for one in plan.comics), None, books, plan.seed)
    comics = list(source.comics) or drawn_comics(_DRAWN, source, out, say)
    packs: dict[str, Pack] = {}
    missing: dict[str, str] = {}
    for task in plan.all_tasks:
        for way, specs in plan.ways.items():
            name = pack_name(task, way)
            wanted = PackPlan(name, task.task, specs, setting_texts(task.settings))
            try:
                packs[name] = built_pack(
                    wanted, comics, plan.profile, source, out, setting_texts(plan.settings)
                )
            except (UnavailableError, SettingError) as error:
                if isinstance(error, SettingError) and way == PLAIN:
                    raise  # the user's own mistake; a transform may not suit every task
                missing[name] = str(error)
                say(f"no pack {name}: {error}")
                continue
            say(f"pack {name}: {counted(len(packs[name]), 'item')}")
    if not packs:
        raise UnavailableError("; ".join(dict.fromkeys(missing.values())))
    return packs, missing


def _smaller(plan: SuitePlan, packs: Mapping[str, Pack], folder: Path) -> dict[str, Pack]:
    """A part of every pack, within the suite's limit; all ways to put one task ask the same.

    Raises:
        InputError: when an earlier call chose other items there.
    """
    share = max(1, plan.quick // (len(packs) * plan.repeats))
    smaller: dict[str, Pack] = {}
    for task in plan.all_tasks:
        names = [name for way in plan.ways if (name := pack_name(task, way)) in packs]
        for name in names:
            ids = stratified(packs[name].items()[: plan.limit], share)
            target = folder / "packs" / name
            if not target.exists():
                smaller[name] = write_subset(packs[name], ids, target)
                continue
            smaller[name] = Pack.open(target)
            if [item.id for item in smaller[name].items()] != ids:
                raise InputError(
                    f"{target} was made with other values of quick, limit or repeats; give a new"
                    " folder with --out"
                )
    return smaller


def _table(plan: SuitePlan, done: Sequence[Measured], missing: Mapping[str, str]) -> PaperTable:
    """Tasks and the ways to put them as rows, models as columns."""
    columns = [PaperColumn("task", "Task", "label"), PaperColumn("way", "Put as", "label")]
    columns.append(PaperColumn("metric", "Metric", "label"))
    called = model_labels(model.model for model in done)
    columns += [PaperColumn(name, label, "measured") for name, label in called.items()]
    rows = []
    for task in plan.all_tasks:
        for way in plan.ways:
            name, metric = pack_name(task, way), get_task(task.task).headline
            cells = [_cell(model, name, missing) for model in done]
            rows.append(PaperRow((task.name, way, metric, *cells)))
    heading = f"{counted(len(plan.all_tasks), 'task')}, {counted(len(done), 'model')}"
    return PaperTable("suite", heading, "own suite", "", tuple(columns), tuple(rows))


def _cell(model: Measured, name: str, missing: Mapping[str, str]) -> MeasuredCell:
    run = model.runs.get(name)
    if run is None:
        why = model.missing.get(name) or missing.get(name, "not asked")
        return MeasuredCell(model.model, name, Score(None, None, None, 0, "none", None), note=why)
    found = score_of_part(run)
    return MeasuredCell(
        model.model,
        name,
        found.score,
        higher_is_better=found.higher_is_better,
        coverage=found.coverage,
        failed=found.coverage == 0,
        note=model.missing.get(name, ""),
    )


def _figures(plan: SuitePlan, done: Sequence[Measured]) -> tuple[ConditionFigure, ...]:
    """For every task: a curve for each degradation, and the other ways item by item."""
    found: list[ConditionFigure] = []
    levels = _levels(plan)
    for task in plan.all_tasks:
        found += [_curve(task, effect, some, done) for effect, some in levels.items()]
        curved = {way for some in levels.values() for way in some.values()}
        others = [way for way in plan.ways if way == PLAIN or way not in curved]
        if len(others) > 1:
            found.append(_ways(task, others, done))
    return tuple(figure for figure in found if figure.series)


def _levels(plan: SuitePlan) -> dict[str, dict[int, str]]:
    """Degradation → level → way, of those that the suite has in at least two strengths."""
    found: dict[str, dict[int, str]] = {}
    for way, specs in plan.ways.items():
        if len(specs) == 1 and ":" in specs[0]:
            effect, _, level = specs[0].partition(":")
            found.setdefault(effect, {})[int(level)] = way
    return {effect: some for effect, some in found.items() if len(some) > 1}


def _curve(
    task: SuiteTask, effect: str, levels: Mapping[int, str], done: Sequence[Measured]
) -> ConditionFigure:
    """Scores against the strength of one degradation; 0 is the plain item."""
    series = []
    for model in done:
        points = [
            ConditionPoint(str(level), part.score, part.score.chance, float(level))
            for level, way in {0: PLAIN, **levels}.items()
            if (run := model.runs.get(pack_name(task, way))) is not None
            if (part := score_of_part(run)).n
        ]
        if points:
            tests = _tests(task, list(levels.values()), model)
            series.append(ConditionSeries(model.model, tuple(points), tests=tests))
    title = f"{task.name}: {effect}"
    metric = get_task(task.task).headline
    return ConditionFigure(title, metric, tuple(series), f"{effect}, level", paired=True)


def _ways(task: SuiteTask, ways: Sequence[str], done: Sequence[Measured]) -> ConditionFigure:
    series = []
    for model in done:
        points = [
            ConditionPoint(way, part.score, part.score.chance)
            for way in ways
            if (run := model.runs.get(pack_name(task, way))) is not None
            if (part := score_of_part(run)).n
        ]
        if points:
            tests = _tests(task, [way for way in ways if way != PLAIN], model)
            series.append(ConditionSeries(model.model, tuple(points), tests=tests))
    metric = get_task(task.task).headline
    return ConditionFigure(task.name, metric, tuple(series), paired=True)


def _tests(task: SuiteTask, ways: Sequence[str], model: Measured) -> tuple[PairedTest, ...]:
    """Every way against the plain items, item by item."""
    runs = {
        way: run
        for way in (PLAIN, *ways)
        if (run := model.runs.get(pack_name(task, way))) is not None
    }
    if next(iter(runs), "") != PLAIN or any(
        r.profile != runs[PLAIN].profile for r in runs.values()
    ):
        return ()
    return paired_conditions(runs)
