"""The places of the town: a street, a market square, a doorstep, a workshop, and the school.

A place fills whatever rectangle the camera shows. Its colours are pale and its lines thin, so that
people stand out; what it shows depends on x only, so that panning the camera moves along it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Weather
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import place

_SKIES: dict[tuple[DayTime, bool], str] = {
    ("day", False): "sky",
    ("day", True): "grey",
    ("evening", False): "dusk",
    ("evening", True): "stone",
    ("night", False): "night",
    ("night", True): "deep",
}
_HOUSES = ("mint", "wall", "cream", "sand", "lilac")
_ROOFS = ("blush", "grey", "orange", "stone")


def _fill(pen: Pen, box: Box, y0: float, y1: float, colour: str) -> None:
    """A stripe over the whole width, without outline, cut to the box."""
    top, bottom = max(y0, box.y0), min(y1, box.y1)
    if top < bottom:
        pen.shape(
            [(box.x0, top), (box.x1, top), (box.x1, bottom), (box.x0, bottom)], colour, line=0
        )


def _rule(pen: Pen, box: Box, y: float, weight: float = 1) -> None:
    if box.y0 < y < box.y1:
        pen.line([(box.x0, y), (box.x1, y)], line=weight)


def _tiles(box: Box, width: float) -> Iterator[tuple[int, float]]:
    """The number and left end of every tile of a width that the box touches."""
    for index in range(math.floor(box.x0 / width), math.ceil(box.x1 / width)):
        yield index, index * width


def _sky(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    _fill(pen, box, box.y0, box.y1, _SKIES[time, weather in ("rain", "snow")])


def _houses(pen: Pen, box: Box, ground: float, time: DayTime, turn: int = 0) -> None:
    """A row of narrow houses that stand on a height; ``turn`` shifts their colours."""
    thin = pen.finer(0.55)
    pane = "glow" if time == "night" else "ice"
    for index, left in _tiles(box, 170):
        high = 250 + 34 * (index % 3)
        wall = _HOUSES[(index + turn) % len(_HOUSES)]
        roof = _ROOFS[index % len(_ROOFS)]
        eaves = ground - high
        thin.shape([(left - 4, eaves), (left + 85, eaves - 70), (left + 174, eaves)], roof)
        thin.box(left, eaves, left + 170, ground, wall)
        for row in range(2):
            for x in (left + 28, left + 102):
                thin.box(x, eaves + 26 + row * 84, x + 40, eaves + 76 + row * 84, pane)
        if index % 2:
            thin.box(left + 66, ground - 84, left + 106, ground, roof)
        else:
            thin.box(left + 24, ground - 74, left + 146, ground - 18, pane)


@place("street", "in the street")
def street(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """Houses, the road before them, and on this side the pavement at y = 0."""
    _sky(pen, box, time, weather)
    _houses(pen, box, -84, time)
    _fill(pen, box, -84, -70, "grey")
    _fill(pen, box, -70, -18, "stone" if weather == "rain" else "grey")
    thin = pen.finer(0.6)
    _rule(thin, box, -84)
    _rule(thin, box, -70)
    for _, left in _tiles(box, 90):
        thin.line([(left, -44), (left + 44, -44)], "white", 2.4)
    _fill(pen, box, -18, -8, "stone")
    _fill(pen, box, -8, box.y1, "grey" if weather == "rain" else "cream")
    _rule(thin, box, -18)
    _rule(thin, box, -8)
    for _, left in _tiles(box, 120):
        thin.line([(left, -8), (left - 26, 60)], "grey" if weather != "rain" else "stone")


@place("market", "in the market square")
def market(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A paved square before a row of houses, with pennants across."""
    _sky(pen, box, time, weather)
    _houses(pen, box, -40, time, turn=3)
    thin = pen.finer(0.6)
    colours = ("red", "yellow", "teal", "white")
    for index, left in _tiles(box, 44):
        drop = -268 + 8 * math.cos(index * math.pi / 4)
        thin.shape([(left, drop), (left + 40, drop), (left + 20, drop + 26)], colours[index % 4])
    _fill(pen, box, -40, box.y1, "wood" if weather == "rain" else "sand")
    _rule(thin, box, -40)
    for row, y in enumerate((-22, 4, 38)):
        for _, left in _tiles(box, 84):
            x = left + 30 * (row % 2)
            thin.arc(x, y, 18, 5, 200, 340, "brown", 0.8)


