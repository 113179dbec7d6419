"""How each format lays out a folder: what books, pages, images and files are called in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from panelwise.comics._image import ComicImage
from panelwise.comics._model import Book, Page, ReadingDirection
from panelwise.comics._story import Story

_SIMPLE = re.compile(r"[^\w.\-]+")
NamedPage = tuple[str, str]  # of a page: its id and the name of its image


@dataclass(frozen=True, slots=True)
class FolderLayout:
    """A format's folder.

    Attributes:
        file: of all books, of one book (``{book}`` in it), or ``.`` where each page has its own.
        page: the id of a page and its image's name, from its book, its number from 1 and the
            suffix of its image; ``None`` keeps both.
        directions: that the format can hold; pages of others are written as the first.
        needs_image: whether pages without one cannot be written.
        also: formats written beside it, because they hold what this one leaves out.
    """

    file: str
    page: Callable[[str, int, str], NamedPage] | None = None
    directions: tuple[ReadingDirection, ...] = ("ltr", "rtl", "ttb")
    needs_image: bool = True
    also: tuple[tuple[str, str], ...] = ()


def _in_images(book: str, number: int, suffix: str) -> NamedPage:
    return f"{number:03}", f"images/{book}/{number:03}.jpg"


_MANGA109 = FolderLayout("annotations/{book}.xml", _in_images, ("rtl",), needs_image=False)
_LAYOUTS: dict[str, FolderLayout] = {
    "page-json": FolderLayout("pages.jsonl", needs_image=False),
    "coco": FolderLayout("pages.json"),
    "openmantra": FolderLayout(
        "annotation.json",
        lambda book, k, suffix: (str(k), f"{book}/{k:03}{suffix}"),
        ("rtl",),
    ),
    "mokuro": FolderLayout(
        "{book}.mokuro", lambda book, k, suffix: (f"{k:03}", f"{book}/{k:03}{suffix}"), ("ltr",)
    ),
    "kumiko": FolderLayout(
        "kumiko.json",
        lambda book, k, suffix: (f"{k:03}", f"{book}/{k:03}{suffix}"),
        ("ltr", "rtl"),
    ),
    "mangalmm": FolderLayout(
        "ocr.jsonl",
        lambda book, k, suffix: (f"{k:06}", f"images/{book}_{k:06}{suffix}"),
        ("rtl",),
    ),
    "popmanga": FolderLayout(".", _in_images, ("rtl",)),
    "dcm772": FolderLayout(".", _in_images, ("ltr",)),
    "ebdtheque": FolderLayout(
        ".", lambda book, k, suffix: (f"{book}_{k:03}", f"Pages/{book}_{k:03}.jpg"), ("ltr",)
    ),
    "comix": FolderLayout("{book}.xml", _in_images, ("ltr",)),
    "manga109": replace(
        _MANGA109,
        also=(("coo", "coo/{book}.xml"), ("manga109dialog", "manga109dialog/{book}.xml")),
    ),
    "coo": replace(_MANGA109, file="{book}.xml"),
    "manga109dialog": replace(
        _MANGA109, file="manga109dialog/{book}.xml", also=(("manga109", "annotations/{book}.xml"),)
    ),
}


def layout_of(format_: Any) -> FolderLayout:
    """The layout of a format; one that somebody registered gets one file beside the images."""
    default = FolderLayout(f"pages{format_.suffixes[0]}", needs_image=False)
    return _LAYOUTS.get(format_.name, default)


def laid_out(books: Sequence[Book], layout: FolderLayout) -> list[Book]:
    """The books as the format wants them called; what has no id gets one where files need ids."""
    if layout.page is None:
        return list(books)
    ids = _unique(_SIMPLE.sub("-", book.id).strip("-.") or "book" for book in books)
    return [_renamed(book, id_, layout) for book, id_ in zip(books, ids, strict=True)]


def _renamed(book: Book, id_: str, layout: FolderLayout) -> Book:
    assert layout.page is not None
    fresh = map("{:08x}".format, count(0x10000000))
    pages = []
    for number, page in enumerate(book.pages, 1):
        relative = "" if page.image is None else page.image.relative
        suffix = PurePosixPath(relative).suffix.lower() or ".jpg"
        name, picture = layout.page(id_, number, suffix)
        image = None if page.image is None else ComicImage(page.image.source, picture)
        kept = page.reading_direction in layout.directions
        direction = page.reading_direction if kept else layout.directions[0]
        pages.append(
            replace(_with_ids(page, fresh), id=name, image=image, reading_direction=direction)
        )
    # Stories name panels of pages that are called otherwise now; no such format holds more of them.
    stories = tuple(Story(story.id, (), story.title) for story in book.stories)
    return replace(book, id=id_, pages=tuple(pages), stories=stories)


def _with_ids(page: Page, fresh: Iterable[str]) -> Page:
    """A copy whose things have ids that no other page of the book has, links following them."""
    numbers = iter(fresh)
    new: dict[str | None, str] = {}

    def named(things: Sequence[Any]) -> tuple[Any, ...]:
        made = [replace(thing, id=next(numbers)) for thing in things]
        new.update({old.id: one.id for old, one in zip(things, made, strict=True) if old.id})
        return tuple(made)

    panels, faces, balloons = named(page.panels), named(page.faces), named(page.balloons)
    characters = named(page.characters)
    by_character = dict(new)
    texts = None if page.texts is None else named(page.texts)
    if texts is not None:
        texts = tuple(replace(text, balloon=new.get(text.balloon)) for text in texts)
    speakers = tuple(
        replace(link, text=new[link.text], character=by_character[link.character])
        for link in page.speakers
        if link.text in new and link.character in by_character
    )
    return replace(
        page,
        panels=panels,
        faces=faces,
        balloons=balloons,
        characters=characters,
        texts=texts,
        speakers=speakers,
    )


def files_of(books: Sequence[Book], file: str) -> list[tuple[Path, list[Book]]]:
    """Which books go into which file."""
    if "{book}" not in file:
        return [(Path(file), list(books))]
    return [(Path(file.replace("{book}", book.id)), [book]) for book in books]


def _unique(names: Iterable[str]) -> list[str]:
    taken: list[str] = []
    for name in names:
        own = next(n for k in count(1) if (n := name if k == 1 else f"{name}-{k}") not in taken)
        taken.append(own)
    return taken
