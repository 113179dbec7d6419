"""Items that ask for the order of a page's panel descriptions, with the page in view (CH-2).

One reading of the page gives the order, so a page whose panels have several valid orders by
content alone is as good as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from panelwise.comics import Book
from panelwise.profile import Profile
from panelwise.rendering import page_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import Permutation, assign_orders, inverse
from panelwise.tasks._draft import ItemDraft, OneWording, Plan, Shown, unique_id
from panelwise.tasks.plans._family_panels import strips_shown_once
from panelwise.tasks.plans._settings import GoldSettings, PromptSettings, SequenceSettings
from panelwise.tasks.plans._story_choice import who_is_who
from panelwise.tasks.plans._strip import (
    Strip,
    descriptions_of,
    page_strips,
    sha_of,
    way_of_reading,
    why_absent,
    why_doubtful,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DescriptionOrdering(OneWording):
    """The declaration of a description-ordering task.

    Attributes:
        prompt: the wording by profile; ``{lines}`` stands for the shuffled descriptions.
        example: the answer printed in the prompt, if any, by profile.

    The others are those of :class:`panelwise.tasks.Task`.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (
        PromptSettings,
        SequenceSettings,
        GoldSettings,
    )
    text_is_evidence: ClassVar[bool] = True

    headline: str
    example: Callable[[Profile], tuple[int, ...] | None]
    kind: str = "ordering"
    asked: str = "A page and shuffled descriptions of its panels; what is their story order?"
    needs: str = "pages with a description of every panel"

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose pages and assign orders; see :class:`panelwise.tasks.Task`."""
        plan = Plan("pages")
        chosen: dict[str, tuple[Strip, list[str]]] = {}
        for strip in page_strips(books):
            sentences = descriptions_of(strip)
            reason = why_absent(strip) or _why_not(strip, sentences, profile)
            if reason:
                plan.excluded[reason] += 1
            else:
                chosen[unique_id(strip.id, chosen)] = (strip, sentences)
        shared = strips_shown_once({key: strip for key, (strip, _) in chosen.items()})
        golds = assign_orders(
            {key: len(chosen[key][1]) for key in shared},
            profile.section(SequenceSettings).shuffle,
            seed,
        )
        for key, books_too in shared.items():
            draft = self._draft(key, *chosen[key], golds[key], profile)
            plan.drafts.append(replace(draft, shared_by=books_too))
        return plan.check(self.id)

    def _draft(
        self, key: str, strip: Strip, sentences: Sequence[str], gold: Permutation, profile: Profile
    ) -> ItemDraft:
        mark = (
            "[{k}]. {text}"
            if profile.section(PromptSettings).index_style == "bracketed"
            else "{k}. {text}"
        )
        lines = "\n".join(
            mark.format(k=k, text=" ".join(sentences[place].split()))
            for k, place in enumerate(inverse(gold))
        )
        (page,) = strip.pages
        who = (
            who_is_who(strip.book, sentences, strip.pages)
            if profile.section(PromptSettings).who_is_who
            else ""
        )
        reading = way_of_reading(strip)
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=len(gold),
            gold=gold,
            shown=Shown(
                self.prompt(profile),
                (page_recipe(sha_of(page)),),
                {"N": len(gold), "lines": lines, "reading": reading + who},
            ),
            pages=strip.by_hash,
            sources=strip.sources,
            reading=reading,
            example=self.example(profile),
            meta={
                "headline": self.headline,
                "shuffle": profile.section(SequenceSettings).shuffle,
                **strip.facts,
            },
        )


def _why_not(strip: Strip, sentences: Sequence[str], profile: Profile) -> str | None:
    count, least = len(strip.places), max(2, profile.section(SequenceSettings).smallest_order)
    if count < least:
        return f"fewer than {least} panels"
    if len(sentences) < count:
        return "needs descriptions"
    return "two descriptions alike" if len(set(sentences)) < count else why_doubtful(strip, profile)
