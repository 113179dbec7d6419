"""ComicVQA's choice among orders of consecutive panels.

Source: CV-1 to CV-10, CV-E2, CV-E3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from panelwise.comics import Book
from panelwise.profile import Profile
from panelwise.rendering import board_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import (
    Permutation,
    assign_positions,
    distractors,
    seeded,
)
from panelwise.tasks._draft import ItemDraft, OneWording, Plan, Shown
from panelwise.tasks.plans._family_panels import one_of_each
from panelwise.tasks.plans._matched_orders import MatchedOrders, looks_of
from panelwise.tasks.plans._panel_choice import Window, numbered, windows
from panelwise.tasks.plans._settings import GoldSettings
from panelwise.tasks.plans._strip import panel_hashes
from panelwise.tasks.plans._strip_orders import order_tier, why_ambiguous, why_ambiguous_page


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSorting(OneWording):
    """The declaration of a choice among orders of consecutive panels, each in a green box.

    Attributes:
        panels: how many a page may have, by profile.
        window: of how many consecutive panels it is made.
        orders: the right order of some panels of the window, then wrong ones, by the item's key,
            variant and the seed.
        variants: how often each window is asked, with other orders each time.
        matched: by profile, the orders of a window of a book of a family, by how its panels look;
            it is asked once. ``None``: families get the same orders as other books.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (GoldSettings,)

    asked: str
    panels: Callable[[Profile], range]
    window: int
    orders: Callable[[str, int, int], Sequence[Permutation]]
    variants: int = 1
    matched: Callable[[Profile], MatchedOrders | None] = lambda profile: None
    columns: int = 1
    kind: str = "choice"
    headline: str = "accuracy"

    @property
    def needs(self) -> str:
        """What an input must have."""
        return f"pages of {self.window} or more panels"

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose windows and orders; see :class:`panelwise.tasks.Task`."""
        plan = Plan("pages")
        found = windows(
            books,
            profile,
            seed,
            length=self.window,
            panels=self.panels(profile),
            reason_of=why_ambiguous_page,
            plan=plan,
        )
        chosen: dict[str, tuple[Window, int]] = {}
        questions = ((one, *of) for one in found for of in self._questions(one, profile))
        for window, key, variant in questions:
            frames = [window.start + k for k in self.orders(key, variant, seed)[0]]
            reason = why_ambiguous(window.strip, frames)
            if reason:
                plan.excluded[reason] += 1
            else:
                chosen[key] = window, variant
        shared = self._shared(chosen, seed)
        count = len(self.orders("", 0, seed))
        rights = assign_positions({key: chosen[key][1] for key in shared}, count, seed)
        for key, books_too in shared.items():
            window, variant = chosen[key]
            first, *orders = self._orders(key, window, variant, profile, seed)
            orders.insert(rights[key], first)
            draft = self._draft(key, window, rights[key], orders, profile)
            plan.drafts.append(replace(draft, shared_by=books_too))
        return plan.check(self.id, "western")

    def _questions(self, window: Window, profile: Profile) -> Iterator[tuple[str, int]]:
        """The id and the variant of each item that asks for a window."""
        if self.variants == 1 or self._matched(window, profile):
            yield window.key, 0
        else:
            yield from ((f"{window.key}/{at + 1}", at) for at in range(self.variants))

    def _matched(self, window: Window, profile: Profile) -> MatchedOrders | None:
        return self.matched(profile) if window.strip.book.family else None

    def _orders(
        self, key: str, window: Window, variant: int, profile: Profile, seed: int
    ) -> Sequence[Permutation]:
        """The right order and the wrong ones."""
        matched = self._matched(window, profile)
        if matched is None:
            return self.orders(key, variant, seed)
        draw = seeded(seed, "matched orders", key)
        return matched(looks_of(window.strip, window.frames), draw)

    def _shared(
        self, chosen: Mapping[str, tuple[Window, int]], seed: int
    ) -> dict[str, tuple[str, ...]]:
        """The items to make, and for each the other books that show the same panels."""
        looks = {
            window.strip.id: panel_hashes(window.strip)
            for window, _ in chosen.values()
            if window.strip.book.family
        }
        shown: dict[str, tuple[str, object]] = {}
        for key, (window, variant) in chosen.items():
            book, seen = window.strip.book, looks.get(window.strip.id)
            right = [window.start + k for k in self.orders(key, variant, seed)[0]]
            what = key if seen is None else (book.family, variant, *(seen[k] for k in right))
            shown[key] = (book.id, what)
        return one_of_each(shown)

    def _draft(
        self,
        key: str,
        window: Window,
        right: int,
        orders: Sequence[Permutation],
        profile: Profile,
    ) -> ItemDraft:
        cuts = window.cuts()
        board = board_recipe([[cuts[k] for k in order] for order in orders], columns=self.columns)
        two = [order for at, order in enumerate(orders) if at != right][:1]
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=len(orders),
            gold=right,
            shown=Shown(self.prompt(profile), (board,)),
            pages=window.strip.by_hash,
            sources=window.strip.sources,
            options=numbered(len(orders)),
            index_base=1,
            meta={
                "headline": self.headline,
                "panels": len(orders[right]),
                "window_start": window.start + 1,
                "against": "".join(str(k + 1) for k in two[0]) if len(orders) == 2 else None,
                **order_tier(window.strip, [window.start + k for k in orders[right]]),
                **window.strip.facts,
            },
        )


def other_orders(length: int) -> Callable[[str, int, int], Sequence[Permutation]]:
    """The order of the story and three others, seeded per item (CV-10)."""
    right = tuple(range(length))

    def orders(key: str, variant: int, seed: int) -> Sequence[Permutation]:
        del variant
        return [right, *distractors(right, 3, "uniform", seed, key)]

    return orders


def given_orders(
    *variants: Sequence[Permutation],
) -> Callable[[str, int, int], Sequence[Permutation]]:
    """The same orders for every item, the right one first, by variant (CV-E2, CV-E3)."""

    def orders(key: str, variant: int, seed: int) -> Sequence[Permutation]:
        del key, seed
        return variants[variant]

    return orders
