"""How the chance level of a task comes about, in a line. Source: specification 7.2; MS-2."""

from __future__ import annotations

import math
from collections.abc import Sequence

from panelwise.analysis import TaskSummary
from panelwise.metrics import mean_of
from panelwise.profile import Profile
from panelwise.report._words import constant_answer, figure
from panelwise.tasks import BestConstant, Item, get_kind, shuffle_of

MOST_SIZES = 6
RANDOM_ORDER = "the score of a random order, all orders that the shuffle allows equally likely"
OTHER_ORDER = "the score of a random order other than the one shown, as that is never right"
ONE_RIGHT = ": 1/(n! − 1) for n {}"


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
    reasons = list(dict.fromkeys(one.why_no_chance for one in heads if one.why_no_chance))
    level, said = "There is no chance level.", " ".join(reasons)
    if known := chance_level(summaries):
        level = f"{known}:"
        said = f"{_random_answer(summaries[0], items, profile)}; the mean over the items."
    if (constant := _constant(summaries)) is not None:
        value = figure(constant.value)
        said += f" The best constant answer ({constant_answer(constant)}) scores {value}."
    return level, said.strip()


def chance_line(summaries: Sequence[TaskSummary], items: Sequence[Item]) -> tuple[str, str, str]:
    """The chance level of one task, what is scored, and the score of the best constant answer.

    What does not exist is empty. Of several levels the lowest and the highest are given.
    """
    constant = _constant(summaries)
    how = _scored(summaries[0], items).replace("the score of ", "")
    return chance_level(summaries), how, figure(constant.value) if constant is not None else ""


def chance_level(summaries: Sequence[TaskSummary]) -> str:
    """The chance level of one task's runs, from the lowest to the highest; empty without any."""
    levels = sorted(one for s in summaries if (one := s.headline.chance) is not None)
    ends = [levels[0], levels[-1]] if levels else []
    return " to ".join(dict.fromkeys(map(figure, ends)))


def _constant(summaries: Sequence[TaskSummary]) -> BestConstant | None:
    """The best constant answer, if all runs have the same."""
    found = {figure(one.value): one for s in summaries if (one := s.headline.constant)}
    return next(iter(found.values())) if len(found) == 1 else None


def _scored(summary: TaskSummary, items: Sequence[Item]) -> str:
    """Which random answer it is whose score is the chance level.

    Where the shown order is never right, all orders but that one are equally likely (AMB-10).
    """
    kind = get_kind(summary.kind)
    if kind.form != "order":
        return kind.chance_words(summary.headline_metric) or "that of a random answer"
    if not items or any(shuffle_of(item) != "non_identity" for item in items):
        return RANDOM_ORDER
    one_right = summary.headline_metric == "exact_match" and not any(i.accepted for i in items)
    return OTHER_ORDER + (ONE_RIGHT.format(_things(summary)) if one_right else "")


def _things(summary: TaskSummary) -> str:
    """What is put in order or chosen among."""
    return get_kind(summary.kind).presentation.counted.partition(" ")[0]


def _level(value: float | None) -> str:
    """A level that isn't 0, however small."""
    return "below 0.001" if value is not None and 0 < value < 0.0005 else figure(value)


def _random_answer(summary: TaskSummary, items: Sequence[Item], profile: Profile) -> str:
    """What is scored, with the level of each size of items where there are several."""
    kind, metric = get_kind(summary.kind), summary.headline_metric
    ordered, how = kind.form == "order", _scored(summary, items)
    if not (ordered or kind.form == "option"):
        return how
    sizes: dict[int, list[float]] = {}
    for item in items:
        level = kind.chance(item, profile).get(metric, math.nan)
        sizes.setdefault(item.n, []).append(level)
    found = [f"{_level(mean_of(sizes[n]))} for {n}" for n in sorted(sizes)]
    if not 1 < len(found) <= MOST_SIZES:
        return how
    return f"{how} ({found[0]} {_things(summary)}, {', '.join(found[1:])})"
