"""Reading texts on real pages: found, read right, in the right order, by language.

Run: ``python bench/text_reading.py [SHARED] [--pages N]``; N pages of each collection, evenly
spread (8 unless told; 0 for all, half an hour). Three rows a collection: the lines of rapidocr as
they come, ``reader:default`` on panels that it finds itself, and Tesseract with the paragraphs it
finds (page segmentation 3, its best on these pages), which is asked where the program ``tesseract``
and the data of the language are installed.

Found: IoU above .5, the released scorer's matching. Read: under the normaliser ``nfkc``, which
drops white space. ``NED`` and ``exact`` are the two end-to-end Hmeans; CER is the edit distance
over the letters of the texts that were found, case aside. Order: of the pages on which two texts
or more were found, those on which all of them stand in the true order; and the share of the true
texts that were found.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from panelwise.comics import ComicImage, Page, Panel, ReadingDirection, Text
from panelwise.geometry import Box
from panelwise.metrics import (
    SpottingCounts,
    SpottingMatches,
    TextRegion,
    edit_distance,
    matches_greedy,
    normaliser,
    reading_order_of_boxes,
    spotting_counts,
    spotting_scores,
    wilson,
)
from panelwise.reading import can_read_texts, classical_reader, find_lines, read_texts

PAGES = 8
TESSERACT = {
    ("ja", "rtl"): "jpn_vert",
    ("ja", "ltr"): "jpn",
    ("en", "ltr"): "eng",
    ("fr", "ltr"): "fra",
}
NORMAL = normaliser("nfkc")


@dataclass(frozen=True)
class TruePage:
    """A page as annotated; ``ordered`` is false where nobody vouches for the order of texts."""

    collection: str
    language: str
    image: Path
    direction: ReadingDirection
    texts: tuple[Text, ...]
    panels: tuple[Panel, ...] = ()
    ordered: bool = True

    def bare(self) -> Page:
        """The page with nothing but its picture."""
        image = ComicImage.from_path(self.image)
        return Page(self.image.stem, *image.size, image, self.direction)


@dataclass
class Row:
    """What one contestant did on a collection; counts of pages add up."""

    name: str
    counts: SpottingCounts = field(default_factory=SpottingCounts)
    edits: int = 0
    letters: int = 0
    right: int = 0
    ordered: int = 0
    found: float = 0.0
    seconds: list[float] = field(default_factory=list)

    def add(self, page: TruePage, texts: Sequence[Text], seconds: float) -> None:
        """Count a page."""
        matches = matches_greedy(_regions(page.texts), _regions(texts))
        self.counts += spotting_counts(matches)
        edits, letters = _character_errors(matches)
        self.edits, self.letters = self.edits + edits, self.letters + letters
        self.seconds.append(seconds)
        boxes, gold = ([text.box for text in some] for some in (texts, page.texts))
        order = reading_order_of_boxes(boxes, gold) if page.ordered else None
        if order is not None and order.exact_match is not None:
            self.right += bool(order.exact_match)
            self.ordered += 1
            self.found += order.coverage


def main(shared: Path, pages: int = PAGES) -> None:
    """Print a table, or one line when there is nothing to measure on or with."""
    if not (shared / "comics").is_dir():
        print(f"text reading: skipped, no comics in {shared}")
        return
    if not can_read_texts():
        print("text reading: skipped, needs the extra 'ocr': pip install 'panelwise[ocr]'")
        return
    with TemporaryDirectory() as cache:  # nothing read before, and nothing kept
        os.environ["PANELWISE_CACHE"] = cache
        _print_tables(shared, pages)


def _print_tables(shared: Path, pages: int) -> None:
    groups: dict[tuple[str, str], list[TruePage]] = {}
    for page in load(shared / "comics"):
        groups.setdefault((page.collection, page.language), []).append(page)
    for (collection, language), all_pages in groups.items():
        chosen = _spread(all_pages, pages)
        texts = sum(len(page.texts) for page in chosen)
        print(f"\n{collection}, {language}: {len(chosen)} of {len(all_pages)} pages, {texts} texts")
        print(f"{'':28}     P     R Hmean   NED exact   CER  {'texts in order':30}CPU s a page")
        for row in measure(chosen):
            print(_line(row))


def load(comics: Path) -> Iterator[TruePage]:
    """OpenMantra, Craphound, Pepper&Carrot: texts in the language that is lettered."""
    for book in json.loads((comics / "openmantra/annotation.json").read_bytes()):
        for page in book["pages"]:
            texts = [(_box(text), text["text_ja"]) for text in page["text"]]
            image = comics / "openmantra" / page["image_paths"]["ja"]
            panels = tuple(Panel(_box(frame)) for frame in page["frame"])
            yield TruePage("OpenMantra", "ja", image, "rtl", _texts(texts), panels)
    for page in json.loads((comics / "craphound/gt.json").read_bytes())["pages"]:
        english = [text for text in page["texts"] if text["lang"] == "en"]
        texts = [(Box.from_xywh(*text["bbox"]), text["text"]) for text in english]
        panels = tuple(Panel(Box.from_xywh(*box)) for box in page["panels"])
        image = comics / "craphound" / page["image"]
        yield TruePage("Craphound", "en", image, "ltr", _texts(texts), panels)
    for file in sorted(comics.glob("peppercarrot-*/gt-text-*.json")):
        for page in json.loads(file.read_bytes())["pages"]:
            texts = [(Box.from_xywh(*text["bbox"]), text["text"]) for text in page["texts"]]
            image = file.parent / page["image"]
            yield TruePage(
                "Pepper&Carrot", page["lang"], image, "ltr", _texts(texts), ordered=False
            )


def measure(pages: Sequence[TruePage]) -> Iterator[Row]:
    """The rows of one collection."""
    raw, ours = Row("rapidocr alone, its lines"), Row("reader:default")
    told = Row("  the same, true panels")
    for page in pages:
        bare = page.bare()
        start = time.process_time()
        lines = find_lines(bare)
        ocr = time.process_time() - start
        raw.add(page, lines, ocr)
        # What the reader does, but that OCR has been asked already.
        read = read_texts(classical_reader().read(bare), lines).texts
        ours.add(page, read or (), time.process_time() - start)
        if page.panels:
            known = read_texts(replace(bare, panels=page.panels), lines).texts
            told.add(page, known or (), ocr)
    yield raw
    yield ours
    if told.seconds:
        yield told
    yield tesseract(pages)


def tesseract(pages: Sequence[TruePage]) -> Row:
    """Tesseract's paragraphs, or an empty row whose name says what is missing."""
    program, data = shutil.which("tesseract"), TESSERACT[pages[0].language, pages[0].direction]
    if program is None:
        return Row("Tesseract: not installed")
    known = subprocess.run(
        [program, "--list-langs"], capture_output=True, text=True, check=True
    ).stdout
    if data not in known.split():
        return Row(f"Tesseract: no data {data}")
    row = Row(f"Tesseract, {data}")
    for page in pages:
        start = _spent_by_children()
        command = [program, str(page.image), "stdout", "-l", data, "--psm", "3", "tsv"]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        row.add(page, _paragraphs(told), _spent_by_children() - start)
    return row


