"""``reorder.grpo``: put frames in order, taught by rewards instead of responses.

No paper does this; StripCipher's gains from 3,160 samples suggest it (MS-22).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.training.recipes._recipe import (
    SCHEDULES,
    Hyperparameters,
    TrainingRecipe,
    ours,
)
from panelwise.training.recipes._sample import Prepared
from panelwise.training.recipes._stripcipher_reorder import CHOICE, GENERATION, REORDER


def _prepare(
    packs: Sequence[Pack], options: Mapping[str, Any], profile: Profile, seed: int
) -> Prepared:
    """The samples of ``stripcipher.reorder``, without responses; short strips first if asked."""
    prepared = REORDER.prepare(packs, options, profile, seed)
    samples = [replace(sample, response="") for sample in prepared.samples]
    if options["curriculum"] == "length":
        samples.sort(key=lambda sample: len(sample.item.rendering.images) if sample.item else 0)
    return Prepared(tuple(samples), {**prepared.facts, "curriculum": options["curriculum"]})


GRPO = TrainingRecipe(
    name="reorder.grpo",
    title="Put the frames of a strip in order, by verifiable rewards",
    source="MS-22, with StripCipher's values where they are marked paper",
    bases=ours(("Qwen/Qwen2-VL-7B-Instruct", "Qwen/Qwen2.5-VL-3B-Instruct")),
    objective="rewards",
    needs=f"a pack of {GENERATION} (answers=choice: of {CHOICE}; answers=half: both)",
    tests=REORDER.tests,
    hyper=Hyperparameters(
        epochs=ours(1.0),
        learning_rate=ours(1e-6),
        schedule=ours("constant", choices=SCHEDULES),
        warmup=ours(0.0),
        batch=ours(8),
        device_batch=ours(8, "the responses to one prompt are compared with each other"),
        max_length=ours(32_768),
        seeds=ours((0, 1, 2)),
        method=ours("lora", choices=("full", "lora")),
    ),
    options={
        **REORDER.options,
        "answers": ours("generation", choices=("half", "generation", "choice")),
        "responses": ours(8, "drawn for each prompt"),
        "response_tokens": ours(64),
        "temperature": ours(1.0),
        "beta": ours(0.0, "weight of the distance from the base model"),
        "curriculum": ours("none", "length: strips of few frames first", ("none", "length")),
    },
    prepare=_prepare,
    seen_apart=REORDER.seen_apart,
    untried=("more than a few steps on a small model; that rewards improve a model is not shown",),
)
