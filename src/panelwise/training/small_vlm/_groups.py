"""Questions about single pictures that only the picture can answer.

A group is one question with several options and a picture for each: every option is right for one
of the pictures. So a model that sees only the words can do no better than guess. Families of worlds
give questions to train on and to be tested with; all stories give captions, for training alone.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from panelwise.comics import Book, Event, Page, Story, Text, open_comics
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise.models.small_vlm import words_of
from panelwise.tasks import normalised, words_source
from panelwise.training.small_vlm._captions import PeopleByLooks, people_of, shuffled
from panelwise.training.small_vlm._pictures import CutOuts

KINDS = {
    "person": "Who is in the picture?",
    "scene": "What does the picture show?",
    "lettering": "What is written in the picture?",
}
MOST_OPTIONS = 4
FEWEST_WORDS = 2  # of a text that is asked about: fewer are sounds, signs and cries
ROUNDS = 6  # in which each text is asked about, cut out of another page if there is one
WIDEST = 4  # times as wide as high: longer lines are illegible in a square of SIDE pixels
MOST_PORTRAITS = 6  # of a person in a story
_CutOut = tuple[Book, Page, Box]


@dataclass(frozen=True, slots=True)
class PictureGroup:
    """One question, its options, and the number of the picture for which each is right.

    ``tested`` is false for what is only trained on: captions and portraits.
    """

    kind: str
    family: str
    template: str
    options: tuple[str, ...]
    pictures: tuple[int, ...]
    tested: bool = True

    @property
    def question(self) -> str:
        """What is asked."""
        return KINDS[self.kind]

    @property
    def is_lettering(self) -> bool:
        """Whether the pictures are texts, which are never shown in a mirror."""
        return self.kind == "lettering"


@dataclass(frozen=True, slots=True)
class PictureGroups:
    """Groups and their pictures.

    Attributes:
        groups: to train on, or to test with.
        pictures: that the groups number.
        styles: of the books.
        licences: of the books.
        fingerprint: a hash of groups and pictures.
        words_from: who wrote the descriptions; ``None`` where that is not recorded.
    """

    groups: tuple[PictureGroup, ...]
    pictures: CutOuts
    styles: tuple[str, ...]
    licences: tuple[str, ...]
    fingerprint: str
    words_from: str | None = None

    @property
    def templates(self) -> tuple[str, ...]:
        """Of the stories, sorted."""
        return tuple(sorted({one.template for one in self.groups}))


def load_groups(
    sources: Sequence[str | Path], seed: int = 0, *, captions: bool = False
) -> PictureGroups:
    """All groups of folders of families, as ``panelwise press --worlds`` writes them.

    Args:
        sources: the folders.
        seed: decides which options are offered together.
        captions: also captions and portraits, of the stories of all books.

    Raises:
        InputError: when there is no group in them, or a page has no picture.
    """
    books = [book for source in sources for book in open_comics(source)]
    found = groups_of(books, seed, captions=captions)
    if not found.groups:
        where = ", ".join(map(str, sources))
        raise InputError(f"{where}: no families of worlds; draw some with panelwise press --worlds")
    return found


def groups_of(books: Sequence[Book], seed: int = 0, *, captions: bool = False) -> PictureGroups:
    """All groups of the families among books, and captions if they are wanted.

    Args:
        books: with stories; those of one family have the same panels and people.
        seed: decides which options are offered together.
        captions: also captions and portraits, of the stories of all books.

    Raises:
        InputError: when a page has no picture.
    """
    families: dict[str, list[Book]] = defaultdict(list)
    for book in books:
        for story in book.stories:
            families[story.family or f"{book.id} {story.id}"].append(book)
    pictures = CutOuts()
    found: list[PictureGroup] = []
    shown: list[_Drawn] = []
    for name, some in sorted(families.items()):
        drawn = _Drawn.of(name, some)
        chance = random.Random(f"{seed} {name}")
        if drawn.is_family:
            found += _questions(drawn, pictures, chance)
        if drawn.is_family or captions:
            shown.append(drawn)
        if captions:
            found += _captions(drawn, pictures, chance)
            found += _portraits(drawn, pictures, chance)
    found += _lettering(shown, pictures, seed)
    digest = hashlib.sha256(pictures.digest().encode() + repr(found).encode()).hexdigest()
    styles = {str(book.source.style) for book in books}
    licences = {book.source.licence or "not stated" for book in books}
    return PictureGroups(
        tuple(found),
        pictures,
        tuple(sorted(styles)),
        tuple(sorted(licences)),
        digest,
        words_source(story for book in books for story in book.stories),
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A story in each of its worlds, or one that has none."""

    name: str
    template: str
    worlds: tuple[tuple[Book, Story], ...]
    people: PeopleByLooks
    is_family: bool

    @classmethod
    def of(cls, name: str, books: Sequence[Book]) -> _Drawn:
        worlds = tuple(
            (book, story)
            for book in books
            for story in book.stories
            if name in (story.family, f"{book.id} {story.id}")
        )
        story = worlds[0][1]
        template = str(story.kind).rpartition("/")[2]
        return cls(name, template, worlds, people_of(books[0]), story.family is not None)

    def texts(self) -> Iterator[tuple[Book, Page, Text]]:
        """All texts on the pages of all worlds."""
        for book, story in self.worlds:
            for page in {event.panel.page: _page(book, event) for event in story.events}.values():
                for text in page.texts or ():
                    yield book, page, text

    def panel(self, book: Book, event: Event, pictures: CutOuts) -> int:
        """The number of an event's panel."""
        page = _page(book, event)
        box = page.panels[event.panel.panel].box
        return pictures.add(book, page, box, self.people.details(event))

    def group(
        self, kind: str, options: Iterable[str], numbers: Iterable[int], *, tested: bool = True
    ) -> PictureGroup:
        """A group of this story."""
        return PictureGroup(kind, self.name, self.template, tuple(options), tuple(numbers), tested)


