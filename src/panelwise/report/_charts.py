"""Charts as inline SVG, drawn in per cent of the width so that text never shrinks with it.

Every chart has a title and a description for screen readers; a table with the same numbers always
is next to it. One accent colour, so that nothing depends on colours; chance is dashed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from unicodedata import east_asian_width

from markupsafe import Markup

from panelwise.analysis import Breakdown, Estimate
from panelwise.report._words import figure, interval, share
from panelwise.wording import shortened

PLOT_HEIGHT, PLOT_TOP, PLOT_BOTTOM = 210, 14, 46
PLOT_LETTERS = 36  # that stand side by side under a chart on a phone
LIST_HEIGHT, LIST_LETTERS = 48, 32
BARS_HEIGHT = 44
# Markup.format escapes whatever is filled in.
_DOT = Markup('<circle class="dot" cx="{:.2f}%" cy="{:.1f}" r="{}"/>')
_LINE = Markup('<line class="{3}" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>')
_LEVEL = Markup('<line class="chance" x1="{0:.2f}%" x2="{1:.2f}%" y1="{2:.1f}" y2="{2:.1f}"/>')
_WHISKER = Markup('<line class="whisker" x1="{0:.2f}%" x2="{0:.2f}%" y1="{1:.1f}" y2="{2:.1f}"/>')
_ALONG = Markup('<line class="whisker" x1="{0:.2f}%" x2="{1:.2f}%" y1="{2}" y2="{2}"/>')
_PARTIAL = Markup('<rect class="bar partial" x="{:.2f}%" y="0" width="{:.2f}%" height="14"/>')
_CHANCE_LABEL = Markup(
    '<text class="chance-label" x="{:.2f}%" y="34" text-anchor="{}">to beat {}</text>'
)


class Axis(NamedTuple):
    """The range of scores that a chart shows."""

    low: float
    high: float

    def per_cent(self, value: float) -> float:
        """Where a value lies, in per cent of the axis."""
        return 100 * (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> tuple[float, ...]:
        """Five values, evenly spaced, the ends included."""
        return tuple(self.low + k * (self.high - self.low) / 4 for k in range(5))


def axis_for(values: Iterable[float | None]) -> Axis:
    """0 to 1, widened to what the values need.

    >>> axis_for([0.2, 0.9, None]), axis_for([-0.3, 0.4]), axis_for([1.7])
    (Axis(low=0.0, high=1.0), Axis(low=-1.0, high=1.0), Axis(low=0.0, high=2.0))
    """
    known = [value for value in values if value is not None and math.isfinite(value)]
    return Axis(float(math.floor(min([*known, 0.0]))), float(max(1, math.ceil(max([*known, 0.0])))))


def strip(estimate: Estimate, chance: float | None, axis: Axis, title: str) -> Markup:
    """A score as a dot with its interval on an axis, what it has to beat as a dashed line."""
    parts = [_line(f"{axis.per_cent(t):.2f}%", 0, 52, "grid") for t in axis.ticks]
    if chance is not None:
        parts.append(_line(f"{axis.per_cent(chance):.2f}%", 2, 50, "chance"))
    if estimate.low is not None and estimate.high is not None:
        low, high = axis.per_cent(estimate.low), axis.per_cent(estimate.high)
        parts.append(
            Markup(
                '<line class="whisker" x1="{:.2f}%" x2="{:.2f}%" y1="26" y2="26"/>'
                '<line class="cap" x1="{:.2f}%" x2="{:.2f}%" y1="19" y2="33"/>'
                '<line class="cap" x1="{:.2f}%" x2="{:.2f}%" y1="19" y2="33"/>'
            ).format(low, high, low, low, high, high)
        )
    if estimate.value is not None:
        parts.append(_DOT.format(axis.per_cent(estimate.value), 26, 7))
    words = f"{figure(estimate.value)}, 95 % interval {interval(estimate)}"
    words += f", to beat {figure(chance)}" if chance is not None else ""
    return _svg(parts, 52, title, words, "strip")


def axis_strip(axis: Axis, chance: float | None) -> Markup:
    """The numbers under a stack of strips."""
    parts = [
        Markup('<text x="{:.2f}%" y="14" text-anchor="{}">{}</text>').format(
            axis.per_cent(tick), anchor, _tick(tick)
        )
        for tick, anchor in zip(
            axis.ticks, ("start", "middle", "middle", "middle", "end"), strict=True
        )
    ]
    if chance is not None:
        x = axis.per_cent(chance)
        anchor = "start" if x < 25 else "end" if x > 75 else "middle"
        parts.append(_CHANCE_LABEL.format(x, anchor, figure(chance)))
    return Markup('<svg class="axis" width="100%" height="40" aria-hidden="true">{}</svg>').format(
        Markup("").join(parts)
    )


def breakdown_plot(rows: Sequence[Breakdown], axis: Axis, title: str) -> Markup:
    """Scores by the values of one fact, with intervals, chance and n.

    Side by side where the names of the values find room there on a phone, else below one another.
    """
    widest = max((max(_letters(row.value), len(f"n {row.n}")) for row in rows), default=0)
    draw = _side_by_side if widest * len(rows) <= PLOT_LETTERS else _one_below_another
    parts, height, css = draw(rows, axis)
    words = "; ".join(
        f"{row.value}: {figure(row.score.value)}, n {row.n}"
        + (f", chance {figure(row.chance)}" if row.chance is not None else "")
        for row in rows
    )
    return _svg(parts, height, title, words, css)


def _letters(text: str) -> int:
    """How many Latin letters are as wide as a text."""
    return sum(2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def _one_below_another(rows: Sequence[Breakdown], axis: Axis) -> tuple[list[Markup], int, str]:
    """Each value's name and n over a line of its own."""
    bottom = LIST_HEIGHT * len(rows)
    ticks = (axis.ticks[0], axis.ticks[2], axis.ticks[4])
    parts = [_line(f"{axis.per_cent(tick):.2f}%", 0, bottom, "grid") for tick in ticks]
    for index, row in enumerate(rows):
        top = index * LIST_HEIGHT
        name = shortened(row.value, LIST_LETTERS)
        parts.append(
            Markup(
                '<text class="label start" x="0" y="{0}">{1}</text>'
                '<text class="tick" x="100%" y="{0}" text-anchor="end">n {2}</text>'
            ).format(top + 14, name, row.n)
        )
        if row.chance is not None:
            parts.append(_line(f"{axis.per_cent(row.chance):.2f}%", top + 20, top + 42, "chance"))
        if row.score.low is not None and row.score.high is not None:
            ends = (axis.per_cent(row.score.low), axis.per_cent(row.score.high))
            parts.append(_ALONG.format(*ends, top + 31))
        if row.score.value is not None:
            parts.append(_DOT.format(axis.per_cent(row.score.value), top + 31, 5.5))
    for tick, anchor in zip(ticks, ("start", "middle", "end"), strict=True):
        mark = Markup('<text class="tick" x="{:.2f}%" y="{}" text-anchor="{}">{}</text>')
        parts.append(mark.format(axis.per_cent(tick), bottom + 14, anchor, _tick(tick)))
    return parts, bottom + 20, "plot list"


