"""The audit of MangaVQA's and CoMix's tables. Source: AMB-34, AMB-35, AMB-45, AMB-50, AMB-52."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from panelwise.analysis.audits._check import (
    FLOAT_NOISE,
    Claim,
    Judgement,
    against,
    count,
    name_of,
    number,
    row,
    said,
    sums,
)
from panelwise.analysis.published import PublishedRow, PublishedTables

_SCALARS, _COUNTS, _STAGES = "published_scalars", "mangavqa_t1_stats", "mangavqa_t4_ocr_stages"
_RUNS, _SIZES, _MANGA = (
    "mangavqa_t3_finetuning_effect",
    "mangavqa_tD_model_size",
    "mangavqa_t2_main",
)
_GROWTH = ("comix_t1_detection_annotations", "comix_t2_higher_annotations")
_FOUND, _PREDICTABLE = "comix_t3_detection_all4", "comix_t4_detection_predictable"
_SPEAKERS, _NAMING, _DIALOGUE = "comix_t5_speaker", "comix_t6a_naming", "comix_t6b_dialog"
_HARM = "comix_t8_harmful_content"
_COLLECTIONS = ("DCM", "eBD", "comics", "Pop")
_CLASSES = 4
_UNDETECTED_SAID, _EXCLUDED_SAID = 31.5, 0.1  # percent, in the text


def _scalar(book: PublishedTables, quantity: str) -> int:
    return count(book, _SCALARS, "value", paper="MangaVQA", quantity=quantity)


def _kinds(book: PublishedTables) -> Judgement:
    """Dialogue and onomatopoeia make the total; each figure is rounded to thousands."""
    said_, heard, total = (
        row(book, _COUNTS, count_type=f"MangaOCR {name}")
        for name in ("dialogue", "onomatopoeia", "total")
    )
    exceptions, detail = [], []
    for column in ("total", "train", "valid", "test"):
        added = number(said_[column]) + number(heard[column])
        detail.append(f"{column}: {added:g}K, printed {total[column].printed}")
        if abs(added - number(total[column])) > 1.5 + FLOAT_NOISE:
            exceptions.append(detail[-1])
    return against(exceptions, "; ".join(detail))


def _test_texts(book: PublishedTables) -> Judgement:
    exact = _scalar(book, "test text instances")
    cell = row(book, _COUNTS, count_type="MangaOCR total")["test"]
    detail = f"{exact} texts, printed {cell.printed}"
    return said(abs(exact / 1000 - number(cell)) <= 0.5, detail)


def _questions(book: PublishedTables) -> Judgement:
    questions, exact = _scalar(book, "benchmark questions"), _scalar(book, "exact extraction")
    free = _scalar(book, "descriptive")
    test = count(book, _COUNTS, "test", count_type="MangaVQA QA pairs")
    detail = f"{exact} + {free} = {exact + free}, printed {questions}; Table 1 {test}"
    return said(exact + free == questions == test, detail)


def _excluded(book: PublishedTables) -> Judgement:
    images = count(book, _COUNTS, "train", count_type="Images")
    used = _scalar(book, "images with synthetic pairs")
    share = 100 * (images - used) / images
    detail = f"{images} - {used} = {images - used} images, {share:.1f} %; the text says < 0.1 %"
    return said(0 <= share < _EXCLUDED_SAID, detail)


def _pairs(book: PublishedTables) -> Judgement:
    pairs, used = _scalar(book, "synthetic pairs"), _scalar(book, "images with synthetic pairs")
    train = count(book, _COUNTS, "train", count_type="MangaVQA QA pairs")
    detail = f"{pairs}/{used} = {pairs / used:.2f} of five questions an image; Table 1 {train}"
    return said(pairs == train and pairs <= 5 * used, detail)


def _hmeans(book: PublishedTables) -> Judgement:
    exceptions, detail = [], []
    for found in book[_STAGES].rows:
        precision, recall = number(found["precision"]), number(found["recall"])
        hmean = 2 * precision * recall / (precision + recall)
        detail.append(f"{name_of(found)}: {hmean:.2f}, printed {found['hmean'].printed}")
        if abs(hmean - number(found["hmean"])) > 0.1 + FLOAT_NOISE:  # all three are rounded
            exceptions.append(detail[-1])
    return against(exceptions, "; ".join(detail))


def _weighted_hits(book: PublishedTables) -> Judgement:
    """One factor leads from detection to end-to-end: hits weigh less, denominators stay."""
    found, read = book[_STAGES].rows
    ratios = [number(read[name]) / number(found[name]) for name in ("precision", "recall", "hmean")]
    detail = ", ".join(f"{ratio:.4f}" for ratio in ratios)
    return said(max(ratios) - min(ratios) <= 0.002, f"precision, recall, Hmean: {detail}")


def _undetected(book: PublishedTables) -> Judgement:
    found, read = (number(one["recall"]) for one in book[_STAGES].rows)
    detail = f"100 - {found:g} = {100 - found:.1f} % undetected; {100 - read:.1f} % is what "
    detail += "end-to-end recall lacks; the text says 31.5 %"
    return said(abs(100 - found - _UNDETECTED_SAID) <= 0.1, detail)


def _single_runs(book: PublishedTables) -> Judgement:
    """A single run lies within two and a half standard deviations of the mean of three."""
    exceptions, detail = [], []
    for data in ("T_OCR", "T_VQA", "T_OCR+T_VQA"):
        three = row(book, _RUNS, ft_data=data)
        one = row(book, _SIZES, size="7B", ft_data=data)
        for kind, column in (("ocr", "mangaocr_hmean"), ("vqa", "mangavqa_llm")):
            mean, sd = three[f"{kind}_mean"], three[f"{kind}_sd"]
            line = f"{data} {kind}: {one[column].printed}, "
            line += f"{mean.printed} ± {sd.printed}"
            detail.append(line)
            if abs(number(one[column]) - number(mean)) > 2.5 * number(sd) + mean.half_unit:
                exceptions.append(line)
    return against(exceptions, "; ".join(detail))


def _growth(table: str) -> Callable[[PublishedTables], Judgement]:
    """change_pct from before and after; +100 where nothing was there before."""

    def judge(book: PublishedTables) -> Judgement:
        exceptions, compared = [], 0
        for before, after, change in zip(*[iter(book[table].rows)] * 3, strict=True):
            for column in ("DCM", "EBD", "Comics", "Pop"):
                if not change[column].printed:
                    continue
                compared += 1
                old, new = before[column].value, number(after[column])
                grown = 100.0 if old is None else 100 * (new - old) / old
                if abs(grown - number(change[column])) > 0.005 + FLOAT_NOISE:
                    detail = f"{grown:.2f}, printed {change[column].printed}"
                    exceptions.append(f"{name_of(change)}, {column}: {detail}")
        return against(exceptions, f"all {compared} changes")

    return judge


def _absent_classes(book: PublishedTables) -> Judgement:
    """Table 3 is Table 4 with AP 0 for the classes that a model cannot predict."""
    exceptions, compared = [], 0
    for found in book[_FOUND].rows:
        other = row(book, _PREDICTABLE, model=found["model"].printed)
        share = number(found["classes"]) / _CLASSES
        for column in (*_COLLECTIONS, "avg"):
            compared += 1
            value = share * number(other[column])
            if abs(value - number(found[column])) > 0.05 * (1 + share) + FLOAT_NOISE:
                detail = f"{share:g} × {other[column].printed} = {value:.2f}"
                exceptions.append(f"{name_of(found)}, {column}: {detail}, printed "
                                  f"{found[column].printed}")  # fmt: skip
    return against(exceptions, f"all {compared} figures")


def _one_weighting(tables: Sequence[str]) -> Callable[[PublishedTables], Judgement]:
    """Weights of the collections exist that give every avg within rounding."""

    def judge(book: PublishedTables) -> Judgement:
        from scipy.optimize import linprog

        bounds, limits, rows = [], [], []
        for table in tables:
            slack = _cell_rounding(book[table].rows)
            for found in book[table].rows:
                cells, avg = [number(found[name]) for name in _COLLECTIONS], number(found["avg"])
                tolerance = slack + found["avg"].half_unit
                rows.append((found, table, cells, avg))
                bounds += [[*cells, -1.0], [*(-cell for cell in cells), -1.0]]
                limits += [avg + tolerance, tolerance - avg]
        solved = linprog(
            [0.0, 0.0, 0.0, 0.0, 1.0],
            A_ub=bounds,
            b_ub=limits,
            A_eq=[[1.0, 1.0, 1.0, 1.0, 0.0]],
            b_eq=[1.0],
            bounds=[(0, 1)] * 4 + [(None, None)],
        )
        assert solved.x is not None, "with an excess there is always a solution"
        *weights, excess = (float(value) for value in solved.x)
        detail = ", ".join(f"{n} {w:.3f}" for n, w in zip(_COLLECTIONS, weights, strict=True))
        worst = max(rows, key=lambda one: abs(_dot(weights, one[2]) - one[3]))
        value = _dot(weights, worst[2])
        place = book[worst[1]].place
        return said(
            excess <= FLOAT_NOISE,
            f"nearest weights: {detail}; {len(rows)} averages",
            f"farthest off: {place}, {name_of(worst[0])}: {value:.2f}, printed {worst[3]:g}"
            + (f"; {excess:.2f} beyond rounding" if excess > FLOAT_NOISE else ""),
        )

    return judge


def _dot(weights: Sequence[float], cells: Sequence[float]) -> float:
    return sum(weight * cell for weight, cell in zip(weights, cells, strict=True))


def _cell_rounding(rows: Sequence[PublishedRow]) -> float:
    """How far the cells may be rounded; figures that all end in .0 were rounded to units."""
    whole = all(number(found[name]).is_integer() for found in rows for name in _COLLECTIONS)
    return 0.5 if whole else 0.05


def _harm(column: str) -> Callable[[PublishedTables], Judgement]:
    def judge(book: PublishedTables) -> Judgement:
        shares = [number(found[column]) for found in book[_HARM].rows]
        rounding = 0.05 * len(shares)
        detail = f"{sum(shares):.1f} %, of which rounding explains {rounding:.2f}"
        return said(abs(sum(shares) - 100) <= rounding + FLOAT_NOISE, detail)

    return judge


def _same_classes(book: PublishedTables) -> Judgement:
    defined = [found["class"].printed for found in book["comix_t7_offensive_classes"].rows]
    counted = [found["class"].printed for found in book[_HARM].rows]
    detail = f"{len(defined)} classes defined, {len(counted)} counted"
    return said(defined == counted, detail)


def _manga_names(book: PublishedTables) -> Judgement:
    ours, theirs = (row(book, _NAMING, model=name)["Pop"] for name in ("Magi", "GPT-4"))
    return said(number(ours) > number(theirs), f"Magi {ours.printed}, GPT-4 {theirs.printed}")


_VOLUMES = ("train", "valid", "test")
MANGAVQA = (
    Claim("mangavqa.split-sums", "MangaVQA Table 1: volumes and images of the splits add up",
          "MV-4", (_COUNTS,),
          sums(_COUNTS, "total", _VOLUMES, rows=("Comic volumes", "Images"))),
    Claim("mangavqa.text-sums", "MangaVQA Table 1: texts of the splits add up, within thousands",
          "MV-4", (_COUNTS,),
          sums(_COUNTS, "total", _VOLUMES, half_unit=0.5,
               rows=("MangaOCR dialogue", "MangaOCR onomatopoeia", "MangaOCR total"))),
    Claim("mangavqa.kind-sums", "MangaVQA Table 1: dialogue and onomatopoeia make the total",
          "MV-5", (_COUNTS,), _kinds),
    Claim("mangavqa.pair-sums", "MangaVQA Table 1: training and test questions add up", "MV-4",
          (_COUNTS,), sums(_COUNTS, "total", ("train", "test"), rows=("MangaVQA QA pairs",))),
    Claim("mangavqa.test-texts", "MangaVQA Table 1: 25651 test texts round to the table's",
          "specification 4.2", (_COUNTS, _SCALARS), _test_texts),
    Claim("mangavqa.questions", "MangaVQA 4: exact and descriptive questions add up to all",
          "specification 4.2", (_COUNTS, _SCALARS), _questions),
    Claim("mangavqa.synthetic-pairs", "MangaVQA 5.1: at most five questions an image", "MV-7",
          (_COUNTS, _SCALARS), _pairs),
    Claim("mangavqa.excluded", "MangaVQA 5.1: less than 0.1 % of the images were excluded",
          "AMB-34", (_COUNTS, _SCALARS), _excluded),
    Claim("mangavqa.hmeans", "MangaVQA Table 4: Hmean is that of precision and recall",
          "specification 7.4", (_STAGES,), _hmeans),
    Claim("mangavqa.weighted-hits", "MangaVQA Table 4: end-to-end figures are detection's times "
          "one mean similarity", "AMB-26", (_STAGES,), _weighted_hits),
    Claim("mangavqa.undetected", "MangaVQA 6.2: 31.5 % of the texts remain undetected", "AMB-35",
          (_STAGES,), _undetected),
    Claim("mangavqa.single-runs", "MangaVQA Tables 3 and D: single runs lie within 2.5 standard "
          "deviations of the mean of three", "specification 4.7", (_RUNS, _SIZES), _single_runs),
    Claim("mangavqa.judge-means", "MangaVQA Table 2: judge scores are means of 526 whole marks",
          "AMB-32", (_MANGA,),
          "526 marks move their mean in steps of 0.002: every score with two decimals is possible"),
    Claim("mangavqa.judge-readme", "MangaVQA Table F: the released figures of GPT-4o as judge are "
          "the printed ones", "AMB-32", ("mangavqa_tF_judge",),
          "the released 3.87 for Gemini 2.5 Flash is next to the code, in no table"),
    Claim("mangavqa.ned-formula", "MangaVQA 6: NED is a mean", "AMB-25", (_STAGES,),
          "the formula lacks 1/N; formulas are no tables"),
    Claim("mangavqa.repetition-filter", "MangaVQA 6: texts are dropped that occur more than ten "
          "times", "AMB-28", (_SCALARS,), "the code drops them at ten; code is no table"),
)  # fmt: skip
COMIX = (
    *(
        Claim(f"comix.growth-t{place}", f"CoMix Table {place}: changes are those from before to "
              "after", "specification 6.1", (table,), _growth(table))
        for place, table in zip((1, 2), _GROWTH, strict=True)
    ),
    Claim("comix.absent-classes", "CoMix Tables 3 and 4: classes that a model cannot predict count "
          "as AP 0", "specification 7.7", (_FOUND, _PREDICTABLE), _absent_classes),
    Claim("comix.detection-weights", "CoMix Tables 3 and 4: one weighting of the collections gives "
          "every average", "AMB-45", (_FOUND, _PREDICTABLE),
          _one_weighting((_FOUND, _PREDICTABLE))),
    Claim("comix.common-weights", "CoMix Tables 3 to 6 (top): one weighting of the collections "
          "gives every average", "AMB-45", (_FOUND, _PREDICTABLE, _SPEAKERS, _NAMING),
          _one_weighting((_FOUND, _PREDICTABLE, _SPEAKERS, _NAMING))),
    Claim("comix.dialogue-weights", "CoMix Table 6: one weighting of the collections gives the "
          "averages of naming and of dialogue", "AMB-50", (_NAMING, _DIALOGUE),
          _one_weighting((_NAMING, _DIALOGUE))),
    Claim("comix.harm-sum", "CoMix Table 8: the automatic shares add up to 100 %", "AMB-52",
          (_HARM,), _harm("auto_pct")),
    Claim("comix.harm-sum-checked", "CoMix Table 8: the shares after the check by hand add up to "
          "100 %", "AMB-52", (_HARM,), _harm("after_manual_pct")),
    Claim("comix.harm-classes", "CoMix Tables 7 and 8: the classes are the same", "AMB-52",
          ("comix_t7_offensive_classes", _HARM), _same_classes),
    Claim("comix.manga-names", "CoMix 4: Magi names characters of PopManga better than GPT-4",
          "AMB-49", (_NAMING,), _manga_names),
    Claim("comix.harm-counts", "CoMix Table 8: every share is so many panels of all", "AMB-52",
          (_HARM,), "the number of panels is not printed; with 1000 or more every share with one "
          "decimal is possible"),
    Claim("comix.hds-formula", "CoMix Algorithm 2: the dialogue score is a mean over matches",
          "AMB-48", (_DIALOGUE,), "printed without the division; formulas are no tables"),
    Claim("comix.pow", "CoMix Algorithm 1: a book with an empty or a common cast gets a score",
          "AMB-46", (_SCALARS,), "the scores of the books are not printed"),
    Claim("comix.classifier", "CoMix 5: the classifier is Llama3-80B", "AMB-52",
          ("models_evaluated",), "which models exist stands in no table; 70B is meant"),
)  # fmt: skip
