"""A garden, a hill, a snowy yard, a park path."""

from __future__ import annotations

from math import ceil

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Weather
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import place

_SKIES: dict[DayTime, str] = {"day": "sky", "evening": "dusk", "night": "night"}


def _sky(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    grey = weather in ("rain", "snow") and time == "day"
    p.box(view.x0, view.y0, view.x1, view.y1, "grey" if grey else _SKIES[time], 0)
    if grey or weather == "wind":
        for x, y in ((-210, -300), (20, -330), (220, -290)):
            p.puffs(
                [(x - 40, y, 26), (x, y - 14, 36), (x + 44, y, 28)], "stone" if grey else "white", 0
            )
    elif time == "day" and not p.sheet.revised:  # where a tree may leave a crumb of it to be seen
        p.puffs([(166, -310, 18), (192, -322, 26), (222, -310, 20)], "white", 0)


def across(p: Pen, view: Box, usual: tuple[int, int], step: int) -> range:
    """Where things in a row stand; the revised drawings fill a view wider than usual."""
    first, end = usual
    if p.sheet.revised:
        first -= step * max(0, ceil((first - view.x0) / step))
        end = max(end, ceil(view.x1))
    return range(first, end, step)


def _ground(p: Pen, view: Box, top: float, colour: str) -> None:
    p.box(view.x0 - 5, top, view.x1 + 5, max(view.y1, top) + 5, colour, 0)


@place("flower_garden", "in the garden")
def flower_garden(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """Lawn before a wooden fence."""
    _sky(p, view, time, weather)
    p.puffs([(-300, -90, 60), (-230, -110, 70), (260, -100, 64), (330, -90, 60)], "pine", 0)
    for x in across(p, view, (-420, 430), 34):
        p.shape([(x, -26), (x, -88), (x + 13, -102), (x + 26, -88), (x + 26, -26)], "wood", 0.8)
    p.box(view.x0 - 5, -72, view.x1 + 5, -64, "wood", 0.8)
    _ground(p, view, -28, "pine" if time == "night" else "grass")
    for x in across(p, view, (-380, 400), 96):
        p.line([(x, 14), (x + 4, 0), (x + 9, 14)], "leaf", 1)


@place("hill", "on a hill")
def hill(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """An open hill with a far village."""
    _sky(p, view, time, weather)
    p.blob(
        [(-480, -40), (-260, -110), (0, -80), (260, -120), (480, -50), (480, 60), (-480, 60)],
        "leaf",
        0,
    )
    for x in (-210, -170):
        p.box(x, -118, x + 26, -96, "wall", 0.7)
        p.shape([(x - 4, -118), (x + 13, -134), (x + 30, -118)], "red", 0.7)
    _ground(p, view, -30, "pine" if time == "night" else "grass")
    for x in across(p, view, (-390, 400), 88):
        p.line([(x, 10), (x + 5, -4), (x + 9, 10)], "leaf", 1)


@place("snow_yard", "in a snowy yard")
def snow_yard(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """White ground, bare trees, a fence under snow."""
    _sky(p, view, time, weather)
    for x in (-260, 250):
        p.line([(x, -30), (x, -150)], "bark", 4)
        for side, y in ((-1, -90), (1, -110), (-1, -130)):
            p.line([(x, y), (x + side * 34, y - 34)], "bark", 2)
    for x in across(p, view, (-420, 430), 60):
        p.box(x, -74, x + 10, -20, "wood", 0.8)
        p.blob([(x - 4, -74), (x + 5, -84), (x + 14, -74)], "white", 0.8)
    p.box(view.x0 - 5, -58, view.x1 + 5, -50, "wood", 0.8)
    _ground(p, view, -26, "ice")


@place("spring_yard", "in a green yard")
def spring_yard(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """The snowy yard in spring."""
    _sky(p, view, time, weather)
    for x in (-260, 250):
        p.line([(x, -30), (x, -110)], "bark", 4)
        p.puffs([(x - 26, -130, 30), (x, -156, 36), (x + 28, -130, 30)], "leaf", 0)
    for x in across(p, view, (-420, 430), 60):
        p.box(x, -74, x + 10, -20, "wood", 0.8)
    p.box(view.x0 - 5, -58, view.x1 + 5, -50, "wood", 0.8)
    _ground(p, view, -26, "grass")
    for x in across(p, view, (-360, 380), 120):
        for turn in range(0, 360, 72):
            p.at(x, 6, turn=turn).disc(0, -6, 3.4, "pink", 0)
        p.disc(x, 6, 3, "yellow", 0)


@place("park_path", "on a path in the park")
def park_path(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """A sandy path between lawns."""
    _sky(p, view, time, weather)
    p.puffs(
        [(-320, -90, 70), (-220, -120, 80), (-120, -90, 60), (200, -100, 80), (310, -90, 70)],
        "leaf",
        0,
    )
    _ground(p, view, -44, "grass")
    _ground(p, view, -16, "sand")
    _ground(p, view, 40, "grass")
