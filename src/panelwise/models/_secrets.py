"""Keys in what a service says: found in every usual spelling, and replaced."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from itertools import takewhile
from urllib.parse import quote, quote_plus

import orjson

MASK = "***"
SHORTEST_CODED = 8  # a shorter spelling in base64 or hex occurs in ordinary words
START = 12  # so many characters of a spelling betray it, however it goes on


class Secrets:
    """What must not be seen again once it was sent.

    A service that repeats a key, in an error or in an answer, does so as it is, escaped for JSON,
    URL-encoded, in base64 (at any of the three offsets), in hex, or cut after a part of it. All
    are replaced by ``***``.

    Local servers are given words for keys ("EMPTY", "ollama"). Such a word is replaced in errors,
    but not in answers, where it may be part of what the model says.
    """

    def __init__(self) -> None:
        self._in_answers = _Finder(())
        self._in_errors = _Finder(())

    def add(self, secret: str) -> None:
        """Replace this, too; an empty text is none."""
        if not secret:
            return
        if _is_guarded(secret):
            self._in_answers = _Finder(self._in_answers.spellings | _spellings(secret))
        self._in_errors = _Finder(self._in_errors.spellings | self._in_answers.spellings | {secret})

    def scrubbed_answer(self, text: str) -> str:
        """A part of a successful answer, without keys."""
        return self._in_answers.masked(text)

    def scrubbed(self, text: str) -> str:
        """The words of a failure, without keys."""
        return self._in_errors.masked(text)


class _Finder:
    """Masks spellings in texts, whole or cut after their first ``START`` characters."""

    def __init__(self, spellings: Iterable[str]) -> None:
        self.spellings = frozenset(spellings)
        self._starts: dict[str, list[str]] = {}
        for spelling in sorted(self.spellings):
            self._starts.setdefault(spelling[:START], []).append(spelling)
        longest_first = sorted(self._starts, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def masked(self, text: str) -> str:
        """The text with every spelling replaced."""
        if not self.spellings:
            return text
        kept, at = [], 0
        for found in self._pattern.finditer(text):
            if found.start() < at:
                continue
            kept += [text[at : found.start()], MASK]
            at = max(_end(text, found.start(), one) for one in self._starts[found[0]])
        return "".join((*kept, text[at:]))


def _end(text: str, start: int, spelling: str) -> int:
    """Where a spelling that begins at a place of a text ends there, whole or cut."""
    pairs = zip(text[start : start + len(spelling)], spelling, strict=False)
    return start + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _is_guarded(secret: str) -> bool:
    """Whether a text is a key and not a word that stands for one."""
    return len(secret) >= 16 or (len(secret) >= 6 and not secret.isalpha())


def _spellings(secret: str) -> set[str]:
    found = {secret, orjson.dumps(secret).decode()[1:-1]}
    for coded in (quote(secret, safe=""), quote_plus(secret)):
        found |= {coded, re.sub("%..", lambda code: code[0].lower(), coded)}
    data = secret.encode()
    coded_bytes = {data.hex(), data.hex().upper(), *_in_base64(data)}
    return found | {coded for coded in coded_bytes if len(coded) >= SHORTEST_CODED}


def _in_base64(data: bytes) -> set[str]:
    """The characters of base64 that these bytes alone decide, at each offset in a longer text."""
    found = set()
    for offset in range(3):
        bits = 8 * offset, 8 * (offset + len(data))
        first, last = -(-bits[0] // 6), bits[1] // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            found.add(encode(bytes(offset) + data).decode()[first:last])
    return found
