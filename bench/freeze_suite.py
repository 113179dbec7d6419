"""Freeze a suite that follows from a law, and count what it asks (MS-4, issue 18).

``python bench/freeze_suite.py press-v2`` draws the families of the law and writes
``press-v2.json``, to be put into ``press/src/panelwise_press/suites``: their plans and hashes. From
then on the suite is no preview any more, and a version that draws other books is an error.

``python bench/freeze_suite.py press-v2 COMICS`` only counts what tasks ask of the folder that
``panelwise press --suite press-v2 --out COMICS`` wrote: items and families by task, and the items
of every tier.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import orjson

import panelwise
from panelwise.benchmarks import get_task
from panelwise.packs.transforms import transformed_plan
from panelwise.profile import RECOMMENDED
from panelwise_press import get_suite
from panelwise_press._suite import frozen_record

TASKS = (
    "chromic.chrono_mcq",
    "stripcipher.frame_prediction",
    "stripcipher.narrative_comprehension",
    "comicvqa.missing_panel",
    "mangavqa.manga_vqa",
    "chromic.panel_reordering",
    "comicvqa.two_panel_order",
    "comicvqa.panel_sorting",
    "comicvqa.four_panel_binary",
    "stripcipher.reordering_generation",
    "stripcipher.reordering_choice",
)
TIERS = ("easy", "medium", "hard")


def freeze(name: str) -> None:
    """Draw every entry and write their plans and hashes."""
    suite = get_suite(name)
    if not suite.preview:
        raise SystemExit(f"{name} is frozen already; delete its JSON file to freeze its law anew")
    with ProcessPoolExecutor() as pool:
        books = list(pool.map(frozen_record, suite.entries))
    Path(f"{name}.json").write_bytes(orjson.dumps({"name": name, "books": books}, option=2))


def count(comics: Path) -> None:
    """Print the items of every task, the families that they are from, and their tiers."""
    books = tuple(panelwise.open(comics))
    print(f"{'task':36} {'items':>6} {'families':>8}", *(f"{tier:>6}" for tier in TIERS))
    for task in TASKS:
        drafts = transformed_plan(get_task(task), books, RECOMMENDED, seed=0).drafts
        tiers = Counter(draft.meta.get("tier") for draft in drafts)
        families = len({draft.meta.get("family") for draft in drafts})
        shown = (f"{tiers[tier]:6}" for tier in TIERS)
        print(f"{task:36} {len(drafts):6} {families:8}", *shown, flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        count(Path(sys.argv[2]))
    else:
        freeze(sys.argv[1])
