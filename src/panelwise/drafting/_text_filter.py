"""Which questions can be answered without the comic, and what is left of that afterwards.

Source: AMB-13, CH-11 stage 3. Every model answers every question from its words
alone, once in each cyclic order of the options. A question that is hit too often goes. What the
models, also those that took no part in the filtering, still hit among the rest is always reported.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from panelwise.comics import Book, StoryQuestion
from panelwise.drafting._draft import Check, Draft, DraftReading, Job, Target
from panelwise.drafting._prompts import TEXT_ONLY
from panelwise.drafting._session import CONCURRENCY, Asking, Session, run_session
from panelwise.drafting._strips import as_books
from panelwise.drafting._writer import Writer, as_writer
from panelwise.errors import SettingError, UnavailableError
from panelwise.models import Model, Patience, Response
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Option, Rendering, Turn, read_response
from panelwise.workers import StepProgress

THRESHOLD = 0.6
LETTERS = "ABCDEFGH"
KIND = "choice"  # of the items that a model is asked
QuestionKey = tuple[str, str, str]
"""Book, story and id of a question."""


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """One answer to a question from its words alone.

    Attributes:
        options: how many there were to choose from.
        right: whether the right one was chosen; an answer that could not be read is not right.
    """

    question: QuestionKey
    model: str
    options: int
    right: bool


@dataclass(frozen=True, slots=True)
class TextVerdict:
    """Whether a question stays, and why.

    Attributes:
        rate: mean hit rate over models, each the mean over its option orders.
        p_value: of so many hits or more by chance, every answer taken for independent.
    """

    question: QuestionKey
    asked: int
    hits: int
    rate: float
    chance: float
    p_value: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Residual:
    """How well a model answers from words alone, before the filter and among what it kept.

    ``n_before`` and ``n_after`` count answers, one a question and order of its options;
    ``filtering`` says whether the model took part in the filtering.
    """

    model: str
    filtering: bool
    n_before: int
    accuracy_before: float
    n_after: int
    accuracy_after: float | None
    chance: float


@dataclass(frozen=True, slots=True)
class TextFilter:
    """What became of the questions, and the answers behind it as drafts."""

    verdicts: tuple[TextVerdict, ...]
    residual: tuple[Residual, ...]
    drafts: tuple[Draft, ...]

    @property
    def dropped(self) -> frozenset[QuestionKey]:
        """The questions that can be answered without the comic."""
        return frozenset(one.question for one in self.verdicts if not one.kept)


def filter_by_text(
    books: Book | Sequence[Book],
    writers: Sequence[Writer | Model],
    *,
    held_out: Sequence[Writer | Model] = (),
    threshold: float = THRESHOLD,
    out: str | Path | None = None,
    concurrency: int = CONCURRENCY,
    max_cost: float | None = None,
    patience: Patience | None = None,
    progress: StepProgress | None = None,
) -> TextFilter:
    """Ask every multiple-choice question without the comic, in every cyclic order of its options.

    Args:
        books: comics whose stories have questions with wrong answers.
        writers: the models that filter; three are recommended (AMB-13).
        held_out: models whose accuracy is reported, and that decide nothing.
        threshold: mean hit rate from which a question goes.
        out: a file of drafts; answers in it are not asked for again.
        concurrency: most requests at once.
        max_cost: US dollars for each model; when reached, nothing more is sent.
        patience: how long to bear with the service.
        progress: called as answers come.

    Raises:
        UnavailableError: when there are no such questions.
        SettingError: without a model, or for a threshold that is no share.
        RunError: when a model cannot be reached, or ``max_cost`` is.
    """
    if not writers:
        raise SettingError("no model to filter with; name at least one (three are recommended)")
    asked = [
        (book, story.id, item)
        for book in as_books(books)
        for story in book.stories
        for item in story.questions
        if item.wrong
    ]
    if not asked:
        raise UnavailableError("no story has questions with wrong answers; draft them first")
    jobs = [
        _job(book, story, item, turn)
        for book, story, item in asked
        for turn in range(1 + len(item.wrong))
    ]

    async def work(session: Session) -> list[Draft]:
        return await session.write(jobs)

    drafts: list[Draft] = []
    for who in (*writers, *held_out):
        drafts += run_session(who, out, Asking(concurrency, max_cost, patience), progress, work)
    filtering = {as_writer(who).name for who in writers}
    answers = text_answers(drafts)
    verdicts = judge_by_text([one for one in answers if one.model in filtering], threshold)
    return TextFilter(verdicts, residual_accuracy(answers, verdicts, filtering), tuple(drafts))


def judge_by_text(
    answers: Iterable[TextAnswer], threshold: float = THRESHOLD
) -> tuple[TextVerdict, ...]:
    """Which questions stay: those whose mean hit rate is below the threshold.

    Models weigh alike, however many orders each was asked. With three models and four orders the
    default, 0.6, is 8 hits of 12, which chance gives in 0.3 % of questions. A rate that is not
    above chance drops nothing, whatever the threshold.

    Raises:
        SettingError: for a threshold outside 0 to 1.

    >>> given = [TextAnswer(("b", "s", "q"), "m", 4, right) for right in (True, True, True, False)]
    >>> verdict, = judge_by_text(given)
    >>> verdict.rate, round(verdict.p_value, 3), verdict.kept
    (0.75, 0.051, False)
    """
    if not 0 <= threshold <= 1:
        raise SettingError(f"threshold={threshold}: must be from 0 to 1")
    by_question: dict[QuestionKey, list[TextAnswer]] = defaultdict(list)
    for answer in answers:
        by_question[answer.question].append(answer)
    return tuple(_verdict(key, given, threshold) for key, given in by_question.items())


def residual_accuracy(
    answers: Iterable[TextAnswer],
    verdicts: Iterable[TextVerdict],
    filtering: Iterable[str],
) -> tuple[Residual, ...]:
    """What each model hits from words alone, among all questions and among those that stay.

    ``accuracy_after`` is ``None`` when none stays.
    """
    kept = {one.question for one in verdicts if one.kept}
    by_model: dict[str, list[TextAnswer]] = defaultdict(list)
    for answer in answers:
        by_model[answer.model].append(answer)
    rows = []
    for model, given in by_model.items():
        after = [one for one in given if one.question in kept]
        rows.append(
            Residual(
                model,
                model in set(filtering),
                len(given),
                sum(one.right for one in given) / len(given),
                len(after),
                sum(one.right for one in after) / len(after) if after else None,
                sum(1 / one.options for one in given) / len(given),
            )
        )
    return tuple(rows)


def text_answers(drafts: Iterable[Draft]) -> list[TextAnswer]:
    """The answers in drafts of kind ``text_only``; what no model answered is no answer."""
    return [
        TextAnswer(
            (draft.target.book, draft.target.story, draft.result["question"]),
            draft.writer,
            draft.result["options"],
            draft.result["chosen"] == draft.result["right"],
        )
        for draft in drafts
        if draft.kind == "text_only" and draft.result is not None
    ]


def _verdict(key: QuestionKey, given: Sequence[TextAnswer], threshold: float) -> TextVerdict:
    by_model: dict[str, list[bool]] = defaultdict(list)
    for answer in given:
        by_model[answer.model].append(answer.right)
    rate = sum(sum(hits) / len(hits) for hits in by_model.values()) / len(by_model)
    hits, chance = sum(one.right for one in given), 1 / given[0].options
    dropped = rate >= threshold and rate > chance
    return TextVerdict(
        key, len(given), hits, rate, chance, _tail(hits, len(given), chance), not dropped
    )


def _tail(hits: int, n: int, chance: float) -> float:
    """The chance of ``hits`` or more of ``n``."""
    return math.fsum(
        math.comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(hits, n + 1)
    )


def _job(book: Book, story: str, item: StoryQuestion, turn: int) -> Job:
    """A question with its options turned by so many places; the right one stands first at 0."""
    texts = [item.answer, *(option.text for option in item.wrong)]
    turned = texts[turn:] + texts[:turn]
    options = tuple(Option(LETTERS[k], text) for k, text in enumerate(turned))
    right = -turn % len(texts)
    listed = "\n".join(f"{option.label}. {option.text}" for option in options)
    words = TEXT_ONLY.fill(question=item.question, options=listed)
    return Job(
        "text_only",
        Target(book.id, story, item.evidence, f"{item.id} order {turn + 1}"),
        TEXT_ONLY,
        words,
        partial(_read, question=item.id, options=options, right=right),
        tries=1,  # asking again until an answer fits would be fishing for it
    )


def _read(
    response: Response, question: str, options: tuple[Option, ...], right: int
) -> DraftReading:
    item = Item(
        question,
        "drafting.text_only",
        KIND,
        len(options),
        Rendering((Turn("user", ("",)),), (), TEXT_ONLY.id),
        right,
        (),
        options=options,
    )
    parsed = read_response(
        item,
        response.text,
        finish_reason=response.finish_reason,
        refusal=response.refusal,
        profile=RECOMMENDED,
    )
    result = {
        "question": question,
        "options": len(options),
        "right": right,
        "chosen": parsed.answer,
        "status": parsed.status,
    }
    return DraftReading(result, (Check("answered"),))
