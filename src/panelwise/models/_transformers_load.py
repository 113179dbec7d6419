"""A checkpoint into memory: weights, tokenizer and image processor, with or without torchvision."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar

from panelwise.errors import InputError, PermanentError, SettingError
from panelwise.models._failures import one_line
from panelwise.models._transformers_checkpoint import Checkpoint

T = TypeVar("T")

# Never from the network once a checkpoint is found, and never code that came with it.
_PARTS = ("image_processor", "tokenizer", "video_processor", "chat_template", "kwargs")
_LOCAL: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """What answers: a model on its device and the processor that prepares its input."""

    model: Any
    processor: Any
    takes_images: bool = True

    @property
    def tokenizer(self) -> Any:
        """The processor's, or what stands for a processor without images."""
        return self.processor.tokenizer if self.takes_images else self.processor

    @property
    def image_token(self) -> int | None:
        """The token that images become in a prompt, where it is known."""
        places = self.model.config, self.processor
        names = "image_token_id", "image_token_index"
        found = (getattr(place, name, None) for place in places for name in names)
        return next((token for token in found if isinstance(token, int)), None)

    @property
    def context(self) -> int | None:
        """Most tokens of prompt and answer together, when the config says."""
        limit = getattr(self.model.config.get_text_config(), "max_position_embeddings", None)
        return limit if isinstance(limit, int) else None

    @property
    def ends(self) -> list[int]:
        """The tokens that end an answer."""
        ends = self.model.generation_config.eos_token_id
        return ends if isinstance(ends, list) else [] if ends is None else [ends]


