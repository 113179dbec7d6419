"""Quality gates: what a benchmark must pass before anybody is asked its questions.

:func:`check_items` looks at the items of one pack, :func:`check_parts` at several packs that are
parts of a split, :func:`check_split` at a split before anything is built. Nothing here decodes a
picture: pixels are compared by the hashes in :class:`~panelwise.tasks.ImageEntry`; who wants the
stored bytes looked at, too, hands in what :func:`~panelwise.tasks.look_at_pictures` found.

Source: specification MS-13, MV-4, 7.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from panelwise.packs._findings import Finding, Findings
from panelwise.packs.gates._constant import constant_gate
from panelwise.packs.gates._giveaways import length_gate, position_gate, wording_gate
from panelwise.packs.gates._items import (
    PictureCheck,
    gold_gate,
    id_gate,
    options_gate,
    picture_gate,
    repeat_gate,
    source_gate,
)
from panelwise.packs.splits import WITHIN, Part, Split, known_gate, parts_gate, split_gate
from panelwise.tasks import Item


def check_items(items: Iterable[Item], *, picture: PictureCheck | None = None) -> Findings:
    """Everything that the gates find in the items of one pack.

    Refused: an id used twice, a gold that is no option or no order, two options equal after
    normalisation, an item without source, a missing picture, one question asked twice. Flagged:
    one question in several orders, right options that stand in one place too often, are longest
    or shortest too often, or share most words with the question too often; one answer to everything
    that scores more than chance.

    Args:
        items: all items, in any order.
        picture: says what is wrong with a picture's stored bytes; without it they are not
            looked at (they were just made, or the pack holds none).
    """
    listed = list(items)
    return Findings.of(_found(listed, picture))


def _found(items: Sequence[Item], picture: PictureCheck | None) -> Iterator[Finding]:
    yield from id_gate(items)
    yield from gold_gate(items)
    yield from options_gate(items)
    yield from source_gate(items)
    yield from picture_gate(items, picture)
    yield from repeat_gate(items)
    yield from position_gate(items)
    yield from length_gate(items)
    yield from wording_gate(items)
    yield from constant_gate(items)


def check_split(split: Split) -> Findings:
    """What the parts of a split share that they must not; nothing, for one made by the splitter."""
    return Findings.of(split_gate(split))


def check_parts(
    parts: Sequence[Part], split: Split | None = None, *, within: int = WITHIN
) -> Findings:
    """What packs that are parts of a split share: pages, books, series, authors, look-alikes.

    Args:
        parts: the packs, what is trained on first.
        split: what they are parts of; without it shared series and authors are flagged only.
        within: bits of 64 in which the hashes of look-alike pictures may differ.
    """
    return Findings.of(parts_gate(parts, split, within=within))


def check_known(part: Part, known: Mapping[int, str], *, within: int = WITHIN) -> Findings:
    """Which items of a pack show pictures that look like listed ones.

    Args:
        part: the pack.
        known: perceptual hash → what it is of (:func:`~panelwise.packs.read_hashes`).
        within: bits of 64 in which the hashes of look-alike pictures may differ.
    """
    return Findings.of(known_gate(part, known, within=within))
