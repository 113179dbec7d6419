"""The log of a training: a line of JSON a step, without times, so that two runs can be compared."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from panelwise.files import json_lines

LOGGED = ("loss", "reward", "reward_std", "mean_token_accuracy", "grad_norm", "learning_rate")
WIDTH, HEIGHT, EDGE = 720, 300, 48


def append_line(log: Path, step: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """Write the figures of a step; returns what was written."""
    line = {"step": step} | {name: values[name] for name in LOGGED if name in values}
    with log.open("ab") as stream:
        stream.write(orjson.dumps(line) + b"\n")
    return line


def read_log(log: Path) -> list[dict[str, Any]]:
    """All whole lines."""
    if not log.exists():
        return []
    return [line.value() for line in json_lines(log) if line.ended]


def cut_log(log: Path, step: int) -> None:
    """Forget what was logged after a step, from which the training goes on."""
    kept = [line for line in read_log(log) if line["step"] <= step]
    log.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in kept))


def loss_svg(lines: Sequence[Mapping[str, Any]], quantity: str = "loss") -> str:
    """The course of a quantity over the steps, and its running mean, as SVG; empty without any.

    >>> loss_svg([{"step": 1, "loss": 2.0}, {"step": 2, "loss": 1.0}]).count("<polyline")
    2
    """
    given = [(line["step"], float(line[quantity])) for line in lines if quantity in line]
    points = [(step, value) for step, value in given if math.isfinite(value)]
    if not points:
        return ""
    low, high = min(0.0, *(v for _, v in points)), max(v for _, v in points)
    last, height, base = max(points[-1][0], 1), (high - low) or 1.0, HEIGHT - EDGE + 8

    def line(some: Sequence[tuple[int, float]], style: str) -> str:
        places = " ".join(
            f"{EDGE + (WIDTH - EDGE - 8) * step / last:.1f},"
            f"{8 + (HEIGHT - EDGE) * (high - value) / height:.1f}"
            for step, value in some
        )
        return f'<polyline points="{places}" fill="none" {style}/>'

    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' role="img" aria-label="{quantity} by step" font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<path d="M{EDGE} 8V{base}H{WIDTH - 8}" fill="none" stroke="#444"/>'
        f'<text x="{EDGE - 6}" y="16" text-anchor="end">{high:.3g}</text>'
        f'<text x="{EDGE - 6}" y="{base}" text-anchor="end">{low:.3g}</text>'
        f'<text x="{WIDTH - 8}" y="{base + 18}" text-anchor="end">step {last}</text>'
        f'<text x="{EDGE}" y="{base + 18}">{quantity}</text>'
        + line(points, 'stroke="#9ab" stroke-width="1"')
        + line(_smoothed(points), 'stroke="#124" stroke-width="2"')
        + "</svg>\n"
    )


def _smoothed(points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """The mean of each point and those before it, over a twentieth of the training."""
    span = max(1, len(points) // 20)
    return [
        (step, sum(v for _, v in points[max(0, k + 1 - span) : k + 1]) / min(span, k + 1))
        for k, (step, _) in enumerate(points)
    ]
