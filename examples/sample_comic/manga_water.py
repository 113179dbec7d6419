"""Migi kara: by the water; drawn for reading from the right."""

from __future__ import annotations

from functools import partial

from sample_comic.figures import (
    bird,
    cloud,
    drops,
    ground,
    person,
    start_lines,
)
from sample_comic.page import Shot, Story, rows
from sample_comic.pen import Pen


def fisherman() -> Story:
    """A long wait, a short fight, a boot."""
    shots = (
        Shot((0, -42, 560, 300), partial(_pier, pull="wait")),
        Shot((-60, 10, 200, 190), _float_dips),
        Shot((66, -68, 345, 290), partial(_pier, pull="pull")),
        Shot((0, -62, 560, 320), partial(_pier, pull="boot")),
    )
    return Story("fisherman", rows(1, 2, 1, heights=(1, 1.05, 1.05), tilt=26), shots)


def _waves(p: Pen, y: float, x0: float, x1: float) -> None:
    for n, x in enumerate(range(int(x0), int(x1), 74)):
        at = y + 24 * (n % 3)
        p.finer(0.8).curve(
            [(x, at), (x + 12, at - 6), (x + 24, at), (x + 36, at - 6), (x + 48, at)]
        )


def _pier(p: Pen, pull: str) -> None:
    p.fill("white")
    if pull == "wait":
        cloud(p, -150, -180, 90, "white")
    elif pull == "pull":
        for n in range(40):
            q = p.at(70, -80, 1, n * 9)
            q.line([(0, -150 - n % 3 * 18), (0, -500)], "ink", 0.6 + n % 3 * 0.5)
    ground(p, 60, "sky")
    _waves(p, 84, -330, 40)
    p.box(60, -6, 700, 14, "wood")
    for x in (80, 190, 300):
        p.box(x, 14, x + 20, 200, "wood")
    mood = {"wait": "asleep", "pull": "effort", "boot": "flat"}[pull]
    hands = ((-24, -38), (-17, -33)) if pull != "boot" else ((-24, -44), (19, -27))
    person(
        p,
        140,
        0,
        180,
        mood=mood,
        look=-0.7,
        hair="cap",
        hair_colour="red",
        top="blue",
        legs="white",
        hands=hands,
        turn=14 if pull == "pull" else 0,
        hands_in_front=True,
        feet=((-12, -3), (8, -3)),
    )
    tip = {"wait": (-60, -150), "pull": (-52, -96), "boot": (-40, -200)}[pull]
    p.curve([(108, -62), (30, -130 if pull != "pull" else -150), tip], "ink", 1.8)
    if pull == "boot":
        p.line([tip, (-40, -84)], "ink", 0.8)
        _boot(p.at(-40, -58, 1.25))
        drops(p, [(-58, 6), (-30, 26), (-46, 44)], 8, "white")
    else:
        end = (-70, 58) if pull == "wait" else (-66, 60)
        p.line([tip, end], "ink", 0.8)
        if pull == "wait":
            p.disc(-70, 58, 9, "white")
        else:
            p.puffs([(-92, 56, 14), (-66, 46, 18), (-42, 56, 14)], "white")
            drops(p, [(-100, 10), (-30, 16), (-66, -6)], 8, "white")


def _boot(q: Pen) -> None:
    q.blob([(-16, -26), (16, -26), (17, 2), (46, 14), (48, 28), (-16, 28), (-18, 0)], "umber")
    q.box(-20, -32, 20, -20, "white", r=4)
    q.line([(-16, 28), (48, 28)], "ink", 2)
    q.disc(0, 2, 4, "white")


def _float_dips(p: Pen) -> None:
    p.fill("white")
    ground(p, 0, "sky")
    _waves(p, 40, -200, 120)
    for r in (74, 44):
        p.oval(-60, 14, r, r * 0.3, "white")
    p.disc(-60, 6, 22, "white")
    p.shape([(-82, 6), (-38, 6), (-46, 20), (-74, 20)], "ink")
    p.line([(-60, -16), (-30, -140)], "ink", 0.8)
    start_lines(p, -60, -8, 42, 26)
    drops(p, [(-120, -26), (4, -22)], 9, "white")


def castle() -> Story:
    """Nothing on a beach stays."""
    shots = (
        Shot((0, -90, 340, 260), partial(_beach, left=0.45, tide=0)),
        Shot((0, -100, 340, 260), partial(_beach, left=1.0, tide=0)),
        Shot((0, -85, 560, 280), partial(_beach, left=1.0, tide=1)),
        Shot((0, -70, 560, 250), partial(_beach, left=0.0, tide=0)),
    )
    return Story("castle", rows(2, 1, 1, heights=(1, 1.05, 0.9), tilt=22), shots)


