"""Faces on the gold pages: the trained detector beside animeface.

Run: ``python bench/face_detectors.py detector.onnx --animeface ENV/bin/python --shared ../shared``.
``ENV`` is a virtual environment with ``animeface==2.0.3`` and ``pillow<12``: with later versions of
Pillow, animeface finds nothing and says nothing. It gets every page at half its size, where it is
fastest. Detectors do not agree on what belongs to a face, so besides IoU .5 the table has IoU .3.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from gold_pages import gold_books
from learned_detector import gold_of
from panel_detection import show
from panelwise.geometry import Box
from panelwise.metrics import match_boxes
from panelwise.reading.learned import CLASSES, LearnedDetector
from panelwise.training.detector import BoxedPage

FACE = CLASSES.index("face")
RESAMPLES = 10_000
ANIMEFACE = """
import json, sys, time
import animeface
from PIL import Image
for line in sys.stdin:
    whole = Image.open(json.loads(line)).convert("RGB")
    began = time.perf_counter()
    half = whole.resize((whole.width // 2, whole.height // 2), Image.Resampling.BOX)
    boxes = [one.face.pos for one in animeface.detect(half)]
    found = [[2 * b.x, 2 * b.y, 2 * (b.x + b.width), 2 * (b.y + b.height)] for b in boxes]
    print(json.dumps({"boxes": found, "seconds": time.perf_counter() - began}))
"""
Counts = NDArray[np.float64]
Found = tuple[list[list[Box]], float]  # boxes by page, mean seconds a page


def by_animeface(python: Path, pages: Sequence[BoxedPage]) -> Found:
    """What animeface finds, run by the interpreter of another environment."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{at}.png" for at in range(len(pages))]
        for file, page in zip(files, pages, strict=True):
            page.image.decode().save(file)
        asked = "".join(f"{json.dumps(str(file))}\n" for file in files)
        done = subprocess.run(
            [python, "-c", ANIMEFACE], input=asked, capture_output=True, text=True, check=True
        )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    boxes = [[Box(*map(float, one)) for one in row["boxes"]] for row in rows]
    return boxes, float(np.mean([row["seconds"] for row in rows]))


def by_network(model: Path, pages: Sequence[BoxedPage]) -> Found:
    """What the trained detector finds, at its stored score threshold."""
    detector = LearnedDetector(model)
    least = {"face": detector.least["face"]}
    boxes, seconds = [], []
    for page in pages:
        pixels = page.image.pixels()
        began = time.perf_counter()
        corners, _ = detector.detect(pixels, least)["face"]
        seconds.append(time.perf_counter() - began)
        boxes.append([Box(*map(float, one)) for one in corners])
    return boxes, float(np.mean(seconds))


def counts(found: Sequence[list[Box]], pages: Sequence[BoxedPage], iou: float) -> Counts:
    """By page: hits, boxes found, true boxes."""
    rows = []
    for boxes, page in zip(found, pages, strict=True):
        true = [Box(*map(float, one)) for one in page.boxes[page.labels == FACE]]
        rows.append((len(match_boxes(boxes, true, iou).pairs), len(boxes), len(true)))
    return np.array(rows, float)


def f1(rows: Counts) -> str:
    """F1 with the interval from resampled pages."""
    weights = np.random.default_rng(0).multinomial(
        len(rows), np.full(len(rows), 1 / len(rows)), RESAMPLES
    )
    hits, found, true = (weights @ rows).T
    low, high = np.quantile(2 * hits / np.maximum(found + true, 1), (0.025, 0.975))
    point = 2 * rows[:, 0].sum() / max(rows[:, 1:].sum(), 1)
    return f"{point:.3f} [{low:.3f}, {high:.3f}]"


def main(model: Path, python: Path, shared: Path) -> None:
    """Print a row for each comic and detector."""
    lines: list[tuple[str, ...]] = [
        ("comic", "pages", "detector", "true", "found", "F1 at IoU .5", "F1 at IoU .3", "s/page")
    ]
    everything: dict[str, list[Counts]] = {}
    for book in gold_books(shared):
        pages = gold_of(shared, [book.id])
        for name, (found, seconds) in {
            "trained": by_network(model, pages),
            "animeface": by_animeface(python, pages),
        }.items():
            strict, loose = (counts(found, pages, iou) for iou in (0.5, 0.3))
            everything.setdefault(name, []).append(np.stack([strict, loose], axis=1))
            lines.append(line(book.id, name, strict, loose, f"{seconds:.2f}"))
    for name, parts in everything.items():
        both = np.concatenate(parts)
        lines.append(line("all", name, both[:, 0], both[:, 1], ""))
    show(lines)


def line(comic: str, name: str, strict: Counts, loose: Counts, seconds: str) -> tuple[str, ...]:
    """A row of the table."""
    numbers = f"{strict[:, 2].sum():.0f}", f"{strict[:, 1].sum():.0f}"
    return comic, str(len(strict)), name, *numbers, f1(strict), f1(loose), seconds


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--animeface", type=Path, required=True, help="its Python")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    given = parser.parse_args()
    main(given.model, given.animeface, given.shared)
