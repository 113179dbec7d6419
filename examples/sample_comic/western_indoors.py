"""Little Changes: the stories that happen between walls, in the street and in space."""

from __future__ import annotations

import math
from functools import partial

from sample_comic.figures import (
    burst,
    cat,
    cloud,
    ground,
    head,
    person,
    shadow,
    start_lines,
    strokes,
    sun,
    tree,
)
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen, arc_points, smooth


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
    person(p, -45, 10, 200, mood=mood, look=0.7, hair="tails", hair_colour="bark", top="teal",
           legs="orange", turn=0 if size else -9, hands_in_front=bool(size),
           hands=((16, -46 if held else -56), (26, -46 if held else -60))
           if size else ((-32, -62), (30, -64)))  # fmt: skip
    if size:
        tip = (4, -125) if not held else (18, -95)
        _rubber(p, *tip, size)


def _rubber(p: Pen, x: float, y: float, size: float) -> None:
    q = p.at(x, y, 1, 80 if size > 20 else 150)
    q.shape([(-5, 2), (5, 2), (2, -8), (-2, -8)], "red")
    q.blob([(0, -7), (size * 0.85, -size * 1.1), (size * 0.6, -size * 1.9), (0, -size * 2.2),
            (-size * 0.6, -size * 1.9), (-size * 0.85, -size * 1.1)], "red")  # fmt: skip
    q.blob([(-size * 0.5, -size * 1.2), (-size * 0.38, -size * 1.6), (-size * 0.26, -size * 1.2)],
           "pink", 0)  # fmt: skip


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
    person(p, 105, 46, 200, mood=mood, look=-0.6, hair="short", hair_colour="bark", top="teal",
           hands=((-20, -39), (16, -37)))  # fmt: skip
    q = p.at(92, -30)
    turned = 10 * read
    for side, thick in ((-1, 4 + turned), (1, 16 - turned)):
        q.shape([(0, -6), (side * 52, -18), (side * 56, 24), (0, 34)], "red")
        q.shape([(0, -10), (side * 48, -22), (side * 52, 14 + thick / 2), (0, 28)], "cream")
    ground(p, 0, "brown")
    p.oval(-120, 2, 46, 10, "yellow")
    p.box(-136, -6 - height, -104, 0, "cream")
    p.blob([(-136, -6 - height), (-120, -12 - height), (-104, -6 - height), (-103, 6 - height)]
           + [(-110, 4 - height), (-122, 0 - height), (-134, 10 - height)], "cream")  # fmt: skip
    p.line([(-120, -10 - height), (-120, -22 - height)], "ink")
    p.blob([(-120, -58 - height), (-107, -30 - height), (-120, -17 - height)]
           + [(-133, -30 - height)], "orange")  # fmt: skip
    p.blob([(-120, -42 - height), (-114, -28 - height), (-120, -20 - height)]
           + [(-126, -28 - height)], "yellow", 0)  # fmt: skip


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
    person(q, 0, 0, 180, mood=mood, look=0.1 if gone < 6 else -0.2, hair="spiky", top="blue",
           hair_colour="orange", hands=((-24, -34), (24, -36)))  # fmt: skip
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


def rocket() -> Story:
    """From the pad to the flag."""
    shots = (
        Shot((0, -190, 300, 520), _pad),
        Shot((0, 0, 330, 200), partial(_flight, place="clouds")),
        Shot((0, 0, 330, 200), partial(_flight, place="space")),
        Shot((0, 0, 330, 200), partial(_flight, place="moon")),
        Shot((0, -90, 620, 250), _flag),
    )
    right = Cut((1, 1, 1))
    layout = Cut((2.4, 1), children=(Cut((1, 1.15), True, (None, right)), None))
    return Story("rocket", layout, shots)


def _ship(q: Pen, fire: bool) -> None:
    """A rocket 150 high whose nozzle is at the origin, pointing up."""
    if fire:
        q.blob([(-18, 0), (-30, 30), (-8, 46), (0, 84), (8, 46), (30, 30), (18, 0)], "orange")
        q.blob([(-9, 0), (-12, 22), (0, 46), (12, 22), (9, 0)], "yellow", 0)
    for side in (-1, 1):
        q.shape([(side * 24, -50), (side * 52, -14), (side * 48, 10), (side * 20, -8)], "red")
    q.blob([(24, -112), (30, -60), (20, 0), (-20, 0), (-30, -60), (-24, -112)], "white")
    q.shape(smooth([(-27, -102), (-19, -132), (0, -162), (19, -132), (27, -102)]), "red")
    q.disc(0, -74, 14, "water")
    q.box(-20, -10, 20, 2, "stone")


