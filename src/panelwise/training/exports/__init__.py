"""Packs as the data of trainers, checked before they are written."""

from panelwise.training.exports._export import (
    FORMATS,
    PROVENANCE,
    ExportOptions,
    TrainingExport,
    export_training,
)
from panelwise.training.exports._format import TrainingFormat

__all__ = [
    "FORMATS",
    "PROVENANCE",
    "ExportOptions",
    "TrainingExport",
    "TrainingFormat",
    "export_training",
]
