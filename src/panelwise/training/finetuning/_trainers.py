"""What all trainers share: arguments, checkpoints, the log."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from panelwise.errors import SettingError
from panelwise.training.finetuning._log import append_line, cut_log
from panelwise.training.recipes import Hyperparameters, TrainingRecipe
from panelwise.wording import counted

CHECKPOINTS, LOG = "checkpoints", "log.jsonl"
STATE = "trainer_state.json"  # written last: a checkpoint without it was interrupted
KEPT = 2  # checkpoints

Watch = Callable[[dict[str, Any], int], None]
"""Called with the figures of each step and the number of steps."""


def accumulated(hyper: Hyperparameters) -> int:
    """Passes whose gradients make a step, on this many processes.

    Raises:
        SettingError: when the batch cannot be divided so.
    """
    # Set by every launcher. Accelerate's own count is 1 on processors until a trainer is made.
    processes = int(os.environ.get("WORLD_SIZE", "1"))
    together = hyper.device_batch.value * processes
    if not together or hyper.batch.value % together:
        times = counted(processes, "process", "processes")
        raise SettingError(
            f"batch={hyper.batch.value} is not a multiple of"
            f" device_batch={hyper.device_batch.value} times {times}; set batch or device_batch"
        )
    return hyper.batch.value // together


def require_batches(recipe: TrainingRecipe) -> None:
    """See that steps can be made of the batches that were asked for.

    Raises:
        SettingError: when they cannot; found before the first evaluation.
    """
    accumulated(recipe.hyper)
    if recipe.objective == "rewards":
        batch, responses = recipe.hyper.batch.value, recipe.options["responses"].value
        if responses < 2:
            raise SettingError(
                f"responses={responses}: the responses to a prompt are compared with each other;"
                " set at least 2"
            )
        if batch % responses:
            raise SettingError(
                f"batch={batch} is not a multiple of responses={responses}; set batch or responses"
            )


def common_arguments(hyper: Hyperparameters, out: Path, seed: int) -> dict[str, Any]:
    """What every trainer is given."""
    import torch

    cuda = torch.cuda.is_available()
    return {
        "output_dir": str(out / CHECKPOINTS),
        "num_train_epochs": hyper.epochs.value,
        "per_device_train_batch_size": hyper.device_batch.value,
        "gradient_accumulation_steps": accumulated(hyper),
        "learning_rate": hyper.learning_rate.value,
        "lr_scheduler_type": hyper.schedule.value,
        "warmup_steps": hyper.warmup.value,  # below 1: a share of all steps
        "weight_decay": hyper.weight_decay.value,
        "max_grad_norm": hyper.clip.value,
        "bf16": cuda and hyper.precision.value == "bf16",
        "use_cpu": not cuda,
        "gradient_checkpointing": hyper.checkpointing.value == "on",
        "seed": seed,
        "data_seed": seed,
        "logging_steps": 1,
        "save_strategy": "steps",
        "save_steps": hyper.save_every.value,
        "save_total_limit": KEPT,
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": False,
    }


def run_trainer(trainer: Any, out: Path) -> Any:
    """Train from the newest whole checkpoint; the model, with any adapter merged into it."""
    from transformers.trainer_callback import PrinterCallback

    newest = newest_checkpoint(out / CHECKPOINTS)
    cut_log(out / LOG, 0 if newest is None else _step(newest))
    trainer.remove_callback(PrinterCallback)  # the log has what it would print
    if newest is not None and not hasattr(trainer.model, "merge_and_unload"):
        _restore_weights(trainer.model, newest)
    with _quiet():
        trainer.train(resume_from_checkpoint=None if newest is None else str(newest))
    model = trainer.accelerator.unwrap_model(trainer.model)
    return model.merge_and_unload() if hasattr(model, "merge_and_unload") else model


def _restore_weights(model: Any, checkpoint: Path) -> None:
    """Load the weights of a checkpoint by the names under which its class saves them.

    transformers saves Qwen2.5-VL under other names than its modules have, and ``Trainer`` skips
    names that it does not know: a resumed training would go on from the weights of its start.
    """
    saved = type(model).from_pretrained(checkpoint, dtype=model.dtype)
    model.load_state_dict(saved.state_dict())


def newest_checkpoint(folder: Path) -> Path | None:
    """The last checkpoint that was written to its end; those that were not are removed."""
    whole: list[Path] = []
    for one in folder.glob("checkpoint-*"):
        if (one / STATE).is_file():
            whole.append(one)
        else:
            shutil.rmtree(one)
    return max(whole, key=_step, default=None)


def logging_callback(log: Path, watch: Watch) -> Any:
    """Writes each step's figures and passes them on."""
    from transformers import TrainerCallback

    class Logging(TrainerCallback):  # type: ignore[misc]
        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
            if logs and "loss" in logs and state.is_world_process_zero:
                watch(append_line(log, state.global_step, logs), state.max_steps)

    return Logging()


def _step(checkpoint: Path) -> int:
    return int(checkpoint.name.rpartition("-")[2])


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    from transformers.utils import logging

    before = logging.get_verbosity()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(before)