def _pad(p: Pen) -> None:
    p.fill("dusk")
    sun(p, -95, -30, 34, rays=False)
    p.blob([(-900, 120), (-200, -20), (0, -40), (220, -10), (900, 120)], "purple")
    ground(p, 0, "wood")
    for y in range(-280, 0, 56):
        p.line([(92, y), (134, y + 56)], "stone", 1.2)
        p.line([(134, y), (92, y + 56)], "stone", 1.2)
    for x in (92, 134):
        p.line([(x, -300), (x, 10)], "stone", 2.2)
    p.line([(40, -230), (92, -230)], "stone", 2)
    _ship(p.at(-5, -60, 1.5), fire=True)
    p.puffs([(-120, 20, 46), (-70, 34, 40), (-20, 36, 52), (40, 36, 44), (100, 24, 44), (150, 40, 40)]
            + [(-170, 40, 44)], "white")  # fmt: skip


def _stars(p: Pen) -> None:
    for n in range(70):
        # The golden ratio scatters evenly without looking regular.
        p.disc((n * 0.618034 % 1) * 900 - 450, n * 5 - 175, 1.2 + n % 3 * 0.7, "glow", 0)


def _flight(p: Pen, place: str) -> None:
    if place == "clouds":
        p.fill("sky")
        cloud(p, -120, 40, 110)
        cloud(p, 130, -50, 80)
        p.puffs([(-40, 110, 30), (-50, 85, 22), (-10, 120, 34), (-70, 120, 34)], "white")
        _ship(p.at(-18, 62, 0.85, 18), fire=True)
        cloud(p, 110, 80, 120)
        return
    p.fill("deep")
    _stars(p)
    if place == "space":
        p.disc(-190, 130, 120, "blue")
        p.blob([(-230, 30), (-180, 24), (-130, 60), (-160, 90), (-210, 70)], "leaf", 0)
        p.disc(150, -70, 26, "glow")
        _ship(p.at(-20, 20, 0.7, 62), fire=True)
    else:
        p.disc(0, 560, 500, "glow")
        for x, y, r in ((-90, 86, 20), (110, 94, 26), (20, 110, 12)):
            p.oval(x, y, r, r * 0.4, "sand")
        _ship(p.at(0, 26, 0.75), fire=True)


def _flag(p: Pen) -> None:
    p.fill("deep")
    _stars(p.at(0, -120))
    p.disc(-240, -150, 36, "blue")
    p.blob([(-256, -176), (-236, -172), (-222, -150), (-244, -140), (-258, -156)], "leaf", 0)
    p.shape([*arc_points(0, 900, 1500, 905, 200, 340)], "glow")
    for x, y, r in ((-190, 22, 30), (90, 28, 22), (270, 20, 34)):
        p.oval(x, y, r, r * 0.25, "sand")
    _ship(p.at(180, 0, 1), fire=False)
    p.line([(-86, 10), (-86, -130)], "stone", 2)
    p.shape([(-86, -130), (-156, -120), (-146, -106), (-156, -88), (-86, -92)], "red")
    person(p, -40, 12, 130, mood="happy", look=-0.6, top="white", legs="white", hair="short",
           hands=((-30, -40), (28, -64)))  # fmt: skip
    p.at(-40, 12, 130 / 93).disc(-0.9, -71, 27)
    p.at(-40, 12, 130 / 93).arc(-0.9, -71, 22, 22, 200, 250, 0.8)


def letter() -> Story:
    """Written, posted, carried, read."""
    cameras = ((0, -82, 250, 215), (0, -10, 150, 110), (10, -100, 300, 250), (0, -85, 380, 230),
               (10, -110, 300, 260), (0, -105, 250, 230))  # fmt: skip
    drawers = (_writing, _envelope, _posting, _driving, _ringing, _reading)
    shots = tuple(Shot(c, d) for c, d in zip(cameras, drawers, strict=True))
    return Story("letter", rows((1.4, 1), (1, 1.4), (1.1, 1)), shots)


