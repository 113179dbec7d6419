"""ComicVQA's items: which panel is missing, which order of panels is the story's.

All are boards (:mod:`panelwise.rendering._board`) of consecutive panels of one page, with numbered
options. The windows, the sought position and the right option are balanced.

Source: CV-1 to CV-10, CV-E2, CV-E3; AMB-38 to AMB-40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from panelwise.comics import Book
from panelwise.profile import Profile
from panelwise.rendering import CutRecipe, MaskingSettings, board_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import Permutation, assign_positions, distractors, seeded
from panelwise.tasks._draft import Facts, ItemDraft, OneWording, Plan, Shown, unique_id
from panelwise.tasks._item import Option
from panelwise.tasks.plans._family_panels import family_panels, one_of_each
from panelwise.tasks.plans._panel_pool import PanelPool, text_masked
from panelwise.tasks.plans._settings import DistractorSettings, GoldSettings
from panelwise.tasks.plans._strip import (
    Strip,
    descriptions_of,
    order_tier,
    page_strips,
    panel_hashes,
    why_absent,
    why_ambiguous,
    why_doubtful,
    why_revealing,
)

Misleading = Sequence[tuple[Strip, int, float]]  # panels, each with its page and its cosine


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive panels of a page, and the item that is made of them."""

    key: str
    strip: Strip
    start: int
    length: int

    @property
    def frames(self) -> range:
        """Positions of its panels in the page's reading order."""
        return range(self.start, self.start + self.length)

    def cuts(self) -> list[CutRecipe]:
        """Its panels with their texts."""
        return [self.strip.cut(frame) for frame in self.frames]


def windows(
    books: Sequence[Book],
    profile: Profile,
    seed: int,
    *,
    length: int,
    panels: range,
    reason_of: Callable[[Strip], str | None],
    plan: Plan,
) -> Iterator[Window]:
    """One window of consecutive panels of every page that can be used; its start is random.

    In all books of a family it is the same.
    """
    taken: set[str] = set()
    for strip in page_strips(books):
        count = len(strip.places)
        wrong_count = None
        if count not in panels:
            wrong_count = f"fewer than {panels[0]} panels"
            if len(panels) == 1:
                wrong_count = f"not {panels[0]} panels"
        reason = (
            why_absent(strip)
            or wrong_count
            or reason_of(strip)
            or why_revealing(strip)
            or why_doubtful(strip, profile)
        )
        if reason:
            plan.excluded[reason] += 1
            continue
        key = unique_id(strip.id, taken)
        taken.add(key)
        family = strip.book.family
        own = (key,) if family is None else (family, strip.pages[0].id)
        start = seeded(seed, "window", *own).randrange(count - length + 1)
        yield Window(key, strip, start, length)


