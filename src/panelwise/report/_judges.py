"""Who judged the open answers of a run, and what people say, as ``panelwise judge`` kept it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, NonNegativeInt, TypeAdapter, ValidationError

from panelwise.errors import InputError
from panelwise.files import damaged, first_fault, read_json_bytes

_RECORD = Path("judging") / "judges.json"
_PEOPLE = Path("judging") / "people.json"
T = TypeVar("T")


class JudgeReport(BaseModel):
    """What one judge made of a run.

    Attributes:
        judge: its name.
        prompt: the id of the wording.
        n: answers that it marked.
        failed: answers that it gave no readable mark.
        unasked: answers that wait for a mark, because the judge cost too much.
        silent: samples without an answer, which need no judge.
        flagged: answers that address the judge.
        mean: of its marks, from 1 to 10; ``None`` without any.
        unflagged_mean: the same without the flagged answers.
        same_family: whether it seems to be of the family of the model that is judged.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    judge: str
    prompt: str
    n: NonNegativeInt
    failed: NonNegativeInt
    unasked: NonNegativeInt = 0
    silent: NonNegativeInt
    flagged: NonNegativeInt
    mean: float | None
    unflagged_mean: float | None = None
    same_family: bool


class _Agreement(BaseModel):
    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    pearson: float | None
    within_one: float


class _Corrected(BaseModel):
    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    mean: float
    low: float
    high: float
    judge_mean: float


class People(BaseModel):
    """People's marks of some answers beside the judge's of all (MS-11).

    Attributes:
        anchors: answers that both marked.
        corrected: the judge's mean, and what people would have given.
        agreement: how their marks go together.
    """

    model_config = ConfigDict(frozen=True)

    anchors: NonNegativeInt
    corrected: _Corrected
    agreement: _Agreement

    def words(self, run: str) -> str:
        """All of it in a sentence."""
        mean, both = self.corrected, self.agreement
        r = "not defined" if both.pearson is None else f"{both.pearson:.2f}"
        return (
            f"{run}: people marked {self.anchors} of the answers. Corrected by them the mean is"
            f" {mean.mean:.2f} [{mean.low:.2f}, {mean.high:.2f}], the judge's own"
            f" {mean.judge_mean:.2f}; r {r}, within one point {both.within_one:.0%}."
        )


_JUDGES: TypeAdapter[tuple[JudgeReport, ...]] = TypeAdapter(tuple[JudgeReport, ...])
_HELD_AGAINST: TypeAdapter[People] = TypeAdapter(People)


def read_judges(run: Path) -> tuple[JudgeReport, ...]:
    """The judges of the run in a folder; none where nobody judged it.

    Raises:
        InputError: for a record that is not one.
    """
    return _read(_JUDGES, run / _RECORD) or ()


def read_people(run: Path) -> People | None:
    """What people's marks say of the judge's; ``None`` where there are none.

    Raises:
        InputError: for a record that is not one.
    """
    return _read(_HELD_AGAINST, run / _PEOPLE)


def _read(shape: TypeAdapter[T], path: Path) -> T | None:
    if not path.is_file():
        return None
    try:
        return shape.validate_json(read_json_bytes(path))
    except ValidationError as error:
        raise InputError(damaged(str(path), first_fault(error))) from None
