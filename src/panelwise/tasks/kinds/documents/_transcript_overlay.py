"""What the overlays of spoken lines share: their places on the page, and verdicts on names."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.metrics import anls
from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds._settings import TextSettings
from panelwise.tasks.kinds.documents._legends import FINE, MISSING, PARTLY, WRONG
from panelwise.tasks.overlay import LETTERS, Entry, Overlay, Rectangle, Row, Table, View

LINES = (
    Entry("shape", "hit", "line that is right"),
    Entry("shape", "extra", "right in part"),
    Entry("shape", "miss", "wrong or missing"),
)


def about_name(named: str | None, line: Document, profile: Profile) -> str:
    """How the name given to a line came out."""
    if not named:
        return MISSING
    alike = (
        anls(named, line["names"], boundary=profile.section(TextSettings).anls_boundary)
        if line["names"]
        else 0.0
    )
    return FINE if alike == 1 else PARTLY if alike else WRONG


def lines_overlay(item: Item, states: Sequence[str], summary: str, table: Table) -> Overlay:
    """A table of lines, and the lines over the page where it is one whose boxes are known.

    Args:
        item: its gold has the lines.
        states: of each line, in their order.
        summary: of the answer.
        table: of the lines.
    """
    assert isinstance(item.gold, dict)
    marks = tuple(
        Rectangle(state, line["box"], line["mark"].removeprefix("T"))
        for line, state in zip(item.gold["lines"], states, strict=True)
        if line.get("box")
    )
    views: tuple[View, ...] = ()
    if marks and len(item.rendering.images) == 1:
        image = item.rendering.images[0]
        views = (View("Lines on the page", (image.width, image.height), marks, summary),)
    return Overlay(summary, views, (table,), (*LINES, *LETTERS))


def count_hits(rows: Sequence[Row]) -> int:
    """How many rows came out right."""
    return sum(row.state == "hit" for row in rows)
