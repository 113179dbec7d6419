"""Where the head of a character is, as far as boxes say."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.geometry import Box


def head_of(body: Box, faces: Sequence[Box]) -> Box:
    """The largest face on a body, or else the upper part of the body.

    >>> head_of(Box(0, 0, 40, 200), [Box(10, 5, 30, 30), Box(90, 0, 99, 9)])
    Box(x0=10, y0=5, x1=30, y1=30)
    >>> head_of(Box(0, 0, 40, 200), [])
    Box(x0=0, y0=0, x1=40, y1=40)
    """
    own = [face for face in faces if face.intersection(body) > 0.5 * face.area]
    if own:
        return max(own, key=lambda face: face.area)
    return Box(body.x0, body.y0, body.x1, body.y0 + min(body.height / 2, body.width))
