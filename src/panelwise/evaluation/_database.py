"""How Panelwise opens its SQLite files."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from panelwise.errors import InputError
from panelwise.outputs import disk_full, is_full

BUSY_MS = 30_000
LITTLE = 1 << 16  # bytes: the smallest step in which SQLite's files grow


def open_database(path: Path, migrations: Sequence[str], what: str) -> sqlite3.Connection:
    """A connection in WAL mode with every migration applied that was not yet.

    ``synchronous=NORMAL``: what was committed survives the death of the process; the loss of
    power may take the last moments with it.

    Args:
        path: created when missing.
        migrations: SQL scripts; number k brings ``user_version`` from k to k + 1.
        what: how to call the file in messages.

    Raises:
        InputError: when it cannot be written, is no such database, or is of a newer version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if is_full(error):
            raise InputError(disk_full(path)) from None
        why = f"the folder cannot be made, {error.strerror or error}"
        raise InputError(f"{path.parent} cannot hold {what}: {why}; give another") from None
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _migrate(connection, migrations, path)
    except sqlite3.Error as error:
        if is_no_room(path, error):
            raise InputError(disk_full(path)) from None
        raise InputError(f"{path}: cannot be used as {what} ({error}); move it away") from None
    return connection


def unwritable(path: Path, error: sqlite3.Error) -> str:
    """The line for a database that cannot be written; a full disk is named."""
    return disk_full(path) if is_no_room(path, error) else f"{path}: cannot be written ({error})"


def is_no_room(path: Path, error: Exception) -> bool:
    """Whether an error comes from a full disk; SQLite calls some of these "disk I/O error"."""
    if is_full(error) or getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return True
    place = next((folder for folder in path.absolute().parents if folder.is_dir()), None)
    return place is not None and shutil.disk_usage(place).free < LITTLE


def open_readonly(path: Path, *, traceless: bool = False) -> sqlite3.Connection:
    """A connection that writes nothing, on a medium that cannot be written either.

    Args:
        path: of the database.
        traceless: where nobody is writing, make none of SQLite's side files either. What is read
            while a writer begins may be refused as damaged; reading again helps.

    Raises:
        InputError: when there is no such database.
    """
    if not path.is_file():
        raise InputError(f"{path}: missing; restore it, or give the folder of a run")
    uri = path.resolve().as_uri()
    still = "&immutable=1" if traceless and not log_of(path).exists() else ""
    try:
        connection = sqlite3.connect(f"{uri}?mode=ro{still}", uri=True, check_same_thread=False)
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            # A WAL database wants a side file even to be read; without one there is nothing in it.
            log = log_of(path)
            if log.exists() and log.stat().st_size:
                raise
            connection.close()
            connection = sqlite3.connect(
                f"{uri}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise InputError(f"{path}: cannot be read ({error}); restore it from a copy") from None
    return connection


class SharedCommit:
    """Transactions of a connection, with one commit for all tasks that write at the same time.

    A commit costs more than everything else that is written for a sample, so tasks that are ready
    in one turn of the event loop share it.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._to_come: asyncio.Future[None] | None = None
        self._turn: asyncio.Handle | None = None
        self._failure: sqlite3.Error | None = None

    def begin(self) -> None:
        """Begin a transaction unless there is one; errors as for :meth:`commit`."""
        self._raise_failure()
        if not self._database.in_transaction:
            self._database.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make everything so far durable.

        Raises:
            sqlite3.Error: when it cannot be written, or an earlier shared commit could not.
        """
        self._raise_failure()
        if self._database.in_transaction:
            self._database.execute("COMMIT")

    def soon(self) -> asyncio.Future[None]:
        """Commit when the tasks that are ready now have had their turn."""
        if self._to_come is None:
            loop = asyncio.get_running_loop()
            self._to_come = loop.create_future()
            self._turn = loop.call_soon(self._commit_for_all)
        return self._to_come

    async def durable(self) -> None:
        """Wait until everything so far is durable; errors as for :meth:`commit`."""
        await asyncio.shield(self.soon())

    def rollback(self) -> None:
        """Forget what is not durable yet; after an error SQLite may have done so already."""
        self._failure = None
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")

    def close(self) -> None:
        """Commit and close the connection."""
        if self._turn is not None:
            self._turn.cancel()
        try:
            self.commit()
        finally:
            self._database.close()

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _commit_for_all(self) -> None:
        waited_for, self._to_come, self._turn = self._to_come, None, None
        assert waited_for is not None
        try:
            self.commit()
        except sqlite3.Error as error:
            self._failure = error  # if nobody waits, the next commit raises it
            waited_for.set_exception(error)
            waited_for.exception()
        else:
            waited_for.set_result(None)


def log_of(path: Path) -> Path:
    """The side file with what was written and is not in the database itself yet."""
    return path.with_name(path.name + "-wal")


@contextmanager
def reading(path: Path, *, traceless: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection as of :func:`open_readonly`, closed at the end.

    Raises:
        InputError: also when a query fails, for want of a table, or of a page of the file.
    """
    database = open_readonly(path, traceless=traceless)
    try:
        yield database
    except sqlite3.Error as error:
        raise InputError(f"{path}: cannot be read ({error}); restore it from a copy") from None
    finally:
        database.close()


def _migrate(connection: sqlite3.Connection, migrations: Sequence[str], path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for script in migrations[version:]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {max(version, len(migrations))}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    if version > len(migrations):
        raise InputError(f"{path}: written by a newer panelwise; upgrade")
