"""What a person gives for a unit, before it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from panelwise.errors import InputError

FLAGS = ("ambiguous", "unanswerable", "harmful")
MAX_SECONDS = 24 * 3600.0
MAX_WORDS = 4000


@dataclass(frozen=True, slots=True)
class HumanAnswer:
    """What a browser sends for a unit.

    Attributes:
        key: made once for each page, so that a repeated request counts once.
        values: by field, checked by the screen's form already.
        seconds: with the page in view.
        flag: ``ambiguous``, ``unanswerable`` or ``harmful`` instead of an answer; or empty.
        reason: of a flag or a rejection.
        note: free.
        shown: digest of what the screen showed.
    """

    key: str
    values: Mapping[str, Any]
    seconds: float = 0.0
    flag: str = ""
    reason: str = ""
    note: str = ""
    shown: str = ""

    def check(self) -> None:
        """Refuse what no page of ours sends.

        Raises:
            InputError: for a missing key, an unknown flag or one without a reason, or an
                impossible time.
        """
        if not 8 <= len(self.key) <= 64:
            raise InputError(f"the key has {len(self.key)} characters; it needs 8 to 64")
        if not (self.key.isascii() and self.key.isprintable()):
            raise InputError("the key must be printable ASCII; load the page again")
        if self.flag and self.flag not in FLAGS:
            raise InputError(f"unknown flag '{self.flag}'; known: {', '.join(FLAGS)}")
        if self.flag and not self.reason.strip():
            raise InputError(f"say why the item is {self.flag}")
        if not 0 <= self.seconds <= MAX_SECONDS:
            raise InputError(f"seconds is {self.seconds:g}; it must be from 0 to {MAX_SECONDS:g}")
        longest = max(len(self.reason), len(self.note))
        if longest > MAX_WORDS:
            raise InputError(
                f"the reason or note has {longest} characters; shorten it to {MAX_WORDS}"
            )


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What was answered without the page of work.

    Attributes:
        unit: its id.
        stage: that the unit was in.
        round: that it was in.
        where: ``offline``, or the name of another tool, as the log records it.
    """

    unit: str
    stage: str
    round: int
    where: str