def numbered(count: int) -> tuple[Option, ...]:
    """Options that are pictures within the board."""
    return tuple(Option(str(k + 1), image=0) for k in range(count))


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPanel(OneWording):
    """The declaration of ComicVQA's missing panel: which of four panels stood at the "?".

    ``panels`` tells how many a page may have, by profile; others are as in
    :class:`panelwise.tasks.Task`.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (
        DistractorSettings,
        MaskingSettings,
        GoldSettings,
    )

    panels: Callable[[Profile], range]
    window: int = 5
    options: int = 4
    kind: str = "choice"
    headline: str = "accuracy"
    asked: str = (
        "Five consecutive panels without their texts, one of them missing; which of four panels"
        " stood there?"
    )
    needs: str = "pages of 5 or more panels with descriptions"
    needs_texts: bool = True

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose windows, sought positions and distractors; see :class:`panelwise.tasks.Task`."""
        plan = Plan("pages")
        found = windows(
            books,
            profile,
            seed,
            length=self.window,
            panels=self.panels(profile),
            reason_of=_why_not_masked,
            plan=plan,
        )
        chosen = {window.key: window for window in found}
        if profile.section(DistractorSettings).tier != "any_book":
            self._plan_families(plan, books, chosen, profile, seed)
        pool = PanelPool(books, profile) if chosen else None
        sought: dict[str, tuple[int, Misleading]] = {}
        used: Counter[int] = Counter()
        for key, window in chosen.items():
            assert pool is not None
            found_here = self._sought(window, pool, used, seed)
            if found_here is None:
                plan.excluded[f"fewer than {self.options - 1} panels to mislead"] += 1
            else:
                sought[key] = found_here
                used[found_here[0]] += 1
        rights = assign_positions({key: at for key, (at, _) in sought.items()}, self.options, seed)
        for key, (hidden, wrong) in sought.items():
            plan.drafts.append(self._draft(chosen[key], hidden, rights[key], wrong, profile))
        return plan.check(self.id, "western")

    def _plan_families(
        self,
        plan: Plan,
        books: Sequence[Book],
        chosen: dict[str, Window],
        profile: Profile,
        seed: int,
    ) -> None:
        """The items of pages of families, which are taken out of the chosen windows."""
        panels = family_panels(books, self.window, self.options, seed)
        own = {
            key: panels[chosen[key].strip.id] for key in chosen if chosen[key].strip.id in panels
        }
        sought = {key: panel for key, panel in own.items() if panel is not None}
        positions = {key: panel.hidden for key, panel in sought.items()}
        rights = assign_positions(positions, self.options, seed)
        for key, panel in own.items():
            window = chosen.pop(key)
            if panel is None:
                plan.excluded["no panel that other worlds of the family could replace"] += 1
                continue
            moved = replace(window, start=panel.start)
            cuts = panel.candidates(rights[key], profile)
            facts: Facts = {
                "wrong_from": "same_family",
                "window_start": panel.start + 1,
                "panels_needed": panel.needed,
                **({"tier": panel.tier} if panel.tier else {}),
            }
            strips = [panel.strip, *panel.others]
            plan.drafts.append(
                self._item(moved, panel.hidden, rights[key], (cuts, strips, facts), profile)
            )

    def _sought(
        self, window: Window, pool: PanelPool, used: Counter[int], seed: int
    ) -> tuple[int, Misleading] | None:
        """The least used position with enough panels to mislead, and these; ``None``: nowhere."""
        turns = list(range(self.window))
        seeded(seed, "hidden", window.key).shuffle(turns)
        for hidden in sorted(turns, key=lambda position: used[position]):
            wrong = pool.nearest(window.strip, window.start + hidden, self.options - 1)
            if len(wrong) == self.options - 1:
                return hidden, wrong
        return None

    def _draft(
        self,
        window: Window,
        hidden: int,
        right: int,
        wrong: Misleading,
        profile: Profile,
    ) -> ItemDraft:
        shown = [text_masked(other, frame, profile) for other, frame, _ in wrong]
        shown.insert(right, text_masked(window.strip, window.start + hidden, profile))
        strips = [window.strip, *(other for other, _, _ in wrong)]
        facts: Facts = {
            "wrong_from": profile.section(DistractorSettings).tier,
            "window_start": window.start + 1,
            "similarity": round(max(score for _, _, score in wrong), 4),
        }
        return self._item(window, hidden, right, (shown, strips, facts), profile)

    def _item(
        self,
        window: Window,
        hidden: int,
        right: int,
        offered: tuple[Sequence[CutRecipe], Sequence[Strip], Facts],
        profile: Profile,
    ) -> ItemDraft:
        """An item with the panels to choose from, the pages they are from, and facts of them."""
        shown, strips, facts = offered
        context = [text_masked(window.strip, frame, profile) for frame in window.frames]
        board = board_recipe([[cut] for cut in shown], context=context, hidden=hidden, columns=2)
        return ItemDraft(
            id=window.key,
            task=self.id,
            kind=self.kind,
            n=self.options,
            gold=right,
            shown=Shown(self.prompt(profile), (board,)),
            pages={sha: page for one in strips for sha, page in one.by_hash.items()},
            sources=tuple(dict.fromkeys(page for one in strips for page in one.sources)),
            options=numbered(self.options),
            index_base=1,
            meta={
                "headline": self.headline,
                "panels": self.window,
                "masked_position": hidden + 1,
                **facts,
                **window.strip.facts,
            },
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSorting(OneWording):
    """The declaration of a choice among orders of consecutive panels, each in a green box.

    Attributes:
        panels: how many a page may have, by profile.
        window: of how many consecutive panels it is made.
        orders: the right order of some panels of the window, then wrong ones, by the item's key,
            variant and the seed.
        variants: how often each window is asked, with other orders each time.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (GoldSettings,)

    asked: str
    panels: Callable[[Profile], range]
    window: int
    orders: Callable[[str, int, int], Sequence[Permutation]]
    variants: int = 1
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
            reason_of=why_ambiguous,
            plan=plan,
        )
        chosen = {
            f"{window.key}/{variant + 1}" if self.variants > 1 else window.key: (window, variant)
            for window in found
            for variant in range(self.variants)
        }
        shared = self._shared(chosen, seed)
        count = len(self.orders("", 0, seed))
        rights = assign_positions({key: chosen[key][1] for key in shared}, count, seed)
        for key, books_too in shared.items():
            window, variant = chosen[key]
            first, *orders = self.orders(key, variant, seed)
            orders.insert(rights[key], first)
            draft = self._draft(key, window, rights[key], orders, profile)
            plan.drafts.append(replace(draft, shared_by=books_too))
        return plan.check(self.id, "western")

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


def _why_not_masked(strip: Strip) -> str | None:
    if any(page.texts is None for page in strip.pages):
        return "texts not known, so they cannot be covered"
    return None if len(descriptions_of(strip)) == len(strip.places) else "needs descriptions"
