"""Suites: books and questions that are the same for everybody, or for all who have a secret key.

A frozen suite lists plans and what the pages and the truth must hash to. The books of ``press-v1``
were chosen, and its questions kept, so that linear probes stay at chance (MS-13;
``bench/press_suite.py``); its card says what it is worth all the same. ``press-v2`` has families of
worlds by a law (``bench/freeze_suite.py``). The books of a suite that has a law and is not frozen
follow from the law alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from panelwise.comics import Book, ComicImage, StoryQuestion, pixel_hash
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.registry import did_you_mean
from panelwise_press._book import print_book
from panelwise_press._law import (
    LAW,
    SUITES,
    check_key,
    fingerprint_of,
    lawful_plans,
    next_plan,
    read_law,
    with_key,
)
from panelwise_press._plan import BookPlan
from panelwise_press.lettering import DoesNotFit
from panelwise_press.worlds import FamilyPlan, book_ids, print_family

_FROZEN = ".json"
_SEEDS = 8  # that are tried for a family; the first one nearly always does
WARNINGS = {
    "press-v1": (
        "Do not compare models on press-v1: a strong language model that saw only the text of its"
        " questions had 45 of 45 perspectives, 33 of 35 blank frames and 30 of 30 meanings right"
        " (chance .25). Its orderings and missing panels need pictures, but language"
        " models that read the pictures carefully got all of them right."
    )
}


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A book or a family of a suite.

    Attributes:
        id: of the book, or what the ids of the family's books begin with.
        plan: what is drawn.
        questions: the ids of the questions that are asked; ``None`` for all.
        pixels, truth: the hashes of each of its books; empty if they are not frozen.
        volume: the suite, as the source of each book names it.
        wording: what the templates say today in its questions -> what they said when it was
            frozen.
    """

    id: str
    plan: BookPlan | FamilyPlan
    questions: frozenset[str] | None = None
    pixels: tuple[str, ...] = ()
    truth: tuple[str, ...] = ()
    volume: str | None = None
    wording: Mapping[str, str] = field(default_factory=dict)

    @property
    def books(self) -> tuple[str, ...]:
        """The ids of its books."""
        plan = self.plan
        return (self.id,) if isinstance(plan, BookPlan) else book_ids(plan, self.id)

    @property
    def stories(self) -> int:
        """How many stories its books have together."""
        return self.plan.chapters if isinstance(self.plan, BookPlan) else len(self.books)


@dataclass(frozen=True, slots=True)
class Suite:
    """Books that belong together.

    Attributes:
        name: such as ``press-v2``.
        entries: its books and families.
        preview: whether its books may still change.
        fingerprint: of the secret key that the seeds follow from; empty in a public suite.
    """

    name: str
    entries: tuple[SuiteEntry, ...]
    preview: bool = False
    fingerprint: str = ""

    @property
    def warning(self) -> str:
        """What the suite must not be used for; empty where nothing is known."""
        if self.preview:
            return f"{self.name} is a preview: its books may still change, and have no hashes yet."
        return WARNINGS.get(self.name, "")

    def card(self) -> str:
        """What is written beside the printed books: what they are and what they are worth."""
        books = sum(len(entry.books) for entry in self.entries)
        stories = sum(entry.stories for entry in self.entries)
        frozen = all(entry.pixels for entry in self.entries)
        lines = [
            f"# {self.name}\n",
            f"{books} books, {stories} stories, CC0{', frozen by hashes' if frozen else ''}.",
            *self._families(),
        ]
        if self.fingerprint:
            lines += [
                "\n## A secret suite\n",
                f"The seeds of these books follow from a secret key. The fingerprint of the key is"
                f" {self.fingerprint}. Do not publish the key or the books.",
            ]
        if self.warning:
            lines += ["\n## What it is worth\n", self.warning]
        return "\n".join(lines) + "\n"

    def _families(self) -> list[str]:
        """A line about families, if the suite has some."""
        plans = [one.plan for one in self.entries if isinstance(one.plan, FamilyPlan)]
        if not plans:
            return []
        pages = sorted(plan.pages for plan in plans if plan.pages)
        some = (
            f"; {len(pages)} of them are chapters of {pages[0]} to {pages[-1]} pages"
            if pages
            else ""
        )
        return [
            f"The books belong to {len(plans)} families{some}. The books of a family differ in what"
            " is drawn, and are asked the same questions."
        ]

    def secret(self, key: str) -> Suite:
        """The suite of the same law whose seeds follow from a secret key.

        Families have the same ids, templates, styles, layouts, languages and numbers of pages as in
        the public suite.

        Raises:
            SettingError: for a key that can be guessed, or a suite of chosen books.
        """
        check_key(key)
        fingerprint = fingerprint_of(key)
        entries = []
        for entry in self.entries:
            if isinstance(entry.plan, BookPlan):
                raise SettingError(f"--secret: {self.name} is a fixed list of books; use press-v2")
            plan = with_key(entry.plan, key, entry.id)
            volume = f"{self.name} secret {fingerprint}"
            entries.append(SuiteEntry(entry.id, plan, volume=volume))
        return replace(self, entries=tuple(entries), fingerprint=fingerprint)


