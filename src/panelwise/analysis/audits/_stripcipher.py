"""The audit of StripCipher's tables. Source: specification 3.2, 8, 9; AMB-16, AMB-18, AMB-20."""

from __future__ import annotations

from math import factorial

from panelwise.analysis.audits._check import (
    Claim,
    Judgement,
    against,
    count,
    name_of,
    number,
    possible,
    row,
    said,
)
from panelwise.analysis.audits._counts import attainment, counts_that_fit
from panelwise.analysis.published import PublishedRow, PublishedTables

_SCALARS, _STATS, _MAIN = "published_scalars", "stripcipher_t03_stats", "stripcipher_t04_main"
_TUNED, _INPUTS = "stripcipher_t05_finetune", "stripcipher_t06_input_format"
_HINT, _FRAMES = "stripcipher_t07_meaning_hint", "stripcipher_t08_frame_counts"
_TASKS = ("prediction", "comprehension", "reorder_choice", "reorder_generation")
_LENGTHS = (3, 4, 5, 6)
_LONGEST = 8  # frames
# Whose rows of Table 4 the rows of Table 8 are, by name; two have a size that Table 4 lacks.
_SIZED = {
    "Qwen2VL-7B": ("Qwen2VL", "7B"),
    "Qwen2.5VL-7B": ("Qwen2.5VL", "7B"),
    "LLaVAv1.6-4B": ("LLaVA-v1.6", "4B"),
    "LLaVAv1.6-13B": ("LLaVA-v1.6", "13B"),
    "LLaVAv1.6-7B": ("LLaVA-v1.6", "7B"),
    "CogVLM-7B": ("CogVLM", "7B"),
}


def _scalar(book: PublishedTables, quantity: str) -> int:
    return count(book, _SCALARS, "value", paper="StripCipher", quantity=quantity)


def _samples(book: PublishedTables) -> Judgement:
    parts = [int(number(found["examples"])) for found in book[_STATS].rows]
    printed = _scalar(book, "samples")
    detail = f"{' + '.join(map(str, parts))} = {sum(parts)}, printed {printed}"
    return said(sum(parts) == printed, detail)


def _tuning(book: PublishedTables) -> Judgement:
    images, held = _scalar(book, "fine-tune images"), _scalar(book, "fine-tune held out")
    each, samples = _scalar(book, "shuffles per sequence"), _scalar(book, "fine-tune samples")
    orders = count(book, _STATS, "examples", task="Reordering")
    return said(
        images * each == samples and images + held == orders,
        f"{images} × {each} = {images * each}, printed {samples}; "
        f"{images} + {held} = {images + held}, printed {orders}",
    )


def _mean_frames(book: PublishedTables) -> Judgement:
    """Both pairs of Section 3 and Table 3 give the same mean: they count different sequences."""
    own = row(book, "stripcipher_t01_benchmark_comparison", benchmark="STRIPCIPHER")
    reordered = row(book, _STATS, task="Reordering")
    scalar = row(book, _SCALARS, paper="StripCipher", quantity="mean frames")["value"]
    whole = number(own["frames"]) / number(own["sequences"])
    part = number(reordered["frames"]) / number(reordered["examples"])
    holds = all(abs(mean - number(scalar)) <= scalar.half_unit for mean in (whole, part))
    return said(
        holds,
        f"{own['frames'].printed}/{own['sequences'].printed} = {whole:.4f}, "
        f"{reordered['frames'].printed}/{reordered['examples'].printed} = {part:.4f}, "
        f"printed {scalar.printed}",
    )


def _strips(book: PublishedTables) -> dict[int, int]:
    """How many strips have so many frames: the least numbers on which Table 8 is possible."""
    models = book[_FRAMES].rows[:-1]
    most = count(book, _STATS, "examples", task="Comprehension")
    found = {}
    for length in _LENGTHS:
        cells = (found_row[f"frames_{length}"] for found_row in models)
        fits = counts_that_fit(cells, most, percent=True)
        found[length] = fits[0] if fits else 0
    return found


def _frames_left(book: PublishedTables) -> Judgement:
    strips = _strips(book)
    questions, frames = sum(strips.values()), sum(n * k for n, k in strips.items())
    detail = row(book, _STATS, task="Comprehension")
    over, left = int(number(detail["frames"])) - frames, int(number(detail["examples"])) - questions
    holds = left >= 0 and 7 * left <= over <= _LONGEST * left
    return said(
        holds,
        f"Table 8: {', '.join(f'{k} of {n} frames' for n, k in strips.items())}: {questions} "
        f"questions, {frames} frames",
        f"Table 3 leaves {over} frames to {left} questions of 7 or {_LONGEST} frames",
    )


def _right(strips: dict[int, int], found: PublishedRow) -> int:
    return sum(round(number(found[f"frames_{n}"]) * k / 100) for n, k in strips.items())


