"""What a splitter must know of a book: who made it, which series it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from panelwise.comics import Book, natural_key
from panelwise.tasks import normalised

Generalisation = Literal["within_series", "within_author", "unseen_author"]
"""What a test part measures: other volumes of series that were trained on, other titles of their
authors, or authors with no work in training."""
GENERALISATIONS: tuple[Generalisation, ...] = ("within_series", "within_author", "unseen_author")
By = Literal["book", "series", "author"]
MEASURED_BY: dict[By, Generalisation] = {
    "book": "within_series",
    "series": "within_author",
    "author": "unseen_author",
}
_BETWEEN_AUTHORS = re.compile(r"[;,/&、，]|\band\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BookFacts:
    """A book as a splitter sees it; ``volume`` orders the books of a series.

    Books of a family show the same story with other things drawn in it, and stay together.
    """

    id: str
    authors: frozenset[str] = frozenset()
    series: str | None = None
    volume: str | None = None
    language: str | None = None
    style: str | None = None
    family: str | None = None

    @classmethod
    def of(cls, book: Book) -> BookFacts:
        """The facts of a book."""
        source = book.source
        authors, series = authors_of(source.author), _name(source.series)
        family = book.family
        return cls(book.id, authors, series, source.volume, source.language, source.style, family)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> BookFacts:
        """The facts in a line of a pack's licence ledger, or of a split."""
        return cls(
            str(record["id"]),
            authors_of(record.get("author")),
            _name(record.get("series")),
            record.get("volume"),
            record.get("language"),
            record.get("style"),
            record.get("family"),
        )

    @property
    def title(self) -> str:
        """The series, or the book itself when it stands alone; never equal by accident."""
        return f"book {self.id}" if self.series is None else f"series {self.series}"

    @property
    def place(self) -> tuple[tuple[Any, ...], str]:
        """Sorts the volumes of a series."""
        return (tuple(natural_key(self.volume or self.id)), self.id)


def authors_of(text: str | None) -> frozenset[str]:
    """The names in an author field, as they compare.

    Commas separate, as in ComicInfo; "Tezuka, Osamu" becomes two names and so meets every other
    Osamu. That makes groups larger than need be, and never lets an author leak.

    >>> sorted(authors_of("R. Goscinny & A. Uderzo"))
    ['a uderzo', 'r goscinny']
    """
    names = (normalised(name) for name in _BETWEEN_AUTHORS.split(text or ""))
    return frozenset(name for name in names if name)


def groups_of(books: Iterable[BookFacts], by: By) -> list[tuple[BookFacts, ...]]:
    """Books that must stay together, each group and the list of groups sorted by book id.

    ``author`` joins books that share an author or a series, directly or through other books.
    """
    ordered = sorted(books, key=lambda book: book.id)
    leader = list(range(len(ordered)))

    def find(k: int) -> int:
        while leader[k] != k:
            leader[k] = leader[leader[k]]
            k = leader[k]
        return k

    first: dict[str, int] = {}
    for k, book in enumerate(ordered):
        for tie in _ties(book, by):
            other = find(first.setdefault(tie, k))
            mine = find(k)
            leader[max(other, mine)] = min(other, mine)
    groups: dict[int, list[BookFacts]] = {}
    for k, book in enumerate(ordered):
        groups.setdefault(find(k), []).append(book)
    return [tuple(group) for group in groups.values()]


def generalisation(
    book: BookFacts, trained: Sequence[BookFacts]
) -> Generalisation | Literal["unknown"]:
    """What a book measures of a model that was trained on these books.

    ``unknown`` where only a name that nobody gave could tell.
    """
    if book.series is not None and any(book.series == other.series for other in trained):
        return "within_series"
    if any(book.authors & other.authors for other in trained):
        return "within_author"
    return "unseen_author" if book.authors and all(b.authors for b in trained) else "unknown"


def _ties(book: BookFacts, by: By) -> list[str]:
    return [*_own_ties(book, by), *([f"family {book.family}"] if book.family else [])]


def _own_ties(book: BookFacts, by: By) -> list[str]:
    if by == "book":
        return [f"book {book.id}"]
    authors = [f"author {name}" for name in sorted(book.authors)] if by == "author" else []
    return [book.title, *authors]


def _name(text: str | None) -> str | None:
    return normalised(text) or None if text else None
