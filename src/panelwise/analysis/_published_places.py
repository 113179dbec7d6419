"""Where the figures of each task stand in the printed tables: a table of facts, no machinery."""

from __future__ import annotations

from dataclasses import dataclass

Split = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Place:
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
    split: Split = ()
    row_axis: str = ""
    whole: tuple[str, ...] = ()
    model: str = ""
    rows: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    baseline: bool = False


_ORDERING = (("acc", "accuracy"), ("mae", "mae"), ("src", "spearman"), ("ndcg_at_n", "ndcg"))
_STYLES = ("WC", "JC", "WCND")
_PERSPECTIVES = ("CPT", "CAS", "IMN", "ICM", "PBP", "CFR")
_BOTH = (("gpt_4o_mini", "GPT-4o-mini"), ("qwen2_5_vl", "Qwen2.5VL"))


def _chromic() -> tuple[Place, ...]:
    panels, told, asked = (
        f"chromic.{task}" for task in ("panel_reordering", "description_reordering", "chrono_mcq")
    )
    human = ("Human evaluation",)
    ablation, styles = "chromic_t09_dr_ablation", "chromic_t06_mcqa_by_style"
    perspectives = "chromic_t07_mcqa_by_perspective"
    return (
        *(Place(panels, "chromic_t05_panel_reordering", name, m) for name, m in _ORDERING),
        *(Place(told, "chromic_t04_description_reordering", name, m) for name, m in _ORDERING),
        Place(told, "chromic_t08_human", "acc_description_reordering", rows=human),
        Place(told, ablation, "default"),
        Place(told, ablation, "text_only", split=(("input", "text only"),)),
        Place(told, ablation, "masked_dialogue", split=(("input", "masked dialogue"),)),
        Place(asked, styles, "Overall"),
        Place(asked, "chromic_t08_human", "acc_mcqa", rows=human),
        *(Place(asked, styles, name, split=(("style", name),)) for name in _STYLES),
        *(
            Place(asked, perspectives, name, split=(("perspective", name),))
            for name in _PERSPECTIVES
        ),
        Place(asked, "chromic_t11_mcqa_text_only", "text_only", split=(("input", "text only"),)),
    )


def _stripcipher() -> tuple[Place, ...]:
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
        Place(frame, main, "prediction", percent=True),
        Place(story, main, "comprehension", percent=True),
        *(
            Place(story, inputs, name, percent=True, row_axis="input", model=model)
            for name, model in _BOTH
        ),
        *(
            Place(
                story,
                "stripcipher_t08_frame_counts",
                f"frames_{count}",
                percent=True,
                split=(("frames", str(count)),),
                without=("AVG",),
            )
            for count in range(3, 7)
        ),
        Place(story, tuned, "comprehension", percent=True, row_axis="setting"),
        Place(choice, main, "reorder_choice", percent=True),
        Place(choice, tuned, "reorder_choice", percent=True, row_axis="setting"),
        Place(written, main, "reorder_generation", "exact_match", percent=True),
        Place(
            written, tuned, "reorder_generation", "exact_match", percent=True, row_axis="setting"
        ),
        *(
            Place(
                hinted, hint, name, percent=True, row_axis="input", whole=("+Meaning",), model=model
            )
            for name, model in _BOTH
        ),
    )


def _comicvqa() -> tuple[Place, ...]:
    missing, encoders = "comicvqa.missing_panel", "comicvqa_t6_vision_only"
    gemini = "Gemini-Flash-2.5"
    return (
        Place(missing, "comicvqa_t2_main", "missing_panel", percent=True),
        Place(
            missing,
            encoders,
            "accuracy",
            percent=True,
            without=("Random baseline", "GPT-5.1"),
            baseline=True,
        ),
        Place("comicvqa.panel_sorting", "comicvqa_t2_main", "panel_sorting", percent=True),
        Place(
            "comicvqa.two_panel_order",
            "comicvqa_t3_two_panel",
            "accuracy",
            percent=True,
            row_axis="perturbation",
            whole=("adjacent",),
            model=gemini,
        ),
        Place(
            "comicvqa.four_panel_binary",
            "comicvqa_t4_four_panel",
            "accuracy",
            percent=True,
            row_axis="perturbation",
            model=gemini,
        ),
    )


PLACES: tuple[Place, ...] = (*_chromic(), *_stripcipher(), *_comicvqa())
