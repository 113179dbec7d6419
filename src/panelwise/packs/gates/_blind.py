"""What a reader can score who gets everything that is sent except the pixels.

Items that differ in nothing but pixels (and in the order of their options) form a group. Within a
group such a reader must always give the same answer, so even one who knows how often each answer
is right, because the generator of the items is known, scores no more than the commonest answer
does. The sum over groups is the least upper bound for any use of what is sent.

Source: specification MS-2, MS-13.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from panelwise.packs._findings import Finding, Findings
from panelwise.packs.gates._giveaways import position_gate
from panelwise.tasks import Item, get_kind
from panelwise.tasks.kinds import BlindView, KnownBlind

MARGIN = 0.02
"""A task is rejected if the bound exceeds chance by more."""
FEWEST_ANSWERS = 20
"""An open question should have at least so many possible answers, so a bound of 1/20 is fine."""
BlindSort = Literal["gated", "evidence", "weak", "not compared"]


@dataclass(frozen=True, slots=True)
class BlindBound:
    """The most that a reader without pixels can score on the items of one task.

    Attributes:
        task: its name.
        kind: of its items.
        sort: ``gated``; ``evidence`` where the words are meant to be read as evidence; ``weak``
            for options that are declared weak (SC-11); ``not compared`` where an answer is more
            than an option, an order or a few words.
        items: how many.
        texts: how many groups of items differ in pixels only.
        alone: items that are a group of their own; about these grouping says nothing.
        bound: the highest expected share of right answers; ``None`` if not compared.
        chance: of a random answer (mean of 1/k); of open answers the share of the commonest.
        allowed: the highest bound that passes.
    """

    task: str
    kind: str
    sort: BlindSort
    items: int
    texts: int
    alone: int
    bound: float | None
    chance: float | None
    allowed: float | None

    @property
    def gap(self) -> float | None:
        """The bound minus chance."""
        return None if self.bound is None or self.chance is None else self.bound - self.chance

    @property
    def refused(self) -> bool:
        """Whether it is gated and above what is allowed."""
        if self.sort != "gated" or self.bound is None or self.allowed is None:
            return False
        return self.bound > self.allowed + 1e-9


@dataclass(frozen=True, slots=True)
class BlindCheck:
    """The bound of every task, and what is wrong with them."""

    bounds: tuple[BlindBound, ...]
    findings: Findings


Viewed = tuple[Item, BlindView | None]


def check_blind(
    items: Iterable[Item], *, evidence: Callable[[str], bool] = lambda task: False
) -> BlindCheck:
    """What can be answered without pixels, task by task, over the items of all packs together.

    Rejected: tasks whose bound is more than :data:`MARGIN` above chance, and tasks of which a place
    or an order is right too often, because the bound takes the shuffling of options for fair.

    Args:
        items: of one or several packs; their right answers must be known.
        evidence: whether the words of a task are meant as evidence, by its name.
    """
    tasks: dict[tuple[str, str, BlindSort], list[Viewed]] = defaultdict(list)
    for item in items:
        view = blind_view(item)
        tasks[item.task, item.kind, blind_sort(item, evidence)].append((item, view))
    bounds = [_bound(*key, [view for _, view in some]) for key, some in tasks.items()]
    found: list[Finding] = []
    for bound, some in zip(bounds, tasks.values(), strict=True):
        if bound.refused:
            found.append(_finding(bound))
        if bound.sort == "gated":
            found += [
                replace(one, severity="refuse", what=f"{bound.task}: {one.what}")
                for one in position_gate([item for item, _ in some])
            ]
    return BlindCheck(tuple(bounds), Findings.of(found))


def blind_view(item: Item) -> BlindView | None:
    """An item without its pixels; ``None`` where its kind cannot say what is right then."""
    kind = get_kind(item.kind)
    return kind.blind_view(item) if isinstance(kind, KnownBlind) else None


def blind_sort(item: Item, evidence: Callable[[str], bool]) -> BlindSort:
    """Whether the items of a task are gated, by :class:`BlindBound`."""
    if blind_view(item) is None:
        return "not compared"
    if evidence(item.task):
        return "evidence"
    return "weak" if item.meta.get("distractors") == "weak" else "gated"


def _bound(task: str, kind: str, sort: BlindSort, views: Sequence[BlindView | None]) -> BlindBound:
    n, seen = len(views), [view for view in views if view is not None]
    if not seen:
        return BlindBound(task, kind, sort, n, 0, 0, None, None, None)
    groups: dict[str, list[BlindView]] = defaultdict(list)
    for view in seen:
        groups[view.sent].append(view)
    chances = [view.chance for view in seen if view.chance is not None]
    listed = len(chances) == n
    chance = math.fsum(chances) / n if listed else _most_right(seen) / n
    return BlindBound(
        task=task,
        kind=kind,
        sort=sort,
        items=n,
        texts=len(groups),
        alone=sum(len(group) == 1 for group in groups.values()),
        bound=math.fsum(map(_most_right, groups.values())) / n,
        chance=chance,
        allowed=(chance if listed else max(chance, 1 / FEWEST_ANSWERS)) + MARGIN,
    )


def _most_right(views: Sequence[BlindView]) -> float:
    """How many of these items the best single answer has right, expected."""
    hits: dict[str, list[float]] = defaultdict(list)
    for view in views:
        for answer, probability in view.answers.items():
            hits[answer].append(probability)
    return max(map(math.fsum, hits.values()), default=0.0)


def _finding(bound: BlindBound) -> Finding:
    what = (
        f"{bound.task}: up to {bound.bound:.3f} of the answers can be right without pixels,"
        f" chance is {bound.chance:.3f}, and {bound.allowed:.3f} is allowed"
    )
    if bound.alone == bound.items:
        remedy = (
            "every text occurs only once (with these picture sizes), so grouping cannot show that"
            " these items need their pictures; give every text several pictures with different"
            " answers, or ask a text-only model (--model)"
        )
    elif bound.alone:
        remedy = (
            f"{bound.alone} of {bound.items} items have a text of their own, for which grouping"
            " shows nothing; give every text several pictures, and make each of its answers right"
            " equally often"
        )
    else:
        remedy = "make each answer to a text right equally often"
    return Finding("blind", "refuse", (), what, remedy)
