"""The overlay of an order of texts that are numbered on their page. Source: CX-3."""

from __future__ import annotations

from panelwise.tasks._item import Answer, Item, nearest_order
from panelwise.tasks.kinds.documents import marked_texts, picture_size
from panelwise.tasks.overlay import (
    Dot,
    Entry,
    Overlay,
    OverlayMark,
    Rectangle,
    Route,
    View,
    centre,
)
from panelwise.wording import counted


def overlay(item: Item, answer: Answer | None) -> Overlay | None:
    """A smooth line through the numbered texts in the answered order; dashed: the right one.

    Of several right orders the nearest is drawn. ``None`` for an ordering of anything else.
    """
    boxes = marked_texts(item)
    if boxes is None or not isinstance(item.gold, tuple):
        return None
    order = [at for at in answer if at < len(boxes)] if isinstance(answer, tuple) else []
    gold = nearest_order(item, order)
    marks: list[OverlayMark] = [Rectangle("text", corners) for corners in boxes]
    if tuple(order) != gold:
        marks.append(Route("gold", [centre(boxes[at]) for at in gold]))
    marks.append(Route("answered", [centre(boxes[at]) for at in order]))
    shown, places = (order, "answered") if order else (list(gold), "right")
    for place, at in enumerate(shown):
        fine = place < len(gold) and gold[place] == at
        state = ("right" if fine else "wrong") if order else "gold"
        marks.append(Dot(state, (boxes[at][2], boxes[at][3]), str(place + 1)))
    base = item.index_base
    right = " ".join(str(at + base) for at in gold)
    said = " ".join(str(at + base) for at in order) or "no order"
    others = len(item.accepted) - 1
    more = f" (and {counted(others, 'other order')})" if others > 0 else ""
    summary = f"Right order: {right}{more}; answered: {said}."
    title = f"The order of the texts; numbers: {places} place"
    view = View(title, picture_size(item), tuple(marks), summary)
    legend = [Entry("line", "answered", "answered order")]
    if tuple(order) != gold:
        legend.append(Entry("line", "gold", "right order"))
    return Overlay(summary, (view,), (), tuple(legend))
