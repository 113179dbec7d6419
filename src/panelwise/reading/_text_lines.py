"""From lines of text to texts: what stands in one balloon or block, read as one.

A line is a row, or a column where writing runs downwards. Two lines are of one text when they run
the same way, have letters of one size, and stand beside each other as lines of a paragraph do.
Nearest lines join first, and a text never takes lines from inside two panels.
"""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from panelwise.comics import Text
from panelwise.geometry import Box, box_polygon

if TYPE_CHECKING:
    from collections.abc import Sequence


# Gaps are in letters as OCR boxes them, a third too large. On nine western pages the next row of a
# text lay at -0.6 to 0.1, that of the next text from 0.38; columns of 20 manga pages reach 0.78.
ROW_GAP, COLUMN_GAP = 0.35, 0.9
WORD_GAP = 1.2  # along a line that was found in pieces, in letters
LIKE = 1.7  # ratio of the sizes of letters in one text
BESIDE = 0.4  # share of the shorter line that stands beside the other
FLUSH = 0.4  # between the tops of neighbouring columns, in letters
CENTRED = 0.25  # between their middles, where columns are centred
INSIDE = 0.7  # share of a line that lies in the panel it belongs to
TALL = 1.3  # height / width of a column of writing

RUBY = 0.7  # size of furigana, in letters of its text
RUBY_GAP = 0.4  # from its text
MARGIN = 0.1  # around a text, in letters
# Where people drew the boxes (OpenMantra, Craphound) they stand off the letters: Hmean at IoU .5 is
# .77 and .84 without a margin, .87 and .90 with this, .91 and .91 with twice as much. Where they
# were computed (Pepper&Carrot in three languages) it is .69, .61 and .54.

_KANA = re.compile(r"[\u3040-\u30ff「」、\s]+")
_JAPANESE = re.compile(r"[\u3040-\u30ff\uff66-\uff9d]")  # kana: no other language is written so
_WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")

_BROKEN = re.compile(r"[^\W\d_]-$")  # a word goes on in the next line


@dataclass(frozen=True, slots=True)
class Line:
    """One row or column, and what decides where it belongs.

    Attributes:
        column: written downwards; ``None`` for one letter or a shape that does not tell.
        size: height of a letter in pixels, across the line.
        home: index of the panel that holds it, ``None`` between panels.
    """

    text: Text
    column: bool | None
    size: float
    home: int | None

    @property
    def box(self) -> Box:
        return self.text.box


def group_lines(lines: Sequence[Text], panels: Sequence[Box] = ()) -> tuple[Text, ...]:
    """The texts that lines of writing make up, from top to bottom.

    Args:
        lines: rows and columns with ``contents`` and, for slanted ones, ``polygon``, as
            :func:`find_text` gives them.
        panels: panel boxes: lines inside two of them never make one text.

    Each text has the box around its lines, their words joined in reading order (columns from the
    right, rows from the top), and as ``confidence`` the mean of its letters. Words are under
    ``ja`` where the page has kana and these words are Japanese, else under ``und``.

    >>> above, below = Text(Box(0, 0, 60, 10), {"und": "HELLO"}), Text(Box(5, 13, 50, 23),
    ...     {"und": "YOU"})
    >>> [text.content for text in group_lines([below, above, Text(Box(0, 90, 60, 100),
    ...     {"und": "BYE"})])]
    ['HELLO YOU', 'BYE']
    """
    ordered = sorted(lines, key=lambda text: (text.box, text.content or ""))
    known = _without_ruby([_line(text, panels) for text in ordered if (text.content or "").strip()])
    japanese = any(_JAPANESE.search(line.text.content or "") for line in known)
    texts = [_text(group, japanese=japanese) for group in _groups(known)]
    return tuple(sorted(texts, key=lambda text: (text.box.y0, text.box.x0, text.box)))


def _line(text: Text, panels: Sequence[Box]) -> Line:
    along, across, upright = _sides(text)
    words = (text.content or "").strip()
    column = None if len(words) < 2 or along < TALL * across else upright
    shares = [text.box.intersection(panel) / max(text.box.area, 1.0) for panel in panels]
    best = max(range(len(panels)), key=lambda i: shares[i], default=None)
    home = best if best is not None and shares[best] >= INSIDE else None
    return Line(text, column, max(across, 1.0), home)


def _without_ruby(lines: Sequence[Line]) -> list[Line]:
    """The lines without furigana: small kana along a larger line, which they only spell out."""
    return [line for line in lines if not any(_is_ruby_of(line, other) for other in lines)]


def _is_ruby_of(line: Line, other: Line) -> bool:
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


