"""Words as they compare: two spellings of one answer are one answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from panelwise.tasks._item import Item

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_AS_DIGITS = {word: str(value) for value, word in enumerate(_NUMBERS)}
_CARRIES_MEANING = frozenset("%&#@")
_SIGNED = re.compile(r"(?<![\w])[-−–](?=\d)")
_POINT = re.compile(r"(?<=\d)[.,](?=\d)")


class _Signs(dict[int, str]):
    """A table for ``str.translate`` that asks its rule once per sign."""

    def __init__(self, rule: Callable[[str], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str:
        self[code] = self._rule(chr(code))
        return self[code]


def _kept(sign: str) -> str:
    digit = unicodedata.decimal(sign, None)
    if digit is not None:
        return str(digit)
    if sign in "'’":
        return ""  # don't and dont are one word
    separates = unicodedata.category(sign)[0] in "PZC" and sign not in _CARRIES_MEANING
    return " " if separates else sign


def _numeral_apart(sign: str) -> str:
    return f" {sign} " if unicodedata.category(sign) in {"No", "Nl"} else sign


_KEPT = _Signs(_kept)
_NUMERALS_APART = _Signs(_numeral_apart)


def normalised(text: str) -> str:
    """A text without what does not tell two answers apart.

    Unicode NFKC, case, punctuation, white space, and numerals: digits of any script, small
    English number words, and signs such as ``①``, each of which stays a number of its own. A
    minus sign and a decimal point keep their meaning. What is punctuation alone stays as it is.

    >>> normalised("  Two CATS, at most! ")
    '2 cats at most'
    >>> normalised("①③②"), normalised("-5"), normalised("３.５"), normalised("?!")
    ('1 3 2', 'minus 5', '3 point 5', '?!')
    """
    plain = unicodedata.normalize("NFKC", text.translate(_NUMERALS_APART)).casefold()
    plain = _POINT.sub(" point ", _SIGNED.sub(" minus ", plain)).translate(_KEPT)
    found = " ".join(_AS_DIGITS.get(word, word) for word in plain.split())
    return found or "".join(unicodedata.normalize("NFKC", text).split())


def words_of(text: str) -> list[str]:
    """The normalised words; a script without spaces gives one a clause."""
    return normalised(text).split()


def question_of(item: Item) -> str:
    """What is sent for an item, without its options' texts.

    Where an option's words stand in the question, too, only the last place, the option, goes.
    """
    text = item.rendering.text
    for option in sorted(item.options, key=lambda option: -len(option.text or "")):
        if option.text:
            at = last_place(text, option.text)
            if at >= 0:
                text = f"{text[:at]} {text[at + len(option.text) :]}"
    return text


def last_place(text: str, words: str) -> int:
    """Where words stand for the last time, as whole words if they do so anywhere, else -1."""
    at = text.rfind(words)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(words) : at + len(words) + 1]
        if not (before.isalnum() or after.isalnum()):
            return at
        at = text.rfind(words, 0, at + len(words) - 1)
    return text.rfind(words)
