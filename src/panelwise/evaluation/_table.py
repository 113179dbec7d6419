"""A run as a table: one row per sample, with the item that was asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

import orjson
import pyarrow as pa

from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._result import Result
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.tasks import (
    OUTCOME_OF_STATUS,
    Item,
    drops_unread,
    get_kind,
    item_weight,
    ranking_metric,
    unread_scores,
)

_NUMBERS = {
    **dict.fromkeys(("tokens_in", "tokens_out", "attempts", "repeat", "n"), pa.int64()),
    **dict.fromkeys(("cost", "latency", "score", "weight"), pa.float64()),
}
_OTHERS = {"cached": pa.bool_(), "flags": pa.list_(pa.string())}
_OF_ITEM = ("run", "solver", "task", "kind", "book", "n", "gold", "headline", "score", "weight")


@dataclasses.dataclass(frozen=True, slots=True)
class _Sample:
    """A stored result, what was asked, and its scores, those of an unread answer included."""

    result: Result
    item: Item
    profile: Profile
    readable: bool
    scores: dict[str, float]

    @classmethod
    def of(cls, result: Result, item: Item, profile: Profile) -> _Sample:
        readable = OUTCOME_OF_STATUS[result.status] is None
        unread = {} if readable or item.withheld else unread_scores(item, profile)
        return cls(result, item, profile, readable, unread | result.scores)


def sample_table(
    run: str, solver: str, packs: Sequence[Pack], profiles: Profiles, results: Iterable[Result]
) -> pa.Table:
    """The table of :meth:`Run.to_arrow`: the results of a run, with the items of its packs."""
    items = {(pack.hash, item.id): item for pack in packs for item in pack.items()}
    samples = []
    for result in results:
        item = items[result.pack, result.item]
        samples.append(_Sample.of(result, item, profiles.of_task(item.task)))
    by_task: dict[str, list[_Sample]] = {}
    for sample in samples:
        by_task.setdefault(sample.item.task, []).append(sample)
    ranked = {
        task: ranking_metric(some[0].item, (sample.scores for sample in some))
        for task, some in by_task.items()
    }
    rows = [
        _of_result(sample.result)
        | {"run": run, "solver": solver}
        | _of_item(sample, ranked[sample.item.task])
        for sample in samples
    ]
    return pa.Table.from_pylist(rows, schema=_schema(rows))


def _of_result(result: Result) -> dict[str, Any]:
    row = dataclasses.asdict(result)
    row |= {f"score_{name}": value for name, value in row.pop("scores").items()}
    row["answer"] = None if result.answer is None else orjson.dumps(result.answer).decode()
    return row | {"flags": list(result.flags)}


def _of_item(sample: _Sample, headline: str) -> dict[str, Any]:
    item, profile = sample.item, sample.profile
    pooled = get_kind(item.kind).metrics[headline].pooled is not None
    left_out = pooled or (not sample.readable and drops_unread(item.kind, profile))
    return {
        "task": item.task,
        "kind": item.kind,
        "book": item.book,
        "n": item.n,
        "gold": None if item.withheld else orjson.dumps(item.gold).decode(),
        "headline": headline,
        "score": None if left_out else sample.scores.get(headline),
        "weight": item_weight(item, profile),
    }


def _schema(rows: list[dict[str, Any]]) -> pa.Schema:
    """Typed columns even where every value is missing."""
    names = [field.name for field in dataclasses.fields(Result) if field.name != "scores"]
    scores = sorted({name for row in rows for name in row if name.startswith("score_")})
    types = _NUMBERS | _OTHERS
    columns = [(name, types.get(name, pa.string())) for name in (*names, *_OF_ITEM)]
    return pa.schema(columns + [(name, pa.float64()) for name in scores])