def _beach(p: Pen, left: float, tide: int) -> None:
    p.fill("white")
    p.shape([(-900, -90), (900, -90), (900, -20), (-900, -20)], "sky")
    for x in range(-400, 400, 96):
        p.finer(0.7).curve(
            [(x, -60), (x + 12, -66), (x + 24, -60), (x + 36, -66), (x + 48, -60)], "white"
        )
    ground(p, -20, "white")
    for n in range(40):
        p.disc((n * 0.618034 % 1) * 760 - 380, n * 3 - 8, 1.5, "ink", 0)
    mood = (
        "smile"
        if left < 0.5 and left
        else "happy"
        if not tide and left
        else "surprised"
        if tide
        else "sad"
    )
    hands = ((-19, -27), (19, -27)) if left in (0.0, 0.45) else ((-30, -62), (30, -62))
    person(
        p,
        108 if not tide else 170,
        28,
        170,
        mood=mood,
        look=-0.8,
        hair="tails",
        hair_colour="ink",
        top="white",
        legs="red",
        hands=hands if left != 0.45 else ((-38, -34), (19, -27)),
    )
    if left:
        _castle(p.at(-50, 30), left)
    else:
        p.blob([(-150, 34), (-100, 14), (-50, 4), (0, 14), (50, 34), (-50, 46)], "grey")
        p.line([(-80, 22), (-112, 6)], "ink", 1.4)
        p.at(-112, 6, 1, -60).shape([(0, 0), (28, 8), (0, 18)], "ink")
    if tide:
        wave = [
            (-460, 200),
            (-460, -150),
            (-330, -190),
            (-210, -170),
            (-150, -112),
            (-168, -62),
            (-196, -84),
        ]
        p.blob(
            [*wave, (-230, -90), (-228, -30), (-120, 34), (60, 50), (130, 80), (120, 200)], "water"
        )
        p.puffs(
            [(-150, -104, 15), (-172, -66, 12), (-196, -84, 12), (-128, 30, 14), (-60, 44, 12)],
            "white",
        )
        drops(p, [(-110, -150), (-80, -110), (-130, -186), (-90, -60)], 9, "white")


def _castle(q: Pen, left: float) -> None:
    q.shape([(-80, 0), (-70, -40), (70, -40), (80, 0)], "grey")
    if left < 1:
        q.shape([(-84, 0), (-60, -20), (-40, 0)], "grey")
        return
    for x, high in ((-52, 84), (52, 84), (0, 120)):
        q.box(x - 22, -high, x + 22, -30 if x else -36, "grey")
        for step in (-22, -6, 10):
            q.box(x + step, -high - 12, x + step + 12, -high + 1, "grey")
        q.box(x - 6, -high + 18, x + 6, -high + 38, "ink", r=3)
    q.shape([(-80, 0), (-74, -44), (74, -44), (80, 0)], "grey")
    q.blob([(-15, 2), (-14, -20), (0, -30), (14, -20), (15, 2)], "ink")
    q.line([(0, -132), (0, -172)], "ink", 1.3)
    q.shape([(0, -172), (30, -163), (0, -152)], "ink")


def paper_boat() -> Story:
    """The life of a sheet of paper."""
    shots = (
        Shot((0, -10, 200, 150), partial(_folding, step=0)),
        Shot((0, -10, 200, 150), partial(_folding, step=1)),
        Shot((0, -80, 260, 230), partial(_pond, state="shows")),
        Shot((-10, -40, 300, 220), partial(_pond, state="sails")),
        Shot((0, -50, 300, 220), partial(_pond, state="duck")),
        Shot((0, -40, 300, 220), partial(_pond, state="sinks")),
    )
    return Story("paper_boat", rows(2, 2, 2, heights=(0.85, 1, 1), tilt=14), shots)


def _folding(p: Pen, step: int) -> None:
    p.fill("wood")
    if step == 0:
        p.at(0, -10, 1, -5).shape([(-58, -44), (58, -44), (58, 44), (-58, 44)], "white")
    else:
        q = p.at(0, -6)
        q.shape([(-64, 40), (0, -48), (64, 40)], "white")
        q.shape([(0, -48), (64, 40), (0, 40)], "ice")
        q.finer(0.7).line([(0, -48), (0, 40)])
    for side in (-1, 1):
        p.limb([(side * 130, 90), (side * 92, 50), (side * 66, 26)], 20, "white")
        p.disc(side * 62, 22, 13, "skin")


def _boat(q: Pen) -> None:
    q.shape([(-22, 0), (0, -52), (22, 0)], "white")
    q.finer(0.7).line([(0, -52), (0, 0)])
    q.shape([(-66, -26), (-22, 0), (22, 0), (66, -26), (40, 20), (-40, 20)], "white")


def _pond(p: Pen, state: str) -> None:
    p.fill("white")
    if state == "shows":
        cloud(p, -100, -170, 70)
        person(
            p,
            0,
            44,
            190,
            mood="happy",
            hair="short",
            hair_colour="ink",
            top="red",
            hands=((-16, -40), (16, -40)),
            hands_in_front=False,
        )
        _boat(p.at(0, -32))
        return
    p.blob(
        [(-300, -70), (-180, -120), (-60, -90), (80, -126), (300, -80), (300, 60), (-300, 60)],
        "sky",
    )
    ground(p, -30, "water")
    for n, x in enumerate(range(-180, 180, 60)):
        y = 10 + n % 3 * 22
        p.finer(0.8).curve([(x, y), (x + 12, y - 5), (x + 24, y), (x + 36, y - 5)], "white")
    if state == "sails":
        _boat(p.at(0, -20, 1, -4))
        p.blob([(-70, 4), (-20, 10), (70, 2), (30, 18), (-40, 18)], "white")
        bird(p, 92, -104, 56, coat="white", wing="up", flip=True)
    elif state == "duck":
        _boat(p.at(0, -2, 1, 5))
        bird(p, 4, -66, 84, coat="white", flip=True, mood="asleep")
        p.blob([(-80, 8), (-20, 18), (80, 8), (50, 40), (-50, 40)], "water", 0)
        p.curve([(-84, 10), (-30, 18), (30, 14), (84, 8)], "ink")
    else:
        bird(p, 20, -24, 84, coat="white", flip=True)
        p.blob([(-56, -4), (0, 8), (84, -4), (60, 30), (-30, 30)], "water", 0)
        p.curve([(-50, -2), (10, 8), (84, -4)], "ink")
        _boat(p.at(-92, 4, 0.8, -64))
        p.blob([(-160, 8), (-100, 14), (-50, 6), (-40, 60), (-150, 60)], "water", 0)
        p.curve([(-142, 10), (-100, 14), (-56, 8)], "ink")
        start_lines(p, -4, -58, 36, 12)
