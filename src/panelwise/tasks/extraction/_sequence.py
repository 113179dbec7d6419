"""Where an answer lists numbers in line: brackets, runs, joined digits, number words.

Each finder returns every list of its shape with its place in the text. Which of them is the
answer is decided in ``_extract_permutation``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from panelwise.tasks.extraction._text import BOX_CLOSE, BOX_OPEN

# Every word below begins with a letter. A pattern that asks for one first, "(?=[^\W\d_])", need not
# try each word in turn where there is none: between most numbers stands a comma.
NOUN = (
    r"(?=[^\W\d_])(?:comic ?)?(?:panels?|frames?|strips?|images?|pictures?|scenes?|descriptions?"
    r"|parts?|pics?"
    r"|figures?|fig\.?|cells?|ind(?:ex|ices)|numbers?|no\.|p|f|bild|bilder|panele?|case|cases"
    r"|vignettes?|viñetas?|quadros?|quadrinhos?|vignett[ae]|кадры?|панел[ьи]|картинк[аи]|рисунок"
    r"|コマ|パネル|フレーム|画像|图|圖|图片|面板|画格|帧|第|패널|컷|그림|장면|إطار|اللوحة|पैनल)"
)
_JOIN = (
    r"(?=[^\W\d_])(?:and|then|next|finally|lastly|last|followed|by|after|that|und|dann|danach"
    r"|schließlich"
    r"|zuletzt|et|puis|ensuite|enfin|y|luego|después|finalmente|por último|e|depois|então|por fim"
    r"|poi|infine|dopo|en|daarna|ten slotte|och|sedan|sist|og|så|ja|sitten|oraz|potem|następnie"
    r"|na końcu|a|i|pak|nakonec|és|aztán|végül|și|apoi|ve|sonra|dan|lalu|kemudian|và|rồi"
    r"|và sau đó"
    r"|και|μετά|и|затем|потом|далее|наконец|та|потім|然后|然後|接着|再|最后|最後[にはが]"
    r"|次[にはが]|そして|それから"
    r"|그리고|그다음|다음|마지막으로|ثم|و|फिर|और)"
)
_ARTICLE = r"(?=[^\W\d_])(?:the|la|le|les|el|los|las|die|der|das|o|a|os|as|il|lo|i|de|het|den|det)"
_GAP = re.compile(
    r"[\s\"'\])}⟧]*(?:\([^()\[\]]{0,80}\) ?)?(?:コマ目|枚目|番目?|번째?|张|張"
    r"|号)?(?: (?:comes )?first\b)?\s*"
    rf"(?P<link>[,;/&·|<]|(?<=\])\.|\.{{3}}|…|→|>|-)?\s*(?:[-•·] )?(?:{_JOIN}\b,? ?"
    rf"|{_JOIN}(?=[^a-z])){{0,4}}"
    rf"(?P<arrow>→)?\s*(?:{_ARTICLE} )?(?P<noun>{NOUN})? ?(?:no\.? ?|number ?|№)?[#\"'\[({{⟦]*",
    re.IGNORECASE,
)
_STAGE = re.compile(r"\) ?→ [^\d()→.\n]{1,40}\(")  # "Setup (3) → conflict (0)"
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_])(?<!\d[.:])(?<![\s\[(,]-)(?<!^-)\d{1,4}(?![A-Za-z0-9_]|[.:]\d)"
)
_BRACKETS = re.compile(r"\[([^\[\]]{1,1000})\]|\(([^()\[\]]{1,1000})\)|\{([^{}\[\]]{1,1000})\}")
_SPLIT = re.compile(r"\s*(?:[,;/→]\s*(?:and\b\s*)?|\band\b\s*)")
_MEMBER = re.compile(rf"[\"']?(?:{NOUN} ?)?[#\[]?(-?\d{{1,4}})(?:\.0+)?\]?[\"']?", re.IGNORECASE)
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
_WORD = re.compile("[〇零一二三四五六七八九十]|[^\\W\\d_〇零一二三四五六七八九十]+")


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
        if "\n" in inner:
            inner = re.sub(r"#[^\n]*", "", inner)  # comments in a list of code
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
    """How two neighbouring numbers are joined (``arrow``, ``line``, ``apart`` or ``inline``), and
    whether a noun names the second one (``named``); ``None`` when they are not.
    """
    if _STAGE.fullmatch(gap):
        return "arrow"
    match = _link(gap)
    if match is None:
        return None
    apart = ("]" in gap and "[" in gap) or BOX_OPEN in gap
    arrow = match.group("link") in {"→", ">"} or match.group("arrow")
    line = "\n" in gap and "," not in gap
    if gap.count("\n") > 1 and not match.group("noun"):
        return None
    manner = "arrow" if arrow else "line" if line else "apart" if apart else "inline"
    return f"{manner} named" if match.group("noun") else manner


def _link(gap: str) -> re.Match[str] | None:
    """What joins two neighbouring members; ``None`` for anything else, or anything longer.

    A list is within a box or outside it, so the edge of one joins nothing.
    """
    if len(gap) > 160 or (BOX_OPEN in gap) != (BOX_CLOSE in gap):
        return None
    return _GAP.fullmatch(gap)


def _as_run(text: str, chain: list[re.Match[str]], manner: str | None) -> Iterator[Listing]:
    if manner is None:  # a number by itself
        return
    start, end = chain[0].start(), chain[-1].end()
    named = "named" in manner
    shape = "arrows" if manner.startswith("arrow") else "panel_run" if named else "integer_run"
    values = tuple(int(number.group()) for number in chain)
    yield Listing(shape, values, start, end, _alone(text, start, end))


def joined_digits(text: str) -> Iterator[Listing]:
    """``3021``: every digit a panel."""
    for match in re.finditer(r"(?<![\w.,#-])\d{2,10}(?!\w|[.,]\d)", text):
        values = tuple(map(int, match.group()))
        bare = bool(re.search(r"(?:^|\n)[^\w#]*$", text[max(0, match.start() - 5) : match.start()]))
        bare = bare and _alone(text, match.start(), match.end())
        yield Listing("joined_digits", values, match.start(), match.end(), bare)


def number_words(text: str) -> Iterator[Listing]:
    """``three, zero, two, one`` and ``三、一、二`` as runs of the numbers that they name."""
    chain: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if match.group().lower() not in WORDS:
            continue
        if chain and not _link(text[chain[-1].end() : match.start()]):
            yield from _as_words(text, chain)
            chain = []
        chain.append(match)
    yield from _as_words(text, chain)


def _as_words(text: str, chain: list[re.Match[str]]) -> Iterator[Listing]:
    if len(chain) >= 2:
        start, end = chain[0].start(), chain[-1].end()
        values = tuple(WORDS[word.group().lower()] for word in chain)
        yield Listing("number_words", values, start, end, _alone(text, start, end))


_BEFORE = re.compile(rf"[\s\"'\[({{<|⟦•-]*(?:{NOUN})?[ #:]*[\s\"'\[({{⟦]*", re.IGNORECASE)
_AFTER = re.compile(r"(?:コマ目|枚目|番目?|번째?|张|張)?[\s\"'\])}>|⟧.!,;]*")


def _alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but punctuation (and "Panels") shares the lines with ``text[start:end]``."""
    head, tail = text[max(0, start - 60) : start], text[end : end + 30]
    if ("\n" not in head and start > 60) or ("\n" not in tail and len(text) > end + 30):
        return False
    before = _BEFORE.fullmatch(head[head.rfind("\n") + 1 :])
    return before is not None and _AFTER.fullmatch(tail.split("\n")[0]) is not None
