"""What a run holds beside its results: the copy of its configuration, and its requests."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from panelwise.errors import InputError
from panelwise.evaluation._database import reading
from panelwise.evaluation._folder import CONFIG, read_copy
from panelwise.evaluation._run import Run
from panelwise.evaluation._store import DATABASE


@dataclass(frozen=True, slots=True)
class SentRequest:
    """One request that left, as it was written down.

    Attributes:
        pack: content hash of the item's pack.
        item: the item's id.
        repeat: which of the run's repeats, from 0.
        rendering: ``default`` or ``single_image``.
        sent: when, UTC, ISO 8601.
        state: ``in_flight``, ``in_batch``, ``answered``, ``failed`` or ``interrupted``.
        error: of a failed one.
        tokens_in, tokens_out, cost: of an answered one, as far as known.
    """

    pack: str
    item: str
    repeat: int
    rendering: str
    sent: str
    state: str
    error: str | None
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None


def requests_of(run: Run) -> list[SentRequest]:
    """Every request of a run, in the order in which they left.

    Raises:
        InputError: when the results cannot be read.
    """
    names = ", ".join(field.name for field in dataclasses.fields(SentRequest)[1:])
    with reading(run.path / DATABASE) as database:
        rows = database.execute(
            f"SELECT hash, {names} FROM requests JOIN packs ON packs.id = pack"  # noqa: S608
            " ORDER BY requests.id"
        )
        return [SentRequest(*row) for row in rows]


def copied_config(run: Run) -> dict[str, Any]:
    """What ``run.json`` says: a copy of the configuration for people.

    Raises:
        InputError: when there is none, or it is damaged.
    """
    file = run.path / CONFIG
    if not file.is_file():
        raise InputError(f"{file}: missing; restore it from a copy")
    return read_copy(run.path)