BOY = {"hair": "short", "hair_colour": "bark", "top": "yellow", "legs": "teal", "skin": "tan"}
GRAN = {"hair": "bun", "hair_colour": "grey", "top": "purple", "legs": "blue", "skin": "tan"}


def _writing(p: Pen) -> None:
    p.fill("cream")
    p.box(60, -170, 150, -80, "sky")
    p.line([(105, -170), (105, -80)])
    person(p, -20, 56, 190, mood="smile", look=0.3, hands=((-20, -36), (24, -38)), **BOY)  # type: ignore[arg-type]
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
    person(p, -45, 12, 180, mood="happy", look=0.9, hands=((-19, -27), (34, -60)), **BOY)  # type: ignore[arg-type]
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
    strokes(p, [((-150, -110), (-110, -110)), ((-170, -70), (-112, -70)), ((-150, -30), (-112, -30))])


def _ringing(p: Pen) -> None:
    p.fill("wall")
    for y in range(-300, 0, 30):
        p.finer(0.45).line([(-400, y), (400, y)], "wood")
    p.box(20, -190, 130, 10, "teal")
    p.box(34, -176, 116, -110, "pine", 0.8)
    p.disc(36, -84, 6, "yellow")
    ground(p, 10, "stone")
    person(p, -48, 26, 190, mood="smile", look=0.8, hair="cap", hair_colour="blue", top="blue",
           legs="night", hands=((-19, -27), (32, -46)))  # fmt: skip
    p.blob([(-92, -62), (-62, -62), (-58, -22), (-96, -22)], "brown")
    _letter(p.at(24, -66, 0.5, -6))


def _reading(p: Pen) -> None:
    p.fill("cream")
    p.box(-200, -200, -70, -90, "sky")
    p.blob([(-86, 60), (-96, -90), (-60, -136), (60, -136), (96, -90), (86, 60)], "red")
    person(p, 0, 52, 190, mood="bliss", hands=((-15, -42), (15, -42)), **GRAN)  # type: ignore[arg-type]
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


def fence() -> Story:
    """A fence is painted, and so is whoever walks along it."""
    shots = tuple(
        Shot((0, -78, 560, 260), partial(_fence, done=done, at=at, cat_at=cat_at))
        for done, at, cat_at in ((1, -215, 215), (6, 20, 165), (11, 205, -75))
    )
    return Story("fence", rows(1, 1, 1), shots)


def _fence(p: Pen, done: int, at: float, cat_at: float) -> None:
    p.fill("sky" if done < 11 else "dusk")
    if done < 11:
        sun(p, -190 + done * 40, -185, 24)
    cloud(p, 130 - done * 16, -190, 60)
    p.blob([(-900, 60), (-320, -60), (-60, -30), (260, -70), (900, 60)], "leaf")
    for n in range(11):
        colour = "white" if n < done else "wood"
        x = -260 + n * 48
        p.shape([(x, 0), (x, -96), (x + 19, -116), (x + 38, -96), (x + 38, 0)], colour)
    for y in (-80, -36):
        edge = -260 + done * 48 - 5
        if done < 11:
            p.box(edge, y, 268, y + 13, "wood")
        p.box(-262, y, edge, y + 13, "white")
    ground(p, 0)
    tired = done == 11
    person(p, at, 30, 150, mood=("smile", "effort", "happy")[(done > 1) + tired],
           look=-0.7 if tired else 0.7, hair="cap", hair_colour="red", top="blue", legs="bark",
           hands=((-19, -27), (30, -50)) if not tired else ((-30, -62), (19, -27)))  # fmt: skip
    if not tired:
        q = p.at(at + 50, -52, 1, 40)
        q.line([(0, 0), (0, 26)], "ink", 2.4)
        q.box(-9, -16, 9, 0, "white")
    q = p.at(at - (46 if not tired else -44), 36)
    q.shape([(-15, -28), (15, -28), (12, 0), (-12, 0)], "stone")
    q.oval(0, -28, 15, 4, "white")
    cat(p, cat_at, 44, 72, fur="ink", mood="asleep" if done < 6 else "smile" if done < 11 else "angry")
    if tired:
        q = p.at(cat_at, 44, 72 / 80)
        for y, wide in ((-10, 17), (-20, 15), (-31, 11)):
            q.line([(-wide, y), (wide * 1.1, y)], "white", 1.8)
        start_lines(q, 0, -52, 34)
