"""Packs in the formats of other harnesses, and their logs as answers."""

from panelwise.packs.exchange._formats import (
    READERS,
    WRITERS,
    export_pack,
    import_log,
)
from panelwise.packs.exchange._lmms_eval import (
    score_row,
)
from panelwise.packs.exchange._log import (
    Imported,
)
from panelwise.packs.exchange._words import (
    SUFFIXES,
)

__all__ = [
    "READERS",
    "SUFFIXES",
    "WRITERS",
    "Imported",
    "export_pack",
    "import_log",
    "score_row",
]
