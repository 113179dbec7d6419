"""Fit the weights of the panel detector's cuts, and print them with honest figures.

Run: ``python bench/panel_weights.py --shared ../shared``. The examples come from drawn pages and
from annotated comics: in every region that holds true panels, the best border that parts some of
them without cutting any, and the most tempting ones that cut one. The figures leave one book out:
each book is read with weights that were fitted on the drawn pages and the other books. The last
lines are the weights fitted on everything, as they stand in the detector.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from panel_detection import Outcome, Sheet, data_sets, judge, row, show
from panelwise.comics import ComicImage
from panelwise.geometry import Box, Polygon, box_polygon, polygon_area, polygon_box
from panelwise.reading import detect_panels
from panelwise.reading.panels import _score as _panels_score
from panelwise.reading.panels._cuts import Cut
from panelwise.reading.panels._evidence import gather_evidence
from panelwise.reading.panels._layout import LEAST_SIDE, PanelLayout
from panelwise.reading.panels._score import FEATURES

Image = NDArray[np.uint8]
Numbers = NDArray[np.float64]

DRAWN = 20
ROUNDS = 8
PENALTY = 0.002
LENIENCE = 1.0  # logits added: a divider missed joins two panels, and is the commoner mistake
WHOLE, CUT_UP = 0.85, 0.72  # IoU of a panel and its larger part: kept, and not kept, by a cut
TEMPTING = 6
# Support can only speak for a border, slant, bareness and oddness only against it.
AGAINST = ("slope", "bare", "odd_width", "crossed")
HEADER = ("held out", "detector", "n", "F1", "precision", "recall", "whole page right [95 %]")


@dataclass(frozen=True)
class Region:
    """The candidates of one region: features, kind (0 line, 1 gutter), and whether right.

    ``right`` is 1 for a border that parts panels, 0 for one that cuts a panel, -1 for the rest.
    """

    book: str
    table: Numbers
    kind: NDArray[np.int64]
    right: NDArray[np.int64]


def drawn_page(seed: int) -> tuple[Image, list[Polygon]]:
    """A page of rows of framed or bare panels, some slanted, with figures across the gutters."""
    random = np.random.default_rng(seed)
    width, height = int(random.integers(700, 1000)), int(random.integers(900, 1400))
    if seed % 6 == 0:
        width, height = height, width // 2
    shades = [(255, 255, 255), (245, 238, 220), (0, 0, 0), (200, 210, 225)]
    paper = shades[int(random.choice(4, p=[0.6, 0.15, 0.15, 0.1]))]
    page = np.full((height, width, 3), paper, np.uint8)
    margin, gutter = int(random.integers(0, 60)), int(random.integers(6, 32))
    ink = (255, 255, 255) if sum(paper) < 100 else (0, 0, 0)
    framed = random.random() < 0.85
    panels: list[Polygon] = []
    rows = 1 if width > height else int(random.integers(1, 5))
    tops = np.linspace(margin, height - margin + gutter, rows + 1)
    for top, bottom in zip(tops[:-1], tops[1:] - gutter, strict=True):
        count = int(random.integers(1, 4))
        at = np.linspace(margin, width - margin + gutter, count + 1)
        at[1:-1] += random.uniform(-0.15, 0.15, count - 1) * (at[1] - at[0])
        lean = np.zeros(count + 1)
        if random.random() < 0.3:
            lean[1:-1] = random.uniform(-0.2, 0.2, count - 1) * (at[1] - at[0])
        for k in range(count):
            left, right = at[k], at[k + 1] - gutter
            panels.append(
                (
                    (left + lean[k], top),
                    (right + lean[k + 1], top),
                    (right - lean[k + 1], bottom),
                    (left - lean[k], bottom),
                )
            )
    for panel in panels:
        draw_art(page, panel, random, ink if framed else None)
    for _ in range(int(random.integers(0, 5))):
        draw_across(page, panels[int(random.integers(len(panels)))], random)
    return page, panels


def draw_art(
    page: Image, panel: Polygon, random: np.random.Generator, ink: tuple[int, int, int] | None
) -> None:
    """Blobs, hair and a few straight lines of scenery within a panel."""
    height, width = page.shape[:2]
    art = np.full_like(page, int(random.integers(120, 256)))
    for _ in range(40):
        centre = int(random.integers(width)), int(random.integers(height))
        shade = tuple(int(v) for v in random.integers(20, 256, 3))
        cv2.circle(art, centre, int(random.integers(10, 80)), shade, -1)
    for _ in range(int(random.integers(0, 6))):
        x, y = int(random.integers(width)), int(random.integers(height))
        end = (
            (x, int(random.integers(height)))
            if random.random() < 0.5
            else (int(random.integers(width)), y + int(random.integers(-20, 20)))
        )
        cv2.line(art, (x, y), end, (0, 0, 0), int(random.integers(1, 5)))
    corners = np.rint(np.array(panel)).astype(np.int32)
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [corners], 1)
    page[inside > 0] = art[inside > 0]
    if ink is not None:
        cv2.polylines(page, [corners], True, ink, int(random.integers(2, 6)), cv2.LINE_AA)


def draw_across(page: Image, panel: Polygon, random: np.random.Generator) -> None:
    """A balloon, or a figure, over a side of a panel."""
    corner = int(random.integers(4))
    (x0, y0), (x1, y1) = panel[corner], panel[corner - 1]
    t = random.uniform(0.1, 0.9)
    centre = round(x0 + t * (x1 - x0)), round(y0 + t * (y1 - y0))
    axes = int(random.integers(20, 90)), int(random.integers(20, 90))
    fill = 255 if random.random() < 0.5 else int(random.integers(30, 220))
    cv2.ellipse(page, centre, axes, 0, 0, 360, (fill, fill, fill), -1)
    cv2.ellipse(page, centre, axes, 0, 0, 360, (0, 0, 0), 3)


def fate(cut: Cut, panel: Polygon) -> tuple[bool, float]:
    """Whether most of a panel lies before a cut, and the IoU of that part's box and its own."""
    parts = [cut.part(panel, first) for first in (True, False)]
    areas = [polygon_area(part) if part else 0.0 for part in parts]
    larger = parts[0] if areas[0] >= areas[1] else parts[1]
    kept = polygon_box(larger).iou(polygon_box(panel)) if larger else 0.0
    return areas[0] >= areas[1], kept


