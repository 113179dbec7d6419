"""Migi kara: the stories at home and in the garden; drawn for reading from the right."""

from __future__ import annotations

from functools import partial

from sample_comic.figures import cat, drops, ground, head, person, start_lines, strokes, tree
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen, arc_points

GIRL = {"hair": "tails", "hair_colour": "ink", "top": "white", "legs": "red"}
BOY = {"hair": "spiky", "hair_colour": "ink", "top": "red", "legs": "white"}


def dominoes() -> Story:
    """A row, a finger, a cat."""
    shots = (
        Shot((0, -80, 560, 250), partial(_row, fallen=0, view="wide")),
        Shot((212, -44, 150, 150), partial(_row, fallen=0, view="push")),
        Shot((90, -50, 250, 180), partial(_row, fallen=4, view="close")),
        Shot((-60, -60, 330, 190), partial(_row, fallen=8, view="cat")),
        Shot((-90, -70, 400, 230), partial(_row, fallen=11, view="end")),
    )
    return Story("dominoes", rows(1, 2, 2, heights=(0.9, 1, 1.05), tilt=20), shots)


def _row(p: Pen, fallen: int, view: str) -> None:
    p.fill("white")
    if view == "wide":
        p.box(-190, -190, -60, -110, "sky")
        p.line([(-125, -190), (-125, -110)])
    ground(p, 0, "wood")
    if view in ("wide", "push"):
        push = view == "push"
        person(p, 250, 30, 160, mood="effort" if push else "smile", look=-0.9, **GIRL,  # type: ignore[arg-type]
               hands=((-24, -40), (19, -27)) if not push else ((-17, -36), (19, -27)))  # fmt: skip
    if view in ("wide", "cat", "end"):
        mood = {"wide": "asleep", "cat": "smile", "end": "shock"}[view]
        cat(p, -212, 22, 92, fur="ink", mood=mood, flip=False)
        if view == "end":
            start_lines(p, -212, -36, 40)
    for n in range(12):
        x = 190 - n * 30
        tilt = max(0, min(68, (fallen - n) * 26))
        if fallen == 11:
            tilt = 68
        q = p.at(x, 14, 1, -tilt)
        q.box(-12, -54, -2, 0, "ink")
        q.shape([(-2, -54), (8, -58), (8, -4), (-2, 0)], "white")
        q.disc(3, -42, 2, "ink", 0)
        q.disc(3, -18, 2, "ink", 0)
    if view == "push":
        strokes(p, [((224, -76), (236, -84)), ((219, -84), (224, -96)), ((226, -66), (240, -66))])
    elif view == "close":
        strokes(p, [((150 + n * 26, -66 + n * 12), (186 + n * 26, -54 + n * 14)) for n in range(3)])
    elif view == "end":
        strokes(p, [((-186, -60), (-172, -66)), ((-182, -48), (-164, -48))])


def ramen() -> Story:
    """A bowl of noodles."""
    shots = tuple(
        Shot((0, -92, 480, 225), partial(_ramen, left=left, mood=mood))
        for left, mood in ((1.0, "surprised"), (0.5, "full"), (0.0, "bliss"))
    )
    return Story("ramen", rows(1, 1, 1, heights=(1, 1, 1), tilt=20), shots)


