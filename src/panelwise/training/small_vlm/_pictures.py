"""Pictures of panels and people, cut out of pages, and what is true of each."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PIL import Image

from panelwise.comics import Book, Page
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise.models.small_vlm import fitted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PAGES = 64  # decoded ones that are kept


class CutOuts:
    """Distinct pictures, in memory as PNG.

    Attributes:
        details: what is true of each picture, whatever is asked: who is seen, mood, place, time.
    """

    def __init__(self) -> None:
        self.details: list[str] = []
        self._encoded: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        self._places: dict[tuple[str, str, Box], int] = {}
        self._pages: dict[tuple[str, str], Image.Image] = {}

    def __len__(self) -> int:
        return len(self._encoded)

    def array(self, numbers: Sequence[int]) -> NDArray[np.uint8]:
        """Some pictures, n × SIDE × SIDE × 3, RGB."""
        import numpy as np

        return np.stack([np.asarray(Image.open(io.BytesIO(self._encoded[k]))) for k in numbers])

    def png(self, number: int) -> bytes:
        """One picture as a file."""
        return self._encoded[number]

    def add(self, book: Book, page: Page, box: Box, details: str) -> int:
        """The number of what is inside a box of a page.

        Raises:
            InputError: when the page has no image.
        """
        place = book.id, page.id, box
        if place in self._places:
            return self._places[place]
        if page.image is None:
            raise InputError(f"book '{book.id}', page '{page.id}' has no image; draw it again")
        if place[:2] not in self._pages:
            if len(self._pages) == _PAGES:
                self._pages.clear()
            self._pages[place[:2]] = page.image.decode()
        whole = self._pages[place[:2]]
        crop = whole.crop((round(box.x0), round(box.y0), round(box.x1), round(box.y1)))
        key = hashlib.sha256(repr(crop.size).encode() + crop.tobytes()).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self._encoded)
            self.details.append(details)
            file = io.BytesIO()
            Image.fromarray(fitted(crop)).save(file, "PNG", compress_level=1)
            self._encoded.append(file.getvalue())
        self._places[place] = self._numbers[key]
        return self._numbers[key]

    def digest(self) -> str:
        """A hash of all pictures and their details."""
        both = [f"{key.hex()} {one}" for key, one in zip(self._numbers, self.details, strict=True)]
        return hashlib.sha256("\n".join(both).encode()).hexdigest()
