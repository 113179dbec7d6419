"""What ``panelwise evaluate --dry-run`` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from panelwise.cli._output import figure, say, write_json, write_line, write_table
from panelwise.wording import duration

if TYPE_CHECKING:
    from panelwise.analysis import TaskPower
    from panelwise.evaluation import RunEstimate, RunPlan, TaskEstimate

HEADERS = (
    *("task", "items", "requests", "stored", "cached", "images", "MB", "text tokens*"),
    *("image tokens", "longest answers", "MDD", "above chance"),
)
UNKNOWN = "?"


def print_estimates(
    planned: Iterable[RunPlan], *, cache: bool, pace: float | None, as_json: bool
) -> None:
    """What every planned run would send and cost, and which differences its items can show."""
    from panelwise.evaluation import decoding_lines, estimate_run

    plans = list(planned)
    estimates = [estimate_run(plan, cache=cache) for plan in plans]
    powers = [_powers(plan) for plan in plans]
    if as_json:
        write_json(
            [_as_json(*both, pace) for both in zip(estimates, powers, strict=True)], indent=True
        )
        return
    for plan, estimate, power in zip(plans, estimates, powers, strict=True):
        rows = [_row(one, estimate, power.get(one.task)) for one in estimate.tasks]
        write_table(HEADERS, rows, f"{estimate.model}, not run")
        for line in decoding_lines(plan.decoding):
            write_line(line)
        write_line(_total(estimate, pace))
    _explain(powers[0])


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
    parts = [f"{whole.requests:,} requests"]
    if whole.input_cost is None:
        parts.append("cost unknown: set price_in and price_out (US$ per 1M tokens)")
    else:
        counted = "" if whole.images_counted else " without images, whose tokens are not known"
        parts.append(f"about ${whole.input_cost:.2f} for what is sent{counted}")
        most = whole.answers_cost
        parts.append(
            "answers unknown: no --max-tokens"
            if most is None
            else f"at most ${most:.2f} for the answers"
        )
    if pace is None:
        parts.append("hours unknown: give --pace")
    else:
        parts.append(f"{duration(whole.hours(pace))} at {pace:g} requests a minute")
    return "; ".join(parts)


def _explain(powers: dict[str, TaskPower]) -> None:
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


def _as_json(
    estimate: RunEstimate, power: dict[str, TaskPower], pace: float | None
) -> dict[str, object]:
    import dataclasses

    return estimate.as_dict() | {
        "hours": None if pace is None else estimate.hours(pace),
        "power": {task: dataclasses.asdict(one) for task, one in power.items()},
    }
