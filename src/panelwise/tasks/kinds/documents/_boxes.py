"""Boxes as models write them, and where on the page they are meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from panelwise.geometry import Box
from panelwise.metrics import coordinate_frame, from_pixels, to_pixels, upright
from panelwise.profile import Profile
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents._lists import as_number
from panelwise.tasks.kinds.documents._settings import BoxSettings

BOX_KEYS = ("bbox_2d", "bbox", "box")
SCORE_KEYS = ("score", "confidence")
LEAST_IOU = 0.5


def four_numbers(value: Any) -> list[float] | None:
    """A box as a model wrote it: four finite numbers, or two corners; else ``None``."""
    if isinstance(value, list | tuple) and len(value) == 2:
        value = [
            number for corner in value if isinstance(corner, list | tuple) for number in corner
        ]
    if not isinstance(value, list | tuple) or len(value) != 4:
        return None
    numbers = [number for one in value if (number := as_number(one)) is not None]
    return numbers if len(numbers) == 4 else None


def written_box(box: Sequence[float], profile: Profile) -> list[float]:
    """A box as it is written: whole numbers, or fractions of the page to four places."""
    places = 4 if profile.section(BoxSettings).coord_frame.startswith("fractions") else None
    return [round(number, places) for number in box]


def placed_boxes(boxes: Sequence[Document], size: Sequence[int], profile: Profile) -> list[Box]:
    """Boxes of an answer in pixels of the page. One without area is claimed like any other."""
    return boxes_in_frame(boxes, size, profile.section(BoxSettings).coord_frame)


def boxes_in_frame(boxes: Sequence[Document], size: Sequence[int], frame: str) -> list[Box]:
    """The same, their numbers meant in a frame of somebody's choice."""
    numbers = [Box(*box["box"]) for box in boxes]
    return [upright(box) for box in to_pixels(numbers, coordinate_frame(frame), *size)]


def framed_boxes(boxes: Sequence[Box], size: Sequence[int], profile: Profile) -> list[list[float]]:
    """Boxes in pixels of the page, in the numbers in which the profile reads an answer's."""
    frame = coordinate_frame(profile.section(BoxSettings).coord_frame)
    width, height = size
    return [[*box] for box in from_pixels(boxes, frame, width, height)]
