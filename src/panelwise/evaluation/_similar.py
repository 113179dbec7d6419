"""Which panel looks like the visible ones, which order keeps neighbours alike: no understanding.

Source: specification CV-E5, 7.13; AMB-41.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from panelwise.packs import Pack
from panelwise.rendering import cells_of
from panelwise.tasks import Item, get_kind

if TYPE_CHECKING:
    from panelwise.reading import Aggregation, ImageEncoder


def why_not_similar(item: Item) -> str | None:
    """Why looks alone cannot choose among an item's options; ``None`` where they can."""
    if get_kind(item.kind).form != "option" or len(item.rendering.images) != 1:
        return f"{item.kind} items"
    recipe = item.rendering.images[0].recipe
    if recipe.get("kind") != "board":
        return "its options are no panels"
    lengths = {len(option) for option in recipe["options"]}
    if recipe["hidden"] is not None:
        return None if lengths == {1} else "its options are no single panels"
    return "two panels are as much alike in either order" if min(lengths) < 3 else None


def similar_option(pack: Pack, item: Item, how: Aggregation, encoder: ImageEncoder) -> int:
    """The option with the nearest panel to the visible ones, or the smoothest order.

    ``how`` is the aggregation of the cosines with the visible panels (specification 7.13); orders
    are compared by the mean cosine of neighbours, whatever it is. The first of equal options. It
    looks at the pixels of the picture that a model is shown.
    """
    import numpy as np

    from panelwise.reading import context_similarity, strip_of

    recipe = item.rendering.images[0].recipe
    pixels = pack.panel_images(item)
    assert len(pixels) == len(cells_of(recipe))
    rows = encoder.encode(pixels)
    context, hidden = len(recipe["panels"]), recipe["hidden"]
    if hidden is None:
        scores, start = [], context
        for option in recipe["options"]:
            order = rows[start : start + len(option)]
            scores.append(float((order[:-1] * order[1:]).sum(axis=1).mean()))
            start += len(option)
    else:
        visible = [k for k in range(context) if k != hidden]
        shown = rows[visible]
        if how == "strip":
            shown = encoder.encode([strip_of([pixels[k] for k in visible])])
        scores = context_similarity(rows[context:], shown, how, hidden).tolist()
    return int(np.argmax(np.round(scores, 6)))  # what differs by less was only summed otherwise
