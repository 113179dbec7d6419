"""The fonts of the press as outlines: no font is looked for on the machine, none is ever missing.

The files are subsets made by ``examples/subset_fonts.py``, under the SIL Open Font License 1.1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from panelwise.errors import UserError
from panelwise_press._scene import Language

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

Points = tuple[tuple[float, float], ...]
Command = tuple[str, Points]
# Which fonts letter a language, the first that has a character wins; and those of sound effects.
_VOICES: Mapping[Language, tuple[str, ...]] = {
    "en": ("latin",),
    "fr": ("latin",),
    "es": ("latin",),
    "ja": ("ja", "latin"),
    "zh": ("zh", "latin"),
}
_SOUNDS: Mapping[Language, tuple[str, ...]] = {
    "en": ("latin-sound", "latin"),
    "fr": ("latin-sound", "latin"),
    "es": ("latin-sound", "latin"),
    "ja": ("ja", "latin-sound"),
    "zh": ("zh", "latin-sound"),
}
# Two ways to write one thing, of which fonts know the second.
_SAME = {"～": "〜", "'": "’"}
# Turned in a column where a font has no form of its own for columns.
_TURNED = frozenset("ー…‥—–-〜～「」『』（）()【】〈〉《》：；=→")
_BASELINE = 0.88  # of a CJK font: how far below the top of its em


class MissingGlyphError(UserError):
    """A character that none of a language's fonts can draw."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character's outline in ems: the baseline is y = 0, y grows downwards.

    ``ink`` is its extent (x0, y0, x1, y1), ``None`` for a blank.
    """

    advance: float
    commands: tuple[Command, ...]
    ink: tuple[float, float, float, float] | None


@cache
def glyph(character: str, language: Language, sound: bool = False) -> Glyph:
    """The outline of a character in a line of text.

    Raises:
        MissingGlyphError: naming the character, its code point and the language.
    """
    font, name = _found(character, language, sound)
    return _outline(font, name)


@cache
def column_glyph(character: str, language: Language, sound: bool = False) -> Glyph:
    """The outline of a character in a column: in a cell of one em whose corner is (0, 0).

    The font's own form for columns is taken (``vert``: commas and small kana move to the upper
    right), else dashes and brackets are turned by a quarter.

    Raises:
        MissingGlyphError: naming the character, its code point and the language.
    """
    font, name = _found(character, language, sound)
    upright = _upright_forms(font).get(name)
    shape = _outline(font, upright or name)
    aside = (1 - shape.advance) / 2
    if upright is None and character in _TURNED:
        # The middle of a dash is some 0.38 em above the baseline.
        return _moved(shape, lambda x, y: (0.5 - (y + 0.38), aside + x))
    return _moved(shape, lambda x, y: (aside + x, _BASELINE + y))


def check_words(words: str, language: Language, sound: bool = False) -> None:
    """Refuse words with a character that cannot be drawn.

    Raises:
        MissingGlyphError: naming the first such character.
    """
    for character in words:
        if not character.isspace():
            glyph(character, language, sound)


def _found(character: str, language: Language, sound: bool) -> tuple[str, str]:
    """The font and the name in it of a character's glyph."""
    wanted = ord(_SAME.get(character, character))
    for font in (_SOUNDS if sound else _VOICES)[language]:
        name = _cmap(font).get(wanted)
        if name is not None:
            return font, name
    raise MissingGlyphError(
        f"no font for {language!r} has {character!r} (U+{ord(character):04X}); use another"
        " character, or add it with press/examples/subset_fonts.py"
    )


@cache
def _font(name: str) -> TTFont:
    from fontTools.ttLib import TTFont

    with as_file(files("panelwise_press.lettering") / "fonts" / f"{name}.woff") as path:
        return TTFont(path)  # read at once, each glyph unpacked when it is needed


@cache
def _cmap(name: str) -> dict[int, str]:
    return dict(_font(name).getBestCmap())


@cache
def _upright_forms(name: str) -> dict[str, str]:
    """The forms that a font has for columns."""
    font = _font(name)
    if "GSUB" not in font:
        return {}
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "vert"
        for index in record.Feature.LookupListIndex
    }
    forms: dict[str, str] = {}
    for index in sorted(lookups):
        for subtable in table.LookupList.Lookup[index].SubTable:
            forms.update(getattr(subtable, "ExtSubTable", subtable).mapping)
    return forms


@cache
def _outline(font_name: str, name: str) -> Glyph:
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    font = _font(font_name)
    glyphs, em = font.getGlyphSet(), font["head"].unitsPerEm
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    commands = tuple(
        (operator, tuple((x / em, -y / em) for x, y in points))
        for operator, points in _plain(pen.value)
    )
    ink = None
    if bounds.bounds is not None:
        x0, y0, x1, y1 = bounds.bounds
        ink = (x0 / em, -y1 / em, x1 / em, -y0 / em)
    return Glyph(glyphs[name].width / em, commands, ink)


def _moved(shape: Glyph, move: Callable[[float, float], tuple[float, float]]) -> Glyph:
    """The glyph in a cell of a column."""
    commands = tuple(
        (operator, tuple(move(x, y) for x, y in points)) for operator, points in shape.commands
    )
    ink = None
    if shape.ink is not None:
        (ax, ay), (bx, by) = move(*shape.ink[:2]), move(*shape.ink[2:])
        ink = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return Glyph(1.0, commands, ink)


def _plain(recorded: list[tuple[str, Points]]) -> list[Command]:
    """The pen's calls as moves, lines, quadratic and cubic curves."""
    from fontTools.pens.basePen import decomposeQuadraticSegment

    plain: list[Command] = []
    for operator, points in recorded:
        if operator == "qCurveTo" and points and points[-1] is not None:
            plain += [("Q", pair) for pair in decomposeQuadraticSegment(points)]
        elif operator == "qCurveTo":
            plain += _without_start(points)
        elif operator == "curveTo":
            plain.append(("C", points))
        elif operator in ("moveTo", "lineTo"):
            plain.append((operator[0].upper(), points))
        else:
            plain.append(("Z", ()))
    return plain


def _without_start(points: tuple[tuple[float, float] | None, ...]) -> list[Command]:
    """A closed TrueType contour that has no point on the curve: start half-way between two."""
    from fontTools.pens.basePen import decomposeQuadraticSegment

    off = [point for point in points if point is not None]
    (ax, ay), (bx, by) = off[-1], off[0]
    start = ((ax + bx) / 2, (ay + by) / 2)
    pairs = decomposeQuadraticSegment((*off, start))
    return [("M", (start,)), *(("Q", pair) for pair in pairs)]
