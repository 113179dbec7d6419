"""What changes between conditions, as one figure in a file of its own, for papers.

Unlike the report's charts, which take the page's width and colours, a figure for a paper has a size
and its own colours, both readable in print. Chance is a dashed tick on every line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from panelwise.analysis import (
    ConditionFigure,
    ConditionPoint,
    ConditionSeries,
    PairedTest,
    model_labels,
)
from panelwise.report._charts import Axis, axis_for
from panelwise.report._radar_chart import radar
from panelwise.report._words import figure as number
from panelwise.wording import shortened

WIDTH, NAMES, GAP, RIGHT = 760, 190, 30, 16
LINE, TOP, BOTTOM = 24, 54, 40
PLOT = (NAMES, 440)  # from left to right
DIFFERENCES = (500, WIDTH - RIGHT)
HEIGHT_OF_LINES = 340
COLOURS = ("#0b5fa5", "#b3470f", "#2c7a3f", "#7a3b8f", "#8a6d00", "#a3224d", "#3b6e75", "#555555")
LINES = (60, 520)  # from left to right, of a plot with an axis of numbers
LETTERS = 28
ROOM = 22  # of a number under an axis
_ALONG = Markup('<line x1="{0:.1f}" x2="{1:.1f}" y1="{2:.1f}" y2="{2:.1f}" stroke="{3}"/>')
_UPRIGHT = Markup('<line x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}" stroke="{3}"/>')
_DOT = Markup('<circle cx="{:.1f}" cy="{:.1f}" r="4.5" fill="{}" stroke="{}"/>')
_POLYLINE = Markup('<polyline points="{}" fill="none" stroke="{}" stroke-dasharray="{}"/>')
_STYLE = Markup(
    "text{font-family:system-ui,sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:14px;font-weight:600}.name{font-weight:600}.quiet{fill:#555}"
    "circle,polyline,line{stroke-width:1.6}.grid,.zero{stroke-width:1}"
    ".grid{stroke:#ddd}.zero{stroke:#888}.chance{stroke:#555;stroke-dasharray:3 2}"
)


def condition_svg(figure: ConditionFigure) -> str:
    """The figure as an SVG file: lines over an axis of numbers, or a row for each condition."""
    if figure.radar:
        parts, height = radar(figure, COLOURS)
    else:
        parts, height = _lines(figure) if figure.axis else _rows(figure)
    title = Markup('<text class="title" x="8" y="20">{}</text>').format(figure.title)
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}"'
            ' viewBox="0 0 {0} {1}" role="img"><title>{2}</title><desc>{3}</desc>'
            '<style>{4}</style><rect width="100%" height="100%" fill="#fff"/>{5}{6}</svg>\n'
        ).format(
            *(WIDTH, height, figure.title, _words(figure), _STYLE, title),
            Markup("").join(parts),
        )
    )


def _called(figure: ConditionFigure) -> dict[str, str]:
    return model_labels(one.name for one in figure.series)


def _words(figure: ConditionFigure) -> str:
    """The figure's numbers for those who do not see it."""
    return "; ".join(
        f"{one.name}: "
        + ", ".join(f"{point.label} {number(point.score.value)}" for point in one.points)
        for one in figure.series
    )


def _rows(figure: ConditionFigure) -> tuple[list[Markup], int]:
    """A row for each condition of each model; to the right the paired difference from the first."""
    points = [point for one in figure.series for point in one.points]
    axis = axis_for(value for point in points for value in _ends(point))
    tested = [test for one in figure.series for test in one.tests]
    reach = _reach(tested)
    rows = sum(1 + len(one.points) for one in figure.series)
    bottom = TOP + rows * LINE
    parts = _scale(axis, PLOT, TOP, bottom, figure.metric)
    if tested:
        first = tested[0].second
        about = f"difference from {shortened(first, LETTERS)}, same items"
        parts += _scale(Axis(-reach, reach), DIFFERENCES, TOP, bottom, about)
    y = TOP + LINE / 2
    for place, one in enumerate(figure.series):
        colour = COLOURS[place % len(COLOURS)]
        parts.append(_text(8, y + 4, shortened(_called(figure)[one.name], 60), "name"))
        y += LINE
        by_label = {test.first: test for test in one.tests}
        for point in one.points:
            parts += _row(point, by_label.get(point.label), y, axis, reach, colour)
            y += LINE
    return parts, bottom + BOTTOM


def _row(
    point: ConditionPoint,
    test: PairedTest | None,
    y: float,
    axis: Axis,
    reach: float,
    colour: str,
) -> list[Markup]:
    parts = [_text(20, y + 4, shortened(point.label, LETTERS))]
    if point.chance is not None:
        x = _x(point.chance, axis, PLOT)
        parts.append(_line(x, y - 9, x, y + 9, "chance"))
    parts += _whisker(point.score.value, point.score.low, point.score.high, axis, PLOT, y, colour)
    if test is not None:
        found, span = test.difference, Axis(-reach, reach)
        parts += _whisker(found.value, found.low, found.high, span, DIFFERENCES, y, colour)
    return parts


def _whisker(
    value: float | None,
    low: float | None,
    high: float | None,
    axis: Axis,
    where: tuple[int, int],
    y: float,
    colour: str,
) -> list[Markup]:
    parts = []
    if low is not None and high is not None:
        ends = (_x(low, axis, where), _x(high, axis, where))
        parts.append(_ALONG.format(*ends, y, colour))
    if value is not None:
        parts.append(_DOT.format(_x(value, axis, where), y, colour, colour))
    return parts


