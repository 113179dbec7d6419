"""What ``--dry-run`` prints: of runs, of the runs of an experiment or suite, of drafts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from panelwise.cli._output import figure, say, write_json, write_line, write_table
from panelwise.errors import SettingError
from panelwise.wording import counted, duration

if TYPE_CHECKING:
    from panelwise.analysis import TaskPower
    from panelwise.evaluation import RunEstimate, RunPlan, TaskEstimate

HEADERS = (
    *("task", "items", "requests", "stored", "cached", "images", "MB", "text tokens*"),
    *("image tokens", "longest answers", "MDD", "above chance"),
)
TOTALS = ("model", "requests", "text tokens*", "image tokens", "$ sent", "$ answers", "hours")
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Estimated:
    """What a run would send, how it is decoded, and which differences its items can show."""

    run: RunEstimate
    decoding: Sequence[str] = ()
    power: Mapping[str, TaskPower] = field(default_factory=dict)


def estimated(plans: Iterable[RunPlan], *, cache: bool, batch: bool = False) -> list[Estimated]:
    """What every planned run would send and cost."""
    from panelwise.evaluation import decoding_lines, estimate_run

    return [
        Estimated(
            estimate_run(plan, cache=cache, batch=batch),
            decoding_lines(plan.decoding),
            _powers(plan),
        )
        for plan in plans
    ]


def check_pace(pace: float | None, *, dry_run: bool) -> None:
    """See that an assumed pace is not taken for a limit of a run.

    Raises:
        SettingError: when it is given without ``--dry-run``.
    """
    if pace is not None and not dry_run:
        raise SettingError("--pace is used only with --dry-run; add --dry-run, or leave --pace out")


def print_estimates(found: Sequence[Estimated], *, pace: float | None, as_json: bool) -> None:
    """A table for each run; of several, what each model and all together would send and cost."""
    if as_json:
        write_json([_as_json(one.run, one.power, pace) for one in found], indent=True)
        return
    for one in found:
        rows = [_row(task, one.run, one.power.get(task.task)) for task in one.run.tasks]
        write_table(HEADERS, rows, f"{one.run.model}, not run")
        for line in one.decoding:
            write_line(line)
        write_line(_total(one.run, pace))
        if one.run.refused:
            write_line(f"warning: {one.run.refused}")
    if len(found) > 1:
        write_line("")
        write_table(TOTALS, _totals([one.run for one in found], pace), "In total")
    _explain(next((one.power for one in found if one.power), {}))


def _totals(runs: Sequence[RunEstimate], pace: float | None) -> list[list[str]]:
    """A row for each model, and one for all of several."""
    by_model: dict[str, list[RunEstimate]] = {}
    for run in runs:
        by_model.setdefault(run.model, []).append(run)
    groups = [*by_model.items(), *([("all", list(runs))] if len(by_model) > 1 else [])]
    return [[name, *_sums(some, pace)] for name, some in groups]


def _sums(runs: Sequence[RunEstimate], pace: float | None) -> list[str]:
    """Requests, tokens, dollars, hours; unknown where one of the runs' is."""
    tasks = [task for run in runs for task in run.tasks]
    sent = [run for run in runs if run.requests]
    hours = None if pace is None else math.fsum(run.hours(pace) for run in runs)
    return [
        f"{sum(run.requests for run in runs):,}",
        f"{sum(task.text_tokens for task in tasks):,}",
        _sum([task.image_tokens for task in tasks], ",d"),
        _sum([run.input_cost if run.images_counted else None for run in sent], ".2f"),
        _sum([run.answers_cost for run in sent], ".2f"),
        UNKNOWN if hours is None else f"{hours:.1f}",
    ]


def _sum(values: Sequence[float | None], form: str) -> str:
    known = [value for value in values if value is not None]
    return format(sum(known), form) if len(known) == len(values) else UNKNOWN


def _powers(plan: RunPlan) -> dict[str, TaskPower]:
    from panelwise.analysis import plan_power

    items = {(one.pack.hash, one.item.id): one.item for one in plan.samples}
    if any(item.withheld for item in items.values()):
        return {}  # nobody here knows what guessing scores
    return {one.task: one for one in plan_power(list(items.values()), plan.profiles.of_task)}


def _row(one: TaskEstimate, whole: RunEstimate, power: TaskPower | None) -> list[str]:
    longest = "" if whole.free else UNKNOWN
    if one.longest_answers is not None and not whole.free:
        longest = f"{one.longest_answers:,}"
    return [
        one.task,
        str(one.items),
        f"{one.requests:,}",
        str(one.stored),
        str(one.cached),
        f"{one.images:,}",
        f"{one.image_bytes / 1e6:.1f}",
        f"{one.text_tokens:,}",
        UNKNOWN if one.image_tokens is None else f"{one.image_tokens:,}",
        longest,
        figure(None if power is None else power.difference),
        figure(None if power is None else power.above_chance),
    ]


def _total(whole: RunEstimate, pace: float | None) -> str:
    """Dollars and hours, as far as they are known."""
    if whole.free:
        return "nothing is sent"
    parts = [f"{counted(whole.requests, 'request')}"]
    if whole.input_cost is None:
        parts.append("cost unknown: set price_in and price_out (US$ per 1M tokens)")
    else:
        without = "" if whole.images_counted else " without images, whose tokens are not known"
        parts.append(f"about ${whole.input_cost:.2f} for what is sent{without}")
        most = whole.answers_cost
        parts.append(
            "answers unknown: no --max-tokens"
            if most is None
            else f"at most ${most:.2f} for the answers"
        )
    if whole.batch is not None:
        parts.append(f"as a batch: {whole.batch}; results within a day, as providers say")
    elif pace is None:
        parts.append("hours unknown: give --pace")
    else:
        parts.append(f"{duration(whole.hours(pace))} at {pace:g} requests a minute")
    return "; ".join(parts)


def _explain(powers: Mapping[str, TaskPower]) -> None:
    say(
        "* estimated from the script: a token for each Chinese, Japanese or Korean character, each"
        " 4 characters of Latin text, each 2 of others; it may be off by a third"
    )
    if not powers:
        return
    some = next(iter(powers.values()))
    say(
        f"MDD: the smallest difference between two models that these items show with"
        f" {some.power:.0%} probability (5 %, two-sided), if they differ on {some.discordance:.0%}"
        f" of the items; panelwise power has the assumptions and other values"
    )
    say(
        "above chance: how far above chance the true score must lie for its interval to exclude"
        f" chance with {some.power:.0%} probability"
    )


def _as_json(
    estimate: RunEstimate, power: Mapping[str, TaskPower], pace: float | None
) -> dict[str, object]:
    import dataclasses

    return estimate.as_dict() | {
        "hours": None if pace is None else estimate.hours(pace),
        "power": {task: dataclasses.asdict(one) for task, one in power.items()},
    }
