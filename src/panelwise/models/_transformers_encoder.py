"""Image encoders of Hugging Face transformers: CLIP, SigLIP, DINOv2 by ``hf/PATH``.

Source: specification CV-E5, 7.13, whose authors asked CLIP, SigLIP and DINOv2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError, PermanentError
from panelwise.models._failures import one_line
from panelwise.models._transformers import versions
from panelwise.models._transformers_checkpoint import Checkpoint, find_checkpoint, require_extra
from panelwise.models._transformers_load import device, load_image_encoder, within_memory
from panelwise.models._vectors import unit_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from panelwise.models._vectors import Vectors

    PixelArray = NDArray[np.uint8]

BATCH = 16  # pictures in one forward pass
# Of a checkpoint's model_type: the class of its image half, and the output that is its vector.
ENCODERS = {
    "clip": ("CLIPVisionModelWithProjection", "image_embeds"),
    "clip_vision_model": ("CLIPVisionModelWithProjection", "image_embeds"),
    "siglip": ("SiglipVisionModel", "pooler_output"),
    "siglip_vision_model": ("SiglipVisionModel", "pooler_output"),
    "siglip2": ("Siglip2VisionModel", "pooler_output"),
    "siglip2_vision_model": ("Siglip2VisionModel", "pooler_output"),
    "dinov2": ("Dinov2Model", "pooler_output"),
    "dinov2_with_registers": ("Dinov2WithRegistersModel", "pooler_output"),
}


class TransformersEncoder:
    """Pictures to unit vectors by a checkpoint, on CUDA where there is one, else on the CPU.

    Of CLIP the projected embedding, of SigLIP the pooled one, of DINOv2 the normalised class token,
    each after the checkpoint's own preprocessing. Weights are loaded at the first pictures, in the
    dtype in which they were saved, from safetensors alone.

    Args:
        source: the folder of a checkpoint, or ``ORG/NAME`` from the local Hugging Face cache or
            the hub.

    Raises:
        MissingExtraError: without the extra ``[hf]``.
        InputError: when there is no such checkpoint, or it is no image encoder of these families.
    """

    def __init__(self, source: str) -> None:
        require_extra(f"hf/{source}")
        self.source = source
        self._checkpoint: Checkpoint = find_checkpoint(source)
        if self._checkpoint.model_type not in ENCODERS:
            known = ", ".join(name for name in ENCODERS if not name.endswith("_vision_model"))
            what = self._checkpoint.model_type
            raise InputError(f"{self.name}: {what} is not an image encoder; known: {known}")

    @property
    def name(self) -> str:
        """``hf/`` and what was given."""
        return f"hf/{self.source}"

    def identity(self) -> dict[str, Any]:
        """Which bytes encode, in which numbers, by which code."""
        return {
            "encoder": "transformers",
            "checkpoint": self._fingerprint,
            "model_type": self._checkpoint.model_type,
            "dtype": self._checkpoint.dtype,
            "device": device(),
            "versions": versions(),
        }

    def encode(self, images: Sequence[PixelArray]) -> Vectors:
        """``(n, dimensions)``; pictures of any size, ``(height, width, 3)`` RGB.

        Raises:
            InputError: when the checkpoint cannot be loaded, or its vectors are not numbers.
            PermanentError: when one picture at a time does not fit into memory.
        """
        import numpy as np

        rows = [self._encoded(images[k : k + BATCH]) for k in range(0, len(images), BATCH)]
        if not rows:
            return np.zeros((0, 0), np.float32)
        vectors = np.concatenate(rows)
        if not np.isfinite(vectors).all():
            raise InputError(f"{self.name}: gives values that are not numbers; use another encoder")
        return unit_rows(vectors)

    @cached_property
    def _fingerprint(self) -> str:
        return self._checkpoint.fingerprint()

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """The image half and its preprocessing."""
        model, _ = ENCODERS[self._checkpoint.model_type]
        return load_image_encoder(self._checkpoint, self.name, model)

    def _encoded(self, images: Sequence[PixelArray]) -> Vectors:
        """Rows of a batch; one that does not fit into memory is halved."""
        import numpy as np

        try:
            return within_memory(lambda: self._forward(images), "use a smaller checkpoint")
        except PermanentError:
            if len(images) == 1:
                raise
        half = len(images) // 2
        return np.concatenate([self._encoded(images[:half]), self._encoded(images[half:])])

    def _forward(self, images: Sequence[PixelArray]) -> Vectors:
        import torch

        model, processor = self._loaded
        _, output = ENCODERS[self._checkpoint.model_type]
        try:
            inputs = processor(
                images=list(images), return_tensors="pt", input_data_format="channels_last"
            )
        except ValueError as error:
            reason = one_line(str(error))
            raise InputError(f"{self.name}: a picture is refused ({reason})") from None
        inputs = inputs.to(model.device, dtype=model.dtype)
        with torch.inference_mode():
            rows: Vectors = getattr(model(**inputs), output).float().cpu().numpy()
        return rows
