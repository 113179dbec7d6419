"""Packs in other programs' formats, and those programs' logs as answers to be scored by us."""

from panelwise.tasks.exchange._formats import READERS, WRITERS, export_pack, import_log
from panelwise.tasks.exchange._lmms_eval import score_row
from panelwise.tasks.exchange._log import Imported
from panelwise.tasks.exchange._words import Exported

__all__ = [
    "READERS",
    "WRITERS",
    "Exported",
    "Imported",
    "export_pack",
    "import_log",
    "score_row",
]
