"""Words as blocks of glyphs: broken into balanced lines, or set in columns.

Source for what may not begin or end a line: JIS X 4051 (kinsoku), the usual short list.
"""

from __future__ import annotations

from dataclasses import dataclass

from panelwise.geometry import Box
from panelwise.press._scene import Language
from panelwise.press.lettering._fonts import glyph

NOT_FIRST = (
    "、。，．・：；？！」』）】〉》”’…‥ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〜～,.!?:;)»"
)
NOT_LAST = "「『（【〈《“‘(«¡¿"
LEADING = {"en": 1.08, "fr": 1.08, "es": 1.08, "ja": 1.25, "zh": 1.2}
# In columns these are turned, and those move into the upper right corner of their cell.
_TURNED = "ー…—–〜～「」『』（）【】〈〉《》：；-=→"
_CORNER = "、。，．"
_SMALL = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"


@dataclass(frozen=True, slots=True)
class Set:
    """One glyph in a block: where its baseline begins, in ems, and whether it is turned."""

    character: str
    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A text set in one way, in ems; its ink lies in (0, 0) to (width, height)."""

    glyphs: tuple[Set, ...]
    width: float
    height: float
    language: Language
    sound: bool = False

    def path(self, x: float, y: float, size: float) -> str:
        """SVG path data with the block's corner at a point of the page."""
        parts = []
        for item in self.glyphs:
            shape = glyph(item.character, self.language, self.sound)
            for operator, points in shape.commands:
                moved = [item_point(item, px, py, shape.advance) for px, py in points]
                parts.append(
                    operator
                    + " ".join(f"{x + size * px:.1f} {y + size * py:.1f}" for px, py in moved)
                )
        return "".join(parts)

    def ink(self, x: float, y: float, size: float) -> Box:
        """The extent of the block's ink on the page."""
        return Box(x, y, x + size * self.width, y + size * self.height)


def item_point(item: Set, px: float, py: float, advance: float) -> tuple[float, float]:
    """Where a point of a glyph lies in its block, in ems."""
    if not item.turned:
        return item.x + px, item.y + py
    # A quarter turn clockwise around the middle of the cell.
    across, down = px - advance / 2, py + 0.38
    return item.x + advance / 2 - down, item.y - 0.38 + across


def blocks(
    words: str, language: Language, *, vertical: bool = False, sound: bool = False
) -> list[Block]:
    """The ways to set words, from one line (or column) to one line for each unit, at most six.

    Raises:
        MissingGlyphError: for a character that cannot be drawn.
    """
    units = _units(words, language)
    ways: list[Block] = []
    seen: set[tuple[str, ...]] = set()
    for count in range(1, min(6, len(units)) + 1):
        lines = tuple(_balanced(units, count, language, sound))
        if lines not in seen:
            seen.add(lines)
            ways.append(
                _columns(lines, language, sound) if vertical else _rows(lines, language, sound)
            )
    return ways


def _units(words: str, language: Language) -> list[str]:
    """What may not be broken: a word, or a character with the marks that cling to it."""
    if language not in ("ja", "zh"):
        pieces = words.split()
        units: list[str] = []
        for piece in pieces:
            # French sets a space before ! ? : ; and within « »: they stay with their word.
            clings = units and (piece in ("!", "?", ":", ";", "»") or units[-1] == "«")
            if clings:
                units[-1] += " " + piece
            else:
                units.append(piece)
        return units
    units = []
    for character in words.replace(" ", "").replace("　", ""):
        clings = character in NOT_FIRST or (character.isascii() and character.isalnum())
        if units and (
            units[-1][-1] in NOT_LAST
            or (clings and (character in NOT_FIRST or units[-1].isascii()))
        ):
            units[-1] += character
        else:
            units.append(character)
    return units


def _joined(units: list[str], language: Language) -> str:
    return ("" if language in ("ja", "zh") else " ").join(units)


def _length(text: str, language: Language, sound: bool) -> float:
    return sum(glyph(c, language, sound).advance for c in text)


def _balanced(units: list[str], count: int, language: Language, sound: bool) -> list[str]:
    """The units in ``count`` lines whose longest is as short as possible."""
    lengths = [_length(unit + " ", language, sound) for unit in units]
    low, high = max(lengths), sum(lengths)
    for _ in range(24):
        middle = (low + high) / 2
        if len(_filled(lengths, middle)) <= count:
            high = middle
        else:
            low = middle
    lines, start = [], 0
    for size in _filled(lengths, high):
        lines.append(_joined(units[start : start + size], language))
        start += size
    return lines


def _filled(lengths: list[float], width: float) -> list[int]:
    """How many units go into each line of a width, line by line."""
    sizes: list[int] = []
    room = 0.0
    for length in lengths:
        if not sizes or length > room + 1e-9:
            sizes.append(0)
            room = width
        sizes[-1] += 1
        room -= length
    return sizes


def _rows(lines: tuple[str, ...], language: Language, sound: bool) -> Block:
    widths = [_length(line, language, sound) for line in lines]
    widest, placed = max(widths), []
    for row, (line, width) in enumerate(zip(lines, widths, strict=True)):
        x = (widest - width) / 2
        for character in line:
            placed.append(Set(character, x, row * LEADING[language]))
            x += glyph(character, language, sound).advance
    return _trimmed(placed, language, sound)


def _columns(lines: tuple[str, ...], language: Language, sound: bool) -> Block:
    """Columns from right to left; every character in a cell of one em."""
    placed = []
    for column, line in enumerate(lines):
        x, row = -column * 1.25, 0.0
        for cell in _cells(line):
            if len(cell) == 2:  # two marks side by side, each at half width
                placed += [
                    Set(mark, x + at * 0.34 - 0.17, row + 0.88) for at, mark in enumerate(cell)
                ]
            else:
                advance = glyph(cell, language, sound).advance
                shift = 0.5 if cell in _CORNER else 0.1 if cell in _SMALL else 0.0
                placed.append(
                    Set(cell, x + (1 - advance) / 2 + shift, row + 0.88 - shift, cell in _TURNED)
                )
            row += 1.02
    return _trimmed(placed, language, sound)


def _cells(line: str) -> list[str]:
    """A column's characters; !! and !? share a cell."""
    cells: list[str] = []
    for character in line:
        if cells and len(cells[-1]) == 1 and character in "！？!?" and cells[-1] in "！？!?":
            cells[-1] += character
        else:
            cells.append(character)
    return cells


def _trimmed(placed: list[Set], language: Language, sound: bool) -> Block:
    """The glyphs moved so that their ink begins at (0, 0)."""
    boxes = []
    for item in placed:
        shape = glyph(item.character, language, sound)
        if shape.ink is not None:
            x0, y0, x1, y1 = shape.ink
            corners = [
                item_point(item, x, y, shape.advance)
                for x, y in ((x0, y0), (x1, y1), (x0, y1), (x1, y0))
            ]
            xs, ys = zip(*corners, strict=True)
            boxes.append(Box(min(xs), min(ys), max(xs), max(ys)))
    ink = Box.around(boxes)
    moved = tuple(
        Set(item.character, item.x - ink.x0, item.y - ink.y0, item.turned) for item in placed
    )
    return Block(moved, ink.width, ink.height, language, sound)
