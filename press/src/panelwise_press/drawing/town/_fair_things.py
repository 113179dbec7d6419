"""What is played at a fair: four cups and a coin, and a stall whose prizes follow a rule."""

from __future__ import annotations

import itertools
import math

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Thing, Weather
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import place, prop
from panelwise_press.drawing._small import small_prop
from panelwise_press.drawing.town._marks import MARKS, mark
from panelwise_press.drawing.town._toys import toy_head

_PLACES = dict(zip(MARKS, (-90.0, -30.0, 30.0, 90.0), strict=True))
_TOP = -70.0
_CUP = 46.0


@prop(
    "cup_table",
    {"still": "a table with four upturned cups, each behind a sign"}
    | {f"lift {one}": f"four cups, a coin under the one at the {one}" for one in MARKS}
    | {f"flag {one}": f"four cups, a small flag on the one at the {one}" for one in MARKS}
    | {
        f"swap {one} {other}": f"the cups at the {one} and the {other} change places"
        for one, other in itertools.combinations(MARKS, 2)
    },
)
def cup_table(pen: Pen, thing: Thing) -> None:
    """A table, 260 wide, its top at 70, with four cups; their signs are on the cloth before it."""
    act, *where = (thing.state or "still").split()
    for side in (-1, 1):
        pen.box(side * 118 - 5, -30, side * 118 + 5, 0, "bark")
    pen.box(-130, _TOP + 6, 130, -14, "cream")
    pen.box(-134, _TOP - 3, 134, _TOP + 8, "wood", r=3)
    for name, x in _PLACES.items():
        mark(pen.at(x, -38), name, 18)
        lifted = act == "lift" and name == where[0]
        if lifted:
            pen.disc(x, _TOP - 13, 12, "yellow")
            pen.disc(x, _TOP - 13, 7, "glow", 0.7)
        _cup(pen.at(x, _TOP - 3 - (34 if lifted else 0)))
        if act == "flag" and name == where[0]:
            _flag(pen.at(x, _TOP - 3 - _CUP))
    if act == "swap":
        _exchange(pen, _PLACES[where[0]], _PLACES[where[1]], _TOP - _CUP - 10)


def _cup(pen: Pen) -> None:
    """An upturned cup, 42 wide."""
    pen.shape([(-21, 0), (-14, -_CUP), (14, -_CUP), (21, 0)], "blue")
    pen.line([(-19, -10), (19, -10)], "ice", 1.4)


def _flag(pen: Pen) -> None:
    pen.line([(0, 0), (0, -44)], line=1.6)
    pen.shape([(0, -44), (30, -33), (0, -22)], "red")


def _exchange(pen: Pen, x0: float, x1: float, y: float) -> None:
    """An arc with an arrow at either end: what is at one place goes to the other."""
    middle, reach = (x0 + x1) / 2, (x1 - x0) / 2
    pen.arc(middle, y - 12, reach, 22 + 0.4 * reach, 180, 360, "red", 3)
    for x in (x0, x1):
        pen.shape([(x - 11, y - 16), (x + 11, y - 16), (x, y + 2)], "red")


@prop(
    "prize_board",
    {
        toy: f"a board: a star for a toy {toy}, a heart for a toy {other}"
        for toy, other in (("bear", "rabbit"), ("rabbit", "bear"))
    },
)
def prize_board(pen: Pen, thing: Thing) -> None:
    """A board on two posts, 130 wide and 170 high: which sign wins which toy."""
    for x in (-48, 48):
        pen.box(x - 4, -60, x + 4, 0, "bark")
    pen.box(-66, -172, 66, -40, "white", r=4)
    toys = (thing.state, "rabbit" if thing.state == "bear" else "bear")
    for name, toy, y in zip(("star", "heart"), toys, (-136, -72), strict=True):
        mark(pen.at(-40, y), name, 19)
        pen.line([(-14, y), (4, y)], line=1.6)
        pen.shape([(2, y - 7), (2, y + 7), (12, y)], "ink")
        toy_head(pen.at(38, y + 7, 0.92 if toy == "bear" else 0.78), toy)


def _light(pen: Pen, name: str) -> None:
    """The sun or the moon, 54 across, around the origin."""
    if name == "moon":
        pen.blob([(8, -23), (-14, -13), (-14, 13), (8, 23), (-2, 0)], "glow")
        return
    for k in range(8):
        dx, dy = math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)
        pen.line([(dx * 19, dy * 19), (dx * 27, dy * 27)], "ink", 1.2)
    pen.disc(0, 0, 15, "yellow")


@prop("sky_light", {name: f"the {name} in the sky" for name in ("sun", "moon")})
def sky_light(pen: Pen, thing: Thing) -> None:
    """The sun or the moon in a piece of the sky, 80 across, as on the notice."""
    pen.disc(0, -40, 40, "deep" if thing.state == "moon" else "sky", 0)
    _light(pen.at(0, -40, 1.25), thing.state)


