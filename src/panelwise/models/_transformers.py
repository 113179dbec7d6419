"""Checkpoints of Hugging Face transformers, run in this process: ``hf/PATH``, ``hf/ORG/NAME``."""

from __future__ import annotations

import asyncio
import hashlib
import io
import threading
import time
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError, PermanentError, SettingError, UnsupportedRequestError
from panelwise.models._failures import one_line
from panelwise.models._request import (
    Capabilities,
    ImagePart,
    Request,
    Response,
    Sampling,
    TextPart,
)
from panelwise.models._transformers_checkpoint import Checkpoint, find_checkpoint, require_extra
from panelwise.models._transformers_load import LoadedModel, device, load, within_memory

if TYPE_CHECKING:
    from PIL import Image

# transformers would stop after 20 tokens. A page of 60 texts with their boxes takes about 3,000.
DEFAULT_MAX_TOKENS = 4096
MANGALMM_PIXELS = 2_116_800  # up to here boxes of Qwen2.5-VL are in the frame qwen_pixels


class TransformersModel:
    """A local vision-language checkpoint, on CUDA where there is one, else on the CPU.

    Weights are loaded at the first request, in the dtype in which they were saved, from
    safetensors alone and without code that comes with them. Requests are answered one at a time.

    Decoding is greedy unless ``temperature`` is above 0; then tokens are drawn from the whole
    distribution (unless ``top_p`` or ``top_k`` cut it) with ``seed``, 0 if there is none. A
    repetition penalty of the checkpoint's own ``generation_config.json`` holds in both cases.
    Without ``max_tokens`` an answer ends after 4,096 tokens.

    ``reasoning`` may be ``off``: it reaches the chat template as ``enable_thinking``. No checkpoint
    has a budget of reasoning, so any amount of it is refused.

    Words such as ``<|im_end|>`` in a request are read as text, not as the end of a turn.

    Args:
        source: the folder of a checkpoint, or ``ORG/NAME`` from the local Hugging Face cache or
            the hub.
        min_pixels, max_pixels: area to which the processor resizes an image, for families that
            have such limits (Qwen-VL); ``None`` leaves the checkpoint's own.
        several_images: whether it is shown more than one image at once.
        timeout: seconds after which an answer is given up; ``None``: never.

    Raises:
        MissingExtraError: without the extra ``[hf]``.
        SettingError: for limits that contradict each other.

    Source: specification 4.4; AMB-30.
    """

    def __init__(
        self,
        source: str,
        *,
        min_pixels: int | None = None,
        max_pixels: int | None = None,
        several_images: bool = True,
        timeout: float | None = None,
    ) -> None:
        require_extra(f"hf/{source}")
        if min_pixels is not None and max_pixels is not None and min_pixels > max_pixels:
            raise SettingError(f"min_pixels={min_pixels} is more than max_pixels={max_pixels}")
        self.source = source
        self._several_images, self._timeout = several_images, timeout
        pixels = {"min_pixels": min_pixels, "max_pixels": max_pixels}
        self._limits = {name: value for name, value in pixels.items() if value is not None}
        self._lock = threading.Lock()
        self._loaded: LoadedModel | None = None

    @property
    def name(self) -> str:
        """``hf/`` and what was given."""
        return f"hf/{self.source}"

    @property
    def capabilities(self) -> Capabilities:
        """Several images, and the coordinate frame of the checkpoint's family.

        Raises:
            InputError: when there is no such checkpoint.
        """
        return Capabilities(
            several_images=self._several_images,
            coordinate_frame=self._coordinate_frame,
            concurrency=1,
            timeout=self._timeout,
        )

    def identity(self) -> dict[str, Any]:
        """Which bytes answer, in which numbers, by which code.

        Raises:
            InputError: when there is no such checkpoint.
        """
        return {
            "api": "transformers",
            "checkpoint": self._fingerprint,
            "model_type": self._checkpoint.model_type,
            "dtype": self._checkpoint.dtype,
            "device": device(),
            "limits": self._limits,
            "default_max_tokens": DEFAULT_MAX_TOKENS,
            # torchvision, where it is installed, resizes instead of Pillow: other pixels.
            "versions": {name: _version(name) for name in ("transformers", "torch", "torchvision")},
        }

    def check_sampling(self, sampling: Sampling) -> None:
        """Refuse an amount of reasoning.

        Raises:
            SettingError: for anything but ``off``.
        """
        if sampling.logprobs is not None:
            raise SettingError(f"logprobs=on: {self.name} gives none; leave it out")
        if sampling.reasoning not in (None, "off"):
            raise SettingError(f"reasoning={sampling.reasoning}: {self.name} takes off, or nothing")

    async def generate(self, request: Request) -> Response:
        """Ask once, in a thread; a cancelled request stops at its next token.

        Raises:
            InputError: when the checkpoint cannot be loaded, or an image is missing or changed.
            UnsupportedRequestError: when the model cannot take the request: length, roles, shape.
            SettingError: for reasoning that the checkpoint cannot be kept from.
            PermanentError: when memory does not suffice, or the model fails.
        """
        self.check_sampling(request.sampling)
        cancelled = threading.Event()
        try:
            return await asyncio.to_thread(self._answer, request, cancelled)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async def close(self) -> None:
        """Give the memory back; a later ``generate`` loads again."""
        await asyncio.to_thread(self._unload)

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return find_checkpoint(self.source)

    @property
    def _coordinate_frame(self) -> str:
        """The family's; Qwen2.5-VL's depends on the area to which its pictures are resized."""
        frame = self._checkpoint.coordinate_frame
        most = self._limits.get("max_pixels", self._checkpoint.most_pixels)
        at_most_2mp = most is not None and most <= MANGALMM_PIXELS
        return "qwen_pixels" if frame == "qwen_pixels_12mp" and at_most_2mp else frame

    @cached_property
    def _fingerprint(self) -> str:
        return self._checkpoint.fingerprint()

    def _answer(self, request: Request, cancelled: threading.Event) -> Response:
        with self._lock:
            if self._loaded is None:
                self._loaded = load(self._checkpoint, self.name, self._limits)
            loaded = self._loaded
            remedy = "set max_pixels (of an image) or max_tokens (of an answer) lower"
            try:
                return within_memory(lambda: _generate(loaded, request, cancelled), remedy)
            except (RuntimeError, ValueError, IndexError) as error:
                raise PermanentError(f"the model failed: {one_line(str(error))}") from error

    def _unload(self) -> None:
        import torch

        with self._lock:
            self._loaded = None
            if torch.cuda.is_available():
                torch.cuda.empty_cache()


