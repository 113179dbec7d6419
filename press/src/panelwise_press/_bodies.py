"""The boxes of bodies and faces: what the panel shows of them, and what its frame cuts off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from panelwise.comics import Character, Face
from panelwise.geometry import Box
from panelwise_press._scene import Person
from panelwise_press.drawing import Drawn

# A body of which less is seen is not annotated: nobody could draw its box.
SEEN = 0.2


def bodies_in(drawn: Drawn, cast: Mapping[str, Person], panel: Box, at: int) -> Iterator[Character]:
    """The bodies of panel ``at``; ``full_box`` is set for those that reach beyond the panel."""
    for role, box, full in _visible(drawn.persons, panel):
        yield Character(box, _identity(cast, role), id=f"c{at}-{role}", full_box=full)


def faces_in(drawn: Drawn, cast: Mapping[str, Person], panel: Box, at: int) -> Iterator[Face]:
    """The faces of panel ``at``, like :func:`bodies_in`."""
    for role, box, full in _visible(drawn.faces, panel):
        yield Face(box, _identity(cast, role), id=f"f{at}-{role}", full_box=full)


def _visible(boxes: Mapping[str, Box], panel: Box) -> Iterator[tuple[str, Box, Box | None]]:
    """Who is seen, the part of the box inside the panel, and the whole box if that is larger."""
    for role, full in boxes.items():
        box = Box(
            max(full.x0, panel.x0),
            max(full.y0, panel.y0),
            min(full.x1, panel.x1),
            min(full.y1, panel.y1),
        )
        if box.width > 0 < box.height and box.area >= SEEN * full.area:
            yield role, box, None if box == full else full


def _identity(cast: Mapping[str, Person], role: str) -> str | None:
    return cast[role].id if role in cast else None
