"""StripCipher's experiments (SC-E1 to SC-E9).

Source: StripCipher 4 and 5, Tables 4 to 8, Figure 6; specification 3.7.
"""

from __future__ import annotations

from panelwise.experiments._plan import (
    ByPart,
    BySize,
    DrawnComics,
    Experiment,
    Mean,
    Measurement,
    Need,
    PackPlan,
    Paired,
)

_STRIPS = (DrawnComics("strip", silent=True),)
_STORY = "stripcipher.narrative_comprehension"
_PREDICTION = PackPlan("prediction", "stripcipher.frame_prediction")
_COMPREHENSION = PackPlan("comprehension", _STORY)
_CHOICE = PackPlan("reorder_choice", "stripcipher.reordering_choice")
_WRITTEN = PackPlan("reorder_generation", "stripcipher.reordering_generation")
_FOUR = (_PREDICTION, _COMPREHENSION, _CHOICE, _WRITTEN)
_MAIN = (
    Measurement("prediction", "Prediction", "prediction", percent=True),
    Measurement("comprehension", "Comprehension", "comprehension", percent=True),
    Measurement("reorder_choice", "R-C", "reorder_choice", percent=True),
    Measurement("reorder_generation", "R-G", "reorder_generation", "exact_match", percent=True),
    Mean("avg", "AVG", tuple(pack.name for pack in _FOUR), percent=True),
)
_LABELS = (
    ("model", "Models"),
    ("backbone", "Backbone"),
    ("params", "#Params"),
    ("video_input", "I-Video"),
)
_FAILED = "* marks a model of whose answers none could be read; it counts 0 in AVG."
_BOTH = (("gpt_4o_mini", "GPT-4o-mini"), ("qwen2_5_vl", "Qwen2.5-VL"))
_CATEGORIES = ("satirical", "inspiring", "touching", "philosophical", "critical", "humorous")


def _input(name: str) -> PackPlan:
    return PackPlan(name, _STORY, settings={"strips.input": name})


