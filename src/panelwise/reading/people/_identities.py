"""Which characters of a chapter are the same person, by their looks. Experimental.

Pictures of heads and bodies are encoded, and the most alike are put together (average linkage)
until two groups would be joined that are no more alike than people in one panel usually are: these
are different people, so they calibrate any encoder. Nobody is twice in a panel. Source: CX-3, MS-2;
measured by ``bench/people_reading.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from panelwise.comics import Page
from panelwise.errors import UnavailableError
from panelwise.geometry import Box
from panelwise.reading._closest import panel_holding
from panelwise.reading.panels import FeatureEncoder, ImageEncoder
from panelwise.reading.people._heads import head_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]
    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

# The similarity of two people in one panel above which groups may be joined, as a quantile. Chosen
# among .5, .7, .8, .9 and .95 on Craphound and seven press books.
USUAL = 0.5
ALIKE = 0.9  # the quantile of all pairs where no panel holds two people
# Added to each side of a face, in its size: hair, ears and chin. Left, top, right, bottom.
_HAIR = (0.35, 0.6, 0.35, 0.15)


def group_characters(
    pages: Sequence[Page], encoder: ImageEncoder | None = None
) -> list[tuple[int, ...]]:
    """For every page the group of each of its characters; groups are numbered from 0.

    Args:
        pages: of one book, with images, characters and, better, faces and panels. A page without
            characters needs no image.
        encoder: of :func:`panelwise.reading.get_image_encoder`; by default colours and edges.

    Raises:
        UnavailableError: for a page with characters and without an image.
        InputError: for a damaged image.
    """
    heads, bodies, places = _crops(pages)
    if not places:
        return [() for _ in pages]
    chosen = encoder or FeatureEncoder()
    vectors = [np.asarray(chosen.encode(crops), np.float64) for crops in (heads, bodies)]
    likeness = sum((rows @ rows.T for rows in vectors), np.zeros((1, 1))) / len(vectors)
    apart = np.array([[_differ(one, other) for other in places] for one in places])
    np.fill_diagonal(apart, val=False)
    groups = iter(_joined(likeness, apart, _least(likeness, apart)))
    return [tuple(next(groups) for _ in page.characters) for page in pages]


def with_identities(pages: Sequence[Page], encoder: ImageEncoder | None = None) -> list[Page]:
    """The pages of a book with an identity (``p1``, ``p2``, …) for every character.

    Books in which any character has an identity stay as they are.

    Raises:
        UnavailableError: for a page with characters and without an image.
        InputError: for a damaged image.
    """
    if any(one.identity for page in pages for one in page.characters):
        return list(pages)
    return [
        replace(
            page,
            characters=tuple(
                replace(one, identity=f"p{group + 1}")
                for one, group in zip(page.characters, groups, strict=True)
            ),
        )
        for page, groups in zip(pages, group_characters(pages, encoder), strict=True)
    ]


_Spot = tuple[int, int | None]  # position of the page, position of the panel


def _crops(pages: Sequence[Page]) -> tuple[list[PixelArray], list[PixelArray], list[_Spot]]:
    heads: list[PixelArray] = []
    bodies: list[PixelArray] = []
    places: list[_Spot] = []
    for at, page in enumerate(pages):
        if not page.characters:
            continue
        if page.image is None:
            raise UnavailableError(f"page {page.id} has no image to compare characters by")
        pixels = page.image.pixels()
        panels, faces = [one.box for one in page.panels], [one.box for one in page.faces]
        for one in page.characters:
            head = head_of(one.box, faces)
            heads.append(_cut(pixels, _with_hair(head) if head in faces else head))
            bodies.append(_cut(pixels, one.box))
            places.append((at, panel_holding(one.box, panels)))
    return heads, bodies, places


def _with_hair(face: Box) -> Box:
    left, top, right, bottom = _HAIR
    return Box(
        face.x0 - left * face.width,
        face.y0 - top * face.height,
        face.x1 + right * face.width,
        face.y1 + bottom * face.height,
    )


def _cut(pixels: PixelArray, box: Box) -> PixelArray:
    """The part of a page, at least one pixel of it."""
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = box.clipped(width, height).rounded()
    left, top = min(x0, width - 1), min(y0, height - 1)
    return np.ascontiguousarray(pixels[top : max(y1, top + 1), left : max(x1, left + 1)])


def _differ(one: _Spot, other: _Spot) -> bool:
    return one[1] is not None and one == other


def _least(likeness: Floats, apart: Bools) -> float:
    """How alike two groups must be to be joined."""
    if apart.any():
        return float(np.quantile(likeness[apart], USUAL))
    pairs = likeness[np.triu_indices(len(likeness), 1)]
    return float(np.quantile(pairs, ALIKE)) if len(pairs) else 1.0


def _joined(likeness: Floats, apart: Bools, least: float) -> list[int]:
    """The group of each: average linkage, most alike first, never two that must stay apart."""
    alike = np.where(apart, -np.inf, likeness)
    np.fill_diagonal(alike, -np.inf)
    members = [[at] for at in range(len(alike))]
    while alike.size:
        one, other = sorted(int(at) for at in np.unravel_index(alike.argmax(), alike.shape))
        if not alike[one, other] >= least or one == other:
            break
        sizes = len(members[one]), len(members[other])
        mean = (sizes[0] * alike[one] + sizes[1] * alike[other]) / sum(sizes)
        alike[one], alike[:, one] = mean, mean
        alike[one, one] = -np.inf
        alike[other], alike[:, other] = -np.inf, -np.inf
        members[one] += members[other]
        members[other] = []
    groups = [sorted(some) for some in members if some]
    place = {at: number for number, some in enumerate(sorted(groups)) for at in some}
    return [place[at] for at in range(len(likeness))]
