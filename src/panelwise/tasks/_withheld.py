"""The right answer of an item that is published without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from panelwise.errors import UnavailableError


class Withheld(dict[str, Any]):
    """Stands where gold would be; whatever looks into it fails.

    A placeholder that could be compared would be compared, and an unknown score would be a wrong
    one.
    """

    def refuse(self, *_: object) -> NoReturn:
        """Raise the error of every use.

        Raises:
            UnavailableError: always.
        """
        raise UnavailableError(
            "the right answers of this pack are withheld, so its answers cannot be scored here;"
            " its publisher scores the run with panelwise score-hidden"
        )

    __getitem__ = __iter__ = __len__ = __contains__ = __bool__ = refuse
    __eq__ = __lt__ = get = keys = values = items = copy = refuse
    __hash__ = None

    def __reduce__(self) -> tuple[Callable[[], Withheld], tuple[()]]:
        """The same object in another process, too."""
        return _withheld, ()

    def __repr__(self) -> str:
        return "WITHHELD"


WITHHELD = Withheld()
"""The one value of its type."""


def _withheld() -> Withheld:
    return WITHHELD
