"""ComicVQA's experiments (CV-E1 to CV-E6).

Source: ComicVQA 4 and 5, Tables 2 to 6, Figure 4; specification 5.7.
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
)

_MISSING = PackPlan("missing_panel", "comicvqa.missing_panel")
_SORTING = PackPlan("panel_sorting", "comicvqa.panel_sorting")
_TWO = PackPlan("two_panel_order", "comicvqa.two_panel_order")
_FOUR = PackPlan("four_panel_binary", "comicvqa.four_panel_binary")
_WESTERN = (DrawnComics("western"),)
_LABELS = (("comparison", "Comparison"), ("perturbation", "Perturbation"))
_GEMINI = (("accuracy", "Gemini-Flash-2.5"),)
_KAPPA = "fleiss_kappa"
_SWAPPED = "The average is over the three swaps of neighbours."


def _against(pack: str, first: str, second: str) -> Measurement:
    name = f"{first} vs {second}"
    return Measurement(name, name, pack, where={"against": [second]}, percent=True)


COMICVQA = (
    Experiment(
        handle="CV-E1",
        alias="comicvqa.t2",
        title="Missing panel and panel sorting",
        asks="How far are models from people in what follows from what?",
        source="ComicVQA 4.2, Table 2",
        table="comicvqa_t2_main",
        labels=(("category", "Category"), ("model", "Model"), ("size", "Size")),
        packs=(_MISSING, _SORTING),
        columns=(
            Measurement("missing_panel", "Missing Panel", "missing_panel", percent=True),
            Measurement("panel_sorting", "Panel Sorting", "panel_sorting", percent=True),
        ),
        drawn=_WESTERN,
        notes=("People's answers can be given as --model recorded:people/{pack}.jsonl.",),
    ),
    Experiment(
        handle="CV-E2",
        alias="comicvqa.t3",
        title="Order of two neighbours",
        asks="Can the order of two panels be seen at all?",
        source="ComicVQA 5.1, Table 3",
        table="comicvqa_t3_two_panel",
        labels=_LABELS,
        models_in="columns",
        models=_GEMINI,
        packs=(_TWO,),
        columns=(
            *(_against("two_panel_order", *pair) for pair in (("12", "21"), ("23", "32"))),
            _against("two_panel_order", "34", "43"),
            Mean("average", "average", ("12 vs 21", "23 vs 32", "34 vs 43"), percent=True),
        ),
        drawn=_WESTERN,
        notes=(_SWAPPED,),
    ),
    Experiment(
        handle="CV-E3",
        alias="comicvqa.t4",
        title="Four panels in order, or with two swapped",
        asks="Does it help to see four panels, and are far swaps easier?",
        source="ComicVQA 5.1, Table 4",
        table="comicvqa_t4_four_panel",
        labels=_LABELS,
        models_in="columns",
        models=_GEMINI,
        packs=(_FOUR,),
        columns=(
            *(_against("four_panel_binary", "1234", swap) for swap in ("2134", "1324", "1243")),
            Mean(
                "average",
                "average",
                tuple(f"1234 vs {swap}" for swap in ("2134", "1324", "1243")),
                percent=True,
            ),
            _against("four_panel_binary", "1234", "4231"),
        ),
        drawn=_WESTERN,
        notes=(_SWAPPED,),
    ),
    Experiment(
        handle="CV-E4",
        alias="comicvqa.f4",
        title="Errors by category and span",
        asks="Which errors do models make when they sort panels, and how far do these reach?",
        source="ComicVQA 5.2, Figure 4, Table 5; CV-13",
        table="comicvqa_f4_error_distribution",
        labels=(("category", "Category"),),
        columns=tuple(
            AsPrinted(name, heading, "people label wrong answers")
            for name, heading in (
                ("total", "Total"),
                ("local", "Local"),
                ("short_range", "Short-range"),
                ("global", "Global"),
            )
        ),
        waits_for=(
            Need("people", "two annotators who label 100 wrong answers, and a third who decides"),
        ),
    ),
    Experiment(
        handle="CV-E5",
        alias="comicvqa.t6",
        title="Missing panel by pictures alone",
        asks="How many missing panels does likeness find that understands nothing?",
        source="ComicVQA 5.3, Table 6; AMB-41",
        table="comicvqa_t6_vision_only",
        labels=(("approach", "Approach"),),
        packs=(_MISSING,),
        columns=(
            Measurement("accuracy", "Accuracy", "missing_panel", percent=True),
            Measurement(
                "gap_to_random",
                "Gap to random",
                "missing_panel",
                percent=True,
                over_chance=True,
            ),
        ),
        drawn=_WESTERN,
        notes=(
            "Encoders answer as --model baseline:similar --set encoder=hf/PATH (CLIP, SigLIP,"
            " DINOv2) or encoder=onnx:FILE, each in its own --out; give the same --packs to all.",
        ),
    ),
    Experiment(
        handle="CV-E6",
        alias="comicvqa.people",
        title="Agreement and confidence of people",
        asks="How far do people agree on the answers, and how sure are they?",
        source="ComicVQA 4.2; CV-11",
        table="published_scalars",
        rows=("ComicVQA",),
        labels=(("quantity", "Quantity"),),
        models_in="columns",
        models=(("value", "Printed"),),
        packs=(_MISSING, _SORTING),
        columns=(
            Measurement("Fleiss kappa missing panel", "κ, missing panel", "missing_panel", _KAPPA),
            Measurement("Fleiss kappa panel sorting", "κ, panel sorting", "panel_sorting", _KAPPA),
            Measurement(
                "missing_confidence",
                "Confidence, missing panel",
                "missing_panel",
                "mean_confidence",
            ),
            Measurement(
                "sorting_confidence",
                "Confidence, panel sorting",
                "panel_sorting",
                "mean_confidence",
            ),
        ),
        together=True,
        drawn=_WESTERN,
        waits_for=(
            Need("people", "answers of five people to the same 100 questions, with confidence"),
        ),
        notes=(
            "Give all people's answers as --model human:people-{pack}.jsonl --repeats 5, or each"
            " person's as --model recorded:people/NAME-{pack}.jsonl; a model counts as one more.",
            "Confidence is from 1 (low) to 3 (high), as people stated it; the paper asks for it and"
            " prints none.",
        ),
    ),
)
