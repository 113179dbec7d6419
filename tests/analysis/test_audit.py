"""The audit of the papers: what their tables say against them, and that every check can fail."""

from __future__ import annotations

import csv
import dataclasses
import functools
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

import panelwise.analysis
from panelwise.analysis import (
    AuditFinding,
    PublishedRow,
    PublishedTable,
    audit_papers,
    published_tables,
    recompute_published,
)
from panelwise.analysis.audits._audit import _CHECKS, _recomputed

DATA = Path(panelwise.analysis.__file__).parent / "published"


@functools.cache  # not at import: bench/mutants.py changes the code after that
def carried() -> dict[str, PublishedTable]:
    return {table.id: table for table in published_tables()}


@functools.cache
def findings() -> dict[str, AuditFinding]:
    return {one.id: one for one in audit_papers()}


Edit = tuple[str, dict[str, str], str, str]  # table, the row's cells, column, what it prints then


def changed(edits: Iterable[Edit]) -> list[PublishedTable]:
    """The carried tables with some cells printed otherwise."""
    book = dict(carried())
    for name, cells, column, printed in edits:
        (table,) = [one for one in book.values() if one.id.startswith(name)]
        (row,) = table.rows_where(**cells)
        cell = dataclasses.replace(row[column], printed=printed)
        other = PublishedRow(row.label, {**row.cells, column: cell})
        rows = tuple(other if one is row else one for one in table.rows)
        book[table.id] = dataclasses.replace(table, rows=rows)
    return list(book.values())


def verdict(check: str, edits: Iterable[Edit]) -> str:
    tables = changed(edits)
    for one in _CHECKS:
        if one.id == check:
            return one.finding({table.id: table for table in tables}).verdict
    (found,) = [one for one in _recomputed(recompute_published(tables)) if one.id == check]
    return found.verdict


def scalar(paper: str, quantity: str, printed: str) -> Edit:
    return ("published_scalars", {"paper": paper, "quantity": quantity}, "value", printed)


T3, T4, T5 = "chromic_t03", "chromic_t04", "chromic_t05"
LLAMA = {"model": "LLaMA-3.2-VI", "size": "11B"}
PHI = {"model": "ahm-Phi-3.5-VI"}
S4 = "stripcipher_t04"
OPEN_BELOW = [
    {"model": name, "params": size}
    for name, size in (
        ("mPlug-Owl2", "8B"),
        ("LLaVA-v1.6", "7B"),
        ("LLaVA-v1.6", "13B"),
        ("LLaVA-v1.6", "34B"),
        ("Cambrian", "13B"),
        ("Qwen2.5VL", "3B"),
        ("InternVL2v5", "26B"),
        ("MiniCPM-o 2.6", "7B"),
    )
]

