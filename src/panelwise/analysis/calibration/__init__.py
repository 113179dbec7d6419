"""Calibration: whether answers are right as often as they are confident."""

from panelwise.analysis.calibration._confidence import ConfidenceSource, token_probability
from panelwise.analysis.calibration._figures import (
    Calibration,
    ConfidenceBin,
    ConfidentAnswer,
    SelectiveAccuracy,
    calibration,
    calibration_of,
    expected_calibration_error,
)
from panelwise.analysis.calibration._levels import mean_confidence
from panelwise.analysis.calibration._plot import reliability_svg

__all__ = [
    "Calibration",
    "ConfidenceBin",
    "ConfidenceSource",
    "ConfidentAnswer",
    "SelectiveAccuracy",
    "calibration",
    "calibration_of",
    "expected_calibration_error",
    "mean_confidence",
    "reliability_svg",
    "token_probability",
]
