"""Item analysis of several runs, task by task. Source: MS-12."""

from __future__ import annotations

import math
from collections.abc import Sequence

from panelwise.analysis._samples import RunData
from panelwise.analysis.items._discrimination import item_rest, negative_p, suspects
from panelwise.analysis.items._informative import check_subset
from panelwise.analysis.items._matrix import Matrix, RunMatrix, matrices
from panelwise.analysis.items._response_model import ResponseModel, fit_responses
from panelwise.analysis.items._types import ItemAnalysis, ItemFigures, RunAbility
from panelwise.errors import InputError
from panelwise.evaluation import Run
from panelwise.wording import counted

FEW = 10  # runs, below which figures of single items are weak


def analyse_items(
    runs: Sequence[Run | RunData], *, parameters: int = 2, subset: int | None = None
) -> tuple[ItemAnalysis, ...]:
    """Difficulty, discrimination, response model and suspicious gold of each task's items.

    Args:
        runs: at least two, on the same packs. Repeats of an item are averaged.
        parameters: of the response model: 1 (difficulty) or 2 (and discrimination).
        subset: how many items shall predict the score on all.

    Raises:
        InputError: for fewer than two runs, runs of one name or without a common task, or a
            subset of more items than there are or chosen from fewer than three models.
    """
    if len(runs) < 2:
        raise InputError("an item analysis compares several runs; name at least two")
    data = [RunData.of(run) if isinstance(run, Run) else run for run in runs]
    models = [run.model for run in data]
    return tuple(_analyse(matrix, models, parameters, subset) for matrix in matrices(data))


def _analyse(
    matrix: RunMatrix, models: Sequence[str], parameters: int, subset: int | None
) -> ItemAnalysis:
    model = (
        fit_responses(matrix.sums, matrix.tries, matrix.chances, parameters=parameters)
        if matrix.binary
        else None
    )
    ids = [item.id for item in matrix.items]
    reversed_p = negative_p(matrix.means)
    check = subset and check_subset(matrix.means, subset, matrix.runs, models, ids)
    return ItemAnalysis(
        task=matrix.task,
        metric=matrix.metric.name,
        runs=matrix.runs,
        left_out=matrix.left_out,
        items=_figures(matrix, model, reversed_p),
        abilities=_abilities(matrix, model),
        suspects=suspects(matrix, reversed_p),
        parameters=model.parameters if model else 0,
        difficulty_spread=model.difficulty_spread if model else None,
        discrimination_spread=model.discrimination_spread if model else None,
        subset=check or None,
        notes=tuple(_notes(matrix, models)),
    )


def _figures(
    matrix: RunMatrix, model: ResponseModel | None, reversed_p: Matrix
) -> tuple[ItemFigures, ...]:
    means, correlations = matrix.means.mean(axis=0), item_rest(matrix.means)
    figures = []
    for at, item in enumerate(matrix.items):
        correlation = float(correlations[at])
        fitted: list[float | None] = [None] * 6
        if model is not None:
            fitted[:3] = map(float, model.difficulties[at])
        if model is not None and model.parameters == 2:
            fitted[3:] = map(float, model.discriminations[at])
        known = None if math.isnan(correlation) else correlation
        p = float(reversed_p[at])
        figures.append(ItemFigures(item.id, item.book, float(means[at]), known, p, *fitted))
    return tuple(figures)


def _abilities(matrix: RunMatrix, model: ResponseModel | None) -> tuple[RunAbility, ...]:
    if model is None:
        return ()
    means = matrix.means.mean(axis=1)
    return tuple(
        RunAbility(run, float(mean), *map(float, ability))
        for run, mean, ability in zip(matrix.runs, means, model.abilities, strict=True)
    )


def _notes(matrix: RunMatrix, models: Sequence[str]) -> list[str]:
    notes = []
    count = len(set(models))
    if count < FEW:
        notes.append(
            f"{counted(count, 'model')}: figures of single items are weak below {FEW}; their order"
            " is a hint, not a finding"
        )
    if not any(matrix.above_guessing):
        notes.append("no run beats guessing: the items' figures are those of chance")
    if not matrix.binary:
        scores = (
            "some unreadable answers are scored as guesses"
            if matrix.metric.binary
            else f"{matrix.metric.name} has partial scores"
        )
        notes.append(
            f"{scores}, so no item response model was fitted; it needs a right-or-wrong metric"
        )
    if matrix.left_out:
        notes.append(f"{counted(matrix.left_out, 'item')} left out: some run has no score of it")
    return notes
