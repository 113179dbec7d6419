"""Panels that are read one after another: those of a page, or those of a story.

A strip is what the tasks about frames are made of. A story's panels may stand on several pages.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.comics import (
    Book,
    Page,
    Panel,
    PanelRef,
    Story,
    pixel_hash,
)
from panelwise.geometry import Box
from panelwise.profile import Profile
from panelwise.rendering import (
    CutRecipe,
    Recipe,
    crop_recipe,
    cut_of,
    page_recipe,
    part_of_page_cut,
    whole_page_cut,
    without_insets,
)
from panelwise.tasks._draft import Facts, facts_of, lettering_of, source_page
from panelwise.tasks._item import SourcePage
from panelwise.tasks.plans._settings import GoldSettings


@dataclass(frozen=True, slots=True)
class Strip:
    """Panels in reading order, and what is known of them.

    Attributes:
        id: the book's id and the page's or story's.
        book: where it is from.
        places: the page and panel of every frame.
        story: the story that it tells, where its events are known.
        unit: whether it is a whole story, or a page, which may hold a part of one or several.
    """

    id: str
    book: Book
    places: tuple[tuple[Page, Panel], ...]
    story: Story | None = None
    unit: Literal["page", "story"] = "page"

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages that its panels stand on, each once, in order."""
        return tuple({page.id: page for page, _ in self.places}.values())

    @property
    def by_hash(self) -> dict[str, Page]:
        """Its pages by the hash of their bytes."""
        return {sha_of(page): page for page in self.pages}

    @property
    def sources(self) -> tuple[SourcePage, ...]:
        """How an item names its pages."""
        return tuple(source_page(self.book, page) for page in self.pages)

    @property
    def facts(self) -> Facts:
        """What scores are broken down by."""
        kind = {"category": self.story.kind} if self.story and self.story.kind else {}
        return {**facts_of(self.pages, self.book), **kind}

    def cut(self, frame: int) -> CutRecipe:
        """Where one frame is cut from."""
        page, panel = self.places[frame]
        return without_insets(cut_of(sha_of(page), panel), panel, page)

    def crop(self, frame: int) -> Recipe:
        """The picture of one frame."""
        return crop_recipe(self.cut(frame))

    def whole_pages(self) -> tuple[Recipe, ...]:
        """Its pages, untouched."""
        return tuple(page_recipe(sha_of(page)) for page in self.pages)

    def unsplit(self, *, alone: bool = True) -> list[CutRecipe]:
        """Its pages, to be put side by side: from right to left where they are read that way.

        Of a page that it shares only the part with its own panels is shown, the others white;
        all of it unless ``alone``.
        """
        own = {page.id: [panel for on, panel in self.places if on is page] for page in self.pages}
        cuts = [
            part_of_page_cut(sha_of(page), page, own[page.id])
            if alone and len(own[page.id]) < len(page.panels)
            else whole_page_cut(sha_of(page), page)
            for page in self.pages
        ]
        return cuts[::-1] if self.pages[0].reading_direction == "rtl" else cuts

    def has_text(self) -> bool:
        """Whether its pages are known to carry text, other than writing in the scene."""
        return any(lettering_of(page) for page in self.pages)


def sha_of(page: Page) -> str:
    """The hash of a page's bytes."""
    assert page.image is not None
    return page.image.sha256


def page_strips(books: Sequence[Book]) -> Iterator[Strip]:
    """Every page as a strip, whatever can be done with it."""
    for book in books:
        for page in book.pages:
            yield Strip(f"{book.id}/{page.id}", book, tuple((page, p) for p in page.panels))


def story_strips(books: Sequence[Book]) -> Iterator[Strip]:
    """Every story whose panels are all at hand as a strip."""
    for book in books:
        pages = {page.id: page for page in book.pages}
        for story in book.stories:
            refs = [event.panel for event in story.events]
            if refs and all(ref.page in pages for ref in refs):
                places = tuple((pages[ref.page], pages[ref.page].panels[ref.panel]) for ref in refs)
                yield Strip(f"{book.id}/{story.id}", book, places, story, "story")


def whole_strips(books: Sequence[Book]) -> Iterator[Strip]:
    """Every story as one strip, its frames joined across pages (SC-3, SC-4).

    Which panels tell one story is known from its events, or else from the pages' ``story``. A page
    of which neither is known counts as a strip of its own. A story of which a page has no panels
    comes without frames.
    """
    for book in books:
        with_events = {story.id: story for story in book.stories if story.events}
        owner = {event.panel: story.id for story in with_events.values() for event in story.events}
        groups: dict[tuple[Literal["page", "story"], str], list[tuple[Page, Panel]]] = {}
        lacking: set[str] = set()
        for page in book.pages:
            owners = [owner.get(PanelRef(page.id, at)) for at in range(len(page.panels))]
            places = [(page, panel) for panel in page.panels]
            if any(owners):
                for name, place in zip(owners, places, strict=True):
                    if name is not None:  # a panel of no story
                        groups.setdefault(("story", name), []).append(place)
            elif page.story is None or page.advert:
                groups["page", page.id] = places
            else:
                groups.setdefault(("story", page.story), []).extend(places)
                if not places:
                    lacking.add(page.story)
        for (unit, name), frames in groups.items():
            known = () if unit == "story" and name in lacking else tuple(frames)
            story = with_events.get(name) if unit == "story" else None
            yield Strip(f"{book.id}/{name}", book, known, story, unit)


