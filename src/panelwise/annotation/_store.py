"""The log in a database: SQLite in one file, or PostgreSQL by URL."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from panelwise.annotation._events import LogEntry
from panelwise.errors import InputError, MissingExtraError, UnavailableError
from panelwise.outputs import take_lock

BUSY_SECONDS = 3  # less than a browser waits before it sends again
CONNECTIONS = 40  # as many as there are threads that answer requests
ADVISORY = 0x70616E65  # "pane", PostgreSQL's number for the lock of a log
ANSWER = "answer"  # in a draft: the place of the answer that was made of it


class LogUnavailableError(UnavailableError):
    """The database could not be written; nothing was stored, and it may be tried again."""


class DuplicateKeyError(InputError):
    """A submission's key is stored already."""


class Store:
    """The append-only log of a project, and the drafts that are not in it.

    Args:
        url: as SQLAlchemy takes it: ``sqlite:///FILE`` or ``postgresql+psycopg://…``.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._tables = _Tables()
        self._held: Any = None
        with self._trying():
            self._tables.metadata.create_all(self._engine)

    def events(self, after: int = 0, unit: str = "") -> Iterator[LogEntry]:
        """The log in order, from after a place in it; only what is about ``unit`` if given."""
        table = self._tables.events
        query = table.select().where(table.c.seq > after).order_by(table.c.seq)
        if unit:
            query = query.where(table.c.unit == unit)
        with self._trying(), self._engine.connect() as connection:
            for row in connection.execution_options(yield_per=2000).execute(query):
                yield LogEntry(
                    name=row.name,
                    person=row.person,
                    unit=row.unit,
                    stage=row.stage,
                    round=row.round,
                    body=orjson.loads(row.body),
                    key=row.key or "",
                    at=row.at,
                    seq=row.seq,
                )

    def append(
        self, events: Sequence[LogEntry], first: int, filled: Mapping[str, Any] | None = None
    ) -> list[LogEntry]:
        """Store events together, or none of them; a draft of what is submitted is deleted.

        Args:
            events: without their place in the log.
            first: the place that the first one gets; where it is taken, another process writes
                this log.
            filled: what was filled in for the submission among them; kept for :meth:`draft` if
                the submission is taken back.

        Raises:
            DuplicateKeyError: when one's key is stored already.
            LogUnavailableError: when the database is locked, full or not there.
        """
        now = time.time()
        stored = [
            replace(event, seq=first + i, at=event.at or now) for i, event in enumerate(events)
        ]
        rows = [
            {
                "seq": event.seq,
                "name": event.name,
                "person": event.person,
                "unit": event.unit,
                "stage": event.stage,
                "round": event.round,
                "body": orjson.dumps(event.body).decode(),
                "key": event.key or None,
                "at": event.at,
            }
            for event in stored
        ]
        with self._trying(), self._engine.begin() as connection:
            connection.execute(self._tables.events.insert(), rows)
            for event in stored:
                if event.name != "submitted":
                    continue
                about = (event.person, event.unit, event.stage)
                if filled is None:
                    connection.execute(self._drafts_of(*about))
                else:
                    connection.execute(self._kept(*about, {**filled, ANSWER: event.seq}))
        return stored

    def draft(self, person: str, unit: str, stage: str, answer: int = 0) -> Any:
        """What a person has filled in without submitting it; ``None``: nothing.

        With the place of an ``answer`` in the log: what was filled in for that answer.
        """
        table = self._tables.drafts
        where = (table.c.person == person) & (table.c.unit == unit) & (table.c.stage == stage)
        with self._trying(), self._engine.connect() as connection:
            found = connection.execute(table.select().where(where)).first()
        body = {} if found is None else orjson.loads(found.body)
        return body if body and body.pop(ANSWER, 0) == answer else None

    def keep_draft(self, person: str, unit: str, stage: str, body: Any) -> None:
        """Keep what a person has filled in so far, instead of what was kept before.

        Two tabs may do so at the same moment; the later one counts.
        """
        with self._trying(), self._engine.begin() as connection:
            connection.execute(self._kept(person, unit, stage, body))

    def _kept(self, person: str, unit: str, stage: str, body: Any) -> Any:
        row = {"person": person, "unit": unit, "stage": stage}
        new = {"at": time.time(), "body": orjson.dumps(body).decode()}
        kept = self._insert(self._tables.drafts).values(**row, **new)
        return kept.on_conflict_do_update(index_elements=[*row], set_=new)

    def _insert(self, table: Any) -> Any:
        """An insertion that may say what happens to a row that is there."""
        from sqlalchemy.dialects import postgresql, sqlite

        here = sqlite if self._engine.dialect.name == "sqlite" else postgresql
        return here.insert(table)

    def _drafts_of(self, person: str, unit: str, stage: str) -> Any:
        table = self._tables.drafts
        return table.delete().where(
            table.c.person == person, table.c.unit == unit, table.c.stage == stage
        )

    def close(self) -> None:
        """Close every connection."""
        if self._held is not None:
            if self._engine.dialect.name != "sqlite":
                # PostgreSQL frees it by itself, too, but some time after the connection has ended.
                with suppress(LogUnavailableError), self._trying():
                    self._held.exec_driver_sql("SELECT pg_advisory_unlock_all()")
            self._held.close()
            self._held = None
        self._engine.dispose()

    def lock(self) -> None:
        """Be the only one who serves this log, until the store is closed.

        Raises:
            InputError: when another process serves it.
        """
        if self._engine.dialect.name == "sqlite":
            file = Path(str(self._engine.url.database))
            self._held = take_lock(file.with_name(f"{file.name}.lock"))
        else:
            self._held = self._advisory_lock()
        if self._held is None:
            raise InputError("another process serves this project; stop it first")

    def _advisory_lock(self) -> Any:
        """A connection that holds PostgreSQL's lock of this log; ``None``: somebody has it."""
        import sqlalchemy as sql

        with self._trying():
            # Without a transaction: one that is never ended keeps PostgreSQL from cleaning up.
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            got = connection.execute(sql.select(sql.func.pg_try_advisory_lock(ADVISORY))).scalar()
            if got:
                return connection
            connection.close()
            return None

    @property
    def engine(self) -> Any:
        """SQLAlchemy's engine, for the accounts that share the database."""
        return self._engine

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Turn the database's errors into ours."""
        from sqlalchemy import exc

        try:
            yield
        except exc.IntegrityError as error:
            said = str(error.orig).splitlines()[0]
            if _about_key(said):
                raise DuplicateKeyError("this submission is stored already") from None
            raise LogUnavailableError(
                f"another process wrote to the project's log ({said}); stop it, then start this"
                " one again"
            ) from None
        except exc.TimeoutError:
            raise LogUnavailableError("the database is busy; try again") from None
        except exc.DBAPIError as error:
            said = str(error.orig).splitlines()[0] if error.orig else str(error)
            if said == "file is not a database":
                raise InputError(
                    f"{self._engine.url.database}: damaged (not a SQLite database); restore it"
                    " from a copy"
                ) from None
            raise LogUnavailableError(
                f"the database cannot be used now ({said}); try again"
            ) from None


