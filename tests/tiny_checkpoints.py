"""Tiny random checkpoints of the real classes of transformers, saved as any other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

WIDTH = 32
TEXT = {
    "hidden_size": WIDTH,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 8192,
}
SEES = {"hidden_size": WIDTH, "intermediate_size": 64, "num_attention_heads": 4}
END, PAD = "<end>", "<pad>"


def tokenizer(template: str, *special: str, **named: str) -> transformers.PreTrainedTokenizerFast:
    """One token a byte, and the special ones."""
    words = [PAD, END, *special, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    bare = Tokenizer(models.BPE({word: number for number, word in enumerate(words)}, []))
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bare,
        eos_token=END,
        pad_token=PAD,
        additional_special_tokens=list(special),
        extra_special_tokens=named,
        model_max_length=8192,
    )
    made.chat_template = template
    return made


def template(picture: str) -> str:
    """A chat template in which a picture is written so."""
    return (
        "{% for message in messages %}{{ message.role }}: "
        "{% if message.content is string %}{{ message.content }}{% else %}"
        "{% for part in message.content %}{% if part.type == 'image' %}" + picture + "{% else %}"
        "{{ part.text }}{% endif %}{% endfor %}{% endif %}<end>\n{% endfor %}"
        "{% if add_generation_prompt %}assistant: {% endif %}"
    )


def _written(folder: Path, model, processor: dict, words) -> Path:
    model.generation_config.update(eos_token_id=1, pad_token_id=0, bos_token_id=1)
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    (folder / "preprocessor_config.json").write_text(json.dumps(processor))
    return folder


def _ids(words) -> dict[str, int]:
    return {"pad_token_id": 0, "eos_token_id": 1, "bos_token_id": 1, "vocab_size": len(words)}


def gemma3(folder: Path) -> Path:
    """Pictures of one size, each a fixed number of tokens."""
    named = {"boi_token": "<boi>", "eoi_token": "<eoi>", "image_token": "<soft>"}
    words = tokenizer(template("<boi>"), *named.values(), **named)
    token = {name: words.convert_tokens_to_ids(word) for name, word in named.items()}
    config = transformers.Gemma3Config(
        text_config=TEXT | _ids(words) | {"sliding_window": 64},
        vision_config=SEES | {"num_hidden_layers": 2, "image_size": 56, "patch_size": 14},
        mm_tokens_per_image=4,
        boi_token_index=token["boi_token"],
        eoi_token_index=token["eoi_token"],
        image_token_index=token["image_token"],
    )
    processor = {
        "image_processor_type": "Gemma3ImageProcessor",
        "processor_class": "Gemma3Processor",
        "size": {"height": 56, "width": 56},
        "image_seq_length": 4,
    }
    (folder / "processor_config.json").write_text(
        json.dumps({"processor_class": "Gemma3Processor", "image_seq_length": 4})
    )
    return _written(folder, transformers.Gemma3ForConditionalGeneration(config), processor, words)


def smolvlm(folder: Path) -> Path:
    """Pictures cut into tiles, with the whole one after them."""
    return _tiled(folder, "SmolVLM", "<fake>", "<global>")


def idefics3(folder: Path) -> Path:
    """SmolVLM's forerunner."""
    return _tiled(folder, "Idefics3", "<fake_token_around_image>", "<global-img>")


def _tiled(folder: Path, family: str, around: str, whole: str) -> Path:
    """A family that cuts pictures into tiles; the tokens around a tile and of the whole picture."""
    named = {
        "image_token": "<image>",
        "fake_image_token": around,
        "global_image_token": whole,
        "end_of_utterance_token": "<end_of_utterance>",
    }
    words = tokenizer(template("<image>"), *named.values(), **named)
    seen = SEES | {"num_hidden_layers": 2, "image_size": 64, "patch_size": 16}
    config = getattr(transformers, f"{family}Config")(
        text_config={"model_type": "llama"} | TEXT | _ids(words),
        vision_config=seen,
        image_token_id=words.convert_tokens_to_ids("<image>"),
        scale_factor=2,
        pad_token_id=0,
    )
    processor = {
        "image_processor_type": f"{family}ImageProcessor",
        "processor_class": f"{family}Processor",
        "size": {"longest_edge": 128},
        "max_image_size": {"longest_edge": 64},
    }
    (folder / "processor_config.json").write_text(
        json.dumps({"processor_class": f"{family}Processor", "image_seq_len": 4})
    )
    model = getattr(transformers, f"{family}ForConditionalGeneration")(config)
    return _written(folder, model, processor, words)


