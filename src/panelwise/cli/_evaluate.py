"""``panelwise evaluate`` and ``panelwise rescore``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._build import Settings
from panelwise.cli._options import ProfileOption
from panelwise.cli._output import (
    RunProgress,
    say,
    write_averages,
    write_json,
    write_metrics,
    write_precision,
)
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.analysis import TaskSummary
    from panelwise.evaluation import Run

MovedPacks = Annotated[
    list[Path] | None, typer.Option("--pack", help="Where a pack of the run is now, if it moved.")
]
RunFolder = Annotated[
    Path | None, typer.Option(help="The run's folder; an unfinished run in it is continued.")
]
Temperature = Annotated[
    float | None,
    typer.Option(min=0, help="The model's sampling temperature. Default: the service's."),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(min=1, help="The longest answer, in tokens. Default: the service's (hf: 4096)."),
]
Concurrency = Annotated[
    int | None, typer.Option(min=1, help="How many requests are sent at once. Default: 64.")
]
Limit = Annotated[int | None, typer.Option(min=1, help="Ask only the first N items.", metavar="N")]
Decoding = Annotated[
    str | None,
    typer.Option(
        help="paper: send the decoding parameters of each task's paper; default: send only those"
        " given here. Default: paper with --profile paper, else default.",
        metavar="paper|default",
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(min=0, help="Stop when the run costs more than N US dollars.", metavar="N"),
]
MaxTokensTotal = Annotated[
    int | None,
    typer.Option(min=1, help="Stop when the run has used more than N tokens.", metavar="N"),
]


def evaluate(
    packs: Annotated[list[Path], typer.Argument(help="The packs to evaluate the model on.")],
    model: Annotated[
        str,
        typer.Option(
            help="openai/NAME, http://host:port/v1#NAME, baseline:NAME, recorded:FILE;"
            " see: panelwise list models."
        ),
    ],
    out: RunFolder = None,
    profile: ProfileOption = "recommended",
    settings: Settings = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    decoding: Decoding = None,
    concurrency: Concurrency = None,
    limit: Limit = None,
    max_cost: MaxCost = None,
    max_tokens_total: MaxTokensTotal = None,
    repeats: Annotated[int, typer.Option(min=1, help="How many times each item is asked.")] = 1,
    replay: Annotated[
        bool, typer.Option("--replay", help="Use recorded and cached answers only, no network.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Run a model on packs and score its answers.

    The same command continues a run that was stopped.

    The columns: "chance" is the expected score of random answers. "best constant" is the highest
    score of any answer that is the same for every item; it is found with the help of the right
    answers, so on few items it exceeds chance by accident. "adjusted" is (score - chance) /
    (perfect - chance). "readable only" is the score without the answers that could not be read,
    and "all items" the score with them, even if the profile leaves them out. "failed" is the
    number of tasks in an average that had no readable answer; each counts as 0.
    """
    from panelwise.evaluation import carry_out, decoding_lines, plan_run
    from panelwise.profile import parse_settings

    progress = RunProgress(model)
    flags = {"temperature": temperature, "max_tokens": max_tokens, "concurrency": concurrency}
    plan = plan_run(
        packs,
        model,
        out=out,
        profile=profile,
        settings=_with_flags(parse_settings(settings or ()), flags),
        limit=limit,
        repeats=repeats,
        decoding=decoding,
    )
    for line in decoding_lines(plan.decoding):
        say(line)
    run = carry_out(
        plan,
        max_cost=max_cost,
        max_tokens_total=max_tokens_total,
        replay=replay,
        progress=progress,
    )
    progress.close()
    print_run(run, as_json=as_json)
    _note_other_profiles(run)
    if run.status != "complete":
        say(f"{run.status}; the same command with --out {run.path} continues")
        raise typer.Exit(1)


