"""A trained detector against today's, on unseen press pages and real comics.

Run: ``python bench/learned_detector.py detector.onnx --unseen OUT/unseen --shared ../shared``.
``detector.onnx`` and ``OUT`` are of ``panelwise train detector``. While the design may change, only
press pages in an unseen style and the real comic ``TRIAL_COMIC`` are looked at; ``--final`` adds
the other comics, which are scored once and never trained on.

Panels: F1 at IoU .5 and whole pages, both detectors on the same pages, with the difference and its
interval from resampled pages (clusters of panels). Other classes: average precision and F1 on
``bench/gold`` (made by language models) and the publishers' texts, sounds among them; no built-in
detector finds these. An interval says how much pages of these comics vary, not how much comics do.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gold_pages import ACCEPTED, gold_books
from gold_readers import annotated
from panel_detection import HEADER, Detector, Outcome, Sheet, data_sets, judge, row, show
from panelwise.comics import ComicImage, Panel
from panelwise.geometry import Box
from panelwise.metrics import detection_f1, match_boxes
from panelwise.reading import detect_panels
from panelwise.reading.learned import CLASSES, FoundByClass, LearnedDetector
from panelwise.training.detector import BoxedPage, load_boxes, scored

TRIAL_COMIC = "craphound"
RESAMPLES = 10_000
MINE, TODAY = "learned", "today's"


def panels_of(detector: LearnedDetector) -> Detector:
    """The panels that the trained detector finds, with its stored least score."""
    least = {"panel": detector.least["panel"]}

    def detect(pixels: NDArray[np.uint8]) -> Sequence[Panel]:
        boxes, scores = detector.detect(pixels, least)["panel"]
        return [
            Panel(Box(*map(float, box)), confidence=float(score))
            for box, score in zip(boxes, scores, strict=True)
        ]

    return detect


def guessed(pixels: NDArray[np.uint8]) -> Sequence[Panel]:
    """The constant answer: three rows of two equal panels, or one row of four on a strip."""
    height, width = pixels.shape[:2]
    rows, columns = (3, 2) if height > 0.7 * width else (1, 4)
    wide, high = width / columns, height / rows
    return [
        Panel(Box.from_xywh(at % columns * wide, at // columns * high, wide, high), confidence=0.5)
        for at in range(rows * columns)
    ]


def difference(mine: Sequence[Outcome], today: Sequence[Outcome]) -> str:
    """F1 and whole pages, mine minus today's, with 95 % intervals from resampled pages."""
    counts = np.array(
        [[(o.hits, o.gold + o.found, o.is_right) for o in some] for some in (mine, today)], float
    )
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(len(mine), np.full(len(mine), 1 / len(mine)), RESAMPLES)
    found = []
    for weights in (np.ones((1, len(mine))), drawn):
        hits, boxes, right = (weights @ counts[..., part].T for part in range(3))
        f1 = 2 * hits / np.maximum(boxes, 1)
        found.append((f1[:, 0] - f1[:, 1], (right[:, 0] - right[:, 1]) / len(mine)))
    parts = []
    for name, point, values in zip(("F1", "whole pages"), *found, strict=True):
        low, high = np.quantile(values, (0.025, 0.975))
        parts.append(f"{name} {point[0]:+.3f} [{low:+.3f}, {high:+.3f}]")
    return ", ".join(parts)


def sheets_of(pages: Sequence[BoxedPage]) -> list[tuple[ComicImage, list[Box]]]:
    """Pictures and true panels of pages that annotate panels."""
    label = CLASSES.index("panel")
    return [
        (page.image, [Box(*map(float, box)) for box in page.boxes[page.labels == label]])
        for page in pages
        if page.known[label]
    ]


def print_panels(
    name: str, sheets: Sequence[tuple[ComicImage, list[Box]]], detectors: dict[str, Detector]
) -> None:
    """The table of a set of pages, and what the difference is."""
    outcomes: dict[str, list[Outcome]] = {label: [] for label in detectors}
    for image, gold in sheets:
        pixels = image.pixels()
        for label, detect in detectors.items():
            outcomes[label].append(judge(detect, Sheet(Path(image.relative), gold), pixels))
    rows = [row(name, label, some) for label, some in outcomes.items()]
    show([(*HEADER, "ms/page", "ms/Mpx", "AUC"), *rows])
    times = (statistics.mean(o.milliseconds for o in outcomes[one]) for one in (MINE, TODAY))
    sys.stdout.write(
        f"\n{name}: {MINE} minus {TODAY}: {difference(outcomes[MINE], outcomes[TODAY])};"
        f" mean ms/page {' against '.join(f'{value:.0f}' for value in times)}\n\n"
    )


