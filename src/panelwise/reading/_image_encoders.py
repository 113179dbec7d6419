"""Which image encoder a name means: ``embed:features``, ``onnx:PATH``, ``hf/PATH``.

The grammar is that of models and of text encoders; the prefix of a name is an entry point of
``panelwise.image_encoders``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from panelwise.models import Provider, find_provider, make_named, split_name
from panelwise.reading._onnx_encoder import OnnxEncoder
from panelwise.reading.panels import FeatureEncoder, ImageEncoder
from panelwise.registry import Registry

IMAGE_ENCODERS = Registry(
    "image encoder", "panelwise.image_encoders", Provider, command="panelwise list encoders"
)
FEATURES = "features"


def get_image_encoder(name: str, settings: Mapping[str, str] | None = None) -> ImageEncoder:
    """The image encoder that a name means; the path of a file is an ONNX model.

    Args:
        name: ``embed:features``, ``onnx:PATH``, ``hf/PATH``, what a plug-in registered, or the
            path of an ONNX model.
        settings: the provider's own, as texts.

    Raises:
        UnknownNameError: when the provider has no such encoder.
        InputError: when a model's file is missing or cannot be used.
        SettingError: for a setting that it does not have or cannot take.
        PluginError: when the provider's plug-in cannot be loaded.

    >>> get_image_encoder("embed:features").name
    'features'
    """
    if split_name(name)[0] not in IMAGE_ENCODERS:
        return OnnxEncoder(name)  # a path
    provider, rest = find_provider(name, IMAGE_ENCODERS)
    encoder: ImageEncoder = make_named(provider, name, rest, settings)
    return encoder


image_embed = Provider[ImageEncoder](
    "embed:NAME",
    "an image encoder in this process",
    lambda _name, _: FeatureEncoder(),
    members=lambda: {FEATURES: "pictures by colours, composition and edges; no weights"},
)
onnx = Provider[ImageEncoder](
    "onnx:PATH",
    "pictures by an ONNX model of yours; needs the extra [ocr]",
    lambda rest, _: OnnxEncoder(Path(rest)),
)
