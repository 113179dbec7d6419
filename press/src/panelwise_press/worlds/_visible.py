"""Whether what differs between worlds can be seen on the printed pages."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from panelwise.comics import Page
from panelwise_press.worlds._solver import WorldValues

CLEARLY = 60  # of 255, by which a colour must differ
LEAST = 0.0015  # of the pixels of a panel that must differ so
WorldPages = Sequence[tuple[Image.Image, Page]]  # the pages of a book


def unseen_difference(
    drawn: Mapping[WorldValues, Sequence[int]], books: Sequence[WorldPages]
) -> str:
    """A panel that shows different things in two worlds but looks alike; empty if there is none.

    Args:
        drawn: for each world, in the order of the books, a number for what each panel shows; equal
            numbers where it shows the same.
        books: the pages of each world's book.
    """
    panels = [list(_panels(pages)) for pages in books]
    worlds = list(drawn)
    for at in range(len(panels[0])):
        one_of = {drawn[world][at]: k for k, world in enumerate(worlds)}
        for one, other in itertools.combinations(one_of.values(), 2):
            if share_changed(panels[one][at], panels[other][at]) < LEAST:
                return (
                    f"panel {at + 1} looks alike in the worlds {' '.join(worlds[one])} and"
                    f" {' '.join(worlds[other])}"
                )
    return ""


def share_changed(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """The share of pixels of two pictures that differ clearly."""
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    return float((apart > CLEARLY).mean())


def _panels(pages: WorldPages) -> Iterator[NDArray[np.uint8]]:
    for image, page in pages:
        pixels = np.asarray(image.convert("RGB"))
        for panel in page.panels:
            x0, y0, x1, y1 = panel.box.rounded()
            yield pixels[y0:y1, x0:x1]
