"""The security log: what was done to accounts, and what was refused, without secrets."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from panelwise.web.accounts._database import reading, writing
from panelwise.web.accounts._settings import HOUR
from panelwise.web.accounts._tables import tables

if TYPE_CHECKING:
    from sqlalchemy import Engine

LONGEST_DETAIL = 300


@dataclass(frozen=True, slots=True)
class SecurityEntry:
    """A line of the security log.

    Attributes:
        number: counts up; the database refuses to change or delete an entry.
        at: seconds since 1970.
        event: such as ``signed in`` or ``refused``.
        person: whose account it is about, where that is known.
        address: where the request came from; ``terminal`` for a command.
        detail: the reason, or who did what.
    """

    number: int
    at: float
    event: str
    person: str | None
    address: str
    detail: str


class SecurityLog:
    """Adds to the log, and reads it."""

    def __init__(self, engine: Engine, clock: Callable[[], float], an_hour: int) -> None:
        self._engine = engine
        self._clock = clock
        self._an_hour = an_hour
        self._lock = threading.Lock()
        self._hour = -1
        self._refusals: Counter[str] = Counter()

    def add(
        self, event: str, *, person: str | None = None, address: str = "terminal", detail: str = ""
    ) -> None:
        """Add an entry."""
        from sqlalchemy import insert

        with writing(self._engine) as connection:
            connection.execute(
                insert(tables().log).values(
                    at=self._clock(),
                    event=event,
                    person=person,
                    address=address[:64],
                    detail=_printable(detail)[:LONGEST_DETAIL],
                )
            )

    def refused(self, reason: str, *, person: str | None = None, address: str) -> None:
        """Add a refusal, unless this address had too many of them in this hour."""
        with self._lock:
            hour = int(self._clock() // HOUR)
            if hour != self._hour:
                self._hour = hour
                self._refusals.clear()
            self._refusals[address] += 1
            seen = self._refusals[address]
        if seen == self._an_hour + 1:
            reason, person = "more refusals of this address in this hour are not logged", None
        if seen <= self._an_hour + 1:
            self.add("refused", person=person, address=address, detail=reason)

    def last(self, count: int = 200) -> tuple[SecurityEntry, ...]:
        """The newest entries, newest first."""
        from sqlalchemy import select

        known = tables().log
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(known).order_by(known.c.number.desc()).limit(count)
            ).all()
        return tuple(SecurityEntry(*row) for row in rows)


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
