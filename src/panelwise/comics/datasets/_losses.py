"""What of books a format could not hold, found by reading back what was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from panelwise.comics._model import Book, Page
from panelwise.geometry import Box, polygon_box

Fact = tuple[str, Hashable]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that was not kept: ``lost`` of ``of`` panels, texts, pages and so on."""

    what: str
    lost: int
    of: int

    def __str__(self) -> str:
        return f"{self.what} ({self.lost} of {self.of})"


def losses(before: Sequence[Book], after: Sequence[Book]) -> list[Loss]:
    """What the books before have that those after do not; names and ids are not compared.

    Books and pages go together by their places. Boxes may be rounded to whole pixels.
    """
    had, has = Counter(_facts(before)), Counter(_facts(after))
    gone = had - has
    lost = Counter(what for (what, _) in gone.elements())
    total = Counter(what for (what, _) in had.elements())
    return [Loss(what, lost[what], total[what]) for what in total if lost[what]]


def _facts(books: Sequence[Book]) -> Iterator[Fact]:
    for at, book in enumerate(books):
        for what, fact in _book_facts(book):
            yield what, (at, fact)
        for number, page in enumerate(book.pages):
            for what, fact in _page_facts(page, book):
                yield what, (at, number, fact)


def _book_facts(book: Book) -> Iterator[Fact]:
    if book.title and book.title != book.id:
        yield "titles", book.title
    if book.source.licence or book.source.author or book.source.url:
        yield "sources and licences", book.source
    for person in book.identities:
        if person.name:
            yield "names of characters", person.name
        if person.aliases or person.looks:
            yield "aliases and looks", (person.aliases, person.looks)
    for story in book.stories:
        for event in story.events:
            yield "descriptions of panels", event.description
        for question in story.questions:
            yield "questions", question.question


def _page_facts(page: Page, book: Book) -> Iterator[Fact]:
    yield "pages", None
    yield "reading directions of pages", page.reading_direction
    if page.layout != "single":
        yield "layouts of pages", page.layout
    if page.advert:
        yield "adverts", None
    yield from _panel_facts(page)
    yield from _text_facts(page)
    names = {person.id: person.name or person.id for person in book.identities}
    for what, things in (("characters", page.characters), ("faces", page.faces)):
        for one in things:
            yield what, _whole(one.box)
            if one.full_box is not None:
                yield f"full boxes of {what}", (_whole(one.box), _whole(one.full_box))
            if one.identity is not None:
                yield (
                    f"identities of {what}",
                    (_whole(one.box), names.get(one.identity, one.identity)),
                )
    for balloon in page.balloons:
        yield "balloons", _whole(polygon_box(balloon.polygon))
    said = {text.id: _whole(text.box) for text in page.texts or ()}
    bodies = {body.id: _whole(body.box) for body in page.characters}
    for link in page.speakers:
        yield "speakers", (said.get(link.text), bodies.get(link.character))


def _panel_facts(page: Page) -> Iterator[Fact]:
    for at, panel in enumerate(page.panels):
        yield "panels", _whole(panel.box)
        if panel.polygon is not None:
            yield "outlines of panels", panel.polygon
        if panel.confidence is not None:
            yield "confidences", (_whole(panel.box), panel.confidence)
        if page.order_confidence is None:
            yield "places of panels in reading order", (at, _whole(panel.box))


def _text_facts(page: Page) -> Iterator[Fact]:
    for at, text in enumerate(page.texts or ()):
        box = _whole(text.box)
        yield "texts", box
        for language, words in text.contents.items():
            yield "words of texts", (box, language, words)
        if text.kind is not None:
            yield "kinds of texts", (box, text.kind)
        if text.polygon is not None:
            yield "outlines of texts", text.polygon
        if text.panel is not None:
            yield "panels of texts", (box, text.panel)
        if text.balloon is not None:
            yield "balloons of texts", box
        if page.order_confidence is None:
            yield "places of texts in reading order", (at, box)


def _whole(box: Box) -> tuple[int, int, int, int]:
    return box.rounded()
