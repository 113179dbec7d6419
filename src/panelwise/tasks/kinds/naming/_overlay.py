"""The overlay of named speakers. Source: specification 7.11."""

from __future__ import annotations

from panelwise.metrics import anls
from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds.documents import STATES, about_name, count_hits, lines_overlay
from panelwise.tasks.overlay import Cell, Overlay, Row, Table, letters, verdict
from panelwise.wording import counted

HEADINGS = ("Line", "Words", "State", "Right name", "Answered")


def overlay(item: Item, gold: Document, answer: Document, profile: Profile) -> Overlay:
    """Every line with its speaker's name and the answered one."""
    rows: list[Row] = []
    for line in gold["lines"]:
        named = answer["names"].get(line["mark"])
        word = about_name(named, line, profile)
        state = STATES[word]
        said: Cell = letters(_nearest(named, line["names"]), named) if named else ""
        cells = (line["mark"], line["text"] or "", verdict(state, word), _names(line), said)
        rows.append(Row(state, cells))
    summary = f"{count_hits(rows)} of {counted(len(rows), 'line')} given to the right name."
    table = Table("Names", HEADINGS, tuple(rows))
    return lines_overlay(item, [row.state for row in rows], summary, table)


def _nearest(named: str, names: list[str]) -> str:
    return max(names, key=lambda name: anls(named, [name]), default="")


def _names(line: Document) -> str:
    return " / ".join(dict.fromkeys(line["names"])) or "nobody knows"
