"""Which way round a stage is seen: people speak in the direction in which the page is read."""

from __future__ import annotations

import math
from collections.abc import Iterable

from panelwise.comics import ReadingDirection
from panelwise_press._scene import Line, Scene


def seen_mirrored(scenes: Iterable[Scene], direction: ReadingDirection, chance: bool) -> bool:
    """Whether left and right of a stage are exchanged.

    Balloons are placed in the order in which they are read. Where somebody on the left speaks
    first on a page that is read from right to left, the tails of the balloons would cross.

    Args:
        scenes: panels of one place and time, which are seen from the same side.
        direction: of reading.
        chance: the answer where the order of speaking does not decide.
    """
    left_first = sum(first_speaker(scene) for scene in scenes)
    if not left_first or direction == "ttb":
        return chance
    return (left_first > 0) == (direction == "rtl")


def first_speaker(scene: Scene) -> int:
    """1 if the first speaker is to the left of the second one, -1 if to the right, else 0."""
    found = list(dict.fromkeys(_place(line, scene) for line in scene.lines if line.speaker))
    return 0 if len(found) < 2 else 1 if found[0] < found[1] else -1


def _place(line: Line, scene: Scene) -> float:
    """Where on the stage a speaker is; somebody outside the panel is beyond everybody."""
    if line.off is not None:
        return -math.inf if line.off == "left" else math.inf
    return next((one.x for one in scene.actors if one.person == line.speaker), 0.0)
