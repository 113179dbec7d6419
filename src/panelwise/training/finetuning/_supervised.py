"""Supervised training on TRL's SFTTrainer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from panelwise.models import LoadedModel
from panelwise.training.finetuning._encoding import Encoder, collate
from panelwise.training.finetuning._trainable import make_trainable
from panelwise.training.finetuning._trainers import (
    LOG,
    Watch,
    common_arguments,
    logging_callback,
    run_trainer,
)
from panelwise.training.recipes import Hyperparameters, TrainingSample


def train_supervised(
    loaded: LoadedModel,
    samples: Sequence[TrainingSample],
    hyper: Hyperparameters,
    out: Path,
    seed: int,
    watch: Watch,
) -> Any:
    """The trained model; goes on from the newest whole checkpoint in ``out``.

    Checkpoints hold the optimiser, the schedule, the random states and the place in the data, so
    that an interrupted training ends with the same bits.
    """
    from datasets import Dataset
    from transformers import set_seed
    from trl import SFTConfig, SFTTrainer

    set_seed(seed)
    model = make_trainable(loaded.model, hyper).train()
    arguments = SFTConfig(
        **common_arguments(hyper, out, seed),
        max_length=None,  # longer samples were refused; nothing is cut
        dataset_kwargs={"skip_prepare_dataset": True},
        shuffle_dataset=False,
        packing=False,
    )
    pad, encoder = loaded.tokenizer.pad_token_id, Encoder(loaded, hyper.max_length.value)

    def batch(rows: Sequence[dict[str, int]]) -> dict[str, Any]:
        """Encoded when needed: the pictures of a whole data set do not fit into memory."""
        return collate([encoder.encode(samples[row["number"]]) for row in rows], pad)

    trainer = SFTTrainer(
        model=model,
        args=arguments,
        train_dataset=Dataset.from_dict({"number": range(len(samples))}),
        data_collator=batch,
        processing_class=loaded.tokenizer,
        callbacks=[logging_callback(out / LOG, watch)],
    )
    return run_trainer(trainer, out)
