"""ComicVQA's items: which panel is missing, which order of panels is the story's.

All are boards (:mod:`panelwise.rendering._board`) of consecutive panels of one page, with numbered
options. The windows, the sought position and the right option are balanced.

Source: CV-1 to CV-10, CV-E2, CV-E3; AMB-38 to AMB-40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from panelwise.comics import Book
from panelwise.profile import Profile
from panelwise.rendering import CutRecipe, MaskingSettings, board_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import assign_positions, seeded
from panelwise.tasks._draft import Facts, ItemDraft, OneWording, Plan, Shown, unique_id
from panelwise.tasks._item import Option
from panelwise.tasks.plans._family_panels import family_panels
from panelwise.tasks.plans._panel_pool import PanelPool, text_masked
from panelwise.tasks.plans._settings import DistractorSettings, GoldSettings
from panelwise.tasks.plans._strip import (
    Strip,
    descriptions_of,
    page_strips,
    why_absent,
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


def _why_not_masked(strip: Strip) -> str | None:
    if any(page.texts is None for page in strip.pages):
        return "texts not known, so they cannot be covered"
    return None if len(descriptions_of(strip)) == len(strip.places) else "needs descriptions"
