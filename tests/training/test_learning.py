"""A small random Qwen2.5-VL learns to order strips through ``panelwise train``, from the pictures.

Strips of drawn motion: a ball falls, so that its height gives the order. Shown blank pictures, or
those of another strip, the trained model guesses.
"""

from __future__ import annotations

import dataclasses
import io
import json
import random
from hashlib import sha256
from types import SimpleNamespace

import pytest
from PIL import Image
from scipy.stats import binomtest

import panelwise
from panelwise.cli import run
from panelwise.evaluation import Run, evaluate

for needed in ("torch", "transformers", "trl", "peft", "accelerate", "datasets"):
    pytest.importorskip(needed, reason="needs the extra [train]")
pytestmark = [pytest.mark.extra, pytest.mark.slow]

from learners import SIDE, learner, motion_book, without_lookalikes  # noqa: E402
from panelwise.analysis import summarise  # noqa: E402
from panelwise.models import ImagePart, Request, Sampling, TransformersModel  # noqa: E402
from panelwise.packs import Pack  # noqa: E402

GENERATION = "stripcipher.reordering_generation"
CHANCE = 1 / 5  # three frames have five orders besides the one that is shown
SETTINGS = {
    "answers": "generation",
    "learning_rate": "1e-3",
    "epochs": "8",
    "batch": "16",
    "device_batch": "16",
    "checkpointing": "off",
    "answer_tokens": "8",
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """400 strips to train on, 100 others to test on; what the command wrote."""
    folder = tmp_path_factory.mktemp("learning")
    packs = {}
    for part, count, seed in (("train", 400, 1), ("test", 200, 2)):
        book = motion_book(folder / part, count, seed)
        packs[part] = panelwise.build(GENERATION, book, out=folder / f"{part}-pack")
    held = without_lookalikes(packs["test"], packs["train"], folder / "held", most=100)
    base = learner(folder / "base", [item.rendering.text for item in packs["train"].items()])
    command = ["train", "stripcipher.reorder", "--model", str(base), "--out", str(folder / "out")]
    command += ["--train", str(packs["train"].path), "--test", str(held.path)]
    command += ["--licence", "drawn for this test"]
    command += [f"--set={name}={value}" for name, value in SETTINGS.items()]
    assert run(command) == 0
    return SimpleNamespace(folder=folder, held=held, model=folder / "out" / "model")


def right_orders(done):
    """The exact interval (Clopper and Pearson's) of the share of right orders."""
    [summary] = summarise(done)
    assert summary.headline_metric == "exact_match"
    assert summary.headline.chance == pytest.approx(CHANCE)
    assert summary.coverage == 1  # every answer could be read
    right = round(summary.headline.headline.value * summary.n)
    return binomtest(right, summary.n).proportion_ci(method="exact")


class ShowsOthers:
    """A model that is shown other pictures than those of the item."""

    def __init__(self, inner, shown):
        self.inner, self.shown = inner, shown
        self.name, self.capabilities = inner.name, inner.capabilities

    def identity(self):
        return self.inner.identity() | {"shown": "others"}

    async def generate(self, request):
        pictures = iter(self.shown[tuple(one.sha256 for one in request.images)])
        messages = tuple(
            dataclasses.replace(
                message,
                parts=tuple(
                    next(pictures) if isinstance(p, ImagePart) else p for p in message.parts
                ),
            )
            for message in request.messages
        )
        greedy = Sampling(temperature=0, max_tokens=8)
        return await self.inner.generate(Request(messages, greedy))

    async def close(self):
        await self.inner.close()


def pictures_of(pack):
    """The pictures of each item, as a request shows them."""
    return [
        tuple(
            part
            for message in pack.messages(item)
            for part in message.parts
            if isinstance(part, ImagePart)
        )
        for item in pack.items()
    ]


def test_held_out_strips_are_ordered_far_above_chance(trained):
    """The exported checkpoint, by ``panelwise evaluate``."""
    out = trained.folder / "evaluated"
    command = ["evaluate", str(trained.held.path), "--model", f"hf/{trained.model}"]
    command += ["--out", str(out), "--temperature", "0", "--set", "seed=0", "--max-tokens", "8"]
    assert run([*command, "--no-cache"]) == 0
    assert right_orders(Run.open(out)).low > 0.8


def test_blank_pictures_are_guessed(trained, tmp_path):
    stream = io.BytesIO()
    Image.new("RGB", (SIDE, SIDE), "white").save(stream, "PNG")
    path = tmp_path / "blank.png"
    path.write_bytes(stream.getvalue())
    blank = ImagePart(sha256(stream.getvalue()).hexdigest(), "image/png", path)
    shown = {tuple(p.sha256 for p in some): (blank,) * 3 for some in pictures_of(trained.held)}
    model = ShowsOthers(TransformersModel(str(trained.model)), shown)
    blind = right_orders(evaluate(trained.held, model, out=tmp_path / "run", cache=False))
    assert blind.low <= CHANCE <= blind.high


def test_the_pictures_of_another_strip_are_no_help(trained, tmp_path):
    all_pictures = pictures_of(trained.held)
    others = random.Random(3).sample(all_pictures, len(all_pictures))
    shown = {
        tuple(p.sha256 for p in own): other for own, other in zip(all_pictures, others, strict=True)
    }
    model = ShowsOthers(TransformersModel(str(trained.model)), shown)
    swapped = right_orders(evaluate(trained.held, model, out=tmp_path / "run", cache=False))
    assert swapped.low <= CHANCE <= swapped.high


def test_the_card_reports_the_gain(trained):
    card = (trained.model / "README.md").read_text()
    assert f"| {Pack.open(trained.held.path).name} | exact_match | {len(trained.held)} |" in card
    assert "No sign" in card
    assert json.loads((trained.folder / "out" / "training.json").read_text())["seed"] == 0