def _generate(loaded: LoadedModel, request: Request, cancelled: threading.Event) -> Response:
    """Prepare, continue, decode."""
    import torch

    started = time.perf_counter()
    model = loaded.model
    inputs = _inputs(loaded, request).to(model.device, dtype=model.dtype)
    tokens_in = inputs["input_ids"].shape[1]
    limit = _room(loaded, tokens_in, request.sampling.max_tokens or DEFAULT_MAX_TOKENS)

    def stop(ids: Any, _scores: Any, **_: Any) -> Any:
        return torch.full((len(ids),), cancelled.is_set(), dtype=torch.bool, device=ids.device)

    used = [model.device] if model.device.type == "cuda" else []
    with torch.inference_mode(), torch.random.fork_rng(used):
        torch.manual_seed(request.sampling.seed or 0)
        output = model.generate(
            **inputs,
            **_decoding(request.sampling),
            max_new_tokens=limit,
            stopping_criteria=[stop],
        )
    answer = output[0, tokens_in:].tolist()
    return Response(
        text=loaded.processor.tokenizer.decode(
            answer, skip_special_tokens=True, clean_up_tokenization_spaces=False
        ),
        finish_reason="stop" if answer and answer[-1] in loaded.ends else "length",
        tokens_in=tokens_in,
        tokens_out=len(answer),
        latency=time.perf_counter() - started,
        raw=_record(loaded, inputs),
    )


