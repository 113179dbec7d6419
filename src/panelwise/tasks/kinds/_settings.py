"""Settings that more than one kind obeys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.metrics import InvalidPolicy
from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class ScoringSettings(Section):
    """How answers that could not be read count, and what is averaged."""

    section: ClassVar[str] = "scoring"
    invalid_policy: InvalidPolicy = setting(
        "zero",
        "the score of an order that could not be read; also of a choice, where `valid_only`"
        " has the effect of `zero`",
        "no paper says how an invalid order scores; specification 7.1, AMB-3, AMB-5",
        papers="valid_only",
    )
    unanswered: Literal["wrong", "drop"] = setting(
        "wrong",
        "whether a choice item whose answer could not be read counts as wrong or is left out",
        'StripCipher: AMB-18. ComicVQA App. B.4: "incorrect otherwise". CHROMIC Eq. 4: a mean over'
        " all M",
    )
    average: Literal["sample", "panel"] = setting(
        "sample",
        "whether the mean score of ordering items is taken over samples or over panels",
        "CHROMIC Eq. 1 to 3; AMB-6",
    )


@dataclass(frozen=True, slots=True)
class TextSettings(Section):
    """How strings are compared."""

    section: ClassVar[str] = "text"
    normaliser: Literal["nfkc", "mangalmm", "raw"] = setting(
        "nfkc",
        "how texts are normalised before they are compared",
        "MangaLMM's released scorer, MV-10, AMB-29; CoMix Alg. 2 compares strings as they are",
    )
    anls_boundary: Literal["inclusive", "strict"] = setting(
        "inclusive",
        "whether an answer of which exactly half differs still counts (inclusive) or scores 0"
        " (strict)",
        "CoMix, AMB-49",
    )


@dataclass(frozen=True, slots=True)
class JudgeSettings(Section):
    """What becomes of answers that a judge did not mark."""

    section: ClassVar[str] = "judge"
    failures: Literal["exclude", "lowest"] = setting(
        "exclude",
        "whether an answer that the judge did not mark is left out or gets the lowest mark, 1",
        "MangaVQA's released judge, AMB-32",
    )
