"""Answers of earlier runs, by everything that determined them.

The key covers the model's identity (service URL, model id, decoding parameters), every word sent,
every image's bytes by hash, and the number of the repeat. Change one and it is another key.

Every answer is kept, refusals and empty answers too: asking only the refused items again would
select for better answers. Failures are no answers and are never kept.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.evaluation._database import SharedCommit, open_database, unwritable
from panelwise.outputs import cache_folder
from panelwise.tasks import Rendering

KEY_VERSION = 1
MIGRATIONS = (
    """CREATE TABLE responses (
        key BLOB PRIMARY KEY, body BLOB NOT NULL, stored TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
    ) WITHOUT ROWID""",
)


def cache_key(identity: Mapping[str, Any], rendering: Rendering, repeat: int = 0) -> bytes:
    """SHA-256 over everything that decides an answer.

    Args:
        identity: of the solver: plain values.
        rendering: the words and images that are sent.
        repeat: 0 for the first time an item is asked in a run.
    """
    images = [[image.sha256, image.media_type] for image in rendering.images]
    turns = [
        [turn.role, [part if isinstance(part, str) else images[part] for part in turn.parts]]
        for turn in rendering.turns
    ]
    everything = [KEY_VERSION, identity, turns, repeat]
    return hashlib.sha256(orjson.dumps(everything, option=orjson.OPT_SORT_KEYS)).digest()


class ResponseCache:
    """The cache on disk; several processes may use it at once.

    Raises:
        InputError: when the folder cannot be written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or cache_folder()) / "responses.sqlite"
        what = "the answer cache (see PANELWISE_CACHE)"
        self._database = open_database(self._path, MIGRATIONS, what)
        self._shared = SharedCommit(self._database)

    def get(self, key: bytes) -> bytes | None:
        """The answer under ``key``, if any, as :func:`_codec.response_to_bytes` wrote it."""
        row = self._database.execute("SELECT body FROM responses WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, key: bytes, body: bytes) -> None:
        """Keep an answer, from the next commit on; the first one under a key stays.

        Raises:
            InputError: when it, or an earlier one, cannot be written; a full disk is named.
        """
        with self._writing():
            self._shared.begin()
            self._database.execute(
                "INSERT OR IGNORE INTO responses (key, body) VALUES (?, ?)", (key, body)
            )

    def commit_soon(self) -> None:
        """Make what was put durable when the tasks that are ready now have had their turn."""
        self._shared.soon()

    def close(self) -> None:
        """Commit and close the file.

        Raises:
            InputError: when what was put cannot be written.
        """
        with self._writing():
            self._shared.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise InputError(f"answer cache {unwritable(self._path, error)}") from None
