"""Counting attempts to sign in, so that passwords cannot be guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from panelwise.web.accounts._database import writing
from panelwise.web.accounts._secrets import stored
from panelwise.web.accounts._settings import Throttle
from panelwise.web.accounts._tables import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


class Attempts:
    """Attempts by key, a name or an address; kept in the database, so that a restart forgets none.

    An attempt counts before its outcome is known: many at once get no more tries than one after
    the other. Keys are hashed, as people type passwords where a name belongs.
    """

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine = engine
        self._clock = clock

    def begin(self, keys: Mapping[str, Throttle]) -> float:
        """Count an attempt; or the seconds to wait, when one of the keys has to."""
        now = self._clock()
        with writing(self._engine) as connection:
            rows = {key: self._row(connection, key, now) for key in sorted(keys)}
            wait = max(row.until - now for row in rows.values())
            if wait > 0:
                return float(wait)
            for key, row in rows.items():
                throttle = keys[key]
                new = now - row.last > throttle.forgotten
                failures = (0 if new else row.failures) + 1
                self._set(connection, key, failures, now + throttle.pause(failures), last=now)
        return 0.0

    def succeeded(self, keys: Mapping[str, Throttle], *, forget: str) -> None:
        """Take an attempt back; one key forgets its failures, too."""
        now = self._clock()
        with writing(self._engine) as connection:
            for key in sorted(keys):
                row = self._row(connection, key, now)
                failures = 0 if key == forget else max(0, row.failures - 1)
                free = keys[key].pause(failures) == 0
                self._set(connection, key, failures, 0.0 if free else row.until, last=row.last)

    def clear(self, key: str) -> None:
        """Forget the failures of a key."""
        with writing(self._engine) as connection:
            self._set(connection, key, 0, 0.0, last=self._clock())

    def _row(self, connection: Connection, key: str, now: float) -> Any:
        """The row of a key, locked until the transaction ends."""
        from sqlalchemy import select
        from sqlalchemy.dialects import postgresql, sqlite

        known = tables().attempts
        upsert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(known)
        connection.execute(
            upsert.values(key=stored(key), failures=0, last=now, until=0.0).on_conflict_do_nothing()
        )
        wanted = select(known).where(known.c.key == stored(key)).with_for_update()
        return connection.execute(wanted).one()

    def _set(
        self, connection: Connection, key: str, failures: int, until: float, *, last: float
    ) -> None:
        from sqlalchemy import update

        known = tables().attempts
        changed = update(known).where(known.c.key == stored(key))
        connection.execute(changed.values(failures=failures, until=until, last=last))
