"""``stripcipher.reorder``: learn to put the frames of strips in order.

Each sequence gives four samples, each with another shuffle; two ask for the order itself, two for
one of four orders. The paper says neither how the samples are split nor the learning rate (AMB-23).
Source: StripCipher "Does fine-tuning with reorder task help?", Table 5; SC-E2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.errors import InputError
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.tasks import Item, assign_positions, get_kind, read_response, seeded
from panelwise.training.recipes._recipe import (
    SCHEDULES,
    Hyperparameters,
    TrainingRecipe,
    ours,
    paper,
)
from panelwise.training.recipes._sample import Prepared, TrainingSample
from panelwise.training.recipes._shuffles import reshuffled, several_orders

GENERATION = "stripcipher.reordering_generation"
CHOICE = "stripcipher.reordering_choice"
COMPREHENSION = "stripcipher.narrative_comprehension"

Strips = dict[str, tuple[Pack, Item]]


def strips_of(packs: Sequence[Pack], task: str) -> Strips:
    """The items of a task by id; strips with the same id are distinguished by pack."""
    found: Strips = {}
    for pack in packs:
        for item in pack.items():
            if item.task == task:
                key = item.id if item.id not in found else f"{pack.hash[:8]}/{item.id}"
                found[key] = (pack, item)
    return found


def frames_of(item: Item) -> int:
    """How many frames an item shows."""
    return len(item.rendering.images)


def chosen(strips: Strips, most: int, seed: int) -> Strips:
    """At most so many strips, drawn by the seed; in the order of the packs."""
    drawn = sorted(strips, key=lambda key: seeded(seed, "sequence", key).random())[:most]
    return {key: strips[key] for key in strips if key in set(drawn)}


def _prepare(
    packs: Sequence[Pack], options: Mapping[str, Any], profile: Profile, seed: int
) -> Prepared:
    """Four samples of each strip that both packs hold."""
    answered = {"generation": [GENERATION], "choice": [CHOICE], "half": [GENERATION, CHOICE]}
    tasks = answered[options["answers"]]
    by_task = {task: strips_of(packs, task) for task in tasks}
    shared = [key for key in by_task[tasks[0]] if all(key in some for some in by_task.values())]
    if not shared:
        counts = ", ".join(f"{len(some)} of {task}" for task, some in by_task.items())
        raise InputError(
            f"no strip is in packs of all tasks that answers={options['answers']} needs ({counts});"
            " build their packs from the same comics, or set answers=generation or answers=choice"
        )
    strips = chosen({key: by_task[tasks[0]][key] for key in shared}, options["sequences"], seed)
    lengths = {key: frames_of(item) for key, (_, item) in strips.items()}
    orders = several_orders(lengths, options["shuffles"], seed)
    places = assign_positions(
        {f"{key}#{k}": lengths[key] for key in strips for k in range(options["shuffles"])}, 4, seed
    )
    samples = []
    for number, key in enumerate(strips):
        for k, order in enumerate(orders[key]):
            task = tasks[(number + k) % len(tasks)]
            pack, item = by_task[task][key]
            new = reshuffled(item, order, right=places[f"{key}#{k}"], seed=seed)
            written = _response(new, profile)
            part = "generation" if task == GENERATION else "choice"
            samples.append(
                TrainingSample(f"{key}/{part}#{k}", part, pack.messages(new), written, new)
            )
    facts = {"sequences": len(strips), "sequences in the packs": len(shared)}
    return Prepared(tuple(samples), facts | {"shuffles of each": options["shuffles"]})


def _response(item: Item, profile: Profile) -> str:
    """The option's letter, or the frame numbers joined by hyphens, as our prompts ask (AMB-22)."""
    if not isinstance(item.gold, tuple):
        return get_kind(item.kind).write(item, item.gold, profile)
    response = "-".join(str(index + item.index_base) for index in item.gold)
    if read_response(item, response, profile=profile).answer != item.gold:
        raise InputError(
            f"item '{item.id}': the profile {profile.name} does not read {response} as the right"
            " order; train with the profile that the answers will be read by"
        )
    return response


REORDER = TrainingRecipe(
    name="stripcipher.reorder",
    title="StripCipher: put the frames of a strip in order",
    source="StripCipher Table 5; SC-E2, AMB-23",
    bases=paper(
        ("Qwen/Qwen2-VL-7B-Instruct", "llava-hf/llava-v1.6-mistral-7b-hf"),
        "the text says Qwen2.5-VL, the table trains Qwen2-VL; the language model of LLaVA-1.6-7B"
        " is not stated",
    ),
    objective="responses",
    needs=f"a pack of {GENERATION} and one of {CHOICE} from the same comics",
    tests=f"packs of both tasks from other comics (the paper: 100 strips), and {COMPREHENSION}",
    hyper=Hyperparameters(
        epochs=paper(1.0),
        learning_rate=ours(1e-5, "not stated; that of MangaLMM"),
        schedule=ours("cosine", choices=SCHEDULES),
        warmup=ours(0.03),
        batch=ours(32, "not stated"),
        max_length=ours(32_768),
        seeds=ours((0, 1, 2)),
        method=ours("full", "not stated", choices=("full", "lora")),
    ),
    options={
        "sequences": paper(790),
        "shuffles": paper(
            4, "the paper shuffles at random; here they differ, and none is the story's order"
        ),
        "answers": ours("half", "not stated", choices=("half", "generation", "choice")),
    },
    prepare=_prepare,
    seen_apart=(COMPREHENSION,),
    published=("stripcipher_t05",),
    untried=(
        "checkpoints of 7 billion parameters; a small model of the class Qwen2.5-VL has learnt by"
        " the recipe to order strips of drawn motion",
    ),
)
