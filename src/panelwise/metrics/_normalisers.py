"""What is made equal before texts are compared. Every rule has a version that a run records.

A changed rule is a new version, never an edit: scores under different rules do not compare.

Source: specification 4.3 (MV-10); AMB-29.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean

_SPACE = re.compile(r"\s+")  # of any script: U+3000 is among them
_DASHES = re.compile(r"([~～〜\-ー])[~～〜\-ー]*")
_MANGALMM = str.maketrans("～〜ー！？・･.", "~~-!?・・・") | {ord("…"): "・・・"}


@dataclass(frozen=True, slots=True)
class Normaliser:
    """A rule that maps a text to the form in which it is compared; call it with the text.

    Attributes:
        name: how a setting calls it.
        version: counted up when the rule changes.
        rule: the mapping itself.
    """

    name: str
    version: int
    rule: Callable[[str], str]

    @property
    def id(self) -> str:
        """Name and version, as in ``mangalmm/1``."""
        return f"{self.name}/{self.version}"

    def __call__(self, text: str) -> str:
        return self.rule(text)


def _mangalmm(text: str) -> str:
    """MV-10: a full stop and a half-width dot become "・", so an ellipsis is three of them."""
    return _DASHES.sub(r"\1", _SPACE.sub("", text)).translate(_MANGALMM)


def _nfkc(text: str) -> str:
    """NFKC makes a lone accent a space and an accent; once the space is gone, NFC joins it."""
    return unicodedata.normalize("NFC", _SPACE.sub("", unicodedata.normalize("NFKC", text)))


def _raw(text: str) -> str:
    return text


NORMALISERS: dict[str, Normaliser] = {
    one.name: one
    for one in (
        Normaliser("mangalmm", 1, _mangalmm),
        Normaliser("nfkc", 1, _nfkc),
        Normaliser("raw", 1, _raw),
    )
}


def normaliser(name: str) -> Normaliser:
    """The normaliser of that name, or of that id.

    ``mangalmm`` is what the released scorer does to gold and predictions alike: no white space, a
    run of tildes, hyphens and long-vowel marks is its first character, full-width ！？ and …
    become ASCII, and every dot "・". It forgives ー read as a hyphen. ``nfkc`` is Unicode's
    compatibility form without white space; ``raw`` changes nothing.

    Raises:
        SettingError: for any other name or version.

    Source: MV-10; AMB-29.

    >>> normaliser("mangalmm")("えーー っ…！"), normaliser("nfkc")("Ｈｅｙ ！")
    ('え-っ・・・!', 'Hey!')
    """
    for one in NORMALISERS.values():
        if name in (one.name, one.id):
            return one
    raise SettingError(f"unknown normaliser '{name}'; {did_you_mean(name, NORMALISERS)}")
