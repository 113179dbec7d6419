"""Migi kara: out of doors; drawn for reading from the right."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from sample_comic.figures import (
    burst,
    cat,
    drops,
    ground,
    person,
    strokes,
)
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen

GIRL: dict[str, Any] = {"hair": "tails", "hair_colour": "ink", "top": "white", "legs": "red"}


def umbrella() -> Story:
    """Wind against umbrella."""
    shots = (
        Shot((0, -110, 235, 330), partial(_storm, state="walk")),
        Shot((0, -110, 235, 330), partial(_storm, state="gust")),
        Shot((10, -115, 235, 330), partial(_storm, state="flip")),
        Shot((-30, -120, 520, 290), partial(_storm, state="gone")),
    )
    layout = Cut((1.15, 1), children=(Cut((1, 1, 1), True, tilt=34), None), tilt=-16)
    return Story("umbrella", layout, shots)


def _storm(p: Pen, state: str) -> None:
    p.fill("white" if state == "walk" else "sky")
    lean = {"walk": 0.0, "gust": -10.0, "flip": -16.0, "gone": 0.0}[state]
    ground(p, 0, "white")
    p.oval(-70, 28, 70, 8, "grey", 0.7)
    slant = 0.15 if state == "walk" else 0.8
    rain = "ink" if state == "walk" else "white"
    for n in range(110):
        x, y = (n * 0.618034 % 1) * 900 - 450, n * 6.2 - 420
        if y < 60:
            p.line([(x, y), (x + 26 * slant, y + 26 - 14 * slant)], rain, 0.7)
    mood = {"walk": "smile", "gust": "worried", "flip": "effort", "gone": "flat"}[state]
    hands = {
        "walk": ((-22, -46), (19, -27)),
        "gust": ((-22, -52), (-14, -47)),
        "flip": ((-26, -58), (-20, -50)),
        "gone": ((-19, -27), (19, -27)),
    }[state]
    person(
        p,
        30,
        20,
        180,
        mood=mood,
        look=-0.6,
        hair="long",
        hair_colour="ink",
        top="red",
        legs="white",
        turn=-lean if state != "gone" else 0,
        hands=hands,
        hands_in_front=True,
    )
    if state == "walk":
        _open_umbrella(p.at(-12, -66, 1, -8))
    elif state == "gust":
        _open_umbrella(p.at(0, -82, 1, -34))
    elif state == "flip":
        _turned_umbrella(p.at(-4, -100, 1, 30))
    else:
        _turned_umbrella(p.at(-210, -190, 0.7, 70))
        strokes(
            p,
            [
                ((-150, -190), (-90, -178)),
                ((-160, -160), (-100, -150)),
                ((-150, -220), (-110, -214)),
            ],
        )
        drops(p, [(70, -150), (-12, -60), (84, -80)], 6, "white")


def _open_umbrella(q: Pen) -> None:
    q.line([(0, 10), (0, -132)], "ink", 1.6)
    rib = [(-96, -92), (-64, -84), (-32, -92), (0, -84), (32, -92), (64, -84), (96, -92)]
    arch = [
        (96 * math.cos(math.radians(a)), -92 + 72 * math.sin(math.radians(a)))
        for a in range(-8, -180, -8)
    ]
    q.shape([*arch, *rib], "ink")
    for x in (-40, 40):
        q.finer(0.7).curve([(0, -162), (x * 0.7, -140), (x, -94)], "white")


def _turned_umbrella(q: Pen) -> None:
    q.line([(0, 20), (0, -110)], "ink", 1.6)
    q.shape(
        [
            (0, -96),
            (-80, -150),
            (-60, -160),
            (-34, -182),
            (-14, -166),
            (14, -166),
            (34, -182),
            (60, -160),
            (80, -150),
        ],
        "ink",
    )
    for x in (-34, 34):
        q.finer(0.7).line([(0, -98), (x, -178)], "white")


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
        person(
            p,
            10,
            26,
            185,
            mood="happy" if state == "has" else "bliss",
            look=-0.5,
            **GIRL,
            hands=((-25, -46), (19, -27)),
        )
        _cone(p.at(-40, -70 if state == "has" else -66), 3 if state == "has" else 2)
        if state == "licks":
            drops(p, [(-66, -70)], 4, "white")
            strokes(p, [((-84, -150), (-70, -140)), ((-96, -122), (-80, -120))])
    elif state == "trips":
        p.blob([(-40, 34), (-28, 18), (-8, 20), (0, 34)], "stone")
        person(
            p,
            60,
            14,
            185,
            mood="surprised",
            look=-0.8,
            turn=-34,
            **GIRL,
            hands=((-44, -46), (24, -60)),
            feet=((-14, -8), (24, -12)),
        )
        _cone(p.at(-150, -96, 1, -70), 0)
        for x, y in ((-196, -110), (-230, -84)):
            p.disc(x, y, 16, "white" if x > -200 else "orange")
        strokes(p, [((-110, -100), (-90, -108))])
    else:
        _spilled(p, cat_came=state == "cat")


def _spilled(p: Pen, cat_came: bool) -> None:
    puddle = [(-170, 34), (-140, 18), (-104, 22), (-84, 34), (-120, 46)]
    p.blob(puddle, "grey" if cat_came else "orange")
    if cat_came:
        person(p, 26, 36, 170, mood="smile", look=-0.8, **GIRL)
        cat(p, -100, 32, 100, fur="white", mood="bliss", flip=True)
        return
    p.disc(-140, 16, 14, "white")
    _cone(p.at(-112, 12, 1, 150), 0)
    person(p, 10, 36, 170, mood="sad", look=-0.8, **GIRL)
    drops(p, [(-34, -62)], 6, "white")


def _cone(q: Pen, scoops: int) -> None:
    q.shape([(-15, -20), (15, -20), (0, 30)], "wood")
    q.finer(0.6).line([(-8, -18), (4, 16)])
    q.finer(0.6).line([(8, -18), (-4, 16)])
    for number in range(scoops):
        q.disc(0, -30 - number * 21, 16 - number, ("orange", "white", "stone")[number])


def firework() -> Story:
    """Up, and then everywhere."""
    shots = (
        Shot((20, -80, 330, 250), _fuse),
        Shot((0, -150, 250, 330), _rises),
        Shot((0, -170, 560, 480), _blooms),
    )
    layout = Cut((1, 1.5), children=(Cut((1.5, 1), True, tilt=24), None), tilt=18)
    return Story("firework", layout, shots)


PAIR: dict[str, Any] = {"legs": "white"}


def _fuse(p: Pen) -> None:
    p.fill("sky")
    ground(p, 0, "white")
    person(
        p,
        70,
        20,
        170,
        mood="effort",
        look=-0.8,
        hair="spiky",
        hair_colour="orange",
        top="red",
        turn=-8,
        hands=((-44, -26), (24, -62)),
        **PAIR,
    )
    p.box(-66, -50, -30, 16, "ink")
    p.box(-66, -36, -30, -24, "white", 0)
    p.shape([(-72, -50), (-24, -50), (-48, -84)], "red")
    p.curve([(-30, 10), (-14, 0), (-8, -14)], "ink", 1.2)
    burst(p, -8, -18, 6, 13, "white", 8)


def _rises(p: Pen) -> None:
    p.fill("ink")
    for n in range(40):
        p.disc((n * 0.618034 % 1) * 400 - 200, n * 10 - 330, 1 + n % 2, "white", 0)
    p.curve([(10, 40), (-8, -60), (6, -150), (-4, -226)], "white", 3)
    for n, y in enumerate((20, -40, -90, -140, -190)):
        p.line([(-24 - n % 2 * 10, y), (-24 - n % 2 * 10, y + 24)], "white", 0.8)
        p.line([(28 + n % 2 * 8, y - 10), (28 + n % 2 * 8, y + 12)], "white", 0.8)
    burst(p, -4, -232, 10, 24, "white", 8)


def _blooms(p: Pen) -> None:
    p.fill("ink")
    for n in range(60):
        p.disc((n * 0.618034 % 1) * 800 - 400, n * 9 - 460, 1 + n % 2, "white", 0)
    for x, y, size in ((0, -240, 1.0), (-185, -200, 0.5), (190, -270, 0.55)):
        q = p.at(x, y, size)
        for n in range(24):
            ray = q.at(0, 0, 1, n * 15)
            near, far = (36, 150) if n % 2 else (60, 118)
            ray.curve([(0, -near), (3, -(near + far) / 2), (0, -far)], "white", 1.5)
            ray.disc(0, -far - 10, 6 if n % 2 else 4, "white", 0)
        burst(q, 0, 0, 12, 28, "white", 10)
    p.blob([(-600, 200), (-300, 0), (-80, 26), (120, 6), (600, 200)], "blue")
    person(
        p,
        60,
        44,
        130,
        mood="happy",
        look=-0.4,
        hair="spiky",
        hair_colour="orange",
        top="red",
        hands=((-30, -62), (30, -62)),
        **PAIR,
    )
    person(
        p,
        -40,
        44,
        115,
        mood="surprised",
        look=0.4,
        hair="tails",
        hair_colour="stone",
        top="white",
        **PAIR,
    )
    cat(p, 140, 46, 66, fur="white", mood="shock")
