"""The audit of CHROMIC's tables. Source: specification 2.2, 8, 9; AMB-4, AMB-5, AMB-11, AMB-15."""

from __future__ import annotations

import math
from itertools import product

from panelwise.analysis.audits._check import (
    FLOAT_NOISE,
    Claim,
    Judgement,
    against,
    attainable,
    count,
    name_of,
    number,
    one_level,
    possible,
    row,
    said,
    strays,
)
from panelwise.analysis.audits._counts import counts_that_fit
from panelwise.analysis.published import PublishedRow, PublishedTables

_STATS, _STYLES = "chromic_t03_mcqa_stats", "chromic_t06_mcqa_by_style"
_TOLD, _PICTURED = "chromic_t04_description_reordering", "chromic_t05_panel_reordering"
_PERSPECTIVES, _ABLATION = "chromic_t07_mcqa_by_perspective", "chromic_t09_dr_ablation"
_SUBSETS = ("WC", "JC", "WCND")
_PAGES = {"statistic": "number_of_pages"}
_LEVEL = {"MAE": 0.75, "NDCG": 0.05}  # panels, and NDCG: how far one row may stray from the others


def _subsets_sum(book: PublishedTables) -> Judgement:
    pages = row(book, _STATS, **_PAGES)
    total = sum(int(number(pages[name])) for name in _SUBSETS)
    added = " + ".join(pages[name].printed for name in _SUBSETS)
    return said(
        total == number(pages["Overall"]), f"{added} = {total}, printed {pages['Overall'].printed}"
    )


def _subset_means(book: PublishedTables) -> Judgement:
    """The Overall column of Table 3 from its other columns: its labels fit its own numbers."""
    weights = [count(book, _STATS, name, **_PAGES) for name in _SUBSETS]
    exceptions, detail = [], []
    for found in book[_STATS].rows[1:]:
        mean = sum(w * number(found[name]) for w, name in zip(weights, _SUBSETS, strict=True))
        mean /= sum(weights)
        line = f"{name_of(found)}: {mean:.2f}, printed {found['Overall'].printed}"
        detail.append(line)
        if abs(mean - number(found["Overall"])) > 0.1 + FLOAT_NOISE:  # both sides are rounded
            exceptions.append(line)
    return against(exceptions, "; ".join(detail))


def _labels(book: PublishedTables) -> Judgement:
    """Each column of Table 6 on the number of items that Table 3 prints under its label."""
    lines = []
    for name in _SUBSETS:
        n = count(book, _STATS, name, **_PAGES)
        figures = [(found, name, n) for found in book[_STYLES].rows]
        judged = attainable(figures, percent=False)
        if not judged.holds:
            detail = f"{name}: {len(judged.evidence)} of {len(figures)} accuracies are no k/{n}"
            lines.append(detail)
    return against(lines, "every accuracy is possible")


def _exchanged(book: PublishedTables) -> Judgement:
    """The only counts that all accuracies, their sum and Overall allow, column by column."""
    rows = book[_STYLES].rows
    most = count(book, _STATS, "Overall", **_PAGES)
    fits = [counts_that_fit((found[name] for found in rows), most) for name in _SUBSETS]
    allowed = set(fits[2])
    triples = [(a, b, most - a - b) for a, b in product(*fits[:2]) if most - a - b in allowed]
    kept = [one for one in triples if all(_overall(found, one) for found in rows)]
    detail = [f"WC {a}, JC {b}, WCND {c}" for a, b, c in kept]
    return said(len(kept) == 1, f"possible counts that add up to {most}: {detail or 'none'}")


def _overall(found: PublishedRow, counts: tuple[int, int, int]) -> bool:
    right = sum(round(number(found[name]) * n) for name, n in zip(_SUBSETS, counts, strict=True))
    error = abs(right / sum(counts) - number(found["Overall"]))
    return error <= found["Overall"].half_unit + FLOAT_NOISE


def implied_panels(found: PublishedRow) -> float:
    """The page size n at which a row's MAE is chance where its SRC is not already earned.

    If a share q = SRC of the pages were solved and the rest guessed, MAE = (1 − q)(n² − 1)/(3n).
    """
    left = 3 * number(found["mae"]) / (1 - number(found["src"]))
    return (left + math.sqrt(left * left + 4)) / 2


