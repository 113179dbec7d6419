"""One wrong answer among right ones: which cells of an experiment's table it changes, and may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.analysis._breakdowns import fact_values
from panelwise.benchmarks import profile_for
from panelwise.experiments import Experiment, Mean, Measurement, PacksFrom, run_experiment
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.tasks import Item, get_kind


@dataclass(frozen=True)
class Change:
    """Headings of cells that differ, of those made of the item's answer, and with means of them.

    Cells that stay empty, such as marks without a judge, are in none of them.
    """

    differing: set[str]
    own: set[str]
    with_means: set[str]


def one_wrong_answer(plan: Experiment, folder: Path, place: Path) -> Change:
    """Run an experiment on right answers, and on the same with one wrong answer.

    Args:
        plan: with columns of packs.
        folder: with its packs.
        place: for the recordings and the runs.
    """
    columns = list(_cells(plan))
    packs = {one.name: Pack.open(folder / one.name) for one in plan.packs}
    first, item = next(
        (column.pack, item)
        for _, column in columns
        if column.pack in packs
        for item in packs[column.pack].items()
        if _counts(column, item)
    )
    for name, pack in packs.items():
        for version in ("right", "wrong"):
            (place / version).mkdir(exist_ok=True)
            spoken = {one.id: _right(one, plan.profile) for one in pack.items()}
            if version == "wrong" and name == first:
                spoken[item.id] = _wrong(item, pack, plan.profile)
            lines = [json.dumps({"id": key, "answer": text}) for key, text in spoken.items()]
            (place / version / f"{name}.jsonl").write_text("\n".join(lines), "utf-8")
    models = [f"recorded:{place}/{version}/{{pack}}.jsonl" for version in ("right", "wrong")]
    done = run_experiment(plan, models, place / "out", source=PacksFrom(packs=folder))
    scores: list[dict[str, float | None]] = [{}, {}]
    for cell in done.table.measured:
        scores[models.index(cell.model)][cell.column] = cell.score.value
    differing = {name for name, value in scores[0].items() if scores[1][name] != value}
    touched = [(name, one) for name, one in columns if one.pack == first and _counts(one, item)]
    own = {name for name, _ in touched if scores[0][name] is not None}
    names = {one.column for _, one in touched}
    means = {one.heading for one in plan.columns if isinstance(one, Mean) and names & set(one.of)}
    return Change(differing, own, own | means)


def _cells(plan: Experiment) -> Iterator[tuple[str, Measurement]]:
    """The name of every cell of a model, and what is measured there."""
    for one in plan.columns:
        if isinstance(one, Measurement):
            for group, where in plan.groups:
                yield f"{one.heading} ({group})", replace(one, where={**one.where, **where})
            if not plan.groups:
                yield f"{one.row}, {one.heading}" if one.row else one.heading, one


def _counts(column: Measurement, item: Item) -> bool:
    return all(set(some) & set(fact_values(key, item)) for key, some in column.where.items())


def _right(item: Item, name: str) -> str:
    return get_kind(item.kind).write(item, item.gold, _profile(item, name))


def _wrong(item: Item, pack: Pack, name: str) -> str:
    """Another option, the order turned round, or what is right of another item."""
    kind = get_kind(item.kind)
    if isinstance(item.gold, int):
        return kind.write(item, (item.gold + 1) % item.n, _profile(item, name))
    if isinstance(item.gold, tuple):
        return kind.write(item, (*item.gold[1:], item.gold[0]), _profile(item, name))
    others = (one for one in pack.items() if one.id != item.id and one.gold != item.gold)
    return _right(next(others), name)


def _profile(item: Item, name: str) -> Profile:
    return profile_for(item.task, name)
