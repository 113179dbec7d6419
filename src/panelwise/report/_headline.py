"""The headline table as plain rows, the same for HTML, Markdown, CSV and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.analysis import Comparison, TaskSummary
from panelwise.evaluation import baselines, is_baseline
from panelwise.report._report_run import ReportRun
from panelwise.report._standing import chance_verdict, shows_more, verdict_words
from panelwise.report._words import UNREAD_WORDS, figure, metric_label
from panelwise.tasks import drops_unread
from panelwise.tasks.kinds import ScoringSettings


@dataclass(frozen=True, slots=True)
class HeadlineRow:
    """One score with everything that it must never be printed without.

    The all-items figure is shown next to the headline wherever it ``differs``: the profile leaves
    samples out. ``decoding`` is what was sent besides the prompt, empty where that is not known;
    ``unread`` is what the profile makes of an answer that could not be read.
    """

    summary: TaskSummary
    versions: tuple[str, ...]
    decoding: str = ""
    unread: str = ""

    @property
    def metric(self) -> str:
        return metric_label(self.summary.headline_metric)

    @property
    def n(self) -> int:
        return self.summary.score.n

    @property
    def place(self) -> tuple[bool, float]:
        """Where it comes in its task: models before baselines, the best score first."""
        head, baseline = self.summary.headline, is_baseline(self.summary.model)
        if head.headline.value is None:
            return baseline, float("inf")
        return baseline, -head.headline.value if head.higher_is_better else head.headline.value

    @property
    def differs(self) -> bool:
        headline = self.summary.headline
        return headline.headline != headline.all_items

    @property
    def other_score(self) -> str:
        """The score if unreadable answers counted the other way; empty where all were read."""
        head = self.summary.headline
        if self.differs:
            return f"all items {figure(head.all_items.value)}"
        if head.valid_only.n < head.all_items.n:
            return f"readable only {figure(head.valid_only.value)}"
        return ""

    @property
    def prompts(self) -> str:
        return ", ".join(self.summary.prompt_ids)

    @property
    def answered_as(self) -> str:
        """The versions that the provider reported, else what was asked for."""
        return ", ".join(self.versions) or self.summary.model

    @property
    def rule(self) -> str:
        """What a baseline answers, in half a sentence; empty for a model."""
        name = self.summary.model.removeprefix("baseline:")
        said = baselines().get(name, "").removesuffix(".").replace("``", "")
        return f"{said[:1].lower()}{said[1:]}"

    @property
    def verdict(self) -> str:
        return chance_verdict(self.summary)

    @property
    def shows_more(self) -> bool:
        """Whether it lies beyond chance and the best constant answer."""
        return shows_more(self.summary)

    @property
    def weak(self) -> bool:
        """Whether it is not shown to lie beyond these, though it was compared with them."""
        head = self.summary.headline
        compared = head.headline.value is not None and head.guess is not None
        return compared and not self.summary.few_books and not self.shows_more

    @property
    def standing(self) -> str:
        """How it compares with chance and with the best constant answer, in words."""
        return verdict_words(self.summary)

    @property
    def short_standing(self) -> str:
        """The same without the constant answer itself, which is in the table."""
        return verdict_words(self.summary, named=False)


def headline_rows(runs: Sequence[ReportRun], comparison: Comparison) -> list[HeadlineRow]:
    """One row per run and task, tasks together, the best score first and baselines last."""
    by_name = {run.name: run for run in runs}
    tasks = list(dict.fromkeys(summary.task for summary in comparison.summaries))
    rows = [_row(summary, by_name.get(summary.run)) for summary in comparison.summaries]
    return sorted(rows, key=lambda row: (tasks.index(row.summary.task), row.place))


def best_first(rows: Sequence[HeadlineRow]) -> list[str]:
    """The runs by their scores on the first task (then the next), baselines last.

    Args:
        rows: of all tasks, tasks together.
    """
    tasks = list(dict.fromkeys(row.summary.task for row in rows))
    places = {(row.summary.run, row.summary.task): row.place for row in rows}
    models = {row.summary.run: row.summary.model for row in rows}

    def place(run: str) -> tuple[bool, tuple[tuple[bool, float], ...]]:
        apart = is_baseline(models[run])
        absent = (apart, float("inf"))  # after all that were asked
        return apart, tuple(places.get((run, task), absent) for task in tasks)

    return sorted(models, key=place)


def in_order(runs: Sequence[ReportRun], comparison: Comparison) -> list[ReportRun]:
    """The runs of a report as :func:`best_first` has them."""
    order = best_first(headline_rows(runs, comparison))
    return sorted(runs, key=lambda run: order.index(run.name) if run.name in order else len(order))


def _row(summary: TaskSummary, run: ReportRun | None) -> HeadlineRow:
    if run is None:
        return HeadlineRow(summary, ())
    sent = run.decoding.get(summary.task)
    decoding = "" if sent is None else str(sent)
    unread = unread_rule(summary.task, summary.kind, run)
    return HeadlineRow(summary, run.model_versions, decoding, unread)


def unread_rule(task: str, kind: str, run: ReportRun) -> str:
    """What a run's profile makes of an answer to a task that could not be read."""
    profile = run.profile_of(task)
    policy = profile.section(ScoringSettings).invalid_policy
    if policy == "valid_only" and not drops_unread(kind, profile):
        policy = "zero"  # choices are never left out
    return UNREAD_WORDS[policy]


def is_higher_better(summary: TaskSummary, metric: str) -> bool:
    """A metric's direction, as the summary of its task says."""
    return summary.metrics.get(metric, summary.headline).higher_is_better
