"""Lists of kinds of mistakes for wrong answers. Source: CV-13, SC-E8; MS-18."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from panelwise.errors import UnknownNameError
from panelwise.registry import did_you_mean


@dataclass(frozen=True, slots=True)
class ErrorTaxonomy:
    """Categories of mistakes, of which a wrong answer has exactly one.

    Attributes:
        name: how it is asked for.
        source: who made it.
        categories: name → what it means, in the words that a judge and people are shown.
        spans: how many panels the mistake is about, likewise; empty where that is not asked.
    """

    name: str
    source: str
    categories: Mapping[str, str]
    spans: Mapping[str, str] = field(default_factory=dict)

    def read(self, text: str) -> tuple[str, str | None] | None:
        """The category and span of a reply: of its last line, or else of all of it.

        ``None`` unless exactly one category is named, and one span where spans are asked for.
        """
        lines = [line for line in text.splitlines() if line.strip()]
        for part in (lines[-1:] and lines[-1], text):
            found = _named(part or "", self.categories)
            spans = _named(part or "", self.spans)
            if len(found) == 1 and len(spans) == bool(self.spans):
                return found[0], spans[0] if spans else None
        return None


def _named(text: str, names: Mapping[str, str]) -> list[str]:
    """The names that a text holds, spelled with blanks, hyphens or underscores."""
    patterns = {name: re.sub("[ _-]", "[ _-]?", name) for name in names}
    return [name for name, one in patterns.items() if re.search(rf"(?i)\b{one}\b", text)]


TAXONOMIES: dict[str, ErrorTaxonomy] = {
    one.name: one
    for one in (
        ErrorTaxonomy(
            "comicvqa",
            "ComicVQA Table 5 and its form for annotators (CV-13)",
            {
                "causal reasoning": "a cause and its effect in different panels were not connected",
                "character state": "who a character is, or their emotion or pose, was tracked"
                " wrongly across panels",
                "object state": "the presence or movement of an object was tracked wrongly across"
                " panels",
                "scene transition": "a change of scene, viewpoint or time between panels was"
                " misunderstood",
                "dialogue": "dialogue or narration was misunderstood, so that it does not flow",
                "ambiguity": "the given answer is plausible, too",
            },
            {
                "local": "the mistake is within two adjacent panels",
                "short-range": "it spans three consecutive panels",
                "global": "it involves the whole sequence",
            },
        ),
        ErrorTaxonomy(
            "stripcipher",
            "the error analysis in StripCipher's prose (SC-E8); the rest is ours",
            {
                "invented action": "the answer states an action or thing that is not shown",
                "confused relation": "the relation between characters was confused",
                "missing knowledge": "knowledge of the world that the strip takes for granted was"
                " missing",
                "other": "none of these",
            },
        ),
    )
}


def get_taxonomy(name: str) -> ErrorTaxonomy:
    """The taxonomy of this name.

    Raises:
        UnknownNameError: when there is none.
    """
    if name not in TAXONOMIES:
        hint = did_you_mean(name, list(TAXONOMIES))
        raise UnknownNameError(f"unknown taxonomy '{name}'; {hint}")
    return TAXONOMIES[name]
