"""Faster R-CNN of torchvision, with masked classes, as ONNX that ``reader:onnx`` reads.

Source: CX-6. ResNet-50 with a feature pyramid, from random weights; normalised by groups, because
pages come one by one. The picture is the whole page at ``side`` × ``side``.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import orjson

from panelwise.outputs import whole_file
from panelwise.reading.learned import CLASSES, FoundByClass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]
    Vectors = NDArray[np.float32]

MOST_FOUND = 300  # boxes of a page
_GROUPS = 32


def build_faster_rcnn(backbone: str, side: int, seed: int) -> Any:
    """A network with random weights for the classes of ``CLASSES``, 0 being the background.

    ``network.roi_heads.box_predictor.known`` says which classes the next page annotates: the others
    take no part in the loss of its boxes. Proposals have no class, so theirs is not masked.
    """
    import torch
    from torchvision.models.detection import FasterRCNN
    from torchvision.models.detection.backbone_utils import resnet_fpn_backbone
    from torchvision.models.detection.faster_rcnn import FastRCNNPredictor

    class MaskedPredictor(FastRCNNPredictor):  # type: ignore[misc, no-any-unimported, unused-ignore]
        """Scores and boxes; a class that is not known has no chance, and so no gradient."""

        known: Any = None

        def forward(self, features: Any) -> tuple[Any, Any]:
            scores, boxes = super().forward(features)
            if self.training and self.known is not None:
                scores = scores.masked_fill(~self.known.to(scores.device), float("-inf"))
            return scores, boxes

    torch.manual_seed(seed)
    body = resnet_fpn_backbone(
        backbone_name=backbone,
        weights=None,
        norm_layer=lambda channels: torch.nn.GroupNorm(_GROUPS, channels),
        trainable_layers=5,
    )
    count = len(CLASSES) + 1
    network = FasterRCNN(
        body, count, min_size=side, max_size=side, box_detections_per_img=MOST_FOUND
    )
    features = network.roi_heads.box_predictor.cls_score.in_features
    network.roi_heads.box_predictor = MaskedPredictor(features, count)
    return network


def page_loss(
    network: Any, picture: Vectors, boxes: Vectors, labels: NDArray[np.int64], known: Any
) -> Any:
    """The loss of one page.

    Args:
        network: in training.
        picture: 3 × side × side, from 0 to 1.
        boxes: n × 4, corners in pixels of the picture.
        labels: n, positions in ``CLASSES``.
        known: for every class whether the page's data set annotates it.
    """
    import torch

    device = next(network.parameters()).device
    marks = torch.ones(len(CLASSES) + 1, dtype=torch.bool)
    marks[1:] = torch.from_numpy(np.asarray(known, bool))
    network.roi_heads.box_predictor.known = marks
    target = {
        "boxes": torch.from_numpy(boxes).to(device),
        "labels": torch.from_numpy(labels + 1).to(device),
    }
    losses = network([torch.from_numpy(picture).to(device)], [target])
    return sum(losses.values())


def stretched(
    pixels: PixelArray, side: int, boxes: Vectors | None = None
) -> tuple[Vectors, Vectors]:
    """A page at ``side`` × ``side`` as the network takes it, and boxes on it."""
    height, width = pixels.shape[:2]
    resized = cv2.resize(pixels, (side, side), interpolation=cv2.INTER_LINEAR)
    picture = np.ascontiguousarray(resized.transpose(2, 0, 1), np.float32) / np.float32(255)
    scale = np.array([side / width, side / height] * 2, np.float32)
    moved = (np.zeros((0, 4), np.float32) if boxes is None else boxes) * scale
    return np.asarray(picture, np.float32), np.asarray(moved, np.float32)


def found_on(network: Any, pixels: PixelArray, side: int) -> FoundByClass:
    """What a network in evaluation finds on a page: corners in its pixels, and scores."""
    import torch

    picture, _ = stretched(pixels, side)
    device = next(network.parameters()).device
    with torch.no_grad():
        [found] = network([torch.from_numpy(picture).to(device)])
    height, width = pixels.shape[:2]
    scale = np.array([width / side, height / side] * 2, np.float32)
    boxes, scores, labels = (found[name].cpu().numpy() for name in ("boxes", "scores", "labels"))
    return {
        name: ((boxes[labels == at] * scale).astype(np.float32), scores[labels == at])
        for at, name in enumerate(CLASSES, 1)
    }


def export_faster_rcnn(network: Any, side: int, path: Path) -> None:
    """Write a network as ONNX: a picture and the page's size in, labels, boxes and scores out."""
    import onnx
    import torch

    class Page(torch.nn.Module):  # type: ignore[misc, no-any-unimported, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.network = network.to("cpu").eval()

        def forward(self, images: Any, sizes: Any) -> tuple[Any, Any, Any]:
            [found] = self.network([images[0]])
            scale = torch.cat([sizes, sizes], 1).to(torch.float32) / side
            return (
                (found["labels"] - 1)[None],
                (found["boxes"] * scale)[None],
                found["scores"][None],
            )

    names = ["labels", "boxes", "scores"]
    with whole_file(path) as part:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.onnx.export(
                Page(),
                (torch.zeros(1, 3, side, side), torch.tensor([[side, side]])),
                str(part),
                dynamo=False,
                opset_version=17,
                input_names=["images", "orig_target_sizes"],
                output_names=names,
                dynamic_axes={name: {1: "found"} for name in names},
            )
        model = onnx.load(str(part))
        classes = dict(enumerate(CLASSES))
        stated = orjson.dumps(classes, option=orjson.OPT_NON_STR_KEYS).decode()
        onnx.helper.set_model_props(model, {"names": stated})
        onnx.save(model, str(part))
