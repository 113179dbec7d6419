"""Finding panels on a page."""

from panelwise.reading.panels._features import (
    AGGREGATIONS,
    Aggregation,
    FeatureEncoder,
    ImageEncoder,
    context_similarity,
    strip_of,
)
from panelwise.reading.panels._panels import (
    detect_panels,
)

__all__ = [
    "AGGREGATIONS",
    "Aggregation",
    "FeatureEncoder",
    "ImageEncoder",
    "context_similarity",
    "detect_panels",
    "strip_of",
]
