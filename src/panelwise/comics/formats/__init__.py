"""Annotation formats: files that say what stands on the pages of comics.

A format is any object with the shape of :class:`AnnotationFormat`, registered under the entry
point group ``panelwise.formats``; ours register the same way. The shapes are in docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, cast

from panelwise.comics._model import Book
from panelwise.comics.formats._claims import meant_format, refuse_broken
from panelwise.comics.formats._coco import coco
from panelwise.comics.formats._comix import comix
from panelwise.comics.formats._dcm772 import dcm772
from panelwise.comics.formats._ebdtheque import ebdtheque
from panelwise.comics.formats._kumiko import kumiko
from panelwise.comics.formats._manga109 import manga109
from panelwise.comics.formats._manga109_companions import (
    coo,
    manga109dialog,
    merge_manga109,
    read_coo_links,
)
from panelwise.comics.formats._mangalmm import (
    MangaLmmAnswer,
    mangalmm,
    read_mangalmm_predictions,
)
from panelwise.comics.formats._mokuro import mokuro
from panelwise.comics.formats._openmantra import openmantra
from panelwise.comics.formats._page_json import (
    page_from_json,
    page_json,
    page_json_lines,
    page_to_json,
)
from panelwise.comics.formats._popmanga import popmanga
from panelwise.comics.formats._story_shapes import story_from_json
from panelwise.comics.formats._validation import (
    Coordinate,
    Corners,
    ImageFinder,
    ImageLookup,
    Images,
    Length,
    Outside,
    Pixels,
    Rows,
    lines_of,
    parse,
    parse_lines,
    read_bytes,
    read_head,
    require_on_page,
    require_unique,
    write_bytes,
)
from panelwise.registry import Registry, lacking


class AnnotationFormat(Protocol):
    """What reads and writes one kind of annotation file."""

    @property
    def name(self) -> str:
        """As users write it: ``coco``."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Of its files, the usual one first: ``(".json",)``."""
        ...

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or the first bytes of one, look like this format."""
        ...

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file, with ground truth.

        Args:
            path: the annotation file.
            images: the folder that image names are relative to, or a function from image names
                to images; each image must be there. By default images are looked for beside the
                file, and a page whose image is missing is read without one if its size is known.

        Raises:
            InputError: one line: the file, the place in it, and what is wrong.
        """
        ...

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write books into one file.

        Raises:
            InputError: for a book that would be read back as something else.
        """
        ...


FORMATS = Registry(
    "format",
    "panelwise.formats",
    fault=lambda _, found: lacking(found, AnnotationFormat),
    command="panelwise list formats",
)


def format_names() -> list[str]:
    """The names of all registered formats."""
    return FORMATS.names()


def get_format(name: str) -> AnnotationFormat:
    """The format registered as ``name``.

    Raises:
        UnknownNameError: when there is none.
    """
    return cast(AnnotationFormat, FORMATS.get(name))


def recognise(source: Path | bytes) -> AnnotationFormat | None:
    """The first registered format, by name, that knows a file by its content."""
    return next((format_ for _, format_ in FORMATS.working() if format_.sniff(source)), None)


def claim(path: Path) -> AnnotationFormat | None:
    """The format that knows a file, also where a name in it is misspelt; reading then says which.

    Raises:
        InputError: for a file called like an annotation that is neither JSON nor XML: one that was
            cut, is empty, in another encoding, or has a comment where none may stand.
    """
    found = recognise(path)
    if found is not None:
        return found
    refuse_broken(path)
    meant = meant_format(path, (format_ for _, format_ in FORMATS.working()))
    return cast("AnnotationFormat | None", meant)


__all__ = [
    "FORMATS",
    "AnnotationFormat",
    "Coordinate",
    "Corners",
    "ImageFinder",
    "ImageLookup",
    "Images",
    "Length",
    "MangaLmmAnswer",
    "Outside",
    "Pixels",
    "Rows",
    "claim",
    "coco",
    "comix",
    "coo",
    "dcm772",
    "ebdtheque",
    "format_names",
    "get_format",
    "kumiko",
    "lines_of",
    "manga109",
    "manga109dialog",
    "mangalmm",
    "merge_manga109",
    "mokuro",
    "openmantra",
    "page_from_json",
    "page_json",
    "page_json_lines",
    "page_to_json",
    "parse",
    "parse_lines",
    "popmanga",
    "read_bytes",
    "read_coo_links",
    "read_head",
    "read_mangalmm_predictions",
    "recognise",
    "require_on_page",
    "require_unique",
    "story_from_json",
    "write_bytes",
]
