"""A small vision-language model that runs on a CPU; ``panelwise train small-vlm`` trains it."""

from panelwise.models.small_vlm._folder import (
    CONFIG,
    ENCODER,
    WEIGHTS,
    SmallVlm,
    adapted,
    new_small_vlm,
    read_small_vlm,
    write_small_vlm,
)
from panelwise.models.small_vlm._model import SmallVlmModel, asked_of, small_vlm
from panelwise.models.small_vlm._network import (
    TOKENS,
    OptionsAsked,
    VlmShape,
    build_projector,
    option_scores,
)
from panelwise.models.small_vlm._sight import GRID, SIDE, Sight, fitted
from panelwise.models.small_vlm._wheels import (
    LANGUAGE,
    WheelFile,
    require_small_vlm,
    wheel_file,
)

__all__ = [
    "CONFIG",
    "ENCODER",
    "GRID",
    "LANGUAGE",
    "SIDE",
    "TOKENS",
    "WEIGHTS",
    "OptionsAsked",
    "Sight",
    "SmallVlm",
    "SmallVlmModel",
    "VlmShape",
    "WheelFile",
    "adapted",
    "asked_of",
    "build_projector",
    "fitted",
    "new_small_vlm",
    "option_scores",
    "read_small_vlm",
    "require_small_vlm",
    "small_vlm",
    "wheel_file",
    "write_small_vlm",
]
