"""``results.sqlite``: what the run is, one row per sample, and one per request that ever left.

A request is written down before it is sent. After a kill it is therefore known which answers may
have been paid for and lost. The configuration lies in the same file, so that a profile and the
scores by it change in one transaction; ``run.json`` is a copy of it for people.
"""

from __future__ import annotations

import dataclasses
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.evaluation._batch_log import TABLE, BatchLog
from panelwise.evaluation._codec import response_from_bytes
from panelwise.evaluation._database import (
    SharedCommit,
    open_database,
    open_readonly,
    reading,
    unwritable,
)
from panelwise.evaluation._folder import CONFIG, LOCK, parse_config, read_copy
from panelwise.evaluation._keys import SampleKey, now
from panelwise.evaluation._result import Result
from panelwise.files import as_declared, damaged
from panelwise.models import Response, Usage

DATABASE = "results.sqlite"
MIGRATIONS = (
    """
    CREATE TABLE packs (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE);
    CREATE TABLE results (
        pack INTEGER NOT NULL REFERENCES packs, item TEXT NOT NULL, repeat INTEGER NOT NULL,
        outcome TEXT NOT NULL, status TEXT NOT NULL, rendering TEXT NOT NULL,
        finish_reason TEXT, refusal TEXT, error TEXT, rule TEXT, reason TEXT,
        flags TEXT, answer TEXT, scores TEXT,
        tokens_in INTEGER, tokens_out INTEGER, cost REAL, latency REAL,
        attempts INTEGER NOT NULL, cached INTEGER NOT NULL, model TEXT, finished TEXT NOT NULL,
        body BLOB, UNIQUE (pack, item, repeat)
    );
    CREATE TABLE requests (
        id INTEGER PRIMARY KEY, pack INTEGER NOT NULL REFERENCES packs, item TEXT NOT NULL,
        repeat INTEGER NOT NULL, rendering TEXT NOT NULL, sent TEXT NOT NULL,
        state TEXT NOT NULL, error TEXT, tokens_in INTEGER, tokens_out INTEGER, cost REAL
    );
    CREATE INDEX requests_in_flight ON requests (state) WHERE state = 'in_flight'
    """,
    "CREATE TABLE configuration (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL)",
    TABLE,
)
# The columns that are fields of Result by the same name.
COLUMNS = tuple(
    field.name for field in dataclasses.fields(Result) if field.name not in ("pack", "response")
)
_JSON_COLUMNS = frozenset({"flags", "answer", "scores"})
_JSON_INDICES = [index for index, name in enumerate(COLUMNS) if name in _JSON_COLUMNS]
_columns = attrgetter(*COLUMNS)
_NAMES, _MARKS = ", ".join(COLUMNS), ", ".join("?" * len(COLUMNS))
# Only our own column names are pasted in.
_INSERT = f"INSERT OR REPLACE INTO results (pack, body, {_NAMES}) VALUES (?, ?, {_MARKS})"  # noqa: S608
_SELECT = f"SELECT hash, body, {_NAMES} FROM results JOIN packs ON packs.id = pack"  # noqa: S608


