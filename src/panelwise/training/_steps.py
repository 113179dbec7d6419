"""What trainings of our own networks share: torch, steps, checkpoints, options and the log."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import orjson

from panelwise.errors import InputError, SettingError
from panelwise.files import json_lines
from panelwise.outputs import whole_file, write_file

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CHECKPOINT, LOG = "checkpoint.pt", "log.jsonl"
CHECKPOINT_SECONDS = 540.0  # a stop costs no more than ten minutes
CLIP = 10.0  # norm of the gradient
TrainingProgress = Callable[[int, int, float], None]


class Resumable(Protocol):
    """Everything that the next step of a training follows from.

    Attributes:
        step: how many were made.
    """

    step: int

    def save(self, path: Path) -> None:
        """Write it all with :func:`save_whole`."""

    def load(self, path: Path) -> None:
        """Take over what :meth:`save` wrote."""


def torch_device(threads: int) -> str:
    """Make torch repeat itself; the device to train on."""
    import torch

    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(True, warn_only=True)
    return "cuda" if torch.cuda.is_available() else "cpu"


def save_whole(saved: Mapping[str, Any], path: Path) -> None:
    """Write a checkpoint, so that a stop at any moment leaves a whole file."""
    import torch

    with whole_file(path) as part:
        torch.save(saved, part)


def take_up(state: Resumable, folder: Path) -> None:
    """Continue from the checkpoint in a folder, where there is one.

    Lines of the log after it are forgotten: their steps are made again.
    """
    if (folder / CHECKPOINT).is_file():
        state.load(folder / CHECKPOINT)
    log = folder / LOG
    if log.is_file():
        lines = [line for line in json_lines(log) if line.ended]
        kept = [line.data + b"\n" for line in lines if line.value()["step"] <= state.step]
        log.write_bytes(b"".join(kept))


def run_steps(
    state: Resumable,
    make_step: Callable[[], Mapping[str, float]],
    steps: int,
    folder: Path,
    *,
    minutes: float | None,
    progress: TrainingProgress | None,
    logged: int = 1,
) -> None:
    """Steps until the last one or the end of the time, with a checkpoint every nine minutes.

    Args:
        state: of the training, saved at the end as well.
        make_step: makes the next step and gives its line of the log, with ``loss``.
        steps: of the whole training.
        folder: of the log and the checkpoint.
        minutes: stop after so long.
        progress: called with steps done, steps to do and the latest loss.
        logged: steps between lines of the log.
    """
    started = saved = time.monotonic()
    with (folder / LOG).open("ab") as log:
        while state.step < steps:
            if minutes is not None and time.monotonic() - started >= 60 * minutes:
                break
            line = make_step()
            if state.step % logged == 0 or state.step == steps:
                log.write(orjson.dumps(line) + b"\n")
                log.flush()
            if progress is not None:
                progress(state.step, steps, line["loss"])
            if time.monotonic() - saved >= CHECKPOINT_SECONDS:
                state.save(folder / CHECKPOINT)
                saved = time.monotonic()
    state.save(folder / CHECKPOINT)


def start_or_resume(
    out: Path, name: str, options: DataclassInstance, fingerprint: str, *, resume: bool
) -> None:
    """Write the options of a new training to ``out/name``, or compare them with those stored there.

    Raises:
        InputError: when ``out`` holds another training, or one and ``resume`` was not given.
        SettingError: when a value differs from that training's; names both.
    """
    file = out / name
    wanted: dict[str, Any] = {**asdict(options), "data": fingerprint}
    if not file.is_file():
        if resume:
            raise InputError(f"{out}: holds no training to resume; leave out --resume")
        out.mkdir(parents=True, exist_ok=True)
        write_file(file, orjson.dumps(wanted, option=orjson.OPT_INDENT_2))
        return
    if not resume:
        raise InputError(f"{out}: holds a training already; add --resume, or give another --out")
    try:
        stored = orjson.loads(file.read_bytes())
    except orjson.JSONDecodeError:
        raise InputError(f"{file}: damaged; give another --out") from None
    for key, value in wanted.items():
        if stored.get(key) != value:
            raise SettingError(
                f"{out} was started with {key} {stored.get(key)}, not {value}; resume it with"
                " the same options and data, or give another --out"
            )
