"""Panel detection on real and on generated pages: F1, whole pages right, and what a page costs.

Run: ``python bench/panel_detection.py --shared ../shared``. A panel is found when its box and a
true one overlap with IoU >= 0.5 in the best one-to-one matching of the page; a page is right when
every true panel is found and there is no other. Beside the detector stands a plain baseline, timed
and scored in the same run, so that costs compare as a ratio.

The weights of the detector were fitted on drawn pages and on all four annotated books, so these
figures flatter it; ``bench/panel_weights.py`` prints those of a detector fitted on the other books.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from panelwise.comics import ComicImage, Panel
from panelwise.geometry import Box
from panelwise.metrics import wilson
from panelwise.reading import detect_panels
from panelwise_press import BookPlan, print_book
from panelwise_press.layouts import LAYOUTS
from panelwise_press.styles import STYLES

MATCH = 0.5
FITTED_ON = ("tojime_no_siora", "balloon_dream", "tencho_isoro", "craphound")
HEADER = ("pages", "detector", "n", "F1", "precision", "recall", "whole page right [95 %]")
COST = ("ms/page", "ms/Mpx", "AUC")
# Published with the prior art (all five OpenMantra titles and all of Craphound; the pages here are
# those of them that are at hand). Columns: OpenMantra F1, whole page; Craphound F1, whole page.
ELSEWHERE = {
    "Kumiko": (0.759, 0.350, 0.829, 0.565),
    "Manga-Panel-Extractor": (0.725, 0.374, 0.772, 0.348),
}

Detector = Callable[[NDArray[np.uint8]], Sequence[Panel]]


@dataclass(frozen=True)
class Sheet:
    """A page image and its true panels."""

    path: Path
    gold: list[Box]


@dataclass(frozen=True)
class Outcome:
    """What a detector did on one page; ``verdicts`` are (confidence, right) of each panel."""

    hits: int
    gold: int
    found: int
    milliseconds: float
    megapixels: float
    verdicts: list[tuple[float, bool]]

    @property
    def is_right(self) -> bool:
        return self.hits == self.gold == self.found


def flood_fill_panels(pixels: NDArray[np.uint8]) -> list[Panel]:
    """The baseline: what white cannot reach from outside the page, by connected part."""
    height, width = pixels.shape[:2]
    light = np.ones((height + 2, width + 2), np.uint8)
    light[1:-1, 1:-1] = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY) >= 230
    cv2.floodFill(light, None, (0, 0), 2)
    content = (light[1:-1, 1:-1] != 2).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(content)[2]
    panels = []
    for x, y, wide, tall, area in stats[1:].tolist():
        if wide * tall >= width * height / 50:
            panels.append(Panel(Box.from_xywh(x, y, wide, tall), confidence=area / (wide * tall)))
    return panels or [Panel(Box(0, 0, width, height), confidence=0.0)]


DETECTORS: dict[str, Detector] = {"panelwise": detect_panels, "flood fill": flood_fill_panels}


def data_sets(comics: Path) -> dict[str, list[Sheet]]:
    """The annotated pages; the cover of Craphound has no panels and is left out."""
    sets: dict[str, list[Sheet]] = {}
    books = json.loads((comics / "openmantra" / "annotation.json").read_text("utf-8"))
    for book in books:
        sets[book["book_title"]] = [
            Sheet(
                comics / "openmantra" / page["image_paths"]["ja"],
                [Box.from_xywh(f["x"], f["y"], f["w"], f["h"]) for f in page["frame"]],
            )
            for page in book["pages"]
        ]
    pages = json.loads((comics / "craphound" / "gt.json").read_text("utf-8"))["pages"]
    sets["craphound"] = [
        Sheet(comics / "craphound" / page["image"], [Box.from_xywh(*b) for b in page["panels"]])
        for page in pages
        if page["panels"]
    ]
    expected = json.loads((comics / "kumiko-tests" / "expected.json").read_text("utf-8"))
    sets["synthetic page"] = [
        Sheet(
            comics / "kumiko-tests" / name.removeprefix("images/"),
            [Box.from_xywh(*b) for b in boxes],
        )
        for name, boxes in expected.items()
        if not name.startswith("_")
    ]
    return sets


def generated_sets() -> dict[str, list[tuple[Sheet, NDArray[np.uint8]]]]:
    """Two generated books of each layout, in varying styles, at .7 of their size."""
    sets: dict[str, list[tuple[Sheet, NDArray[np.uint8]]]] = {}
    styles = list(STYLES)
    for number, layout in enumerate([*LAYOUTS, *LAYOUTS]):
        style = styles[number % len(styles)]
        plan = BookPlan(100 + number, style=style, layout=layout, chapters=4, scale=0.7)
        for page in print_book(plan, layout).pages:
            sheet = Sheet(Path(page.id), [panel.box for panel in page.panels])
            assert page.image is not None
            sets.setdefault(f"generated {layout}", []).append((sheet, page.image.pixels()))
    return sets


def judge(detect: Detector, sheet: Sheet, pixels: NDArray[np.uint8]) -> Outcome:
    """Run a detector on a page, on one thread, and match what it found."""
    start = time.process_time()
    found = detect(pixels)
    spent = (time.process_time() - start) * 1000
    overlap = np.array([[gold.iou(panel.box) for panel in found] for gold in sheet.gold])
    rows, columns = linear_sum_assignment(-overlap)
    right = {int(j) for i, j in zip(rows, columns, strict=True) if overlap[i, j] >= MATCH}
    verdicts = [(panel.confidence or 0.0, j in right) for j, panel in enumerate(found)]
    megapixels = pixels.shape[0] * pixels.shape[1] / 1e6
    return Outcome(len(right), len(sheet.gold), len(found), spent, megapixels, verdicts)


def informed(outcomes: list[Outcome]) -> str:
    """The probability that a right panel is given more confidence than a wrong one."""
    verdicts = [v for outcome in outcomes for v in outcome.verdicts]
    right = np.array([confidence for confidence, is_right in verdicts if is_right])
    wrong = np.array([confidence for confidence, is_right in verdicts if not is_right])
    if not len(right) or not len(wrong):
        return "–"
    above = (right[:, None] > wrong) + 0.5 * (right[:, None] == wrong)
    return f"{above.mean():.2f}"


def row(name: str, detector: str, outcomes: list[Outcome]) -> tuple[str, ...]:
    """One line of the table."""
    hits, gold, found = (sum(getattr(o, a) for o in outcomes) for a in ("hits", "gold", "found"))
    right, n = sum(o.is_right for o in outcomes), len(outcomes)
    low, high = wilson(right, n)
    return (
        name,
        detector,
        str(n),
        f"{2 * hits / (gold + found):.3f}",
        f"{hits / found:.3f}",
        f"{hits / gold:.3f}",
        f"{right}/{n} = {right / n:.3f} [{low:.3f}, {high:.3f}]",
        f"{statistics.median(o.milliseconds for o in outcomes):.1f}",
        f"{statistics.median(o.milliseconds / o.megapixels for o in outcomes):.1f}",
        informed(outcomes),
    )


def show(table: list[tuple[str, ...]]) -> None:
    for line in table:
        sys.stdout.write("| " + " | ".join(line) + " |\n")
        if line is table[0]:
            sys.stdout.write("|" + "---|" * len(line) + "\n")


def main(shared: Path) -> None:
    """Print the table for the comics in ``shared``, or one line where they are absent."""
    comics = shared / "comics"
    if not comics.is_dir():
        sys.stdout.write(f"panel detection: skipped, no comics in {shared}\n")
        return
    cv2.setNumThreads(1)
    table: list[tuple[str, ...]] = [HEADER + COST]
    results: dict[str, dict[str, list[Outcome]]] = {}
    for name, sheets in data_sets(comics).items():
        results[name] = {detector: [] for detector in DETECTORS}
        for sheet in sheets:
            pixels = ComicImage.from_path(sheet.path).pixels()
            for detector, detect in DETECTORS.items():
                results[name][detector].append(judge(detect, sheet, pixels))
        label = f"{name} ({'fitted on' if name in FITTED_ON else 'not fitted on'})"
        table += [row(label, detector, outcomes) for detector, outcomes in results[name].items()]
    for name, pages in generated_sets().items():
        for detector, detect in DETECTORS.items():
            table.append(row(name, detector, [judge(detect, *page) for page in pages]))
    manga = [name for name in results if name not in ("craphound", "synthetic page")]
    for detector in DETECTORS:
        outcomes = [outcome for name in manga for outcome in results[name][detector]]
        table.append(row("OpenMantra, all", detector, outcomes))
    show(table)
    for name, (f1, whole, f1_us, whole_us) in ELSEWHERE.items():
        sys.stdout.write(
            f"{name}, reported elsewhere on more pages of the same data sets: OpenMantra F1"
            f" {f1:.3f}, whole page {whole:.3f}; Craphound F1 {f1_us:.3f}, whole page"
            f" {whole_us:.3f}\n"
        )
    sys.stdout.write("AUC: how often a right panel has more confidence than a wrong one.\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    main(parser.parse_args().shared)
