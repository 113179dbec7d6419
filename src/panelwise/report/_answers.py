"""What readers ask first, with one line of answer for each task and a link to the evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from markupsafe import Markup, escape

from panelwise.analysis import Condition, PairedTest, TaskSummary
from panelwise.evaluation import is_baseline
from panelwise.profile import RECOMMENDED
from panelwise.report._bias import bias_findings
from panelwise.report._chance import chance_words
from panelwise.report._conclusions import pair_of
from panelwise.report._differences import reach_words
from panelwise.report._findings import (
    condition_label,
    condition_words,
    part_label,
    tested_p,
    weakest,
)
from panelwise.report._links import item_link, missed_link, samples_link
from panelwise.report._overview import TaskView, items_of
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import FEW, better_run, count, figure
from panelwise.tasks import Outcome, get_kind
from panelwise.wording import counted, joined

MOST_PAIRS, MOST_ITEMS, MOST_RUNS = 4, 8, 6
NO_POSITIONS = "the answers are neither orders nor one of several options."
_MISSED: dict[Outcome, str] = {"wrong": "wrong answer", "partial": "partly right answer"}
_BOLD, _SMALL = Markup("<b>{}</b>"), Markup("<small>{}</small>")


class PageLink(NamedTuple):
    """The words of a link, and its target."""

    words: str
    target: str


class TaskAnswer(NamedTuple):
    """What one task says about a question, a line each with the verdict in bold."""

    lines: tuple[Markup, ...]
    links: tuple[PageLink, ...] = ()


class ReaderQuestion(NamedTuple):
    """A question with its answers, one for each task in the order of the report.

    Attributes:
        id: where the question is on the page.
        short: the words that lead to it.
        asked: the question.
        answers: one for each task.
        rule: how the answers were arrived at.
    """

    id: str
    short: str
    asked: str
    answers: tuple[TaskAnswer, ...]
    rule: str = ""


class _Asked(NamedTuple):
    """A question before it is answered; ``{0}`` is ``model`` or ``run``, ``{1}`` with a capital."""

    key: str
    short: str
    asked: str
    answer: Callable[[TaskView, int, Sequence[ReportRun]], TaskAnswer]
    rule: str = ""


def questions(tasks: Sequence[TaskView], runs: Sequence[ReportRun]) -> tuple[ReaderQuestion, ...]:
    """The questions that every task answers; of runs where there is no model, none of no task."""
    rows = [row for view in tasks for row in view.rows]
    noun = "run" if all(is_baseline(row.summary.model) for row in rows) else "model"
    found = tuple(
        ReaderQuestion(
            f"answer-{one.key}",
            one.short.format(noun, noun.capitalize()),
            one.asked.format(noun),
            tuple(one.answer(view, number, runs) for number, view in enumerate(tasks, 1)),
            one.rule.format(noun),
        )
        for one in _ASKED
    )
    return found if tasks else ()


def _line(verdict: str, more: str = "", said: str = "") -> Markup:
    """A verdict in bold, what it says further, and in small type what else there is to say."""
    parts = [_BOLD.format(verdict), escape(said), _SMALL.format(more) if more else ""]
    return Markup(" ").join(part for part in parts if part)


def _best(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    best = view.ranked[0][1][0].summary
    missed = [PageLink(f"its {words}", target) for words, target in missed_links(best)]
    lead = view.conclusion
    links = (PageLink("Scores", f"#table-{number}"), *missed)
    return TaskAnswer((_line(lead.verdict, lead.reasons),), links)


def missed_links(of: TaskSummary) -> list[PageLink]:
    """The answers of a run that are not fully right, in the sample browser."""
    return [
        PageLink(counted(missed, words), samples_link(of.run, of.task, outcome))
        for outcome, words in _MISSED.items()
        if (missed := of.outcomes.get(outcome))
    ]


def _guessing(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    links = (PageLink("Scores", f"#table-{number}"),)
    if why := not_compared(view):
        return TaskAnswer((_line("Not known:", f"{why}."),), links)
    better, said = beyond_guessing(view)
    verdict = f"Yes: {joined(better)}." if better else "None is shown to be."
    others = [
        f"{joined(names)} {'is' if len(names) == 1 else 'are'} {standing}."
        for standing, names in said.items()
    ]
    return TaskAnswer((_line(verdict, " ".join(others)),), links)


def not_compared(view: TaskView) -> str:
    """Why no score of a task is compared with guessing; empty where one is."""
    scored = [row.summary for row in view.peers if row.summary.score.value is not None]
    if all(one.headline.guess is None for one in scored):
        return "no level of guessing"
    return FEW if all(one.few_books for one in scored) else ""


def beyond_guessing(view: TaskView) -> tuple[list[str], dict[str, list[str]]]:
    """Which runs are better than guessing, and what is known of the others.

    Returns:
        Names of runs, and how they compare with guessing → names of others.
    """
    scored = [row for row in view.peers if row.summary.score.value is not None]
    others: dict[str, list[str]] = {}
    for row in scored:
        if not row.shows_more:
            others.setdefault(row.short_standing, []).append(row.summary.run)
    return [row.summary.run for row in scored if row.shows_more], others


def _pairs(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    undecided, tests = undecided_pairs(view)
    if not tests:
        return TaskAnswer((_line("Not known:", f"{untested_words(view)}."),))
    said = "; ".join(undecided[:MOST_PAIRS])
    if len(undecided) > MOST_PAIRS:
        said += f"; and {counted(len(undecided) - MOST_PAIRS, 'more pair')}"
    lines = [_line(f"{count(len(undecided))} of {counted(len(tests), 'pair')}:", said=f"{said}.")]
    if not undecided:
        lines = [_line("None:", said="all pairs differ.")]
    shown, reach = reach_words(tests)
    lines += [_line(shown, reach)] if shown else []
    return TaskAnswer(tuple(lines), (PageLink("Differences", f"#comparison-{number}"),))


def undecided_pairs(view: TaskView) -> tuple[list[str], list[PairedTest]]:
    """The pairs of runs that no test separates, in words; and all tests between such runs."""
    names = [row.summary.run for row in view.peers]
    tests = [one for one in view.tests if {one.first, one.second} <= set(names)]
    higher = view.rows[0].summary.headline.higher_is_better
    undecided = [
        f"{one} and {other}"
        for one, other in combinations(names, 2)
        if (test := pair_of(one, other, tests)) and better_run(test, higher) is None
    ]
    return undecided, tests


def untested_words(view: TaskView) -> str:
    """Why no pair of a task was tested."""
    return "there is nothing to compare with" if len(view.peers) == 1 else "no two runs were tested"


def _bias(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    if get_kind(view.rows[0].summary.kind).form not in ("option", "order"):
        return TaskAnswer((_line("Does not apply:", NO_POSITIONS),))
    if view.bias is None:
        return TaskAnswer((_line("Not known:", "no answer could be read."),))
    found = bias_findings([row.summary for row in view.peers], view.bias)
    lines = [
        _line(f"{one.runs}: {one.verdict}.", f"{one.evidence}." if one.evidence else "")
        for one in found
    ]
    return TaskAnswer(tuple(lines), (PageLink("Position bias", f"#bias-{number}"),))


def _unsolved(view: TaskView, _: int, runs: Sequence[ReportRun]) -> TaskAnswer:
    missed, asked = unsolved(view.task, runs)
    if not missed:
        said = f"None of {counted(asked, 'item')}." if asked else "Nothing was answered."
        return TaskAnswer((_line(said),))
    run = view.ranked[0][1][0].summary.run
    links = (
        [PageLink(f"All {count(len(missed))}", missed_link(view.task))] if len(missed) > 1 else []
    )
    links += [PageLink(key.item, item_link(key.item, run, key.pack)) for key in missed[:MOST_ITEMS]]
    return TaskAnswer((_line(f"{count(len(missed))} of {counted(asked, 'item')}:"),), tuple(links))


def unsolved(task: str, runs: Sequence[ReportRun]) -> tuple[list[ItemKey], int]:
    """The items of a task that no model answered fully right, and how many were asked.

    Baselines count only where no model answered the task.
    """
    asked = [
        (run, ItemKey(result.pack, result.item), result.outcome == "correct")
        for run in runs
        for result in run.results
        if (item := run.items.get(ItemKey(result.pack, result.item))) and item.task == task
    ]
    by_models = [one for one in asked if not is_baseline(one[0].model)]
    solved: dict[ItemKey, bool] = {}
    for _, key, correct in by_models or asked:
        solved[key] = solved.get(key, False) or correct
    return [key for key, right in solved.items() if not right], len(solved)


def _weakest(view: TaskView, number: int, _: Sequence[ReportRun]) -> TaskAnswer:
    summaries = [row.summary for row in view.peers]
    if not any(one.conditions for one in summaries):
        why = "no fact divides the items into parts of five or more."
        return TaskAnswer((_line("Not known:", why),))
    lines = [_weakest_of(one) for one in summaries[:MOST_RUNS]]
    more = len(summaries) - MOST_RUNS
    lines += [_line(counted(more, "more run"), "in the table.")] if more > 0 else []
    return TaskAnswer(tuple(lines), (PageLink("Weakest conditions", f"#weakest-{number}"),))


def _weakest_of(summary: TaskSummary) -> Markup:
    """The lowest score and whether it is certain, then all other conditions that are."""
    tested, untested = weakest(summary)
    verdict, said = "no tested condition scores worse than the rest.", []
    if tested:
        one, *others = tested
        sure = [other for other in others if other.is_weak]
        more = f"; {counted(len(sure), 'other')} certain" if sure else ""
        verdict = f"{_score_in(one)}, {'certain' if one.is_weak else 'not certain'}{more}."
        part = f"; {whole}" if (whole := part_label(one, sure)) else ""
        said = [f"Other items {figure(one.rest.value)}, p {tested_p(one.p_holm)}{part}."]
        weak = [condition_words(other, [one, *sure]) for other in sure]
        before = "Also certain" if one.is_weak else "Certain"
        said += [f"{before}: weaker {'; '.join(weak)}."] if weak else []
    if untested:
        said.append(_untested_words(untested, tested[0] if tested else None))
    return _line(f"{summary.run}: {verdict}", " ".join(said))


def _untested_words(untested: Sequence[Condition], lowest: Condition | None) -> str:
    """The lowest condition that was not tested, and how many more such there are.

    Args:
        untested: conditions, the lowest score first.
        lowest: the lowest that was tested.
    """
    one, level = untested[0], lowest.score.value if lowest else None
    before, alike = "Too", list(untested)
    if lowest is not None:
        lower = one.score.value != level
        before = "Lower, but too" if lower else "As low, but too"
        alike = [other for other in untested if (other.score.value != level) == lower]
    more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    return f"{before} few books to test: {_score_in(one)}{more}."


def _score_in(one: Condition) -> str:
    return f"{figure(one.score.value)} ({condition_label(one)})"


def _chance(view: TaskView, _: int, runs: Sequence[ReportRun]) -> TaskAnswer:
    best = view.ranked[0][1][0].summary.run
    profile = next((run.profile_of(view.task) for run in runs if run.name == best), RECOMMENDED)
    summaries = [row.summary for row in view.rows]
    said = chance_words(summaries, items_of(view.task, runs), profile)
    return TaskAnswer((_line(*said),), (PageLink("Definition", "#term-chance"),))


_ASKED: tuple[_Asked, ...] = (
    _Asked(
        "best",
        "Best {0}, and is it certain?",
        "Which {0} is best, and is it certain?",
        _best,
        "Certain: the paired tests against all others give p below .05.",
    ),
    _Asked(
        "guessing",
        "Better than chance and constant answers?",
        "Which {0}s are better than guessing?",
        _guessing,
        "The whole 95 % interval is beyond chance and the best constant answer.",
    ),
    _Asked(
        "pairs",
        "{1}s not distinguishable, and the difference that is enough",
        "Which {0}s cannot be distinguished, and how small a difference can be shown?",
        _pairs,
        "Pairs whose paired test gives p of .05 or more. That is no proof of equality.",
    ),
    _Asked(
        "bias",
        "Position bias",
        "Does a {0} prefer a position?",
        _bias,
        "Shown: p below .05, corrected for the positions of a {0} on a task.",
    ),
    _Asked(
        "weakest",
        "Where a {0} is weaker than elsewhere",
        "Where is each {0} weakest, and is it certain?",
        _weakest,
        "The lowest score of a condition of five items or more that can be tested, and all others"
        " that are certain: p below .05 against all other items.",
    ),
    _Asked(
        "unsolved",
        "Items no {0} gets fully right",
        "Which items does no {0} get right?",
        _unsolved,
        "Partly right answers do not count.",
    ),
    _Asked("chance", "Chance, and how it is worked out", "How is chance worked out?", _chance),
)
