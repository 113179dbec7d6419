"""The papers' tasks as declarations, and building packs by them."""

from panelwise.benchmarks._build import (
    BENCHMARKS,
    Progress,
    build,
    read_books,
    rehydrate,
)
from panelwise.benchmarks._chromic import panel_reordering as chromic_panel_reordering
from panelwise.benchmarks._prompts import printed_prompts
from panelwise.benchmarks._stripcipher import reordering_choice as stripcipher_reordering_choice
from panelwise.benchmarks._stripcipher import (
    reordering_generation as stripcipher_reordering_generation,
)

__all__ = [
    "BENCHMARKS",
    "Progress",
    "build",
    "chromic_panel_reordering",
    "printed_prompts",
    "read_books",
    "rehydrate",
    "stripcipher_reordering_choice",
    "stripcipher_reordering_generation",
]
