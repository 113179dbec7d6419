"""From lines of text to texts: what stands in one balloon or block, read as one.

A line is a row, or a column where writing runs downwards. Two lines are of one text when they run
the same way, have letters of one size, and are next to each other like lines of a paragraph.
Nearest lines join first, and a text never takes lines from inside two panels.
"""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from panelwise.comics import Text
from panelwise.geometry import Box, box_polygon, polygon_box
from panelwise.reading._signs import western_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.geometry import Polygon


# Gaps are in letters as OCR outlines them, about two thirds too large, so that rows of one text
# overlap. On 35 western pages the next row of a text lay at -0.6 to 0.1; columns of 20 manga pages
# reach 0.78. Unframed dialogue (xkcd) follows from 0.2 on and continues 0.5 along the row.
ROW_GAP, COLUMN_GAP = 0.3, 0.9
WORD_GAP = 0.5  # along a line that was found in pieces, in letters
# Rows of one text are evenly spaced: one that is further away by this than the others begins a
# new text. Without it 78 of 86 texts of Pepper&Carrot (en, fr) consist of the right lines, with it
# 82; it costs one of 134 of Craphound, and separates the speakers of xkcd.
UNEVEN = 0.25
LIKE = 1.7  # ratio of the sizes of letters in one text
BESIDE = 0.4  # share of the shorter line that is next to the other
FLUSH = 0.4  # between the tops of neighbouring columns, in letters
CENTRED = 0.25  # between their middles, where columns are centred
INSIDE = 0.7  # share of a line that lies in the panel it belongs to
TALL = 1.3  # height / width of a column of writing

RUBY = 0.7  # size of furigana, in letters of its text
RUBY_GAP = 0.4  # from its text
# Margins around the ink of a text, in letters (of the page, where the text's own are larger).
# Annotators disagree: they leave a letter around columns (OpenMantra) and .85 of one around rows
# (Craphound); boxes computed from the lettering (Pepper&Carrot, the press) leave nothing. One short
# row cannot overlap both by half. Hmean at IoU .5 on OpenMantra / Craphound / Pepper&Carrot en, fr:
# without margins .42 / .60 / .85, .84; with these .85 / .86 / .74, .82.
ROW_MARGIN, ROWS_MARGIN, COLUMN_MARGIN = 0.25, 0.5, 0.9
OUTLINE_MARGIN = 0.1  # around OCR's outlines, where the ink was not measured

_KANA = re.compile(r"[\u3040-\u30ff「」、\s]+")
_JAPANESE = re.compile(r"[\u3040-\u30ff\uff66-\uff9d]")  # kana: no other language is written so
_KOREAN = re.compile(r"[\u1100-\u11ff\uac00-\ud7af]")
_WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")

_BROKEN = re.compile(r"[^\W\d_]-$")  # a word goes on in the next line


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One row or column, and what decides where it belongs.

    Attributes:
        column: written downwards; ``None`` for one letter or a shape that does not tell.
        size: height of a letter in pixels, across the line.
        home: index of the panel that holds it, ``None`` between panels.
        ink: outline of its ink, where that was measured.
    """

    text: Text
    column: bool | None
    size: float
    home: int | None
    ink: Polygon | None = None

    @property
    def box(self) -> Box:
        return self.text.box


def group_lines(
    lines: Sequence[Text], panels: Sequence[Box] = (), inks: Sequence[Polygon] | None = None
) -> tuple[Text, ...]:
    """The texts that lines of writing make up, from top to bottom.

    Args:
        lines: rows and columns with ``contents`` and, for slanted ones, ``polygon``, as
            :func:`find_text` gives them.
        panels: panel boxes: lines inside two of them never make one text.
        inks: outline of the ink of every line, of four corners, as :func:`ink_outline` gives it.

    Each text has the box around its lines' ink with a margin, their words joined in reading order
    (columns from the right, rows from the top), and as ``confidence`` the mean of its letters.
    Words are under ``ja`` where the page has kana and these words are Japanese, under ``ko`` where
    they are hangul, else under ``und``.

    >>> above, below = Text(Box(0, 0, 60, 10), {"und": "HELLO"}), Text(Box(5, 13, 50, 23),
    ...     {"und": "YOU"})
    >>> [text.content for text in group_lines([below, above, Text(Box(0, 90, 60, 100),
    ...     {"und": "BYE"})])]
    ['HELLO YOU', 'BYE']
    """
    outlines = [None] * len(lines) if inks is None else inks
    pairs = sorted(
        zip(lines, outlines, strict=True), key=lambda pair: (pair[0].box, pair[0].content or "")
    )
    known = _without_ruby(
        [_line(text, panels, ink) for text, ink in pairs if (text.content or "").strip()]
    )
    japanese = any(_JAPANESE.search(line.text.content or "") for line in known)
    letter = statistics.median([_letter(line) for line in known] or [0.0])
    texts = [_text(group, letter, japanese=japanese) for group in _groups(known)]
    return tuple(sorted(texts, key=lambda text: (text.box.y0, text.box.x0, text.box)))


def _line(text: Text, panels: Sequence[Box], ink: Polygon | None = None) -> FoundLine:
    outline = text.polygon if text.polygon and len(text.polygon) == 4 else box_polygon(text.box)
    along, across, upright = _sides(outline)
    words = (text.content or "").strip()
    column = None if len(words) < 2 or along < TALL * across else upright
    shares = [text.box.intersection(panel) / max(text.box.area, 1.0) for panel in panels]
    best = max(range(len(panels)), key=lambda i: shares[i], default=None)
    home = best if best is not None and shares[best] >= INSIDE else None
    return FoundLine(text, column, max(across, 1.0), home, ink)


def _letter(line: FoundLine) -> float:
    """Height of a letter's ink across the line, in pixels."""
    return line.size if line.ink is None else max(_sides(line.ink)[1], 1.0)


