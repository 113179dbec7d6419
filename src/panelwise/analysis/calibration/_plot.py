"""A reliability plot as an SVG file. Source: MS-5."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from panelwise.analysis.calibration._figures import Calibration
from panelwise.wording import counted

SIDE, MARGIN, LINE = 320, 56, 18
COLOURS = ("#0b62a4", "#b3541e", "#2f7d32", "#7a3e9d", "#8a6d00", "#444444")


def reliability_svg(curves: Sequence[Calibration]) -> str:
    """Share of right answers by confidence, with intervals; the diagonal is perfect calibration.

    One colour for each run and source, named below; a dot's area grows with its answers.
    """
    height = MARGIN + SIDE + 44 + LINE * len(curves) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE + 2 * MARGIN} {height}"'
        ' font-family="sans-serif" font-size="12" role="img">',
        "<title>Share of right answers by confidence</title>",
        f'<rect width="{SIDE + 2 * MARGIN}" height="{height}" fill="white"/>',
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999"'
        ' stroke-dasharray="4 3"/>',
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts += [
            f'<line x1="{_x(0)}" x2="{_x(1)}" y1="{_y(tick)}" y2="{_y(tick)}" stroke="#e3e3e3"/>',
            f'<text x="{MARGIN - 8}" y="{_y(tick) + 4}" text-anchor="end">{tick:g}</text>',
            f'<text x="{_x(tick)}" y="{_y(0) + 16}" text-anchor="middle">{tick:g}</text>',
        ]
    parts.append(f'<text x="{_x(0.5)}" y="{_y(0) + 34}" text-anchor="middle">confidence</text>')
    parts.append(
        f'<text x="{MARGIN}" y="{MARGIN - 16}">share of right answers, 95 % interval</text>'
    )
    for number, curve in enumerate(curves):
        parts += _curve(curve, COLOURS[number % len(COLOURS)], number)
    return "\n".join([*parts, "</svg>\n"])


def _curve(curve: Calibration, colour: str, number: int) -> list[str]:
    parts = []
    for one in curve.bins:
        if one.confidence is None or one.right.value is None:
            continue
        x = _x(one.confidence)
        if one.right.low is not None and one.right.high is not None:
            parts.append(
                f'<line x1="{x}" x2="{x}" y1="{_y(one.right.low)}" y2="{_y(one.right.high)}"'
                f' stroke="{colour}" stroke-width="1.5"/>'
            )
        radius = 2.5 + 7 * (one.right.n / max(1, curve.answers)) ** 0.5
        parts.append(
            f'<circle cx="{x}" cy="{_y(one.right.value)}" r="{radius:.1f}" fill="{colour}"'
            f' fill-opacity="0.75"><title>{counted(one.right.n, "answer")}</title></circle>'
        )
    y = MARGIN + SIDE + 52 + LINE * number
    name = escape(f"{curve.run} ({curve.source}), {curve.task}")
    parts.append(f'<circle cx="{MARGIN + 4}" cy="{y - 4}" r="4" fill="{colour}"/>')
    parts.append(f'<text x="{MARGIN + 14}" y="{y}">{name}</text>')
    return parts


def _x(value: float) -> float:
    return round(MARGIN + SIDE * value, 1)


def _y(value: float) -> float:
    return round(MARGIN + SIDE * (1 - value), 1)