class RunStore:
    """The writing side of a run; one process at a time (see ``_folder.locked``).

    Raises:
        InputError: when the file cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / DATABASE
        self._database = open_database(self._path, MIGRATIONS, "the results of a run")
        self._shared = SharedCommit(self._database)
        self._packs: dict[str, int] = {}
        self.batches = BatchLog(self._database, self._shared, self._pack)

    def write_config(self, config: Mapping[str, Any]) -> None:
        """Replace the configuration, in the present transaction; durable with the next commit."""
        self._begin()
        body = orjson.dumps(config).decode()
        self._database.execute("INSERT OR REPLACE INTO configuration VALUES (1, ?)", (body,))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written in the block, or nothing of it.

        Raises:
            InputError: when the disk is full.
        """
        self.commit()
        self._begin()
        try:
            yield
            self.commit()
        except BaseException as error:
            self.rollback()
            if isinstance(error, sqlite3.Error):
                raise InputError(unwritable(self._path, error)) from error
            raise

    def answered(self) -> set[SampleKey]:
        """Samples that are never asked again: all but those that ended in ``provider_error``."""
        rows = self._database.execute(
            "SELECT hash, item, repeat FROM results JOIN packs ON packs.id = pack"
            " WHERE outcome != 'provider_error'"
        )
        return {SampleKey(*row) for row in rows}

    def recover(self) -> int:
        """Mark requests that were in flight when the run was killed; returns how many.

        Durable with the next commit.
        """
        self._begin()
        cursor = self._database.execute(
            "UPDATE requests SET state = 'interrupted' WHERE state = 'in_flight'"
        )
        return cursor.rowcount

    def sent(self, key: SampleKey, rendering: str) -> int:
        """Write down that a request is about to leave; returns its number.

        It must not leave before that is :meth:`durable`.
        """
        self._begin()
        cursor = self._database.execute(
            "INSERT INTO requests (pack, item, repeat, rendering, sent, state)"
            " VALUES (?, ?, ?, ?, ?, 'in_flight')",
            (self._pack(key.pack), key.item, key.repeat, rendering, now()),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def failed(self, request: int, error: Exception) -> None:
        """A request came back without an answer."""
        self._begin()
        self._database.execute(
            "UPDATE requests SET state = 'failed', error = ? WHERE id = ?", (str(error), request)
        )
        self.commit()

    def interrupted(self, request: int) -> None:
        """A request was given up while it was in flight."""
        self._begin()
        self._database.execute("UPDATE requests SET state = 'interrupted' WHERE id = ?", (request,))
        self.commit()

    def add(self, result: Result, body: bytes | None, request: int | None = None) -> None:
        """Store a finished sample, in one transaction with the end of its request.

        Durable with the next commit.

        Args:
            result: replaces an earlier result of the same sample.
            body: the response, as :func:`_codec.response_to_bytes` wrote it.
            request: the number of the request that was answered.
        """
        self._begin()
        values = list(_columns(result))
        for index in _JSON_INDICES:
            values[index] = _json(values[index])
        self._database.execute(_INSERT, (self._pack(result.pack), body, *values))
        if request is None:
            return
        self._database.execute(
            "UPDATE requests SET state = 'answered', tokens_in = ?, tokens_out = ?, cost = ?"
            " WHERE id = ?",
            (result.tokens_in, result.tokens_out, result.cost, request),
        )

    def update(self, result: Result) -> None:
        """Replace what was read from a stored response; the response itself stays."""
        self._begin()
        self._database.execute(
            "UPDATE results SET outcome = ?, status = ?, rule = ?, reason = ?, flags = ?,"
            " answer = ?, scores = ? WHERE pack = ? AND item = ? AND repeat = ?",
            (
                *(result.outcome, result.status, result.rule, result.reason),
                *(_json(result.flags), _json(result.answer), _json(result.scores)),
                *(self._pack(result.pack), result.item, result.repeat),
            ),
        )

    async def durable(self) -> None:
        """Wait until everything so far is durable; tasks that write at the same time share it.

        Raises:
            sqlite3.Error: when it cannot be written.
        """
        await self._shared.durable()

    def commit_soon(self) -> None:
        """Make everything so far durable when the tasks that are ready now have had their turn."""
        self._shared.soon()

    def commit(self) -> None:
        """Make everything so far durable."""
        self._shared.commit()

    def rollback(self) -> None:
        """Forget what is not durable yet."""
        self._shared.rollback()

    def usage(self) -> Usage:
        """Totals over all requests of the run."""
        return read_usage(self._database)

    def close(self) -> None:
        """Commit and close the file."""
        self._shared.close()

    def _begin(self) -> None:
        self._shared.begin()

    def _pack(self, pack_hash: str) -> int:
        if pack_hash not in self._packs:
            self._database.execute("INSERT OR IGNORE INTO packs (hash) VALUES (?)", (pack_hash,))
            (self._packs[pack_hash],) = self._database.execute(
                "SELECT id FROM packs WHERE hash = ?", (pack_hash,)
            ).fetchone()
        return self._packs[pack_hash]


def remove_unanswered(folder: Path) -> None:
    """Remove the folder of a new run in which nothing was answered and nothing paid for."""
    if not (folder / DATABASE).is_file():
        return
    with reading(folder / DATABASE) as database:
        (answers,) = database.execute(
            "SELECT (SELECT COUNT(*) FROM results) + (SELECT COUNT(*) FROM batches)"
            " + (SELECT COUNT(*) FROM requests WHERE state IN ('answered', 'in_flight'))"
        ).fetchone()
    if answers:
        return
    for name in (CONFIG, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", LOCK):
        (folder / name).unlink(missing_ok=True)
    with suppress(OSError):  # something of another's is in it
        folder.rmdir()


def read_config(folder: Path) -> dict[str, Any]:
    """The configuration of the run in a folder: what the results' own file says.

    Raises:
        InputError: when there is no run, or it is damaged or of a newer version.
    """
    if not (folder / DATABASE).is_file():
        return read_copy(folder)
    database = open_readonly(folder / DATABASE)
    try:
        row = database.execute("SELECT body FROM configuration").fetchone()
    except sqlite3.OperationalError:  # written before there was such a table
        row = None
    except sqlite3.Error as error:
        raise InputError(
            f"{folder / DATABASE}: cannot be read ({error}); restore it from a copy"
        ) from None
    finally:
        database.close()
    return parse_config(row[0], folder / DATABASE) if row else read_copy(folder)


def read_results(
    database: sqlite3.Connection,
    name: str,
    *,
    responses: bool = True,
    only: SampleKey | None = None,
) -> Iterator[tuple[Result, Response | None]]:
    """All rows with their stored responses, ordered by pack, item and repeat.

    Args:
        database: of a run.
        name: what messages call the file.
        responses: also read the responses, which take most of the time.
        only: one sample alone.

    Raises:
        InputError: at a row that no run wrote.
    """
    select = _SELECT if responses else _SELECT.replace("body", "NULL", 1)
    chosen = "" if only is None else " WHERE hash = ? AND item = ? AND repeat = ?"
    rows = database.execute(f"{select}{chosen} ORDER BY pack, item, repeat", only or ())
    for number, (pack, body, *values) in enumerate(rows, 1):
        where = f"{name}, result {number}"
        fields = dict(zip(COLUMNS, values, strict=True))
        try:
            response = None if body is None else response_from_bytes(body)
            fields |= {column: _parsed(fields[column]) for column in _JSON_COLUMNS}
        except (ValueError, TypeError, zlib.error) as error:
            raise InputError(damaged(where, error)) from None
        fields |= {"flags": fields["flags"] or (), "scores": fields["scores"] or {}}
        text = None if response is None else response.text
        yield as_declared(Result, fields | {"pack": pack, "response": text}, where), response


def read_usage(database: sqlite3.Connection) -> Usage:
    """Totals over all requests of a run."""
    *counts, cost = database.execute(
        "SELECT COUNT(*), TOTAL(state = 'interrupted'), TOTAL(state = 'answered'),"
        " COUNT(tokens_in + tokens_out), COUNT(cost), TOTAL(tokens_in), TOTAL(tokens_out),"
        " TOTAL(cost) FROM requests"
    ).fetchone()
    requests, interrupted, answered, counted, priced, tokens_in, tokens_out = map(int, counts)
    return Usage(requests, interrupted, answered, counted, priced, tokens_in, tokens_out, cost)


def _json(value: Any) -> str | None:
    """``None`` for nothing, to keep rows small."""
    return None if value is None or value in ((), {}) else orjson.dumps(value).decode()


def _parsed(text: str | None) -> Any:
    return None if text is None else orjson.loads(text)
