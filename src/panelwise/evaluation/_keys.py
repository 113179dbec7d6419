"""What a run's rows are known by, and when they were written."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple


class SampleKey(NamedTuple):
    """Which sample: the pack's hash, the item's id, the number of the repeat."""

    pack: str
    item: str
    repeat: int


def now() -> str:
    """The time, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
