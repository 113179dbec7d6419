"""Multiple-choice questions in CHROMIC's stages 1 and 2, from the descriptions of a story.

Source: CH-11, CH-12, CH-P2 to CH-P4. Stage 1 writes a set of questions with three
wrong answers each; stage 2 three more deceptive ones for every question; of the six, three are
chosen. People choose the most misleading ones; until they do, a rule replaces them, and all
six stay in the draft. Stage 3 is :func:`panelwise.drafting.filter_by_text`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from panelwise.comics import Book, Perspective
from panelwise.drafting._checks import (
    distinct_options,
    json_in,
    known_errors,
    matched_length,
    number,
    objects,
    said,
    word_count,
)
from panelwise.drafting._draft import Check, Draft, DraftReading, Job, accepted, answered
from panelwise.drafting._printed import PRINTED, ProfileName, is_paper
from panelwise.drafting._printed_answers import (
    UNNAMED,
    labelled_distractors,
    labelled_questions,
    panels_named,
)
from panelwise.drafting._prompts import DISTRACTORS, PERSPECTIVES, QUESTIONS_A, QUESTIONS_B
from panelwise.drafting._session import CONCURRENCY, Asking, Session, run_session
from panelwise.drafting._strips import StoryStrip, as_books, numbered, strips
from panelwise.drafting._writer import Writer
from panelwise.errors import SettingError, UnavailableError
from panelwise.models import Model, Patience
from panelwise.tasks import Prompt, normalised
from panelwise.workers import StepProgress

SetName = Literal["A", "B"]
LEVELS = range(1, 6)


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """What is asked for at once: the kinds of question, and how many panels each must need."""

    name: SetName
    prompt: Prompt
    perspectives: tuple[Perspective, ...]
    least_panels: int


QUESTION_SETS: Mapping[SetName, QuestionSet] = {
    # "Cross-panel reference" is two panels at least; set B says three (CH-P2, CH-P3).
    "A": QuestionSet("A", QUESTIONS_A, ("CAS", "IMN", "PBP", "CFR"), 2),
    "B": QuestionSet("B", QUESTIONS_B, ("CPT", "IMN", "ICM", "PBP", "CFR"), 3),
}


def draft_questions(
    books: Book | Sequence[Book],
    writer: Writer | Model,
    *,
    sets: Sequence[SetName] = ("A", "B"),
    profile: ProfileName = "recommended",
    out: str | Path | None = None,
    concurrency: int = CONCURRENCY,
    max_cost: float | None = None,
    patience: Patience | None = None,
    progress: StepProgress | None = None,
) -> list[Draft]:
    """Let a writer ask about every story that is described panel by panel.

    Args:
        books: comics whose stories have events.
        writer: who writes; it sees the descriptions, no picture.
        sets: A (CAS, IMN, PBP, CFR), B (CPT, IMN, ICM, PBP, CFR, from three panels or more).
        profile: ``paper`` asks in the printed words, which name no layout and ask for neither
            wrong answers in stage 1 nor kinds of error.
        out: a file of drafts; accepted drafts in it are not asked again.
        concurrency: most requests at once.
        max_cost: US dollars for this call; when reached, nothing more is sent.
        patience: how long to bear with the service.
        progress: called as drafts are finished.

    Returns:
        The drafts of stage 1 (kind ``questions``), then those of stage 2 (``distractors``), one a
        question, whose result holds the question, all six wrong answers and which are chosen.

    Raises:
        UnavailableError: when no story has descriptions.
        RunError: when the writer cannot be reached, or ``max_cost`` is.
        SettingError: for an unknown set or profile.
    """
    for name in sets:
        if name not in QUESTION_SETS:
            raise SettingError(f"no question set '{name}'; known: {', '.join(QUESTION_SETS)}")
    paper = is_paper(profile)
    described = [strip for strip in strips(as_books(books)) if strip.annotated is not None]
    if not described:
        raise UnavailableError(
            "no story has descriptions; run panelwise draft descriptions and apply first"
        )
    asked = [(strip, QUESTION_SETS[name]) for strip in described for name in sets]

    async def work(session: Session) -> list[Draft]:
        first = await session.write([_set_job(strip, one, paper) for strip, one in asked])
        second = [
            _distractor_job(strip, one, draft, at, paper)
            for (strip, one), draft in zip(asked, first, strict=True)
            if accepted([draft], "questions")
            for at in range(len(_questions(draft)))
        ]
        return first + await session.write(second)

    return run_session(writer, out, Asking(concurrency, max_cost, patience), progress, work)


def choose_three(answer: str, candidates: Sequence[Mapping[str, Any]]) -> list[int]:
    """Which three of the candidates to use: the most deceptive ones that can stand together.

    A stand-in for the annotators of CH-11, by rule: the highest deception level first (stage 1
    gives none and counts as 1), the earlier of two alike, none in the words of another option,
    none that makes the right answer stick out while others are left.

    >>> choose_three("yes", [{"text": "no"}, {"text": "No."}, {"text": "so", "level": 5},
    ...                      {"text": "perhaps", "level": 2}])
    [2, 3, 0]
    """
    ranked = sorted(range(len(candidates)), key=lambda k: (-(candidates[k].get("level") or 1), k))
    chosen: list[int] = []
    taken = {normalised(answer)}
    for k in ranked:
        words = normalised(candidates[k]["text"])
        if len(chosen) < 3 and word_count(words) and words not in taken:
            chosen.append(k)
            taken.add(words)
    if matched_length(answer, [candidates[k]["text"] for k in chosen]).reason:
        spare = [k for k in ranked if normalised(candidates[k]["text"]) not in taken]
        fit = [k for k in spare if not matched_length(answer, [candidates[k]["text"]]).reason]
        chosen[-1:] = fit[:1] or chosen[-1:]
    return chosen


def _set_job(strip: StoryStrip, one: QuestionSet, paper: bool) -> Job:
    assert strip.annotated is not None
    count = len(strip.panels)
    kinds = "\n".join(f"- {name}: {PERSPECTIVES[name]}" for name in one.perspectives)
    problem = None
    if count < one.least_panels:
        problem = f"{count} panels; the questions of set {one.name} need {one.least_panels}"
    if len(strip.annotated.events) < count:
        problem = f"{count - len(strip.annotated.events)} of {count} panels are not described"
    prompt = PRINTED[f"chromic.questions.{one.name}"] if paper else one.prompt
    words = prompt.fill(
        description=numbered(event.description for event in strip.annotated.events),
        number=len(one.perspectives),
        kinds=kinds,
        first=one.perspectives[0],
    )
    return Job(
        "questions",
        strip.target(f"set {one.name}"),
        prompt,
        words,
        answered(partial(read_questions, one=one, count=count, paper=paper)),
        problem=problem,
    )


def read_questions(text: str, one: QuestionSet, count: int, paper: bool = False) -> DraftReading:
    """A set of questions as stage 1 asks for it, checked against the story's number of panels.

    The printed prompts (``paper``) ask for the kinds of question in their order, and for panels
    only in the explanation.
    """
    if paper:
        return _printed_questions(text, one, count)
    found = json_in(text)
    raw = objects(found.get("questions")) if isinstance(found, dict) else []
    if not raw:
        return DraftReading(None, (Check("layout", 'no JSON with a list "questions" was found'),))
    questions = [
        {
            "perspective": said(item.get("perspective")).upper(),
            "question": said(item.get("question")),
            "answer": said(item.get("answer")),
            "panels": [number(panel) for panel in _listed(item.get("panels"))],
            "distractors": [_distractor(part) for part in objects(item.get("distractors"))],
            "explanation": said(item.get("explanation")),
        }
        for item in raw
    ]
    checks = [Check("layout"), *_set_checks(questions, one)]
    for at, item in enumerate(questions, 1):
        checks += _question_checks(item, one, count, f"question {at}: ")
    return DraftReading({"questions": questions}, tuple(checks))


def _printed_questions(text: str, one: QuestionSet, count: int) -> DraftReading:
    found = labelled_questions(text)
    if not found:
        return DraftReading(
            None, (Check("layout", 'no "Question: …" with an "Answer: …" was found'),)
        )
    kinds = [*one.perspectives, *["" for _ in found]]
    questions = [
        {
            "perspective": kind,
            "question": item["question"],
            "answer": item["answer"],
            "panels": panels_named(f"{item['answer']} {item['explanation']}", count),
            "distractors": [
                _distractor({"text": part, "error": UNNAMED}) for part in item["wrong"]
            ],
            "explanation": item["explanation"],
        }
        for kind, item in zip(kinds, found, strict=False)
    ]
    checks = [Check("layout"), *_set_checks(questions, one)]
    for at, item in enumerate(questions, 1):
        checks += _question_checks(item, one, count, f"question {at}: ", paper=True)
    return DraftReading({"questions": questions}, tuple(checks))


def _set_checks(questions: Sequence[Mapping[str, Any]], one: QuestionSet) -> list[Check]:
    kinds = [item["perspective"] for item in questions]
    wanted = sorted(one.perspectives)
    fault = f"the questions are {', '.join(kinds)}; wanted is one of each: {', '.join(wanted)}"
    unlike = {normalised(item["question"]) for item in questions}
    same = "two questions are the same" if len(unlike) < len(questions) else None
    return [
        Check("perspectives", None if sorted(kinds) == wanted else fault),
        Check("questions", same),
    ]


def _question_checks(
    item: Mapping[str, Any], one: QuestionSet, count: int, where: str, *, paper: bool = False
) -> list[Check]:
    wrong = [part["text"] for part in item["distractors"]]
    panels = item["panels"]
    lost = [panel for panel in panels if panel is None or not 1 <= panel <= count]
    few = len(set(panels)) < min(one.least_panels, count)
    borrowed = _lost_panels(item["distractors"], count)
    asked = None if word_count(item["question"]) else f"{where}there is no question"
    why = None if item["explanation"] else f"{where}the explanation is missing"
    fault = f"{where}it rests on {len(set(panels))} panels, at least {one.least_panels} are needed"
    return [
        Check("question", asked),
        Check("explanation", why),
        Check("panels", f"{where}it names panels that do not exist" if lost or borrowed else None),
        Check("enough_panels", fault if few else None),
        *([] if paper and not wrong else _option_checks(item, where, paper)),
    ]


def _option_checks(item: Mapping[str, Any], where: str, paper: bool) -> list[Check]:
    wrong = [part["text"] for part in item["distractors"]]
    errors = [] if paper else [part["error"] for part in item["distractors"]]
    return [
        distinct_options(item["answer"], wrong, where),
        matched_length(item["answer"], wrong, where),
        known_errors(errors, where),
    ]


def _distractor_job(
    strip: StoryStrip, one: QuestionSet, draft: Draft, at: int, paper: bool = False
) -> Job:
    assert strip.annotated is not None
    asked = _questions(draft)[at]
    existing = "\n".join(f"- {part['text']}" for part in asked["distractors"])
    prompt = PRINTED["chromic.distractors"] if paper else DISTRACTORS
    so_far = f"\nDistractors:\n{existing}" if existing else ""
    words = prompt.fill(
        description=numbered(event.description for event in strip.annotated.events),
        question=asked["question"],
        answer=asked["answer"],
        existing=existing,
        pair=f"Question: {asked['question']}\nAnswer: {asked['answer']}{so_far}",
    )
    read = partial(read_distractors, asked=asked, count=len(strip.panels), paper=paper)
    part = f"set {one.name} question {at + 1}"
    return Job("distractors", strip.target(part), prompt, words, answered(read))


def read_distractors(
    text: str, asked: Mapping[str, Any], count: int, paper: bool = False
) -> DraftReading:
    """The three wrong answers of stage 2, checked, and the choice of three of all there are.

    The printed prompt (``paper``) asks for no kind of error, and for an element that need not name
    a panel.
    """
    fresh = _printed_distractors(text, count) if paper else _json_distractors(text)
    if not fresh:
        wanted = "list of wrong answers" if paper else 'JSON with a list "distractors"'
        return DraftReading(None, (Check("layout", f"no {wanted} was found"),))
    earlier = [part["text"] for part in asked["distractors"]]
    words = [normalised(part["text"]) for part in fresh]
    repeated = set(words) & {normalised(part) for part in earlier}
    levels = [part["level"] for part in fresh if part["level"] not in LEVELS]
    lost = _lost_panels(fresh, count, required=not paper)
    unsaid = [part for part in fresh if not part["bias"] or not part["element"]]
    everything = [*asked["distractors"], *fresh]
    chosen = choose_three(asked["answer"], everything)
    final = [everything[k]["text"] for k in chosen]
    checks = (
        Check("layout"),
        distinct_options(asked["answer"], [part["text"] for part in fresh]),
        Check("new", "a wrong answer is there already" if repeated else None),
        Check("level", "a level is not a number from 1 to 5" if levels else None),
        Check("panels", "a wrong answer names no panel that exists" if lost else None),
        Check("provenance", "bias or element is missing" if unsaid else None),
        known_errors([] if paper else [part["error"] for part in fresh]),
        distinct_options(
            asked["answer"], final, "of all wrong answers, three are to stand together: "
        ),
        matched_length(asked["answer"], final),
    )
    return DraftReading(
        {"question": dict(asked), "candidates": everything, "chosen": chosen}, checks
    )


def _json_distractors(text: str) -> list[dict[str, Any]]:
    found = json_in(text)
    raw = objects(found.get("distractors")) if isinstance(found, dict) else []
    return [_distractor(part) for part in raw]


def _printed_distractors(text: str, count: int) -> list[dict[str, Any]]:
    return [
        _distractor(part | {"error": UNNAMED, "panel": next(iter(named), None)})
        for part in labelled_distractors(text)
        for named in [panels_named(part["element"], count)]
    ]


def _distractor(part: Mapping[str, Any]) -> dict[str, Any]:
    """A wrong answer with all that is known of it; stage 1 knows no element, bias and level."""
    kept = {
        "text": said(part.get("text")),
        "error": said(part.get("error")),
        "panel": number(part.get("panel")),
    }
    if part.get("panel") is not None and kept["panel"] is None:
        kept["panel"] = 0  # something was named, and it is no panel
    more = {"element": said(part.get("element")), "bias": said(part.get("bias"))}
    return {**kept, **more, "level": number(part.get("level"))}


def _lost_panels(
    parts: Sequence[Mapping[str, Any]], count: int, *, required: bool = False
) -> list[Mapping[str, Any]]:
    """The wrong answers whose panel does not exist, or, if required, is not named."""
    return [
        part
        for part in parts
        if (required if part["panel"] is None else not 1 <= part["panel"] <= count)
    ]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _questions(draft: Draft) -> list[dict[str, Any]]:
    assert draft.result is not None
    return list(draft.result["questions"])