def descriptions_of(strip: Strip) -> list[str]:
    """What the panels of a strip tell, in order; shorter than the strip where it is not known."""
    known = {
        event.panel: event.description
        for story in strip.book.stories
        for event in story.events
        if event.description
    }
    position: dict[str, dict[Panel, int]] = {
        page.id: {panel: at for at, panel in enumerate(page.panels)} for page in strip.pages
    }
    refs = [PanelRef(page.id, position[page.id][panel]) for page, panel in strip.places]
    return [known[ref] for ref in refs if ref in known]


def why_absent(strip: Strip) -> str | None:
    """Why there is nothing in a strip to ask about, in words for the data card; else ``None``."""
    if not strip.places or any(page.image is None for page in strip.pages):
        return "no image" if strip.places else "no panels"
    return "advertisement" if any(page.advert for page in strip.pages) else None


def why_doubtful(strip: Strip, profile: Profile) -> str | None:
    """Why what was read of a strip is not sure enough for a benchmark; else ``None``."""
    orders = [p.order_confidence for p in strip.pages if p.order_confidence is not None]
    if orders and min(orders) < profile.section(GoldSettings).least_confidence:
        return "doubtful reading order"
    if any(page.order_confidence == 0 and page.order_by is None for page in strip.pages):
        return "reading order not annotated"
    panels = [panel.confidence for _, panel in strip.places if panel.confidence is not None]
    return (
        "doubtful panels"
        if panels and min(panels) < profile.section(GoldSettings).least_confidence
        else None
    )


def why_revealing(strip: Strip) -> str | None:
    """Why single panels reveal their order; else ``None``.

    Where a panel is set into another, hiding it leaves a hole that it fits.
    """
    holes = any("hide" in strip.cut(frame) for frame in range(len(strip.places)))
    return "a panel set into another" if holes else None


def why_recognisable(strip: Strip) -> str | None:
    """Why single panels of a family can be put in order without being looked at; else ``None``.

    All books of a family have the same frames, so the size of a panel is that of its position.
    """
    sizes = {(round(p.box.width), round(p.box.height)) for _, p in strip.places}
    if not strip.book.family or len(sizes) <= 1:
        return None
    return "panels of different sizes; draw families of worlds with --layout four_panel"


def way_of_reading(strip: Strip, *, chapter: bool = False) -> str:
    """How its pages are read, for who sees them whole, unless it is the way of these words.

    Decided by how the panels lie: rows, or columns that are read down one after the other.

    Args:
        strip: whose pages are shown.
        chapter: whether the sentence is about each of many pictures.

    >>> way_of_reading(Strip("s", Book("b", ()), ()))
    ''
    """
    page, picture = ("Each page", "Each picture") if chapter else ("The page", "The picture")
    ways = {one.reading_direction for one in strip.pages}
    orders = {_way_on(one) for one in strip.pages}
    if ways == {"ttb"}:
        return f"{page} is read from top to bottom.\n"
    if len(ways) != 1 or orders == {"column"} or (ways == {"ltr"} and "columns" not in orders):
        return ""
    first, then = ("right", "left") if ways == {"rtl"} else ("left", "right")
    if "columns" not in orders:
        return f"{page} is read row by row from {first} to {then}.\n"
    if not any(_crosses_the_middle(one) for one in strip.pages):
        if any(one.layout == "spread" for one in strip.pages):
            return (
                f"{picture} shows two pages side by side: the {first} page is read first, then"
                f" the {then} one, each of them from {first} to {then}.\n"
            )
        return f"{page} is read in columns: the {first} one downwards, then the {then} one.\n"
    return (
        f"{page} is read from {first} to {then}; panels that stand on one another are read"
        " down before those beside them.\n"
    )


def _crosses_the_middle(page: Page) -> bool:
    """Whether a panel lies on both halves of the page, so that these are not read one by one."""
    middle, margin = page.width / 2, 0.1 * page.width
    boxes = [panel.box for panel in page.panels]
    return any(box.x0 < middle - margin and box.x1 > middle + margin for box in boxes)


def _way_on(page: Page) -> Literal["column", "rows", "columns"]:
    """Whether no panel is next to another, all are read row by row, or a lower one earlier."""
    pairs = list(itertools.combinations([panel.box for panel in page.panels], 2))
    if any(one.center[1] > other.center[1] and _shared(one, other) < 0.2 for one, other in pairs):
        return "columns"
    beside = any(
        _shared(one, other) > 0.3 and not other.x0 < one.center[0] < other.x1
        for one, other in pairs
    )
    return "rows" if beside else "column"


def _shared(one: Box, other: Box) -> float:
    """How much of the lower of two boxes lies at the height of the other."""
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return max(shared, 0.0) / max(min(one.height, other.height), 1.0)


def panel_hashes(strip: Strip) -> list[str]:
    """A hash of the pixels of each panel's box."""
    pixels = {page.id: page.image.decode() for page in strip.pages if page.image}
    return [pixel_hash(pixels[page.id].crop(panel.box.rounded())) for page, panel in strip.places]
