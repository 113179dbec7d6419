"""CoMix's experiments, named after the tables of its supplement (CX-T1 to CX-T8).

The collections are DCM, eBDtheque (eBD), the 100 new books (comics) and PopManga (Pop), each in a
folder of that name. The paper's averages weigh them by pages.
Source: CoMix supplement, Tables 1 to 8; specification 6.7; AMB-50.
"""

from __future__ import annotations

from panelwise.experiments._plan import (
    AsPrinted,
    DrawnComics,
    Experiment,
    Mean,
    Measurement,
    Need,
    PackPlan,
    PlanColumn,
)

COLLECTIONS = ("DCM", "eBD", "comics", "Pop")
# Fitted to the printed rows: Tables 3 and 4, and Tables 4, 5 and 6a together.
_BOXES = (0.1308, 0.0411, 0.5104, 0.3177)
_LINKS = (0.1328, 0.0397, 0.5121, 0.3154)
_DRAWN = (
    DrawnComics("western", name="DCM"),
    DrawnComics("bd", language="fr", name="eBD"),
    DrawnComics("western", "clean", name="comics"),
    DrawnComics("rtl", "manga", name="Pop"),
)
_FOLDERS = "Collections are the folders DCM, eBD, comics and Pop; --comics names each of them."
_AVERAGE = (
    "avg weighs the collections by pages, as the paper does; its weights are not printed, they are"
    " those that reproduce its rows."
)
_CLASSES = "A model that gives no scores has one operating point and no proper AP (AMB-45)."


def _by_collection(
    handle: str,
    title: str,
    asks: str,
    source: str,
    table: str,
    task: str,
    metric: str,
    weights: tuple[float, ...],
    labels: tuple[tuple[str, str], ...] = (("model", "Model"),),
    notes: tuple[str, ...] = (),
) -> Experiment:
    """A score on each collection, and their average."""
    name = task.partition(".")[2]
    packs = tuple(PackPlan(f"{name}_{one}", task, comics=one) for one in COLLECTIONS)
    columns: tuple[PlanColumn, ...] = (
        *(
            Measurement(one, one, pack.name, metric, percent=True)
            for one, pack in zip(COLLECTIONS, packs, strict=True)
        ),
        Mean("avg", "avg", COLLECTIONS, percent=True, weights=weights),
    )
    alias = handle.lower().replace("cx-", "comix.")
    return Experiment(
        handle=handle,
        alias=alias,
        title=title,
        asks=asks,
        source=source,
        table=table,
        labels=labels,
        packs=packs,
        columns=columns,
        drawn=_DRAWN,
        notes=(_FOLDERS, _AVERAGE, *notes),
    )


def _annotations(number: int, what: str, table: str) -> Experiment:
    """How many annotations there were before CoMix, and with it."""
    collections = ("DCM", "EBD", "Comics", "Pop")
    return Experiment(
        handle=f"CX-T{number}",
        alias=f"comix.t{number}",
        title=f"Growth of annotations: {what}",
        asks="How many annotations did CoMix add, in thousands?",
        source=f"CoMix supplement, Table {number}; CX-2",
        table=table,
        labels=(("category", "Category"), ("row", "")),
        columns=tuple(AsPrinted(one, one, "counts of the collections") for one in collections),
        waits_for=(Need("data", "the four collections before and after their annotation"),),
    )


COMIX = (
    _annotations(1, "boxes", "comix_t1_detection_annotations"),
    _annotations(2, "links, names and order", "comix_t2_higher_annotations"),
    _by_collection(
        "CX-T3",
        "Detection over four classes",
        "How well are panels, characters, texts and faces found, a class never found being 0?",
        "CoMix supplement, Table 3; specification 7.7",
        "comix_t3_detection_all4",
        "comix.detection",
        "ap50",
        _BOXES,
        (("model", "Model"), ("classes", "Classes")),
        (_CLASSES,),
    ),
    _by_collection(
        "CX-T4",
        "Detection over predictable classes",
        "How well are those classes found that a detector can find at all?",
        "CoMix supplement, Table 4; specification 7.7",
        "comix_t4_detection_predictable",
        "comix.detection",
        "ap50_predictable",
        _BOXES,
        (("model", "Model"), ("classes", "Classes")),
        ("A class is predictable where a model finds any box of it in any collection.", _CLASSES),
    ),
    _by_collection(
        "CX-T5",
        "Speaker identification",
        "Who says each text?",
        "CoMix supplement, Table 5; specification 7.8; AMB-47, AMB-51",
        "comix_t5_speaker",
        "comix.speaker_identification",
        "recall_at_texts",
        _LINKS,
        notes=("The paper's row 'closest' is --model baseline:closest.",),
    ),
    _by_collection(
        "CX-T6a",
        "Character naming",
        "What are the speakers called?",
        "CoMix supplement, Table 6 (top); AMB-49",
        "comix_t6a_naming",
        "comix.character_naming",
        "anls",
        _LINKS,
    ),
    _by_collection(
        "CX-T6b",
        "Dialogue generation",
        "What is said on a page, in reading order?",
        "CoMix supplement, Table 6 (bottom); AMB-48, AMB-50",
        "comix_t6b_dialog",
        "comix.dialog_generation",
        "dialogue_text",
        _BOXES,
        notes=("No weights reproduce this printed average together with that of names (AMB-50).",),
    ),
    Experiment(
        handle="CX-T8",
        alias="comix.t8",
        title="Harmful content",
        asks="How many panels hold words that offend?",
        source="CoMix supplement, Tables 7 and 8; CX-8",
        table="comix_t8_harmful_content",
        labels=(("code", "Code"), ("class", "Class")),
        columns=(
            AsPrinted("auto_pct", "Auto", "by a model: --screened FILE"),
            AsPrinted("after_manual_pct", "After manual check", "people look at doubtful panels"),
        ),
        waits_for=(
            Need("people", "a person who checks the panels of classes 3 to 5 by hand"),
            Need("data", "the four collections; panelwise screen classifies yours"),
        ),
        screened=True,
        notes=(
            "Of your own comics: panelwise screen COMICS --model MODEL --profile paper --out"
            " NAME.jsonl; a person fills in NAME-check.jsonl; then --screened NAME.jsonl here.",
        ),
    ),
)
