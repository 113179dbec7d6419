"""The rows of the first screen that are about answers and cost, not scores."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from panelwise.report._answers import missed_links
from panelwise.report._example import Example
from panelwise.report._overview import TaskView
from panelwise.report._run_totals import UNREAD, AllTotals, cost_words, dollars
from panelwise.report._words import count, share
from panelwise.tasks import OUTCOMES
from panelwise.wording import counted

MOST_NAMED, MOST_COSTS = 4, 8
LINK = Markup('<a href="{}">{}</a>')
NEXT = Markup("; ")


def listed(parts: Sequence[Markup | str], most: int = MOST_NAMED, rest: str = "") -> Markup:
    """Findings one after the other, and how many more there are, as a link to the rest."""
    more: Markup | str = f"{len(parts) - most} more"
    more = LINK.format(rest, more) if rest else more
    return NEXT.join([*parts[:most], *([more] if len(parts) > most else [])])


def missed_cell(view: TaskView) -> Markup:
    """The wrong answers of the best run that gave any, as links."""
    for row in view.ranked[0][1]:
        if found := missed_links(row.summary):
            links = [LINK.format(link.target, link.words) for link in found]
            return Markup("{}: {}").format(row.summary.run, Markup(", ").join(links))
    return Markup("<b>None</b>")


def example_cell(one: Example) -> Markup:
    """What was answered on the page's example, and what is right."""
    said = Markup("{} answered <b>{}</b>").format(one.who, one.given.words)
    if not one.right.words:
        said = Markup("{}: <b>{}</b>").format(one.who, one.given.words)
    right = Markup("; right: <b>{}</b>").format(one.right.words) if one.right.words else ""
    return said + right + Markup(". {}").format(LINK.format("#example", "With its pictures"))


def unread_cell(view: TaskView) -> Markup:
    """A task's answers that could not be read, how they count, and the scores without them."""
    lost = {
        row.summary.run: sum(row.summary.outcomes.get(outcome, 0) for outcome in UNREAD)
        for row in view.peers
    }
    asked = sum(row.summary.outcomes.get(outcome, 0) for row in view.peers for outcome in OUTCOMES)
    found = [
        f"{row.summary.run} {count(n)}{f' ({row.other_score})' if row.other_score else ''}"
        for row in view.peers
        if (n := lost[row.summary.run])
    ]
    number = count(sum(lost.values())) if found else "None"
    said = Markup("<b>{}</b> of {}").format(number, counted(asked, "answer"))
    if not found:
        return said
    rules = dict.fromkeys(row.unread for row in view.peers if lost[row.summary.run] and row.unread)
    return Markup("{}{}: {}").format(said, _counted_as(tuple(rules)), listed(found))


def _counted_as(rules: Sequence[str]) -> Markup:
    """What becomes of unreadable answers, where that is known."""
    return Markup(", <b>{}</b>").format(" or ".join(rules)) if rules else Markup()


def all_unread(totals: AllTotals) -> Markup:
    """The answers to all tasks that could not be read, and how they count."""
    rows = totals.peers
    lost, asked = sum(row.unread for row in rows), sum(row.samples for row in rows)
    part = f" ({share(lost / asked)})" if lost else ""
    said = Markup("<b>{} of {}{}</b>").format(
        count(lost) if lost else "None", counted(asked, "answer"), part
    )
    found = [f"{row.run} {', '.join(row.lost)}" for row in rows if row.lost]
    said += _counted_as(totals.unread_rules)
    return said + (Markup(": {}").format(listed(found, 3)) if found else "")


def costs(totals: AllTotals) -> Markup:
    """What each run cost, and all of them."""
    if totals.cost is None:
        return Markup("<b>No prices known.</b>")
    each = [
        Markup("{} <b>{}</b>").format(row.run, cost_words(row.cost, baseline=False))
        for row in totals.peers
    ]
    of_all = Markup(". In all <b>{}</b>.").format(dollars(totals.cost)) if len(each) > 1 else ""
    return listed(each, MOST_COSTS) + of_all
