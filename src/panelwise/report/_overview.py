"""What the first page says, as plain data for its template. Nothing here computes a score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis import Comparison, PairedDifference, PairedTest, TaskSummary
from panelwise.evaluation import is_baseline
from panelwise.report._bias import BiasView, bias_view
from panelwise.report._conclusions import TaskLead, conclusion, to_next
from panelwise.report._differences import Differences, Pair, differences, oriented
from panelwise.report._doubts import doubts
from panelwise.report._errors import ErrorView, error_views
from panelwise.report._facets import Facet, facets
from panelwise.report._findings import MistakeView, WeakView, mistake_view, weak_view
from panelwise.report._headline import HeadlineRow, best_first, headline_rows, is_higher_better
from panelwise.report._judges import JudgeReport
from panelwise.report._naming import task_title
from panelwise.report._outcomes import Funnel, funnel
from panelwise.report._page_metrics import Parts, families, frame_note, is_rated, parts_of
from panelwise.report._printed import Printed, printed
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._terms import metric_words
from panelwise.report._words import better_run, count, figure, metric_label
from panelwise.tasks import Item, Outcome, get_kind
from panelwise.tasks.kinds import Judgeable, MetricGroup
from panelwise.wording import counted, joined


@dataclass(frozen=True, slots=True)
class TaskView:
    """One task: who took it, and everything the page shows of that.

    ``rows`` and ``ranked`` have the best score first; ``peers`` are the models, or the baselines
    where there is no model, in the order of the first table.
    """

    task: str
    title: str
    question: str
    metric: str
    rows: tuple[HeadlineRow, ...]
    ranked: tuple[tuple[str, tuple[HeadlineRow, ...]], ...]
    peers: tuple[HeadlineRow, ...]
    doubts: tuple[tuple[str, str], ...]
    funnels: tuple[Funnel, ...]
    facets: tuple[Facet, ...]
    bias: BiasView | None
    tests: tuple[PairedTest, ...]
    unjudged: tuple[PairedDifference, ...]
    differences: Differences | None
    metrics: tuple[MetricGroup, ...]
    printed: Printed | None
    parts: tuple[Parts, ...]
    notes: tuple[str, ...]
    judges: tuple[tuple[str, JudgeReport], ...]
    people: tuple[str, ...]
    errors: tuple[ErrorView, ...]
    mistakes: MistakeView | None
    weak: WeakView | None
    conclusion: TaskLead
    to_next: Mapping[str, PairedTest]

    @property
    def metric_words(self) -> str:
        """What the headline counts, where its label does not say it."""
        return metric_words(self.rows[0].summary.headline_metric, self.rows[0].summary.kind)

    @property
    def any_differs(self) -> bool:
        """Whether some profile leaves samples out of the headline."""
        return any(row.differs for row in self.rows)

    @property
    def families(self) -> str:
        """For how many pairs the tests are corrected, in words; empty where nothing is tested."""
        models = any(not is_baseline(row.summary.model) for row in self.rows)
        of = "models" if models else "baselines"
        return f"{counted(self.tests[0].pairs, 'pair')} of {of} (all tasks)" if self.tests else ""

    @property
    def family_sizes(self) -> str:
        """The same for a heading."""
        sizes = dict.fromkeys(test.pairs for test in self.tests)
        return f"{' or '.join(map(str, sizes))} pairs"

    @property
    def provenance(self) -> tuple[str, ...]:
        """The profile and the wording of the scores, run by run where they differ."""
        found = []
        for what, of in (("Profile", _profile), ("Prompt", _prompts)):
            runs: dict[str, list[str]] = {}
            for row in self.rows:
                runs.setdefault(of(row), []).append(row.summary.run)
            alike = len(runs) == 1
            said = "; ".join(
                value if alike else f"{value} ({joined(names)})" for value, names in runs.items()
            )
            found.append(f"{what}: {said}.")
        return tuple(found)

    def better_run(self, test: PairedTest) -> str | None:
        """The run that a test shows to be better, if it shows a difference."""
        return better_run(test, is_higher_better(self.rows[0].summary, test.metric))

    @property
    def counted(self) -> str:
        """What n of an item counts, as the task's kind says."""
        return get_kind(self.rows[0].summary.kind).presentation.counted

    @property
    def has_circular(self) -> bool:
        """Whether questions were asked in every rotation of their options."""
        return any(row.summary.circular for row in self.rows)

    @property
    def has_pairs(self) -> bool:
        """Whether two items have one text and different answers."""
        return any(row.summary.pairs for row in self.rows)

    @property
    def pair_remarks(self) -> tuple[str, ...]:
        """Which runs mostly answered both items of a pair alike, and what knowing them is worth."""
        found = [(row.summary.run, row.summary.pairs) for row in self.rows if row.summary.pairs]
        knowing = dict.fromkeys(one.knowing_chance for _, one in found if one.knowing_chance)
        return (
            *(
                f"Chance of both right is {figure(chance)} if it is known that the answers differ."
                for chance in knowing
            ),
            *(f"{run} {one.remark}." for run, one in found if one.remark),
        )

    @property
    def absent(self) -> tuple[str, ...]:
        """Why the task has no section on wrong answers or on position bias."""
        form = get_kind(self.rows[0].summary.kind).form
        if form not in ("option", "order"):
            none = "No sections on wrong answers and position bias: the answers to this task are"
            return (f"{none} neither orders nor one of several options.",)
        found = []
        if self.mistakes is None:
            why = "no readable answer is wrong"
            if self.seen_outcomes & {"wrong", "partial"}:
                why = {
                    "order": "the items have several right orders, or wrong orders of one kind",
                    "option": "the items do not record what kind each wrong option is",
                }[form]
            found.append(f"No section on wrong answers: {why}.")
        if self.bias is None:
            found.append("No section on position bias: no answer could be read.")
        return tuple(found)

    @property
    def seen_outcomes(self) -> set[Outcome]:
        """The outcomes that occur."""
        return {name for row in self.rows for name, n in row.summary.outcomes.items() if n}

    @property
    def has_chance(self) -> bool:
        """Whether a random answer has an expected score by any metric."""
        return any(
            metric.chance is not None
            for row in self.rows
            for metric in row.summary.metrics.values()
        )

    @property
    def has_guess(self) -> bool:
        """Whether the headline has a chance level or a best constant answer to beat."""
        return any(row.summary.headline.guess is not None for row in self.rows)

    @property
    def why_no_chance(self) -> tuple[str, ...]:
        """What is missing of the headline's chance level, and why."""
        reasons = (row.summary.headline.why_no_chance for row in self.rows)
        return tuple(dict.fromkeys(reason for reason in reasons if reason))

    @property
    def is_about_pages(self) -> bool:
        """Whether its answers are read off pages, and so have figures of many sorts."""
        return is_document(self.rows[0].summary)

    @property
    def leaves_out(self) -> bool:
        """Whether the profile leaves answers out of any figure."""
        return any(
            metric.headline != metric.all_items
            for row in self.rows
            for metric in row.summary.metrics.values()
        )

    @property
    def unfinished(self) -> tuple[str, ...]:
        """Who was not asked all rotations of all questions."""
        scores = [(row.summary.run, row.summary.circular) for row in self.rows]
        return tuple(
            f"{run}: {count(score.unfinished)} questions were not asked in every rotation and are "
            "left out."
            for run, score in scores
            if score and score.unfinished
        )


