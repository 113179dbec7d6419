"""The reader ``detector``: the trained weights that are a distribution of this repository."""

from __future__ import annotations

from panelwise.comics import Page, ReadingDirection
from panelwise.reading._file_detector import FileDetector
from panelwise.reading._found_boxes import with_characters
from panelwise.reading._reader import ClassicalReader, Reader
from panelwise.reading.learned._detector import LearnedReader
from panelwise.wheels import WheelFile, wheel_file

TRAINED = WheelFile(
    "./detector",
    "panelwise_detector",
    "detector.onnx",
    "7bd878c1c8a7815bd64fb2345d0a5aa7abd456a84c32134390c8d326ddb743b6",
)
"""What ``panelwise train detector`` made with seed 2, at 384 and then at 640 pixels."""


class DetectorReader(FileDetector):
    """Panels as the default reader finds them; balloons, characters and faces of the network.

    On real pages the network finds fewer whole pages of panels than the default reader, and its
    boxes of texts are too narrow (docs/training.md). So these classes are not used.

    Raises:
        InputError: when the weights are not installed, or are not those that were tested.
    """

    name = "detector"
    finds_texts = False

    def __init__(self) -> None:
        self.path = wheel_file(TRAINED)
        self._network = LearnedReader(self.path)
        self._panels = ClassicalReader()

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page with panels in reading order, balloons, characters and faces.

        Raises:
            UnavailableError: for a page without an image.
            InputError: for a damaged image.
        """
        return with_characters(self._panels.read(page, direction), self._network.boxes(page))


def detector_reader() -> Reader:
    """Panels of the built-in reader; balloons, characters and faces of a network (experimental)."""
    return DetectorReader()
