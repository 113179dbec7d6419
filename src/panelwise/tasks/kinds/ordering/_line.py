"""Lines of files of answers of the kind ``ordering``."""

from __future__ import annotations

from typing import Literal

from pydantic import (
    StrictInt,
)

from panelwise.errors import InputError
from panelwise.tasks._item import MAX_ACCEPTED
from panelwise.tasks.kinds._lines import IndexLine, ReadLine, as_words, shortened


class OrderLine(IndexLine):
    """``gold``: panel numbers in story order, from 0 or from 1.

    ``accepted``: where several orders are right, all or the others of them, numbered as gold is.
    """

    example: list[StrictInt] | None = None
    accepted: list[list[StrictInt]] | None = None

    def read(self) -> ReadLine:
        """The answer is words, or a list that is read like them."""
        gold, base = self.gold, _base(self.gold)
        if not isinstance(gold, list) or base is None or len(gold) < 2:
            raise InputError(
                f"gold {shortened(gold)} must list the numbers 0 to n-1, or 1 to n, once each,"
                " for n of at least 2"
            )
        example = tuple(k - base for k in self.example) if self.example else None
        order = tuple(index - base for index in gold)
        return ReadLine(
            len(gold),
            order,
            as_words(self.answer),
            index_base=base,
            example=example,
            accepted=self._accepted(order, base),
        )

    def _accepted(self, gold: tuple[int, ...], base: int) -> tuple[tuple[int, ...], ...]:
        """All right orders, gold first; empty where it is the only one."""
        orders = dict.fromkeys([gold])
        if len(self.accepted or ()) > MAX_ACCEPTED - 1:
            raise InputError(
                f"accepted lists {len(self.accepted or ())} orders; at most 999 are read"
            )
        for listed in self.accepted or ():
            order = tuple(index - base for index in listed)
            if sorted(order) != sorted(gold):
                raise InputError(
                    f"accepted {shortened(listed)} must hold the numbers of gold, once each"
                )
            orders[order] = None
        return tuple(orders) if len(orders) > 1 else ()


def _base(gold: object) -> Literal[0, 1] | None:
    if not isinstance(gold, list):
        return None
    numbers = sorted(gold)
    if numbers == list(range(len(gold))):
        return 0
    return 1 if numbers == list(range(1, len(gold) + 1)) else None
