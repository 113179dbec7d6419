"""A trained model as a checkpoint that any program of transformers takes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from panelwise.files import read_json_bytes
from panelwise.models import Checkpoint
from panelwise.outputs import write_file

_WEIGHTS = ("*.safetensors", "*.safetensors.index.json", "*.bin", "config.json", "README.md")
_PROCESSORS = ("processor_config.json", "preprocessor_config.json")  # of transformers 5, 4
_EDGES = {"min_pixels": "shortest_edge", "max_pixels": "longest_edge"}  # areas, despite the names


def export(model: Any, base: Checkpoint, folder: Path, limits: Mapping[str, int]) -> None:
    """Write a model as a checkpoint: its weights, and the base's tokenizer and processor.

    Args:
        model: with any adapter merged.
        base: that it was trained from.
        folder: an empty one.
        limits: ``min_pixels`` and ``max_pixels`` of the pictures of the training, which become the
            checkpoint's own: its boxes are in pixels of pictures of that size.
    """
    others = shutil.ignore_patterns(*_WEIGHTS)
    left_out = others(str(base.folder), [one.name for one in base.folder.iterdir()])
    for file in base.folder.iterdir():
        if file.is_file() and file.name not in left_out:
            shutil.copyfile(file, folder / file.name)
    set_limits(folder, limits)
    model.config.use_cache = True  # checkpointing of activations turns it off
    model.save_pretrained(folder)


def set_limits(folder: Path, limits: Mapping[str, int]) -> None:
    """Write the area to which pictures are resized into the files of a processor."""
    for path in (folder / name for name in _PROCESSORS):
        if not (limits and path.is_file()):
            continue
        content = orjson.loads(read_json_bytes(path))
        images = content.get("image_processor", content)
        size = images.get("size")
        for name, value in limits.items():
            if isinstance(size, dict):
                size[_EDGES[name]] = value
            if name in images or not isinstance(size, dict):
                images[name] = value
        write_file(path, orjson.dumps(content, option=orjson.OPT_INDENT_2))
