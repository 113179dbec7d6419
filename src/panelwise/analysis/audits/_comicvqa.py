"""The audit of ComicVQA's tables. Source: specification 9; AMB-37, AMB-41, AMB-42."""

from __future__ import annotations

from panelwise.analysis.audits._check import (
    Claim,
    Judgement,
    against,
    attainable,
    count,
    name_of,
    number,
    row,
    said,
)
from panelwise.analysis.published import PublishedTables

_SCALARS, _SPLITS, _MAIN = "published_scalars", "comicvqa_s33_splits", "comicvqa_t2_main"
_ERRORS, _ENCODERS = "comicvqa_f4_error_distribution", "comicvqa_t6_vision_only"
_TASKS = ("missing_panel", "panel_sorting")
_SPANS = ("local", "short_range", "global")
_HUMAN_SAID, _ENCODERS_SAID = "88", ("35.6", "45.9")  # percent, in Section 5.3 and Appendix E
_STRONGER_SAID = ("Gemma-3-27b-it", "InternVL-3.5")
_ANNOTATORS, _POSITIONS = 5, 5


def _scalar(book: PublishedTables, quantity: str) -> int:
    return count(book, _SCALARS, "value", paper="ComicVQA", quantity=quantity)


def _total(book: PublishedTables) -> Judgement:
    printed, total = _scalar(book, "questions"), count(book, _SPLITS, "total", task="Both")
    return said(printed == total, f"{total} over both tasks, the text says {printed}")


def _positions(book: PublishedTables) -> Judgement:
    each, asked = (
        _scalar(book, "questions per missing position"),
        _scalar(book, "human questions per task"),
    )
    detail = f"{_POSITIONS} × {each} = {_POSITIONS * each}, printed {asked}"
    return said(_POSITIONS * each == asked, detail)


