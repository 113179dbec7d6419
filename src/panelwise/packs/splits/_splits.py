"""Splitting comics into parts whose test scores mean what they say.

A page of a book that was trained on is easy, so is another volume of its series, and, less so,
another title of its author. A split therefore keeps groups (books, series or authors) whole, and
says of each part which of the three generalisations it measures.

Source: MV-4 (the author-aware split of the COO data set, as MangaVQA changed it).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.files import read_json_bytes
from panelwise.outputs import write_file
from panelwise.packs.splits._facts import (
    GENERALISATIONS,
    MEASURED_BY,
    BookFacts,
    By,
    Generalisation,
    generalisation,
    groups_of,
)
from panelwise.registry import did_you_mean
from panelwise.tasks import seeded

TRIES = 200  # seeded tries, of which the most even one is kept
BookGroups = Sequence[tuple[BookFacts, ...]]


@dataclass(frozen=True, slots=True)
class Split:
    """Which books are in which part.

    Attributes:
        parts: book ids, sorted, by the part's name; the first part is trained on.
        measures: what each later part measures at the least: no book of it is nearer to the
            first part than that (``within_author``: another title, no shared series).
        by: the groups that were kept whole; ``generalisation`` for parts of one kind each.
        seed: of the random assignment.
        books: what was known of each book.
    """

    parts: dict[str, tuple[str, ...]]
    measures: dict[str, Generalisation]
    by: str
    seed: int
    books: tuple[BookFacts, ...]

    @property
    def trained(self) -> str:
        """The name of the part that is trained on."""
        return next(iter(self.parts))

    def books_in(self, part: str) -> list[BookFacts]:
        """What is known of the books of a part."""
        known = {book.id: book for book in self.books}
        return [known[name] for name in self.parts[part]]

    def part_of(self, book: str) -> str | None:
        """The part that a book is in, ``None`` for a book that the split does not know."""
        return next((name for name, ids in self.parts.items() if book in ids), None)

    def kinds(self) -> dict[str, dict[str, int]]:
        """For each later part, how many of its books are of which kind, against the first part.

        ``unknown`` counts books of which only a missing author's name could tell.
        """
        trained = self.books_in(self.trained)
        return {
            part: dict(Counter[str](generalisation(book, trained) for book in self.books_in(part)))
            for part in self.parts
            if part != self.trained
        }

    def as_record(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {
            "by": self.by,
            "seed": self.seed,
            "parts": {part: list(names) for part, names in self.parts.items()},
            "measures": dict(self.measures),
            "kinds": self.kinds(),
            "books": [_record(book) for book in self.books],
        }

    def write(self, path: str | Path) -> None:
        """Write it as a JSON file.

        Raises:
            InputError: when it cannot be written, or the disk is full.
        """
        options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
        write_file(path, orjson.dumps(self.as_record(), option=options))

    @classmethod
    def open(cls, path: str | Path) -> Split:
        """The split in a file.

        Raises:
            InputError: when there is none, or it is damaged.
        """
        try:
            return _from_record(orjson.loads(read_json_bytes(Path(path))))
        except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError, ValueError):
            raise InputError(f"{path} is not a split file; make one with panelwise split") from None


def _from_record(record: Mapping[str, Any]) -> Split:
    """The split that a record holds; ``ValueError`` when it contradicts itself."""
    parts = {str(part): tuple(map(str, ids)) for part, ids in record["parts"].items()}
    books = tuple(BookFacts.from_record(book) for book in record["books"])
    placed = {name for ids in parts.values() for name in ids}
    measures = dict(record["measures"])
    if not parts or placed - {book.id for book in books}:
        raise ValueError("a part holds a book that is not described")
    if not set(measures.values()) <= set(GENERALISATIONS) or set(measures) != set(list(parts)[1:]):
        raise ValueError("what a part measures is not known")
    return Split(parts, measures, str(record["by"]), int(record["seed"]), books)


def split_books(
    books: Iterable[BookFacts],
    shares: Mapping[str, float],
    *,
    by: By = "author",
    seed: int = 0,
) -> Split:
    """Assign books to parts in whole groups.

    The same books, in any order, and the same seed give the same split. Each part misses its
    share by no more books than the largest group has, but that a part which would be empty gets
    a smallest group of the fullest one. Of many seeded tries the one is kept in which languages
    and styles are spread most evenly.

    Args:
        books: what is known of each book; ids are unique.
        shares: in proportion, by part; the first part is trained on. Where they add up to the
            number of books they are counts.
        by: ``book``, ``series``, or ``author``: what no two parts share. ``author`` keeps
            series together, too.
        seed: of the random assignment.

    Raises:
        SettingError: for shares that are not positive, fewer than two parts, an unknown ``by``.
        InputError: for two books of one id, or one without author that is split by author.
        UnavailableError: when there are too few groups for the parts.
    """
    known = _checked(books)
    if by not in MEASURED_BY:
        raise SettingError(f"cannot split by '{by}'; {did_you_mean(by, MEASURED_BY)}")
    if len(shares) < 2 or not all(0 < share < float("inf") for share in shares.values()):
        raise SettingError(f"shares {_listed(shares)}: give two or more, each above 0")
    if by == "author":
        _require_authors(known, "split by series or book")
    groups = groups_of(known, by)
    scale = len(known) / sum(shares.values())
    targets = {part: share * scale for part, share in shares.items()}
    splits = (_assign(groups, targets, seeded(seed, "split", by, k)) for k in range(TRIES))
    parts = min(splits, key=lambda split: _unevenness(split, targets))
    empty = [part for part, assigned in parts.items() if not assigned]
    if empty:
        raise UnavailableError(
            f"with {len(groups)} {_plural(by, len(groups))} and these shares, the part"
            f" '{empty[0]}' stays empty; give more comics, other shares, or split by something"
            " smaller"
        )
    measured = dict.fromkeys(list(parts)[1:], MEASURED_BY[by])
    return Split(_ids(parts), measured, by, seed, known)


def split_by_generalisation(
    books: Iterable[BookFacts], counts: Mapping[Generalisation, int], *, seed: int = 0
) -> Split:
    """Set test books aside so that each of the three generalisations has a part of its own.

    ``within_series``: the last volumes of series whose first volume stays in ``train``;
    ``within_author``: whole titles by authors who keep another title there;
    ``unseen_author``: everything by authors who keep nothing there.

    Args:
        books: what is known of each book; ids are unique.
        counts: how many books each part gets, exactly; one left out or 0 is not made.
        seed: of the random assignment.

    Raises:
        SettingError: for negative counts or none.
        InputError: for two books of one id, or one without author.
        UnavailableError: when the books do not allow these counts.

    Source: MV-4.
    """
    known = _checked(books)
    wanted = {kind: counts.get(kind, 0) for kind in GENERALISATIONS}
    if min(wanted.values()) < 0 or not any(wanted.values()) or set(counts) - set(GENERALISATIONS):
        raise SettingError(
            f"counts {_listed(counts)}: give some of {', '.join(GENERALISATIONS)}, each 0 or more"
        )
    _require_authors(known, "divide them with --fractions and --by book rather than by kind")
    rest = len(known) - sum(wanted.values())
    targets: dict[str, float] = {"train": rest, **{k: n for k, n in wanted.items() if n}}
    tries = (_set_aside(known, wanted, seeded(seed, "kinds", k)) for k in range(TRIES))
    splits = [split for split in tries if split is not None]
    if not splits:
        asked = ", ".join(f"{kind} {n}" for kind, n in wanted.items())
        raise UnavailableError(
            f"{len(known)} books by {len(groups_of(known, 'author'))} unconnected authors do not"
            f" allow {asked}; ask for fewer, or give more comics"
        )
    parts = min(splits, key=lambda split: _unevenness(split, targets))
    measured: dict[str, Generalisation] = {kind: kind for kind in GENERALISATIONS if kind in parts}
    return Split(_ids(parts), measured, "generalisation", seed, known)


def _assign(
    groups: BookGroups, targets: Mapping[str, float], rng: random.Random
) -> dict[str, list[BookFacts]]:
    """Large groups first, each to the part that lacks most; nobody stays empty who need not.

    No part then misses its target by more than the largest group: what a part lacks is never
    negative when it is chosen, so it overshoots by less than one group; and were one to lack more
    than a group in the end, no other could have overshot, though all lacks add up to nothing.
    """
    order = list(groups)
    rng.shuffle(order)
    order.sort(key=len, reverse=True)
    assigned: dict[str, list[tuple[BookFacts, ...]]] = {part: [] for part in targets}
    lacks = dict(targets)
    for group in order:
        part = max(lacks, key=lambda name: lacks[name])
        assigned[part].append(group)
        lacks[part] -= len(group)
    for own in assigned.values():
        fullest = max(assigned, key=lambda name: len(assigned[name]))
        if not own and len(assigned[fullest]) > 1:
            own.append(assigned[fullest].pop())  # the last is a smallest one
    return {part: [book for group in own for book in group] for part, own in assigned.items()}


def _set_aside(
    books: Sequence[BookFacts], wanted: Mapping[Generalisation, int], rng: random.Random
) -> dict[str, list[BookFacts]] | None:
    """One try at the three kinds; ``None`` when this one does not come out even."""
    unseen = _exactly(groups_of(books, "author"), wanted["unseen_author"], rng)
    if unseen is None:
        return None
    seen = sorted(set(books) - set(unseen), key=lambda book: book.id)
    titles = groups_of(seen, "series")
    volumes = [title for title in titles if len(title) > 1]
    if len(volumes) < wanted["within_series"]:
        return None
    continued = rng.sample(volumes, wanted["within_series"])
    last = [max(title, key=lambda book: book.place) for title in continued]
    kept: set[str] = {name for title in continued for book in title for name in book.authors}
    others = [title for title in titles if title not in continued]
    rng.shuffle(others)
    spare: list[tuple[BookFacts, ...]] = []
    for title in others:  # a title is spare when each of its authors keeps another one
        names = {name for book in title for name in book.authors}
        if names <= kept:
            spare.append(title)
        kept |= names
    within = _exactly(spare, wanted["within_author"], rng)
    if within is None:
        return None
    tested = {"within_series": last, "within_author": within, "unseen_author": unseen}
    aside = {book for part in tested.values() for book in part}
    train = [book for book in seen if book not in aside]
    return {"train": train, **{kind: part for kind, part in tested.items() if part}}


def _exactly(groups: BookGroups, count: int, rng: random.Random) -> list[BookFacts] | None:
    """Groups with so many books in all, ``None`` when no choice of them has.

    ``found[k]`` is the first choice, in shuffled order, with k books.
    """
    order = list(groups)
    rng.shuffle(order)
    found: dict[int, list[BookFacts]] = {0: []}
    for group in order:
        for total, chosen in sorted(found.items(), reverse=True):
            if total + len(group) <= count:
                found.setdefault(total + len(group), [*chosen, *group])
    return found.get(count)


def _unevenness(parts: Mapping[str, Sequence[BookFacts]], targets: Mapping[str, float]) -> float:
    """How many books stand in another part than an even spread would have them in.

    Counted for the books, for each language and for each style.
    """
    total = sum(len(part) for part in parts.values())
    found = 0.0
    for fact in _FACTS:
        assigned = {part: Counter(map(fact, books)) for part, books in parts.items()}
        for value, whole in sum(assigned.values(), Counter[str]()).items():
            found += sum(
                abs(counts[value] - targets[part] * whole / total)
                for part, counts in assigned.items()
            )
    return found


def _everything(book: BookFacts) -> str:
    del book
    return "book"


def _language(book: BookFacts) -> str:
    return book.language or ""


def _style(book: BookFacts) -> str:
    return book.style or ""


_FACTS = (_everything, _language, _style)


def _checked(books: Iterable[BookFacts]) -> tuple[BookFacts, ...]:
    known = tuple(sorted(books, key=lambda book: book.id))
    twice = [name for name, uses in Counter(book.id for book in known).items() if uses > 1]
    if twice:
        raise InputError(f"two books have the id '{twice[0]}'; rename one")
    if not known:
        raise InputError("no books to split; name some comics")
    return known


def _listed(numbers: Mapping[str, float] | Mapping[Generalisation, int]) -> str:
    return ", ".join(f"{name}={number:g}" for name, number in numbers.items())


def _require_authors(books: Sequence[BookFacts], otherwise: str) -> None:
    unknown = [book.id for book in books if not book.authors]
    if unknown:
        raise InputError(
            f"book '{unknown[0]}' names no author ({len(unknown)} of {len(books)} books); add it"
            f" to ComicInfo.xml or pages.jsonl, or {otherwise}"
        )


def _ids(parts: Mapping[str, Sequence[BookFacts]]) -> dict[str, tuple[str, ...]]:
    return {part: tuple(sorted(book.id for book in assigned)) for part, assigned in parts.items()}


def _plural(by: str, count: int) -> str:
    return by if count == 1 or by == "series" else f"{by}s"


def _record(book: BookFacts) -> dict[str, Any]:
    return {
        "id": book.id,
        "author": "; ".join(sorted(book.authors)) or None,
        "series": book.series,
        "volume": book.volume,
        "language": book.language,
        "style": book.style,
        **({"family": book.family} if book.family else {}),
    }
