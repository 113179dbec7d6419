"""Whether what differs between worlds can be seen on the printed pages."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from panelwise.comics import Page
from panelwise_press.worlds._solver import WorldValues

CLEARLY = 60  # of 255, by which a colour must differ
LEAST = 0.0015  # of the pixels of a panel that must differ so
_NONE, _CLEARLY = (0, 0, 0), (CLEARLY, CLEARLY, CLEARLY)  # in each channel
WorldPages = Sequence[tuple[Image.Image, Page]]  # the pages of a book


class PrintedPanels:
    """The panels of all books of a family as they are printed.

    Attributes:
        worlds: whose books they are.
    """

    def __init__(self, worlds: Sequence[WorldValues], books: Sequence[WorldPages]) -> None:
        self.worlds = tuple(worlds)
        # Pages that books share are in memory once.
        pages = {id(image): (image, page) for book in books for image, page in book}
        known = {key: list(_panels(*page)) for key, page in pages.items()}
        self._panels = {
            world: [panel for image, _ in book for panel in known[id(image)]]
            for world, book in zip(worlds, books, strict=True)
        }
        self._known: dict[tuple[int, frozenset[WorldValues]], float] = {}

    def change(self, at: int, one: WorldValues, other: WorldValues) -> float:
        """The share of a panel's pixels that differ clearly between two worlds."""
        key = at, frozenset((one, other))
        if key not in self._known:
            self._known[key] = share_changed(self._panels[one][at], self._panels[other][at])
        return self._known[key]


def unseen_difference(drawn: Mapping[WorldValues, Sequence[int]], printed: PrintedPanels) -> str:
    """A panel that shows different things in two worlds but looks alike; empty if there is none.

    Args:
        drawn: for each world a number for what each panel shows; equal numbers where it shows the
            same.
        printed: the panels of these worlds.
    """
    for at in range(len(next(iter(drawn.values())))):
        one_of = {drawn[world][at]: world for world in printed.worlds}
        for one, other in itertools.combinations(one_of.values(), 2):
            if printed.change(at, one, other) < LEAST:
                return (
                    f"panel {at + 1} looks alike in the worlds {' '.join(one)} and"
                    f" {' '.join(other)}"
                )
    return ""


def share_changed(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """The share of pixels of two pictures that differ clearly."""
    alike = cv2.inRange(cv2.absdiff(one, other), _NONE, _CLEARLY)
    return float((alike.size - cv2.countNonZero(alike)) / alike.size)


def _panels(image: Image.Image, page: Page) -> Iterator[NDArray[np.uint8]]:
    pixels = np.asarray(image.convert("RGB"))
    for panel in page.panels:
        x0, y0, x1, y1 = panel.box.rounded()
        yield pixels[y0:y1, x0:x1]
