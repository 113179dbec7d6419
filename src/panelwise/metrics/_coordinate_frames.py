"""In which numbers a model says where something is, and which of them it seems to have meant.

A prompt that asks for pixels without naming the size of the image is answered in the numbers a
model was trained on. A frame says which; the diagnosis scores one answer under every frame.

Source: AMB-30, MS-15.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from panelwise.errors import SettingError
from panelwise.geometry import Box, stepped_size
from panelwise.registry import did_you_mean

QWEN_STEP = 28  # two patches of 14 pixels
QWEN_LEAST_PIXELS = 3_136
QWEN_MOST_PIXELS = 2_116_800  # as MangaLMM was trained: specification 4.4
QWEN_OWN_MOST_PIXELS = 12_845_056  # in the preprocessor_config.json of Qwen's own checkpoints

FrameUnit = Literal["pixels", "qwen_pixels", "qwen_pixels_12mp", "thousandths", "fractions"]


@dataclass(frozen=True, slots=True)
class CoordinateFrame:
    """How the four numbers of a box are meant.

    Attributes:
        unit: ``pixels`` of the image; ``qwen_pixels`` of the image as Qwen's processor resizes it
            (:func:`qwen_size`) to at most 2.1 megapixels, as MangaLMM was trained, and
            ``qwen_pixels_12mp`` to at most 12.8, which is Qwen's own limit; ``thousandths`` or
            ``fractions`` of its width and height.
        y_first: whether the numbers are y0, x0, y1, x1.
    """

    unit: FrameUnit
    y_first: bool = False

    @property
    def name(self) -> str:
        """How a setting calls it: the unit, with ``_y_first`` where that holds."""
        return f"{self.unit}_y_first" if self.y_first else self.unit


COORDINATE_FRAMES: dict[str, CoordinateFrame] = {
    frame.name: frame
    for frame in (
        CoordinateFrame("pixels"),
        CoordinateFrame("qwen_pixels"),
        CoordinateFrame("qwen_pixels_12mp"),
        CoordinateFrame("thousandths"),
        CoordinateFrame("fractions"),
        CoordinateFrame("pixels", y_first=True),
        CoordinateFrame("qwen_pixels", y_first=True),
        CoordinateFrame("thousandths", y_first=True),
        CoordinateFrame("fractions", y_first=True),
    )
}


@dataclass(frozen=True, slots=True)
class FrameDiagnosis:
    """What one set of answers scores under every frame.

    Attributes:
        declared: the frame that the answers were said to be in.
        best: the frame of the highest score, the declared one if it ties: an oracle, which no
            model may be ranked by.
        scores: frame → score.
    """

    declared: str
    best: str
    scores: dict[str, float]


def coordinate_frame(name: str) -> CoordinateFrame:
    """The frame of that name.

    Raises:
        SettingError: for any other name.

    >>> coordinate_frame("thousandths_y_first")
    CoordinateFrame(unit='thousandths', y_first=True)
    """
    if name not in COORDINATE_FRAMES:
        hint = did_you_mean(name, COORDINATE_FRAMES)
        raise SettingError(f"unknown coordinate frame '{name}'; {hint}")
    return COORDINATE_FRAMES[name]


def to_pixels(boxes: Iterable[Box], frame: CoordinateFrame, width: int, height: int) -> list[Box]:
    """Boxes in pixels of an image of ``width`` × ``height``, from numbers meant in a frame.

    >>> to_pixels([Box(500, 0, 1000, 250)], coordinate_frame("thousandths_y_first"), 1654, 1170)
    [Box(x0=0.0, y0=585.0, x1=413.5, y1=1170.0)]
    """
    right, bottom = _far_corner(frame.unit, width, height)
    across, down = width / right, height / bottom
    pixels = []
    for box in boxes:
        x0, y0, x1, y1 = (box[1], box[0], box[3], box[2]) if frame.y_first else box
        pixels.append(Box(x0 * across, y0 * down, x1 * across, y1 * down))
    return pixels


def from_pixels(boxes: Iterable[Box], frame: CoordinateFrame, width: int, height: int) -> list[Box]:
    """The inverse of :func:`to_pixels`: the numbers that mean these boxes in a frame.

    >>> from_pixels([Box(0, 585, 413.5, 1170)], coordinate_frame("thousandths_y_first"), 1654, 1170)
    [Box(x0=500.0, y0=0.0, x1=1000.0, y1=250.0)]
    """
    right, bottom = _far_corner(frame.unit, width, height)
    across, down = right / width, bottom / height
    numbers = []
    for box in boxes:
        x0, y0, x1, y1 = box[0] * across, box[1] * down, box[2] * across, box[3] * down
        numbers.append(Box(y0, x0, y1, x1) if frame.y_first else Box(x0, y0, x1, y1))
    return numbers


def qwen_size(
    width: int,
    height: int,
    least: int = QWEN_LEAST_PIXELS,
    most: int = QWEN_MOST_PIXELS,
) -> tuple[int, int]:
    """The size to which Qwen2-VL's and Qwen2.5-VL's processors resize an image.

    Both sides become multiples of 28, the nearest unless the area would leave ``least`` … ``most``
    pixels. Source: specification 4.4; AMB-30.

    >>> qwen_size(1654, 1170), qwen_size(3000, 2000)
    ((1652, 1176), (1764, 1176))
    """
    return stepped_size(width, height, QWEN_STEP, least, most)


def best_frame(
    score: Callable[[CoordinateFrame], float], declared: str = "pixels"
) -> FrameDiagnosis:
    """Score the same answers under every known frame.

    Args:
        score: what the answers score when their numbers are meant in a frame; higher is better.
            Over a whole data set: the best frame of single pages would be picked by chance.
        declared: the name of the frame that the answers were said to be in.

    Raises:
        SettingError: for an unknown frame.

    Source: AMB-30, MS-15.

    >>> best_frame(lambda frame: 0.9 if frame.unit == "thousandths" else 0.0).best
    'thousandths'
    """
    first = coordinate_frame(declared).name
    scores = {name: score(frame) for name, frame in COORDINATE_FRAMES.items()}
    best = max([first, *scores], key=lambda name: scores[name])
    return FrameDiagnosis(first, best, scores)


def _far_corner(unit: FrameUnit, width: int, height: int) -> tuple[float, float]:
    """The numbers of the image's bottom right corner."""
    match unit:
        case "pixels":
            return width, height
        case "qwen_pixels":
            return qwen_size(width, height)
        case "qwen_pixels_12mp":
            return qwen_size(width, height, most=QWEN_OWN_MOST_PIXELS)
        case "thousandths":
            return 1000, 1000
        case "fractions":
            return 1, 1
