"""In which coordinate frame boxes seem to be meant (AMB-30).

A model that thinks in thousandths scores near 0 where pixels are expected. Each page keeps what it
would score in every frame; which frame suits best is reported over all pages, as an oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from panelwise.metrics import COORDINATE_FRAMES, coordinate_frame

NOTABLE = 0.1  # a frame that scores so much more is worth a word


class BetterFrame(NamedTuple):
    """A coordinate frame in which boxes would score far more than in the declared one."""

    frame: str
    score: float
    declared: float


@dataclass(frozen=True, slots=True)
class FrameFigures:
    """The figures of a kind that show a wrong frame.

    Attributes:
        declared: the metric under the profile's frame.
        best: the same in the frame that suits best.
        hits: what a page keeps for each frame, as ``{hits}_in_{frame}`` of
            ``predicted_in_{frame}``.
    """

    declared: str
    best: str
    hits: str

    def better(self, pages: Sequence[Mapping[str, float]], declared: str) -> BetterFrame | None:
        """The frame that suits best, where all pages together would score notably more in it.

        Args:
            pages: the scores of each page; empty for one that was not read.
            declared: the frame in which their boxes were taken.
        """
        best = max(COORDINATE_FRAMES, key=lambda frame: self._in_frame(pages, frame))
        high, low = (self._in_frame(pages, frame) for frame in (best, declared))
        return BetterFrame(best, high, low) if high - low > NOTABLE else None

    def _in_frame(self, pages: Iterable[Mapping[str, float]], frame: str) -> float:
        """The declared metric of all pages, their numbers meant in another frame."""
        hits = whole = 0.0
        for scores in pages:
            hits += scores.get(f"{self.hits}_in_{frame}", 0.0)
            whole += scores.get("gold", 0.0) + scores.get(f"predicted_in_{frame}", 0.0)
        return 2 * hits / whole if whole else 0.0

    def remark(self, scores: Mapping[str, float], declared: str) -> str:
        """A sentence where one answer's numbers, meant in another frame, would score far more."""
        found = self.better([scores], declared)
        if found is None:
            return ""
        return (
            f" The numbers were taken as {frame_words(declared)}; as {frame_words(found.frame)} "
            f"they would score {found.score:.2f} instead of {found.declared:.2f}."
        )


def frame_words(name: str) -> str:
    """A coordinate frame in words.

    >>> frame_words("thousandths_y_first")
    'thousandths of the page, y before x'
    """
    frame = coordinate_frame(name)
    units = {
        "pixels": "pixels of the page",
        "qwen_pixels": "pixels of the page as Qwen resizes it to 2.1 megapixels",
        "qwen_pixels_12mp": "pixels of the page as Qwen resizes it to 12.8 megapixels",
        "thousandths": "thousandths of the page",
        "fractions": "fractions of the page",
    }
    return units[frame.unit] + (", y before x" if frame.y_first else "")
