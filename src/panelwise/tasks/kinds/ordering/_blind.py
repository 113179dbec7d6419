"""An ordering as a reader sees it who gets everything but the pixels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from panelwise.metrics import Shuffle
from panelwise.rendering import cells_of
from panelwise.tasks._item import Item, accepted_orders, shuffle_of
from panelwise.tasks.kinds._blind import BlindView, picture_size, sent_with, words_sent
from panelwise.tasks.kinds.documents import marked_boxes

LAID_OUT = frozenset({"board", "composite", "crop", "row"})  # recipes that say where panels are


def blind_view(item: Item, chance: float) -> BlindView | None:
    """What is sent, and the right orders in terms of it; ``None`` where it is not known.

    Panels differ in their pixels and, where each is a picture of its own, in their sizes. So a
    right order is one of sizes, and which of several equal panels comes first can only be guessed.
    Things that words describe, such as sentences, are known by their numbers.
    """
    if not item.rendering.turns:
        return None
    looks = _looks(item)
    if looks is None:
        answers = {str(list(order)): 1.0 for order in accepted_orders(item)}
        return BlindView(sent_with(item, words_sent(item), ()), answers, chance)
    own = len(item.rendering.images) == item.n
    words = words_sent(item, apart=range(item.n) if own else ())
    found: dict[str, float] = {}
    for order in accepted_orders(item):
        wanted = [looks[thing] for thing in order]
        guessed = 1 / alike_orders(wanted, looks, shuffle_of(item))
        key = " ".join(wanted).strip() or "any"
        found[key] = found.get(key, 0.0) + guessed
    return BlindView(sent_with(item, words, looks), found, chance)


def alike_orders(wanted: Sequence[str], shown: Sequence[str], shuffle: Shuffle) -> int:
    """How many orders that the shuffle allows look like the wanted one.

    >>> alike_orders("aaa", "aaa", "uniform"), alike_orders("aaa", "aaa", "non_identity")
    (6, 5)
    >>> alike_orders("aba", "aab", "uniform"), alike_orders("aaaa", "aaaa", "derangement")
    (2, 9)
    """
    sizes = Counter(wanted)
    # Places where a thing may not come: its own, if it looks like what is wanted there.
    kept = Counter(one for one, other in zip(wanted, shown, strict=True) if one == other)
    if shuffle == "derangement":
        return max(1, math.prod(_moved(sizes[look], kept[look]) for look in sizes))
    whole = math.prod(math.factorial(count) for count in sizes.values())
    same = shuffle == "non_identity" and kept == sizes
    return max(1, whole - same)


def _moved(things: int, kept: int) -> int:
    """Permutations in which none of the ``kept`` places holds its own thing."""
    return sum((-1) ** k * math.comb(kept, k) * math.factorial(things - k) for k in range(kept + 1))


def _looks(item: Item) -> list[str] | None:
    """What is sent of each shown thing except its pixels; ``None`` where words describe it."""
    images = item.rendering.images
    recipes = [image.recipe for image in images]
    if marked_boxes(item):
        return [""] * item.n if len(marked_boxes(item)) == item.n else None
    cells = [len(cells_of(one)) if one.get("kind") in LAID_OUT else 0 for one in recipes]
    if cells == [item.n]:
        return [""] * item.n
    if cells == [1] * item.n:
        return [picture_size(item, picture) for picture in range(item.n)]
    return None
