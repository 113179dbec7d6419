"""Panelwise's own detector of panels, texts, balloons, characters, faces and sounds.

It is trained by ``panelwise train detector`` and run by OpenCV alone.
"""

from panelwise.reading.learned._detector import (
    CLASSES,
    STRIDES,
    FoundByClass,
    LearnedDetector,
    LearnedReader,
    decoded,
    grid_points,
)
from panelwise.reading.learned._installed import TRAINED, DetectorReader, detector_reader
from panelwise.reading.learned._metadata import MARK, onnx_metadata

__all__ = [
    "CLASSES",
    "MARK",
    "STRIDES",
    "TRAINED",
    "DetectorReader",
    "FoundByClass",
    "LearnedDetector",
    "LearnedReader",
    "decoded",
    "detector_reader",
    "grid_points",
    "onnx_metadata",
]
