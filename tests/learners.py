"""Small random Qwen2.5-VL of the real class, and drawn strips from which one can learn."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from panelwise.packs import Pack, look_at_pictures, part_of, write_subset
from panelwise.training._leaks import leaks

SIDE = 56  # of a frame: 2 x 2 tokens


def motion_book(folder: Path, strips: int, seed: int) -> Path:
    """Pages of three frames in which a ball falls; each page has a trajectory of its own."""
    folder.mkdir(parents=True)
    drawn, lines = random.Random(seed), []
    for number in range(strips):
        page = Image.new("RGB", (SIDE + 16, 8 + 3 * (SIDE + 8)), (230, 230, 230))
        panels = []
        for k, frame in enumerate(_fall(drawn)):
            top = 8 + k * (SIDE + 8)
            page.paste(frame, (8, top))
            panels.append({"box": [8, top, 8 + SIDE, top + SIDE]})
        name = f"{number:04d}"
        page.save(folder / f"{name}.png")
        line = {"page": name, "image": f"{name}.png", "width": page.width, "height": page.height}
        lines.append(json.dumps(line | {"reading_direction": "ttb", "panels": panels, "texts": []}))
    (folder / f"{folder.name}.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def _fall(drawn: random.Random) -> list[Image.Image]:
    """Three frames of a ball that falls and drifts."""
    while True:
        heights = sorted(drawn.sample(range(8, 49), 3))
        if min(b - a for a, b in itertools.pairwise(heights)) >= 8:
            break
    start, drift, radius = drawn.uniform(10, 46), drawn.uniform(-8, 8), drawn.randint(4, 7)
    shade = drawn.randint(0, 90)
    frames = []
    for k, y in enumerate(heights):
        frame = Image.new("RGB", (SIDE, SIDE), "white")
        x = min(50.0, max(6.0, start + drift * k))
        ball = (x - radius, y - radius, x + radius, y + radius)
        ImageDraw.Draw(frame).ellipse(ball, fill=(shade,) * 3)
        frames.append(frame)
    return frames


def learner(folder: Path, texts: list[str], *, width: int = 64, context: int = 2048) -> Path:
    """A checkpoint of Qwen2.5-VL, random, whose tokenizer has learnt the words of some texts."""
    import torch
    import transformers
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    from tiny_checkpoints import END, PAD, QWEN, template

    bare = Tokenizer(models.BPE())
    # Words that always come together become one token, so that a prompt is a dozen of them; the
    # numbers of frames never do, so that an order is written the same in prompt and response.
    numbers = pre_tokenizers.Split(Regex("[0-9①-⑨\n]"), "isolated")
    joined = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    bare.pre_tokenizer = pre_tokenizers.Sequence([numbers, joined])
    bare.decoder = decoders.ByteLevel()
    special = [PAD, END, *QWEN]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=2000, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    bare.train_from_iterator(texts, trainer)
    words = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bare,
        eos_token=END,
        pad_token=PAD,
        additional_special_tokens=list(QWEN),
        extra_special_tokens={
            "image_token": "<|image_pad|>",
            "video_token": "<|video_pad|>",
            "vision_bos_token": "<|vision_start|>",
            "vision_eos_token": "<|vision_end|>",
        },
        model_max_length=context,
    )
    words.chat_template = template("<|vision_start|><|image_pad|><|vision_end|>")
    token = {word: words.convert_tokens_to_ids(word) for word in QWEN}
    eighth = width // 8
    rope = {"rope_type": "default", "rope_theta": 10_000.0}
    rope |= {"mrope_section": [eighth // 4, eighth // 4, eighth - 2 * (eighth // 4)]}
    config = transformers.Qwen2_5_VLConfig(
        text_config={
            "hidden_size": width,
            "intermediate_size": 2 * width,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 4,
            "vocab_size": len(words),
            "max_position_embeddings": context,
            "rope_parameters": rope,
            "pad_token_id": 0,
            "eos_token_id": 1,
            "bos_token_id": 1,
        },
        vision_config={
            "depth": 2,
            "num_heads": 4,
            "patch_size": 14,
            "hidden_size": width,
            "intermediate_size": 2 * width,
            "out_hidden_size": width,
            "fullatt_block_indexes": [1],
        },
        image_token_id=token["<|image_pad|>"],
        video_token_id=token["<|video_pad|>"],
        vision_start_token_id=token["<|vision_start|>"],
        vision_end_token_id=token["<|vision_end|>"],
    )
    torch.manual_seed(0)
    model = transformers.Qwen2_5_VLForConditionalGeneration(config)
    _spread(model)
    model.generation_config.update(eos_token_id=1, pad_token_id=0, bos_token_id=1)
    folder.mkdir(parents=True)
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    processor = {
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2_5_VLProcessor",
        "min_pixels": 3136,
        "max_pixels": 12_845_056,  # as in the published checkpoints
        "patch_size": 14,
        "temporal_patch_size": 2,
        "merge_size": 2,
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(processor))
    return folder


def _spread(model: Any) -> None:
    """Draw the weights anew, each layer so that its output varies as much as its input.

    The .02 of the class is made for widths of thousands. At a width of 64 all attention is nearly
    even then, and a model of drawn strips guesses for a thousand steps before it learns anything.
    """
    import torch

    for weights in model.parameters():
        if weights.ndim > 1:
            torch.nn.init.normal_(weights, std=weights[0].numel() ** -0.5)


def without_lookalikes(test: Pack, train: Pack, out: Path, most: int) -> Pack:
    """So many items of a test pack whose pictures resemble none of a training pack."""
    parts = [(pack, part_of(pack, look_at_pictures(pack))) for pack in (train, test)]
    alike = {one for found in leaks(parts[:1], parts[1:]) for one in found.items}
    return write_subset(
        test, [item.id for item in test.items() if item.id not in alike][:most], out
    )
