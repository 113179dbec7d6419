"""Words as blocks of glyphs: balanced lines, or columns from right to left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from panelwise.geometry import Box, Point
from panelwise_press._scene import Language
from panelwise_press.lettering._breaks import Unit, broken, units_of
from panelwise_press.lettering._fonts import Glyph, column_glyph, glyph

LEADING = {"en": 1.06, "fr": 1.1, "es": 1.08, "ja": 1.3, "zh": 1.25}
COLUMN_LEADING = 1.3
MOST_LINES = 6
_BOUNCE = 0.05  # of the letters of a sound, up and down in turn


@dataclass(frozen=True, slots=True, eq=False)  # each is itself: its hash costs nothing
class Block:
    """A text set in one way, in ems around its middle (0, 0).

    Attributes:
        glyphs: each outline with where its origin is.
        lines: what was set, line by line or column by column.
        boxes: the ink of every line.
        cost: how bad its line breaks are; about 0 where they fall between phrases of like lengths.
    """

    glyphs: tuple[tuple[Glyph, float, float], ...]
    lines: tuple[str, ...]
    boxes: tuple[Box, ...]
    cost: float

    @property
    def ink(self) -> Box:
        """The extent of the whole ink."""
        return Box.around(self.boxes)

    def path(self, at: Point, size: float, turn: float = 0.0) -> str:
        """SVG path data with the block's middle at a point of the page; ``turn`` in degrees."""
        cos, sin = size * math.cos(math.radians(turn)), size * math.sin(math.radians(turn))
        ax, ay = at
        parts = []
        for shape, x, y in self.glyphs:
            left, top = ax + cos * x - sin * y, ay + sin * x + cos * y
            for operator, points in shape.commands:
                parts.append(operator)
                for px, py in points:
                    parts.append(
                        f"{left + cos * px - sin * py:.1f} {top + sin * px + cos * py:.1f} "
                    )
        return "".join(parts)

    def ink_on_page(self, at: Point, size: float, turn: float = 0.0) -> Box:
        """The extent of the ink where :meth:`path` draws it."""
        if not turn:
            ink = self.ink
            (x, y), (x0, y0, x1, y1) = at, ink
            return Box(x + size * x0, y + size * y0, x + size * x1, y + size * y1)
        cos, sin = size * math.cos(math.radians(turn)), size * math.sin(math.radians(turn))
        corners = [
            (at[0] + cos * (x + px) - sin * (y + py), at[1] + sin * (x + px) + cos * (y + py))
            for shape, x, y in self.glyphs
            for _, points in shape.commands
            for px, py in points
        ]
        xs, ys = zip(*corners, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))


@lru_cache(maxsize=4096)
def blocks(
    words: str, language: Language, *, vertical: bool = False, sound: bool = False
) -> tuple[Block, ...]:
    """The ways to set words: in one line (or column), in two, and so on, at most six.

    >>> [block.lines for block in blocks("Oh no! My picture!", "en")][1]
    ('Oh no!', 'My picture!')

    Raises:
        MissingGlyphError: for a character that cannot be drawn.
    """
    units = units_of(words, language)
    if vertical:
        widths = [float(len(_cells(unit.text))) for unit in units]
        space = 0.3
    else:
        widths = [_length(unit.text, language, sound) for unit in units]
        space = _space(language, sound)
    ways = []
    for count in range(1, min(MOST_LINES, len(units)) + 1):
        found = broken(units, widths, space, count)
        if found is not None:
            cost, lines = found
            placed = (_columns if vertical else _rows)(lines, language, sound)
            said = tuple(_text(line) for line in lines)
            ways.append(_centred(placed, said, cost))
    return tuple(ways)


def _text(line: Sequence[Unit]) -> str:
    return "".join((" " if unit.space else "") + unit.text for unit in line).strip()


def _space(language: Language, sound: bool) -> float:
    return 0.3 if language in ("ja", "zh") else glyph(" ", language, sound).advance


def _length(text: str, language: Language, sound: bool) -> float:
    return sum(_advance(character, language, sound) for character in text)


def _advance(character: str, language: Language, sound: bool) -> float:
    if character.isspace():
        return _space(language, sound)
    return glyph(character, language, sound).advance


Placed = list[list[tuple[Glyph, float, float]]]


def _rows(lines: Sequence[Sequence[Unit]], language: Language, sound: bool) -> Placed:
    placed: Placed = []
    for row, line in enumerate(lines):
        text = _text(line)
        x = -_length(text, language, sound) / 2
        if text[-1] in "！？。，、" and len(lines) > 1:
            x += 0.2  # these fill half of their cell, the other half looks empty
        shapes = []
        for at, character in enumerate(text):
            if not character.isspace():
                y = row * LEADING[language] + (_BOUNCE * (-1) ** at if sound else 0.0)
                shapes.append((glyph(character, language, sound), x, y))
            x += _advance(character, language, sound)
        placed.append(shapes)
    return placed


def _columns(lines: Sequence[Sequence[Unit]], language: Language, sound: bool) -> Placed:
    """Columns from right to left; every character in a cell of one em."""
    placed: Placed = []
    for column, line in enumerate(lines):
        x, y = -column * COLUMN_LEADING, 0.0
        shapes = []
        for cell in _cells(_text(line)):
            if cell.isspace():
                y += 0.3
                continue
            # Two marks stand side by side, each in half a cell.
            for at, mark in enumerate(cell):
                aside = (at - (len(cell) - 1) / 2) * 0.42
                shapes.append((column_glyph(mark, language, sound), x + aside, y))
            y += 1.0
        placed.append(shapes)
    return placed


def _cells(text: str) -> list[str]:
    """A column's characters; !! and !? share a cell."""
    cells: list[str] = []
    for character in text:
        if cells and len(cells[-1]) == 1 and character in "！？!?" and cells[-1] in "！？!?":
            cells[-1] += character
        else:
            cells.append(character)
    return cells


def _centred(placed: Placed, lines: tuple[str, ...], cost: float) -> Block:
    """The glyphs moved so that the middle of their ink is (0, 0)."""
    boxes = [
        Box.around(
            Box(x + shape.ink[0], y + shape.ink[1], x + shape.ink[2], y + shape.ink[3])
            for shape, x, y in shapes
            if shape.ink is not None
        )
        for shapes in placed
    ]
    mx, my = Box.around(boxes).center
    return Block(
        tuple((shape, x - mx, y - my) for shapes in placed for shape, x, y in shapes),
        lines,
        tuple(Box(box.x0 - mx, box.y0 - my, box.x1 - mx, box.y1 - my) for box in boxes),
        cost,
    )
