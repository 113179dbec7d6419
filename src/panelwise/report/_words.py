"""Numbers and names in plain words, the same in every format."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from panelwise.analysis import (
    SIGNIFICANT,
    Breakdown,
    Estimate,
    MetricSummary,
    PairedTest,
    TaskSummary,
)
from panelwise.metrics.resampling import FEWEST_BOOKS, UNITS
from panelwise.tasks import BestConstant, Outcome, get_kind
from panelwise.tasks.kinds import kind_names
from panelwise.wording import PAGE, counted, whole_words, with_thousands

MISSING = PAGE.missing


class OutcomeWords(NamedTuple):
    """An outcome's label, a glyph that needs no colour, and what it means."""

    label: str
    glyph: str
    meaning: str


OUTCOME_WORDS: dict[Outcome, OutcomeWords] = {
    "correct": OutcomeWords("correct", "●", "The answer was read and is fully right."),
    "partial": OutcomeWords("partial", "◐", "The answer was read and is right in part."),
    "wrong": OutcomeWords("wrong", "○", "The answer was read and nothing of it is right."),
    "no_answer": OutcomeWords("no answer", "–", "The response was empty."),
    "unparsed": OutcomeWords("unparsed", "?", "The response holds no valid answer."),
    "refused": OutcomeWords("refused", "⊘", "The model declined to answer."),
    "truncated": OutcomeWords("cut off", "…", "The response hit the token limit unfinished."),
    "unsupported": OutcomeWords("unsupported", "∅", "The model cannot take this input."),
    "provider_error": OutcomeWords("error", "!", "The model's service failed."),
}
# A report has only scored runs; the live view also shows runs on packs without right answers.
UNSCORED = OutcomeWords("not scored", "·", "The right answer is withheld.")

BY_BOOK = "widened for pages of one book"
BOUNDED = "Wilson-type interval with Student's quantile, for figures between two bounds"
INTERVAL_METHODS = {
    "wilson": "Wilson score interval (quantile 1.96)",
    "cluster_wilson": f"Wilson score interval with Student's quantile, {BY_BOOK}",
    "mean_of_intervals": "the mean of the columns' intervals: as wide as if all rose together",
    "cluster_bounded": f"{BOUNDED}, {BY_BOOK}",
    "bounded": BOUNDED,
    "cluster_student": "Student's t interval, by book",
    "student": "Student's t interval, by item",
}

TESTS = {
    "mcnemar": "McNemar's exact test",
    "sign_flip": "paired permutation, by item",
    "sign_flip_by_book": "paired permutation, by book",
    "sign_flip_by_family": "paired permutation, by family of books",
    "exchange": "paired permutation of counts, by item",
    "exchange_by_book": "paired permutation of counts, by book",
    "exchange_by_family": "paired permutation of counts, by family of books",
}

