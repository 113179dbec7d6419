"""The missing panel, by looks alone: every aggregation of 7.13 beside chance and the oracle.

An anthology of the press is printed at a quarter of its size (looks are measured on 64 × 64
pixels), and a pack is built in each tier of wrong panels (AMB-39). A baseline that sees and does
not understand must be above chance, or its features see nothing, and below the oracle, or looks
give the answer away. What the panels' shapes alone give away stands below it (MS-13). The press
plays a scene on one page, so ``same_scene`` has nobody to mislead.
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from panelwise.analysis import estimate_mean, summarise
from panelwise.benchmarks import build
from panelwise.errors import UnavailableError
from panelwise.evaluation import evaluate
from panelwise.packs import Pack
from panelwise.rendering import board_cells
from panelwise.tasks import Item
from panelwise_press import book_plans, press

BOOKS, STORIES, SEED, SCALE = 30, 4, 3, 0.25
SHORT = ("strip",)  # never five panels on a page
TIERS = ("any_book", "same_book", "same_scene")
SOLVERS = ("similar", "similar/max", "similar/neighbours", "similar/strip", "random", "oracle")


def main(shared: Path | None = None) -> None:
    """Print the accuracy of every solver in every tier, with its interval."""
    del shared
    planned = book_plans(BOOKS, seed=SEED, chapters=STORIES)
    plans = [replace(plan, scale=SCALE) for plan in planned if plan.layout not in SHORT]
    with TemporaryDirectory() as folder:
        place = Path(folder)
        press(plans, place / "books")
        for tier in TIERS:
            try:
                pack = build(
                    "comicvqa.missing_panel",
                    place / "books",
                    out=place / tier,
                    settings={"distractors.tier": tier},
                )
            except UnavailableError as error:
                sys.stdout.write(f"{tier}: {error}\n")
                continue
            show(pack, tier, place / "runs" / tier)


def show(pack: Pack, tier: str, runs: Path) -> None:
    """One tier: what was built, and a line for each solver."""
    left_out = ", ".join(f"{why}: {n}" for why, n in pack.manifest["excluded"].items())
    sys.stdout.write(f"{tier}: n {len(pack.items())} (left out: {left_out or 'nothing'})\n")
    for name in SOLVERS:
        run = evaluate(pack, f"baseline:{name}", out=runs / name.replace("/", "-"))
        [summary] = summarise(run)
        metric = summary.metrics["accuracy"]
        found = metric.headline
        sys.stdout.write(
            f"  {name:<20} {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"
            f"  chance {metric.chance:.3f}\n"
        )
    items = pack.items()
    hits = [float(by_shape(item)) for item in items]
    books, ids = [item.book for item in items], [item.id for item in items]
    found = estimate_mean(hits, books=books, items=ids, binary=True)
    sys.stdout.write(
        f"  {'(shapes alone)':<20} {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]\n"
    )


def by_shape(item: Item) -> bool:
    """Whether the option whose shape is nearest to any visible panel's is right (MS-13)."""
    recipe = item.rendering.images[0].recipe
    board = board_cells(recipe)

    def aspect(cell: tuple[int, int, int, int]) -> float:
        return math.log((cell[2] - cell[0]) / (cell[3] - cell[1]))

    shown = [aspect(cell) for k, cell in enumerate(board.context) if k != recipe["hidden"]]
    apart = [min(abs(aspect(cell) - other) for other in shown) for (cell,) in board.options]
    return apart.index(min(apart)) == item.gold


if __name__ == "__main__":
    main()
