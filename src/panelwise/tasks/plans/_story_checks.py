"""What raters of CHROMIC do, asked of models: how faithful descriptions are to a page.

Source: CH-16; ``tasks`` of specification 1.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Faithfulness(OneWording):
    """The declaration of a task that asks how faithful descriptions are to a page.

    Half of the items show a page with its own descriptions, half with those of another page of the
    same book that has as many panels.
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
        groups: dict[tuple[str, int], list[tuple[Strip, list[str]]]] = {}
        for strip in page_strips(books):
            sentences = descriptions_of(strip)
            reason = why_absent(strip)
            if reason is None and len(sentences) < len(strip.places):
                reason = "needs descriptions"
            if reason:
                plan.excluded[reason] += 1
            else:
                groups.setdefault((strip.book.id, len(sentences)), []).append((strip, sentences))
        for pages in groups.values():
            if len(pages) < 2:
                plan.excluded["no other page of so many panels"] += len(pages)
                continue
            for at, (strip, sentences) in enumerate(pages):
                others = [
                    words for k, (_, words) in enumerate(pages) if k != at and words != sentences
                ]
                own = at % 2 == 0 or not others
                words = sentences if own else seeded(seed, "other", strip.id).choice(others)
                plan.drafts.append(self._draft(strip, words, own, profile))
        return plan.check(self.id)

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
