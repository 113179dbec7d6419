"""Little Changes: under the sky."""

from __future__ import annotations

from functools import partial
from typing import Any

from sample_comic.figures import (
    cloud,
    drops,
    ground,
    person,
    shadow,
    strokes,
    sun,
    tree,
)
from sample_comic.page import Cut, Shot, Story, rows
from sample_comic.pen import Pen


def snowman() -> Story:
    """The sun climbs and the snowman goes."""
    shots = (
        Shot((-10, -108, 600, 310), partial(_snow, sun_at=(-210, -25), left=1.0, who="happy")),
        Shot((-20, -135, 330, 330), partial(_snow, sun_at=(-120, -248), left=0.8)),
        Shot((-20, -125, 330, 330), partial(_snow, sun_at=(60, -235), left=0.42)),
        Shot((-10, -72, 500, 265), partial(_snow, sun_at=(225, -160), left=0.0, who="sad")),
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
            p,
            95 if not sad else 80,
            24,
            165,
            mood=who,
            look=-0.9,
            hair="cap",
            hair_colour="teal",
            top="orange",
            legs="purple",
            hands=((-19, -27), (19, -27)) if sad else ((-30, -58), (30, -60)),
        )
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
    cameras = (
        (0, -60, 270, 230),
        (10, -70, 300, 230),
        (0, -30, 190, 150),
        (-20, -90, 330, 260),
        (-6, -140, 460, 380),
        (-5, -160, 500, 420),
    )
    shots = tuple(Shot(camera, partial(_seed, age=age)) for age, camera in enumerate(cameras))
    return Story("seed", rows(2, 2, 2, heights=(1, 1, 1.15)), shots)


def _seed(p: Pen, age: int) -> None:
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
    grower = (_digs, _waters, None, _cheers, _brings_a_child, _rests)[age]
    if grower is not None:
        grower(p)


GROWER: dict[str, Any] = {"top": "yellow", "legs": "red"}


def _digs(p: Pen) -> None:
    hands = ((-14, -30), (34, -38))
    person(p, -62, 18, 140, look=0.9, hair="tails", hands=hands, **GROWER)


def _waters(p: Pen) -> None:
    hands = ((20, -40), (34, -44))
    person(p, -88, 18, 140, look=0.9, hair="tails", hands=hands, **GROWER)
    _can(p.at(-18, -50, 0.9, 22))
    strokes(p, [((34 + n * 5, -34 + n * 4), (26 + n * 7, -10)) for n in range(3)], "blue", 1)


def _cheers(p: Pen) -> None:
    hands = ((-26, -62), (30, -62))
    person(p, -95, 18, 175, mood="happy", look=0.8, hair="tails", hands=hands, **GROWER)


def _brings_a_child(p: Pen) -> None:
    person(p, -125, 22, 205, look=0.8, hair="long", **GROWER)
    hands = ((-30, -62), (30, -62))
    person(p, 118, 26, 115, mood="happy", look=-0.7, hair="spiky", top="teal", hands=hands)


def _rests(p: Pen) -> None:
    p.box(50, -40, 190, -30, "wood")
    for x in (66, 174):
        p.box(x - 5, -30, x + 5, 14, "wood")
    old: dict[str, Any] = {"mood": "asleep", "hair": "bun", "hair_colour": "grey", **GROWER}
    person(p, 118, 14, 195, look=-0.4, feet=((-22, -3), (-8, -3)), hip=-28, **old)


def _can(q: Pen) -> None:
    q.arc(-18, -2, 20, 22, 120, 260, 1.6)
    q.shape([(18, 4), (46, -14), (50, -8), (20, 16)], "blue")
    q.shape([(-22, -18), (20, -18), (24, 24), (-26, 24)], "blue")


PICKER: dict[str, Any] = {
    "hair": "bun",
    "hair_colour": "orange",
    "top": "teal",
    "legs": "purple",
    "hands_in_front": True,
}


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
    crown = [(40, -300, 55), (120, -290, 60), (180, -260, 55), (80, -350, 60), (150, -370, 60)]
    p.puffs([*crown, (20, -250, 34), (100, -240, 40), (170, -310, 60)], "leaf")
    if step == 2:
        _climbs(p)
    if step < 3:
        p.line([(12, -228), (10, -238)], "bark", 1)
        p.disc(12, -214, 15, "red")
        p.blob([(12, -230), (22, -242), (30, -234)], "grass", 0.7)
    if step == 0:
        shadow(p, -25, 16, 36)
        person(p, -25, 12, 150, mood="sad", look=0.6, hands=((-19, -27), (24, -76)), **PICKER)
    elif step == 1:
        _carries(p)
    elif step == 3:
        _eats(p)


def _carries(p: Pen) -> None:
    _ladder(p.at(-95, -62, 0.85, 78))
    hands, feet = ((-22, -34), (24, -40)), ((-16, -4), (12, -3))
    person(p, -95, 12, 150, mood="effort", look=0.9, hands=hands, feet=feet, **PICKER)


def _climbs(p: Pen) -> None:
    _ladder(p.at(0, -95, 1, 14))
    hands, feet = ((8, -40), (29, -78)), ((-2, -2), (14, -12))
    person(p, -34, -78, 150, mood="happy", look=0.7, hands=hands, feet=feet, **PICKER)


def _eats(p: Pen) -> None:
    _ladder(p.at(-185, 6, 1, 86))
    hands, feet = ((-12, -40), (13, -57)), ((-26, -2), (-10, 3))
    person(p, 20, 20, 170, mood="full", look=-0.2, hands=hands, feet=feet, hip=-14, **PICKER)
    p.disc(46, -92, 13, "red")
    p.disc(36, -95, 7, "cream", 0)


def _ladder(q: Pen) -> None:
    for x in (-20, 20):
        q.line([(x, -125), (x, 105)], "ink", 3.2)
        q.line([(x, -124), (x, 104)], "wood", 1.4)
    for y in range(-105, 100, 30):
        q.line([(-18, y), (18, y)], "ink", 3)
        q.line([(-18, y), (18, y)], "wood", 1.2)
