"""Little Changes: branches, fences and the Moon."""

from __future__ import annotations

from functools import partial

from sample_comic.figures import (
    bird,
    cat,
    cloud,
    drops,
    ground,
    person,
    shadow,
    start_lines,
    strokes,
    sun,
)
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen, arc_points, smooth


def bucket() -> Story:
    """A shower, and a cat who wants to know how deep."""
    shots = (
        Shot((20, -120, 620, 290), partial(_yard, water=0.0, rain=False, cat_at="wall")),
        Shot((15, -125, 300, 330), partial(_yard, water=0.5, rain=True, cat_at="wall")),
        Shot((10, -125, 300, 310), partial(_yard, water=1.0, rain=False, cat_at="lean")),
        Shot((10, -118, 620, 300), partial(_yard, water=0.7, rain=False, cat_at="in")),
    )
    return Story("bucket", rows(1, 2, 1, heights=(1, 1.1, 1)), shots)


def _yard(p: Pen, water: float, rain: bool, cat_at: str) -> None:
    p.fill("grey" if rain else "sky")
    if cat_at != "in":
        cloud(p, -150 if not rain else -40, -240, 120, "stone" if rain else "white")
    else:
        sun(p, -220, -200, 38)
    ground(p, 0)
    p.box(60, -140, 700, 10, "wall")
    p.box(50, -156, 700, -138, "wood")
    for x, y in ((90, -110), (180, -70), (260, -120), (120, -30), (300, -40)):
        p.finer(0.6).box(x, y, x + 44, y + 18, "pink", 0.8)
    shadow(p, -20, 20, 70)
    if cat_at == "in":
        cat(p, -20, -66, 105, mood="angry", wet=True)
        drops(p, [(-130, -100), (-95, -150), (65, -140), (95, -90), (-20, -215)], 11)
    q = p.at(-20, 20)
    q.arc(0, -96, 58, 44, 0, 180, 1.2)
    q.shape([(-60, -100), (60, -100), (46, 0), (-46, 0)], "blue")
    if cat_at != "in":
        q.oval(0, -100, 60, 14, "water" if water >= 1 else "deep")
        if 0 < water < 1:
            q.oval(0, -96, 48, 8, "water", 0.8)
    else:
        q.blob(
            [
                (-64, -104),
                (-30, -96),
                (0, -110),
                (34, -96),
                (64, -104),
                (58, -84),
                (30, -90),
                (0, -84),
                (-30, -90),
                (-58, -84),
            ],
            "water",
        )
    if rain:
        strokes(
            p,
            [
                ((x, y), (x - 8, y + 26))
                for x in range(-300, 300, 46)
                for y in range(-330 + x % 37, 40, 62)
            ],
            "white",
            0.9,
        )
    if water >= 1:
        drops(p, [(-96, 6), (66, 4), (40, -70)], 8)
    if cat_at == "wall":
        cat(p, 110, -154, 100, mood="smile" if not rain else "asleep", flip=True)
    elif cat_at == "lean":
        q = p.at(78, -150, 1, -32)
        cat(q, 0, 0, 100, mood="shock", flip=True)


def nest() -> Story:
    """Twigs, an egg, a chick, an empty nest."""
    shots = (
        Shot((-10, -20, 330, 250), partial(_nest, built=0.3, state="brings")),
        Shot((0, -30, 300, 230), partial(_nest, built=1.0, state="sits")),
        Shot((0, -10, 160, 170), partial(_nest, built=1.0, state="egg")),
        Shot((0, -10, 160, 170), partial(_nest, built=1.0, state="crack")),
        Shot((0, -10, 160, 170), partial(_nest, built=1.0, state="chick")),
        Shot((0, -35, 300, 230), partial(_nest, built=1.0, state="feeds")),
        Shot((-50, -60, 420, 310), partial(_nest, built=1.0, state="flies")),
    )
    return Story("nest", rows(2, 3, 2, heights=(1.1, 0.85, 1.1)), shots)


