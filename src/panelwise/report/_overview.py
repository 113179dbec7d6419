"""What the first page says, as plain data for its template. Nothing here computes a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from panelwise.analysis import Comparison, PairedTest, TaskSummary
from panelwise.report._charts import axis_for, axis_strip, bars, funnel_bar, strip
from panelwise.report._facets import Facet, facets
from panelwise.report._headline import HeadlineRow, headline_rows, is_higher_better
from panelwise.report._judges import JudgeReport
from panelwise.report._page_metrics import Parts, families, frame_note, is_rated, parts_of
from panelwise.report._printed import Printed, printed
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import (
    INTERVAL_METHODS,
    better_run,
    count,
    full_scale,
    guess_words,
    metric_label,
    share,
)
from panelwise.tasks import Item, Outcome, get_kind, vouchers
from panelwise.tasks.kinds import Judgeable, MetricGroup
from panelwise.wording import counted, joined

MOST_BARS = 12
_LOST: tuple[tuple[str, tuple[Outcome, ...]], ...] = (
    ("Asked", ()),
    ("Responded", ("provider_error", "unsupported")),
    ("Answered", ("no_answer", "refused", "truncated")),
    ("Readable", ("unparsed",)),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """How many samples got this far, and what became of those that did not."""

    label: str
    count: int
    share: float
    lost: tuple[tuple[Outcome, int], ...]
    bar: Markup


@dataclass(frozen=True, slots=True)
class TaskView:
    """One task: who took it, and everything the page shows of that."""

    task: str
    question: str
    metric: str
    rows: tuple[HeadlineRow, ...]
    strips: tuple[Markup, ...]
    axis: Markup
    doubts: tuple[tuple[str, str], ...]
    funnels: tuple[tuple[TaskSummary, tuple[Stage, ...]], ...]
    facets: tuple[Facet, ...]
    biases: tuple[tuple[TaskSummary, Markup | None], ...]
    tests: tuple[PairedTest, ...]
    metrics: tuple[MetricGroup, ...]
    printed: Printed | None
    parts: tuple[Parts, ...]
    frames: tuple[str, ...]
    judges: tuple[tuple[str, JudgeReport], ...]
    people: tuple[str, ...]

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
    tasks = dict.fromkeys(row.summary.task for row in rows)
    return [
        _view(task, [row for row in rows if row.summary.task == task], runs, comparison)
        for task in tasks
    ]


def _view(
    task: str, rows: Sequence[HeadlineRow], runs: Sequence[ReportRun], comparison: Comparison
) -> TaskView:
    summaries = [row.summary for row in rows]
    metric = metric_label(summaries[0].headline_metric)
    heads = [summary.headline for summary in summaries]
    known = [v for h in heads for v in (h.headline.low, h.headline.high, h.headline.value, h.guess)]
    axis = axis_for([*known, *full_scale(summaries[0])])
    chances = {head.guess for head in heads}
    tests = tuple(test for test in comparison.tests if test.task == task)
    items = items_of(task, runs)
    named = {run.name: run for run in runs}
    rated = any(map(is_rated, summaries))
    taken = [(summary, named[summary.run]) for summary in summaries if summary.run in named]
    return TaskView(
        task=task,
        question=get_kind(summaries[0].kind).question(items),
        metric=metric,
        rows=tuple(rows),
        strips=tuple(
            strip(h.headline, h.guess, axis, f"{metric} of {s.run}")
            for h, s in zip(heads, summaries, strict=True)
        ),
        axis=axis_strip(axis, chances.pop() if len(chances) == 1 else None),
        doubts=tuple(_doubts(rows, tests, runs, items)),
        funnels=tuple((summary, funnel(summary)) for summary in summaries),
        facets=facets(summaries),
        biases=tuple(
            (summary, _bias_chart(summary))
            for summary in summaries
            if not is_document(summary)  # their answers choose among no positions
        ),
        tests=tests,
        metrics=families(summaries),
        printed=printed(rows, items),
        parts=tuple(
            part for summary, run in taken if (part := parts_of(summary, run, rated=rated))
        ),
        frames=tuple(note for summary, run in taken if (note := frame_note(summary, run))),
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
    )


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


def funnel(summary: TaskSummary) -> tuple[Stage, ...]:
    """Asked → responded → answered → readable → right, with what was lost on the way."""
    outcomes = summary.outcomes
    asked = left = sum(outcomes.values())
    stages: list[Stage] = []
    for label, lost in _LOST:
        gone = tuple((outcome, outcomes[outcome]) for outcome in lost if outcomes.get(outcome))
        left -= sum(number for _, number in gone)
        stages.append(_stage(label, left, asked, gone))
    partial = outcomes.get("partial", 0)
    missed: tuple[tuple[Outcome, int], ...] = tuple(
        (outcome, outcomes[outcome]) for outcome in ("partial", "wrong") if outcomes.get(outcome)
    )
    label = get_kind(summary.kind).presentation.right
    right = _stage(label, outcomes.get("correct", 0), asked, missed, partial)
    return (*stages, right)


def _stage(
    label: str,
    number: int,
    asked: int,
    lost: tuple[tuple[Outcome, int], ...],
    partial: int = 0,
) -> Stage:
    part = number / asked if asked else 0.0
    bar = funnel_bar(part, partial / asked if asked else 0.0, label)
    return Stage(label, number, part, lost, bar)


def _bias_chart(summary: TaskSummary) -> Markup | None:
    """What was answered next to what is right: letters, or the panel that comes first."""
    bias = summary.bias
    if bias.answers or bias.golds:
        labels = list(dict.fromkeys([*bias.golds, *bias.answers]))
        pairs = [(label, bias.answers.get(label, 0), bias.golds.get(label, 0)) for label in labels]
    elif bias.first_index or bias.gold_first_index:
        indices = sorted({*bias.first_index, *bias.gold_first_index})
        pairs = [
            (f"#{k + 1}", bias.first_index.get(k, 0), bias.gold_first_index.get(k, 0))
            for k in indices
        ]
    else:
        return None
    answered = sum(pair[1] for pair in pairs) or 1
    right = sum(pair[2] for pair in pairs) or 1
    shares = [(label, a / answered, r / right) for label, a, r in pairs[:MOST_BARS]]
    return bars(shares, f"Answers of {summary.run} by position", "answered", "right")


def _doubts(
    rows: Sequence[HeadlineRow],
    tests: Sequence[PairedTest],
    runs: Sequence[ReportRun],
    items: Sequence[Item],
) -> list[tuple[str, str]]:
    """What a careful reader asks first: (``good`` | ``note``, a sentence)."""
    names = {row.summary.run for row in rows}
    found = [*_about_guessing(rows), *_about_pairs(rows, tests), _about_coverage(rows)]
    found += _about_judges(rows)
    found.append(_about_gold(items))
    methods = {row.summary.score.method for row in rows}
    how = " and ".join(INTERVAL_METHODS[method] for method in sorted(methods - {"none"}))
    if how:
        found.append(("good", f"95 % intervals: {how}."))
    few = min((row.summary.few_books for row in rows if row.summary.few_books), default=None)
    if few:
        books = counted(few, "book")
        found.append(
            (
                "note",
                f"Only {books}: intervals and tests treat items as independent and are too narrow.",
            )
        )
    for run in runs:
        left = len(run.items) - len({(result.pack, result.item) for result in run.results})
        if run.name in names and left > 0:
            found.append(("note", f"{run.name} is unfinished: {count(left)} items not asked yet."))
        if run.name in names and len(run.model_versions) > 1:
            versions = ", ".join(run.model_versions)
            found.append(("note", f"{run.name} was answered by several versions: {versions}."))
    return found


def _about_gold(items: Sequence[Item]) -> tuple[str, str]:
    """Who vouches for what counts as right."""
    known = vouchers([item.meta for item in items])
    if not known:
        return "note", "Where the gold comes from is not recorded."
    said = f"Source of the gold: {'; '.join(map(str, known))}."
    return "note" if any(voucher.unchecked for voucher in known) else "good", said


def _about_judges(rows: Sequence[HeadlineRow]) -> list[tuple[str, str]]:
    """Where some runs were judged and others not, marks are no headline."""
    marks = [(row.summary.run, row.summary.metrics.get("judge")) for row in rows]
    judged = [run for run, mark in marks if mark is not None and mark.headline.value is not None]
    if not judged or len(judged) == len(rows):
        return []
    said = f"Judged: {', '.join(judged)} only; so {rows[0].metric} heads all runs."
    return [("note", f"{said} The marks stand among all metrics.")]


def _about_guessing(rows: Sequence[HeadlineRow]) -> list[tuple[str, str]]:
    """How the scores compare with chance and with the best constant answer."""
    heads = [row.summary.headline for row in rows]
    reasons = dict.fromkeys(head.why_no_chance for head in heads if head.why_no_chance)
    levels = dict.fromkeys(said for head in heads if (said := guess_words(head)))
    # With several runs on other items each has its own constant: the table has them all.
    facts = [("note", said) for said in (*list(levels)[:1], *reasons)]
    weak = [row for row in rows if not row.shows_more]
    if all(head.guess is None and head.headline.value is not None for head in heads):
        return facts
    if not weak:
        beyond = "chance" + (" and of the best constant answer" if levels else "")
        return [("good", f"Every interval lies on the better side of {beyond}."), *facts]
    alike: dict[str, list[str]] = {}
    for row in weak:
        alike.setdefault(row.standing, []).append(row.summary.run)
    said = "; ".join(
        f"{joined(runs)} {'is' if len(runs) == 1 else 'are'} {standing}"
        for standing, runs in alike.items()
    )
    return [("note", f"{said}."), *facts]


def _about_pairs(rows: Sequence[HeadlineRow], tests: Sequence[PairedTest]) -> list[tuple[str, str]]:
    notes: list[tuple[str, str]] = []
    if len({row.summary.profile for row in rows}) > 1:
        notes.append(("note", "Runs under different profiles are not tested against each other."))
    if not tests:
        return notes
    shown = [
        test for test in tests if better_run(test, is_higher_better(rows[0].summary, test.metric))
    ]
    ties = len(tests) - len(shown)
    if len(tests) == 1:  # one comparison needs no correction
        one = ("note", "No difference shown: read it as a tie.") if ties else None
        return [*notes, one or ("good", "The two differ.")]
    if not ties:
        return [*notes, ("good", f"All {len(tests)} pairs differ, after Holm's correction.")]
    said = f"{ties} of {len(tests)} pairs: no difference shown, after Holm's correction."
    return [*notes, ("note", f"{said} Read those as ties.")]


def _about_coverage(rows: Sequence[HeadlineRow]) -> tuple[str, str]:
    if not any(row.summary.n for row in rows):
        return "note", "Nothing was answered yet."
    coverages = [row.summary.coverage for row in rows]
    low, high = share(min(coverages)), share(max(coverages))
    said = low if low == high else f"{low} to {high}"
    left_out = any(row.n < row.summary.n for row in rows)
    rest = (
        "the profile leaves the rest out, see “All items”"
        if left_out
        else "the others are scored too"
    )
    if min(coverages) == 1:
        return "good", "Every response held an answer that could be read."
    return "note", f"{said} of the responses could be read; {rest}."
