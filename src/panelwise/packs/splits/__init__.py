"""Splits of books into parts that share nothing, and their checks."""

from panelwise.packs.splits._facts import (
    GENERALISATIONS,
    BookFacts,
    Generalisation,
)
from panelwise.packs.splits._gates import (
    WITHIN,
    Part,
    known_gate,
    parts_gate,
    split_gate,
)
from panelwise.packs.splits._splits import (
    Split,
    split_books,
    split_by_generalisation,
)

__all__ = [
    "GENERALISATIONS",
    "WITHIN",
    "BookFacts",
    "Generalisation",
    "Part",
    "Split",
    "known_gate",
    "parts_gate",
    "split_books",
    "split_by_generalisation",
    "split_gate",
]
