"""Accepted drafts put into a book: descriptions as events, questions with their options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from panelwise.comics import (
    Book,
    ErrorType,
    Event,
    PanelRef,
    Perspective,
    Story,
    StoryQuestion,
    WrongOption,
)
from panelwise.drafting._draft import Draft, Target, accepted
from panelwise.drafting._frames import ABOUT, About
from panelwise.drafting._reading_questions import questions_of
from panelwise.drafting._text_filter import THRESHOLD, judge_by_text, text_answers
from panelwise.errors import InputError
from panelwise.tasks import normalised

Strength = Literal["strong", "weak"]
_INTERROGATIVES = ("who", "what", "when", "where", "why", "how", "which")


def apply_drafts(
    book: Book,
    drafts: Sequence[Draft],
    *,
    strength: Strength = "strong",
    threshold: float = THRESHOLD,
    held_out: Iterable[str] = (),
) -> Book:
    """A copy of the book whose stories hold what was accepted.

    Descriptions become events (of two for one panel the later draft counts); questions of stage 2
    and frame questions are added, one with the same id is replaced, one in the same words as
    another is left out; pairs about a page (MV-7) become open questions of the page's story;
    questions that fail the text-only filter are left out. Candidates are for people and are not
    applied. What a story already held stays.

    Args:
        book: the book that was drafted for.
        drafts: of this book; those of other books are passed over.
        strength: which wrong options the frame and meaning questions get (SC-11).
        threshold: of the text-only filter, if it was asked.
        held_out: names of models whose text-only answers decide nothing.

    Raises:
        InputError: for a draft about a panel that the book does not have.
    """
    own = [draft for draft in drafts if draft.target.book == book.id]
    _require_panels(own, book)
    stories = {story.id: story for story in book.stories}
    for name, described in _descriptions(own).items():
        stories[name] = _with_descriptions(stories.get(name) or Story(name, ()), described, book)
    for name, question in _questions(own, strength):
        story = stories.get(name) or Story(name, ())
        stories[name] = _with_question(story, question)
    for draft in accepted(own, "reading"):
        stories[draft.target.story] = _with_reading(stories.get(draft.target.story), draft, book)
    out = set(held_out)
    judged = judge_by_text([one for one in text_answers(own) if one.model not in out], threshold)
    dropped = {one.question for one in judged if not one.kept}
    return replace(
        book,
        stories=tuple(
            replace(
                story,
                questions=tuple(
                    item for item in story.questions if (book.id, story.id, item.id) not in dropped
                ),
            )
            for story in stories.values()
        ),
    )


def _require_panels(drafts: Sequence[Draft], book: Book) -> None:
    known = {page.id: len(page.panels) for page in book.pages}
    for draft in drafts:
        for page, panel in draft.target.panels:
            if not 0 <= panel < known.get(page, 0):
                place = f"panel {panel + 1} of page '{page}', which '{book.id}' does not have"
                raise InputError(
                    f"a draft is about {place}; give the comics that the drafts are about"
                )


def _descriptions(drafts: Sequence[Draft]) -> dict[str, dict[PanelRef, tuple[str, str]]]:
    """By story and panel: its description, and who wrote that."""
    described: dict[str, dict[PanelRef, tuple[str, str]]] = {}
    for draft in drafts:
        if draft.kind in ("descriptions", "panel_metadata") and draft.status == "accepted":
            texts = _result(draft)["descriptions"]
            for panel, text in zip(draft.target.panels, texts, strict=True):
                described.setdefault(draft.target.story, {})[panel] = (text, draft.writer)
    return described


def _with_descriptions(
    story: Story, described: Mapping[PanelRef, tuple[str, str]], book: Book
) -> Story:
    """The story with these descriptions; what hangs on the old number of events goes."""
    order = {page.id: at for at, page in enumerate(book.pages)}
    known = {event.panel: event for event in story.events}
    author = next(iter(described.values()))[1]
    for panel, (text, _) in described.items():
        known[panel] = replace(known.get(panel) or Event(panel, text), description=text)
    if len(known) == len(story.events):
        events = tuple(known[event.panel] for event in story.events)
        return replace(story, events=events, author=author)
    events = tuple(sorted(known.values(), key=lambda one: (order[one.panel.page], one.panel.panel)))
    return replace(story, events=events, author=author, causes=(), orders=(), orders_complete=True)


def _questions(drafts: Sequence[Draft], strength: Strength) -> list[tuple[str, StoryQuestion]]:
    made = [
        (draft.target.story, _choice_question(draft)) for draft in accepted(drafts, "distractors")
    ]
    weak: dict[tuple[str, str], list[Any]] = {}
    for draft in accepted(drafts, "weak_distractors"):
        key = draft.target.story, _result(draft)["about"]
        # All three at once, or one a draft in the paper's wording.
        one_by_one = draft.target.part != key[1]
        weak[key] = [*(weak.get(key, []) if one_by_one else []), *_result(draft)["wrong"]]
    for draft in accepted(drafts, "frames"):
        for about in ABOUT:
            wrong = weak.get((draft.target.story, about))
            if strength == "strong":
                wrong = _result(draft)[about]["wrong"]
            if wrong is not None and len(wrong) == 3:
                made.append((draft.target.story, _frame_question(draft, about, wrong, strength)))
    return made


def _with_reading(story: Story | None, draft: Draft, book: Book) -> Story:
    """The story with the pairs of a page; an unknown story gets the page's panels."""
    story = story or Story(draft.target.story, (), author=draft.writer)
    if not any(event.description for event in story.events):
        order = {page.id: at for at, page in enumerate(book.pages)}
        known = {event.panel: event for event in story.events}
        known |= {panel: Event(panel, "") for panel in draft.target.panels if panel not in known}
        shown = sorted(known.values(), key=lambda one: (order[one.panel.page], one.panel.panel))
        if len(shown) > len(story.events):  # what hangs on the old number of events goes
            story = replace(story, events=tuple(shown), causes=(), orders=(), orders_complete=True)
    for question in questions_of(draft):
        story = _with_question(story, question)
    return story


