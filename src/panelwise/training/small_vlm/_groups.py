"""Questions about single panels that only the picture can answer, from families of worlds.

A group is one question with several options and a picture for each: every option is right for one
of the pictures. So a model that sees only the words can do no better than guess.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from panelwise.comics import Book, Event, open_comics
from panelwise.errors import InputError
from panelwise.models.small_vlm import SIDE, fitted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = {"person": "Who is in the picture?", "scene": "What does the picture show?"}
MOST_OPTIONS = 4


@dataclass(frozen=True, slots=True)
class PictureGroup:
    """One question, its options, and the number of the picture for which each is right."""

    kind: str
    family: str
    template: str
    options: tuple[str, ...]
    pictures: tuple[int, ...]

    @property
    def question(self) -> str:
        """What is asked."""
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class PictureGroups:
    """Groups and their pictures.

    Attributes:
        pictures: n × SIDE × SIDE × 3, RGB.
        styles: of the books.
        licences: of the books.
        fingerprint: a hash of groups and pictures.
    """

    groups: tuple[PictureGroup, ...]
    pictures: NDArray[np.uint8]
    styles: tuple[str, ...]
    licences: tuple[str, ...]
    fingerprint: str

    @property
    def templates(self) -> tuple[str, ...]:
        """Of the stories, sorted."""
        return tuple(sorted({one.template for one in self.groups}))


def load_groups(sources: Sequence[str | Path], seed: int = 0) -> PictureGroups:
    """All groups of folders of families, as ``panelwise press --worlds`` writes them.

    Raises:
        InputError: when there is no group in them, or a page has no picture.
    """
    found = groups_of([book for source in sources for book in open_comics(source)], seed)
    if not found.groups:
        where = ", ".join(map(str, sources))
        raise InputError(f"{where}: no families of worlds; draw some with panelwise press --worlds")
    return found


def groups_of(books: Sequence[Book], seed: int = 0) -> PictureGroups:
    """All groups of the families among books.

    Args:
        books: with stories; those of one family have the same panels and people.
        seed: decides which options are offered together.

    Raises:
        InputError: when a page has no picture.
    """
    import numpy as np

    families: dict[str, list[Book]] = defaultdict(list)
    for book in books:
        for story in book.stories:
            if story.family is not None:
                families[story.family].append(book)
    panels = _Panels()
    found = [
        group
        for name, books in sorted(families.items())
        for group in _groups(name, books, panels, random.Random(f"{seed} {name}"))
    ]
    pictures = np.stack(panels.pictures or [np.zeros((SIDE, SIDE, 3), np.uint8)])
    digest = hashlib.sha256(pictures.tobytes() + repr(found).encode()).hexdigest()
    styles = {str(book.source.style) for book in books}
    licences = {book.source.licence or "not stated" for book in books}
    return PictureGroups(
        tuple(found), pictures, tuple(sorted(styles)), tuple(sorted(licences)), digest
    )


class _Panels:
    """Pictures of panels, each distinct one once."""

    def __init__(self) -> None:
        self.pictures: list[NDArray[np.uint8]] = []
        self._numbers: dict[bytes, int] = {}
        self._last: tuple[tuple[str, str], Image.Image] | None = None

    def number(self, book: Book, event: Event) -> int:
        """The number of an event's panel among the distinct pictures."""
        page = next(page for page in book.pages if page.id == event.panel.page)
        if page.image is None:
            raise InputError(f"book '{book.id}', page '{page.id}' has no image; draw it again")
        if self._last is None or self._last[0] != (book.id, page.id):
            self._last = (book.id, page.id), page.image.decode()
        box = page.panels[event.panel.panel].box
        crop = self._last[1].crop((round(box.x0), round(box.y0), round(box.x1), round(box.y1)))
        key = hashlib.sha256(repr(crop.size).encode() + crop.tobytes()).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self.pictures)
            self.pictures.append(fitted(crop))
        return self._numbers[key]


def _groups(
    family: str, books: Sequence[Book], panels: _Panels, chance: random.Random
) -> Iterator[PictureGroup]:
    """Those of one family: of each panel in its worlds, and of people who are alone in a panel."""
    stories = [(book, story) for book in books for story in book.stories if story.family == family]
    template = str(stories[0][1].kind).rpartition("/")[2]
    shown = [
        [(event, panels.number(book, event)) for event in story.events] for book, story in stories
    ]
    looks = {one.id: one.looks or "" for one in books[0].identities}
    names = {
        alias: one.id
        for one in books[0].identities
        for alias in (one.name or "", *one.aliases)
        if alias and not alias.startswith("the ")
    }
    for worlds in zip(*shown, strict=True):
        shown_in = _unmistakable((event.description, number) for event, number in worlds)
        sentences = sorted(shown_in)
        chance.shuffle(sentences)
        for first in range(0, len(sentences), MOST_OPTIONS):
            some = sentences[first : first + MOST_OPTIONS]
            options = _without_names(some, names, looks)
            if len(set(options)) == len(some) >= 2:
                numbers = tuple(chance.choice(shown_in[one]) for one in some)
                yield PictureGroup("scene", family, template, tuple(options), numbers)
    alone = _unmistakable(
        (event.present[0], number)
        for world in shown
        for event, number in world
        if len(event.present) == 1
    )
    people = sorted(one for one in alone if looks.get(one))
    chance.shuffle(people)
    people = people[:MOST_OPTIONS]
    if len({looks[one] for one in people}) == len(people) >= 2:
        each = [chance.sample(alone[one], len(alone[one])) for one in people]
        for numbers in zip(*each, strict=False):
            words = tuple(looks[one] for one in people)
            yield PictureGroup("person", family, template, words, numbers)


def _unmistakable(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """Pictures by what is true of them, without those of which two things are."""
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


def _without_names(
    sentences: Sequence[str], names: dict[str, str], looks: dict[str, str]
) -> list[str]:
    """Sentences that say "a girl" or "a girl with curly hair, a cap" where they had a name.

    The short form is used where it says who is meant. Nobody can see a name.
    """
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names, key=len)[::-1]))})\b")
    named = {names[match[0]] for one in sentences for match in pattern.finditer(one)}
    short = {one: looks[one].partition(" with ")[0] for one in named}
    words = short if len(set(short.values())) == len(short) else looks
    replaced = (pattern.sub(lambda match: words[names[match[0]]], one) for one in sentences)
    return [one[:1].upper() + one[1:] for one in replaced]
