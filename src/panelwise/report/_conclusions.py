"""What the tests of a task come to: a sentence, and each run against the next one below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from panelwise.analysis import PairedTest
from panelwise.report._headline import HeadlineRow
from panelwise.report._words import better_run, figure
from panelwise.wording import joined


class TaskLead(NamedTuple):
    """Which run leads a task, and what is known of the others.

    Attributes:
        verdict: both, as a sentence.
        reasons: what the tests say of the others.
        runs: with the highest score, several if they have the same.
        value: that score, in words.
        certain: whether tests show it to be better than all others; ``None`` without others.
        doubt: how it compares with guessing, where it is not shown to be better.
    """

    verdict: str
    reasons: str = ""
    runs: tuple[str, ...] = ()
    value: str = ""
    certain: bool | None = None
    doubt: str = ""


def conclusion(rows: Sequence[HeadlineRow], tests: Sequence[PairedTest]) -> TaskLead:
    """Which run leads a task, and of which others tests show it to be better.

    Args:
        rows: of the models (or of the baselines, where there is no model), as they are to be named.
        tests: of the task.
    """
    scored = [row for row in rows if row.summary.score.value is not None]
    if not scored:
        return TaskLead("No answer has a score yet.")
    best = min(scored, key=lambda row: row.place)
    score = best.summary.score.value
    leaders = tuple(row.summary.run for row in scored if row.summary.score.value == score)
    verb, value = "lead" if len(leaders) > 1 else "leads", figure(score)
    doubted = best.summary.headline.guess is not None and not best.shows_more
    doubt = best.short_standing if doubted else ""
    if len(scored) == 1:
        verdict = f"{leaders[0]} scores {value}: {best.short_standing}."
        return TaskLead(verdict, "", leaders, value, doubt=doubt)
    it = "it" if len(leaders) == 1 else best.summary.run
    others = [row for row in scored if row is not best]
    certain, reasons = _against_others(best, others, tests, it)
    said = f"{joined(leaders)} {verb} with {value}, {'certain' if certain else 'not certain'}"
    standing = f", and {'is' if it == 'it' else 'are'} {doubt}" if doubted else ""
    return TaskLead(f"{said}{standing}.", reasons, leaders, value, certain, doubt)


def _against_others(
    best: HeadlineRow, others: Sequence[HeadlineRow], tests: Sequence[PairedTest], it: str
) -> tuple[bool, str]:
    """Whether the lead of the best run is certain, and what its tests say of the others.

    Args:
        best: the run with the highest score.
        others: the rest, as they are to be named.
        tests: of the task.
        it: what the best run is called.
    """
    name, higher = best.summary.run, best.summary.headline.higher_is_better
    said: dict[str, list[str]] = {}
    for row in others:
        test = pair_of(name, row.summary.run, tests)
        said.setdefault(_verdict(test, name, higher), []).append(row.summary.run)
    worse = said.pop("worse", [])
    doubts = "; ".join(words.format(it, joined(runs)) for words, runs in said.items())
    found = [f"{doubts[0].upper()}{doubts[1:]}."] if doubts else []
    found += [f"Tests show {it} to be better than {joined(worse)}."] if worse else []
    return not doubts, " ".join(found)


def _verdict(test: PairedTest | None, best: str, higher_is_better: bool) -> str:
    """What a test says of the run with the highest score and another, as a template."""
    if test is None:
        return "no test compares {} with {}"
    winner = better_run(test, higher_is_better)
    if winner is not None:
        better = "tests show {1} to be better on the items that both answered"
        return "worse" if winner == best else better
    few = "too few items to compare {} with {}"
    return few if test.too_few else "no test separates {} from {}"


def to_next(rows: Sequence[HeadlineRow], tests: Sequence[PairedTest]) -> dict[str, PairedTest]:
    """Run → its test against the run in the next row."""
    pairs = pairwise(row.summary.run for row in rows)
    found = {one: pair_of(one, other, tests) for one, other in pairs}
    return {run: test for run, test in found.items() if test is not None}


def pair_of(one: str, other: str, tests: Sequence[PairedTest]) -> PairedTest | None:
    """The test of two runs, where there is one."""
    return next((test for test in tests if {test.first, test.second} == {one, other}), None)
