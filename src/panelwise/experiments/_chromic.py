"""CHROMIC's experiments (CH-E1 to CH-E10), and the ablation of its input (CH-4).

Source: CHROMIC 4, Tables 4 to 11, Figures 1 and 4; specification 2.7.
"""

from __future__ import annotations

from panelwise.experiments._plan import (
    BySize,
    DraftPlan,
    DrawnComics,
    Experiment,
    Measurement,
    Need,
    PackPlan,
    Paired,
)

_DESCRIPTIONS = PackPlan("descriptions", "chromic.description_reordering")
_PANELS = PackPlan("panels", "chromic.panel_reordering")
_QUESTIONS = PackPlan("questions", "chromic.chrono_mcq")
_FAITHFUL = "chromic.description_faithfulness"
_NAMED = (("model", "Model"), ("size", "Size"))
_WC = {"direction": ["ltr"], "silent": ["no"]}
_JC = {"direction": ["rtl"]}
_WCND = {"direction": ["ltr"], "silent": ["yes"]}
# Western with dialogue, Japanese, western without dialogue: the paper's three subsets.
_SUBSETS = (
    DrawnComics("western"),
    DrawnComics("rtl", "manga"),
    DrawnComics("western", silent=True),
)
_NDCG = "The paper does not define the relevance of NDCG, so printed and measured NDCG differ by"
_ORDER_NOTES = (f"{_NDCG} more than the models (AMB-4).",)
_WITHOUT_TEXT = PackPlan("questions_text_only", "chromic.chrono_mcq", transforms=("text_only",))
_FAMILIES = ("Gemma-3", "LLaMA-3.2-VI", "Qwen-2.5-VL")


def _order(pack: str) -> tuple[Measurement, ...]:
    return (
        Measurement("acc", "Acc", pack, "accuracy"),
        Measurement("mae", "MAE", pack, "mae"),
        Measurement("src", "SRC", pack, "spearman"),
        Measurement("ndcg_at_n", "NDCG@n", pack, "ndcg"),
    )


