"""What an accepted draft's result looks like, kind by kind: drafts come from files.

A file of drafts may be edited or cut, or come from elsewhere. Whatever is read as accepted has the
shape that the verbs rely on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from panelwise.comics import ErrorType, Interrogative, PanelRef, Perspective
from panelwise.comics.formats import Outside
from panelwise.files import first_fault

PanelNumber = Annotated[int, Field(ge=1)]
Index = Annotated[int, Field(ge=0)]


class _Descriptions(Outside):
    descriptions: list[str]


class _Wrong(Outside):
    text: str
    error: ErrorType
    panel: PanelNumber | None = None


class _AskedQuestion(Outside):
    question: str
    answer: str


class _Framed(_AskedQuestion):
    wrong: list[_Wrong]


class _Question(_AskedQuestion):
    perspective: Perspective
    panels: list[PanelNumber]


class _WithDistractors(_Question):
    distractors: list[_Wrong]


class _Questions(Outside):
    questions: list[_WithDistractors]


class _Distractors(Outside):
    question: _Question
    candidates: list[_Wrong]
    chosen: list[Index]


class _Frames(Outside):
    frame: _Framed
    meaning: _Framed


class _Weak(Outside):
    about: Literal["frame", "meaning"]
    wrong: list[_Wrong]


class _Candidate(Outside):
    about: Literal["frame", "meaning"]
    text: str


class _TextOnly(Outside):
    question: str
    options: Annotated[int, Field(ge=2)]
    right: Index
    chosen: int | None


class _Pair(_AskedQuestion):
    answer_type: Literal["exact", "descriptive"]
    interrogative: Interrogative


class _Reading(Outside):
    pairs: list[_Pair]
    fewer: str | None
    language: str


_SHAPES: dict[str, TypeAdapter[Any]] = {
    "descriptions": TypeAdapter(_Descriptions),
    "panel_metadata": TypeAdapter(_Descriptions),
    "questions": TypeAdapter(_Questions),
    "distractors": TypeAdapter(_Distractors),
    "frames": TypeAdapter(_Frames),
    "weak_distractors": TypeAdapter(_Weak),
    "candidate": TypeAdapter(_Candidate),
    "text_only": TypeAdapter(_TextOnly),
    "reading": TypeAdapter(_Reading),
}


def fault_of(kind: str, result: Any, panels: Sequence[PanelRef]) -> str | None:
    """What is wrong with the result of an accepted draft about these panels; ``None``: nothing."""
    try:
        found = _SHAPES[kind].validate_python(result)
    except ValidationError as error:
        return f"result.{first_fault(error)}"
    return _misfit(found, len(panels))


def _misfit(found: Any, count: int) -> str | None:
    """A list of another length than the panels, or a number of none of them."""
    named: Iterable[int | None] = ()
    match found:
        case _Descriptions() if len(found.descriptions) != count:
            return f"{len(found.descriptions)} descriptions of {count} panels"
        case _Frames() if count < 2:
            return f"a strip of {count} panels"
        case _Distractors():
            if any(k >= len(found.candidates) for k in found.chosen):
                return f"chosen {found.chosen} of {len(found.candidates)} candidates"
            named = [*found.question.panels, *(part.panel for part in found.candidates)]
        case _Questions():
            named = [
                number
                for one in found.questions
                for number in (*one.panels, *(part.panel for part in one.distractors))
            ]
    beyond = [number for number in named if number is not None and number > count]
    return f"panel {beyond[0]} of {count}" if beyond else None
