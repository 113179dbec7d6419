"""Run by the Python of an environment with ms-swift: an export as it is loaded and encoded.

The package registry has no torchvision for the CPU, and with it neither Qwen's processor nor
``qwen_vl_utils``. So the picture is resized here by Qwen's published rule, with the image
processor that needs only PIL; loading, boxes, template, tokens and labels are ms-swift's own.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import types
from pathlib import Path

SPECIAL = ("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|box_start|>", "<|box_end|>")


def main(folder: Path, kind: str) -> list[dict]:
    os.environ |= {"QWENVL_BBOX_FORMAT": "new", "ROOT_IMAGE_DIR": str(folder)}
    step = 32 if kind == "qwen3_vl" else 28
    sys.modules["qwen_vl_utils"] = _resizing(step)
    from PIL import Image
    from swift.dataset import load_dataset

    rows, _ = load_dataset(str(folder / "train.jsonl"), num_proc=1, load_from_cache_file=False)
    template = _template(kind, step // 2)
    found = []
    for row in rows:
        encoded = template.encode(dict(row))
        learnt = [token for token in encoded["labels"] if token != -100]
        paths = [folder / image["path"] for image in row["images"]]
        grid = encoded["image_grid_thw"].tolist()
        found.append(
            {
                "learnt": template.tokenizer.decode(learnt),
                "images": [_pixels(Image.open(path)) for path in paths],
                "sizes": [[across * step // 2, down * step // 2] for _, down, across in grid],
            }
        )
    return found


def _resizing(step: int) -> types.ModuleType:
    """``qwen_vl_utils`` without torchvision: pictures as multiples of a step."""

    def fetch_image(asked: dict, **_: object):
        image = asked["image"].convert("RGB")
        sides = (max(step, round(side / step) * step) for side in image.size)
        return image.resize(tuple(sides))

    module = types.ModuleType("qwen_vl_utils")
    module.fetch_image, module.fetch_video = fetch_image, None
    return module


def _template(kind: str, patch: int):
    from swift.template import TEMPLATE_MAPPING
    from transformers import Qwen2VLImageProcessorPil

    import tiny_checkpoints

    words = tiny_checkpoints.tokenizer("", *tiny_checkpoints.QWEN, *SPECIAL)
    info = types.SimpleNamespace(
        config=types.SimpleNamespace(model_type=kind),
        task_type="causal_lm",
        max_model_len=32768,
        torch_dtype=None,
    )
    processor = types.SimpleNamespace(
        tokenizer=words,
        image_processor=Qwen2VLImageProcessorPil(patch_size=patch),
        model_info=info,
        model_meta=types.SimpleNamespace(is_multimodal=True),
    )
    meta = TEMPLATE_MAPPING[kind]
    meta.template_cls.image_token_id = words.convert_tokens_to_ids("<|image_pad|>")
    template = meta.template_cls(processor, meta)
    template.set_mode("train")
    return template


def _pixels(image) -> str:
    """As panelwise.comics.pixel_hash."""
    rgb = image.convert("RGB")
    size = f"{rgb.width}x{rgb.height}:".encode()
    return hashlib.sha256(size + rgb.tobytes()).hexdigest()


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(main(Path(sys.argv[1]), sys.argv[3])))
