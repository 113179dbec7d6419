"""Little Changes: the stories that happen out of doors."""

from __future__ import annotations

import math
from functools import partial

from sample_comic.figures import (
    bird,
    burst,
    cat,
    cloud,
    drops,
    ground,
    person,
    shadow,
    start_lines,
    strokes,
    sun,
    tree,
)
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen


def snowman() -> Story:
    """The sun climbs and the snowman goes."""
    shots = (
        Shot((-10, -125, 600, 300), partial(_snow, sun_at=(-210, -25), left=1.0, who="happy")),
        Shot((-20, -135, 330, 330), partial(_snow, sun_at=(-120, -248), left=0.8)),
        Shot((-20, -125, 330, 330), partial(_snow, sun_at=(60, -235), left=0.42)),
        Shot((-10, -95, 500, 240), partial(_snow, sun_at=(225, -160), left=0.0, who="sad")),
    )
    return Story("snowman", rows(1, 2, 1, heights=(1, 1.15, 0.95)), shots)


def _snow(p: Pen, sun_at: tuple[float, float], left: float, who: str | None = None) -> None:
    p.fill("dusk" if left == 1 else "sky")
    sun(p, *sun_at, 40)
    p.blob([(-900, 60), (-420, -60), (-150, -20), (120, -70), (420, -20), (900, 60)], "ice")
    tree(p, 240, -25, 130, "pine")
    tree(p, -235, -22, 95, "pine")
    ground(p, 0, "white" if left > 0.5 else "grass")
    if left <= 0.5:
        p.blob([(-160, 30), (-100, 4), (0, 12), (110, 3), (170, 34), (30, 60)], "white", 0.8)
    if who:
        sad = who == "sad"
        person(
            p, 95 if not sad else 80, 24, 165, mood=who, look=-0.9, hair="cap", hair_colour="teal",
            top="orange", legs="purple",
            hands=((-19, -27), (19, -27)) if sad else ((-30, -58), (30, -60)),
        )  # fmt: skip
    _snow_body(p.at(-60, 20), left)


def _snow_body(q: Pen, left: float) -> None:
    wide = 1 + (1 - left) * 0.35
    if left < 0.1:
        q.blob([(-95, 4), (-60, -8), (0, -4), (70, -10), (95, 6), (30, 20), (-50, 18)], "water")
        q.blob([(-45, 6), (-30, -10), (5, -14), (32, -6), (38, 8), (0, 12)], "white")
        q.at(-2, -10, 1, 14).shape([(0, -4), (34, 1), (0, 6)], "orange")
        _hat(q.at(-22, -12, 1, -14))
        q.line([(50, 8), (100, -8), (112, -22)], "bark", 1.4)
        return
    if left < 0.9:
        q.blob([(-80 * wide, 4), (0, -8), (80 * wide, 4), (30, 18), (-40, 16)], "water")
    q.oval(0, -58 * left, 64 * wide, 60 * left, "white")
    q.oval(0, -136 * left, 44 * wide, 46 * left**0.8, "white")
    for number in range(2):
        q.disc(0, -(50 + 30 * number) * left, 4.5, "ink", 0)
    top = -150 * left
    for side, lift in ((-1, 40), (1, 30)):
        drop = lift * (2 * left - 1)
        q.line([(side * 45, -90 * left), (side * 92, -90 * left - drop)], "bark", 1.4)
    for side in (-1, 1):
        q.disc(side * 14, top, 4.5, "ink", 0)
    q.at(0, top + 14, 1, 60 * (1 - left)).shape([(0, -6), (42, 2), (0, 8)], "orange")
    q.arc(0, top + (20 if left > 0.6 else 44), 16, 12, *((35, 145) if left > 0.6 else (215, 325)))
    _hat(q.at(0, -172 * left - 4, 1, -14 * (1 - left)))
    if left < 0.9:
        drops(q, [(-56, -50 * left), (40, -120 * left), (62, -40 * left)], 7)


def _hat(q: Pen) -> None:
    q.box(-26, -48, 26, 0, "ink")
    q.box(-26, -14, 26, -4, "red", 0)
    q.box(-42, -3, 42, 5, "ink", r=3)


def seed() -> Story:
    """A life beside a tree."""
    stages = (
        ((0, -60, 270, 230), 0, "digs"),
        ((10, -70, 300, 230), 1, "waters"),
        ((0, -30, 190, 150), 2, None),
        ((10, -90, 330, 260), 3, "grown"),
        ((10, -140, 460, 380), 4, "parent"),
        ((-5, -160, 500, 420), 5, "old"),
    )
    shots = tuple(Shot(camera, partial(_seed, age=age, who=who)) for camera, age, who in stages)
    return Story("seed", rows(2, 2, 2, heights=(1, 1, 1.15)), shots)


