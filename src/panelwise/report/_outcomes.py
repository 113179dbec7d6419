"""What became of everything that was sent: one bar per run, and the stages that it passed.

Source: MS-6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from panelwise.analysis import TaskSummary
from panelwise.report._charts import stacked_bar
from panelwise.report._words import OUTCOME_WORDS, UNSCORED, count, share
from panelwise.tasks import Outcome, get_kind

_LOST: tuple[tuple[str, tuple[Outcome, ...]], ...] = (
    ("Asked", ()),
    ("Responded", ("provider_error", "unsupported")),
    ("Answered", ("no_answer", "refused", "truncated")),
    ("Readable", ("unparsed",)),
)
# From the right answer outwards: what is lost at an early stage lies at the end of the bar.
_SEGMENTS: tuple[Outcome, ...] = (
    *("correct", "partial", "wrong", "unparsed", "no_answer", "refused", "truncated"),
    *("unsupported", "provider_error", "unscored"),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """How many samples got this far, and what became of those that did not."""

    label: str
    count: int
    share: float
    lost: tuple[tuple[Outcome, int], ...]


@dataclass(frozen=True, slots=True)
class Funnel:
    """One run on one task: a bar of its outcomes and the stages."""

    summary: TaskSummary
    bar: Markup
    stages: tuple[Stage, ...]


def segments(outcomes: Mapping[Outcome, int]) -> tuple[tuple[Outcome, int], ...]:
    """The outcomes that occur, in the order of the bar."""
    return tuple((outcome, outcomes[outcome]) for outcome in _SEGMENTS if outcomes.get(outcome))


def outcome_bar(outcomes: Mapping[Outcome, int], title: str, total: int | None = None) -> Markup:
    """A bar of outcomes: of ``total`` samples, or of those that have one."""
    found = segments(outcomes)
    asked = sum(number for _, number in found)
    words = ", ".join(
        f"{OUTCOME_WORDS.get(outcome, UNSCORED).label} {count(number)} ({share(number / asked)})"
        for outcome, number in found
    )
    whole = max(asked, total or 0)
    return stacked_bar([(name, number / whole) for name, number in found], title, words)


def funnel(summary: TaskSummary) -> Funnel:
    """Asked → responded → answered → readable → right, with what was lost on the way."""
    bar = outcome_bar(summary.outcomes, f"Outcomes of {summary.run}")
    return Funnel(summary, bar, _stages(summary))


def _stages(summary: TaskSummary) -> tuple[Stage, ...]:
    outcomes = summary.outcomes
    asked = left = sum(outcomes.values())
    stages: list[Stage] = []
    for label, lost in _LOST:
        gone = tuple((outcome, outcomes[outcome]) for outcome in lost if outcomes.get(outcome))
        left -= sum(number for _, number in gone)
        stages.append(_stage(label, left, asked, gone))
    missed: tuple[tuple[Outcome, int], ...] = tuple(
        (outcome, outcomes[outcome]) for outcome in ("partial", "wrong") if outcomes.get(outcome)
    )
    label = get_kind(summary.kind).presentation.right
    return (*stages, _stage(label, outcomes.get("correct", 0), asked, missed))


def _stage(label: str, number: int, asked: int, lost: tuple[tuple[Outcome, int], ...]) -> Stage:
    return Stage(label, number, number / asked if asked else 0.0, lost)
