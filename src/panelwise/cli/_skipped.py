"""Pages and books that could not be read: each named on standard error, all counted."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from panelwise.cli._output import say

LOG = logging.getLogger("panelwise.skipped")


class Skipped(logging.Handler):
    """Says each skipped page or book once, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[str] = set()

    @property
    def count(self) -> int:
        """How many pages and books were left out."""
        return len(self._seen)

    def emit(self, record: logging.LogRecord) -> None:
        """Say it."""
        message = record.getMessage()
        if message not in self._seen:
            self._seen.add(message)
            say(f"panelwise: {message}")


@contextmanager
def counting_skipped() -> Iterator[Skipped]:
    """Listen for what is left out while a command runs."""
    handler = Skipped()
    LOG.addHandler(handler)
    passed_on, LOG.propagate = LOG.propagate, False
    try:
        yield handler
    finally:
        LOG.removeHandler(handler)
        LOG.propagate = passed_on
