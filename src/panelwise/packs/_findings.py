"""What the quality gates found: refused or flagged, which items, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from panelwise.errors import InputError
from panelwise.wording import counted, first_of

Severity = Literal["refuse", "flag"]
SHOWN = 3  # ids in a line; all of them are in the manifest


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or may be.

    Attributes:
        gate: its name ("equal options").
        severity: ``refuse`` for what makes an item worthless, ``flag`` for what a reader of its
            scores must know.
        items: ids; empty when it is about all of them together.
        what: what was found, with the figures.
        remedy: what to do.
    """

    gate: str
    severity: Severity
    items: tuple[str, ...]
    what: str
    remedy: str

    @property
    def where(self) -> str:
        """The first ids, in a line.

        >>> Finding("g", "flag", ("a", "b", "c", "d"), "w", "r").where
        'a, b, c and 1 more'
        """
        return first_of(self.items, SHOWN) or "all items"

    @property
    def line(self) -> str:
        """The finding in one line."""
        return f"{self.gate}: {self.where}: {self.what}; {self.remedy}"


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings, those that refuse first."""

    found: tuple[Finding, ...] = ()

    @classmethod
    def of(cls, found: Iterable[Finding]) -> Findings:
        """Findings in the order to be read in; the gates' own order stays within a severity."""
        return cls(tuple(sorted(found, key=lambda finding: finding.severity != "refuse")))

    @property
    def refused(self) -> tuple[Finding, ...]:
        """What must not be published."""
        return tuple(finding for finding in self.found if finding.severity == "refuse")

    @property
    def flagged(self) -> tuple[Finding, ...]:
        """What must be said: for manifest and data card."""
        return tuple(finding for finding in self.found if finding.severity == "flag")

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __add__(self, others: Findings) -> Findings:
        return Findings.of((*self.found, *others.found))

    def as_list(self) -> str:
        """The findings as a Markdown list, for a data card."""
        return "\n".join(f"- {finding.line}" for finding in self.found)

    def records(self) -> list[dict[str, Any]]:
        """Plain records, for a manifest or JSON."""
        return [asdict(finding) | {"items": list(finding.items)} for finding in self.found]

    def require(self, name: str) -> None:
        """Go on only when nothing is refused.

        Args:
            name: of what was checked, for the message.

        Raises:
            InputError: one line with the first finding that refuses it and how many more there are.
        """
        if self.refused:
            more = len(self.refused) - 1
            others = f" ({counted(more, 'more finding')})" if more else ""
            raise InputError(f"{name}: {self.refused[0].line}{others}")
