"""Addresses inside a report."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from panelwise.tasks import Outcome


def samples_link(run: str, task: str, outcome: Outcome) -> str:
    """The sample browser showing one outcome of one run on one task, or on all (empty).

    >>> samples_link("gpt & co", "chromic.panel_reordering", "refused")
    'samples.html#only-run=gpt%20%26%20co&only-task=chromic.panel_reordering&only-outcome=refused'
    """
    filters = {"only-run": run, "only-task": task, "only-outcome": outcome}
    filters = {key: value for key, value in filters.items() if value}
    return "samples.html#" + urlencode(filters, quote_via=quote, errors="replace")


def missed_link(task: str) -> str:
    """The sample browser showing the items of a task that no model got fully right.

    >>> missed_link("chromic.panel_reordering")
    'samples.html#only-task=chromic.panel_reordering&only-missed=1'
    """
    return "samples.html#" + urlencode({"only-task": task, "only-missed": "1"}, quote_via=quote)


def item_link(item: str, run: str, pack: str) -> str:
    """The sample browser at one run's answer to an item.

    >>> item_link("book/1", "gpt", "0123456789abcdef")
    'samples.html#item=book%2F1&run=gpt&pack=0123456789ab'
    """
    parts = {"item": item, "run": run, "pack": pack[:12]}
    return "samples.html#" + urlencode(parts, quote_via=quote, errors="replace")
