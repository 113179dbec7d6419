"""Lettering a panel: every line is placed and drawn, and its place returned."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from panelwise.comics import ReadingDirection
from panelwise.errors import PanelwiseError
from panelwise.geometry import Box, Polygon
from panelwise_press._scene import Language, LineKind
from panelwise_press.drawing import Sheet
from panelwise_press.lettering._outlines import grown, half_size
from panelwise_press.lettering._placing import LetterPlace, Room, SetLine, Spoken, places
from panelwise_press.lettering._typeset import Block, blocks

SCALES = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
# Beside the size of speech.
_LOUD: dict[LineKind, float] = {"sound": 2.0, "shout": 1.1, "whisper": 0.92}
_LARGER: dict[Language, float] = {"zh": 1.14}  # a font that fills less of its em
_SMALLER = 4.0  # what it costs to letter at size 0, so that 0.6 is only for want of room
_GOOD = 0.8  # lettering that costs less is not made smaller
_KEPT = 4  # beginnings of a panel's lettering that are carried on
_TURN = 9.0  # degrees that a sound may be turned


class DoesNotFit(PanelwiseError):  # noqa: N818
    """Words that no place of a panel can take, even at the smallest size."""


@dataclass(frozen=True, slots=True)
class Lettered:
    """Where a line stands.

    Attributes:
        line: its index.
        box: the ink of its text.
        balloon: the outline with the tail; ``None`` around a sound.
        language: what it is lettered in.
    """

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

    Text lies inside its balloon, balloons with their tails inside the panel, none on another; a
    reader meets them in the order of the lines (sounds stand where they come from).

    Args:
        sheet: is drawn on.
        lines: what is said, in its order.
        frame: the panel's convex outline in page pixels; nothing leaves it.
        direction: of reading.
        language: Japanese stands in columns where pages are read from right to left.
        size: height of an em in pixels; it shrinks to no less than 60 % where there is no room.
        faces: what balloons do not cover if they can help it.
        bodies: what they had better not cover.
        rng: for how sounds are turned.

    Raises:
        DoesNotFit: when a line has no place.
        MissingGlyphError: for a character that cannot be drawn.
    """
    room = Room(frame, direction, faces, bodies)
    found = arranged(lines, room, language, size, rng)
    return drawn(sheet, lines, found, language)


def arranged(
    lines: Sequence[Spoken], room: Room, language: Language, size: float, rng: random.Random
) -> dict[int, LetterPlace]:
    """The place of every line, what is said first, then sounds; see :func:`letter`."""
    said = [at for at, line in enumerate(lines) if line.kind != "sound"]
    sounds = [at for at, line in enumerate(lines) if line.kind == "sound"]
    turns = {at: rng.choice((-1, 1)) * rng.uniform(0.4, 1) * _TURN for at in sounds}
    found: dict[int, LetterPlace] = {}
    # Sounds last: they have no order to keep, and take what room is left.
    for group in (said, *([at] for at in sounds)):
        spoken = [lines[at] for at in group]
        turn = turns.get(group[0], 0.0) if group else 0.0
        placed = _fitted(spoken, room, tuple(found.values()), (language, size, turn))
        found.update(zip(group, placed, strict=True))
    return found


def drawn(
    sheet: Sheet, lines: Sequence[Spoken], found: Mapping[int, LetterPlace], language: Language
) -> tuple[Lettered, ...]:
    """Draw lines at their places, sounds under balloons."""
    for at in sorted(found, key=lambda at: (not found[at].sound, at)):
        _draw(sheet, lines[at], found[at])
    return tuple(
        Lettered(at, place.text, None if place.sound else place.shape, language)
        for at, place in sorted(found.items())
    )


def _fitted(
    lines: Sequence[Spoken],
    room: Room,
    taken: tuple[LetterPlace, ...],
    manner: tuple[Language, float, float],
) -> tuple[LetterPlace, ...]:
    """Places for lines at one size, the largest at which they cover little."""
    best: tuple[float, tuple[LetterPlace, ...]] | None = None
    for scale in SCALES:
        extra = _SMALLER * (1 - scale)
        if best is not None and best[0] <= _GOOD * len(lines) + extra:
            break
        found = _at_scale(lines, room, taken, manner, scale)
        if found is not None:
            cost, where = found
            if best is None or cost + extra < best[0]:
                best = (cost + extra, where)
    if best is None:
        wide, high = room.box.width, room.box.height
        words = " / ".join(line.words for line in lines)
        raise DoesNotFit(f"no room for {words!r} in a panel of {wide:.0f} x {high:.0f} pixels")
    return best[1]


