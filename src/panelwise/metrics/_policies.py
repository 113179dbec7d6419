"""The named choices that metrics take as arguments."""

from __future__ import annotations

from typing import Literal

InvalidPolicy = Literal["zero", "valid_only", "chance", "worst_case", "identity_fallback"]
NdcgGain = Literal[
    "linear_n_1",
    "linear_n1_0",
    "exp2",
    "exp2_n1",
    "reciprocal",
    "binary_position",
    "proximity_linear",
    "proximity_n",
    "proximity_inverse",
]
Shuffle = Literal["uniform", "non_identity", "derangement"]
CoordFrame = Literal[
    "pixels",
    "qwen_pixels",
    "qwen_pixels_12mp",
    "thousandths",
    "fractions",
    "pixels_y_first",
    "qwen_pixels_y_first",
    "thousandths_y_first",
    "fractions_y_first",
]
