"""What falls from the sky, and the light of the hour."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.geometry import Box, Point, polygon_box
from panelwise_press._scene import DayTime, Weather
from panelwise_press.drawing._pen import Pen, Sheet

_GOLDEN = 0.6180339887


def draw_weather(pen: Pen, view: Box, weather: Weather, dry: Sequence[Box] = ()) -> None:
    """Rain, snow or wind over a view; nothing for clear weather.

    ``dry`` are boxes in page pixels that nothing falls on: faces, and what is under an umbrella.
    """
    if weather == "clear":
        return
    count = {"rain": 70, "snow": 60, "wind": 7}[weather]
    unit = view.height
    for index in range(count):
        x = view.x0 + view.width * ((index * _GOLDEN) % 1)
        y = view.y0 + view.height * ((index * 0.754877) % 1)
        if dry and _falls_on(dry, pen, (x, y), (x - 0.02 * unit, y + 0.075 * unit)):
            continue
        if weather == "rain":
            pen.line([(x, y), (x - 0.02 * unit, y + 0.075 * unit)], "water", 0.7)
        elif weather == "snow":
            pen.disc(x, y, unit * (0.007 + 0.004 * (index % 3)), "white", 0.25)
        else:
            long = 0.22 * unit
            gust = [(0, 0), (0.5, -0.02), (1, 0), (1.2, -0.03), (1.1, -0.06), (1, -0.04)]
            pen.curve([(x + long * a, y + unit * b) for a, b in gust], "white", 0.9)


def _falls_on(dry: Sequence[Box], pen: Pen, *ends: Point) -> bool:
    drop = polygon_box([pen.to_page(*end) for end in ends])
    return any(box.intersection(drop) > 0 for box in dry)


def tint(sheet: Sheet, frame: Box, time: DayTime, strength: float) -> None:
    """Lay the light of the hour over everything drawn so far within the frame."""
    if time == "day":
        return
    colour = sheet.ink.colours["deep" if time == "night" else "orange"]
    opacity = strength * (1.0 if time == "night" else 0.4)
    sheet.add(
        f'<rect x="{frame.x0:.1f}" y="{frame.y0:.1f}" width="{frame.width:.1f}" '
        f'height="{frame.height:.1f}" fill="{colour}" fill-opacity="{opacity:.2f}"/>',
        frame,
    )
