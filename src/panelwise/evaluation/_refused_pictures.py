"""Pictures that a model's provider is known to refuse."""

from __future__ import annotations

from collections.abc import Mapping

from panelwise.models import family_of
from panelwise.tasks import Rendering
from panelwise.wording import counted


def refused_pictures(model: str, shown: Mapping[str, Rendering]) -> str | None:
    """How many items have pictures that a model's provider is known to refuse, and why.

    Args:
        model: its name.
        shown: item → what would be sent.
    """
    family = family_of(model)
    if family is None:
        return None
    refused: dict[str, str] = {}
    for item, rendering in shown.items():
        why = family.refuses([(one.width, one.height, one.size) for one in rendering.images])
        if why is not None:
            refused[item] = why
    if not refused:
        return None
    item, why = next(iter(refused.items()))
    count = counted(len(refused), "item")
    return f"{model} is known to refuse the pictures of {count} ({item}: {why})"