def _questions(drawn: _Drawn, pictures: CutOuts, chance: random.Random) -> Iterator[PictureGroup]:
    """Those of one family: of each panel in its worlds, and of people who are alone in a panel."""
    shown = [
        [(event, drawn.panel(book, event, pictures)) for event in story.events]
        for book, story in drawn.worlds
    ]
    for worlds in zip(*shown, strict=True):
        shown_in = _unmistakable((event.description, number) for event, number in worlds)
        sentences = shuffled(sorted(shown_in), chance)
        for first in range(0, len(sentences), MOST_OPTIONS):
            some = sentences[first : first + MOST_OPTIONS]
            options = drawn.people.without_names(some)
            if len(set(options)) == len(some) >= 2:
                yield drawn.group("scene", options, (chance.choice(shown_in[one]) for one in some))
    alone = _unmistakable(
        (event.present[0], number)
        for world in shown
        for event, number in world
        if len(event.present) == 1
    )
    yield from _of_people(drawn, alone, chance, tested=True)


def _lettering(drawn: Sequence[_Drawn], pictures: CutOuts, seed: int) -> Iterator[PictureGroup]:
    """Texts cut out of pages: those of one template, with others of nearly the same length.

    No picture is offered twice with the same texts.
    """
    tested = {one.template for one in drawn if one.is_family}
    for template, cut_out in sorted(_texts_by_template(drawn).items()):
        chance = random.Random(f"{seed} {template} lettering")
        asked: set[tuple[frozenset[str], int]] = set()
        for _ in range(ROUNDS):
            lengths = {one: len(one) * chance.uniform(0.8, 1.2) for one in sorted(cut_out)}
            texts = sorted(lengths, key=lengths.__getitem__)
            for first in range(0, len(texts), MOST_OPTIONS):
                some = shuffled(texts[first : first + MOST_OPTIONS], chance)
                numbers = [pictures.add(*chance.choice(cut_out[one]), "") for one in some]
                items = {(frozenset(some), number) for number in numbers}
                if len(items) == len(some) >= 2 and asked.isdisjoint(items):
                    asked |= items
                    options, shown = tuple(some), tuple(numbers)
                    yield PictureGroup(
                        "lettering", template, template, options, shown, template in tested
                    )


