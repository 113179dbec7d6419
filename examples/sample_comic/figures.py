"""Who and what appears in more than one story."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sample_comic.pen import Pen, Point, arc_points

Hands = tuple[Point, Point]


def person(
    p: Pen,
    x: float,
    y: float,
    height: float = 200,
    *,
    mood: str = "smile",
    look: float = 0,
    hair: str = "short",
    hair_colour: str = "brown",
    top: str = "red",
    legs: str = "blue",
    skin: str = "skin",
    hands: Hands = ((-19, -27), (19, -27)),
    feet: Hands = ((-8, -3), (8, -3)),
    hands_in_front: bool = False,
    hip: float = -24,
    turn: float = 0,
) -> None:
    """A figure whose feet stand at a point; 93 units of its own make its height.

    ``look`` from -1 (left) to 1 (right); hands and feet in the figure's units around that point.
    """
    q = p.at(x, y, height / 93, turn)
    for side, foot in zip((-1, 1), feet, strict=True):
        knee = ((side * 6 + foot[0]) / 2 + look * 1.5, (hip + foot[1]) / 2)
        q.limb([(side * 6, hip), knee, foot], 7, legs)
        q.oval(foot[0] + (look or side * 0.4) * 2.4, foot[1] + 0.8, 6.4, 4, "bark")
    shoulder = hip - 25
    q.blob(
        [
            (-10, shoulder - 3),
            (0, shoulder - 5),
            (10, shoulder - 3),
            (14, hip),
            (13, hip + 4),
            (0, hip + 6),
            (-13, hip + 4),
            (-14, hip),
        ],
        top,
    )
    if not hands_in_front:
        _arms(q, hands, shoulder, top, skin)
    head(q.at(look * 1.5, hip - 47), mood, look, hair, hair_colour, skin)
    if hands_in_front:
        _arms(q, hands, shoulder, top, skin)


def _arms(q: Pen, hands: Hands, shoulder: float, top: str, skin: str) -> None:
    for side, (hx, hy) in zip((-1, 1), hands, strict=True):
        sx, sy = side * 11, shoulder + 2
        reach = math.hypot(hx - sx, hy - sy)
        bend = max(0.0, 26 - reach) * 0.55
        elbow = ((sx + hx) / 2 + side * bend, (sy + hy) / 2 + bend * 0.7)
        q.limb([(sx, sy), elbow, (hx, hy)], 6, top)
        q.disc(hx, hy, 4.3, skin)


def head(
    q: Pen,
    mood: str,
    look: float = 0,
    hair: str = "short",
    colour: str = "brown",
    skin: str = "skin",
) -> None:
    """A head of radius 21 around the origin."""
    if hair == "long":
        q.blob([(-23, -8), (0, -25), (23, -8), (26, 20), (14, 27), (-14, 27), (-26, 20)], colour)
    elif hair == "bun":
        q.disc(-look * 7, -25, 9, colour)
    elif hair == "tails":
        for side in (-1, 1):
            q.oval(side * 24, 0, 7, 11, colour)
    for side in (-1, 1):
        if hair != "long":
            q.disc(side * 20.5 - look * 3, 3, 4, skin)
    q.oval(0, 0, 21, 20.5, skin)
    for side in (-1, 1):
        q.oval(look * 6 + side * 13, 7.5, 3.6, 2.4, "pink", 0)
    face(q.at(look * 6, 1), mood)
    _hair(q, hair, colour, look)


def _hair(q: Pen, hair: str, colour: str, look: float) -> None:
    if hair == "bald":
        for side in (-1, 1):
            q.blob([(side * 18, -9), (side * 23, -4), (side * 22, 6), (side * 17.5, 3)], colour)
        return
    top = arc_points(0, 0, 22, 22, 186, 354)
    x = look * 5
    if hair == "cap":
        q.shape([*arc_points(0, -4, 22, 19, 184, 356), (0, -8)], colour)
        side = 1 if look >= 0 else -1
        q.blob([(side * 3, -9), (side * 32, -8), (side * 31, -3), (side * 3, -3)], colour)
    elif hair == "spiky":
        spikes: list[Point] = [
            (-21, -2),
            (-29, -12),
            (-19, -14),
            (-21, -27),
            (-9, -20),
            (-3, -32),
            (4, -21),
        ]
        spikes += [(15, -29), (15, -17), (28, -15), (21, -2), (14 + x, -10), (8 + x, -5)]
        q.shape([*spikes, (x, -12), (x - 8, -5), (x - 13, -10)], colour)
    else:
        fringe = [(17 + x / 2, -7), (10 + x, -11), (2 + x, -8), (-6 + x, -12), (-15 + x / 2, -6)]
        q.shape([*top, *fringe], colour)


def face(q: Pen, mood: str) -> None:
    """Eyes, brows and mouth around the middle of a face."""
    thin = q.finer(0.8)
    for side in (-1, 1):
        x = side * 7.5
        if mood in ("happy", "asleep", "bliss"):
            down = mood == "asleep"
            thin.arc(x, 0 if not down else -2, 3.4, 3.2, *((20, 160) if down else (200, 340)))
        elif mood == "effort":
            thin.line([(x - 3 * side, -3), (x + 2 * side, 0), (x - 3 * side, 3)])
        else:
            tall = 4.6 if mood == "surprised" else 3.6
            q.oval(x, 0, 2.5, tall, "ink", 0)
            q.disc(x + 0.8, -tall * 0.4, 0.9, "white", 0)
        brow = {"angry": 3.0, "sad": -2.6, "surprised": 0.01, "worried": -2.2}.get(mood)
        if brow is not None:
            high = -9.5 if mood == "surprised" else -7
            thin.line([(x - side * 4, high + brow), (x + side * 3.5, high - brow / 2)])
    _mouth(q, thin, mood)


def _mouth(q: Pen, thin: Pen, mood: str) -> None:
    if mood in ("smile", "asleep"):
        thin.arc(0, 5.5, 4.5, 4, 20, 160)
    elif mood in ("happy", "bliss"):
        q.shape(arc_points(0, 6, 6, 7, 0, 180), "red", 0.8)
    elif mood in ("sad", "worried"):
        thin.arc(0, 13, 5, 4, 210, 330)
    elif mood == "angry":
        thin.line([(-5, 11), (-2, 8.5), (2, 10.5), (5, 8.5)])
    elif mood == "surprised":
        q.oval(0, 10, 3, 4, "bark", 0.8)
    elif mood == "effort":
        q.box(-5, 7, 5, 12, "white", 0.8, 2)
    elif mood == "blow":
        q.oval(0, 9, 2.2, 2.2, "bark", 0.8)
        for side in (-1, 1):
            thin.arc(side * 11, 8, 5, 5, -60 if side > 0 else 120, 60 if side > 0 else 240)
    elif mood == "full":
        q.oval(0, 9.5, 7, 4.5, "white", 0.8)
    else:
        thin.line([(-4, 9), (4, 9)])


def cat(
    p: Pen,
    x: float,
    y: float,
    height: float = 90,
    *,
    fur: str = "orange",
    mood: str = "smile",
    flip: bool = False,
    wet: bool = False,
) -> None:
    """A sitting cat whose seat is at a point, tail to the right."""
    q = p.at(x, y, height / 80, flip=flip)
    q.limb([(18, -5), (36, -8), (40, -26), (34, -36)], 6, fur)
    q.blob([(-16, 0), (-15, -22), (-8, -38), (8, -38), (19, -20), (21, 0), (0, 3)], fur)
    for foot in (-8, 4):
        q.oval(foot, 0, 6.5, 4, fur)
    ear = -4 if wet else 0
    for side in (-1, 1):
        tip = (side * (21 if not wet else 29), -72 if not wet else -56)
        q.shape([(side * 20, -52), tip, (side * 4, -64 - ear)], fur)
    q.oval(0, -50, 22, 18, fur)
    lines = "white" if fur in ("ink", "deep") else "ink"
    for side in (-1, 1):
        if mood == "smile":
            q.oval(side * 9, -51, 2.8, 3.8, lines, 0)
        elif mood == "shock":
            q.disc(side * 9, -52, 6, "white", 0.8)
            q.disc(side * 9, -52, 1.9, "ink", 0)
        elif mood == "angry":
            q.line([(side * 14, -56), (side * 5, -51)], lines)
            q.oval(side * 9, -49, 2.6, 2.8, lines, 0)
        else:
            q.finer(0.8).line(arc_points(side * 9, -51, 4, 3, 20, 160), lines)
        for at in (-47, -42):
            q.finer(0.5).line([(side * 15, at), (side * 29, at + (at + 45) * 1.2)])
    q.shape([(-2.5, -46), (2.5, -46), (0, -43)], "pink", 0.6)
    if mood == "shock":
        q.oval(0, -38.5, 2.6, 3.2, "bark", 0.7)
    else:
        for side in (-1, 1):
            q.finer(0.7).line(arc_points(side * 3, -42, 3, 2.6, 10, 170), lines)


def bird(
    p: Pen,
    x: float,
    y: float,
    size: float = 60,
    *,
    coat: str = "blue",
    wing: str = "rest",
    flip: bool = False,
    mood: str = "open",
    turn: float = 0,
) -> None:
    """A round bird around a point, looking right; ``wing`` is rest or up."""
    q = p.at(x, y, size / 50, turn, flip)
    q.shape([(-20, 2), (-42, -8), (-40, 8), (-18, 14)], coat)
    q.blob([(-24, 4), (-14, -14), (2, -26), (20, -22), (24, -6), (16, 14), (-4, 20)], coat)
    q.blob([(2, 14), (8, 0), (20, -4), (17, 10), (8, 17)], "cream", 0)
    q.blob([(-24, 4), (-14, -14), (2, -26), (20, -22), (24, -6), (16, 14), (-4, 20)])
    q.shape([(23, -16), (36, -11), (23, -7)], "orange")
    if mood == "asleep":
        q.finer(0.8).arc(13, -15, 4, 3, 20, 160)
    else:
        q.disc(13, -15, 3, "ink", 0)
        q.disc(14, -16.2, 1, "white", 0)
    if wing == "up":
        q.blob([(6, 0), (-8, 8), (-24, -22), (-32, -46), (-12, -40), (0, -22)], coat)
    else:
        q.blob([(6, -4), (-4, 8), (-26, 10), (-12, -8)], coat)


def cloud(p: Pen, x: float, y: float, size: float = 100, fill: str = "white") -> None:
    """A cloud around a point."""
    q = p.at(x, y, size / 100)
    q.puffs([(-42, 8, 20), (-18, -8, 28), (16, -12, 30), (44, 6, 22), (10, 10, 24)], fill)


def sun(p: Pen, x: float, y: float, r: float = 50, rays: bool = True) -> None:
    """A sun around a point."""
    if rays:
        for number in range(12):
            q = p.at(x, y, 1, number * 30)
            q.line([(0, -r * 1.3), (0, -r * 1.6)], "orange", 1.6)
    p.disc(x, y, r, "yellow")


def tree(p: Pen, x: float, y: float, height: float, leaves: str = "leaf") -> None:
    """A tree whose trunk ends at a point."""
    q = p.at(x, y, height / 100)
    q.shape([(-7, 0), (-5, -45), (5, -45), (8, 0)], "brown")
    q.puffs(
        [(-22, -50, 17), (22, -50, 17), (-14, -70, 20), (16, -72, 19), (0, -52, 20), (0, -84, 15)],
        leaves,
    )


def ground(p: Pen, y: float, colour: str = "grass", ink: float = 1) -> None:
    """A floor from a height downwards."""
    p.shape([(-6000, y), (6000, y), (6000, y + 6000), (-6000, y + 6000)], colour, ink)


def shadow(p: Pen, x: float, y: float, rx: float, colour: str = "leaf") -> None:
    """A flat shadow on the ground."""
    p.oval(x, y, rx, rx * 0.16, colour, 0)


def burst(
    p: Pen, x: float, y: float, inner: float, outer: float, fill: str, points: int = 12
) -> None:
    """A star of a bang."""
    star: list[Point] = []
    for number in range(points * 2):
        reach = (outer if number % 4 else outer * 1.25) if number % 2 == 0 else inner
        angle = math.pi * number / points - math.pi / 2
        star.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    p.shape(star, fill)


def strokes(
    p: Pen, lines: Sequence[tuple[Point, Point]], colour: str = "ink", ink: float = 1
) -> None:
    """Straight strokes: speed, rain, a start of surprise."""
    for start, end in lines:
        p.line([start, end], colour, ink)


def start_lines(p: Pen, x: float, y: float, r: float, length: float = 16) -> None:
    """Short strokes around a head that is taken by surprise."""
    for angle in (-150, -120, -90, -60, -30):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        p.line([(x + r * cos, y + r * sin), (x + (r + length) * cos, y + (r + length) * sin)])


def drops(p: Pen, points: Sequence[Point], size: float, colour: str = "water") -> None:
    """Drops of water, point upwards."""
    for x, y in points:
        p.blob(
            [(x, y - size * 1.5), (x + size * 0.7, y), (x, y + size * 0.7), (x - size * 0.7, y)],
            colour,
            0.8,
        )
