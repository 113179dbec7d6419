"""Migi kara: caterpillars and children; drawn for reading from the right."""

from __future__ import annotations

from functools import partial

from sample_comic.figures import (
    cat,
    face,
    ground,
    person,
    start_lines,
    strokes,
)
from sample_comic.page import Cut, Shot, Story
from sample_comic.pen import Pen


def butterfly() -> Story:
    """Leaf after leaf, a sleep, wings."""
    shots = (
        Shot((0, -40, 260, 210), _eggs),
        Shot((0, -40, 260, 210), partial(_caterpillar, bites=2, start=10, count=4, fat=1.0)),
        Shot((0, -30, 240, 210), partial(_caterpillar, bites=5, start=40, count=6, fat=1.7)),
        Shot((0, 0, 200, 330), _cocoon),
        Shot((0, -30, 360, 330), _hatched),
    )
    night = Cut((1, 1.7), True, tilt=26)
    layout = Cut((0.8, 0.8, 1.35), children=(Cut((1, 1.2), True, tilt=20), None, night), tilt=16)
    return Story("butterfly", layout, shots)


def _eggs(p: Pen) -> None:
    _leaf(p.at(0, -10), 0)
    for x, y in ((-20, -34), (-2, -40), (14, -33)):
        p.oval(x, y, 8, 10, "white")
    start_lines(p, -2, -40, 26, 10)


def _caterpillar(p: Pen, bites: int, start: float, count: int, fat: float) -> None:
    _leaf(p.at(0, -10), bites)
    r = 13 * fat
    for n in reversed(range(count)):
        x, y = start - (count - n) * r * 1.25 + 62, -40 - r * (0.5 + (n % 2) * 0.35)
        p.disc(x, y, r, "grey" if n % 2 else "white")
    x, y, r = start - count * r * 1.25 + 58, -56 - 6 * fat, 17 * fat**0.8
    for side in (-1, 1):
        p.curve([(x + side * 6, y - r + 3), (x + side * 12, y - r - 12)], "ink", 1.2)
        p.disc(x + side * 12, y - r - 13, 3, "ink", 0)
    p.disc(x, y, r, "white")
    face(p.at(x - 3, y, r / 21), "smile" if bites < 3 else "bliss")


def _cocoon(p: Pen) -> None:
    p.fill("night")
    for n in range(16):
        p.disc((n * 0.618034 % 1) * 240 - 120, n * 24 - 190, 2, "white", 0)
    p.line([(-260, -110), (260, -122)], "white", 3.4)
    p.line([(0, -112), (0, -84)], "white", 1.2)
    right = [(30, -50), (34, 10), (14, 66)]
    p.blob([(0, -92), *right, (0, 84), *[(-x, y) for x, y in reversed(right)]], "wood")
    for y in (-44, -12, 20, 50):
        p.arc(0, y - 16, 32 - abs(y - 4) * 0.16, 14, 20, 160)


def _hatched(p: Pen) -> None:
    p.line([(-260, -120), (-40, -126), (120, -150), (300, -146)], "bark", 5)
    p.line([(90, -138), (90, -104)])
    torn = [(112, -20), (102, -34), (92, -14), (84, -32), (70, -18)]
    p.shape([(74, -104), (106, -104), *torn], "wood")
    _wings(p.at(-48, -34, 1.15, 14))
    _leaf(p.at(-120, 110, 0.8), 0)


def _leaf(q: Pen, bites: int) -> None:
    q.line([(130, 40), (230, 70)], "ink", 2)
    q.blob([(-130, 0), (-70, -32), (30, -30), (132, 40), (30, 62), (-70, 46)], "leaf")
    q.curve([(-120, 0), (0, 10), (130, 40)], "white", 1)
    for x in (-70, -20, 30):
        q.line([(x, 6 + x * 0.06), (x + 24, 34 + x * 0.08)], "white", 0.8)
    for number in range(bites):
        x, y, r = ((-112, 34, 34), (-62, 60, 26), (-10, 66, 26), (40, 72, 24), (86, 68, 26))[number]
        q.disc(x, y, r, "white", 0)
        q.arc(x, y, r, r, *((265, 370), (190, 350), (190, 350), (190, 350), (190, 320))[number])