STRIPCIPHER = (
    Experiment(
        handle="SC-E1",
        alias="stripcipher.t4",
        title="Main results",
        asks="How well do models predict, comprehend and reorder silent strips?",
        source="StripCipher 4.2, Table 4; AMB-18, AMB-19",
        table="stripcipher_t04_main",
        labels=_LABELS,
        packs=_FOUR,
        columns=_MAIN,
        drawn=_STRIPS,
        notes=(_FAILED,),
    ),
    Experiment(
        handle="SC-E2",
        alias="stripcipher.t5",
        title="Fine-tuning on reordering",
        asks="Does training on reordering help comprehension?",
        source="StripCipher 5, Table 5; AMB-23",
        table="stripcipher_t05_finetune",
        labels=(("model", "Tasks"), ("setting", "")),
        packs=(_COMPREHENSION, _WRITTEN, _CHOICE),
        columns=(
            Measurement("comprehension", "Comprehension", "comprehension", percent=True),
            Measurement(
                "reorder_generation",
                "Reordering-G",
                "reorder_generation",
                "exact_match",
                percent=True,
            ),
            Measurement("reorder_choice", "Reordering-C", "reorder_choice", percent=True),
        ),
        drawn=_STRIPS,
        waits_for=(
            Need("training", "a model trained on 3,160 shuffles of 790 strips, given as --model"),
        ),
    ),
    Experiment(
        handle="SC-E3",
        alias="stripcipher.t6",
        title="Whole strip, frames in order, frames shuffled",
        asks="Does it matter how a strip is shown to a model that is asked for its story?",
        source="StripCipher 5, Table 6",
        table="stripcipher_t06_input_format",
        labels=(("input", "Input"),),
        models_in="columns",
        models=_BOTH,
        packs=(_input("whole"), _input("sequence"), _input("shuffled")),
        columns=(
            Measurement("Whole Image", "Whole Image", "whole", percent=True),
            Measurement("Image Sequence", "Image Sequence", "sequence", percent=True),
            Measurement("Shuffled Sequence", "Shuffled Sequence", "shuffled", percent=True),
        ),
        figure=Paired(("Whole Image", "Image Sequence", "Shuffled Sequence")),
        drawn=_STRIPS,
    ),
    Experiment(
        handle="SC-E4",
        alias="stripcipher.t7",
        title="Reordering with the meaning given",
        asks="Does it help to know what the strip means?",
        source="StripCipher 5, Table 7, Figure 10",
        table="stripcipher_t07_meaning_hint",
        labels=(("input", "Input"),),
        models_in="columns",
        models=_BOTH,
        packs=(_CHOICE, PackPlan("with_meaning", "stripcipher.reordering_with_meaning")),
        columns=(
            Measurement("Shuffled image", "Shuffled image", "reorder_choice", percent=True),
            Measurement("+Meaning", "+Meaning", "with_meaning", percent=True),
        ),
        figure=Paired(("Shuffled image", "+Meaning")),
        drawn=_STRIPS,
    ),
    Experiment(
        handle="SC-E5",
        alias="stripcipher.size",
        title="Size of the model",
        asks="Do larger models of one family do better?",
        source="StripCipher 5; data of Table 4",
        table="stripcipher_t04_main",
        rows=("Qwen2.5VL", "LLaVA-v1.6"),
        labels=_LABELS,
        packs=_FOUR,
        columns=_MAIN,
        figure=BySize(("prediction", "comprehension", "reorder_choice", "reorder_generation")),
        drawn=_STRIPS,
        notes=(
            _FAILED,
            "A model's size is taken from the paper's row, or given as --size MODEL=7.",
        ),
    ),
    Experiment(
        handle="SC-E6",
        alias="stripcipher.t8",
        title="Comprehension by number of frames",
        asks="Are longer strips harder to comprehend?",
        source="StripCipher 5, Table 8",
        table="stripcipher_t08_frame_counts",
        labels=(("model", "Model"),),
        packs=(_COMPREHENSION,),
        columns=tuple(
            Measurement(
                f"frames_{count}",
                f"{count} Frames",
                "comprehension",
                where={"panels": [str(count)]},
                percent=True,
            )
            for count in range(3, 7)
        ),
        figure=ByPart(tuple(f"frames_{n}" for n in range(3, 7)), "frames", (3.0, 4.0, 5.0, 6.0)),
        drawn=_STRIPS,
    ),
    Experiment(
        handle="SC-E7",
        alias="stripcipher.f6",
        title="Comprehension by category",
        asks="Are some kinds of strips harder to comprehend?",
        source="StripCipher 5, Figure 6, Table 9",
        packs=(_COMPREHENSION,),
        columns=(
            *(
                Measurement(
                    name,
                    name.capitalize(),
                    "comprehension",
                    where={"category": [name, name.capitalize()]},
                    percent=True,
                )
                for name in _CATEGORIES
            ),
            Measurement("all", "All", "comprehension", percent=True),
        ),
        figure=ByPart(_CATEGORIES, radar=True),
        drawn=_STRIPS,
        waits_for=(
            Need("data", "strips whose story's kind is one of the six categories of Table 9"),
        ),
        notes=("The paper draws a radar chart, as figure.svg does, and prints no numbers.",),
    ),
    Experiment(
        handle="SC-E8",
        alias="stripcipher.errors",
        title="Error analysis",
        asks="Which errors do models make: invented actions, confused relations, missing facts?",
        source="StripCipher 5 and Appendix",
        waits_for=(Need("people", "annotators who name the error of each wrong answer"),),
    ),
    Experiment(
        handle="SC-E9",
        alias="stripcipher.distractors",
        title="Weak against strong wrong options",
        asks="How much easier are wrong options that were only written to be wrong?",
        source="StripCipher 4; SC-10, SC-11",
        labels=(("model", "Model"),),
        packs=(
            PackPlan("prediction_strong", "stripcipher.frame_prediction", drafted="strong"),
            PackPlan("prediction_weak", "stripcipher.frame_prediction", drafted="weak"),
            PackPlan("comprehension_strong", _STORY, drafted="strong"),
            PackPlan("comprehension_weak", _STORY, drafted="weak"),
        ),
        columns=tuple(
            Measurement(
                f"{task}_{strength}",
                f"{task.capitalize()}, {strength}",
                f"{task}_{strength}",
                where={"distractors": [strength]},
                percent=True,
            )
            for task in ("prediction", "comprehension")
            for strength in ("strong", "weak")
        ),
        figure=(
            Paired(("prediction_strong", "prediction_weak")),
            Paired(("comprehension_strong", "comprehension_weak")),
        ),
        drawn=_STRIPS,
        notes=(
            "The paper says in words that accuracy rises to about 90 % with weak options. Its"
            " strong ones were curated by people; here a writer's are taken by a rule.",
        ),
    ),
)
