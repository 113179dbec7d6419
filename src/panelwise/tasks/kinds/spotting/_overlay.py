"""The overlay of texts: which were found, and how they were read.

Green is found, red dashed is missed, orange dotted fits none. Which box counts as found is said by
the functions that score. Source: specification MV-E14, 7.4.
"""

from __future__ import annotations

from panelwise.geometry import Box
from panelwise.metrics import SpottingMatches, TextRegion, reads_right
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import EXTRA, FOUND, MISSED
from panelwise.tasks.overlay import (
    LETTERS,
    Cell,
    Contour,
    Entry,
    Overlay,
    OverlayMark,
    Rectangle,
    Row,
    Table,
    View,
    letters,
    verdict,
)
from panelwise.wording import counted

WORDS: dict[str, Cell] = {
    "hit": verdict("hit", "✓ right"),
    "misread": verdict("extra", "◐ misread"),
    "miss": verdict("miss", "✗ missed"),
    "extra": verdict("extra", "+ fits none"),
    "free": "– not asked",
}
HEADINGS = ("#", "State", "Class", "Right text", "As read")
OURS = Entry("shape", "answered", "box as answered")


def overlay(gold: Document, answer: Document, found: SpottingMatches) -> Overlay:
    """Texts: found, missed and claimed where none is, and how the found ones were read."""
    read_as = dict(found.pairs)
    marks: list[OverlayMark] = []
    rows: list[Row] = []
    states: list[str] = []
    for at, (text, region) in enumerate(zip(gold["texts"], found.gold, strict=True)):
        said = found.predicted[read_as[at]] if at in read_as else None
        if said is not None:
            marks.append(_region("answered", said))
        state = _state(at in found.ignored_gold, region, said)
        states.append(state)
        shown = "hit" if state == "misread" else state
        marks.append(_region(shown, region, str(at + 1)))
        cells = (WORDS[state], text.get("class") or "text", text["text"] or "not legible")
        read = letters(region.text, said.text, text["text"]) if said else ""
        rows.append(Row(shown, (str(at + 1), *cells, read)))
    matched = set(read_as.values()) | found.ignored_predicted
    for at, region in enumerate(found.predicted):
        if at not in matched:
            states.append("extra")
            number = str(len(rows) + 1)
            marks.append(_region("extra", region, number))
            rows.append(Row("extra", (number, WORDS["extra"], "", "", region.text)))
    asked = len(found.gold) - len(found.ignored_gold)
    hits = states.count("hit") + states.count("misread")
    summary = (
        f"{hits} of {counted(asked, 'text')} found, {states.count('hit')} of them read right; "
        f"{states.count('extra')} too many."
    )
    summary += _dropped(len(answer["texts"]) - len(found.predicted))
    width, height = gold["size"]
    return Overlay(
        summary,
        (View("Texts on the page", (width, height), tuple(marks), summary),),
        (Table("Texts", HEADINGS, tuple(rows)),),
        (FOUND, MISSED, EXTRA, OURS, *LETTERS),
    )


def _state(ignored: bool, gold: TextRegion, said: TextRegion | None) -> str:
    if ignored:
        return "free"
    if said is None:
        return "miss"
    return "hit" if reads_right(gold.text, said.text) else "misread"


def _region(state: str, region: TextRegion, label: str = "") -> OverlayMark:
    shape = region.shape
    if isinstance(shape, Box):
        return Rectangle(state, shape, label)
    return Contour(state, shape, label)


def _dropped(number: int) -> str:
    if not number:
        return ""
    return f" {counted(number, 'answer')} not counted: repeats, or boxes without an area."
