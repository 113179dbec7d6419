"""Pages with boxes to learn from: from the press, COCO files and any other annotated comics."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from panelwise.comics import Book, ComicImage, Page, open_comics
from panelwise.errors import InputError, SettingError
from panelwise.geometry import Box, polygon_box
from panelwise.reading.learned import CLASSES
from panelwise.training._licences import (
    BookLicence,
    allows_training,
    judged_licences,
    required,
    statements,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

HELD_OUT = 0.1  # of a data set's books, for validation
_SOUND = "onomatopoeia"


@dataclass(frozen=True, slots=True)
class BoxedPage:
    """A page to learn from.

    Attributes:
        name: book and page.
        image: its picture.
        boxes: n × 4, corners in pixels of the picture.
        labels: n, positions in ``CLASSES``.
        known: for every class whether the page's data set annotates it.
    """

    name: str
    image: ComicImage
    boxes: NDArray[np.float32]
    labels: NDArray[np.int64]
    known: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        name: str,
        image: ComicImage,
        boxes: Sequence[tuple[str, Box]],
        known: NDArray[np.bool_],
    ) -> BoxedPage:
        """A page with its boxes by class name."""
        corners = np.array([[*box] for _, box in boxes], np.float32).reshape(-1, 4)
        return cls(name, image, corners, np.array([CLASSES.index(k) for k, _ in boxes], np.int64),
                   known)  # fmt: skip


def nth_page(pages: Sequence[BoxedPage], seed: int, number: int) -> BoxedPage:
    """The page of a number, counted over the whole training; each epoch has an order of its own."""
    epoch, place = divmod(number, len(pages))
    order = np.random.default_rng([seed, 1, epoch]).permutation(len(pages))
    return pages[int(order[place])]


@dataclass(frozen=True, slots=True)
class DetectorData:
    """Pages for training and for validation, no book in both.

    Attributes:
        training, validation: the pages.
        sets: what each data set annotates, as a line for people.
        fingerprint: a hash of all pictures' names and all boxes.
        stated: the licences that the user stated, as a line for each book.
    """

    training: tuple[BoxedPage, ...]
    validation: tuple[BoxedPage, ...]
    sets: tuple[str, ...]
    fingerprint: str
    stated: tuple[str, ...] = ()


def load_boxes(
    sources: Sequence[str | Path],
    *,
    drawn: Sequence[str | Path] = (),
    unseen: Sequence[str | Path] = (),
    seed: int = 0,
    licences: Sequence[str] = (),
) -> DetectorData:
    """Pages with boxes, split by book.

    A class that has no box in a whole data set counts as not annotated there. A data set of one
    book is used for training only. Every book needs a licence that allows training.

    Args:
        sources: comics with annotations: COCO files, folders of the press, or any other format.
        drawn: more of them, for training alone.
        unseen: more of them, for validation alone.
        seed: decides which books are for validation.
        licences: why books without a licence may be trained on, or ``BOOK=WHY`` for one book.

    Raises:
        InputError: for a source without any box, or with a page without a picture, and for a book
            whose licence does not allow training when nobody stated that it does.
        SettingError: for a statement about a book that is not there.

    Source: CX-6.
    """
    judged = data_licences([*sources, *drawn], licences)
    training: list[BoxedPage] = []
    validation: list[BoxedPage] = []
    sets = []
    for source in sources:
        books, known = _opened(source)
        held = _held_out([book.id for book in books], seed)
        for book in books:
            pages = _pages(book, known)
            (validation if book.id in held else training).extend(pages)
        sets.append(_described(source, books, known, len(held)))
    for only, use, kind in ((drawn, training, "training"), (unseen, validation, "validation")):
        for source in only:
            books, known = _opened(source)
            use += [page for book in books for page in _pages(book, known)]
            sets.append(f"{_described(source, books, known, 0)}, {kind} only")
    if not training:
        raise InputError("no page to train on; give --pages or --data")
    return DetectorData(
        tuple(training),
        tuple(validation),
        tuple(sets),
        _fingerprint([*training, *validation]),
        tuple(f"{one.book} ({one.licence}): {one.stated}" for one in judged if one.stated),
    )


def data_licences(
    sources: Sequence[str | Path], stated: Sequence[str] = ()
) -> tuple[BookLicence, ...]:
    """The licence of every book of data sets, before anything is drawn or trained.

    Args:
        sources: comics with annotations.
        stated: why books without a licence may be trained on, or ``BOOK=WHY`` for one book.

    Raises:
        InputError: for a book whose licence does not allow training.
        SettingError: for a statement about a book that is not there.
    """
    said = statements(stated)
    found: dict[str, str | None] = {}
    for book in (book for source in sources for book in open_comics(source)):
        if allows_training(found.get(book.id, "CC0") or ""):  # of one name: the stricter counts
            found[book.id] = book.source.licence
    for name in said:
        if name and name not in found:
            raise SettingError(f"--licence {name}={said[name]}: no data set has a book '{name}'")
    return required(judged_licences(found, said), "training data")


def boxes_of(page: Page) -> list[tuple[str, Box]]:
    """Class and box of everything annotated on a page; sounds are texts of their own kind."""
    texts = page.texts or ()
    return [
        *(("panel", panel.box) for panel in page.panels),
        *(("sound" if text.kind == _SOUND else "text", text.box) for text in texts),
        *(("balloon", polygon_box(balloon.polygon)) for balloon in page.balloons),
        *(("character", character.box) for character in page.characters),
        *(("face", face.box) for face in page.faces),
    ]


def _opened(source: str | Path) -> tuple[list[Book], NDArray[np.bool_]]:
    books = list(open_comics(source))
    seen = {name for book in books for page in book.pages for name, _ in boxes_of(page)}
    if not seen:
        raise InputError(
            f"{source}: no annotated panel, text, balloon, character or face in it; leave it out"
        )
    return books, np.array([name in seen for name in CLASSES])


def _pages(book: Book, known: NDArray[np.bool_]) -> list[BoxedPage]:
    found = []
    for page in book.pages:
        if page.image is None:
            raise InputError(
                f"book '{book.id}', page '{page.id}' has no image to learn from; put the book's"
                " images next to its annotations"
            )
        found.append(BoxedPage.of(f"{book.id}/{page.id}", page.image, boxes_of(page), known))
    return found


def _held_out(books: Sequence[str], seed: int) -> set[str]:
    """One book in ten, at least one where there are several."""

    def rank(name: str) -> bytes:
        return hashlib.sha256(f"{seed} {name}".encode()).digest()

    count = max(1, round(HELD_OUT * len(books))) if len(books) > 1 else 0
    return set(sorted(books, key=rank)[:count])


def _described(
    source: str | Path, books: Sequence[Book], known: NDArray[np.bool_], held: int
) -> str:
    pages = sum(len(book.pages) for book in books)
    names = [name for name, is_known in zip(CLASSES, known, strict=True) if is_known]
    masked = [name for name in CLASSES if name not in names]
    without = f"; masked: {', '.join(masked)}" if masked else ""
    licences = sorted({book.source.licence or "licence not stated" for book in books})
    split = f" ({held} held out)" if held else ""
    return (
        f"{Path(source).name}: {len(books)} books{split}, {pages} pages, annotates"
        f" {', '.join(names)}{without} [{', '.join(licences)}]"
    )


def _fingerprint(pages: Sequence[BoxedPage]) -> str:
    digest = hashlib.sha256()
    for page in pages:
        digest.update(page.name.encode())
        for part in (page.boxes, page.labels, page.known):
            digest.update(part.tobytes())
    return digest.hexdigest()