def _seed(p: Pen, age: int, who: str | None) -> None:
    p.fill(("sky", "sky", "cream", "sky", "cream", "dusk")[age])
    if age in (0, 3, 4):
        cloud(p, -100 - age * 20, -150 - age * 40, 70 + age * 10)
    p.blob([(-900, 80), (-300, -30), (0, -10), (250, -45), (900, 80)], "leaf")
    ground(p, 0)
    p.blob([(-46, 8), (-20, -8), (18, -9), (48, 8), (0, 18)], "brown")
    if age == 0:
        p.oval(0, 1, 14, 5, "bark")
        p.oval(0, -26, 6, 8, "wood")
    elif age == 2:
        sun(p, 75, -85, 22)
        p.curve([(0, 0), (3, -20), (0, -42)], "leaf", 2.4)
        p.blob([(0, -40), (-16, -60), (-36, -56), (-22, -40)], "leaf")
        p.blob([(0, -40), (14, -64), (36, -62), (24, -42)], "leaf")
        drops(p, [(-60, 12), (62, 20)], 4)
    elif age >= 3:
        tree(p, 0, 2, (130, 270, 330)[age - 3])
    if age == 5:
        for x, y in ((-60, -190), (48, -170), (5, -255), (75, -220), (-25, -140)):
            p.disc(x, y, 9, "red")
    if who == "digs":
        person(p, -62, 18, 140, mood="smile", look=0.9, hair="tails", top="yellow", legs="red",
               hands=((-14, -30), (34, -38)))  # fmt: skip
    elif who == "waters":
        person(p, -88, 18, 140, look=0.9, hair="tails", top="yellow", legs="red",
               hands=((20, -40), (34, -44)))  # fmt: skip
        _can(p.at(-18, -50, 0.9, 22))
        strokes(p, [((34 + n * 5, -34 + n * 4), (26 + n * 7, -10)) for n in range(3)], "blue", 1)
    elif who == "grown":
        person(p, -95, 18, 175, mood="happy", look=0.8, hair="tails", top="yellow", legs="red",
               hands=((-26, -62), (30, -62)))  # fmt: skip
    elif who == "parent":
        person(p, -125, 22, 205, look=0.8, hair="long", top="yellow", legs="red")
        person(p, 118, 26, 115, mood="happy", look=-0.7, hair="spiky", hair_colour="brown",
               top="teal", legs="blue", hands=((-30, -62), (30, -62)))  # fmt: skip
    elif who == "old":
        p.box(50, -40, 190, -30, "wood")
        for x in (66, 174):
            p.box(x - 5, -30, x + 5, 14, "wood")
        person(p, 118, 14, 195, mood="asleep", look=-0.4, hair="bun", hair_colour="grey",
               top="yellow", legs="red", feet=((-22, -3), (-8, -3)), hip=-28)  # fmt: skip


def _can(q: Pen) -> None:
    q.arc(-18, -2, 20, 22, 120, 260, 1.6)
    q.shape([(18, 4), (46, -14), (50, -8), (20, 16)], "blue")
    q.shape([(-22, -18), (20, -18), (24, 24), (-26, 24)], "blue")


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


def _kid(p: Pen, x: float, **how: object) -> None:
    person(p, x, 12, 170, hair="spiky", hair_colour="bark", top="red", legs="blue", **how)  # type: ignore[arg-type]


def _football(p: Pen, x: float, y: float, r: float = 17) -> None:
    p.disc(x, y, r, "white")
    p.shape([(x + r * 0.45 * math.sin(a), y - r * 0.45 * math.cos(a)) for a in
             (0, 1.257, 2.513, 3.77, 5.027)], "ink", 0)  # fmt: skip
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
    _kid(p, -40, mood="effort", look=0.8, turn=-8, feet=((-10, -2), (36, -20)),
         hands=((-36, -50), (28, -62)))  # fmt: skip
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
        for x, y, turn in ((-88, 16, 20), (92, -8, 60), (-30, 40, 75), (66, 46, 10), (-96, -90, 40)):
            q.at(x, y, 1, turn).shape([(0, -10), (7, 6), (-7, 4)], "ice")
        burst(q, 4, -48, 24, 38, "yellow", 9)
        _football(q, 4, -48, 13)
        return
    person(q, 0, 50, 122, mood="angry", look=-0.6, hair="bald", hair_colour="grey", top="teal",
           hands=((-26, -62), (20, -52)))  # fmt: skip
    q.box(-78, 16, 78, 30, "wood")
    q.box(-66, 33, 66, 64, "wall", 0)
    _football(q, 26, -26, 13)
    start_lines(q, 0, -52, 40, 10)