def suite_names() -> list[str]:
    """The suites that there are.

    >>> suite_names()
    ['press-v1', 'press-v2']
    """
    found = [entry.name for entry in files(SUITES).iterdir()]
    ends = (_FROZEN, LAW)
    return sorted({name.rpartition(".")[0] for name in found if name.endswith(ends)})


@cache
def get_suite(name: str) -> Suite:
    """A suite by its name.

    Raises:
        UnknownNameError: for a name that no suite has.
    """
    known = suite_names()
    if name not in known:
        raise UnknownNameError(f"unknown suite '{name}'; {did_you_mean(name, known)}")
    frozen = files(SUITES).joinpath(f"{name}{_FROZEN}")
    if frozen.is_file():
        return Suite(name, tuple(map(entry_of, orjson.loads(frozen.read_bytes())["books"])))
    plans = lawful_plans(read_law(name), name)
    entries = (SuiteEntry(one, plan, volume=name) for one, plan in plans.items())
    return Suite(name, tuple(entries), preview=True)


def suite_warning(name: str) -> str:
    """What a suite must not be used for; empty where there is nothing to warn of.

    Raises:
        UnknownNameError: for a name that no suite has.
    """
    return get_suite(name).warning


def entry_of(record: dict[str, Any]) -> SuiteEntry:
    """An entry as a frozen suite lists it."""
    plan = dict(record["plan"])
    family = plan.pop("family", None)
    asked = record.get("questions")
    return SuiteEntry(
        record["id"],
        FamilyPlan(**family, book=BookPlan(**plan)) if family else BookPlan(**plan),
        None if asked is None else frozenset(asked),
        _each(record["pixels"]),
        _each(record["truth"]),
        record.get("volume"),
        record.get("wording", {}),
    )


def _each(hashes: str | Sequence[str]) -> tuple[str, ...]:
    """The hashes of the books of an entry; that of a single book is written without a list."""
    return (hashes,) if isinstance(hashes, str) else tuple(hashes)


def frozen_record(entry: SuiteEntry, books: Sequence[Book]) -> dict[str, Any]:
    """An entry of a suite as it is frozen: with the hashes of its books as they were drawn."""
    plan = entry.plan
    book = plan if isinstance(plan, BookPlan) else plan.book
    known: dict[str, Any] = {key: value for key, value in asdict(book).items() if value}
    if isinstance(plan, FamilyPlan):
        family = {"template": plan.template, "asked_in": plan.asked_in, "pages": plan.pages}
        known["family"] = {key: value for key, value in family.items() if value}
    pixels, truth = hashes_of(books)
    record: dict[str, Any] = {"id": entry.id, "plan": known, "pixels": pixels, "truth": truth}
    if entry.questions is not None:
        record["questions"] = sorted(entry.questions)
    if entry.volume is not None:
        record["volume"] = entry.volume
    if entry.wording:
        record["wording"] = dict(entry.wording)
    return record


def print_entry(entry: SuiteEntry) -> tuple[Book, ...]:
    """The books of an entry of a suite, with the questions that are asked and no others.

    Raises:
        InputError: when one comes out otherwise than it was frozen.
    """
    books = draw_entry(entry)
    if entry.pixels:
        check_books(entry, books)
    return books


def check_books(entry: SuiteEntry, books: Sequence[Book]) -> None:
    """Compare the books of a frozen entry with their hashes.

    Raises:
        InputError: naming the first book that is another one.
    """
    other = (
        "panelwise-press draws other books here; install the versions in requirements.lock, and"
        " report it if that does not help"
    )
    if len(books) != len(entry.pixels):
        count = len(entry.pixels)
        raise InputError(f"{entry.id}: books drawn {len(books)}, books frozen {count}: {other}")
    pixels, truth = hashes_of(books)
    for what, found, frozen in (("pages", pixels, entry.pixels), ("truth", truth, entry.truth)):
        for book, own, known in zip(books, found, frozen, strict=True):
            if own != known:
                raise InputError(
                    f"{book.id}: the hash of its {what} is {own[:12]}, but {known[:12]} is frozen:"
                    f" {other}"
                )


