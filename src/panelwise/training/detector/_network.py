"""The network: a small convolutional backbone, two paths between four grids, one head per grid.

Every class has boxes of its own at every point, because a text and its balloon, or a face, its
person and a panel often have the same centre. All layers are run by ``cv2.dnn``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from panelwise.reading.learned import CLASSES

_BACKBONE = (16, 32, 64, 128, 256, 256)  # channels at steps of 2, 4, 8, 16, 32, 64 pixels
_NECK = 96
_RARE = 0.01  # score of every point before training: nearly all points have no box
_STEPS = 2.0  # distance to the sides of a box before training, in steps of the grid


def build_network(seed: int) -> Any:
    """A ``torch.nn.Module`` with random weights.

    It takes pictures, n × 3 × side × side, RGB from 0 to 1, and gives n × classes × 5 × points.
    """
    import torch
    from torch import nn

    generator = torch.Generator().manual_seed(seed)
    c = _BACKBONE
    parts = {
        "stem": nn.Sequential(_conv(3, c[0], 3, 2), _conv(c[0], c[1], 3, 2), _residual(c[1])),
        "at8": nn.Sequential(_conv(c[1], c[2], 3, 2), _residual(c[2]), _residual(c[2])),
        "at16": nn.Sequential(_conv(c[2], c[3], 3, 2), _residual(c[3]), _residual(c[3])),
        "at32": nn.Sequential(_conv(c[3], c[4], 3, 2), _residual(c[4]), _residual(c[4])),
        "at64": nn.Sequential(_conv(c[4], c[5], 3, 2), _residual(c[5])),
    }
    for at, channels in enumerate(c[2:]):
        parts[f"lateral{at}"] = _conv(channels, _NECK, 1)
        parts[f"head{at}"] = nn.Sequential(
            _separable(_NECK), _separable(_NECK), nn.Conv2d(_NECK, 5 * len(CLASSES), 1)
        )
    for at in range(3):
        parts[f"down{at}"] = _separable(_NECK)
        parts[f"up{at}"] = _conv(_NECK, _NECK, 3, 2)
        parts[f"joined{at}"] = _separable(_NECK)
    network = _module(_forward, parts)
    _initialise(network, generator)
    return network


def _forward(net: Any, pictures: Any) -> Any:
    import torch
    from torch.nn import functional

    grids = []
    seen = net.stem(pictures)
    for at, name in enumerate(("at8", "at16", "at32", "at64")):
        seen = getattr(net, name)(seen)
        grids.append(getattr(net, f"lateral{at}")(seen))
    for at in (2, 1, 0):  # what a thing is comes from the coarse grids
        wide = functional.interpolate(grids[at + 1], scale_factor=2.0, mode="nearest")
        grids[at] = getattr(net, f"down{at}")(grids[at] + wide)
    for at in (0, 1, 2):  # where its edges are comes from the fine ones
        fine = getattr(net, f"up{at}")(grids[at])
        grids[at + 1] = getattr(net, f"joined{at}")(grids[at + 1] + fine)
    rows = [getattr(net, f"head{at}")(grid).flatten(2) for at, grid in enumerate(grids)]
    joined = torch.cat(rows, 2)
    return joined.reshape(-1, len(CLASSES), 5, joined.shape[2])


def _conv(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> Any:
    from torch import nn

    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs, momentum=0.03),
        nn.ReLU(),
    )


def _separable(channels: int) -> Any:
    """A wide look at each channel by itself, then a mixture of channels."""
    from torch import nn

    return nn.Sequential(
        _conv(channels, channels, 5, groups=channels), _conv(channels, channels, 1)
    )


def _residual(channels: int) -> Any:
    parts = {
        "narrow": _conv(channels, channels // 2, 1),
        "wide": _conv(channels // 2, channels, 3),
    }
    return _module(lambda own, x: x + own.wide(own.narrow(x)), parts)


def _module(forward: Callable[[Any, Any], Any], parts: dict[str, Any]) -> Any:
    """A module of named parts whose forward pass is a function. torch is imported only here."""
    from torch import nn

    class Parts(nn.Module):  # type: ignore[misc, unused-ignore]
        def forward(self, given: Any) -> Any:
            return forward(self, given)

    module = Parts()
    for name, part in parts.items():
        module.add_module(name, part)
    return module


def _initialise(network: Any, generator: Any) -> None:
    """Random weights from one generator, and heads that begin by finding nothing."""
    import torch
    from torch import nn

    for layer in network.modules():
        if isinstance(layer, nn.Conv2d):
            nn.init.kaiming_normal_(layer.weight, mode="fan_out", generator=generator)
            if layer.groups > 1:  # fan_out counts all groups
                layer.weight.data *= math.sqrt(layer.groups)
    step = math.log(math.expm1(_STEPS))
    for at in range(4):
        last = getattr(network, f"head{at}")[-1]
        nn.init.normal_(last.weight, std=0.01, generator=generator)
        bias = torch.full((len(CLASSES), 5), step)
        bias[:, 0] = -math.log(1 / _RARE - 1)
        last.bias.data.copy_(bias.flatten())
