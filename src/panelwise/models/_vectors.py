"""Rows of vectors of length 1, so that a dot product is a cosine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


def unit_rows(rows: Vectors) -> Vectors:
    """Rows divided by their Euclidean length; rows of zeros stay.

    >>> import numpy as np
    >>> unit_rows(np.array([[3, 4], [0, 0]], np.float32)).tolist()
    [[0.6..., 0.8...], [0.0, 0.0]]
    """
    import numpy as np

    length = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    return (rows / np.where(length > 0, length, 1)).astype(np.float32)