def _page_sizes(table: str) -> Claim:
    place = "4" if table == _TOLD else "5"

    def judge(book: PublishedTables) -> Judgement:
        rows = book[table].rows
        implied = [(name_of(r), implied_panels(r)) for r in rows]
        judged = one_level(implied, _LEVEL["MAE"], "panels")
        off = strays(implied, _LEVEL["MAE"])
        notes = []
        for found in rows:
            n, q = implied_panels(found), number(found["src"])
            if name_of(found) in off:
                acc = q + (1 - q) / n
                notes.append(f"solving a share of SRC and guessing the rest on {n:.2f} panels"
                             f" gives Acc {acc:.3f}, printed {found['acc'].printed}")  # fmt: skip
        return Judgement(judged.holds, (*judged.evidence, *notes))

    return Claim(
        f"chromic.page-sizes-t{place}",
        f"CHROMIC Table {place}: MAE and SRC of all rows imply one page size",
        "AMB-5",
        (table,),
        judge,
    )


def _ndcg_level(table: str) -> Claim:
    place = "4" if table == _TOLD else "5"

    def judge(book: PublishedTables) -> Judgement:
        values = []
        for found in book[table].rows:
            q = number(found["src"])
            values.append((name_of(found), (number(found["ndcg_at_n"]) - q) / (1 - q)))
        return one_level(values, _LEVEL["NDCG"], "as the NDCG of guessing")

    return Claim(
        f"chromic.ndcg-level-t{place}",
        f"CHROMIC Table {place}: NDCG and SRC of all rows imply one NDCG of guessing",
        "AMB-4",
        (table,),
        judge,
    )