def _texts_by_template(drawn: Iterable[_Drawn]) -> dict[str, dict[str, list[_CutOut]]]:
    """Where each text of each template stands; of texts with the same words, only the first."""
    found: dict[str, dict[str, list[_CutOut]]] = defaultdict(dict)
    first: dict[tuple[str, str], str] = {}
    for one in drawn:
        for book, page, text in one.texts():
            words, box = text.content or "", text.box
            if len(words_of(words)) < FEWEST_WORDS or box.width > WIDEST * box.height:
                continue
            if first.setdefault((one.template, normalised(words)), words) == words:
                by_text = found[one.template].setdefault(words, [])
                by_text.append((book, page, _widened(box, page)))
    return found


def _captions(drawn: _Drawn, pictures: CutOuts, chance: random.Random) -> Iterator[PictureGroup]:
    """Panels of one page, each with its own description."""
    by_page: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for book, story in drawn.worlds:
        for event in story.events:
            number = drawn.panel(book, event, pictures)
            by_page[book.id, event.panel.page].append((event.description, number))
    for shown in by_page.values():
        for first in range(0, len(shown), MOST_OPTIONS):
            some = shown[first : first + MOST_OPTIONS]
            sentences = [sentence for sentence, _ in some]
            options = drawn.people.without_names(sentences, whole=chance.random() < 0.5)
            if len(set(options)) == len({number for _, number in some}) == len(some) >= 2:
                yield drawn.group("scene", options, (n for _, n in some), tested=False)


def _portraits(drawn: _Drawn, pictures: CutOuts, chance: random.Random) -> Iterator[PictureGroup]:
    """PeopleByLooks cut out of panels."""
    found: dict[str, list[int]] = defaultdict(list)
    for book, story in drawn.worlds:
        for page in {event.panel.page: _page(book, event) for event in story.events}.values():
            for one in page.characters:
                looks = drawn.people.looks.get(one.identity or "")
                if looks and one.identity and len(found[one.identity]) < MOST_PORTRAITS:
                    near = _widened(one.box, page)
                    found[one.identity].append(pictures.add(book, page, near, looks))
    yield from _of_people(drawn, found, chance, tested=False)


def _of_people(
    drawn: _Drawn, shown: dict[str, list[int]], chance: random.Random, *, tested: bool
) -> Iterator[PictureGroup]:
    """Who is who among some people, as often as each of them has a picture."""
    looks = drawn.people.looks
    people = shuffled(sorted(one for one in shown if looks.get(one)), chance)[:MOST_OPTIONS]
    if len({looks[one] for one in people}) == len(people) >= 2:
        each = [chance.sample(shown[one], len(shown[one])) for one in people]
        for numbers in zip(*each, strict=False):
            yield drawn.group("person", (looks[one] for one in people), numbers, tested=tested)


def _page(book: Book, event: Event) -> Page:
    return next(page for page in book.pages if page.id == event.panel.page)


def _widened(box: Box, page: Page) -> Box:
    """A box and a tenth of its size around it, on its page."""
    dx, dy = (box.x1 - box.x0) / 10, (box.y1 - box.y0) / 10
    return Box(
        max(0, box.x0 - dx),
        max(0, box.y0 - dy),
        min(page.width, box.x1 + dx),
        min(page.height, box.y1 + dy),
    )


def _unmistakable(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """CutOuts by what is true of them, without those of which two things are."""
    by_text: dict[str, set[int]] = defaultdict(set)
    by_picture: dict[int, set[str]] = defaultdict(set)
    for text, number in pairs:
        by_text[text].add(number)
        by_picture[number].add(text)
    kept = {
        text: sorted(number for number in numbers if len(by_picture[number]) == 1)
        for text, numbers in by_text.items()
    }
    return {text: numbers for text, numbers in kept.items() if numbers}
