"""Gates across the parts of a split: nothing that was trained on may be asked about.

Source: MV-4; AMB-39.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from panelwise.comics import near_duplicates
from panelwise.packs._findings import Finding, Severity
from panelwise.packs.splits._facts import BookFacts
from panelwise.packs.splits._splits import Split
from panelwise.tasks import Item
from panelwise.wording import first_of

# Bits. Of OpenMantra's 35 pages of at most four panels, rearranged, halved and saved as JPEG of
# quality 40, all 35 were found within 4 to 12; none of its three books looked like another.
WITHIN = 8
NAMED = 5  # books in a line


@dataclass(frozen=True, slots=True)
class Part:
    """The items of one part of a split, as a pack holds them.

    Attributes:
        name: of the pack, for messages.
        items: its items.
        books: what is known of their books.
        looks: perceptual hashes of the pictures that each item shows, by its id.
    """

    name: str
    items: Sequence[Item]
    books: Sequence[BookFacts] = ()
    looks: Mapping[str, Sequence[int]] = field(default_factory=dict)


def split_gate(split: Split) -> Iterator[Finding]:
    """What the parts of a split share that it says they do not, book by book."""
    for one, other in combinations(split.parts, 2):
        books = _shared(split.books_in(one), split.books_in(other))
        for gate in _forbidden(split, one, other):
            for name, ids in books[gate].items():
                yield _leak(gate, "refuse", (), f"{one} and {other}", name, ids)
    if split.by == "generalisation":
        for part, kinds in split.kinds().items():
            wrong = {k: n for k, n in kinds.items() if k != split.measures.get(part)}
            if wrong:
                detail = ", ".join(f"{n} {kind}" for kind, n in wrong.items())
                what = f"{part} should measure {split.measures.get(part)}, but holds {detail}"
                yield Finding("generalisation", "refuse", (), what, _AGAIN)


def parts_gate(
    parts: Sequence[Part], split: Split | None = None, *, within: int = WITHIN
) -> Iterator[Finding]:
    """What packs share that are to be trained on and tested on.

    The same page or book is refused. The same series or author is refused where the split
    forbids it; without a split it is flagged, since nobody said what the parts measure. Pages
    that look alike are flagged: a person has to see whether they are one.
    """
    homes: dict[int, str | None] = dict.fromkeys(range(len(parts)))
    if split is not None:
        yield from split_gate(split)
        for place, part in enumerate(parts):
            yield from _misplaced(part, split)
            homes[place] = min(filter(None, map(split.part_of, _books(part.items))), default=None)
    for (place, one), (beside, other) in combinations(enumerate(parts), 2):
        if homes[place] is not None and homes[place] == homes[beside]:
            continue  # two packs of one part
        yield from _same_pages(one, other)
        if split is None:
            for gate, shared in _shared(_facts(one), _facts(other)).items():
                severity: Severity = "refuse" if gate == "book leak" else "flag"
                for name, ids in shared.items():
                    of_them = tuple(i.id for i in other.items if _books([i]) & set(ids))
                    pair = f"{one.name} and {other.name}"
                    yield _leak(gate, severity, of_them, pair, name, ids)
        yield from _look_alikes(one, other, within)


def known_gate(part: Part, known: Mapping[int, str], *, within: int = WITHIN) -> Iterator[Finding]:
    """Items at least half of whose pictures look like listed ones; flagged, for a person to look.

    Args:
        part: a pack.
        known: perceptual hash → what it is of, such as a data set that models were trained on.
        within: bits of 64 in which the hashes of look-alike pictures may differ.
    """
    shown = _by_look(part, [item.id for item in part.items])
    alike: dict[str, dict[int, str]] = defaultdict(dict)
    for listed, look in _pairs(sorted(set(known) - {0}), sorted(shown), within):
        for name in shown[look]:
            alike[name].setdefault(look, known[listed])
    looks = {name: len(set(part.looks[name]) - {0}) for name in alike}
    found = {name: hits for name, hits in alike.items() if 2 * len(hits) >= looks[name]}
    if found:
        first = min(found)
        example = f"{first} like {next(iter(found[first].values()))}"
        what = (
            "shows pictures that look like listed ones (at least half of an item's, within"
            f" {within} of 64 bits; {example})"
        )
        remedy = "look at them; models may have seen those that are the same page"
        yield Finding("known pictures", "flag", tuple(sorted(found)), what, remedy)


_AGAIN = "make the split again with panelwise split"
_REMEDIES = {
    "book leak": "leave it out of one part; give it another id if it is another book",
    "series leak": "split by series or author, or say what is measured with --split",
    "author leak": "split by author, or say what is measured with --split",
}


def _forbidden(split: Split, one: str, other: str) -> list[str]:
    """What these two parts must not share. Test parts of different kinds may share authors."""
    if split.by == "generalisation" and split.trained not in {one, other}:
        return ["book leak"]
    measured = split.measures.get(other) or split.measures.get(one)
    forbidden = ["book leak"]
    if measured in {"within_author", "unseen_author"}:
        forbidden.append("series leak")
    if measured == "unseen_author":
        forbidden.append("author leak")
    return forbidden


def _shared(
    one: Iterable[BookFacts], other: Iterable[BookFacts]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Books, series and authors on both sides, each with the ids of the other side's books."""
    mine = list(one)
    books, series = {book.id for book in mine}, {book.series for book in mine} - {None}
    authors = {name for book in mine for name in book.authors}
    found: dict[str, dict[str, set[str]]] = {gate: defaultdict(set) for gate in _REMEDIES}
    for book in other:
        if book.id in books:
            found["book leak"][book.id].add(book.id)
            continue  # its series and authors leak with it
        if book.series is not None and book.series in series:
            found["series leak"][book.series].add(book.id)
        for name in book.authors & authors:
            found["author leak"][name].add(book.id)
    return {
        gate: {name: tuple(sorted(ids)) for name, ids in sorted(names.items())}
        for gate, names in found.items()
    }