def _frame_totals(book: PublishedTables) -> Judgement:
    """Right answers by length are at most Table 4's, which the few longest strips complete."""
    n, strips = count(book, _STATS, "examples", task="Comprehension"), _strips(book)
    left = n - sum(strips.values())
    exceptions = []
    for found in book[_FRAMES].rows[:-1]:
        name, size = _SIZED[found["model"].printed]
        rows = book[_MAIN].rows_where(model=name, params=size) or book[_MAIN].rows_where(model=name)
        totals = [round(number(one["comprehension"]) * n / 100) for one in rows]
        right = _right(strips, found)
        if not any(right <= total <= right + left for total in totals):
            detail = f"{name_of(found)}: {right} right, in Table 4 {' or '.join(map(str, totals))}"
            exceptions.append(detail)
    return against(exceptions, f"all rows, {left} longer strips open")


def _frame_models(book: PublishedTables) -> Judgement:
    """A row whose model Table 4 lacks is that model whose total it has."""
    n, strips = count(book, _STATS, "examples", task="Comprehension"), _strips(book)
    left = n - sum(strips.values())
    exceptions = []
    for found in book[_FRAMES].rows[:-1]:
        name, size = _SIZED.get(found["model"].printed, (found["model"].printed, ""))
        if book[_MAIN].rows_where(model=name, params=size):
            continue
        right = _right(strips, found)
        like = [
            f"{one['params'].printed} has {total}"
            for one in book[_MAIN].rows_where(model=name)
            if right <= (total := round(number(one["comprehension"]) * n / 100)) <= right + left
        ]
        exceptions.append(f"{name_of(found)}: {right} right; {name} {', '.join(like)} in Table 4")
    return against(exceptions, "all are models of Table 4")


def _hint_questions(book: PublishedTables) -> Judgement:
    """On how many questions both +Meaning figures are possible: the most up to all 890."""
    hinted = row(book, _HINT, input="+Meaning")
    cells = [hinted["gpt_4o_mini"], hinted["qwen2_5_vl"]]
    most = count(book, _STATS, "examples", task="Reordering")
    fits = counts_that_fit(cells, most, percent=True)
    detail = [str(attainment(cell.printed, most, reach=0)) for cell in cells]
    lines = f"both possible on {', '.join(map(str, fits[-5:])) or 'no number'} up to {most}"
    return said(most in fits, *detail, lines)


def _chance(book: PublishedTables) -> Judgement:
    """Writing an order at random is right once in n! (AMB-20)."""
    strips = _strips(book)
    chance = sum(k / factorial(n) for n, k in strips.items()) / sum(strips.values())
    rows = book[_MAIN].rows_where(group="open")
    scored = [found for found in rows if found["reorder_generation"].value is not None]
    below = [r for r in scored if number(r["reorder_generation"]) < 100 * chance]
    detail = [f"{name_of(r)} {r['reorder_generation'].printed}" for r in below]
    return said(
        not below,
        f"chance is {100 * chance:.2f} %, not 25: "
        f"{len(below)} of {len(scored)} open models with a score are below it",
        *([", ".join(detail)] if detail else []),
    )


def _gap(book: PublishedTables) -> Judgement:
    human = number(row(book, _MAIN, model="Human")["comprehension"])
    best = number(row(book, _MAIN, model="GPT-4o")["comprehension"])
    said_gap = _scalar(book, "gap claimed on comprehension")
    detail = f"{human:.2f} - {best:.2f} = {human - best:.2f}, the text says {said_gap}"
    return said(abs(human - best - said_gap) <= 0.5, detail)


def _second(book: PublishedTables) -> Judgement:
    """5.3: GPT-4o is followed by Qwen2-VL at 64.00."""
    own = row(book, _MAIN, model="Qwen2VL")["prediction"]
    rows = [found for found in book[_MAIN].rows if found["group"].printed != "human"]
    ranked = sorted(rows, key=lambda found: -number(found["prediction"]))
    second = ranked[1]
    detail = [f"{name_of(r)} {r['prediction'].printed}" for r in ranked[1:5]]
    whose = [name_of(found) for found in rows if found["prediction"].printed == "64.00"]
    return said(
        second["model"].printed == "Qwen2VL" and own.printed == "64.00",
        f"after {name_of(ranked[0])} come {', '.join(detail)}",
        f"64.00 is {' and '.join(whose) or 'nobody'}; Qwen2VL has {own.printed}",
    )


def _shuffling(book: PublishedTables) -> Judgement:
    shuffled = row(book, _INPUTS, input="Shuffled Sequence")
    exceptions = [
        f"{column}: shuffled {shuffled[column].printed}, {name_of(other)} {other[column].printed}"
        for other in book[_INPUTS].rows
        for column in ("gpt_4o_mini", "qwen2_5_vl")
        if other is not shuffled and number(shuffled[column]) >= number(other[column])
    ]
    return against(exceptions, "shuffled is lowest for both models")


def _tuned_model(book: PublishedTables) -> Judgement:
    """The text speaks of Qwen2.5-VL; whose figure is the base row?"""
    base = book[_TUNED].rows[0]["comprehension"]
    wanted = row(book, _MAIN, model="Qwen2.5VL", params="7B")["comprehension"]
    whose = [name_of(r) for r in book[_MAIN].rows_where(comprehension=base.printed)]
    detail = f"base {base.printed} is {' and '.join(whose) or 'nobody'} of Table 4; "
    return said(base.printed == wanted.printed, f"{detail}Qwen2.5VL 7B has {wanted.printed}")


