"""Quality gates: what is wrong with a set of items before anybody is asked."""

from panelwise.packs.gates._blind import (
    BlindBound,
    BlindCheck,
    BlindSort,
    blind_sort,
    blind_view,
    check_blind,
)
from panelwise.packs.gates._gates import (
    check_items,
    check_known,
    check_parts,
    check_split,
)

__all__ = [
    "BlindBound",
    "BlindCheck",
    "BlindSort",
    "blind_sort",
    "blind_view",
    "check_blind",
    "check_items",
    "check_known",
    "check_parts",
    "check_split",
]