def verdict(cut: Cut, panels: list[Polygon]) -> int:
    """1 for a cut between panels, 0 for one through a panel, -1 for one that is neither."""
    fates = [fate(cut, panel) for panel in panels]
    kept, sides = min(k for _, k in fates), {first for first, _ in fates}
    if kept < CUT_UP:
        return 0
    if len(sides) == 2:
        return 1 if kept >= WHOLE else -1
    return 0 if kept >= WHOLE else -1


def regions(book: str, pixels: Image, panels: list[Polygon]) -> list[Region]:
    """The regions met on the way from a page to its true panels."""
    evidence = gather_evidence(pixels)
    layout = PanelLayout(evidence)
    scale = np.array([evidence.scale_x, evidence.scale_y])
    found: list[Region] = []

    def visit(region: Polygon, inside: list[Polygon]) -> None:
        region = layout.trimmed(region)
        if not region or not inside:
            return
        table, which = layout.judge.features(region, LEAST_SIDE * layout.short)
        if not len(which):
            return
        cuts = [layout.judge.cut(int(k), 0.0) for k in which]
        right = np.array([verdict(cut, inside) for cut in cuts])
        found.append(Region(book, table, layout.judge.pair[which], right))
        if (right == 1).any():
            score = (table * _panels_score.WEIGHTS[layout.judge.pair[which]]).sum(1)
            cut = cuts[int(np.where(right == 1, score, -np.inf).argmax())]
            for first in (True, False):
                visit(cut.part(region, first), [p for p in inside if fate(cut, p)[0] == first])

    height, width = evidence.paper.shape
    small = [tuple(map(tuple, (np.array(p) * scale).tolist())) for p in panels]
    visit(box_polygon(Box(0, 0, width, height)), small)
    return found


