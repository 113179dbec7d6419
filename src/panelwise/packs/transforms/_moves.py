"""Transforms that move what is on a page: mirror, rotation, resolution.

A moved page is a page like any other: its picture, size, boxes, outlines and reading direction are
changed together, before a task that shows whole pages plans its items. So gold, prompts and marks
agree, whatever the task is. Where panels alone are shown, the same items are cut from moved pages.
What is drawn on pages and panels afterwards (marks, index tags) is never mirrored.

Source: MS-24; SC-8 (mirrored twins).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from PIL import Image

from panelwise.comics import Book, Character, ComicImage, Face, Page, Panel, ReadingDirection, Text
from panelwise.geometry import Box, Point, Polygon, box_polygon, polygon_box
from panelwise.rendering import (
    CutRecipe,
    PointMap,
    Recipe,
    cut_of,
    moved_size,
    place_after,
    with_effects,
)
from panelwise.tasks import ItemDraft, Shown, get_kind

Moves = tuple[tuple[str, float], ...]
"""Effects that move, each with its amount, in the order in which they are applied."""

_Boxed = TypeVar("_Boxed", Character, Face)
_MIRRORED: dict[ReadingDirection, ReadingDirection] = {"ltr": "rtl", "rtl": "ltr", "ttb": "ttb"}
# Words that a mirror or a quarter turn makes false. English "left" and "right" have other meanings:
# they count after a preposition, an article or a verb of looking and going, or before a side word.
_SIDES = re.compile(
    r"\b(?:on|to|at|from|in|into|the|his|her|their|its|far|top|bottom|upper|lower|look\w*|turn\w*"
    r"|fac(?:es|ing)|point\w*|walk\w*|run\w*|go(?:es|ing)|mov(?:es|ing))\s+(?:left|right)\b"
    r"|\b(?:left|right)(?:most\b|-hand|\s+(?:side|hand|arm|foot|leg|half|corner|edge|of)\b)"
    r"|\b(?:links|rechts|gauche|droite|izquierd[ao]|derech[ao])\b|[左右]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class MovedImage(ComicImage):
    """A page's image whose pixels are moved; its file, bytes and hash stay those of the page."""

    moves: Moves = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height after the moves."""
        return moved_size(super().size, self.moves)

    def decode(self) -> Image.Image:
        """The moved pixels."""
        return with_effects(super().decode(), self.moves)

    @cached_property
    def unmoved(self) -> ComicImage:
        """The image as it is in its file."""
        return ComicImage(self.source, self.relative)


def moved_books(books: Iterable[Book], moves: Moves) -> tuple[Book, ...]:
    """Books whose pages are moved; stories and links refer to panels and ids, and stay."""
    if not moves:
        return tuple(books)
    return tuple(
        replace(book, pages=tuple(moved_page(page, moves) for page in book.pages)) for book in books
    )


def moved_page(page: Page, moves: Moves) -> Page:
    """A page after moves: picture, size, boxes, outlines and reading direction.

    A turned box becomes its upright hull, and a text with an outline the hull of that. At 15
    degrees, a box drawn close around an ellipse in the old one overlaps the hull by .65 or more.
    """
    place = place_after((page.width, page.height), moves)
    width, height = moved_size((page.width, page.height), moves)
    direction = page.reading_direction
    for name, _ in moves:
        direction = _MIRRORED[direction] if name == "mirror" else direction
    image = page.image and _moved_image(page.image, moves)
    texts = None if page.texts is None else tuple(_moved_text(text, place) for text in page.texts)
    return replace(
        page,
        width=width,
        height=height,
        image=image,
        reading_direction=direction,
        panels=tuple(_moved_panel(panel, place) for panel in page.panels),
        texts=texts,
        characters=tuple(_moved_boxed(one, place) for one in page.characters),
        faces=tuple(_moved_boxed(face, place) for face in page.faces),
        balloons=tuple(replace(b, polygon=_moved(b.polygon, place)) for b in page.balloons),
    )


def _moved_image(image: ComicImage, moves: Moves) -> MovedImage:
    earlier = image.moves if isinstance(image, MovedImage) else ()
    return MovedImage(image.source, image.relative, moves=(*earlier, *moves))


def _moved(outline: Iterable[Point], place: PointMap) -> Polygon:
    return tuple(place(x, y) for x, y in outline)


def _hull(box: Box, place: PointMap) -> Box:
    return polygon_box(_moved(box_polygon(box), place))


def _moved_panel(panel: Panel, place: PointMap) -> Panel:
    """A panel; a box that no longer stands upright gets an outline, so that it is cut along it."""
    outline = _moved(panel.outline, place)
    box = polygon_box(outline) if panel.polygon else _hull(panel.box, place)
    upright = all(x in (box.x0, box.x1) and y in (box.y0, box.y1) for x, y in outline)
    known = panel.polygon is not None or not upright
    return replace(panel, box=box, polygon=outline if known else None)


def _moved_text(text: Text, place: PointMap) -> Text:
    if text.polygon is None:
        return replace(text, box=_hull(text.box, place))
    outline = _moved(text.polygon, place)
    return replace(text, box=polygon_box(outline), polygon=outline)


def _moved_boxed(thing: _Boxed, place: PointMap) -> _Boxed:
    full = None if thing.full_box is None else _hull(thing.full_box, place)
    return replace(thing, box=_hull(thing.box, place), full_box=full)


def is_quarter_turn(moves: Moves) -> bool:
    """Whether a page that was read in rows is then read in columns."""
    return any(name == "rotation" and abs(amount) > 45 for name, amount in moves)


def turns_sides(moves: Moves) -> bool:
    """Whether what stood on the left no longer does."""
    return any(name == "mirror" for name, _ in moves) or is_quarter_turn(moves)


def says_sides(draft: ItemDraft) -> bool:
    """Whether an item's words or answers speak of left and right; how it is read is not meant."""
    said = [
        str(value).removeprefix(draft.reading or "")
        for shown in (draft.shown, draft.single)
        for value in (shown.values.values() if shown else ())
    ]
    said += get_kind(draft.kind).words_of_gold(draft.gold)
    return any(_SIDES.search(words) for words in said)


