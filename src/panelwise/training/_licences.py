"""Which books may be trained on: by their licence, or by what the user states.

A pack's ledger names the licence of every book. The licences below allow changed copies for any
purpose. Others (no derivatives, non-commercial, academic use, none known) may still allow a user
to train; that is the user's to say, in words that are recorded with the export.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from panelwise.errors import SettingError
from panelwise.packs import Finding, Findings, Pack

GATE = "licence"
MISSING = ("", "unknown", "none")
_OPEN = re.compile(
    r"cc ?0|public domain|cc pdm|cc by( sa)?|mit|apache( licen[cs]e)?|bsd|odc by|pddl|unlicense"
)
_VERSION = re.compile(r"\b(v|version)? ?\d+( \d+)*\b|\b(licen[cs]e|international|unported)\b")


@dataclass(frozen=True, slots=True)
class BookLicence:
    """Under what a book is trained on.

    Attributes:
        book: its id.
        licence: as the pack's ledger has it.
        stated: what the user stated instead; ``None`` where the licence is enough.
    """

    book: str
    licence: str
    stated: str | None = None


def allows_training(licence: str) -> bool:
    """Whether a licence allows changed copies for any purpose, under its usual names.

    >>> [allows_training(one) for one in ("CC0-1.0", "CC BY-SA 4.0", "public domain", "MIT")]
    [True, True, True, True]
    >>> [allows_training(one) for one in ("CC BY-NC 4.0", "CC BY-ND", "academic use", "unknown")]
    [False, False, False, False]
    """
    words = re.sub(r"[^a-z0-9]+", " ", licence.casefold()).strip()
    plain = " ".join(_VERSION.sub(" ", words).split())
    return bool(_OPEN.fullmatch(words) or _OPEN.fullmatch(plain))


def statements(given: Iterable[str]) -> dict[str, str]:
    """``LICENCE`` for all books without one, or ``BOOK=LICENCE`` for one book; by book, "" for all.

    Raises:
        SettingError: for an empty statement, or two about one book.

    >>> statements(["own work", "atlas=used with the artist's permission"])
    {'': 'own work', 'atlas': "used with the artist's permission"}
    """
    found: dict[str, str] = {}
    for text in given:
        book, sign, licence = text.partition("=")
        book, licence = (book.strip(), licence.strip()) if sign else ("", text.strip())
        if not licence or (sign and not book):
            raise SettingError(f"--licence {text}: write LICENCE, or BOOK=LICENCE for one book")
        if book in found:
            which = f"book '{book}'" if book else "all books without a licence"
            raise SettingError(f"--licence {text}: stated before for {which}; leave one out")
        found[book] = licence
    return found


def book_licences(
    packs: Sequence[Pack], items: Mapping[str, Sequence[str]], stated: Mapping[str, str]
) -> Iterator[BookLicence | Finding]:
    """The licence of every book that items come from, or why it may not be trained on.

    Args:
        packs: whose ledgers know the books.
        items: book → its items.
        stated: as :func:`statements` gives them.

    Raises:
        SettingError: for a statement about a book that is not there.
    """
    ledger: dict[str, Any] = {
        str(record["id"]): record.get("licence")
        for pack in packs
        for record in pack.manifest.get("books", ())
    }
    for book in stated:
        if book and book not in items:
            raise SettingError(f"--licence {book}={stated[book]}: no item comes from '{book}'")
    return judged_licences({book: ledger.get(book) for book in items}, stated, items)


def judged_licences(
    licences: Mapping[str, str | None],
    stated: Mapping[str, str],
    items: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Iterator[BookLicence | Finding]:
    """For every book its licence, or why it may not be trained on.

    A statement about all books covers those without a licence. A licence that restricts use is
    only overruled by a statement about that very book.

    Args:
        licences: book → the licence that its files give, if they give one.
        stated: as :func:`statements` gives them.
        items: book → the items that a finding names; by default the book itself.
    """
    for book, given in licences.items():
        ids = items.get(book, (book,))
        licence = given or "unknown"
        missing = licence.casefold() in MISSING
        said = stated.get(book) or (stated.get("") if missing else None)
        if said is not None or allows_training(licence):
            yield BookLicence(book, licence, said)
            continue
        what = (
            f"book '{book}' names no licence"
            if missing
            else f"the licence of book '{book}', {licence}, is not known to allow training"
        )
        remedy = f"if you may train on it, state why with --licence '{book}=…'"
        yield Finding(GATE, "refuse", tuple(ids), what, remedy)


def required(found: Iterable[BookLicence | Finding], what: str) -> tuple[BookLicence, ...]:
    """The licences, if every book may be trained on.

    Raises:
        InputError: naming the first book that may not.
    """
    judged = list(found)
    Findings.of(one for one in judged if isinstance(one, Finding)).require(what)
    return tuple(one for one in judged if isinstance(one, BookLicence))