def _ndcg_alike(book: PublishedTables) -> Judgement:
    """Of thirteen definitions one lets guessing gain on longer pages: 0.03 from 4 to 7.5 panels."""
    middles = []
    for table in (_TOLD, _PICTURED):
        sizes = sorted(implied_panels(found) for found in book[table].rows)
        levels = sorted(
            (number(r["ndcg_at_n"]) - number(r["src"])) / (1 - number(r["src"]))
            for r in book[table].rows
        )
        middles.append((sizes[len(sizes) // 2], levels[len(levels) // 2]))
    (long, described), (short, pictured) = middles
    evidence = (
        f"{described:.3f} on {long:.1f} panels (Table 4), {pictured:.3f} on {short:.1f} (Table 5)"
    )
    gain = described - pictured if long >= short else pictured - described
    return said(gain <= _LEVEL["NDCG"], f"{evidence}: {gain:+.3f}")


def _best_and_worst(table: str) -> Claim:
    place = "4" if table == _TOLD else "5"
    signs = {"acc": 1, "mae": -1, "src": 1, "ndcg_at_n": 1}

    def judge(book: PublishedTables) -> Judgement:
        def ranked(metric: str) -> list[PublishedRow]:
            return sorted(book[table].rows, key=lambda r: signs[metric] * number(r[metric]))

        exceptions = [
            f"{name_of(ranked(first)[-1])}: best {first} of the table, worst {second}"
            for first in signs
            for second in signs
            if ranked(first)[-1] is ranked(second)[0]
        ]
        return against(exceptions, "no row is best by one and worst by another")

    return Claim(
        f"chromic.best-and-worst-t{place}",
        f"CHROMIC Table {place}: no row is the best by one metric and the worst by another",
        "AMB-4, AMB-5; specification 9",
        (table,),
        judge,
    )


def _always_lower(lower: str, higher: str) -> Claim:
    def judge(book: PublishedTables) -> Judgement:
        pairs = [
            (found, number(found[lower]), number(found[higher]))
            for found in book[_ABLATION].rows
            if found[lower].printed and found[higher].printed
        ]
        detail = [f"{name_of(r)}: {lower} {a:.4f}, {higher} {b:.4f}" for r, a, b in pairs if a >= b]
        return against(detail, f"lower in all {len(pairs)} rows")

    return Claim(
        f"chromic.{lower}-below-{higher}".replace("_", "-"),
        f"CHROMIC 4.3.2: {lower} is below {higher} for every model of Table 9",
        "specification 9",
        (_ABLATION,),
        judge,
    )


def _commercial_first(book: PublishedTables) -> Judgement:
    """Section 4.2 names GPT-4o and Qwen-Max as consistently better than the open models."""
    rows = book[_TOLD].rows_where(group="open")
    best = max(rows, key=lambda found: number(found["acc"]))
    detail = []
    for name in ("GPT-4o", "Qwen-Max"):
        own = row(book, _TOLD, model=name)["acc"]
        if number(own) <= number(best["acc"]):
            detail.append(
                f"{name} {own.printed}, {best['model'].printed} {best['size'].printed} "
                f"{best['acc'].printed}"
            )
    return against(detail, f"both above the best open model's {best['acc'].printed}")


CHECKS = (
    Claim(
        "chromic.subset-sum",
        "CHROMIC Table 3: the subsets add up to Overall",
        "AMB-11",
        (_STATS,),
        _subsets_sum,
    ),
    Claim(
        "chromic.subset-means",
        "CHROMIC Table 3: Overall is the page-weighted mean of the subsets under its own labels",
        "AMB-11",
        (_STATS,),
        _subset_means,
    ),
    Claim(
        "chromic.style-labels",
        "CHROMIC Table 6: accuracies are possible on the counts of Table 3 under the same labels",
        "AMB-11",
        (_STATS, _STYLES),
        _labels,
    ),
    Claim(
        "chromic.style-counts",
        "CHROMIC Table 6: exactly one triple of counts fits all accuracies, their sum and Overall",
        "AMB-11",
        (_STATS, _STYLES),
        _exchanged,
    ),
    Claim(
        "chromic.styles-possible",
        "CHROMIC Table 6: every accuracy is possible on 118, 231, 446 and 795 items",
        "AMB-11",
        (_STYLES,),
        possible(_STYLES, (*_SUBSETS, "Overall"), percent=False),
    ),
    Claim(
        "chromic.perspectives-possible",
        "CHROMIC Table 7: every accuracy is possible on its perspective's recovered count",
        "specification 9",
        (_PERSPECTIVES,),
        possible(_PERSPECTIVES, ("CPT", "CAS", "IMN", "ICM", "PBP", "CFR"), percent=False),
    ),
    Claim(
        "chromic.text-only-possible",
        "CHROMIC Table 11: every accuracy is possible on 795 items",
        "AMB-13",
        ("chromic_t11_mcqa_text_only",),
        possible("chromic_t11_mcqa_text_only", ("text_only", "multimodal"), 795, percent=False),
    ),
    *(_page_sizes(table) for table in (_TOLD, _PICTURED)),
    *(_ndcg_level(table) for table in (_TOLD, _PICTURED)),
    Claim(
        "chromic.ndcg-definition",
        "CHROMIC Tables 4 and 5: guessing gains no NDCG from longer pages, as by usual definitions",
        "AMB-4",
        (_TOLD, _PICTURED),
        _ndcg_alike,
    ),
    *(_best_and_worst(table) for table in (_TOLD, _PICTURED)),
    _always_lower("text_only", "default"),
    _always_lower("masked_dialogue", "default"),
    _always_lower("text_only", "masked_dialogue"),
    Claim(
        "chromic.commercial-first",
        "CHROMIC 4.2: GPT-4o and Qwen-Max stand above every open model in Table 4",
        "specification 9",
        (_TOLD,),
        _commercial_first,
    ),
    Claim(
        "chromic.ndcg-relevance",
        "CHROMIC Tables 4 and 5: NDCG is that of one known definition",
        "AMB-4",
        (_TOLD, _PICTURED),
        "the relevance of a place is not defined, and the orders behind the scores are not printed",
    ),
    Claim(
        "chromic.faithfulness",
        "CHROMIC Table 10: the marks are means of so many whole marks",
        "CH-16",
        ("chromic_t10_faithfulness",),
        "neither the number of marks nor the agreement of the two people is printed",
    ),
    Claim(
        "chromic.human-sample",
        "CHROMIC Table 8: models and people answered the same items",
        "AMB-15",
        ("chromic_t08_human",),
        "the 165 items are not named, and no model's score on them is printed",
    ),
)
