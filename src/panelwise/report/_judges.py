"""Who judged the open answers of a run, as ``panelwise judge`` wrote it down."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, NonNegativeInt, TypeAdapter, ValidationError

from panelwise.errors import InputError

_RECORD = Path("judging") / "judges.json"


class Judge(BaseModel):
    """What one judge made of a run.

    Attributes:
        judge: its name.
        prompt: the id of the wording.
        n: answers that it marked.
        failed: answers that it gave no readable mark.
        unasked: answers that wait for a mark, because the judge cost too much.
        silent: samples without an answer, which need no judge.
        flagged: answers that address whoever judges them.
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


_JUDGES: TypeAdapter[tuple[Judge, ...]] = TypeAdapter(tuple[Judge, ...])


def read_judges(run: Path) -> tuple[Judge, ...]:
    """The judges of the run in a folder; none where nobody judged it.

    Raises:
        InputError: for a record that is not one.
    """
    path = run / _RECORD
    if not path.is_file():
        return ()
    try:
        return _JUDGES.validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"{path}: {place + ': ' if place else ''}{first['msg']}") from None
