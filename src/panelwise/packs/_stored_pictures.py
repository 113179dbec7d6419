"""What the stored pictures of a pack show: for the gates, which decode nothing themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from panelwise.comics import decode_rgb, perceptual_hash, pixel_hash
from panelwise.errors import InputError
from panelwise.packs._pack import Pack
from panelwise.packs.splits import BookFacts, Part
from panelwise.rendering import CellBox, cells_of
from panelwise.tasks import ImageEntry

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, slots=True)
class Pictures:
    """What a check of the stored pictures of a pack found.

    Attributes:
        problems: what is wrong, by the picture's hash.
        looks: perceptual hashes of what each item shows, panel by panel, by its id.
    """

    problems: Mapping[str, str]
    looks: Mapping[str, tuple[int, ...]]

    def problem(self, entry: ImageEntry) -> str | None:
        """What is wrong with a picture, for :func:`check_items`."""
        return self.problems.get(entry.sha256)


def look_at_pictures(pack: Pack) -> Pictures:
    """Decode every picture of a pack once; compare its pixels with what the pack says of them.

    A pack built without images has nothing to look at, and nothing is wrong with that.
    """
    if not pack.manifest.get("images", True):
        return Pictures({}, {})
    problems: dict[str, str] = {}
    seen: dict[str, tuple[int, ...]] = {}
    looks: dict[str, tuple[int, ...]] = {}
    for item in pack.items():
        single = item.single_image.images if item.single_image else ()
        for entry in (*item.rendering.images, *single):
            if entry.sha256 not in seen:
                seen[entry.sha256], wrong = _look_at(pack, entry)
                if wrong:
                    problems[entry.sha256] = wrong
        looks[item.id] = tuple(h for e in item.rendering.images for h in seen[e.sha256])
    return Pictures(problems, looks)


def part_of(pack: Pack, pictures: Pictures | None = None) -> Part:
    """A pack as a part of a split, its books described by its licence ledger."""
    books = [BookFacts.from_record(record) for record in pack.manifest.get("books", ())]
    looks = pictures.looks if pictures else {}
    return Part(str(pack.path), pack.items(), books, looks)


def _look_at(pack: Pack, entry: ImageEntry) -> tuple[tuple[int, ...], str | None]:
    """The hashes of a picture's panels, and what is wrong with it."""
    short = f"picture {entry.sha256[:12]}…"
    path = pack.image_path(entry.sha256)
    if path is None:
        return (), f"{short} is missing"
    try:
        picture = decode_rgb(path.read_bytes(), short)
    except InputError as error:
        return (), str(error)
    if pixel_hash(picture) != entry.pixels:
        return (), f"{short} shows other pixels than the pack says"
    return tuple(perceptual_hash(shown) for shown in _panels(picture, entry)), None


def _panels(picture: Image.Image, entry: ImageEntry) -> list[Image.Image]:
    """The panels in a picture, or the picture where they do not lie in cells of their own.

    Of a panel its middle: the number in its corner, a fifth of the shorter side with its frame,
    tells where it was shown, and would make all nearly blank panels of one number look alike.
    """
    if entry.recipe.get("kind") not in {"crop", "composite", "row"}:
        return [picture]
    cells = cells_of(entry.recipe)
    inside = all(
        0 <= x0 < x1 <= picture.width and 0 <= y0 < y1 <= picture.height for x0, y0, x1, y1 in cells
    )
    return [picture.crop(middle_of(cell)) for cell in cells] if cells and inside else [picture]


def middle_of(cell: CellBox) -> CellBox:
    """A panel's box without its margin."""
    x0, y0, x1, y1 = cell
    edge = min(x1 - x0, y1 - y0) // 5
    return (x0 + edge, y0 + edge, x1 - edge, y1 - edge)
