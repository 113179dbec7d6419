"""Reading order on real pages: panels, texts, direction of a book, vision-only continuity.

Run: ``python bench/reading_order.py [SHARED]``; prints one table after another. True boxes are
shuffled with fixed seeds, so that nothing can be read off the order of the annotation.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

from panelwise.comics import Book, ComicImage, Page, ReadingDirection
from panelwise.geometry import Box
from panelwise.metrics import wilson
from panelwise.reading import (
    ORDER_RULES,
    Order,
    continuity_order,
    detect_direction,
    detect_panels,
    order_panels,
    order_texts,
)

BOOKS = {
    "tojime_no_siora": "openmantra/images/tojime_no_siora/ja/*",
    "balloon_dream": "openmantra/images/balloon_dream/ja/*",
    "tencho_isoro": "openmantra/images/tencho_isoro/ja/*",
    "craphound": "craphound/images/*",
    "peppercarrot 1 en": "peppercarrot-ep01/pages-en/*",
    "peppercarrot 1 fr": "peppercarrot-ep01/pages-fr/*",
    "peppercarrot 1 ja": "peppercarrot-ep01/pages-ja/*",
    "peppercarrot 3 en": "peppercarrot-ep03/pages-en/*",
    "peppercarrot 3 fr": "peppercarrot-ep03/pages-fr/*",
    "peppercarrot 3 ja": "peppercarrot-ep03/pages-ja/*",
    "torinome": "torinome/images/*",
    "xkcd": "kumiko-tests/005-panels-without-frame/*g",
}


@dataclass(frozen=True)
class TruePage:
    """Boxes in reading order, as annotated."""

    title: str
    image: Path
    panels: list[Box]
    texts: list[Box]
    direction: ReadingDirection


@dataclass(frozen=True)
class Result:
    """How one shuffled list of boxes was ordered."""

    title: str
    exact: bool
    tau: float
    confidence: float


def main(shared: Path) -> None:
    """Print all tables, or one line when there is nothing to measure on."""
    if not (shared / "comics").is_dir():
        print(f"reading order: skipped, no comics in {shared}")
        return
    pages = load(shared / "comics")
    panel_table(pages)
    text_table(pages)
    direction_table(shared / "comics")
    continuity_table(pages)


def load(comics: Path) -> list[TruePage]:
    """OpenMantra (right to left) and Craphound (left to right)."""
    pages = []
    for book in json.loads((comics / "openmantra/annotation.json").read_bytes()):
        for page in book["pages"]:
            panels, texts = (
                [Box.from_xywh(*(box[key] for key in "xywh")) for box in page[kind]]
                for kind in ("frame", "text")
            )
            image = comics / "openmantra" / page["image_paths"]["ja"]
            pages.append(TruePage(book["book_title"], image, panels, texts, "rtl"))
    for page in json.loads((comics / "craphound/gt.json").read_bytes())["pages"]:
        panels = [Box.from_xywh(*box) for box in page["panels"]]
        texts = [Box.from_xywh(*t["bbox"]) for t in page["texts"] if t["lang"] == "en"]
        pages.append(
            TruePage("craphound", comics / "craphound" / page["image"], panels, texts, "ltr")
        )
    return pages


def panel_table(pages: Sequence[TruePage]) -> None:
    """Panels from shuffled true boxes, by each rule."""
    print("\nPanel order, shuffled true boxes (pages with two panels or more)")
    chosen = [page for page in pages if len(page.panels) > 1]
    for rule in ORDER_RULES:

        def order(page: TruePage, boxes: list[Box], rule: str = rule) -> Order:
            return order_panels(boxes, page.direction, rule)

        results = [shuffled(page, page.panels, order) for page in chosen]
        report(rule, results)
        times = [milliseconds(page, rule) for page in chosen]
        print(f"  {'':22}{statistics.median(times):.2f} ms a page (median, process time)")


def text_table(pages: Sequence[TruePage]) -> None:
    """Texts by panels that are true, true but ordered by us, found by us, or missing."""
    print("\nText order, shuffled true boxes (pages with two texts or more)")
    chosen = [page for page in pages if len(page.texts) > 1]
    ways: dict[str, Callable[[TruePage], list[Box]]] = {
        "true panels": lambda page: page.panels,
        "true boxes, our order": lambda page: ordered(page.panels, page.direction),
        "detected panels": detected,
        "no panels": lambda _: [],
    }
    for name, panels_of in ways.items():

        def order(
            page: TruePage,
            boxes: list[Box],
            panels_of: Callable[[TruePage], list[Box]] = panels_of,
        ) -> Order:
            return order_texts(boxes, panels_of(page), page.direction)

        report(name, [shuffled(page, page.texts, order) for page in chosen])


def direction_table(comics: Path) -> None:
    """What ``detect_direction`` says of each book when no direction is given."""
    print("\nDirection of a book, none given")
    for name, pattern in BOOKS.items():
        images = [ComicImage.from_path(path) for path in sorted(comics.glob(pattern))]
        book = Book(name, tuple(Page(i.relative, *i.size, i) for i in images))
        start = time.process_time()
        direction, confidence, reason = detect_direction(book)
        spent = (time.process_time() - start) * 1000 / min(len(images), 8)
        print(f"  {name:22}{direction}  {confidence:.2f}  {spent:3.0f} ms a page  {reason}")


def continuity_table(pages: Sequence[TruePage]) -> None:
    """Shuffled crops of 3 to 6 true panels, put in order by looks alone."""
    print("\nContinuity, shuffled crops of 3 to 6 true panels")
    kept, by_chance, chances, results = [], [], [], []
    for page in pages:
        if not 3 <= len(page.panels) <= 6:
            continue
        pixels = ComicImage.from_path(page.image).pixels()
        edges = [b.clipped(pixels.shape[1], pixels.shape[0]).rounded() for b in page.panels]
        positions = shuffle(page, len(edges))
        crops = [pixels[y0:y1, x0:x1] for x0, y0, x1, y1 in (edges[i] for i in positions)]
        found = [positions[i] for i in continuity_order(crops)]
        kept.append(statistics.mean(abs(a - b) == 1 for a, b in pairwise(found)))
        by_chance.append(2 / len(found))
        chances.append(1 / math.factorial(len(found)))
        results.append(Result(page.title, found == sorted(found), kendall_tau(found), 0.0))
    report("smoothest chain", results)
    print(f"  {'':22}exact by chance {statistics.mean(chances):.3f}")
    mean, chance = statistics.mean(kept), statistics.mean(by_chance)
    print(f"  {'':22}neighbours kept {mean:.3f}, by chance {chance:.3f}")


def shuffled(
    page: TruePage, boxes: list[Box], order: Callable[[TruePage, list[Box]], Order]
) -> Result:
    """Shuffle the boxes of a page, order them, compare."""
    positions = shuffle(page, len(boxes))
    answer = order(page, [boxes[i] for i in positions])
    found = [positions[i] for i in answer.indices]
    return Result(page.title, found == sorted(found), kendall_tau(found), answer.confidence)


def shuffle(page: TruePage, count: int) -> list[int]:
    """A permutation that depends on the page alone."""
    return random.Random(f"{page.title}/{page.image.name}").sample(range(count), count)


def ordered(boxes: list[Box], direction: ReadingDirection) -> list[Box]:
    """The boxes in our order."""
    return [boxes[i] for i in order_panels(boxes, direction).indices]


def detected(page: TruePage) -> list[Box]:
    """Panels found in the image, in our order."""
    panels = detect_panels(ComicImage.from_path(page.image).pixels())
    return ordered([panel.box for panel in panels], page.direction)


def milliseconds(page: TruePage, rule: str) -> float:
    """Process time of one call, the better of two."""
    times = []
    for _ in range(2):
        start = time.process_time()
        order_panels(page.panels, page.direction, rule)
        times.append((time.process_time() - start) * 1000)
    return min(times)


def kendall_tau(found: Sequence[int]) -> float:
    """Agreement of a permutation with the identity, in [-1, 1]."""
    signs = [1 if a < b else -1 for a, b in combinations(found, 2)]
    return statistics.mean(signs)


def report(name: str, results: Sequence[Result]) -> None:
    """One line for each collection, one for each title, one on how telling the confidence is."""
    manga = [r for r in results if r.title != "craphound"]
    western = [r for r in results if r.title == "craphound"]
    print(line(f"{name}: OpenMantra", manga))
    for title in dict.fromkeys(r.title for r in manga):
        print(line(f"  {title}", [r for r in manga if r.title == title]))
    print(line(f"{name}: Craphound", western))
    right = [r.confidence for r in results if r.exact]
    wrong = [r.confidence for r in results if not r.exact]
    if wrong and right and max(right) > 0:
        area = statistics.mean(won(a, b) for a in right for b in wrong)
        means = (
            f"{statistics.mean(right):.2f} on right pages, {statistics.mean(wrong):.2f} on wrong"
        )
        print(f"  {'':22}confidence {means}; AUROC {area:.2f}")


def won(right: float, wrong: float) -> float:
    """1 when the right page has more confidence, a half when both have the same."""
    return 0.5 if right == wrong else float(right > wrong)


def line(name: str, results: Iterable[Result]) -> str:
    """Exact pages with their interval, and the mean Kendall tau."""
    rows = list(results)
    right = sum(r.exact for r in rows)
    low, high = wilson(right, len(rows))
    tau = statistics.mean(r.tau for r in rows)
    share = f"{right / len(rows):.3f} [{low:.3f}, {high:.3f}]"
    return f"  {name:34}{right:>4}/{len(rows):<4} {share}  tau {tau:.3f}"


if __name__ == "__main__":
    default = Path(__file__).resolve().parents[2] / "shared"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
