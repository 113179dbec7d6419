"""A judge's marks beside people's: agreement, and the mean that people would have given.

Source: specification 4.5, 7.12; AMB-32; MS-11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, StrictStr, TypeAdapter

from panelwise.comics.formats import parse_lines
from panelwise.errors import InputError
from panelwise.evaluation import Run
from panelwise.metrics import (
    CorrectedMean,
    RatingComparison,
    compare_ratings,
    corrected_judge_mean,
)
from panelwise.tasks import get_kind
from panelwise.tasks.kinds import Judgeable
from panelwise.wording import counted


class _Mark(BaseModel):
    id: StrictStr
    mark: Annotated[float, Field(ge=1, le=10, strict=True)]


_MARK = TypeAdapter(_Mark)
_WANTED = 'write {"id": "…", "mark": 7}, with a mark from 1 to 10'


@dataclass(frozen=True, slots=True)
class JudgedAgainstPeople:
    """A run's judge and people on the same answers.

    Attributes:
        agreement: how their marks go together.
        corrected: the judge's mean, corrected by the anchors that people marked.
        anchors: items that both marked.
    """

    agreement: RatingComparison
    corrected: CorrectedMean
    anchors: int


def judged_against_people(run: Run, *marks: str | Path) -> JudgedAgainstPeople:
    """Compare a judged run with people's marks of some of its answers, drawn at random.

    Args:
        run: judged before (``panelwise judge``), each item asked once.
        marks: files of lines ``{"id": item, "mark": 1 to 10}``, of one or several people; several
            marks of one item are averaged.

    Raises:
        InputError: for a file that is not so, an unknown item, a run that was not judged or asks
            an item twice, or fewer than two items that both marked.
    """
    judged = _judged(run)
    human = _read([Path(path) for path in marks], set(judged))
    both = [item for item in human if judged[item] is not None]
    if len(both) < 2:
        where = ", ".join(map(str, marks))
        raise InputError(
            f"{where} has marks of {counted(len(both), 'judged item')}; at least 2 are needed"
        )
    judge, people = list(judged.values()), [human.get(item) for item in judged]
    return JudgedAgainstPeople(
        agreement=compare_ratings(judge, people),
        corrected=corrected_judge_mean(judge, people),
        anchors=len(both),
    )


def _judged(run: Run) -> dict[str, float | None]:
    """Every open answer's mark, None where the judge failed."""
    judgeable = {
        (pack.hash, item.id)
        for pack in run.packs
        for item in pack.items()
        if isinstance(get_kind(item.kind), Judgeable)
    }
    judged: dict[str, float | None] = {}
    for result in run.results():
        if (result.pack, result.item) not in judgeable:
            continue
        if result.item in judged:
            raise InputError(
                f"{run.path} has several answers to '{result.item}'; people's marks need a run"
                " that asks each item once"
            )
        judged[result.item] = result.scores.get("judge")
    if all(mark is None for mark in judged.values()):
        raise InputError(f"{run.path} was not judged; run panelwise judge RUN --judge MODEL first")
    return judged


def _read(paths: Sequence[Path], known: set[str]) -> dict[str, float]:
    given: dict[str, list[float]] = {}
    for path in paths:
        for where, mark in parse_lines(_MARK, path, _WANTED):
            if mark.id not in known:
                raise InputError(f"{where}: the run has no open answer to '{mark.id}'")
            given.setdefault(mark.id, []).append(mark.mark)
    return {item: sum(some) / len(some) for item, some in given.items()}