def _without_ruby(lines: Sequence[FoundLine]) -> list[FoundLine]:
    """The lines without furigana: small kana along a larger line, which they only spell out."""
    return [line for line in lines if not any(_is_ruby_of(line, other) for other in lines)]


def _is_ruby_of(line: FoundLine, other: FoundLine) -> bool:
    if not _KANA.fullmatch((line.text.content or "").strip()) or line.size > RUBY * other.size:
        return False
    column = bool(other.column)
    across, along = _gaps(line.box, other.box, column=column)
    (x, y), (right, middle) = line.box.center, other.box.center
    outside = x > right if column else y < middle
    return (
        outside
        and across <= RUBY_GAP * other.size
        and -along >= 0.8 * _length(line.box, column=column)
    )


def _sides(outline: Polygon) -> tuple[float, float, bool]:
    """Length, width and whether the longer side is the more upright one."""
    (ax, ay), (bx, by), (cx, cy) = outline[:3]
    first, second = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
    dx, dy = (bx - ax, by - ay) if first >= second else (cx - bx, cy - by)
    return max(first, second), min(first, second), abs(dy) > abs(dx)


def _groups(lines: Sequence[FoundLine]) -> list[list[FoundLine]]:
    """Lines joined, the nearest pair first, where neither panels nor their spacing forbid it."""
    pairs = sorted(
        (gap, i, j)
        for j in range(len(lines))
        for i in range(j)
        if (gap := _gap(lines[i], lines[j])) is not None
    )
    groups = [_Group([line]) for line in lines]
    for gap, i, j in pairs:
        one, other = groups[i], groups[j]
        if one is other or not one.continues(other, gap):
            continue
        one.take(other, gap)
        groups = [one if group is other else group for group in groups]
    return [group.lines for group in {id(group): group for group in groups}.values()]


@dataclass(slots=True)
class _Group:
    """Lines of one text so far, and the widest gap between two of them, in letters."""

    lines: list[FoundLine]
    widest: float = -math.inf

    def continues(self, other: _Group, gap: float) -> bool:
        """Whether both can be one text with ``gap`` between them; no gap so far was wider."""
        homes = {line.home for line in (*self.lines, *other.lines)} - {None}
        rows = not any(line.column for line in (*self.lines, *other.lines))
        usual = max(self.widest, other.widest)
        uneven = rows and math.isfinite(usual) and gap - usual > UNEVEN
        return len(homes) <= 1 and not uneven

    def take(self, other: _Group, gap: float) -> None:
        """Make both one text."""
        self.lines.extend(other.lines)
        self.widest = max(self.widest, other.widest, gap)


def _gap(one: FoundLine, other: FoundLine) -> float | None:
    """How far two lines of one text are apart, in letters; ``None`` when they are not of one.

    Negative where outlines overlap, and without end for two pieces of one line.
    """
    ways_known = {one.column, other.column} - {None}
    if len(ways_known) == 2:
        return None
    ways = [bool(way) for way in ways_known] or [True, False]
    gaps = [_apart(one, other, column=way) for way in ways]
    return min((gap for gap in gaps if gap is not None), default=None)


