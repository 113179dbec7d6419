"""How Panelwise opens its SQLite files."""

from __future__ import annotations

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
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _migrate(connection, migrations, path)
    except (OSError, sqlite3.Error) as error:
        if is_no_room(path, error):
            raise InputError(disk_full(path)) from None
        raise InputError(f"{path}: cannot be used as {what} ({error})") from None
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


def open_readonly(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing, on a medium that cannot be written either.

    Raises:
        InputError: when there is no such database.
    """
    if not path.is_file():
        raise InputError(f"{path}: missing; the folder is not a run")
    uri = path.resolve().as_uri()
    try:
        connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, check_same_thread=False)
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            # A WAL database wants a side file even to be read; without one there is nothing in it.
            log = path.with_name(path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise
            connection.close()
            connection = sqlite3.connect(
                f"{uri}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    return connection


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection as of :func:`open_readonly`, closed at the end.

    Raises:
        InputError: also when a query fails, for want of a table, or of a page of the file.
    """
    database = open_readonly(path)
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
