"""The missing panel, by looks alone: every aggregation of 7.13 beside chance and the oracle.

An anthology of the press is printed at half size (a board is at most 1024 pixels wide), and a pack
is built in each tier of wrong panels (AMB-39). A baseline that sees and does not understand must be
above chance, or its features see nothing, and below the oracle, or looks give the answer away.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from panelwise.analysis import summarise
from panelwise.benchmarks import build
from panelwise.errors import UnavailableError
from panelwise.evaluation import evaluate
from panelwise.press import book_plans, press
from panelwise.tasks import Pack

BOOKS, STORIES, SEED, SCALE = 40, 4, 3, 0.5
TIERS = ("any_book", "same_book", "same_scene")
SOLVERS = ("similar", "similar/max", "similar/neighbours", "similar/strip", "random", "oracle")


def main(shared: Path | None = None) -> None:
    """Print the accuracy of every solver in every tier, with its interval."""
    del shared
    plans = [replace(p, scale=SCALE) for p in book_plans(BOOKS, seed=SEED, chapters=STORIES)]
    with TemporaryDirectory() as folder:
        place = Path(folder)
        press(plans, place / "books")
        for tier in TIERS:
            try:
                pack = build(
                    "comicvqa.missing_panel",
                    place / "books",
                    out=place / tier,
                    settings={"tier": tier},
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


if __name__ == "__main__":
    main()
