"""Carrying out an experiment: packs, runs, the table and its figures, in one folder.

::

    OUT/comics/          drawn comics, where none were given
    OUT/packs/NAME/      the packs of the plan
    OUT/runs/MODEL/NAME/ each model on each pack; the same command continues them
    OUT/table.*          the paper's table: txt, md, tex, csv, json; figure.svg
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from panelwise.analysis import ConditionFigure, PaperTable, RunData
from panelwise.errors import RunError, SettingError, UnavailableError
from panelwise.evaluation import SOLVERS, Progress, Run, Solver, evaluate
from panelwise.experiments._figures import condition_figures
from panelwise.experiments._fill import Measured, paper_table
from panelwise.experiments._packs import PacksFrom, Say, packs_of
from panelwise.experiments._plan import Experiment
from panelwise.experiments._printed import billions
from panelwise.experiments._registry import get_experiment
from panelwise.models import Model, Patience, shown, split_name
from panelwise.packs import Pack
from panelwise.report import write_paper_table
from panelwise.settings import is_setting

PACK = "{pack}"  # in a model's name: the pack that is answered
AnyModel = str | Solver | Model


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How models are asked; the arguments are those of :func:`panelwise.evaluate`.

    ``profile`` is the plan's own where it is empty.
    """

    profile: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    repeats: int = 1
    max_cost: float | None = None
    replay: bool = False
    cache: bool = True
    patience: Patience | None = None
    progress: Callable[[str], Progress | None] = lambda name: None


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
        sizes: model → billions of parameters, where its name does not say it.
        named: model → the paper's name for it, where the two differ.
        say: called with a line of progress.

    Raises:
        UserError: for a mistake; nothing was asked then.
        UnavailableError: when no pack can be had.
        MissingExtraError: without comics, when nothing is installed that draws them.
        KeyboardInterrupt: as :func:`panelwise.evaluate`.
    """
    plan = get_experiment(experiment) if isinstance(experiment, str) else experiment
    where, how = source or PacksFrom(), options or RunOptions()
    if how.profile:
        where = replace(where, profile=how.profile)
    folder = Path(out)
    if not plan.packs and models:
        needs = "; ".join(f"{need.kind}: {need.what}" for need in plan.waits_for)
        raise SettingError(f"{plan.handle} cannot run yet, it waits for {needs}; give no --model")
    names = [_name(model) for model in models]
    if len(set(names)) < len(names):
        raise SettingError("two models have the same name; give each once")
    packs, missing = packs_of(plan, where, folder, how.settings, say) if models else ({}, {})
    asked = _Runs(plan, how, folder, packs, missing, say)
    measured = [asked.measured(model, sizes or {}) for model in models]
    table = paper_table(plan, measured, named)
    figures = condition_figures(plan, table, measured)
    write_paper_table(table, figures, folder)
    return ExperimentDone(table, figures, packs, asked.runs, tuple(asked.stopped), folder)


class _Runs:
    """Models that answer the packs of a plan, one after the other."""

    def __init__(
        self,
        plan: Experiment,
        how: RunOptions,
        folder: Path,
        packs: Mapping[str, Pack],
        missing: Mapping[str, str],
        say: Say,
    ) -> None:
        self._plan = plan
        self._how = how
        self._folder = folder
        self._packs = packs
        self._missing = missing
        self._say = say
        self.runs: dict[str, dict[str, Run]] = {}
        self.stopped: list[str] = []

    def measured(self, model: AnyModel, sizes: Mapping[str, float]) -> Measured:
        """One model on every pack; what it cannot answer is said, and the others go on."""
        name = _name(model)
        missing = dict(self._missing)
        runs: dict[str, RunData] = {}
        for pack_name, pack in self._packs.items():
            try:
                run = self._answer(model, name, pack_name, pack)
            except UnavailableError as error:
                missing[pack_name] = str(error)
                self._say(f"{name} on {pack_name}: {error}")
                continue
            self.runs.setdefault(name, {})[pack_name] = run
            runs[pack_name] = RunData.of(run)
            if run.status != "complete":
                missing[pack_name] = f"{run.status}, the same command continues"
                self.stopped.append(f"{name} on {pack_name}: {run.status}")
        given = sizes.get(name, billions(name))
        return Measured(name, runs, missing, given)

    def _answer(self, model: AnyModel, name: str, pack_name: str, pack: Pack) -> Run:
        how = self._how
        one = _for_pack(model, pack_name)
        folder = self._folder / "runs" / slug(name) / pack_name
        progress = how.progress(f"{name} on {pack_name}")
        try:
            return evaluate(
                pack,
                one,
                out=folder,
                profile=how.profile or self._plan.profile,
                settings=_settings_for(one, how.settings),
                limit=how.limit,
                max_cost=how.max_cost,
                repeats=how.repeats,
                replay=how.replay,
                progress=progress,
                cache=how.cache,
                patience=how.patience,
            )
        except RunError as error:
            self.stopped.append(f"{name} on {pack_name}: {error}")
            raise UnavailableError(error.fault) from error
        finally:
            if progress is not None and hasattr(progress, "close"):
                progress.close()


def _for_pack(model: AnyModel, pack: str) -> AnyModel:
    """The model of a pack.

    Raises:
        UnavailableError: when the file that is named for the pack is not there.
    """
    if not isinstance(model, str) or PACK not in model:
        return model
    named = model.replace(PACK, pack)
    prefix, _, path = named.partition(":")
    if prefix == "recorded" and not Path(path).exists():
        raise UnavailableError(f"no file {path}")
    return named


def _name(model: AnyModel) -> str:
    """How a model is called in tables and folders; services keep no secrets in it."""
    return shown(model) if isinstance(model, str) else model.name


def _settings_for(model: AnyModel, settings: Mapping[str, str]) -> dict[str, str]:
    """The settings that are meant for a model: baselines and recordings decode nothing."""
    if isinstance(model, str) and split_name(model)[0] not in SOLVERS:
        return dict(settings)
    return {key: text for key, text in settings.items() if is_setting(key)}


def slug(name: str) -> str:
    """A model's name as the name of a folder.

    >>> slug("http://localhost:8000/v1#Qwen/Qwen2.5-VL-7B")
    'localhost-8000-v1-Qwen-Qwen2.5-VL-7B'
    """
    bare = re.sub(r"^https?://", "", name)
    return re.sub(r"[^\w.]+", "-", bare).strip("-.") or "model"
