"""Several models in one command: a folder each, one after another, compared at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from panelwise.cli._compare import print_comparison
from panelwise.cli._output import say, write_json, write_line
from panelwise.cli._run_output import print_run, unanswered

if TYPE_CHECKING:
    from panelwise.evaluation import Run, RunPlan


def outs_of(models: Sequence[str], out: Path | None) -> dict[str, Path | None]:
    """Every model with its run's folder; of one model that is ``out`` itself.

    Raises:
        InputError: when ``out`` holds a run itself.
        SettingError: for a model that is named twice.
    """
    from panelwise.errors import InputError, SettingError

    twice = next((model for model in models if models.count(model) > 1), None)
    if twice is not None:
        raise SettingError(f"--model {twice} is given twice; --repeats asks a model again")
    if out is None or len(models) == 1:
        return dict.fromkeys(models, out)
    if (out / "run.json").is_file():
        raise InputError(f"{out} is a run; with several models --out is the folder of their runs")
    return dict(zip(models, (out / name for name in _names(models)), strict=True))


def run_several(
    plans: Mapping[str, RunPlan], ask: Callable[[RunPlan, str], Run], *, as_json: bool
) -> None:
    """Run every plan, whatever becomes of the others, and compare what was answered.

    Raises:
        typer.Exit: with 1, when one stopped.
    """
    import dataclasses

    from panelwise.analysis import compare
    from panelwise.errors import PanelwiseError

    runs: list[Run] = []
    stopped: dict[str, str] = {}
    for model, plan in plans.items():
        try:
            run = ask(plan, model)
        except PanelwiseError as error:
            stopped[model] = str(error)
            say(f"{model}: {error}")
            continue
        runs.append(run)
        if why := unanswered(run):
            stopped[model] = why
            say(why)
        if run.status != "complete":
            stopped[model] = run.status
            say(f"{model}: {run.status}; the same command continues it")
    scored = [run for run in runs if not any(pack.withheld for pack in run.packs)]
    comparison = compare(scored)
    if as_json:
        folders = {run.model: str(run.path) for run in runs}
        whole = {"runs": folders, "stopped": stopped, "comparison": dataclasses.asdict(comparison)}
        write_json(whole, indent=True)
    elif scored:
        print_comparison(comparison)
        for run in scored:
            write_line(f"run: {run.path}")
    for run in runs:
        if run not in scored and not as_json:
            print_run(run, as_json=False)
    if stopped:
        say(f"stopped: {', '.join(stopped)}")
        raise typer.Exit(1)


def _names(models: Sequence[str]) -> list[str]:
    """A folder's name for each model: of a URL the model's own, unless another has it."""
    short = [_plain(model.partition("#")[2] or model) for model in models]
    names = [
        one if short.count(one) == 1 else _plain(model.partition("://")[2] or model)
        for one, model in zip(short, models, strict=True)
    ]
    return [
        one if names.count(one) == 1 else f"{one}-{number}" for number, one in enumerate(names, 1)
    ]


def _plain(name: str) -> str:
    return re.sub(r"[^\w.]+", "-", name).strip("-.")
