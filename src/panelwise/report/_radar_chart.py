"""Scores of the parts of a task as a radar chart: an axis for each part, a line for each model.

Intervals and n are in the table; a radar chart has no room for them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from markupsafe import Markup

from panelwise.analysis import ConditionFigure, ConditionSeries, model_labels
from panelwise.report._charts import Axis, axis_for
from panelwise.wording import shortened

CENTRE = (290.0, 240.0)
RADIUS = 150.0
HEIGHT = 450
LEGEND = (540, 70)
_RING = Markup('<polygon points="{}" fill="none" class="grid"/>')
_SPOKE = Markup('<line class="grid" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>')
_OUTLINE = Markup(
    '<polygon points="{}" fill="{}" fill-opacity="0.08" stroke="{}" stroke-width="1.6"/>'
)
_DOT = Markup('<circle cx="{:.1f}" cy="{:.1f}" r="3.5" fill="{}"/>')
_TEXT = Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>')


class _Wheel(NamedTuple):
    """Axes from the middle outwards, the first one upwards, the next ones clockwise."""

    labels: tuple[str, ...]
    axis: Axis

    def at(self, place: int, share: float) -> tuple[float, float]:
        """A point on an axis, ``share`` of the way outwards."""
        angle = 2 * math.pi * place / len(self.labels) - math.pi / 2
        return (
            CENTRE[0] + RADIUS * share * math.cos(angle),
            CENTRE[1] + RADIUS * share * math.sin(angle),
        )

    def ring(self, share: float) -> str:
        """All axes at one height, as the corners of a polygon."""
        return _corners([self.at(place, share) for place in range(len(self.labels))])


def radar(figure: ConditionFigure, colours: tuple[str, ...]) -> tuple[list[Markup], int]:
    """The parts of the chart, and its height."""
    labels = tuple(dict.fromkeys(p.label for one in figure.series for p in one.points))
    axis = axis_for(point.score.value for one in figure.series for point in one.points)
    wheel = _Wheel(labels, axis)
    parts = [_TEXT.format("quiet", 8, 42, "start", figure.metric)]
    parts += [_RING.format(wheel.ring(share)) for share in (0.25, 0.5, 0.75, 1.0)]
    for place, label in enumerate(labels):
        x, y = wheel.at(place, 1)
        parts.append(_SPOKE.format(*CENTRE, x, y))
        parts.append(_named(wheel, place, label))
    for tick, share in zip(axis.ticks, (0.0, 0.5, 1.0), strict=True):
        x, y = wheel.at(0, share)
        parts.append(_TEXT.format("quiet", x + 4, y + 13, "start", f"{tick:g}"))
    called = model_labels(one.name for one in figure.series)
    for number, one in enumerate(figure.series):
        colour = colours[number % len(colours)]
        parts += _drawn(wheel, one, colour)
        y = LEGEND[1] + 18 * number
        parts.append(_DOT.format(LEGEND[0], y - 4, colour))
        parts.append(_TEXT.format("", LEGEND[0] + 10, y, "start", shortened(called[one.name], 28)))
    return parts, max(HEIGHT, LEGEND[1] + 18 * len(figure.series) + 20)


def _named(wheel: _Wheel, place: int, label: str) -> Markup:
    """The name of an axis, just outside."""
    x, y = wheel.at(place, 1.13)
    side = "middle" if abs(x - CENTRE[0]) < 8 else "start" if x > CENTRE[0] else "end"
    return _TEXT.format("", x, y + 4, side, shortened(label, 24))


def _drawn(wheel: _Wheel, one: ConditionSeries, colour: str) -> list[Markup]:
    """A model's line; a part without a score has no corner."""
    places = {label: place for place, label in enumerate(wheel.labels)}
    corners = [
        wheel.at(places[point.label], wheel.axis.per_cent(point.score.value) / 100)
        for point in one.points
        if point.score.value is not None
    ]
    outline = [_OUTLINE.format(_corners(corners), colour, colour)] if len(corners) > 1 else []
    return [*outline, *(_DOT.format(x, y, colour) for x, y in corners)]


def _corners(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
