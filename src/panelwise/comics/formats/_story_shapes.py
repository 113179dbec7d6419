"""The shapes of stories in our own JSON, and the way between them and the story model."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import orjson
from pydantic import Field, TypeAdapter

from panelwise.comics._model import Page
from panelwise.comics._story import (
    AnswerType,
    ErrorType,
    Event,
    Interrogative,
    PanelAlternatives,
    PanelRef,
    Perspective,
    QuestionTask,
    Story,
    StoryQuestion,
    Tier,
    UnseenFacts,
    WrongOption,
)
from panelwise.comics.formats._validation import Outside, parse, require_unique
from panelwise.errors import InputError
from panelwise.wording import counted

Ref = tuple[str, int]


class _UnseenShape(Outside):
    needs: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()


class _EventShape(Outside):
    panel: Ref
    description: str
    id: str = ""
    actor: str | None = None
    feeling: str | None = None
    place: str | None = None
    time: str | None = None
    scene: int = 0
    needs: dict[str, str] = Field(default_factory=dict)
    makes: dict[str, str] = Field(default_factory=dict)
    states: dict[str, str] = Field(default_factory=dict)
    present: tuple[str, ...] = ()
    alternatives: tuple[tuple[str, ...], tuple[Ref, ...], Tier | None] | None = None
    unseen: _UnseenShape | None = None

    def event(self) -> Event:
        return Event(
            **{
                **dict(self),
                "panel": PanelRef(*self.panel),
                "alternatives": self.alternatives and _alternatives(*self.alternatives),
                "unseen": self.unseen and UnseenFacts(**dict(self.unseen)),
            }
        )


def _alternatives(
    books: tuple[str, ...], needed: tuple[Ref, ...], tier: Tier | None
) -> PanelAlternatives:
    return PanelAlternatives(books, tuple(PanelRef(*ref) for ref in needed), tier)


class _WrongShape(Outside):
    text: str
    error: ErrorType
    panel: Ref | None = None
    strength: Literal["strong", "weak"] | None = None

    def option(self) -> WrongOption:
        return WrongOption(self.text, self.error, _ref(self.panel), self.strength)


class _QuestionShape(Outside):
    id: str = Field(min_length=1)
    task: QuestionTask
    question: str
    answer: str
    wrong: list[_WrongShape] = Field(default_factory=list)
    evidence: list[Ref] = Field(default_factory=list)
    perspective: Perspective | None = None
    hidden: Ref | None = None
    answer_type: AnswerType = "choice"
    required: Literal["one_panel", "several_panels"] = "several_panels"
    interrogative: Interrogative = "which"
    answers: tuple[str, ...] = ()
    language: str = "en"
    fewest_panels: int | None = None
    pool: tuple[tuple[str, ...], ...] = ()
    tier: Tier | None = None
    fewest_pages: int | None = None

    def asked(self) -> StoryQuestion:
        return StoryQuestion(
            **{
                **dict(self),
                "wrong": tuple(item.option() for item in self.wrong),
                "evidence": tuple(PanelRef(*item) for item in self.evidence),
                "hidden": _ref(self.hidden),
            }
        )


class StoryShape(Outside):
    """One story of a book."""

    id: str = Field(min_length=1)
    events: list[_EventShape]
    title: str | None = None
    kind: str | None = None
    causes: tuple[tuple[int, int], ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()
    orders_complete: bool = True
    questions: list[_QuestionShape] = Field(default_factory=list)
    summary: str | None = None
    harmful: bool | None = None
    author: str | None = None
    changed: tuple[Ref, ...] = ()
    family: str | None = None
    world: dict[str, str] | None = None

    def story_of(self, pages: tuple[Page, ...], where: str) -> Story:
        """The story, its references checked against the pages of its book.

        Raises:
            InputError: naming ``where``, the reference and what it misses.
        """
        story = Story(
            **{
                **dict(self),
                "events": tuple(item.event() for item in self.events),
                "questions": tuple(item.asked() for item in self.questions),
                "changed": tuple(PanelRef(*item) for item in self.changed),
            }
        )
        _check(story, pages, f"{where}, story '{self.id}'")
        return story


_STORY = TypeAdapter(StoryShape)


def story_from_json(
    data: Mapping[str, Any], pages: Sequence[Page], *, where: str = "story"
) -> Story:
    """The story of plain values as in page-json, its references checked against these pages.

    Raises:
        InputError: one line with ``where``, the place inside and what is wrong.
    """
    try:
        plain = orjson.dumps(data)
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: not plain JSON values ({error})") from None
    return parse(_STORY, plain, where).story_of(tuple(pages), where)


def story_fields(story: Story) -> dict[str, Any]:
    """The story as plain values; keys that stand at their defaults are left out."""
    plain = _set_fields(story)
    return plain | {
        "events": [_set_fields(event) for event in story.events],
        "questions": [
            _set_fields(item) | {"wrong": [_set_fields(option) for option in item.wrong]}
            for item in story.questions
        ],
    }


def _ref(pair: Ref | None) -> PanelRef | None:
    return None if pair is None else PanelRef(*pair)


def _set_fields(item: Any) -> dict[str, Any]:
    kept = {}
    for one in dataclasses.fields(item):
        value = getattr(item, one.name)
        if value not in (one.default, (), {}):
            kept[one.name] = _plain(value)
    return kept


def _plain(value: Any) -> Any:
    """Tuples, panel references among them, as lists."""
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _check(story: Story, pages: tuple[Page, ...], where: str) -> None:
    panels = {page.id: len(page.panels) for page in pages}
    require_unique((item.id for item in story.questions), "question", where)
    refs = [(f"events[{at}]", event.panel) for at, event in enumerate(story.events)]
    refs += [("changed", ref) for ref in story.changed]
    refs += [
        (f"events[{at}]", ref)
        for at, event in enumerate(story.events)
        for ref in (event.alternatives.needed if event.alternatives else ())
    ]
    for at, item in enumerate(story.questions):
        held = [*item.evidence, *(option.panel for option in item.wrong), item.hidden]
        refs += [(f"questions[{at}]", ref) for ref in held if ref is not None]
    for place, ref in refs:
        if not 0 <= ref.panel < panels.get(ref.page, 0):
            has = (
                f"has {counted(panels[ref.page], 'panel')}, counted from 0"
                if ref.page in panels
                else "is not in the book"
            )
            raise InputError(
                f"{where}: {place} names panel {ref.panel} of page '{ref.page}', which {has}"
            )
    count = len(story.events)
    for order in story.orders:
        if sorted(order) != list(range(count)):
            raise InputError(f"{where}: {list(order)} is not an order of {count} events")
    if any(not (0 <= i < count and 0 <= j < count) for i, j in story.causes):
        raise InputError(f"{where}: causes name an event outside 0 to {count - 1}")
