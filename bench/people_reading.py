"""Who speaks and who is who: tails and looks beside nearness and the two trivial groupings.

``python bench/people_reading.py [SHARED] [--detector PATH]`` measures on new press books and on the
pages of ``bench/gold``, whose characters and links were made by language models, not by people.
First with true boxes, which isolates linking and grouping; with ``--detector`` also from what a
reader finds (``detector``, or a file), characters and faces alone or texts as well. The limits of
tails and groups were set on Craphound and other press books; of the other gold pages see
docs/measured.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

import panelwise
from gold_pages import ACCEPTED, SHARED, gold_books
from gold_readers import annotated
from panelwise.comics import Book, Character, Page, Text
from panelwise.geometry import Box
from panelwise.metrics import (
    RankedLink,
    SpeakerPage,
    end_to_end_links,
    identity_scores,
    match_boxes,
    speaker_page,
    speaker_scores,
)
from panelwise.reading import FileDetector, Reader, TextReader, closest_characters, get_reader
from panelwise.reading.people import find_speakers, group_characters

RESAMPLES = 10_000
TUNED = "craphound"
PRESS = (("western", "en", 31), ("rtl", "ja", 32), ("bd", "fr", 33))
Link = tuple[int, int, float]
Links = Callable[[Page], list[Link]]


def by_nearness(page: Page) -> list[Link]:
    """The baseline: every text is said by the nearest character."""
    texts = {at: one.box for at, one in enumerate(page.texts or ())}
    people = {at: one.box for at, one in enumerate(page.characters)}
    boxes = ([one.box for one in part] for part in (page.panels, page.faces))
    return [(text, who, 1.0) for text, who in closest_characters(texts, people, *boxes).items()]


def by_tails(page: Page) -> list[Link]:
    """Tails where there are some."""
    return [(one.text, one.character, one.confidence) for one in find_speakers(page)]


def judged(true: Page, found: Page, links: Links) -> SpeakerPage:
    """The links on found boxes against those on true ones; IoU .5 makes two boxes the same."""
    texts = match_boxes(_boxes(found.texts), _boxes(true.texts))
    people = match_boxes(_boxes(found.characters), _boxes(true.characters))
    text_at = {one.id: at for at, one in enumerate(true.texts or ())}
    who_at = {one.id: at for at, one in enumerate(true.characters)}
    gold = [(text_at[one.text], who_at[one.character]) for one in true.speakers]
    ranked: list[RankedLink] = end_to_end_links(links(found), texts, people)
    return speaker_page(ranked, gold)


def _boxes(some: Sequence[Text] | Sequence[Character] | None) -> list[Box]:
    return [one.box for one in some or ()]


def print_speakers(name: str, pages: Sequence[Page], seen: Sequence[Page]) -> None:
    """Texts with the right speaker of k with a drawn one, and the difference by pages."""
    ways = {"nearest": by_nearness, "tails": by_tails}
    found = {
        way: [judged(true, page, links) for true, page in zip(pages, seen, strict=True)]
        for way, links in ways.items()
    }
    cells = []
    for some in found.values():
        scores = speaker_scores(some)
        hits = sum(one.best_hits for one in some)
        low, high = _resampled([(one.best_hits, one.texts) for one in some])
        recall = "–" if scores.recall is None else f"{scores.recall:.3f}"
        cells.append(
            f"{hits:.0f}/{scores.texts} = {hits / max(1, scores.texts):.3f} [{low:.3f}, {high:.3f}]"
            f" | {recall}"
        )
    counts = [(b.best_hits - a.best_hits, a.texts) for a, b in zip(*found.values(), strict=True)]
    low, high = _resampled(counts)
    point = sum(one for one, _ in counts) / max(1, sum(texts for _, texts in counts))
    print(f"| {name} | {' | '.join(cells)} | {point:+.3f} [{low:+.3f}, {high:+.3f}] |")


def _resampled(counts: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """95 % of a share of texts when pages are drawn again."""
    pages = np.array(counts, float)
    drawn = np.random.default_rng(0).integers(0, len(pages), (RESAMPLES, len(pages)))
    hits, texts = (pages[drawn, part].sum(axis=1) for part in (0, 1))
    low, high = np.quantile(hits / np.maximum(1, texts), (0.025, 0.975))
    return float(low), float(high)


def print_identities(books: Sequence[tuple[str, Sequence[Page]]]) -> None:
    """AMI, pairwise F1 and B³ of every book; over a book, then the means with intervals by book."""
    rows = []
    for name, pages in books:
        gold = [one.identity for page in pages for one in page.characters]
        groups = [group for page in group_characters(pages) for group in page]
        ways = ([0] * len(gold), list(range(len(gold))), groups)
        figures = [
            [one[key] for key in ("ami", "pairwise_f1", "bcubed_f1")]
            for way in ways
            if (one := identity_scores(way, gold)) is not None
        ]
        if not figures:
            continue
        known = sum(one is not None for one in gold)
        people = len({one for one in gold if one is not None})
        print(f"| {name} | {known} | {people} | {len(set(groups))} | {_cells(figures)} |")
        rows.append(figures)
    values = np.array(rows)
    print(f"| mean of {len(rows)} books | | | | {_cells(values.mean(axis=0))} |")
    if len(rows) > 5:
        drawn = np.random.default_rng(0).integers(0, len(rows), (RESAMPLES, len(rows)))
        for at, key in enumerate(("AMI", "pairwise F1", "B³ F1")):
            best = values[:, :2, at].max(axis=1)
            gain = values[:, 2, at] - best
            low, high = np.quantile(gain[drawn].mean(axis=1), (0.025, 0.975))
            print(f"  {key}: looks − the better trivial one {gain.mean():+.3f}"
                  f" [{low:+.3f}, {high:+.3f}]")  # fmt: skip


def _cells(figures: Sequence[Sequence[float]]) -> str:
    return " | ".join(" / ".join(f"{value:.2f}" for value in one) for one in figures)


def _looked_at(page: Page, reader: Reader, *, texts: bool) -> Page:
    """The page with the panels, characters and faces of a detector, and its texts if asked for."""
    bare = Page(page.id, page.width, page.height, page.image, page.reading_direction)
    read = reader.read(bare)
    return read if texts else replace(read, texts=page.texts)


def gold(shared: Path) -> list[Book]:
    """The gold pages, a book for each comic."""
    rows = {row["page"]: row for row in map(json.loads, ACCEPTED.read_text("utf-8").splitlines())}
    return [annotated(book, rows) for book in gold_books(shared)]


def main(shared: Path = SHARED, detector: str | None = None) -> None:
    """Print the tables."""
    cv2.setNumThreads(1)
    with TemporaryDirectory() as place:
        press: list[Book] = []
        for layout, language, seed in PRESS:
            out = Path(place) / f"{layout}-{language}"
            panelwise.print_comics(
                out, books=4, layout=layout, language=language, seed=seed, name=layout
            )
            press += panelwise.open(out)
        real = gold(shared) if (shared / "comics").is_dir() else []
        if not real:
            print(f"gold pages: skipped, no comics in {shared}")
        parts = [("press", [page for book in press for page in book.pages])]
        parts += [(book.id, list(book.pages)) for book in real]
        if real:
            parts.append(("all gold pages", [page for book in real for page in book.pages]))
            other = [page for book in real if book.id != TUNED for page in book.pages]
            parts.append((f"gold pages without {TUNED}", other))
        print("\n| true boxes | nearest | R@#text | tails | R@#text | difference |")
        for name, pages in parts:
            print_speakers(name, pages, pages)
        print("\n| book | characters | people | groups | one | all different | looks |")
        print_identities([(book.id, book.pages) for book in press])
        if real:
            print_identities([(book.id, book.pages) for book in real])
        if detector is not None:
            found = get_reader(detector)
            # A reader without texts of its own gets those of the OCR.
            own = isinstance(found, FileDetector) and found.finds_texts
            reads = found if own else TextReader(found)
            for texts, reader in ((False, found), (True, reads)):
                print(f"\nboxes of {detector}, texts {'too' if texts else 'as annotated'}")
                for name, pages in parts:
                    seen = [_looked_at(page, reader, texts=texts) for page in pages]
                    print_speakers(name, pages, seen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--detector")
    given = parser.parse_args()
    main(given.shared, given.detector)