def _sides(line: Text) -> tuple[float, float, bool]:
    """Length, width and whether the longer side is the more upright one."""
    outline = line.polygon or ()
    if len(outline) != 4:
        outline = box_polygon(line.box)
    (ax, ay), (bx, by), (cx, cy) = outline[:3]
    first, second = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
    dx, dy = (bx - ax, by - ay) if first >= second else (cx - bx, cy - by)
    return max(first, second), min(first, second), abs(dy) > abs(dx)


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines joined, the nearest pair first, where neither side's panel speaks against it."""
    pairs = sorted(
        (gap, i, j)
        for j in range(len(lines))
        for i in range(j)
        if (gap := _gap(lines[i], lines[j])) is not None
    )
    groups = [[line] for line in lines]
    for _, i, j in pairs:
        one, other = groups[i], groups[j]
        homes = {line.home for line in (*one, *other)} - {None}
        if one is other or len(homes) > 1:
            continue
        one.extend(other)
        groups = [one if group is other else group for group in groups]
    return list({id(group): group for group in groups}.values())


def _gap(one: Line, other: Line) -> float | None:
    """How far two lines of one text are apart, in letters; ``None`` when they are not of one."""
    told = {one.column, other.column} - {None}
    if len(told) == 2:
        return None
    ways = [bool(way) for way in told] or [True, False]
    gaps = [_apart(one, other, column=way) for way in ways]
    return min((gap for gap in gaps if gap is not None), default=None)


def _apart(one: Line, other: Line, *, column: bool) -> float | None:
    """The gap between two lines of one text that both run downwards, or both sideways."""
    size = min(one.size, other.size)
    if max(one.size, other.size) > LIKE * size:
        return None
    across, along = (gap / size for gap in _gaps(one.box, other.box, column=column))
    if _in_one_line(one, other, column=column):
        return max(along, 0.0) if along <= WORD_GAP else None
    shorter = min(_length(line.box, column=column) for line in (one, other)) / size
    near = across <= (COLUMN_GAP if column else ROW_GAP) and -along >= BESIDE * shorter
    return max(across, 0.0) if near and (not column or _flush(one, other, size)) else None


def _in_one_line(one: Line, other: Line, *, column: bool) -> bool:
    """Whether two are pieces of one line: at one height, one after the other."""
    size = min(one.size, other.size)
    across, along = _gaps(one.box, other.box, column=column)
    return across <= -0.6 * size and along >= -0.5 * size


def _flush(one: Line, other: Line, size: float) -> bool:
    """Whether two columns begin at one height, or are set around one middle."""
    begin = abs(one.box.y0 - other.box.y0)
    middle = abs(one.box.center[1] - other.box.center[1])
    return begin <= FLUSH * size or middle <= CENTRED * size


def _gaps(one: Box, other: Box, *, column: bool) -> tuple[float, float]:
    """Gaps across and along the lines; negative where they overlap."""
    x = max(one.x0, other.x0) - min(one.x1, other.x1)
    y = max(one.y0, other.y0) - min(one.y1, other.y1)
    return (x, y) if column else (y, x)


def _across(line: Line, *, column: bool) -> tuple[float, Box]:
    return (-line.box.center[0] if column else line.box.center[1]), line.box


def _along(line: Line, column: bool) -> tuple[float, Box]:
    return (line.box.y0 if column else line.box.x0), line.box


def _length(box: Box, *, column: bool) -> float:
    return box.height if column else box.width


def _text(group: Sequence[Line], *, japanese: bool) -> Text:
    column = sum(line.column is True for line in group) > sum(
        line.column is False for line in group
    )
    ordered = _in_reading_order(group, column=column)
    words = _joined([(line.text.content or "").strip() for line in ordered])
    letters = [len(line.text.content or "") for line in ordered]
    sure = [line.text.confidence for line in ordered]
    confidence = None
    if None not in sure:
        total = sum(c * n for c, n in zip(sure, letters, strict=True) if c is not None)
        confidence = round(total / sum(letters), 4)
    language = "ja" if japanese and _WIDE.search(words) else "und"
    outline = ordered[0].text.polygon if len(ordered) == 1 else None
    margin = MARGIN * statistics.median(line.size for line in ordered)
    x0, y0, x1, y1 = Box.around(line.box for line in ordered)
    box = Box(x0 - margin, y0 - margin, x1 + margin, y1 + margin)
    return Text(box, {language: words}, polygon=outline, confidence=confidence)


def _in_reading_order(group: Sequence[Line], *, column: bool) -> list[Line]:
    """Columns from the right and each downwards, or rows from the top and each rightwards."""
    lines: list[list[Line]] = []
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