def _leak(
    gate: str, severity: Severity, items: tuple[str, ...], pair: str, name: str, ids: Sequence[str]
) -> Finding:
    thing = gate.removesuffix(" leak")
    listed = "" if thing == "book" else f" (books {first_of(ids, NAMED)})"
    what = f"{pair} share the {thing} '{name}'{listed}"
    return Finding(gate, severity, items, what, _REMEDIES[gate])


def _misplaced(part: Part, split: Split) -> Iterator[Finding]:
    """A pack must hold books of one part, all known to the split."""
    homes: dict[str, list[str]] = defaultdict(list)
    for item in part.items:
        for name in sorted({split.part_of(book) or "" for book in _books([item])}):
            homes[name].append(item.id)
    if "" in homes:
        what = f"{part.name} holds books that the split does not know"
        yield Finding("split", "refuse", tuple(homes.pop("")), what, _AGAIN)
    if len(homes) > 1:
        fewest = min(homes, key=lambda name: (len(homes[name]), name))
        what = f"{part.name} holds books of {' and '.join(sorted(homes))}; these are of {fewest}"
        remedy = "build one pack from the books of each part"
        yield Finding("split", "refuse", tuple(homes[fewest]), what, remedy)


def _same_pages(one: Part, other: Part) -> Iterator[Finding]:
    pages = {source.sha256 for item in one.items for source in item.sources}
    ids = tuple(i.id for i in other.items if any(s.sha256 in pages for s in i.sources))
    if ids:
        what = f"{one.name} and {other.name} hold the same pages, byte for byte"
        yield Finding("page leak", "refuse", ids, what, f"leave these out of {other.name}")


def _look_alikes(one: Part, other: Part, within: int) -> Iterator[Finding]:
    """Items half of whose pictures look like those of one item on the other side."""
    same = {source.sha256 for item in one.items for source in item.sources}
    fresh = [i for i in other.items if not any(s.sha256 in same for s in i.sources)]
    shown = _by_look(one, [item.id for item in one.items])
    asked = _by_look(other, [item.id for item in fresh])
    alike: dict[tuple[str, str], set[int]] = defaultdict(set)
    for mine, theirs in _pairs(sorted(shown), sorted(asked), within):
        for left in shown[mine]:
            for right in asked[theirs]:
                alike[left, right].add(theirs)
    found: dict[str, str] = {}
    for (left, right), hits in sorted(alike.items()):
        fewer = min(len(set(one.looks[left]) - {0}), len(set(other.looks[right]) - {0}))
        if 2 * len(hits) >= fewer:
            found.setdefault(right, left)
    if found:
        first, like = next(iter(found.items()))
        what = (
            f"{other.name} shows pictures that look like some of {one.name} (at least half of an"
            f" item's, within {within} of 64 bits; {first} like {like})"
        )
        remedy = "look at them; leave out those that are the same page"
        yield Finding("near-duplicate pages", "flag", tuple(found), what, remedy)


def _by_look(part: Part, ids: Iterable[str]) -> dict[int, list[str]]:
    """Which items show a picture of this hash; a blank picture (0) looks like nothing."""
    found: dict[int, list[str]] = defaultdict(list)
    for name in ids:
        for look in sorted(set(part.looks.get(name, ())) - {0}):
            found[look].append(name)
    return found


def _pairs(mine: Sequence[int], theirs: Sequence[int], within: int) -> Iterator[tuple[int, int]]:
    every = [*mine, *theirs]
    for one, other in near_duplicates(every, within):
        if one < len(mine) <= other:
            yield every[one], every[other]


def _facts(part: Part) -> list[BookFacts]:
    """What is known of a part's books; of a book that nobody described, its id."""
    known = {book.id: book for book in part.books}
    return [known.get(name, BookFacts(name)) for name in sorted(_books(part.items))]


def _books(items: Iterable[Item]) -> set[str]:
    return {source.book for item in items for source in item.sources}
