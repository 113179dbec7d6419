"""Training Faster R-CNN, stopped and continued at will. Source: CX-6."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from panelwise.training.detector._data import BoxedPage, DetectorData
from panelwise.training.detector._faster_rcnn import (
    build_faster_rcnn,
    export_faster_rcnn,
    found_on,
    page_loss,
    stretched,
)
from panelwise.training.detector._options import (
    CHECKPOINT,
    LOG,
    SCORES,
    FasterRcnnOptions,
    cut_log,
    require_torchvision,
    start_or_resume,
)
from panelwise.training.detector._validate import DetectorScores, scored

FASTER_RCNN = "faster-rcnn.onnx"
_CLIP = 10.0  # norm of the gradient
_SAVED_SECONDS = 540.0


def train_faster_rcnn(
    data: DetectorData,
    out: str | Path,
    options: FasterRcnnOptions | None = None,
    *,
    resume: bool = False,
    minutes: float | None = None,
    progress: Callable[[int, int, float], None] | None = None,
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
    import torch

    options, folder = options or FasterRcnnOptions(), Path(out)
    options.check()
    start_or_resume(folder, options, data.fingerprint, resume=resume)
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True, warn_only=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = build_faster_rcnn(options.backbone, options.side, options.seed).to(device)
    _run(network, data, options, folder, minutes, progress)
    network.eval()
    found = [found_on(network, one.image.pixels(), options.side) for one in data.validation]
    scores = scored(found, data.validation)
    export_faster_rcnn(network, options.side, folder / FASTER_RCNN)
    stored = {"pages": scores.pages, "ap50": scores.ap50, "f1": scores.f1, "least": scores.least}
    (folder / SCORES).write_bytes(orjson.dumps(stored, option=orjson.OPT_INDENT_2) + b"\n")
    return scores


def _run(
    network: Any,
    data: DetectorData,
    options: FasterRcnnOptions,
    folder: Path,
    minutes: float | None,
    progress: Callable[[int, int, float], None] | None,
) -> None:
    """Steps until the last one or the end of the time."""
    import torch

    optimiser = torch.optim.SGD(
        network.parameters(), options.rate, momentum=options.momentum, weight_decay=options.decay
    )
    step = _loaded(network, optimiser, folder / CHECKPOINT)
    cut_log(folder / LOG, step)
    started = saved = time.monotonic()
    network.train()
    with (folder / LOG).open("ab") as log:
        while step < options.steps:
            if minutes is not None and time.monotonic() - started >= 60 * minutes:
                break
            loss = _step(network, optimiser, data.training, options, step)
            step += 1
            log.write(orjson.dumps({"step": step, "loss": loss}) + b"\n")
            if progress is not None:
                progress(step, options.steps, loss)
            if time.monotonic() - saved >= _SAVED_SECONDS:
                _save(network, optimiser, step, folder / CHECKPOINT)
                saved = time.monotonic()
    _save(network, optimiser, step, folder / CHECKPOINT)


def _step(
    network: Any,
    optimiser: Any,
    pages: tuple[BoxedPage, ...],
    options: FasterRcnnOptions,
    step: int,
) -> float:
    """One step of the optimiser over a batch of pages, one after the other; its mean loss."""
    import torch

    torch.manual_seed(options.seed * 1_000_003 + step)  # the network samples anchors and boxes
    for group in optimiser.param_groups:
        group["lr"] = options.rate_at(step)
    optimiser.zero_grad(set_to_none=True)
    total = 0.0
    for number in range(step * options.batch, (step + 1) * options.batch):
        epoch, place = divmod(number, len(pages))
        order = np.random.default_rng([options.seed, 1, epoch]).permutation(len(pages))
        page = pages[int(order[place])]
        picture, boxes = stretched(page.image.pixels(), options.side, page.boxes)
        large = (boxes[:, 2] - boxes[:, 0] >= 1) & (boxes[:, 3] - boxes[:, 1] >= 1)
        loss = page_loss(network, picture, boxes[large], page.labels[large], page.known)
        (loss / options.batch).backward()
        total += float(loss.detach()) / options.batch
    torch.nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
    optimiser.step()
    return total


def _save(network: Any, optimiser: Any, step: int, path: Path) -> None:
    import torch

    part = path.with_name(f".{path.name}.part")
    torch.save(
        {"network": network.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, part
    )
    part.replace(path)


def _loaded(network: Any, optimiser: Any, path: Path) -> int:
    """How many steps the checkpoint has made, whose weights are taken over; 0 without one."""
    import torch

    if not path.is_file():
        return 0
    device = next(network.parameters()).device
    saved = torch.load(path, map_location=device, weights_only=True)
    network.load_state_dict(saved["network"])
    optimiser.load_state_dict(saved["optimiser"])
    return int(saved["step"])