def _human(book: PublishedTables) -> Judgement:
    """A mean over people: of five times a hundred answers."""
    people = row(book, _MAIN, category="Human")
    n = _ANNOTATORS * _scalar(book, "human questions per task")
    judged = attainable([(people, task, n) for task in _TASKS])
    vote = attainable([(people, task, n // _ANNOTATORS) for task in _TASKS])
    each = [
        f"{task} {people[task].printed} = {number(people[task]) * n / 100:g}/{n}" for task in _TASKS
    ]
    detail = judged.evidence if not judged.holds else (", ".join(each),)
    return Judgement(judged.holds, (*detail, *(f"no majority vote: {line}" for line in vote.evidence
                                          if not vote.holds)))  # fmt: skip


def _human_level(book: PublishedTables) -> Judgement:
    people = row(book, _MAIN, category="Human")
    holds = float(_HUMAN_SAID) == round(number(people["missing_panel"]))
    detail = f"missing panel {people['missing_panel'].printed}, "
    detail += f"panel sorting {people['panel_sorting'].printed}; the text says {_HUMAN_SAID}"
    return said(holds, detail)


def _encoder_range(book: PublishedTables) -> Judgement:
    rows = [r for r in book[_ENCODERS].rows if r["approach"].printed not in _NO_ENCODERS]
    scores = sorted((found["accuracy"].printed for found in rows), key=float)
    detail = f"{scores[0]} to {scores[-1]}; the text says {' to '.join(_ENCODERS_SAID)}"
    return said((scores[0], scores[-1]) == _ENCODERS_SAID, detail)


_NO_ENCODERS = ("Random baseline", "GPT-5.1")


def _stronger(book: PublishedTables) -> Judgement:
    exceptions = []
    for name in _STRONGER_SAID:
        own = row(book, _MAIN, model=name)["missing_panel"]
        better = [
            f"{found['approach'].printed} {found['accuracy'].printed}"
            for found in book[_ENCODERS].rows
            if found["approach"].printed not in _NO_ENCODERS
            and number(found["accuracy"]) >= number(own)
        ]
        if better:
            exceptions.append(f"{name} {own.printed}; {', '.join(better)}")
    return against(exceptions, f"{' and '.join(_STRONGER_SAID)} are above every encoder")


def _proprietary(book: PublishedTables) -> Judgement:
    rows = book[_MAIN].rows_where(category="Open-Source")
    exceptions = []
    for task in _TASKS:
        best = max(rows, key=lambda found: number(found[task]))
        exceptions += [
            f"{task}: {name_of(own)} {own[task].printed}, {name_of(best)} {best[task].printed}"
            for own in book[_MAIN].rows_where(category="Proprietary")
            if number(own[task]) <= number(best[task])
        ]
    return against(exceptions, "every proprietary model is above every open one")


def _errors(book: PublishedTables) -> Judgement:
    totals = [int(number(found["total"])) for found in book[_ERRORS].rows]
    printed = _scalar(book, "errors analysed")
    detail = f"{' + '.join(map(str, totals))} = {sum(totals)}, printed {printed}"
    return said(sum(totals) == printed, detail)


def _spans(book: PublishedTables) -> Judgement:
    """Spans add up to the category; where some are not printed, they leave no less than 0."""
    exceptions = []
    for found in book[_ERRORS].rows:
        printed = [found[span] for span in _SPANS if found[span].printed]
        added, total = sum(map(number, printed)), number(found["total"])
        if added > total or (len(printed) == len(_SPANS) and added != total):
            exceptions.append(f"{name_of(found)}: {added:g} of {total:g}")
    return against(exceptions, f"all {len(book[_ERRORS].rows)} categories")


CHECKS = (
    Claim("comicvqa.total", "ComicVQA 3.3: the questions of the text are those of the splits",
          "specification 5.2", (_SCALARS, _SPLITS), _total),
    Claim("comicvqa.positions", "ComicVQA 4.1: 20 questions for each of five positions make 100",
          "AMB-38", (_SCALARS,), _positions),
    Claim("comicvqa.human-mean", "ComicVQA Table 2: people's scores are shares of 500 answers",
          "AMB-42", (_MAIN, _SCALARS), _human),
    Claim("comicvqa.human-level", "ComicVQA 5.3: people reach 88 % in missing panel", "AMB-37",
          (_MAIN,), _human_level),
    Claim("comicvqa.encoder-range", "ComicVQA E: encoders score from 35.6 to 45.9 %", "AMB-41",
          (_ENCODERS,), _encoder_range),
    Claim("comicvqa.stronger", "ComicVQA E: Gemma-3 and InternVL-3.5 outperform the encoders",
          "AMB-41", (_MAIN, _ENCODERS), _stronger),
    Claim("comicvqa.proprietary", "ComicVQA E: proprietary models are the strongest", "AMB-41",
          (_MAIN,), _proprietary),
    Claim("comicvqa.errors", "ComicVQA Figure 4: the categories add up to all errors",
          "specification 5.7", (_ERRORS, _SCALARS), _errors),
    Claim("comicvqa.spans", "ComicVQA Figure 4: no category has more spans than errors",
          "specification 5.7", (_ERRORS,), _spans),
    Claim("comicvqa.main-possible", "ComicVQA Table 2: models' accuracies are k of 1000 questions",
          "MS-25", (_MAIN,),
          "1000 questions move an accuracy in steps of 0.1: every figure with one decimal is "
          "possible"),
    Claim("comicvqa.binary-possible", "ComicVQA Tables 3 and 4: every accuracy is possible on its "
          "number of questions", "MS-25", ("comicvqa_t3_two_panel", "comicvqa_t4_four_panel"),
          "the number of comparisons is not printed"),
    Claim("comicvqa.kappa", "ComicVQA 4.2: Fleiss' kappa is 0.712 and 0.757", "specification 5.4",
          (_SCALARS,), "the answers of the five people are not printed"),
    Claim("comicvqa.model-list", "ComicVQA 4.1: every model of Table 2 is in the list of models",
          "specification 9", (_MAIN, "models_evaluated"),
          "the list is prose: it leaves GPT-5.1 out; the table of models here has it"),
)  # fmt: skip
