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

__all__ = [
    "READERS",
    "WRITERS",
    "Imported",
    "export_pack",
    "import_log",
    "score_row",
]