def _spent_by_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _paragraphs(table: str) -> list[Text]:
    words: dict[tuple[str, str], list[tuple[Box, str]]] = {}
    for line in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        if line["level"] == "5" and line["text"].strip():
            box = Box.from_xywh(*(float(line[key]) for key in ("left", "top", "width", "height")))
            key = line["block_num"], line["par_num"]
            words.setdefault(key, []).append((box, line["text"]))
    return [
        Text(Box.around(box for box, _ in some), {"und": " ".join(word for _, word in some)})
        for some in words.values()
    ]


def _spread(pages: Sequence[TruePage], count: int) -> list[TruePage]:
    if not 0 < count < len(pages):
        return list(pages)
    return [pages[int((k + 0.5) * len(pages) / count)] for k in range(count)]


def _box(values: dict[str, float]) -> Box:
    return Box.from_xywh(*(values[key] for key in "xywh"))


def _texts(found: Sequence[tuple[Box, str]]) -> tuple[Text, ...]:
    """Texts with words; Pepper&Carrot's files have regions without."""
    return tuple(Text(box, {"und": words}) for box, words in found if words.strip() and box.area)


def _regions(texts: Sequence[Text]) -> list[TextRegion]:
    return [TextRegion(text.box, NORMAL(text.content or "")) for text in texts]


def _character_errors(matches: SpottingMatches) -> tuple[int, int]:
    pairs = [(true.upper(), read.upper()) for true, read in matches.texts]
    return sum(edit_distance(*pair) for pair in pairs), sum(len(true) for true, _ in pairs)


def _line(row: Row) -> str:
    if not row.seconds:
        return f"{row.name:28}     –     –     –     –     –     –"
    scores = spotting_scores(row.counts)
    names = ("precision", "recall", "hmean")
    figures = [scores[f"detection_{name}"] for name in names]
    figures += [scores["e2e_hmean_ned"], scores["e2e_hmean_exact"]]
    told = [f"{figure:6.3f}" for figure in figures]
    told.append(f"{row.edits / row.letters:6.3f}" if row.letters else "     –")
    order = "–"
    if row.ordered:
        low, high = wilson(row.right, row.ordered)
        order = f"{row.right}/{row.ordered} [{low:.2f}, {high:.2f}]"
        order += f", {row.found / row.ordered:.0%} found"
    return f"{row.name:28}{''.join(told)}  {order:30}{median(row.seconds):5.1f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    default = Path(__file__).resolve().parents[2] / "shared"
    parser.add_argument("shared", nargs="?", type=Path, default=default)
    parser.add_argument("--pages", type=int, default=PAGES, help="of each collection; 0 for all")
    arguments = parser.parse_args()
    main(arguments.shared, arguments.pages)
