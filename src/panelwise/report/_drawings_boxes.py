"""Drawings of found boxes: texts with their readings, and panels, characters, texts, faces.

Green is found, red dashed is missed, orange dotted fits none. Which box counts as found is told
by the functions that score. Source: specification MV-E14, 7.4, 7.7.
"""

from __future__ import annotations

from collections.abc import Mapping

from panelwise.geometry import Box
from panelwise.metrics import (
    TextRegion,
    coordinate_frame,
    match_boxes,
    reads_right,
)
from panelwise.profile import Profile
from panelwise.report._drawings_letters import letters
from panelwise.report._drawings_shapes import (
    Cell,
    Drawing,
    Entry,
    Listing,
    Mark,
    View,
    box,
    counted,
    outline,
    verdict,
)
from panelwise.tasks import Document, Item
from panelwise.tasks.kinds import CLASSES, FRAME_FIGURES, LEAST_IOU, SpottingKind, placed_boxes

FOUND: Entry = ("shape", "hit", "found")
MISSED: Entry = ("shape", "miss", "missed")
EXTRA: Entry = ("shape", "extra", "answered, but fits none well enough")
LETTERS: tuple[Entry, ...] = (
    ("piece", "same", "letters that are right"),
    ("piece", "wrong", "letters that are wrong"),
    ("piece", "missing", "letters left out"),
    ("piece", "surplus", "letters too many"),
)
WORDS: dict[str, Cell] = {
    "hit": verdict("hit", "✓ right"),
    "misread": verdict("extra", "◐ misread"),
    "miss": verdict("miss", "✗ missed"),
    "extra": verdict("extra", "+ fits none"),
    "free": "– not asked",
}
NOTABLE = 0.1  # a frame that scores so much more is worth a word (AMB-30)
PLURALS = {name: f"{name}s" for name in CLASSES}
Row = tuple[str, tuple[Cell, ...]]


def draw_spotting(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """Texts: found, missed and claimed where none is, and how the found ones were read."""
    found = SpottingKind().matches(item, answer, profile)
    read_as = dict(found.pairs)
    marks: list[Mark] = []
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
        rows.append((shown, (str(at + 1), *cells, read)))
    matched = set(read_as.values()) | found.ignored_predicted
    for at, region in enumerate(found.predicted):
        if at not in matched:
            states.append("extra")
            number = str(len(rows) + 1)
            marks.append(_region("extra", region, number))
            rows.append(("extra", (number, WORDS["extra"], "", "", region.text)))
    asked = len(found.gold) - len(found.ignored_gold)
    hits = states.count("hit") + states.count("misread")
    summary = (
        f"{hits} of {counted(asked, 'text')} found, {states.count('hit')} of them read right; "
        f"{states.count('extra')} too many."
    )
    summary += _dropped(len(answer["texts"]) - len(found.predicted))
    headings = ("#", "State", "Class", "Right text", "As read")
    width, height = gold["size"]
    ours: Entry = ("shape", "answered", "box as answered")
    legend = (FOUND, MISSED, EXTRA, ours, *LETTERS)
    return Drawing(
        summary,
        (View("Texts on the page", (width, height), tuple(marks), summary),),
        (Listing("Texts", headings, tuple(rows)),),
        legend,
    )


def _state(ignored: bool, gold: TextRegion, said: TextRegion | None) -> str:
    if ignored:
        return "free"
    if said is None:
        return "miss"
    return "hit" if reads_right(gold.text, said.text) else "misread"


def _region(state: str, region: TextRegion, label: str = "") -> Mark:
    shape = region.shape
    return box(state, shape, label) if isinstance(shape, Box) else outline(state, shape, label)


def _dropped(number: int) -> str:
    if not number:
        return ""
    return f" {counted(number, 'answer')} not counted: repeats, or boxes without an area."


def other_frame(kind: str, scores: Mapping[str, float], profile: Profile) -> str:
    """Where the same numbers, meant in another frame, would score far more (AMB-30).

    Args:
        kind: of the item.
        scores: of one answer, as it was scored; empty for one that was not read.
        profile: whose frame they were taken in.
    """
    figures = FRAME_FIGURES.get(kind)
    if figures is None:
        return ""
    best = figures.best_frame([scores])
    high = figures.in_frame([scores], best)
    low = figures.in_frame([scores], profile.coord_frame)
    if high - low <= NOTABLE:
        return ""
    return (
        f" The numbers were taken as {frame_words(profile.coord_frame)}; as {frame_words(best)} "
        f"they would score {high:.2f} instead of {low:.2f}."
    )


def frame_words(name: str) -> str:
    """A coordinate frame in words.

    >>> frame_words("thousandths_y_first")
    'thousandths of the page, y before x'
    """
    frame = coordinate_frame(name)
    units = {
        "pixels": "pixels of the page",
        "qwen_pixels": "pixels of the page as Qwen resizes it",
        "thousandths": "thousandths of the page",
        "fractions": "fractions of the page",
    }
    return units[frame.unit] + (", y before x" if frame.y_first else "")


def draw_detection(
    item: Item, gold: Document, answer: Document, profile: Profile, iou: float = LEAST_IOU
) -> Drawing:
    """Boxes by class: found, missed and claimed where none is, at the IoU that is scored."""
    del item
    width, height = gold["size"]
    views: list[View] = []
    rows: list[Row] = []
    told: list[str] = []
    for name in gold["classes"]:
        true = [Box(*one["box"]) for one in gold["boxes"] if one["class"] == name]
        named = [one for one in answer["boxes"] if one["class"] == name]
        claimed = placed_boxes(named, gold["size"], profile)
        pairs = match_boxes(claimed, true, iou).pairs
        hit, used = {j for _, j in pairs}, {i for i, _ in pairs}
        marks = [box("hit" if j in hit else "miss", one) for j, one in enumerate(true)]
        marks += [box("extra", one) for i, one in enumerate(claimed) if i not in used]
        missed, extra = len(true) - len(hit), len(claimed) - len(used)
        words = f"{PLURALS[name]}: {len(hit)} of {len(true)} found, {extra} too many"
        told.append(words)
        views.append(View(PLURALS[name].capitalize(), (width, height), tuple(marks), words))
        state = "hit" if not missed and not extra else "miss" if missed else "extra"
        rows.append((state, (PLURALS[name], *map(str, (len(true), len(hit), missed, extra)))))
    headings = ("Class", "There", "✓ Found", "✗ Missed", "+ Too many")
    listing = Listing(f"Boxes by class, at IoU {iou:g}", headings, tuple(rows))
    return Drawing("; ".join(told) + ".", tuple(views), (listing,), (FOUND, MISSED, EXTRA))
