"""What determines a training run, and which files it writes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.util import find_spec

from panelwise.errors import MissingExtraError, SettingError
from panelwise.registry import did_you_mean

EXTRA, RCNN_EXTRA = "detector", "faster-rcnn"
BACKBONES, SCHEDULES = ("resnet50", "resnet18"), ("cosine", "step")
OPTIONS = "detector.json"
MODEL, CARD, SCORES = "detector.onnx", "README.md", "validation.json"


@dataclass(frozen=True, slots=True)
class DetectorOptions:
    """Everything but the data that the weights follow from.

    Attributes:
        seed: of weights, order of pages and augmentation.
        steps: of the whole training; the learning rate falls towards the last.
        batch: pictures in one step.
        side: of a picture in pixels, a multiple of 64.
        rate: the highest learning rate (AdamW).
        decay: of weights, not of biases and normalisations.
        threads: of torch; another number adds floating-point numbers in another order.
        start: sha256 of the checkpoint with the first weights; empty for random ones.
    """

    seed: int = 0
    steps: int = 30_000
    batch: int = 16
    side: int = 640
    rate: float = 2e-3
    decay: float = 0.02
    threads: int = 2
    start: str = ""

    def check(self) -> None:
        """Refuse values that cannot be used.

        Raises:
            SettingError: naming the value.
        """
        if self.side < 128 or self.side % 64:
            raise SettingError(f"--side {self.side}: give a multiple of 64, at least 128")
        for name in ("steps", "batch", "threads"):
            if getattr(self, name) < 1:
                raise SettingError(f"--{name} {getattr(self, name)}: give at least 1")

    def rate_at(self, step: int) -> float:
        """The learning rate of a step: rising over 200 steps, constant, falling from 60 % on.

        Trained weights get half of it, so that they are not forgotten.
        """
        highest = self.rate / 2 if self.start else self.rate
        warm = min(1.0, (step + 1) / min(200, max(1, self.steps // 10)))
        left = (self.steps - step) / (0.4 * self.steps)
        return highest * warm * min(1.0, max(0.01, left))


@dataclass(frozen=True, slots=True)
class FasterRcnnOptions:
    """What the weights of a Faster R-CNN follow from, besides the data.

    Backbone, learning rate and schedules are the paper's; everything else is ours. Source: CX-6.

    Attributes:
        seed: of weights, order of pages and the network's sampling.
        steps: of the whole training.
        batch: pages in one step.
        side: to which whole pages are stretched, in pixels; a multiple of 32.
        rate: the highest learning rate (SGD).
        schedule: ``cosine`` falls to 0; ``step`` falls to a tenth at 60 % and again at 85 %.
        backbone: ``resnet50``, or ``resnet18`` to try things out.
        momentum, decay: of SGD.
        threads: of torch.
    """

    seed: int = 0
    steps: int = 20_000
    batch: int = 4
    side: int = 640
    rate: float = 5e-3
    schedule: str = "cosine"
    backbone: str = "resnet50"
    momentum: float = 0.9
    decay: float = 5e-4
    threads: int = 2

    def check(self) -> None:
        """Refuse values that cannot be used.

        Raises:
            SettingError: naming the value.
        """
        if self.side < 64 or self.side % 32:
            raise SettingError(f"--side {self.side}: give a multiple of 32, at least 64")
        for name in ("steps", "batch", "threads"):
            if getattr(self, name) < 1:
                raise SettingError(f"--{name} {getattr(self, name)}: give at least 1")
        for name, known in (("schedule", SCHEDULES), ("backbone", BACKBONES)):
            if getattr(self, name) not in known:
                hint = did_you_mean(getattr(self, name), known)
                raise SettingError(f"unknown {name} '{getattr(self, name)}'; {hint}")

    def rate_at(self, step: int) -> float:
        """The learning rate of a step: rising over the first 500 or tenth, then by schedule."""
        warm = min(1.0, (step + 1) / min(500, max(1, self.steps // 10)))
        done = step / self.steps
        falls = (1 + math.cos(math.pi * done)) / 2
        if self.schedule == "step":
            falls = 0.1 ** ((done >= 0.6) + (done >= 0.85))
        return self.rate * warm * falls


def require_torchvision() -> None:
    """See that what Faster R-CNN needs is installed, without importing it.

    Raises:
        MissingExtraError: when it is not.
    """
    if any(find_spec(name) is None for name in ("torch", "torchvision", "onnx")):
        raise MissingExtraError.of("training Faster R-CNN", RCNN_EXTRA)


def require_torch() -> None:
    """See that what training needs is installed, without importing it.

    Raises:
        MissingExtraError: when it is not.
    """
    if any(find_spec(name) is None for name in ("torch", "onnx", "onnxscript")):
        raise MissingExtraError.of("training a detector", EXTRA)
