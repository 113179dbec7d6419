"""Items that ask for the order of a page's panels, as a list or by choice.

A benchmark declares a :class:`PanelOrdering`; this module turns pages into items by it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from panelwise.comics import Book, Page, Panel
from panelwise.errors import UnavailableError
from panelwise.profile import Profile
from panelwise.tasks._deck import deal, deal_positions, distractors, inverse, seeded
from panelwise.tasks._item import Item, Option, SourcePage
from panelwise.tasks._render import Recipe, composite_recipe, crop_recipe, row_recipe

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OPTION_COUNT = 4
_CIRCLES = tuple(chr(0x2460 + k) for k in range(20))  # ① to ⑳


@dataclass(frozen=True, slots=True)
class Prompt:
    """Words sent to a model, with ``{name}`` for what each item fills in.

    Attributes:
        id: names the wording and its version ("chromic.panel_reordering/paper/1").
        text: the template; ``{images}`` stands where the images go.
        status: ``exact`` from the paper, ``reconstructed`` where it printed none, or ``ours``.
        source: where it comes from.
        image_label: words before each image, ``{k}`` standing for its number.
    """

    id: str
    text: str
    status: Literal["exact", "reconstructed", "ours"]
    source: str
    image_label: str = ""

    @property
    def sha256(self) -> str:
        """Hash of the template: two packs with one hash asked in the same words."""
        return hashlib.sha256(f"{self.image_label}\x1f{self.text}".encode()).hexdigest()

    def fill(self, **values: str | int) -> str:
        """The text with every ``{name}`` of ``values`` replaced; other braces stay."""
        text = self.text
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text


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


@dataclass(frozen=True, slots=True)
class ItemDraft:
    """An item whose pictures are not made yet: recipes stand where images will."""

    item_id: str
    page: Page
    book: Book
    source: SourcePage
    n: int
    gold: tuple[int, ...]
    shown: tuple[Panel, ...]
    images: tuple[Recipe, ...]
    single_image: Recipe | None
    options: tuple[Option, ...] = ()
    right: int | None = None


@dataclass(slots=True)
class Plan:
    """What a build will make, and what it leaves out and why."""

    drafts: list[ItemDraft] = field(default_factory=list)
    excluded: Counter[str] = field(default_factory=Counter)


def plan_items(task: PanelOrdering, books: Iterable[Book], profile: Profile, seed: int) -> Plan:
    """Choose pages, deal orders, write recipes; nothing is decoded yet.

    Raises:
        UnavailableError: when no page can feed the task; the text says what was in the way.
    """
    plan = Plan()
    chosen: dict[str, tuple[Book, Page]] = {}
    for book in books:
        for page in book.pages:
            reason = _why_not(task, book, page, profile)
            if reason:
                plan.excluded[reason] += 1
            else:
                chosen[_item_id(book, page, chosen)] = (book, page)
    if not chosen:
        reasons = ", ".join(f"{reason}: {k}" for reason, k in plan.excluded.most_common())
        raise UnavailableError(f"{task.id}: no page can be used ({reasons or 'no pages'})")
    lengths = {key: len(page.panels) for key, (_, page) in chosen.items()}
    golds = deal(lengths, profile.shuffle, seed)
    rights = deal_positions(lengths, OPTION_COUNT, seed) if task.answer == "choice" else {}
    for key, (book, page) in chosen.items():
        plan.drafts.append(
            _draft(task, key, book, page, golds[key], rights.get(key), profile, seed)
        )
    return plan


def _item_id(book: Book, page: Page, taken: Container[str]) -> str:
    """Book and page; both may hold slashes, so that page b/c of a is also page c of a/b."""
    name = key = f"{book.id}/{page.id}"
    number = 2
    while key in taken:
        key, number = f"{name}-{number}", number + 1
    return key


def _why_not(task: PanelOrdering, book: Book, page: Page, profile: Profile) -> str | None:
    """Why a page is left out, in words for the data card; ``None`` when it is used."""
    least = max(task.panels.start, profile.smallest_order, 3 if task.answer == "choice" else 2)
    count = len(page.panels)
    confidence = 1.0 if page.order_confidence is None else page.order_confidence
    reasons = {
        "no image": page.image is None,
        "advertisement": page.advert,
        f"fewer than {least} panels": count < least,
        f"more than {task.panels[-1]} panels": count > task.panels[-1],
        "doubtful reading order": confidence < profile.least_confidence,
        "doubtful panels": any(
            panel.confidence is not None and panel.confidence < profile.least_confidence
            for panel in page.panels
        ),
        "several orders are right": any(story.is_ambiguous_on(page.id) for story in book.stories),
        "has dialogue": task.silent_only(profile) and bool(page.texts),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _draft(
    task: PanelOrdering,
    key: str,
    book: Book,
    page: Page,
    gold: tuple[int, ...],
    right: int | None,
    profile: Profile,
    seed: int,
) -> ItemDraft:
    assert page.image is not None
    sha256 = page.image.sha256
    shown = tuple(page.panels[k] for k in inverse(gold))
    if task.show == "composite":
        images: tuple[Recipe, ...] = (
            composite_recipe(sha256, shown, profile, index_base=task.index_base),
        )
        single = None
    else:
        images = tuple(crop_recipe(sha256, panel) for panel in shown)
        single = row_recipe(sha256, shown, profile)
    options: tuple[Option, ...] = ()
    if right is not None:
        orders = distractors(gold, OPTION_COUNT - 1, profile.shuffle, seed, key)
        seeded(seed, "options", key).shuffle(orders)
        orders.insert(right, gold)
        options = tuple(
            Option(LETTERS[k], text=circled([place + task.index_base for place in order]))
            for k, order in enumerate(orders)
        )
    source = SourcePage(book.id, page.id, page.image.relative, sha256)
    return ItemDraft(
        key, page, book, source, len(gold), gold, shown, images, single, options, right
    )


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


def facts(
    task: PanelOrdering, draft: ItemDraft, profile: Profile
) -> dict[str, str | int | float | bool | None]:
    """What scores are broken down by, besides the number of panels."""
    page, source = draft.page, draft.book.source
    return {
        "headline": task.headline,
        "shuffle": profile.shuffle if task.answer == "list" else None,
        "direction": page.reading_direction,
        "panels_from": "annotation" if page.order_confidence is None else "reader",
        "order_confidence": page.order_confidence,
        "silent": None if page.texts is None else not page.texts,
        "language": source.language,
        "style": source.style,
    }
