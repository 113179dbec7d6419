"""Training Faster R-CNN, stopped and continued at will. Source: CX-6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from panelwise.training._steps import (
    CLIP,
    TrainingProgress,
    run_steps,
    save_whole,
    start_or_resume,
    take_up,
    torch_device,
)
from panelwise.training.detector._data import BoxedPage, DetectorData, nth_page
from panelwise.training.detector._faster_rcnn import (
    build_faster_rcnn,
    export_faster_rcnn,
    found_on,
    page_loss,
    stretched,
)
from panelwise.training.detector._options import (
    OPTIONS,
    FasterRcnnOptions,
    require_torchvision,
)
from panelwise.training.detector._validate import DetectorScores, scored, write_scores

FASTER_RCNN = "faster-rcnn.onnx"


@dataclass(slots=True)
class FasterRcnnState:
    """Weights, the optimiser, and how many steps were made; the seed and these say what is next."""

    network: Any
    optimiser: Any
    step: int = 0

    @classmethod
    def begin(cls, options: FasterRcnnOptions, device: str) -> FasterRcnnState:
        """Random weights."""
        import torch

        network = build_faster_rcnn(options.backbone, options.side, options.seed).to(device)
        optimiser = torch.optim.SGD(
            network.parameters(),
            options.rate,
            momentum=options.momentum,
            weight_decay=options.decay,
        )
        return cls(network.train(), optimiser)

    def save(self, path: Path) -> None:
        """Write everything."""
        save_whole(
            {
                "network": self.network.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "step": self.step,
            },
            path,
        )

    def load(self, path: Path) -> None:
        """Take over what :meth:`save` wrote."""
        import torch

        device = next(self.network.parameters()).device
        saved = torch.load(path, map_location=device, weights_only=True)
        self.network.load_state_dict(saved["network"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.step = int(saved["step"])


def train_faster_rcnn(
    data: DetectorData,
    out: str | Path,
    options: FasterRcnnOptions | None = None,
    *,
    resume: bool = False,
    minutes: float | None = None,
    progress: TrainingProgress | None = None,
) -> DetectorScores:
    """Train Faster R-CNN, or continue to; then export and validate what there is so far.

    Args:
        data: of :func:`load_boxes`; classes that a data set does not annotate are masked.
        out: a new folder, or that of the training to resume.
        options: what determines the weights.
        resume: continue the training in ``out``.
        minutes: stop after so long, ready to be resumed.
        progress: called with steps done, steps to do and the latest loss.

    Raises:
        MissingExtraError: without the extra ``[faster-rcnn]``.
        SettingError: for an option that cannot be used, or differs from the training's in ``out``.
        InputError: for a damaged page, or a folder that holds something else.
    """
    require_torchvision()
    options, folder = options or FasterRcnnOptions(), Path(out)
    options.check()
    start_or_resume(folder, OPTIONS, options, data.fingerprint, resume=resume)
    state = FasterRcnnState.begin(options, torch_device(options.threads))
    take_up(state, folder)
    run_steps(
        state,
        lambda: _step(state, data.training, options),
        options.steps,
        folder,
        minutes=minutes,
        progress=progress,
    )
    network = state.network.eval()
    found = [found_on(network, one.image.pixels(), options.side) for one in data.validation]
    scores = scored(found, data.validation)
    export_faster_rcnn(network, options.side, folder / FASTER_RCNN)
    write_scores(folder, asdict(scores))
    return scores


def _step(
    state: FasterRcnnState, pages: tuple[BoxedPage, ...], options: FasterRcnnOptions
) -> Mapping[str, float]:
    """One step of the optimiser over a batch of pages, one after the other; a line of the log."""
    import torch

    network, optimiser, step = state.network, state.optimiser, state.step
    torch.manual_seed(options.seed * 1_000_003 + step)  # the network samples anchors and boxes
    for group in optimiser.param_groups:
        group["lr"] = options.rate_at(step)
    optimiser.zero_grad(set_to_none=True)
    total = 0.0
    for number in range(step * options.batch, (step + 1) * options.batch):
        page = nth_page(pages, options.seed, number)
        picture, boxes = stretched(page.image.pixels(), options.side, page.boxes)
        large = (boxes[:, 2] - boxes[:, 0] >= 1) & (boxes[:, 3] - boxes[:, 1] >= 1)
        loss = page_loss(network, picture, boxes[large], page.labels[large], page.known)
        (loss / options.batch).backward()
        total += float(loss.detach()) / options.batch
    torch.nn.utils.clip_grad_norm_(network.parameters(), CLIP)
    optimiser.step()
    state.step += 1
    return {"step": state.step, "loss": total}
