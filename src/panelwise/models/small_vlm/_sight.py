"""The frozen eye: a picture in a square, and its features by an ONNX file that OpenCV runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

SIDE = 192  # to which a picture is fitted, in pixels
GRID = 6  # cells of the features along each side


class Sight:
    """Features of pictures.

    Args:
        path: an ONNX file: n × 3 × SIDE × SIDE from 0 to 1 to n × channels × GRID × GRID.

    Raises:
        InputError: for a file that OpenCV cannot run.
    """

    def __init__(self, path: Path) -> None:
        import cv2

        try:
            self._network = cv2.dnn.readNetFromONNX(str(path))
        except cv2.error as error:
            reason = " ".join(str(error).split())[:200]
            raise InputError(f"{path}: not a readable encoder ({reason}); train it again") from None

    def features(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Features of pictures, n × SIDE × SIDE × 3, RGB."""
        import cv2
        import numpy as np

        found: list[Any] = []
        for picture in pictures:
            self._network.setInput(cv2.dnn.blobFromImage(picture, 1 / 255))
            found.append(self._network.forward()[0])
        return np.stack(found)


def fitted(picture: Image.Image) -> NDArray[np.uint8]:
    """A picture in a white square of SIDE pixels, SIDE × SIDE × 3, RGB."""
    import numpy as np
    from PIL import Image, ImageOps

    inside = ImageOps.contain(picture.convert("RGB"), (SIDE, SIDE), Image.Resampling.BOX)
    square = Image.new("RGB", (SIDE, SIDE), "white")
    square.paste(inside, ((SIDE - inside.width) // 2, (SIDE - inside.height) // 2))
    return np.asarray(square)