def _ramen(p: Pen, left: float, mood: str) -> None:
    p.fill("white" if left != 0.5 else "sky")
    for x in (-260, 190):
        p.box(x, -260, x + 70, -60, "grey")
        p.line([(x + 35, -260), (x + 35, -60)])
    hands = {1.0: ((-28, -58), (28, -58)), 0.5: ((-22, -38), (13, -54)), 0.0: ((-24, -34), (14, -30))}
    person(p, 0, 56, 200, mood=mood, **BOY, hands=hands[left], hands_in_front=True)  # type: ignore[arg-type]
    if left == 0.5:
        p.line([(24, -62), (14, -78)], "ink", 1.4)
        for x in (-4, 2, 8):
            p.finer(0.8).curve([(x, -78), (x + 2, -50), (x - 2, -30)], "ink")
    ground(p, 10, "wood")
    q = p.at(0, 0, 1.1)
    q.oval(0, -26, 70, 15, "white")
    if left == 1:
        q.oval(0, -27, 62, 11, "orange", 0.8)
        for x in range(-42, 30, 14):
            q.finer(0.7).arc(x, -26, 10, 5, 180, 350)
        q.oval(30, -30, 16, 9, "white", 0.8)
        q.oval(30, -30, 7, 4, "grey", 0.6)
        q.box(-44, -60, -22, -30, "ink")
        for x in (-20, 0, 20):
            q.finer(0.8).curve([(x, -66), (x + 7, -80), (x - 5, -94), (x + 4, -108)], "ink")
    elif left == 0.5:
        q.oval(0, -24, 54, 8, "orange", 0.8)
    else:
        q.oval(0, -23, 44, 6, "grey", 0.7)
    q.blob([(-70, -26), (-54, 8), (-26, 20), (26, 20), (54, 8), (70, -26), (40, -13), (0, -10), (-40, -13)], "ink")
    q.curve([(-58, -8), (-30, 2), (0, 4), (30, 2), (58, -8)], "white", 1.2)
    if left == 0:
        q.line([(62, 18), (124, 6)], "ink", 1.4)
        q.line([(62, 24), (126, 14)], "ink", 1.4)
        p.oval(0, -42, 26, 12, "red", 0)
    elif left == 1:
        start_lines(p, 0, -100, 56)


def haircut() -> Story:
    """Long, shorter, too short."""
    shots = (
        Shot((0, -100, 260, 250), partial(_barber, step=0)),
        Shot((20, -105, 230, 220), partial(_barber, step=1)),
        Shot((0, -120, 190, 180), partial(_barber, step=2)),
        Shot((0, -100, 500, 240), partial(_barber, step=3)),
    )
    layout = Cut((1, 1.1, 1), children=(Cut((1.2, 1), True, tilt=-22), None, None), tilt=14)
    return Story("haircut", layout, shots)


def _barber(p: Pen, step: int) -> None:
    p.fill("white" if step != 2 else "sky")
    if step != 2:
        p.box(-96, -230, 96, -30, "grey" if step != 3 else "sky")
        p.box(-82, -216, 82, -30, "white")
    ground(p, 20, "stone")
    q = p.at(0, 0, 2)
    mood = ("smile", "asleep", "worried", "surprised")[step]
    if step < 2:
        q.blob([(-24, -70), (0, -86), (24, -70), (30, -36), (26, 0 if step == 0 else -26), (8, -14)]
               + [(-10, -14), (-27, 2), (-30, -36)], "ink")  # fmt: skip
    head(q.at(0, -62), mood, 0, ("short", "short", "spiky", "bald")[step], "ink")
    if step == 3:
        q.curve([(-2, -82), (-5, -90), (2, -94)], "ink", 1.2)
        start_lines(q, 0, -62, 32, 9)
    q.blob([(-14, -43), (14, -43), (36, -20), (46, 24), (-46, 24), (-36, -20)], "white")
    q.curve([(-14, -42), (0, -36), (14, -42)])
    for n in range(step * 9):
        x, y = (n * 0.618034 % 1) * 80 - 40, -12 + n * 37 % 34
        q.finer(0.9).curve([(x, y), (x + 4, y - 3), (x + 6, y + 2)], "ink")
    if 0 < step < 3:
        _scissors(p.at(78 if step == 1 else 56, -92 if step == 1 else -176, 1, -70 if step == 1 else -20))
        strokes(p, [((40, -70), (52, -60)), ((36, -56), (50, -52))] if step == 1 else [])
    elif step == 0:
        _scissors(p.at(112, -40, 0.9, 0))


def _scissors(q: Pen) -> None:
    q.shape([(0, 0), (-14, -58), (-4, -56), (6, -2)], "white")
    q.shape([(0, 0), (14, -58), (4, -56), (-6, -2)], "white")
    for x in (-13, 13):
        q.line([(0, -2), (x * 0.7, 12)], "ink", 1.6)
        q.oval(x, 24, 10, 13, None, 1.6)


