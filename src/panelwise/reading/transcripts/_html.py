"""A transcript as one HTML page, made to be listened to as well as looked at.

Headings lead from book to page to panel; every text says its language, so that a screen reader
changes its voice. The template escapes whatever comics and annotations say.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

from PIL import Image

from panelwise.comics import Page, Panel
from panelwise.reading.transcripts._books import TranscriptBook

_LONGEST = 900  # pixels: a panel on a screen
_QUALITY = 82


def to_html(books: Sequence[TranscriptBook], *, images: bool) -> str:
    """The page; with ``images`` every panel of a page that has an image stands in it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("panelwise.reading"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("transcript.html.j2")
    return template.render(
        books=books,
        picture=_Pictures().picture if images else _no_picture,
        pages=sum(len(book.pages) for book in books),
    )


def _no_picture(page: Page, panel: Panel | None) -> None:
    """Nothing: the transcript is text only."""


class _Pictures:
    """Cuts panels out of pages; the page at hand is decoded once for all its panels."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self._pixels: Image.Image | None = None

    def picture(self, page: Page, panel: Panel | None) -> tuple[str, int, int] | None:
        """A data URI and its size in pixels."""
        if page.image is None or panel is None:
            return None
        if self._page is not page or self._pixels is None:
            self._page, self._pixels = page, page.image.decode().convert("RGB")
        x0, y0, x1, y1 = panel.box.clipped(page.width, page.height).rounded()
        if x1 <= x0 or y1 <= y0:
            return None
        crop = self._pixels.crop((x0, y0, x1, y1))
        crop.thumbnail((_LONGEST, _LONGEST))
        stream = io.BytesIO()
        crop.save(stream, "JPEG", quality=_QUALITY)
        data = base64.b64encode(stream.getvalue()).decode("ascii")
        return f"data:image/jpeg;base64,{data}", crop.width, crop.height
