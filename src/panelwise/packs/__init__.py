"""Packs on disk: writing, opening, checking, splitting, transforming and exchanging them."""

from panelwise.packs._findings import (
    Finding,
    Findings,
    Severity,
)
from panelwise.packs._known_pictures import KnownPicture, hash_pictures, read_hashes, write_hashes
from panelwise.packs._making import (
    Made,
    lay_out,
    make_item,
    make_items,
)
from panelwise.packs._pack import (
    Pack,
    fill_pack,
    write_pack,
)
from panelwise.packs._rehydrate import (
    Rehydrated,
    rehydrate_pack,
)
from panelwise.packs._stored_pictures import (
    Pictures,
    look_at_pictures,
    part_of,
)
from panelwise.packs._subset import stratified, with_pictures, write_subset
from panelwise.packs._text_only import asks_in_words, without_pictures, write_text_only
from panelwise.packs._withhold import GoldKey, WithheldPack, withhold
from panelwise.packs.gates import (
    BlindBound,
    BlindCheck,
    BlindSort,
    blind_sort,
    blind_view,
    check_blind,
    check_items,
    check_known,
    check_parts,
    check_split,
)
from panelwise.packs.splits import (
    GENERALISATIONS,
    BookFacts,
    Generalisation,
    Part,
    Split,
    split_books,
    split_by_generalisation,
)
from panelwise.packs.transforms import (
    TRANSFORMS,
    get_transform,
    transformed_plan,
)

__all__ = [
    "GENERALISATIONS",
    "TRANSFORMS",
    "BlindBound",
    "BlindCheck",
    "BlindSort",
    "BookFacts",
    "Finding",
    "Findings",
    "Generalisation",
    "GoldKey",
    "KnownPicture",
    "Made",
    "Pack",
    "Part",
    "Pictures",
    "Rehydrated",
    "Severity",
    "Split",
    "WithheldPack",
    "asks_in_words",
    "blind_sort",
    "blind_view",
    "check_blind",
    "check_items",
    "check_known",
    "check_parts",
    "check_split",
    "fill_pack",
    "get_transform",
    "hash_pictures",
    "lay_out",
    "look_at_pictures",
    "make_item",
    "make_items",
    "part_of",
    "read_hashes",
    "rehydrate_pack",
    "split_books",
    "split_by_generalisation",
    "stratified",
    "transformed_plan",
    "with_pictures",
    "withhold",
    "without_pictures",
    "write_hashes",
    "write_pack",
    "write_subset",
    "write_text_only",
]
