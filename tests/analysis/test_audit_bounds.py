"""How far a printed figure may be off before the audit speaks: bounds worked out from the tables.

Each row names a cell, a figure that it agrees with, and the least and the largest figure of which
the check says the same. Ties, which decide nothing, are listed below.
"""

from __future__ import annotations

import dataclasses
import functools

import pytest

from panelwise.analysis import PublishedRow, PublishedTable, published_tables
from panelwise.analysis.audits._audit import _CHECKS
from panelwise.analysis.audits._check import Claim, Judgement, one_level

T3, T5 = "chromic_t03_mcqa_stats", "chromic_t05_panel_reordering"
S3, S4 = "stripcipher_t03_stats", "stripcipher_t04_main"
M1, M4 = "mangavqa_t1_stats", "mangavqa_t4_ocr_stages"
SCALARS, HARM = "published_scalars", "comix_t8_harmful_content"

Cell = tuple[str, dict[str, str], str]  # table, the row's cells, column


@functools.cache
def carried() -> dict[str, PublishedTable]:
    return {table.id: table for table in published_tables()}


@functools.cache
def checks() -> dict[str, Claim]:
    return {check.id: check for check in _CHECKS}


def judged(check: str, *edits: tuple[Cell, str]) -> Judgement:
    """What one check says where some cells print other figures."""
    book = dict(carried())
    for (name, cells, column), printed in edits:
        (row,) = book[name].rows_where(**cells)
        cell = dataclasses.replace(row[column], printed=printed)
        other = PublishedRow(row.label, {**row.cells, column: cell})
        rows = tuple(other if one is row else one for one in book[name].rows)
        book[name] = dataclasses.replace(book[name], rows=rows)
    judge = checks()[check].judge
    assert not isinstance(judge, str)
    return judge(book)


def scalar(paper: str, quantity: str) -> Cell:
    return SCALARS, {"paper": paper, "quantity": quantity}, "value"


def mae_of(pages: float, src: float) -> float:
    """The mean absolute error of guessing a share 1 - SRC of pages of so many panels."""
    return (1 - src) * (pages**2 - 1) / (3 * pages)