def butterfly() -> Story:
    """Leaf after leaf, a sleep, wings."""
    shots = (
        Shot((0, -40, 260, 210), partial(_grub, stage="egg")),
        Shot((0, -40, 260, 210), partial(_grub, stage="eats")),
        Shot((0, -30, 240, 210), partial(_grub, stage="fat")),
        Shot((0, 0, 200, 330), partial(_grub, stage="cocoon")),
        Shot((0, -30, 360, 330), partial(_grub, stage="flies")),
    )
    tall = Cut((1, 1.7), True, tilt=26)
    layout = Cut((0.8, 0.8, 1.35), children=(Cut((1, 1.2), True, tilt=20), None, tall), tilt=16)
    return Story("butterfly", layout, shots)


def _grub(p: Pen, stage: str) -> None:
    p.fill("white")
    if stage in ("cocoon", "flies"):
        p.line([(-260, -120), (-40, -126), (120, -150), (300, -146)], "bark", 5)
        if stage == "cocoon":
            p.fill("night")
            for n in range(16):
                p.disc((n * 0.618034 % 1) * 240 - 120, n * 24 - 190, 2, "white", 0)
            p.line([(-260, -110), (260, -122)], "white", 3.4)
            p.line([(0, -112), (0, -84)], "white", 1.2)
            p.blob([(0, -92), (30, -50), (34, 10), (14, 66), (0, 84), (-14, 66), (-34, 10), (-30, -50)], "wood")
            for y in (-44, -12, 20, 50):
                p.arc(0, y - 16, 32 - abs(y - 4) * 0.16, 14, 20, 160)
            return
        p.line([(90, -138), (90, -104)])
        p.shape([(74, -104), (106, -104), (112, -20), (102, -34), (92, -14), (84, -32), (70, -18)], "wood")
        _wings(p.at(-48, -34, 1.15, 14))
        p.finer(0.8).curve([(70, 20), (40, 70), (-20, 60), (-40, 30)])
        _leaf(p.at(-120, 110, 0.8), 0)
        return
    bites = {"egg": 0, "eats": 2, "fat": 5}[stage]
    _leaf(p.at(0, -10), bites)
    if stage == "egg":
        for x, y in ((-20, -34), (-2, -40), (14, -33)):
            p.oval(x, y, 8, 10, "white")
        start_lines(p, -2, -40, 26, 10)
        return
    fat = 1 if stage == "eats" else 1.7
    count = 4 if stage == "eats" else 6
    start = 10 if stage == "eats" else 40
    for n in reversed(range(count)):
        r = 13 * fat
        p.disc(start - (count - n) * r * 1.25 + 62, -40 - r * (0.5 + (n % 2) * 0.35), r, "grey" if n % 2 else "white")
    r = 17 * fat**0.8
    x, y = start - count * 13 * fat * 1.25 + 58, -56 - 6 * fat
    for side in (-1, 1):
        p.curve([(x + side * 6, y - r + 3), (x + side * 12, y - r - 12)], "ink", 1.2)
        p.disc(x + side * 12, y - r - 13, 3, "ink", 0)
    p.disc(x, y, r, "white")
    q = p.at(x - 3, y, r / 21)
    for side in (-1, 1):
        if stage == "eats":
            q.oval(side * 8, -3, 2.6, 4, "ink", 0)
        else:
            q.arc(side * 8, -3, 3.6, 3, 200, 340)
    q.arc(0, 5, 5, 5, 20, 160)


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
        q.blob([(side * 6, -6), (side * 40, -66), (side * 98, -72), (side * 92, -18), (side * 40, 4)], "ink")
        q.blob([(side * 6, 2), (side * 58, 10), (side * 74, 44), (side * 42, 66), (side * 12, 30)], "ink")
        q.blob([(side * 24, -20), (side * 48, -54), (side * 84, -56), (side * 78, -26), (side * 44, -10)], "orange")
        q.blob([(side * 22, 14), (side * 52, 20), (side * 60, 40), (side * 40, 52)], "white")
        q.curve([(side * 3, -34), (side * 10, -56), (side * 22, -62)], "ink", 1.1)
    q.oval(0, 2, 8, 38, "white")
    for y in (6, 18, 28):
        q.line([(-6, y), (6, y)])
    head_pen = q.at(0, -38, 0.62)
    head_pen.disc(0, 0, 21, "white")
    for side in (-1, 1):
        head_pen.oval(side * 8, -1, 2.8, 4, "ink", 0)
    head_pen.arc(0, 5, 5, 5, 20, 160)


