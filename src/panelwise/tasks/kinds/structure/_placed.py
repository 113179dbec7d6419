"""A page as it was answered, put next to the page as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.geometry import Box
from panelwise.metrics import Matching, match_boxes
from panelwise.profile import Profile
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import BoxSettings, placed_boxes


@dataclass(frozen=True, slots=True)
class PlacedStructure:
    """An answer next to what is right on its page.

    Attributes:
        texts: the boxes that were found, in the answer's order, in pixels of the page.
        characters: the same for characters.
        text_pairs: which of them are which true ones, by IoU.
        character_pairs: the same for characters.
    """

    texts: tuple[Box, ...]
    characters: tuple[Box, ...]
    text_pairs: Matching
    character_pairs: Matching

    @classmethod
    def of(cls, gold: Document, answer: Document, profile: Profile) -> PlacedStructure:
        """The boxes of an answer matched with those of gold."""
        texts = tuple(placed_boxes(answer["texts"], gold["size"], profile))
        characters = tuple(placed_boxes(answer["characters"], gold["size"], profile))
        return cls(
            texts,
            characters,
            match_boxes(texts, boxes_of(gold["texts"]), profile.section(BoxSettings).link_iou),
            match_boxes(
                characters, boxes_of(gold["characters"]), profile.section(BoxSettings).link_iou
            ),
        )


def boxes_of(entries: Sequence[Document]) -> list[Box]:
    """The boxes of texts or characters."""
    return [Box(*entry["box"]) for entry in entries]