# One way or the other, each of these changes must turn the verdict of its check round.
FLIPS: dict[str, list[Edit]] = {
    "chromic.subset-sum": [(T3, {"statistic": "number_of_pages"}, "JC", "231")],
    "chromic.subset-means": [(T3, {"statistic": "avg_panels"}, "Overall", "6.7")],
    "chromic.style-labels": [
        (T3, {"statistic": "number_of_pages"}, column, n)
        for column, n in (("WC", "118"), ("JC", "231"), ("WCND", "446"))
    ],
    "chromic.style-counts": [("chromic_t06", {"model": "GPT-4o"}, "WCND", "0.528")],
    "chromic.styles-possible": [("chromic_t06", {"model": "GPT-4o"}, "WC", "0.518")],
    "chromic.perspectives-possible": [("chromic_t07", {"model": "Qwen-Max"}, "PBP", "0.390")],
    "chromic.text-only-possible": [("chromic_t11", {"model": "Qwen-Max"}, "text_only", "0.362")],
    "chromic.page-sizes-t4": [(T4, LLAMA, "mae", "2.4000")],
    "chromic.page-sizes-t5": [(T5, {"model": "Grok-3"}, "mae", "1.5000")],
    "chromic.ndcg-level-t4": [
        (T4, LLAMA, "ndcg_at_n", "0.7500"),
        (T4, PHI, "ndcg_at_n", "0.7800"),
    ],
    "chromic.ndcg-level-t5": [(T5, {"model": "Moonshot-V1"}, "ndcg_at_n", "0.6300")],
    "chromic.ndcg-definition": [
        (T5, {"model": model}, "ndcg_at_n", "0.9000")
        for model in ("GPT-4o", "Moonshot-V1", "Qwen-Max", "Gemini-2.0", "Grok-3")
    ],
    "chromic.best-and-worst-t4": [
        (T4, LLAMA, "mae", "1.9000"),
        (T4, PHI, "ndcg_at_n", "0.8000"),
        (T4, LLAMA, "ndcg_at_n", "0.8000"),
    ],
    "chromic.best-and-worst-t5": [(T5, {"model": "Moonshot-V1"}, "ndcg_at_n", "0.6300")],
    "chromic.text-only-below-default": [
        ("chromic_t09", {"model": "Qwen-Max"}, "text_only", "0.3480")
    ],
    "chromic.masked-dialogue-below-default": [
        ("chromic_t09", {"model": "Claude-3.7-Sonnet"}, "masked_dialogue", "0.3820")
    ],
    "chromic.text-only-below-masked-dialogue": [
        ("chromic_t09", {"model": "Moonshot-V1"}, "masked_dialogue", "0.3200"),
        ("chromic_t09", {"model": "Qwen-Max"}, "masked_dialogue", "0.3460"),
    ],
    "chromic.commercial-first": [(T4, {"model": "Qwen-Max"}, "acc", "0.3650")],
    "stripcipher.samples": [("stripcipher_t03", {"task": "Prediction"}, "examples", "601")],
    "stripcipher.mean-frames": [("stripcipher_t03", {"task": "Reordering"}, "frames", "3700")],
    "stripcipher.fine-tuning-sum": [scalar("StripCipher", "fine-tune samples", "3161")],
    "stripcipher.main-possible": [
        (S4, {"model": "GPT-4o-mini"}, "comprehension", "53.24"),
        (S4, {"model": "GPT-4o-mini"}, "reorder_generation", "8.43"),
        (S4, {"model": "GPT-4o"}, "prediction", "70.00"),
        (S4, {"model": "GPT-4o"}, "comprehension", "61.62"),
        (S4, {"model": "InternVL2v5"}, "comprehension", "60.88"),
    ],
    "stripcipher.fine-tuned-possible": [
        ("stripcipher_t05", {"comprehension": "62.94"}, "comprehension", "62.95")
    ],
    "stripcipher.inputs-possible": [
        ("stripcipher_t06", {"input": "Whole Image"}, "gpt_4o_mini", "53.24")
    ],
    "stripcipher.hint-possible": [
        ("stripcipher_t07", {"input": "+Meaning"}, "gpt_4o_mini", "28.43"),
        ("stripcipher_t07", {"input": "+Meaning"}, "qwen2_5_vl", "32.58"),
    ],
    "stripcipher.frames-possible": [
        ("stripcipher_t08", {"model": "Qwen2VL-7B"}, "frames_6", "55.30")
    ],
    "stripcipher.frames-left": [("stripcipher_t03", {"task": "Comprehension"}, "frames", "2724")],
    "stripcipher.frames-totals": [
        (S4, {"model": "Qwen2.5VL", "params": "7B"}, "comprehension", "56.18")
    ],
    "stripcipher.frames-models": [
        ("stripcipher_t04", {"model": "LLaVA-v1.6", "params": "34B"}, "params", "4B"),
        ("stripcipher_t04", {"model": "CogVLM"}, "params", "7B"),
    ],
    "stripcipher.order-chance": [(S4, cells, "reorder_generation", "6.56") for cells in OPEN_BELOW],
    "stripcipher.gap": [scalar("StripCipher", "gap claimed on comprehension", "18")],
    "stripcipher.second-best": [
        (S4, {"model": "Qwen2VL"}, "prediction", "64.00"),
        (S4, {"model": "Gemini1.5-Pro"}, "prediction", "63.00"),
        (S4, {"model": "MiniCPM-o 2.6"}, "prediction", "63.00"),
        (S4, {"model": "InternVL2v5"}, "prediction", "63.00"),
        (S4, {"model": "Qwen2.5VL", "params": "7B"}, "prediction", "63.83"),
    ],
    "stripcipher.shuffling": [
        ("stripcipher_t06", {"input": "Shuffled Sequence"}, "qwen2_5_vl", "54.00")
    ],
    "stripcipher.fine-tuned-model": [
        ("stripcipher_t05", {"comprehension": "58.53"}, "comprehension", "56.03")
    ],
    "stripcipher.fine-tuning-helps": [
        ("stripcipher_t05", {"comprehension": "33.82"}, "comprehension", "34.56")
    ],
    "comicvqa.total": [scalar("ComicVQA", "questions", "6158")],
    "comicvqa.positions": [scalar("ComicVQA", "questions per missing position", "25")],
    "comicvqa.human-mean": [("comicvqa_t2", {"category": "Human"}, "missing_panel", "83.3")],
    "comicvqa.human-level": [("comicvqa_t2", {"category": "Human"}, "missing_panel", "88.2")],
    "comicvqa.encoder-range": [("comicvqa_t6", {"approach": "SigLIP-Large"}, "accuracy", "45.9")],
    "comicvqa.stronger": [("comicvqa_t2", {"model": "Gemma-3-27b-it"}, "missing_panel", "46.2")],
    "comicvqa.proprietary": [
        ("comicvqa_t2", {"model": "Claude-Sonnet-4.5"}, "missing_panel", "47.8")
    ],
    "comicvqa.errors": [("comicvqa_f4", {"category": "Ambiguity"}, "total", "6")],
    "comicvqa.spans": [("comicvqa_f4", {"category": "Scene Transition"}, "global", "1")],
    "mangavqa.split-sums": [("mangavqa_t1", {"count_type": "Images"}, "valid", "674")],
    "mangavqa.text-sums": [("mangavqa_t1", {"count_type": "MangaOCR dialogue"}, "total", "150K")],
    "mangavqa.kind-sums": [("mangavqa_t1", {"count_type": "MangaOCR total"}, "train", "172K")],
    "mangavqa.pair-sums": [("mangavqa_t1", {"count_type": "MangaVQA QA pairs"}, "test", "527")],
    "mangavqa.test-texts": [scalar("MangaVQA", "test text instances", "25400")],
    "mangavqa.questions": [scalar("MangaVQA", "descriptive", "287")],
    "mangavqa.synthetic-pairs": [scalar("MangaVQA", "images with synthetic pairs", "7967")],
    "mangavqa.excluded": [scalar("MangaVQA", "images with synthetic pairs", "8760")],
    "mangavqa.hmeans": [("mangavqa_t4", {"stage": "Detection"}, "hmean", "78.8")],
    "mangavqa.weighted-hits": [("mangavqa_t4", {"stage": "End-to-end"}, "precision", "75.3")],
    "mangavqa.undetected": [("mangavqa_t4", {"stage": "Detection"}, "recall", "68.5")],
    "mangavqa.single-runs": [
        ("mangavqa_tD", {"size": "7B", "ft_data": "T_VQA"}, "mangavqa_llm", "6.90")
    ],
    "comix.growth-t1": [("comix_t1", {"category": "Panel", "row": "change_pct"}, "DCM", "2.23")],
    "comix.growth-t2": [
        ("comix_t2", {"category": "Speaker ID", "row": "change_pct"}, "Pop", "0.75")
    ],
    "comix.absent-classes": [("comix_t3", {"model": "DASS"}, "comics", "34.4")],
    "comix.detection-weights": [("comix_t4", {"model": "Magi"}, "avg", "79.1")],
    "comix.common-weights": [("comix_t5", {"model": "Magi"}, "avg", "30.0")],
    "comix.dialogue-weights": [("comix_t6b", {"model": "GPT-4"}, "avg", "91.80")],
    "comix.harm-sum": [("comix_t8", {"code": "2"}, "auto_pct", "33.2")],
    "comix.harm-sum-checked": [("comix_t8", {"code": "2"}, "after_manual_pct", "33.7")],
    "comix.harm-classes": [("comix_t7", {"code": "0"}, "class", "None")],
    "comix.manga-names": [("comix_t6a", {"model": "Magi"}, "Pop", "27.0")],
}

