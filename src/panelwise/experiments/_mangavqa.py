"""MangaVQA's experiments (MV-E1 to MV-E15).

Source: MangaVQA 5 and 6, Tables 2 to 5, Appendix C to F, Tables D to K; specification 4.8.
"""

from __future__ import annotations

from panelwise.experiments._plan import (
    AsPrinted,
    ByPart,
    BySize,
    DrawnComics,
    Experiment,
    Measurement,
    Need,
    PackPlan,
)

_OCR = PackPlan("manga_ocr", "mangavqa.manga_ocr")
_VQA = PackPlan("manga_vqa", "mangavqa.manga_vqa")
_MANGA = PackPlan("manga_ocr", "mangavqa.manga_ocr", comics="manga")
_EBD = PackPlan("ebdtheque", "mangavqa.manga_ocr", comics="ebdtheque")
_BOTH = (_OCR, _VQA)
_SPREADS = (DrawnComics("rtl", "manga", "ja"),)
_NAMED = (("method", "Method"), ("size", "Size"))
_TUNED = (("ft_data", "FT data"),)
_JUDGED = "VQA is a judge's mean mark from 1 to 10; give judges as --judge MODEL."
_TRAINED = "Give each trained model, and the one before training, as --model."
_PEOPLE = (
    "The gap is that of the mean marks. The paper asks two people; give each one's marks as --human"
    " FILE. Marks of one answer are averaged, and a note has each person alone."
)
_SCALARS = "published_scalars"


def _hmean(column: str, heading: str = "MangaOCR Hmean") -> Measurement:
    return Measurement(column, heading, "manga_ocr", "e2e_hmean_ned", percent=True)


def _mark(column: str, heading: str = "MangaVQA LLM", judge: int = 0) -> Measurement:
    return Measurement(column, heading, "manga_vqa", "judge", judge=judge)


_MAIN = (_hmean("mangaocr_hmean"), _mark("mangavqa_llm"))
_BENCHMARKS = tuple(
    AsPrinted(name, heading, "another benchmark; not part of Panelwise")
    for name, heading in (("mmmu_acc", "MMMU"), ("mmbench_acc", "MMBench"))
)


def _stage(row: str, metrics: tuple[str, str, str]) -> tuple[Measurement, ...]:
    named = (("precision", "Precision"), ("recall", "Recall"), ("hmean", "Hmean"))
    return tuple(
        Measurement(column, heading, "manga_ocr", metric, percent=True, row=row)
        for (column, heading), metric in zip(named, metrics, strict=True)
    )


def _axis(fact: str, **values: str) -> tuple[Measurement, ...]:
    return tuple(
        Measurement(value, heading, "manga_vqa", "judge", where={fact: [value]})
        for value, heading in values.items()
    )


_AXES = (
    *_axis("required", one_panel="One panel", several_panels="Several panels"),
    *_axis("answer_type", exact="Exact extraction", descriptive="Descriptive"),
    *_axis("interrogative", who="Who", what="What", when="When"),
    *_axis("interrogative", where="Where", why="Why", how="How"),
)


def _training(
    handle: str,
    alias: str,
    title: str,
    asks: str,
    source: str,
    table: str,
    what: str,
    *,
    labels: tuple[tuple[str, str], ...],
    columns: tuple[Measurement | AsPrinted, ...],
    figure: BySize | None = None,
    notes: tuple[str, ...] = (),
) -> Experiment:
    """An experiment that trains; models that somebody trained can be given."""
    asked = {one.pack for one in columns if isinstance(one, Measurement)}
    return Experiment(
        handle=handle,
        alias=alias,
        title=title,
        asks=asks,
        source=source,
        table=table,
        labels=labels,
        packs=tuple(pack for pack in _BOTH if pack.name in asked),
        columns=columns,
        figure=figure,
        drawn=_SPREADS,
        waits_for=(Need("training", what),),
        notes=(_TRAINED, _JUDGED, *notes),
    )


def _annotation(handle: str, alias: str, place: str, table: str) -> Experiment:
    """What the writer of synthetic questions is shown."""
    return _training(
        handle,
        alias,
        "Annotation in the drafting of questions",
        "Does it help training when questions are drafted with the texts of the page at hand?",
        f"MangaVQA {place}; MV-7",
        table,
        "models trained on questions that were drafted without texts, with them, with positions",
        labels=(("ocr_annotation", "OCR annotation"),),
        columns=(_mark("vqa", "VQA"),),
        notes=("panelwise draft vqa --annotation none, text or text+position drafts the three.",),
    )