def device() -> str:
    """``cuda`` where there is one, else ``cpu``."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def load_checkpoint(checkpoint: Checkpoint, name: str, limits: dict[str, int]) -> LoadedModel:
    """Load a checkpoint in the dtype in which it was saved.

    Args:
        checkpoint: where it is.
        name: what messages call it.
        limits: ``min_pixels`` and ``max_pixels`` to which its processor resizes an image.

    Raises:
        InputError: when it cannot be loaded, or not completely: transformers would go on with
            random numbers where weights are missing.
        SettingError: for limits that its processor does not have.
        PermanentError: when it does not fit into memory.
    """
    from transformers import AutoModelForCausalLM, AutoModelForMultimodalLM

    sees = checkpoint.takes_images
    auto = AutoModelForMultimodalLM if sees else AutoModelForCausalLM
    with _loading(name):
        processor = (_processor if sees else _tokenizer)(checkpoint, name, limits)
        model = _model(checkpoint, name, auto)
    loaded = LoadedModel(model, processor, sees)
    loaded.tokenizer.padding_side = "left"  # of several prompts: answers begin where they end
    if loaded.tokenizer.pad_token is None:
        loaded.tokenizer.pad_token = loaded.tokenizer.eos_token
    return loaded


def load_image_encoder(checkpoint: Checkpoint, name: str, model: str) -> tuple[Any, Any]:
    """An image encoder on its device and the preprocessing of its pictures.

    Args:
        checkpoint: where it is.
        name: what messages call it.
        model: a class of transformers.

    Raises:
        InputError: when it cannot be loaded, or not completely.
        PermanentError: when it does not fit into memory.
    """
    import transformers

    with _loading(name):
        processor = transformers.AutoImageProcessor.from_pretrained(checkpoint.folder, **_LOCAL)
        return _model(checkpoint, name, getattr(transformers, model)), processor


def within_memory(work: Callable[[], T], remedy: str) -> T:
    """Do what may ask for more memory than there is.

    Raises:
        PermanentError: when it did, with the remedy.
    """
    import torch

    try:
        return work()
    except (MemoryError, RuntimeError) as error:  # torch.OutOfMemoryError is a RuntimeError
        words = str(error).lower()
        if not isinstance(error, MemoryError) and not (
            "out of memory" in words or "allocate memory" in words
        ):
            raise
    # Only here, where no traceback holds the tensors any more, can their memory be given back.
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    raise PermanentError(f"out of memory on {device()}: {remedy}")


@contextmanager
def _loading(name: str) -> Iterator[None]:
    """Without bars, and with one error for all that can be wrong with a checkpoint."""
    from safetensors import SafetensorError

    failures = (OSError, ValueError, KeyError, TypeError, RuntimeError, ImportError)
    try:
        with quietly_loaded():
            yield
    except (*failures, SafetensorError) as error:
        words = one_line(str(error))
        remedy = "copy or download the checkpoint again, or install another transformers"
        if " " not in words:  # as of a KeyError
            words = f"{type(error).__name__}: {words}"
        if _is_other_torchvision(error):
            words = "the installed torchvision is for another torch"
            remedy = "run pip uninstall torchvision"
        raise InputError(f"{name}: cannot be loaded ({words}); {remedy}") from error


def _model(checkpoint: Checkpoint, name: str, model_class: Any) -> Any:
    """A model of a class of transformers, complete, on its device."""
    remedy = f"{name} does not fit; use a smaller or quantised checkpoint"
    model, info = within_memory(
        lambda: model_class.from_pretrained(
            checkpoint.folder,
            dtype="auto",
            use_safetensors=True,
            output_loading_info=True,
            **_LOCAL,
        ),
        remedy,
    )
    lacking = sorted(map(str, [*info["missing_keys"], *info["mismatched_keys"]]))
    if lacking:
        raise InputError(
            f"{name}: {len(lacking)} of its weights are missing or of another shape,"
            f" {lacking[0]} among them; copy or download the checkpoint again"
        )
    return within_memory(lambda: model.to(device()).eval(), remedy)


def _processor(checkpoint: Checkpoint, name: str, limits: dict[str, int]) -> Any:
    from transformers import AutoImageProcessor, AutoProcessor

    try:
        processor = AutoProcessor.from_pretrained(checkpoint.folder, **_LOCAL)
    except (ImportError, ValueError) as error:
        if "torchvision" not in str(error).lower():
            raise
        processor = _processor_without_video(checkpoint)
    if not hasattr(processor, "image_processor") or not hasattr(processor, "tokenizer"):
        raise InputError(
            f"{name} has no image processor (preprocessor_config.json); copy it from the base model"
        )
    if not processor.chat_template:  # Phi's comes with the tokenizer alone
        processor.chat_template = processor.tokenizer.chat_template
    if not processor.chat_template:
        raise InputError(f"{name} has no chat template; give the checkpoint of a chat model")
    if limits:
        processor.image_processor = AutoImageProcessor.from_pretrained(
            checkpoint.folder, **_LOCAL, **limits
        )
        _check_limits(processor.image_processor, name, limits)
    return processor


def _tokenizer(checkpoint: Checkpoint, name: str, limits: dict[str, int]) -> Any:
    """All that a language model needs."""
    from transformers import AutoTokenizer

    if limits:
        raise SettingError(f"{name} takes no images, so no {' or '.join(limits)}; leave it out")
    tokenizer = AutoTokenizer.from_pretrained(checkpoint.folder, **_LOCAL)
    if not tokenizer.chat_template:
        raise InputError(f"{name} has no chat template; give the checkpoint of a chat model")
    return tokenizer


def _processor_without_video(checkpoint: Checkpoint) -> Any:
    """The checkpoint's processor for images and text alone.

    The video half of Qwen's processors needs torchvision, whose builds on PyPI break a CPU torch;
    their image half has a version on Pillow.
    """
    from transformers import AutoConfig, AutoImageProcessor, AutoTokenizer
    from transformers.models.auto.processing_auto import PROCESSOR_MAPPING

    folder = checkpoint.folder
    complete: Any = PROCESSOR_MAPPING[type(AutoConfig.from_pretrained(folder, **_LOCAL))]

    class ImageProcessorOnly(complete):  # type: ignore[misc]
        def check_argument_for_proper_class(self, argument_name: str, argument: Any) -> Any:
            if argument is None:
                return None
            return super().check_argument_for_proper_class(argument_name, argument)

        def save_pretrained(self, save_directory: Any, **_: Any) -> list[str]:
            """Both parts that there are; the whole processor would ask for the third."""
            self.tokenizer.save_pretrained(save_directory)
            self.image_processor.save_pretrained(save_directory)
            return []

    written, _ = complete.get_processor_dict(folder, **_LOCAL)
    tokenizer = AutoTokenizer.from_pretrained(folder, **_LOCAL)
    taken = inspect.signature(complete.__init__).parameters
    made = ImageProcessorOnly(
        **{key: value for key, value in written.items() if key in taken and key not in _PARTS},
        image_processor=AutoImageProcessor.from_pretrained(folder, **_LOCAL),
        tokenizer=tokenizer,
        video_processor=None,
        chat_template=written.get("chat_template") or tokenizer.chat_template,
    )
    if checkpoint.model_type == "smolvlm":  # it asks for these, with videos or without
        made.video_processor = SimpleNamespace(num_frames=None, fps=None)
    return made


def _is_other_torchvision(error: BaseException | None) -> bool:
    """Whether the cause is a torchvision built for another torch, as PyPI's is for a CPU torch."""
    while error is not None:
        if "operator torchvision::" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _check_limits(image_processor: Any, name: str, limits: dict[str, int]) -> None:
    """See that the limits mean what they say: other families ignore them without a word."""
    known = getattr(getattr(type(image_processor), "valid_kwargs", None), "__annotations__", {})
    if "max_pixels" not in known:
        raise SettingError(f"{name}: its processor has no {' or '.join(limits)}; leave it out")
    least, most = image_processor.size.shortest_edge, image_processor.size.longest_edge
    if least > most:
        raise SettingError(f"{name}: min_pixels={least} is more than max_pixels={most}")


@contextmanager
def quietly_loaded() -> Iterator[None]:
    """No progress bars of transformers across those of a run, and no advice for programmers."""
    from transformers.utils import logging

    shown, before = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(before)
        if shown:
            logging.enable_progress_bar()