TURNED = {"agrees": "disagrees", "disagrees": "agrees"}


def is_recomputation(found: AuditFinding) -> bool:
    return any(found.claim == one.check for one in recompute_published())


def test_every_check_of_the_tables_has_a_change_that_turns_it_round():
    testable = {one.id for one in findings().values() if one.verdict != "cannot be checked"}
    recomputed = {one.id for one in findings().values() if is_recomputation(one)}
    assert set(FLIPS) == testable - recomputed


@pytest.mark.parametrize("check", FLIPS)
def test_a_changed_figure_turns_the_verdict_round(check):
    assert verdict(check, FLIPS[check]) == TURNED[findings()[check].verdict]


def test_a_recomputation_is_turned_round_by_its_own_figures():
    """Disagreeing figures made right agree; otherwise one figure made wrong disagrees."""
    figures = recompute_published()
    for claim in dict.fromkeys(one.check for one in figures):
        ours = [one for one in figures if one.check == claim]
        wrong = [one for one in ours if not one.agrees]
        edits = [
            (one.table, label(one.table, one.row), one.column, f"{one.recomputed:.4f}")
            for one in wrong
        ] or [(ours[0].table, label(ours[0].table, ours[0].row), ours[0].column, "77.7")]
        (found,) = [one for one in findings().values() if one.claim == claim]
        assert verdict(found.id, edits) == TURNED[found.verdict], claim


