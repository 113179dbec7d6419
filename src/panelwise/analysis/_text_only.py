"""Whether a model that reads only the words of items scores above chance.

For packs of which grouping shows nothing, because each text occurs once (``packs.check_blind``). A
model shows only that items can be answered without pictures; that it fails to does not show that
they cannot.

Source: CH-E6, AMB-13, MS-1, MS-2.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from panelwise.analysis._estimate import SIGNIFICANT, Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._odds import above_chance
from panelwise.analysis._samples import RunData
from panelwise.errors import UnavailableError
from panelwise.evaluation import Progress, Run, evaluate
from panelwise.metrics import holm
from panelwise.metrics.resampling import Cluster, choose_clusters, cluster_of, enough_clusters
from panelwise.packs import (
    BlindSort,
    Pack,
    blind_sort,
    blind_view,
    check_blind,
    write_text_only,
)
from panelwise.tasks import Item


@dataclass(frozen=True, slots=True)
class TextOnlyScore:
    """What a model has right from words alone.

    Attributes:
        task: its name; empty for all gated tasks together.
        sort: as in :class:`~panelwise.packs.BlindBound`.
        right: share of all items, unreadable answers counted as wrong.
        chance: of a random answer; of open answers the share of the commonest right one.
        read: share of readable answers.
        p: one-sided, of so many right answers by chance.
        p_holm: corrected for all gated tasks; ``p`` for the others.
    """

    task: str
    sort: BlindSort
    right: Estimate
    chance: float
    read: float
    p: float
    p_holm: float

    @property
    def refused(self) -> bool:
        """Whether a gated task is answered above chance."""
        return self.sort == "gated" and self.p_holm < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class _Answered:
    """One answer: whether it is right, the chance of that, and what it is alike with."""

    right: float
    chance: float
    read: bool
    item: Hashable
    cluster: Cluster
    narrow: str


def ask_text_only(
    packs: Sequence[Pack],
    model: str,
    out: str | Path,
    *,
    evidence: Callable[[str], bool] = lambda task: False,
    settings: Mapping[str, str] | None = None,
    limit: int | None = None,
    max_cost: float | None = None,
    progress: Progress | None = None,
) -> Run:
    """Let a model answer the items of packs without their pictures; continues what was stopped.

    Args:
        packs: the packs; tasks that ask about pictures only are left out.
        model: as for :func:`panelwise.evaluate`.
        out: a folder for the packs without pictures and the run.
        evidence: whether the words of a task are meant as evidence, by its name.
        settings: of the model, as texts.
        limit: the first so many items of every pack.
        max_cost: US dollars.
        progress: who watches.

    Raises:
        UnavailableError: when no item asks anything in words.
    """
    made = [
        write_text_only(pack, Path(out) / "packs" / str(number), evidence=evidence)
        for number, pack in enumerate(packs, 1)
    ]
    asked = [pack for pack in made if pack is not None]
    if not asked:
        raise UnavailableError(
            "every item asks about its pictures only: without them nothing is left to ask a model;"
            " leave out --model"
        )
    return evaluate(
        asked,
        model,
        out=Path(out) / "run",
        settings=settings,
        limit=limit,
        max_cost=max_cost,
        progress=progress,
    )


def text_only_scores(
    run: Run | RunData, *, evidence: Callable[[str], bool] = lambda task: False
) -> tuple[TextOnlyScore, ...]:
    """The score of every task of a text-only run, and of all gated tasks together at the end.

    Intervals and tests treat the items of a family as a cluster. Items without a family, and all
    items where there are fewer than six clusters, are clustered by text where texts occur more than
    once, else by book (with fewer than six of these, every item by itself).
    """
    data = RunData.of(run) if isinstance(run, Run) else run
    tasks = _answers(data, evidence)
    found = [_score(task, sort, some) for (task, sort), some in tasks.items()]
    gated = [one for one in found if one.sort == "gated"]
    corrected = dict(zip((one.task for one in gated), holm([one.p for one in gated]), strict=True))
    scores = [
        _score(one.task, one.sort, tasks[one.task, one.sort], corrected.get(one.task))
        if one.sort == "gated"
        else one
        for one in found
    ]
    every = [answer for (_, sort), some in tasks.items() if sort == "gated" for answer in some]
    return (*scores, *([_score("", "gated", every)] if len(gated) > 1 else ()))


def _answers(
    data: RunData, evidence: Callable[[str], bool]
) -> dict[tuple[str, BlindSort], list[_Answered]]:
    items = {(pack, item.id): item for pack, some in data.items.items() for item in some}
    chances = {
        (one.task, one.sort): one.chance or 0.0
        for one in check_blind(items.values(), evidence=evidence).bounds
    }
    texts: dict[str, int] = defaultdict(int)
    for item in items.values():
        texts[_text(item)] += 1
    shared = any(count > 1 for count in texts.values())
    found: dict[tuple[str, BlindSort], list[_Answered]] = defaultdict(list)
    for result in data.results:
        item = items[result.pack, result.item]
        sort = blind_sort(item, evidence)
        narrow = _text(item) if shared else item.book
        found[item.task, sort].append(
            _Answered(
                right=float(result.outcome == "correct"),
                chance=_chance(item, chances[item.task, sort]),
                read=result.status in ("ok", "ok_repaired"),
                item=(result.pack, result.item),
                cluster=cluster_of(narrow, item.family),
                narrow=narrow,
            )
        )
    return found


def _text(item: Item) -> str:
    view = blind_view(item)
    return view.sent if view else item.rendering.text


def _chance(item: Item, of_task: float) -> float:
    view = blind_view(item)
    return of_task if view is None or view.chance is None else view.chance


def _score(
    task: str, sort: BlindSort, answers: Sequence[_Answered], p_holm: float | None = None
) -> TextOnlyScore:
    rights, chances = [one.right for one in answers], [one.chance for one in answers]
    items = [one.item for one in answers]
    clusters = enough_clusters([one.cluster for one in answers], [one.narrow for one in answers])
    p = above_chance(rights, chances, choose_clusters(clusters, items)[1])
    return TextOnlyScore(
        task=task,
        sort=sort,
        right=estimate_mean(rights, books=clusters, items=items, binary=True),
        chance=math.fsum(chances) / len(answers),
        read=sum(one.read for one in answers) / len(answers),
        p=p,
        p_holm=p if p_holm is None else p_holm,
    )
