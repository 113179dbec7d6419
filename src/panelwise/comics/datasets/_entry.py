"""What the catalogue knows of one data set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from panelwise.comics._model import Book, Redistribution, Source

NOT_PUBLISHED = "not published"
CountUnit = Literal["file", "folder", "row"]


@dataclass(frozen=True, slots=True)
class Count:
    """How many of something a whole copy has.

    Attributes:
        what: what is counted, in the plural.
        expected: the published number; ``None`` when none was found.
        pattern: which files of a copy to count, by their path in it (``*`` never crosses a
            slash); ``None`` when files do not tell.
        unit: the files themselves, the folders that hold them, or the rows of Parquet files.
        about: what the publishers say if they give no exact number.
    """

    what: str
    expected: int | None
    pattern: str | None = None
    unit: CountUnit = "file"
    about: str | None = None

    @property
    def published(self) -> str:
        """The number that a whole copy has, as it was published."""
        return str(self.expected) if self.expected is not None else self.about or NOT_PUBLISHED


@dataclass(frozen=True)
class Loaded:
    """The books of a copy, and a line for everything in it that could not become one."""

    books: tuple[Book, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dataset:
    """One data set of comics: where to ask for it, on which terms, and how a copy looks.

    Attributes:
        name: as users write it.
        ask: addresses, as facts; empty when none was found.
        licence: as its publishers name it; ``None`` when none was found.
        terms: what they allow and forbid, in our words.
        passing_on: what may go into a pack that leaves the building, read with caution.
        layout: how a copy looks, a line each; empty when nobody has published it.
        essential: patterns of files without which a copy is of no use.
        sources: where these facts were read.
        reading: how its copy is opened.
        load: from a copy's folder, and the source that its books name, to the books. For data sets
            of other packages; raises ``InputError`` where a copy is not as described.
    """

    name: str
    title: str
    about: str
    terms: str
    reading: str
    sources: tuple[str, ...]
    ask: tuple[str, ...] = ()
    licence: str | None = None
    passing_on: Redistribution = "none"
    layout: tuple[str, ...] = ()
    essential: tuple[str, ...] = ()
    counts: tuple[Count, ...] = ()
    load: Callable[[Path, Source], Loaded] | None = None
