"""Checkpoints of Hugging Face transformers, run in this process: ``hf/PATH``, ``hf/ORG/NAME``."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from panelwise.errors import PanelwiseError, PermanentError, SettingError
from panelwise.models._failures import one_line
from panelwise.models._request import (
    Capabilities,
    Request,
    Response,
    Sampling,
)
from panelwise.models._transformers_answer import (
    DEFAULT_MAX_TOKENS,
    PendingRequest,
    answer_together,
)
from panelwise.models._transformers_checkpoint import Checkpoint, find_checkpoint, require_extra
from panelwise.models._transformers_load import LoadedModel, device, load_checkpoint, within_memory

GATHERING = 0.02  # seconds in which requests that start together find one another
MANGALMM_PIXELS = 2_116_800  # up to here boxes of Qwen2.5-VL are in the frame qwen_pixels


class TransformersModel:
    """A local vision-language checkpoint, on CUDA where there is one, else on the CPU.

    Weights are loaded at the first request, in the dtype in which they were saved, from
    safetensors alone and without code that comes with them. A language model without images takes
    requests without images.

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
        batch: most requests in one forward pass. Their answers are those that each gets by itself,
            up to rounding; requests with a temperature are answered one at a time.
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
        batch: int = 1,
        timeout: float | None = None,
    ) -> None:
        require_extra(f"hf/{source}")
        if min_pixels is not None and max_pixels is not None and min_pixels > max_pixels:
            raise SettingError(f"min_pixels={min_pixels} is more than max_pixels={max_pixels}")
        self.source = source
        self._several_images, self._timeout, self._batch = several_images, timeout, batch
        self._waiting: list[PendingRequest] = []
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
        """Images or none, several images, and the coordinate frame of the checkpoint's family.

        Raises:
            InputError: when there is no such checkpoint.
        """
        return Capabilities(
            images=self._checkpoint.takes_images,
            several_images=self._several_images,
            coordinate_frame=self._coordinate_frame,
            concurrency=self._batch,
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
            "versions": versions(),
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

    def default_max_tokens(self, sampling: Sampling) -> int:
        """The longest answer where ``sampling`` limits none."""
        del sampling
        return DEFAULT_MAX_TOKENS

    async def generate(self, request: Request) -> Response:
        """Ask once, in a thread; a cancelled request stops at its next token.

        Raises:
            InputError: when the checkpoint cannot be loaded, or an image is missing or changed.
            UnsupportedRequestError: when the model cannot take the request: length, roles, shape.
            SettingError: for reasoning that the checkpoint cannot be kept from.
            PermanentError: when memory does not suffice, or the model fails.
        """
        self.check_sampling(request.sampling)
        job = PendingRequest(request)
        self._waiting.append(job)
        try:
            if self._batch > 1:
                await asyncio.sleep(GATHERING)
            return await asyncio.to_thread(self._answer, job)
        except asyncio.CancelledError:
            job.cancelled.set()
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

    def _answer(self, job: PendingRequest) -> Response:
        """The answer to a job; whichever comes first answers others that wait in the same pass."""
        with self._lock:
            if job.outcome is None:
                others = [one for one in self._waiting if one is not job and job.goes_with(one)]
                jobs = [job, *others[: self._batch - 1]]
                self._waiting = [one for one in self._waiting if one not in jobs]
                if self._loaded is None:
                    self._loaded = load_checkpoint(self._checkpoint, self.name, self._limits)
                self._answer_all(self._loaded, jobs)
        return job.result()

    def _answer_all(self, loaded: LoadedModel, jobs: Sequence[PendingRequest]) -> None:
        """Together, or one by one where that fails: each then has its own answer or error."""
        jobs = [job for job in jobs if not job.cancelled.is_set()] or jobs[:1]
        try:
            responses = self._answered(loaded, jobs)
        except PanelwiseError as error:
            if len(jobs) == 1:
                jobs[0].outcome = error
                return
            for job in jobs:
                self._answer_all(loaded, [job])
        else:
            for job, response in zip(jobs, responses, strict=True):
                job.outcome = response

    def _answered(self, loaded: LoadedModel, jobs: Sequence[PendingRequest]) -> list[Response]:
        remedy = "set max_pixels (of an image) or max_tokens (of an answer) lower"
        try:
            return within_memory(lambda: answer_together(loaded, jobs), remedy)
        except (RuntimeError, ValueError, IndexError) as error:
            raise PermanentError(f"the model failed: {one_line(str(error))}") from error

    def _unload(self) -> None:
        import torch

        with self._lock:
            self._loaded = None
            if torch.cuda.is_available():
                torch.cuda.empty_cache()


def versions() -> dict[str, str | None]:
    """Of the packages that decide an answer; torchvision resizes instead of Pillow."""
    return {name: _version(name) for name in ("transformers", "torch", "torchvision")}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