BOUNDS: list[tuple[str, Cell, float, float, float, str]] = [
    # (446 × 4.4 + 234 × 10.9 + 118 × 5.1) / 798 = 6.4095, which and Overall are rounded to tenths.
    ("chromic.subset-means", (T3, {"statistic": "avg_panels"}, "Overall"), 6.4, 6.3095, 6.5095, ""),
    # The other rows' levels are .5805, .5835, .5895 and .5952; the middle one may be .05 away.
    (
        "chromic.ndcg-level-t5",
        (T5, {"model": "Moonshot-V1"}, "ndcg_at_n"),
        0.62,
        0.097 + 0.903 * (0.58345 - 0.05),
        0.097 + 0.903 * (0.58951 + 0.05),
        "",
    ),
    # The others imply 3.8584, 3.8851, 3.8856 and 3.9424 panels; 0.75 from the middle at most.
    (
        "chromic.page-sizes-t5",
        (T5, {"model": "Gemini-2.0"}, "mae"),
        1.0301,
        mae_of(3.88514 - 0.75, 0.1519),
        mae_of(3.88563 + 0.75, 0.1519),
        "",
    ),
    ("stripcipher.gap", (S4, {"model": "GPT-4o"}, "comprehension"), 50, 49.5, 50.5, ""),
    # 4.08 over 890 strips and over 896.
    (
        "stripcipher.mean-frames",
        (S3, {"task": "Reordering"}, "frames"),
        3630,
        890 * 4.075,
        890 * 4.085,
        "",
    ),
    (
        "stripcipher.mean-frames",
        ("stripcipher_t01_benchmark_comparison", {"benchmark": "STRIPCIPHER"}, "frames"),
        3655,
        896 * 4.075,
        896 * 4.085,
        "",
    ),
    (
        "comicvqa.human-level",
        ("comicvqa_t2_main", {"category": "Human"}, "missing_panel"),
        88,
        87.5,
        88.5,
        "",
    ),
    # 120 + 9 + 18 = 147, four figures rounded to thousands; 148 + 61 = 209, three of them.
    ("mangavqa.text-sums", (M1, {"count_type": "MangaOCR dialogue"}, "total"), 148, 145, 149, "K"),
    ("mangavqa.kind-sums", (M1, {"count_type": "MangaOCR total"}, "total"), 209, 207.5, 210.5, "K"),
    ("mangavqa.kind-sums", (M1, {"count_type": "MangaOCR total"}, "test"), 26, 23.5, 26.5, "K"),
    ("mangavqa.test-texts", (M1, {"count_type": "MangaOCR total"}, "test"), 26, 25.151, 26.151, ""),
    # 2 × 82.2 × 75.3 / 157.5 = 78.5989.
    ("mangavqa.hmeans", (M4, {"stage": "Detection"}, "hmean"), 78.6, 78.4989, 78.6989, ""),
    # Recall falls to .90969, Hmean to .90967 of detection's.
    (
        "mangavqa.weighted-hits",
        (M4, {"stage": "End-to-end"}, "precision"),
        74.8,
        82.2 * (68.5 / 75.3 - 0.002),
        82.2 * (71.5 / 78.6 + 0.002),
        "",
    ),
    ("mangavqa.undetected", (M4, {"stage": "Detection"}, "recall"), 68.5, 68.4, 68.6, ""),
    # 6.57 ± 2.5 × 0.06 and 74.5 ± 2.5 × 1.3, the mean rounded.
    (
        "mangavqa.single-runs",
        ("mangavqa_tD_model_size", {"size": "7B", "ft_data": "T_VQA"}, "mangavqa_llm"),
        6.54,
        6.415,
        6.725,
        "",
    ),
    (
        "mangavqa.single-runs",
        ("mangavqa_tD_model_size", {"size": "7B", "ft_data": "T_OCR"}, "mangaocr_hmean"),
        74.9,
        71.2,
        77.8,
        "",
    ),
    # The other six shares add up to 66.8 and 66.3; seven rounded figures may miss 0.35.
    ("comix.harm-sum", (HARM, {"code": "2"}, "auto_pct"), 33.2, 32.85, 33.55, ""),
    ("comix.harm-sum-checked", (HARM, {"code": "2"}, "after_manual_pct"), 33.7, 33.35, 34.05, ""),
]


@pytest.mark.parametrize(("check", "cell", "inside", "least", "most", "unit"), BOUNDS)
def test_a_figure_may_be_off_by_so_much_and_no_more(check, cell, inside, least, most, unit):
    def says(figure: float) -> tuple[bool, int]:
        found = judged(check, (cell, f"{figure:.7f}{unit}"))
        return found.holds, len(found.evidence)

    within = 2e-4 if most < 1000 else 2e-3
    for end, way in ((least, -1), (most, 1)):
        assert says(end - way * within) == says(inside)
        assert says(end + way * within) != says(inside)
        if round(end, 2) == end:  # the bound itself still agrees, whatever rounding does
            assert says(end) == says(inside)


@pytest.mark.parametrize(
    ("check", "cell", "agree", "disagree"),
    [
        # Less than 0.1 % of 8763 images, and no more than there are.
        ("mangavqa.excluded", scalar("MangaVQA", "images with synthetic pairs"),
         (8755, 8763), (8754, 8764)),
        # Table 3 leaves 3 questions, of 7 or 8 frames each, and has 60 frames too many for 7.
        ("stripcipher.frames-left", (S3, {"task": "Comprehension"}, "frames"),
         (2723, 2726), (2722, 2727)),
        ("mangavqa.synthetic-pairs", scalar("MangaVQA", "images with synthetic pairs"),
         (7968, 9000), (7967, 7000)),
    ],
)  # fmt: skip
def test_counts_at_the_bounds(check, cell, agree, disagree):
    assert [judged(check, (cell, str(n))).holds for n in agree] == [True, True]
    assert [judged(check, (cell, str(n))).holds for n in disagree] == [False, False]


