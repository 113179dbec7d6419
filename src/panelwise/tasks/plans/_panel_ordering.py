"""Items that ask for the order of a page's panels, as a list or by choice.

A benchmark declares a :class:`PanelOrdering`; this module turns pages into items by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from panelwise.comics import Book
from panelwise.metrics import Shuffle
from panelwise.profile import PAPER, Profile
from panelwise.rendering import CompositeSettings, Recipe, composite_recipe, row_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import (
    Permutation,
    assign_orders,
    assign_positions,
    distractors,
    fair_order,
    inverse,
    seeded,
    turned_orders,
)
from panelwise.tasks._draft import (
    LETTERS,
    ItemDraft,
    Plan,
    Prompt,
    Shown,
    lettered,
    unique_id,
)
from panelwise.tasks._item import MAX_ACCEPTED, Item, Option
from panelwise.tasks.plans._exchanged_orders import two_exchanges
from panelwise.tasks.plans._family_panels import strips_shown_once
from panelwise.tasks.plans._matched_orders import looks_of
from panelwise.tasks.plans._settings import GoldSettings, SequenceSettings, StripSettings
from panelwise.tasks.plans._strip import (
    Strip,
    page_strips,
    whole_strips,
    why_absent,
    why_doubtful,
    why_recognisable,
    why_revealing,
)
from panelwise.tasks.plans._strip_orders import order_tier, orders_of, why_ambiguous

OPTION_COUNT = 4
_CIRCLES = tuple(chr(0x2460 + k) for k in range(20))  # ① to ⑳
_ASKED = {
    ("list", "composite"): (
        "The panels of a page, shuffled and combined into one picture with numbers; what is their"
        " story order?"
    ),
    ("list", "frames"): (
        "The frames of a strip, shuffled and sent as separate pictures; what is their story order?"
    ),
    ("choice", "frames"): (
        "The frames of a strip, shuffled and sent as separate pictures; which of four orders is"
        " the story order?"
    ),
}


@dataclass(frozen=True, slots=True)
class PanelOrdering:
    """The declaration of a panel-ordering task.

    Attributes:
        id: ``benchmark.task``.
        answer: ``list`` (the model writes the order) or ``choice`` (it picks one of four).
        show: ``composite`` (one picture with index tags) or ``frames`` (a picture per panel).
        panels: numbers of panels that a page may have.
        index_base: the number of the first shown panel in the prompt.
        headline: the metric that the paper ranks models by.
        prompt: the wording for several images (or for the composite), by profile.
        single_image_prompt: for models that take one image; ``None`` for a composite task.
        strips: what is cut into frames: single pages, or whole stories wherever they are known.
        with_meaning: whether the prompt states the story's meaning, as ``{understanding}``.
        shown_is_wrong: whether the prompt says that the shown order is not the right one; then it
            never is, whatever ``sequences.shuffle`` (AMB-10).
        silent_only: whether pages known to carry text are left out, by profile.
        example: the answer printed in the prompt for n panels, if any.
        source: paragraphs of the specification.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (
        SequenceSettings,
        CompositeSettings,
        GoldSettings,
    )

    id: str
    title: str
    answer: Literal["list", "choice"]
    show: Literal["composite", "frames"]
    panels: range
    index_base: int
    headline: str
    prompt: Callable[[Profile], Prompt]
    source: str
    single_image_prompt: Callable[[Profile], Prompt] | None = None
    strips: Literal["pages", "stories"] = "pages"
    with_meaning: bool = False
    shown_is_wrong: bool = False
    needs_texts: bool = False
    traps: tuple[str, ...] = ()
    paper: Profile = PAPER
    own_settings: tuple[type[Section], ...] = ()
    silent_only: Callable[[Profile], bool] = lambda profile: False
    example: Callable[[Profile, int], tuple[int, ...] | None] = lambda profile, n: None

    @property
    def settings(self) -> tuple[type[Section], ...]:
        """The sections of settings that its items and wordings obey."""
        return (*self.plan_settings, *self.own_settings)

    @property
    def kind(self) -> str:
        """The task kind that scores it."""
        return "ordering" if self.answer == "list" else "choice"

    @property
    def text_is_evidence(self) -> bool:
        """Whether the words are meant to help: the story's meaning is."""
        return self.with_meaning

    @property
    def asked(self) -> str:
        """What is asked, for the data card."""
        return _ASKED[self.answer, self.show]

    @property
    def needs(self) -> str:
        """What an input must have."""
        what = "pages" if self.strips == "pages" else "whole stories (or pages that are one)"
        least, in_paper = (
            max(self.panels[0], section.smallest_order)
            for section in (SequenceSettings(), self.paper.section(SequenceSettings))
        )
        words = f"{what} of {least} to {self.panels[-1]} panels"
        if in_paper != least:
            words += f" ({in_paper} to {self.panels[-1]} in the profile `paper`)"
        return words + (" whose meaning is known" if self.with_meaning else "")

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        """The wordings for several pictures and for one."""
        single = self.single_image_prompt
        return (self.prompt(profile), *([single(profile)] if single else ()))

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose pages or stories and shuffle them; see :class:`panelwise.tasks.Task`.

        Strips whose meaning must be known are left out only once all are shuffled: what is shown
        of a strip is the same in a pack with meanings and in one without (SC-E4).
        """
        plan = Plan("pages" if self.strips == "pages" else "strips")
        chosen: dict[str, Strip] = {}
        several: dict[str, tuple[Permutation, ...]] = {}
        for strip in page_strips(books) if self.strips == "pages" else whole_strips(books):
            reason = self._why_not(strip, profile)
            if reason:
                plan.excluded[reason] += 1
            else:
                key = unique_id(strip.id, chosen)
                chosen[key] = strip
                several[key] = self._accepted(strip, profile)
        shared = strips_shown_once(chosen)
        lengths = {key: len(chosen[key].places) for key in shared}
        golds = assign_orders(lengths, self._rule(profile), seed)
        matched = {key: self._matched(chosen[key], profile) for key in shared}
        for key in [key for key in shared if len(matched[key] or several[key]) > 1]:
            orders = matched[key] or several[key]
            fair = fair_order(golds[key], orders, self._rule(profile), seed, key)
            if fair is None:  # some right order would have to be one that is never shown
                plan.excluded["no fair shuffle of several right orders"] += 1
                del shared[key]
            else:
                golds[key] = fair
        rights = assign_positions(lengths, OPTION_COUNT, seed) if self.answer == "choice" else {}
        meant = self.with_meaning or (
            self.strips == "stories" and profile.section(StripSettings).known_meaning
        )
        for key, books_too in shared.items():
            strip = chosen[key]
            if meant and meaning_of(strip) is None:
                plan.excluded["no meaning known"] += 1
                continue
            gold, right = golds[key], rights.get(key)
            options = self._options(key, strip, gold, right, matched[key], profile, seed)
            draft = self._draft(key, strip, gold, right, options, profile)
            draft = with_accepted(draft, golds[key], several[key])
            plan.drafts.append(replace(draft, shared_by=books_too))
        return plan.check(self.id, "strip")

    def _accepted(self, strip: Strip, profile: Profile) -> tuple[Permutation, ...]:
        """All right orders of a strip that is kept with several; of another none.

        A choice among orders has one right option, so it keeps no such strip.
        """
        kept = profile.section(SequenceSettings).several_orders == "keep"
        if not kept or self.answer == "choice" or why_ambiguous(strip) is None:
            return ()
        orders = orders_of(strip)
        return orders if 1 < len(orders) <= MAX_ACCEPTED else ()

    def _rule(self, profile: Profile) -> Shuffle:
        """Which orders may be shown."""
        claimed = self.shown_is_wrong and profile.section(SequenceSettings).shuffle == "uniform"
        return "non_identity" if claimed else profile.section(SequenceSettings).shuffle

    def _why_not(self, strip: Strip, profile: Profile) -> str | None:
        """Why a strip is left out, in words for the data card; ``None`` when it is used."""
        smallest = 3 if self.answer == "choice" else 2
        least = max(self.panels.start, profile.section(SequenceSettings).smallest_order, smallest)
        count = len(strip.places)
        reasons = {
            f"fewer than {least} panels": count < least,
            f"more than {self.panels[-1]} panels": count > self.panels[-1],
            "has dialogue": self.silent_only(profile) and strip.has_text(),
        }
        own = next((reason for reason, holds in reasons.items() if holds), None)
        ambiguous = None if self._accepted(strip, profile) else why_ambiguous(strip)
        by_size = why_recognisable(strip) if self.show == "frames" else None
        telling = ambiguous or why_revealing(strip) or by_size
        return why_absent(strip) or own or telling or why_doubtful(strip, profile)

    def _draft(
        self,
        key: str,
        strip: Strip,
        gold: Permutation,
        right: int | None,
        options: tuple[Option, ...],
        profile: Profile,
    ) -> ItemDraft:
        n = len(gold)
        frames = inverse(gold)
        example = self.example(profile, n)
        values: dict[str, str | int] = {
            "N": n,
            "last": n - 1 + self.index_base,
            "options": lettered(options),
            "Options": lettered(options),
            "example": "-".join(str(index + self.index_base) for index in example or ()),
            "understanding": meaning_of(strip) or "",
        }
        single = None
        cuts = [strip.cut(frame) for frame in frames]
        if self.show == "composite":
            whole = composite_recipe(cuts, profile, index_base=self.index_base)
            pictures: tuple[Recipe, ...] = (whole,)
        else:
            pictures = tuple(strip.crop(frame) for frame in frames)
            if self.single_image_prompt is not None:
                row = row_recipe(cuts, profile)
                single = Shown(self.single_image_prompt(profile), (row,), values)
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=len(options) or n,
            gold=gold if right is None else right,
            shown=Shown(self.prompt(profile), pictures, values),
            pages=strip.by_hash,
            sources=strip.sources,
            single=single,
            options=options,
            index_base=self.index_base,
            example=example,
            meta={"headline": self.headline, "shuffle": self._rule(profile)}
            | order_tier(strip, range(n))
            | strip.facts
            | ({"panels": n} if options else {})
            | ({"strip": strip.unit} if self.strips == "stories" else {}),
        )

    def _matched(self, strip: Strip, profile: Profile) -> Sequence[Permutation]:
        """The orders to choose from in a strip of a family, the right one first, as its places."""
        count = len(strip.places)
        matched = self.answer == "choice" and profile.section(StripSettings).matched_orders
        if not matched or strip.book.family is None or count < OPTION_COUNT:
            return ()
        return two_exchanges(looks_of(strip, range(count)))

    def _options(
        self,
        key: str,
        strip: Strip,
        gold: Permutation,
        right: int | None,
        matched: Sequence[Permutation],
        profile: Profile,
        seed: int,
    ) -> tuple[Option, ...]:
        if right is None:
            return ()
        rule = self._rule(profile)
        if matched:
            orders = [tuple(gold[place] for place in order) for order in matched[1:]]
        elif strip.book.family is not None and len(gold) >= OPTION_COUNT:
            orders = turned_orders(gold, rule, seed, key)
        else:
            orders = distractors(gold, OPTION_COUNT - 1, rule, seed, key)
        seeded(seed, "options", key).shuffle(orders)
        orders.insert(right, gold)
        return tuple(
            Option(LETTERS[k], text=circled([place + self.index_base for place in order]))
            for k, order in enumerate(orders)
        )


def with_accepted(draft: ItemDraft, gold: Permutation, orders: Sequence[Permutation]) -> ItemDraft:
    """The draft with all its right orders, as shown indices, and their number among its facts."""
    if len(orders) < 2:
        return draft
    accepted = tuple(tuple(gold[place] for place in order) for order in orders)
    return replace(draft, accepted=accepted, meta={**draft.meta, "valid_orders": len(orders)})


def meaning_of(strip: Strip) -> str | None:
    """What a story means, by the right answer to the question for it; ``None`` when unknown."""
    for question in strip.story.questions if strip.story else ():
        if question.task == "narrative_comprehension":
            return question.answer
    return None


def circled(numbers: Sequence[int]) -> str:
    """Numbers as StripCipher writes an order: ③②①④ (plain with dashes beyond 20).

    >>> circled([3, 2, 1, 4])
    '③②①④'
    """
    if all(1 <= number <= len(_CIRCLES) for number in numbers):
        return "".join(_CIRCLES[number - 1] for number in numbers)
    return "-".join(map(str, numbers))


def story_order(item: Item) -> tuple[int, ...] | None:
    """The shown indices in story order: the gold of an ordering, or what the right option says.

    ``None`` for an item that is about no order.
    """
    if isinstance(item.gold, tuple):
        return item.gold
    if not isinstance(item.gold, int):
        return None
    text = item.options[item.gold].text or ""
    parts = text.split("-") if "-" in text else list(text)
    if not all((part.isascii() and part.isdigit()) or part in _CIRCLES for part in parts):
        return None
    order = tuple(
        (_CIRCLES.index(part) + 1 if part in _CIRCLES else int(part)) - item.index_base
        for part in parts
    )
    return order if len(order) > 1 and sorted(order) == list(range(len(order))) else None
