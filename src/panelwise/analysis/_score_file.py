"""Scores for answers that no run of ours asked for."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from panelwise.analysis._detection_precision import detection_precision
from panelwise.analysis._samples import RunData
from panelwise.analysis._summarise import summarise
from panelwise.analysis._summary_types import DetectionPrecision, TaskSummary
from panelwise.benchmarks import BENCHMARKS, get_task, paper_of_benchmark, paper_of_kind
from panelwise.errors import SettingError
from panelwise.evaluation import Result
from panelwise.files import json_lines, open_regular
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import (
    AnsweredItem,
    Item,
    Parsed,
    get_kind,
    line_shape,
    outcome_of,
    read_answer_lines,
    read_response,
    score_answer,
    unread_scores,
)
from panelwise.tasks.kinds import KINDS, BoxSettings, RatesBoxes, SpottingSettings, kind_names

MAX_VALUES_A_LINE = 200_000  # of JSON; a crowded page's gold and answer have a few thousand


@dataclass(frozen=True, slots=True)
class FileScores:
    """All that can be said of a file of answers.

    Attributes:
        summary: every metric of the kind.
        detection: average precision, for kinds whose answers are boxes with scores; ``None`` when
            some boxes have scores and others none.
        notes: what a reader of the figures must know.
    """

    summary: TaskSummary
    detection: DetectionPrecision | None
    notes: tuple[str, ...]


def score_file(
    kind: str,
    path: str | Path,
    profile: Profile = RECOMMENDED,
    *,
    benchmark: str | None = None,
) -> TaskSummary:
    """Every metric for a file of lines ``{"id", "gold", "answer"}``; ``-`` is standard input.

    See :func:`panelwise.tasks.read_answer_lines` for what the lines may hold.

    Args:
        kind: how the answers are read and scored ("choice").
        path: the file.
        profile: ``paper`` takes the values of the paper that alone asks in this way, if one does;
            otherwise what holds for all papers.
        benchmark: whose ``paper`` is meant: a task or a paper ("stripcipher").

    Raises:
        InputError: one line with file, line number and what is wrong.
        SettingError: for a kind that cannot be scored.
        UnknownNameError: for a benchmark that there is not.
    """
    return all_scores(kind, path, profile, benchmark=benchmark).summary


def all_scores(
    kind: str,
    path: str | Path,
    profile: Profile = RECOMMENDED,
    predictable: Sequence[str] | None = None,
    *,
    benchmark: str | None = None,
) -> FileScores:
    """As :func:`score_file`, with average precision of detectors and with notes.

    Args:
        kind: as there.
        path: as there.
        profile: as there.
        predictable: the classes that a detector can find at all, for a second mean (AMB-45).
        benchmark: as there.

    Raises:
        InputError: one line with file, line number and what is wrong.
        SettingError: for a kind that cannot be scored, or predictable classes that no page has.
    """
    _require_kind(kind, path)
    if predictable and not isinstance(get_kind(kind), RatesBoxes):
        of = ", ".join(name for name in kind_names() if isinstance(get_kind(name), RatesBoxes))
        raise SettingError(
            f"--predictable (predictable=) chooses classes of boxes; answers of the kind '{kind}'"
            f" have none. Leave it out, or score one of these kinds: {of}"
        )
    if benchmark is not None or profile.of_paper:
        profile = profile.as_in(paper_of_benchmark(benchmark) if benchmark else paper_of_kind(kind))
    if str(path) == "-":
        name = "standard input"
        return _scores(kind, _decoded(sys.stdin.buffer, name), profile, name, predictable)
    with open_regular(Path(path)) as lines:
        return _scores(kind, _decoded(lines, str(path)), profile, str(path), predictable)


def _require_kind(kind: str, path: str | Path) -> None:
    """Refuse what is no kind before the file is opened: a task, or the file in its place."""
    if kind not in KINDS and str(path) in KINDS:
        raise SettingError(
            f"cannot score '{kind}': it is not a kind. The kind comes first, then the file:"
            f" {path} {kind}"
        )
    if kind not in KINDS and kind in BENCHMARKS:
        of = get_task(kind).kind
        raise SettingError(f"'{kind}' is a task; give the kind of its answers instead: {of}")
    line_shape(kind)


def score_lines(
    kind: str, lines: Iterable[str], profile: Profile = RECOMMENDED, name: str = "answers"
) -> TaskSummary:
    """As :func:`score_file`, for lines at hand.

    >>> lines = ['{"id": 1, "gold": [1, 0, 2], "answer": "The order is [1, 0, 2]."}']
    >>> score_lines("ordering", lines).score.value
    1.0
    """
    return _scores(kind, lines, profile, name, None).summary


def _decoded(stream: IO[bytes], name: str) -> Iterator[str]:
    """Every line as text, the blank ones too: they are counted."""
    for line in json_lines(stream, name, values=MAX_VALUES_A_LINE, blank=True):
        yield line.text()


def _scores(
    kind: str,
    lines: Iterable[str],
    profile: Profile,
    name: str,
    predictable: Sequence[str] | None,
) -> FileScores:
    answered = list(read_answer_lines(kind, lines, name))
    results = [_result(one, profile) for one in answered]
    items = [one.item for one in answered]
    [summary] = summarise(RunData(name, "answers", profile, {"answers": items}, results))
    notes = (*_lost_notes(results, profile), *_frame_notes(summary, items, results, profile))
    rating, precision = get_kind(kind), summary.precision
    if predictable and isinstance(rating, RatesBoxes):
        precision = detection_precision(rating, items, results, profile, predictable)
    if precision is None:
        return FileScores(summary, None, notes)
    if isinstance(precision, str):
        return FileScores(summary, None, (*notes, precision))
    return FileScores(summary, precision, (*notes, *precision.notes))


def _lost_notes(results: Sequence[Result], profile: Profile) -> tuple[str, ...]:
    """What the released parser of texts passed over (MV-11)."""
    lost = sum(result.scores.get("lost_entries", 0) for result in results)
    claimed = sum(result.scores.get("entries", 0) for result in results)
    if profile.section(SpottingSettings).list_parser != "released" or not lost:
        return ()
    return (
        f"{lost:.0f} of {claimed:.0f} entries are lost: the released parser reads one per line,"
        " after a tab, and nothing else; --set spotting.list_parser=ladder reads every form",
    )


def _frame_notes(
    summary: TaskSummary, items: Sequence[Item], results: Sequence[Result], profile: Profile
) -> tuple[str, ...]:
    """Whether the boxes seem to be meant in other numbers than was said (AMB-30, MS-15)."""
    figures = get_kind(summary.kind).presentation.frames
    if figures is None:
        return ()
    pages = [
        result.scores or unread_scores(item, profile)
        for item, result in zip(items, results, strict=True)
    ]
    found = figures.better(pages, profile.section(BoxSettings).coord_frame)
    if found is None:
        return ()
    used = profile.section(BoxSettings).coord_frame
    return (
        f"{figures.declared} would be {found.score:.3f} instead of {found.declared:.3f} if the"
        f" boxes were meant in {found.frame}, not {used}; if they were, use"
        f" --set boxes.coord_frame={found.frame}",
    )


def _result(answered: AnsweredItem, profile: Profile) -> Result:
    item = answered.item
    parsed = _read(answered, profile)
    return Result(
        pack="answers",
        item=item.id,
        outcome=outcome_of(item, parsed, profile),
        status=parsed.status,
        response=answered.response,
        rule=parsed.rule,
        reason=parsed.reason,
        flags=parsed.flags,
        answer=parsed.answer,
        scores=score_answer(item, parsed, profile),
    )


def _read(answered: AnsweredItem, profile: Profile) -> Parsed:
    if not answered.structured:
        return read_response(answered.item, answered.response, profile=profile)
    parsed = get_kind(answered.item.kind).read(answered.item, answered.response, profile)
    flags = tuple(flag for flag in parsed.flags if flag != "final")
    return dataclasses.replace(parsed, flags=flags)
