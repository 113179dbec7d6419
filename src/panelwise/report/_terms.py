"""What further words of the page mean, around those of the headline table."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.report._headline import HeadlineRow
from panelwise.report._words import metric_meaning
from panelwise.tasks import get_kind
from panelwise.wording import joined

# Headlines whose label does not say what is counted, by form of answers.
METRIC_WORDS = {
    ("order", "accuracy"): "share of places with the right panel",
    ("option", "accuracy"): "share of questions answered right",
    ("document", "recall_at_texts"): "share of speaker links found",
}
# The phrases of the first table, in the order in which a reader meets them.
PHRASES: tuple[tuple[str, str], ...] = (
    (
        "The dashed line, and grey",
        "What a score has to beat: the better of chance and of the best constant answer, on the "
        "very items behind the score. A score is grey if its 95 % interval is not entirely beyond "
        "this line, in every chart of scores on this page. Where an interval is marked †, its "
        "items are from fewer than six books and it is too narrow, so that the score is not "
        "compared with the line.",
    ),
    (
        "Certain",
        "A test gives a corrected p (Holm) below .05. Of two models: the paired test on the "
        "same items (McNemar's exact test, or a permutation test by book or item), corrected for "
        "all pairs of models on all tasks. Of a condition: its items against all other items of "
        "the task, as two independent scores; p is that of the hybrid score interval of their "
        "difference (Newcombe), corrected for the conditions of this run and task that were "
        "tested: those with five items or more on either side and, where items share books, six "
        "books or more. Of a position or a kind of wrong answers: the test in its section, "
        "corrected for the positions or the kinds of this run and task.",
    ),
    (
        "Tests below a name",
        "Each model is tested against each other model on each task that both took: do they differ "
        "on the same items by more than chance? “12 tests: 1 better, 11 no difference shown” are "
        "the results, after the correction under “p (Holm)”. Without a model in the report, "
        "baselines are tested like models.",
    ),
    (
        "No difference from … shown, worse than …, too few",
        "The test against the highest score of the column. “Worse than …”: p (Holm) is below .05. "
        "“No difference from … shown”: it is not, which is no proof of equality. “Too few”: on so "
        "few books or items, p could not have been below .05 whatever the answers.",
    ),
)
TERMS: tuple[tuple[str, str], ...] = (
    (
        "Intervals, to compute them again",
        "Wilson's interval of a share s of n tries has the ends "
        "(s + q²/(2n) ± q · √(s(1 − s)/n + q²/(4n²))) / (1 + q²/n). If every item of a 0/1 score "
        "is a cluster of its own, q is 1.96. Otherwise q is the 97.5 % quantile of Student's t "
        "with k − 1 degrees of freedom. k is the number of clusters behind the score: books, if "
        "there are six or more, else items. The books of a family (one text with different "
        "pictures) count as one book. And n is not the number of items N, but: for 0/1 "
        "scores, N divided by V / (s(1 − s)/N), if that is above 1; for other scores, scaled from "
        "0 to 1, s(1 − s) / (V + the smaller of s(1 − s)/N and (the larger of s and 1 − s)²/N²). "
        "V is k/(k − 1) · Σ(sum of a cluster's scores − s · number of its items)² / N², the "
        "variance between clusters. A difference d of two runs, item by item and averaged over "
        "repeats, has the interval d ± q · √(V + (g/N)²), with Student's q in every case: V is the "
        "variance above, of the differences instead of the scores, and g is the greatest "
        "difference that the metric can have, 1 if its scores run from 0 to 1. An end beyond −g or "
        "g is cut off there. Where items have weights, N is (Σ weight)² / Σ weight², and the sums "
        "are weighted. samples.csv has the book, the family and the score of each sample. "
        "Precision and recall of sums, and their differences, have a jackknife's V.",
    ),
    (
        "R@#text",
        "The share of the right links from texts to speakers that are among the K surest links of "
        "the answer, where K is the number of texts with a speaker; the mean over pages.",
    ),
    (
        "Not asked",
        "The run has no answers to the items of this task. baseline:constant answers only tasks "
        "whose answers are options or orders: other tasks have no one answer that fits all items. "
        "“Best constant” then compares the few answers that can be made by one rule, such as "
        "“every character for every text”: each text is linked to all characters of its page.",
    ),
    (
        "Wrong",
        "As an outcome: read, and with a score of 0. The sections on wrong answers count every "
        "readable answer that is not fully right: the outcomes “wrong” and “partial” together.",
    ),
    (
        "Distractor strength",
        "Whether the wrong options of an item are strong, which take some knowledge of the pages "
        "to rule out, or weak, as the pack says of them; mixed if it has both.",
    ),
    ("Category", "The kind of story or scene that the pack records for an item."),
    (
        "Shown as",
        "The form in which items were sent, with the number of samples: “default” is the form of "
        "the task, “single_image” has all pictures in one, for models that take only one.",
    ),
)


def metric_words(metric: str, kind: str) -> str:
    """What a headline counts, for a table's head; empty where its label says it."""
    return METRIC_WORDS.get((get_kind(kind).form, metric), "")


def metric_terms(tasks: Sequence[tuple[str, HeadlineRow]]) -> tuple[tuple[str, str], ...]:
    """The headline of each task: the metric's name and meaning, with the tasks that have it.

    Args:
        tasks: the title of each, and one of its rows.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for title, row in tasks:
        metric, kind = row.summary.headline_metric, row.summary.kind
        said = metric_words(metric, kind) or metric_meaning(metric, kind)
        found.setdefault((row.metric, said), []).append(title)
    return tuple(
        (f"{label} of {joined(titles)}", f"{said[:1].upper()}{said[1:]}.")
        for (label, said), titles in found.items()
        if said
    )
