"""The state of a training: everything that the next step follows from."""

from __future__ import annotations

import copy
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.errors import InputError
from panelwise.training._steps import save_whole
from panelwise.training.detector._augment import varied
from panelwise.training.detector._data import BoxedPage, nth_page
from panelwise.training.detector._network import build_network
from panelwise.training.detector._options import DetectorOptions
from panelwise.training.detector._targets import Targets, assigned

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SLOWEST = 0.999  # of the moving average of weights
TrainingPicture = tuple["NDArray[np.uint8]", Targets]


@dataclass(slots=True)
class TrainingState:
    """Weights, their moving average, the optimiser, and how many steps were made.

    The pictures of a step follow from the seed and its number, so the number is the place in the
    data as well. Nothing else is drawn at random.
    """

    network: Any
    average: Any
    optimiser: Any
    step: int = 0
    cpu_seconds: float = 0.0
    _began: float = field(default_factory=time.process_time)  # less what earlier processes spent

    @classmethod
    def begin(cls, options: DetectorOptions, device: str) -> TrainingState:
        """Random weights."""
        import torch

        network = build_network(options.seed).to(device, memory_format=torch.channels_last)
        plain = [one for one in network.parameters() if one.ndim < 2]
        decayed = [one for one in network.parameters() if one.ndim >= 2]
        optimiser = torch.optim.AdamW(
            [
                {"params": decayed, "weight_decay": options.decay},
                {"params": plain, "weight_decay": 0.0},
            ],
            lr=options.rate,
        )
        average = copy.deepcopy(network).eval()
        return cls(network.train(), average, optimiser)

    def save(self, path: Path) -> None:
        """Write everything, and how much processor time it took."""
        import torch

        self.cpu_seconds = time.process_time() - self._began
        save_whole(
            {
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "rng": torch.get_rng_state(),
                "step": self.step,
                "cpu_seconds": self.cpu_seconds,
            },
            path,
        )

    def load(self, path: Path) -> None:
        """Take over what :meth:`save` wrote."""
        import torch

        device = next(self.network.parameters()).device
        saved = torch.load(path, map_location=device, weights_only=True)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimiser.load_state_dict(saved["optimiser"])
        torch.set_rng_state(saved["rng"].cpu())
        self.step, self.cpu_seconds = saved["step"], saved["cpu_seconds"]
        self._began = time.process_time() - self.cpu_seconds

    def start_from(self, path: Path) -> None:
        """Take over the averaged weights of another training's checkpoint.

        Raises:
            InputError: when the file is not the checkpoint of a detector.
        """
        import torch

        device = next(self.network.parameters()).device
        try:
            weights = torch.load(path, map_location=device, weights_only=True)["average"]
            self.network.load_state_dict(weights)
        except (UnpicklingError, RuntimeError, KeyError, TypeError, EOFError):
            raise InputError(
                f"{path}: not the checkpoint of a detector; give --start the folder of one"
            ) from None
        self.average.load_state_dict(weights)

    def follow(self) -> None:
        """Move the average towards the weights, fast at first."""
        import torch

        keep = min(_SLOWEST, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            now = self.network.state_dict()
            for name, value in self.average.state_dict().items():
                if value.dtype.is_floating_point:
                    value.mul_(keep).add_(now[name], alpha=1 - keep)
                else:
                    value.copy_(now[name])


def sample(pages: tuple[BoxedPage, ...], options: DetectorOptions, number: int) -> TrainingPicture:
    """The picture of a number, counted over the whole training, and its targets."""
    page = nth_page(pages, options.seed, number)
    rng = np.random.default_rng([options.seed, 2, number])
    picture, boxes, labels = varied(page.image.pixels(), page.boxes, page.labels, options.side, rng)
    known = page.known
    return picture, assigned(boxes, labels, known, options.side)


class Samples:
    """The pictures of steps, made ahead in threads."""

    def __init__(
        self, pages: tuple[BoxedPage, ...], options: DetectorOptions, pool: ThreadPoolExecutor
    ) -> None:
        self._pages, self._options, self._pool = pages, options, pool
        self._ahead: dict[int, list[Future[TrainingPicture]]] = {}

    def of(self, step: int) -> list[TrainingPicture]:
        """Those of a step; the next step's are begun."""
        for later in (step, step + 1):
            if later not in self._ahead and later < self._options.steps:
                first = later * self._options.batch
                self._ahead[later] = [
                    self._pool.submit(sample, self._pages, self._options, number)
                    for number in range(first, first + self._options.batch)
                ]
        return [future.result() for future in self._ahead.pop(step)]
