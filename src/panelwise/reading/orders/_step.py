"""What every rule of panel order answers: for each panel after the first, why and how surely.

All rules are written for a canonical page: the origin at the top left of the panels' hull, ``x``
growing in the reading direction. ``_order.py`` turns pages so, which is how left-to-right and
right-to-left stay exact mirrors of each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.geometry import Box

Why = Literal["above", "beside", "inset", "tangle", "cycle"]


@dataclass(frozen=True, slots=True)
class Step:
    """Why a panel follows its predecessor.

    ``certainty`` in [0, 1] is 1 when a clean gutter decided, less the more panels overlap.
    """

    why: Why
    certainty: float


def canonical_ranks(boxes: Sequence[Box]) -> list[int]:
    """Input positions sorted by the boxes themselves, so that the input order never matters."""
    return sorted(range(len(boxes)), key=lambda i: (boxes[i].y0, *boxes[i]))
