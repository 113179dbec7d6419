"""Which books to annotate: those whose cast appears in many others (CoMix's "Pow").

Source: CX-4; AMB-46. The power cannot change a ranking, and the score grows with the length of a
series; so :func:`select_books` can cap the books of a series.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal

Compare = Literal["id", "set"]


def pow_scores(
    books: Mapping[str, Collection[str]], power: float = 2, compare: Compare = "id"
) -> dict[str, float]:
    """``(s/c)^power`` of every book: c characters, in s pairs of a character and another book.

    Args:
        books: the characters of each book.
        power: exponent, above 0.
        compare: what another book is: one with another ``id``, or, as printed, one with another
            ``set`` of characters, so that books with the same cast do not count for each other.

    A book without characters scores 0.

    Raises:
        ValueError: for a power that is not positive.

    >>> pow_scores({"b1": ["A", "B"], "b2": ["A", "C"], "b3": ["A", "B"], "b4": ["D"]})
    {'b1': 2.25, 'b2': 1.0, 'b3': 2.25, 'b4': 0.0}
    """
    if power <= 0:
        raise ValueError(f"the power is {power}; it must be above 0")
    casts = {book: frozenset(characters) for book, characters in books.items()}
    appearances = Counter(character for cast in casts.values() for character in cast)
    twins = Counter(casts.values())
    scores = {}
    for book, cast in casts.items():
        same = twins[cast] if compare == "set" else 1  # books that are not "other", this one too
        shared = sum(appearances[character] - same for character in cast)
        scores[book] = (shared / len(cast)) ** power if cast else 0.0
    return scores


def select_books(
    scores: Mapping[str, float],
    series: Mapping[str, str],
    top: int,
    max_per_series: int | None = None,
) -> list[str]:
    """The ``top`` books of the highest scores, best first; equal ones by their id.

    Args:
        scores: of each book (:func:`pow_scores`).
        series: the series of a book; a book without one is a series of its own.
        top: how many books, at least 1; fewer come back when there are no more.
        max_per_series: most books of one series; ``None`` for no cap.

    Raises:
        ValueError: for a number below 1.

    >>> select_books({"a1": 3, "a2": 2, "b": 1}, {"a1": "A", "a2": "A"}, top=2, max_per_series=1)
    ['a1', 'b']
    """
    for name, number in (("top", top), ("max_per_series", max_per_series)):
        if number is not None and number < 1:
            raise ValueError(f"{name} is {number}; it must be at least 1")
    taken: Counter[tuple[str, str]] = Counter()
    chosen = []
    for book in sorted(scores, key=lambda book: (-scores[book], book)):
        # A pair, for the id of one book may be the name of another's series.
        kin = ("series", series[book]) if book in series else ("book", book)
        if max_per_series is None or taken[kin] < max_per_series:
            taken[kin] += 1
            chosen.append(book)
    return chosen[:top]