def draw_entry(entry: SuiteEntry) -> tuple[Book, ...]:
    """The books of an entry as this version draws them, frozen or not."""
    plan = entry.plan
    if isinstance(plan, BookPlan):
        books: tuple[Book, ...] = (print_book(plan, entry.id, synonyms=False),)
    else:
        books = first_that_fits(plan, entry.id)
    if entry.questions is not None:
        books = tuple(asked_only(book, entry.questions) for book in books)
    if entry.wording:
        books = tuple(worded_as_frozen(book, entry.wording) for book in books)
    if entry.volume is not None:
        books = tuple(
            replace(book, source=replace(book.source, volume=entry.volume)) for book in books
        )
    return books


def first_that_fits(plan: FamilyPlan, name: str) -> tuple[Book, ...]:
    """The family, or the next one with as many books whose words fit its frames.

    Raises:
        DoesNotFit: when none of the next ones does either.
    """
    count, fault = len(plan.worlds), DoesNotFit(plan.template)
    for _ in range(_SEEDS):
        if len(plan.worlds) == count:
            try:
                return print_family(plan, name)
            except DoesNotFit as error:
                fault = error
        plan = next_plan(plan)
    raise fault


def asked_only(book: Book, questions: frozenset[str]) -> Book:
    """A book whose stories have these questions alone."""
    stories = tuple(
        replace(story, questions=tuple(q for q in story.questions if q.id in questions))
        for story in book.stories
    )
    return replace(book, stories=stories)


def worded_as_frozen(book: Book, wording: Mapping[str, str]) -> Book:
    """A book whose answers and wrong options have the words that they were frozen with.

    Args:
        book: as the templates are worded today.
        wording: words of today -> words of the frozen book.
    """

    def frozen(text: str) -> str:
        for today, then in wording.items():
            text = text.replace(today, then)
        return text

    def question_as_frozen(question: StoryQuestion) -> StoryQuestion:
        wrong = tuple(replace(option, text=frozen(option.text)) for option in question.wrong)
        return replace(question, answer=frozen(question.answer), wrong=wrong)

    stories = tuple(
        replace(story, questions=tuple(map(question_as_frozen, story.questions)))
        for story in book.stories
    )
    return replace(book, stories=stories)


def hashes_of(books: Sequence[Book]) -> tuple[list[str], list[str]]:
    """The hashes of the pages and of the truth of each book."""
    pages: dict[str, str] = {}  # by their bytes: books of a family share pages
    return [_pixels_of(book, pages) for book in books], [truth_of(book) for book in books]


def pixels_of(book: Book) -> str:
    """A hash of the pixels of all pages, however they are encoded."""
    return _pixels_of(book, {})


def _pixels_of(book: Book, known: dict[str, str]) -> str:
    digest = hashlib.sha256()
    for page in book.pages:
        assert page.image is not None
        if page.image.sha256 not in known:
            known[page.image.sha256] = pixel_hash(page.image.decode())
        digest.update(known[page.image.sha256].encode())
    return digest.hexdigest()


# Fields that the model got after the suites were frozen: where they say nothing, nothing changed.
LATER = frozenset(
    {"month", "summary", "family", "world", "alternatives", "fewest_panels"}
    | {"tier", "unseen", "pool", "fewest_pages"}
)


# A field that bodies and faces got after the suites were frozen: no hash covers it.
UNHASHED = frozenset({"full_box"})


def truth_of(book: Book) -> str:
    """A hash of all that is known of a book, pictures and :data:`UNHASHED` apart."""
    return hashlib.sha256(orjson.dumps(_plain(book), option=orjson.OPT_SORT_KEYS)).hexdigest()


def _plain(value: Any) -> Any:
    """Dataclasses as dictionaries, without pictures; numbers to a hundredth."""
    if isinstance(value, ComicImage):
        return None
    if is_dataclass(value):
        # What does not make a page another page (who read it, from which file) is no truth of it.
        known = [item.name for item in fields(value) if item.compare and item.name not in UNHASHED]
        plain = {name: _plain(getattr(value, name)) for name in known}
        return {
            name: one for name, one in plain.items() if name not in LATER or one not in (None, [])
        }
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [_plain(item) for item in value]
    return round(value, 2) if isinstance(value, float) else value
