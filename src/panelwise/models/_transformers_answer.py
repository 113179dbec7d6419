"""What a loaded checkpoint answers: to one request, or to several in one forward pass."""

from __future__ import annotations

import hashlib
import io
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError, SettingError, UnsupportedRequestError
from panelwise.models._failures import one_line
from panelwise.models._request import ImagePart, Request, Response, Sampling, TextPart
from panelwise.models._transformers_load import LoadedModel

if TYPE_CHECKING:
    from PIL import Image

# transformers would stop after 20 tokens. A page of 60 texts with their boxes takes about 3,000.
DEFAULT_MAX_TOKENS = 4096


@dataclass(slots=True, eq=False)
class PendingRequest:
    """A request, whether it was given up, and what became of it."""

    request: Request
    cancelled: threading.Event = field(default_factory=threading.Event)
    outcome: Response | Exception | None = None

    @property
    def is_greedy(self) -> bool:
        """Whether others in the same pass do not change its answer."""
        return not self.request.sampling.temperature

    def goes_with(self, other: PendingRequest) -> bool:
        """Whether both can be answered in one pass."""
        mine, its = self.request.sampling, other.request.sampling
        return self.is_greedy and other.is_greedy and mine == its

    def result(self) -> Response:
        """The response.

        Raises:
            Exception: that came instead.
        """
        assert self.outcome is not None
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


def answer_together(loaded: LoadedModel, jobs: Sequence[PendingRequest]) -> list[Response]:
    """Answer requests of equal sampling in one forward pass, prompts padded to the left.

    Raises:
        UnsupportedRequestError: when one of them is not to be had, or leaves less room for an
            answer than the others; each is then asked by itself.
    """
    import torch

    started = time.perf_counter()
    model, sampling = loaded.model, jobs[0].request.sampling
    inputs = chat_inputs(loaded, [job.request for job in jobs])
    inputs = inputs.to(model.device, **({"dtype": model.dtype} if loaded.takes_images else {}))
    padded = inputs["input_ids"].shape[1]
    limit = _room(loaded, padded, sampling.max_tokens or DEFAULT_MAX_TOKENS)
    if len(jobs) > 1 and limit < (sampling.max_tokens or DEFAULT_MAX_TOKENS):
        raise UnsupportedRequestError("prompts of different lengths leave different room")

    def stop(ids: Any, _scores: Any, **_: Any) -> Any:
        flags = [job.cancelled.is_set() for job in jobs]
        return torch.tensor(flags, dtype=torch.bool, device=ids.device)

    used = [model.device] if model.device.type == "cuda" else []
    with torch.inference_mode(), torch.random.fork_rng(used):
        torch.manual_seed(sampling.seed or 0)
        output = model.generate(
            **inputs,
            **_decoding(sampling),
            max_new_tokens=limit,
            stopping_criteria=[stop],
        )
    seconds = time.perf_counter() - started
    records = _records(loaded, inputs, jobs)
    return [
        _response(loaded, row[padded:].tolist(), int(mask.sum()), seconds, record)
        for row, mask, record in zip(output, inputs["attention_mask"], records, strict=True)
    ]


def _response(
    loaded: LoadedModel, tokens: list[int], tokens_in: int, seconds: float, record: dict[str, Any]
) -> Response:
    end = next((k + 1 for k, token in enumerate(tokens) if token in loaded.ends), None)
    answer = tokens[:end]  # padding follows, where others wrote on
    return Response(
        text=loaded.tokenizer.decode(
            answer, skip_special_tokens=True, clean_up_tokenization_spaces=False
        ),
        finish_reason="length" if end is None else "stop",
        tokens_in=tokens_in,
        tokens_out=len(answer),
        latency=seconds,
        raw=record,
    )


def chat_inputs(loaded: LoadedModel, requests: Sequence[Request]) -> Any:
    """The requests as the model's tensors, through the checkpoint's own chat template.

    Raises:
        InputError: when an image is missing, changed or damaged.
        UnsupportedRequestError: when the template or the processor does not take a request.
    """
    from jinja2 import TemplateError

    conversations = [
        [
            {"role": message.role, "content": _content(loaded, message.parts)}
            for message in request.messages
        ]
        for request in requests
    ]
    template = str(getattr(loaded.processor, "chat_template", None) or "")
    padding = {"padding": len(requests) > 1}
    together = {"processor_kwargs": padding} if loaded.takes_images else padding
    spelt = _control_words(loaded, requests)
    # What a processor that cannot mark such words as text ends in is its own affair.
    failures = (
        ValueError,
        TemplateError,
        *((LookupError, TypeError, RuntimeError) if spelt else ()),
    )
    try:
        return loaded.processor.apply_chat_template(
            conversations,
            **thinking(template, requests[0].sampling),
            **together,
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            **({"sanitize_control_tokens": True} if spelt else {}),
        )
    except failures as error:
        # "System role not supported", "absolute aspect ratio must be smaller than 200"
        reason = one_line(str(error))
        if spelt:
            words = ", ".join(spelt)
            reason = (
                f"the text spells {words}, which the processor does not take as text ({reason})"
            )
        raise UnsupportedRequestError(reason) from error


