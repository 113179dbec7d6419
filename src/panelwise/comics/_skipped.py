"""What could not be read and was left out: named in the log, counted by the command line."""

from __future__ import annotations

import logging

from panelwise.errors import InputError

LOG = logging.getLogger("panelwise.skipped")


def skip(error: InputError) -> None:
    """Name something unreadable that is left out, in the log ``panelwise.skipped``."""
    LOG.warning("skipped: %s", error)
