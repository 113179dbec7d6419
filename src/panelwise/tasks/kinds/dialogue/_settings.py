"""Settings of transcripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class DialogueSettings(Section):
    """How transcripts are scored."""

    section: ClassVar[str] = "dialogue"
    formula: Literal["recommended", "paper"] = setting(
        "recommended",
        "how transcripts are scored: with a penalty for unmatched lines (recommended), or"
        " without one, by CoMix's formula (paper)",
        "CoMix Alg. 2; specification 7.11; AMB-48",
    )
