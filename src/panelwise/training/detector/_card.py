"""The model card."""

from __future__ import annotations

import hashlib
import platform
from pathlib import Path

from panelwise.training.detector._data import DetectorData
from panelwise.training.detector._options import CARD, MODEL, DetectorOptions
from panelwise.training.detector._validate import DetectorScores


def write_card(
    folder: Path,
    options: DetectorOptions,
    data: DetectorData,
    scores: DetectorScores,
    step: int,
    cpu_seconds: float,
    watts: float,
) -> None:
    """Write ``README.md``: data, licences, seed, scores, energy, how to reproduce."""
    import torch

    model = (folder / MODEL).read_bytes()
    without = " (without the GPU)" if torch.cuda.is_available() else ""
    kwh = cpu_seconds * watts / 3.6e6
    done = "finished" if step == options.steps else "**unfinished**"
    rows = "\n".join(
        f"| {name} | {scores.ap50[name]:.3f} | {scores.f1[name]:.3f} | {scores.least[name]:.2f} |"
        for name in scores.ap50
    )
    sets = "\n".join(f"- {line}" for line in data.sets)
    if data.stated:
        sets += "\n\nLicences stated for this training:\n\n"
        sets += "\n".join(f"- {line}" for line in data.stated)
    text = f"""\
# A detector of panels, texts, balloons, characters, faces and sounds

Trained by `panelwise train detector` from {_first(options)}; {done}: {step} of {options.steps}
steps, {len(model) / 1e6:.1f} MB, sha256 `{hashlib.sha256(model).hexdigest()}`.

Use it: `panelwise read COMICS --reader {MODEL}`. It needs nothing but Panelwise itself.

## Data

{sets}

{len(data.training)} pages for training, {len(data.validation)} for validation; no book is in both.
A class that a data set does not annotate has no part in the loss of its pages.

## Scores

On the {scores.pages} pages for validation, run by OpenCV. F1 is at the least score in the last
column, which was chosen on the same pages.

| class | AP50 | F1 | least score |
|---|---|---|---|
{rows or "| (no pages for validation) | | | |"}

## Reproduce

Seed {options.seed}, batch {options.batch}, side {options.side}, {options.threads} threads, torch
{torch.__version__}, {platform.machine()}. With these, the same data and `--resume` after any stop,
the weights are the same bit for bit on a CPU.

## Energy

{cpu_seconds:.0f} seconds of processor time × {watts:g} W for one busy core, as stated for
the training, not measured: {kwh:.3f} kWh{without}.
"""
    (folder / CARD).write_text(text, encoding="utf-8")


def _first(options: DetectorOptions) -> str:
    """Which weights a training started from."""
    if not options.start:
        return "random weights"
    return f"the weights of another training on the same data (checkpoint {options.start:.16})"
