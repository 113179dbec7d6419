"""Training a detector from random weights, stopped and continued at will."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.files import file_sha256
from panelwise.reading.learned import CLASSES, LearnedDetector, grid_points
from panelwise.training._steps import (
    CLIP,
    TrainingProgress,
    run_steps,
    start_or_resume,
    take_up,
    torch_device,
)
from panelwise.training.detector._card import write_card
from panelwise.training.detector._data import DetectorData
from panelwise.training.detector._export import export_detector
from panelwise.training.detector._options import (
    MODEL,
    OPTIONS,
    DetectorOptions,
    require_torch,
)
from panelwise.training.detector._start import first_weights
from panelwise.training.detector._state import Samples, TrainingPicture, TrainingState
from panelwise.training.detector._validate import DetectorScores, validated, write_scores
from panelwise.workers import threads

if TYPE_CHECKING:
    from collections.abc import Mapping

_LOGGED = 10  # steps between lines of the log


def train_detector(
    data: DetectorData,
    out: str | Path,
    options: DetectorOptions | None = None,
    *,
    start: str | Path | None = None,
    resume: bool = False,
    minutes: float | None = None,
    watts: float = 15.0,
    progress: TrainingProgress | None = None,
) -> DetectorScores:
    """Train, or continue to; then export, validate and describe what there is so far.

    On one processor and version of torch, a training that was stopped and resumed ends in the same
    weights, bit for bit, as one that was not.

    Args:
        data: of :func:`load_boxes`.
        out: a new folder, or that of the training to resume.
        options: what determines the weights.
        start: folder of a training on the same data with the first weights; random by default.
        resume: continue the training in ``out``.
        minutes: stop after so long, ready to be resumed; ``None`` trains to the last step.
        watts: of one busy processor core, for the estimate of energy.
        progress: called with steps done, steps to do and the latest loss.

    Returns:
        How the exported detector does on the pages for validation, run by OpenCV.

    Raises:
        MissingExtraError: without the extra ``[detector]``.
        SettingError: for an option that cannot be used, or differs from the training's in ``out``.
        InputError: for a damaged page, a folder that holds something else, or other data in
            ``start``, which may hold pages that are for validation here.
    """
    require_torch()
    options, folder = options or DetectorOptions(), Path(out)
    options.check()
    options, state = _begin(options, start, data)
    start_or_resume(folder, OPTIONS, options, data.fingerprint, resume=resume)
    take_up(state, folder)
    with threads(options.threads) as pool:
        samples = Samples(data.training, options, pool)
        run_steps(
            state,
            lambda: _step(state, samples.of(state.step), options),
            options.steps,
            folder,
            minutes=minutes,
            progress=progress,
            logged=_LOGGED,
        )
    scores = _finished(state, data, options, folder)
    write_card(folder, options, data, scores, state.step, state.cpu_seconds, watts)
    return scores


def _begin(
    options: DetectorOptions, start: str | Path | None, data: DetectorData
) -> tuple[DetectorOptions, TrainingState]:
    """Random weights or those of another training, and options that name them."""
    if start is None:
        return options, TrainingState.begin(options, torch_device(options.threads))
    first = first_weights(start)
    first.require_data(data.fingerprint)
    options = replace(options, start=file_sha256(first.checkpoint))
    state = TrainingState.begin(options, torch_device(options.threads))
    state.start_from(first.checkpoint)
    return options, state


def _step(
    state: TrainingState, samples: Sequence[TrainingPicture], options: DetectorOptions
) -> Mapping[str, float]:
    """One step of the optimiser; a line of the log."""
    import torch

    from panelwise.training.detector._targets import detection_loss

    device = next(state.network.parameters()).device
    pictures = torch.from_numpy(np.stack([picture for picture, _ in samples])).to(device)
    batch = pictures.float().permute(0, 3, 1, 2) / 255  # channels last, like the network
    targets = [
        torch.from_numpy(np.stack([getattr(one, name) for _, one in samples])).to(device)
        for name in ("boxes", "is_box", "known")
    ]
    grid = [torch.from_numpy(part).to(device) for part in grid_points(options.side)]
    for group in state.optimiser.param_groups:
        group["lr"] = options.rate_at(state.step)
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        raw = state.network(batch)
    loss, scores, edges = detection_loss(raw.float(), *targets, *grid)
    state.optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(state.network.parameters(), CLIP)
    state.optimiser.step()
    state.step += 1
    state.follow()
    parts = {"loss": loss, "scores": scores, "edges": edges}
    return {"step": state.step, **{name: float(part.detach()) for name, part in parts.items()}}


def _finished(
    state: TrainingState, data: DetectorData, options: DetectorOptions, folder: Path
) -> DetectorScores:
    """Export the averaged weights, score them, and store the thresholds at which F1 was best."""
    about = {"seed": str(options.seed), "steps": str(state.step), "data": data.fingerprint[:16]}
    average: Any = state.average
    path = folder / MODEL
    export_detector(average, options.side, path, least={}, about=about)
    scores = validated(LearnedDetector(path), data.validation)
    export_detector(average, options.side, path, least=scores.least, about=about)
    classes = {
        name: {"ap50": scores.ap50[name], "f1": scores.f1[name], "least": scores.least[name]}
        for name in CLASSES
        if name in scores.ap50
    }
    write_scores(folder, {"step": state.step, "pages": scores.pages, "classes": classes})
    return scores
