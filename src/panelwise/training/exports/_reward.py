"""Prompts with what scores an answer to them, for training by verifiable reward. Source: MS-22."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from panelwise.profile import RECOMMENDED
from panelwise.training._example import TrainingExample
from panelwise.training._reward import item_record, reward_problem
from panelwise.training.exports._format import ExportJob, TrainingFormat
from panelwise.training.exports._parquet import conversation_of, write_parquet


def _refuses(example: TrainingExample) -> str | None:
    return reward_problem(example.item, RECOMMENDED)


def _write(job: ExportJob, folder: Path) -> Sequence[str]:
    def row(example: TrainingExample) -> dict[str, Any]:
        record = orjson.dumps(item_record(example.item), option=orjson.OPT_SORT_KEYS)
        return {"prompt": conversation_of(example.prompt), "item": record.decode()}

    write_parquet(folder, ("prompt", "item"), job.examples, row)
    return (
        "give GRPOTrainer reward_funcs=panelwise.training.trl_reward; elsewhere call"
        " panelwise.training.reward(item, response)",
    )


REWARD = TrainingFormat("reward", "TRL's GRPOTrainer", _write, _refuses)
