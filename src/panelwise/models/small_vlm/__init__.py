"""A small vision-language model for a CPU, so far a test fixture; ``train small-vlm`` trains it."""

from panelwise.models.small_vlm._folder import (
    CONFIG,
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
from panelwise.models.small_vlm._sight import CHANNELS, GRID, SIDE, build_encoder, fitted
from panelwise.models.small_vlm._wheels import (
    LANGUAGE,
    PHOTOGRAPHS,
    WheelFile,
    require_small_vlm,
    wheel_file,
)
from panelwise.models.small_vlm._words import (
    REFERENCES,
    build_finder,
    option_words,
    word_vectors,
    words_of,
)

__all__ = [
    "CHANNELS",
    "CONFIG",
    "GRID",
    "LANGUAGE",
    "PHOTOGRAPHS",
    "REFERENCES",
    "SIDE",
    "TOKENS",
    "WEIGHTS",
    "OptionsAsked",
    "SmallVlm",
    "SmallVlmModel",
    "VlmShape",
    "WheelFile",
    "adapted",
    "asked_of",
    "build_encoder",
    "build_finder",
    "build_projector",
    "fitted",
    "new_small_vlm",
    "option_scores",
    "option_words",
    "read_small_vlm",
    "require_small_vlm",
    "small_vlm",
    "wheel_file",
    "word_vectors",
    "words_of",
    "write_small_vlm",
]
