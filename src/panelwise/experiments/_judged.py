"""Judges in an experiment: each open answer is marked, and the marks are held against people's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from panelwise.analysis import JudgedAgainstPeople, RunData, judged_against_people
from panelwise.errors import RunError
from panelwise.evaluation import Run, Solver, judge_run, marks_by_judge
from panelwise.experiments._packs import Say
from panelwise.models import Model

AnyModel = str | Solver | Model


class JudgedRuns:
    """One model's answers, judged.

    Attributes:
        alone: pack's name → its answers with the marks of each judge alone.
        people: pack's name → how the judges' marks go with people's, all together.
        persons: pack's name → file → the same of each person alone, where there are several.
    """

    def __init__(self, judges: Sequence[AnyModel], human: Sequence[str], say: Say) -> None:
        self._judges = judges
        self._human = human
        self._say = say
        self.alone: dict[str, tuple[RunData, ...]] = {}
        self.people: dict[str, JudgedAgainstPeople] = {}
        self.persons: dict[str, dict[str, JudgedAgainstPeople]] = {}

    def add(self, pack: str, run: Run, max_cost: float | None) -> list[str]:
        """Judge a run of a pack; the result names what did not come to its end.

        Raises:
            UserError: for a judge that is the model itself, or unusable marks of people.
        """
        if not self._judges:
            return []
        try:
            found = judge_run(run, self._judges, max_cost=max_cost)
        except RunError as error:
            return [f"{run.model} on {pack}: {error}"]
        for one in found:
            if one.same_family:
                self._say(f"{one.judge} seems to be of the same family as {run.model}")
        data = RunData.of(run)
        self.alone[pack] = tuple(_with(data, marks) for marks in marks_by_judge(run).values())
        named = [(one, Path(one.replace("{pack}", pack))) for one in self._human]
        files = [path for one, path in named if "{pack}" not in one or path.exists()]
        if files:
            self.people[pack] = judged_against_people(run, *files)
        if len(files) > 1:
            self.persons[pack] = {str(one): judged_against_people(run, one) for one in files}
        return [f"{one.judge} on {pack}: cost cap reached" for one in found if one.unasked]


def _with(data: RunData, marks: dict[tuple[str, str, int], float]) -> RunData:
    """A run's answers with the marks of one judge in place of the mean."""
    results = []
    for result in data.results:
        scores = {key: value for key, value in result.scores.items() if key != "judge"}
        mark = marks.get((result.pack, result.item, result.repeat))
        results.append(replace(result, scores=scores if mark is None else scores | {"judge": mark}))
    return replace(data, results=tuple(results))
