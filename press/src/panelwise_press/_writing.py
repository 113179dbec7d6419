"""What can be read in a drawing itself, as on a blackboard, and how much of it is seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from panelwise.geometry import Box
from panelwise_press.drawing import Sheet
from panelwise_press.styles import Layer, Picture

LEAST = 4  # pixels of a sign that are seen, or it is taken for hidden


def seen_writing(
    stage: Sheet, panel: Box, markup: Callable[[Sequence[str]], str], covers: Sequence[Box]
) -> list[tuple[Box, str]]:
    """The runs of signs that are seen in a panel, each with the box of its ink.

    What hides a sign is found by drawing the panel with and without all signs: people and things
    in front, balloons, the frame.

    Args:
        stage: the scene as it was drawn.
        panel: the box of the panel on the page.
        markup: makes the panel out of elements of the scene.
        covers: boxes that are laid over the panel afterwards.
    """
    if not stage.writing:
        return []
    hidden = {k for sign in stage.writing for k in range(sign.start, sign.stop)}
    others = [element for k, element in enumerate(stage.elements) if k not in hidden]
    x0, y0, x1, y1 = panel.rounded()
    whole, bare = (
        Picture(x1, y1, "#000000", (Layer(panel, markup(elements)),)).pixels()
        for elements in (stage.elements, others)
    )
    ink = (whole != bare).any(axis=2)
    ink[:y0], ink[:, :x0] = False, False
    for cover in covers:
        left, top, right, bottom = (max(0, edge) for edge in cover.rounded())
        ink[top:bottom, left:right] = False
    found: list[tuple[Box, str]] = []
    for _, row in groupby(stage.writing, key=lambda sign: sign.row):
        signs = [(Box.around(stage.boxes[one.start : one.stop]), one.sign) for one in row]
        run: list[tuple[Box, str]] = []
        for box, sign in sorted(signs):
            seen = _extent(ink, box)
            if seen is not None:
                run.append((seen, sign))
            elif run:
                found.append(_joined(run))
                run = []
        if run:
            found.append(_joined(run))
    return found


def _joined(run: Sequence[tuple[Box, str]]) -> tuple[Box, str]:
    return Box.around(box for box, _ in run), " ".join(sign for _, sign in run)


def _extent(ink: NDArray[np.bool_], box: Box) -> Box | None:
    """The box of the ink in a box; ``None`` where there is next to none."""
    height, width = ink.shape
    x0, y0, x1, y1 = box.clipped(width, height).rounded()
    rows, columns = np.nonzero(ink[y0:y1, x0:x1])
    if len(rows) < LEAST:
        return None
    edges = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    left, top, right, bottom = (float(edge) for edge in edges)
    return Box(x0 + left, y0 + top, x0 + right, y0 + bottom)
