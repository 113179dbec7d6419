"""Which rectangle of the stage a panel shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.geometry import Box
from panelwise_press._scene import Shot

HORIZON = 0.84  # of the height of a wide view, where the ground line lies


@dataclass(frozen=True, slots=True)
class SeenPerson:
    """Extents of a person on the stage, in centimetres."""

    body: Box  # with what is held
    head: Box  # with hair and hat

    @property
    def bust(self) -> Box:
        """From the head to the waist; all of somebody who lies, sits low or bends."""
        tall = self.body.height
        if tall < 2.2 * self.head.height or self.head.center[1] > self.body.y0 + 0.45 * tall:
            return self.body
        waist = min(self.body.y1, self.head.y1 + 0.85 * self.head.height)
        return Box(self.body.x0, self.body.y0, self.body.x1, waist)


def view_of(
    shot: Shot,
    aspect: float,
    persons: Mapping[str, SeenPerson],
    things: Mapping[str, Box],
    focus: Sequence[str] = (),
    headroom: float = 0.0,
) -> Box:
    """The stage's rectangle that a frame of an aspect ratio (width to height) shows.

    Everything in focus lies inside: in a ``wide`` view wholly and with surroundings, in a
    ``medium`` one persons down to the waist, in a ``close`` one their heads. ``headroom`` is the
    part of the height that stays free above for balloons.
    """
    chosen = [name for name in focus if name in persons or name in things]
    if not chosen:
        chosen = [*persons, *(things if shot != "close" or not persons else ())]
    if not chosen:
        return _framed(Box(-200, -230, 200, 20), aspect, headroom, 300, (0.02, 0.06))
    if shot == "wide":
        boxes = [persons[name].body if name in persons else things[name] for name in chosen]
        return _framed(_with_ground(Box.around(boxes)), aspect, headroom, 270, (0.07, 0.14))
    if shot == "close":
        boxes = [persons[name].head if name in persons else things[name] for name in chosen]
        return _framed(Box.around(boxes), aspect, headroom, 62, (0.16, 0.22))
    boxes = [persons[name].bust if name in persons else things[name] for name in chosen]
    return _framed(Box.around(boxes), aspect, headroom, 130, (0.06, 0.06))


def _with_ground(box: Box) -> Box:
    """The box drawn down to the ground, unless everything is high up."""
    return Box(box.x0, box.y0, box.x1, max(box.y1, 0.0)) if box.y1 > -120 else box


def _framed(
    box: Box, aspect: float, headroom: float, least: float, margins: tuple[float, float]
) -> Box:
    """A view of an aspect ratio around a box.

    ``margins`` are the least parts of the height above and below; ``least`` is the view's least
    height (for frames that are higher than wide: least width).
    """
    above, below = margins
    free = 1 - headroom - above - below
    side = 0.05
    height = max(
        box.height / free, box.width / (1 - 2 * side) / aspect, least / min(1.0, aspect) ** 0.5
    )
    width = height * aspect
    slack = height - box.height - height * (headroom + above + below)
    # Room that is left goes mostly above, where balloons are, and never much under the ground.
    bottom = box.y1 + height * below + 0.3 * slack
    bottom = min(bottom, max(0.0, box.y1) + height * max(below, 1 - HORIZON))
    middle = box.center[0]
    return Box(middle - width / 2, bottom - height, middle + width / 2, bottom)
