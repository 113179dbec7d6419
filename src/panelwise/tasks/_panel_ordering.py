"""Items that ask for the order of a page's panels, as a list or by choice.

A benchmark declares a :class:`PanelOrdering`; this module turns pages into items by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.comics import Book, Page
from panelwise.profile import Profile
from panelwise.tasks._deck import Permutation, deal, deal_positions, distractors, inverse, seeded
from panelwise.tasks._draft import (
    LETTERS,
    Facts,
    ItemDraft,
    Plan,
    Prompt,
    Shown,
    facts_of,
    lettered,
    source_page,
    unique_id,
)
from panelwise.tasks._item import Item, Option
from panelwise.tasks._render import Recipe, composite_recipe, crop_recipe, row_recipe

OPTION_COUNT = 4
_CIRCLES = tuple(chr(0x2460 + k) for k in range(20))  # ① to ⑳
_ASKED = {
    ("list", "composite"): "The panels of a page, shuffled into one picture with index tags, are"
    " to be listed in story order.",
    ("list", "frames"): "The frames of a strip, shuffled and sent one by one, are to be listed in"
    " story order.",
    ("choice", "frames"): "The frames of a strip, shuffled and sent one by one; which of four"
    " orders is the story's?",
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
        silent_only: whether pages known to carry text are left out, by profile.
        example: the answer printed in the prompt for n panels, if any.
        source: paragraphs of the specification.
    """

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
    silent_only: Callable[[Profile], bool] = lambda profile: False
    example: Callable[[Profile, int], tuple[int, ...] | None] = lambda profile, n: None

    @property
    def kind(self) -> Literal["ordering", "choice"]:
        """The task kind that scores it."""
        return "ordering" if self.answer == "list" else "choice"

    @property
    def asked(self) -> str:
        """What is asked, for the data card."""
        return _ASKED[self.answer, self.show]

    @property
    def needs(self) -> str:
        """What an input must have."""
        return f"pages of {self.panels[0]} to {self.panels[-1]} panels"

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        """The wordings for several pictures and for one."""
        single = self.single_image_prompt
        return (self.prompt(profile), *([single(profile)] if single else ()))

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose pages and deal orders; see :class:`panelwise.tasks.Task`."""
        plan = Plan("pages")
        chosen: dict[str, tuple[Book, Page]] = {}
        for book in books:
            for page in book.pages:
                reason = self._why_not(book, page, profile)
                if reason:
                    plan.excluded[reason] += 1
                else:
                    chosen[unique_id(f"{book.id}/{page.id}", chosen)] = (book, page)
        lengths = {key: len(page.panels) for key, (_, page) in chosen.items()}
        golds = deal(lengths, profile.shuffle, seed)
        rights = deal_positions(lengths, OPTION_COUNT, seed) if self.answer == "choice" else {}
        for key, (book, page) in chosen.items():
            plan.drafts.append(
                self._draft(key, book, page, golds[key], rights.get(key), profile, seed)
            )
        return plan.check(self.id)

    def _why_not(self, book: Book, page: Page, profile: Profile) -> str | None:
        """Why a page is left out, in words for the data card; ``None`` when it is used."""
        smallest = 3 if self.answer == "choice" else 2
        least = max(self.panels.start, profile.smallest_order, smallest)
        count = len(page.panels)
        reasons = {
            f"fewer than {least} panels": count < least,
            f"more than {self.panels[-1]} panels": count > self.panels[-1],
            "several orders are right": any(s.is_ambiguous_on(page.id) for s in book.stories),
            "has dialogue": self.silent_only(profile) and bool(page.texts),
        }
        own = next((reason for reason, holds in reasons.items() if holds), None)
        return why_absent(page) or own or why_doubtful(page, profile)

    def _draft(
        self,
        key: str,
        book: Book,
        page: Page,
        gold: Permutation,
        right: int | None,
        profile: Profile,
        seed: int,
    ) -> ItemDraft:
        assert page.image is not None
        sha256, n = page.image.sha256, len(gold)
        panels = tuple(page.panels[k] for k in inverse(gold))
        options = self._options(key, gold, right, profile, seed)
        example = self.example(profile, n)
        values: dict[str, str | int] = {
            "N": n,
            "last": n - 1 + self.index_base,
            "options": lettered(options),
            "example": "-".join(str(index + self.index_base) for index in example or ()),
        }
        single = None
        if self.show == "composite":
            whole = composite_recipe(sha256, panels, profile, index_base=self.index_base)
            pictures: tuple[Recipe, ...] = (whole,)
        else:
            pictures = tuple(crop_recipe(sha256, panel) for panel in panels)
            if self.single_image_prompt is not None:
                row = row_recipe(sha256, panels, profile)
                single = Shown(self.single_image_prompt(profile), (row,), values)
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=len(options) or n,
            gold=gold if right is None else right,
            shown=Shown(self.prompt(profile), pictures, values),
            pages={sha256: page.image},
            sources=(source_page(book, page),),
            single=single,
            options=options,
            index_base=self.index_base,
            example=example,
            meta=self._facts(page, book, profile) | ({"panels": n} if options else {}),
        )

    def _options(
        self, key: str, gold: Permutation, right: int | None, profile: Profile, seed: int
    ) -> tuple[Option, ...]:
        if right is None:
            return ()
        orders = distractors(gold, OPTION_COUNT - 1, profile.shuffle, seed, key)
        seeded(seed, "options", key).shuffle(orders)
        orders.insert(right, gold)
        return tuple(
            Option(LETTERS[k], text=circled([place + self.index_base for place in order]))
            for k, order in enumerate(orders)
        )

    def _facts(self, page: Page, book: Book, profile: Profile) -> Facts:
        """What scores are broken down by, besides the number of panels."""
        shuffle = profile.shuffle if self.answer == "list" else None
        return {"headline": self.headline, "shuffle": shuffle, **facts_of(page, book)}


def why_absent(page: Page) -> str | None:
    """Why there is nothing on a page to ask about, in words for the data card; else ``None``."""
    if page.image is None:
        return "no image"
    return "advertisement" if page.advert else None


def why_doubtful(page: Page, profile: Profile) -> str | None:
    """Why what was read from a page is not sure enough for a benchmark; else ``None``."""
    if page.order_confidence is not None and page.order_confidence < profile.least_confidence:
        return "doubtful reading order"
    sure = [panel.confidence for panel in page.panels if panel.confidence is not None]
    return "doubtful panels" if sure and min(sure) < profile.least_confidence else None


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
    if not isinstance(item.gold, int):
        return item.gold
    text = item.options[item.gold].text or ""
    parts = text.split("-") if "-" in text else list(text)
    if not all((part.isascii() and part.isdigit()) or part in _CIRCLES for part in parts):
        return None
    order = tuple(
        (_CIRCLES.index(part) + 1 if part in _CIRCLES else int(part)) - item.index_base
        for part in parts
    )
    return order if len(order) > 1 and sorted(order) == list(range(len(order))) else None
