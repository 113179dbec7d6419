"""Figures that the papers print twice: where the second printing stands. A table of facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Twin:
    """A column that repeats another table's figures; ``rows`` pairs what tells the rows."""

    table: str
    column: str
    other: str
    other_column: str
    keys: tuple[str, ...]
    rows: Mapping[tuple[str, ...], Mapping[str, str]] | None = None


_MANGA = "mangavqa_t2_main"
_MANGALMM = {"method": "MangaLMM"}

TWINS: tuple[Twin, ...] = (
    Twin(
        "chromic_t08_human",
        "acc_description_reordering",
        "chromic_t04_description_reordering",
        "acc",
        ("method",),
        {(name,): {"model": name} for name in ("GPT-4o", "Gemini-2.0")},
    ),
    Twin(
        "chromic_t08_human",
        "acc_mcqa",
        "chromic_t06_mcqa_by_style",
        "Overall",
        ("method",),
        {(name,): {"model": name} for name in ("GPT-4o", "Gemini-2.0")},
    ),
    Twin(
        "chromic_t09_dr_ablation",
        "default",
        "chromic_t04_description_reordering",
        "acc",
        ("model", "size"),
    ),
    Twin(
        "chromic_t11_mcqa_text_only",
        "multimodal",
        "chromic_t06_mcqa_by_style",
        "Overall",
        ("model", "size"),
    ),
    Twin(
        "stripcipher_t05_finetune",
        "comprehension",
        "stripcipher_t04_main",
        "comprehension",
        ("model", "setting"),
        {
            ("Qwen2-VL-7B", "base"): {"model": "Qwen2VL"},
            ("LLaVA-1.6-7B", "base"): {"model": "LLaVA-v1.6", "params": "7B"},
        },
    ),
    *(
        Twin(table, column, "stripcipher_t04_main", other, ("input",), {(row,): model})
        for table, row, other in (
            ("stripcipher_t06_input_format", "Whole Image", "comprehension"),
            ("stripcipher_t07_meaning_hint", "Shuffled image", "reorder_choice"),
        )
        for column, model in (
            ("gpt_4o_mini", {"model": "GPT-4o-mini"}),
            ("qwen2_5_vl", {"model": "Qwen2.5VL", "params": "7B"}),
        )
    ),
    Twin(
        "comicvqa_t6_vision_only",
        "accuracy",
        "comicvqa_t2_main",
        "missing_panel",
        ("approach",),
        {("GPT-5.1",): {"model": "GPT-5.1"}, ("Random baseline",): {"model": "Random"}},
    ),
    *(
        Twin(table, column, _MANGA, other, ("method", "size"))
        for table, column, other in (
            ("mangavqa_tF_judge", "judge_gemini", "mangavqa_llm"),
            ("mangavqa_tH_trans", "traditional_hmean", "mangaocr_hmean"),
            ("mangavqa_tI_general_benchmarks", "mangaocr_hmean", "mangaocr_hmean"),
            ("mangavqa_tI_general_benchmarks", "mangavqa_llm", "mangavqa_llm"),
            ("mangavqa_tK_ebdtheque", "mangaocr", "mangaocr_hmean"),
        )
    ),
    Twin(
        "mangavqa_t3_finetuning_effect",
        "ocr_mean",
        _MANGA,
        "mangaocr_hmean",
        ("ft_data",),
        {("None",): {"method": "Qwen2.5-VL"}},
    ),
    Twin(
        "mangavqa_t3_finetuning_effect",
        "vqa_mean",
        _MANGA,
        "mangavqa_llm",
        ("ft_data",),
        {("None",): {"method": "Qwen2.5-VL"}},
    ),
    Twin(
        "mangavqa_t4_ocr_stages",
        "hmean",
        _MANGA,
        "mangaocr_hmean",
        ("stage",),
        {("End-to-end",): _MANGALMM},
    ),
    Twin(
        "mangavqa_t5_ocr_annot_effect",
        "vqa",
        "mangavqa_tG_ocr_annot_detail",
        "vqa",
        ("ocr_annotation",),
        {("without",): {"ocr_annotation": "None"}, ("with (text)",): {"ocr_annotation": "Text"}},
    ),
    Twin(
        "mangavqa_tG_ocr_annot_detail",
        "vqa",
        _MANGA,
        "mangavqa_llm",
        ("ocr_annotation",),
        {("Text",): _MANGALMM},
    ),
    *(
        Twin(
            "mangavqa_tD_model_size",
            column,
            _MANGA,
            column,
            ("size", "ft_data"),
            {("7B", "None"): {"method": "Qwen2.5-VL"}, ("7B", "T_OCR+T_VQA"): _MANGALMM},
        )
        for column in ("mangaocr_hmean", "mangavqa_llm")
    ),
    *(
        Twin(
            "mangavqa_tE_dataset_size",
            column,
            _MANGA,
            column,
            ("ratio_percent",),
            {("100",): _MANGALMM},
        )
        for column in ("mangaocr_hmean", "mangavqa_llm")
    ),
    *(
        Twin(
            "mangavqa_tJ_joint_natural",
            column,
            "mangavqa_tI_general_benchmarks",
            column,
            ("ft_data",),
            {("T_OCR+T_VQA",): _MANGALMM},
        )
        for column in ("mangaocr_hmean", "mangavqa_llm", "mmmu_acc", "mmbench_acc")
    ),
    *(
        Twin(
            "comix_t2_higher_annotations",
            column,
            "comix_t1_detection_annotations",
            column,
            ("category", "row"),
            {
                (category, "comix"): {"category": "Text", "row": "comix"}
                for category in ("Reading Order", "Dialogue Gen.")
            },
        )
        for column in ("DCM", "EBD", "Comics", "Pop")
    ),
)
