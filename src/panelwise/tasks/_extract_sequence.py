"""Where an answer lists numbers: brackets, runs, numbered lines, joined digits, number words.

Each finder returns every list of its shape with its place in the text. Which of them is the
answer is decided in ``_extract_permutation``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Shape = Literal["bracketed_list", "arrows", "panel_run", "numbered_lines", "integer_run"]

NOUN = (
    r"(?:comic ?)?(?:panels?|frames?|strips?|images?|pictures?|scenes?|descriptions?|parts?|pics?"
    r"|figures?|fig\.?|cells?|ind(?:ex|ices)|numbers?|no\.|p|f|bild|bilder|panele?|case|cases"
    r"|vignettes?|viñetas?|quadros?|quadrinhos?|vignett[ae]|кадры?|панел[ьи]|картинк[аи]|рисунок"
    r"|コマ|パネル|フレーム|画像|图|圖|图片|面板|画格|帧|第|패널|컷|그림|장면|إطار|اللوحة|पैनल)"
)
_JOIN = (
    r"(?:and|then|next|finally|lastly|last|followed|by|after|that|und|dann|danach|schließlich|et"
    r"|puis|ensuite|enfin|y|luego|después|finalmente|e|depois|então|poi|infine|и|затем|потом|далее"
    r"|наконец|然后|接着|再|最后|最後に|次に|そして|それから|그리고|다음|ثم|फिर)"
)
_GAP = re.compile(
    r"[\s\"'\])}⟧]*(?:\([^()\[\]]{0,80}\) ?)?(?:番目?|번째?|张|張|号)?\s*"
    rf"(?P<link>[,;/&·]|\.{{3}}|…|→|>|-)?\s*(?:[-•·] )?(?:{_JOIN}\b,? ?|{_JOIN}(?=[^a-z])){{0,4}}"
    rf"(?P<arrow>→)?\s*(?:the )?(?P<noun>{NOUN})? ?(?:no\.? ?|number ?|№)?[#\"'\[({{⟦]*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![A-Za-z0-9_])(?<!\d[.,:])\d{1,4}(?![A-Za-z0-9_]|[.:]\d)")
_BRACKETS = re.compile(r"\[([^\[\]]{1,1000})\]|\(([^()]{1,1000})\)|\{([^{}]{1,1000})\}")
_SPLIT = re.compile(r"\s*(?:[,;/→]\s*(?:and\b\s*)?|\band\b\s*)")
_MEMBER = re.compile(rf"[\"']?(?:{NOUN} ?)?[#\[]?(-?\d{{1,4}})(?:\.0+)?\]?[\"']?", re.IGNORECASE)
_LINE = re.compile(
    r"[-•\s]*\(?(?:(?:position|place|rank|step|slot) )?(?P<rank>\d{1,2})(?:st|nd|rd|th)?"
    r"(?P<mark> ?[.):\]→-]+| (?=\D))\s*(?:→ ?)?(?:the )?"
    rf"(?P<noun>{NOUN})?[ #]*(?P<open>[\[(])?(?P<value>\d{{1,2}})(?![A-Za-z0-9]|\.\d)[\])]?"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_MARKED_LINE = re.compile(
    rf"[-•\s]*(?:{NOUN} ?)?[#\[(]*(\d{{1,2}})(?:[\])]+ ?[.:)-]?|[.:)]| -) ?\S.{{2}}", re.IGNORECASE
)
WORDS = {
    word: value
    for value, words in enumerate(
        (
            "zero null zéro cero ноль 零 〇",
            "one eins un uno um один 一",
            "two zwei deux dos dois due два 二",
            "three drei trois tres três tre три 三",
            "four vier quatre cuatro quatro quattro четыре 四",
            "five fünf cinq cinco cinque пять 五",
            "six sechs seis sei шесть 六",
            "seven sieben sept siete sete sette семь 七",
            "eight acht huit ocho oito otto восемь 八",
            "nine neun neuf nueve nove девять 九",
            "ten zehn dix diez dez dieci десять 十",
        )
    )
    for word in words.split()
}
_WORD = re.compile(
    "|".join(rf"\b{w}\b" if w.isalpha() and w < "一" else w for w in sorted(WORDS, reverse=True)),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of numbers in a text.

    Attributes:
        shape: how it is written.
        values: the numbers as printed.
        start, end: where in the text.
        bare: it fills its own line (or lines): nobody mentions panels in passing that way.
    """

    shape: str
    values: tuple[int, ...]
    start: int
    end: int
    bare: bool


def bracketed(text: str) -> Iterator[Listing]:
    """``[3, 0, 2, 1]``, ``(3, 0, 2, 1)``, ``["Panel 3", "Panel 0", …]``: two members or more."""
    for match in _BRACKETS.finditer(text):
        inner = match.group(1) or match.group(2) or match.group(3)
        inner = inner.strip(" ,;\n")
        parts = _SPLIT.split(inner)
        members = [_MEMBER.fullmatch(p) for p in (parts if len(parts) > 1 else inner.split())]
        values = tuple(int(member.group(1)) for member in members if member)
        if len(values) == len(members) >= 2:
            bare = _alone(text, match.start(), match.end())
            yield Listing("bracketed_list", values, match.start(), match.end(), bare)


