"""How well pages were read, by group."""

from __future__ import annotations

import pytest

from panelwise.analysis import ReadPage, reading_quality
from panelwise.comics import Page, Panel
from panelwise.geometry import Box

LEFT, RIGHT, BELOW = Box(0, 0, 40, 40), Box(50, 0, 90, 40), Box(0, 50, 90, 90)


def page(*boxes: Box, name: str = "p", direction: str = "ltr") -> Page:
    panels = tuple(Panel(box) for box in boxes)
    return Page(name, 100, 100, reading_direction=direction, panels=panels)


def test_panels_their_order_and_the_direction_are_counted_apart():
    truth = page(LEFT, RIGHT, BELOW)
    seen = [
        page(LEFT, RIGHT, BELOW),
        page(RIGHT, LEFT, BELOW, direction="rtl"),  # found, in the wrong order
        page(LEFT, RIGHT),  # one missed
    ]
    first, second = reading_quality(
        [
            *(ReadPage("a", f"book{k}", truth, one) for k, one in enumerate(seen)),
            ReadPage("b", "book", truth, truth),
        ]
    )
    assert (first.group, first.pages, first.panels) == ("a", 3, 9)
    assert first.panel_f1 == pytest.approx(2 * 8 / (8 + 9))
    assert first.panels_right.value == pytest.approx(2 / 3)
    assert first.order_right.value == pytest.approx(1 / 3)
    assert first.direction_right.value == pytest.approx(2 / 3)
    assert (second.group, second.pages, second.panels, second.panel_f1) == ("b", 1, 3, 1)
    assert second.order_right.value == 1
    assert 0 < second.order_right.low < 1
    assert second.order_right.high == 1
