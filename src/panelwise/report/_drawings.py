"""How an answer stands beside what is right, kind by kind, as plain shapes for the browser.

Every match is made here, by the functions that score; the browser only draws. Source:
MV-E14, CX-3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from panelwise.profile import Profile
from panelwise.report._drawings_boxes import draw_detection, draw_spotting, other_frame
from panelwise.report._drawings_lines import (
    draw_answer,
    draw_dialogue,
    draw_mark,
    draw_naming,
    draw_rating,
)
from panelwise.report._drawings_links import draw_identities, draw_speakers, draw_text_order
from panelwise.report._drawings_shapes import Drawing
from panelwise.report._drawings_structure import draw_reading_order, draw_structure
from panelwise.tasks import Answer, Document, Item

_UNSCORED: Mapping[str, float] = {}
Draw = Callable[[Item, Document, Document, Profile], Drawing]
# Each kind with the answer of someone who says nothing: it shows what was there to be found.
_DRAWN: dict[str, tuple[Draw, Document]] = {
    "spotting": (draw_spotting, {"texts": []}),
    "detection": (draw_detection, {"boxes": []}),
    "speakers": (draw_speakers, {"links": []}),
    "identities": (draw_identities, {"groups": []}),
    "structure": (draw_structure, {"texts": [], "characters": []}),
    "reading_order": (draw_reading_order, {"texts": []}),
    "naming": (draw_naming, {"names": {}}),
    "dialogue": (draw_dialogue, {"lines": []}),
    "answer": (draw_answer, {"text": ""}),
    "mark": (draw_mark, {}),
    "rating": (draw_rating, {}),
}


def drawing(
    item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float] = _UNSCORED
) -> Drawing | None:
    """An answer beside the gold of its item; ``None`` for kinds that the sheet shows by itself.

    Args:
        item: what was asked.
        answer: as it was read; ``None`` when nothing could be, which shows what was missed.
        profile: under which it was scored: normalisation, matcher and coordinate frame are its.
        scores: of the answer, which tell whether it fits better in another frame.
    """
    if item.kind not in _DRAWN:
        return draw_text_order(item, answer)
    draw, silence = _DRAWN[item.kind]
    assert isinstance(item.gold, dict)
    drawn = draw(item, item.gold, answer if isinstance(answer, dict) else silence, profile)
    return replace(drawn, summary=drawn.summary + other_frame(item.kind, scores, profile))
