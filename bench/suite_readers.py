"""Draw items of a suite for readers who look at the pictures, and score their answers (issue 18).

``python bench/suite_readers.py draw COMICS TASK EACH SEED OUT`` draws EACH items of every tier of a
task from the folder that ``panelwise press`` wrote. ``OUT`` is for the reader: ``items.md``, the
prompts with the names of their pictures, and the pictures as they are sent. ``OUT-key`` is a pack
of these items, which the reader must not see. The tiers are mixed.

The reader writes ``OUT/answers.jsonl``, a line for each item: ``{"item": 1, "answer": "…"}``, with
the text that a model would reply. ``python bench/suite_readers.py score OUT...`` reads the answers
as those of any model, counts an item without an answer as wrong, and prints for every task and tier
how many are right, with a 95 % interval, and each miss.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import orjson

import panelwise
from panelwise.benchmarks import get_task
from panelwise.evaluation import Run
from panelwise.metrics import wilson
from panelwise.packs import Pack, make_items, write_pack
from panelwise.packs.transforms import transformed_plan
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, ItemDraft

TIERS = ("easy", "medium", "hard")


def draw(comics: Path, task: str, each: int, seed: int, out: Path) -> None:
    """Write the items of a draw for a reader, and the pack that holds their right answers."""
    plan = transformed_plan(get_task(task), tuple(panelwise.open(comics)), RECOMMENDED, seed=0)
    chosen = drawn(plan.drafts, each, Random(seed))
    manifest = {"task": task, "title": f"{task}, drawn for a reader", "seed": seed}
    pack = write_pack(f"{out}-key", make_items(chosen), manifest, "# {items} items\n")
    out.mkdir(parents=True)
    shown = (_shown(pack, item, number, out) for number, item in enumerate(pack.items(), 1))
    (out / "items.md").write_text("\n".join(shown), encoding="utf-8")
    print(f"{out}: {len(pack)} items of {task}")


def drawn(drafts: Sequence[ItemDraft], each: int, rng: Random) -> list[ItemDraft]:
    """So many items of every tier, of different families as long as there are any, mixed."""
    chosen: list[ItemDraft] = []
    for tier in TIERS:
        seen: dict[object, int] = defaultdict(int)
        of_tier = [draft for draft in drafts if draft.meta.get("tier") == tier]
        ranked: list[tuple[int, int, ItemDraft]] = []
        for draft in rng.sample(of_tier, len(of_tier)):
            family = draft.meta.get("family")
            ranked.append((seen[family], len(ranked), draft))
            seen[family] += 1
        chosen += [draft for *_, draft in sorted(ranked, key=lambda row: row[:2])[:each]]
    return rng.sample(chosen, len(chosen))


def _shown(pack: Pack, item: Item, number: int, out: Path) -> str:
    """An item in ``items.md``; its pictures are written."""
    lines, pictures = [f"## Item {number}\n"], 0
    for message in pack.messages(item):
        for part in message.parts:
            if hasattr(part, "text"):
                lines.append(part.text)
                continue
            pictures += 1
            name = f"{number:03d}-{pictures}.{part.media_type.partition('/')[2]}"
            (out / name).write_bytes(part.path.read_bytes())
            lines.append(f"[picture {name}]")
    return "\n".join((*lines, ""))


def score(folders: Sequence[Path]) -> None:
    """Print how many answers of all folders are right, by task and tier, and the misses."""
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for folder in folders:
        for item, is_right, answer in _answers(folder):
            tier = str(item.meta.get("tier"))
            right[item.task, tier].append(is_right)
            if not is_right:
                print(f"{folder.name} {item.id} ({tier}): {answer!r}, right is {item.gold!r}")
    for (task, tier), marks in sorted(right.items(), key=lambda one: (one[0][0], _rank(one[0][1]))):
        low, high = wilson(sum(marks), len(marks))
        print(f"{task:36} {tier:8} {sum(marks):3} of {len(marks):3}  [{low:.2f}, {high:.2f}]")


def _rank(tier: str) -> int:
    return TIERS.index(tier) if tier in TIERS else len(TIERS)


def _answers(folder: Path) -> list[tuple[Item, bool, str | None]]:
    """Every item of a reader, whether it was answered rightly, and the answer."""
    pack = Pack.open(f"{folder}-key")
    lines = (folder / "answers.jsonl").read_bytes().splitlines()
    rows = [orjson.loads(line) for line in lines if line.strip()]
    ids = [item.id for item in pack.items()]
    with TemporaryDirectory() as place:
        recorded = Path(place, "answers.jsonl")
        kept = [{"id": ids[row["item"] - 1], "answer": str(row["answer"])} for row in rows]
        recorded.write_bytes(b"\n".join(map(orjson.dumps, kept)))
        run = panelwise.evaluate(pack, f"recorded:{recorded}", out=Path(place, "run"))
        return _marked(run, pack)


def _marked(run: Run, pack: Pack) -> list[tuple[Item, bool, str | None]]:
    results = {result.item: result for result in run.results()}
    return [
        (item, results[item.id].outcome == "correct", results[item.id].response)
        for item in pack.items()
    ]


if __name__ == "__main__":
    if sys.argv[1] == "draw":
        comics, task, each, seed, out = sys.argv[2:]
        draw(Path(comics), task, int(each), int(seed), Path(out))
    else:
        score([Path(folder) for folder in sys.argv[2:]])