@place("fair", "at the fair")
def fair(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A lawn with low tents under an open sky, which is dark and full of stars at night."""
    night = time == "night"
    pen.box(box.x0, box.y0, box.x1, box.y1, "deep" if night else "sky", 0)
    thin = pen.finer(0.6)
    if night:
        for k in range(40):
            x = box.x0 + (box.x1 - box.x0) * ((k * 0.618) % 1)
            thin.disc(x, -150 - 170 * ((k * k * 0.37) % 1), 2.4, "white", 0.2)
    for index in range(math.floor(box.x0 / 150), math.ceil(box.x1 / 150)):
        left, colour = index * 150, ("red", "teal", "yellow")[index % 3]
        thin.box(left + 20, -86, left + 130, -24, "white")
        thin.box(left + 58, -72, left + 92, -24, "glow" if night else "grey", 0.8)
        thin.shape([(left + 8, -84), (left + 75, -126), (left + 142, -84)], colour)
    pen.box(box.x0, -28, box.x1, max(box.y1, -27), "pine" if night else "grass", 0)


@prop(
    "swap_notice",
    {
        when: f"a notice: a {when}, and arrows that exchange a star and a heart"
        for when in ("sun", "moon")
    },
)
def swap_notice(pen: Pen, thing: Thing) -> None:
    """A notice on two posts, 130 wide and 170 high: when the signs are exchanged."""
    for x in (-48, 48):
        pen.box(x - 4, -60, x + 4, 0, "bark")
    night = thing.state == "moon"
    pen.box(-66, -172, 66, -40, "white", r=4)
    pen.box(-60, -166, 60, -108, "night" if night else "sky", 0.8)
    _light(pen.at(0, -137), thing.state)
    if night:
        for x, y in ((-38, -150), (34, -128), (40, -154)):
            pen.disc(x, y, 3, "white", 0.4)
    mark(pen.at(-42, -74), "star", 16)
    mark(pen.at(42, -74), "heart", 16)
    for y, side in ((-83, 1), (-65, -1)):
        pen.line([(-18, y), (18, y)], line=1.6)
        pen.shape([(side * 12, y - 7), (side * 12, y + 7), (side * 22, y)], "ink")


@prop(
    "ticket",
    {name: f"a ticket with a {name}" for name in ("star", "heart")},
    held_at=(0, -6),
)
def ticket(pen: Pen, thing: Thing) -> None:
    """A ticket, 44 wide and 46 high, drawn larger than life."""
    pen.box(-22, -46, 22, 0, "glow", r=3)
    mark(pen.at(0, -22), thing.state, 15)


@prop(
    "toy_photo",
    {toy: f"a framed picture of a toy {toy}" for toy in ("bear", "rabbit")},
    held_at=(0, -34),
)
def toy_photo(pen: Pen, thing: Thing) -> None:
    """A picture in a frame, 58 wide and 66 high."""
    pen.box(-29, -66, 29, 0, "wood", r=3)
    pen.box(-23, -60, 23, -6, "cream", 0.8)
    bear = thing.state == "bear"
    toy_head(pen.at(0, -30 if bear else -24, 0.95 if bear else 0.72), thing.state)


@prop(
    "ballot",
    {
        "": "two boxes with a picture each",
        "locked": "two boxes with a picture each, their slots under locked lids",
        **{
            name: f"two boxes with a picture each, a slip in the one with the {name}"
            for name in ("kite", "guitar")
        },
    },
)
def ballot(pen: Pen, thing: Thing) -> None:
    """A table, 190 wide, its top at 62, with a box for kites and one for guitars."""
    for x in (-78, 78):
        pen.box(x - 4, -56, x + 4, 0, "steel")
    pen.box(-95, -64, 95, -54, "wood", r=3)
    for x, name in ((-47, "kite"), (47, "guitar")):
        if name == thing.state:
            pen.box(x - 14, -168, x + 14, -128, "white")
            pen.line([(x, -206), (x, -184)], "red", 2.6)
            pen.shape([(x - 9, -188), (x + 9, -188), (x, -172)], "red")
        pen.box(x - 38, -138, x + 38, -64, "sand", r=2)
        pen.box(x - 20, -138, x + 20, -134, "ink", 0.4)
        small_prop(pen.finer(0.6).at(x, -69), name, "whole", 62, 60)
        if thing.state == "locked":
            pen.box(x - 43, -154, x + 43, -134, "red", r=4)
            pen.arc(x, -138, 8, 9, 180, 360, line=2.2)
            pen.box(x - 11, -139, x + 11, -122, "yellow", r=2)
