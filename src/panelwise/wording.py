"""How numbers, lists and long texts are written for people: on a terminal and on a page."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath


@dataclass(frozen=True, slots=True)
class Numerals:
    """A style of numbers: ``missing`` stands for no value, ``minus`` is the sign."""

    missing: str
    minus: str

    def figure(self, value: float | None, digits: int = 3) -> str:
        """A number; no value, or none that is finite, is ``missing``, and zero has no sign.

        >>> PAGE.figure(-0.25), PAGE.figure(None), TERMINAL.figure(-0.0001)
        ('−0.250', '—', '0.000')
        """
        if value is None or not math.isfinite(value):
            return self.missing
        text = f"{value:.{digits}f}"
        return text.replace("-", self.minus) if float(text) else text.removeprefix("-")

    def interval(self, low: float | None, high: float | None) -> str:
        """``[low, high]``, or ``missing`` where an end has no value.

        >>> TERMINAL.interval(0.25, 1), TERMINAL.interval(None, None)
        ('[0.250, 1.000]', '–')
        """
        if low is None or high is None:
            return self.missing
        return f"[{self.figure(low)}, {self.figure(high)}]"

    def over_chance(self, value: float | None) -> str:
        """A chance-adjusted score; how far below −1 it lies says nothing.

        >>> PAGE.over_chance(0.5), PAGE.over_chance(-7.2)
        ('0.500', '< −1')
        """
        return f"< {self.minus}1" if value is not None and value < -1 else self.figure(value)

    def labelled(self, value: float, label: str, most: int) -> str:
        """A number and what it is of, in at most ``most`` letters of whole clauses or words.

        >>> TERMINAL.labelled(0.5, "always the longest option", 12)
        '0.500 (always the …)'
        """
        return f"{self.figure(value)} ({whole_words(label, most)})"


TERMINAL = Numerals(missing="–", minus="-")  # a hyphen can be copied into a calculator
PAGE = Numerals(missing="—", minus="−")


_PLAIN = (
    ("Value error, ", ""),
    ("Field required", "missing"),
    ("Input should be", "must be"),
    ("a valid array", "a list"),
    ("a valid list", "a list"),
    ("a valid tuple", "a list"),
    ("a valid dictionary or object to extract fields from", "an object"),
    ("a valid dictionary", "an object"),
    ("a dictionary", "an object"),
    ("a valid string", "a string"),
    ("a valid integer", "a whole number"),
    ("a valid number", "a number"),
    ("a valid boolean", "true or false"),
    ("be a valid", "be a"),
    ("must be None", "must be null"),
    ("must have at least 1 character", "must not be empty"),
    ("greater than or equal to", "at least"),
    ("less than or equal to", "at most"),
    ("Extra inputs are not permitted", "unknown key"),
)


_CLASS = re.compile(r" or (?:an )?instance of \w+")
# Why a value is not of its type: "unable to parse string as a number".
_WHY = re.compile(r"(Input should be an? [^,']*), .*?(?= \(|$)")
_SHAPES = (
    (_WHY, r"\1"),
    (re.compile(r"^Unable to parse input string as an integer, .*"), "must be a smaller number"),
    (re.compile(r"^\w+ should have (at \w+ \d+) items? after validation, not (\d+)"),
     r"must be a list of \1, not \2"),
    (re.compile(r"^\w+ should have (at \w+ \d+ \w+).*"), r"must have \1"),
    (re.compile(r"^String should match pattern '(.*)'"), r"must match the regular expression \1"),
    (re.compile(r"^Input tag ('.*') found using '(\w+)' does not match .* tags: (.*)"),
     r"'\2' must be one of \3, not \1"),
    (re.compile(r"^Unable to extract tag using discriminator ('\w+')"), r"the key \1 is missing"),
)  # fmt: skip


def plain_fault(message: str) -> str:
    """A message of pydantic in the words of a user's error.

    >>> plain_fault("Field required"), plain_fault("Input should be a valid array")
    ('missing', 'must be a list')
    >>> plain_fault("Input should be a valid dictionary or instance of Pay")  # no class names
    'must be an object'
    >>> plain_fault("Input should be a valid integer, unable to parse string as an integer")
    'must be a whole number'
    >>> plain_fault("--top: Input should be a valid integer, unable to parse string as an integer")
    '--top: must be a whole number'
    >>> plain_fault("Tuple should have at least 1 item after validation, not 0")
    'must be a list of at least 1, not 0'
    """
    message = _CLASS.sub("", message)
    for pattern, ours in _SHAPES:
        message = pattern.sub(ours, message)
    for theirs, ours in _PLAIN:
        message = message.replace(theirs, ours)
    return message


def argument(path: str | PathLike[str]) -> str:
    """A path as it is typed in a command: quoted where it holds spaces.

    >>> argument("runs/gpt"), argument("my runs/gpt")
    ('runs/gpt', "'my runs/gpt'")
    """
    return shlex.quote(fspath(path))


def duration(hours: float) -> str:
    """How long something takes, in the largest unit of which it takes one.

    >>> duration(2.5), duration(0.2), duration(11 / 3600)
    ('2.50 h', '12.0 min', '11 s')
    """
    if hours >= 1:
        return f"{hours:.2f} h"
    return f"{hours * 60:.1f} min" if hours * 60 >= 1 else f"{hours * 3600:.0f} s"


def shortened(text: str, most: int) -> str:
    """A text of at most ``most`` letters; an ellipsis is the last of one that was cut.

    >>> shortened("Anna", 4), shortened("Annabel", 4)
    ('Anna', 'Ann…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def ends_of(text: str, most: int) -> str:
    r"""A text of at most about ``most`` letters: both ends of one that is longer.

    >>> ends_of("abcdefghij", 4), ends_of("Anna", 4)
    ('ab\n[… 6 characters left out …]\nij', 'Anna')
    """
    if len(text) <= most:
        return text
    half = most // 2
    left_out = f"[… {len(text) - 2 * half:,} characters left out …]"
    return f"{text[:half]}\n{left_out}\n{text[-half:]}"


def whole_words(text: str, most: int) -> str:
    """A text of at most ``most`` letters, cut after a clause or else a word where it is longer.

    >>> whole_words("length 3: the order [2, 0, 1]; length 4: the shown order", 38)
    'length 3: the order [2, 0, 1]; …'
    """
    if len(text) <= most:
        return text
    for end in ("; ", " "):
        kept = text[: most - 1].rpartition(end)[0]
        if kept:
            return f"{kept}{end.rstrip()} …"
    return shortened(text, most)


def with_thousands(value: int) -> str:
    """A count with commas between thousands.

    >>> with_thousands(363), with_thousands(2167)
    ('363', '2,167')
    """
    return f"{value:,}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun.

    >>> counted(1, "text"), counted(2, "box", "boxes")
    ('1 text', '2 boxes')
    """
    return f"{with_thousands(number)} {one if number == 1 else many or one + 's'}"


def joined(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def first_of(words: Sequence[str], most: int) -> str:
    """The first so many of a list, and how many more there are.

    >>> first_of(["a", "b"], 3), first_of(["a", "b", "c", "d"], 3)
    ('a, b', 'a, b, c and 1 more')
    """
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")