def _side_by_side(rows: Sequence[Breakdown], axis: Axis) -> tuple[list[Markup], int, str]:
    height = PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM

    def y(value: float) -> float:
        return PLOT_TOP + height * (1 - axis.per_cent(value) / 100)

    parts = [
        Markup(
            '<line class="grid" x1="9%" x2="100%" y1="{0:.1f}" y2="{0:.1f}"/>'
            '<text class="tick" x="0" y="{1:.1f}">{2}</text>'
        ).format(y(tick), y(tick) + 4, _tick(tick))
        for tick in (axis.ticks[0], axis.ticks[2], axis.ticks[4])
    ]
    width = 91 / max(1, len(rows))
    for index, row in enumerate(rows):
        center = 9 + width * (index + 0.5)
        if row.chance is not None:
            half = min(width * 0.38, 7)
            level = y(row.chance)
            parts.append(_LEVEL.format(center - half, center + half, level))
        parts += _point(row.score, center, y)
        parts.append(
            Markup(
                '<text class="label" x="{0:.2f}%" y="{1}">{2}</text>'
                '<text class="tick" x="{0:.2f}%" y="{3}" text-anchor="middle">n {4}</text>'
            ).format(center, PLOT_HEIGHT - 26, row.value, PLOT_HEIGHT - 9, row.n)
        )
    return parts, PLOT_HEIGHT, "plot"


def bars(rows: Sequence[tuple[str, float, float]], title: str, first: str, second: str) -> Markup:
    """Pairs of shares (0 to 1) as two thin bars each, the longest of all filling the width."""
    parts: list[Markup] = []
    full = 68 / (max((max(row[1:]) for row in rows), default=0) or 1)
    for index, (label, answered, right) in enumerate(rows):
        top = index * BARS_HEIGHT
        parts.append(
            Markup(
                '<text class="label start" x="0" y="{0}">{1}</text>'
                '<rect class="bar" x="12%" y="{2}" width="{3:.2f}%" height="10" rx="2"/>'
                '<rect class="bar quiet" x="12%" y="{4}" width="{5:.2f}%" height="10" rx="2"/>'
                '<text class="tick" x="100%" y="{2}" dy="9" text-anchor="end">{6}</text>'
                '<text class="tick" x="100%" y="{4}" dy="9" text-anchor="end">{7}</text>'
            ).format(
                *(top + 21, label, top + 3, answered * full, top + 19, right * full),
                *(share(answered), share(right)),
            )
        )
    words = "; ".join(f"{label}: {first} {share(a)}, {second} {share(b)}" for label, a, b in rows)
    return _svg(parts, BARS_HEIGHT * len(rows), title, words, "bars")


def funnel_bar(part: float, partial: float, title: str) -> Markup:
    """One stage of a funnel: the share that got this far, and what was right in part."""
    parts = [
        Markup('<rect class="track" x="0" y="0" width="100%" height="14" rx="3"/>'),
        Markup('<rect class="bar" x="0" y="0" width="{:.2f}%" height="14" rx="3"/>').format(
            100 * part
        ),
    ]
    if partial:
        parts.append(_PARTIAL.format(100 * part, 100 * partial))
    return _svg(parts, 14, title, share(part), "funnel-bar")


def _point(score: Estimate, center: float, y: Callable[[float], float]) -> list[Markup]:
    parts: list[Markup] = []
    if score.low is not None and score.high is not None:
        parts.append(_WHISKER.format(center, y(score.low), y(score.high)))
    if score.value is not None:
        parts.append(_DOT.format(center, y(score.value), 5.5))
    return parts


def _line(x: str, y1: float, y2: float, css: str) -> Markup:
    return _LINE.format(x, y1, y2, css)


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _svg(parts: Iterable[Markup], height: int, title: str, words: str, css: str) -> Markup:
    return Markup(
        '<svg class="{}" role="img" width="100%" height="{}" aria-label="{}">'
        "<title>{}</title><desc>{}</desc>{}</svg>"
    ).format(css, height, f"{title}: {words}", title, words, Markup("").join(parts))