def llava(folder: Path) -> Path:
    """Pictures of one size, seen by CLIP."""
    words = tokenizer(template("<image>"), "<image>", image_token="<image>")
    seen = SEES | {"num_hidden_layers": 2, "image_size": 28, "patch_size": 14}
    config = transformers.LlavaConfig(
        text_config={"model_type": "llama"} | TEXT | _ids(words),
        vision_config={"model_type": "clip_vision_model", "projection_dim": 16} | seen,
        image_token_id=words.convert_tokens_to_ids("<image>"),
        image_seq_length=4,
    )
    processor = {
        "image_processor_type": "CLIPImageProcessor",
        "processor_class": "LlavaProcessor",
        "size": {"height": 28, "width": 28},
        "crop_size": {"height": 28, "width": 28},
    }
    about = {
        "processor_class": "LlavaProcessor",
        "patch_size": 14,
        "vision_feature_select_strategy": "default",
        "num_additional_image_tokens": 1,
    }
    (folder / "processor_config.json").write_text(json.dumps(about))
    return _written(folder, transformers.LlavaForConditionalGeneration(config), processor, words)


QWEN = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")


def qwen(folder: Path, kind: str) -> Path:
    """Qwen2-VL, Qwen2.5-VL, Qwen3-VL: as many tokens as the picture is large."""
    words = tokenizer(
        template("<|vision_start|><|image_pad|><|vision_end|>"),
        *QWEN,
        image_token="<|image_pad|>",
        video_token="<|video_pad|>",
        vision_bos_token="<|vision_start|>",
        vision_eos_token="<|vision_end|>",
    )
    token = {word: words.convert_tokens_to_ids(word) for word in QWEN}
    patch = 16 if kind == "Qwen3VL" else 14
    rope = {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 10_000.0}
    size = {"hidden_size": WIDTH, "intermediate_size": 64, "out_hidden_size": WIDTH}
    if kind == "Qwen2VL":
        size = {"embed_dim": WIDTH, "hidden_size": WIDTH}
    more = {"Qwen2_5_VL": {"fullatt_block_indexes": [1]}, "Qwen3VL": {}}.get(kind, {})
    if kind == "Qwen3VL":
        more = {"deepstack_visual_indexes": [0], "num_position_embeddings": 64}
    config = getattr(transformers, f"{kind}Config")(
        text_config=TEXT | _ids(words) | {"rope_parameters": rope},
        vision_config={"depth": 2, "num_heads": 4, "patch_size": patch} | size | more,
        image_token_id=token["<|image_pad|>"],
        video_token_id=token["<|video_pad|>"],
        vision_start_token_id=token["<|vision_start|>"],
        vision_end_token_id=token["<|vision_end|>"],
    )
    processor = {
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": f"{kind}Processor",
        "size": {"shortest_edge": 4 * patch * patch, "longest_edge": 64 * patch * patch},
        "patch_size": patch,
        "temporal_patch_size": 2,
        "merge_size": 2,
    }
    model = getattr(transformers, f"{kind}ForConditionalGeneration")(config)
    return _written(folder, model, processor, words)


def internvl(folder: Path) -> Path:
    """Pictures cut into 1 to 12 tiles."""
    named = {
        "start_image_token": "<img>",
        "end_image_token": "</img>",
        "context_image_token": "<IMG_CONTEXT>",
        "video_token": "<video>",
    }
    words = tokenizer(template("<IMG_CONTEXT>"), *named.values(), **named)
    config = transformers.InternVLConfig(
        text_config={"model_type": "qwen2"} | TEXT | _ids(words),
        vision_config=SEES | {"num_hidden_layers": 2, "image_size": [28, 28], "patch_size": [7, 7]},
        image_token_id=words.convert_tokens_to_ids("<IMG_CONTEXT>"),
        downsample_ratio=0.5,
        image_seq_length=4,
    )
    processor = {
        "image_processor_type": "GotOcr2ImageProcessor",
        "processor_class": "InternVLProcessor",
        "size": {"height": 28, "width": 28},
        "crop_to_patches": True,
        "max_patches": 4,
    }
    (folder / "processor_config.json").write_text(
        json.dumps({"processor_class": "InternVLProcessor", "image_seq_length": 4})
    )
    return _written(folder, transformers.InternVLForConditionalGeneration(config), processor, words)


