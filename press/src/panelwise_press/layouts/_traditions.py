"""The ways of seven traditions to lay out a page."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from panelwise.comics import Layout, ReadingDirection
from panelwise.geometry import Box
from panelwise_press.layouts._finish import Manner, frames_of, inset_frames, well_shaped
from panelwise_press.layouts._page_plan import Frame
from panelwise_press.layouts._tiers import Measure, Tiers, tiers_tree
from panelwise_press.layouts._tree import Division, PanelCell, cells_of

DrawnPage = tuple[int, int, list[Frame]]
# One draw in a few is well shaped; so many are never needed.
_TRIES = 2000


@dataclass(frozen=True, slots=True)
class LayoutStyle:
    """A way to lay out pages.

    Attributes:
        says: what it is, for people who choose.
        kind: as :class:`panelwise.comics.Page` has it.
        most: panels that one page takes.
        letter_size: height of the lettering in pixels.
        draw: width, height and frames of a page for a number of panels.
        black: chance that a story is printed with black gutters.
    """

    name: str
    says: str
    direction: ReadingDirection
    kind: Layout
    most: int
    letter_size: float
    draw: Callable[[int, Measure, random.Random], DrawnPage]
    black: float = 0.0


def _well_shaped(draw: Callable[[], list[Frame] | None]) -> list[Frame]:
    """The first draw all of whose frames are well shaped."""
    for _ in range(_TRIES):
        frames = draw()
        if frames is not None and all(map(well_shaped, frames)):
            return frames
    raise AssertionError("a layout takes fewer panels than it says")


def _page(
    count: int,
    tree: Callable[[int], Division | None],
    size: tuple[int, int],
    margin: tuple[float, float],
    direction: ReadingDirection,
    manner: Manner,
    rng: random.Random,
) -> DrawnPage:
    """A page of ``count`` panels by trees of so many, one less where an inset is added."""
    page = Box(0, 0, *size)
    inner = PanelCell(Box(margin[0], margin[1], size[0] - margin[0], size[1] - margin[1]))

    def draw() -> list[Frame] | None:
        has_inset = count > 2 and rng.random() < manner.insets
        cells = cells_of(tree(count - has_inset), inner, direction)
        frames = frames_of(cells, page, direction, manner, rng)
        return inset_frames(frames, direction, rng) if has_inset else frames

    return *size, _well_shaped(draw)


_WESTERN = Tiers({1: 0.5, 2: 1.0, 3: 0.7}, most=4, gap_x=14, gap_y=18, stacks=0.25)
_BD = Tiers({1: 0.15, 2: 0.8, 3: 1.0, 4: 0.45}, most=4, gap_x=14, gap_y=18)
_MANGA = Tiers({1: 0.55, 2: 1.0, 3: 0.35}, most=4, gap_x=14, gap_y=34, stacks=0.3)
_HALF_SPREAD = Tiers({1: 0.4, 2: 1.0, 3: 0.4}, most=4, gap_x=14, gap_y=30)
_MANGA_MANNER = Manner(slanted=0.65, unbordered=0.16, bleeding=0.75, overlaps=0.22, insets=0.08)
_SPREAD_MANNER = Manner(slanted=0.5, unbordered=0.14, bleeding=0.75, overlaps=0.15, insets=0.05)


def western(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """Tiers of one to three panels, read from left to right; a panel alone is a splash."""
    return _page(
        count,
        lambda number: tiers_tree(_WESTERN, number, measure, rng),
        (1000, 1400),
        (44, 44),
        "ltr",
        Manner(unbordered=0.04),
        rng,
    )


def bande_dessinee(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """Three or four dense tiers, read from left to right."""
    return _page(
        count,
        lambda number: tiers_tree(_BD, number, measure, rng),
        (1100, 1450),
        (52, 52),
        "ltr",
        Manner(unbordered=0.05),
        rng,
    )


def right_to_left(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """A manga page: slanted, overlapping and bleeding panels, gaps between tiers wide."""
    return _page(
        count,
        lambda number: tiers_tree(_MANGA, number, measure, rng),
        (1000, 1400),
        (50, 56),
        "rtl",
        _MANGA_MANNER,
        rng,
    )


def spread(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """Two facing manga pages, the right one read first; a tier may go across the fold."""
    return _page(
        count,
        lambda number: _spread_tree(number, measure, rng),
        (2000, 1400),
        (50, 56),
        "rtl",
        _SPREAD_MANNER,
        rng,
    )


def _spread_tree(count: int, measure: Measure, rng: random.Random) -> Division | None:
    across = rng.choice((1, 2))
    if count <= across:
        return None if count == 1 else _across(count, measure, rng)
    if rng.random() < 0.4:
        return _facing(count, measure, rng, most=4)
    before = _panels_before(count - across, rng)
    after = count - across - before
    inside = before > 0 and after > 0
    high = rng.uniform(2.0, 2.3) if inside and across == 1 else rng.uniform(0.95, 1.3)
    rooms = [
        (1.0, _facing(before, measure, rng, most=3) if before else None),
        (high, _across(across, measure, rng)),
        (1.0, _facing(after, measure, rng, most=3) if after else None),
    ]
    if not inside:
        rooms.pop(0 if before == 0 else 2)
    # Wider than the gutters of the facing pages, so that it parts them before those are read.
    return Division("tiers", tuple(rooms), _HALF_SPREAD.gap_y * 3 // 2)


def _panels_before(others: int, rng: random.Random) -> int:
    """How many of the other panels come before a tier across the fold: any number is as likely.

    One panel alone would be another tier across the fold; it gets a second beside it.
    """
    before = rng.randrange(others + 1)
    if others >= 4 and before in (1, others - 1):
        return 2 if before == 1 else others - 2
    return before


def _across(count: int, measure: Measure, rng: random.Random) -> Division | None:
    """A tier that the fold cuts through one panel of, never near a gutter."""
    if count == 1:
        return None
    narrow = 0.28 + 0.2 * (measure.shares[2][0] - 0.36)
    shares = rng.sample((narrow, 1 - narrow), 2)
    return Division("columns", tuple((share, None) for share in shares), _HALF_SPREAD.gap_x)


def _facing(count: int, measure: Measure, rng: random.Random, most: int) -> Division | None:
    """The tiers of two facing pages; one panel alone goes across the fold."""
    if count == 1:
        return None
    right = rng.choice((count // 2, count - count // 2))
    pages = (tiers_tree(_HALF_SPREAD, n, measure, rng, most) for n in (right, count - right))
    return Division("columns", tuple((1.0, page) for page in pages), gap=84)


def strip(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """One row of up to four panels, as newspapers print it daily."""
    size = (1400 if count > 1 else 720, 450)
    row = Tiers({count: 1.0}, most=1, gap_x=18, gap_y=0)
    return _page(
        count,
        lambda number: tiers_tree(row, number, measure, rng),
        size,
        (26, 26),
        "ltr",
        Manner(unbordered=0.06),
        rng,
    )


def four_panel(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """Yonkoma: columns of up to four equal panels, the right column first.

    Where two columns have one place too many, the last one stays empty. All panels are of one
    size, so nothing of their order is seen in their shapes.
    """
    columns = 1 if count <= 4 else 2
    rows = -(-count // columns)
    wide, high, gap, between, margin = 432.0, 300.0, 18.0, 72.0, 32.0
    width = int(columns * wide + (columns - 1) * between + 2 * margin)
    height = int(rows * high + (rows - 1) * gap + 2 * margin)
    boxes = [
        Box.from_xywh(
            width - margin - wide - column * (wide + between),
            margin + row * (high + gap),
            wide,
            high,
        )
        for column in range(columns)
        for row in range(rows)
    ]
    cells = [PanelCell(box) for box in boxes[:count]]
    frames = frames_of(cells, Box(0, 0, width, height), "rtl", Manner(), rng)
    return width, height, frames


def scroll(count: int, measure: Measure, rng: random.Random) -> DrawnPage:
    """A webtoon: one column read downwards, wide gaps, some panels as wide as the screen."""
    width, y = 800, 0.0
    frames: list[Frame] = []
    for _ in range(count):
        y += rng.choice((48.0, 70.0, 110.0, 190.0))
        kind = rng.choices(("full", "framed", "aside"), (0.3, 0.45, 0.25))[0]
        wide = {"full": 800.0, "framed": 712.0, "aside": 520.0}[kind]
        high = rng.choice((330.0, 420.0, 520.0, 640.0)) * rng.uniform(0.94, 1.06)
        left = rng.choice((44.0, width - 44.0 - wide)) if kind == "aside" else (width - wide) / 2
        box = Box.from_xywh(left, y, wide, round(high, 1))
        border = kind != "full" and rng.random() < 0.75
        frames.append(Frame(_square(box), border, bleed=kind == "full"))
        y = box.y1
    return width, round(y + 60), frames


def _square(box: Box) -> tuple[tuple[float, float], ...]:
    return (box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)


_KNOWN = (
    LayoutStyle(
        "western",
        "tiers of one to three panels, splash panels, sometimes black gutters",
        "ltr",
        "single",
        8,
        24,
        western,
        black=0.15,
    ),
    LayoutStyle(
        "rtl",
        "right-to-left manga: slanted gutters, overlapping, bleeding and inset panels",
        "rtl",
        "single",
        7,
        24,
        right_to_left,
        black=0.06,
    ),
    LayoutStyle(
        "spread",
        "two facing manga pages, some panels across the fold",
        "rtl",
        "spread",
        12,
        24,
        spread,
    ),
    LayoutStyle(
        "four_panel",
        "yonkoma: columns of four panels, the right one first",
        "rtl",
        "single",
        8,
        19,
        four_panel,
    ),
    LayoutStyle(
        "strip", "a daily strip: one row of up to four panels", "ltr", "strip", 4, 20, strip
    ),
    LayoutStyle(
        "bd", "bande dessinée: three or four dense tiers", "ltr", "single", 12, 19, bande_dessinee
    ),
    LayoutStyle(
        "scroll", "a webtoon: one long column with wide gaps", "ttb", "scroll", 12, 26, scroll
    ),
)
LAYOUTS: dict[str, LayoutStyle] = {layout.name: layout for layout in _KNOWN}