def _inputs(loaded: LoadedModel, request: Request) -> Any:
    """The request as the model's tensors, through the checkpoint's own chat template."""
    from jinja2 import TemplateError

    conversation = [
        {"role": message.role, "content": [_content(part) for part in message.parts]}
        for message in request.messages
    ]
    template = str(getattr(loaded.processor, "chat_template", None) or "")
    try:
        return loaded.processor.apply_chat_template(
            conversation,
            **thinking(template, request.sampling),
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            sanitize_control_tokens=True,
        )
    except (ValueError, TemplateError) as error:
        # "System role not supported", "absolute aspect ratio must be smaller than 200"
        raise UnsupportedRequestError(one_line(str(error))) from error


def thinking(template: str, sampling: Sampling) -> dict[str, bool]:
    """What a chat template is given for ``reasoning=off``; nothing where there is none to switch.

    Raises:
        SettingError: when the template opens the reasoning itself, and has no switch.
    """
    if sampling.reasoning != "off":
        return {}
    if "enable_thinking" in template:
        return {"enable_thinking": False}
    if "<think>" in template:
        raise SettingError("reasoning=off: the checkpoint's chat template has no enable_thinking")
    return {}


def _content(part: TextPart | ImagePart) -> dict[str, Any]:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    return {"type": "image", "image": _picture(part)}


def _picture(part: ImagePart) -> Image.Image:
    """The image in RGB, turned as its EXIF says, transparency over white.

    Raises:
        InputError: when the file is missing, damaged, or not what its hash says.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        data = part.path.read_bytes()
    except OSError as error:
        raise InputError(f"{part.path}: cannot be read ({error.strerror})") from None
    if not part.trusted and hashlib.sha256(data).hexdigest() != part.sha256:
        raise InputError(f"{part.path}: changed since the pack was built; build it again")
    try:
        with Image.open(io.BytesIO(data)) as opened:
            picture = ImageOps.exif_transpose(opened)
            if picture.mode.startswith("I"):  # 16 bits: Pillow would cut them off, not scale them
                return picture.convert("I").point(lambda value: value / 256).convert("RGB")
            if not picture.has_transparency_data:
                return picture.convert("RGB")
            drawn = picture.convert("RGBA")
            white = Image.new("RGBA", drawn.size, "white")
            return Image.alpha_composite(white, drawn).convert("RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
        raise InputError(f"{part.path}: damaged image, cannot be decoded") from None


def _room(loaded: LoadedModel, tokens_in: int, wanted: int) -> int:
    """How many tokens the answer may have, beside the prompt."""
    if loaded.context is None:
        return wanted
    room = loaded.context - tokens_in
    if room < 1:
        raise UnsupportedRequestError(
            f"the prompt is {tokens_in} tokens long, the model takes {loaded.context};"
            " set max_pixels lower"
        )
    return min(wanted, room)


def _decoding(sampling: Sampling) -> dict[str, Any]:
    """Greedy, or plain sampling: not the narrowed one of a checkpoint's own defaults.

    Qwen2.5-VL's ask for the single likeliest token (``top_k`` 1), which no temperature could move.
    """
    if not sampling.temperature:
        return {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
    return {
        "do_sample": True,
        "temperature": sampling.temperature,
        "top_p": 1.0 if sampling.top_p is None else sampling.top_p,
        "top_k": max(0, sampling.top_k or 0),  # 0 is all; vLLM's -1 too
    }


def _record(loaded: LoadedModel, inputs: Any) -> dict[str, Any]:
    """In which sizes (width, height) the model saw the images, where its processor says."""
    patch = getattr(loaded.processor.image_processor, "patch_size", None)
    grid = inputs.get("image_grid_thw")
    if grid is None or not isinstance(patch, int):
        return {}
    return {"image_sizes": [[across * patch, down * patch] for _, down, across in grid.tolist()]}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
