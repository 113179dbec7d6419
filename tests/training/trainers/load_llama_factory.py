"""Run by the Python of an environment with LLaMA-Factory: an export as it is loaded and encoded.

The checkpoint is a tiny LLaVA, whose processor needs no torchvision: the package registry has no
build of it for the CPU. The same holds for torchaudio, which LLaMA-Factory imports and needs for
sounds only; an empty module takes its place.
"""

from __future__ import annotations

import importlib.machinery
import json
import sys
import tempfile
import types
from pathlib import Path


def main(folder: Path) -> list[dict]:
    _without_sound()
    from llamafactory.data import get_dataset, get_template_and_fix_tokenizer
    from llamafactory.hparams import get_train_args
    from llamafactory.model import load_tokenizer
    from PIL import Image

    import tiny_checkpoints

    with tempfile.TemporaryDirectory() as place:
        checkpoint = tiny_checkpoints.llava(Path(place))
        asked = {
            "model_name_or_path": str(checkpoint),
            "stage": "sft",
            "do_train": True,
            "finetuning_type": "full",
            "dataset_dir": str(folder),
            "dataset": "panelwise",
            "template": "llava",
            "cutoff_len": 8192,
            "output_dir": f"{place}/trained",
            "preprocessing_num_workers": 1,
            "overwrite_cache": True,
            "use_cpu": True,
        }
        models, data, training, _, _ = get_train_args(asked)
        words = load_tokenizer(models)
        template = get_template_and_fix_tokenizer(words["tokenizer"], data)
        rows = get_dataset(template, models, data, training, stage="sft", **words)["train_dataset"]
        found = []
        for row in rows:
            learnt = [token for token in row["labels"] if token != -100]
            asked_ids = [
                token
                for token, label in zip(row["input_ids"], row["labels"], strict=True)
                if label == -100
            ]
            found.append(
                {
                    "learnt": words["tokenizer"].decode(learnt),
                    "asked": words["tokenizer"].decode(asked_ids),
                    "images": [_pixels(Image.open(path)) for path in row["images"] or ()],
                }
            )
    return found


def _without_sound() -> None:
    try:
        import torchaudio  # noqa: F401
    except (ImportError, OSError):
        empty = types.ModuleType("torchaudio")
        empty.__spec__ = importlib.machinery.ModuleSpec("torchaudio", None)
        sys.modules["torchaudio"] = empty


def _pixels(image) -> str:
    """As panelwise.comics.pixel_hash."""
    import hashlib

    rgb = image.convert("RGB")
    size = f"{rgb.width}x{rgb.height}:".encode()
    return hashlib.sha256(size + rgb.tobytes()).hexdigest()


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(main(Path(sys.argv[1]))))
