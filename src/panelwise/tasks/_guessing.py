"""What guessing scores on a set of items: a random answer, and the best constant one.

A constant is written as a model would write it, read by the same extractors and scored by the same
scorer, so that its figure is the one a run of it gets. The best one is chosen with the right
answers at hand: on few items it scores above chance by accident.

Source: specification 1.4, 7.2; MS-2.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Item, Parsed, shuffle_of
from panelwise.tasks._withheld import WITHHELD
from panelwise.tasks.kinds import (
    Guesses,
    Kind,
    ScoringSettings,
    added_metrics,
    get_kind,
    headline_of,
    read_response,
    score_answer,
    unread_scores,
)
from panelwise.wording import TERMINAL

Scores = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Guessed:
    """What guesses score on one item.

    Attributes:
        size: items of one size share a constant; 0 where all items do.
        random: metric (or part of a pooled one) → expected value of a random answer.
        constants: name of a constant answer → what it scores.
    """

    size: int
    random: Scores
    constants: Mapping[str, Scores]


Weighted = tuple[float, Guessed]


@dataclass(frozen=True, slots=True)
class BestConstant:
    """The constant answer that scores best on a set of items, by one metric."""

    value: float
    answer: str


@dataclass(frozen=True, slots=True)
class GuessLevel:
    """What guessing is worth by one metric.

    Attributes:
        random: the expected value of a random answer; ``None`` where that has no meaning.
        constant: the best constant answer; ``None`` where that has no meaning.
        why_not: why one of them is missing, in a sentence.
    """

    random: float | None
    constant: BestConstant | None
    why_not: str


def guesses_of(items: Sequence[Item], profile: Profile) -> tuple[Guesses, Sequence[Guessed]]:
    """The guesses for items of one kind, and what they score on each item.

    The last few sets are remembered: a report of several runs asks for the same one again.
    """
    if any(item.withheld for item in items):
        WITHHELD.refuse()
    key = (_digest(items), profile)
    if key not in _REMEMBERED:
        while len(_REMEMBERED) >= MOST_REMEMBERED:
            del _REMEMBERED[next(iter(_REMEMBERED))]
        _REMEMBERED[key] = _guessed(items, profile)
    return _REMEMBERED[key]


def _digest(items: Sequence[Item]) -> bytes:
    """A hash of all that guesses depend on."""
    digest = hashlib.sha256()
    for item in items:
        right = (item.gold, item.accepted)
        facts = (item.kind, item.n, item.index_base, right, item.options, shuffle_of(item))
        digest.update(repr(facts).encode("utf-8", "surrogatepass"))
        if added := [one.name for one in added_metrics(get_kind(item.kind))]:
            seen = (added, item.id, item.meta)  # these may look at anything
            digest.update(repr(seen).encode("utf-8", "surrogatepass"))
    return digest.digest()


def _guessed(items: Sequence[Item], profile: Profile) -> tuple[Guesses, Sequence[Guessed]]:
    if not items:
        return Guesses({}), ()
    kind = get_kind(items[0].kind)
    guesses, scorer = kind.guesses(items, profile), _Scorer(kind, profile)
    return guesses, tuple(
        Guessed(
            size=item.n if guesses.by_size else 0,
            random=kind.chance(item, profile),
            constants={
                name: scorer.scores(item, answer)
                for name, rule in guesses.constants.items()
                if (answer := rule(item)) is not None
            },
        )
        for item in items
    )


def guess_levels(items: Sequence[Item], profile: Profile) -> dict[str, GuessLevel]:
    """What guessing is worth on items of one kind, metric by metric.

    Of a task's items in a run, ``analysis.summarise`` says the same beside the run's own scores.
    """
    guesses, guessed = guesses_of(items, profile)
    metrics = get_kind(items[0].kind).metrics if items else {}
    rows = [(item_weight(item, profile), one) for item, one in zip(items, guessed, strict=True)]
    return {
        name: guess_level([one for one in rows if info.pooled or name in one[1].random], rows, info,
                          guesses)
        for name, info in metrics.items()
    }  # fmt: skip


def guess_table(items: Sequence[Item], profile: Profile) -> str:
    """What guessing scores by each task's headline, as a Markdown table for a data card."""
    lines = ["| task | metric | random answer | best constant answer |", "|---|---|---|---|"]
    by_task: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        by_task.setdefault((item.task, item.kind), []).append(item)
    for (task, kind), some in by_task.items():
        levels, metric = guess_levels(some, profile), headline_of(some[0])
        if levels[metric].constant is None:  # a judge's mark is nobody's to guess
            metric = get_kind(kind).headline
        level, best = levels[metric], levels[metric].constant
        drawn = TERMINAL.figure(level.random)
        constant = f"{TERMINAL.figure(best.value)} ({best.answer})" if best else TERMINAL.missing
        lines.append(f"| {task} | {metric} | {drawn} | {constant} |".replace("\n", " "))
        if level.why_not:
            lines += ["", level.why_not]
    return "\n".join(lines)