def _wings(q: Pen) -> None:
    for side in (-1, 1):
        q.blob(
            [(side * 6, -6), (side * 40, -66), (side * 98, -72), (side * 92, -18), (side * 40, 4)],
            "ink",
        )
        q.blob(
            [(side * 6, 2), (side * 58, 10), (side * 74, 44), (side * 42, 66), (side * 12, 30)],
            "ink",
        )
        q.blob(
            [
                (side * 24, -20),
                (side * 48, -54),
                (side * 84, -56),
                (side * 78, -26),
                (side * 44, -10),
            ],
            "orange",
        )
        q.blob([(side * 22, 14), (side * 52, 20), (side * 60, 40), (side * 40, 52)], "white")
        q.curve([(side * 3, -34), (side * 10, -56), (side * 22, -62)], "ink", 1.1)
    q.oval(0, 2, 8, 38, "white")
    for y in (6, 18, 28):
        q.line([(-6, y), (6, y)])
    q.disc(0, -38, 13, "white")
    face(q.at(0, -38, 0.62), "smile")


def tower() -> Story:
    """How high, and who else is in the room."""
    shots = (
        Shot((0, -75, 260, 220), partial(_blocks, count=1)),
        Shot((0, -85, 260, 230), partial(_blocks, count=3)),
        Shot((-20, -110, 260, 290), partial(_blocks, count=6)),
        Shot((40, -100, 330, 280), partial(_blocks, count=6, cat_at=158)),
        Shot((0, -105, 280, 280), partial(_blocks, count=6, cat_at=78)),
        Shot((30, -50, 460, 225), partial(_blocks, count=0, cat_at=200)),
    )
    layout = Cut(
        (0.8, 1, 1),
        children=(Cut((1, 1), True, tilt=16), Cut((1, 1.25, 1.1), True, tilt=16), None),
        tilt=14,
    )
    return Story("tower", layout, shots)


def _blocks(p: Pen, count: int, cat_at: float | None = None) -> None:
    p.fill("white")
    p.box(-400, -300, 400, -190, "sky", 0)
    p.line([(-400, -190), (400, -190)])
    ground(p, 0, "wood")
    tips = cat_at == 78
    mood = {1: "smile", 3: "happy", 6: "effort", 0: "sad"}[count]
    if cat_at is not None and count:
        mood = "worried" if not tips else "surprised"
    reach = {1: (24, -30), 3: (26, -50), 6: (26, -66), 0: (19, -27)}[count]
    person(
        p,
        -70,
        30,
        150,
        mood=mood,
        look=0.7,
        hair="spiky",
        hair_colour="ink",
        top="red",
        legs="white",
        hands=((-19, -27), reach if not cat_at else (24, -56) if count else (19, -27)),
    )
    fills = ("white", "stone", "grey", "ink", "white", "orange")
    for n in range(count):
        q = p.at(
            20 + (n % 2) * 4 - (n * n * 1.9 if tips else 0), 20 - n * 38, 1, -n * 4 if tips else 0
        )
        q.box(-21, -38, 21, 0, fills[n])
        if fills[n] == "white":
            q.disc(0, -19, 8, "red")
    if count == 0:
        spots = (
            (-130, 50, 20),
            (-10, 30, -15),
            (40, 52, 40),
            (90, 26, 0),
            (-20, 66, 70),
            (140, 60, 15),
        )
        for (x, y, turn), fill in zip(spots, fills, strict=True):
            q = p.at(x, y, 1, turn)
            q.box(-21, -38, 21, 0, fill)
            if fill == "white":
                q.disc(0, -19, 8, "red")
        strokes(p, [((-24, -36), (-34, -54)), ((30, -30), (34, -52)), ((84, -40), (98, -56))])
    if tips:
        strokes(p, [((52, -150), (70, -160)), ((56, -120), (74, -124)), ((46, -180), (62, -196))])
    if cat_at is not None:
        cat(p, cat_at, 34, 92, fur="ink", mood="smile" if count else "bliss", flip=tips)