def print_classes(name: str, detector: LearnedDetector, pages: Sequence[BoxedPage]) -> None:
    """Average precision and F1 of every class that the pages annotate,"""
    everything = dict.fromkeys(CLASSES, 0.05)
    found = [detector.detect(page.image.pixels(), everything) for page in pages]
    scores = scored(found, pages)
    lines: list[tuple[str, ...]] = [
        ("pages", "class", "boxes", "AP50", "F1 at the stored score", "best F1")
    ]
    for label in scores.ap50:
        at = CLASSES.index(label)
        true = sum(int((page.labels == at).sum()) for page in pages if page.known[at])
        stored = _f1(label, found, pages, detector.least[label])
        lines.append(
            (name, label, str(true), f"{scores.ap50[label]:.3f}", f"{stored:.3f}",
             f"{scores.f1[label]:.3f}")
        )  # fmt: skip
    show(lines)
    sys.stdout.write("\n")


def _f1(
    label: str, found: Sequence[FoundByClass], pages: Sequence[BoxedPage], least: float
) -> float:
    """F1 of a class when boxes count from a score on."""
    matchings = []
    for one, page in zip(found, pages, strict=True):
        boxes, scores = one[label]
        true = page.boxes[page.labels == CLASSES.index(label)]
        kept, wanted = (
            [Box(*map(float, box)) for box in part] for part in (boxes[scores >= least], true)
        )
        matchings.append(match_boxes(kept, wanted))
    return detection_f1(matchings) or 0.0


def gold_of(shared: Path, comics: Sequence[str]) -> list[BoxedPage]:
    """The gold pages of some comics: characters and faces of bench/gold, the publishers' texts."""
    rows = {row["page"]: row for row in map(json.loads, ACCEPTED.read_text("utf-8").splitlines())}
    known = np.array([name in ("panel", "text", "character", "face") for name in CLASSES])
    found = []
    for book in gold_books(shared):
        if book.id not in comics:
            continue
        for page in annotated(book, rows).pages:
            assert page.image is not None
            boxes = [
                *(("panel", one.box) for one in page.panels),
                *(("text", one.box) for one in page.texts or ()),
                *(("character", one.box) for one in page.characters),
                *(("face", one.box) for one in page.faces),
            ]
            found.append(BoxedPage.of(f"{book.id}/{page.id}", page.image, boxes, known))
    return found


def main(model: Path, unseen: Path | None, shared: Path, final: bool) -> None:
    """Print the tables of what is at hand."""
    cv2.setNumThreads(1)
    detector = LearnedDetector(model)
    detectors: dict[str, Detector] = {
        MINE: panels_of(detector),
        TODAY: detect_panels,
        "constant": guessed,
    }
    if unseen is not None:
        pages = load_boxes((), drawn=[unseen]).training
        print_panels("unseen press pages", sheets_of(pages), detectors)
        print_classes("unseen press pages", detector, pages)
    if not (shared / "comics").is_dir():
        sys.stdout.write(f"real comics: skipped, none in {shared}\n")
        return
    sets = data_sets(shared / "comics")
    chosen = list(sets) if final else [TRIAL_COMIC]
    for name in chosen:
        sheets = [(ComicImage.from_path(sheet.path), sheet.gold) for sheet in sets[name]]
        print_panels(name, sheets, detectors)
    manga = [name for name in chosen if name not in (TRIAL_COMIC, "synthetic page")]
    if manga:
        together = [
            (ComicImage.from_path(sheet.path), sheet.gold) for name in manga for sheet in sets[name]
        ]
        print_panels("OpenMantra, all", together, detectors)
    with_gold = [book.id for book in gold_books(shared)] if final else [TRIAL_COMIC]
    print_classes("gold", detector, gold_of(shared, with_gold))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--unseen", type=Path, help="a folder of press pages for validation")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--final", action="store_true", help="score all real comics; do this once")
    given = parser.parse_args()
    main(given.model, given.unseen, given.shared, given.final)