def _control_words(loaded: LoadedModel, requests: Sequence[Request]) -> list[str]:
    """Tokens with a meaning of their own that the words of requests spell, such as ``<image>``.

    Only then are they marked as text: processors of some families fail at marked prompts.
    """
    control = set(loaded.tokenizer.get_added_vocab()) | set(loaded.tokenizer.all_special_tokens)
    texts = [
        "".join(part.text for part in message.parts if isinstance(part, TextPart))
        for request in requests
        for message in request.messages
    ]
    return sorted(word for word in control if any(word in text for text in texts))


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
        raise SettingError(
            "reasoning=off: the checkpoint's chat template has no enable_thinking; leave it out"
        )
    return {}


def _content(loaded: LoadedModel, parts: Sequence[TextPart | ImagePart]) -> Any:
    """A turn for the template: parts, or plain words for a model that reads nothing else."""
    if not loaded.takes_images:
        if any(isinstance(part, ImagePart) for part in parts):
            raise UnsupportedRequestError("the checkpoint is a language model without images")
        return "".join(part.text for part in parts if isinstance(part, TextPart))
    content: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, ImagePart):
            content.append({"type": "image", "image": picture_of(part)})
        elif content and content[-1]["type"] == "text":
            content[-1]["text"] += part.text  # "<im" and "age>" would pass as two, unmarked
        else:
            content.append({"type": "text", "text": part.text})
    return content


def picture_of(part: ImagePart) -> Image.Image:
    """The image in RGB, turned as its EXIF says, transparency over white.

    Raises:
        InputError: when the file is missing, damaged, or not what its hash says.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        data = part.path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{part.path}: cannot be read ({error.strerror}); build the pack again"
        ) from None
    if not part.trusted and hashlib.sha256(data).hexdigest() != part.sha256:
        raise InputError(f"{part.path}: changed since the pack was built; build the pack again")
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
        raise InputError(
            f"{part.path}: damaged image, cannot be decoded; copy or download it again"
        ) from None


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


def _records(
    loaded: LoadedModel, inputs: Any, jobs: Sequence[PendingRequest]
) -> list[dict[str, Any]]:
    """What the model saw of each request's images, as far as its processor tells.

    ``image_sizes`` (width, height) after resizing; ``tile_size``, where pictures are cut up;
    ``image_tokens``, of all images together.
    """
    counts = [len(job.request.images) for job in jobs]
    found: list[dict[str, Any]] = [{} for _ in jobs]
    sizes = _sizes(loaded, inputs, sum(counts))
    token = loaded.image_token
    for number, (record, count) in enumerate(zip(found, counts, strict=True)):
        if not count:
            continue
        if sizes is not None:
            record["image_sizes"] = sizes[:count]
            sizes = sizes[count:]
        elif (pixels := inputs.get("pixel_values")) is not None and pixels.ndim in (4, 5):
            record["tile_size"] = [int(pixels.shape[-1]), int(pixels.shape[-2])]
        if token is not None:
            record["image_tokens"] = int((inputs["input_ids"][number] == token).sum())
    return found


def _sizes(loaded: LoadedModel, inputs: Any, count: int) -> list[list[int]] | None:
    """Of every image, in the order of all requests."""
    patch = getattr(getattr(loaded.processor, "image_processor", None), "patch_size", None)
    grid, pixels = inputs.get("image_grid_thw"), inputs.get("pixel_values")
    if "image_pixel_values" in inputs:  # Phi's; elsewhere image_sizes are those before resizing
        return [[across, down] for down, across in inputs["image_sizes"].tolist()]
    if grid is not None and isinstance(patch, int):
        return [[across * patch, down * patch] for _, down, across in grid.tolist()]
    if grid is None and pixels is not None and pixels.ndim == 4 and len(pixels) == count:
        return [[int(pixels.shape[3]), int(pixels.shape[2])] for _ in range(count)]
    return None
