"""Charts as inline SVG, drawn in per cent of the width so that text never shrinks with it.

Every chart has a title and a description for screen readers; a table with the same numbers always
is next to it. Nothing depends on colours alone; what a score has to beat is a dashed line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from panelwise.analysis import Estimate
from panelwise.report._words import figure, interval

STRIP_HEIGHT = 26
PAIR_HEIGHT = 26
# Markup.format escapes whatever is filled in.
_DOT = Markup('<circle class="{}" cx="{:.2f}%" cy="{}" r="{}"/>')
_UPRIGHT = Markup('<line class="{0}" x1="{1:.2f}%" x2="{1:.2f}%" y1="{2}" y2="{3}"/>')
_ALONG = Markup('<line class="whisker" x1="{0:.2f}%" x2="{1:.2f}%" y1="{2}" y2="{2}"/>')
_SEGMENT = Markup('<rect class="out-{}" x="{:.3f}%" y="0" width="{:.3f}%" height="16"/>')
_TEXT = Markup('<text class="{}" x="{:.2f}%" y="{}" text-anchor="{}">{}</text>')


class Axis(NamedTuple):
    """The range of scores that a chart shows."""

    low: float
    high: float

    def per_cent(self, value: float) -> float:
        """Where a value lies, in per cent of the axis."""
        return 100 * (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> tuple[float, float, float]:
        """Both ends and the middle."""
        return self.low, (self.low + self.high) / 2, self.high


def axis_for(values: Iterable[float | None]) -> Axis:
    """0 to 1, widened to what the values need.

    >>> axis_for([0.2, 0.9, None]), axis_for([-0.3, 0.4]), axis_for([1.7])
    (Axis(low=0.0, high=1.0), Axis(low=-1.0, high=1.0), Axis(low=0.0, high=2.0))
    """
    known = [value for value in values if value is not None and math.isfinite(value)]
    return Axis(float(math.floor(min([*known, 0.0]))), float(max(1, math.ceil(max([*known, 0.0])))))


def difference_axis(estimates: Sequence[Estimate]) -> Axis:
    """An axis with 0 in its middle that holds every interval."""
    values = [abs(v) for e in estimates for v in (e.value, e.low, e.high) if v is not None]
    reach = max([value for value in values if math.isfinite(value)], default=1.0) or 1.0
    scale = 10.0 ** math.floor(math.log10(reach))
    end = next(step * scale for step in (1, 2, 2.5, 5, 10) if step * scale >= reach)
    return Axis(-end, end)


def strip(estimate: Estimate, level: float | None, axis: Axis, title: str) -> Markup:
    """A score as a dot with its interval on an axis, what it has to beat as a dashed line."""
    middle = STRIP_HEIGHT // 2
    parts = [
        _UPRIGHT.format("grid", axis.per_cent(tick), 4, STRIP_HEIGHT - 4) for tick in axis.ticks
    ]
    parts += _whisker(estimate, axis, middle)
    if level is not None:
        parts.append(_UPRIGHT.format("chance", axis.per_cent(level), 0, STRIP_HEIGHT))
    if estimate.value is not None:
        parts.append(_DOT.format("dot", axis.per_cent(estimate.value), middle, 5.5))
    words = f"{figure(estimate.value)}, 95 % interval {interval(estimate)}"
    words += f", to beat {figure(level)}" if level is not None else ""
    return svg(parts, STRIP_HEIGHT, title, words, "strip")


def difference_strip(estimate: Estimate, axis: Axis, title: str) -> Markup:
    """A difference with its interval about 0."""
    middle = PAIR_HEIGHT // 2
    parts = [_UPRIGHT.format("grid", axis.per_cent(end), 3, PAIR_HEIGHT - 3) for end in axis]
    parts.append(_UPRIGHT.format("zero", axis.per_cent(0), 0, PAIR_HEIGHT))
    parts += _whisker(estimate, axis, middle)
    if estimate.value is not None:
        parts.append(_DOT.format("dot", axis.per_cent(estimate.value), middle, 5))
    words = f"difference {figure(estimate.value)}, 95 % interval {interval(estimate)}"
    return svg(parts, PAIR_HEIGHT, title, words, "strip")


def axis_line(axis: Axis) -> Markup:
    """The numbers under a stack of strips."""
    parts = [
        _TEXT.format("tick", axis.per_cent(tick), 13, anchor, tick_words(tick))
        for tick, anchor in zip(axis.ticks, ("start", "middle", "end"), strict=True)
    ]
    return Markup('<svg class="axis" width="100%" height="18" aria-hidden="true">{}</svg>').format(
        Markup("").join(parts)
    )


def stacked_bar(parts: Sequence[tuple[str, float]], title: str, words: str) -> Markup:
    """Shares of a whole, one after another."""
    drawn = [Markup('<rect class="track" x="0" y="0" width="100%" height="16"/>')]
    left = 0.0
    for name, part in parts:
        drawn.append(_SEGMENT.format(name, 100 * left, 100 * part))
        left += part
    return svg(drawn, 16, title, words or "nothing was answered", "stack")


def _whisker(estimate: Estimate, axis: Axis, middle: int) -> list[Markup]:
    if estimate.low is None or estimate.high is None:
        return []
    low, high = axis.per_cent(estimate.low), axis.per_cent(estimate.high)
    caps = [_UPRIGHT.format("cap", end, middle - 5, middle + 5) for end in (low, high)]
    return [_ALONG.format(low, high, middle), *caps]


def tick_words(value: float) -> str:
    """A number at an axis."""
    return f"{value:g}".replace("-", "−")


def tick_line(axes: Sequence[Axis]) -> str:
    """What the light lines of charts are, in words.

    >>> tick_line([Axis(0.0, 1.0)]), tick_line([Axis(0.0, 1.0), Axis(0.0, 10.0)])
    ('0, 0.5 and 1', 'both ends and the middle of each scale')
    """
    if len(set(axes)) != 1:
        return "both ends and the middle of each scale"
    low, middle, high = map(tick_words, axes[0].ticks)
    return f"{low}, {middle} and {high}"


def svg(parts: Iterable[Markup], height: int, title: str, words: str, css: str) -> Markup:
    """A drawing with its title and, for screen readers, what it shows."""
    return Markup(
        '<svg class="{}" role="img" width="100%" height="{}" aria-label="{}">'
        "<title>{}</title><desc>{}</desc>{}</svg>"
    ).format(css, height, f"{title}: {words}", title, words, Markup("").join(parts))
