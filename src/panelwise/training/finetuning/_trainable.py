"""Which parameters are trained."""

from __future__ import annotations

from typing import Any

from panelwise.training.recipes import Hyperparameters

# The attention of the language model. The paper does not say what its adapter is put on.
LORA_TARGETS = r".*language_model.*\.(q|k|v|o)_proj"


def make_trainable(model: Any, hyper: Hyperparameters) -> Any:
    """The model with its parameters set to be trained: all of them, or those of an adapter.

    Full training holds weights in 32 bits, so that small steps are not lost. An adapter is in 32
    bits, too, and leaves the checkpoint as it is stored.

    Source: specification 4.4 (language model, merger and vision tower; LoRA r 8, alpha 16, .05).
    """
    if hyper.method.value == "full":
        for parameter in model.parameters():
            parameter.requires_grad_(True)
        return model.float()
    from peft import LoraConfig, get_peft_model

    adapter = LoraConfig(
        r=hyper.lora_rank.value,
        lora_alpha=hyper.lora_alpha.value,
        lora_dropout=hyper.lora_dropout.value,
        target_modules=LORA_TARGETS,
        task_type="CAUSAL_LM",
    )
    return get_peft_model(model, adapter)


def trainable_parameters(model: Any) -> int:
    """How many numbers are trained; tied weights count once."""
    return sum(one.numel() for one in model.parameters() if one.requires_grad)