def ice_cream() -> Story:
    """Three scoops, one stone."""
    shots = (
        Shot((0, -95, 270, 235), partial(_street, state="has")),
        Shot((10, -110, 200, 190), partial(_street, state="licks")),
        Shot((0, -85, 520, 250), partial(_street, state="trips")),
        Shot((-50, -60, 300, 230), partial(_street, state="looks")),
        Shot((-40, -60, 280, 230), partial(_street, state="cat")),
    )
    return Story("ice_cream", rows((1, 1.1), 1, (1.1, 1), heights=(1, 1, 1), tilt=-22), shots)


def _street(p: Pen, state: str) -> None:
    p.fill("white")
    if state != "licks":
        for x, high in ((-300, 150), (-190, 190), (-60, 130), (60, 200), (190, 150)):
            p.box(x, -high, x + 110, 0, "sky")
            p.box(x + 34, -high + 30, x + 74, -high + 66, "white")
    ground(p, 0, "white")
    if state in ("has", "licks"):
        person(p, 10, 26, 185, mood="happy" if state == "has" else "bliss", look=-0.5, **GIRL,  # type: ignore[arg-type]
               hands=((-25, -46), (19, -27)))  # fmt: skip
        _cone(p.at(-40, -70 if state == "has" else -66), 3 if state == "has" else 2)
        if state == "licks":
            drops(p, [(-66, -70)], 4, "white")
            strokes(p, [((-84, -150), (-70, -140)), ((-96, -122), (-80, -120))])
    elif state == "trips":
        p.blob([(-40, 34), (-28, 18), (-8, 20), (0, 34)], "stone")
        person(p, 60, 14, 185, mood="surprised", look=-0.8, turn=-34, **GIRL,  # type: ignore[arg-type]
               hands=((-44, -46), (24, -60)), feet=((-14, -8), (24, -12)))  # fmt: skip
        _cone(p.at(-150, -96, 1, -70), 0)
        for x, y in ((-196, -110), (-230, -84)):
            p.disc(x, y, 16, "white" if x > -200 else "orange")
        strokes(p, [((130, -170), (170, -190)), ((150, -130), (196, -142)), ((-110, -100), (-90, -108))])
    else:
        p.blob([(-170, 34), (-140, 18), (-104, 22), (-84, 34), (-120, 46)], "orange" if state == "looks" else "grey")
        if state == "looks":
            p.disc(-140, 16, 14, "white")
            _cone(p.at(-112, 12, 1, 150), 0)
        person(p, 10 if state == "looks" else 26, 36, 170, mood="sad" if state == "looks" else "smile",
               look=-0.8, **GIRL, hands=((-19, -27), (19, -27)))  # type: ignore[arg-type]  # fmt: skip
        if state == "looks":
            drops(p, [(-34, -62)], 6, "white")
        else:
            cat(p, -100, 32, 100, fur="white", mood="bliss", flip=True)


def _cone(q: Pen, scoops: int) -> None:
    q.shape([(-15, -20), (15, -20), (0, 30)], "wood")
    q.finer(0.6).line([(-8, -18), (4, 16)])
    q.finer(0.6).line([(8, -18), (-4, 16)])
    for number in range(scoops):
        q.disc(0, -30 - number * 21, 16 - number, ("orange", "white", "stone")[number])


