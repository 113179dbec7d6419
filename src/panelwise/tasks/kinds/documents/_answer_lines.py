"""Lines of files of answers whose gold is a document.

An answer that somebody already read from a model is written as a model would have written it, and
goes through the same extractors, so that a box of three numbers is lost here, too. Nothing is
mended: an entry that is not understood is passed on as it is, for the extractor to count.
A gold that does not say clearly what is right is refused: no score can mend it. Names of texts
and characters are free; they are compared without case, as the kinds read them.
Source: specification 7.3–7.11; AMB-43 to AMB-49.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast

from panelwise.tasks._item import Document
from panelwise.tasks.kinds._lines import AnswerLine, ReadLine, as_words


class Gold(Protocol):
    """Gold of one line."""

    @property
    def n(self) -> int:
        """How many things are found or named."""
        ...

    def document(self) -> Document:
        """The gold of the kind."""
        ...


AnyDocument = TypeVar("AnyDocument")  # a Gold; pydantic takes no protocol as a bound


class DocumentLine(AnswerLine[AnyDocument], Generic[AnyDocument]):
    """A line whose gold is a document; its answer is words, or a list or an object."""

    def read(self) -> ReadLine:
        """A structured answer is written as a model would write it."""
        structured = isinstance(self.answer, list | dict)
        response = self.written() if structured else as_words(self.answer)
        gold = self.gold_document()
        return ReadLine(self.parts, gold, response, structured, meta=self.facts(gold))

    def written(self) -> str:
        """The text of a structured answer (a list or an object)."""
        raise NotImplementedError

    def gold_document(self) -> Document:
        """The gold of the kind."""
        return cast(Gold, self.gold).document()

    def facts(self, gold: Document) -> Mapping[str, str]:
        """Facts of the item; none."""
        del gold
        return {}


def entries_of(answer: Any, key: str) -> Sequence[Any]:
    """The list that an answer is, or holds under a key; of anything else a list of it alone."""
    inner = answer.get(key, answer) if isinstance(answer, dict) else answer
    return inner if isinstance(inner, list) else [inner]


def check_once(marks: Iterable[Any]) -> None:
    """Refuse a mark that stands twice.

    Raises:
        ValueError: with the mark.
    """
    seen: set[Any] = set()
    for mark in marks:
        if mark in seen:
            raise ValueError(f"'{mark}' is there twice (case is ignored)")
        seen.add(mark)
