"""A run as it is at one moment, while another process may be writing it.

Nothing is written to the run, no lock is taken that its writer would wait for, and the responses,
which are most of its bytes, are read only for the samples that somebody looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.evaluation._database import log_of, reading
from panelwise.evaluation._folder import CONFIG, parse_config, read_copy
from panelwise.evaluation._keys import SampleKey
from panelwise.evaluation._result import Result
from panelwise.evaluation._store import DATABASE, read_results, read_usage
from panelwise.models import Usage

Version = tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class RunState:
    """Everything of a run but the responses.

    Attributes:
        config: what was asked; ``status`` and ``samples`` tell how far it is meant to go.
        results: the samples that are stored, ordered by pack, item and repeat; without responses.
        usage: requests, tokens and money.
        in_flight: requests that were sent and not answered yet.
        written: when something was last written, in seconds since 1970.
    """

    config: Mapping[str, Any]
    results: tuple[Result, ...]
    usage: Usage
    in_flight: int
    written: float


def run_version(folder: Path) -> Version:
    """Changes whenever something is written to a run; costs a look at three files."""
    database = folder / DATABASE
    return tuple(_stamp(path) for path in (database, log_of(database), folder / CONFIG))


def read_state(folder: Path) -> RunState:
    """A run at one moment: a single transaction of its database.

    Raises:
        InputError: when there is no run, or it is damaged.
    """
    path = folder / DATABASE
    if not path.is_file():  # it is about to begin, or its results are gone
        return RunState(read_copy(folder), (), Usage(), 0, _written(folder))
    with reading(path, traceless=True) as database:
        database.execute("BEGIN")
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        row = None
        if ("configuration",) in tables.fetchall():  # not in runs of the first versions
            row = database.execute("SELECT body FROM configuration").fetchone()
        found = read_results(database, str(path), responses=False)
        results = tuple(result for result, _ in found)
        usage = read_usage(database)
        (in_flight,) = database.execute(
            "SELECT COUNT(*) FROM requests WHERE state = 'in_flight'"
        ).fetchone()
    config = parse_config(row[0], path) if row else read_copy(folder)
    return RunState(config, results, usage, in_flight, _written(folder))


def read_answers(folder: Path, keys: Iterable[SampleKey]) -> dict[SampleKey, Result]:
    """The samples of these keys that are stored, with their responses.

    Raises:
        InputError: when there is no run, or it is damaged.
    """
    path = folder / DATABASE
    with reading(path, traceless=True) as database:
        return {
            key: result for key in keys for result, _ in read_results(database, str(path), only=key)
        }


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _written(folder: Path) -> float:
    return max((stamp[0] for stamp in run_version(folder) if stamp), default=0) / 1e9
