"""The fonts of the press as outlines: no font is looked for on the machine, none is ever missing.

The files are subsets made by ``examples/subset_fonts.py``, under the SIL Open Font License 1.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from panelwise.errors import UserError
from panelwise.press._scene import Language

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

Command = tuple[str, tuple[tuple[float, float], ...]]
# Which fonts letter a language, the first that has a character wins; and those of sound effects.
_VOICES: dict[Language, tuple[str, ...]] = {
    "en": ("latin",),
    "fr": ("latin",),
    "es": ("latin",),
    "ja": ("ja", "latin"),
    "zh": ("zh", "latin"),
}
_SOUNDS: dict[Language, tuple[str, ...]] = {
    "en": ("latin-sound", "latin"),
    "fr": ("latin-sound", "latin"),
    "es": ("latin-sound", "latin"),
    "ja": ("ja",),
    "zh": ("zh",),
}
# Two ways to write one thing, of which fonts know the second.
_SAME = {"～": "〜", "'": "’"}


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
    """The outline of a character.

    Raises:
        MissingGlyphError: naming the character, its code point and the language.
    """
    wanted = _SAME.get(character, character)
    for name in (_SOUNDS if sound else _VOICES)[language]:
        font = _font(name)
        found = _cmap(name).get(ord(wanted))
        if found is not None:
            return _outline(font, found)
    raise MissingGlyphError(
        f"no font for {language!r} has {character!r} (U+{ord(character):04X}); use another"
        " character, or add it with examples/subset_fonts.py"
    )


def check_words(words: str, language: Language, sound: bool = False) -> None:
    """Refuse words with a character that cannot be drawn.

    Raises:
        MissingGlyphError: naming the first such character.
    """
    for character in words:
        if not character.isspace():
            glyph(character, language, sound)


@cache
def _font(name: str) -> TTFont:
    from fontTools.ttLib import TTFont

    with as_file(files("panelwise.press.lettering") / "fonts" / f"{name}.woff") as path:
        return TTFont(path, lazy=False)


@cache
def _cmap(name: str) -> dict[int, str]:
    return dict(_font(name).getBestCmap())


def _outline(font: TTFont, name: str) -> Glyph:
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen

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


def _plain(recorded: list[tuple[str, tuple[tuple[float, float], ...]]]) -> list[Command]:
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