def task_views(runs: Sequence[ReportRun], comparison: Comparison) -> list[TaskView]:
    """One view per task, in the order of the comparison."""
    rows = headline_rows(runs, comparison)
    order = best_first(rows)
    tasks = dict.fromkeys(row.summary.task for row in rows)
    return [
        _view(task, [row for row in rows if row.summary.task == task], runs, comparison, order)
        for task in tasks
    ]


def _pairs_of(summaries: Sequence[TaskSummary], pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """The pairs of the summaries' task, the better score first, in the order of the summaries."""
    higher = summaries[0].headline.higher_is_better
    places = {summary.run: place for place, summary in enumerate(summaries)}
    return tuple(
        sorted(
            (oriented(pair, higher) for pair in pairs if pair.task == summaries[0].task),
            key=lambda pair: tuple(
                places.get(one, len(places)) for one in (pair.first, pair.second)
            ),
        )
    )


def _view(
    task: str,
    rows: Sequence[HeadlineRow],
    runs: Sequence[ReportRun],
    comparison: Comparison,
    order: Sequence[str],
) -> TaskView:
    summaries = [row.summary for row in rows]
    metric = metric_label(summaries[0].headline_metric)
    tests = _pairs_of(summaries, comparison.tests)
    unjudged = _pairs_of(summaries, comparison.baseline_differences)
    items = items_of(task, runs)
    named = {run.name: run for run in runs}
    rated = any(map(is_rated, summaries))
    taken = [(summary, named[summary.run]) for summary in summaries if summary.run in named]
    peers = tuple(sorted(ranked(rows)[0][1], key=lambda row: order.index(row.summary.run)))
    models = [row.summary for row in peers]
    return TaskView(
        task=task,
        title=task_title(task),
        question=get_kind(summaries[0].kind).question(items),
        metric=metric,
        rows=tuple(rows),
        ranked=ranked(rows),
        peers=peers,
        doubts=tuple(doubts(rows, tests, runs, items)),
        funnels=tuple(map(funnel, summaries)),
        facets=facets(summaries),
        bias=None if is_document(summaries[0]) else bias_view(summaries),
        tests=tests,
        unjudged=unjudged,
        differences=differences(tests, unjudged, summaries),
        metrics=families(summaries),
        printed=printed(rows, items),
        parts=tuple(
            part for summary, run in taken if (part := parts_of(summary, run, rated=rated))
        ),
        notes=(
            *(note for summary, run in taken if (note := frame_note(summary, run))),
            *(note for _, run in taken if (note := run.left_out)),
        ),
        judges=tuple(
            (run.name, judge)
            for summary, run in taken
            if is_judgeable(summary)
            for judge in run.judges
        ),
        people=tuple(
            run.people.words(run.name)
            for summary, run in taken
            if is_judgeable(summary) and run.people is not None
        ),
        errors=error_views(task, [run for _, run in taken]),
        mistakes=mistake_view(models),
        weak=weak_view(models),
        conclusion=conclusion(peers, tests),
        to_next={
            run: test for _, rows in ranked(rows) for run, test in to_next(rows, tests).items()
        },
    )


def _profile(row: HeadlineRow) -> str:
    return row.summary.profile


def _prompts(row: HeadlineRow) -> str:
    return row.prompts


def is_document(summary: TaskSummary) -> bool:
    """Whether its answers are documents: most are read off pages and have figures of many sorts."""
    return get_kind(summary.kind).form == "document"


def is_judgeable(summary: TaskSummary) -> bool:
    """Whether judges and people may mark its answers."""
    return isinstance(get_kind(summary.kind), Judgeable)


def items_of(task: str, runs: Sequence[ReportRun]) -> tuple[Item, ...]:
    """The items of a task, each once, over all runs."""
    items: dict[ItemKey, Item] = {
        key: item for run in runs for key, item in run.items.items() if item.task == task
    }
    return tuple(items.values())


def ranked(rows: Sequence[HeadlineRow]) -> tuple[tuple[str, tuple[HeadlineRow, ...]], ...]:
    """The rows of one task from the best score down, baselines apart."""
    groups = (
        ("Models", [row for row in rows if not is_baseline(row.summary.model)]),
        ("Baselines", [row for row in rows if is_baseline(row.summary.model)]),
    )
    found = [(name, tuple(group)) for name, group in groups if group]
    return tuple(found) if len(found) > 1 else tuple(("", group) for _, group in found)
