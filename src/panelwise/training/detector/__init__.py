"""Training Panelwise's own detector; torch is imported only when it is called."""

from panelwise.training.detector._data import BoxedPage, DetectorData, data_licences, load_boxes
from panelwise.training.detector._options import DetectorOptions, require_torch
from panelwise.training.detector._pages import DrawnPages, draw_pages
from panelwise.training.detector._train import train_detector
from panelwise.training.detector._validate import DetectorScores, scored, validated

__all__ = [
    "BoxedPage",
    "DetectorData",
    "DetectorOptions",
    "DetectorScores",
    "DrawnPages",
    "data_licences",
    "draw_pages",
    "load_boxes",
    "require_torch",
    "scored",
    "train_detector",
    "validated",
]
