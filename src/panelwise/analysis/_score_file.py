"""Scores for answers that no run of ours asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from panelwise.analysis._samples import RunData
from panelwise.analysis._summarise import summarise
from panelwise.analysis._summary_types import TaskSummary
from panelwise.errors import InputError
from panelwise.evaluation import Result
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import (
    AnsweredItem,
    outcome_of,
    read_answer_lines,
    read_response,
    score_answer,
)


def score_file(kind: str, path: str | Path, profile: Profile = RECOMMENDED) -> TaskSummary:
    """Every metric for a file of lines ``{"id", "gold", "answer"}``; ``-`` is standard input.

    See :func:`panelwise.tasks.read_answer_lines` for what the lines may hold.

    Raises:
        InputError: one line with file, line number and what is wrong.
        SettingError: for a kind that cannot be scored.
    """
    if str(path) == "-":
        return score_lines(kind, sys.stdin, profile, "standard input")
    try:
        with Path(path).open(encoding="utf-8") as lines:
            return score_lines(kind, lines, profile, str(path))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text; save it as UTF-8") from None


def score_lines(
    kind: str, lines: Iterable[str], profile: Profile = RECOMMENDED, name: str = "answers"
) -> TaskSummary:
    """As :func:`score_file`, for lines at hand.

    >>> lines = ['{"id": 1, "gold": [1, 0, 2], "answer": "The order is [1, 0, 2]."}']
    >>> score_lines("ordering", lines).headline.headline.value
    1.0
    """
    answered = list(read_answer_lines(kind, lines, name))
    results = [_result(one, profile) for one in answered]
    items = {"answers": [one.item for one in answered]}
    [summary] = summarise(RunData(name, "answers", profile, items, results))
    return summary


def _result(answered: AnsweredItem, profile: Profile) -> Result:
    item = answered.item
    parsed = read_response(item, answered.response, profile=profile)
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
