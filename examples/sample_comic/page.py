"""Pages: how a sheet is cut into panels, and how panels come onto it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from sample_comic.pen import (
    COLOURS,
    INK,
    MANGA_COLOURS,
    OVERSAMPLING,
    Camera,
    Pen,
    Point,
    screentone,
)

WIDTH, HEIGHT = 900, 1260
MARGIN = 36
GUTTER = 18

Quad = tuple[Point, Point, Point, Point]  # clockwise from the top left
Drawer = Callable[[Pen], None]


@dataclass(frozen=True)
class Cut:
    """A cell cut into cells beside (``across``) or below one another, in reading order.

    ``tilt`` is how many pixels the cuts lean: the two ends of a cut differ by twice as much.
    """

    weights: tuple[float, ...]
    across: bool = False
    children: tuple[Cut | None, ...] = ()
    tilt: float = 0


@dataclass(frozen=True)
class Shot:
    """One panel: where the camera stands and what is drawn."""

    camera: Camera
    drawer: Drawer


@dataclass(frozen=True)
class Story:
    """One page: a name, a way to cut the sheet, and a shot for every cell."""

    name: str
    layout: Cut
    shots: tuple[Shot, ...]


def rows(*cells: int | tuple[float, ...], heights: Sequence[float] = (), tilt: float = 0) -> Cut:
    """Tiers from top to bottom: each a number of equal panels, or the weights of its panels."""
    tiers: list[Cut | None] = []
    for number, cell in enumerate(cells):
        weights = (1.0,) * cell if isinstance(cell, int) else cell
        lean = tilt if number % 2 == 0 else -tilt
        tiers.append(None if len(weights) == 1 else Cut(weights, across=True, tilt=lean))
    return Cut(tuple(heights) or (1.0,) * len(cells), children=tuple(tiers), tilt=tilt / 2)


def quads(layout: Cut, right_to_left: bool) -> list[Quad]:
    """The outlines of the panels in reading order, in whole pixels."""
    right, bottom = WIDTH - MARGIN, HEIGHT - MARGIN
    sheet: Quad = ((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom))
    found = [_whole(quad) for quad in _cut(sheet, layout)]
    return [_mirrored(quad) for quad in found] if right_to_left else found


def _cut(quad: Quad, cut: Cut) -> list[Quad]:
    total, done = sum(cut.weights), 0.0
    edges: list[tuple[float, float]] = []
    for weight in cut.weights:
        edges.append((done / total, (done + weight) / total))
        done += weight
    found: list[Quad] = []
    for number, (start, end) in enumerate(edges):
        cell = _slice(quad, cut, start, end)
        child = cut.children[number] if cut.children else None
        found += [cell] if child is None else _cut(cell, child)
    return found


def _slice(quad: Quad, cut: Cut, start: float, end: float) -> Quad:
    """The part of a cell between two cuts; half a gutter is left free at each inner one."""
    top_left, top_right, bottom_right, bottom_left = quad
    first, second = (
        ((top_left, top_right), (bottom_left, bottom_right))
        if cut.across
        else ((top_left, bottom_left), (top_right, bottom_right))
    )
    (a, b), (d, c) = (
        _between(*edge, start, end, cut.tilt * side) for edge, side in ((first, 1), (second, -1))
    )
    return (a, b, c, d) if cut.across else (a, d, c, b)


def _between(
    start_at: Point, end_at: Point, start: float, end: float, lean: float
) -> tuple[Point, Point]:
    dx, dy = end_at[0] - start_at[0], end_at[1] - start_at[1]
    length = (dx * dx + dy * dy) ** 0.5
    first = 0.0 if start <= 0 else start * length + GUTTER / 2 + lean
    last = length if end >= 1 - 1e-9 else end * length - GUTTER / 2 + lean
    return tuple(
        (start_at[0] + dx * way / length, start_at[1] + dy * way / length) for way in (first, last)
    )  # type: ignore[return-value]


def _whole(quad: Quad) -> Quad:
    return tuple((round(x), round(y)) for x, y in quad)  # type: ignore[return-value]


def _mirrored(quad: Quad) -> Quad:
    a, b, c, d = ((WIDTH - x, y) for x, y in quad)
    return (b, a, d, c)


def draw_page(story: Story, right_to_left: bool, tones: bool) -> tuple[Image.Image, list[Quad]]:
    """The page and the outlines of its panels in reading order."""
    found = quads(story.layout, right_to_left)
    if len(found) != len(story.shots):
        raise ValueError(f"{story.name}: {len(found)} cells for {len(story.shots)} shots")
    size = (WIDTH * OVERSAMPLING, HEIGHT * OVERSAMPLING)
    sheet = Image.new("RGB", size, "white")
    for quad, shot in zip(found, story.shots, strict=True):
        _draw_panel(sheet, quad, shot, MANGA_COLOURS if tones else COLOURS)
    if not tones:
        small = sheet.reduce(OVERSAMPLING)
        return small.quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE), found
    small = screentone(sheet).reduce(OVERSAMPLING)
    levels = small.point([(level * 15 + 127) // 255 for level in range(256)])
    page = Image.frombytes("P", levels.size, levels.tobytes())
    page.putpalette([grey * 17 for grey in range(16) for _ in range(3)])
    return page, found


def _draw_panel(sheet: Image.Image, quad: Quad, shot: Shot, colours: Mapping[str, str]) -> None:
    """Draw a shot into its cell, with the frame inside the cell's outline."""
    left, top = min(x for x, _ in quad), min(y for _, y in quad)
    right, bottom = max(x for x, _ in quad), max(y for _, y in quad)
    pen = Pen.on_panel(right - left, bottom - top, shot.camera, colours)
    shot.drawer(pen)
    inner = [((x - left) * OVERSAMPLING, (y - top) * OVERSAMPLING) for x, y in quad]
    mask = Image.new("L", pen.image.size)
    # Pillow's polygons hold their last row and column; ours end before them.
    wide, high = pen.image.size
    outline = [(min(x, wide - 1), min(y, high - 1)) for x, y in inner]
    ImageDraw.Draw(mask).polygon(outline, fill=255)
    # Half of the stroke falls outside the mask, hence the double width.
    ImageDraw.Draw(pen.image).line(
        [*outline, *outline[:2]], fill=colours["ink"], width=round(2.2 * INK * OVERSAMPLING)
    )
    sheet.paste(pen.image, (round(left) * OVERSAMPLING, round(top) * OVERSAMPLING), mask)