def _tuning_helps(book: PublishedTables) -> Judgement:
    exceptions = []
    for base in book[_TUNED].rows_where(setting="base"):
        tuned = row(book, _TUNED, model=base["model"].printed, setting="finetune")
        if number(tuned["comprehension"]) <= number(base["comprehension"]):
            detail = (
                f"{base['comprehension'].printed} before, {tuned['comprehension'].printed} after"
            )
            exceptions.append(f"{base['model'].printed}: {detail}")
    return against(exceptions, "higher after fine-tuning for every model")


CHECKS = (
    Claim("stripcipher.samples", "StripCipher Table 3: the three tasks add up to all samples",
          "AMB-16", (_STATS, _SCALARS), _samples),
    Claim("stripcipher.mean-frames", "StripCipher Tables 1 and 3: 3660 and 3635 frames are means "
          "of 4.08 over 896 and 890 strips", "AMB-16",
          ("stripcipher_t01_benchmark_comparison", _STATS, _SCALARS), _mean_frames),
    Claim("stripcipher.fine-tuning-sum", "StripCipher 6: fine-tuning sequences, shuffles and "
          "held-out sequences add up", "AMB-23", (_STATS, _SCALARS), _tuning),
    Claim("stripcipher.main-possible", "StripCipher Table 4: every accuracy is possible on 600, "
          "680, 890 and 890 questions, people's on 100", "AMB-18", (_MAIN,),
          possible(_MAIN, _TASKS)),
    Claim("stripcipher.fine-tuned-possible", "StripCipher Table 5: every accuracy is possible on "
          "680 and 100 questions", "AMB-18", (_TUNED,),
          possible(_TUNED, ("comprehension", "reorder_choice", "reorder_generation"))),
    Claim("stripcipher.inputs-possible", "StripCipher Table 6: every accuracy is possible on 680 "
          "questions", "AMB-18", (_INPUTS,), possible(_INPUTS, ("gpt_4o_mini", "qwen2_5_vl"))),
    Claim("stripcipher.hint-possible", "StripCipher Table 7: both figures with the meaning given "
          "are possible on 890 questions", "AMB-18", (_HINT, _STATS), _hint_questions),
    Claim("stripcipher.frames-possible", "StripCipher Table 8: every accuracy is possible on 163, "
          "395, 81 and 38 questions", "AMB-20; specification 3.2", (_FRAMES,),
          possible(_FRAMES, tuple(f"frames_{n}" for n in _LENGTHS), without=("AVG",))),
    Claim("stripcipher.frames-left", "StripCipher Tables 3 and 8: the frames that Table 8 leaves "
          "fit the questions that it leaves", "AMB-16", (_STATS, _FRAMES), _frames_left),
    Claim("stripcipher.frames-totals", "StripCipher Table 8: right answers by length complete "
          "Table 4's", "AMB-24", (_STATS, _MAIN, _FRAMES), _frame_totals),
    Claim("stripcipher.frames-models", "StripCipher Table 8: every model is one of Table 4",
          "AMB-24", (_STATS, _MAIN, _FRAMES), _frame_models),
    Claim("stripcipher.order-chance", "StripCipher Table 4: open models that write an order do "
          "no worse than writing one at random", "AMB-20", (_STATS, _MAIN, _FRAMES), _chance),
    Claim("stripcipher.gap", "StripCipher 1: GPT-4o trails people by 30 points in comprehension",
          "AMB-24", (_MAIN, _SCALARS), _gap),
    Claim("stripcipher.second-best", "StripCipher 5.3: Qwen2-VL follows GPT-4o in prediction with "
          "64.00", "AMB-24", (_MAIN,), _second),
    Claim("stripcipher.shuffling", "StripCipher 6: shuffled frames degrade comprehension",
          "AMB-24", (_INPUTS,), _shuffling),
    Claim("stripcipher.fine-tuned-model", "StripCipher 6: the fine-tuned model of Table 5 is "
          "Qwen2.5-VL", "AMB-24", (_MAIN, _TUNED), _tuned_model),
    Claim("stripcipher.fine-tuning-helps", "StripCipher 6: fine-tuning on reordering enhances "
          "comprehension", "AMB-24", (_TUNED,), _tuning_helps),
    Claim("stripcipher.backbone", "StripCipher Table 4: LLaVA-1.6 34B has a Vicuna backbone",
          "specification 9", (_MAIN,),
          "what a model is built on stands in no table"),
    Claim("stripcipher.weak-distractors", "StripCipher 6: weak distractors raise accuracy to 90 %",
          "SC-11", (_SCALARS,), "no table has the accuracies on weak distractors"),
    Claim("stripcipher.categories", "StripCipher Figure 6: categories make up Table 4's accuracy",
          "SC-E7", ("stripcipher_t09_categories",), "the figure prints no numbers"),
)  # fmt: skip
