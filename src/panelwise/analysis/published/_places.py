"""Where the figures of each task stand in the printed tables: a table of facts, no machinery."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

ColumnSplit = tuple[tuple[str, str], ...]
LOWER_IS_BETTER = frozenset({"mae"})  # of the metrics that the papers print


@dataclass(frozen=True, slots=True)
class TaskColumn:
    """A column of a printed table that belongs to a task.

    Attributes:
        task: the task's id.
        table: the table's id.
        column: the column.
        metric: the metric's name here.
        percent: whether the column is printed in percent.
        split: what part of the task or which way of asking the column shows; empty for the task
            as it is asked by default.
        row_axis: a column whose cells tell the split of their rows.
        whole: the cells of ``row_axis`` that stand for the task as it is asked by default.
        model: the model, where the row does not name it.
        rows: the first cells of the rows that count; empty for all.
        without: the first cells of rows that do not.
        baseline: whether the rows are simple baselines, not models that read the question.
    """

    task: str
    table: str
    column: str
    metric: str = "accuracy"
    percent: bool = False
    split: ColumnSplit = ()
    row_axis: str = ""
    whole: tuple[str, ...] = ()
    model: str = ""
    rows: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    baseline: bool = False


_ORDERING = (("acc", "accuracy"), ("mae", "mae"), ("src", "spearman"), ("ndcg_at_n", "ndcg"))
_STYLES = ("WC", "JC", "WCND")
_PERSPECTIVES = ("CPT", "CAS", "IMN", "ICM", "PBP", "CFR")
_MANGALMM, _OFFENCE, _JAPANESE = "MangaLMM (7B)", "Llama3-80B", "eBDtheque, Japanese"
_BOTH = (("gpt_4o_mini", "GPT-4o-mini"), ("qwen2_5_vl", "Qwen2.5VL"))


def _chromic() -> tuple[TaskColumn, ...]:
    panels, descriptions, asked = (
        f"chromic.{task}" for task in ("panel_reordering", "description_reordering", "chrono_mcq")
    )
    human = ("Human evaluation",)
    ablation, styles = "chromic_t09_dr_ablation", "chromic_t06_mcqa_by_style"
    perspectives = "chromic_t07_mcqa_by_perspective"
    return (
        *(TaskColumn(panels, "chromic_t05_panel_reordering", name, m) for name, m in _ORDERING),
        *(
            TaskColumn(descriptions, "chromic_t04_description_reordering", name, m)
            for name, m in _ORDERING
        ),
        TaskColumn(descriptions, "chromic_t08_human", "acc_description_reordering", rows=human),
        TaskColumn(descriptions, ablation, "default"),
        TaskColumn(descriptions, ablation, "text_only", split=(("input", "text only"),)),
        TaskColumn(
            descriptions, ablation, "masked_dialogue", split=(("input", "masked dialogue"),)
        ),
        TaskColumn(asked, styles, "Overall"),
        TaskColumn(asked, "chromic_t08_human", "acc_mcqa", rows=human),
        *(TaskColumn(asked, styles, name, split=(("style", name),)) for name in _STYLES),
        *(
            TaskColumn(asked, perspectives, name, split=(("perspective", name),))
            for name in _PERSPECTIVES
        ),
        TaskColumn(
            asked, "chromic_t11_mcqa_text_only", "text_only", split=(("input", "text only"),)
        ),
    )


def _stripcipher() -> tuple[TaskColumn, ...]:
    frame, story, choice, written, hinted = (
        f"stripcipher.{task}"
        for task in (
            "frame_prediction",
            "narrative_comprehension",
            "reordering_choice",
            "reordering_generation",
            "reordering_with_meaning",
        )
    )
    main, tuned = "stripcipher_t04_main", "stripcipher_t05_finetune"
    inputs, hint = "stripcipher_t06_input_format", "stripcipher_t07_meaning_hint"
    return (
        TaskColumn(frame, main, "prediction", percent=True),
        TaskColumn(story, main, "comprehension", percent=True),
        *(
            TaskColumn(story, inputs, name, percent=True, row_axis="input", model=model)
            for name, model in _BOTH
        ),
        *(
            TaskColumn(
                story,
                "stripcipher_t08_frame_counts",
                f"frames_{count}",
                percent=True,
                split=(("frames", str(count)),),
                without=("AVG",),
            )
            for count in range(3, 7)
        ),
        TaskColumn(story, tuned, "comprehension", percent=True, row_axis="setting"),
        TaskColumn(choice, main, "reorder_choice", percent=True),
        TaskColumn(choice, tuned, "reorder_choice", percent=True, row_axis="setting"),
        TaskColumn(written, main, "reorder_generation", "exact_match", percent=True),
        TaskColumn(
            written, tuned, "reorder_generation", "exact_match", percent=True, row_axis="setting"
        ),
        *(
            TaskColumn(
                hinted, hint, name, percent=True, row_axis="input", whole=("+Meaning",), model=model
            )
            for name, model in _BOTH
        ),
    )


def _comicvqa() -> tuple[TaskColumn, ...]:
    missing, encoders = "comicvqa.missing_panel", "comicvqa_t6_vision_only"
    gemini = "Gemini-Flash-2.5"
    return (
        TaskColumn(missing, "comicvqa_t2_main", "missing_panel", percent=True),
        TaskColumn(
            missing,
            encoders,
            "accuracy",
            percent=True,
            without=("Random baseline", "GPT-5.1"),
            baseline=True,
        ),
        TaskColumn("comicvqa.panel_sorting", "comicvqa_t2_main", "panel_sorting", percent=True),
        TaskColumn(
            "comicvqa.two_panel_order",
            "comicvqa_t3_two_panel",
            "accuracy",
            percent=True,
            row_axis="perturbation",
            whole=("adjacent",),
            model=gemini,
        ),
        TaskColumn(
            "comicvqa.four_panel_binary",
            "comicvqa_t4_four_panel",
            "accuracy",
            percent=True,
            row_axis="perturbation",
            model=gemini,
        ),
    )


def _mangavqa() -> tuple[TaskColumn, ...]:
    return (*_manga_reading(), *_manga_answers())


def _manga_reading() -> Iterator[TaskColumn]:
    task, hmean = "mangavqa.manga_ocr", "e2e_hmean_ned"
    yield from _manga_training(task, "mangaocr_hmean", hmean, "ocr_mean", percent=True)
    stages = "mangavqa_t4_ocr_stages"
    for stage, metric in (("Detection", "detection_{}"), ("End-to-end", "e2e_{}_ned")):
        for name in ("precision", "recall", "hmean"):
            named = metric.format(name)
            yield TaskColumn(task, stages, name, named, True, model=_MANGALMM, rows=(stage,))
    yield TaskColumn(task, "mangavqa_tH_trans", "textmonkey_trans", "trans", percent=True)
    for column, name in (("ebdtheque_100", "eBDtheque"), ("ebdtheque_jpn_6", _JAPANESE)):
        split = (("collection", name),)
        yield TaskColumn(task, "mangavqa_tK_ebdtheque", column, hmean, percent=True, split=split)


def _manga_answers() -> Iterator[TaskColumn]:
    task, judge, kinds = "mangavqa.manga_vqa", "judge", "mangavqa_tG_ocr_annot_detail"
    yield from _manga_training(task, "mangavqa_llm", judge, "vqa_mean", percent=False)
    yield TaskColumn(task, "mangavqa_tF_judge", "judge_gpt4o", judge, split=(("judge", "GPT-4o"),))
    yield TaskColumn(
        task, kinds, "vqa", judge, row_axis="ocr_annotation", whole=("Text",), model=_MANGALMM
    )


def _manga_training(
    task: str, column: str, metric: str, over_runs: str, *, percent: bool
) -> Iterator[TaskColumn]:
    """The tables that print both tasks side by side: all models, and what training did."""

    def tuned(table: str, name: str, model: str, **more: Any) -> TaskColumn:
        found = {"row_axis": "ft_data", "whole": ("None",), **more}
        return TaskColumn(task, table, name, metric, percent, model=model, **found)

    yield TaskColumn(task, "mangavqa_t2_main", column, metric, percent)
    yield tuned("mangavqa_t3_finetuning_effect", over_runs, "Qwen2.5-VL (7B)")
    for size in ("3B", "7B"):
        yield tuned("mangavqa_tD_model_size", column, f"Qwen2.5-VL ({size})", rows=(size,))
    shares = {"row_axis": "ratio_percent", "whole": ("100",)}
    yield tuned("mangavqa_tE_dataset_size", column, _MANGALMM, **shares)
    yield tuned("mangavqa_tJ_joint_natural", column, _MANGALMM, whole=("T_OCR+T_VQA",))


def _comix() -> Iterator[TaskColumn]:
    speakers, naming = "comix.speaker_identification", "comix_t6a_naming"
    found, dialogue = "comix.detection", "comix.dialog_generation"
    predictable = (("classes", "predictable"),)
    yield from _collections(found, "comix_t3_detection_all4", "ap50")
    yield from _collections(found, "comix_t4_detection_predictable", "ap50", predictable)
    for who, baseline in (("closest", True), ("Magi", False)):
        for place in _collections(speakers, "comix_t5_speaker", "recall_at_texts"):
            yield replace(place, rows=(who,), baseline=baseline)
    yield from _collections("comix.character_naming", naming, "anls")
    yield from _collections(dialogue, "comix_t6b_dialog", "dialogue_text")
    # The names half of HDS: the same page-wise ANLS, printed above the dialogue half.
    yield from _collections(dialogue, naming, "dialogue_names")
    for column, split in (("auto_pct", ()), ("after_manual_pct", (("checked", "by hand"),))):
        yield TaskColumn(
            "comix.offence",
            "comix_t8_harmful_content",
            column,
            "share",
            percent=True,
            split=split,
            row_axis="class",
            model=_OFFENCE,
        )


def _collections(
    task: str, table: str, metric: str, split: ColumnSplit = ()
) -> Iterator[TaskColumn]:
    yield TaskColumn(task, table, "avg", metric, True, split)
    for name in ("DCM", "eBD", "comics", "Pop"):
        yield TaskColumn(task, table, name, metric, True, (*split, ("collection", name)))


def places() -> tuple[TaskColumn, ...]:
    """Every column of a printed table that belongs to a task, paper by paper."""
    return (*_chromic(), *_stripcipher(), *_comicvqa(), *_mangavqa(), *_comix())
