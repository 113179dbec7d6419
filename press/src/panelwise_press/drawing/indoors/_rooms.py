"""The rooms of a home: kitchen, living room, bathroom, bedroom, and two that stand empty.

Colours are pale and lines thin, so that people and things stand out. What hangs on a wall lies
far to the sides or high up, where it is in nobody's way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Weather
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import place

_SKY: dict[DayTime, str] = {"day": "sky", "evening": "dusk", "night": "deep"}
SKIRTING = -16.0  # where the wall meets the floor


def _stripe(pen: Pen, box: Box, y0: float, y1: float, colour: str) -> None:
    top, bottom = max(y0, box.y0), min(y1, box.y1)
    if top < bottom:
        pen.box(box.x0, top, box.x1, bottom, colour, 0)


def _rule(pen: Pen, box: Box, y: float, weight: float = 1.0) -> None:
    if box.y0 < y < box.y1:
        pen.line([(box.x0, y), (box.x1, y)], line=weight)


def _steps(box: Box, width: float) -> Iterator[tuple[int, float]]:
    """The number and left end of every tile of a width that the box touches."""
    for index in range(math.floor(box.x0 / width), math.ceil(box.x1 / width)):
        yield index, index * width


def _wall_and_floor(pen: Pen, box: Box, wall: str, floor: str) -> None:
    _stripe(pen, box, box.y0, SKIRTING, wall)
    _stripe(pen, box, SKIRTING, box.y1, floor)
    _rule(pen.finer(0.7), box, SKIRTING)


def _boards(pen: Pen, box: Box, colour: str) -> None:
    for index, left in _steps(box, 120):
        x = left + 45 * (index % 2)
        pen.line([(x, SKIRTING + 8), (x - 18, SKIRTING + 44)], colour, 0.7)


def _window(pen: Pen, x: float, time: DayTime, frame: str = "white") -> None:
    """A window of 100 by 100 whose sill is 130 high; the moon stands in it at night."""
    pen.box(x - 52, -232, x + 52, -128, frame)
    for left in (x - 45, x + 3):
        pen.box(left, -225, left + 42, -135, _SKY[time])
    if time == "night":
        pen.disc(x + 26, -202, 11, "glow", 0.7)
    pen.box(x - 58, -130, x + 58, -122, frame)


@place("kitchen", "in the kitchen", indoors=True)
def kitchen(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A tiled wall, cupboards high up, a chequered floor."""
    _wall_and_floor(pen, box, "cream", "sand")
    thin = pen.finer(0.5)
    _stripe(pen, box, -150, SKIRTING, "ice")
    for y in (-150, -117, -84, -51):
        _rule(thin, box, y, 0.6)
    for _, left in _steps(box, 33):
        if box.y1 > -150:
            thin.line([(left, max(-150, box.y0)), (left, SKIRTING)], "grey", 0.6)
    for index, left in _steps(box, 90):
        thin.box(left, -300, left + 90, -212, "wood")
        thin.box(left + 8, -292, left + 82, -220, "wood", 0.8)
        thin.disc(left + (74 if index % 2 else 16), -236, 3.5, "brown", 0.8)
    for index, left in _steps(box, 60):
        if index % 2:
            thin.shape([(left, -16), (left + 60, -16), (left + 44, 30), (left - 16, 30)], "wood", 0)


@place("living_room", "in the living room", indoors=True)
def living_room(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A plain wall with a window at the right and a shelf of books at the left."""
    _wall_and_floor(pen, box, "lilac", "wood")
    thin = pen.finer(0.55)
    _rule(thin, box, SKIRTING - 12, 0.8)
    _boards(thin, box, "brown")
    _window(thin, 170, time)
    thin.box(-250, -168, -120, -158, "brown")
    books = ("red", "teal", "yellow", "blue", "pink", "pine", "orange")
    for index, colour in enumerate(books):
        x = -240 + index * 16
        thin.box(x, -200 - 7 * (index % 3), x + 14, -168, colour)


@place("bathroom", "in the bathroom", indoors=True)
def bathroom(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """White and blue tiles, a round mirror far to the left."""
    _wall_and_floor(pen, box, "white", "grey")
    _stripe(pen, box, -110, SKIRTING, "sky")
    thin = pen.finer(0.5)
    for row in range(8):
        _rule(thin, box, SKIRTING - 47 * row, 0.6)
    for _, left in _steps(box, 47):
        thin.line([(left, box.y0), (left, SKIRTING)], "grey", 0.6)
    thin.disc(-190, -165, 36, "ice")
    thin.arc(-190, -165, 24, 24, 190, 260, "white", 2)
    _rule(pen.finer(0.7), box, SKIRTING)


@place("bedroom", "in the bedroom", indoors=True)
def bedroom(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A calm wall with dots, a window at the right, a warm floor."""
    _wall_and_floor(pen, box, "mint", "brown")
    thin = pen.finer(0.55)
    for index, left in _steps(box, 52):
        for row in range(7):
            y = -48 - 44 * row - 22 * (index % 2)
            if box.y0 < y:
                thin.disc(left + 26, y, 4, "white", 0)
    _window(thin, 190, time)


@place("bare_room", "in an empty room", indoors=True)
def bare_room(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """White walls without anything, boards without a carpet."""
    _wall_and_floor(pen, box, "white", "wood")
    thin = pen.finer(0.55)
    _rule(thin, box, SKIRTING - 10, 0.8)
    _boards(thin, box, "brown")


@place("new_room", "in the new room", indoors=True)
def new_room(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A green wall with a round window high up, a grey floor."""
    _wall_and_floor(pen, box, "mint", "grey")
    thin = pen.finer(0.55)
    _rule(thin, box, SKIRTING - 12, 0.8)
    thin.disc(-150, -196, 40, "white")
    thin.disc(-150, -196, 33, _SKY[time])
    thin.line([(-183, -196), (-117, -196)], "white", 3)
    thin.line([(-150, -229), (-150, -163)], "white", 3)
