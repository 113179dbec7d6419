"""One question of a benchmark, whatever its kind.

An item is complete in itself: the messages exactly as they will be sent, the images by hash with
the recipe that makes them from the source pages, and what counts as right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from panelwise.metrics import Shuffle
from panelwise.metrics.resampling import Cluster, cluster_of
from panelwise.models import Role
from panelwise.tasks._withheld import Withheld

MAX_ACCEPTED = 1000  # orders of one item that are right
MAX_GOLD = 2000  # panels, boxes or lines of one item; comparing them grows with the square

Outcome = Literal[
    "correct",
    "partial",
    "wrong",
    "no_answer",
    "unparsed",
    "refused",
    "truncated",
    "unsupported",
    "provider_error",
    "unscored",
]
# Of a sample whose right answer is known; "unscored" is of the others, and of them alone.
OUTCOMES: tuple[Outcome, ...] = (
    "correct",
    "partial",
    "wrong",
    "no_answer",
    "unparsed",
    "refused",
    "truncated",
    "unsupported",
    "provider_error",
)
Document = dict[str, Any]
"""An answer or gold that is more than an option or an order, as plain JSON values."""
Answer = tuple[int, ...] | int | Document
AnswerForm = Literal["order", "option", "document"]
"""Which of the three types the gold and the answers of a kind have."""
Status = Literal[
    "ok",
    "ok_repaired",
    "invalid",
    "refusal",
    "empty",
    "truncated",
    "error",
    "unsupported",
    "unscored",
]

# The one table from parse status (specification 7.0) to outcome. ``None``: the answer was read, so
# its score decides between correct, partial and wrong.
OUTCOME_OF_STATUS: dict[Status, Outcome | None] = {
    "ok": None,
    "ok_repaired": None,
    "invalid": "unparsed",
    "refusal": "refused",
    "empty": "no_answer",
    "truncated": "truncated",
    "error": "provider_error",
    "unsupported": "unsupported",
    "unscored": "unscored",
}


@dataclass(frozen=True, slots=True)
class SourcePage:
    """The page that (part of) an item was made from, as its owner can find it again."""

    book: str
    page: str
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ImageEntry:
    """One image of an item.

    ``sha256`` is of the bytes that are sent, ``pixels`` of the decoded RGB pixels (equal even
    when another library version encodes them); ``recipe`` rebuilds it from ``SourcePage`` copies.
    """

    sha256: str
    pixels: str
    width: int
    height: int
    media_type: str
    size: int
    recipe: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; a part is a text, or the index of an image of the rendering."""

    role: Role
    parts: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Rendering:
    """An item as it is shown to a solver."""

    turns: tuple[Turn, ...]
    images: tuple[ImageEntry, ...]
    prompt_id: str

    @property
    def text(self) -> str:
        """All words that are sent, images as ``[image k]``, turns separated by a blank line."""
        return "\n\n".join(
            "".join(p if isinstance(p, str) else f"[image {p + 1}]" for p in turn.parts)
            for turn in self.turns
        )


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose from: words, or the index of an image of the rendering."""

    label: str
    text: str | None = None
    image: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """What every kind of item has.

    Attributes:
        id: unique within its pack.
        task: ``benchmark.task``.
        kind: the name of the task kind that reads and scores answers to it.
        n: how many things are ordered, found or named, or how many options there are.
        rendering: as sent to a model that takes several images.
        single_image: the same item for a model that takes one image; ``None`` when
            ``rendering`` already has at most one.
        gold: by the kind's ``form``: the shown index that comes first, second, …; the right
            option; or the kind's document; or ``WITHHELD``, any use of which is an error.
        options: what is chosen among; empty where nothing is.
        accepted: of an order, all orders that are right, gold among them; empty where gold alone
            is (MS-14).
        index_base: the number that the prompt gives the first panel (0 or 1).
        example: an answer printed in the prompt, to recognise an echo of it.
        sources: the pages behind it; the first page's book is that of the item.
        meta: facts to break scores down by.
    """

    id: str
    task: str
    kind: str
    n: int
    rendering: Rendering
    gold: Answer
    sources: tuple[SourcePage, ...]
    single_image: Rendering | None = None
    options: tuple[Option, ...] = ()
    index_base: int = 0
    example: tuple[int, ...] | None = None
    accepted: tuple[tuple[int, ...], ...] = ()
    meta: dict[str, str | int | float | bool | None] = field(default_factory=dict)

    @property
    def withheld(self) -> bool:
        """Whether the right answer is kept by somebody else: nothing can be read or scored."""
        return isinstance(self.gold, Withheld)

    @property
    def book(self) -> str:
        """The book that the item comes from."""
        return self.sources[0].book if self.sources else self.id

    @property
    def family(self) -> str | None:
        """The family of that book, if it has one: books that differ only in what is drawn."""
        family = self.meta.get("family")
        return family if isinstance(family, str) else None

    @property
    def cluster(self) -> Cluster:
        """What intervals, tests and folds keep together: its family if it has one, else its book.

        Source: MS-1.
        """
        return cluster_of(self.book, self.family)


def accepted_orders(item: Item) -> tuple[tuple[int, ...], ...]:
    """All orders that are right: the accepted ones, or gold alone. Source: MS-14."""
    if item.accepted:
        return item.accepted
    assert isinstance(item.gold, tuple)
    return (item.gold,)


def nearest_order(item: Item, answer: Sequence[int] | None) -> tuple[int, ...]:
    """The right order with which an answer shares most places; gold among equals, and for none."""
    assert isinstance(item.gold, tuple)
    given = tuple(answer or ())
    shared = {
        order: sum(a == b for a, b in zip(given, order, strict=False))
        for order in (item.gold, *item.accepted)
    }
    return max(shared, key=lambda order: shared[order])


def accepted_problem(item: Item) -> str | None:
    """Why no scorer could use an item's accepted orders, in words; else ``None``."""
    accepted = item.accepted
    if not accepted:
        return None
    if item.gold not in accepted:
        return f"gold {item.gold!r} is none of the accepted orders"
    if len(set(accepted)) < len(accepted):
        return "an accepted order is listed twice"
    if len(accepted) > MAX_ACCEPTED:
        return f"{len(accepted)} accepted orders, of at most {MAX_ACCEPTED}"
    wrong = [order for order in accepted if sorted(order) != list(range(item.n))]
    return f"accepted {wrong[0]!r} is not an order of the {item.n} things shown" if wrong else None


def shuffle_of(item: Item) -> Shuffle:
    """The rule that shuffled an item's panels, recorded as ``meta["shuffle"]``; else ``uniform``.

    Chance is that of a guesser who knows the rule: one who knows that the shown order is never
    right is right once in n! − 1 times (AMB-10).
    """
    rules: dict[object, Shuffle] = {"non_identity": "non_identity", "derangement": "derangement"}
    return rules.get(item.meta.get("shuffle"), "uniform")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read from a response.

    Attributes:
        status: specification 7.0.
        answer: by the kind's ``form``: shown indices (0-based) in the answered order, the index of
            an option, or the kind's document. An ``invalid`` one is an empty document that says how
            much could not be read.
        rule: the extractor that fired.
        reason: why nothing was read, or which repair was made.
        flags: ``prompt_echo``, ``identity``, ``inverse_of_gold``, ….
        unclear: of a kind's own reading: nothing that could be an answer was found, or several
            things. Such a text is a refusal where it declines in words.
    """

    status: Status
    answer: Answer | None = None
    rule: str | None = None
    reason: str | None = None
    flags: tuple[str, ...] = ()
    unclear: bool = False