CHROMIC = (
    Experiment(
        handle="CH-E1",
        alias="chromic.t4",
        title="Description reordering",
        asks="How well do models order the shuffled descriptions of a page that they see?",
        source="CHROMIC 4.2, Table 4",
        table="chromic_t04_description_reordering",
        labels=_NAMED,
        packs=(_DESCRIPTIONS,),
        columns=_order("descriptions"),
        drawn=_SUBSETS,
        notes=_ORDER_NOTES,
    ),
    Experiment(
        handle="CH-E2",
        alias="chromic.t5",
        title="Panel reordering from pictures alone",
        asks="How well do models order the shuffled panels of a page of at most four?",
        source="CHROMIC 4.2, Table 5",
        table="chromic_t05_panel_reordering",
        labels=_NAMED,
        packs=(_PANELS,),
        columns=_order("panels"),
        drawn=(DrawnComics("four_panel"), DrawnComics("strip", silent=True)),
        notes=_ORDER_NOTES,
    ),
    Experiment(
        handle="CH-E3",
        alias="chromic.t6",
        title="Multiple choice by type of comic",
        asks="Are questions about Japanese comics, or comics without dialogue, harder?",
        source="CHROMIC 4.2, Table 6",
        table="chromic_t06_mcqa_by_style",
        labels=_NAMED,
        packs=(_QUESTIONS,),
        columns=(
            Measurement("WC", "WC", "questions", where=_WC),
            Measurement("JC", "JC", "questions", where=_JC),
            Measurement("WCND", "WCND", "questions", where=_WCND),
            Measurement("Overall", "Overall", "questions"),
        ),
        drawn=_SUBSETS,
        notes=(
            "WC: read from the left, with dialogue. JC: read from the right. WCND: read from the"
            " left, without dialogue. The paper's own item counts suggest that its columns WC and"
            " WCND are swapped.",
        ),
    ),
    Experiment(
        handle="CH-E4",
        alias="chromic.t7",
        title="Multiple choice by perspective",
        asks="Which kinds of chronological reasoning are hard?",
        source="CHROMIC 4.2, Table 7; CH-12",
        table="chromic_t07_mcqa_by_perspective",
        labels=_NAMED,
        packs=(_QUESTIONS,),
        columns=tuple(
            Measurement(name, name, "questions", where={"perspective": [name]})
            for name in ("CPT", "CAS", "IMN", "ICM", "PBP", "CFR")
        ),
        drawn=_SUBSETS,
    ),
    Experiment(
        handle="CH-E5",
        alias="chromic.t8",
        title="People against models",
        asks="How far are models from people?",
        source="CHROMIC 4.2, Table 8; CH-17",
        table="chromic_t08_human",
        labels=(("method", "Method"),),
        packs=(_DESCRIPTIONS, _QUESTIONS),
        columns=(
            Measurement("acc_description_reordering", "Acc of Task 1", "descriptions", "accuracy"),
            Measurement("acc_mcqa", "Acc of Task 3", "questions"),
        ),
        drawn=_SUBSETS,
        waits_for=(Need("people", "answers of people, given as --model recorded:FILE"),),
    ),
    Experiment(
        handle="CH-E6",
        alias="chromic.t9",
        title="Description reordering without pictures, and without dialogue",
        asks="Do models order by the pictures, or by the words?",
        source="CHROMIC 4.3.2, Table 9; AMB-14",
        table="chromic_t09_dr_ablation",
        labels=_NAMED,
        packs=(
            PackPlan("default", "chromic.description_reordering"),
            PackPlan("text_only", "chromic.description_reordering", ("text_only",)),
            PackPlan("masked_dialogue", "chromic.description_reordering", ("masked_dialogue",)),
        ),
        columns=(
            Measurement("default", "Def.", "default", "accuracy"),
            Measurement("text_only", "Txt-only", "text_only", "accuracy"),
            Measurement("masked_dialogue", "Mask Dial.", "masked_dialogue", "accuracy"),
        ),
        figure=Paired(("default", "text_only", "masked_dialogue")),
        drawn=_SUBSETS,
    ),
    Experiment(
        handle="CH-E7",
        alias="chromic.t10",
        title="Faithfulness of descriptions",
        asks="How faithful are descriptions that a model writes, with and without preprocessing?",
        source="CHROMIC 4.3.3, Table 10; CH-16",
        table="chromic_t10_faithfulness",
        labels=(("style", "Style"),),
        packs=(
            PackPlan("direct", _FAITHFUL, drafted="page"),
            PackPlan("auto_preprocessed", _FAITHFUL, drafted="auto"),
            PackPlan("human_refined", _FAITHFUL),
        ),
        columns=(
            Measurement("direct", "Direct", "direct", "rating_own"),
            Measurement("auto_preprocessed", "Auto (Preproc.)", "auto_preprocessed", "rating_own"),
            Measurement("human_refined", "Human-Refined", "human_refined", "rating_own"),
        ),
        groups=(("WC", _WC), ("JC", _JC)),
        drawn=_SUBSETS,
        waits_for=(
            Need("people", "ratings by two annotators, given as --model recorded:FILE"),
            Need("data", "descriptions that people corrected; the comics' own take their place"),
        ),
        notes=(
            "Ratings from 1 to 5 of descriptions of the page's own panels. The writer is --writer;"
            " a model that rates is no annotator. Pages whose drafts were not accepted are left"
            " out.",
        ),
    ),
    Experiment(
        handle="CH-E8",
        alias="chromic.t11",
        title="Multiple choice without the page",
        asks="How many questions can be answered from their words alone?",
        source="CHROMIC 4.3.2, Table 11",
        table="chromic_t11_mcqa_text_only",
        labels=_NAMED,
        packs=(_WITHOUT_TEXT, _QUESTIONS),
        columns=(
            Measurement("text_only", "Txt-only", "questions_text_only"),
            Measurement("multimodal", "Multimodal", "questions"),
        ),
        figure=Paired(("multimodal", "text_only")),
        drawn=_SUBSETS,
    ),
    Experiment(
        handle="CH-E9",
        alias="chromic.f4",
        title="Size of the model",
        asks="Do larger models of one family do better?",
        source="CHROMIC 4.3.1, Figure 4; data of Tables 4 and 6",
        table="chromic_t04_description_reordering",
        rows=_FAMILIES,
        labels=_NAMED,
        packs=(_DESCRIPTIONS, _QUESTIONS),
        columns=(
            Measurement("acc", "(a) Description Reordering", "descriptions", "accuracy"),
            Measurement(
                "Overall",
                "(b) MCQA",
                "questions",
                table="chromic_t06_mcqa_by_style",
            ),
        ),
        figure=BySize(("acc", "Overall")),
        drawn=_SUBSETS,
        notes=("A model's size is taken from the paper's row, or given as --size MODEL=7.",),
    ),
    Experiment(
        handle="CH-E10",
        alias="chromic.f1",
        title="Descriptions with and without preprocessing",
        asks="What goes wrong when a model describes a page whose panels nobody has marked?",
        source="CHROMIC 3.2, Figure 1; CH-8, CH-16",
        labels=(("model", "Model"),),
        drafts=(DraftPlan("direct", "page"), DraftPlan("preprocessed", "auto")),
        columns=tuple(
            Measurement(f"{way}_{metric}", f"{heading}, {way}", way, metric)
            for metric, heading in (
                ("panel_count", "Right number"),
                ("own_panel", "Own panel"),
                ("likeness", "Likeness"),
            )
            for way in ("direct", "preprocessed")
        ),
        figure=tuple(
            Paired((f"direct_{metric}", f"preprocessed_{metric}"))
            for metric in ("panel_count", "own_panel", "likeness")
        ),
        drawn=_SUBSETS,
        notes=(
            "The paper shows one example and prints no figures. Every page counts by the model's"
            " first answer.",
            "Right number: pages with as many descriptions as panels. Own panel: panels whose"
            " description is most like the known description of that very panel, by words."
            " Likeness: cosine of the two, by words; paraphrases are unlike.",
        ),
    ),
    Experiment(
        handle="CH-4",
        alias="chromic.marks",
        title="Unmarked page, red boxes, ordered crops",
        asks="Do models answer better when the panels are marked, or shown one by one?",
        source="CHROMIC 4.1 and 3.2; CH-4, CH-8",
        labels=(("model", "Model"),),
        packs=(
            _QUESTIONS,
            PackPlan("red_boxes", "chromic.chrono_mcq", ("red_boxes",)),
            PackPlan("ordered_crops", "chromic.chrono_mcq", ("ordered_crops",)),
        ),
        columns=(
            Measurement("page", "Unmarked page", "questions"),
            Measurement("red_boxes", "Red boxes", "red_boxes"),
            Measurement("ordered_crops", "Ordered crops", "ordered_crops"),
        ),
        figure=Paired(("page", "red_boxes", "ordered_crops")),
        drawn=_SUBSETS,
        notes=(
            "The paper shows every model the unmarked page and prints no figures for the rest.",
        ),
    ),
)
