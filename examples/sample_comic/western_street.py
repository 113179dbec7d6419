"""Little Changes: windows, letters, buckets."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from sample_comic.figures import (
    burst,
    cloud,
    ground,
    person,
    shadow,
    start_lines,
    strokes,
    tree,
)
from sample_comic.page import Shot, Story, rows
from sample_comic.pen import Pen


def ball() -> Story:
    """A ball, a window, and who lives behind it."""
    shots = (
        Shot((0, -85, 260, 250), _ball_ready),
        Shot((30, -95, 300, 260), _ball_kicked),
        Shot((0, -170, 760, 380), _ball_flies),
        Shot((0, -130, 230, 240), partial(_window, broken=True)),
        Shot((0, -130, 230, 240), partial(_window, broken=True, owner=True)),
    )
    return Story("ball", rows(2, 1, 2, heights=(1, 1.1, 1.25)), shots)


def _kid(p: Pen, x: float, **how: Any) -> None:
    person(p, x, 12, 170, hair="spiky", hair_colour="bark", top="red", legs="blue", **how)


def _football(p: Pen, x: float, y: float, r: float = 17) -> None:
    p.disc(x, y, r, "white")
    p.shape(
        [
            (x + r * 0.45 * math.sin(a), y - r * 0.45 * math.cos(a))
            for a in (0, 1.257, 2.513, 3.77, 5.027)
        ],
        "ink",
        0,
    )
    for a in (0, 1.257, 2.513, 3.77, 5.027):
        s, c = math.sin(a), math.cos(a)
        p.finer(0.6).line([(x + r * 0.45 * s, y - r * 0.45 * c), (x + r * s, y - r * c)])


def _lawn(p: Pen) -> None:
    p.fill("sky")
    cloud(p, 90, -195, 70)
    tree(p, -330, 0, 190)
    ground(p, 0)


def _ball_ready(p: Pen) -> None:
    _lawn(p)
    shadow(p, -30, 16, 40)
    shadow(p, 55, 16, 20)
    _kid(p, -30, mood="smile", look=0.8, feet=((-14, -6), (8, -3)))
    _football(p, 55, 0)


def _ball_kicked(p: Pen) -> None:
    _lawn(p)
    shadow(p, -40, 16, 40)
    burst(p, 62, -30, 20, 38, "yellow", 9)
    _kid(
        p,
        -40,
        mood="effort",
        look=0.8,
        turn=-8,
        feet=((-10, -2), (36, -20)),
        hands=((-36, -50), (28, -62)),
    )
    _football(p, 105, -72)
    strokes(p, [((70, -58), (84, -63)), ((74, -44), (92, -54))])


def _house(p: Pen) -> None:
    p.box(150, -250, 460, 6, "wall")
    p.shape([(125, -248), (160, -330), (480, -330), (480, -248)], "red")
    _panes(p.at(255, -90, 0.75), False)


def _ball_flies(p: Pen) -> None:
    p.fill("sky")
    cloud(p, -60, -290, 90)
    cloud(p, -330, -250, 70)
    ground(p, 0)
    _house(p)
    shadow(p, -270, 16, 36)
    _kid(p, -270, mood="surprised", look=0.9, hands=((-28, -62), (28, -62)))
    p.finer(0.8).curve([(-215, -70), (-120, -190), (0, -235), (85, -205)], "white", 2)
    _football(p, 110, -195, 20)


def _panes(q: Pen, broken: bool) -> None:
    """A window 120 wide and 130 high whose sill is 20 below the origin."""
    q.box(-68, -118, 68, 18, "white")
    q.box(-58, -108, 58, 8, "water" if not broken else "deep")
    if not broken:
        q.line([(-40, -60), (-10, -95)], "white", 1.4)
    else:
        q.shape([(-58, -108), (-20, -108), (-34, -80), (-12, -62), (-58, -50)], "water")
        q.shape([(58, -108), (30, -108), (24, -84), (40, -66), (58, -74)], "water")
        q.shape([(-58, 8), (-58, -22), (-38, -16), (-24, 8)], "water")
        q.shape([(58, 8), (58, -26), (34, -18), (22, 8)], "water")
    q.box(-78, 16, 78, 30, "wood")


def _window(p: Pen, broken: bool, owner: bool = False) -> None:
    p.fill("wall")
    for y in range(-300, 60, 26):
        for x in range(-260, 260, 60):
            p.finer(0.45).line([(x + (y % 52) * 0.6, y), (x + 26 + (y % 52) * 0.6, y)], "wood")
    q = p.at(0, -85, 1.35)
    _panes(q, broken)
    if not owner:
        for x, y, turn in (
            (-88, 16, 20),
            (92, -8, 60),
            (-30, 40, 75),
            (66, 46, 10),
            (-96, -90, 40),
        ):
            q.at(x, y, 1, turn).shape([(0, -10), (7, 6), (-7, 4)], "ice")
        burst(q, 4, -48, 24, 38, "yellow", 9)
        _football(q, 4, -48, 13)
        return
    person(
        q,
        0,
        50,
        122,
        mood="angry",
        look=-0.6,
        hair="bald",
        hair_colour="grey",
        top="teal",
        hands=((-26, -62), (20, -52)),
    )
    q.box(-66, 28, 66, 70, "wall", 0)
    q.box(-78, 16, 78, 30, "wood")
    _football(q, 26, -26, 13)
    start_lines(q, 0, -52, 40, 10)


def letter() -> Story:
    """Written, posted, carried, read."""
    cameras = (
        (0, -82, 250, 215),
        (0, -10, 150, 110),
        (10, -100, 300, 250),
        (0, -85, 380, 230),
        (10, -110, 300, 260),
        (0, -105, 250, 230),
    )
    drawers = (_writing, _envelope, _posting, _driving, _ringing, _reading)
    shots = tuple(Shot(c, d) for c, d in zip(cameras, drawers, strict=True))
    return Story("letter", rows((1.4, 1), (1, 1.4), (1.1, 1)), shots)


BOY: dict[str, Any] = {
    "hair": "short",
    "hair_colour": "bark",
    "top": "yellow",
    "legs": "teal",
    "skin": "tan",
}


GRAN: dict[str, Any] = {
    "hair": "bun",
    "hair_colour": "grey",
    "top": "purple",
    "legs": "blue",
    "skin": "tan",
}


def _writing(p: Pen) -> None:
    p.fill("cream")
    p.box(60, -170, 150, -80, "sky")
    p.line([(105, -170), (105, -80)])
    person(p, -20, 56, 190, mood="smile", look=0.3, hands=((-20, -36), (24, -38)), **BOY)
    ground(p, 0, "wood")
    p.shape([(-40, 8), (40, 8), (48, 30), (-48, 30)], "white")
    for y in (14, 19):
        p.finer(0.6).line([(-28, y), (20 - (y - 14) * 6, y)])
    p.line([(18, 16), (40, -28)], "red", 2)


def _letter(q: Pen, sealed: bool = True) -> None:
    q.box(-40, -26, 40, 26, "white")
    q.line([(-40, -26), (0, 6), (40, -26)])
    if sealed:
        q.disc(0, 4, 8, "red")


def _envelope(p: Pen) -> None:
    p.fill("wood")
    _letter(p.at(0, -12, 1.2, -6))
    for side in (-1, 1):
        p.limb([(side * 110, 40), (side * 76, 20), (side * 58, 2)], 20, "yellow")
        p.disc(side * 54, -2, 13, "tan")


def _posting(p: Pen) -> None:
    p.fill("sky")
    cloud(p, -110, -190, 70)
    p.box(-400, -60, 400, 4, "leaf")
    ground(p, 0, "grey")
    p.box(70, -30, 86, 10, "stone")
    p.box(34, -150, 122, -30, "red", r=14)
    p.box(46, -124, 110, -110, "ink", r=5)
    p.box(56, -90, 100, -60, "white")
    shadow(p, -45, 16, 44, "stone")
    person(p, -45, 12, 180, mood="happy", look=0.9, hands=((-19, -27), (34, -60)), **BOY)
    _letter(p.at(36, -112, 0.5, 12))


def _driving(p: Pen) -> None:
    p.fill("dusk")
    p.blob([(-900, 90), (-300, -40), (-60, -90), (160, -30), (330, -80), (900, 90)], "purple")
    tree(p, 185, -6, 110, "pine")
    ground(p, 0, "grey")
    for x in range(-300, 300, 90):
        p.line([(x, 34), (x + 40, 34)], "white", 2)
    p.shape([(50, -100), (100, -100), (122, -56), (130, -50), (130, 0), (50, 0)], "red")
    p.shape([(66, -88), (94, -88), (108, -56), (66, -56)], "ice")
    p.box(-90, -130, 52, 0, "yellow")
    _letter(p.at(-20, -68, 0.8))
    for x in (-56, 94):
        p.disc(x, 2, 22, "ink")
        p.disc(x, 2, 9, "grey")
    strokes(
        p, [((-150, -110), (-110, -110)), ((-170, -70), (-112, -70)), ((-150, -30), (-112, -30))]
    )


def _ringing(p: Pen) -> None:
    p.fill("wall")
    for y in range(-300, 0, 30):
        p.finer(0.45).line([(-400, y), (400, y)], "wood")
    p.box(20, -190, 130, 10, "teal")
    p.box(34, -176, 116, -110, "pine", 0.8)
    p.disc(36, -84, 6, "yellow")
    ground(p, 10, "stone")
    person(
        p,
        -48,
        26,
        190,
        mood="smile",
        look=0.8,
        hair="cap",
        hair_colour="blue",
        top="blue",
        legs="night",
        hands=((-19, -27), (32, -46)),
    )
    p.blob([(-92, -62), (-62, -62), (-58, -22), (-96, -22)], "brown")
    _letter(p.at(24, -66, 0.5, -6))


def _reading(p: Pen) -> None:
    p.fill("cream")
    p.box(-200, -200, -70, -90, "sky")
    p.blob([(-86, 60), (-96, -90), (-60, -136), (60, -136), (96, -90), (86, 60)], "red")
    person(p, 0, 52, 190, mood="bliss", hands=((-15, -42), (15, -42)), **GRAN)
    p.at(0, -34, 1, 4).shape([(-34, -24), (34, -24), (36, 26), (-36, 26)], "white")
    _heart(p.at(0, -34, 1.2))
    _heart(p.at(-74, -150, 1))
    _heart(p.at(80, -160, 1.3, 14))


def _heart(q: Pen) -> None:
    points = [(0.0, 14.0)]
    for n in range(1, 30):
        t = 2 * math.pi * n / 30 + math.pi
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((x * 0.8, -y * 0.8))
    q.shape(points, "blush")
