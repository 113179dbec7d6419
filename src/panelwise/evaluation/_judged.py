"""The marks of a run's judges, worked out again from the judges' own runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

import orjson

from panelwise.benchmarks import paper_of
from panelwise.errors import InputError
from panelwise.evaluation._judge import FOLDER, Marks, answers_to_judge, mark_of
from panelwise.evaluation._run import Run
from panelwise.files import read_json_bytes
from panelwise.packs import Pack
from panelwise.profile import Profile

MOST = 256  # combinations of marks; a judge that was asked again rarely gave another one


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One open answer of a judged run.

    Attributes:
        sample: pack's hash, item's id, repeat.
        possible: the means that the stored marks can make; several only where a judge was asked
            again and said something else.
        flagged: whether the answer addresses the judge.
    """

    sample: tuple[str, str, int]
    possible: frozenset[float]
    flagged: bool


def judge_runs(run: Run) -> list[Run]:
    """The runs in which judges were asked; empty for a run that nobody judged.

    Raises:
        InputError: when one is damaged or gone.
    """
    return [
        Run.open(place / "run", [Pack.open(place / "pack")])
        for folder in _folders(run)
        for place in sorted(folder.glob("try-*"))
    ]


def judged_answers(run: Run) -> Iterator[JudgedAnswer]:
    """Every open answer with the marks that the judges' stored answers give it.

    Raises:
        InputError: when a judge's run is damaged or gone.
    """
    given = [_given(folder) for folder in _folders(run)]
    judging = [marks for marks, _ in given if any(any(one) for one in marks.values())]
    profile = given[0][1] if given else run.profile
    answers = answers_to_judge(run) if given else []
    judged = bool(judging) or all(one.text is None for one in answers)
    for one in answers:
        found = [marks[one.key] for marks in judging if one.key in marks]
        chosen = islice(product(*found), MOST) if judged else ()
        means = {
            mark_of(one, [Marks({one.key: mark}) for mark in some], profile) for some in chosen
        }
        sample = (one.result.pack, one.result.item, one.result.repeat)
        yield JudgedAnswer(sample, frozenset(mean for mean in means if mean), one.flagged)


def marks_by_judge(run: Run) -> dict[str, dict[tuple[str, str, int], float]]:
    """Judge → (pack, item, repeat) → its mark, in the order in which the judges were named.

    Silence and a judge's failures have the marks that the run's profile gives them.

    Raises:
        InputError: when a judge's run is damaged or gone.
    """
    found: dict[str, dict[tuple[str, str, int], float]] = {}
    answers = answers_to_judge(run)
    for name, folder in zip(_names(run), _folders(run), strict=True):
        given, profile = _given(folder)
        marks: Marks = {key: next(iter(some)) for key, some in given.items()}
        found[name] = {
            (one.result.pack, one.result.item, one.result.repeat): mark
            for one in answers
            if (mark := mark_of(one, [marks], profile)) is not None
        }
    return found


def _given(folder: Path) -> tuple[dict[str, list[int | None]], Profile]:
    """Every mark that a judge ever gave an answer, and the profile that it worked by."""
    marks: dict[str, set[int | None]] = {}
    profile: Profile | None = None
    for place in sorted(folder.glob("try-*")):
        pack = Pack.open(place / "pack")
        profile = Profile.stored(
            pack.manifest["profile"], str(pack.path), paper_of(pack.manifest["task"])
        )
        for result in Run.open(place / "run", [pack]).results():
            mark = result.answer["mark"] if isinstance(result.answer, dict) else None
            marks.setdefault(result.item, set()).add(mark)
    if profile is None:
        raise InputError(f"{folder}: the judge's runs are gone; restore them from a copy")
    marked: dict[str, list[int | None]] = {}
    for key, some in marks.items():
        known: list[int | None] = [mark for mark in some if mark is not None]
        marked[key] = known or [None]
    return marked, profile


def _folders(run: Run) -> list[Path]:
    return [run.path / FOLDER / Path(name).name for name in _stored(run, "folder")]


def _names(run: Run) -> list[str]:
    return _stored(run, "judge")


def _stored(run: Run, key: str) -> list[str]:
    """What is stored of every judge under a key."""
    path = run.path / FOLDER / "judges.json"
    if not path.is_file():
        return []
    try:
        return [str(one[key]) for one in orjson.loads(read_json_bytes(path))]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise InputError(f"{path}: damaged; restore it from a copy") from None