def shows_pages(draft: ItemDraft) -> bool:
    """Whether pages are shown, on which places have coordinates and a reading direction."""
    return draft.reading is not None or any("page" in recipe for recipe in draft.shown.images)


def says_reading(draft: ItemDraft) -> bool:
    """Whether its words have a place for the direction in which its pages are read."""
    asked = draft.shown.prompt.text
    return draft.reading is not None and ("{reading}" in asked or "{who}" in asked)


def with_moved_cuts(draft: ItemDraft, moves: Moves) -> ItemDraft:
    """The same item, its panels cut from the moved pages; nothing else in it has a place."""
    places = {sha: place_after((p.width, p.height), moves) for sha, p in draft.pages.items()}

    def change(shown: Shown) -> Shown:
        return replace(shown, images=tuple(_with_moved_cuts(r, places) for r in shown.images))

    pages = {sha: moved_page(page, moves) for sha, page in draft.pages.items()}
    turned = {"direction": pages[draft.sources[0].sha256].reading_direction}
    return replace(
        draft,
        shown=change(draft.shown),
        single=change(draft.single) if draft.single else None,
        pages=pages,
        meta={**draft.meta, **(turned if "direction" in draft.meta else {})},
    )


def _with_moved_cuts(recipe: Recipe, places: Mapping[str, PointMap]) -> Recipe:
    cuts = [_moved_cut(cut, places[cut["page"]]) for cut in recipe["panels"]]
    if "options" not in recipe:
        return {**recipe, "panels": cuts}
    options = [[_moved_cut(cut, places[cut["page"]]) for cut in o] for o in recipe["options"]]
    return {**recipe, "panels": cuts, "options": options}


def _moved_cut(cut: CutRecipe, place: PointMap) -> CutRecipe:
    """A cut out of the moved page, along its outline where that no longer stands upright."""
    moved = cut_of(cut["page"], _moved_panel(Panel(Box(*cut["box"]), _outline(cut)), place))
    if "hide" in cut:
        hidden = [_moved(((x, y) for x, y in outline), place) for outline in cut["hide"]]
        moved["hide"] = [[[round(x), round(y)] for x, y in outline] for outline in hidden]
    if "mask" in cut:
        moved["mask"] = [list(_hull(Box(*box), place).rounded()) for box in cut["mask"]]
    return {**cut, **moved}


def _outline(cut: CutRecipe) -> Polygon | None:
    return tuple((x, y) for x, y in cut["polygon"]) if "polygon" in cut else None


def scanned(draft: ItemDraft, moves: Moves) -> ItemDraft:
    """A draft whose pictures are made from the moved pages that it was planned from."""
    if not moves:
        return draft

    def change(shown: Shown) -> Shown:
        return replace(shown, images=tuple(_scanned(recipe, moves) for recipe in shown.images))

    return replace(
        draft, shown=change(draft.shown), single=change(draft.single) if draft.single else None
    )


def _scanned(recipe: Recipe, moves: Sequence[tuple[str, float]]) -> Recipe:
    return {**recipe, "scan": [list(move) for move in moves]}
