"""Migi kara: at home; drawn for reading from the right."""

from __future__ import annotations

from functools import partial
from typing import Any

from sample_comic.figures import (
    cat,
    ground,
    head,
    person,
    start_lines,
    strokes,
)
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen

GIRL: dict[str, Any] = {"hair": "tails", "hair_colour": "ink", "top": "white", "legs": "red"}


BOY: dict[str, Any] = {"hair": "spiky", "hair_colour": "ink", "top": "red", "legs": "white"}


def dominoes() -> Story:
    """A row, a finger, a cat."""
    shots = (
        Shot((0, -80, 560, 250), partial(_row, fallen=0, view="wide")),
        Shot((222, -58, 180, 170), partial(_row, fallen=0, view="push")),
        Shot((90, -50, 250, 180), partial(_row, fallen=4, view="close")),
        Shot((-105, -45, 330, 190), partial(_row, fallen=8, view="cat")),
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
        person(
            p,
            250,
            30,
            160,
            mood="effort" if push else "smile",
            look=-0.9,
            **GIRL,
            hands=((-24, -40), (19, -27)) if not push else ((-29, -35), (19, -27)),
        )
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
        strokes(p, [((172, -60), (164, -70)), ((184, -64), (182, -78))])
    elif view == "close":
        strokes(p, [((112, -66), (142, -58)), ((150, -52), (180, -44))])
    elif view == "end":
        strokes(p, [((-186, -60), (-172, -66)), ((-182, -48), (-164, -48))])


def ramen() -> Story:
    """A bowl of noodles."""
    shots = tuple(
        Shot((0, -78, 480, 245), partial(_ramen, left=left, mood=mood))
        for left, mood in ((1.0, "surprised"), (0.5, "full"), (0.0, "bliss"))
    )
    return Story("ramen", rows(1, 1, 1, heights=(1, 1, 1), tilt=20), shots)


def _ramen(p: Pen, left: float, mood: str) -> None:
    p.fill("white" if left != 0.5 else "sky")
    for x in (-260, 190):
        p.box(x, -260, x + 70, -60, "grey")
        p.line([(x + 35, -260), (x + 35, -60)])
    hands = {
        1.0: ((-28, -58), (28, -58)),
        0.5: ((-22, -38), (13, -54)),
        0.0: ((-24, -34), (14, -30)),
    }
    person(p, 0, 56, 200, mood=mood, **BOY, hands=hands[left], hands_in_front=True)
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
        for x in (-84, 84, 104):
            q.finer(0.8).curve([(x, -36), (x + 7, -50), (x - 5, -64), (x + 4, -78)], "ink")
    elif left == 0.5:
        q.oval(0, -24, 54, 8, "orange", 0.8)
    else:
        q.oval(0, -23, 44, 6, "grey", 0.7)
    q.blob(
        [
            (-70, -26),
            (-54, 8),
            (-26, 20),
            (26, 20),
            (54, 8),
            (70, -26),
            (40, -13),
            (0, -10),
            (-40, -13),
        ],
        "ink",
    )
    q.curve([(-58, -8), (-30, 2), (0, 4), (30, 2), (58, -8)], "white", 1.2)
    if left == 0:
        q.line([(62, 18), (124, 6)], "ink", 1.4)
        q.line([(62, 24), (126, 14)], "ink", 1.4)


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
        q.blob([(-24, -70), (0, -86), (24, -70), (28, -40), (0, -34), (-28, -40)], "ink")
    head(q.at(0, -62), mood, 0, ("short", "short", "spiky", "bald")[step], "ink")
    if step == 3:
        q.curve([(-2, -82), (-5, -90), (2, -94)], "ink", 1.2)
        start_lines(q, 0, -62, 32, 9)
    q.blob([(-14, -43), (14, -43), (36, -20), (46, 24), (-46, 24), (-36, -20)], "white")
    q.curve([(-14, -42), (0, -36), (14, -42)])
    if step < 2:
        for side, end in ((-1, 16), (1, 16 if step == 0 else -34)):
            q.blob(
                [
                    (side * 19, -66),
                    (side * 25, -64),
                    (side * 31, -34),
                    (side * 30, end),
                    (side * 16, end + 3),
                    (side * 18, -34),
                ],
                "ink",
            )
    for n in range(step * 5):
        x, y = (n * 0.618034 % 1) * 52 - 28, n * 32 / (step * 5) - 14
        q.finer(0.9).curve([(x, y), (x + 4, y - 3), (x + 6, y + 2)], "ink")
    if 0 < step < 3:
        _scissors(
            p.at(
                84 if step == 1 else 66, -66 if step == 1 else -140, 0.9, -80 if step == 1 else -30
            )
        )
    elif step == 0:
        _scissors(p.at(112, -40, 0.9, 0))


def _scissors(q: Pen) -> None:
    q.shape([(0, 0), (-14, -58), (-4, -56), (6, -2)], "white")
    q.shape([(0, 0), (14, -58), (4, -56), (-6, -2)], "white")
    for x in (-13, 13):
        q.line([(0, -2), (x * 0.7, 12)], "ink", 1.6)
        q.oval(x, 24, 10, 13, None, 1.6)


def portrait() -> Story:
    """From a blank canvas to the wall."""
    shots = (
        Shot((0, -100, 290, 240), partial(_studio, done=0)),
        Shot((0, -100, 290, 240), partial(_studio, done=1)),
        Shot((60, -105, 180, 190), partial(_studio, done=2)),
        Shot((0, -100, 290, 240), partial(_studio, done=3)),
        Shot((0, -78, 520, 290), _wall),
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
    person(
        p,
        -70,
        34,
        180,
        mood=("flat", "smile", "effort", "happy")[done],
        look=0.8,
        hair="bun",
        hair_colour="ink",
        top="white",
        legs="blue",
        hands=((-19, -27), (30, -50 - 3 * done)) if done < 3 else ((-30, -62), (30, -62)),
    )
    if 0 < done < 3:
        brush_x, brush_y = -70 + 30 * 1.94, 34 - (50 + 3 * done) * 1.94
        p.line([(brush_x - 8, brush_y + 10), (brush_x + 20, brush_y - 14)], "ink", 1.8)
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
    person(
        p,
        -150,
        34,
        180,
        mood="bliss",
        look=0.7,
        hair="bun",
        hair_colour="ink",
        top="white",
        legs="blue",
        hands=((-19, -27), (24, -40)),
    )
