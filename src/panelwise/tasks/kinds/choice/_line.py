"""Lines of files of answers of the kind ``choice``."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    Field,
    StrictStr,
)

from panelwise.errors import InputError
from panelwise.tasks._draft import LETTERS
from panelwise.tasks._item import Option
from panelwise.tasks.kinds._lines import IndexLine, ReadLine, as_words, shortened


class OptionLine(IndexLine):
    """``gold``: a letter or a position from 0; ``options``: their texts, or four unnamed ones."""

    options: Annotated[list[StrictStr], Field(min_length=2, max_length=26)] | None = None

    def read(self) -> ReadLine:
        """The answer is words, a letter, or a position from 0."""
        texts: list[str | None] = [*self.options] if self.options else [None] * 4
        options = tuple(Option(LETTERS[k], text=text) for k, text in enumerate(texts))
        labels = [option.label for option in options]
        gold = self.gold
        if isinstance(gold, str) and gold.strip().upper() in labels:
            gold = labels.index(gold.strip().upper())
        if not isinstance(gold, int) or not 0 <= gold < len(options):
            raise InputError(
                f"gold {shortened(self.gold)} is neither one of {', '.join(labels)}"
                f" nor a position from 0 to {len(options) - 1}"
            )
        answer = self.answer
        if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(options):
            answer = labels[answer]
        return ReadLine(len(options), gold, as_words(answer), options=options)