def _choice_question(draft: Draft) -> StoryQuestion:
    result = _result(draft)
    chosen = [result["candidates"][k] for k in result["chosen"]]
    return choice_question(draft.target, result["question"], chosen)


def choice_question(
    target: Target, asked: Mapping[str, Any], wrong: Sequence[Mapping[str, Any]]
) -> StoryQuestion:
    """A question of CHROMIC (CH-11) with these wrong options.

    Args:
        target: the panels that it is about; numbers of panels count them from 1.
        asked: ``question``, ``answer``, ``perspective`` and ``panels``.
        wrong: each with ``text``, ``error`` and ``panel`` (a number or ``None``).
    """
    panels = target.panels
    first = normalised(asked["question"]).partition(" ")[0]
    return StoryQuestion(
        id=f"{target.story}-{target.part.replace(' ', '-')}",
        task="chrono_mcq",
        question=asked["question"],
        answer=asked["answer"],
        wrong=tuple(
            WrongOption(
                part["text"],
                cast(ErrorType, part["error"]),
                None if part["panel"] is None else panels[part["panel"] - 1],
            )
            for part in wrong
        ),
        evidence=tuple(panels[k - 1] for k in sorted(set(asked["panels"]))),
        perspective=cast(Perspective, asked["perspective"]),
        required="several_panels" if len(set(asked["panels"])) > 1 else "one_panel",
        interrogative=cast(Any, first if first in _INTERROGATIVES else "which"),
    )


def _frame_question(
    draft: Draft, about: About, wrong: Sequence[Mapping[str, str]], strength: Strength
) -> StoryQuestion:
    return frame_question(draft.target, about, _result(draft)[about], wrong, strength)


def frame_question(
    target: Target,
    about: About,
    asked: Mapping[str, Any],
    wrong: Sequence[Mapping[str, str]],
    strength: Strength = "strong",
) -> StoryQuestion:
    """A question of StripCipher about a strip's second-to-last frame, or its meaning (SC-9).

    Args:
        target: the strip.
        about: ``frame`` or ``meaning``.
        asked: ``question`` and ``answer``.
        wrong: each with ``text`` and ``error``.
        strength: of the wrong options.
    """
    panels, frame = target.panels, about == "frame"
    return StoryQuestion(
        id=f"{target.story}-{about}-{strength}",
        task="frame_prediction" if frame else "narrative_comprehension",
        question=asked["question"],
        answer=asked["answer"],
        wrong=tuple(
            WrongOption(part["text"], cast(ErrorType, part["error"]), strength=strength)
            for part in wrong
        ),
        evidence=panels[-3:] if frame else panels,
        hidden=panels[-2] if frame else None,
        interrogative="what",
    )


def with_material(
    book: Book,
    descriptions: Mapping[str, Mapping[PanelRef, str]],
    questions: Iterable[tuple[str, StoryQuestion]],
    author: str,
) -> Book:
    """A copy of the book with these descriptions and questions, and no other questions.

    Args:
        book: with its panels.
        descriptions: by story and panel.
        questions: with the id of their story.
        author: who vouches for them, as :class:`Story` names it; ``human`` for people.
    """
    stories = {story.id: replace(story, questions=()) for story in book.stories}
    for name, texts in descriptions.items():
        described = {panel: (text, author) for panel, text in texts.items()}
        stories[name] = _with_descriptions(stories.get(name) or Story(name, ()), described, book)
    for name, question in questions:
        story = stories.get(name) or Story(name, ())
        stories[name] = replace(_with_question(story, question), author=author)
    return replace(book, stories=tuple(stories.values()))


def _with_question(story: Story, question: StoryQuestion) -> Story:
    words = normalised(question.question), normalised(question.answer)
    others = [item for item in story.questions if item.id != question.id]
    if any((normalised(item.question), normalised(item.answer)) == words for item in others):
        return story
    return replace(story, questions=(*others, question))


def _result(draft: Draft) -> dict[str, Any]:
    assert draft.result is not None, "an accepted draft has a result"
    return draft.result
