"""How the chance level of a task comes about, in a line. Source: specification 7.2; MS-2."""

from __future__ import annotations

import math
from collections.abc import Sequence

from panelwise.analysis import TaskSummary
from panelwise.metrics import mean_of
from panelwise.profile import Profile
from panelwise.report._words import constant_answer, figure
from panelwise.tasks import Item, get_kind

MOST_SIZES = 6
RANDOM_ORDER = "the score of a random order, all orders that the shuffle allows equally likely"


def chance_words(
    summaries: Sequence[TaskSummary], items: Sequence[Item], profile: Profile
) -> tuple[str, str]:
    """The chance level of one task; how it is computed, and what the best constant answer adds.

    Args:
        summaries: of all runs of the task.
        items: of the task.
        profile: under which they are scored.
    """
    heads = [summary.headline for summary in summaries]
    levels = sorted({one.chance for one in heads if one.chance is not None})
    reasons = list(dict.fromkeys(one.why_no_chance for one in heads if one.why_no_chance))
    constants = {figure(one.constant.value): one.constant for one in heads if one.constant}
    level, said = "There is no chance level.", " ".join(reasons)
    if levels:
        ends = list(dict.fromkeys(map(figure, (levels[0], levels[-1]))))
        level = f"{' to '.join(ends)}:"
        said = f"{_random_answer(summaries[0], items, profile)}; the mean over the items."
    if len(constants) == 1:
        [(value, constant)] = constants.items()
        said += f" The best constant answer ({constant_answer(constant)}) scores {value}."
    return level, said.strip()


def _random_answer(summary: TaskSummary, items: Sequence[Item], profile: Profile) -> str:
    """What is scored, with the level of each size of items where there are several."""
    kind, metric = get_kind(summary.kind), summary.headline_metric
    ordered = kind.form == "order"
    how = (RANDOM_ORDER if ordered else kind.chance_words(metric)) or "that of a random answer"
    if not (ordered or kind.form == "option"):
        return how
    sizes: dict[int, list[float]] = {}
    for item in items:
        level = kind.chance(item, profile).get(metric, math.nan)
        sizes.setdefault(item.n, []).append(level)
    found = [f"{figure(mean_of(sizes[n]))} for {n}" for n in sorted(sizes)]
    if not 1 < len(found) <= MOST_SIZES:
        return how
    things = kind.presentation.counted.partition(" ")[0]
    return f"{how} ({found[0]} {things}, {', '.join(found[1:])})"