PICKER = {"hair": "bun", "hair_colour": "orange", "top": "teal", "legs": "purple"}


def apple() -> Story:
    """Too high; a ladder; not too high."""
    shots = (
        Shot((-10, -150, 300, 330), partial(_orchard, step=0)),
        Shot((-60, -130, 320, 310), partial(_orchard, step=1)),
        Shot((0, -205, 260, 430), partial(_orchard, step=2)),
        Shot((-30, -92, 500, 235), partial(_orchard, step=3)),
    )
    beside = Cut((1, 1))
    layout = Cut((2.1, 1), children=(Cut((1, 1), True, (beside, None)), None))
    return Story("apple", layout, shots)


def _orchard(p: Pen, step: int) -> None:
    p.fill("sky" if step != 3 else "cream")
    cloud(p, -150, -300, 80)
    p.blob([(-900, 60), (-300, -30), (0, -14), (300, -40), (900, 60)], "leaf")
    ground(p, 0)
    p.shape([(68, 10), (78, -150), (60, -230), (130, -230), (112, -150), (122, 10)], "brown")
    p.puffs([(40, -300, 55), (120, -290, 60), (180, -260, 55), (80, -350, 60), (150, -370, 60)]
            + [(20, -250, 34), (100, -240, 40), (170, -310, 60)], "leaf")  # fmt: skip
    if step == 2:
        _ladder(p.at(0, -95, 1, 14))
        person(p, -34, -78, 150, mood="happy", look=0.7, hands=((8, -40), (29, -78)),
               feet=((-2, -2), (14, -12)), hands_in_front=True, **PICKER)  # type: ignore[arg-type]
    if step < 3:
        p.line([(12, -228), (10, -238)], "bark", 1)
        p.disc(12, -214, 15, "red")
        p.blob([(12, -230), (22, -242), (30, -234)], "grass", 0.7)
    if step == 0:
        shadow(p, -25, 16, 36)
        person(p, -25, 12, 150, mood="sad", look=0.6, hands=((-19, -27), (24, -76)), **PICKER)  # type: ignore[arg-type]
    elif step == 1:
        _ladder(p.at(-95, -62, 0.85, 78))
        person(p, -95, 12, 150, mood="effort", look=0.9, hands=((-22, -34), (24, -40)),
               hands_in_front=True, feet=((-16, -4), (12, -3)), **PICKER)  # type: ignore[arg-type]
    elif step == 3:
        _ladder(p.at(-185, 6, 1, 86))
        person(p, 20, 20, 170, mood="full", look=-0.2, hands=((-12, -40), (13, -57)),
               feet=((-26, -2), (-10, 3)), hip=-14, hands_in_front=True, **PICKER)  # type: ignore[arg-type]
        p.disc(46, -92, 13, "red")
        p.disc(36, -95, 7, "cream", 0)


def _ladder(q: Pen) -> None:
    for x in (-20, 20):
        q.line([(x, -125), (x, 105)], "ink", 3.2)
        q.line([(x, -124), (x, 104)], "wood", 1.4)
    for y in range(-105, 100, 30):
        q.line([(-18, y), (18, y)], "ink", 3)
        q.line([(-18, y), (18, y)], "wood", 1.2)


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
        q.blob([(-64, -104), (-30, -96), (0, -110), (34, -96), (64, -104), (58, -84)]
               + [(30, -90), (0, -84), (-30, -90), (-58, -84)], "water")  # fmt: skip
    if rain:
        strokes(p, [((x, y), (x - 8, y + 26)) for x in range(-300, 300, 46)
                    for y in range(-330 + x % 37, 40, 62)], "white", 0.9)  # fmt: skip
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
    p.shape([(-500, 62), (-100, 44), (120, 40), (500, 14), (500, 44), (120, 64), (-500, 96)], "brown")
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
        p.shape([(-26, -30), (-16, -50), (-6, -42), (2, -54), (10, -42), (18, -50), (26, -30)], "ice")


def _twigs(p: Pen, built: float) -> None:
    if built < 1:
        p.blob([(-44, 46), (-40, 32), (0, 38), (40, 32), (44, 46), (0, 56)], "wood")
    else:
        p.blob([(-66, 12), (-30, 20), (0, 22), (30, 20), (66, 12), (50, 50), (0, 62), (-50, 50)], "wood")
    reach = int(60 * built)
    for n, x in enumerate(range(-reach, reach, 13)):
        y = 26 + (n * 11) % 20 + (10 if built < 1 else 0)
        p.finer(0.8).line([(x, y), (x + 26, y + (8 if n % 2 else -7))], "bark")
