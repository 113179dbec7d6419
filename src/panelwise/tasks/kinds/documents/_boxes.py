"""Boxes as models write them, and where on the page they are meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.geometry import Box
from panelwise.metrics import coordinate_frame, from_pixels, to_pixels, upright
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item
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


@dataclass(frozen=True, slots=True)
class GoldBox:
    """A box of gold that an answer has to give.

    Attributes:
        label: its class: ``panel``, ``text``, ``character``, ….
        box: in pixels of the page, whose width and height gold has as ``size``.
        text: the words in it, where they are known.
    """

    label: str
    box: Box
    text: str | None = None


def gold_boxes(item: Item) -> tuple[GoldBox, ...]:
    """The boxes that an answer to the item has to give, in gold's order; none for other kinds."""
    gold = item.gold
    if not (isinstance(gold, dict) and "size" in gold):
        return ()
    return tuple(
        GoldBox(
            str(entry["class"]) if key == "boxes" else key.removesuffix("s"),
            Box(*entry["box"]),
            _words(entry),
        )
        for key, entries in _lists_of_boxes(gold).items()
        for entry in entries
    )


def gold_in_frame(item: Item, profile: Profile) -> Answer:
    """Gold as an answer, boxes in the numbers in which the profile reads an answer's (AMB-30).

    Texts that gold marks as unreadable are left out: no answer is asked to find them.
    """
    gold = item.gold
    if not (isinstance(gold, dict) and "size" in gold):
        return gold
    size = gold["size"]
    framed = {}
    for key, everything in _lists_of_boxes(gold).items():
        entries = [one for one in everything if one.get("text", "") is not None]
        numbers = framed_boxes([Box(*one["box"]) for one in entries], size, profile)
        framed[key] = [{**one, "box": box} for one, box in zip(entries, numbers, strict=True)]
    return {**gold, **framed}


def _lists_of_boxes(gold: Document) -> dict[str, list[Document]]:
    return {
        key: value
        for key, value in gold.items()
        if isinstance(value, list) and value and isinstance(value[0], dict) and "box" in value[0]
    }


def _words(entry: Document) -> str | None:
    text = entry.get("text")
    return text if isinstance(text, str) else None