def tower() -> Story:
    """How high, and who else is in the room."""
    shots = (
        Shot((0, -75, 260, 220), partial(_blocks, count=1)),
        Shot((0, -85, 260, 230), partial(_blocks, count=3)),
        Shot((0, -115, 260, 290), partial(_blocks, count=6)),
        Shot((60, -110, 290, 280), partial(_blocks, count=6, cat_at=158)),
        Shot((20, -110, 290, 280), partial(_blocks, count=6, cat_at=78)),
        Shot((10, -85, 520, 250), partial(_blocks, count=0, cat_at=200)),
    )
    layout = Cut((0.8, 1, 1, 0.85)[:3], children=(Cut((1, 1), True, tilt=16), Cut((1, 1.1, 1.1), True, tilt=16), None), tilt=14)
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
    person(p, -70, 30, 150, mood=mood, look=0.7, hair="spiky", hair_colour="ink", top="red",
           legs="white", hands=((-19, -27), reach if not cat_at else (24, -56) if count else (19, -27)))  # fmt: skip
    fills = ("white", "stone", "grey", "ink", "white", "orange")
    for n in range(count):
        q = p.at(20 + (n % 2) * 4 - (n * n * 1.9 if tips else 0), 20 - n * 38, 1, -n * 4 if tips else 0)
        q.box(-21, -38, 21, 0, fills[n])
        if fills[n] == "white":
            q.disc(0, -19, 8, "red")
    if count == 0:
        spots = ((-130, 50, 20), (-10, 30, -15), (40, 52, 40), (90, 26, 0), (-20, 66, 70), (140, 60, 15))
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


def portrait() -> Story:
    """From a blank canvas to the wall."""
    shots = (
        Shot((0, -100, 290, 240), partial(_studio, done=0)),
        Shot((0, -100, 290, 240), partial(_studio, done=1)),
        Shot((60, -105, 180, 190), partial(_studio, done=2)),
        Shot((0, -100, 290, 240), partial(_studio, done=3)),
        Shot((0, -110, 520, 250), _wall),
    )
    return Story("portrait", rows(2, 2, 1, heights=(1, 1, 0.95), tilt=18), shots)


def _canvas(q: Pen, done: int) -> None:
    """A canvas 100 wide and 110 high around the origin, and the cat drawn on it so far."""
    q.box(-52, -58, 52, 58, "white")
    if done == 1:
        q.finer(0.8).oval(0, -8, 24, 20)
        for side in (-1, 1):
            q.finer(0.8).line([(side * 22, -16), (side * 22, -36), (side * 6, -28)])
    elif done == 2:
        cat(q, -4, 46, 90, fur="white")
    elif done == 3:
        q.box(-52, -58, 52, 58, "sky")
        cat(q, -4, 46, 90, fur="ink")


def _studio(p: Pen, done: int) -> None:
    p.fill("white")
    ground(p, 0, "grey")
    for x in (-18, 18):
        p.line([(62 + x, -40), (62 + x * 2.4, 34)], "bark", 2.4)
    p.line([(62, -170), (62, -40)], "bark", 2.4)
    _canvas(p.at(62, -96), done)
    p.line([(4, -36), (120, -36)], "bark", 2.8)
    person(p, -70, 34, 180, mood=("flat", "smile", "effort", "happy")[done], look=0.8, hair="bun",
           hair_colour="ink", top="white", legs="blue",
           hands=((-19, -27), (30, -50 - 3 * done)) if done < 3 else ((-30, -62), (30, -62)))  # fmt: skip
    if 0 < done < 3:
        x, y = -70 + 30 * 1.94, 34 - (50 + 3 * done) * 1.94
        p.line([(x - 8, y + 10), (x + 20, y - 14)], "ink", 1.8)
    for n in range(done * 3):
        p.disc(-110 + n * 17, 22 + n * 7 % 16, 3, "stone", 0)


def _wall(p: Pen) -> None:
    p.fill("white")
    ground(p, 10, "wood")
    for x in range(-420, 420, 60):
        p.finer(0.5).line([(x, -300), (x, 10)], "grey")
    q = p.at(0, -126, 1.12)
    q.box(-66, -72, 66, 72, "wood")
    _canvas(q, 3)
    cat(p, 150, 36, 110, fur="ink", mood="smile", flip=True)
    person(p, -150, 34, 180, mood="bliss", look=0.7, hair="bun", hair_colour="ink", top="white",
           legs="blue", hands=((-19, -27), (24, -40)))  # fmt: skip
