"""What packs to train on share with packs to test on: nothing that a test item shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from panelwise.packs import Finding, Pack, Part, check_parts

PRESS = "panelwise press"
TEMPLATE = "press template leak"
LOOKALIKES = "near-duplicate pages"


def leaks(train: Sequence[tuple[Pack, Part]], test: Sequence[tuple[Pack, Part]]) -> list[Finding]:
    """Pages, books, look-alikes and press templates that are in both training and test.

    The same page, book or press template and look-alike pictures are refused. The same series or
    author is flagged: whether that matters depends on what the test is to measure.

    Source: MV-4; AMB-39.
    """
    found: list[Finding] = []
    for own_pack, own in train:
        for other_pack, other in test:
            for one in check_parts([own, other]):
                refused = one.severity == "refuse" or one.gate == LOOKALIKES
                found.append(replace(one, severity="refuse") if refused else one)
            found += _templates(own_pack, own, other_pack, other)
    return found


def _templates(own_pack: Pack, own: Part, other_pack: Pack, other: Part) -> Iterator[Finding]:
    """Stories of one press template differ in names and drawings, not in what happens."""
    mine, theirs = _stories(own_pack, own), _stories(other_pack, other)
    unknown = [book for one in (mine, theirs) for book, names in one.items() if names is None]
    if mine and theirs and unknown:
        ids = _ids((own, other), unknown[0])
        what = f"book '{unknown[0]}' of the press does not say which templates it tells"
        yield Finding(TEMPLATE, "refuse", ids, what, "build the pack again")
        return
    trained = {name for names in mine.values() for name in names or ()}
    shared: dict[str, list[str]] = defaultdict(list)
    for book, names in theirs.items():
        for name in sorted(trained.intersection(names or ())):
            shared[name].append(book)
    for name, books in sorted(shared.items()):
        ids = tuple(one for book in books for one in _ids((other,), book))
        what = f"{own.name} and {other.name} tell stories of the press template '{name}'"
        remedy = "draw training and test comics with other templates (panelwise press --template)"
        yield Finding(TEMPLATE, "refuse", ids, what, remedy)


def _stories(pack: Pack, part: Part) -> dict[str, list[str] | None]:
    """The templates of each press book that items come from; ``None``: not recorded."""
    ledger: dict[str, Mapping[str, Any]] = {
        str(record["id"]): record for record in pack.manifest.get("books", ())
    }
    books = dict.fromkeys(source.book for item in part.items for source in item.sources)
    return {
        book: ledger[book].get("story_kinds")
        for book in books
        if ledger.get(book, {}).get("dataset") == PRESS
    }


def _ids(parts: Sequence[Part], book: str) -> tuple[str, ...]:
    return tuple(
        item.id
        for part in parts
        for item in part.items
        if any(source.book == book for source in item.sources)
    )