def label(table: str, row: str) -> dict[str, str]:
    return dict(zip(carried()[table].columns, row.split(" | "), strict=False))


def test_names_and_places_of_the_findings():
    assert len(findings()) == len(audit_papers())
    for one in findings().values():
        assert one.evidence
        assert one.reference
        assert set(one.tables) <= set(carried())
    assert {name.partition(".")[0] for name in findings()} == {
        "chromic",
        "stripcipher",
        "comicvqa",
        "mangavqa",
        "comix",
    }


def test_every_wrong_or_doubtful_cell_meets_a_check_that_says_so():
    """Either a check disagrees about its table, or it is said why the tables cannot tell."""
    with (DATA / "doubts.csv").open(encoding="utf-8", newline="") as file:
        doubted = {line["table"] for line in csv.DictReader(file) if line["kind"] != "remark"}
    spoken = {name for one in findings().values() if one.verdict != "agrees" for name in one.tables}
    assert doubted <= spoken


@pytest.mark.parametrize(
    ("check", "figures"),
    [
        ("chromic.subset-sum", "446 + 234 + 118 = 798, printed 795"),
        ("chromic.style-counts", "WC 118, JC 231, WCND 446"),
        ("chromic.perspectives-possible", "0.349 is no k/123"),
        ("chromic.page-sizes-t4", "LLaMA-3.2-VI 11B: 4.57"),
        ("chromic.page-sizes-t4", "gives Acc 0.244, printed 0.2402"),
        (
            "stripcipher.main-possible",
            "69.95 is no k/600: nearest 420/600 = 70.000; possible on 599",
        ),
        (
            "stripcipher.main-possible",
            "61.60 is no k/680: nearest 419/680 = 61.618; possible on 677",
        ),
        ("stripcipher.main-possible", "possible on 888: 75/888"),
        ("stripcipher.main-possible", "possible on 673: 410/673"),
        ("stripcipher.hint-possible", "676"),
        ("stripcipher.frames-left", "60 frames to 3 questions"),
        ("stripcipher.order-chance", "6.55 %, not 25: 8 of 10 open models"),
        ("stripcipher.gap", "80.00 - 61.60 = 18.40, the text says 30"),
        ("comicvqa.human-mean", "missing_panel 83.4 = 417/500"),
        ("mangavqa.excluded", "8763 - 8379 = 384 images, 4.4 %"),
        ("mangavqa.undetected", "100 - 75.3 = 24.7 % undetected"),
        ("comix.detection-weights", "DCM 0.131, eBD 0.041, comics 0.511, Pop 0.318"),
        ("comix.dialogue-weights", "printed 93.14"),
        ("comix.harm-sum", "101.0 %"),
    ],
)
def test_the_doubts_of_the_protocol_are_found_with_their_figures(check, figures):
    assert any(figures in line for line in findings()[check].evidence)


def test_two_papers_tables_are_consistent_where_the_protocol_says_so():
    agreeing = {one.id for one in findings().values() if one.verdict == "agrees"}
    assert {
        "stripcipher.table-4-avg-is-the-mean-of-four-columns-failures-as-0",
        "chromic.table-6-overall-is-the-mean-over-items-118-231-446",
        "comicvqa.table-3-the-average-is-that-of-the-three-adjacent-exchanges",
        "comicvqa.3-3-both-tasks-add-up",
        "comix.absent-classes",
        "comix.common-weights",
    } <= agreeing


def test_no_word_of_a_finding_changes_unseen():
    """The findings as they were when they were compared with the papers.

    The tables and the arithmetic do not change by themselves; where a finding is mended, look at
    the paper, then ``panelwise audit --format json > tests/data/audit_findings.json``.
    """
    kept = (Path(__file__).parents[1] / "data" / "audit_findings.json").read_text("utf-8")
    found = json.loads(json.dumps([dataclasses.asdict(one) for one in audit_papers()]))
    for now, before in zip(found, json.loads(kept), strict=True):
        assert now == before
