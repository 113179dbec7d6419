"""Frozen suites: books and questions that are the same for everybody, with their hashes.

A suite names plans, the questions of their stories that are asked, and what the pages and the truth
must hash to. Its books were chosen, and its questions kept, so that linear probes stay at chance
(MS-13; ``bench/press_suite.py``); its card says what it is worth all the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from panelwise.comics import Book, ComicImage, pixel_hash
from panelwise.errors import InputError, UnknownNameError
from panelwise.registry import did_you_mean
from panelwise_press._book import print_book
from panelwise_press._plan import BookPlan

_FOLDER = "panelwise_press.suites"
WARNINGS = {
    "press-v1": (
        "Do not compare models on press-v1: a strong language model that saw only the text of its"
        " questions had 45 of 45 perspectives, 33 of 35 blank frames and 30 of 30 meanings right"
        " (chance .25). Its orderings and missing panels need pictures, but language"
        " models that read the pictures carefully got all of them right."
    )
}


@dataclass(frozen=True, slots=True)
class SuiteBook:
    """A book of a suite: its plan, the ids of the questions asked, and its hashes."""

    id: str
    plan: BookPlan
    questions: frozenset[str]
    pixels: str
    truth: str


@dataclass(frozen=True, slots=True)
class Suite:
    """A frozen choice of books."""

    name: str
    books: tuple[SuiteBook, ...]

    @property
    def warning(self) -> str:
        """What the suite must not be used for, in two sentences; empty where nothing is known."""
        return WARNINGS.get(self.name, "")

    def card(self) -> str:
        """What is written beside the printed books: what they are and what they are worth."""
        stories = sum(book.plan.chapters for book in self.books)
        text = (
            f"# {self.name}\n\n{len(self.books)} books, {stories} stories, CC0, frozen by hashes.\n"
        )
        return text + (f"\n## What it is worth\n\n{self.warning}\n" if self.warning else "")


def suite_names() -> list[str]:
    """The suites that there are.

    >>> suite_names()
    ['press-v1']
    """
    found = (entry.name for entry in files(_FOLDER).iterdir())
    return sorted(name.removesuffix(".json") for name in found if name.endswith(".json"))


@cache
def get_suite(name: str) -> Suite:
    """A suite by its name.

    Raises:
        UnknownNameError: for a name that no suite has.
    """
    known = suite_names()
    if name not in known:
        raise UnknownNameError(f"unknown suite '{name}'; {did_you_mean(name, known)}")
    record = orjson.loads(files(_FOLDER).joinpath(f"{name}.json").read_bytes())
    return Suite(name, tuple(_book_of(entry) for entry in record["books"]))


def suite_warning(name: str) -> str:
    """What a suite must not be used for; empty where there is nothing to warn of.

    Raises:
        UnknownNameError: for a name that no suite has.
    """
    return get_suite(name).warning


def _book_of(entry: dict[str, Any]) -> SuiteBook:
    plan = BookPlan(**entry["plan"])
    return SuiteBook(
        entry["id"], plan, frozenset(entry["questions"]), entry["pixels"], entry["truth"]
    )


def print_suite_book(entry: SuiteBook) -> Book:
    """A book of a suite, with the questions that are asked and no others.

    Raises:
        InputError: when it comes out otherwise than it was frozen.
    """
    book = asked_only(print_book(entry.plan, entry.id), entry.questions)
    for what, found, frozen in (
        ("pages", pixels_of(book), entry.pixels),
        ("truth", truth_of(book), entry.truth),
    ):
        if found != frozen:
            raise InputError(
                f"{entry.id}: the hash of its {what} is {found[:12]}, but {frozen[:12]} is frozen:"
                " this version of panelwise-press draws other books; install the version that"
                " the suite was frozen with"
            )
    return book


def asked_only(book: Book, questions: frozenset[str]) -> Book:
    """A book whose stories have these questions alone."""
    stories = tuple(
        replace(story, questions=tuple(q for q in story.questions if q.id in questions))
        for story in book.stories
    )
    return replace(book, stories=stories)


def pixels_of(book: Book) -> str:
    """A hash of the pixels of all pages, however they are encoded."""
    digest = hashlib.sha256()
    for page in book.pages:
        assert page.image is not None
        digest.update(pixel_hash(page.image.decode()).encode())
    return digest.hexdigest()


# Fields that the model got after the suites were frozen: where they say nothing, nothing changed.
LATER = frozenset(
    {"month", "summary", "family", "world", "alternatives", "fewest_panels"}
    | {"tier", "order_evidence", "pool"}
)


def truth_of(book: Book) -> str:
    """A hash of all that is known of a book, pictures apart."""
    plain = orjson.dumps(_plain(book), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(plain).hexdigest()


def _plain(value: Any) -> Any:
    """Dataclasses as dictionaries, without pictures; numbers to a hundredth."""
    if isinstance(value, ComicImage):
        return None
    if is_dataclass(value):
        # What does not make a page another page (who read it, from which file) is no truth of it.
        known = [item.name for item in fields(value) if item.compare]
        plain = {name: _plain(getattr(value, name)) for name in known}
        return {
            name: one for name, one in plain.items() if name not in LATER or one not in (None, [])
        }
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [_plain(item) for item in value]
    return round(value, 2) if isinstance(value, float) else value