# What the columns mean, in the order in which a reader meets them.
DEFINITIONS: tuple[tuple[str, str], ...] = (
    (
        "Score",
        "The headline metric averaged over samples, under the profile that is named beside it.",
    ),
    (
        "95 % interval",
        "Where the score would plausibly lie had other pages of the same kind been asked. A score "
        "has a Wilson interval (of 0/1 metrics) or a Wilson-type interval, both widened for pages "
        "of one book if there are six books or more: then, and for all scores that are not 0/1, "
        "its quantile is Student's, not 1.96 (see “Intervals, to compute them again”). Wide means "
        "that there are few samples, or few books.",
    ),
    (
        "Chance",
        "What a random answer would score on average on the very items behind the score (in a "
        "breakdown those of the row, if only one), among the orders that the shuffle allows. Where "
        "no random answer has an expected score, the report says why.",
    ),
    (
        "Best constant",
        "What the same answer to every item would score at best, and which answer that is: read "
        "and scored as answers are. Orders are counted from 0, one for each length. It is chosen "
        "with knowledge of the right answers, so on few items it lies above chance by accident, "
        "and random answers fall short of it. A model whose interval holds or lies below this "
        "number has shown nothing beyond it: it is “not shown to beat the best constant answer”. "
        "The run of baseline:constant is another thing: its answer is fixed beforehand (the first "
        "option, or the order 1, 2, … 0), so it can score less.",
    ),
    (
        "Over chance",
        "How much of the way from chance to perfect was covered: 0 is chance, 1 is perfect. “< −1” "
        "stands for more below chance than perfect is above it: so it is where unreadable answers "
        "count as zero and guessing scores high (NDCG). See the readable answers beside it.",
    ),
    ("n", "How many samples the score is averaged over."),
    (
        "Coverage",
        "The share of samples whose response held an answer that could be read. Unless the profile "
        "says otherwise, the rest count against the model.",
    ),
    (
        "All items",
        "The score with unreadable answers counted: as the profile says, or as zero where it "
        "leaves them out. It is shown next to the headline if the two differ.",
    ),
    (
        "Profile",
        "“recommended” resolves the papers' ambiguities; “paper” is the closest to what the "
        "authors did, mistakes included. “+key=value” marks a departure.",
    ),
    ("Prompt", "The id of the wording; its version is the last part."),
    (
        "Answered as",
        "The model version that the provider reported with the answers; where it reported none, "
        "who was asked.",
    ),
    (
        "95 % interval and p of a pair",
        "Of this pair alone, whatever else is compared. The interval is d ± q · √(V + (g/N)²), cut "
        "off at −g and g: d is the mean difference on the same N items, V its variance between "
        "books (between items if there are fewer than six books), q Student's quantile, and g the "
        "greatest difference that the metric can have (1 for shares). (g/N)² is the variance that "
        "one more item adds, which only one of the two runs gets right: without it, two runs with "
        "equal answers would have an interval of width 0. The letters are explained under "
        "“Intervals, to compute them again”. p is of an exact test "
        "(McNemar's, or a permutation test that exchanges the two runs' answers book by book or "
        "item by item), so that interval and p can disagree. The verdict goes by p (Holm).",
    ),
    (
        "p (Holm)",
        "How often a difference this large would arise by chance alone, corrected for the number "
        "of pairs of models on all tasks; pairs that include a baseline are not tested. "
        f"From {SIGNIFICANT} upwards the report says “no difference shown”, which is no proof of "
        "equality. If the pair alone lies below, both p are given: before and after correction.",
    ),
    (
        "Identity rate",
        "How often the answer is the order in which the panels were shown, among the readable "
        "answers, with its 95 % interval. Below it: how often that was right, and its chance among "
        "the orders that the shuffle allows (as for the score: 0 % if the shown order is never "
        "right). Whether a run gives the shown order more often than by accident is tested among "
        "its wrong answers: there, at random means any wrong order, the shown one included.",
    ),
    (
        "Inverse permutation",
        "Among wrong orders, how many give the place of each shown panel in the story where the "
        "list of panels in story order was asked: 3 1 2 where 2 3 1 is right. If many do, the "
        "model may have misread the question.",
    ),
    (
        "Kinds of wrong orders",
        "Shown order: the panels as they were shown. Two neighbours swapped: one swap of adjacent "
        "panels makes it right. Reversed: the right order from the last panel to the first, which "
        "is not the inverse permutation. One misplaced: moving one panel makes it right. Another "
        "order: any other. A wrong order counts for the first of these that fits.",
    ),
    ("Echo rate", "How often the answer is the example that was printed in the prompt."),
    (
        "Circular score",
        "The share of questions answered right in every rotation of their options; a model that "
        "guesses each time anew gets k to the power of −k of k options. The mean over "
        "rotations next to it is free of any preference for a place.",
    ),
)


figure = PAGE.figure
over_chance = PAGE.over_chance
count = with_thousands


def share(value: float | None) -> str:
    """A share in per cent that says 0 and 100 only when it is so.

    >>> share(0.9996), share(1.0), share(0.0004), share(0.873)
    ('>99.9 %', '100 %', '<0.1 %', '87.3 %')
    """
    if value is None or not math.isfinite(value):
        return MISSING
    if 0 < value < 0.001:
        return "<0.1 %"
    if 0.999 < value < 1:
        return ">99.9 %"
    return f"{100 * value:.1f}".removesuffix(".0") + " %"


def interval(estimate: Estimate) -> str:
    """``[low, high]``, or a dash."""
    return PAGE.interval(estimate.low, estimate.high)


def p_value(p: float) -> str:
    """A p-value that never claims to be zero, nor rounds across what counts as significant.

    >>> p_value(0.00002), p_value(0.0437), p_value(0.0498)
    ('< 0.001', '0.044', '0.0498')
    """
    if not math.isfinite(p):
        return MISSING
    if p < 0.001:
        return "< 0.001"
    digits = 3
    while p < SIGNIFICANT <= float(f"{p:.{digits}f}"):
        digits += 1
    return f"{p:.{digits}f}"


def signed(value: float | None) -> str:
    """A difference with its sign."""
    text = figure(value)
    return text if text == MISSING or text.startswith("−") or not value else f"+{text}"


