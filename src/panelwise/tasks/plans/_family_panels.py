"""Missing panels of families: the wrong panels are the same panel as other worlds draw it.

They come from one drawing program and have one size, place, cast and style, so nothing about a
panel alone shows that it is wrong; the other panels of the story do. The four panels of an item
are the same for four books, and each is right in one of them.

Source: specification CV-2 to CV-7; MS-13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.comics import Book, Event, Page, Tier
from panelwise.profile import Profile
from panelwise.rendering import CutRecipe, MaskingSettings, masked
from panelwise.tasks._balanced_orders import seeded
from panelwise.tasks.plans._strip import Strip, page_strips


@dataclass(frozen=True, slots=True)
class FamilyPanel:
    """What is sought on a page of a family's book.

    Attributes:
        strip: the page.
        start: the first panel of the window.
        hidden: the sought position in the window.
        others: the pages with the wrong panels, at the same position, in a random order.
        needed: how many of the panels shown rule them out at the least.
        tier: how hard that is to see, where it is known.
    """

    strip: Strip
    start: int
    hidden: int
    others: tuple[Strip, ...]
    needed: int
    tier: Tier | None

    @property
    def frame(self) -> int:
        """The position of the sought panel on its page."""
        return self.start + self.hidden

    def candidates(self, right: int, profile: Profile) -> list[CutRecipe]:
        """The panels to choose from, the right one at its position.

        Where one of them has a text, all are covered, so that no cover shows which story it is.
        """
        strips = list(self.others)
        strips.insert(right, self.strip)
        boxes = [text.box for one in strips for text in one.pages[0].texts or ()]
        fill = profile.section(MaskingSettings).text_fill
        return [masked(one.cut(self.frame), boxes, fill) for one in strips]


def family_panels(
    books: Sequence[Book], window: int, options: int, seed: int
) -> dict[str, FamilyPanel | None]:
    """What is sought on every page of books of families, by the strip's id; ``None``: nothing.

    In all books of a family it is the same position, so that they are asked the same. Positions are
    used as evenly as can be.

    Args:
        books: all books; those of no family are passed over.
        window: how many panels are shown in a row.
        options: how many panels there are to choose from.
        seed: of positions and of the order of wrong panels.
    """
    families: dict[tuple[str, str], list[Strip]] = {}
    for strip in page_strips([book for book in books if book.family]):
        families.setdefault((strip.book.family or "", strip.pages[0].id), []).append(strip)
    used: Counter[int] = Counter()
    found: dict[str, FamilyPanel | None] = {}
    for key, strips in families.items():
        places = [
            (start, frame - start)
            for frame in range(len(strips[0].places))
            for start in range(len(strips[0].places) - window + 1)
            if start <= frame < start + window
            and all(_is_ruled_out(strip, frame, start, window) for strip in strips)
            and _are_at_hand(strips, frame, options)
        ]
        seeded(seed, "family panel", *key).shuffle(places)
        place = min(places, key=lambda one: used[one[1]], default=None)
        if place is not None:
            used[place[1]] += 1
        for strip in strips:
            found[strip.id] = None if place is None else _panel(strip, strips, *place, seed)
    return found


def one_of_each(shown: Mapping[str, tuple[str, object]]) -> dict[str, tuple[str, ...]]:
    """The items to make where several would show the same, and for each the other books.

    The item is that of the book that has fewest so far.

    Args:
        shown: by an item's id, the id of its book, and what it shows.

    >>> one_of_each({"a/1": ("a", "cup"), "b/1": ("b", "cup"), "b/2": ("b", "hat")})
    {'a/1': ('b',), 'b/2': ()}
    """
    groups: dict[object, list[str]] = {}
    for key, (_, what) in shown.items():
        groups.setdefault(what, []).append(key)
    made: Counter[str] = Counter()
    kept = {}
    for keys in groups.values():
        books = [shown[key][0] for key in keys]
        at = min(range(len(books)), key=[made[one] for one in books].__getitem__)
        made[books[at]] += 1
        kept[keys[at]] = (*books[:at], *books[at + 1 :])
    return kept


def strips_shown_once(strips: Mapping[str, Strip]) -> dict[str, tuple[str, ...]]:
    """The strips to ask about, and for each the other books of its family with the same pages."""
    return one_of_each(
        {
            key: (one.book.id, (one.book.family, *one.by_hash) if one.book.family else key)
            for key, one in strips.items()
        }
    )


def _panel(
    strip: Strip, strips: Sequence[Strip], start: int, hidden: int, seed: int
) -> FamilyPanel:
    event = _event(strip, start + hidden)
    assert event is not None
    assert event.alternatives is not None
    names = list(event.alternatives.books)
    seeded(seed, "alternatives", strip.id).shuffle(names)
    by_book = {one.book.id: one for one in strips}
    others = tuple(by_book[name] for name in names)
    needed, tier = event.alternatives.needed, event.alternatives.tier
    return FamilyPanel(strip, start, hidden, others, len(needed), tier)


def _is_ruled_out(strip: Strip, frame: int, start: int, window: int) -> bool:
    """Whether the panels of a window show that no other world's panel belongs there."""
    event = _event(strip, frame)
    if event is None or event.alternatives is None:
        return False
    page = strip.pages[0].id
    shown = range(start, start + window)
    return all(
        ref.page == page and ref.panel in shown and ref.panel != frame
        for ref in event.alternatives.needed
    )


def _are_at_hand(strips: Sequence[Strip], frame: int, options: int) -> bool:
    """Whether the books of all alternatives are given, and serve each other."""
    known = {strip.book.id for strip in strips}
    for strip in strips:
        event = _event(strip, frame)
        if event is None or event.alternatives is None:
            return False
        books = set(event.alternatives.books)
        if len(books) != options - 1 or not books <= known or strip.book.id in books:
            return False
    return True


def _event(strip: Strip, frame: int) -> Event | None:
    page: Page = strip.pages[0]
    events = (event for story in strip.book.stories for event in story.events)
    return next((event for event in events if event.panel == (page.id, frame)), None)
