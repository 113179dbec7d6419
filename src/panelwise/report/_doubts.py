"""What a careful reader asks before believing a score, answered from what the analysis says."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from panelwise.analysis import PairedTest
from panelwise.evaluation import is_baseline
from panelwise.metrics.resampling import FEWEST_BOOKS, UNITS, cluster_unit
from panelwise.report._headline import HeadlineRow, is_higher_better
from panelwise.report._report_run import ReportRun
from panelwise.report._words import (
    INTERVAL_METHODS,
    better_run,
    count,
    guess_words,
    share,
    undecided_words,
    units_words,
)
from panelwise.tasks import Item, vouchers
from panelwise.wording import counted, joined


def doubts(
    rows: Sequence[HeadlineRow],
    tests: Sequence[PairedTest],
    runs: Sequence[ReportRun],
    items: Sequence[Item],
) -> list[tuple[str, str]]:
    """What a careful reader asks first: (``good`` | ``note``, a sentence)."""
    names = {row.summary.run for row in rows}
    found = [*_about_guessing(rows), *_about_pairs(rows, tests), _about_coverage(rows)]
    found += _about_judges(rows)
    found.append(about_gold(items))
    methods = {row.summary.score.method for row in rows}
    how = " and ".join(INTERVAL_METHODS[method] for method in sorted(methods - {"none"}))
    if how:
        found.append(("good", f"95 % intervals: {how}.{_quantile(methods, items)}"))
    few = min((row.summary.few_books for row in rows if row.summary.few_books), default=None)
    if few:
        unit = cluster_unit(item.cluster for item in items)
        books = counted(few, unit, UNITS[unit])
        found.append(
            (
                "note",
                f"Only {books}: intervals treat items as independent and are too narrow, and tests"
                f" compare the runs on these {UNITS[unit]} only.",
            )
        )
    for run in runs:
        left = len(run.items) - len({(result.pack, result.item) for result in run.results})
        if run.name in names and left > 0:
            found.append(("note", f"{run.name} is unfinished: {count(left)} items not asked yet."))
        if run.name in names and len(run.model_versions) > 1:
            versions = ", ".join(run.model_versions)
            found.append(("note", f"{run.name} was answered by several versions: {versions}."))
    return found


def _quantile(methods: Collection[str], items: Sequence[Item]) -> str:
    """The books behind Student's quantile, so that the intervals can be computed again."""
    if not any(method.startswith("cluster_") for method in methods):
        return ""
    clusters = {item.cluster for item in items}
    count, unit = len(clusters), cluster_unit(clusters)
    if count < FEWEST_BOOKS:
        return ""  # the clusters are items that were asked several times
    of = f"{counted(count, unit, UNITS[unit])}, so {count - 1} degrees of freedom"
    return f" The items are from {of} (fewer where a run leaves {UNITS[unit]} out)."


def about_gold(items: Sequence[Item]) -> tuple[str, str]:
    """Who vouches for what counts as right."""
    known = vouchers([item.meta for item in items])
    if not known:
        return "note", "Where the gold comes from is not recorded."
    said = f"Source of the gold: {'; '.join(map(str, known))}."
    return "note" if any(voucher.unchecked for voucher in known) else "good", said


def _about_judges(rows: Sequence[HeadlineRow]) -> list[tuple[str, str]]:
    """Where some runs were judged and others not, marks are no headline."""
    marks = [(row.summary.run, row.summary.metrics.get("judge")) for row in rows]
    judged = [run for run, mark in marks if mark is not None and mark.headline.value is not None]
    if not judged or len(judged) == len(rows):
        return []
    said = f"Judged: {', '.join(judged)} only; so {rows[0].metric} heads all runs."
    return [("note", f"{said} The marks stand among all metrics.")]


def _about_guessing(rows: Sequence[HeadlineRow]) -> list[tuple[str, str]]:
    """How the scores compare with chance and with the best constant answer."""
    heads = [row.summary.headline for row in rows]
    reasons = dict.fromkeys(head.why_no_chance for head in heads if head.why_no_chance)
    levels = dict.fromkeys(said for head in heads if (said := guess_words(head)))
    # With several runs on other items each has its own constant: the table has them all.
    facts = [("note", said) for said in (*list(levels)[:1], *reasons)]
    weak = [row for row in rows if not row.shows_more]
    if all(head.guess is None and head.headline.value is not None for head in heads):
        return facts
    if not weak:
        beyond = "chance" + (" and of the best constant answer" if levels else "")
        return [("good", f"Every interval lies on the better side of {beyond}."), *facts]
    alike: dict[str, list[str]] = {}
    for row in weak:
        alike.setdefault(row.standing, []).append(row.summary.run)
    said = "; ".join(
        f"{joined(runs)} {'is' if len(runs) == 1 else 'are'} {standing}"
        for standing, runs in alike.items()
    )
    return [("note", f"{said}."), *facts]


def _about_pairs(rows: Sequence[HeadlineRow], tests: Sequence[PairedTest]) -> list[tuple[str, str]]:
    notes: list[tuple[str, str]] = []
    if len({row.summary.profile for row in rows}) > 1:
        notes.append(("note", "Runs under different profiles are not tested against each other."))
    baselines = {row.summary.run for row in rows if is_baseline(row.summary.model)}
    models = [test for test in tests if not {test.first, test.second} & baselines]
    peers, of = (models, "pairs of models") if baselines and models else (list(tests), "pairs")
    if not peers:
        return notes
    shown = [
        test for test in peers if better_run(test, is_higher_better(rows[0].summary, test.metric))
    ]
    undecided = len(peers) - len(shown)
    after = f"after correction for {counted(peers[0].pairs, 'pair')} (Holm)"
    if peers[0].pairs == len(peers) == 1:  # one comparison needs no correction
        said = undecided_words(peers[0]).capitalize()
        one = ("note", f"{said}.") if undecided else None
        return [*notes, one or ("good", "The two differ.")]
    if not undecided:
        return [*notes, ("good", f"All {len(peers)} {of} differ, {after}.")]
    few = [test for test in peers if test.too_few and test not in shown]
    if few:
        units = joined(list(dict.fromkeys(map(units_words, few))))
        said = f"{len(few)} of {len(peers)} {of}: {units} are too few to show any difference"
        notes.append(("note", f"{said} {after}."))
    if undecided > len(few):
        said = f"{undecided - len(few)} of {len(peers)} {of}: no difference shown {after}"
        notes.append(("note", f"{said}. That is no proof of equality."))
    return notes


def _about_coverage(rows: Sequence[HeadlineRow]) -> tuple[str, str]:
    if not any(row.summary.n for row in rows):
        return "note", "Nothing was answered yet."
    coverages = [row.summary.coverage for row in rows]
    low, high = share(min(coverages)), share(max(coverages))
    said = low if low == high else f"{low} to {high}"
    left_out = any(row.n < row.summary.n for row in rows)
    rest = (
        "the profile leaves the rest out, see “All items”"
        if left_out
        else "the others are scored too"
    )
    if min(coverages) == 1:
        return "good", "Every response held an answer that could be read."
    return "note", f"{said} of the responses could be read; {rest}."
