"""Lettering a panel: every line placed, drawn, and told where it stands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.comics import ReadingDirection
from panelwise.errors import PanelwiseError
from panelwise.geometry import Box, Polygon
from panelwise.press._scene import Language
from panelwise.press.drawing import Sheet
from panelwise.press.lettering._placing import Place, Room, Spoken, best_place
from panelwise.press.lettering._shapes import around, thought_trail
from panelwise.press.lettering._typeset import blocks

SOUND = 1.9  # how much larger sound effects are
# A mouth, an eye: never to be covered; a body, a thing: better not.
_FACE, _BODY = 6.0, 1.0


class DoesNotFit(PanelwiseError):  # noqa: N818
    """Words that no place of a panel can take, even at the smallest size."""


@dataclass(frozen=True, slots=True)
class Lettered:
    """Where a line stands: the ink of its text, and its balloon with the tail."""

    line: int
    box: Box
    balloon: Polygon | None
    language: Language


def letter(
    sheet: Sheet,
    lines: Sequence[Spoken],
    frame: Polygon,
    *,
    direction: ReadingDirection,
    language: Language,
    size: float,
    faces: Sequence[Box] = (),
    bodies: Sequence[Box] = (),
    rng: random.Random,
) -> tuple[Lettered, ...]:
    """Letter a panel's lines in the order in which they are said.

    Args:
        sheet: is drawn on.
        lines: what is said, in its order.
        frame: the panel's convex outline in page pixels; nothing leaves it.
        direction: a reader meets balloons in the order of the lines.
        language: Japanese stands in columns where pages are read from right to left.
        size: height of an em in pixels; it shrinks to no less than 60 % where there is no room.
        faces: what balloons do not cover if they can help it.
        bodies: what they had better not cover.
        rng: for the last bit of where they stand.

    Raises:
        DoesNotFit: when a line has no place.
        MissingGlyphError: for a character that cannot be drawn.
    """
    keep_clear = [*((box, _FACE) for box in faces), *((box, _BODY) for box in bodies)]
    said = [line for line in lines if line.kind != "sound"]
    taken: list[Place] = []
    found: dict[int, Place] = {}
    # Sounds last: they have no order to keep, and take what room is left.
    for at in sorted(range(len(lines)), key=lambda i: lines[i].kind == "sound"):
        line = lines[at]
        rank = said.index(line) if line in said else 0
        room = Room(frame, direction, keep_clear, tuple(taken), rank, max(1, len(said)))
        loud = line.kind == "sound"
        upright = language == "ja" and direction == "rtl"
        ways = blocks(line.words, language, vertical=upright, sound=loud)
        place = best_place(line, ways, size * (SOUND if loud else 1), room, rng)
        if place is None:
            raise DoesNotFit(f"no room for {line.words!r} in a panel of {around(frame)}")
        taken.append(place)
        found[at] = place
    for at, place in found.items():
        _draw(sheet, lines[at], place)
    return tuple(
        Lettered(
            at,
            found[at].text,
            None if lines[at].kind == "sound" else found[at].shape,
            language,
        )
        for at in range(len(lines))
    )


def _draw(sheet: Sheet, line: Spoken, place: Place) -> None:
    if line.kind == "sound":
        _draw_sound(sheet, place)
        return
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in place.shape)
    dash = ' stroke-dasharray="6 5"' if line.kind == "whisper" else ""
    sheet.add(
        f'<polygon points="{points}" fill="#ffffff" stroke="#000000" stroke-width="2.2" '
        f'stroke-linejoin="round"{dash}/>',
        around(place.shape),
    )
    if line.kind == "thought" and place.tip is not None:
        for (x, y), radius in thought_trail(place.centre, place.half, place.tip):
            sheet.add(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#ffffff" '
                'stroke="#000000" stroke-width="2"/>',
                Box(x - radius, y - radius, x + radius, y + radius),
            )
    path = place.block.path(place.text.x0, place.text.y0, place.size)
    sheet.add(f'<path d="{path}" fill="#000000"/>', place.text)


def _draw_sound(sheet: Sheet, place: Place) -> None:
    """Large letters with a white and a black edge."""
    path = place.block.path(place.text.x0, place.text.y0, place.size)
    edge = place.size * 0.16
    for colour, width in (("#000000", edge * 1.5), ("#ffffff", edge * 0.7)):
        sheet.add(
            f'<path d="{path}" fill="{colour}" stroke="{colour}" stroke-width="{width:.1f}" '
            'stroke-linejoin="round"/>',
            place.text,
        )
    fill = sheet.ink.colours["yellow"]
    sheet.add(f'<path d="{path}" fill="{fill}"/>', place.text)
