"""The pictures that a writer is shown: numbered red boxes, crops, rows of frames.

Source: specification CH-8 (boxes, crops), 3.5 (the strip and its target frame), AMB-21 (the blank
frame). A picture is a recipe of :func:`panelwise.tasks.cook` until it is sent, so that what was
drafted before is recognised without decoding a page.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import orjson
from PIL import Image

from panelwise.comics import Book, ComicImage, Page, PanelRef, encode_png
from panelwise.errors import InputError
from panelwise.models import ImagePart
from panelwise.profile import RECOMMENDED
from panelwise.rendering import (
    Recipe,
    blank,
    cook,
    crop_recipe,
    cut_of,
    marked_page_recipe,
    row_recipe,
)

ShownPanels = Sequence[tuple[Page, int]]
"""Panels as page and position."""


@dataclass(frozen=True, slots=True)
class DraftPicture:
    """A picture to be made: its recipe, and the page files by hash that it is made from."""

    recipe: Recipe
    originals: Mapping[str, ComicImage]

    @property
    def key(self) -> str:
        """Hash of the recipe, which names the pages by hash: equal keys look alike."""
        return hashlib.sha256(orjson.dumps(self.recipe, option=orjson.OPT_SORT_KEYS)).hexdigest()

    def png(self) -> bytes:
        """The picture made now.

        Raises:
            InputError: when a page is damaged.
        """
        pages = {sha: _decoded(image) for sha, image in self.originals.items()}
        return encode_png(cook(self.recipe, pages))

    def part(self, folder: Path) -> ImagePart:
        """The picture as a part of a message, its bytes in ``folder``."""
        data = self.png()
        sha256 = hashlib.sha256(data).hexdigest()
        path = folder / f"{sha256}.png"
        if not path.exists():  # several threads may write one picture; none sees half of it
            half = path.with_suffix(f".{threading.get_ident()}")
            half.write_bytes(data)
            half.replace(path)
        return ImagePart(sha256, "image/png", path, trusted=True)


@lru_cache(maxsize=2)  # the crops of a page are made one after the other
def _decoded(image: ComicImage) -> Image.Image:
    return image.decode()


def whole_page(page: Page) -> DraftPicture:
    """The page as it is."""
    image = _image(page)
    return DraftPicture(marked_page_recipe(image.sha256, ()), {image.sha256: image})


def boxed_page(page: Page) -> DraftPicture:
    """The page with a red box and a number, from 1, on every panel."""
    image = _image(page)
    recipe = marked_page_recipe(image.sha256, [panel.box.rounded() for panel in page.panels])
    return DraftPicture(recipe, {image.sha256: image})


def panel_crop(page: Page, position: int) -> DraftPicture:
    """One panel cut out, white outside its outline."""
    image = _image(page)
    cut = cut_of(image.sha256, page.panels[position])
    return DraftPicture(crop_recipe(cut), {image.sha256: image})


def panel_pictures(
    books: Iterable[Book], book: str, panels: Sequence[PanelRef], *, whole: bool = False
) -> list[DraftPicture]:
    """Panels of a book that a draft is about, one picture each, or their whole pages.

    Raises:
        InputError: when the comics do not have one of them, or not its image.
    """
    pages = {page.id: page for one in books if one.id == book for page in one.pages}
    for name, panel in panels:
        page = pages.get(name)
        if page is None or page.image is None or not 0 <= panel < len(page.panels):
            raise InputError(
                f"a draft is about panel {panel + 1} of page '{name}' of '{book}', which the"
                " comics do not have; give the comics that the drafts are about, with their images"
            )
    if whole:
        return [whole_page(pages[name]) for name in dict.fromkeys(name for name, _ in panels)]
    return [panel_crop(pages[name], panel) for name, panel in panels]


def frame_row(panels: ShownPanels, hidden: int | None = None) -> DraftPicture:
    """Panels side by side with white margins; the one at ``hidden`` white with a "?"."""
    cuts = [cut_of(_image(page).sha256, page.panels[at]) for page, at in panels]
    if hidden is not None:
        cuts[hidden] = blank(cuts[hidden])
    recipe = row_recipe(cuts, RECOMMENDED)
    return DraftPicture(recipe, {_image(page).sha256: _image(page) for page, _ in panels})


def _image(page: Page) -> ComicImage:
    assert page.image is not None, "pages without an image are set aside before"
    return page.image