def phi4(folder: Path) -> Path:
    """Pictures cut into squares, with the whole one after them; needs torchvision."""
    image, audio = "<|endoftext10|>", "<|endoftext11|>"
    words = tokenizer(template(image), image, audio, image_token=image, audio_token=audio)
    token = words.convert_tokens_to_ids
    seen = SEES | {"num_hidden_layers": 2, "image_size": 448, "patch_size": 14, "crop_size": 448}
    heard = {"hidden_size": WIDTH, "intermediate_size": 32, "num_attention_heads": 4}
    heard |= {
        "num_blocks": 2,
        "ext_pw_out_channel": WIDTH,
        "depthwise_separable_out_channel": WIDTH,
    }
    text = {key: value for key, value in TEXT.items() if key != "head_dim"}
    config = transformers.Phi4MultimodalConfig(
        **text,
        **_ids(words),
        vision_config=seen | {"image_token_id": token(image)},
        audio_config=heard | {"nemo_conv_channels": WIDTH, "audio_token_id": token(audio)},
    )
    about = {"processor_class": "Phi4MultimodalProcessor"}
    (folder / "processor_config.json").write_text(json.dumps(about))
    processor = about | {
        "image_processor_type": "Phi4MultimodalImageProcessor",
        "feature_extractor_type": "Phi4MultimodalFeatureExtractor",
    }
    return _written(folder, transformers.Phi4MultimodalForCausalLM(config), processor, words)


def llama(folder: Path) -> Path:
    """A language model without images."""
    words = tokenizer(template(""))
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(**TEXT, **_ids(words)))
    model.generation_config.update(eos_token_id=1, pad_token_id=0)
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


FAMILIES: dict[str, Callable[[Path], Path]] = {
    "qwen2.5-vl": lambda folder: qwen(folder, "Qwen2_5_VL"),
    "gemma-3": gemma3,
    "smolvlm": smolvlm,
    "qwen2-vl": lambda folder: qwen(folder, "Qwen2VL"),
    "qwen3-vl": lambda folder: qwen(folder, "Qwen3VL"),
    "internvl": internvl,
    "llava": llava,
    "idefics3": idefics3,
    "phi-4-multimodal": phi4,
}


def checkpoint(name: str, folder: Path) -> Path:
    """A checkpoint of a family, the same each time."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    return llama(folder) if name == "llama" else FAMILIES[name](folder)


SIDE = 28
PREPARED = {"size": {"height": SIDE, "width": SIDE}, "do_center_crop": False}


def _seeing(**more) -> dict:
    return SEES | {"num_hidden_layers": 2, "image_size": SIDE, "patch_size": 7} | more


def clip(folder: Path) -> transformers.CLIPModel:
    """Texts and pictures; the vector of a picture is projected."""
    words = {"hidden_size": WIDTH, "intermediate_size": 64, "num_attention_heads": 4}
    config = transformers.CLIPConfig(
        text_config=words | {"num_hidden_layers": 1, "vocab_size": 99},
        vision_config=_seeing(projection_dim=16),
        projection_dim=16,
    )
    return _encoder(folder, transformers.CLIPModel(config), PREPARED, "CLIP")


def siglip(folder: Path) -> transformers.SiglipModel:
    """Texts and pictures; the vector of a picture is pooled by attention."""
    words = {"hidden_size": WIDTH, "intermediate_size": 64, "num_attention_heads": 4}
    config = transformers.SiglipConfig(
        text_config=words | {"num_hidden_layers": 1, "vocab_size": 99, "projection_size": WIDTH},
        vision_config=_seeing(),
    )
    return _encoder(folder, transformers.SiglipModel(config), PREPARED, "Siglip")


def dinov2(folder: Path) -> transformers.Dinov2Model:
    """Pictures alone."""
    config = transformers.Dinov2Config(
        hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=4, image_size=SIDE, patch_size=7
    )
    prepared = PREPARED | {"do_normalize": True, "image_mean": [0.4] * 3, "image_std": [0.2] * 3}
    return _encoder(folder, transformers.Dinov2Model(config), prepared, "Bit")


def _encoder(folder: Path, model, prepared: dict, family: str):
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    about = prepared | {"image_processor_type": f"{family}ImageProcessor"}
    (folder / "preprocessor_config.json").write_text(json.dumps(about))
    return model.eval()


ENCODERS = {"clip": clip, "siglip": siglip, "dinov2": dinov2}


def encoder(name: str, folder: Path):
    """A checkpoint of an image encoder in a folder, the same each time; the model itself."""
    torch.manual_seed(0)
    return ENCODERS[name](folder)