MANGAVQA = (
    Experiment(
        handle="MV-E1",
        alias="mangavqa.t2",
        title="Main comparison",
        asks="How well do models read manga, and answer questions about it?",
        source="MangaVQA 6.1, Table 2",
        table="mangavqa_t2_main",
        labels=_NAMED,
        packs=_BOTH,
        columns=_MAIN,
        drawn=_SPREADS,
        notes=(_JUDGED,),
    ),
    _training(
        "MV-E2",
        "mangavqa.t3",
        "Data of fine-tuning",
        "Do reading and answering help or hurt each other in training?",
        "MangaVQA 6.2, Table 3",
        "mangavqa_t3_finetuning_effect",
        "models trained on reading, on questions, and on both, three times each",
        labels=_TUNED,
        columns=(
            _hmean("ocr_mean", "MangaOCR"),
            AsPrinted("ocr_sd", "± OCR", "of three trainings; give each model of its own"),
            _mark("vqa_mean", "MangaVQA"),
            AsPrinted("vqa_sd", "± VQA", "of three trainings; give each model of its own"),
        ),
    ),
    Experiment(
        handle="MV-E3",
        alias="mangavqa.t4",
        title="Detection, and end to end",
        asks="Does reading fail where texts are, or at what they say?",
        source="MangaVQA 6.3, Table 4; AMB-26",
        table="mangavqa_t4_ocr_stages",
        labels=(("stage", "Stage"),),
        models=(("", "MangaLMM"),),
        packs=(_OCR,),
        columns=(
            *_stage("Detection", ("detection_precision", "detection_recall", "detection_hmean")),
            *_stage("End-to-end", ("e2e_precision_ned", "e2e_recall_ned", "e2e_hmean_ned")),
        ),
        drawn=_SPREADS,
    ),
    _annotation("MV-E4", "mangavqa.t5", "6.4, Table 5", "mangavqa_t5_ocr_annot_effect"),
    _annotation("MV-E4b", "mangavqa.tG", "App. E, Table G", "mangavqa_tG_ocr_annot_detail"),
    _training(
        "MV-E5",
        "mangavqa.tD",
        "Size of the model",
        "Does a larger model gain more from training?",
        "MangaVQA App. E, Table D",
        "mangavqa_tD_model_size",
        "models of 3B and 7B, each trained on reading, on questions, and on both",
        labels=(("size", "Size"), ("ft_data", "FT data")),
        columns=_MAIN,
        figure=BySize(("mangaocr_hmean", "mangavqa_llm")),
    ),
    _training(
        "MV-E6",
        "mangavqa.tE",
        "Share of the training data",
        "How much training data is enough?",
        "MangaVQA App. E, Table E",
        "mangavqa_tE_dataset_size",
        "models trained on 25, 50, 75 and 100 % of the data",
        labels=(("ratio_percent", "Ratio (%)"),),
        columns=_MAIN,
    ),
    Experiment(
        handle="MV-E7",
        alias="mangavqa.tF",
        title="Two judges",
        asks="Do two judges rank models alike?",
        source="MangaVQA App. E.2, Table F; AMB-32",
        table="mangavqa_tF_judge",
        labels=_NAMED,
        packs=(_VQA,),
        columns=(
            _mark("judge_gemini", "Gemini", judge=1),
            _mark("judge_gpt4o", "GPT-4o", judge=2),
        ),
        drawn=_SPREADS,
        notes=("The first --judge fills the first column, the second one the other.",),
    ),
    Experiment(
        handle="MV-E8",
        alias="mangavqa.people",
        title="A judge against people",
        asks="Does a judge mark answers as people do?",
        source="MangaVQA App. E.2; specification 4.5, 7.12",
        table=_SCALARS,
        rows=("MangaVQA",),
        labels=(("quantity", "Quantity"),),
        models_in="columns",
        models=(("value", "Printed"),),
        packs=(_VQA,),
        columns=(
            Measurement(
                "judge-human mean difference", "Gap of mean marks", "manga_vqa", "people_gap"
            ),
            Measurement("judge-human correlation", "Correlation", "manga_vqa", "people_r"),
        ),
        drawn=_SPREADS,
        waits_for=(Need("people", "marks of two people for a model's answers, as --human FILE"),),
        notes=(_PEOPLE,),
    ),
    Experiment(
        handle="MV-E9",
        alias="mangavqa.tH",
        title="Reading with and without positions",
        asks="Do models read texts that they place wrongly?",
        source="MangaVQA App. E.3, Table H; AMB-31",
        table="mangavqa_tH_trans",
        labels=_NAMED,
        packs=(_OCR,),
        columns=(
            _hmean("traditional_hmean", "Traditional Hmean"),
            Measurement("textmonkey_trans", "Trans", "manga_ocr", "trans", percent=True),
        ),
        drawn=_SPREADS,
    ),
    Experiment(
        handle="MV-E10",
        alias="mangavqa.tI",
        title="General benchmarks",
        asks="What do models lose that were trained on manga alone?",
        source="MangaVQA App. F, Table I",
        table="mangavqa_tI_general_benchmarks",
        labels=_NAMED,
        packs=_BOTH,
        columns=(*_MAIN, *_BENCHMARKS),
        drawn=_SPREADS,
        waits_for=(Need("data", "MMMU and MMBench, for the last two columns"),),
        notes=(_JUDGED,),
    ),
    _training(
        "MV-E10b",
        "mangavqa.tJ",
        "Training together with natural images",
        "Does general data keep what training on manga loses?",
        "MangaVQA App. F, Table J",
        "mangavqa_tJ_joint_natural",
        "a model trained on manga and 50K samples of LLaVA-OneVision",
        labels=_TUNED,
        columns=(*_MAIN, *_BENCHMARKS),
    ),
    Experiment(
        handle="MV-E11",
        alias="mangavqa.tK",
        title="Reading eBDtheque",
        asks="Does reading carry over to other comics?",
        source="MangaVQA App. F, Table K",
        table="mangavqa_tK_ebdtheque",
        labels=_NAMED,
        packs=(_EBD, _MANGA),
        columns=(
            Measurement("ebdtheque_100", "eBDtheque", "ebdtheque", "e2e_hmean_ned", percent=True),
            Measurement(
                "ebdtheque_jpn_6",
                "eBDtheque, Japanese",
                "ebdtheque",
                "e2e_hmean_ned",
                where={"language": ["ja"]},
                percent=True,
            ),
            _hmean("mangaocr", "MangaOCR"),
        ),
        drawn=(
            DrawnComics("bd", language="fr", name="ebdtheque"),
            DrawnComics("rtl", "manga", "ja", name="manga"),
        ),
        waits_for=(
            Need(
                "data",
                "eBDtheque with the words of its texts, in a folder ebdtheque; manga in manga",
            ),
        ),
        notes=("The six Japanese images make a very wide interval.",),
    ),
    Experiment(
        handle="MV-E12",
        alias="mangavqa.ocr",
        title="Dedicated OCR",
        asks="How well does a system read that was made for nothing else?",
        source="MangaVQA App. E.3",
        table=_SCALARS,
        rows=("MangaVQA",),
        labels=(("quantity", "Quantity"),),
        models_in="columns",
        models=(("value", "DeepSolo++"),),
        packs=(_OCR,),
        columns=(_hmean("DeepSolo++ Hmean", "End-to-end Hmean"),),
        drawn=_SPREADS,
        notes=("Give its predictions as --model recorded:FILE, or --model reader:default.",),
    ),
    Experiment(
        handle="MV-E13",
        alias="mangavqa.f5",
        title="Marks by kind of question",
        asks="Which questions are hard?",
        source="MangaVQA 6.1, Figure 5",
        packs=(_VQA,),
        columns=(*_AXES, _mark("all", "All")),
        labels=(("model", "Model"),),
        figure=(
            ByPart(("one_panel", "several_panels")),
            ByPart(("exact", "descriptive")),
            ByPart(("who", "what", "when", "where", "why", "how"), radar=True),
        ),
        drawn=_SPREADS,
        notes=(
            "The paper draws a radar chart and prints no numbers. Its fourth axis, whether author"
            " or title was seen in training, is not recorded of questions.",
            _JUDGED,
        ),
    ),
    Experiment(
        handle="MV-E14",
        alias="mangavqa.fG",
        title="Which texts are missed",
        asks="Are sounds missed more than dialogue, and small texts more than large ones?",
        source="MangaVQA App. E.3, Figure G",
        packs=(_OCR,),
        columns=tuple(
            Measurement(name, heading, "manga_ocr", f"recall_{name}", percent=True)
            for name, heading in (
                ("dialogue", "Dialogue"),
                ("onomatopoeia", "Onomatopoeia"),
                ("vertical", "Vertical"),
                ("horizontal", "Horizontal"),
                ("small", "Small"),
                ("medium", "Medium"),
                ("large", "Large"),
            )
        ),
        labels=(("model", "Model"),),
        figure=(
            ByPart(("dialogue", "onomatopoeia")),
            ByPart(("small", "medium", "large"), axis="size of box"),
        ),
        drawn=_SPREADS,
        notes=(
            "A box is small below 0.05 % of its picture and large from 0.5 % on: about 32² and 96²"
            " pixels of the paper's spreads. The paper names no bounds.",
            "The paper draws hits and misses and prints no numbers; panelwise report OUT/runs/*"
            " draws them.",
        ),
    ),
    Experiment(
        handle="MV-E15",
        alias="mangavqa.speed",
        title="Speed",
        asks="How long does reading take?",
        source="MangaVQA App. E.3, Limitations",
        packs=(_OCR,),
        columns=(
            Measurement("images_per_second", "Images per second", "manga_ocr", "images_per_second"),
            Measurement("seconds_per_image", "Seconds per image", "manga_ocr", "seconds_per_image"),
            _hmean("hmean", "MangaOCR Hmean"),
        ),
        labels=(("model", "Model"),),
        drawn=_SPREADS,
        notes=(
            "The paper says in words that a model takes several hours for 1,166 images, and a"
            " dedicated OCR two minutes, which is more than 10 images per second.",
        ),
    ),
)
