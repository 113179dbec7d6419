"""Draw items of a suite for readers who look at the pictures, and score their answers.

``python bench/suite_readers.py draw COMICS TASK EACH SEED OUT`` draws EACH items of every tier of a
task from the folder that ``panelwise press`` wrote. ``OUT`` is for the reader: ``items.md``, the
prompts with the names of their pictures, and the pictures as they are sent. ``OUT-key`` is a pack
of these items, which the reader must not see. The tiers are mixed. ``--without OUT...`` leaves out
the items of earlier draws.

The reader writes ``OUT/answers.jsonl``, a line for each item: ``{"item": 1, "answer": "…"}``, with
the text that a model would reply. ``python bench/suite_readers.py score OUT...`` reads the answers
as those of any model, and prints for every task and tier how many are right, with a 95 % interval,
how many have no answer, which counts as wrong, and each wrong answer.
"""

from __future__ import annotations

import argparse
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


def draw(
    comics: Path, task: str, each: int, seed: int, out: Path, *, without: Sequence[Path] = ()
) -> None:
    """Write the items of a draw for a reader, and the pack that holds their right answers."""
    plan = transformed_plan(get_task(task), tuple(panelwise.open(comics)), RECOMMENDED, seed=0)
    known = {item.id for earlier in without for item in Pack.open(f"{earlier}-key").items()}
    chosen = drawn([one for one in plan.drafts if one.id not in known], each, Random(seed))
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
    """Print how many answers of all folders are right, by task and tier, and the wrong ones."""
    read: dict[tuple[str, str], list[tuple[bool, str | None]]] = defaultdict(list)
    for folder in folders:
        for item, is_right, answer in _answers(folder):
            tier = str(item.meta.get("tier"))
            read[item.task, tier].append((is_right, answer))
            if answer and not is_right:
                print(f"{folder.name} {item.id} ({tier}): {answer!r}, right is {item.gold!r}")
    for (task, tier), rows in sorted(read.items(), key=lambda one: (one[0][0], _rank(one[0][1]))):
        right, unanswered = sum(row[0] for row in rows), sum(not row[1] for row in rows)
        low, high = wilson(right, len(rows))
        counts = f"{right:3} of {len(rows):3}  [{low:.2f}, {high:.2f}]"
        print(f"{task:36} {tier:8} {counts}  {unanswered:3} without an answer")


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


def main() -> None:
    """Draw items, or score answers."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    drawing = verbs.add_parser("draw")
    drawing.add_argument("comics", type=Path)
    drawing.add_argument("task")
    drawing.add_argument("each", type=int)
    drawing.add_argument("seed", type=int)
    drawing.add_argument("out", type=Path)
    drawing.add_argument("--without", type=Path, nargs="+", default=[])
    verbs.add_parser("score").add_argument("folders", type=Path, nargs="+")
    given = vars(parser.parse_args())
    verb = given.pop("verb")
    (draw if verb == "draw" else score)(**given)


if __name__ == "__main__":
    main()
