"""Who says a text, by nearness alone: the baseline of speaker identification.

Source: specification 6.5 (CX-7); AMB-51.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from panelwise.geometry import Box

T = TypeVar("T", bound=Hashable)
Who = TypeVar("Who", bound=Hashable)


def closest_characters(
    texts: Mapping[T, Box],
    characters: Mapping[Who, Box],
    panels: Sequence[Box] = (),
    faces: Sequence[Box] = (),
) -> dict[T, Who]:
    """The character nearest to each text: in the text's panel if anybody is there, else anywhere.

    Near is the distance between the boxes; of equally near ones the one whose face is nearer, then
    whose centre is, then the first. Without characters nobody says anything.

    >>> texts = {"T1": Box(0, 0, 10, 10)}
    >>> closest_characters(texts, {"C1": Box(60, 0, 80, 40), "C2": Box(20, 0, 40, 40)})
    {'T1': 'C2'}
    """
    homes = {who: panel_holding(box, panels) for who, box in characters.items()}
    found: dict[T, Who] = {}
    for text, box in texts.items():
        home = panel_holding(box, panels)
        near = [who for who in characters if home is not None and homes[who] == home]
        candidates = near or list(characters)
        if candidates:
            found[text] = min(
                candidates,
                key=lambda who, box=box: (  # type: ignore[misc]
                    box.distance(characters[who]),
                    _face_distance(box, characters[who], faces),
                    math.dist(box.center, characters[who].center),
                ),
            )
    return found


def panel_holding(box: Box, panels: Sequence[Box]) -> int | None:
    """The panel that holds most of a box; ``None`` for a box outside all."""
    shares = [box.intersection(panel) for panel in panels]
    most = max(shares, default=0.0)
    return shares.index(most) if most > 0 else None


def _face_distance(text: Box, body: Box, faces: Sequence[Box]) -> float:
    """How far the nearest face on a body is; as far as the body itself where none is known."""
    own = [face for face in faces if face.intersection(body) > 0.5 * face.area]
    return min((text.distance(face) for face in own), default=text.distance(body))
