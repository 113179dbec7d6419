"""Metrics that other packages add to a kind.

A package declares a :class:`Metric` and registers it as ``KIND.METRIC`` under the entry point group
``panelwise.metrics``. The kind then has it like its own metrics: scores, chance levels, reports and
``panelwise score`` need not know where a metric comes from.
"""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from panelwise.errors import PluginError, PluginWarning
from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.registry import Registry
from panelwise.tasks._item import Answer, Item
from panelwise.tasks.kinds._kind import Kind
from panelwise.tasks.kinds._settings import ScoringSettings

METRICS = Registry("metric", "panelwise.metrics")
_AXIS = "the parts on its last axis: sums[..., 0] / sums[..., 1]"
MetricValue = float | Mapping[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A metric that a package adds to a kind.

    Attributes:
        kind: the kind whose answers it scores ("choice").
        info: its name, what it says, direction and range.
        score: item, readable answer and profile to a value; ``None`` where it is undefined for the
            item. A pooled metric (``info.pooled``) gives the parts that are summed, by name.
        chance: item and profile to the expected value of a uniform random answer; without it none
            is reported.
        unread: item and profile to the value of an answer that could not be read. By default it is
            that of the kind's empty answer, where it has one; otherwise ``info.worst``.
    """

    kind: str
    info: MetricInfo
    score: Callable[[Item, Answer, Profile], MetricValue]
    chance: Callable[[Item, Profile], MetricValue] | None = None
    unread: Callable[[Item, Profile], MetricValue] | None = None

    @property
    def name(self) -> str:
        """As it is registered: ``KIND.METRIC``."""
        return f"{self.kind}.{self.info.name}"

    @property
    def keys(self) -> tuple[str, ...]:
        """What it adds to the scores of an answer: its name, or its parts."""
        return self.info.parts if self.info.pooled else (self.info.name,)

    def scores(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """What it adds to the scores of an answer.

        Raises:
            PluginError: when its function fails or gives something else.
        """
        return self._checked(lambda: self.score(item, answer, profile), item)

    def unread_scores(self, item: Item, profile: Profile, empty: Answer | None) -> dict[str, float]:
        """What an unreadable answer scores; ``empty`` is the kind's answer that says nothing."""
        policy, unread, chance = (
            profile.section(ScoringSettings).invalid_policy,
            self.unread,
            self.chance,
        )
        if policy == "chance" and chance is not None:
            return self._checked(lambda: chance(item, profile), item)
        if policy == "identity_fallback" and isinstance(item.gold, tuple):
            return self.scores(item, tuple(range(item.n)), profile)
        if unread is not None:
            return self._checked(lambda: unread(item, profile), item)
        if empty is not None:
            return self.scores(item, empty, profile)
        return self._checked(lambda: self.info.worst(item.n), item)

    def chance_scores(self, item: Item, profile: Profile) -> dict[str, float]:
        """The expected values of a uniform random answer; empty where none are known."""
        chance = self.chance
        return {} if chance is None else self._checked(lambda: chance(item, profile), item)

    def _checked(self, work: Callable[[], MetricValue], item: Item) -> dict[str, float]:
        try:
            value = work()
            if value is None:
                return {}
            named = value if isinstance(value, Mapping) else {self.info.name: value}
            scores = {name: float(number) for name, number in named.items()}
        except Exception as error:
            cause = " ".join(f"{type(error).__name__}: {error}".split())
            raise PluginError(
                f"metric '{self.name}' fails on item '{item.id}' ({cause})"
            ) from error
        if scores.keys() != set(self.keys) or not all(map(math.isfinite, scores.values())):
            wanted = ", ".join(self.keys)
            raise PluginError(
                f"metric '{self.name}' gives {scores} for item '{item.id}'; wanted: {wanted}"
            )
        return scores


def added_metrics(kind: Kind) -> tuple[Metric, ...]:
    """The metrics that installed packages add to a kind; empty for most."""
    return getattr(kind, "added", ())


def added_scores(kind: Kind, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
    """What added metrics score a readable answer, for answers that were stored without them."""
    return {
        name: value
        for metric in added_metrics(kind)
        for name, value in metric.scores(item, answer, profile).items()
    }


def with_added_metrics(kind: Kind) -> Kind:
    """The kind with the metrics of installed packages; the same object where there are none.

    One that can't be imported, or can't be added, is left out with a ``PluginWarning``.
    """
    found = tuple(_found(kind))
    if not found:
        return kind
    own, extended = type(kind), cast("Any", copy.copy(kind))
    changed = {name: value for name, value in vars(_Extended).items() if not name.startswith("_")}
    facts = {"__slots__": (), "__doc__": own.__doc__, "added": found, "original": kind}
    extended.__class__ = type(own.__name__, (own,), changed | facts)
    return cast("Kind", extended)


def _found(kind: Kind) -> Iterator[Metric]:
    taken = {*kind.metrics, *(part for info in kind.metrics.values() for part in info.parts)}
    for name, metric in METRICS.working(f"{kind.name}."):
        fault = _fault(name, metric, taken)
        if fault:
            warnings.warn(f"the metric '{name}' {fault}; left out", PluginWarning, stacklevel=2)
        else:
            taken |= {metric.info.name, *metric.keys}
            yield metric


def _fault(name: str, metric: object, taken: set[str]) -> str:
    """Why a registered object can't be added to its kind; empty if it can."""
    if not isinstance(metric, Metric):
        return f"is a {type(metric).__name__}, not a panelwise.tasks.Metric"
    if metric.name != name:
        return f"calls itself '{metric.name}'; the two must be the same"
    clash = sorted(taken & {metric.info.name, *metric.keys})
    if clash:
        return f"would be a second score '{clash[0]}' of the kind"
    return _pooling_fault(metric.info)


def _pooling_fault(info: MetricInfo) -> str:
    """Why ``pooled`` cannot be used; empty if it can, or if there is none."""
    if info.pooled is None:
        return ""
    import numpy as np

    try:
        values = info.pooled(np.ones((2, len(info.parts))))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"fails on sums ({error}); 'pooled' gets an array with {_AXIS}"
    right = np.shape(values) == (2,)
    return "" if right else f"gives {np.shape(values)} for 2 rows of sums; it gets {_AXIS}"


class _Extended:
    """What a kind with added metrics does differently: methods for a subclass of the kind's class.

    ``isinstance`` and everything else stay as the kind has them.
    """

    added: ClassVar[tuple[Metric, ...]]
    original: ClassVar[Kind]

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return {**self.original.metrics, **{one.info.name: one.info for one in self.added}}

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        scores = dict(self.original.score(item, answer, profile))
        for metric in self.added:
            scores |= metric.scores(item, answer, profile)
        return scores

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        own = self.original.invalid_scores(item, profile)
        if own is None:
            return None
        scores = dict(own)
        for metric in self.added:
            scores |= metric.unread_scores(item, profile, self.original.empty)
        return scores

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        scores = dict(self.original.chance(item, profile))
        for metric in self.added:
            scores |= metric.chance_scores(item, profile)
        return scores
