"""The model card of a training, as Markdown (MS-21: what was gained, and what was lost)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from panelwise.analysis import Comparison, Estimate, TaskSummary
from panelwise.training.finetuning._collapse import Collapse
from panelwise.training.finetuning._held_out import HeldOut
from panelwise.training.finetuning._plan import TrainingPlan

Results = Sequence[tuple[HeldOut, Comparison, tuple[Collapse, ...]]]
_ORIGINS = {"paper": "paper", "code": "released code", "ours": "ours", "given": "given"}


def model_card(
    plan: TrainingPlan,
    results: Results,
    facts: Mapping[str, Any],
    log: Sequence[Mapping[str, Any]],
    plot: str,
) -> str:
    """What the model is, how it was made, and what it can and can no longer do."""
    recipe = plan.recipe
    parts = [
        f"# {recipe.title}\n\nTrained from `{plan.model}` (checkpoint"
        f" `{plan.record['checkpoint'][:16]}`) by the recipe `{recipe.name}` of Panelwise, seed"
        f" {plan.seed}. Source: {recipe.source}.",
        "## Results\n\n" + ("\n".join(_results(results)) or "It was not evaluated."),
        "## Format collapse\n\n" + ("\n".join(_collapses(results))),
        "## Data\n\n" + "\n".join(_data(plan, facts)),
        "## Training\n\n" + "\n".join(_training(plan, log, plot)),
        "## Not tried\n\n"
        + "\n".join(f"- {one}" for one in recipe.untried or ("nothing is known",)),
    ]
    return "\n\n".join(parts) + "\n"


def _results(results: Results) -> Iterator[str]:
    if not results:
        return
    yield "| test | metric | items | before | after | chance | after − before | p |"
    yield "|---|---|---|---|---|---|---|---|"
    for test, comparison, _ in results:
        for before, after in before_and_after(comparison):
            tests = [one for one in comparison.tests if one.task == after.task]
            change, p = ("–", "–")
            if tests:  # the tests are of before − after
                one = tests[0]
                change, p = _interval(_turned(one.difference)), f"{one.p:.3g} ({one.test})"
            yield (
                f"| {test.name} | {after.headline_metric} | {after.n} |"
                f" {_interval(before.headline.headline)} | {_interval(after.headline.headline)} |"
                f" {_number(after.headline.chance)} | {change} | {p} |"
            )
    notes = [f"- {test.name}: {test.note}" for test, _, _ in results if test.note]
    yield from ["", *notes] if notes else []
    yield ""
    yield "Intervals are 95 %. Tests are paired by item, and not corrected for their number."


def before_and_after(comparison: Comparison) -> Iterator[tuple[TaskSummary, TaskSummary]]:
    """The summaries of each task in the first run and in the second."""
    half = len(comparison.summaries) // 2
    yield from zip(comparison.summaries[:half], comparison.summaries[half:], strict=True)


def _turned(difference: Estimate) -> Estimate:
    """The same difference seen from the other side."""

    def minus(value: float | None) -> float | None:
        return None if value is None else 0.0 - value

    return Estimate(
        minus(difference.value),
        minus(difference.high),
        minus(difference.low),
        difference.n,
        difference.method,
    )


def _collapses(results: Results) -> Iterator[str]:
    found = [(test, one) for test, _, some in results for one in some]
    if not found:
        yield (
            "No sign: answers are as readable as before, are not all the same, and none of the"
            " scores fell below chance."
            if results
            else "Not checked: there was no test."
        )
    for test, one in found:
        yield f"- **{one.sign}** on {test.name} ({one.task}): {one.words}"


def _data(plan: TrainingPlan, facts: Mapping[str, Any]) -> Iterator[str]:
    for pack in plan.train:
        yield f"- trained on pack `{pack.name}`, {pack.manifest['task']}, hash `{pack.hash[:16]}`"
    total = len(plan.prepared.samples)
    for part, count in plan.prepared.mix.items():
        yield f"- {part}: {count} of {total} samples ({count / total:.1%})"
    for name, value in facts.items():
        yield f"- {name}: {value}"
    for one in plan.licences:
        stated = f"; stated: {one.stated}" if one.stated else ""
        yield f"- licence of {one.book}: {one.licence}{stated}"


def _training(plan: TrainingPlan, log: Sequence[Mapping[str, Any]], plot: str) -> Iterator[str]:
    yield "| setting | value | from | |"
    yield "|---|---|---|---|"
    for name, one in plan.recipe.stated().items():
        if name != "bases":
            value = ", ".join(map(str, one.value)) if isinstance(one.value, tuple) else one.value
            yield f"| {name} | {value} | {_ORIGINS[one.origin]} | {one.note} |"
    yield ""
    losses = [line["loss"] for line in log if "loss" in line]
    if losses:
        yield f"{len(losses)} steps; loss {losses[0]:.4g} at first, {losses[-1]:.4g} at last."
        yield ""
        yield f"![Loss by step]({plot})"
    yield ""
    versions = ", ".join(f"{name} {one}" for name, one in plan.record["versions"].items())
    yield f"Made with {versions}."


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return _number(estimate.value)
    return f"{_number(estimate.value)} [{estimate.low:.3f}, {estimate.high:.3f}]"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
