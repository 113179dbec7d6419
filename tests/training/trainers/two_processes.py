"""Run by torchrun: a short training, whose losses are in OUT/log.jsonl; prints its processes."""

from __future__ import annotations

import sys
from pathlib import Path

from panelwise.models import find_checkpoint, load_checkpoint
from panelwise.packs import Pack
from panelwise.training.finetuning._supervised import train_supervised
from panelwise.training.recipes import REORDER

SETTINGS = {
    "learning_rate": "1e-3",
    "batch": "4",
    "device_batch": "2",
    "checkpointing": "off",
    "save_every": "100",
    "answers": "generation",
}


def main(base: str, out: Path, packs: list[str]) -> None:
    from accelerate import PartialState

    recipe = REORDER.with_settings(SETTINGS)
    samples = recipe.samples([Pack.open(pack) for pack in packs], seed=0).samples
    loaded = load_checkpoint(find_checkpoint(base), "base", {})
    train_supervised(loaded, samples, recipe.hyper, out, 0, lambda figures, steps: None)
    state = PartialState()
    print(f"process {state.process_index} of {state.num_processes}, {state.backend}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