def test_five_questions_for_every_image_are_allowed():
    pairs = scalar("MangaVQA", "synthetic pairs")
    table = (M1, {"count_type": "MangaVQA QA pairs"}, "train")
    images = scalar("MangaVQA", "images with synthetic pairs")
    found = judged("mangavqa.synthetic-pairs", (pairs, "100"), (table, "100"), (images, "20"))
    assert found == Judgement(True, ("100/20 = 5.00 of five questions an image; Table 1 100",))
    assert not judged("mangavqa.synthetic-pairs", (pairs, "101"), (table, "100")).holds


# --- ties: what must be above is not above where both are equal -----------------------------------


@pytest.mark.parametrize(
    ("check", "cell", "tie", "line"),
    [
        (
            "chromic.text-only-below-default",
            ("chromic_t09_dr_ablation", {"model": "Qwen-Max"}, "text_only"),
            ("chromic_t09_dr_ablation", {"model": "Qwen-Max"}, "default"),
            "Qwen-Max",
        ),
        (
            "stripcipher.fine-tuning-helps",
            ("stripcipher_t05_finetune", {"comprehension": "33.82"}, "comprehension"),
            ("stripcipher_t05_finetune", {"comprehension": "34.41"}, "comprehension"),
            "34.41 before, 34.41 after",
        ),
        (
            "comicvqa.proprietary",
            ("comicvqa_t2_main", {"model": "Claude-Sonnet-4.5"}, "missing_panel"),
            ("comicvqa_t2_main", {"model": "InternVL-3.5"}, "missing_panel"),
            "missing_panel: Claude-Sonnet-4.5 47.7, InternVL-3.5 38B 47.7",
        ),
        (
            "comicvqa.stronger",
            ("comicvqa_t2_main", {"model": "InternVL-3.5"}, "missing_panel"),
            ("comicvqa_t6_vision_only", {"approach": "SigLIP-Large"}, "accuracy"),
            "InternVL-3.5 46.1; SigLIP-Large 46.1",
        ),
        (
            "comix.manga-names",
            ("comix_t6a_naming", {"model": "Magi"}, "Pop"),
            ("comix_t6a_naming", {"model": "GPT-4"}, "Pop"),
            "Magi",
        ),
    ],
)
def test_a_tie_is_no_lead(check, cell, tie, line):
    (row,) = carried()[tie[0]].rows_where(**tie[1])
    found = judged(check, (cell, row[tie[2]].printed))
    assert not found.holds
    assert any(line in told for told in found.evidence)


def test_the_best_open_model_must_be_beaten():
    table = "chromic_t04_description_reordering"
    best = max(carried()[table].rows_where(group="open"), key=lambda r: float(r["acc"].printed))
    printed = best["acc"].printed
    for name in ("GPT-4o", "Qwen-Max"):
        found = judged("chromic.commercial-first", ((table, {"model": name}, "acc"), printed))
        assert any(told.startswith(f"{name} {printed}, ") for told in found.evidence)


# --- one level behind all rows --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "evidence"),
    [
        ([1.0, 2.0, 2.5], ("all 3 rows imply 1.00 to 2.50 m",)),
        ([1.0, 2.0, 3.5], ("2 of 3 rows imply 1.00 to 2.00 m", "c: 3.50")),
        ([0.5, 2.0, 3.0], ("2 of 3 rows imply 2.00 to 3.00 m", "a: 0.50")),
        ([1.0, 1.0, 3.0, 3.0], ("all 4 rows imply 1.00 to 3.00 m",)),
        ([0.0, 8.0], ("0 of 2 rows imply none alike", "a: 0.00", "b: 8.00")),
        ([0.0, 3.0, 4.0, 8.0], ("2 of 4 rows imply 3.00 to 4.00 m", "a: 0.00", "d: 8.00")),
    ],
)
def test_rows_within_a_tolerance_of_their_median_are_of_one_level(values, evidence):
    found = one_level(list(zip("abcd", values, strict=False)), 1.0, "m")
    assert found == Judgement(len(evidence) == 1, evidence)
    (alone,) = one_level([("a", 2.0)], 0.5, "m", digits=1).evidence
    assert alone == "all 1 rows imply 2.0 to 2.0 m"