@place("doorstep", "at a front door")
def doorstep(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """The front of a house: its door stands at x = 110, a window to the left."""
    _fill(pen, box, box.y0, -10, "wall" if time != "night" else "purple")
    thin = pen.finer(0.6)
    for row in range(12):
        _rule(thin, box, -10 - 40 * row, 0.6)
    pane = "glow" if time == "night" else "ice"
    thin.box(-250, -220, -150, -110, "white")
    thin.box(-242, -212, -204, -118, pane)
    thin.box(-196, -212, -158, -118, pane)
    pen.box(62, -208, 158, -10, "white")
    pen.box(70, -200, 150, -10, "teal")
    pen.box(84, -186, 136, -128, pane, 0.8)
    pen.disc(140, -100, 5, "yellow", 0.8)
    pen.shape([(46, -214), (174, -214), (160, -240), (60, -240)], "red")
    _fill(pen, box, -10, box.y1, "grey")
    _rule(pen, box, -10, 0.8)
    pen.box(52, -12, 168, -2, "stone", 0.8)


@place("back_lawn", "on the lawn behind the house")
def back_garden(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """Grass behind a house, with a low hedge."""
    _sky(pen, box, time, weather)
    thin = pen.finer(0.6)
    hedge = [(left + 20.0, -52.0 - 5 * (index % 2), 26.0) for index, left in _tiles(box, 40)]
    thin.puffs(hedge, "leaf")
    _fill(pen, box, -46, box.y1, "grass")
    _rule(thin, box, -46)
    for index, left in _tiles(box, 110):
        y = 8 + 18 * (index % 3)
        thin.line([(left, y), (left + 4, y - 9), (left + 8, y), (left + 13, y - 8)], "leaf", 1.4)


@place("workshop", "in the bicycle workshop", indoors=True)
def workshop(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A wall with tools on hooks, a concrete floor."""
    _fill(pen, box, box.y0, -20, "sand")
    thin = pen.finer(0.6)
    thin.box(-200, -232, 200, -140, "wood")
    for index in range(6):
        x = -165 + index * 66
        thin.line([(x, -222), (x, -172)], "steel", 4)
        if index % 3 == 0:
            thin.disc(x, -164, 12, "steel")
            thin.disc(x, -164, 5, "wood")
        elif index % 3 == 1:
            thin.box(x - 16, -178, x + 16, -164, "steel", r=3)
        else:
            thin.box(x - 6, -222, x + 6, -196, "red", r=3)
    _fill(pen, box, -20, box.y1, "grey")
    _rule(thin, box, -20)


@place("classroom", "in the classroom", indoors=True)
def classroom(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A pale wall with a coloured lower part; children's drawings far to both sides."""
    _fill(pen, box, box.y0, -62, "cream")
    _fill(pen, box, -62, -14, "mint")
    _fill(pen, box, -14, box.y1, "wood")
    thin = pen.finer(0.6)
    _rule(thin, box, -62)
    _rule(thin, box, -14)
    for x, fill in ((-290, "pink"), (-225, "sky"), (205, "yellow"), (270, "lilac")):
        thin.box(x, -196, x + 46, -136, "white")
        thin.disc(x + 23, -166, 13, fill, 0.7)
    for _, left in _tiles(box, 100):
        thin.line([(left, 2), (left - 16, 46)], "brown", 0.7)


@place("schoolyard", "in the schoolyard")
def schoolyard(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """The school with its clock behind a yard."""
    _sky(pen, box, time, weather)
    thin = pen.finer(0.6)
    thin.box(-330, -230, 330, -38, "wall")
    thin.shape([(-350, -230), (350, -230), (310, -280), (-310, -280)], "blush")
    for index in range(8):
        x = -310 + index * 80
        if index not in (3, 4):
            thin.box(x, -206, x + 50, -150, "ice")
            thin.box(x, -124, x + 50, -68, "ice")
    thin.shape([(-60, -250), (60, -250), (0, -318)], "blush")
    thin.box(-60, -250, 60, -38, "cream")
    thin.disc(0, -212, 24, "white")
    thin.line([(0, -228), (0, -212), (12, -206)])
    thin.box(-30, -130, 30, -38, "teal")
    _fill(pen, box, -38, box.y1, "sand")
    _rule(thin, box, -38)
    for index, left in _tiles(box, 130):
        y = -14 + 22 * (index % 3)
        thin.line([(left, y), (left + 22, y)], "wood", 1.2)


def _room(pen: Pen, box: Box, wall: str, pattern: str, floor: str) -> None:
    """A papered wall above a floor; ``pattern`` is the colour of the wallpaper's stripes."""
    _fill(pen, box, box.y0, -16, wall)
    for _, left in _tiles(box, 64):
        x0, x1 = max(left, box.x0), min(left + 20, box.x1)
        if x0 < x1:
            pen.shape([(x0, box.y0), (x1, box.y0), (x1, -16), (x0, -16)], pattern, line=0)
    _fill(pen, box, -16, box.y1, floor)
    _rule(pen.finer(0.6), box, -16)


@place("child_room", "in the child's room", indoors=True)
def child_room(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A striped wall with a window at the right and a shelf of bricks at the left."""
    _room(pen, box, "ice", "white", "wood")
    thin = pen.finer(0.6)
    thin.box(110, -236, 210, -136, "white")
    pane = "deep" if time == "night" else "sky"
    for x in (118, 164):
        thin.box(x, -228, x + 38, -144, pane)
    if time == "night":
        thin.disc(184, -208, 11, "glow", 0.7)
    thin.box(-230, -150, -130, -142, "wood")
    for x, fill in ((-214, "red"), (-186, "yellow"), (-158, "teal")):
        thin.box(x, -172, x + 22, -150, fill)


@place("home_hall", "in the hall at home", indoors=True)
def hall(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A warm wall with a door at the left and a picture at the right."""
    _room(pen, box, "wall", "cream", "brown")
    thin = pen.finer(0.6)
    thin.box(-220, -210, -130, -16, "wood")
    thin.box(-206, -196, -144, -116, "sand")
    thin.disc(-140, -104, 4, "yellow")
    thin.box(90, -206, 170, -140, "yellow", r=2)
    thin.box(98, -198, 162, -148, "sky")
    thin.shape([(98, -148), (122, -176), (140, -160), (150, -170), (162, -148)], "leaf")


@place("breakfast_room", "in the breakfast room", indoors=True)
def breakfast_room(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A wall tiled in its lower part, a window with curtains in the middle."""
    _fill(pen, box, box.y0, -16, "cream")
    _fill(pen, box, -96, -16, "mint")
    thin = pen.finer(0.6)
    _rule(thin, box, -96)
    _rule(thin, box, -56, 0.6)
    for _, left in _tiles(box, 40):
        thin.line([(left, -96), (left, -16)], line=0.6)
    thin.box(-90, -236, 30, -130, "white")
    for x in (-82, -26):
        thin.box(x, -228, x + 48, -138, "sky")
    for x in (-98, 18):
        thin.shape([(x, -240), (x + 20, -240), (x + 16, -126), (x + 4, -126)], "red")
    _fill(pen, box, -16, box.y1, "sand")
    _rule(thin, box, -16)