class _Tables:
    def __init__(self) -> None:
        import sqlalchemy as sql

        self.metadata = sql.MetaData()
        self.events = sql.Table(
            "events",
            self.metadata,
            sql.Column("seq", sql.BigInteger, primary_key=True, autoincrement=False),
            sql.Column("at", sql.Float(53), nullable=False),
            sql.Column("name", sql.Text, nullable=False),
            sql.Column("person", sql.Text, nullable=False),
            sql.Column("unit", sql.Text, nullable=False),
            sql.Column("stage", sql.Text, nullable=False),
            sql.Column("round", sql.Integer, nullable=False),
            sql.Column("body", sql.Text, nullable=False),
            sql.Column("key", sql.Text, unique=True),
        )
        self.drafts = sql.Table(
            "drafts",
            self.metadata,
            sql.Column("person", sql.Text, primary_key=True),
            sql.Column("unit", sql.Text, primary_key=True),
            sql.Column("stage", sql.Text, primary_key=True),
            sql.Column("at", sql.Float(53), nullable=False),
            sql.Column("body", sql.Text, nullable=False),
        )


_NOT_POSTGRESQL = (
    "{}: not an address of PostgreSQL; write one such as postgresql+psycopg://user@host/database"
)


def _make_private(file: Path) -> None:
    """Make a database file that only its owner can read; one that is there stays as it is.

    Where that is not possible, SQLAlchemy says why when it connects.
    """
    with suppress(OSError):
        file.touch(mode=0o600, exist_ok=True)


def _engine(url: str) -> Any:
    try:
        import sqlalchemy as sql
    except ImportError:
        raise MissingExtraError.of("people's work in a browser", "annotate") from None
    try:
        address = sql.engine.make_url(url)
    except (sql.exc.ArgumentError, ValueError):  # ValueError: a port that is no number
        shown = re.sub(r":[^:@/]*@", ":***@", url)
        raise InputError(_NOT_POSTGRESQL.format(shown)) from None
    pool = {"pool_size": CONNECTIONS, "pool_timeout": BUSY_SECONDS}
    if address.get_backend_name() == "sqlite":
        if address.database:  # it may hold accounts, and holds what people answered
            _make_private(Path(address.database))
        engine = sql.create_engine(address, connect_args={"timeout": BUSY_SECONDS}, **pool)
        sql.event.listen(engine, "connect", _careful_sqlite)
        return engine
    if address.get_backend_name() != "postgresql":
        raise InputError(_NOT_POSTGRESQL.format(address.render_as_string(hide_password=True)))
    try:
        # One process writes the log, and its place in the log is unique: nothing would be gained by
        # serializable transactions, which fail when two people save their drafts at once.
        return sql.create_engine(address, pool_pre_ping=True, **pool)
    except ModuleNotFoundError:
        raise MissingExtraError.of("PostgreSQL", "postgres") from None


def _about_key(said: str) -> bool:
    """Whether a broken rule is that keys are unique: SQLite and PostgreSQL name it differently."""
    return "events.key" in said or "events_key_key" in said


def _careful_sqlite(connection: Any, record: Any) -> None:
    """Readers never wait for a writer, and what was answered survives a power cut."""
    del record
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
