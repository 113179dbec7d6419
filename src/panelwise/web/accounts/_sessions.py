"""Sessions in the database: who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from panelwise.web.accounts._database import reading, writing
from panelwise.web.accounts._people import Account, find_accounts
from panelwise.web.accounts._secrets import new_token, stored
from panelwise.web.accounts._settings import MINUTE, AccountSettings
from panelwise.web.accounts._tables import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

LONGEST_TOKEN = 200


class Sessions:
    """Begins, finds and ends sessions. Only the hash of a session's token is stored."""

    def __init__(
        self, engine: Engine, settings: AccountSettings, clock: Callable[[], float]
    ) -> None:
        self._engine = engine
        self._settings = settings
        self._clock = clock

    def begin(self, connection: Connection, person: str) -> str:
        """A session with a new token; those of everybody that have expired are deleted."""
        from sqlalchemy import delete, insert, or_

        known, now = tables().sessions, self._clock()
        expired = or_(
            known.c.seen < now - self._settings.idle, known.c.started < now - self._settings.longest
        )
        connection.execute(delete(known).where(expired))
        token = new_token()
        connection.execute(
            insert(known).values(token=stored(token), person=person, started=now, seen=now)
        )
        return token

    def account(self, token: str | None) -> Account | None:
        """Who is signed in with this token, if anyone."""
        from sqlalchemy import select, update

        if not token or len(token) > LONGEST_TOKEN:
            return None
        known, people, now = tables().sessions, tables().people, self._clock()
        with reading(self._engine) as connection:
            row = connection.execute(select(known).where(known.c.token == stored(token))).first()
            if (
                row is None
                or now - row.seen > self._settings.idle
                or now - row.started > self._settings.longest
            ):
                return None
            found = find_accounts(connection, people.c.id == row.person, people.c.active)
        if found and now - row.seen > min(MINUTE, self._settings.idle / 4):
            # Not at every request: reading should stay reading.
            with writing(self._engine) as connection:
                seen = update(known).where(known.c.token == stored(token), known.c.seen < now)
                connection.execute(seen.values(seen=now))
        return found[0] if found else None

    def end(self, token: str | None) -> None:
        """End a session, if there is one."""
        from sqlalchemy import delete

        if token:
            known = tables().sessions
            with writing(self._engine) as connection:
                connection.execute(delete(known).where(known.c.token == stored(token)))

    def end_all(self, connection: Connection, person: str) -> None:
        """End all sessions of a person."""
        from sqlalchemy import delete

        known = tables().sessions
        connection.execute(delete(known).where(known.c.person == person))
