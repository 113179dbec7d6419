"""Training Panelwise's own detector; torch is imported only when it is called."""

from panelwise.training.detector._data import BoxedPage, DetectorData, data_licences, load_boxes
from panelwise.training.detector._faster_rcnn_train import FASTER_RCNN, train_faster_rcnn
from panelwise.training.detector._options import (
    DetectorOptions,
    FasterRcnnOptions,
    require_torch,
    require_torchvision,
)
from panelwise.training.detector._pages import DrawnPages, draw_pages
from panelwise.training.detector._start import FirstWeights, first_weights
from panelwise.training.detector._train import train_detector
from panelwise.training.detector._validate import DetectorScores, scored, validated

__all__ = [
    "FASTER_RCNN",
    "BoxedPage",
    "DetectorData",
    "DetectorOptions",
    "DetectorScores",
    "DrawnPages",
    "FasterRcnnOptions",
    "FirstWeights",
    "data_licences",
    "draw_pages",
    "first_weights",
    "load_boxes",
    "require_torch",
    "require_torchvision",
    "scored",
    "train_detector",
    "train_faster_rcnn",
    "validated",
]
