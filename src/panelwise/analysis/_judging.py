"""A judge's marks beside people's: agreement, and the mean that people would have given.

Source: REQUIREMENTS 4.5, 7.12; AMB-32; MS-11.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, StrictStr, ValidationError

from panelwise.errors import InputError
from panelwise.evaluation import Run, marks_of
from panelwise.metrics import (
    CorrectedMean,
    RatingComparison,
    compare_ratings,
    corrected_judge_mean,
)


class _Mark(BaseModel):
    id: StrictStr
    mark: Annotated[float, Field(ge=1, le=10)]


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


def judged_against_people(run: Run, marks: str | Path) -> JudgedAgainstPeople:
    """Compare a judged run with people's marks of some of its answers, drawn at random.

    Args:
        run: judged before (``panelwise judge``), each item asked once.
        marks: lines ``{"id": item, "mark": 1 to 10}``; several marks of one item are averaged.

    Raises:
        InputError: for a file that is not so, an unknown item, a run that was not judged, or fewer
            than two items that both marked.
    """
    judged = {item: mark for (_, item, _), mark in marks_of(run).items()}
    if not judged:
        raise InputError(f"{run.path}: was not judged; run panelwise judge first")
    human = _read(Path(marks), set(judged))
    if len(human) < 2:
        raise InputError(f"{marks}: marks {len(human)} items of the run; at least 2 are needed")
    both = list(human)
    return JudgedAgainstPeople(
        agreement=compare_ratings([judged[item] for item in both], [human[i] for i in both]),
        corrected=corrected_judge_mean(list(judged.values()), [human.get(i) for i in judged]),
        anchors=len(both),
    )


def _read(path: Path, known: set[str]) -> dict[str, float]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    given: dict[str, list[float]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            mark = _Mark.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise InputError(f"{path}, line {number}: {place}: {first['msg']}") from None
        if mark.id not in known:
            raise InputError(f"{path}, line {number}: the run has no judged item '{mark.id}'")
        given.setdefault(mark.id, []).append(mark.mark)
    return {item: sum(some) / len(some) for item, some in given.items()}