def _at_scale(
    lines: Sequence[Spoken],
    room: Room,
    taken: tuple[LetterPlace, ...],
    manner: tuple[Language, float, float],
    scale: float,
) -> tuple[float, tuple[LetterPlace, ...]] | None:
    """What all lines cost and their places, found by carrying on the best beginnings."""
    language, size, turn = manner
    begun: list[tuple[float, tuple[LetterPlace, ...]]] = [(0.0, ())]
    upright = language == "ja" and room.direction == "rtl"
    for line in lines:
        ways = _ways(line, language, upright)
        em = size * scale * _LOUD.get(line.kind, 1.0) * _LARGER.get(language, 1.0)
        tries = []
        for cost, before in begun:
            after = (*taken, *before)
            tries += [
                SetLine(
                    line,
                    block,
                    em,
                    turn,
                    room,
                    after,
                    cost + _set_badly(block, line.kind),
                    last=line is lines[-1],
                )
                for block in ways
            ]
        begun = [
            (place.cost, (*trying.taken[len(taken) :], place))
            for trying, place in places(tries, _KEPT if len(lines) > 1 else 1)
        ]
        if not begun:
            return None
    return begun[0]


def _ways(line: Spoken, language: Language, upright: bool) -> tuple[Block, ...]:
    """How a line may be set; sounds stand or lie as there is room, even on a page of columns."""
    sound = line.kind == "sound"
    ways = blocks(line.words, language, vertical=upright, sound=sound)
    ways = ways + blocks(line.words, language, sound=True) if sound and upright else ways
    return tuple(_roomy(way, line, language, upright) for way in ways) if line.instead else ways


def _roomy(way: Block, line: Spoken, language: Language, upright: bool) -> Block:
    """A way to set a line in a balloon that has room for all that it may say instead."""
    for words in line.instead:
        others = blocks(words, language, vertical=upright, sound=line.kind == "sound")
        way = min(
            (replace(way, boxes=(*way.boxes, *other.boxes)) for other in others),
            key=lambda block: math.prod(half_size(block, line.kind)),
        )
    return way


def within(frame: Block, line: Spoken, language: Language, upright: bool) -> Block:
    """How a line is set in a balloon that has room for it: in the way that fills it best."""
    ways = blocks(line.words, language, vertical=upright, sound=line.kind == "sound")
    room = half_size(frame, line.kind)
    found = [
        block
        for block in ways
        if half_size(replace(frame, boxes=(*frame.boxes, *block.boxes)), line.kind) == room
    ]
    if not found:
        raise DoesNotFit(f"no room for {line.words!r} in the balloon of another world")
    return min(found, key=lambda block: _set_badly(block, line.kind))


def _set_badly(block: Block, kind: LineKind) -> float:
    """What it costs that words are broken where they are not read with a pause."""
    if kind in ("caption", "sound"):
        each = 0.12 if kind == "caption" else 0.4
        return 0.05 * block.cost + each * (len(block.lines) - 1)
    wide, high = half_size(block, kind)
    flat = max(wide / (1.9 * high), high / (2.4 * wide), 1.0)  # what is said stands in a round
    return 0.09 * block.cost + 0.45 * (flat - 1)


def _draw(sheet: Sheet, line: Spoken, place: LetterPlace) -> None:
    if place.sound:
        _draw_sound(sheet, place)
        return
    edge = 0.1 * place.size
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in place.shape)
    dash = f' stroke-dasharray="{3 * edge:.1f} {2.4 * edge:.1f}"' if line.kind == "whisper" else ""
    sheet.add(
        f'<polygon points="{points}" fill="#ffffff" stroke="#000000" stroke-width="{edge:.1f}" '
        f'stroke-linejoin="{"miter" if line.kind in ("shout", "caption") else "round"}"{dash}/>',
        grown(Box.around([Box(x, y, x, y) for x, y in place.shape]), edge),
    )
    for (x, y), radius in place.trail:
        sheet.add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#ffffff" '
            f'stroke="#000000" stroke-width="{edge:.1f}"/>',
            grown(Box(x, y, x, y), radius + edge),
        )
    path = place.block.path(place.centre, place.size)
    sheet.add(f'<path d="{path}" fill="#000000"/>', place.text)


def _draw_sound(sheet: Sheet, place: LetterPlace) -> None:
    """Large letters with a thick black edge and a white one around it."""
    path = place.block.path(place.centre, place.size, place.turn)
    colour = sheet.ink.colours["yellow"]
    if colour[1:3] == colour[3:5] == colour[5:]:
        colour = "#ffffff"  # a grey would be screened into dots
    for edge, width in (("#ffffff", 0.27), ("#000000", 0.17)):
        sheet.add(
            f'<path d="{path}" fill="{edge}" stroke="{edge}" '
            f'stroke-width="{width * place.size:.1f}" stroke-linejoin="round"/>',
            grown(place.text, width * place.size / 2),
        )
    sheet.add(f'<path d="{path}" fill="{colour}"/>', place.text)
