"""The first screen: what readers ask first, each with its answer in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from panelwise.analysis import Condition
from panelwise.report._answers import (
    PageLink,
    ReaderQuestion,
    beyond_guessing,
    not_compared,
    undecided_pairs,
    unsolved,
    untested_words,
)
from panelwise.report._bias import bias_findings
from panelwise.report._chance import chance_level, chance_line
from panelwise.report._differences import (
    NOTHING_ENOUGH,
    corrected_reaches,
    from_to,
    reach_words,
)
from panelwise.report._digest_answers import (
    LINK,
    MOST_NAMED,
    NEXT,
    all_unread,
    costs,
    example_cell,
    listed,
    missed_cell,
    unread_cell,
)
from panelwise.report._example import Example
from panelwise.report._facets import value_meaning
from panelwise.report._findings import condition_label, part_label, weakest
from panelwise.report._links import missed_link
from panelwise.report._overview import TaskView, items_of
from panelwise.report._report_run import ReportRun
from panelwise.report._run_totals import AllTotals
from panelwise.report._words import count, figure
from panelwise.tasks import get_kind
from panelwise.wording import counted, first_of, joined

MOST_TASKS, MOST_CERTAIN = 3, 3
_BOLD = Markup("<b>{}</b>")
_WEAKEST = "#answer-weakest"


class DigestRow(NamedTuple):
    """A question with its answer.

    Attributes:
        asked: the question, as a link to all that the page says about it.
        overall: the answer over all tasks; of one task, the answer.
        cells: the answer of each task, if these are few enough for a column each; else empty.
    """

    asked: PageLink
    overall: Markup
    cells: tuple[Markup, ...] = ()


class _Short(NamedTuple):
    """How a question is answered in a line: for one task, and over several."""

    of_task: Callable[[TaskView, Sequence[ReportRun]], Markup]
    over_all: Callable[[Sequence[TaskView], Sequence[ReportRun]], Markup]


def digest(
    asked: Sequence[ReaderQuestion],
    tasks: Sequence[TaskView],
    runs: Sequence[ReportRun],
    shown: Example | None,
    totals: AllTotals,
) -> tuple[DigestRow, ...]:
    """The rows of the first screen.

    Args:
        asked: the questions that the page answers task by task.
        tasks: of the report.
        runs: of the report.
        shown: the item on the page.
        totals: what runs cost, and what became of their answers.
    """
    rows = []
    for one in asked:
        short = _SHORT[one.id.removeprefix("answer-")]
        cells = tuple(short.of_task(view, runs) for view in tasks)
        overall = cells[0] if len(tasks) == 1 else short.over_all(tasks, runs)
        rows.append(_row(one.short, f"#{one.id}", overall, cells))
    if asked and shown is not None and shown.outcome != "correct":
        missed = tuple(missed_cell(view) for view in tasks)
        rows.append(_row("A wrong answer, as an example", "#example", example_cell(shown), missed))
    if asked and totals.rows:
        unread = tuple(unread_cell(view) for view in tasks)
        asked_of = "Unreadable or refused, and how they count"
        rows.append(_row(asked_of, "#unread", all_unread(totals), unread))
        rows.insert(1, _row("Cost of each run", "#cost", costs(totals), ()))
    return tuple(rows)


def _row(asked: str, target: str, overall: Markup, cells: tuple[Markup, ...]) -> DigestRow:
    several = 1 < len(cells) <= MOST_TASKS
    return DigestRow(PageLink(asked, target), overall, cells if several else ())


def _names(names: Sequence[str]) -> str:
    return joined(names) if len(names) <= MOST_NAMED else first_of(names, MOST_NAMED - 1)


def _best(view: TaskView, _: Sequence[ReportRun]) -> Markup:
    lead = view.conclusion
    if not lead.runs:
        return escape(lead.verdict)
    said = _BOLD.format(f"{_names(lead.runs)} {lead.value}")
    known = {None: "the only one", True: "certain", False: "not certain"}[lead.certain]
    return (
        said
        + Markup(", {}").format(_BOLD.format(known) if lead.certain else known)
        + (f"; {lead.doubt}" if lead.doubt else "")
    )


def _best_of_all(views: Sequence[TaskView], _: Sequence[ReportRun]) -> Markup:
    leads = [view.conclusion for view in views if view.conclusion.runs]
    if not leads:
        return escape(views[0].conclusion.verdict)
    if all(lead.certain is None for lead in leads):
        return Markup("<b>Not known:</b> only one model has scores.")
    firsts = Counter(run for lead in leads for run in lead.runs)
    tied = Counter(run for lead in leads if len(lead.runs) > 1 for run in lead.runs)
    led = [
        f"{run} on {_part(n, len(leads)) if not k else n}"
        + (f" ({count(tied[run])} tied)" if tied[run] else "")
        for k, (run, n) in enumerate(firsts.most_common())
    ]
    certain = sum(lead.certain is True for lead in leads)
    on = "all" if certain == len(leads) else count(certain) if certain else "none"
    return Markup("{}. Certain on <b>{}</b>.").format(listed(list(map(_BOLD.format, led))), on)


def _guessing(view: TaskView, _: Sequence[ReportRun]) -> Markup:
    if why := not_compared(view):
        return Markup("<b>Not known:</b> {}").format(why)
    better, others = beyond_guessing(view)
    rest = [name for names in others.values() for name in names]
    if not better:
        return Markup("<b>None is shown to be</b>")
    if not rest:
        return _BOLD.format(f"All {len(better)}" if len(better) > 1 else "Yes")
    return Markup("<b>{}</b>; not shown: {}").format(_names(better), _names(rest))


def _guessing_of_all(views: Sequence[TaskView], _: Sequence[ReportRun]) -> Markup:
    reasons = [not_compared(view) for view in views]
    if all(reasons):
        return Markup("<b>Not known:</b> {}").format("; ".join(dict.fromkeys(reasons)))
    found = [beyond_guessing(view) for view, why in zip(views, reasons, strict=True) if not why]
    better = Counter(run for names, _ in found for run in names)
    taken = better.copy()
    for group in [group for one in found for group in one[1].values()]:
        taken.update(group)
    groups: dict[tuple[int, int], list[str]] = {}
    for run, n in taken.items():
        groups.setdefault((better[run], n if better[run] else 1), []).append(run)
    ordered = sorted(groups.items(), key=lambda one: -one[0][0] / one[0][1])
    return listed([
        Markup("<b>{}</b> on {}").format(_names(names), _part(k, n))
        for (k, n), names in ordered
    ])  # fmt: skip


def _part(k: int, n: int) -> str:
    """So many of the tasks."""
    if not k:
        return "none"
    if k < n or n == 1:
        return f"{k} of {counted(n, 'task')}"
    return "both tasks" if n == 2 else f"all {n} tasks"


def _pairs(view: TaskView, _: Sequence[ReportRun]) -> Markup:
    undecided, tests = undecided_pairs(view)
    if not tests:
        return Markup("<b>Not known:</b> {}").format(untested_words(view))
    number = len(undecided) or "None"
    said = Markup("<b>{} of {}</b>").format(number, counted(len(tests), "pair"))
    if undecided:
        said += Markup(": {}").format(listed(undecided, MOST_NAMED, "#answer-pairs"))
    reaches = corrected_reaches(tests)
    if not reaches:
        return said + (f". {NOTHING_ENOUGH}" if any(reach_words(tests)) else "")
    return said + Markup(". A difference of about <b>{}</b> is enough").format(from_to(reaches))


def _pairs_of_all(views: Sequence[TaskView], _: Sequence[ReportRun]) -> Markup:
    known = map(undecided_pairs, views)
    found = [(pairs, tests) for pairs, tests in known if tests]
    if not found:
        return Markup("<b>Not known:</b> {}.").format(untested_words(views[0]))
    undecided = Counter(pair for pairs, _ in found for pair in pairs)
    always = [pair for pair, n in undecided.items() if 1 < n == len(found)]
    total = sum(len(tests) for _, tests in found)
    said = Markup("<b>{} of {}</b>").format(undecided.total(), counted(total, "pair"))
    said += Markup(", on all tasks <b>{}</b>").format(listed(always, 2)) if always else ""
    return said


def _has_positions(view: TaskView) -> bool:
    return get_kind(view.rows[0].summary.kind).form in ("option", "order")


def _biased(view: TaskView) -> list[tuple[str, str]]:
    """The runs of which a test shows that they prefer or avoid a position, and which."""
    if view.bias is None:
        return []
    found = bias_findings([row.summary for row in view.peers], view.bias)
    return [(one.runs, one.verdict) for one in found if one.shown]


def _bias(view: TaskView, _: Sequence[ReportRun]) -> Markup:
    if not _has_positions(view):
        return Markup("Does not apply: neither orders nor options")
    if view.bias is None:
        return Markup("<b>Not known:</b> no readable answer")
    found = [Markup("<b>{} {}</b>").format(*one) for one in _biased(view)]
    return listed(found, 2) if found else _no_bias([view])


def _no_bias(views: Sequence[TaskView]) -> Markup:
    """That no test found a preference, or that none could be tested."""
    places = [one for view in views for row in view.peers for one in row.summary.bias.places]
    if places and all(one.p is None for one in places):
        return Markup("<b>Not tested</b>: too few books")
    return Markup("<b>None shown</b>")


def _bias_of_all(views: Sequence[TaskView], _: Sequence[ReportRun]) -> Markup:
    placed = [view for view in views if _has_positions(view) and view.bias is not None]
    if not placed:
        return Markup("Does not apply: no task has orders or options.")
    runs = Counter(run for view in placed for run, _ in _biased(view))
    found = [
        Markup("<b>{}</b> on {}").format(run, _part(n, len(placed))) for run, n in runs.items()
    ]
    others = {row.summary.run for view in placed for row in view.peers} - runs.keys()
    rest = ["others: none shown"] if others and found else []
    return listed([*found, *rest], MOST_NAMED + 1) if found else _no_bias(placed)


def _weak(view: TaskView) -> tuple[list[str], list[str]]:
    """All conditions in which a run is shown to be weaker; of the other runs the lowest tested.

    The others begin with the worst score.
    """
    certain: list[str] = []
    others: list[tuple[float, str]] = []
    for row in view.peers:
        tested = weakest(row.summary)[0]
        shown = [one for one in tested if one.is_weak]
        certain += [_condition(row.summary.run, one, part_label(one, shown)) for one in shown]
        if tested and not shown:
            sign = 1 if row.summary.headline.higher_is_better else -1
            words = _condition(row.summary.run, tested[0])
            others.append((sign * (tested[0].score.value or 0.0), words))
    return certain, [words for _, words in sorted(others, key=lambda one: one[0])]


def _condition(run: str, one: Condition, whole: str = "") -> str:
    meaning = value_meaning(one.key, one.value)
    where = f"{meaning}, {one.value}" if meaning else condition_label(one)
    return f"{run} {figure(one.score.value)} ({where}{f'; {whole}' if whole else ''})"


def _untested(view: TaskView) -> Markup | None:
    """Why no condition of a task was tested; ``None`` if some was."""
    known = [one for row in view.peers for one in row.summary.conditions]
    if any(one.p_holm is not None for one in known):
        return None
    few = "books" if known else "items"
    return Markup("<b>Not tested</b>: too few {}").format(few)


def _weakest(view: TaskView, _: Sequence[ReportRun]) -> Markup:
    if (why := _untested(view)) is not None:
        return why
    certain, others = _weak(view)
    said = _certain(certain)
    if not others:
        return said
    if certain:
        return said + NEXT + LINK.format(_WEAKEST, f"{len(others)} not certain")
    return said + Markup("; not certain: {}").format(listed(others, 2, _WEAKEST))


def _certain(conditions: Sequence[str]) -> Markup:
    """The conditions that are certain, and how many more there are."""
    if not conditions:
        return Markup("<b>None certain</b>")
    named = list(map(_BOLD.format, conditions))
    return Markup("<b>Certain:</b> {}").format(listed(named, MOST_CERTAIN, _WEAKEST))


def _weakest_of_all(views: Sequence[TaskView], _: Sequence[ReportRun]) -> Markup:
    reasons = [_untested(view) for view in views]
    if all(reasons):
        return reasons[0] or Markup()
    certain = [one for view in views for one in _weak(view)[0]]
    return _certain(certain) + ("; no other" if 0 < len(certain) <= MOST_CERTAIN else "")


def _unsolved(view: TaskView, runs: Sequence[ReportRun]) -> Markup:
    missed, asked = unsolved(view.task, runs)
    number = count(len(missed)) if missed else "None"
    said = Markup("<b>{}</b> of {}").format(number, counted(asked, "item"))
    return LINK.format(missed_link(view.task), said) if missed else said


def _unsolved_of_all(views: Sequence[TaskView], runs: Sequence[ReportRun]) -> Markup:
    found = [unsolved(view.task, runs) for view in views]
    missed, asked = sum(len(keys) for keys, _ in found), sum(number for _, number in found)
    number = count(missed) if missed else "None"
    said = Markup("<b>{}</b> of {}").format(number, counted(asked, "item"))
    return LINK.format("#answer-unsolved", said) if missed else said


def _chance(view: TaskView, runs: Sequence[ReportRun]) -> Markup:
    summaries = [row.summary for row in view.rows]
    level, how, constant = chance_line(summaries, items_of(view.task, runs))
    said = Markup("<b>{}</b>: {}").format(level, how) if level else Markup("<b>No chance level</b>")
    return said + (Markup("; best constant answer <b>{}</b>").format(constant) if constant else "")


def _chance_of_all(views: Sequence[TaskView], _: Sequence[ReportRun]) -> Markup:
    if not any(chance_level([row.summary for row in view.rows]) for view in views):
        return Markup("<b>No task has a chance level.</b>")
    return Markup(
        "<b>Expected score of random answers</b>. Scores also have to beat the best constant answer"
    )


_SHORT: dict[str, _Short] = {
    "best": _Short(_best, _best_of_all),
    "guessing": _Short(_guessing, _guessing_of_all),
    "pairs": _Short(_pairs, _pairs_of_all),
    "bias": _Short(_bias, _bias_of_all),
    "weakest": _Short(_weakest, _weakest_of_all),
    "unsolved": _Short(_unsolved, _unsolved_of_all),
    "chance": _Short(_chance, _chance_of_all),
}
