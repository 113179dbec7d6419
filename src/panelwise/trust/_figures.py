"""The headline figures of a run, and those that a report of it states."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from panelwise.analysis import RunData, TaskSummary, summarise
from panelwise.errors import InputError
from panelwise.evaluation import Result, Run
from panelwise.files import read_json_bytes, read_regular
from panelwise.packs import Pack
from panelwise.report import write_report
from panelwise.trust._types import CheckedFigure, Difference, differing, same

OVERVIEW = "summary.json"
TEXTS = ("tables.md", "tables.tex")
# Words that describe a figure: another version may word them differently. The figures are compared.
DESCRIBING_COLUMNS = {"constant_answer", "where", "doubts"}
DESCRIBING_KEYS = (".constant.answer", ".why_no_chance")
_FRACTION = re.compile(r"-?[0-9]+\.[0-9]+(e-?[0-9]+)?")


def figures_of(
    run: Run, packs: Mapping[str, Pack], stored: Sequence[Result], found: Sequence[Result]
) -> tuple[CheckedFigure, ...]:
    """The headline of every task by the stored results, next to that by the reread ones.

    None of packs whose right answers are withheld.
    """
    packs = {known: pack for known, pack in packs.items() if not pack.withheld}
    if not packs:
        return ()
    left, right = _summaries(run, packs, stored), _summaries(run, packs, found)
    return tuple(
        CheckedFigure(
            task,
            summary.headline_metric,
            summary.n,
            summary.score.value,
            right[task].metrics[summary.headline_metric].score.value if task in right else None,
        )
        for task, summary in left.items()
    )


def _summaries(
    run: Run, packs: Mapping[str, Pack], results: Sequence[Result]
) -> dict[str, TaskSummary]:
    limit, profiles = run.config["limit"], run.profiles
    items = {known: pack.items()[:limit] for known, pack in packs.items()}
    kept = tuple(one for one in results if one.pack in items)
    data = RunData(run.name, run.model, profiles.default, items, kept, profiles.by_task)
    return {summary.task: summary for summary in summarise(data)}


def report_differences(run: Run, report: Path) -> Iterator[Difference]:
    """The tables of a report against those that the run gives now, line by line.

    Figures, names and settings are compared, and not the words that describe a figure.

    Raises:
        InputError: when the folder is no report, or not of this run.
    """
    overview = report / OVERVIEW
    try:
        said = orjson.loads(read_json_bytes(overview))
        names = [one["name"] for one in said["runs"]]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise InputError(f"{overview}: damaged; write the report again") from None
    if run.name not in names:
        held = ", ".join(map(str, names))
        raise InputError(
            f"{report} is of {held or 'no run'}, not of {run.name}; give its own report"
        )
    alone = names == [run.name]
    with TemporaryDirectory(prefix="panelwise-verify-") as place:
        fresh = write_report([run], Path(place) / "report").parent
        for table in sorted(fresh.glob("*.csv")):
            if (report / table.name).is_file():
                yield from _table_differences(run.name, report / table.name, table, alone)
            else:
                yield Difference.fault(report / table.name, "file", "the table is missing")
        if alone and said.get("panelwise") == version("panelwise"):
            yield from _text_differences(report, fresh)
        expected = orjson.loads((fresh / OVERVIEW).read_bytes())
    for part in ("summaries", "runs"):
        found = differing(
            str(overview),
            _of_run(said.get(part), run.name),
            _of_run(expected[part], run.name),
            part,
        )
        yield from (one for one in found if not one.what.endswith(DESCRIBING_KEYS))


def _of_run(records: object, name: str) -> list[object]:
    """The records that are of one run, in their order."""
    found = records if isinstance(records, list) else []
    return [
        one for one in found if isinstance(one, dict) and name in (one.get("run"), one.get("name"))
    ]


def _text_differences(stored: Path, fresh: Path) -> Iterator[Difference]:
    """The first line in which a table for people differs."""
    for name in TEXTS:
        right = (fresh / name).read_text(encoding="utf-8").splitlines()
        path = stored / name
        left = read_regular(path).decode(errors="replace").splitlines() if path.is_file() else []
        lines = enumerate(zip_longest(left, right), 1)
        wrong = next(((number, *pair) for number, pair in lines if pair[0] != pair[1]), None)
        if wrong is not None:
            yield Difference.of(str(path), f"line {wrong[0]}", wrong[1], wrong[2])


def _table_differences(run: str, stored: Path, fresh: Path, alone: bool) -> Iterator[Difference]:
    """Lines of one run: those of a report of several stand between others.

    Tables that name no run are compared where the report is of this run alone.
    """
    left, right = _rows(stored, run, alone), _rows(fresh, run, alone)
    if len(left) != len(right):
        yield Difference.of(str(stored), f"lines of {run}", len(left), len(right))
    for number, (old, new) in enumerate(zip(left, right, strict=False), 1):
        for column in dict.fromkeys([*old, *new]):
            if column in DESCRIBING_COLUMNS:
                continue
            # A column that only another run of the report fills is empty here.
            if not _same_cell(old.get(column) or "", new.get(column) or ""):
                where = f"{stored}, line {number} of {run}"
                yield Difference.of(where, column, old.get(column), new.get(column))


def _rows(path: Path, run: str, alone: bool) -> list[dict[str, str]]:
    text = read_regular(path).decode("utf-8-sig", errors="replace")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return [row for row in rows if alone or row.get("run") == run]


def _same_cell(left: str, right: str) -> bool:
    """Equal texts, or fractions that differ in their last digits."""
    if left == right or not (_FRACTION.fullmatch(left) and _FRACTION.fullmatch(right)):
        return left == right
    return same(float(left), float(right))
