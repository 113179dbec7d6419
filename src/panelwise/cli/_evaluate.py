"""``panelwise evaluate``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from panelwise.cli._estimates import check_pace, estimated, print_estimates
from panelwise.cli._options import ProfileOption
from panelwise.cli._output import RunProgress, say
from panelwise.cli._run_output import note_other_profiles, print_run, to_continue, unanswered
from panelwise.cli._several import outs_of, run_several

if TYPE_CHECKING:
    from panelwise.evaluation import Run, RunPlan

ScoringAndModel = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Change a setting, as key=value. panelwise settings lists those of prompts and"
        " scoring, docs/models.md those of models.",
    ),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(
        help="The folder of the run; with several models, the folder that holds their runs. An"
        " unfinished run in it is continued. Default: runs/NAME, where NAME is a new name made of"
        " model, pack and time, or that of an unfinished run of the same command."
    ),
]
Temperature = Annotated[
    float | None,
    typer.Option(min=0, help="The model's sampling temperature. Default: the service's."),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="The longest answer, in tokens. Default: the service's (hf: 4096; anthropic: 4096, or"
        " 16000 from Claude 3.7 on).",
    ),
]
Concurrency = Annotated[
    int | None, typer.Option(min=1, help="How many requests are sent at once. Default: 64.")
]
Limit = Annotated[
    int | None,
    typer.Option(
        min=1, help="Send only the first N items of each pack. Default: all.", metavar="N"
    ),
]
Decoding = Annotated[
    str | None,
    typer.Option(
        help="paper: send the decoding parameters of each task's paper; default: send only those"
        " given on the command line. Default: paper with --profile paper, else default.",
        metavar="paper|default",
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(min=0, help="Stop when the run costs more than N US dollars.", metavar="N"),
]
Batch = Annotated[
    bool,
    typer.Option(
        "--batch",
        help="Submit the requests to the provider's batch service, at half the price, and wait"
        " for the results, up to a day; the same command fetches them later.",
    ),
]
Pace = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        help="The requests per minute from which --dry-run estimates the hours.",
        metavar="N",
    ),
]
MaxTokensTotal = Annotated[
    int | None,
    typer.Option(min=1, help="Stop when the run has used more than N tokens.", metavar="N"),
]

Repeats = Annotated[int, typer.Option(min=1, help="How many times each item is asked.")]
Replay = Annotated[
    bool, typer.Option("--replay", help="Use recorded and cached answers only, no network.")
]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Ask everything anew; use and keep no cached answer.")
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Print what would be sent, its cost, and how small a difference the items could"
        " detect.",
    ),
]


def evaluate(
    packs: Annotated[list[Path], typer.Argument(help="The packs to evaluate the models on.")],
    models: Annotated[
        list[str],
        typer.Option(
            "--model",
            help="openai/NAME, http://host:port/v1#NAME, baseline:NAME, recorded:FILE;"
            " see: panelwise list models. Repeat it to run several models.",
        ),
    ],
    out: RunFolder = None,
    profile: ProfileOption = "recommended",
    settings: ScoringAndModel = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    decoding: Decoding = None,
    concurrency: Concurrency = None,
    limit: Limit = None,
    max_cost: MaxCost = None,
    max_tokens_total: MaxTokensTotal = None,
    repeats: Repeats = 1,
    replay: Replay = False,
    no_cache: NoCache = False,
    batch: Batch = False,
    dry_run: DryRun = False,
    pace: Pace = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Run a model on packs and score its answers.

    The same command continues a run that was stopped. Several models run one after another, and
    are compared at the end. The exit status is 1 if the run of a model stopped, or if a model
    supports no item of the packs. It is 2 if nothing could be run.

    The columns: "chance" is the expected score of random answers. "best constant" is the best
    score of any answer that is the same for every item (in ordering tasks, for every item of the
    same length); it is found with the right answers, so on few items it exceeds chance by accident.
    "adjusted" is (score - chance) / (perfect - chance). "readable only" is the score without the
    answers that could not be read, "all items" the score with them. In an average over tasks,
    "failed" is the number of tasks without a readable answer; each of them enters the average as 0.
    """
    from panelwise.profile import parse_settings

    check_pace(pace, dry_run=dry_run)
    flags = {"temperature": temperature, "max_tokens": max_tokens, "concurrency": concurrency}
    given = _with_flags(parse_settings(settings or ()), flags)
    asked = {"profile": profile, "limit": limit, "repeats": repeats, "decoding": decoding}
    plans = _plans(packs, outs_of(models, out), given, asked)
    if dry_run:
        found = estimated(plans.values(), cache=not no_cache, batch=batch)
        print_estimates(found, pace=pace, as_json=as_json)
        return
    ways = {"max_cost": max_cost, "max_tokens_total": max_tokens_total, "replay": replay}
    ask = partial(_ask, ways | {"cache": _cache(replay=replay, no_cache=no_cache), "batch": batch})
    if len(plans) > 1:
        run_several(plans, ask, as_json=as_json)
        return
    [(model, plan)] = plans.items()
    _print_one(ask(plan, model), as_json=as_json)


def _print_one(run: Run, *, as_json: bool) -> None:
    """Print a run; where it is not whole, say why, with exit code 1."""
    print_run(run, as_json=as_json)
    note_other_profiles(run)
    if why := unanswered(run):
        say(why)
        raise typer.Exit(1)
    if run.status != "complete":
        say(to_continue(run.status, run.path))
        raise typer.Exit(1)


def _plans(
    packs: Sequence[Path],
    outs: Mapping[str, Path | None],
    given: Mapping[str, str],
    asked: Mapping[str, Any],
) -> dict[str, RunPlan]:
    """What is to be done with each model; a mistake with one is found before any is asked."""
    from panelwise.evaluation import plan_run, require_taken_by, settings_for
    from panelwise.packs import Pack

    opened = [Pack.open(pack) for pack in packs]
    require_taken_by(list(outs), given)
    return {
        model: plan_run(opened, model, out=out, settings=settings_for(model, given), **asked)
        for model, out in outs.items()
    }


def _ask(ways: Mapping[str, Any], plan: RunPlan, model: str) -> Run:
    from panelwise.evaluation import carry_out, decoding_lines

    chosen = any(one.sent or one.source for one in plan.decoding.values())
    progress = RunProgress(model, decoding_lines(plan.decoding) if chosen else ())
    run = carry_out(plan, progress=progress, **ways)
    progress.close()
    return run


def _cache(*, replay: bool, no_cache: bool) -> bool:
    """Whether the cache is used.

    Raises:
        SettingError: where both were given.
    """
    from panelwise.errors import SettingError

    if replay and no_cache:
        raise SettingError("--replay takes answers from the cache, --no-cache none; give one")
    return not no_cache


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


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(evaluate)
