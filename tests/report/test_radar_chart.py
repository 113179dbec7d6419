"""The radar chart of a task's parts: every score in its place."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest

from panelwise.analysis import ConditionFigure, ConditionPoint, ConditionSeries, Estimate
from panelwise.report._condition_chart import condition_svg
from panelwise.report._radar_chart import CENTRE, RADIUS

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ("who", "what", "when", "where", "why", "how")


def chart(*rows: tuple[float | None, ...]) -> ET.Element:
    series = [
        ConditionSeries(
            f"model-{number}",
            tuple(
                ConditionPoint(label, Estimate(value, None, None, 9, "none"))
                for label, value in zip(LABELS, row, strict=True)
            ),
        )
        for number, row in enumerate(rows)
    ]
    figure = ConditionFigure("Kinds <of> question", "accuracy", tuple(series), radar=True)
    return ET.fromstring(condition_svg(figure))


def corners(svg: ET.Element) -> list[list[tuple[float, float]]]:
    """The corners of each model's line."""
    lines = [one for one in svg.iter(f"{SVG}polygon") if one.get("class") != "grid"]
    return [
        [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        for line in lines
    ]


def test_a_score_is_a_distance_from_the_centre():
    values = (1.0, 0.5, 0.0, 0.25, 0.75, 0.5)
    [line] = corners(chart(values))
    for place, ((x, y), value) in enumerate(zip(line, values, strict=True)):
        assert math.dist((x, y), CENTRE) == pytest.approx(RADIUS * value, abs=0.1)
        if value:
            turned = math.atan2(x - CENTRE[0], CENTRE[1] - y) % (2 * math.pi)
            assert turned == pytest.approx(2 * math.pi * place / 6, abs=0.01), (
                "clockwise from above"
            )


def test_one_changed_score_moves_one_corner_and_no_other_line():
    first = corners(chart((0.2,) * 6, (0.9,) * 6))
    second = corners(chart((0.2, 0.2, 0.7, 0.2, 0.2, 0.2), (0.9,) * 6))
    assert first[1] == second[1]
    assert [a == b for a, b in zip(first[0], second[0], strict=True)].count(False) == 1


def test_a_part_without_a_score_has_no_corner():
    [line] = corners(chart((0.2, None, 0.3, 0.4, 0.5, 0.6)))
    assert len(line) == 5
    words = " ".join(text for text in chart((None,) * 6).itertext())
    assert all(label in words for label in LABELS)
