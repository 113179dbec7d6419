"""What raters of CHROMIC do, asked of models: how faithful descriptions are to a page.

Source: CH-16; ``tasks`` of specification 1.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from panelwise.comics import Book
from panelwise.profile import Profile
from panelwise.rendering import page_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import seeded
from panelwise.tasks._draft import (
    ItemDraft,
    OneWording,
    Plan,
    Shown,
)
from panelwise.tasks.plans._family_panels import one_of_each
from panelwise.tasks.plans._settings import PromptSettings
from panelwise.tasks.plans._story_choice import who_is_who
from panelwise.tasks.plans._strip import (
    Strip,
    descriptions_of,
    page_strips,
    sha_of,
    way_of_reading,
    why_absent,
)

SamePage = dict[str, Strip]
"""A page of a book, or of each book of a family, by the book's id."""
UNPAIRED = "no other page with as many panels is left to pair it with"


@dataclass(frozen=True, slots=True, kw_only=True)
class Faithfulness(OneWording):
    """The declaration of a task that asks how faithful descriptions are to a page.

    Pages of a book with as many panels are paired, and both of a pair get the descriptions of the
    same one. So every text is faithful to one picture and not to the other, and nothing but the
    pictures tells which. In a family, two places in the books are paired, and a picture that
    several books have at the first of them is asked about once.

    The descriptions of a page in another world of its family are no unfaithful ones: often they
    differ in a single panel, and CHROMIC's scale gives them 3 or 4.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (PromptSettings,)

    asked: str = (
        "A page, and descriptions of its panels or of another page's; how faithful are they?"
    )
    needs: str = "books with two or more described pages with the same number of panels"
    kind: str = "rating"
    headline: str = "agrees"

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Pair pages with descriptions; see :class:`panelwise.tasks.Task`."""
        plan = Plan("pages")
        places: dict[tuple[str, str], SamePage] = {}
        in_order = []
        for strip in page_strips(books):
            in_order.append(strip.id)
            reason = why_absent(strip)
            if reason is None and len(descriptions_of(strip)) < len(strip.places):
                reason = "needs descriptions"
            if reason:
                plan.excluded[reason] += 1
            else:
                here = (strip.book.family or strip.book.id, strip.pages[0].id)
                places.setdefault(here, {})[strip.book.id] = strip
        groups: dict[object, list[SamePage]] = {}
        for place in places.values():
            groups.setdefault(_comparable(place), []).append(place)
        for group in groups.values():
            pairs = _pairs(group, seed)
            for named, other in pairs:
                plan.drafts += self._drafts(named, other, profile)
            paired = sum(len(place) for pair in pairs for place in pair)
            plan.excluded[UNPAIRED] += sum(map(len, group)) - paired
        plan.excluded += Counter()  # drops counts of zero
        at = {page: k for k, page in enumerate(in_order)}
        plan.drafts.sort(key=lambda draft: at[draft.id])  # so that two with one text are apart
        return plan.check(self.id)

    def _drafts(self, named: SamePage, other: SamePage, profile: Profile) -> Iterator[ItemDraft]:
        """Two items for each description of ``named``: on its own page, and on the other one."""
        shown = {
            book: (book, (*strip.by_hash, *descriptions_of(strip))) for book, strip in named.items()
        }
        for book, others in one_of_each(shown).items():
            words = descriptions_of(named[book])
            for strip, own in ((named[book], True), (other[book], False)):
                yield replace(self._draft(strip, words, own, profile), shared_by=others)

    def _draft(self, strip: Strip, words: Sequence[str], own: bool, profile: Profile) -> ItemDraft:
        lines = "\n".join(f"{k}. {' '.join(text.split())}" for k, text in enumerate(words, 1))
        # Of everybody named: leaving somebody out would reveal that the words are another page's.
        who = who_is_who(strip.book, words) if profile.section(PromptSettings).who_is_who else ""
        reading = way_of_reading(strip)
        values = {"lines": lines, "reading": reading + who}
        (page,) = strip.pages
        return ItemDraft(
            id=strip.id,
            task=self.id,
            kind=self.kind,
            n=len(words),
            gold={"own": own},
            shown=Shown(self.prompt(profile), (page_recipe(sha_of(page)),), values),
            pages=strip.by_hash,
            sources=strip.sources,
            reading=reading,
            meta={"headline": self.headline, "own": own, **strip.facts},
        )


def _look(strip: Strip) -> tuple[int, int, str]:
    """What is sent of a page besides its pixels: its size, and how it is read."""
    (page,) = strip.pages
    return page.width, page.height, way_of_reading(strip)


def _comparable(place: SamePage) -> tuple[object, ...]:
    """The same for two places whose descriptions may be exchanged.

    In a family, where it can be proved that the text says nothing, so that the size of the picture
    says nothing either. Pages of other books, such as scans, may have sizes of their own.
    """
    return tuple(
        (book, len(strip.places), _look(strip) if strip.book.family else None)
        for book, strip in place.items()
    )


def _pairs(group: Sequence[SamePage], seed: int) -> list[tuple[SamePage, SamePage]]:
    """Pairs of places whose descriptions differ in every book, those that look alike together."""
    left = list(group)
    first = next(iter(left[0].values()))
    draw = seeded(seed, "pages to compare", first.id)
    draw.shuffle(left)
    left.sort(key=lambda place: [_look(strip) for strip in place.values()])
    pairs = []
    while left:
        one = left.pop(0)
        at = next((k for k, other in enumerate(left) if _differ(one, other)), None)
        if at is not None:
            named, other = draw.sample((one, left.pop(at)), 2)
            pairs.append((named, other))
    return pairs


def _differ(one: SamePage, other: SamePage) -> bool:
    return all(descriptions_of(one[book]) != descriptions_of(other[book]) for book in one)
