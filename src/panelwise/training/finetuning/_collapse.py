"""The alarm for a model that lost a form of answer: MangaLMM's 1.5 % on MMBench (MS-21).

A lower score alone is no alarm: a model may know less and still answer. Collapse is that answers
can no longer be read, are nearly all the same, or are right less often than by guessing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from panelwise.analysis import RunData, mcnemar, summarise
from panelwise.evaluation import Result, Run
from panelwise.tasks import Item

LEAST_DROP = 0.10  # of the share of readable answers
LEVEL = 0.01
ONE_ANSWER = 0.90  # of the readable answers
LEAST_ITEMS = 20  # fewer can all have one right answer


@dataclass(frozen=True, slots=True)
class Collapse:
    """One sign that a form of answer was lost.

    Attributes:
        task: of the items.
        sign: ``unreadable``, ``one answer`` or ``below chance``.
        words: the sign with its figures.
    """

    task: str
    sign: str
    words: str


def find_collapse(before: Run, after: Run) -> tuple[Collapse, ...]:
    """The signs of collapse between two runs on the same packs, before and after a training."""
    first, second = RunData.of(before), RunData.of(after)
    asked = {item.id: item for items in second.items.values() for item in items}
    tasks = {name: item.task for name, item in asked.items()}
    found: list[Collapse] = []
    for task in dict.fromkeys(tasks.values()):
        old = [one for one in first.results if tasks.get(one.item) == task]
        new = [one for one in second.results if tasks.get(one.item) == task]
        found += _unreadable(task, old, new)
        found += _one_answer(task, old, new, asked)
    return (*found, *_below_chance(first, second))


def _reads(result: Result) -> bool:
    return result.status in ("ok", "ok_repaired")


def _unreadable(task: str, old: Sequence[Result], new: Sequence[Result]) -> list[Collapse]:
    """At least a tenth fewer answers can be read, and that is no chance (McNemar, 1 %)."""
    was = {(one.pack, one.item, one.repeat): _reads(one) for one in old}
    pairs = [(was[key], _reads(one)) for one in new if (key := _key(one)) in was]
    if not pairs:
        return []
    n, before, after = len(pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs)
    p = mcnemar(sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs))
    if before - after < LEAST_DROP * n or p >= LEVEL:
        return []
    words = f"{before} of {n} answers could be read before, {after} after (McNemar p = {p:.2g})"
    return [Collapse(task, "unreadable", words)]


def _key(result: Result) -> tuple[str, str, int]:
    return result.pack, result.item, result.repeat


def _one_answer(
    task: str, old: Sequence[Result], new: Sequence[Result], asked: Mapping[str, Item]
) -> list[Collapse]:
    """Nearly all readable answers are the same one, which they were not before."""
    before, _, _ = _commonest(old, asked)
    after, count, answer = _commonest(new, asked)
    if after < ONE_ANSWER or before >= ONE_ANSWER:
        return []
    words = f"{count} answers are {answer} ({after:.0%} of those read; before {before:.0%})"
    return [Collapse(task, "one answer", words)]


def _commonest(results: Sequence[Result], asked: Mapping[str, Item]) -> tuple[float, int, str]:
    """The share, number and text of the commonest readable answer."""
    read = [one for one in results if _reads(one)]
    answers = Counter(_written(one.answer, asked.get(one.item)) for one in read)
    if answers.total() < LEAST_ITEMS:
        return 0.0, 0, ""
    [(answer, count)] = answers.most_common(1)
    return count / answers.total(), count, answer


def _written(answer: Any, item: Item | None) -> str:
    """An option as its letter, anything else as JSON."""
    if item is not None and item.options and isinstance(answer, int):
        return item.options[answer].label
    return orjson.dumps(answer, option=orjson.OPT_SORT_KEYS).decode()


def _below_chance(first: RunData, second: RunData) -> list[Collapse]:
    """The whole interval of the score lies below chance, which it did not before."""
    was = {one.task: _is_below(one.headline) for one in summarise(first)}
    found = []
    for one in summarise(second):
        score = one.headline.headline
        if _is_below(one.headline) and not was.get(one.task, False):
            words = (
                f"{one.headline_metric} {score.value:.3f} [{score.low:.3f}, {score.high:.3f}],"
                f" chance {one.headline.chance:.3f}"
            )
            found.append(Collapse(one.task, "below chance", words))
    return found


def _is_below(metric: Any) -> bool:
    high, chance = metric.headline.high, metric.chance
    return metric.higher_is_better and None not in (high, chance) and high < chance
