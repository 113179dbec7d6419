"""Question–answer pairs about pages, for training: MangaVQA's synthetic set.

Source: MV-7; AMB-34. A page and what is written on it go to a writer, who gives five
pairs. The paper showed the texts without their places, which did better than with them, and far
better than without. A page without text is set aside, and so is one that a writer refuses or whose
answer cannot be read twice; why stands in the draft, and so does why there are fewer than five.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, cast

from panelwise.comics import Book, Page, PanelRef, StoryQuestion
from panelwise.drafting._draft import Check, Draft, DraftReading, Job, Target, accepted, answered
from panelwise.drafting._pictures import whole_page
from panelwise.drafting._printed import PRINTED, ProfileName, is_paper
from panelwise.drafting._prompts import READING, READING_POSITIONS, READING_TEXT
from panelwise.drafting._session import CONCURRENCY, Asking, Session, run_session
from panelwise.drafting._strips import as_books, story_of
from panelwise.drafting._writer import Writer
from panelwise.errors import SettingError, UnavailableError
from panelwise.models import Model, Patience
from panelwise.registry import did_you_mean
from panelwise.tasks import Prompt, normalised
from panelwise.workers import StepProgress

ReadingShown = Literal["none", "text", "text+position"]
PAIRS = 5
ASKED = 2  # once, and once more with the reason when the answer could not be read
_PROMPTS: Mapping[ReadingShown, Prompt] = {
    "none": READING,
    "text": READING_TEXT,
    "text+position": READING_POSITIONS,
}
_LINE = re.compile(r"\**(Question|Answer|Fewer|質問|回答)\s*\d*\s*[:：]\**\s*(\S.*)")
_ENGLISH = {"質問": "Question", "回答": "Answer"}
_WHAT_IS_ASKED: tuple[tuple[str, str], ...] = (
    ("who", r"\bwho(?:m|se)?\b|誰|だれ"),
    ("what", r"\bwhat\b|何|なに"),
    ("when", r"\bwhen\b|いつ"),
    ("where", r"\bwhere\b|どこ"),
    ("why", r"\bwhy\b|なぜ|どうして"),
    ("how", r"\bhow\b|どのよう|どうやって|どれ(?:くらい|ほど)"),
    ("which", r"\bwhich\b|どの(?!よう)|どちら|どれ(?!くらい|ほど)"),
)


@dataclass(frozen=True, slots=True)
class ReadingPair:
    """One drafted question and its answer; ``id`` is the draft's key and the pair's number."""

    id: str
    book: str
    page: str
    question: str
    answer: str


def draft_reading_questions(
    books: Book | Sequence[Book],
    writer: Writer | Model,
    *,
    shown: ReadingShown = "text",
    profile: ProfileName = "recommended",
    out: str | Path | None = None,
    concurrency: int = CONCURRENCY,
    max_cost: float | None = None,
    patience: Patience | None = None,
    progress: StepProgress | None = None,
) -> list[Draft]:
    """Let a writer ask five questions about every page, and answer them.

    Args:
        books: comics whose pages have texts, annotated or read.
        writer: who writes; it sees the page.
        shown: what it is given of the texts: ``none``, ``text``, or ``text+position``.
        profile: ``paper`` asks in the printed words (MangaVQA Table A): Japanese for pages whose
            texts are Japanese or of no known language, the authors' translation for others.
        out: a file of drafts; accepted drafts in it are not asked again.
        concurrency: most requests at once.
        max_cost: US dollars for this call; when reached, nothing more is sent.
        patience: how long to bear with the service.
        progress: called as drafts are finished.

    Returns:
        A draft (kind ``reading``) for every page, set aside with the reason where it cannot be
        asked about. Its result holds the pairs, each with its type of answer and its interrogative,
        and why there are fewer than five.

    Raises:
        UnavailableError: when there is no page to ask about.
        RunError: when the writer cannot be reached, or ``max_cost`` is.
        SettingError: for an unknown ``shown`` or ``profile``, or for ``none`` with ``paper``.
    """
    if shown not in _PROMPTS:
        raise SettingError(f"unknown annotation '{shown}'; {did_you_mean(shown, _PROMPTS)}")
    paper = is_paper(profile)
    if paper and shown == "none":
        raise SettingError(
            "annotation=none: the paper's prompt includes the texts; give text or text+position"
        )
    jobs = [_job(book, page, shown, paper) for book in as_books(books) for page in book.pages]
    if not jobs:
        raise UnavailableError("the comics contain no page to ask about")

    async def work(session: Session) -> list[Draft]:
        return await session.write(jobs)

    return run_session(writer, out, Asking(concurrency, max_cost, patience), progress, work)


def reading_pairs(drafts: Sequence[Draft]) -> list[ReadingPair]:
    """The pairs of all accepted drafts, in order."""
    return [
        ReadingPair(
            f"{draft.key}:{number}",
            draft.target.book,
            draft.target.part,
            pair["question"],
            pair["answer"],
        )
        for draft in accepted(drafts, "reading")
        for number, pair in enumerate((draft.result or {})["pairs"], 1)
    ]


def why_fewer(drafts: Sequence[Draft]) -> dict[str, int]:
    """Why accepted pages have fewer than five pairs: reason → pages, the most frequent first."""
    reasons = [(draft.result or {})["fewer"] for draft in accepted(drafts, "reading")]
    return dict(Counter(reason for reason in reasons if reason is not None).most_common())


def questions_of(draft: Draft) -> list[StoryQuestion]:
    """The pairs of an accepted draft as questions of their page's story.

    Nobody said which panels prove an answer, so all of the page's are named.
    """
    assert draft.result is not None, "an accepted draft has a result"
    panels = draft.target.panels
    return [
        StoryQuestion(
            id=f"{draft.target.part}-reading-{number}",
            task="reading",
            question=pair["question"],
            answer=pair["answer"],
            evidence=panels,
            answer_type=cast(Any, pair["answer_type"]),
            required="one_panel" if len(panels) == 1 else "several_panels",
            interrogative=cast(Any, pair["interrogative"]),
            language=draft.result["language"],
        )
        for number, pair in enumerate(draft.result["pairs"], 1)
    ]


def _job(book: Book, page: Page, shown: ReadingShown, paper: bool) -> Job:
    texts = [
        (text, _one_line(text.content))
        for text in page.texts or ()
        if text.content and text.kind != "scene_text"
    ]
    lines = [f"- {words}" for _, words in texts]
    if shown == "text+position":
        lines = [f"- {list(text.box.rounded())} {words}" for text, words in texts]
    language = next((language for text, _ in texts for language in text.contents), "und")
    own = "ja" if language in ("ja", "und") else "en"
    prompt = PRINTED[f"mangavqa.reading.{own}"] if paper else _PROMPTS[shown]
    values: dict[str, str | int] = {"count": PAIRS}
    if shown != "none":
        values["texts"] = "\n".join(lines)
    if shown == "text+position":
        values |= {"width": page.width, "height": page.height}
    return Job(
        "reading",
        Target(
            book.id,
            story_of(book, page),
            tuple(PanelRef(page.id, at) for at in range(len(page.panels))),
            page.id,
        ),
        prompt,
        prompt.fill(**values),
        answered(partial(_read, texts=[words for _, words in texts], language=language)),
        pictures=() if page.image is None else (whole_page(page),),
        tries=ASKED,
        problem=_problem(page, bool(texts), shown),
    )


def _problem(page: Page, has_text: bool, shown: ReadingShown) -> str | None:
    """Why a page is not asked about, if so; without annotation nobody need have read it."""
    if page.advert:
        return "the page is an advert"
    if page.image is None:
        return "the image of the page is not at hand"
    if page.texts is None:
        return (
            None if shown == "none" else "nobody has read the texts of the page; see panelwise read"
        )
    return None if has_text else "the page has no text"


def _read(text: str, texts: Sequence[str], language: str) -> DraftReading:
    """Alternating ``Question:`` and ``Answer:`` lines, and no others but a last ``Fewer:``.

    ``質問:`` and ``回答:``, which the printed wording asks for, are the same.
    """
    found: list[tuple[str, str]] = []
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), 1):
        match = _LINE.fullmatch(line)
        wanted = "Answer" if len(found) % 2 else "Question"
        label = _ENGLISH.get(match[1], match[1]) if match else None
        ended = bool(found) and found[-1][0] == "Fewer"
        if (
            match is None
            or label is None
            or ended
            or (label != wanted and (label != "Fewer" or len(found) % 2))
        ):
            due = "nothing more" if ended else f'"{wanted}: …"'
            reason = f"line {number} was to be {due}, but is {line[:40]!r}"
            return DraftReading(None, (Check("layout", reason),))
        found.append((label, match[2].strip()))
    said = found.pop()[1] if found and found[-1][0] == "Fewer" else None
    if len(found) % 2:
        return DraftReading(None, (Check("layout", "the last question has no answer"),))
    asked, given = [words for _, words in found[::2]], [words for _, words in found[1::2]]
    fewer = said or f"{len(asked)} of {PAIRS}; the writer did not say why"
    result = {
        "pairs": [_pair(*both, texts) for both in zip(asked, given, strict=True)],
        "fewer": fewer if len(asked) < PAIRS else None,
        "language": language,
    }
    return DraftReading(result, _checked(asked, said))


def _checked(asked: Sequence[str], said: str | None) -> tuple[Check, ...]:
    count = twice = None
    if not asked:
        count = f"no pair: {said}" if said else "no pair was written"
    elif len(asked) > PAIRS:
        count = f"{len(asked)} pairs; {PAIRS} were asked for"
    if len({normalised(question) for question in asked}) < len(asked):
        twice = "two of the questions are the same"
    return (Check("layout"), Check("count", count), Check("distinct", twice))


def _pair(question: str, answer: str, texts: Sequence[str]) -> dict[str, str]:
    exact = any(_holds(text, answer) for text in texts)
    return {
        "question": question,
        "answer": answer,
        "answer_type": "exact" if exact else "descriptive",
        "interrogative": _interrogative(question),
    }


def _holds(text: str, answer: str) -> bool:
    """Whether an answer is taken from a text: whole words, where the script parts words."""
    whole, part = normalised(text), normalised(answer)
    if re.search(r"[\u3040-\u30ff\u3400-\u9fff]", part):
        return part in whole
    return bool(part) and f" {part} " in f" {whole} "


def _interrogative(question: str) -> str:
    """The first one that occurs; ``what`` where none does.

    >>> _interrogative("In the third panel, who says how it is?"), _interrogative("どこですか？")
    ('who', 'where')
    """
    places = {
        name: match.start()
        for name, pattern in _WHAT_IS_ASKED
        if (match := re.search(pattern, question, re.IGNORECASE))
    }
    return min(places, key=places.__getitem__, default="what")


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
