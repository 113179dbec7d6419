"""Freeze a suite that follows from a law, and count what it asks (MS-4).

``python bench/freeze_suite.py freeze press-v2`` draws all families and writes ``press-v2.json``, to
be put into ``press/src/panelwise_press/suites``: the plans of all families and the hashes of all
books. From then on the suite is no preview any more, and a version that draws other books is an
error. Every tenth family is drawn twice, the second time by other processes with other hash seeds,
and must come out the same.

``python bench/freeze_suite.py renew press-v2 ID...`` draws only the named families, each twice, and
writes ``press-v2.json`` with their new hashes: for a picture that misleads readers. docs/press.md
says which families were frozen anew, and why.

``python bench/freeze_suite.py count COMICS`` prints for every task what it asks of the folder that
``panelwise press --suite press-v2 --out COMICS`` wrote: items, families, items of each tier, and
what ``panelwise check --blind`` prints, the most that a reader without pixels can score.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

import orjson
from PIL import Image

import panelwise
from panelwise.benchmarks import get_task, list_tasks, text_is_evidence
from panelwise.comics import ComicImage, encode_png
from panelwise.errors import UnavailableError
from panelwise.packs import check_blind, make_items
from panelwise.packs.transforms import transformed_plan
from panelwise.profile import RECOMMENDED
from panelwise.tasks import ItemDraft
from panelwise_press import get_suite
from panelwise_press._suite import SuiteEntry, draw_entry, entry_of, frozen_record, print_entry

TIERS = ("easy", "medium", "hard")
EACH = 10  # of so many families, one is drawn again
OTHER_HASHES = "29"  # PYTHONHASHSEED of the processes that draw again


def freeze(name: str) -> None:
    """Draw a suite, draw some of it again, and write the plans and the hashes of its books."""
    suite = get_suite(name)
    if not suite.preview:
        raise SystemExit(f"{name} is frozen already; delete its JSON file to freeze its law anew")
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        records = list(pool.map(_record, suite.entries))
    again = [entry_of(one) for one in records[::EACH]]
    os.environ["PYTHONHASHSEED"] = OTHER_HASHES
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        drawn = sum(pool.map(_draw_again, again))
    data = orjson.dumps({"name": name, "books": records}, option=orjson.OPT_APPEND_NEWLINE)
    Path(f"{name}.json").write_bytes(data)
    books = sum(len(entry.books) for entry in suite.entries)
    print(f"{books} books of {len(records)} families frozen, {len(data)} bytes")
    print(f"{drawn} books of {len(again)} families drawn again: the same")


def renew(name: str, ids: Sequence[str]) -> None:
    """Draw some families of a frozen suite, twice, and write the suite with their new hashes."""
    suite = get_suite(name)
    chosen = [entry for entry in suite.entries if entry.id in ids]
    if suite.preview or len(chosen) != len(ids):
        raise SystemExit(f"{name}: not frozen, or not all of {', '.join(ids)} are in it")
    frozen = files("panelwise_press").joinpath("suites", f"{name}.json")
    data = orjson.loads(frozen.read_bytes())
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        new = {str(one["id"]): one for one in pool.map(_record, chosen)}
    os.environ["PYTHONHASHSEED"] = OTHER_HASHES
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        drawn = sum(pool.map(_draw_again, map(entry_of, new.values())))
    data["books"] = [new.get(one["id"], one) for one in data["books"]]
    Path(f"{name}.json").write_bytes(orjson.dumps(data, option=orjson.OPT_APPEND_NEWLINE))
    print(f"{drawn} books of {len(new)} families frozen anew and drawn again: the same")


def _record(entry: SuiteEntry) -> dict[str, object]:
    return frozen_record(entry, draw_entry(entry))


def _draw_again(entry: SuiteEntry) -> int:
    """How many books were drawn; one that differs from what is frozen is an error."""
    return len(print_entry(entry))


def count(comics: Path) -> None:
    """Print a line for every task that can be asked."""
    print(f"{'task':38} {'items':>6} {'families':>8}", *(f"{tier:>6}" for tier in TIERS), " blind")
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for line in pool.map(partial(_counted, comics), [task.id for task in list_tasks()]):
            if line:
                print(line, flush=True)


def _counted(comics: Path, task: str) -> str:
    try:
        drafts = transformed_plan(
            get_task(task), tuple(panelwise.open(comics)), RECOMMENDED, seed=0
        ).drafts
    except UnavailableError:
        return ""
    tiers = Counter(draft.meta.get("tier") for draft in drafts)
    families = len({draft.meta.get("family") for draft in drafts})
    shown = (f"{tiers[tier]:6}" for tier in TIERS)
    return " ".join((f"{task:38} {len(drafts):6} {families:8}", *shown, f" {_bound(drafts)}"))


def _bound(drafts: Sequence[ItemDraft]) -> str:
    """What can be right without pixels, and chance, where the kind of item says so."""
    items = (made.item for made in make_items(map(_blank, drafts)))
    (bound,) = check_blind(items, evidence=text_is_evidence).bounds
    if bound.bound is None or bound.chance is None:
        return bound.sort
    return f"{bound.bound:.3f} (chance {bound.chance:.3f}), {bound.texts} texts, {bound.sort}"


def _blank(draft: ItemDraft) -> ItemDraft:
    """The item with blank pages: their sizes are all that the check reads."""
    pages = {
        sha: replace(page, image=_white(page.width, page.height))
        for sha, page in draft.pages.items()
    }
    return replace(draft, pages=pages)


@cache
def _white(width: int, height: int) -> ComicImage:
    return ComicImage.from_bytes(encode_png(Image.new("RGB", (width, height), "white")), "page.png")


if __name__ == "__main__":
    if sys.argv[1] == "count":
        count(Path(sys.argv[2]))
    elif sys.argv[1] == "renew":
        renew(sys.argv[2], sys.argv[3:])
    else:
        freeze(sys.argv[2])
