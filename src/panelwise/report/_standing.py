"""How a score compares with guessing: with chance and with the best constant answer."""

from __future__ import annotations

from panelwise.analysis import MetricSummary, TaskSummary
from panelwise.report._words import FEW, constant_answer

CHANCE_WORDS = {
    "better": "better than chance",
    "worse": "worse than chance",
    "unclear": "not shown to beat chance",
    "few": f"not compared with guessing ({FEW})",
    "none": "without a score to compare with chance",
    "no_chance": "without a chance level",
}


def chance_verdict(summary: TaskSummary) -> str:
    """What the interval of a score says about chance: ``better``, ``worse``, ``unclear``.

    ``none`` without a score, ``no_chance`` where random answers have no expected score, ``few``
    where the interval is too narrow because of few books. The best constant answer is no part of
    it: it was chosen with the right answers of these very items, so on few of them random answers
    fall short of it (:func:`shows_more`).
    """
    head = summary.headline
    if head.headline.value is None:
        return "none"
    if summary.few_books and head.guess is not None:
        return "few"
    return "no_chance" if head.chance is None else _against(head, head.chance)


def shows_more(summary: TaskSummary) -> bool:
    """Whether the interval of a score lies beyond chance and beyond the best constant answer.

    Not said where few books make the interval too narrow.
    """
    head = summary.headline
    return (
        not summary.few_books and head.guess is not None and _against(head, head.guess) == "better"
    )


def verdict_words(summary: TaskSummary, *, named: bool = True) -> str:
    """What a score shows: against chance, and then against a best constant answer above chance.

    Args:
        summary: of the items of a run.
        named: say which answer the constant is.
    """
    verdict, head = chance_verdict(summary), summary.headline
    said, constant = CHANCE_WORDS[verdict], head.constant
    if verdict in ("none", "few") or constant is None or head.guess == head.chance:
        return said
    if not named and verdict in ("unclear", "worse"):
        return said  # not beyond chance, so not beyond a constant above it either
    which = f" ({constant_answer(constant)})" if named else ""
    if verdict == "no_chance":
        beats = "better than" if shows_more(summary) else "not shown to beat"
        return f"{said}, {beats} the best constant answer{which}"
    if verdict == "unclear":
        return f"{said} or the best constant answer{which}"
    if shows_more(summary):
        return f"{said} and than the best constant answer{which}"
    return f"{said}, not shown to beat the best constant answer{which}"


def _against(summary: MetricSummary, level: float) -> str:
    estimate = summary.headline
    if estimate.low is None or estimate.high is None or estimate.low <= level <= estimate.high:
        return "unclear"
    return "better" if (estimate.low > level) == summary.higher_is_better else "worse"
