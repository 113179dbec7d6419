"""Power of a set of items before a run, and of two runs after them. Source: MS-1."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis._clustered import cluster_variance
from panelwise.analysis._compare import ItemScore, compare, item_scores, ranked_alike
from panelwise.analysis._power import (
    LEVEL,
    POWER,
    design_effect,
    items_for_mcnemar,
    items_for_mean,
    smallest_above,
    smallest_mcnemar,
    smallest_mean,
)
from panelwise.analysis._samples import PackItem, RunData, samples_by_task
from panelwise.analysis._summary_types import PairedTest
from panelwise.evaluation import Run
from panelwise.metrics.resampling import FEWEST_BOOKS, BookUnit, choose_clusters, cluster_unit
from panelwise.profile import Profile
from panelwise.tasks import Item, get_kind, guess_levels, headline_of

DISCORDANCE = 0.5
CORRELATION = 0.05


@dataclass(frozen=True, slots=True)
class TaskPower:
    """What a set of items can show, before any answer.

    Attributes:
        metric: the headline.
        n: items.
        books: that they come from; the books of a family count as one.
        unit: ``book``, or ``family`` where some books are of a family.
        design_effect: how many times as many items are needed because items share books; 1 below
            six books, where items are taken for independent as in every test.
        discordance: the assumed share of items that exactly one of two models gets right; of a
            metric with values between two ends, what makes its differences as large.
        difference: the smallest difference of two models that a test of pairs shows (MDD);
            ``None`` where none that is possible is shown, or the metric is no mean of items.
        chance: the score of a random answer; ``None`` where it has none, or right answers are
            withheld.
        above_chance: how far beyond that a score must lie to be shown to.
        power: the probability with which these are shown.
        is_mean: whether the metric is a mean of items.
    """

    task: str
    metric: str
    n: int
    books: int
    design_effect: float
    discordance: float
    difference: float | None
    chance: float | None
    above_chance: float | None
    power: float
    unit: BookUnit = "book"
    is_mean: bool = True

    @property
    def by_book(self) -> bool:
        """Whether there are enough books to take them for what was drawn."""
        return self.books >= FEWEST_BOOKS


@dataclass(frozen=True, slots=True)
class PairPower:
    """What two runs say of how many items it takes to tell them apart.

    Attributes:
        test: of the two runs.
        discordance: the share of common items with different scores.
        sd: of the items' differences.
        design_effect: observed, from books; at least 1.
        detectable: the smallest difference that as many items show.
        items: how many items show the observed difference; ``None`` where there is none.
        items_at_least: how many, if the true difference is the end of the interval farther from 0.
        items_at_most: how many, if it is the end nearer to 0; ``None`` where that is 0 or beyond.
        power: the probability with which these are shown.
    """

    test: PairedTest
    discordance: float
    sd: float
    design_effect: float
    detectable: float | None
    items: int | None
    items_at_least: int | None
    items_at_most: int | None
    power: float


def plan_power(
    items: Sequence[Item],
    profile_of: Callable[[str], Profile],
    *,
    power: float = POWER,
    discordance: float = DISCORDANCE,
    correlation: float = CORRELATION,
) -> tuple[TaskPower, ...]:
    """What the items of each task can show.

    Args:
        items: of one or several tasks.
        profile_of: how answers to a task are read and scored.
        power: the probability with which a difference is to be shown.
        discordance: see :class:`TaskPower`; .5 is that of two models that are right half the time,
            independently of each other. Real models agree more, and then less suffices.
        correlation: of the scores of one book's items (intraclass); .05 by default.
    """
    by_task: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        by_task.setdefault((item.task, item.kind), []).append(item)
    return tuple(
        _of_task(some, profile_of(task), power, discordance, correlation)
        for (task, _), some in by_task.items()
    )


def run_power(
    run: Run,
    *,
    power: float = POWER,
    discordance: float = DISCORDANCE,
    correlation: float = CORRELATION,
) -> tuple[TaskPower, ...]:
    """What the items of a run can show; see :func:`plan_power`."""
    return plan_power(
        run.items(),
        run.profiles.of_task,
        power=power,
        discordance=discordance,
        correlation=correlation,
    )


def pair_power(runs: Sequence[Run | RunData], *, power: float = POWER) -> tuple[PairPower, ...]:
    """For every two runs and every task they share: what it takes to tell them apart.

    Figures of sums over pages (precision, recall) are no mean of items and are left out, and so are
    pairs that are not tested (:class:`Comparison`).

    Raises:
        InputError: as :func:`compare`.
    """
    data = [RunData.of(run) if isinstance(run, Run) else run for run in runs]
    tasks = ranked_alike({run.name: samples_by_task(run) for run in data})
    scores = {
        (name, one.task, one.headline): item_scores(one, one.headline)
        for name, some in tasks.items()
        for one in some
    }
    tests = compare(data).tests
    found = []
    for test in tests:
        first, second = (scores[run, test.task, test.metric] for run in (test.first, test.second))
        if test.test.startswith("exchange"):
            continue
        found.append(_of_pair(test, first, second, power))
    return tuple(found)


def _of_task(
    items: Sequence[Item], profile: Profile, power: float, discordance: float, correlation: float
) -> TaskPower:
    metric = headline_of(items[0])
    info = get_kind(items[0].kind).metrics[metric]
    books = Counter(item.cluster for item in items)
    by_book = len(books) >= FEWEST_BOOKS and len(books) < len(items)
    effect = design_effect(books.values(), correlation) if by_book else 1.0
    worth, freedom = len(items) / effect, len(books) - 1 if by_book else None
    span = max(abs(info.best - info.worst(item.n)) for item in items)
    sd = span * math.sqrt(discordance)
    difference: float | None = None
    if info.pooled is None and info.binary and not by_book:
        difference = smallest_mcnemar(len(items), discordance, power)
    elif info.pooled is None:
        difference = smallest_mean(worth, sd, span * discordance, power, freedom)
    hidden = any(item.withheld for item in items)
    level = None if hidden else guess_levels(items, profile).get(metric)
    chance = level.random if level else None
    return TaskPower(
        task=items[0].task,
        metric=metric,
        n=len(items),
        books=len(books),
        design_effect=effect,
        discordance=discordance,
        difference=difference,
        chance=chance,
        above_chance=_above(chance, info.binary, info.pooled is None, worth, freedom, span, power),
        power=power,
        unit=cluster_unit(books),
        is_mean=info.pooled is None,
    )


def _above(
    chance: float | None,
    binary: bool,
    mean: bool,
    worth: float,
    freedom: float | None,
    span: float,
    power: float,
) -> float | None:
    """How far beyond chance a score must lie."""
    from scipy.special import stdtrit

    if chance is None or not mean:
        return None
    if not binary:  # half the span is the most that values between two ends can spread
        return smallest_mean(worth, span / 2, span, power, freedom)
    quantile = None if freedom is None else float(stdtrit(freedom, 1 - LEVEL / 2))
    return smallest_above(max(1, math.floor(worth)), chance, power, quantile)


def _of_pair(
    test: PairedTest,
    first: Mapping[PackItem, ItemScore],
    second: Mapping[PackItem, ItemScore],
    power: float,
) -> PairPower:
    common = [key for key in first if key in second]
    differences = [first[key].score - second[key].score for key in common]
    weights = [first[key].weight for key in common]
    unit, clusters = choose_clusters(
        [first[key].cluster for key in common], [first[key].question for key in common]
    )
    n = len(common)
    discordance = sum(one != 0 for one in differences) / n
    mean = math.fsum(differences) / n
    sd = math.sqrt(math.fsum((one - mean) ** 2 for one in differences) / max(1, n - 1))
    effect = _observed_effect(differences, clusters, weights, sd)
    exact = test.test == "mcnemar" and discordance > 0
    freedom = len(set(clusters)) - 1 if unit != "item" else None

    def needed(difference: float | None) -> int | None:
        if difference is None or sd == 0:
            return None
        if exact:
            share = max(discordance, abs(difference))
            return items_for_mcnemar(difference, share, power)
        plain = items_for_mean(difference, sd, power)
        return None if plain is None else math.ceil(plain * effect)

    low, high = test.difference.low, test.difference.high
    near, far = _ends(low, high)
    return PairPower(
        test=test,
        discordance=discordance,
        sd=sd,
        design_effect=effect,
        detectable=smallest_mcnemar(n, discordance, power)
        if exact
        else smallest_mean(n / effect, sd, 20 * sd, power, freedom),
        items=needed(test.difference.value),
        items_at_least=needed(far),
        items_at_most=needed(near),
        power=power,
    )


def _ends(low: float | None, high: float | None) -> tuple[float | None, float | None]:
    """The ends of an interval nearer to 0 and farther from it; no near one where it holds 0."""
    if low is None or high is None:
        return None, None
    far = max(low, high, key=abs)
    return (None if low <= 0 <= high else min(low, high, key=abs)), far


def _observed_effect(
    differences: Sequence[float], clusters: Sequence[Hashable], weights: Sequence[float], sd: float
) -> float:
    """The variance of the mean over that of as many independent items, never below 1."""
    if len(set(clusters)) < 2 or sd == 0:
        return 1.0
    plain = sd * sd / len(differences)
    return max(1.0, cluster_variance(differences, clusters, weights) / plain)
