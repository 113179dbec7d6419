"""Open questions whose answer was drawn from a pool: which of its members an answer names.

An answer is right if it names the right member and no other. So a list of all members is wrong,
and the same answer to every question is right once in as many as the pool has members.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from panelwise.tasks._plain_words import normalised

PoolForms = Sequence[Sequence[str]]
"""For each member every form in which it may be given, in any language."""
_HAN_NUMERALS = "〇一二三四五六七八九十百"


def members_named(said: str, pool: PoolForms) -> set[int]:
    """The positions of the members that a text names.

    Where one form is a part of a longer one, as "4" of "4:30", only the longer one counts. Case and
    punctuation do not matter; words and numbers must be whole, in scripts that separate words.

    >>> members_named("At half past four.", [["4:00", "four"], ["4:30", "half past four"]])
    {1}
    >>> members_named("A kite or a drum", [["kite"], ["drum"], ["saw"]])
    {0, 1}
    """
    text = normalised(said)
    found = [(*at, member) for at, member in _places(text, tuple(map(tuple, pool)))]
    return {
        member
        for start, end, member in found
        if not any(
            first <= start and end <= last and (first, last) != (start, end)
            for first, last, _ in found
        )
    }


def member_of(pool: PoolForms, answer: str) -> int:
    """The position of the member that an answer is a form of.

    Raises:
        ValueError: if it is none.
    """
    for at, forms in enumerate(pool):
        if answer in forms:
            return at
    raise ValueError(f"{answer!r} is not among the {len(pool)} answers of its pool")


def _places(text: str, pool: tuple[tuple[str, ...], ...]) -> Iterator[tuple[tuple[int, int], int]]:
    for pattern, member in _patterns(pool):
        for match in pattern.finditer(text):
            yield match.span(), member


@cache
def _patterns(pool: tuple[tuple[str, ...], ...]) -> tuple[tuple[re.Pattern[str], int], ...]:
    return tuple(
        (_whole(normalised(form)), member) for member, forms in enumerate(pool) for form in forms
    )


def _whole(form: str) -> re.Pattern[str]:
    """A form that is no part of a longer word or number."""
    before, after = _kind(form[0]), _kind(form[-1])
    ahead = rf"(?<!{before})" if before else ""
    behind = rf"(?!{after})" if after else ""
    return re.compile(ahead + re.escape(form) + behind)


def _kind(sign: str) -> str:
    """The characters that continue a word or number which ends with a sign, as a class."""
    if sign.isascii() and sign.isdigit():
        return "[0-9]"
    if sign in _HAN_NUMERALS:
        return f"[{_HAN_NUMERALS}]"
    return r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]" if sign < "\u3000" and sign.isalpha() else ""