def _apart(one: FoundLine, other: FoundLine, *, column: bool) -> float | None:
    """The gap between two lines of one text that both run downwards, or both sideways."""
    size = min(one.size, other.size)
    if max(one.size, other.size) > LIKE * size:
        return None
    across, along = (gap / size for gap in _gaps(one.box, other.box, column=column))
    if _in_one_line(one, other, column=column):
        return -math.inf if along <= WORD_GAP else None
    shorter = min(_length(line.box, column=column) for line in (one, other)) / size
    near = across <= (COLUMN_GAP if column else ROW_GAP) and -along >= BESIDE * shorter
    return across if near and (not column or _flush(one, other, size)) else None


def _in_one_line(one: FoundLine, other: FoundLine, *, column: bool) -> bool:
    """Whether two are pieces of one line: at one height, one after the other."""
    size = min(one.size, other.size)
    across, along = _gaps(one.box, other.box, column=column)
    return across <= -0.6 * size and along >= -0.5 * size


def _flush(one: FoundLine, other: FoundLine, size: float) -> bool:
    """Whether two columns begin at one height, or are set around one middle."""
    begin = abs(one.box.y0 - other.box.y0)
    middle = abs(one.box.center[1] - other.box.center[1])
    return begin <= FLUSH * size or middle <= CENTRED * size


def _gaps(one: Box, other: Box, *, column: bool) -> tuple[float, float]:
    """Gaps across and along the lines; negative where they overlap."""
    x = max(one.x0, other.x0) - min(one.x1, other.x1)
    y = max(one.y0, other.y0) - min(one.y1, other.y1)
    return (x, y) if column else (y, x)


def _across(line: FoundLine, *, column: bool) -> tuple[float, Box]:
    return (-line.box.center[0] if column else line.box.center[1]), line.box


def _along(line: FoundLine, column: bool) -> tuple[float, Box]:
    return (line.box.y0 if column else line.box.x0), line.box


def _length(box: Box, *, column: bool) -> float:
    return box.height if column else box.width


def _text(group: Sequence[FoundLine], letter: float, *, japanese: bool) -> Text:
    column = sum(line.column is True for line in group) > sum(
        line.column is False for line in group
    )
    ordered = _in_reading_order(group, column=column)
    words = _joined(western_signs([(line.text.content or "").strip() for line in ordered]))
    letters = [len(line.text.content or "") for line in ordered]
    sure = [line.text.confidence for line in ordered]
    confidence = None
    if None not in sure:
        total = sum(c * n for c, n in zip(sure, letters, strict=True) if c is not None)
        confidence = round(total / sum(letters), 4)
    language = _language(words, japanese=japanese)
    outline = ordered[0].text.polygon if len(ordered) == 1 else None
    box = _box(group, letter, column=column)
    return Text(box, {language: words}, polygon=outline, confidence=confidence)


def _language(words: str, *, japanese: bool) -> str:
    """The language that the script alone gives away, or ``und``."""
    if _KOREAN.search(words):
        return "ko"
    return "ja" if japanese and _WIDE.search(words) else "und"


def _box(group: Sequence[FoundLine], letter: float, *, column: bool) -> Box:
    """The box around the ink of a text, with the margin that annotators leave."""
    inks = [line.ink for line in group if line.ink is not None]
    if len(inks) < len(group):
        margin = OUTLINE_MARGIN * statistics.median(line.size for line in group)
        x0, y0, x1, y1 = Box.around(line.box for line in group)
    else:
        share = COLUMN_MARGIN if column else ROW_MARGIN if len(group) == 1 else ROWS_MARGIN
        margin = share * min(letter, statistics.median(_letter(line) for line in group))
        x0, y0, x1, y1 = Box.around(polygon_box(ink) for ink in inks)
    return Box(x0 - margin, y0 - margin, x1 + margin, y1 + margin)


def _in_reading_order(group: Sequence[FoundLine], *, column: bool) -> list[FoundLine]:
    """Columns from the right and each downwards, or rows from the top and each rightwards."""
    lines: list[list[FoundLine]] = []
    for line in sorted(group, key=lambda line: _across(line, column=column)):
        if lines and all(_in_one_line(line, other, column=column) for other in lines[-1]):
            lines[-1].append(line)
        else:
            lines.append([line])
    return [piece for line in lines for piece in sorted(line, key=lambda p: _along(p, column))]


def _joined(parts: Sequence[str]) -> str:
    """Lines as running text: a space between words, none inside Japanese or a broken word."""
    words = ""
    for part in parts:
        if _BROKEN.search(words) and part[:1].isalpha():
            words = words[:-1] + part
        elif not words or _WIDE.match(words[-1]) or _WIDE.match(part):
            words += part
        else:
            words += " " + part
    return words
