"""A database of SQLAlchemy: one SQLite file, or PostgreSQL by its URL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError, MissingExtraError, UnavailableError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

BUSY_MILLISECONDS = 10_000


def open_database(where: str | Path) -> Engine:
    """An engine for a SQLite file, which is made if it is missing, or for a PostgreSQL URL.

    SQLite writes ahead (WAL): readers do not wait for a writer. The file is readable by its owner
    only. Use :func:`reading` and :func:`writing` for transactions.

    Raises:
        InputError: when it cannot be opened or reached.
        MissingExtraError: without the extra ``annotate``, or ``postgres`` for PostgreSQL.
    """
    try:
        from sqlalchemy import create_engine, make_url
        from sqlalchemy.exc import ArgumentError, DBAPIError
    except ImportError:
        raise MissingExtraError.of("a database of people", "annotate") from None
    if "://" not in str(where):
        return _sqlite(Path(where))
    try:
        url = make_url(str(where))
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        raise InputError("the database's URL cannot be read; write postgresql://…") from None
    if url.get_backend_name() == "sqlite" and url.database:
        return _sqlite(Path(url.database))
    if url.get_backend_name() != "postgresql":
        name = url.get_backend_name()
        raise InputError(f"{name} is not supported as a database; give a file, or postgresql://…")
    try:
        engine = create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
        with engine.connect():
            return engine
    except ImportError:
        raise MissingExtraError.of("PostgreSQL", "postgres") from None
    except DBAPIError as error:
        why = str(error.orig).strip().partition("\n")[0]
        raise InputError(
            f"{url.host or 'PostgreSQL'}: cannot be reached ({why}); check the address, and that"
            " the server runs"
        ) from None


def _sqlite(path: Path) -> Engine:
    from sqlalchemy import URL, create_engine, event
    from sqlalchemy.exc import DBAPIError

    try:
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be written ({error.strerror}); check the path and its rights"
        ) from None
    engine = create_engine(URL.create("sqlite", database=str(path)))

    def connected(connection: Any, _: Any) -> None:
        for pragma in (
            f"busy_timeout = {BUSY_MILLISECONDS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", connected)
    try:
        with reading(engine) as connection:
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
    except (DBAPIError, UnavailableError) as error:
        why = error.orig if isinstance(error, DBAPIError) else error
        raise InputError(
            f"{path}: cannot be opened as a SQLite database ({why}); give another file"
        ) from None
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, and waits for nobody.

    Raises:
        UnavailableError: when the database cannot be used now.
    """
    with _trying(), _isolated(engine).begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes; undone when an exception leaves it.

    What it reads first stays true until it has written: SQLite's lock is taken at once, and rows of
    PostgreSQL are locked one by one (``with_for_update``). The engine may be another's, too.

    Raises:
        UnavailableError: when the database cannot be used now.
    """
    with _trying(), _isolated(engine).begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


def _isolated(engine: Engine) -> Engine:
    """Serializable transactions would have to be repeated; ours lock what they depend on."""
    if engine.dialect.name != "postgresql":
        return engine
    return engine.execution_options(isolation_level="READ COMMITTED")


@contextmanager
def _trying() -> Iterator[None]:
    """Turn the database's errors into ours, without the values of a statement."""
    from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError  # noqa: A004

    try:
        yield
    except IntegrityError:
        raise
    except TimeoutError:
        raise UnavailableError("the database is busy; try again") from None
    except DBAPIError as error:
        why = str(error.orig).strip().partition("\n")[0]
        raise UnavailableError(f"the database cannot be used now ({why}); try again") from None
