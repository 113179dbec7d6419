"""What some kinds can do, and others cannot: those who need it look whether a kind offers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from panelwise.comics import Page
from panelwise.metrics import DetectionPage
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Item
from panelwise.tasks.kinds._blind import BlindView


@dataclass(frozen=True, slots=True)
class FromPage:
    """How an item is answered by reading the page that it shows.

    Attributes:
        texts: whether the page's texts must have been read: ``needed``, ``useful`` (they are named
            where they can be), ``unused``.
        answer: from the page as it was read to the answer.
    """

    texts: Literal["needed", "useful", "unused"]
    answer: Callable[[Page], Answer]


@runtime_checkable
class GuessesByNearness(Protocol):
    """A kind whose items can be answered by what is nearest on the page, as gold has the boxes."""

    def nearest(self, item: Item) -> Answer:
        """The answer by nearness alone."""
        ...


@dataclass(frozen=True, slots=True)
class OpenAnswer:
    """An answer in free words as a judge sees it.

    Attributes:
        question: what was asked.
        right: every right answer, the one first given first.
        text: what was answered; ``None`` where nothing was read.
    """

    question: str
    right: tuple[str, ...]
    text: str | None


@runtime_checkable
class Judgeable(Protocol):
    """A kind whose answers a judge can mark; the mean mark is stored as the metric ``judge``."""

    def to_judge(self, item: Item, answer: Answer | None) -> OpenAnswer:
        """The question, what is right, and the answer."""
        ...


class RatedBoxes(NamedTuple):
    """The boxes of one answer with how sure it is of each, and the true ones.

    Attributes:
        classes: those that were asked for.
        page: found and true boxes in pixels of the page.
    """

    classes: Sequence[str]
    page: DetectionPage


@runtime_checkable
class RatesBoxes(Protocol):
    """A kind whose answers are boxes that may have scores, and so an average precision."""

    def rated_boxes(self, item: Item, answer: Answer | None, profile: Profile) -> RatedBoxes:
        """The boxes of an answer; of none, the true ones alone."""
        ...


@runtime_checkable
class KnownBlind(Protocol):
    """A kind whose right answers can be stated in terms of what is sent without the pixels.

    Source: MS-2, MS-13.
    """

    def blind_view(self, item: Item) -> BlindView | None:
        """The item without its pixels; ``None`` where nothing is known of what is sent."""
        ...

    def blind_answer(self, item: Item, answer: Answer) -> str | None:
        """An answer in words that no shuffle changes; ``None`` where only pixels say which it is.

        Two answers to items that were sent the same are alike where these words are equal.
        """
        ...
