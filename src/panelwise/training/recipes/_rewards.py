"""Rewards that can be verified: the product's own extractor and score, less chance (MS-22)."""

from __future__ import annotations

from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import Item, get_kind, read_response


def reward(
    item: Item, text: str, profile: Profile = RECOMMENDED, *, finish_reason: str = "stop"
) -> float:
    """The score of a response above chance: 1 for a right one would be 1 less the item's chance.

    The score is the headline metric of the item's kind where only a right answer scores (exact
    order, right option), so partial credit cannot be collected by a constant answer. A response
    that cannot be read scores 0, like a wrong one. Over items whose right answers are balanced, a
    constant answer therefore earns 0 on average at most, and an unreadable one less.
    """
    kind = get_kind(item.kind)
    parsed = read_response(item, text, finish_reason=finish_reason, profile=profile)
    chance = kind.chance(item, profile)[kind.headline]
    if parsed.answer is None or parsed.status not in ("ok", "ok_repaired"):
        return -chance
    return kind.score(item, parsed.answer, profile)[kind.headline] - chance
