"""A small vision-language model for a CPU; ``panelwise train small-vlm`` trains it."""

from panelwise.models.small_vlm._folder import (
    CONFIG,
    WEIGHTS,
    SmallVlm,
    adapted,
    new_small_vlm,
    read_small_vlm,
    write_small_vlm,
)
from panelwise.models.small_vlm._letters import (
    PAIRS,
    asks_to_read,
    build_letters,
    pairs_of,
    texts_have,
)
from panelwise.models.small_vlm._model import SmallVlmModel, asked_of, small_vlm
from panelwise.models.small_vlm._network import (
    TOKENS,
    OptionsAsked,
    VlmShape,
    build_projector,
    option_scores,
)
from panelwise.models.small_vlm._sight import (
    CHANNELS,
    FINE,
    GRID,
    MIDDLE,
    SIDE,
    build_encoder,
    fitted,
)
from panelwise.models.small_vlm._wheels import (
    LANGUAGE,
    PHOTOGRAPHS,
    TRAINED,
    require_small_vlm,
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
    "FINE",
    "GRID",
    "LANGUAGE",
    "MIDDLE",
    "PAIRS",
    "PHOTOGRAPHS",
    "REFERENCES",
    "SIDE",
    "TOKENS",
    "TRAINED",
    "WEIGHTS",
    "OptionsAsked",
    "SmallVlm",
    "SmallVlmModel",
    "VlmShape",
    "adapted",
    "asked_of",
    "asks_to_read",
    "build_encoder",
    "build_finder",
    "build_letters",
    "build_projector",
    "fitted",
    "new_small_vlm",
    "option_scores",
    "option_words",
    "pairs_of",
    "read_small_vlm",
    "require_small_vlm",
    "small_vlm",
    "texts_have",
    "word_vectors",
    "words_of",
    "write_small_vlm",
]
