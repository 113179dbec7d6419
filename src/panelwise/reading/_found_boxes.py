"""From the boxes of a detector to a page in reading order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from panelwise.comics import Balloon, Character, Face, Page, Panel, ReadingDirection, Text
from panelwise.geometry import Box, box_polygon
from panelwise.reading._reader import arrange_page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Class → boxes with scores. A class with an empty list was looked for and not found; a class that
# is not there was not looked for.
FoundBoxes = Mapping[str, Sequence[tuple[Box, float]]]


def page_with_boxes(
    page: Page, found: FoundBoxes, direction: ReadingDirection | None, found_by: str
) -> Page:
    """The page with these panels, texts, balloons, characters and faces, in reading order.

    Args:
        page: keeps its texts where none were looked for.
        found: by class: panel, text, sound, balloon, character, face.
        direction: of reading; ``None`` keeps the page's own.
        found_by: what is recorded as the source of panels and order.
    """
    texts = page.texts
    if "text" in found:
        texts = tuple(Text(box, confidence=score) for box, score in found["text"]) + tuple(
            Text(box, kind="onomatopoeia", confidence=score)
            for box, score in found.get("sound", ())
        )
    seen = with_characters(replace(page, texts=texts), found)
    panels = [Panel(box, confidence=score) for box, score in found.get("panel", ())]
    read = arrange_page(seen, panels, direction or page.reading_direction)
    return replace(read, panels_by=found_by, order_by=found_by)


def with_characters(page: Page, found: FoundBoxes) -> Page:
    """The page with these balloons, characters and faces, and no others."""
    return replace(
        page,
        characters=tuple(Character(box, confidence=s) for box, s in found.get("character", ())),
        faces=tuple(Face(box, confidence=s) for box, s in found.get("face", ())),
        balloons=tuple(Balloon(box_polygon(box)) for box, _ in found.get("balloon", ())),
        speakers=(),  # they link to characters that are no more
    )


def on_page(corners: NDArray[np.float32], width: int, height: int) -> Box | None:
    """The box within the page; ``None`` where nothing of it is."""
    x0, y0, x1, y1 = (round(float(edge), 2) for edge in corners)
    box = Box(x0, y0, x1, y1).clipped(width, height)
    return box if box.is_finite() and box.x1 > box.x0 and box.y1 > box.y0 else None
