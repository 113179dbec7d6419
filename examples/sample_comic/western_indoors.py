"""Little Changes: at the table and in the parlour."""

from __future__ import annotations

from functools import partial

from sample_comic.figures import (
    burst,
    ground,
    person,
    shadow,
    strokes,
)
from sample_comic.page import Shot, Story, rows
from sample_comic.pen import Pen, arc_points


def balloon() -> Story:
    """One breath too many."""
    shots = (
        Shot((30, -104, 420, 260), partial(_balloon, size=20, mood="smile")),
        Shot((5, -112, 260, 260), partial(_balloon, size=40, mood="blow")),
        Shot((45, -120, 310, 290), partial(_balloon, size=78, mood="effort")),
        Shot((30, -115, 560, 310), partial(_balloon, size=0, mood="surprised")),
    )
    return Story("balloon", rows(1, (1, 1.25), 1, heights=(0.9, 1.1, 1.1)), shots)


def _balloon(p: Pen, size: float, mood: str) -> None:
    p.fill("glow" if size else "cream")
    ground(p, 0, "wood")
    if not size:
        burst(p, 118, -125, 72, 118, "yellow", 12)
        burst(p, 118, -125, 34, 62, "orange", 10)
        for x, y, turn in ((40, -210, 20), (215, -190, 80), (205, -60, 150), (60, -50, 40)):
            p.at(x, y, 1.2, turn).blob([(0, -12), (10, -2), (4, 10), (-10, 8), (-8, -4)], "red")
        strokes(p, [((-150, -200), (-120, -188)), ((-160, -150), (-128, -148))])
    shadow(p, -45, 14, 50, "tan")
    held = size == 20
    person(
        p,
        -45,
        10,
        200,
        mood=mood,
        look=0.7,
        hair="tails",
        hair_colour="bark",
        top="teal",
        legs="orange",
        turn=0 if size else -9,
        hands_in_front=bool(size),
        hands=((16, -46 if held else -56), (26, -46 if held else -60))
        if size
        else ((-32, -62), (30, -64)),
    )
    if size:
        tip = (4, -125) if not held else (18, -95)
        _rubber(p, *tip, size)


def _rubber(p: Pen, x: float, y: float, size: float) -> None:
    q = p.at(x, y, 1, 80 if size > 20 else 150)
    q.shape([(-5, 2), (5, 2), (2, -8), (-2, -8)], "red")
    q.blob(
        [
            (0, -7),
            (size * 0.85, -size * 1.1),
            (size * 0.6, -size * 1.9),
            (0, -size * 2.2),
            (-size * 0.6, -size * 1.9),
            (-size * 0.85, -size * 1.1),
        ],
        "red",
    )
    q.blob(
        [(-size * 0.5, -size * 1.2), (-size * 0.38, -size * 1.6), (-size * 0.26, -size * 1.2)],
        "pink",
        0,
    )


def candle() -> Story:
    """A book that is longer than a candle."""
    stages = ((1.0, "smile", 0.1), (0.62, "surprised", 0.45), (0.25, "worried", 0.8), (0, "", 1))
    shots = tuple(
        Shot((0, -86, 520, 205), partial(_candle, left=left, mood=mood, read=read))
        for left, mood, read in stages
    )
    return Story("candle", rows(1, 1, 1, 1), shots)


