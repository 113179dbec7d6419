"""Lettering one panel of several worlds: one place for each balloon, whatever it says there."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from panelwise.comics import ReadingDirection
from panelwise.geometry import Box, Point, Polygon
from panelwise_press._scene import Language
from panelwise_press.drawing import Sheet
from panelwise_press.lettering._letter import DoesNotFit, Lettered, arranged, drawn, within
from panelwise_press.lettering._outlines import half_size
from panelwise_press.lettering._placing import LetterPlace, Room, SetLine, Spoken, placed
from panelwise_press.lettering._typeset import blocks


@dataclass(frozen=True, slots=True)
class Spoke:
    """What one world shows in a panel: its sheet, its lines, and what balloons should not cover."""

    sheet: Sheet
    lines: Sequence[Spoken]
    faces: Sequence[Box] = ()
    bodies: Sequence[Box] = ()


def letter_together(
    worlds: Sequence[Spoke],
    frame: Polygon,
    *,
    direction: ReadingDirection,
    language: Language,
    size: float,
    rng: random.Random,
) -> tuple[tuple[Lettered, ...], ...]:
    """Letter the same panel in several worlds with the same balloons in the same places.

    The words of a line may differ from world to world, and so may its speaker: then the balloon has
    space for all of its words, and only the tail goes another way. How many lines there are, and of
    which kinds, may not differ. The other arguments are those of :func:`letter`.

    Raises:
        DoesNotFit: when a line has no place, or a tail no way in one of the worlds.
        MissingGlyphError: for a character that cannot be drawn.
    """
    upright = language == "ja" and direction == "rtl"
    count = len(worlds[0].lines)
    lead = [_lead([world.lines[at] for world in worlds], language, upright) for at in range(count)]
    room = Room(
        frame, direction, _once(w.faces for w in worlds), _once(w.bodies for w in worlds), True
    )
    found = arranged(lead, room, language, size, rng)
    lettered = []
    for world in worlds:
        own = replace(room, faces=world.faces, bodies=world.bodies)
        there: dict[int, LetterPlace] = {}
        for at, place in found.items():
            line = world.lines[at]
            there[at] = _in_world(lead[at], line, place, own, tuple(there.values()))
            there[at] = _worded(lead[at], line, there[at], language, upright)
        lettered.append(drawn(world.sheet, world.lines, there, language))
    return tuple(lettered)


def _lead(lines: Sequence[Spoken], language: Language, upright: bool) -> Spoken:
    """The line that is placed for all worlds: the longest words, the middle of the mouths."""
    words = tuple(dict.fromkeys(line.words for line in lines))
    longest = max(words, key=lambda one: (_area(one, lines[0], language, upright), one))
    mouths = [line.mouth for line in lines if line.mouth is not None]
    return replace(
        lines[0],
        words=longest,
        mouth=_middle(mouths) if mouths else None,
        instead=tuple(one for one in words if one != longest),
    )


def _area(words: str, line: Spoken, language: Language, upright: bool) -> float:
    ways = blocks(words, language, vertical=upright, sound=line.kind == "sound")
    return min(wide * high for wide, high in (half_size(way, line.kind) for way in ways))


def _middle(points: Sequence[Point]) -> Point:
    if len(set(points)) == 1:
        return points[0]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _once(boxes: Iterable[Sequence[Box]]) -> tuple[Box, ...]:
    """Every box once: what all worlds show counts no more than what one of them shows."""
    return tuple(dict.fromkeys(box for some in boxes for box in some))


def _in_world(
    lead: Spoken, line: Spoken, place: LetterPlace, room: Room, taken: tuple[LetterPlace, ...]
) -> LetterPlace:
    """The balloon in one world: where it is in all of them, its tail to its speaker there."""
    if line.mouth == lead.mouth and not taken:
        return place
    speaks = replace(lead, mouth=line.mouth)
    trying = SetLine(speaks, place.block, place.size, place.turn, room, taken, 0.0, last=False)
    there = placed(trying, trying.half(), place.centre, 0.0)
    if there is None:
        raise DoesNotFit(f"no way for the tail of {line.words!r}")
    return there


def _worded(
    lead: Spoken, line: Spoken, place: LetterPlace, language: Language, upright: bool
) -> LetterPlace:
    """The balloon with the words of one world."""
    if not lead.instead:
        return place
    block = within(place.block, line, language, upright)
    text = block.ink_on_page(place.centre, place.size, place.turn)
    return replace(place, block=block, text=text)