def _scale(
    axis: Axis, where: tuple[int, int], top: float, bottom: float, name: str
) -> list[Markup]:
    """Grid, numbers and name of a horizontal axis."""
    parts = [_text(where[0], top - 12, name, "quiet")]
    for tick in axis.ticks:
        x = _x(tick, axis, where)
        parts.append(_line(x, top, x, bottom, "zero" if tick == 0 else "grid"))
        parts.append(_text(x, bottom + 18, f"{tick:g}".replace("-", "−"), "quiet", "middle"))
    return parts


class _Plane(NamedTuple):
    """Where numbers lie: ``places`` from left to right, scores from bottom to top."""

    places: Sequence[float]
    axis: Axis

    @property
    def bottom(self) -> float:
        return TOP + HEIGHT_OF_LINES

    def x(self, at: float) -> float:
        """Where a number lies; by its logarithm where numbers differ much."""
        first, last = self.places[0], self.places[-1]
        if first == last:
            return (LINES[0] + LINES[1]) / 2
        scale = math.log if last > 4 * first > 0 else float
        share = (scale(at) - scale(first)) / (scale(last) - scale(first))
        return LINES[0] + 20 + (LINES[1] - LINES[0] - 40) * share

    def y(self, value: float) -> float:
        return self.bottom - HEIGHT_OF_LINES * self.axis.per_cent(value) / 100


def _lines(figure: ConditionFigure) -> tuple[list[Markup], int]:
    """Scores against numbers, a line for each series; printed ones are dashed and hollow."""
    points = [point for one in figure.series for point in one.points]
    places = sorted({point.at for point in points if point.at is not None})
    plane = _Plane(places or [0.0], axis_for(value for point in points for value in _ends(point)))
    parts: list[Markup] = []
    for tick in plane.axis.ticks:
        parts.append(_line(LINES[0], plane.y(tick), LINES[1], plane.y(tick), "grid"))
        parts.append(_text(LINES[0] - 8, plane.y(tick) + 4, f"{tick:g}", "quiet", "end"))
    parts += [_text(plane.x(at), plane.bottom + 18, f"{at:g}", "quiet", "middle") for at in places]
    parts.append(_text(LINES[0], TOP - 12, figure.metric, "quiet"))
    middle = (LINES[0] + LINES[1]) / 2
    parts.append(_text(middle, plane.bottom + 36, figure.axis, "quiet", "middle"))
    for place, one in enumerate(figure.series):
        colour = COLOURS[place % len(COLOURS)]
        parts += _series(plane, one, colour)
        y = TOP + 14 + place * 18
        parts.append(_line_of([(LINES[1] + 14, y - 4), (LINES[1] + 38, y - 4)], one, colour))
        words = shortened(_called(figure)[one.name], LETTERS) + (
            "" if one.measured else ", printed"
        )
        parts.append(_text(LINES[1] + 44, y, words))
    return parts, max(int(plane.bottom) + 48, TOP + 24 + 18 * len(figure.series))


def _numbers(plane: _Plane, places: Sequence[float]) -> list[Markup]:
    """The numbers under the axis, without those that would run into their neighbours."""
    parts: list[Markup] = []
    last = -math.inf
    for at in places:
        if plane.x(at) - last >= ROOM:
            last = plane.x(at)
            parts.append(_text(last, plane.bottom + 18, f"{at:g}", "quiet", "middle"))
    return parts


def _series(plane: _Plane, one: ConditionSeries, colour: str) -> list[Markup]:
    """One series: its points with their intervals, and the line that joins them."""
    points = [
        (plane.x(point.at), plane.y(point.score.value), point)
        for point in one.points
        if point.at is not None and point.score.value is not None
    ]
    parts = [_line_of([(x, y) for x, y, _ in points], one, colour)] if len(points) > 1 else []
    for x, y, point in points:
        score = point.score
        if point.chance is not None:
            level = plane.y(point.chance)
            parts.append(_line(x - 9, level, x + 9, level, "chance"))
        if score.low is not None and score.high is not None:
            parts.append(_UPRIGHT.format(x, plane.y(score.low), plane.y(score.high), colour))
        parts.append(_DOT.format(x, y, colour if one.measured else "#fff", colour))
    return parts


def _line_of(points: Sequence[tuple[float, float]], one: ConditionSeries, colour: str) -> Markup:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return _POLYLINE.format(path, colour, "none" if one.measured else "5 4")


def _reach(tests: Iterable[PairedTest]) -> float:
    """How far the axis of differences goes to either side: a round number."""
    ends = [
        abs(value)
        for test in tests
        for value in (test.difference.value, test.difference.low, test.difference.high)
        if value is not None
    ]
    widest = max(ends, default=0.0)
    return next((step for step in (0.1, 0.2, 0.5, 1.0) if widest <= step), math.ceil(widest))


def _ends(point: ConditionPoint) -> tuple[float | None, ...]:
    return point.score.value, point.score.low, point.score.high, point.chance


def _x(value: float, axis: Axis, where: tuple[int, int]) -> float:
    return where[0] + (where[1] - where[0]) * axis.per_cent(value) / 100


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> Markup:
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(
        css, x1, y1, x2, y2
    )


def _text(x: float, y: float, words: str, css: str = "", anchor: str = "start") -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        css, x, y, anchor, words
    )