def metric_label(metric: str) -> str:
    """A metric's name for readers, as the kind says that has it."""
    return _labels().get(metric, metric.replace("_", " "))


def part_interval(row: Breakdown | TaskSummary) -> str:
    """The interval of a task or of a part of it, marked where its books are too few to widen it."""
    return interval(row.score) + (NARROW_MARK if row.few_books else "")


@cache
def _labels() -> dict[str, str]:
    """The labels of all kinds' metrics; of a name that several use, the first kind's."""
    labels: dict[str, str] = {}
    for kind in kind_names():
        for name, info in get_kind(kind).metrics.items():
            labels.setdefault(name, info.label)
    return labels


def full_scale(summary: TaskSummary) -> tuple[float, ...]:
    """The end of a headline's scale where it is not 1: charts of marks reach 10."""
    info = get_kind(summary.kind).metrics.get(summary.headline_metric)
    return (info.best,) if info and info.best > 1 else ()


def metric_meaning(metric: str, kind: str) -> str:
    """One phrase that says what a metric is, empty for one that nobody described."""
    info = get_kind(kind).metrics.get(metric)
    return info.explanation if info else ""


def test_words(test: str) -> str:
    """A test's name for readers."""
    return TESTS.get(test, test.replace("_", " "))


# Why a pair of a model and a baseline has a difference and no verdict.
BASELINE_PAIRS = (
    "These pairs have no p and no verdict. Which runs are better than guessing is under “Scores”, "
    "where their intervals are compared with chance and the best constant answer."
)
# What a profile makes of answers that could not be read; see ``scoring.invalid_policy``.
UNREAD_WORDS = {
    "zero": "counted as 0",
    "valid_only": "left out",
    "chance": "counted as guesses",
    "worst_case": "counted as the worst score",
    "identity_fallback": "counted as the shown order",
}
NARROW_MARK = "†"
FEW = f"fewer than {FEWEST_BOOKS} books"
NARROW = (
    f"{NARROW_MARK} {FEW.capitalize()}: the interval treats items as independent and "
    "is too narrow, so the score is not compared with guessing."
)
LONGEST_CONSTANT = 48


def constant_words(constant: BestConstant | None) -> str:
    """The best constant answer's score, and which answer it is; a dash where there is none."""
    if constant is None:
        return MISSING
    return PAGE.labelled(constant.value, constant.answer, LONGEST_CONSTANT)


def constant_answer(constant: BestConstant) -> str:
    """Which answer the best constant one is, at the length that a sentence bears."""
    return whole_words(constant.answer, LONGEST_CONSTANT)


def guess_words(summary: MetricSummary) -> str:
    """What the best constant answer says against chance; empty where random ones score more."""
    constant, chance = summary.constant, summary.chance
    if constant is None or summary.guess != constant.value or constant.value == chance:
        return ""
    said = f"The best constant answer ({constant.answer}) scores {figure(constant.value)}"
    if chance is None:
        return f"{said}."
    return (
        f"{said}, random answers {figure(chance)}. It was chosen with the right answers: on few"
        " items it lies above chance by accident."
    )


def better_run(test: PairedTest, higher_is_better: bool) -> str | None:
    """The run that a paired test shows to be better; ``None`` where it shows no difference."""
    value = test.difference.value
    if value is None or not value or not test.differs:
        return None
    return test.first if (value > 0) == higher_is_better else test.second


def pair_verdict(test: PairedTest, higher_is_better: bool) -> str:
    """One paired test in words."""
    winner = better_run(test, higher_is_better)
    verdict = f"{winner} better" if winner else undecided_words(test)
    remark = pair_remark(test)
    return f"{verdict}: {remark}" if remark else verdict


def pair_remark(test: PairedTest) -> str:
    """What has to be said with a verdict: both p where the correction decides, or a remark."""
    if not test.differs_alone:
        return test.remark
    after = f"{p_value(test.p_holm)} after, for {counted(test.pairs, 'pair')}"
    return f"p {p_value(test.p)} before correction, {after}"


def undecided_words(test: PairedTest) -> str:
    """What a test says that shows no difference: that it saw none, or that it could see none."""
    if not test.too_few:
        return "no difference shown"
    return f"too few to tell: {units_words(test)}"


def units_words(test: PairedTest) -> str:
    """How many books, families of books or items a test exchanges."""
    unit = test.test.partition("_by_")[2] or "item"
    return counted(test.units, unit, UNITS[unit])
