"""Carrying out an experiment: packs, runs, the table and its figures, in one folder.

::

    OUT/comics/          drawn comics, where none were given
    OUT/packs/NAME/      the packs of the plan
    OUT/runs/MODEL--NAME each model on each pack; the same command continues them
    OUT/table.*          the paper's table: md, tex, csv, json; cells.csv; figure.svg
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.analysis import ConditionFigure, PaperTable
from panelwise.errors import InputError, SettingError
from panelwise.evaluation import PRESETS, Run, RunEstimate, RunPlan
from panelwise.experiments._described import (
    estimate_descriptions,
    measure_drafts,
    require_writers,
)
from panelwise.experiments._figures import condition_figures
from panelwise.experiments._fill import paper_table
from panelwise.experiments._judged import AnyModel
from panelwise.experiments._model_runs import (
    ModelRuns,
    RunOptions,
    interruptible,
    own_folder,
    require_models,
    require_settings,
)
from panelwise.experiments._packs import PacksFrom, Say, packs_of
from panelwise.experiments._plan import Experiment
from panelwise.experiments._registry import get_experiment
from panelwise.experiments._scores import all_together
from panelwise.experiments._screened import screened_table
from panelwise.packs import Pack
from panelwise.profile import get_profile
from panelwise.report import write_paper_table


@dataclass(frozen=True, slots=True)
class ExperimentDone:
    """What an experiment left.

    Attributes:
        table: the paper's table with what was measured.
        figures: what changes between conditions.
        packs: by name.
        runs: model → pack's name → run.
        stopped: what did not come to its end, a line each; the same call continues it.
        folder: where all of it is.
    """

    table: PaperTable
    figures: tuple[ConditionFigure, ...]
    packs: Mapping[str, Pack]
    runs: Mapping[str, Mapping[str, Run]]
    stopped: tuple[str, ...]
    folder: Path


def run_experiment(
    experiment: str | Experiment,
    models: Sequence[AnyModel],
    out: str | Path,
    *,
    source: PacksFrom | None = None,
    options: RunOptions | None = None,
    screened: Sequence[str | Path] = (),
    sizes: Mapping[str, float] | None = None,
    named: Mapping[str, str] | None = None,
    say: Say = lambda text: None,
) -> ExperimentDone:
    """Build or take the packs, ask every model, fill the paper's table.

    The same call goes on where an earlier one stopped: packs and answers that are there stay.

    Args:
        experiment: a plan, its handle ("SC-E1") or its alias ("stripcipher.t4").
        models: as :func:`panelwise.evaluate` takes them; ``{pack}`` in a name is replaced by the
            name of the pack that is answered ("recorded:people/{pack}.jsonl").
        out: a folder.
        source: where packs or comics come from; without it, comics are drawn.
        options: profile, settings and limits.
        screened: files of ``panelwise screen``, where the plan takes them.
        sizes: model → billions of parameters, where its name does not say it.
        named: model → the paper's name for it, where the two differ.
        say: called with a line of progress.

    Raises:
        UserError: for a mistake; nothing was asked then.
        UnavailableError: when no pack can be had.
        MissingExtraError: without comics, when nothing is installed that draws them.
        KeyboardInterrupt: after Ctrl-C or SIGTERM; its text names the experiment's folder.
    """
    plan, where, how = _checked(experiment, models, source, options)
    if screened and not plan.screened:
        raise SettingError(f"{plan.handle} takes no --screened; CX-T8 does")
    folder = own_folder(out)
    asked = ModelRuns(plan.profile, how, folder, {}, {}, say)
    packs: dict[str, Pack] = {}
    with interruptible(folder):
        if plan.drafts and models:
            measured = measure_drafts(plan, models, where, how, folder, say)
        elif models:
            packs, missing = packs_of(plan, where, folder, how.settings, say)
            asked = ModelRuns(plan.profile, how, folder, packs, missing, say)
            for model in models:
                asked.planned(model)  # a mistake with one is found before any is asked
            measured = [asked.measured(model, sizes or {}) for model in models]
        else:
            measured = []
    if plan.together:
        measured = all_together(measured, asked.runs)
    table = paper_table(plan, measured, named)
    if screened:
        table = screened_table(plan, [Path(one) for one in screened])
    table = replace(table, notes=(*table.notes, *asked.notes))
    figures = condition_figures(plan, table, measured)
    write_paper_table(table, figures, folder)
    return ExperimentDone(table, figures, packs, asked.runs, tuple(asked.stopped), folder)


def plan_experiment(
    experiment: str | Experiment,
    models: Sequence[AnyModel],
    out: str | Path,
    *,
    source: PacksFrom | None = None,
    options: RunOptions | None = None,
    say: Say = lambda text: None,
) -> tuple[RunPlan, ...]:
    """What :func:`run_experiment` would ask, for estimates; packs are built, nothing is asked.

    Raises:
        UserError: for a mistake, or an experiment in which models write instead of answering.
        UnavailableError: when no pack can be had.
    """
    plan, where, how = _checked(experiment, models, source, options)
    drafted = any(pack.drafted for pack in plan.packs) and where.packs is None
    if drafted and not where.writer.startswith("press:"):
        raise SettingError(
            f"{plan.handle}: {where.writer} would draft wrong options, which costs, before anything"
            " can be estimated; leave --writer out, or give --packs"
        )
    if not plan.packs:
        raise SettingError(f"{plan.handle} sends nothing to models; leave out --dry-run")
    if not models:
        raise SettingError(f"{plan.handle}: no model to estimate for; give --model")
    folder = own_folder(out)
    packs, missing = packs_of(plan, where, folder, how.settings, say)
    asked = ModelRuns(plan.profile, how, folder, packs, missing, say)
    return tuple(one for model in models for one in asked.planned(model).values())


def estimate_drafts(
    experiment: str | Experiment,
    models: Sequence[AnyModel],
    out: str | Path,
    *,
    source: PacksFrom | None = None,
    options: RunOptions | None = None,
    say: Say = lambda text: None,
) -> tuple[RunEstimate, ...]:
    """What models would be sent in an experiment in which they write; nothing is asked.

    Raises:
        UserError: for a mistake, or an experiment in which models answer packs.
        UnavailableError: when no page has panels with known descriptions.
    """
    plan, where, how = _checked(experiment, models, source, options)
    if not plan.drafts:
        raise SettingError(f"{plan.handle}: models draft nothing in it; use plan_experiment")
    if not models:
        raise SettingError(f"{plan.handle}: no model to estimate for; give --model")
    return estimate_descriptions(plan, models, where, how, own_folder(out), say)


def _check_options(how: RunOptions) -> None:
    """Refuse unknown names and missing files, also where no model is asked."""
    if how.profile:
        get_profile(how.profile)
    if how.decoding is not None and how.decoding not in PRESETS:
        raise SettingError(f"decoding={how.decoding}: must be {' or '.join(PRESETS)}")
    for path in how.human:
        if "{pack}" not in path and not Path(path).is_file():
            raise InputError(f"{path}: no such file; give a file of people's marks")


def _checked(
    experiment: str | Experiment,
    models: Sequence[AnyModel],
    source: PacksFrom | None,
    options: RunOptions | None,
) -> tuple[Experiment, PacksFrom, RunOptions]:
    """The plan, where its packs come from, and how models are asked; mistakes are refused."""
    plan = get_experiment(experiment) if isinstance(experiment, str) else experiment
    where, how = source or PacksFrom(), options or RunOptions()
    _check_options(how)
    if not plan.runs and models:
        needs = "; ".join(f"{need.kind}: {need.what}" for need in plan.waits_for)
        instead = " but --screened FILE (panelwise screen)" if plan.screened else ""
        raise SettingError(
            f"{plan.handle} cannot run yet: it lacks {needs}; give no --model{instead}"
        )
    if plan.drafts:
        require_writers(plan, models, how.settings)
    else:
        require_models(models)
        if models:
            transforms = [spec for pack in plan.packs for spec in pack.transforms]
            tasks = [pack.task for pack in plan.packs]
            require_settings(models, how.settings, tasks, transforms=transforms)
    return plan, replace(where, profile=how.profile) if how.profile else where, how
