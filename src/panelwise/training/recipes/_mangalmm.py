"""``mangalmm``: learn to read the texts of spreads, to answer questions about them, or both.

Source: MangaVQA 5, App. D; specification 4.4 (MV-12), MV-E2, MV-E4 to MV-E6, MV-E10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from panelwise.benchmarks import printed_prompts
from panelwise.errors import InputError, SettingError
from panelwise.metrics import qwen_size
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.tasks import Item
from panelwise.tasks.kinds import gold_in_frame
from panelwise.training._example import TrainingExample, training_examples
from panelwise.training.recipes._natural import natural_samples
from panelwise.training.recipes._recipe import (
    SCHEDULES,
    Hyperparameters,
    TrainingRecipe,
    code,
    ours,
    paper,
)
from panelwise.training.recipes._sample import Prepared, TrainingSample
from panelwise.training.recipes._subsets import nested_subset

OCR, VQA = "mangavqa.manga_ocr", "mangavqa.manga_vqa"
FRAME = "qwen_pixels"  # of pictures that the processor resizes to at most 2,116,800 pixels
LIMITS = (3136, 2_116_800)
_Asked = tuple[Pack, TrainingExample]


def _prepare(
    packs: Sequence[Pack], options: Mapping[str, Any], profile: Profile, seed: int
) -> Prepared:
    """Texts with boxes, answers to questions, and conversations about natural pictures."""
    tasks = {"ocr": [OCR], "vqa": [VQA], "both": [OCR, VQA]}[options["data"]]
    limits = options.get("min_pixels"), options.get("max_pixels")
    if OCR in tasks and limits != LIMITS:
        raise SettingError(
            "min_pixels and max_pixels can only be changed with data=vqa: boxes are learnt in"
            f" pixels of pictures that are resized to {LIMITS[0]:,} to {LIMITS[1]:,} pixels"
        )
    frame = profile.with_settings({"boxes.coord_frame": FRAME})
    items = [
        (pack, example)
        for pack in packs
        for example in training_examples(pack, profile=frame)
        if example.item.task in tasks
    ]
    for task in tasks:
        if not any(one.item.task == task for _, one in items):
            raise InputError(
                f"no training pack holds {task}, which data={options['data']} needs; give one, or"
                f" set data={'vqa' if task == OCR else 'ocr'}"
            )
    kept = nested_subset(items, options["share"], seed, unit=_page)
    if options["prompts"] == "paper":
        for _, example in kept:
            _require_printed(example.item)
    samples = [_sample(pack, example, frame) for pack, example in kept]
    facts: dict[str, str | int | float] = {
        "share of pages, per cent": options["share"],
        "pages": len({_page(one) for one in kept}),
        "questions drafted from": options["drafted"] if VQA in tasks else "not used",
    }
    if options["natural"]:
        more = natural_samples(Path(options["natural"]), options["natural_count"], seed)
        facts["natural samples for each of manga"] = round(len(more) / len(samples), 4)
        samples += more
    return Prepared(tuple(samples), facts)


def _page(asked: _Asked) -> str:
    item = asked[1].item
    return item.sources[0].sha256 if item.sources else item.id


def _require_printed(item: Item) -> None:
    """The Japanese system message with questions, none with texts to be read.

    Raises:
        InputError: for an item that asks otherwise.
    """
    system = [turn.parts for turn in item.rendering.turns if turn.role == "system"]
    printed = (printed_prompts()["mangavqa.system"],)
    if system != ([printed] if item.task == VQA else []):
        wrong = "lacks the printed" if item.task == VQA else "must not have a"
        raise InputError(
            f"item '{item.id}' of {item.task} {wrong} system message; build the pack with --profile"
            " paper, or set prompts=pack to train on what the pack asks"
        )


def _sample(pack: Pack, example: TrainingExample, frame: Profile) -> TrainingSample:
    item, part = example.item, "ocr" if example.item.task == OCR else "vqa"
    if part == "ocr":
        _require_inside(item, frame)
    name = f"{pack.hash[:8]}/{part}/{example.id}"
    return TrainingSample(name, part, example.prompt, example.response, item)


def _require_inside(item: Item, frame: Profile) -> None:
    """Every box has an area and lies inside the picture as the processor resizes it.

    Raises:
        InputError: for one that does not; both sides of the picture become multiples of 28.
    """
    gold, given = gold_in_frame(item, frame), item.gold
    assert isinstance(gold, dict)
    assert isinstance(given, dict)
    width, height = qwen_size(*given["size"])
    readable = [own for own in given["texts"] if own["text"] is not None]  # as in ``gold``
    for text, own in zip(gold["texts"], readable, strict=True):
        x0, y0, x1, y1 = map(round, text["box"])
        if not (0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height):
            raise InputError(
                f"item '{item.id}': the text '{own['text'][:20]}' has the box {[*own['box']]},"
                f" which as {[x0, y0, x1, y1]} is not inside the resized picture of {width} x"
                f" {height} pixels; correct or remove it"
            )


def lora(recipe: TrainingRecipe) -> TrainingRecipe:
    """The recipe with the adapter that the released code offers and does not use."""
    hyper = replace(recipe.hyper, method=replace(recipe.hyper.method, value="lora"))
    return replace(recipe, hyper=hyper)


MANGALMM = TrainingRecipe(
    name="mangalmm",
    title="MangaLMM: read the texts of manga and answer questions about it",
    source="MangaVQA 5, App. D; MV-12, MV-E2, MV-E4 to MV-E6, MV-E10",
    bases=paper(("Qwen/Qwen2.5-VL-7B-Instruct", "Qwen/Qwen2.5-VL-3B-Instruct")),
    objective="responses",
    needs=f"packs of {OCR}, {VQA} or both, built with --profile paper",
    tests="packs of both tasks from other books, and packs of everyday pictures (retention)",
    hyper=Hyperparameters(
        epochs=paper(1.0),
        learning_rate=code(1e-5, "language model, merger and vision tower alike"),
        schedule=code("cosine", choices=SCHEDULES),
        warmup=code(0.03),
        batch=paper(32, "in the code 1 a device, 8 accumulated, 4 devices"),
        device_batch=code(1),
        max_length=code(32_768, "a longer sample is refused"),
        seeds=code((42, 43, 44), "three runs in the paper; the code has 42, the others are ours"),
        method=code("full", "the code has LoRA as an option that is off", ("full", "lora")),
        lora_rank=code(8),
        lora_alpha=code(16),
        lora_dropout=code(0.05),
        precision=code("bf16", choices=("bf16", "fp32")),
        checkpointing=code("on", choices=("on", "off")),
        min_pixels=paper(LIMITS[0]),
        max_pixels=paper(LIMITS[1]),
    ),
    options={
        "data": paper("both", choices=("both", "ocr", "vqa")),
        "share": paper(100, "per cent of the pages, nested", (25, 50, 75, 100)),
        "drafted": paper(
            "text",
            "what the writer of the questions was given; stated, not checked",
            ("none", "text", "text+position"),
        ),
        "prompts": paper("paper", "the printed ones", ("paper", "pack")),
        "natural": ours("", "a path to conversations on natural pictures, such as LLaVA-OneVision"),
        "natural_count": paper(50_000, "of Table J, where natural is given"),
    },
    answer_tokens={
        OCR: code(4096, "greedy"),
        VQA: code(256, "seed 0 and the model's default sampling"),
    },
    prepare=_prepare,
    published=("mangavqa_t3", "mangavqa_t5", "mangavqa_tD", "mangavqa_tE", "mangavqa_tJ"),
    untried=(
        "comics: a small model of the class Qwen2.5-VL has been trained on drawn pages with one"
        " word; it learnt their colours and the form of the texts, but not to read",
        "checkpoints of 3 and 7 billion parameters: their configurations are built and their"
        " trainable parameters counted, without weights",
        "DeepSpeed ZeRO-2 and flash attention 2, which the released code uses",
        "Manga109 and LLaVA-OneVision, which have to be requested or downloaded",
    ),
)