def _nest(p: Pen, built: float, state: str) -> None:
    p.fill("cream" if state in ("crack", "egg") else "sky")
    p.puffs([(-210, -150, 60), (-140, -190, 60), (200, -170, 70), (140, -210, 50)], "leaf")
    p.shape(
        [(-500, 62), (-100, 44), (120, 40), (500, 14), (500, 44), (120, 64), (-500, 96)], "brown"
    )
    for x, y in ((-150, 36), (160, 20)):
        p.blob([(x, y), (x + 14, y - 24), (x + 40, y - 24), (x + 22, y - 4)], "leaf")
    if state == "sits":
        bird(p, 0, -12, 84, coat="red", mood="asleep")
    elif state == "feeds":
        bird(p, -62, -42, 80, coat="red")
        p.curve([(-8, -60), (2, -52), (6, -62)], "pink", 2)
    elif state == "brings":
        bird(p, -85, -60, 84, coat="red", wing="up")
        p.line([(-40, -78), (-16, -66)], "bark", 1.6)
    elif state == "flies":
        bird(p, 80, -24, 84, coat="red", flip=True)
        bird(p, -140, -130, 56, coat="yellow", wing="up", flip=True, turn=14)
        strokes(p, [((-86, -100), (-60, -86)), ((-92, -84), (-74, -74))])
    if state in ("egg", "crack"):
        p.at(0, 0, 1, -6 if state == "crack" else 0).oval(0, -14, 27, 35, "ice")
        if state == "crack":
            p.line([(-24, -20), (-12, -12), (-4, -24), (6, -12), (14, -22), (26, -14)])
            start_lines(p, 0, -16, 46, 12)
        for x, y in ((-10, -32), (8, -6), (-12, 2)):
            p.disc(x, y, 2.4, "grey", 0)
    elif state in ("chick", "feeds"):
        _chick(p, open_beak=state == "feeds")
    _twigs(p, built)


def _chick(p: Pen, open_beak: bool) -> None:
    p.puffs([(0, 4, 30), (0, -22, 24)], "yellow")
    p.curve([(0, -46), (-3, -54), (5, -58)], "ink")
    for side in (-1, 1):
        p.disc(side * 9, -26, 3, "ink", 0)
        p.oval(side * 15, -18, 4, 2.6, "orange", 0)
    p.shape([(-6, -19), (0, -27 if open_beak else -22), (6, -19), (0, -12)], "orange", 0.8)
    if not open_beak:
        p.shape(
            [(-26, -30), (-16, -50), (-6, -42), (2, -54), (10, -42), (18, -50), (26, -30)], "ice"
        )


def _twigs(p: Pen, built: float) -> None:
    if built < 1:
        p.blob([(-44, 46), (-40, 32), (0, 38), (40, 32), (44, 46), (0, 56)], "wood")
    else:
        p.blob(
            [(-66, 12), (-30, 20), (0, 22), (30, 20), (66, 12), (50, 50), (0, 62), (-50, 50)],
            "wood",
        )
    reach = int(60 * built)
    for n, x in enumerate(range(-reach, reach, 13)):
        y = 26 + (n * 11) % 20 + (10 if built < 1 else 0)
        p.finer(0.8).line([(x, y), (x + 26, y + (8 if n % 2 else -7))], "bark")


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
    p.puffs(
        [
            (-120, 20, 46),
            (-70, 34, 40),
            (-20, 36, 52),
            (40, 36, 44),
            (100, 24, 44),
            (150, 40, 40),
            (-170, 40, 44),
        ],
        "white",
    )


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
    person(
        p,
        -40,
        12,
        130,
        mood="happy",
        look=-0.6,
        top="white",
        legs="white",
        hair="short",
        hands=((-30, -40), (28, -64)),
    )
    p.at(-40, 12, 130 / 93).disc(-0.9, -71, 27)
    p.at(-40, 12, 130 / 93).arc(-0.9, -71, 22, 22, 200, 250, 0.8)


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
    person(
        p,
        at,
        30,
        150,
        mood=("smile", "effort", "happy")[(done > 1) + tired],
        look=-0.7 if tired else 0.7,
        hair="cap",
        hair_colour="red",
        top="blue",
        legs="bark",
        hands=((-19, -27), (30, -50)) if not tired else ((-30, -62), (19, -27)),
    )
    if not tired:
        q = p.at(at + 50, -52, 1, 40)
        q.line([(0, 0), (0, 26)], "ink", 2.4)
        q.box(-9, -16, 9, 0, "white")
    q = p.at(at - (46 if not tired else -44), 36)
    q.shape([(-15, -28), (15, -28), (12, 0), (-12, 0)], "stone")
    q.oval(0, -28, 15, 4, "white")
    cat(
        p,
        cat_at,
        44,
        72,
        fur="ink",
        mood="asleep" if done < 6 else "smile" if done < 11 else "angry",
    )
    if tired:
        q = p.at(cat_at, 44, 72 / 80)
        for y, wide in ((-10, 17), (-20, 15), (-31, 11)):
            q.line([(-wide, y), (wide * 1.1, y)], "white", 1.8)
        start_lines(q, 0, -52, 34)
