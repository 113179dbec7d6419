"""Where an answer gives each place its panel: numbered lines, tables, "panel 2 comes first".

The finders are of the same kind as those of ``_extract_sequence``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from panelwise.tasks.extraction._sequence import NOUN, Listing

_LINE = re.compile(
    r"[-•|\s]*\(?(?:(?:position|place|rank|step|slot) )?(?P<rank>\d{1,2}|[ivx]{1,4}"
    r"|[a-j])(?: ?(?:st|nd|rd|th|番目|번째))?"
    r"(?P<mark> ?[.):\]→|-]+| (?=\D))\s*(?:→ ?)?(?:the )?"
    rf"(?P<noun>{NOUN})?[ #]*(?P<open>[\[(])?(?P<value>\d{{1,2}})(?![A-Za-z0-9]|\.\d)[\])]?"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_MARKED_LINE = re.compile(
    rf"[-•\s]*(?:{NOUN} ?)?[#\[(]*(\d{{1,2}})(?:[\])]+ ?[.:)-]?|[.:)]| -) ?\S.{{2}}", re.IGNORECASE
)
_PLACE = r"(?:positions?|place|rank|order|step|slot|spot|number|reihenfolge|platz|orden|ordre|#|№)"
_ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
_TOKEN = re.compile(
    rf"\b(?P<ordinal>{'|'.join(_ORDINALS)}|last|\d{{1,2}}(?:st|nd|rd|th))\b(?P<thing> {NOUN}\b)?"
    rf"|(?<![a-z]){_PLACE}[_ ]?[\"']? ?[:=]? ?[\"']?(?P<rank>\d{{1,2}})(?![\w.]\d)"
    rf"|(?<![a-z]){NOUN}[_ ]?(?:id|index"
    rf"|number)?[\"']? ?[:=#]? ?[\"'\[(]*(?P<panel>\d{{1,2}})(?!\w|\.\d)"
    r"|(?<![\w.])(?P<bare>\d{1,2})(?!\w|\.\d)",
    re.IGNORECASE,
)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_LAST = 1_000  # "last" before it is known how many there are
_KEYED = re.compile(
    r"[\"'](?:panel|frame|index|id|image|strip)(?:_?(?:id|index|number"
    r"|no))?[\"'] ?: ?[\"']?(?:panel )?"
    r"(\d{1,2})(?!\d)",
    re.IGNORECASE,
)
_CELL = re.compile(rf"(?:{NOUN} ?)?[#\[(]*(\d{{1,2}})[.)\]]?(?:st|nd|rd|th)?", re.IGNORECASE)
_PLACE_HEAD = re.compile(rf"(?:\w+ )?{_PLACE}", re.IGNORECASE)
_PANEL_HEAD = re.compile(rf"(?:\w+ )?{NOUN}(?: #| index| number| id)?", re.IGNORECASE)
_PLACE_KEY = re.compile(rf"[\"']{_PLACE}(?:_\w+)?[\"'] ?:", re.IGNORECASE)


def numbered_lines(text: str) -> Iterator[Listing]:
    """``1. Panel 3`` / ``2. Panel 0`` / …: the numbers that stand behind ranks in sequence."""
    if "\n" not in text:
        return
    block: list[tuple[int, int, int, bool]] = []  # value, start, end, nothing else on the line
    expected, position = 1, 0
    for line in text.split("\n"):
        match = _ranked(line)
        if match:
            rank = _rank(match.group("rank"), expected)
            if not block or rank != expected:
                yield from _as_lines(block)
                block, expected = [], 1
            if block or rank in {0, 1}:
                rest_empty = not match.group("rest").strip(" .,;")
                span = (position, position + len(line))
                block.append((int(match.group("value")), *span, rest_empty))
                expected = rank + 1
        position += len(line) + 1
    yield from _as_lines(block)


def _ranked(line: str) -> re.Match[str] | None:
    """A line that gives a rank and a panel; a bare number must not be a quantity ("1. 2 men")."""
    match = _LINE.match(line[:400])
    if match and not match.group("rank").isdigit() and not match.group("noun"):
        return None
    if match and not match.group("noun") and not match.group("open"):
        rest, mark = match.group("rest"), match.group("mark").strip()
        if not mark or (rest.strip() and not re.match(r" ?[-:(,.→]", rest)):
            return None
    return match


def _rank(mark: str, expected: int) -> int:
    """The rank that ``2``, ``ii`` or ``b`` stands for, −1 for none."""
    if mark.isdigit():
        return int(mark)
    mark = mark.lower()
    roman = _ROMAN.index(mark) + 1 if mark in _ROMAN else -1
    letter = ord(mark) - ord("a") + 1 if len(mark) == 1 else -1
    return roman if roman == expected else letter


def _as_lines(block: list[tuple[int, int, int, bool]]) -> Iterator[Listing]:
    if len(block) >= 2:
        values = tuple(entry[0] for entry in block)
        bare = all(entry[3] for entry in block)
        yield Listing("numbered_lines", values, block[0][1], block[-1][2], bare)


def marked_lines(text: str) -> Iterator[Listing]:
    """The asked lines put in order, each still under its own number: ``[3]. She wakes …``."""
    if "\n" not in text:
        return
    block: list[tuple[int, int, int]] = []
    position = 0
    for line in text.split("\n"):
        match = _MARKED_LINE.match(line[:100])
        if match:
            block.append((int(match.group(1)), position, position + len(line)))
        elif line.strip() and block:
            yield from _as_marked(block)
            block = []
        position += len(line) + 1
    yield from _as_marked(block)


def _as_marked(block: list[tuple[int, int, int]]) -> Iterator[Listing]:
    if len(block) >= 2:
        values = tuple(entry[0] for entry in block)
        yield Listing("marked_lines", values, block[0][1], block[-1][2], bare=False)


def tables(text: str) -> Iterator[Listing]:
    """Rows of ``place | panel`` under a header that says which column is which."""
    if text.count("\n") < 2:  # a header and two rows
        return
    columns: tuple[int, int] | None = None
    rows: list[tuple[int, int]] = []
    start = position = 0
    for line in [*text.split("\n"), ""]:
        cells = [cell.strip() for cell in line.strip(" |").split("|" if "|" in line else ",")]
        values = None
        if columns and len(cells) > max(columns):
            found = [_CELL.fullmatch(cells[column]) for column in columns]
            values = tuple(int(match.group(1)) for match in found if match)
        if columns and values is not None and len(values) == 2:
            rows.append((values[0], values[1]))
        elif line.strip(" |-:"):
            yield from _by_rank(rows, "table", start, position)
            columns, rows, start = _header(cells), [], position
        elif not line.strip():
            yield from _by_rank(rows, "table", start, position)
            columns, rows = None, []
        position += len(line) + 1


def _header(cells: list[str]) -> tuple[int, int] | None:
    """The columns of places and of panels, when a line is the header of such a table."""
    places = [k for k, cell in enumerate(cells) if _PLACE_HEAD.fullmatch(cell)]
    panels = [k for k, cell in enumerate(cells) if _PANEL_HEAD.fullmatch(cell)]
    panels = [k for k in panels if k not in places]
    return (places[0], panels[0]) if len(places) == len(panels) == 1 else None


def _by_rank(rows: list[tuple[int, int]], shape: str, start: int, end: int) -> Iterator[Listing]:
    """Panels sorted by their places, when the places are 1, 2, … or 0, 1, …."""
    ranks = sorted(rank for rank, _ in rows)
    if len(rows) >= 2 and ranks[-1] == _LAST:
        ranks[-1] = ranks[-2] + 1
    if (
        len(rows) >= 2
        and ranks[0] in {0, 1}
        and ranks == list(range(ranks[0], ranks[0] + len(rows)))
    ):
        yield Listing(shape, tuple(panel for _, panel in sorted(rows)), start, end, bare=False)


def ranked_pairs(text: str) -> Iterator[Listing]:
    """Pair by pair: "panel 0 comes third", "number 1: strip 2", ``{"position": 1, "panel": 3}``."""
    chain: list[tuple[str, int, int, int]] = []  # role, value, start, end
    for match in _TOKEN.finditer(text):
        role, value = _role(match)
        if role == "bare":
            near = chain and chain[-1][0] == "rank" and match.start() - chain[-1][3] <= 12
            if not near or chain[0][0] == "panel":
                continue
            role = "panel"
        if role == "thing":  # "the third panel": a panel, counted in words
            yield from _as_pairs(chain)
            chain = []
            continue
        if chain and chain[-1][0] == role:
            yield from _as_pairs(chain)
            chain = []
        chain.append((role, value, match.start(), match.end()))
    yield from _as_pairs(chain)


def _role(match: re.Match[str]) -> tuple[str, int]:
    ordinal = match.group("ordinal")
    if ordinal is None:
        role = "rank" if match.group("rank") else "panel" if match.group("panel") else "bare"
        return role, int(match.group(role))
    if match.group("thing"):
        return "thing", 0
    if ordinal[0].isdigit():
        return "rank", int(re.sub(r"\D", "", ordinal))
    return "rank", _LAST if ordinal.lower() == "last" else _ORDINALS.index(ordinal.lower())


def _as_pairs(chain: list[tuple[str, int, int, int]]) -> Iterator[Listing]:
    rank_first = bool(chain) and chain[0][0] == "rank"
    pairs = list(zip(chain[::2], chain[1::2], strict=False))
    if any(second[2] - first[3] > 60 for first, second in pairs) or not pairs:
        return
    rows = [(a[1], b[1]) if rank_first else (b[1], a[1]) for a, b in pairs]
    yield from _by_rank(rows, "ranked_pairs", pairs[0][0][2], pairs[-1][1][3])


def keyed_panels(text: str) -> Iterator[Listing]:
    """``[{"panel": 2, …}, {"panel": 0, …}]``: objects in order, without places of their own."""
    if text.count(":") < 2:
        return
    found = list(_KEYED.finditer(text))
    if len(found) >= 2 and not _PLACE_KEY.search(text):
        values = tuple(int(match.group(1)) for match in found)
        yield Listing("keyed_panels", values, found[0].start(), found[-1].end(), bare=False)
