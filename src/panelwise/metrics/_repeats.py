"""The filter for predictions that repeat one text again and again, as models do in a loop.

Source: specification 4.3 (MV-9); AMB-28.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.metrics._regions import Shape, TextRegion, overlap_area, shape_box

RepeatMode = Literal["drop_all", "keep_first", "off"]

# The released code drops a text at its tenth copy; the paper says "more than ten times".
MOST_COPIES: dict[RepeatMode, int] = {"drop_all": 9, "keep_first": 10, "off": 0}


@dataclass(frozen=True, slots=True)
class KeptRepeats:
    """Which predictions of a page remain.

    Attributes:
        kept: their positions, in order.
        filtered: how many were dropped.
    """

    kept: tuple[int, ...]
    filtered: int


def filter_repeats(
    predicted: Sequence[TextRegion],
    width: float,
    height: float,
    *,
    mode: RepeatMode = "keep_first",
    most: int | None = None,
) -> KeptRepeats:
    """What remains of a page's predictions once texts with too many copies are thinned out.

    Args:
        predicted: texts normalised as for the comparison, in file order. Gold is never filtered.
        width: of the page, in pixels.
        height: of the page, in pixels.
        mode: ``drop_all`` drops every copy, as the released scorer does; ``keep_first`` keeps the
            first ``most`` copies that lie inside the page and do not overlap each other, so that
            a page with many equal effects keeps them; ``off`` drops nothing.
        most: how many copies are no offence; 9 for ``drop_all`` (the paper's wording is 10), 10
            for ``keep_first``, unless given.

    Source: MV-9; AMB-28.

    >>> from panelwise.geometry import Box
    >>> loop = [TextRegion(Box(9 * k, 0, 9 * k + 9, 9), "ド") for k in range(12)]
    >>> filter_repeats(loop, 200, 100).filtered
    2
    >>> filter_repeats(loop, 200, 100, mode="drop_all").kept
    ()
    """
    limit = MOST_COPIES[mode] if most is None else most
    copies = Counter(region.text for region in predicted)
    repeated = {text for text, count in copies.items() if mode != "off" and count > limit}
    first: dict[str, list[Shape]] = {text: [] for text in repeated}
    kept = []
    for at, region in enumerate(predicted):
        if region.text not in repeated:
            kept.append(at)
        elif mode == "keep_first" and len(first[region.text]) < limit:
            before = first[region.text]
            if _is_inside(region.shape, width, height) and _is_apart(region.shape, before):
                before.append(region.shape)
                kept.append(at)
    return KeptRepeats(tuple(kept), len(predicted) - len(kept))


def _is_inside(shape: Shape, width: float, height: float) -> bool:
    box = shape_box(shape)
    return box.clipped(width, height) == box


def _is_apart(shape: Shape, others: Iterable[Shape]) -> bool:
    return all(overlap_area(shape, other) == 0 for other in others)