def _candle(p: Pen, left: float, mood: str, read: float) -> None:
    if not mood:
        p.fill("deep")
        q = p.at(95, -98, 2)
        for x in (-8, 8):
            q.oval(x, 0, 5, 6, "white", 0)
            q.disc(x - 1, 0, 2.4, "ink", 0)
        for n, (x, y) in enumerate(((-120, -50), (-112, -72), (-126, -92), (-116, -112))):
            p.oval(x, y, 5 + n * 2, 4 + n, "night", 0)
        return
    p.fill("night")
    height = 90 * left
    p.disc(-120, -60 - height, 100 + 60 * left, "purple", 0)
    p.disc(-120, -60 - height, 62 + 40 * left, "dusk", 0)
    person(
        p,
        105,
        46,
        200,
        mood=mood,
        look=-0.6,
        hair="short",
        hair_colour="bark",
        top="teal",
        hands=((-20, -39), (16, -37)),
    )
    q = p.at(92, -30)
    turned = 10 * read
    for side, thick in ((-1, 4 + turned), (1, 16 - turned)):
        q.shape([(0, -6), (side * 52, -18), (side * 56, 24), (0, 34)], "red")
        q.shape([(0, -10), (side * 48, -22), (side * 52, 14 + thick / 2), (0, 28)], "cream")
    ground(p, 0, "brown")
    p.oval(-120, 2, 46, 10, "yellow")
    p.box(-136, -6 - height, -104, 0, "cream")
    p.blob(
        [
            (-136, -6 - height),
            (-120, -12 - height),
            (-104, -6 - height),
            (-103, 6 - height),
            (-110, 4 - height),
            (-122, 0 - height),
            (-134, 10 - height),
        ],
        "cream",
    )
    p.line([(-120, -10 - height), (-120, -22 - height)], "ink")
    p.blob(
        [(-120, -58 - height), (-107, -30 - height), (-120, -17 - height), (-133, -30 - height)],
        "orange",
    )
    p.blob(
        [(-120, -42 - height), (-114, -28 - height), (-120, -20 - height), (-126, -28 - height)],
        "yellow",
        0,
    )


def cake() -> Story:
    """Six slices, then seven, then none."""
    moods = ("smile", "full", "bliss", "full", "happy", "full", "flat", "asleep")
    shots = tuple(
        Shot(
            (0, -66, 250, 212) if number not in (2, 5) else (-4, -80, 190, 165),
            partial(_cake, gone=number, mood=mood),
        )
        for number, mood in enumerate(moods)
    )
    return Story("cake", rows(2, 2, 2, 2), shots)


def _cake(p: Pen, gone: int, mood: str) -> None:
    p.fill("pink" if gone % 2 == 0 else "cream")
    belly = min(gone, 7) / 7
    q = p.at(-10, 60)
    person(
        q,
        0,
        0,
        180,
        mood=mood,
        look=0.1 if gone < 6 else -0.2,
        hair="spiky",
        top="blue",
        hair_colour="orange",
        hands=((-24, -34), (24, -36)),
    )
    if belly > 0.4:
        q.oval(0, -62, 26 + 14 * belly, 24 + 12 * belly, "blue")
    ground(p, 0, "wood")
    if gone < 7:
        _slices(p.at(0, -2), 7 - gone)
    else:
        p.oval(0, 12, 74, 14, "white")
        for x, y in ((-20, 10), (14, 14), (30, 8)):
            p.disc(x, y, 2.4, "brown", 0)
    if gone == 7:
        p.disc(46, -128, 7, "white", 0.8)
        p.disc(60, -146, 4, "white", 0.8)


def _slices(q: Pen, left: int) -> None:
    """A cake seen from the front and a little above; it is cut open towards the viewer."""
    q.oval(0, 14, 86, 20, "white")
    slice_angle = 360 / 7
    gap = slice_angle * (7 - left)
    start, end = 90 + gap / 2, 450 - gap / 2
    rim = arc_points(0, -30, 68, 20, start, end)
    if left < 7:
        for x, y in (rim[0], rim[-1]):
            q.shape([(0, -30), (x, y), (x, y + 40), (0, 10)], "yellow")
            q.line([(0, -10), (x, y + 20)], "red", 1.3)
    walls = [(start, 180), (360, end)] if left < 7 else [(0, 180)]
    for first, last in walls:
        if first < last:
            edge = arc_points(0, -30, 68, 20, first, last)
            q.shape([*edge, *[(x, y + 40) for x, y in reversed(edge)]], "brown")
            q.line([(x, y + 20) for x, y in edge], "cream", 1.6)
    q.shape(rim if left == 7 else [(0, -30), *rim], "white")
    for number in range(left):
        ((x, y), *_) = arc_points(0, -30, 44, 13, start + slice_angle * (number + 0.5), end)
        q.disc(x, y - 5, 7, "red", 0.9)
