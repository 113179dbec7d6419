"""Batches in a run's request log: written down before they are handed in, closed when fetched."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from panelwise.evaluation._database import SharedCommit
from panelwise.evaluation._keys import SampleKey, now

TABLE = """
    CREATE TABLE batches (
        id INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE, name TEXT, submitted TEXT NOT NULL,
        state TEXT NOT NULL
    );
    ALTER TABLE requests ADD COLUMN batch INTEGER
    """


class BatchedRequest(NamedTuple):
    """One request of a batch: its number in the log, the sample, the form of the item."""

    request: int
    key: SampleKey
    rendering: str


@dataclass(slots=True)
class OpenBatch:
    """A batch that was, or may have been, handed in and is not fetched yet.

    Attributes:
        id: in the log.
        token: by which the provider's list is searched for it.
        name: the provider's id; ``None`` while it is not known whether it arrived.
        submitted: when it was about to be handed in.
        requests: those without a result.
    """

    id: int
    token: str
    name: str | None
    submitted: datetime
    requests: list[BatchedRequest]

    def id_of(self, request: BatchedRequest) -> str:
        """The id under which a request's answer comes back."""
        return f"{self.token}-{request.request}"


class BatchLog:
    """The batches of a run.

    Args:
        database: of the run.
        shared: its transactions.
        pack_number: the number of a pack by its hash.
    """

    def __init__(
        self, database: sqlite3.Connection, shared: SharedCommit, pack_number: Callable[[str], int]
    ) -> None:
        self._database, self._shared, self._pack_number = database, shared, pack_number

    def begin(self, token: str, samples: Sequence[tuple[SampleKey, str]]) -> OpenBatch:
        """Write down that requests are about to be handed in together; durable at once."""
        self._shared.begin()
        at = now()
        batch = self._insert(
            "INSERT INTO batches (token, submitted, state) VALUES (?, ?, 'submitting')",
            (token, at),
        )
        requests = [
            BatchedRequest(
                self._insert(
                    "INSERT INTO requests (pack, item, repeat, rendering, sent, state, batch)"
                    " VALUES (?, ?, ?, ?, ?, 'in_batch', ?)",
                    (self._pack_number(key.pack), key.item, key.repeat, rendering, at, batch),
                ),
                key,
                rendering,
            )
            for key, rendering in samples
        ]
        self._shared.commit()
        return OpenBatch(batch, token, None, datetime.now(UTC), requests)

    def submitted(self, batch: OpenBatch, name: str) -> None:
        """The provider has it, under this id; durable at once."""
        batch.name = name
        self._set(batch, "submitted", name)
        self._shared.commit()

    def fetched(self, batch: OpenBatch) -> None:
        """All its results are in the run; durable with them."""
        self._set(batch, "fetched", batch.name)

    def lost(self, batch: OpenBatch, why: str) -> None:
        """It never arrived, or was refused: its requests may be asked again; durable at once."""
        self._set(batch, "lost", batch.name)
        self._database.execute(
            "UPDATE requests SET state = 'failed', error = ? WHERE batch = ? AND state ="
            " 'in_batch'",
            (why, batch.id),
        )
        self._shared.commit()

    def known(self) -> set[str]:
        """The provider's ids of all batches of the run."""
        rows = self._database.execute("SELECT name FROM batches WHERE name IS NOT NULL")
        return {name for (name,) in rows}

    def open(self) -> list[OpenBatch]:
        """Those that are not fetched, the oldest first."""
        rows = self._database.execute(
            "SELECT id, token, name, submitted FROM batches"
            " WHERE state IN ('submitting', 'submitted') ORDER BY id"
        ).fetchall()
        return [
            OpenBatch(number, token, name, datetime.fromisoformat(at), self._requests(number))
            for number, token, name, at in rows
        ]

    def _requests(self, batch: int) -> list[BatchedRequest]:
        rows = self._database.execute(
            "SELECT requests.id, hash, item, repeat, rendering FROM requests"
            " JOIN packs ON packs.id = pack WHERE batch = ? AND state = 'in_batch'"
            " ORDER BY requests.id",
            (batch,),
        )
        return [BatchedRequest(row[0], SampleKey(*row[1:4]), row[4]) for row in rows]

    def _set(self, batch: OpenBatch, state: str, name: str | None) -> None:
        self._shared.begin()
        self._database.execute(
            "UPDATE batches SET state = ?, name = ? WHERE id = ?", (state, name, batch.id)
        )

    def _insert(self, statement: str, values: Sequence[object]) -> int:
        number = self._database.execute(statement, values).lastrowid
        assert number is not None
        return number