def runs(text: str) -> Iterator[Listing]:
    """Numbers with nothing but separators between: ``3 → 0 → 2``, ``Panel 3, Panel 0``, ``3 0 2``.

    A run is written in one manner: it ends where arrows or line breaks begin or cease.
    """
    numbers = list(_NUMBER.finditer(text))
    chain: list[re.Match[str]] = numbers[:1]
    manner: str | None = None
    for before, after in pairwise(numbers):
        link = _manner(text[before.end() : after.start()])
        if link is None or (manner is not None and link.split()[0] != manner.split()[0]):
            yield from _as_run(text, chain, manner)
            chain, manner = [after], None
        else:
            chain.append(after)
            manner = link if manner is None or "named" not in link else manner
    yield from _as_run(text, chain, manner)


def _manner(gap: str) -> str | None:
    """How two neighbouring numbers are joined: ``arrow``, ``line`` or ``inline``, and ``named``."""
    match = _GAP.fullmatch(gap) if len(gap) <= 160 else None
    if match is None:
        return None
    arrow = match.group("link") in {"→", ">"} or match.group("arrow")
    line = "\n" in gap and "," not in gap
    if gap.count("\n") > 1 and not match.group("noun"):
        return None
    manner = "arrow" if arrow else "line" if line else "inline"
    return f"{manner} named" if match.group("noun") else manner


def _as_run(text: str, chain: list[re.Match[str]], manner: str | None) -> Iterator[Listing]:
    if len(chain) < 2 or manner is None:
        return
    start, end = chain[0].start(), chain[-1].end()
    named = "named" in manner
    shape = "arrows" if manner.startswith("arrow") else "panel_run" if named else "integer_run"
    values = tuple(int(number.group()) for number in chain)
    yield Listing(shape, values, start, end, _alone(text, start, end))


def numbered_lines(text: str) -> Iterator[Listing]:
    """``1. Panel 3`` / ``2. Panel 0`` / …: the numbers that stand behind ranks in sequence."""
    block: list[tuple[int, int, int, bool]] = []  # value, start, end, nothing else on the line
    expected, position = -1, 0
    for line in text.split("\n"):
        match = _ranked(line)
        if match:
            rank = int(match.group("rank"))
            if not block or rank != expected:
                yield from _as_lines(block)
                block = []
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
    if match and not match.group("noun") and not match.group("open"):
        rest, mark = match.group("rest"), match.group("mark").strip()
        if not mark or (rest.strip() and not re.match(r" ?[-:(,.→]", rest)):
            return None
    return match


def _as_lines(block: list[tuple[int, int, int, bool]]) -> Iterator[Listing]:
    if len(block) >= 2:
        values = tuple(entry[0] for entry in block)
        bare = all(entry[3] for entry in block)
        yield Listing("numbered_lines", values, block[0][1], block[-1][2], bare)


def marked_lines(text: str) -> Iterator[Listing]:
    """The asked lines put in order, each still under its own number: ``[3]. She wakes …``."""
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


def joined_digits(text: str) -> Iterator[Listing]:
    """``3021``: every digit a panel."""
    for match in re.finditer(r"(?<![\w.,-])\d{2,10}(?![\w]|[.,]\d)", text):
        values = tuple(map(int, match.group()))
        bare = _alone(text, match.start(), match.end())
        yield Listing("joined_digits", values, match.start(), match.end(), bare)


def number_words(text: str) -> Iterator[Listing]:
    """``three, zero, two, one`` and ``三、一、二`` as runs of the numbers that they name."""
    chain: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if chain and not _GAP.fullmatch(text[chain[-1].end() : match.start()][:161]):
            yield from _as_words(text, chain)
            chain = []
        chain.append(match)
    yield from _as_words(text, chain)


def _as_words(text: str, chain: list[re.Match[str]]) -> Iterator[Listing]:
    if len(chain) >= 2:
        start, end = chain[0].start(), chain[-1].end()
        values = tuple(WORDS[word.group().lower()] for word in chain)
        yield Listing("number_words", values, start, end, _alone(text, start, end))


_BEFORE = re.compile(rf"[\s\"'\[({{⟦•-]*(?:{NOUN})?[ #:]*[\s\"'\[({{⟦]*", re.IGNORECASE)
_AFTER = re.compile(r"[\s\"'\])}⟧.!,;]*")


def _alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but punctuation (and "Panels") shares the lines with ``text[start:end]``."""
    head, tail = text[max(0, start - 60) : start], text[end : end + 30]
    if ("\n" not in head and start > 60) or ("\n" not in tail and len(text) > end + 30):
        return False
    before = _BEFORE.fullmatch(head[head.rfind("\n") + 1 :])
    return before is not None and _AFTER.fullmatch(tail.split("\n", 1)[0]) is not None


Finder = Callable[[str], Iterable[Listing]]
FINDERS: tuple[Finder, ...] = (
    bracketed,
    runs,
    numbered_lines,
    marked_lines,
    joined_digits,
    number_words,
)