def _with_flags(settings: dict[str, str], flags: dict[str, float | None]) -> dict[str, str]:
    """Settings with those that have flags of their own.

    Raises:
        SettingError: when one is given both ways.
    """
    from panelwise.errors import SettingError

    for key, value in flags.items():
        if value is None:
            continue
        if key in settings:
            flag = f"--{key.replace('_', '-')}"
            raise SettingError(f"{flag} {value} and --set {key}={settings[key]}: give one of them")
        settings[key] = str(value)
    return settings


def rescore(
    run: Annotated[Path, typer.Argument(help="The folder of the run.")],
    profile: Annotated[
        str | None, typer.Option(help="The profile to score by. Default: the run's.")
    ] = None,
    settings: Settings = None,
    packs: MovedPacks = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score a run's stored responses again, in place.

    Replaces the run's scores and profile without sending anything to a model. Prompts, pictures
    and orders remain those of the packs.
    """
    from panelwise.evaluation import Run
    from panelwise.evaluation import rescore as rescore_run
    from panelwise.profile import parse_settings

    opened = Run.open(run, packs or ())
    scored = rescore_run(opened, profile, parse_settings(settings or ()))
    print_run(scored, as_json=as_json)
    answers = sum(1 for _, response in scored.answers() if response is not None)
    say(f"{scored.config['rescored'][-1]['changed']} of {counted(answers, 'score')} changed")
    _note_other_profiles(scored)


def _note_other_profiles(run: Run) -> None:
    """Name the packs that were built with another profile than the run is scored by."""
    name = run.profiles.default.name.partition("+")[0]
    for pack in run.packs:
        before = str(pack.manifest.get("profile", {}).get("name", ""))
        if before and before.partition("+")[0] != name:
            say(
                f"note: {os.path.normpath(pack.path)} was built with {before}, so its prompts,"
                f" pictures and orders are those of {before}; for those of {name}, build the pack"
                f" again with --profile {name}"
            )


def print_run(run: Run, *, as_json: bool) -> None:
    """A run's summary: every metric of every task with interval, chance, n and coverage."""
    import dataclasses

    from panelwise.analysis import RunData, averages, summarise

    if any(pack.withheld for pack in run.packs):
        _print_unscored(run, as_json=as_json)
        return
    summaries = summarise(RunData.of(run))
    if as_json:
        write_json(
            {
                "run": str(run.path),
                "status": run.status,
                "decoding": {task: dataclasses.asdict(one) for task, one in run.decoding.items()},
                "tasks": [dataclasses.asdict(summary) for summary in summaries],
                "averages": [dataclasses.asdict(average) for average in averages(summaries)],
            },
            indent=True,
        )
        return
    for summary in summaries:
        title = f"{summary.model} on {summary.task} ({summary.profile})"
        write_metrics(summary, title)
        outcomes = ", ".join(f"{name} {k}" for name, k in summary.outcomes.items() if k)
        _print_precision(summary)
        say(f"outcomes of {summary.task}: {outcomes or 'none yet'}")
    write_averages(averages(summaries))
    say(f"run: {run.path}")


def _print_unscored(run: Run, *, as_json: bool) -> None:
    """What became of the samples of a run that cannot be scored here; no score, not even 0."""
    from collections import Counter

    outcomes = Counter(result.outcome for result in run.results())
    if as_json:
        facts = {"run": str(run.path), "status": run.status, "scores": None}
        write_json(facts | {"outcomes": dict(outcomes)}, indent=True)
        return
    counts = ", ".join(f"{name} {k}" for name, k in outcomes.items())
    say(f"not scored, because the right answers are withheld: {counts or 'no answers yet'}")
    say(
        "send the run's folder to the pack's publisher, to score it with panelwise score-submission"
    )
    say(f"run: {run.path}")


def _print_precision(summary: TaskSummary) -> None:
    """What the scores of found boxes are worth, where there are such boxes."""
    found = summary.precision
    if found is None:
        return
    if isinstance(found, str):
        say(f"note: {found}")
        return
    if found.has_scores:
        write_precision(found, summary.profile, summary.coverage)
    for note in found.notes:
        say(f"note: {note}")


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(evaluate)
    app.command()(rescore)
