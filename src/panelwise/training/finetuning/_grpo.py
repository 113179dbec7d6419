"""Training by verifiable rewards on TRL's GRPOTrainer (MS-22)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from panelwise.errors import InputError
from panelwise.models import ImagePart, LoadedModel, TextPart, picture_of
from panelwise.profile import Profile
from panelwise.training._reward import reward
from panelwise.training.finetuning._trainable import make_trainable
from panelwise.training.finetuning._trainers import (
    LOG,
    Watch,
    common_arguments,
    logging_callback,
    run_trainer,
)
from panelwise.training.recipes import Hyperparameters, Options, TrainingSample


def train_by_rewards(
    loaded: LoadedModel,
    samples: Sequence[TrainingSample],
    hyper: Hyperparameters,
    options: Options,
    profile: Profile,
    out: Path,
    seed: int,
    watch: Watch,
) -> Any:
    """The trained model; goes on from the newest whole checkpoint in ``out``."""
    from transformers import set_seed
    from trl import GRPOConfig, GRPOTrainer

    set_seed(seed)
    model = make_trainable(loaded.model, hyper).train()
    arguments = GRPOConfig(
        **common_arguments(hyper, out, seed),
        num_generations=options["responses"],
        max_completion_length=options["response_tokens"],
        temperature=options["temperature"],
        beta=options["beta"],
        shuffle_dataset=options["curriculum"] == "none",
    )
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=reward_function(samples, profile),
        args=arguments,
        train_dataset=prompt_data(samples),
        processing_class=loaded.processor,
        callbacks=[logging_callback(out / LOG, watch)],
    )
    return run_trainer(trainer, out)


def reward_function(samples: Sequence[TrainingSample], profile: Profile) -> Any:
    """The recipe's reward as TRL calls it: with completions and the columns of the data."""

    def verified(completions: Sequence[Any], number: Sequence[int], **_: Any) -> list[float]:
        found = []
        for said, index in zip(completions, number, strict=True):
            item = samples[index].item
            assert item is not None
            whole = "" if item.options else "exact_match"  # no credit for parts of an order
            found.append(reward(item, _text(said), profile=profile, metric=whole))
        return found

    return verified


def _text(completion: Any) -> str:
    """The words of a completion: of its last message, in whichever form."""
    if isinstance(completion, str):
        return completion
    content = completion[-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


def prompt_data(samples: Sequence[TrainingSample]) -> Any:
    """Samples as conversational prompts; pictures are decoded when they are needed."""
    from datasets import Dataset

    if any(sample.item is None for sample in samples):
        raise InputError("rewards need items of packs; natural pictures have no right answer")

    def prompts(rows: dict[str, list[int]]) -> dict[str, list[Any]]:
        found = [
            [
                {"role": message.role, "content": [_part(part) for part in message.parts]}
                for message in samples[number].messages
            ]
            for number in rows["number"]
        ]
        return {"prompt": found, "number": rows["number"]}

    return Dataset.from_dict({"number": range(len(samples))}).with_transform(prompts)


def _part(part: TextPart | ImagePart) -> dict[str, Any]:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    return {"type": "image", "image": picture_of(part)}
