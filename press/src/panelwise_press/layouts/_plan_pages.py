"""How the panels of a story are spread over pages."""

from __future__ import annotations

import random
from collections.abc import Sequence

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean
from panelwise_press.layouts._page_plan import Gutter, PagePlan
from panelwise_press.layouts._tiers import draw_measure
from panelwise_press.layouts._traditions import LAYOUTS, LayoutStyle


def plan_pages(layout: str, counts: Sequence[int], rng: random.Random) -> list[PagePlan]:
    """Pages for stories of so many panels each; every story begins on a new page.

    Args:
        layout: a name of :data:`LAYOUTS`.
        counts: the panels of each story.
        rng: the only source of chance.

    Raises:
        SettingError: for an unknown layout, or a story without panels.

    >>> pages = plan_pages("four_panel", [4, 9], random.Random(1))
    >>> sorted(page.beats for page in pages if page.story == 1)[0][0]
    0
    """
    if layout not in LAYOUTS:
        raise SettingError(f"unknown layout {layout!r}; {did_you_mean(layout, LAYOUTS)}")
    if any(count < 1 for count in counts):
        raise SettingError(f"a story of {min(counts)} panels; a story has at least one")
    return [
        page
        for story, count in enumerate(counts)
        for page in _story_pages(LAYOUTS[layout], story, count, rng)
    ]


def _story_pages(layout: LayoutStyle, story: int, count: int, rng: random.Random) -> list[PagePlan]:
    measure = draw_measure(rng)
    gutter: Gutter = "black" if rng.random() < layout.black else "white"
    pages, start = [], 0
    for number in _split(count, layout.most, rng):
        width, height, frames = layout.draw(number, measure, rng)
        pages.append(
            PagePlan(
                width,
                height,
                layout.direction,
                layout.kind,
                gutter,
                tuple(frames),
                story,
                tuple(range(start, start + number)),
                layout.letter_size,
            )
        )
        start += number
    return pages


def _split(count: int, most: int, rng: random.Random) -> list[int]:
    """Panels of each page: as few pages as take them, none with two more than another."""
    pages = -(-count // most)
    fewer, more = divmod(count, pages)
    numbers = [fewer + 1] * more + [fewer] * (pages - more)
    rng.shuffle(numbers)
    return numbers