def examples(fitted: list[Region], weights: Numbers) -> tuple[Numbers, Numbers]:
    """Best right and most tempting wrong candidates, a block of features a kind; and signs."""
    tables, signs = [], []
    for region in fitted:
        score = (region.table * weights[region.kind]).sum(1)
        for right, most in ((1, 1), (0, TEMPTING)):
            chosen = np.flatnonzero(region.right == right)
            chosen = chosen[np.argsort(-score[chosen], kind="stable")[:most]]
            blocks = np.zeros((len(chosen), 2, len(FEATURES)))
            blocks[np.arange(len(chosen)), region.kind[chosen]] = region.table[chosen]
            tables.append(blocks.reshape(len(chosen), 2 * len(FEATURES)))
            signs.append(np.full(len(chosen), 2.0 * right - 1))
    return np.concatenate(tables), np.concatenate(signs)


def loss(w: Numbers, table: Numbers, sign: Numbers, penalty: Numbers) -> tuple[float, Numbers]:
    """The mean logistic loss with its penalty, and the gradient."""
    z = sign * (table @ w)
    rate = -sign / (1 + np.exp(np.clip(z, -50, 50))) / len(sign)
    value = np.logaddexp(0, -z).mean() + 0.5 * (penalty * w * w).sum()
    return float(value), table.T @ rate + penalty * w


def fit(fitted: list[Region]) -> Numbers:
    """Logistic regression, again and again as the most tempting candidates change."""
    against = np.array([name in AGAINST for name in FEATURES])
    bounds: list[tuple[float | None, float | None]] = [
        (None, 0.0) if a else (0.0, None) for a in against
    ]
    bounds[0] = (None, None)
    weights = _panels_score.WEIGHTS.copy()
    for _ in range(ROUNDS):
        table, sign = examples(fitted, weights)
        spread = np.maximum(table.std(0), 1e-6)
        table = table / spread
        penalty = np.full(len(spread), PENALTY)
        penalty[[0, len(FEATURES)]] = 0

        found = minimize(
            loss,
            np.zeros(len(spread)),
            (table, sign, penalty),
            jac=True,
            method="L-BFGS-B",
            bounds=bounds * 2,
        )
        weights = (found.x / spread).reshape(2, -1)
    weights[:, 0] += LENIENCE
    return np.asarray(np.round(weights, 2) + 0.0)


def held_out(weights: Numbers, pages: list[tuple[Sheet, Image]]) -> list[Outcome]:
    """What the detector does with other weights."""
    shipped = _panels_score.WEIGHTS.copy()
    _panels_score.WEIGHTS[:] = weights
    try:
        return [judge(detect_panels, sheet, pixels) for sheet, pixels in pages]
    finally:
        _panels_score.WEIGHTS[:] = shipped


def main(shared: Path) -> None:
    """Print the held-out figures and the weights, or one line where the comics are absent."""
    comics = shared / "comics"
    if not comics.is_dir():
        sys.stdout.write(f"panel weights: skipped, no comics in {shared}\n")
        return
    cv2.setNumThreads(1)
    pages = {
        book: [(sheet, ComicImage.from_path(sheet.path).pixels()) for sheet in sheets]
        for book, sheets in data_sets(comics).items()
        if book != "synthetic page"
    }
    known = [r for seed in range(DRAWN) for r in regions("drawn", *drawn_page(seed))]
    for book, sheets in pages.items():
        for sheet, pixels in sheets:
            known += regions(book, pixels, [box_polygon(box) for box in sheet.gold])
    outcomes = {
        book: held_out(fit([r for r in known if r.book != book]), pages[book]) for book in pages
    }
    manga = [o for book, some in outcomes.items() if book != "craphound" for o in some]
    table = [row(book, "panelwise", some)[:7] for book, some in outcomes.items()]
    show([HEADER, *table, row("OpenMantra, all", "panelwise", manga)[:7]])
    sys.stdout.write(f"Fitted on {len(known)} regions of all of them:\n{fit(known).tolist()}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    main(parser.parse_args().shared)
