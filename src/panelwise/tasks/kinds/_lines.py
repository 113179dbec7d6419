"""A line of a file of answers: what every kind's lines have in common.

A kind whose answers can be scored from files says in ``Kind.line`` what a line holds: a model that
pydantic checks it by, which also makes the item and the response of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from panelwise.tasks._item import Answer, Option

AnyGold = TypeVar("AnyGold")


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What a line says.

    Attributes:
        n, gold, options, index_base, example, accepted, meta: those of the item.
        response: a model's words, or what they would have been.
        structured: whether the answer was a list or an object in the file, not a model's words.
    """

    n: int
    gold: Answer
    response: str
    structured: bool = False
    options: tuple[Option, ...] = ()
    index_base: int = 0
    example: tuple[int, ...] | None = None
    accepted: tuple[tuple[int, ...], ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)


class AnswerLine(BaseModel, Generic[AnyGold]):
    """``{"id", "gold", "answer"}``; further keys are free.

    Attributes:
        book: the cluster for intervals.
        pair: names what was sent except pixels: lines with one name and different answers are
            pairs.
        exact_places: whether pydantic's places in an error are places in the line; of a union it
            names the types that it tried.
    """

    model_config = ConfigDict(extra="ignore")
    exact_places: ClassVar[bool] = True

    id: StrictStr | StrictInt
    gold: AnyGold
    answer: Any = Field(...)
    book: StrictStr | None = None
    pair: StrictStr | StrictInt | None = None

    @classmethod
    def complete(cls, lines: Sequence[Self]) -> None:
        """Fill in what a line leaves open and all lines of the file together say."""

    def read(self) -> ReadLine:
        """The item and the response to it.

        Raises:
            InputError: for a gold that does not say what is right; the text lacks the place.
        """
        raise NotImplementedError

    @property
    def parts(self) -> int:
        """How much there is to compare an answer with."""
        gold: Any = self.gold
        return len(gold) if isinstance(gold, list) else getattr(gold, "n", 1)


class IndexLine(AnswerLine[list[StrictInt] | StrictInt | StrictStr]):
    """A line whose gold is an order, or one of several options."""

    exact_places: ClassVar[bool] = False


def as_words(answer: object) -> str:
    """An answer that is no list and no object, as a model's words."""
    return "" if answer is None else str(answer)


def shortened(value: object) -> str:
    """A value for a message."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}…"
