"""DeepSpeed's own parser accepts ``docs/zero2.json`` with the values of every recipe."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

for needed in ("torch", "transformers", "trl", "accelerate", "deepspeed"):
    pytest.importorskip(needed)

from panelwise.training.finetuning._trainers import common_arguments  # noqa: E402
from panelwise.training.recipes import GRPO, MANGALMM, REORDER  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.extra]
ZERO2 = Path(__file__).parents[2] / "docs/zero2.json"
MODEL = SimpleNamespace(config=SimpleNamespace(hidden_size=3584))  # Qwen2-VL-7B


@pytest.fixture
def launched(monkeypatch):
    """What ``accelerate launch --use_deepspeed --deepspeed_config_file`` sets."""
    monkeypatch.setenv("ACCELERATE_USE_DEEPSPEED", "true")
    monkeypatch.setenv("ACCELERATE_DEEPSPEED_CONFIG_FILE", str(ZERO2))


def filled(recipe, out: Path) -> dict:
    """The file as the trainer completes it."""
    from transformers.integrations import HfTrainerDeepSpeedConfig
    from trl import SFTConfig

    arguments = SFTConfig(**common_arguments(recipe.hyper, out, seed=0))
    given = HfTrainerDeepSpeedConfig(arguments.deepspeed_plugin.hf_ds_config.config)
    given.trainer_config_process(arguments)
    given.trainer_config_finalize(arguments, MODEL, num_training_steps=100)
    return given.config


@pytest.mark.parametrize("recipe", [REORDER, MANGALMM, GRPO], ids=lambda one: one.name)
def test_the_parser_accepts_the_file(recipe, launched, tmp_path):
    from deepspeed import DeepSpeedConfig

    config = filled(recipe, tmp_path)
    assert "auto" not in json.dumps(config)
    parsed = DeepSpeedConfig(copy.deepcopy(config))
    assert parsed.zero_optimization_stage == 2
    assert parsed.train_batch_size == recipe.hyper.batch.value
    assert parsed.gradient_clipping == recipe.hyper.clip.value


def test_the_parser_refuses_what_is_wrong(launched, tmp_path):
    from deepspeed import DeepSpeedConfig

    config = filled(REORDER, tmp_path)
    config["zero_optimization"]["stage"] = 7
    with pytest.raises(ValueError, match="stage"):
        DeepSpeedConfig(config)
