"""What readers ask first, with one line of answer for each task and a link to the evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from panelwise.analysis import Condition, PairedTest, TaskSummary
from panelwise.evaluation import is_baseline
from panelwise.profile import RECOMMENDED
from panelwise.report._bias import bias_findings
from panelwise.report._chance import chance_words
from panelwise.report._differences import smallest_shown
from panelwise.report._example import Example
from panelwise.report._findings import FEW, condition_label, tested_p
from panelwise.report._headline import HeadlineRow
from panelwise.report._links import item_link, missed_link, samples_link
from panelwise.report._overview import TaskView, items_of
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import better_run, count, figure
from panelwise.tasks import Outcome, get_kind
from panelwise.wording import counted, joined

MOST_PAIRS, MOST_ITEMS, MOST_RUNS = 4, 8, 6
NO_POSITIONS = "Does not apply: the answers are neither orders nor one of several options."
_MISSED: dict[Outcome, str] = {"wrong": "wrong answer", "partial": "partly right answer"}
_BOLD = Markup("<b>{}</b> {}")


class PageLink(NamedTuple):
    """The words of a link, and its target."""

    words: str
    target: str


class TaskAnswer(NamedTuple):
    """What one task says about a question, in a line or a few."""

    lines: tuple[str, ...]
    links: tuple[PageLink, ...]


class ReaderQuestion(NamedTuple):
    """A question with its answers, one for each task in the order of the report.

    Attributes:
        id: where the question is on the page.
        short: the words that lead to it.
        asked: the question.
        answers: one for each task.
    """

    id: str
    short: str
    asked: str
    answers: tuple[TaskAnswer, ...]


def questions(tasks: Sequence[TaskView], runs: Sequence[ReportRun]) -> tuple[ReaderQuestion, ...]:
    """The questions that every task answers; of runs where there is no model, none of no task."""
    rows = [row for view in tasks for row in view.rows]
    noun = "run" if all(is_baseline(row.summary.model) for row in rows) else "model"
    found = tuple(
        ReaderQuestion(
            f"answer-{key}",
            short.format(noun, noun.capitalize()),
            asked.format(noun),
            tuple(answer(view, number, runs) for number, view in enumerate(tasks, 1)),
        )
        for key, short, asked, answer in _ASKED
    )
    return found if tasks else ()


def _peers(view: TaskView) -> tuple[HeadlineRow, ...]:
    """The rows of models, or of the baselines where there is no model; the best first."""
    return view.ranked[0][1]


def _best(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    links = [PageLink("Scores", f"#table-{number}")]
    best = _peers(view)[0].summary
    for outcome, words in _MISSED.items():
        if missed := best.outcomes.get(outcome):
            target = samples_link(best.run, view.task, outcome)
            links.append(PageLink(f"its {counted(missed, words)}", target))
    return TaskAnswer((view.conclusion,), tuple(links))


def _guessing(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    scored = [row for row in _peers(view) if row.summary.score.value is not None]
    links = (PageLink("Scores", f"#table-{number}"),)
    if all(row.summary.headline.guess is None for row in scored):
        return TaskAnswer(("Not known: there is no level of guessing for this task.",), links)
    said: dict[str, list[str]] = {"better": []}
    for row in scored:
        standing = "better" if row.shows_more else row.short_standing
        said.setdefault(standing, []).append(row.summary.run)
    better = said.pop("better")
    found = [f"Yes: {joined(better)}." if better else "None is shown to be."]
    found += [
        f"{joined(names)} {'is' if len(names) == 1 else 'are'} {standing}."
        for standing, names in said.items()
    ]
    return TaskAnswer((" ".join(found),), links)


def _pairs(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    names = {row.summary.run for row in _peers(view)}
    tests = [one for one in view.tests if {one.first, one.second} <= names]
    if not tests:
        why = "there is only one run" if len(names) == 1 else "no two runs were tested"
        return TaskAnswer((f"Not known: {why}.",), ())
    higher = view.rows[0].summary.headline.higher_is_better
    undecided = [one for one in tests if better_run(one, higher) is None]
    named = [f"{one.first} and {one.second}" for one in undecided]
    said = "; ".join(named[:MOST_PAIRS])
    if len(named) > MOST_PAIRS:
        said += f"; and {counted(len(named) - MOST_PAIRS, 'more pair')} of {len(tests)}"
    said = f"{said}." if named else "None: all pairs differ."
    links = (PageLink("Differences", f"#comparison-{number}"),)
    return TaskAnswer((f"{said} {_smallest(undecided or tests)}".strip(),), links)


def _smallest(tests: Sequence[PairedTest]) -> str:
    """The difference below which none is likely to be shown on so many items."""
    pairs, items = max(one.pairs for one in tests), counted(max(one.n for one in tests), "item")
    alone, corrected = smallest_shown(tests, pairs)
    if alone is None:
        return ""
    said = f"On these {items}, a difference below {figure(alone)} is unlikely to be shown"
    if pairs > 1:
        said += f" (below {figure(corrected)} with the correction for {pairs} pairs)"
    return f"{said}."


def _bias(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    if get_kind(view.rows[0].summary.kind).form not in ("option", "order"):
        return TaskAnswer((NO_POSITIONS,), ())
    if view.bias is None:
        return TaskAnswer(("Not known: no answer could be read.",), ())
    found = bias_findings([row.summary for row in _peers(view)], view.bias)
    return TaskAnswer((found,), (PageLink("Position bias", f"#bias-{number}"),))


def _unsolved(view: TaskView, _: int, runs: Sequence[ReportRun]) -> TaskAnswer:
    missed, asked = unsolved(view.task, runs)
    if not missed:
        said = f"None of {counted(asked, 'item')}." if asked else "Nothing was answered."
        return TaskAnswer((said,), ())
    run = _peers(view)[0].summary.run
    links = (
        [PageLink(f"All {count(len(missed))}", missed_link(view.task))] if len(missed) > 1 else []
    )
    links += [PageLink(key.item, item_link(key.item, run, key.pack)) for key in missed[:MOST_ITEMS]]
    return TaskAnswer((f"{count(len(missed))} of {counted(asked, 'item')}:",), tuple(links))


def unsolved(task: str, runs: Sequence[ReportRun]) -> tuple[list[ItemKey], int]:
    """The items of a task that no model answered fully right, and how many were asked.

    Baselines count only where there is no model.
    """
    models = [run for run in runs if not is_baseline(run.model)] or runs
    solved: dict[ItemKey, bool] = {}
    for run in models:
        for result in run.results:
            key = ItemKey(result.pack, result.item)
            if key in run.items and run.items[key].task == task:
                solved[key] = solved.get(key, False) or result.outcome == "correct"
    return [key for key, right in solved.items() if not right], len(solved)


def _weakest(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    summaries = [row.summary for row in _peers(view)]
    if not any(one.conditions for one in summaries):
        why = "no fact divides the items into parts of five or more"
        return TaskAnswer((f"Not known: {why}.",), ())
    lines = [_weakest_of(one) for one in summaries[:MOST_RUNS]]
    more = len(summaries) - MOST_RUNS
    lines += [f"{counted(more, 'more run')} in the table."] if more > 0 else []
    return TaskAnswer(tuple(lines), (PageLink("Weakest conditions", f"#weakest-{number}"),))


def _weakest_of(summary: TaskSummary) -> str:
    found: Condition | None = next((one for one in summary.conditions if one.worse), None)
    if found is None:
        return _BOLD.format(summary.run, "no condition in which it scores worse")
    if found.p_holm is None:
        sure = f"not tested, as one side has {FEW}"
    else:
        sure = f"{'certain' if found.is_weak else 'not certain'}, p {tested_p(found.p_holm)}"
    figures = f"{figure(found.score.value)} against {figure(found.rest.value)}"
    return _BOLD.format(summary.run, f"{condition_label(found)}, {figures} ({sure})")


def _chance(view: TaskView, _: int, runs: Sequence[ReportRun]) -> TaskAnswer:
    best = _peers(view)[0].summary.run
    profile = next((run.profile_of(view.task) for run in runs if run.name == best), RECOMMENDED)
    summaries = [row.summary for row in view.rows]
    said = chance_words(summaries, items_of(view.task, runs), profile)
    return TaskAnswer((said,), (PageLink("Definition", "#term-chance"),))


_ASKED: tuple[
    tuple[str, str, str, Callable[[TaskView, int, Sequence[ReportRun]], TaskAnswer]], ...
] = (
    ("best", "Best {0}, and is it certain?", "Which {0} is best, and is it certain?", _best),
    ("guessing", "Better than guessing?", "Which {0}s are better than guessing?", _guessing),
    (
        *("pairs", "{1}s not distinguishable, smallest difference"),
        "Which {0}s cannot be distinguished, and how small a difference can be shown?",
        _pairs,
    ),
    ("bias", "Position bias", "Does a {0} prefer a position?", _bias),
    ("weakest", "Weakest conditions", "Where is each {0} weakest, and is it certain?", _weakest),
    ("unsolved", "Items that no {0} solves", "Which items does no {0} get right?", _unsolved),
    ("chance", "How chance is worked out", "How is chance worked out?", _chance),
)


def find_links(
    asked: Sequence[ReaderQuestion], example: Example | None, *, totals: bool
) -> tuple[PageLink, ...]:
    """The links of the first screen: one for each question, also those that tables answer.

    Args:
        asked: the questions with answers.
        example: the item that the page shows.
        totals: whether the page has the table of costs and outcomes.
    """
    links = [PageLink(one.short, f"#{one.id}") for one in asked]
    if example is not None and example.outcome != "correct":
        links.append(PageLink("Example of a wrong answer", "#example"))
    if totals:
        links.append(PageLink("Refused and unreadable answers", "#runs"))
        links.append(PageLink("Cost of each run", "#runs"))
    return tuple(links)
