"""Which panels tell one story: what a draft is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from panelwise.comics import Book, Page, PanelRef, Story
from panelwise.drafting._draft import Target


@dataclass(frozen=True, slots=True)
class StoryStrip:
    """The panels of one story of a book, in order.

    ``annotated`` is the story, if it is known; it may have events for some of the panels only.
    """

    book: Book
    story: str
    panels: tuple[tuple[Page, int], ...]
    annotated: Story | None = None

    @property
    def refs(self) -> tuple[PanelRef, ...]:
        """The panels by name."""
        return tuple(PanelRef(page.id, at) for page, at in self.panels)

    @property
    def problem(self) -> str | None:
        """Why its panels cannot be shown, if so."""
        if any(page.image is None for page, _ in self.panels):
            return "the image of a page is not at hand"
        return None

    def target(self, part: str = "") -> Target:
        """The strip as what a draft is about."""
        return Target(self.book.id, self.story, self.refs, part)


def strips(books: Iterable[Book]) -> Iterator[StoryStrip]:
    """The stories of books; a page without a story tells one of its own. Adverts are left out."""
    for book in books:
        pages = {page.id: page for page in book.pages}
        known = {story.id: story for story in book.stories if story.events}
        covered = {event.panel for story in known.values() for event in story.events}
        groups: dict[str, list[tuple[Page, int]]] = {
            name: [(pages[event.panel.page], event.panel.panel) for event in story.events]
            for name, story in known.items()
        }
        partly: set[str] = set()
        for page in book.pages:
            fresh = [(page, at) for at in range(len(page.panels)) if (page.id, at) not in covered]
            if fresh and not page.advert:
                groups.setdefault(story_of(book, page), []).extend(fresh)
                partly.add(story_of(book, page))
        order = {page.id: at for at, page in enumerate(book.pages)}
        for name, panels in groups.items():
            if name in partly:
                panels.sort(key=lambda shown: (order[shown[0].id], shown[1]))
            yield StoryStrip(book, name, tuple(panels), known.get(name))


def story_of(book: Book, page: Page) -> str:
    """The id of the story that a page tells: one with an event on it, or the page's own."""
    for story in book.stories:
        if any(event.panel.page == page.id for event in story.events):
            return story.id
    return page.story or page.id


def as_books(books: Book | Sequence[Book]) -> tuple[Book, ...]:
    """One book or several."""
    return (books,) if isinstance(books, Book) else tuple(books)


def numbered(texts: Iterable[str]) -> str:
    """Descriptions as the lines of a prompt: ``Panel 1: …``."""
    return "\n".join(f"Panel {k}: {text}" for k, text in enumerate(texts, 1))
