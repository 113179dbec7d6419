"""The trainers themselves load and encode the exports; pixels, boxes and words are the pack's.

TRL and ``datasets`` are used where they are installed. LLaMA-Factory, ms-swift and pycocotools
have environments of their own, as their pins exclude each other: those in the folder
``PANELWISE_TRAINER_ENVS``, else new ones. ``PANELWISE_TRAINER_PIP`` holds more words for
``uv pip install``, such as where a torch for the CPU is found.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from panelwise.geometry import Box
from panelwise.metrics import coordinate_frame, to_pixels
from panelwise.profile import RECOMMENDED
from panelwise.tasks import read_response
from panelwise.tasks.kinds import gold_boxes
from panelwise.training import training_examples
from panelwise.training.exports import ExportOptions, export_training

HERE = Path(__file__).resolve().parent
PACKAGES = {
    "coco": ("pycocotools",),
    "factory": ("llamafactory",),
    "swift": ("ms-swift",),
}
UNUSABLE = {"factory": ("torchvision", "torchaudio")}  # built for GPUs: they break a CPU's torch


@pytest.fixture(scope="module")
def orders(pack_of):
    return pack_of("chromic.panel_reordering")


@pytest.fixture(scope="module")
def boxes(pack_of):
    return pack_of("comix.detection")


def pixels(pack) -> list[list[str]]:
    return [[entry.pixels for entry in item.rendering.images] for item in pack.items()]


@pytest.mark.extra
def test_datasets_opens_a_trl_export_and_trl_fills_its_places(orders, tmp_path):
    datasets = pytest.importorskip("datasets", reason="needs TRL and datasets")
    trl = pytest.importorskip("trl.data_utils", reason="needs TRL and datasets")
    from panelwise.comics import pixel_hash

    export_training([orders], "trl", tmp_path / "out")
    rows = datasets.load_dataset(
        str(tmp_path / "out"), split="train", cache_dir=str(tmp_path / "cache")
    )
    examples = list(training_examples(orders, profile=RECOMMENDED))
    assert [row["id"] for row in rows] == [one.id for one in examples]
    for row, one, hashes in zip(rows, examples, pixels(orders), strict=True):
        assert trl.is_conversational(row)
        filled = trl.prepare_multimodal_messages(row["prompt"], row["images"])
        parts = [part for message in filled for part in message["content"]]
        shown = [part["image"] for part in parts if part["type"] == "image"]
        assert [pixel_hash(image) for image in shown] == hashes
        words = "".join(part["text"] for part in parts if part["type"] == "text")
        assert words == "".join(
            part.text for message in one.prompt for part in message.parts if hasattr(part, "text")
        )
        [learnt] = row["completion"]
        assert learnt["content"][0]["text"] == one.response


@pytest.mark.extra
@pytest.mark.slow
def test_trl_takes_the_loss_on_the_response_only(orders, tmp_path):
    pytest.importorskip("torch", reason="needs the extra [train]")
    datasets = pytest.importorskip("datasets", reason="needs the extra [train]")
    collate = pytest.importorskip("trl.trainer.sft_trainer", reason="needs the extra [train]")
    transformers = pytest.importorskip("transformers", reason="needs the extra [train]")
    import tiny_checkpoints

    checkpoint = tmp_path / "llava"
    checkpoint.mkdir()
    tiny_checkpoints.llava(checkpoint)
    processor = transformers.AutoProcessor.from_pretrained(checkpoint)
    collator = collate.DataCollatorForVisionLanguageModeling(processor, completion_only_loss=True)
    export_training([orders], "trl", tmp_path / "out")
    rows = datasets.load_dataset(
        str(tmp_path / "out"), split="train", cache_dir=str(tmp_path / "cache")
    )
    for row, one in zip(rows, training_examples(orders, profile=RECOMMENDED), strict=True):
        labels = collator([row])["labels"][0]
        learnt = processor.decode(labels[labels != -100])
        # What the chat template writes around a response is learnt with it.
        assert learnt.replace("assistant: ", "").replace("<end>", "").strip() == one.response


@pytest.mark.slow
def test_pycocotools_finds_the_boxes(boxes, tmp_path):
    export_training([boxes], "coco", tmp_path / "out")
    found = asked("coco", "load_coco.py", tmp_path / "out")
    assert found["precision"] == 1.0
    for item, named in zip(boxes.items(), found["images"].values(), strict=True):
        gold = [[one.label, *one.box] for one in gold_boxes(item)]
        assert [label for label, _ in named] == [label for label, *_ in gold]
        for (_, (x, y, width, height)), (_, *corners) in zip(named, gold, strict=True):
            assert [x, y, x + width, y + height] == pytest.approx(corners, abs=0.5)


@pytest.mark.slow
def test_llama_factory_encodes_the_conversations(orders, tmp_path):
    export_training([orders], "llama-factory", tmp_path / "out")
    found = asked("factory", "load_llama_factory.py", tmp_path / "out")
    examples = list(training_examples(orders, profile=RECOMMENDED))
    assert [one["learnt"].removesuffix("<end>") for one in found] == [
        one.response for one in examples
    ]
    for row, one, hashes in zip(found, examples, pixels(orders), strict=True):
        assert row["images"] == hashes
        assert one.prompt[-1].parts[-1].text.strip() in row["asked"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "template"), [("qwen2.5-vl", "qwen2_5_vl"), ("qwen3-vl", "qwen3_vl")]
)
def test_ms_swift_writes_boxes_in_the_familys_numbers(boxes, tmp_path, model, template):
    export_training([boxes], "ms-swift", tmp_path / "out", options=ExportOptions(model=model))
    found = asked("swift", "load_ms_swift.py", tmp_path / "out", template)
    assert [row["images"] for row in found] == pixels(boxes)
    for item, row in zip(boxes.items(), found, strict=True):
        learnt = row["learnt"].split("<|im_end|>")[0]
        read = read_response(item, learnt, profile=RECOMMENDED).answer["boxes"]
        [size], page = row["sizes"], item.gold["size"]
        numbers = [Box(*one["box"]) for one in read]
        if model == "qwen3-vl":
            placed = to_pixels(numbers, coordinate_frame("thousandths"), *page)
        else:  # pixels of the picture as it was resized
            across, down = page[0] / size[0], page[1] / size[1]
            placed = [Box(b.x0 * across, b.y0 * down, b.x1 * across, b.y1 * down) for b in numbers]
        gold = gold_boxes(item)
        assert [one["class"] for one in read] == [one.label for one in gold]
        for box, one in zip(placed, gold, strict=True):
            assert list(box) == pytest.approx(list(one.box), abs=0.5 + max(*page, 1000) / 1000)


def asked(name: str, script: str, folder: Path, *words: str):
    """What a script says in an environment of its own, which is made where there is none."""
    python = environment(name, folder.parent)
    answer = folder.parent / "answer.json"
    tests = str(HERE.parent)
    done = subprocess.run(
        [python, HERE / "trainers" / script, folder, answer, *words],
        env=os.environ | {"PYTHONPATH": tests, "HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(answer.read_text())


def environment(name: str, place: Path) -> Path:
    """The Python of an environment that has a trainer; skips where it cannot be installed."""
    ready = os.environ.get("PANELWISE_TRAINER_ENVS")
    folder = Path(ready) / name if ready else place / "environment"
    python = folder / "bin/python"
    if not python.exists():
        more = shlex.split(os.environ.get("PANELWISE_TRAINER_PIP", "--torch-backend cpu"))
        uv = [sys.executable, "-m", "uv"]
        commands = [
            [sys.executable, "-m", "venv", str(folder)],
            [*uv, "pip", "install", "-p", str(python), *more, *PACKAGES[name], "pillow"],
            *(
                [*uv, "pip", "uninstall", "-p", str(python), *unusable]
                for unusable in [UNUSABLE.get(name)]
                if unusable
            ),
        ]
        for command in commands:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"{' '.join(PACKAGES[name])} cannot be installed: {done.stderr[-300:]}")
    return python