def guess_level(
    scored: Iterable[Weighted], rows: Sequence[Weighted], info: MetricInfo, guesses: Guesses
) -> GuessLevel:
    """One metric's level: random over the items that have the metric, constants over all."""
    random = random_value(scored, info)
    constant = best_constant(rows, info, guesses.by_size)
    why_not = guesses.why_not(info.name, random=random is not None, constant=constant is not None)
    return GuessLevel(random, constant, why_not)


def item_weight(item: Item, profile: Profile) -> float:
    """What an item counts: 1, or its panels under ``scoring.average=panel`` (AMB-6)."""
    in_panels = (
        profile.section(ScoringSettings).average == "panel" and get_kind(item.kind).form == "order"
    )
    return float(item.n) if in_panels else 1.0


def random_value(rows: Iterable[Weighted], info: MetricInfo) -> float | None:
    """The expected figure of a random answer over these items; ``None`` where an item has none.

    The figure of a pooled metric is that of expected sums.
    """
    listed = list(rows)
    needed = info.parts if info.pooled else (info.name,)
    if not listed or any(not one.random.keys() >= set(needed) for _, one in listed):
        return None
    return _figure([(weight, one.random) for weight, one in listed], info)


def best_constant(
    rows: Iterable[Weighted], info: MetricInfo, size_name: str
) -> BestConstant | None:
    """The constant that scores best; of equals the one listed first.

    Items of several sizes have a constant each, and the figure is the mean over all of them.
    """
    by_size: dict[int, list[Weighted]] = {}
    for weight, one in rows:
        by_size.setdefault(one.size, []).append((weight, one))
    sign = 1 if info.higher_is_better else -1
    best: dict[int, tuple[float, str, float]] = {}
    for size, some in sorted(by_size.items()):
        for name in some[0][1].constants:
            scored = [(weight, one.constants[name]) for weight, one in some]
            value = _figure(scored, info)
            if value is not None and (size not in best or sign * value > sign * best[size][0]):
                weight = math.fsum(w for w, scores in scored if info.name in scores)
                best[size] = (value, name, weight)
    if not best:
        return None
    if len(best) == 1:
        ((value, name, _),) = best.values()
        return BestConstant(value, name)
    total = math.fsum(weight for _, _, weight in best.values())
    mean = math.fsum(value * weight for value, _, weight in best.values()) / total
    return BestConstant(
        mean, _together({size_name.format(size): name for size, (_, name, _) in best.items()})
    )


def _together(names: Mapping[str, str]) -> str:
    if len(set(names.values())) == 1:
        return next(iter(names.values()))
    return "; ".join(f"{size}: {name}" for size, name in names.items())


def _figure(scored: Sequence[tuple[float, Scores]], info: MetricInfo) -> float | None:
    """The figure of a data set, as runs are summarised; items without the metric are left out."""
    if info.pooled is not None:
        parts = [[s[p] for p in info.parts] for _, s in scored if s.keys() >= set(info.parts)]
        value = float(info.pooled(np.array(parts).sum(axis=0))) if parts else math.nan
        return None if math.isnan(value) else value
    known = [(weight, scores[info.name]) for weight, scores in scored if info.name in scores]
    total = math.fsum(weight for weight, _ in known)
    return math.fsum(weight * value for weight, value in known) / total if total else None


class _Scorer:
    """Scores answers as a run would; what orders and choices have in common is done once.

    Two items of one size and the same numbering read a text alike, and with the same gold they
    score it alike; metrics of other packages may look at more than that.
    """

    def __init__(self, kind: Kind, profile: Profile) -> None:
        self._kind, self._profile = kind, profile
        self._read: dict[object, Parsed] = {}
        self._scored: dict[object, Scores] = {}

    def scores(self, item: Item, answer: Answer) -> Scores:
        """What a run with this answer stores for the item, or what an unreadable one counts."""
        if isinstance(item.gold, dict) or added_metrics(self._kind):
            return self._scores_of(item, self._reading(item, answer))
        asked = (item.n, item.index_base, tuple(option.label for option in item.options), answer)
        right = (item.gold, item.accepted)
        meant = right if self._kind.reads_by_gold(self._profile) else None
        if (*asked, meant) not in self._read:
            self._read[*asked, meant] = self._reading(item, answer)
        if (*asked, right) not in self._scored:
            parsed = self._read[*asked, meant]
            self._scored[*asked, right] = self._scores_of(item, parsed)
        return self._scored[*asked, right]

    def _reading(self, item: Item, answer: Answer) -> Parsed:
        text = self._kind.write(item, answer, self._profile)
        return read_response(item, text, profile=self._profile)

    def _scores_of(self, item: Item, parsed: Parsed) -> Scores:
        if parsed.answer is None:
            return unread_scores(item, self._profile)
        return score_answer(item, parsed, self._profile)


MOST_REMEMBERED = 4
_REMEMBERED: dict[tuple[bytes, Profile], tuple[Guesses, Sequence[Guessed]]] = {}
