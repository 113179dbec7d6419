"""Gold as people write it in a file of answers, made into the gold of the kinds.

A gold that does not say clearly what is right is refused: no score can mend it. Names of texts
and characters are free; they are compared without case, as the kinds read them.
Source: specification 7.3–7.11; AMB-43 to AMB-49.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Protocol

from pydantic import AliasChoices, BeforeValidator, Field, RootModel, model_validator

from panelwise.geometry import Point, polygon_box
from panelwise.tasks._item import Document
from panelwise.tasks.kinds._structured import named_speakers
from panelwise.tasks.kinds.documents import (
    CLASSES,
    CornerBox,
    Link,
    Mark,
    Names,
    Outline,
    Shape,
    Size,
    Words,
    listed,
)

TextClass = Literal["dialogue", "narration", "onomatopoeia", "scene_text", "other"]
BoxClass = Literal["panel", "character", "text", "face"]
STAND_INS = ("narrator", "unknown")  # as the tasks call speakers whom nobody knows by name


class Gold(Protocol):
    """Gold of one line."""

    @property
    def n(self) -> int:
        """How many things are found or named."""
        ...

    def document(self) -> Document:
        """The gold of the kind."""
        ...


class _Text(Shape):
    text: str | None
    box: CornerBox | None = None
    polygon: Outline | None = None
    label: TextClass = Field("other", alias="class")

    @model_validator(mode="after")
    def _has_place(self) -> _Text:
        if self.box is None and self.polygon is None:
            raise ValueError("a text needs a box or a polygon")
        return self

    def document(self) -> Document:
        found: Document = {"box": self.box, "text": self.text, "class": self.label}
        if self.polygon is not None:
            corners: list[Point] = [(x, y) for x, y in self.polygon]
            found |= {"polygon": self.polygon, "box": self.box or [*polygon_box(corners)]}
        return found


class SpottingGold(Shape):
    """``{"size", "texts": [{"box" or "polygon", "text", "class"}]}``; text ``null``: unreadable."""

    size: Size
    texts: list[_Text]

    @property
    def n(self) -> int:
        return len(self.texts)

    def document(self) -> Document:
        return {"size": self.size, "texts": [text.document() for text in self.texts]}


class _LabelledBox(Shape):
    label: BoxClass = Field(alias="class")
    box: CornerBox


class DetectionGold(Shape):
    """``{"size", "boxes": [{"class", "box"}], "classes"}``.

    ``classes`` are those that were asked for; without, all that occur in the file: a box of a
    class that a page does not have is then an invented one.
    """

    size: Size
    boxes: list[_LabelledBox]
    classes: list[BoxClass] | None = None

    @model_validator(mode="after")
    def _asked_for(self) -> DetectionGold:
        other = {box.label for box in self.boxes} - set(self.classes or CLASSES)
        if other:
            raise ValueError(f"there are boxes of {', '.join(sorted(other))}, not in classes")
        return self

    @property
    def n(self) -> int:
        return len(self.boxes)

    def document(self) -> Document:
        boxes = [{"class": box.label, "box": box.box} for box in self.boxes]
        return {"size": self.size, "classes": self.classes or [], "boxes": boxes}


def ask_for_all(golds: Iterable[DetectionGold]) -> None:
    """Where a page does not say which classes were asked for: all that occur on any page."""
    pages = list(golds)
    occur = {box.label for page in pages for box in page.boxes}
    for page in pages:
        if page.classes is None:
            page.classes = [label for label in CLASSES if label in occur]


class SpeakersGold(Shape):
    """``{"links": [[text, character]], "characters": [all on the page]}``."""

    links: Annotated[list[Link], Field(min_length=1)]
    characters: list[Mark] = Field([])

    @model_validator(mode="after")
    def _tells_apart(self) -> SpeakersGold:
        both = {text for text, _ in self.links} & {*self.characters, *(c for _, c in self.links)}
        if both:
            raise ValueError(f"'{min(both)}' names a text and a character; call them t1 and c1")
        return self

    @property
    def n(self) -> int:
        return len({text for text, _ in self.links})

    def document(self) -> Document:
        texts = dict.fromkeys(text for text, _ in self.links)
        characters = dict.fromkeys([*(who for _, who in self.links), *self.characters])
        return {
            "texts": texts,
            "characters": characters,
            "links": self.links,
        }


class IdentitiesGold(Shape):
    """``{"groups": [[characters]], "characters": [all, those of unknown identity too]}``.

    ``asked`` is what answers give; without, what any answer of the file gives.
    """

    groups: list[Annotated[list[Mark], Field(min_length=1)]]
    characters: list[Mark] = Field([])
    asked: list[Literal["groups", "similarity"]] | None = None

    @model_validator(mode="after")
    def _is_grouping(self) -> IdentitiesGold:
        grouped = [mark for group in self.groups for mark in group]
        if len(grouped) < 2:
            raise ValueError("fewer than two characters: nothing to group; leave the page out")
        _once(grouped)
        return self

    @property
    def n(self) -> int:
        return len(self.document()["characters"])

    def document(self) -> Document:
        marks = [*(mark for group in self.groups for mark in group), *self.characters]
        named = {"characters": dict.fromkeys(marks), "groups": self.groups}
        return named | {"asked": self.asked or ["groups"]}


def ask_for_given(lines: Iterable[tuple[IdentitiesGold, Any]]) -> None:
    """Where a page does not say what was asked for: groups, likeness, or both, as answers do."""
    pages = list(lines)
    given: set[str] = set()
    for _, answer in pages:
        if isinstance(answer, dict):
            given |= {"groups", "similarity"} & answer.keys() or {"groups"}
        elif isinstance(answer, str) and '"similarity"' in answer:
            given |= {"similarity"} | ({"groups"} if '"groups"' in answer else set())
        elif isinstance(answer, list):
            given.add("groups")
    for page, _ in pages:
        if page.asked is None:
            page.asked = [name for name in ("groups", "similarity") if name in given]


class _OrderedText(Shape):
    box: CornerBox
    speakers: Annotated[list[Mark], BeforeValidator(listed)] = Field([])


class _Body(Shape):
    id: Mark
    box: CornerBox
    person: Mark | None = None


class _PlacedText(Shape):
    box: CornerBox


class ReadingOrderGold(Shape):
    """``{"size", "texts": [{"box"}]}`` in reading order."""

    size: Size
    texts: list[_PlacedText]

    @property
    def n(self) -> int:
        return len(self.texts)

    def document(self) -> Document:
        return self.model_dump()


class StructureGold(Shape):
    """``{"size", "texts": [{"box", "speakers"}], "characters": [{"id", "box", "person"}]}``.

    The texts stand in reading order.
    """

    size: Size
    texts: list[_OrderedText]
    characters: list[_Body]

    @model_validator(mode="after")
    def _names_its_own(self) -> StructureGold:
        ids = [one.id for one in self.characters]
        _once(ids)
        absent = {who for text in self.texts for who in text.speakers} - set(ids)
        if absent:
            raise ValueError(f"a text is said by '{min(absent)}', who is no character of the page")
        return self

    @property
    def n(self) -> int:
        return len(self.texts)

    def document(self) -> Document:
        return self.model_dump()


class _Line(Shape):
    names: Names = Field([], validation_alias=AliasChoices("names", "name"))
    known: bool | None = None

    def speaker(self) -> Document:
        """Names, and whether they are real ones."""
        real = any(name.strip().casefold() not in STAND_INS for name in self.names)
        return {"names": self.names, "known": real if self.known is None else self.known}


class _NamedLine(_Line):
    mark: Mark

    @model_validator(mode="after")
    def _has_name(self) -> _NamedLine:
        if not self.names:
            raise ValueError("a line needs names; leave it out where nobody knows one")
        return self


class NamingGold(Shape):
    """``{"lines": [{"mark", "names", "known"}]}``."""

    lines: Annotated[list[_NamedLine], Field(min_length=1)]

    @model_validator(mode="after")
    def _has_marks(self) -> NamingGold:
        _once(line.mark for line in self.lines)
        return self

    @property
    def n(self) -> int:
        return len(self.lines)

    def document(self) -> Document:
        return {"lines": [{"mark": one.mark, "text": None, **one.speaker()} for one in self.lines]}


class _SpokenLine(_Line):
    text: Words


class DialogueGold(Shape):
    """``{"lines": [{"name" or "names", "text", "known"}]}`` in reading order."""

    lines: Annotated[list[_SpokenLine], Field(min_length=1)]

    @property
    def n(self) -> int:
        return len(self.lines)

    def document(self) -> Document:
        return {
            "lines": [
                {"mark": f"T{k}", "text": line.text, **line.speaker()}
                for k, line in enumerate(self.lines, 1)
            ]
        }


class AnswerGold(RootModel[Annotated[list[Words], BeforeValidator(listed), Field(min_length=1)]]):
    """The right answer, or several that are right."""

    @property
    def n(self) -> int:
        return 1

    def document(self) -> Document:
        return {"question": "", "answers": self.root}


def _once(marks: Iterable[Any]) -> None:
    seen: set[Any] = set()
    for mark in marks:
        if mark in seen:
            raise ValueError(f"'{mark}' stands there twice (names are read without case)")
        seen.add(mark)


GOLD_OF_LINES: dict[str, type[Gold]] = {
    "spotting": SpottingGold,
    "detection": DetectionGold,
    "speakers": SpeakersGold,
    "identities": IdentitiesGold,
    "structure": StructureGold,
    "reading_order": ReadingOrderGold,
    "naming": NamingGold,
    "dialogue": DialogueGold,
    "answer": AnswerGold,
}


def gold_document(gold: Gold, structured: Any = None) -> Document:
    """The gold of the kind, for a line whose answer is structured as given, or is text.

    Speakers whom a structured answer names stand on the page unless gold lists all characters:
    a link to a wrong one must cost, not be passed over.
    """
    made = gold.document()
    if isinstance(gold, SpeakersGold) and structured is not None and not gold.characters:
        named = [mark for mark in named_speakers(structured) if mark not in made["texts"]]
        made["characters"] |= dict.fromkeys(named)
    return made
